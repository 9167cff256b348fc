//! What all models of contact with obstacles do to the velocity of a vertex once a step is solved.

use super::obstacle::Journey;
use crate::after::StepEnd;
use crate::math::vec3::{along, dot, norm, sub};

/// A vertex that an obstacle pushes at the end of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pushed {
    pub(super) node: u32,
    /// Where the obstacle pushes it, m.
    pub(super) at: [f64; 3],
    /// Outward normal of the surface there.
    pub(super) normal: [f64; 3],
    /// The push, along the normal, N.
    pub(super) force: f64,
}

impl Pushed {
    /// Friction with the coefficient μ against an obstacle on its journey: at most μ times the impulse of the push.
    pub(super) fn rub(&self, friction: f64, journey: &Journey, end: &StepEnd<'_>, v: &mut [f64]) {
        let surface = journey.travel(self.at).map(|d| d / end.h);
        let most = friction * end.h * self.force / end.mass[self.node as usize];
        rub(v, self.node, surface, self.normal, most);
    }
}

/// Coulomb's law, \[Gast15\] §5: of the velocity relative to a surface that moves with `surface`, m/s, the part along it
/// loses `most`, m/s, but no more than there is. So nothing is turned around, and an obstacle at rest only takes energy.
pub(super) fn rub(v: &mut [f64], node: u32, surface: [f64; 3], normal: [f64; 3], most: f64) {
    let relative = sub(at(v, node), surface);
    let tangential = along(relative, -dot(relative, normal), normal);
    let speed = norm(tangential);
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
