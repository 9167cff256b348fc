//! The symmetric Dirichlet density of surface parameterization: stretching and squeezing cost the same.

use crate::math::Real;
use crate::math::small::{Matrix, cofactor, contract, det, mul, mul_transposed};

use super::invariants;
use super::{Isotropic, Model, Order, Response, pair};

/// ψ = κ/2(‖F‖² + ‖F⁻¹‖²) − 3κ for J > 0, else +∞.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricDirichlet {
    /// Stiffness, Pa; μ/2 gives the shear of the other models.
    pub kappa: f64,
}

impl Isotropic for SymmetricDirichlet {
    const MODEL: Model = Model::SymmetricDirichlet;
    const ROTATION_FREE: bool = true;

    #[inline(always)]
    fn respond<R: Real>(&self, s: [R; 3], order: Order) -> Response<R> {
        let (kappa, one) = (R::splat(self.kappa), R::splat(1.0));
        let mut out = Response::zero();
        let inside = R::lt(R::splat(0.0), s[0] * s[1] * s[2]);
        let mut t = s;
        let mut inverse = s;
        let mut sum = R::splat(0.0);
        for i in 0..3 {
            t[i] = R::select(inside, s[i], one);
            inverse[i] = one / t[i];
            // σ² + σ⁻² − 2 = (σ − σ⁻¹)²
            let skew = t[i] - inverse[i];
            sum = skew.mul_add(skew, sum);
        }
        out.psi = R::splat(0.5) * kappa * sum;
        if order >= Order::First {
            for i in 0..3 {
                let cube = inverse[i] * inverse[i] * inverse[i];
                out.d[i] = kappa * (t[i] - cube);
                out.a[i] = kappa * (R::splat(3.0) * cube).mul_add(inverse[i], one);
            }
        }
        if order >= Order::Second {
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                let at = pair(i, j);
                // (σᵢ² ± σᵢσⱼ + σⱼ²)/(σᵢσⱼ)³ in terms of the inverses: ab(a² ± ab + b²).
                let (a, b) = (inverse[i], inverse[j]);
                let product = a * b;
                let squares = a.mul_add(a, b * b);
                out.a[3 + at] = R::splat(0.0);
                out.flip[at] = kappa * product.mul_add(squares + product, one);
                out.twist[at] = kappa * R::neg_mul_add(product, squares - product, one);
            }
        }
        out.confine(inside, order);
        out
    }

    #[inline(always)]
    fn stress<R: Real, const D: usize>(&self, f: &Matrix<R, D>) -> (R, Matrix<R, D>) {
        let (kappa, one) = (R::splat(self.kappa), R::splat(1.0));
        let j = det(f);
        let inside = R::lt(R::splat(0.0), j);
        let inverse = one / R::select(inside, j, one);
        // G = F⁻ᵀ; ‖F − G‖² = ‖F‖² + ‖F⁻¹‖² − 2D, and P = κ(F − G GᵀG).
        let mut g = cofactor(f);
        let mut skew = *f;
        for i in 0..D {
            for k in 0..D {
                g[i][k] = g[i][k] * inverse;
                skew[i][k] = f[i][k] - g[i][k];
            }
        }
        let mut p = mul(&mul_transposed(&g, &g), &g);
        for i in 0..D {
            for k in 0..D {
                p[i][k] = kappa * (f[i][k] - p[i][k]);
            }
        }
        invariants::confine(inside, (R::splat(0.5) * kappa * contract(&skew, &skew), p))
    }
}
