//! As rigid as possible.

use crate::math::Real;

use super::invariants::{self, Partials};
use super::{Isotropic, Model, Order, Response};

/// ψ = κ/2 ‖F − R‖² with R the rotation nearest to F, for every F.
#[derive(Clone, Copy, Debug)]
pub struct Arap {
    /// Stiffness, Pa; 2μ gives the shear of the other models.
    pub kappa: f64,
}

impl Isotropic for Arap {
    const MODEL: Model = Model::Arap;

    #[inline(always)]
    fn respond<R: Real>(&self, s: [R; 3], order: Order) -> Response<R> {
        let one = R::splat(1.0);
        let half = R::splat(0.5 * self.kappa);
        let [a, b, c] = [s[0] - one, s[1] - one, s[2] - one];
        let p = Partials {
            psi: half * c.mul_add(c, b.mul_add(b, a * a)),
            p1: Some(R::splat(-self.kappa)),
            p2: half,
            ..Partials::zero()
        };
        invariants::respond(s, &p, order)
    }
}
