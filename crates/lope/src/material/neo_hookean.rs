//! Neo-Hookean elasticity with a logarithmic barrier at zero volume.

use crate::math::Real;
use crate::math::small::Matrix;

use super::invariants::{self, Invariants, Partials};
use super::{Isotropic, Model, Order, Response};

/// ψ = κ/2(‖F‖²−3) − κ log J + λ/2 log²J for J > 0, else +∞.
#[derive(Clone, Copy, Debug)]
pub struct NeoHookean {
    /// Shear stiffness, Pa: Lamé's μ.
    pub kappa: f64,
    /// Lamé's λ, Pa.
    pub lambda: f64,
}

impl NeoHookean {
    #[inline(always)]
    fn derivatives<R: Real>(&self, i: &Invariants<R>) -> Partials<R> {
        let (kappa, lambda) = (R::splat(self.kappa), R::splat(self.lambda));
        let (half, one) = (R::splat(0.5), R::splat(1.0));
        let inside = R::lt(R::splat(0.0), i.j);
        let j = R::select(inside, i.j, one);
        let log = j.ln();
        let inverse = one / j;
        let stretch = half * kappa * (i.i2 - R::splat(3.0));
        let pj = lambda.mul_add(log, -kappa) * inverse;
        Partials {
            psi: log.mul_add((half * lambda).mul_add(log, -kappa), stretch),
            p2: half * kappa,
            pj,
            pjj: (lambda * inverse - pj) * inverse,
            ..Partials::zero()
        }
    }
}

impl Isotropic for NeoHookean {
    const MODEL: Model = Model::NeoHookean;
    const ROTATION_FREE: bool = true;
    const IN_INVARIANTS: bool = true;

    #[inline(always)]
    fn respond<R: Real>(&self, s: [R; 3], order: Order) -> Response<R> {
        let i = Invariants::new(s);
        let mut out = invariants::respond(s, &self.derivatives(&i), order);
        out.confine(R::lt(R::splat(0.0), i.j), order);
        out
    }

    #[inline(always)]
    fn stress<R: Real, const D: usize>(&self, f: &Matrix<R, D>) -> (R, Matrix<R, D>) {
        let i = Invariants::of(f);
        invariants::confine(R::lt(R::splat(0.0), i.j), invariants::stress(f, &self.derivatives(&i)))
    }

    #[inline(always)]
    fn partials<R: Real>(&self, i: &Invariants<R>) -> Partials<R> {
        self.derivatives(i).confine(R::lt(R::splat(0.0), i.j))
    }
}
