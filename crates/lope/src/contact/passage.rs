//! Obstacles that were passed through within a step: both ends are outside, and the way between them is not.
//!
//! Every model of contact with level sets looks at the end of a step only. A thin or fast obstacle can be on one side of a
//! vertex before the step and on the other after it, and neither constraint nor penalty sees anything. That cannot be mended
//! here, but it can be told.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::obstacle::{Obstacle, Pose};
use super::vertices::Vertices;
use crate::math::vec3::{along, dot, norm, sub};

/// Nodes looked at by one task.
const CHUNK: usize = 256;
/// Steps along the way of a vertex, each as long as the distance to the surface allows.
const STEPS: usize = 64;

/// Watches some vertices and one obstacle.
#[derive(Clone, Debug)]
pub struct Passage {
    /// Name of the obstacle.
    pub name: String,
    /// The vertices.
    pub vertices: Vertices,
    /// The obstacle.
    pub obstacle: Obstacle,
}

impl Passage {
    /// How many vertices went through in a step that took them from `x` at the time `start` to `y` at `end`, s.
    pub fn count(&self, x: &[f64], y: &[f64], start: f64, end: f64) -> usize {
        let (first, last) = (self.obstacle.pose(start), self.obstacle.pose(end));
        let passed = |point: &&u32| {
            self.passed(self.vertices.at(x, **point), self.vertices.at(y, **point), (&first, &last))
        };
        // Whole numbers add up to the same in any order.
        let count = AtomicUsize::new(0);
        self.vertices.numbers().par_chunks(CHUNK).for_each(|some| {
            count.fetch_add(some.iter().filter(passed).count(), Ordering::Relaxed);
        });
        count.into_inner()
    }

    /// The vertex that is deepest inside at a time, s: which of the points, and how deep, m.
    pub fn deepest(&self, x: &[f64], t: f64) -> Option<(u32, f64)> {
        let pose = self.obstacle.pose(t);
        let depth =
            |&point: &u32| (point, -self.obstacle.nearest(&pose, self.vertices.at(x, point)).distance);
        let inside = self.vertices.numbers().iter().map(depth).filter(|(_, depth)| *depth > 0.0);
        inside.reduce(|deepest, next| if next.1 > deepest.1 { next } else { deepest })
    }

    /// Whether a vertex went in through one side and out through another. In the obstacle's own frame the way is taken as
    /// straight.
    fn passed(&self, x: [f64; 3], y: [f64; 3], (first, last): (&Pose, &Pose)) -> bool {
        let shape = self.obstacle.shape();
        let (from, to) = (first.back(x), last.back(y));
        let way = sub(to, from);
        let length = norm(way);
        let entry = shape.nearest(from);
        // Too far to have been met.
        if entry.distance < 0.0 || entry.distance >= length {
            return false;
        }
        let exit = shape.nearest(to);
        // Sliding along, even around a bend, leads out where it led in.
        if exit.distance < 0.0 || dot(entry.normal, exit.normal) >= 0.0 {
            return false;
        }
        let mut t = entry.distance / length;
        for _ in 0..STEPS {
            if t >= 1.0 {
                return false;
            }
            let distance = shape.nearest(along(from, t, way)).distance;
            if distance < 0.0 {
                return true;
            }
            t += (distance / length).max(1e-3);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Shape;
    use crate::geometry::Primitive;

    fn passage(shape: Shape, script: impl Fn(f64) -> Pose + Send + Sync + 'static) -> Passage {
        let obstacle = Obstacle::led(shape, script);
        Passage { name: "blade".into(), vertices: [0].into_iter().collect(), obstacle }
    }

    #[test]
    fn a_blade_faster_than_the_step_is_seen() {
        let blade = Shape::Simple(Primitive::Box { size: [0.02, 2.0, 2.0] });
        let fast = passage(blade.clone(), |t| Pose { translation: [10.0 * t, 0.0, 0.0], ..Pose::default() });
        let x = [0.2, 0.0, 0.0];
        assert_eq!(fast.count(&x, &x, 0.0, 0.1), 1);
        assert_eq!(fast.count(&x, &x, 0.0, 0.01), 0, "not there yet");
        assert_eq!(fast.count(&x, &x, 0.03, 0.1), 0, "gone already");
        // What it takes along is not passed.
        assert_eq!(fast.count(&x, &[1.02, 0.0, 0.0], 0.0, 0.1), 0);
    }

    #[test]
    fn going_around_is_not_going_through() {
        let ball = passage(Shape::Simple(Primitive::Sphere { radius: 0.5 }), |_| Pose::default());
        assert_eq!(ball.count(&[-0.6, 0.1, 0.0], &[0.6, 0.1, 0.0], 0.0, 0.1), 1);
        assert_eq!(ball.count(&[-0.1, 0.5, 0.0], &[0.1, 0.5, 0.0], 0.0, 0.1), 0);
        assert_eq!(ball.count(&[-0.6, 1.1, 0.0], &[0.6, 1.1, 0.0], 0.0, 0.1), 0);
    }
}
