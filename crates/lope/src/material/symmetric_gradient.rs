//! The symmetric gradient density: the one whose gradient treats F and its inverse alike.

use crate::math::Real;
use crate::math::small::Matrix;

use super::invariants::{self, Invariants, Partials};
use super::{Isotropic, Model, Order, Response};

/// ψ = κ/2(‖F‖²−3) − κ log J for J > 0, else +∞.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricGradient {
    /// Stiffness, Pa; μ gives the shear of the other models.
    pub kappa: f64,
}

impl SymmetricGradient {
    #[inline(always)]
    fn derivatives<R: Real>(&self, i: &Invariants<R>) -> Partials<R> {
        let (kappa, half, one) = (R::splat(self.kappa), R::splat(0.5), R::splat(1.0));
        let inside = i.inside();
        let j = R::select(inside, i.j, one);
        let log = invariants::log(j, R::select(inside, i.growth, R::splat(0.0)));
        let inverse = one / j;
        Partials {
            psi: half * kappa * i.stretch_beyond(log),
            p2: half * kappa,
            pj: -kappa * inverse,
            pjj: kappa * inverse * inverse,
            ..Partials::zero()
        }
    }
}

impl Isotropic for SymmetricGradient {
    const MODEL: Model = Model::SymmetricGradient;
    const ROTATION_FREE: bool = true;
    const IN_INVARIANTS: bool = true;

    #[inline(always)]
    fn respond<R: Real>(&self, s: [R; 3], order: Order) -> Response<R> {
        let i = Invariants::new(s);
        let mut out = invariants::respond(s, &self.derivatives(&i), order);
        out.confine(i.inside(), order);
        out
    }

    #[inline(always)]
    fn stress<R: Real, const D: usize>(&self, f: &Matrix<R, D>) -> (R, Matrix<R, D>) {
        let i = Invariants::of(f);
        invariants::confine(i.inside(), invariants::stress(f, &self.derivatives(&i)))
    }

    #[inline(always)]
    fn partials<R: Real>(&self, i: &Invariants<R>) -> Partials<R> {
        self.derivatives(i).confine(i.inside())
    }

    /// z − 1/z + (r/κ)(z − s) = 0 for every stretch (\[Mattos25\] (38)): the positive root, without cancellation.
    #[inline(always)]
    fn prox<R: Real, const D: usize>(&self, s: [R; 3], r: f64) -> [R; 3] {
        let part = R::splat(self.kappa / (self.kappa + r));
        let half = R::splat(0.5);
        let mut z = s;
        for i in 0..D {
            let b = R::splat(r / (self.kappa + r)) * s[i] * half;
            let sum = b.abs() + b.mul_add(b, part).sqrt();
            z[i] = R::select(R::lt(b, R::splat(0.0)), part / sum, sum);
        }
        z
    }
}
