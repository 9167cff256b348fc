//! Eigenvalues and eigenvectors of symmetric 3×3 matrices by Jacobi rotations.

use super::lane::Real;
use super::small::{Matrix, identity};

/// Sweeps at most; five are usual, the bound is for input that is not a number.
const MAX_SWEEPS: usize = 16;

/// Eigenvalues (in no order) and eigenvectors (in the columns) of the matrix stored as
/// (00, 11, 22, 01, 02, 12).
#[inline(always)]
pub fn eigen3<R: Real>(a: [R; 6]) -> ([R; 3], Matrix<R, 3>) {
    let (zero, one) = (R::splat(0.0), R::splat(1.0));
    let mut largest = zero;
    for entry in a {
        largest = entry.abs().max(largest);
    }
    let scale = R::select(R::lt(zero, largest), largest.max(R::splat(1e-290)), one);
    let shrink = one / scale;
    let mut d = [a[0] * shrink, a[1] * shrink, a[2] * shrink];
    // off[k] couples the two axes that are not k.
    let mut off = [a[5] * shrink, a[4] * shrink, a[3] * shrink];
    let mut q = identity::<R, 3>();

    for _ in 0..MAX_SWEEPS {
        for (i, j, k) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)] {
            let g = off[k] + off[k];
            let small = R::le(off[k].abs(), R::splat(1e-18));
            let gap = d[j] - d[i];
            let r = gap.abs() + gap.mul_add(gap, g * g).sqrt();
            let signed = R::select(R::lt(gap, zero), -g, g);
            let t = R::select(small, zero, signed / R::select(small, one, r));
            let c = one / t.mul_add(t, one).sqrt();
            let s = t * c;
            d[i] = R::neg_mul_add(t, off[k], d[i]);
            d[j] = t.mul_add(off[k], d[j]);
            off[k] = R::select(small, off[k], zero);
            // off[j] couples i and k, off[i] couples j and k.
            let (ik, jk) = (off[j], off[i]);
            off[j] = R::neg_mul_add(s, jk, c * ik);
            off[i] = s.mul_add(ik, c * jk);
            for row in &mut q {
                let (x, y) = (row[i], row[j]);
                row[i] = R::neg_mul_add(s, y, c * x);
                row[j] = s.mul_add(x, c * y);
            }
        }
        let rest = off[0].abs().max(off[1].abs()).max(off[2].abs());
        if R::all(R::le(rest, R::splat(1e-17))) {
            break;
        }
    }
    ([d[0] * scale, d[1] * scale, d[2] * scale], q)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::small::{compose, mul_transposed};
    use super::*;

    fn check(a: [f64; 6]) {
        let (values, q) = eigen3(a);
        let size = a.iter().fold(1e-300, |m: f64, x| m.max(x.abs()));
        let back = compose(&q, &values, &q);
        let full = [[a[0], a[3], a[4]], [a[3], a[1], a[5]], [a[4], a[5], a[2]]];
        for i in 0..3 {
            for j in 0..3 {
                assert!((back[i][j] - full[i][j]).abs() < 1e-14 * size, "{a:?}");
                let unit = f64::from(u8::from(i == j));
                assert!((mul_transposed(&q, &q)[i][j] - unit).abs() < 4e-15, "{a:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn diagonalizes(a in prop::array::uniform6(-1.0..1.0f64), kind in 0..3u8, e in -100..100i32) {
            let s = 10f64.powi(e);
            check(match kind {
                0 => a.map(|x| x * s),
                1 => [a[0] * a[0], a[1] * a[1], a[2] * a[2], a[0] * a[1], a[0] * a[2], a[1] * a[2]].map(|x| x * s),
                _ => [1.0, 1.0, 1.0, a[3] * 1e-8, a[4] * 1e-8, a[5] * 1e-8].map(|x| x * s),
            });
        }
    }

    #[test]
    fn degenerate_matrices() {
        check([0.0; 6]);
        check([1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
        check([1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
        assert!(eigen3([f64::NAN, 1.0, 1.0, 0.5, 0.5, 0.5]).0.iter().any(|x| x.is_nan()));
    }
}
