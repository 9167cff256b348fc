//! How far shapes reach.

use super::composite::{Composite, Operation, PlacedShape};
use super::shape::Shape;

/// Lower and upper corner; infinite where there is no end.
pub(super) type Corners = [[f64; 3]; 2];

const EVERYWHERE: Corners = [[f64::NEG_INFINITY; 3], [f64::INFINITY; 3]];

impl Shape {
    /// A box around it: lower and upper corner. None if it has no end in some direction, or there is nothing.
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        let [low, high] = self.reach();
        (0..3).all(|i| low[i].is_finite() && high[i].is_finite() && low[i] <= high[i]).then_some([low, high])
    }

    /// The same, infinite where there is no end.
    pub(super) fn reach(&self) -> Corners {
        let half = match *self {
            Shape::HalfSpace { .. } | Shape::Complement(_) => return EVERYWHERE,
            Shape::Simple(ref solid) => solid.reach(),
            Shape::Plate { half, .. } => [f64::INFINITY, half, f64::INFINITY],
            Shape::Composite(ref whole) => return composite(whole),
            Shape::Grid(ref grid) => return grid.bounds(),
        };
        [half.map(|h| -h), half]
    }
}

/// The box around all parts, as far as it has ends.
pub(super) fn composite(whole: &Composite) -> Corners {
    let hull = |[a, b]: Corners, [c, d]: Corners| {
        [[0, 1, 2].map(|i| a[i].min(c[i])), [0, 1, 2].map(|i| b[i].max(d[i]))]
    };
    let common = |[a, b]: Corners, [c, d]: Corners| {
        [[0, 1, 2].map(|i| a[i].max(c[i])), [0, 1, 2].map(|i| b[i].min(d[i]))]
    };
    let parts = whole.parts().iter().map(placed);
    match whole.operation() {
        Operation::Union => parts.reduce(hull).unwrap_or(EVERYWHERE),
        Operation::Intersection => parts.fold(EVERYWHERE, common),
        Operation::Difference => parts.take(1).fold(EVERYWHERE, common),
    }
}

/// The box around a part, in the coordinates of the whole.
fn placed(part: &PlacedShape) -> Corners {
    let [low, high] = part.shape.reach();
    // From the interval of each axis of the part; what is infinite stays so unless it is not turned into an axis.
    let end = |axis: usize, upper: bool| {
        let turned = (0..3).map(|k| {
            let factor = part.pose.rotation[axis][k];
            let least = if (factor > 0.0) == upper { high[k] } else { low[k] };
            if factor == 0.0 { 0.0 } else { factor * least }
        });
        part.pose.translation[axis] + turned.sum::<f64>()
    };
    [[0, 1, 2].map(|axis| end(axis, false)), [0, 1, 2].map(|axis| end(axis, true))]
}
