//! Profiles of what is round about y, as polygons in the half plane of radius ρ and height y.
//!
//! Turned about the axis a profile is a surface, mirrored at it an outline in the plane.

use std::f64::consts::PI;

use crate::geometry::Primitive;

/// Pieces of an arc from a pole to the equator.
const ROWS: u32 = 12;

/// A polygon in the half plane, downwards on its outer side.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Profile {
    /// From a point of the axis down to another.
    Open(Vec<[f64; 2]>),
    /// A loop beside the axis.
    Closed(Vec<[f64; 2]>),
}

impl Profile {
    /// That of a simple shape. A box is not round; its profile is that of its section at z = 0.
    pub(super) fn of(solid: Primitive) -> Self {
        let mut points = match solid {
            Primitive::Box { size: [width, height, _] } => {
                let (half, side) = (0.5 * height, 0.5 * width);
                vec![[0.0, half], [side, half], [side, -half], [0.0, -half]]
            }
            Primitive::Sphere { radius } => capsule(radius, 0.0),
            Primitive::Capsule { radius, height } => capsule(radius, 0.5 * height),
            Primitive::Cylinder { radius, height } => {
                let half = 0.5 * height;
                vec![[0.0, half], [radius, half], [radius, -half], [0.0, -half]]
            }
            Primitive::Cone { radius, height, top } => {
                let half = 0.5 * height;
                vec![[0.0, half], [top, half], [radius, -half], [0.0, -half]]
            }
            Primitive::Torus { radius, tube } => {
                return Self::Closed(arc([radius, 0.0], tube, 0.0, 2.0, 4 * ROWS).split_off(1));
            }
        };
        points.dedup();
        Self::Open(points)
    }

    /// That of a plate with a hole, which ends at a radius `far` where nobody looks.
    pub(super) fn plate(half: f64, hole: f64, rim: f64, far: f64) -> Self {
        let mut points = vec![[far, half], [far, -half]];
        let (middle, end) = (hole + rim, half - rim);
        // From below around the rim of the hole to the upper side, half a turn in all.
        points.extend(arc([middle, -end], rim, 1.0, 1.5, ROWS));
        points.extend(arc([middle, end], rim, 1.5, 2.0, ROWS));
        points.dedup_by(|a, b| (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-9 * half);
        Self::Closed(points)
    }
}

/// Points of an arc; angles are in half turns, from up over outwards.
fn arc([rho, y]: [f64; 2], radius: f64, from: f64, to: f64, rows: u32) -> Vec<[f64; 2]> {
    let at = |row: u32| {
        let (sin, cos) = (PI * (from + (to - from) * f64::from(row) / f64::from(rows))).sin_cos();
        [rho + radius * sin, y + radius * cos]
    };
    (0..=rows).map(at).collect()
}

/// A capsule from pole to pole; a ball has one equator.
fn capsule(radius: f64, half: f64) -> Vec<[f64; 2]> {
    let ring = |row: u32, side: f64| {
        let angle = 0.5 * PI * f64::from(row) / f64::from(ROWS);
        [radius * angle.sin(), side * (half + radius * angle.cos())]
    };
    let up = (0..=ROWS).map(|row| ring(row, 1.0));
    let down = (0..=ROWS).rev().skip(usize::from(half == 0.0)).map(|row| ring(row, -1.0));
    up.chain(down).collect()
}
