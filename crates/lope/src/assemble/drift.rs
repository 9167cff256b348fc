//! Rigid motions of bodies that nothing holds.
//!
//! Of a stiff body a linear solve that ends at a small residual may have found the strain and missed the fall: forces of
//! strain are so much larger than weight that weight is within the tolerance. But nothing resists a rigid motion except
//! inertia. So what a residual could still move is known, and may be far from small.

use super::Held;
use crate::math::small::{cross, inverse, mul_vector};
use crate::math::vec3::norm;
use crate::sparse::Pattern;

/// The islands of a world: nodes that are coupled, however far.
pub(super) struct Islands {
    /// The island of each node.
    island: Vec<u32>,
    count: usize,
}

/// An island under forces.
#[derive(Clone, Copy, Default)]
pub(super) struct Island {
    /// Whether a node is held that others of the world are not.
    held: bool,
    mass: f64,
    /// Centre of mass, m; force, N; torque about the centre, N·m; moments of inertia, kg·m².
    centre: [f64; 3],
    force: [f64; 3],
    torque: [f64; 3],
    inertia: [[f64; 3]; 3],
    /// Distance of the farthest node from the centre, m.
    radius: f64,
}

/// Smallest principal moment of inertia as a part of their sum: nodes in a line are not turned about it.
const THIN: f64 = 1e-6;

impl Islands {
    /// The islands that the couplings of a matrix make.
    pub(super) fn new(pattern: &Pattern) -> Self {
        let mut island = vec![u32::MAX; pattern.rows()];
        let (mut count, mut open) = (0, Vec::new());
        for seed in 0..island.len() {
            if island[seed] != u32::MAX {
                continue;
            }
            island[seed] = count;
            open.push(seed);
            while let Some(node) = open.pop() {
                for &next in pattern.row(node) {
                    if island[next as usize] == u32::MAX {
                        island[next as usize] = count;
                        open.push(next as usize);
                    }
                }
            }
            count += 1;
        }
        Self { island, count: count as usize }
    }

    /// The largest acceleration of a node, m/s², if the forces `r` at `x` move the islands of which no node is held as rigid
    /// bodies. Axes that are held everywhere, as in the plane, do not count as held.
    pub(super) fn acceleration(
        &self,
        islands: &mut Vec<Island>,
        [x, r]: [&[f64]; 2],
        mass: &[f64],
        held: &[Held],
    ) -> f64 {
        let island = &self.island;
        islands.clear();
        islands.resize(self.count, Island::default());
        let at = |v: &[f64], node: usize| [v[3 * node], v[3 * node + 1], v[3 * node + 2]];
        let everywhere = held.iter().fold(u8::MAX, |all, &held| all & held);
        for (node, &number) in island.iter().enumerate() {
            let island = &mut islands[number as usize];
            island.held |= held[node] != everywhere;
            island.mass += mass[node];
            for i in 0..3 {
                island.centre[i] += mass[node] * at(x, node)[i];
                island.force[i] += at(r, node)[i];
            }
        }
        islands.iter_mut().for_each(|island| island.centre = island.centre.map(|sum| sum / island.mass));
        for (node, &number) in island.iter().enumerate() {
            let island = &mut islands[number as usize];
            let (x, c) = (at(x, node), island.centre);
            let arm = [x[0] - c[0], x[1] - c[1], x[2] - c[2]];
            let torque = cross(&arm, &at(r, node));
            let square = norm(arm).powi(2);
            island.radius = island.radius.max(square.sqrt());
            for i in 0..3 {
                island.torque[i] += torque[i];
                island.inertia[i][i] += mass[node] * square;
                (0..3).for_each(|j| island.inertia[i][j] -= mass[node] * arm[i] * arm[j]);
            }
        }
        islands
            .iter()
            .filter(|island| !island.held && island.mass > 0.0)
            .map(Island::acceleration)
            .fold(0.0, f64::max)
    }
}

impl Island {
    fn acceleration(&self) -> f64 {
        let mut inertia = self.inertia;
        let trace: f64 = (0..3).map(|i| inertia[i][i]).sum();
        (0..3).for_each(|i| inertia[i][i] += THIN * trace);
        let turn = inverse(&inertia).map_or([0.0; 3], |inverse| mul_vector(&inverse, &self.torque));
        norm(self.force) / self.mass + norm(turn) * self.radius
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two triangles, each pulled so that it falls and turns: one is free, the other has a node that is held.
    #[test]
    fn a_free_part_is_as_fast_as_its_inertia_lets_it() {
        let stencils = [0, 1, 2, 3, 4, 5];
        let islands = Islands::new(&Pattern::from_stencils(6, [(3, &stencils[..])]));
        assert_eq!(islands.island, [0, 0, 0, 1, 1, 1]);
        let x: Vec<f64> = [-1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.5, 0.0].repeat(2);
        let mass = [1.0, 1.0, 1.0, 2.0, 2.0, 2.0];
        // The centre is (0, ½, 0): the farthest node is √(1 + ¼) away.
        let (fall, turn) = ([0.5, -9.81, 0.25], [0.0, 0.0, 3.0]);
        let mut r = vec![0.0; 18];
        for node in 0..6 {
            let turned = cross(&turn, &[x[3 * node], x[3 * node + 1] - 0.5, x[3 * node + 2]]);
            (0..3).for_each(|i| r[3 * node + i] = mass[node] * (fall[i] + turned[i]));
        }
        let both = norm(fall) + 3.0 * 1.25_f64.sqrt();
        let near =
            |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-5, "{found} {expected}");
        let acceleration =
            |r: &[f64], held: &[Held]| islands.acceleration(&mut Vec::new(), [&x, r], &mass, held);
        near(acceleration(&r, &[0; 6]), both);
        near(acceleration(&r, &[4; 6]), both);
        r[..9].iter_mut().for_each(|r| *r *= 0.1);
        near(acceleration(&r, &[0; 6]), both);
        near(acceleration(&r, &[0, 0, 0, 0, 7, 0]), 0.1 * both);
        assert_eq!(acceleration(&r, &[1, 0, 0, 0, 7, 0]), 0.0);
    }
}
