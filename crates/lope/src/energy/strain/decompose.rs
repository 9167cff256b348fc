//! Singular values of deformations that are not 3×3, and matrices in quads.

use crate::math::small::dot;
use crate::math::svd2::svd2;
use crate::math::{Lane, Quad, Spectrum};

/// A column of a matrix.
#[inline(always)]
pub(super) fn column<L: Lane, const R: usize, const C: usize>(m: &[[L; C]; R], j: usize) -> [L; R] {
    let mut out = [L::splat(0.0); R];
    for i in 0..R {
        out[i] = m[i][j];
    }
    out
}

/// Decompositions of plane deformations; the stretch out of the plane is one.
#[inline(always)]
pub(super) fn decompose2<L: Lane>(f: &[[Quad; 9]], spectra: &mut [Spectrum]) {
    for (f, out) in f.iter().zip(spectra) {
        for part in 0..L::PER_QUAD {
            let svd = svd2(&load::<L, 2, 2>(f, part));
            for i in 0..2 {
                svd.sigma[i].store(&mut out.sigma[i], part);
                for j in 0..2 {
                    svd.u[i][j].store(&mut out.u[2 * i + j], part);
                    svd.v[i][j].store(&mut out.v[2 * i + j], part);
                }
            }
        }
        out.sigma[2] = Quad::ONE;
    }
}

/// Decompositions of the deformations of membranes: F = QR with two orthonormal columns in Q, and R like one of the plane.
#[inline(always)]
pub(super) fn decompose32<L: Lane>(f: &[[Quad; 9]], spectra: &mut [Spectrum]) {
    for (f, out) in f.iter().zip(spectra) {
        for part in 0..L::PER_QUAD {
            let m: [[L; 2]; 3] = load(f, part);
            let (frame, inside) = orthonormal(&m);
            let svd = svd2(&[[inside[0][0], inside[0][1]], [inside[1][0], inside[1][1]]]);
            for i in 0..3 {
                for j in 0..2 {
                    let entry = frame[i][0].mul_add(svd.u[0][j], frame[i][1] * svd.u[1][j]);
                    entry.store(&mut out.u[2 * i + j], part);
                }
            }
            for i in 0..2 {
                svd.sigma[i].store(&mut out.sigma[i], part);
                (0..2).for_each(|j| svd.v[i][j].store(&mut out.v[2 * i + j], part));
            }
        }
        out.sigma[2] = Quad::ONE;
    }
}

/// F = QR of a membrane: two orthonormal columns (where F has two directions), and a matrix of the plane whose determinant is not
/// negative. Of what is no membrane: the same in its first two columns.
#[inline(always)]
pub(super) fn orthonormal<L: Lane, const R: usize, const C: usize>(
    m: &[[L; C]; R],
) -> ([[L; C]; R], [[L; C]; C]) {
    let three = |column: [L; R]| {
        let mut out = [L::splat(0.0); 3];
        out[..R].copy_from_slice(&column);
        out
    };
    let (mut first, mut second) = (three(column(m, 0)), three(column(m, 1)));
    let length = unit(&mut first);
    let along = dot(&first, &second);
    for i in 0..3 {
        second[i] = L::neg_mul_add(along, first[i], second[i]);
    }
    let height = unit(&mut second);
    let mut frame = *m;
    for i in 0..R {
        (frame[i][0], frame[i][1]) = (first[i], second[i]);
    }
    let mut inside = [[L::splat(0.0); C]; C];
    (inside[0][0], inside[0][1], inside[1][1]) = (length, along, height);
    (frame, inside)
}

/// Makes a vector one of length 1, unless it is zero; returns its length.
#[inline(always)]
fn unit<L: Lane>(v: &mut [L; 3]) -> L {
    let length = dot(v, v).sqrt();
    let over = L::splat(1.0) / length.max(L::splat(f64::MIN_POSITIVE));
    for i in 0..3 {
        v[i] = v[i] * over;
    }
    length
}

/// One pack of the R×C matrices stored by rows in `quads`.
#[inline(always)]
pub(super) fn load<L: Lane, const R: usize, const C: usize>(quads: &[Quad; 9], part: usize) -> [[L; C]; R] {
    let mut m = [[L::splat(0.0); C]; R];
    for i in 0..R {
        for j in 0..C {
            m[i][j] = L::load(&quads[C * i + j], part);
        }
    }
    m
}
