//! The inner loop of springs: four at a time.

use std::ops::Range;

use super::{Form, SHORTEST};
use crate::energy::gradient_slot;
use crate::math::{Kernel, Lane, Quad, Real};

/// Four springs; those that fill up the last batch join node 0 to itself and have no stiffness.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch {
    /// Node numbers, `nodes[end][lane]`.
    pub(super) nodes: [[u32; Quad::LEN]; 2],
    /// Rest lengths, m.
    pub(super) length: Quad,
    /// Stiffnesses, N/m.
    pub(super) stiffness: Quad,
}

impl Batch {
    /// Springs in fours.
    pub(super) fn all(nodes: &[u32], length: &[f64], stiffness: &[f64]) -> Vec<Self> {
        let parts =
            nodes.chunks(2 * Quad::LEN).zip(length.chunks(Quad::LEN)).zip(stiffness.chunks(Quad::LEN));
        let batch = |((nodes, length), stiffness): ((&[u32], &[f64]), &[f64])| {
            let mut batch = Self { nodes: [[0; Quad::LEN]; 2], length: Quad::ONE, stiffness: Quad::ZERO };
            for (lane, pair) in nodes.chunks_exact(2).enumerate() {
                batch.nodes[0][lane] = pair[0];
                batch.nodes[1][lane] = pair[1];
            }
            batch.length.0[..length.len()].copy_from_slice(length);
            batch.stiffness.0[..stiffness.len()].copy_from_slice(stiffness);
            batch
        };
        parts.map(batch).collect()
    }
}

/// What a spring does at a length whose square is given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Response<R> {
    pub(super) value: R,
    /// Force per length along the spring's vector d: ∂E/∂d = pull·d.
    pub(super) pull: R,
    /// Eigenvalues of ∂²E/∂d², along d and across it.
    pub(super) along: R,
    pub(super) across: R,
}

#[inline(always)]
pub(super) fn respond<R: Real>(form: Form, rest: R, k: R, square: R) -> Response<R> {
    let (zero, one, half) = (R::splat(0.0), R::splat(1.0), R::splat(0.5));
    match form {
        Form::Hookean => {
            let length = square.sqrt();
            let stretch = length - rest;
            let shortest = (R::splat(SHORTEST) * rest).max(R::splat(f64::MIN_POSITIVE));
            let there = R::lt(zero, length);
            let pull = R::select(there, k * stretch / R::select(there, length, one), zero);
            let across = R::select(R::lt(length, shortest), k * (one - rest / shortest), pull);
            Response { value: half * k * stretch * stretch, pull, along: k, across }
        }
        Form::Squared => {
            let ratio = square / (rest * rest);
            let strain = ratio - one;
            let pull = half * k * strain;
            let value = R::splat(0.125) * k * rest * rest * strain * strain;
            Response { value, pull, along: pull + k * ratio, across: pull }
        }
    }
}

/// Values, and gradients where there is room for them, of the springs in `elements`.
pub(super) struct Pull<'a> {
    pub(super) form: Form,
    pub(super) batches: &'a [Batch],
    pub(super) x: &'a [f64],
    pub(super) elements: Range<usize>,
    pub(super) gradient: Option<&'a mut [f64]>,
}

impl Kernel for Pull<'_> {
    type Out = f64;

    #[inline(always)]
    fn run<L: Lane>(mut self) -> f64 {
        const STRIDE: usize = gradient_slot(2);
        let Range { start, end } = self.elements;
        let mut sums = Quad::ZERO;
        for (number, batch) in self.batches[start / Quad::LEN..end.div_ceil(Quad::LEN)].iter().enumerate() {
            for part in 0..L::PER_QUAD {
                let lanes = part * L::N;
                let first = number * Quad::LEN + lanes;
                let a = L::gather3(self.x, &batch.nodes[0][lanes..]);
                let b = L::gather3(self.x, &batch.nodes[1][lanes..]);
                let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
                let square = d[2].mul_add(d[2], d[1].mul_add(d[1], d[0] * d[0]));
                let (rest, k) = (L::load(&batch.length, part), L::load(&batch.stiffness, part));
                let Response { value, pull, .. } = respond(self.form, rest, k, square);
                (L::load(&sums, part) + value).store(&mut sums, part);
                if let Some(gradient) = &mut self.gradient {
                    let [x, y, z] = d.map(|d| pull * d);
                    let count = (end - start).saturating_sub(first).min(L::N);
                    let slots = &mut gradient[STRIDE * first.min(end - start)..];
                    L::store_transposed(&[-x, -y, -z, x, y, z], slots, STRIDE, count);
                }
            }
        }
        let [a, b, c, d] = sums.0;
        (a + b) + (c + d)
    }
}
