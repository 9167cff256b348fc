//! Collisions after the step, as most integrators treat them: the counter-example of \[Gast15\] §5 and its Figure 10.
//!
//! The step is solved as if there were no obstacle. Then every vertex that is inside is put on the surface, and its velocity
//! loses what leads further in. With long steps bodies are flattened by that, and what is flattened springs back into the
//! obstacle: it is here to be compared with.

use std::sync::Arc;

use super::friction::{at, rub};
use super::obstacle::Obstacle;
use super::shape::{dot, sub};

/// Collisions of some vertices with one obstacle, after the step.
#[derive(Clone, Debug)]
pub struct PostProcess {
    /// Its name.
    pub name: String,
    /// The nodes that may touch.
    pub nodes: Arc<[u32]>,
    /// What they touch.
    pub obstacle: Obstacle,
    /// Coefficient of friction, 0 or more.
    pub friction: f64,
}

impl PostProcess {
    /// Mends positions and velocities at the end of a step of length `h`. Friction takes as much of the velocity along the
    /// surface as Coulomb's law allows for what was lost across it. Returns how many vertices were inside.
    pub fn mend(&self, x: &mut [f64], v: &mut [f64], h: f64, end: f64) -> usize {
        let pose = self.obstacle.pose(end);
        let journey = self.obstacle.journey(end, h);
        let mut count = 0;
        for &node in self.nodes.iter() {
            let i = 3 * node as usize;
            let near = self.obstacle.nearest(&pose, at(x, node));
            if near.distance >= 0.0 {
                continue;
            }
            count += 1;
            x[i..i + 3].copy_from_slice(&near.point);
            let surface = journey.travel(near.point).map(|d| d / h);
            let lost = (-dot(sub(at(v, node), surface), near.normal)).max(0.0);
            (0..3).for_each(|k| v[i + k] += lost * near.normal[k]);
            rub(v, node, surface, near.normal, self.friction * lost);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::{Pose, Shape};

    #[test]
    fn vertices_inside_are_put_on_the_surface_and_stop_there() {
        let floor = Shape::HalfSpace { normal: [0.0, 1.0, 0.0] };
        let obstacle = Obstacle::held(floor, Pose::default());
        let post = PostProcess { name: "floor".into(), nodes: [0, 1].into(), obstacle, friction: 0.5 };
        let (mut x, mut v) = ([0.0, -0.5, 0.0, 1.0, 0.5, 0.0], [3.0, -2.0, 4.0, 3.0, -2.0, 4.0]);
        assert_eq!(post.mend(&mut x, &mut v, 0.1, 0.1), 1);
        assert_eq!(x, [0.0, 0.0, 0.0, 1.0, 0.5, 0.0]);
        // Half of the 2 m/s lost across is taken of the 5 m/s along.
        assert!((v[0] - 2.4).abs() < 1e-14 && v[1] == 0.0 && (v[2] - 3.2).abs() < 1e-14);
        assert_eq!(&v[3..], [3.0, -2.0, 4.0]);
    }

    #[test]
    fn what_leaves_keeps_its_velocity() {
        let floor = Shape::HalfSpace { normal: [0.0, 1.0, 0.0] };
        let obstacle = Obstacle::held(floor, Pose::default());
        let post = PostProcess { name: "floor".into(), nodes: [0].into(), obstacle, friction: 0.5 };
        let (mut x, mut v) = ([0.0, -0.5, 0.0], [3.0, 2.0, 4.0]);
        post.mend(&mut x, &mut v, 0.1, 0.1);
        assert_eq!(v, [3.0, 2.0, 4.0]);
    }
}
