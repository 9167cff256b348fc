//! The way of a node out of what it must not be in.

use super::{Constraints, WatchedNode};
use crate::math::vec3::dot;

/// Rounds of projections onto one surface after the other: two planes at 30° need 60 to come to rounding.
const ROUNDS: usize = 200;

/// A node that was projected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub(super) node: u32,
    /// Where to.
    pub(super) to: [f64; 3],
    /// The derivative of the projection, rows first.
    pub(super) derivative: [[f64; 3]; 3],
}

/// What leads a node out.
pub(super) struct Path<'a> {
    pub(super) constraints: &'a Constraints,
    pub(super) watched: &'a WatchedNode,
    /// Coordinates that cannot change.
    pub(super) held: u8,
}

const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl Path<'_> {
    /// Projects onto every surface that is active or violated, one after the other, until none is: with one surface that is
    /// once. None if the node may stay where it is.
    pub(super) fn project(&self, from: [f64; 3]) -> Option<Moved> {
        let Self { constraints, watched, .. } = *self;
        let mut moved = Moved { node: watched.node, to: from, derivative: IDENTITY };
        let mut any = false;
        for _ in 0..ROUNDS {
            let mut farthest: f64 = 0.0;
            for number in constraints.mine(watched) {
                let distance = constraints.distance(number, moved.to);
                let active = watched.active().contains(&number);
                if distance < 0.0 || (active && distance > 0.0) {
                    farthest = farthest.max(distance.abs());
                    any |= self.step(number, &mut moved);
                }
            }
            // What is left is far below what counts as touching.
            if farthest <= 1e-3 * constraints.touching {
                break;
            }
        }
        any.then_some(moved)
    }

    /// x − φ∇φ, and its derivative I − ∇φ∇φᵀ − φ∇²φ; within the coordinates that are free. False if none is.
    fn step(&self, number: u16, moved: &mut Moved) -> bool {
        let (list, poses) = (&self.constraints.list, &self.constraints.poses);
        let sample = list[number as usize].obstacle.sample(&poses[number as usize], moved.to);
        let n = sample.gradient;
        let way = [0, 1, 2].map(|i| if self.held >> i & 1 == 1 { 0.0 } else { n[i] });
        let square = dot(way, way);
        if square < 1e-12 {
            return false;
        }
        let derivative = [0, 1, 2].map(|i| {
            [0, 1, 2].map(|j| {
                let bent = if self.held >> i & 1 == 1 { 0.0 } else { sample.value * sample.hessian[i][j] };
                IDENTITY[i][j] - (way[i] * n[j] + bent) / square
            })
        });
        moved.to = [0, 1, 2].map(|i| moved.to[i] - sample.value / square * way[i]);
        let before = moved.derivative;
        moved.derivative =
            derivative.map(|row| [0, 1, 2].map(|j| (0..3).map(|k| row[k] * before[k][j]).sum()));
        true
    }
}
