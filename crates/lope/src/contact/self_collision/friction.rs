//! Friction between bodies, \[Gast15\] §5.3: an impulse along the surface that takes as much kinetic energy as Coulomb's
//! law lets it.
//!
//! With w₀ = −1 for the point and the weights of the nearest point for the corners, v = Σ wᵢvᵢ is the velocity of the
//! surface past the point and 1/m = Σ wᵢ²/mᵢ the mass that resists a change of it. The impulse j = −m Q v, Q = I − n nᵀ,
//! would stop the slip and leave the least kinetic energy; what may act is
//!
//! ```text
//! vᵢ ← vᵢ + wᵢ/mᵢ · min(μ h |f| / |j|, 1) j
//! ```
//!
//! (as printed the limit lacks the h: j is an impulse and f a force). The weights add up to nothing, so the momentum is
//! kept. The angular momentum changes by r × j: the impulses on point and surface act along parallel lines as far apart as
//! the point is deep.

use super::distance::Closest;
use super::flesh::at;
use crate::contact::shape::{along, dot};

/// Rubs the nodes of one element, with an impulse of `limit` at most, N s.
pub(super) fn rub(closest: &Closest, nodes: [u32; 4], limit: f64, mass: &[f64], v: &mut [f64]) {
    if closest.squared <= 0.0 {
        return;
    }
    let weights = closest.coefficients().map(|c| -c);
    let ease = |node: u32| if mass[node as usize] > 0.0 { 1.0 / mass[node as usize] } else { 0.0 };
    let mut slip = [0.0; 3];
    let mut eases = 0.0;
    for (node, w) in nodes.into_iter().zip(weights) {
        slip = along(slip, w, at(v, node));
        eases += w * w * ease(node);
    }
    slip = along(slip, -dot(slip, closest.r) / closest.squared, closest.r);
    let wanted = dot(slip, slip).sqrt() / eases;
    if wanted > 0.0 && wanted.is_finite() {
        let share = (limit / wanted).min(1.0) / eases;
        for (node, w) in nodes.into_iter().zip(weights) {
            let change = -w * ease(node) * share;
            (0..3).for_each(|i| v[3 * node as usize + i] += change * slip[i]);
        }
    }
}
