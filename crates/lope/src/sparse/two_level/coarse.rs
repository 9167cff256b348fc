//! The system for the motions of aggregates.
//!
//! An aggregate moves as an affine body: node i at the arm r from the centre moves by t + x r₁ + y r₂ + z r₃ with four
//! vectors t, x, y, z, held coordinates not at all. Rotations are among these motions, and so are uniform strains. Each
//! vector is a node of the coarse system, so its matrix is again one of 3×3 blocks, and the factorization that serves
//! the fine one serves it too.

use std::sync::Arc;

use rayon::prelude::*;

use super::Nodes;
use super::aggregate::Aggregates;
use crate::sparse::{BlockMatrix, Cholesky, Pattern};

/// Vectors that describe the motion of an aggregate.
const MODES: usize = 4;

/// Nodes an aggregate has at most. Fewer make a larger coarse system: fewer iterations, each dearer.
const SIZE: usize = 200;

/// Aggregates at most; beyond, they grow. The factor of a system of n aggregates in space costs about n².
const MOST: usize = 1500;

/// Aggregates in one task.
const TASK: usize = 16;

/// Part of its trace added to the diagonal of every block: pieces with too few free nodes have motions that move
/// nothing.
const EPSILON: f64 = 1e-10;

/// Aggregates with their coarse matrix and its factor.
pub(super) struct Coarse {
    fine: Arc<Pattern>,
    held: Vec<u8>,
    aggregates: Aggregates,
    /// Aggregate of each node.
    of: Vec<u32>,
    /// Arm of each node.
    arms: Vec<[f64; 3]>,
    /// For each block of the fine matrix, where the first of its blocks is in a row of the coarse one.
    places: Vec<u16>,
    matrix: BlockMatrix,
    cholesky: Cholesky,
    load: Vec<f64>,
    motion: Vec<f64>,
}

impl Coarse {
    /// Aggregates for the pattern of `a`; none if the coarse system cannot be laid out, or there is nothing to gain.
    pub(super) fn new(a: &BlockMatrix) -> Option<Self> {
        let fine = a.pattern();
        let size = std::env::var("LOPE_SIZE")
            .ok()
            .and_then(|s| s.parse().ok())
            .unwrap_or(SIZE)
            .max(fine.rows().div_ceil(MOST));
        let aggregates = Aggregates::new(fine, size);
        let mut of = vec![0; fine.rows()];
        for aggregate in 0..aggregates.len() {
            aggregates.of(aggregate).iter().for_each(|&node| of[node as usize] = aggregate as u32);
        }
        let pattern = Arc::new(coarse_pattern(fine, &aggregates, &of));
        let places = places(fine, &pattern, &of)?;
        let cholesky = Cholesky::new(&pattern).ok()?;
        let unknowns = 3 * MODES * aggregates.len();
        Some(Self {
            fine: fine.clone(),
            held: Vec::new(),
            arms: vec![[0.0; 3]; of.len()],
            aggregates,
            of,
            places,
            matrix: BlockMatrix::new(pattern),
            cholesky,
            load: vec![0.0; unknowns],
            motion: vec![0.0; unknowns],
        })
    }

    pub(super) fn aggregates(&self) -> usize {
        self.aggregates.len()
    }

    /// Whether this was made for the pattern of `a`.
    pub(super) fn fits(&self, a: &BlockMatrix) -> bool {
        Arc::ptr_eq(&self.fine, a.pattern()) || self.fine == *a.pattern()
    }

    /// Computes PᵀAP and factors it; false if it is not positive definite.
    pub(super) fn factor(&mut self, a: &BlockMatrix, nodes: Nodes<'_>) -> bool {
        self.held.clear();
        self.held.extend_from_slice(nodes.held);
        self.measure_arms(nodes.positions);
        let Self { fine, held, aggregates, arms, places, matrix, .. } = self;
        matrix.update_rows(|row, _, diagonal, values| {
            values.fill(0.0);
            let own_mode = row % MODES;
            for &node in aggregates.of(row / MODES) {
                let i = node as usize;
                let weight = weights(&arms[i])[own_mode];
                for k in fine.row_start()[i]..fine.row_start()[i + 1] {
                    let j = fine.columns()[k] as usize;
                    let mut block = [0.0; 9];
                    block.copy_from_slice(a.block(k));
                    if i == j {
                        (0..3).filter(|&c| held[i] >> c & 1 == 1).for_each(|c| block[4 * c] = 0.0);
                    }
                    let entries = &mut values[9 * places[k] as usize..][..9 * MODES];
                    for (entry, other) in entries.chunks_exact_mut(9).zip(weights(&arms[j])) {
                        for e in 0..9 {
                            entry[e] += weight * other * block[e];
                        }
                    }
                }
            }
            let own = &mut values[9 * diagonal..][..9];
            let trace = own[0] + own[4] + own[8];
            for c in 0..3 {
                own[4 * c] += if trace > 0.0 { EPSILON * trace } else { 1.0 };
            }
        });
        self.cholesky.factor(&self.matrix).is_ok()
    }

    fn measure_arms(&mut self, positions: &[f64]) {
        for aggregate in 0..self.aggregates.len() {
            let nodes = self.aggregates.of(aggregate);
            let mut centre = [0.0; 3];
            for &node in nodes {
                (0..3).for_each(|c| centre[c] += positions[3 * node as usize + c]);
            }
            for &node in nodes {
                let node = node as usize;
                for c in 0..3 {
                    self.arms[node][c] = positions[3 * node + c] - centre[c] / nodes.len() as f64;
                }
            }
        }
    }

    /// The motion of every aggregate under the forces `r`.
    pub(super) fn solve(&mut self, r: &[f64]) {
        let Self { aggregates, arms, held, load, .. } = self;
        load.par_chunks_mut(3 * MODES * TASK).enumerate().for_each(|(task, load)| {
            for (offset, load) in load.chunks_exact_mut(3 * MODES).enumerate() {
                let mut sum = [[0.0; 3]; MODES];
                for &node in aggregates.of(TASK * task + offset) {
                    let i = node as usize;
                    let force = masked([r[3 * i], r[3 * i + 1], r[3 * i + 2]], held[i]);
                    for (sum, weight) in sum.iter_mut().zip(weights(&arms[i])) {
                        (0..3).for_each(|c| sum[c] += weight * force[c]);
                    }
                }
                load.copy_from_slice(sum.as_flattened());
            }
        });
        self.cholesky.solve(&self.load, &mut self.motion);
    }

    /// Adds the motion of their aggregates to the nodes from `first` on.
    #[inline]
    pub(super) fn add_motion(&self, first: usize, z: &mut [f64]) {
        for (offset, z) in z.chunks_exact_mut(3).enumerate() {
            let node = first + offset;
            let motion = &self.motion[3 * MODES * self.of[node] as usize..][..3 * MODES];
            let mut moved = [0.0; 3];
            for (vector, weight) in motion.chunks_exact(3).zip(weights(&self.arms[node])) {
                (0..3).for_each(|c| moved[c] += weight * vector[c]);
            }
            let moved = masked(moved, self.held[node]);
            (0..3).for_each(|c| z[c] += moved[c]);
        }
    }
}

/// How much each of the four vectors of an aggregate moves a node at the arm `r`.
#[inline(always)]
fn weights(r: &[f64; 3]) -> [f64; MODES] {
    [1.0, r[0], r[1], r[2]]
}

/// [`MODES`] coarse nodes per aggregate; aggregates are neighbours if nodes of theirs are.
fn coarse_pattern(fine: &Pattern, aggregates: &Aggregates, of: &[u32]) -> Pattern {
    let mut groups = Vec::new();
    for aggregate in 0..aggregates.len() {
        let mut others: Vec<u32> = aggregates
            .of(aggregate)
            .iter()
            .flat_map(|&node| fine.row(node as usize))
            .map(|&j| of[j as usize])
            .filter(|&other| other >= aggregate as u32)
            .collect();
        others.sort_unstable();
        others.dedup();
        let all = |a: u32| (0..MODES as u32).map(move |mode| MODES as u32 * a + mode);
        groups.extend(others.iter().flat_map(|&b| all(aggregate as u32).chain(all(b))));
    }
    Pattern::from_stencils(MODES * aggregates.len(), [(2 * MODES, &groups[..])])
}

fn places(fine: &Pattern, coarse: &Pattern, of: &[u32]) -> Option<Vec<u16>> {
    let mut places = Vec::with_capacity(fine.blocks());
    for (i, &aggregate) in of.iter().enumerate() {
        let columns = coarse.row(MODES * aggregate as usize);
        for &j in fine.row(i) {
            let column = MODES as u32 * of[j as usize];
            places.push(u16::try_from(columns.partition_point(|&c| c < column)).ok()?);
        }
    }
    Some(places)
}

#[inline(always)]
fn masked(mut v: [f64; 3], held: u8) -> [f64; 3] {
    if held != 0 {
        (0..3).filter(|&c| held >> c & 1 == 1).for_each(|c| v[c] = 0.0);
    }
    v
}
