//! Collisions after the step, as most integrators treat them: the counter-example of \[Gast15\] §5 and its Figure 10.
//!
//! The step is solved as if there were no obstacle. Then every vertex that is inside is put on the surface, and its velocity
//! loses what leads further in. With long steps bodies are flattened by that, and what is flattened springs back into the
//! obstacle: it is here to be compared with.

use std::sync::Arc;

use super::friction::{at, slip, take};
use super::obstacle::Obstacle;
use crate::math::vec3::{along, dot, norm, sub};

/// A normal with less than this (its square) along the free coordinates leads nowhere.
const HELD: f64 = 1e-12;

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
    /// Mends positions and all kinds of velocities at the end of a step of length `h`. Friction takes as much of the velocity
    /// along the surface as Coulomb's law allows for what was lost across it. Coordinates that are `held` belong to whoever
    /// holds them: a vertex goes out along the others, or stays inside if there are none. Returns how many vertices were
    /// inside.
    /// `tell` is told of the node and of what was added to the last kind of its velocities, across the surface and along it.
    pub fn mend(
        &self,
        x: &mut [f64],
        v: &mut [&mut [f64]],
        held: &[u8],
        (h, end): (f64, f64),
        tell: &mut dyn FnMut(u32, [[f64; 3]; 2]),
    ) -> usize {
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
            let free = |k: &usize| held[node as usize] >> k & 1 == 0;
            let way = [0, 1, 2].map(|k| if free(&k) { near.normal[k] } else { 0.0 });
            let square = dot(way, way);
            if square < HELD {
                continue;
            }
            let out = if way == near.normal {
                near.point
            } else {
                along(at(x, node), -near.distance / square, way)
            };
            (0..3).filter(free).for_each(|k| x[i + k] = out[k]);
            let surface = journey.travel(near.point).map(|d| d / h);
            let mut added = [[0.0; 3]; 2];
            for v in &mut *v {
                let before = at(v, node);
                let lost = (-dot(sub(before, surface), near.normal)).max(0.0);
                (0..3).for_each(|k| v[i + k] += lost * near.normal[k]);
                let stopped = at(v, node);
                let slip = slip(stopped, surface, near.normal);
                take(v, norm(slip), self.friction * lost, [(node, 1.0, slip)]);
                added = [sub(stopped, before), sub(at(v, node), stopped)];
                (0..3).filter(|k| !free(k)).for_each(|k| v[i + k] = before[k]);
            }
            let own = |added: [f64; 3]| [0, 1, 2].map(|k| if free(&k) { added[k] } else { 0.0 });
            tell(node, added.map(own));
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
        assert_eq!(post.mend(&mut x, &mut [&mut v], &[0; 2], (0.1, 0.1), &mut |_, _| {}), 1);
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
        post.mend(&mut x, &mut [&mut v], &[0; 2], (0.1, 0.1), &mut |_, _| {});
        assert_eq!(v, [3.0, 2.0, 4.0]);
    }
    /// A pin leads a vertex through a floor: that is the pin's affair. One that may go along one axis goes along that.
    #[test]
    fn what_is_held_is_not_moved() {
        let slope = Shape::HalfSpace { normal: [0.6, 0.8, 0.0] };
        let obstacle = Obstacle::held(slope, Pose::default());
        let post = PostProcess { name: "slope".into(), nodes: [0, 1, 2].into(), obstacle, friction: 0.5 };
        let mut x = [0.0, -1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0];
        let (start, mut v) = (x, [0.0, -2.0, 1.0, 0.0, -2.0, 1.0, 0.0, 0.0, 0.0]);
        let mut momentum = v;
        post.mend(&mut x, &mut [&mut v, &mut momentum], &[0b111, 0b010, 0], (0.1, 0.1), &mut |_, _| {});
        assert_eq!((&x[..3], &v[..3]), (&start[..3], &[0.0, -2.0, 1.0][..]));
        // Out along x and z alone; its velocity along y is the holder's.
        assert!((x[3] - 0.8 / 0.6).abs() < 1e-12 && x[4] == -1.0, "{x:?}");
        assert!(v[4] == -2.0 && v[3] > 0.0, "{v:?}");
        assert_eq!(v, momentum, "whatever a scheme keeps of velocities is mended");
    }
}
