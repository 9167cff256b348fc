//! Anderson acceleration of a fixed-point iteration v ← G(v).
//!
//! With the residual f = G(v) − v and the changes Δf, ΔG of the last iterations the next point is G(v) − ΔG γ, where γ
//! minimizes ‖f − Δf γ‖: what the iteration would reach if it were linear. For ADMM the variable is that of the
//! Douglas–Rachford iteration behind it (\[Ouyang20\]). It can only be trusted while residuals go down; the caller
//! goes back to the plain iteration where they do not.

//!
//! The columns are as long as the split variables, many times the number of unknowns: what is done with them is bound by
//! memory. So an iteration reads each of them once, in pieces that stay in the cache: [`Anderson::look`] the Δf, and
//! [`Anderson::next`] the ΔG.

use rayon::prelude::*;

use crate::math::{Kernel, Lane, dispatch};

/// Columns at most.
pub(super) const MOST: usize = 16;

/// Numbers of a piece. Fixed, so that sums have the same bits for any number of threads.
const PIECE: usize = 2048;

/// The last iterations, as columns.
#[derive(Debug, Default)]
pub(super) struct Anderson {
    residuals: Vec<Vec<f64>>,
    images: Vec<Vec<f64>>,
    /// ΔfᵀΔf.
    gram: [[f64; MOST]; MOST],
    /// Δfᵀf, then γ.
    gamma: [f64; MOST],
    /// f and G(v) of the iteration before.
    last_residual: Vec<f64>,
    last_image: Vec<f64>,
    /// Columns in use, and the oldest of them.
    used: usize,
    next: usize,
    /// The column of this iteration, if there was one before.
    column: Option<usize>,
    started: bool,
    /// Whether the last point was another than the plain iterate.
    accelerated: bool,
    sums: Vec<Sums>,
}

/// What a piece adds: ‖f‖², and for each column its products with the new one and with f.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    square: f64,
    with_column: [f64; MOST],
    with_residual: [f64; MOST],
}

impl Anderson {
    /// Forgets all iterations.
    pub(super) fn forget(&mut self) {
        self.used = 0;
        self.next = 0;
        self.column = None;
        self.started = false;
        self.accelerated = false;
    }

    /// Whether the last point was another than the plain iterate.
    pub(super) fn accelerates(&self) -> bool {
        self.accelerated
    }

    /// The plain iterate of the last iteration.
    pub(super) fn last_image(&self) -> &[f64] {
        &self.last_image
    }

    /// Takes in the residual f = G(v) − v of an iteration, of which up to `memory` are kept; returns ‖f‖.
    pub(super) fn look(&mut self, memory: usize, image: &[f64], v: &[f64]) -> f64 {
        let (memory, n) = (memory.min(MOST), image.len());
        for columns in [&mut self.residuals, &mut self.images] {
            columns.resize_with(memory, Vec::new);
            columns.iter_mut().for_each(|column| column.resize(n, 0.0));
        }
        self.last_residual.resize(n, 0.0);
        self.last_image.resize(n, 0.0);
        self.sums.resize(n.div_ceil(PIECE), Sums::default());
        self.column = (self.started && memory > 0).then_some(self.next);
        if self.column.is_some() {
            self.used = (self.used + 1).min(memory);
            self.next = (self.next + 1) % memory;
        }
        self.started = true;

        let mut own =
            self.column.map(|column| std::mem::take(&mut self.residuals[column])).unwrap_or_default();
        let others = &self.residuals[..self.used];
        let body = |number: usize, last: &mut [f64], own: &mut [f64], sums: &mut Sums| {
            let start = number * PIECE;
            *sums = Sums::default();
            dispatch(Look { start, image: &image[start..], v: &v[start..], last, own, others, sums });
        };
        let pieces = self.last_residual.par_chunks_mut(PIECE).zip(self.sums.par_iter_mut()).enumerate();
        if own.is_empty() {
            pieces.for_each(|(number, (last, sums))| body(number, last, &mut [], sums));
        } else {
            let pieces = pieces.zip(own.par_chunks_mut(PIECE));
            pieces.for_each(|((number, (last, sums)), own)| body(number, last, own, sums));
        }

        let mut all = Sums::default();
        for sums in &self.sums {
            all.square += sums.square;
            for k in 0..self.used {
                all.with_column[k] += sums.with_column[k];
                all.with_residual[k] += sums.with_residual[k];
            }
        }
        if let Some(column) = self.column {
            self.residuals[column] = own;
            for k in 0..self.used {
                self.gram[column][k] = all.with_column[k];
                self.gram[k][column] = all.with_column[k];
            }
        }
        self.gamma = all.with_residual;
        all.square.sqrt()
    }

    /// Puts the next point in place of the image G(v) that was looked at, which is kept.
    pub(super) fn next(&mut self, image: &mut [f64]) {
        if !solve(&self.gram, self.used, &mut self.gamma) {
            self.gamma = [0.0; MOST];
        }
        self.accelerated = self.used > 0;
        let gamma = self.gamma;
        let mut own = self.column.map(|column| std::mem::take(&mut self.images[column])).unwrap_or_default();
        let others = &self.images[..self.used];
        let part = self.column.map_or(0.0, |column| gamma[column]);
        let body = |number: usize, image: &mut [f64], last: &mut [f64], own: &mut [f64]| {
            let start = number * PIECE;
            dispatch(Combine { start, image, last, own, part, others, gamma: &gamma });
        };
        let pieces = image.par_chunks_mut(PIECE).zip(self.last_image.par_chunks_mut(PIECE)).enumerate();
        if own.is_empty() {
            pieces.for_each(|(number, (image, last))| body(number, image, last, &mut []));
        } else {
            let pieces = pieces.zip(own.par_chunks_mut(PIECE));
            pieces.for_each(|((number, (image, last)), own)| body(number, image, last, own));
        }
        if let Some(column) = self.column {
            self.images[column] = own;
        }
    }
}

/// One piece of [`Anderson::look`]; `own` is the new column, which is missing among the others, or empty.
struct Look<'a> {
    start: usize,
    image: &'a [f64],
    v: &'a [f64],
    last: &'a mut [f64],
    own: &'a mut [f64],
    others: &'a [Vec<f64>],
    sums: &'a mut Sums,
}

impl Kernel for Look<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { start, image, v, last, own, others, sums } = self;
        let n = last.len();
        let (image, v) = (&image[..n], &v[..n]);
        if own.is_empty() {
            for i in 0..n {
                last[i] = image[i] - v[i];
            }
        } else {
            let own = &mut own[..n];
            for i in 0..n {
                let residual = image[i] - v[i];
                own[i] = residual - last[i];
                last[i] = residual;
            }
        }
        sums.square = product(last, last);
        if own.is_empty() {
            return;
        }
        for (k, other) in others.iter().enumerate() {
            let other = if other.is_empty() { &*own } else { &other[start..start + n] };
            sums.with_column[k] = product(own, other);
            sums.with_residual[k] = product(last, other);
        }
    }
}

/// One piece of [`Anderson::next`].
struct Combine<'a> {
    start: usize,
    image: &'a mut [f64],
    last: &'a mut [f64],
    own: &'a mut [f64],
    part: f64,
    others: &'a [Vec<f64>],
    gamma: &'a [f64; MOST],
}

impl Kernel for Combine<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { start, image, last, own, part, others, gamma } = self;
        let n = image.len();
        let last = &mut last[..n];
        if own.is_empty() {
            last.copy_from_slice(image);
            return;
        }
        let own = &mut own[..n];
        for i in 0..n {
            own[i] = image[i] - last[i];
            last[i] = image[i];
            image[i] -= part * own[i];
        }
        for (other, &gamma) in others.iter().zip(gamma).filter(|(other, _)| !other.is_empty()) {
            for (image, other) in image.iter_mut().zip(&other[start..start + n]) {
                *image -= gamma * other;
            }
        }
    }
}

/// aᵀb in sixteen lanes.
#[inline(always)]
fn product(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 16];
    let (a, a_rest) = a.as_chunks::<16>();
    let (b, b_rest) = b.as_chunks::<16>();
    for (a, b) in a.iter().zip(b) {
        for lane in 0..16 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    for ((sum, a), b) in sums.iter_mut().zip(a_rest).zip(b_rest) {
        *sum += a * b;
    }
    sums.iter().sum()
}

/// Solves the normal equations in place, slightly regularized; false where they are not definite.
fn solve(gram: &[[f64; MOST]; MOST], count: usize, b: &mut [f64; MOST]) -> bool {
    let largest = (0..count).fold(0.0, |most: f64, i| most.max(gram[i][i]));
    let mut l = [[0.0; MOST]; MOST];
    for i in 0..count {
        for j in 0..=i {
            let shift = if i == j { 1e-12 * largest } else { 0.0 };
            let sum = gram[i][j] + shift - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
            if i != j {
                l[i][j] = sum / l[j][j];
            } else if sum > 0.0 {
                l[i][i] = sum.sqrt();
            } else {
                return false;
            }
        }
        b[i] = (b[i] - (0..i).map(|k| l[i][k] * b[k]).sum::<f64>()) / l[i][i];
    }
    for i in (0..count).rev() {
        b[i] = (b[i] - (i + 1..count).map(|k| l[k][i] * b[k]).sum::<f64>()) / l[i][i];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A linear iteration in as many dimensions as columns is solved when these are full.
    #[test]
    fn linear_iterations_end_after_as_many_steps_as_dimensions() {
        let rates = [0.9, 0.5, -0.7, 0.99];
        let map = |v: &[f64]| -> Vec<f64> { v.iter().zip(rates).map(|(v, rate)| 1.0 + rate * v).collect() };
        let mut anderson = Anderson::default();
        for _ in 0..2 {
            anderson.forget();
            let mut v = vec![0.0; 4];
            for _ in 0..6 {
                let mut image = map(&v);
                anderson.look(4, &image, &v);
                anderson.next(&mut image);
                v = image;
            }
            for (v, rate) in v.iter().zip(rates) {
                assert!((v - 1.0 / (1.0 - rate)).abs() < 1e-6, "{v}");
            }
        }
    }
}
