//! St. Venant–Kirchhoff elasticity: linear elasticity in Green's strain.

use crate::math::Real;
use crate::math::small::{Matrix, contract, mul, transpose};

use super::{Isotropic, Model, Order, Response, pair};

/// ψ = μ E:E + λ/2 tr²E with E = (FᵀF − I)/2, for every F.
///
/// It resists squeezing less and less and lets elements turn inside out.
#[derive(Clone, Copy, Debug)]
pub struct Stvk {
    /// Lamé's μ, Pa.
    pub mu: f64,
    /// Lamé's λ, Pa.
    pub lambda: f64,
}

impl Isotropic for Stvk {
    const MODEL: Model = Model::Stvk;
    const ROTATION_FREE: bool = true;

    #[inline(always)]
    fn respond<R: Real>(&self, s: [R; 3], order: Order) -> Response<R> {
        let (mu, lambda) = (R::splat(self.mu), R::splat(self.lambda));
        let (half, one) = (R::splat(0.5), R::splat(1.0));
        let mut out = Response::zero();
        // (σ−1)(σ+1)/2 keeps the digits of a small strain.
        let mut e = s;
        for i in 0..3 {
            e[i] = half * (s[i] - one) * (s[i] + one);
        }
        let volume = lambda * (e[0] + e[1] + e[2]);
        let squares = e[2].mul_add(e[2], e[1].mul_add(e[1], e[0] * e[0]));
        out.psi = mu.mul_add(squares, half * volume * (e[0] + e[1] + e[2]));
        if order == Order::Value {
            return out;
        }
        let twice = mu + mu;
        for i in 0..3 {
            out.d[i] = s[i] * twice.mul_add(e[i], volume);
        }
        if order == Order::First {
            return out;
        }
        for i in 0..3 {
            out.a[i] = (twice + lambda).mul_add(s[i] * s[i], twice.mul_add(e[i], volume));
        }
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let at = pair(i, j);
            let product = s[i] * s[j];
            // (σᵢ³ ∓ σⱼ³)/(σᵢ ∓ σⱼ) = σᵢ² ± σᵢσⱼ + σⱼ², and μ(σᵢ² + σⱼ² − 1) = 2μ(Eᵢ + Eⱼ) + μ.
            let common = twice.mul_add(e[i] + e[j], mu + volume);
            out.a[3 + at] = lambda * product;
            out.flip[at] = mu.mul_add(product, common);
            out.twist[at] = R::neg_mul_add(mu, product, common);
        }
        out
    }

    #[inline(always)]
    fn stress<R: Real, const D: usize>(&self, f: &Matrix<R, D>) -> (R, Matrix<R, D>) {
        let (mu, lambda, half) = (R::splat(self.mu), R::splat(self.lambda), R::splat(0.5));
        let mut e = mul(&transpose(f), f);
        let mut trace = R::splat(0.0);
        for i in 0..D {
            e[i][i] = e[i][i] - R::splat(1.0);
            for j in 0..D {
                e[i][j] = half * e[i][j];
            }
            trace = trace + e[i][i];
        }
        let volume = lambda * trace;
        let psi = mu.mul_add(contract(&e, &e), half * volume * trace);
        // Second Piola–Kirchhoff stress.
        for i in 0..D {
            for j in 0..D {
                e[i][j] = (mu + mu) * e[i][j];
            }
            e[i][i] = e[i][i] + volume;
        }
        (psi, mul(f, &e))
    }
}
