//! Stable neo-Hookean elasticity \[Smith18\]: smooth, defined for every F, stress-free at rest.

use crate::math::Real;
use crate::math::small::Matrix;

use super::invariants::{self, Invariants, Partials, log};
use super::{Isotropic, Model, Order, Response};

/// ψ = μ/2(‖F‖²−3) − μ(J−1) + λ̂/2 (J−1)² with λ̂ = λ + μ.
#[derive(Clone, Copy, Debug)]
pub struct StableNeoHookean {
    /// Lamé's μ, Pa.
    pub mu: f64,
    /// Lamé's λ, Pa.
    pub lambda: f64,
}

impl StableNeoHookean {
    #[inline(always)]
    fn derivatives<R: Real>(&self, i: &Invariants<R>) -> Partials<R> {
        let mu = R::splat(self.mu);
        let stiff = R::splat(self.lambda + self.mu);
        let half = R::splat(0.5);
        Partials {
            psi: half * mu.mul_add(i.stretch_beyond(i.growth), stiff * i.growth * i.growth),
            p2: half * mu,
            pj: stiff.mul_add(i.growth, -mu),
            pjj: stiff,
            ..Partials::zero()
        }
    }
}

impl Isotropic for StableNeoHookean {
    const MODEL: Model = Model::StableNeoHookean;
    const ROTATION_FREE: bool = true;
    const IN_INVARIANTS: bool = true;

    #[inline(always)]
    fn respond<R: Real>(&self, s: [R; 3], order: Order) -> Response<R> {
        invariants::respond(s, &self.derivatives(&Invariants::new(s)), order)
    }

    #[inline(always)]
    fn stress<R: Real, const D: usize>(&self, f: &Matrix<R, D>) -> (R, Matrix<R, D>) {
        invariants::stress(f, &self.derivatives(&Invariants::of(f)))
    }

    #[inline(always)]
    fn partials<R: Real>(&self, i: &Invariants<R>) -> Partials<R> {
        self.derivatives(i)
    }
}

/// ψ = μ̂/2(‖F‖²−3) + λ̂/2(J−α)² − μ̂/2 log(‖F‖²+1), the form of \[Smith18\] eq. 14, minus its value at rest.
///
/// With μ̂ = 4μ/3, λ̂ = λ + 5μ/6 and α = 1 + 3μ̂/(4λ̂) it linearizes to (μ, λ). The square is expanded around
/// J = 1, which needs no α and so no division: λ̂/2(J−α)² = λ̂/2(J−1)² − 3μ̂/4 (J−1) + constant. With u = (I₂−3)/4 that is
/// μ/2(I₂−3−2(J−1)) + μ̂/2(u − log(1+u)) + λ̂/2(J−1)², in which all terms are of second order.
#[derive(Clone, Copy, Debug)]
pub struct LogStableNeoHookean {
    /// Lamé's μ, Pa.
    pub mu: f64,
    /// Lamé's λ, Pa.
    pub lambda: f64,
}

impl LogStableNeoHookean {
    #[inline(always)]
    fn derivatives<R: Real>(&self, i: &Invariants<R>) -> Partials<R> {
        let half = R::splat(0.5);
        let one = R::splat(1.0);
        let mu = R::splat(self.mu * 4.0 / 3.0);
        let stiff = R::splat(self.lambda + self.mu * 5.0 / 6.0);
        // 3μ̂/4 is the given μ.
        let pull = R::splat(self.mu);
        let (more, quarter) = (i.i2 + one, R::splat(0.25));
        let u = quarter * i.stretch();
        let shape = mu.mul_add(u - log(quarter * more, u), pull * i.stretch_beyond(i.growth));
        let inverse = one / more;
        Partials {
            psi: half * (stiff * i.growth).mul_add(i.growth, shape),
            p2: half * mu * i.i2 * inverse,
            pj: stiff.mul_add(i.growth, -pull),
            p22: half * mu * inverse * inverse,
            pjj: stiff,
            ..Partials::zero()
        }
    }
}

impl Isotropic for LogStableNeoHookean {
    const MODEL: Model = Model::StableNeoHookean;
    const ROTATION_FREE: bool = true;
    const IN_INVARIANTS: bool = true;

    #[inline(always)]
    fn respond<R: Real>(&self, s: [R; 3], order: Order) -> Response<R> {
        invariants::respond(s, &self.derivatives(&Invariants::new(s)), order)
    }

    #[inline(always)]
    fn stress<R: Real, const D: usize>(&self, f: &Matrix<R, D>) -> (R, Matrix<R, D>) {
        invariants::stress(f, &self.derivatives(&Invariants::of(f)))
    }

    #[inline(always)]
    fn partials<R: Real>(&self, i: &Invariants<R>) -> Partials<R> {
        self.derivatives(i)
    }
}
