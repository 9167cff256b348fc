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
    const DIRECT_PROX: bool = true;

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
        let rotation = nearest_rotation(f);
        let mut strain = *f;
        for i in 0..D {
            for j in 0..D {
                strain[i][j] = f[i][j] - rotation[i][j];
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

    /// Z = (κR + rV)/(κ + r) with R the rotation nearest to V (\[Mattos25\] (37), corrected): a stretch s goes to
    /// (κ + rs)/(κ + r), so the order of the stretches stays, and R is nearest to Z too.
    #[inline(always)]
    fn prox_direct<R: Real, const D: usize>(&self, v: &Matrix<R, D>, r: f64) -> Matrix<R, D> {
        let rotation = nearest_rotation(v);
        let (part, rest) = (R::splat(self.kappa / (self.kappa + r)), R::splat(r / (self.kappa + r)));
        let mut z = *v;
        for i in 0..D {
            for j in 0..D {
                z[i][j] = part.mul_add(rotation[i][j], rest * v[i][j]);
            }
        }
        z
    }
}

/// The rotation nearest to a deformation in the plane or in space.
#[inline(always)]
fn nearest_rotation<R: Real, const D: usize>(f: &Matrix<R, D>) -> Matrix<R, D> {
    let mut out = *f;
    if D == 2 {
        let [c, s] = nearest_rotation2(&[[f[0][0], f[0][1]], [f[1][0], f[1][1]]]);
        (out[0][0], out[0][1], out[1][0], out[1][1]) = (c, -s, s, c);
        return out;
    }
    let mut whole = zero::<R, 3>();
    for i in 0..D {
        whole[i][..D].copy_from_slice(&f[i]);
    }
    let rotation = nearest_rotation3(&whole);
    for i in 0..D {
        out[i].copy_from_slice(&rotation[i][..D]);
    }
    out
}
