//! Cheap approximate inverses.
//!
//! A preconditioner must be positive definite whatever the matrix is: only then does a direction of negative
//! curvature met by [`Cg`](super::Cg) say something about the matrix, and only then is
//! [`Minres`](super::Minres) defined.

use rayon::prelude::*;

use super::quads::Quads;
use super::single::{Levels, Local};
use super::{Operator, vector};

/// Nodes handed to one task while diagonal blocks are inverted.
const NODES: usize = 2048;

/// A positive definite approximation M⁻¹ of the inverse of a matrix.
pub trait Preconditioner: Send {
    /// z = M⁻¹r; returns rᵀz.
    fn apply_dot(&mut self, r: &[f64], z: &mut [f64]) -> f64;

    /// What it is made of, for solvers that keep it in their own precision; none if it is something else.
    fn levels(&mut self) -> Option<Levels<'_>> {
        None
    }
}

/// No preconditioning: M = 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Identity;

impl Preconditioner for Identity {
    fn apply_dot(&mut self, r: &[f64], z: &mut [f64]) -> f64 {
        let copy = |range: std::ops::Range<usize>, [z]: [&mut [f64]; 1]| {
            z.copy_from_slice(&r[range]);
            vector::dot_chunk(z, z)
        };
        vector::chunked(r.len(), [z], copy).sum()
    }

    fn levels(&mut self) -> Option<Levels<'_>> {
        Some(Levels { local: Local::Identity, coarse: None })
    }
}

/// M = |diagonal of A|.
#[derive(Clone, Debug, Default)]
pub struct Jacobi {
    blocks: Vec<[f64; 9]>,
    inverse: Vec<f64>,
}

impl Jacobi {
    /// Takes the diagonal of `a`. Allocates only if the size changed. Returns whether the operator has one to
    /// offer; if not, this is the identity.
    pub fn update(&mut self, a: &dyn Operator) -> bool {
        self.blocks.resize(a.len() / 3, [0.0; 9]);
        self.inverse.resize(a.len(), 1.0);
        let known = a.block_diagonal(&mut self.blocks);
        if !known {
            self.inverse.fill(1.0);
        } else {
            for (inverse, block) in self.inverse.chunks_exact_mut(3).zip(&self.blocks) {
                for c in 0..3 {
                    inverse[c] = positive_inverse(block[4 * c]);
                }
            }
        }
        known
    }
}

impl Preconditioner for Jacobi {
    fn apply_dot(&mut self, r: &[f64], z: &mut [f64]) -> f64 {
        let inverse = &self.inverse;
        let scale = |range: std::ops::Range<usize>, [z]: [&mut [f64]; 1]| {
            let r = &r[range.clone()];
            for ((z, r), m) in z.iter_mut().zip(r).zip(&inverse[range]) {
                *z = m * r;
            }
            vector::dot_chunk(r, z)
        };
        vector::chunked(r.len(), [z], scale).sum()
    }

    fn levels(&mut self) -> Option<Levels<'_>> {
        Some(Levels { local: Local::Diagonal(&self.inverse), coarse: None })
    }
}

/// M = the 3×3 blocks on the diagonal of A, and those of order twelve of four nodes that belong together. A block that is not
/// positive definite is replaced by the absolute values of its diagonal, a large one by its small ones.
#[derive(Clone, Debug, Default)]
pub struct BlockJacobi {
    inverse: Vec<[f64; 9]>,
    quads: Quads,
}

impl BlockJacobi {
    /// Takes the diagonal blocks of `a`. Allocates only if the size changed. Returns whether the operator has
    /// them to offer; if not, this is the identity.
    pub fn update(&mut self, a: &dyn Operator) -> bool {
        self.inverse.resize(a.len() / 3, [0.0; 9]);
        let known = a.block_diagonal(&mut self.inverse);
        if known {
            self.inverse.par_chunks_mut(NODES).flatten_iter().for_each(|block| *block = inverse(block));
        } else {
            self.inverse.fill([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        }
        self.quads.clear();
        known
    }

    /// The same, with the nodes from each of `firsts` on in fours: those of bodies whose stiffness is all within.
    pub fn update_with(&mut self, a: &dyn Operator, firsts: &[u32]) -> bool {
        let known = self.update(a);
        if known && !firsts.is_empty() {
            self.quads.update(a, firsts);
        }
        known
    }
}

impl BlockJacobi {
    /// The small blocks, where they are all there is.
    pub(super) fn local(&self) -> Option<Local<'_>> {
        self.quads.is_empty().then_some(Local::Blocks(&self.inverse))
    }

    /// z = M⁻¹r for a range of coordinates that begins with a node.
    #[inline]
    pub(super) fn multiply(&self, range: std::ops::Range<usize>, r: &[f64], z: &mut [f64]) {
        let first = range.start / 3;
        let here = &r[range];
        for ((z, r), m) in z.chunks_exact_mut(3).zip(here.chunks_exact(3)).zip(&self.inverse[first..]) {
            for i in 0..3 {
                z[i] = m[i] * r[0] + m[3 + i] * r[1] + m[6 + i] * r[2];
            }
        }
        self.quads.multiply(first, r, z);
    }
}

impl Preconditioner for BlockJacobi {
    fn apply_dot(&mut self, r: &[f64], z: &mut [f64]) -> f64 {
        let multiply = |range: std::ops::Range<usize>, [z]: [&mut [f64]; 1]| {
            self.multiply(range.clone(), r, z);
            vector::dot_chunk(&r[range], z)
        };
        vector::chunked(r.len(), [z], multiply).sum()
    }

    fn levels(&mut self) -> Option<Levels<'_>> {
        Some(Levels { local: self.local()?, coarse: None })
    }
}

/// 1/|d|, or 1 where that is no positive number.
fn positive_inverse(d: f64) -> f64 {
    let inverse = 1.0 / d.abs();
    if inverse.is_finite() && inverse > 0.0 { inverse } else { 1.0 }
}

/// Inverse of a symmetric 3×3 block by LDLᵀ, or that of its absolute diagonal if a pivot is not clearly positive.
fn inverse(a: &[f64; 9]) -> [f64; 9] {
    /// A pivot this much smaller than its diagonal entry is rounding error.
    const NEGLIGIBLE: f64 = 1e-13;
    let d0 = a[0];
    let (l1, l2) = (a[1] / d0, a[2] / d0);
    let d1 = a[4] - l1 * a[1];
    let s = a[5] - l1 * a[2];
    let l3 = s / d1;
    let d2 = a[8] - l2 * a[2] - l3 * s;
    let definite = d0 > 0.0 && d1 > NEGLIGIBLE * a[4].abs() && d2 > NEGLIGIBLE * a[8].abs();
    let (i0, i1, i2) = (1.0 / d0, 1.0 / d1, 1.0 / d2);
    if !(definite && i0.is_finite() && i1.is_finite() && i2.is_finite()) {
        return [
            positive_inverse(a[0]),
            0.0,
            0.0,
            0.0,
            positive_inverse(a[4]),
            0.0,
            0.0,
            0.0,
            positive_inverse(a[8]),
        ];
    }
    // Rows of L⁻¹: (1), (−l1, 1), (k, −l3, 1); the inverse is L⁻ᵀ D⁻¹ L⁻¹.
    let k = l1 * l3 - l2;
    let m10 = -l1 * i1 - l3 * k * i2;
    let m20 = k * i2;
    let m21 = -l3 * i2;
    let m00 = i0 + l1 * l1 * i1 + k * k * i2;
    let m11 = i1 + l3 * l3 * i2;
    [m00, m10, m20, m10, m11, m21, m20, m21, i2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::{grid, laplacian, random_symmetric, random_vector};

    #[test]
    fn blocks_are_inverted() {
        let a = [4.0, 1.0, -0.5, 1.0, 3.0, 0.25, -0.5, 0.25, 2.0];
        let m = inverse(&a);
        for i in 0..3 {
            for j in 0..3 {
                let product: f64 = (0..3).map(|k| a[3 * k + i] * m[3 * j + k]).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn an_indefinite_singular_or_broken_block_becomes_a_positive_diagonal() {
        let expected = |d: [f64; 3]| [d[0], 0.0, 0.0, 0.0, d[1], 0.0, 0.0, 0.0, d[2]];
        assert_eq!(inverse(&[1.0, 2.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0, -4.0]), expected([1.0, 1.0, 0.25]));
        assert_eq!(inverse(&[2.0, 2.0, 0.0, 2.0, 2.0, 0.0, 0.0, 0.0, 1.0]), expected([0.5, 0.5, 1.0]));
        assert_eq!(inverse(&[0.0; 9]), expected([1.0; 3]));
        assert_eq!(inverse(&[f64::NAN; 9]), expected([1.0; 3]));
    }

    #[test]
    fn every_preconditioner_stays_positive_on_an_indefinite_matrix() {
        let a = random_symmetric(grid(7, 6, 5), 9);
        let (mut jacobi, mut block) = (Jacobi::default(), BlockJacobi::default());
        assert!(jacobi.update(&a) && block.update(&a));
        let preconditioners: [&mut dyn Preconditioner; 3] = [&mut Identity, &mut jacobi, &mut block];
        for m in preconditioners {
            for seed in 0..20 {
                let r = random_vector(a.len(), seed);
                let mut z = vec![0.0; a.len()];
                let dot = m.apply_dot(&r, &mut z);
                assert!(dot > 0.0);
                assert!((dot - vector::dot(&r, &z)).abs() <= 1e-12 * dot.abs());
            }
        }
    }

    #[test]
    fn jacobi_divides_by_the_diagonal() {
        let a = laplacian(grid(3, 2, 2), 0.5);
        let mut m = Jacobi::default();
        m.update(&a);
        let mut z = vec![0.0; a.len()];
        m.apply_dot(&vec![1.0; a.len()], &mut z);
        let k = a.pattern().diagonal()[4];
        assert_eq!(z[13], 1.0 / a.block(k)[4]);
    }
}
