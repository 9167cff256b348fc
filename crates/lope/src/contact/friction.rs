//! Friction as an impulse once a step is solved: what all models of contact but barriers do to velocities.

use super::obstacle::Journey;
use crate::after::StepEnd;
use crate::energy::Points;
use crate::math::vec3::{Vec3, along, dot, norm, sub};

/// The push of an obstacle on a vertex at the end of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pushed {
    /// Where the obstacle pushes it, m.
    pub(super) at: Vec3,
    /// Outward normal of the surface there.
    pub(super) normal: Vec3,
    /// The push, along the normal, N.
    pub(super) force: f64,
}

impl Pushed {
    /// Friction with the coefficient μ against an obstacle on its journey: at most μ times the impulse of the push. It acts on a
    /// point, and on its nodes by their weights.
    pub(super) fn rub(
        &self,
        (points, point): (&Points, u32),
        friction: f64,
        journey: &Journey,
        end: &StepEnd<'_>,
        v: &mut [f64],
    ) {
        let surface = journey.travel(self.at).map(|d| d / end.h);
        let mass = points.mass(point, end.mass);
        let most = friction * end.h * self.force / mass;
        let slip = slip(points.position(point, v), surface, self.normal);
        // A node alone moves as its point does.
        let ease = |(node, weight): (u32, f64)| match (points, end.mass[node as usize]) {
            (Points::Nodes, _) => 1.0,
            (Points::Weighted(_), own) if own > 0.0 => weight * mass / own,
            (Points::Weighted(_), _) => 0.0,
        };
        if mass < f64::INFINITY {
            take(v, norm(slip), most, points.shares(point).map(|share| (share.0, ease(share), slip)));
        }
    }
}

/// What of a velocity is along a surface that moves with `surface`, m/s, relative to it.
pub(super) fn slip(velocity: Vec3, surface: Vec3, normal: Vec3) -> Vec3 {
    let relative = sub(velocity, surface);
    along(relative, -dot(relative, normal), normal)
}

/// Coulomb's law, \[Gast15\] §5. What stops a slip has the size `stops`, and `most` of it may act: so nothing is turned around,
/// and what is at rest only takes energy. `changes` are the nodes, and a factor and a vector whose product the velocity of each
/// loses when all of it acts.
pub(super) fn take(
    v: &mut [f64],
    stops: f64,
    most: f64,
    changes: impl IntoIterator<Item = (u32, f64, Vec3)>,
) {
    if stops > 0.0 && stops.is_finite() {
        let share = (most / stops).min(1.0);
        for (node, factor, change) in changes {
            (0..3).for_each(|i| v[3 * node as usize + i] -= share * factor * change[i]);
        }
    }
}

/// The three numbers of a node.
#[inline]
pub(super) fn at(x: &[f64], node: u32) -> Vec3 {
    let i = 3 * node as usize;
    [x[i], x[i + 1], x[i + 2]]
}
