//! Anderson acceleration of a fixed-point iteration v ← G(v).
//!
//! With the residual f = G(v) − v and the changes Δf, ΔG of the last iterations the next point is G(v) − ΔG γ, where γ
//! minimizes ‖f − Δf γ‖: what the iteration would reach if it were linear. For ADMM the variable is that of the
//! Douglas–Rachford iteration behind it (\[Ouyang20\]). It can only be trusted while residuals go down; the caller
//! goes back to the plain iteration where they do not.

use crate::sparse::vector::{axpy, dot};

/// Columns at most.
pub(super) const MOST: usize = 16;

/// The last iterations, as columns.
#[derive(Debug, Default)]
pub(super) struct Anderson {
    residuals: Vec<Vec<f64>>,
    images: Vec<Vec<f64>>,
    /// ΔfᵀΔf.
    gram: [[f64; MOST]; MOST],
    /// f and G(v) of the iteration before.
    last_residual: Vec<f64>,
    last_image: Vec<f64>,
    /// Columns in use, and the oldest of them.
    used: usize,
    next: usize,
    started: bool,
}

impl Anderson {
    /// Forgets all iterations.
    pub(super) fn forget(&mut self) {
        self.used = 0;
        self.next = 0;
        self.started = false;
    }

    /// Whether the last point was another than the plain iterate.
    pub(super) fn accelerates(&self) -> bool {
        self.used > 0
    }

    /// The plain iterate of the last iteration.
    pub(super) fn last_image(&self) -> &[f64] {
        &self.last_image
    }

    /// Puts the next point in place of the image G(v), which is kept; `residual` is G(v) − v. Uses up to `memory`
    /// iterations before this one.
    pub(super) fn next(&mut self, memory: usize, residual: &[f64], image: &mut [f64]) {
        let memory = memory.min(MOST);
        let n = image.len();
        self.residuals.resize_with(memory, || vec![0.0; n]);
        self.images.resize_with(memory, || vec![0.0; n]);
        if self.started {
            let column = self.next;
            difference(residual, &self.last_residual, &mut self.residuals[column]);
            difference(image, &self.last_image, &mut self.images[column]);
            self.used = (self.used + 1).min(memory);
            self.next = (self.next + 1) % memory;
            for other in 0..self.used {
                let product = dot(&self.residuals[column], &self.residuals[other]);
                self.gram[column][other] = product;
                self.gram[other][column] = product;
            }
        }
        self.started = true;
        keep(residual, &mut self.last_residual);
        keep(image, &mut self.last_image);
        let mut gamma = [0.0; MOST];
        for (gamma, column) in gamma.iter_mut().zip(&self.residuals[..self.used]) {
            *gamma = dot(column, residual);
        }
        if solve(&self.gram, self.used, &mut gamma) {
            for (gamma, column) in gamma.iter().zip(&self.images[..self.used]) {
                axpy(-gamma, column, image);
            }
        }
    }
}

fn keep(from: &[f64], to: &mut Vec<f64>) {
    to.resize(from.len(), 0.0);
    to.copy_from_slice(from);
}

fn difference(a: &[f64], b: &[f64], out: &mut [f64]) {
    out.copy_from_slice(a);
    axpy(-1.0, b, out);
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
                let residual: Vec<f64> = image.iter().zip(&v).map(|(g, v)| g - v).collect();
                anderson.next(4, &residual, &mut image);
                v = image;
            }
            for (v, rate) in v.iter().zip(rates) {
                assert!((v - 1.0 / (1.0 - rate)).abs() < 1e-6, "{v}");
            }
        }
    }
}
