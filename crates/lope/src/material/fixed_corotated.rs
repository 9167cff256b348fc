//! Fixed corotated elasticity \[Stomakhin12\].

use crate::math::Real;

use super::invariants::{self, Invariants, Partials};
use super::{Isotropic, Model, Order, Response};

/// ψ = μ Σ(σᵢ−1)² + λ/2 (J−1)², for every F.
#[derive(Clone, Copy, Debug)]
pub struct FixedCorotated {
    /// Lamé's μ, Pa.
    pub mu: f64,
    /// Lamé's λ, Pa.
    pub lambda: f64,
}

impl Isotropic for FixedCorotated {
    const MODEL: Model = Model::FixedCorotated;

    #[inline(always)]
    fn respond<R: Real>(&self, s: [R; 3], order: Order) -> Response<R> {
        let (mu, lambda, one) = (R::splat(self.mu), R::splat(self.lambda), R::splat(1.0));
        let [a, b, c] = [s[0] - one, s[1] - one, s[2] - one];
        let growth = Invariants::new(s).growth;
        let shape = c.mul_add(c, b.mul_add(b, a * a));
        let volume = lambda * growth;
        let p = Partials {
            psi: mu.mul_add(shape, R::splat(0.5) * volume * growth),
            p1: Some(R::splat(-2.0 * self.mu)),
            p2: mu,
            pj: volume,
            pjj: lambda,
            ..Partials::zero()
        };
        invariants::respond(s, &p, order)
    }
}
