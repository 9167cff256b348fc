//! The system for the rigid motions of aggregates.
//!
//! An aggregate is two nodes of the coarse system: its translation t and its rotation ω about its centre. Node i at
//! the arm rᵢ moves by t + ω × rᵢ, held coordinates not at all. So the coarse matrix is again one of 3×3 blocks,
//! and the factorization that serves the fine one serves it too.

use std::sync::Arc;

use rayon::prelude::*;

use super::Nodes;
use super::aggregate::Aggregates;
use crate::math::vec3::cross;
use crate::sparse::single::{Columns, add_product, add_scaled};
use crate::sparse::{BlockMatrix, Cholesky, ContactBlocks, Pattern};

/// Nodes an aggregate has at most. Fewer make a larger coarse system: fewer iterations, each dearer.
const SIZE: usize = 128;

/// Aggregates at most; beyond, they grow. The factor of a system of n aggregates in space costs about n².
const MOST: usize = 1500;

/// Aggregates in one task.
const TASK: usize = 16;

/// Part of its trace added to the diagonal of every block: pieces with too few free nodes have motions that move
/// nothing.
const EPSILON: f64 = 1e-10;

/// Aggregates with their coarse matrix and its factor.
pub(in crate::sparse) struct Coarse {
    fine: Arc<Pattern>,
    held: Vec<u8>,
    aggregates: Aggregates,
    /// Aggregate of each node.
    of: Vec<u32>,
    /// Arm of each node. Rounded arms span another coarse space just as good, of half the memory.
    arms: Vec<[f32; 3]>,
    /// For each block of the fine matrix, where the first of its two blocks is in a row of the coarse one.
    places: Vec<u16>,
    matrix: BlockMatrix,
    cholesky: Cholesky,
    /// The factor with what is beside the pattern of the fine matrix, if there is something.
    touching: Option<Cholesky>,
    load: Vec<f64>,
    motion: Vec<f64>,
    /// The same in single precision: translation, and the matrix of r ↦ ω × r.
    frames: Vec<([f32; 4], Columns)>,
}

impl Coarse {
    /// Aggregates for the pattern of `a`; none if the coarse system cannot be laid out, or there is nothing to gain.
    pub(super) fn new(a: &BlockMatrix) -> Option<Self> {
        let fine = a.pattern();
        let size = SIZE.max(fine.rows().div_ceil(MOST));
        let aggregates = Aggregates::new(fine, size);
        let mut of = vec![0; fine.rows()];
        for aggregate in 0..aggregates.len() {
            aggregates.of(aggregate).iter().for_each(|&node| of[node as usize] = aggregate as u32);
        }
        let pattern = Arc::new(coarse_pattern(fine, &aggregates, &of));
        let places = places(fine, &pattern, &of)?;
        let cholesky = Cholesky::new(&pattern).ok()?;
        let unknowns = 6 * aggregates.len();
        Some(Self {
            fine: fine.clone(),
            held: Vec::new(),
            arms: vec![[0.0_f32; 3]; of.len()],
            aggregates,
            of,
            places,
            matrix: BlockMatrix::new(pattern),
            cholesky,
            touching: None,
            load: vec![0.0; unknowns],
            motion: vec![0.0; unknowns],
            frames: vec![Default::default(); unknowns / 6],
        })
    }

    pub(super) fn aggregates(&self) -> usize {
        self.aggregates.len()
    }

    /// Whether this was made for the pattern of `a`.
    pub(super) fn fits(&self, a: &BlockMatrix) -> bool {
        a.is_on(&self.fine)
    }

    /// Computes PᵀAP, `beside` being added to A, and factors it; false if it is not positive definite.
    pub(super) fn factor(
        &mut self,
        a: &BlockMatrix,
        beside: Option<&ContactBlocks>,
        nodes: Nodes<'_>,
    ) -> bool {
        self.held.clear();
        self.held.extend_from_slice(nodes.held);
        self.measure_arms(nodes.positions);
        let Self { fine, held, aggregates, arms, places, matrix, .. } = self;
        // The two rows of an aggregate have the same columns, so both are summed in one pass over the fine blocks.
        matrix.update_pairs(|row, diagonal, [translation, rotation]| {
            translation.fill(0.0);
            rotation.fill(0.0);
            for &node in aggregates.of(row / 2) {
                let i = node as usize;
                let arm = arms[i].map(f64::from);
                for k in fine.row_start()[i]..fine.row_start()[i + 1] {
                    let j = fine.columns()[k] as usize;
                    let mut block = [0.0; 9];
                    block.copy_from_slice(a.block(k));
                    if i == j {
                        (0..3).filter(|&c| held[i] >> c & 1 == 1).for_each(|c| block[4 * c] = 0.0);
                    }
                    let turned = turn(&block, &arms[j].map(f64::from));
                    let place = 9 * places[k] as usize;
                    add_pair(&mut translation[place..place + 18], &block, &turned);
                    add_pair(&mut rotation[place..place + 18], &torque(&arm, &block), &torque(&arm, &turned));
                }
            }
            settle(&mut translation[9 * diagonal..][..9]);
            settle(&mut rotation[9 * (diagonal + 1)..][..9]);
        });
        let Some(beside) = beside else {
            self.touching = None;
            return self.cholesky.factor(&self.matrix).is_ok();
        };
        let whole = self.with(beside);
        if self.touching.as_ref().is_none_or(|cholesky| !cholesky.fits(&whole)) {
            self.touching = Cholesky::new(whole.pattern()).ok();
        }
        self.touching.as_mut().is_some_and(|cholesky| cholesky.factor(&whole).is_ok())
    }

    /// The coarse matrix with PᵀFP.
    fn with(&self, beside: &ContactBlocks) -> BlockMatrix {
        let Self { of, arms, .. } = self;
        let pair = |node: usize| [2 * of[node], 2 * of[node] + 1];
        let places = beside.blocks().flat_map(|(i, j, _)| {
            pair(i).into_iter().flat_map(move |row| pair(j).map(move |column| (row, column)))
        });
        let mut whole = self.matrix.on(Arc::new(self.matrix.pattern().joined(places)));
        for (i, j, block) in beside.blocks() {
            let Ok(block) = block.try_into() else { continue };
            let arm = arms[i].map(f64::from);
            let turned = turn(block, &arms[j].map(f64::from));
            let ([t, w], [u, v]) = (pair(i).map(|k| k as usize), pair(j).map(|k| k as usize));
            whole.add(t, u, block);
            whole.add(t, v, &turned);
            whole.add(w, u, &torque(&arm, block));
            whole.add(w, v, &torque(&arm, &turned));
        }
        whole
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
                    self.arms[node][c] = (positions[3 * node + c] - centre[c] / nodes.len() as f64) as f32;
                }
            }
        }
    }

    /// The motion of every aggregate under the forces that `force` gives for a node; returns their product.
    pub(in crate::sparse) fn solve(&mut self, force: impl Fn(usize) -> [f64; 3] + Sync) -> f64 {
        let Self { aggregates, arms, held, load, .. } = self;
        load.par_chunks_mut(6 * TASK).enumerate().for_each(|(task, load)| {
            for (offset, load) in load.chunks_exact_mut(6).enumerate() {
                let mut sum = [0.0; 6];
                for &node in aggregates.of(TASK * task + offset) {
                    let i = node as usize;
                    let f = masked(force(i), held[i]);
                    let m = cross(arms[i].map(f64::from), f);
                    for c in 0..3 {
                        sum[c] += f[c];
                        sum[3 + c] += m[c];
                    }
                }
                load.copy_from_slice(&sum);
            }
        });
        self.touching.as_mut().unwrap_or(&mut self.cholesky).solve(&self.load, &mut self.motion);
        self.load.iter().zip(&self.motion).map(|(load, motion)| load * motion).sum()
    }

    /// Gets [`Coarse::add_single`] ready after a solve.
    pub(in crate::sparse) fn narrow(&mut self) {
        for (frame, motion) in self.frames.iter_mut().zip(self.motion.chunks_exact(6)) {
            let [t0, t1, t2, w0, w1, w2] = std::array::from_fn(|k| motion[k] as f32);
            let turn = [[0.0, w2, -w1, 0.0], [-w2, 0.0, w0, 0.0], [w1, -w0, 0.0, 0.0]];
            *frame = ([t0, t1, t2, 0.0], turn);
        }
    }

    /// z plus what a node moves by with its aggregate.
    #[inline(always)]
    pub(in crate::sparse) fn add_single(&self, node: usize, z: [f32; 4]) -> [f32; 4] {
        let (translation, turn) = &self.frames[self.of[node] as usize];
        let [a, b, c] = self.arms[node];
        if self.held[node] == 0 {
            return add_product(add_scaled(z, 1.0, *translation), turn, [a, b, c, 0.0]);
        }
        let moved = self.motion(node);
        [z[0] + moved[0] as f32, z[1] + moved[1] as f32, z[2] + moved[2] as f32, 0.0]
    }

    /// What a node moves by with its aggregate.
    #[inline(always)]
    fn motion(&self, node: usize) -> [f64; 3] {
        let motion = &self.motion[6 * self.of[node] as usize..][..6];
        let turned = cross([motion[3], motion[4], motion[5]], self.arms[node].map(f64::from));
        masked([motion[0] + turned[0], motion[1] + turned[1], motion[2] + turned[2]], self.held[node])
    }

    /// Adds the motion of their aggregates to the nodes from `first` on.
    #[inline]
    pub(super) fn add_motion(&self, first: usize, z: &mut [f64]) {
        for (offset, z) in z.chunks_exact_mut(3).enumerate() {
            let moved = self.motion(first + offset);
            (0..3).for_each(|c| z[c] += moved[c]);
        }
    }
}

/// Two coarse nodes per aggregate; aggregates are neighbours if nodes of theirs are.
fn coarse_pattern(fine: &Pattern, aggregates: &Aggregates, of: &[u32]) -> Pattern {
    let mut pairs = Vec::new();
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
        let own = 2 * aggregate as u32;
        pairs.extend(others.iter().flat_map(|&b| [own, own + 1, 2 * b, 2 * b + 1]));
    }
    Pattern::from_stencils(2 * aggregates.len(), [(4, &pairs[..])])
}

fn places(fine: &Pattern, coarse: &Pattern, of: &[u32]) -> Option<Vec<u16>> {
    let mut places = Vec::with_capacity(fine.blocks());
    for (i, &aggregate) in of.iter().enumerate() {
        let columns = coarse.row(2 * aggregate as usize);
        for &j in fine.row(i) {
            let column = 2 * of[j as usize];
            places.push(u16::try_from(columns.partition_point(|&c| c < column)).ok()?);
        }
    }
    Some(places)
}

#[inline(always)]
fn add_pair(pair: &mut [f64], first: &[f64; 9], second: &[f64; 9]) {
    for e in 0..9 {
        pair[e] += first[e];
        pair[9 + e] += second[e];
    }
}

/// Keeps a block on the diagonal from being singular.
fn settle(block: &mut [f64]) {
    let trace = block[0] + block[4] + block[8];
    for c in 0..3 {
        block[4 * c] += if trace > 0.0 { EPSILON * trace } else { 1.0 };
    }
}

#[inline(always)]
fn masked(mut v: [f64; 3], held: u8) -> [f64; 3] {
    if held != 0 {
        (0..3).filter(|&c| held >> c & 1 == 1).for_each(|c| v[c] = 0.0);
    }
    v
}

/// Each column of the block crossed with the arm: r × column.
#[inline(always)]
fn torque(arm: &[f64; 3], block: &[f64; 9]) -> [f64; 9] {
    let mut out = [0.0; 9];
    for c in 0..3 {
        let column = cross(*arm, [block[3 * c], block[3 * c + 1], block[3 * c + 2]]);
        out[3 * c..3 * c + 3].copy_from_slice(&column);
    }
    out
}

/// The block times the matrix of ω ↦ ω × r.
#[inline(always)]
fn turn(block: &[f64; 9], r: &[f64; 3]) -> [f64; 9] {
    let mut out = [0.0; 9];
    for i in 0..3 {
        let (a, b, c) = (block[i], block[3 + i], block[6 + i]);
        out[i] = r[1] * c - r[2] * b;
        out[3 + i] = r[2] * a - r[0] * c;
        out[6 + i] = r[0] * b - r[1] * a;
    }
    out
}
