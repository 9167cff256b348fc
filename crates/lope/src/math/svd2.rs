//! Singular value decomposition of 2×2 matrices in closed form, with the conventions of the 3×3 one:
//! rotations on both sides, σ₁ ≥ |σ₂|, σ₂ with the sign of the determinant.

use super::lane::Real;
use super::small::{Matrix, det};
use super::svd3::Svd;

/// Decomposes one pack of matrices.
///
/// A matrix is a multiple of a rotation plus a multiple of a reflection, F = p·Rot(α) + q·Rot(β)·diag(1, −1);
/// then σ = p ± q, U = Rot((α+β)/2) and Vᵀ = Rot((α−β)/2). The half angles come from bisecting unit vectors.
#[inline(always)]
pub fn svd2<R: Real>(f: &Matrix<R, 2>) -> Svd<R, 2> {
    let (zero, one, half) = (R::splat(0.0), R::splat(1.0), R::splat(0.5));
    let largest = f[0][0].abs().max(f[0][1].abs()).max(f[1][0].abs().max(f[1][1].abs()));
    let scale = R::select(R::lt(zero, largest), largest.max(R::splat(1e-290)), one);
    let shrink = one / scale;
    let m = [[f[0][0] * shrink, f[0][1] * shrink], [f[1][0] * shrink, f[1][1] * shrink]];

    let rotation = [(m[0][0] + m[1][1]) * half, (m[1][0] - m[0][1]) * half];
    let reflection = [(m[0][0] - m[1][1]) * half, (m[1][0] + m[0][1]) * half];
    let (alpha, p) = unit(rotation, [one, zero]);
    let (beta, q) = unit(reflection, alpha);
    let large = p + q;
    // p − q would lose the digits of a small value; the determinant keeps them.
    let none = R::le(large, zero);
    let small = R::select(none, zero, det(&m) / R::select(none, one, large));
    let small = small.min(large).max(-large);

    let sum = [alpha[0] + beta[0], alpha[1] + beta[1]];
    let turned = [alpha[1] - beta[1], beta[0] - alpha[0]];
    let acute = R::le(zero, alpha[0].mul_add(beta[0], alpha[1] * beta[1]));
    let bisector = [R::select(acute, sum[0], turned[0]), R::select(acute, sum[1], turned[1])];
    let (u, _) = unit(bisector, [one, zero]);
    // Vᵀ = Rot(α)·Rot(half the sum)⁻¹.
    let c = alpha[0].mul_add(u[0], alpha[1] * u[1]);
    let s = R::neg_mul_add(alpha[0], u[1], alpha[1] * u[0]);
    Svd { u: [[u[0], -u[1]], [u[1], u[0]]], sigma: [large * scale, small * scale], v: [[c, s], [-s, c]] }
}

/// Direction and length, or `fallback` and 0.
#[inline(always)]
fn unit<R: Real>(w: [R; 2], fallback: [R; 2]) -> ([R; 2], R) {
    let square = w[0].mul_add(w[0], w[1] * w[1]);
    let gone = R::le(square, R::splat(1e-280));
    let one = R::splat(1.0);
    let length = R::select(gone, R::splat(0.0), square.sqrt());
    let inverse = one / R::select(gone, one, length);
    let x = R::select(gone, fallback[0], w[0] * inverse);
    let y = R::select(gone, fallback[1], w[1] * inverse);
    ([x, y], length)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::small::{compose, mul_transposed};
    use super::*;

    fn check(f: &Matrix<f64, 2>) {
        let Svd { u, sigma, v } = svd2(f);
        let size = f.iter().flatten().fold(1e-300, |a: f64, b| a.max(b.abs()));
        let back = compose(&u, &sigma, &v);
        for i in 0..2 {
            for j in 0..2 {
                assert!((back[i][j] - f[i][j]).abs() < 4e-15 * size, "{f:?} {u:?} {sigma:?} {v:?}");
                let unit = f64::from(u8::from(i == j));
                assert!((mul_transposed(&u, &u)[i][j] - unit).abs() < 2e-15);
                assert!((mul_transposed(&v, &v)[i][j] - unit).abs() < 2e-15);
            }
        }
        assert!(det(&u) > 0.0 && det(&v) > 0.0);
        assert!(sigma[0] >= sigma[1].abs());
        let d = det(&[[f[0][0] / size, f[0][1] / size], [f[1][0] / size, f[1][1] / size]]);
        if d.abs() > 1e-14 {
            assert_eq!(d > 0.0, sigma[1] > 0.0);
        }
    }

    proptest! {
        #[test]
        fn decomposes_any_matrix(a in prop::array::uniform4(-2.0..2.0f64), kind in 0..4u8, e in -150..150i32) {
            let s = 10f64.powi(e);
            check(&match kind {
                0 => [[a[0] * s, a[1] * s], [a[2] * s, a[3] * s]],
                1 => [[a[0] * a[2] * s, a[0] * a[3] * s], [a[1] * a[2] * s, a[1] * a[3] * s]],
                2 => [[a[0] * s, a[1] * s], [-a[1] * s, a[0] * s]],
                _ => [[a[0] * s, a[1] * s], [a[1] * s, -a[0] * s]],
            });
        }
    }

    #[test]
    fn degenerate_matrices_have_rotations_too() {
        check(&[[0.0; 2]; 2]);
        check(&[[1.0, 0.0], [0.0, 1.0]]);
        check(&[[-1.0, 0.0], [0.0, -1.0]]);
        check(&[[-1.0, 0.0], [0.0, 1.0]]);
        check(&[[0.0, 1e-9], [0.0, 0.0]]);
        check(&[[1.0, 0.0], [0.0, 1e-200]]);
    }
}
