//! As rigid as possible.

use crate::math::Real;
use crate::math::rotation::{nearest_rotation2, nearest_rotation3};
use crate::math::small::{Matrix, contract, zero};

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
    const DIRECT_STRESS: bool = true;

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

    /// P = κ(F − R), with R in closed form: this is the local step of local/global iterations.
    #[inline(always)]
    fn stress<R: Real, const D: usize>(&self, f: &Matrix<R, D>) -> (R, Matrix<R, D>) {
        let mut strain = *f;
        if D == 2 {
            let [c, s] = nearest_rotation2(&[[f[0][0], f[0][1]], [f[1][0], f[1][1]]]);
            strain[0][0] = f[0][0] - c;
            strain[0][1] = f[0][1] + s;
            strain[1][0] = f[1][0] - s;
            strain[1][1] = f[1][1] - c;
        } else {
            let mut whole = zero::<R, 3>();
            for i in 0..D {
                whole[i][..D].copy_from_slice(&f[i]);
            }
            let rotation = nearest_rotation3(&whole);
            for i in 0..D {
                for j in 0..D {
                    strain[i][j] = f[i][j] - rotation[i][j];
                }
            }
        }
        let psi = R::splat(0.5 * self.kappa) * contract(&strain, &strain);
        let kappa = R::splat(self.kappa);
        for row in &mut strain {
            for entry in row {
                *entry = *entry * kappa;
            }
        }
        (psi, strain)
    }
}
