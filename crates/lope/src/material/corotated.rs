//! Corotated linear elasticity \[Mueller04\]: linear elasticity after the rotation of F is taken away.

use crate::math::Real;

use super::invariants::{self, Partials};
use super::{Isotropic, Model, Order, Response};

/// ψ = μ‖RᵀF − I‖² + λ/2 tr²(RᵀF − I), for every F.
///
/// Where F is inverted far enough the sum of the stretches pulls inwards and the crease of the rotation turns
/// from a ridge into a valley: a minimum where the gradient jumps, on which Newton's method cannot settle.
#[derive(Clone, Copy, Debug)]
pub struct Corotated {
    /// Lamé's μ, Pa.
    pub mu: f64,
    /// Lamé's λ, Pa.
    pub lambda: f64,
}

impl Isotropic for Corotated {
    const MODEL: Model = Model::Corotated;

    #[inline(always)]
    fn respond<R: Real>(&self, s: [R; 3], order: Order) -> Response<R> {
        let (mu, lambda, one) = (R::splat(self.mu), R::splat(self.lambda), R::splat(1.0));
        let [a, b, c] = [s[0] - one, s[1] - one, s[2] - one];
        let trace = a + b + c;
        let shape = c.mul_add(c, b.mul_add(b, a * a));
        let volume = lambda * trace;
        let p = Partials {
            psi: mu.mul_add(shape, R::splat(0.5) * volume * trace),
            p1: Some(volume - (mu + mu)),
            p2: mu,
            p11: lambda,
            ..Partials::zero()
        };
        invariants::respond(s, &p, order)
    }
}
