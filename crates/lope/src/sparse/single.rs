//! Conjugate gradients in single precision.
//!
//! An iteration is bound by memory, and half of what it moves are vectors. So here all of it is rounded: the matrix, of
//! which only one triangle is kept, the vectors, and the preconditioner. Sums are taken in double precision. A solve to
//! a relative 1e-3 or coarser loses nothing by it; what it found has to be checked with the matrix itself, because
//! rounding may make a nearly singular matrix another one.
//!
//! Nodes have four numbers, the last of them zero: a node is one register, and nothing straddles two.

mod kernel;
mod matrix;

use rayon::prelude::*;

use super::two_level::Coarse;
use super::{Answer, BlockMatrix, ContactBlocks, KrylovInfo, KrylovParams, vector};
use crate::math::{Kernel, Lane, dispatch};
use matrix::SingleMatrix;

/// A node of a vector.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub(super) struct Node(pub(super) [f32; 4]);

impl Node {
    #[inline(always)]
    fn widen(self) -> [f64; 3] {
        let [x, y, z, _] = self.0;
        [x.into(), y.into(), z.into()]
    }
}

/// A 3×3 matrix by columns, each filled up with a zero.
pub(super) type Columns = [[f32; 4]; 3];

/// a + sb.
#[inline(always)]
pub(super) fn add_scaled(a: [f32; 4], s: f32, b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|c| a[c] + s * b[c])
}

/// a + Mr.
#[inline(always)]
pub(super) fn add_product(a: [f32; 4], m: &Columns, r: [f32; 4]) -> [f32; 4] {
    add_scaled(add_scaled(add_scaled(a, r[0], m[0]), r[1], m[1]), r[2], m[2])
}

/// Nodes in one task: whole vectors of fewer stay on the calling thread.
const TASK: usize = 2048;

/// The levels of a preconditioner.
pub struct Levels<'a> {
    /// What it does to each node.
    pub(super) local: Local<'a>,
    /// The coarse system.
    pub(super) coarse: Option<&'a mut Coarse>,
}

impl Levels<'_> {
    /// Whether there is a coarse system.
    pub fn is_coarse(&self) -> bool {
        self.coarse.is_some()
    }
}

/// The inverses of what stands for the diagonal of a matrix.
#[derive(Clone, Copy)]
pub(super) enum Local<'a> {
    Identity,
    Diagonal(&'a [f64]),
    /// By columns.
    Blocks(&'a [[f64; 9]]),
}

impl Local<'_> {
    fn of(&self, node: usize) -> Columns {
        let columns = |m: [f64; 9]| {
            std::array::from_fn(|c| [m[3 * c], m[3 * c + 1], m[3 * c + 2], 0.0].map(|m| m as f32))
        };
        match self {
            Self::Identity => columns([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]),
            Self::Diagonal(m) => {
                let m = &m[3 * node..][..3];
                columns([m[0], 0.0, 0.0, 0.0, m[1], 0.0, 0.0, 0.0, m[2]])
            }
            Self::Blocks(blocks) => columns(blocks[node]),
        }
    }
}

/// Preconditioned conjugate gradients on a rounded copy of a matrix, with its work space.
#[derive(Default)]
pub struct SingleCg {
    matrix: Option<SingleMatrix>,
    inverse: Vec<Columns>,
    x: Vec<Node>,
    r: Vec<Node>,
    p: Vec<Node>,
    q: Vec<Node>,
    partial: Vec<[f64; 2]>,
}

impl SingleCg {
    /// Solves Ax = b like [`Cg::solve`](super::Cg::solve), `contacts` being added to the matrix. Where the curvature is found
    /// negative, `direction` says along what.
    pub fn solve(
        &mut self,
        (a, contacts): (&BlockMatrix, Option<&ContactBlocks>),
        mut levels: Levels<'_>,
        b: &[f64],
        x: &mut [f64],
        params: &KrylovParams,
    ) -> KrylovInfo {
        let size = vector::norm(b);
        if !size.is_finite() || size == 0.0 {
            x.fill(0.0);
            let answer = if size == 0.0 { Answer::Solved } else { Answer::Breakdown };
            return KrylovInfo { iterations: 0, residual_norm: size, answer };
        }
        self.load(a, &levels, b, size);
        // The system is scaled so that the right-hand side has the norm one.
        let (iterations, residual, answer) = self.iterate(contacts, levels.coarse.as_deref_mut(), params);
        let from = match answer {
            // At once: the preconditioned right-hand side is what there is.
            Answer::Indefinite { at_iteration: 0 } => &self.p,
            _ => &self.x,
        };
        store(from, size, x);
        KrylovInfo { iterations, residual_norm: residual * size, answer }
    }

    /// The last search direction.
    pub fn direction(&self, p: &mut [f64]) {
        store(&self.p, 1.0, p);
    }

    fn load(&mut self, a: &BlockMatrix, levels: &Levels<'_>, b: &[f64], size: f64) {
        match &mut self.matrix {
            Some(matrix) if a.is_on(matrix.pattern()) => matrix.take(a),
            matrix => *matrix = Some(SingleMatrix::new(a)),
        }
        let nodes = a.rows();
        for vector in [&mut self.x, &mut self.r, &mut self.p, &mut self.q] {
            vector.resize(nodes, Node::default());
        }
        self.inverse.resize(nodes, [[0.0; 4]; 3]);
        self.partial.resize(nodes.div_ceil(TASK), [0.0; 2]);
        let (local, scale) = (levels.local, 1.0 / size);
        let each = self
            .inverse
            .par_chunks_mut(TASK)
            .zip(self.r.par_chunks_mut(TASK))
            .zip(self.x.par_chunks_mut(TASK));
        each.enumerate().for_each(|(task, ((inverse, r), x))| {
            x.fill(Node::default());
            for (offset, (inverse, r)) in inverse.iter_mut().zip(r).enumerate() {
                let node = TASK * task + offset;
                *inverse = local.of(node);
                let b = &b[3 * node..][..3];
                *r = Node([b[0] * scale, b[1] * scale, b[2] * scale, 0.0].map(|b| b as f32));
            }
        });
    }

    fn iterate(
        &mut self,
        contacts: Option<&ContactBlocks>,
        mut coarse: Option<&mut Coarse>,
        params: &KrylovParams,
    ) -> (usize, f64, Answer) {
        let Self { matrix, inverse, x, r, p, q, partial } = self;
        let Some(matrix) = matrix else { return (0, 1.0, Answer::Breakdown) };
        let [_, mut rz] = descend(0.0, q, r, inverse, partial);
        rz += correct(coarse.as_deref_mut(), r);
        advance(0.0, 0.0, r, inverse, coarse.as_deref(), p, x);
        let mut residual = 1.0;
        for iteration in 0..params.max_iterations {
            let mut curvature = matrix.product(p, q);
            if let Some(contacts) = contacts {
                curvature += contacts.add_single(p, q);
            }
            if !curvature.is_finite() || !rz.is_finite() || rz <= 0.0 {
                return (iteration, residual, Answer::Breakdown);
            }
            if curvature <= 0.0 {
                return (iteration + 1, residual, Answer::Indefinite { at_iteration: iteration });
            }
            let (alpha, before) = (rz / curvature, rz);
            let [squared, local] = descend(alpha, q, r, inverse, partial);
            residual = squared.sqrt();
            if residual <= params.relative_tolerance {
                add(alpha, p, x);
                return (iteration + 1, residual, Answer::Solved);
            }
            rz = local + correct(coarse.as_deref_mut(), r);
            advance(alpha, rz / before, r, inverse, coarse.as_deref(), p, x);
        }
        (params.max_iterations, residual, Answer::IterationLimit)
    }
}

/// Solves the coarse system for `r`; returns its part of rᵀM⁻¹r.
fn correct(coarse: Option<&mut Coarse>, r: &[Node]) -> f64 {
    coarse.map_or(0.0, |coarse| {
        let work = coarse.solve(|node| r[node].widen());
        coarse.narrow();
        work
    })
}

/// r ← r − aq; returns ‖r‖² and rᵀD⁻¹r.
fn descend(a: f64, q: &[Node], r: &mut [Node], inverse: &[Columns], partial: &mut [[f64; 2]]) -> [f64; 2] {
    let each =
        r.par_chunks_mut(TASK).zip(q.par_chunks(TASK)).zip(inverse.par_chunks(TASK)).zip(&mut *partial);
    each.for_each(|(((r, q), inverse), partial)| *partial = dispatch(Descend { a: a as f32, q, r, inverse }));
    partial.iter().fold([0.0; 2], |sum, own| [sum[0] + own[0], sum[1] + own[1]])
}

struct Descend<'a> {
    a: f32,
    q: &'a [Node],
    r: &'a mut [Node],
    inverse: &'a [Columns],
}

impl Kernel for Descend<'_> {
    type Out = [f64; 2];

    #[inline(always)]
    fn run<L: Lane>(self) -> [f64; 2] {
        let (mut squared, mut local) = ([0.0; 4], [0.0; 4]);
        for ((r, q), inverse) in self.r.iter_mut().zip(self.q).zip(self.inverse) {
            let next = add_scaled(r.0, -self.a, q.0);
            let z = add_product([0.0; 4], inverse, next);
            r.0 = next;
            let wide = next.map(f64::from);
            squared = std::array::from_fn(|c| squared[c] + wide[c] * wide[c]);
            local = std::array::from_fn(|c| local[c] + wide[c] * f64::from(z[c]));
        }
        [squared, local].map(|s| (s[0] + s[1]) + s[2])
    }
}

/// x ← x + ap, then p ← M⁻¹r + bp.
fn advance(
    a: f64,
    b: f64,
    r: &[Node],
    inverse: &[Columns],
    coarse: Option<&Coarse>,
    p: &mut [Node],
    x: &mut [Node],
) {
    let each = p
        .par_chunks_mut(TASK)
        .zip(x.par_chunks_mut(TASK))
        .zip(r.par_chunks(TASK))
        .zip(inverse.par_chunks(TASK));
    each.enumerate().for_each(|(task, (((p, x), r), inverse))| {
        let first = TASK * task;
        dispatch(Advance { a: a as f32, b: b as f32, r, inverse, coarse, first, p, x });
    });
}

struct Advance<'a> {
    a: f32,
    b: f32,
    r: &'a [Node],
    inverse: &'a [Columns],
    coarse: Option<&'a Coarse>,
    /// Number of the first node.
    first: usize,
    p: &'a mut [Node],
    x: &'a mut [Node],
}

impl Kernel for Advance<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { a, b, r, inverse, coarse, first, p, x } = self;
        let each = p.iter_mut().zip(x).zip(r).zip(inverse).enumerate();
        for (offset, (((p, x), r), inverse)) in each {
            let mut z = add_product([0.0; 4], inverse, r.0);
            if let Some(coarse) = coarse {
                z = coarse.add_single(first + offset, z);
            }
            let before = p.0;
            x.0 = add_scaled(x.0, a, before);
            p.0 = add_scaled(z, b, before);
        }
    }
}

/// y ← y + ax.
fn add(a: f64, x: &[Node], y: &mut [Node]) {
    for (y, x) in y.iter_mut().zip(x) {
        y.0 = add_scaled(y.0, a as f32, x.0);
    }
}

/// x ← size · from.
fn store(from: &[Node], size: f64, x: &mut [f64]) {
    for (x, node) in x.chunks_exact_mut(3).zip(from) {
        (0..3).for_each(|c| x[c] = size * f64::from(node.0[c]));
    }
}

impl ContactBlocks {
    /// y ← y + Fx; returns xᵀFx.
    fn add_single(&self, x: &[Node], y: &mut [Node]) -> f64 {
        self.add_by_nodes(&|node| x[node].widen(), y, &|y, sum| (0..3).for_each(|c| y.0[c] += sum[c] as f32))
    }
}

#[cfg(test)]
mod tests;
