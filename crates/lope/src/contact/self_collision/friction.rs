//! Friction between bodies, \[Gast15\] §5.3: an impulse along the surface that takes as much kinetic energy as Coulomb's
//! law lets it.
//!
//! The point p is at the depth |r| below the nearest point of the surface. An impulse j on p and −j on that point of the
//! surface, as the paper has it, act along parallel lines as far apart as the point is deep, and turn the bodies out of
//! nothing. Here both act at p: the triangle is taken as stiff, so that it reaches there. With the weights wᵢ of the nearest
//! point and the places yᵢ of the corners about their middle, a unit impulse along t gives
//!
//! ```text
//! t to the point,   −wᵢ t − (I⁻¹(r × t)) × yᵢ to a corner,   I = Σ |yᵢ|² 1 − yᵢ yᵢᵀ
//! ```
//!
//! These aᵢ have no sum and no torque, so both momenta are kept; and Σ aᵢ·vᵢ is the velocity of p past the stiff triangle.
//! For two directions t across r that is the slip u = A v, W = A M⁻¹ Aᵀ is what resists a change of it, and the impulse
//! j = −W⁻¹ u would stop the slip and leave the least kinetic energy. What may act is
//!
//! ```text
//! v ← v + M⁻¹ Aᵀ · min(μ h |f| / |j|, 1) j
//! ```
//!
//! (as printed the limit lacks the h: j is an impulse and f a force).

use super::distance::Closest;
use super::flesh::at;
use crate::contact::friction::take;
use crate::math::small::inverse;
use crate::math::vec3::{along, cross, dot, norm, sub};

/// The inertia of a triangle that has one axis with less than this part of the others' is that of a line: nothing that turns
/// it about that axis has a hold.
const LINE: f64 = 1e-12;

/// Rubs the nodes of one element, with an impulse of `limit` at most, N s.
pub(super) fn rub(
    closest: &Closest,
    corners: &[[f64; 3]; 3],
    nodes: [u32; 4],
    limit: f64,
    mass: &[f64],
    v: &mut [f64],
) {
    let Some(stiff) = Stiff::new(corners).filter(|_| closest.squared > 0.0) else { return };
    let ease = nodes.map(|node| if mass[node as usize] > 0.0 { 1.0 / mass[node as usize] } else { 0.0 });
    let [a, b] = across(closest.r).map(|t| stiff.shares(closest, t));
    let sum = |of: &dyn Fn(usize) -> f64| (0..4).map(of).sum::<f64>();
    let slip = [&a, &b].map(|share| sum(&|i| dot(share[i], at(v, nodes[i]))));
    let resists = |s: &[[f64; 3]; 4], t: &[[f64; 3]; 4]| sum(&|i| ease[i] * dot(s[i], t[i]));
    let Some(w) = inverse(&[[resists(&a, &a), resists(&a, &b)], [resists(&b, &a), resists(&b, &b)]]) else {
        return;
    };
    let stops = w.map(|row| row[0] * slip[0] + row[1] * slip[1]);
    let change = |i: usize| (nodes[i], ease[i], along(a[i].map(|x| stops[0] * x), stops[1], b[i]));
    take(v, stops[0].hypot(stops[1]), limit, (0..4).map(change));
}

/// A triangle that turns as a whole.
struct Stiff {
    /// The corners about their middle.
    arms: [[f64; 3]; 3],
    inertia: [[f64; 3]; 3],
    inverse: [[f64; 3]; 3],
}

impl Stiff {
    /// None if the corners lie on a line.
    fn new(corners: &[[f64; 3]; 3]) -> Option<Self> {
        let middle = [0, 1, 2].map(|k| corners.iter().map(|corner| corner[k]).sum::<f64>() / 3.0);
        let arms = corners.map(|corner| sub(corner, middle));
        let entry = |i: usize, j: usize| -> f64 {
            arms.iter().map(|y| if i == j { dot(*y, *y) } else { 0.0 } - y[i] * y[j]).sum()
        };
        let inertia = [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)));
        let inverse = inverse(&inertia)?;
        // The largest entries of a positive matrix are on its diagonal.
        let largest = |m: &[[f64; 3]; 3]| m[0][0].max(m[1][1]).max(m[2][2]);
        (LINE * largest(&inertia) * largest(&inverse) < 1.0).then_some(Self { arms, inertia, inverse })
    }

    /// What a unit impulse along t on the point, and against it on the triangle at the point, gives to each node.
    fn shares(&self, closest: &Closest, t: [f64; 3]) -> [[f64; 3]; 4] {
        let torque = cross(closest.r, t);
        let times = |m: &[[f64; 3]; 3], x: [f64; 3]| m.map(|row| dot(row, x));
        let turn = times(&self.inverse, torque);
        // Once more with what rounding left.
        let turn = along(turn, 1.0, times(&self.inverse, sub(torque, times(&self.inertia, turn))));
        let corner = |i: usize| along(cross(self.arms[i], turn), -closest.weights[i], t);
        [t, corner(0), corner(1), corner(2)]
    }
}

/// Two directions across r and each other, of length 1.
fn across(r: [f64; 3]) -> [[f64; 3]; 2] {
    let least = (1..3).fold(0, |least, k| if r[k].abs() < r[least].abs() { k } else { least });
    let mut axis = [0.0; 3];
    axis[least] = 1.0;
    let unit = |x: [f64; 3]| x.map(|k| k / norm(x));
    let first = unit(cross(r, axis));
    [first, unit(cross(r, first))]
}
