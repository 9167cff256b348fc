//! The rotation nearest to a matrix, without a singular value decomposition.
//!
//! The nearest rotation R maximizes tr(RᵀF), and the maximum λ is the sum of the signed singular values. With I = ‖F‖², the
//! squared norm II of the cofactors and J = det F it is the largest root of
//!
//! ```text
//! ((λ² − I)/2)² − II − 2Jλ = 0,
//! ```
//!
//! since λ² = I + 2s and s² = II + 2Jλ for s = σ₁σ₂ + σ₁σ₃ + σ₂σ₃. A maximum over linear functions has the maximizer for
//! its gradient, so R = ∂λ/∂F, and the equation gives it:
//!
//! ```text
//! R = ((λ² + I) F + 2λ cof F − 2 F FᵀF) / d,   d = λ³ − Iλ − 2J = 2(σ₁ + σ₂)(σ₂ + σ₃)(σ₃ + σ₁).
//! ```
//!
//! Newton's method finds λ from above, where the polynomial is convex; near a rotation in two or three iterations. d is
//! zero where the nearest rotation is not unique, and small where it is hard to tell: there it is taken from the
//! decomposition.

use super::lane::Real;
use super::small::{Matrix, cofactor, contract, dot, mul, mul_transposed, zero};
use super::svd3::svd3;

/// d/λ³ below which digits are lost: the decomposition is asked instead. At rest it is 16/27.
const HARD: f64 = 1e-2;

/// Relative change of λ below which the next one would be rounding: convergence is quadratic.
const FOUND: f64 = 1e-9;

/// Newton iterations at most; more than six are rare, and what takes all of them is decomposed.
const MOST_ITERATIONS: usize = 24;

/// Lanes of the widest pack.
const MOST_LANES: usize = 8;

/// The nearest rotations of one pack of matrices.
#[inline(always)]
pub fn nearest_rotation3<R: Real>(f: &Matrix<R, 3>) -> Matrix<R, 3> {
    let cofactors = cofactor(f);
    let square = contract(f, f);
    let second = contract(&cofactors, &cofactors);
    let twice_det = {
        let det = dot(&f[0], &cofactors[0]);
        det + det
    };
    let half = R::splat(0.5);
    // σ₁ + σ₂ + σ₃ ≤ √3 ‖F‖; a little more, so that rounding does not start below.
    let mut lambda = (square * R::splat(3.0)).sqrt() * R::splat(1.0 + 1e-15);
    let slope = |lambda: R| (lambda.mul_add(lambda, -square)).mul_add(lambda, -twice_det);
    let mut found = R::lt(lambda, R::splat(f64::NEG_INFINITY));
    for _ in 0..MOST_ITERATIONS {
        let s = lambda.mul_add(lambda, -square) * half;
        let change = (s.mul_add(s, -second) - twice_det * lambda) / slope(lambda);
        lambda = lambda - change;
        found = R::le(change.abs(), lambda * R::splat(FOUND));
        if R::all(found) {
            break;
        }
    }
    let d = slope(lambda);
    let clear = R::lt(lambda * lambda * lambda * R::splat(HARD), d);
    let inverse = R::splat(1.0) / R::select(clear, d, R::splat(1.0));
    let stretched = mul(&mul_transposed(f, f), f);
    let (a, b) = (lambda.mul_add(lambda, square) * inverse, (lambda + lambda) * inverse);
    let c = (inverse + inverse) * R::splat(-1.0);
    let mut rotation = zero::<R, 3>();
    for i in 0..3 {
        for j in 0..3 {
            let sum = a.mul_add(f[i][j], b * cofactors[i][j]);
            rotation[i][j] = c.mul_add(stretched[i][j], sum);
        }
    }
    if !R::all(R::and(clear, found)) {
        return decomposed(f, R::and(clear, found), &rotation);
    }
    rotation
}

/// The rotations, those that are not `fine` from the decomposition.
#[inline(always)]
fn decomposed<R: Real>(f: &Matrix<R, 3>, fine: R::Mask, rotation: &Matrix<R, 3>) -> Matrix<R, 3> {
    let mut exact = [zero::<f64, 3>(); MOST_LANES];
    for (lane, exact) in exact.iter_mut().enumerate().take(R::N) {
        let mut one = zero::<f64, 3>();
        for i in 0..3 {
            for j in 0..3 {
                one[i][j] = f[i][j].get(lane);
            }
        }
        *exact = by_decomposition(&one);
    }
    let mut all = *rotation;
    for i in 0..3 {
        for j in 0..3 {
            all[i][j] = R::select(fine, rotation[i][j], R::from_fn(|lane| exact[lane][i][j]));
        }
    }
    all
}

/// UVᵀ: rare, so its code is kept apart.
#[inline(never)]
fn by_decomposition(f: &Matrix<f64, 3>) -> Matrix<f64, 3> {
    let svd = svd3::<f64, true>(f);
    mul_transposed(&svd.u, &svd.v)
}

/// The nearest rotations of one pack of plane matrices, as cosine and sine; the identity where there is none.
#[inline(always)]
pub fn nearest_rotation2<R: Real>(f: &Matrix<R, 2>) -> [R; 2] {
    let (zero, one) = (R::splat(0.0), R::splat(1.0));
    let (c, s) = (f[0][0] + f[1][1], f[1][0] - f[0][1]);
    let square = c.mul_add(c, s * s);
    let none = R::le(square, R::splat(1e-280));
    let inverse = one / R::select(none, one, square).sqrt();
    [R::select(none, one, c * inverse), R::select(none, zero, s * inverse)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::math::small::compose;
    use crate::math::svd2::svd2;

    /// How far the rotation is from that of the decomposition.
    fn off(f: &Matrix<f64, 3>) -> f64 {
        let svd = svd3::<f64, true>(f);
        let (exact, fast) = (mul_transposed(&svd.u, &svd.v), nearest_rotation3(f));
        exact.iter().flatten().zip(fast.iter().flatten()).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()))
    }

    fn matrix(entries: &[f64]) -> Matrix<f64, 3> {
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| entries[3 * i + j]))
    }

    #[test]
    fn edges_are_those_of_the_decomposition() {
        let turn = svd3::<f64, true>(&matrix(&[0.3, 1.0, -0.2, 0.5, -0.7, 0.9, 1.1, 0.4, 0.1]));
        for sigma in [
            [1.0, 1.0, 1.0],
            [1.0, 1.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 0.0, 0.0],
            [1.0, 1e-5, 1e-9],
            [2.0, 1.0, -0.5],
            [2.0, 1.0, -0.99999],
            [1e100, 1e100, 1e99],
            [1e-120, 1e-121, 1e-121],
            [1e9, 1.0, 1e-9],
        ] {
            let f = compose(&turn.u, &sigma, &turn.v);
            assert!(off(&f) < 1e-10, "{sigma:?}: {}", off(&f));
        }
    }

    proptest! {
        #[test]
        fn rotations_are_those_of_the_decomposition(entries in prop::collection::vec(-2.0f64..2.0, 9)) {
            let f = matrix(&entries);
            let sigma = svd3::<f64, true>(&f).sigma;
            // Where the last two nearly cancel, the rotation itself is as uncertain.
            let certain = (sigma[1] + sigma[2]) / sigma[0];
            prop_assert!(off(&f) < 1e-13 / certain.min(1.0), "{sigma:?}: {}", off(&f));
        }

        #[test]
        fn near_a_rotation_it_is_exact_to_rounding(entries in prop::collection::vec(-1e-3f64..1e-3, 9)) {
            let mut f = matrix(&entries);
            (0..3).for_each(|i| f[i][i] += 1.0);
            prop_assert!(off(&f) < 4e-15);
        }

        #[test]
        fn plane_rotations_are_those_of_the_decomposition(entries in prop::collection::vec(-2.0f64..2.0, 4)) {
            let f = [[entries[0], entries[1]], [entries[2], entries[3]]];
            let svd = svd2(&f);
            let exact = mul_transposed(&svd.u, &svd.v);
            let [c, s] = nearest_rotation2(&f);
            prop_assert!((c - exact[0][0]).abs() < 1e-13 && (s - exact[1][0]).abs() < 1e-13);
        }
    }
}
