//! Vectors and matrices of two or three, as plain arrays: `m[row][column]`.

use super::lane::Real;
use super::svd3::svd3;

/// A D-vector.
pub type Vector<R, const D: usize> = [R; D];
/// A D×D matrix by rows.
pub type Matrix<R, const D: usize> = [[R; D]; D];

/// a·b.
#[inline(always)]
pub fn dot<R: Real, const D: usize>(a: &[R; D], b: &[R; D]) -> R {
    let mut sum = a[0] * b[0];
    for i in 1..D {
        sum = a[i].mul_add(b[i], sum);
    }
    sum
}

/// a × b.
#[inline(always)]
pub fn cross<R: Real>(a: &[R; 3], b: &[R; 3]) -> [R; 3] {
    [
        R::neg_mul_add(a[2], b[1], a[1] * b[2]),
        R::neg_mul_add(a[0], b[2], a[2] * b[0]),
        R::neg_mul_add(a[1], b[0], a[0] * b[1]),
    ]
}

/// A zero matrix.
#[inline(always)]
pub fn zero<R: Real, const D: usize>() -> Matrix<R, D> {
    [[R::splat(0.0); D]; D]
}

/// The identity.
#[inline(always)]
pub fn identity<R: Real, const D: usize>() -> Matrix<R, D> {
    let mut m = zero();
    for i in 0..D {
        m[i][i] = R::splat(1.0);
    }
    m
}

/// A·B.
#[inline(always)]
pub fn mul<R: Real, const M: usize, const K: usize, const N: usize>(
    a: &[[R; K]; M],
    b: &[[R; N]; K],
) -> [[R; N]; M] {
    let mut m = [[R::splat(0.0); N]; M];
    for i in 0..M {
        for j in 0..N {
            let mut sum = a[i][0] * b[0][j];
            for k in 1..K {
                sum = a[i][k].mul_add(b[k][j], sum);
            }
            m[i][j] = sum;
        }
    }
    m
}

/// A·Bᵀ.
#[inline(always)]
pub fn mul_transposed<R: Real, const M: usize, const K: usize, const N: usize>(
    a: &[[R; K]; M],
    b: &[[R; K]; N],
) -> [[R; N]; M] {
    let mut m = [[R::splat(0.0); N]; M];
    for i in 0..M {
        for j in 0..N {
            m[i][j] = dot(&a[i], &b[j]);
        }
    }
    m
}

/// Aᵀ.
#[inline(always)]
pub fn transpose<R: Real, const D: usize>(a: &Matrix<R, D>) -> Matrix<R, D> {
    let mut m = *a;
    for i in 0..D {
        for j in 0..D {
            m[i][j] = a[j][i];
        }
    }
    m
}

/// A·v.
#[inline(always)]
pub fn mul_vector<R: Real, const M: usize, const N: usize>(a: &[[R; N]; M], v: &[R; N]) -> [R; M] {
    let mut out = [R::splat(0.0); M];
    for i in 0..M {
        out[i] = dot(&a[i], v);
    }
    out
}

/// Aᵀ·v.
#[inline(always)]
pub fn transposed_mul_vector<R: Real, const M: usize, const N: usize>(a: &[[R; N]; M], v: &[R; M]) -> [R; N] {
    let mut out = [R::splat(0.0); N];
    for i in 0..N {
        let mut sum = a[0][i] * v[0];
        for k in 1..M {
            sum = a[k][i].mul_add(v[k], sum);
        }
        out[i] = sum;
    }
    out
}

/// U·diag(s)·Vᵀ.
#[inline(always)]
pub fn compose<R: Real, const D: usize>(u: &Matrix<R, D>, s: &[R; D], v: &Matrix<R, D>) -> Matrix<R, D> {
    let mut scaled = *u;
    for i in 0..D {
        for j in 0..D {
            scaled[i][j] = u[i][j] * s[j];
        }
    }
    mul_transposed(&scaled, v)
}

/// The matrix of cofactors: the derivative of the determinant. D is 2 or 3.
#[inline(always)]
pub fn cofactor<R: Real, const D: usize>(a: &Matrix<R, D>) -> Matrix<R, D> {
    let mut m = *a;
    if D == 2 {
        m[0][0] = a[1][1];
        m[0][1] = -a[1][0];
        m[1][0] = -a[0][1];
        m[1][1] = a[0][0];
    } else {
        for i in 0..D {
            let (p, q) = ((i + 1) % D, (i + 2) % D);
            for j in 0..D {
                let (r, s) = ((j + 1) % D, (j + 2) % D);
                m[i][j] = R::neg_mul_add(a[p][s], a[q][r], a[p][r] * a[q][s]);
            }
        }
    }
    m
}

/// The determinant. D is 2 or 3.
#[inline(always)]
pub fn det<R: Real, const D: usize>(a: &Matrix<R, D>) -> R {
    if D == 2 {
        return R::neg_mul_add(a[0][1], a[1][0], a[0][0] * a[1][1]);
    }
    let c0 = R::neg_mul_add(a[1][2], a[2][1], a[1][1] * a[2][2]);
    let c1 = R::neg_mul_add(a[1][0], a[2][2], a[1][2] * a[2][0]);
    let c2 = R::neg_mul_add(a[1][1], a[2][0], a[1][0] * a[2][1]);
    a[0][2].mul_add(c2, a[0][1].mul_add(c1, a[0][0] * c0))
}

/// Σ aᵢⱼ bᵢⱼ.
#[inline(always)]
pub fn contract<R: Real, const D: usize>(a: &Matrix<R, D>, b: &Matrix<R, D>) -> R {
    let mut sum = dot(&a[0], &b[0]);
    for i in 1..D {
        for j in 0..D {
            sum = a[i][j].mul_add(b[i][j], sum);
        }
    }
    sum
}

/// The inverse, or nothing where the determinant is zero or not finite. D is 2 or 3.
pub fn inverse<const D: usize>(a: &Matrix<f64, D>) -> Option<Matrix<f64, D>> {
    let d = det(a);
    if d == 0.0 || !d.is_finite() {
        return None;
    }
    let mut m = transpose(&cofactor(a));
    for row in &mut m {
        for entry in row {
            *entry /= d;
        }
    }
    Some(m)
}

/// Polar decomposition F = R·S: the rotation R ∈ SO(3) nearest to F, and the symmetric rest S, which has a
/// negative eigenvalue where F is inverted.
pub fn polar3(f: &Matrix<f64, 3>) -> (Matrix<f64, 3>, Matrix<f64, 3>) {
    let svd = svd3::<f64, true>(f);
    (mul_transposed(&svd.u, &svd.v), compose(&svd.v, &svd.sigma, &svd.v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cofactors_give_determinant_and_inverse() {
        let a = [[2.0, -1.0, 0.5], [0.25, 3.0, 1.0], [-2.0, 0.75, 1.5]];
        let inv = inverse(&a).unwrap();
        let product = mul(&a, &inv);
        for i in 0..3 {
            assert!((dot(&a[i], &cofactor(&a)[i]) - det(&a)).abs() < 1e-14);
            for j in 0..3 {
                assert!((product[i][j] - f64::from(u8::from(i == j))).abs() < 1e-15);
            }
        }
        let b = [[2.0, -1.0], [0.25, 3.0]];
        assert_eq!(det(&b), 6.25);
        assert!((mul(&b, &inverse(&b).unwrap())[0][0] - 1.0).abs() < 1e-15);
        assert!(inverse(&[[1.0, 2.0], [2.0, 4.0]]).is_none());
    }

    #[test]
    fn polar_parts_multiply_back() {
        let f = [[0.3, -1.0, 0.5], [0.25, 1.4, 1.0], [-2.0, 0.75, -1.5]];
        let (r, s) = polar3(&f);
        let back = mul(&r, &s);
        for i in 0..3 {
            for j in 0..3 {
                assert!((back[i][j] - f[i][j]).abs() < 1e-14);
                assert!((s[i][j] - s[j][i]).abs() < 1e-14);
            }
        }
        assert!((det(&r) - 1.0).abs() < 1e-14);
    }
}
