//! What all models of contact with obstacles do to the velocity of a vertex once a step is solved.

use super::shape::{along, dot, sub};

/// Coulomb's law, \[Gast15\] §5: of the velocity relative to a surface that moves with `surface`, m/s, the part along it
/// loses `most`, m/s, but no more than there is. So nothing is turned around, and an obstacle at rest only takes energy.
pub(super) fn rub(v: &mut [f64], node: u32, surface: [f64; 3], normal: [f64; 3], most: f64) {
    let relative = sub(at(v, node), surface);
    let tangential = along(relative, -dot(relative, normal), normal);
    let speed = dot(tangential, tangential).sqrt();
    if speed > 0.0 {
        let taken = most.min(speed) / speed;
        (0..3).for_each(|i| v[3 * node as usize + i] -= taken * tangential[i]);
    }
}

/// The three numbers of a node.
#[inline]
pub(super) fn at(x: &[f64], node: u32) -> [f64; 3] {
    let i = 3 * node as usize;
    [x[i], x[i + 1], x[i + 2]]
}
