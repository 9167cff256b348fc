//! The symmetric Dirichlet density of surface parameterization: stretching and squeezing cost the same.

use crate::math::Real;
use crate::math::small::{Matrix, cofactor, contract, mul, mul_transposed};

use super::invariants::{self, Invariants};
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
        let inside = Invariants::new(s).inside();
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
        let i = Invariants::of(f);
        let inside = i.inside();
        let inverse = one / R::select(inside, i.j, one);
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

    /// z⁴ − bz³ − c = 0 for every stretch, b = rs/(κ + r) and c = κ/(κ + r) (\[Mattos25\] (39)). Written as
    /// z − b − cz⁻³ = 0 it is increasing and concave, so Newton's method rises to the only positive root from any point
    /// below it.
    #[inline(always)]
    fn prox<R: Real, const D: usize>(&self, s: [R; 3], r: f64) -> [R; 3] {
        let (one, zero) = (R::splat(1.0), R::splat(0.0));
        let part = self.kappa / (self.kappa + r);
        let (c, fourth) = (R::splat(part), part.sqrt().sqrt());
        let mut z = s;
        for i in 0..D {
            let b = R::splat(r / (self.kappa + r)) * s[i];
            // Below the root: b and c^¼ where b ≥ 0; where it is not, 1/z ≤ c^−¼ + (|b|/c)^⅓.
            let mut root = b.max(R::splat(fourth));
            let squeezed = R::lt(b, zero);
            if R::any(squeezed) {
                let cube = R::from_fn(|lane| (b.get(lane).abs() / part).cbrt());
                root = R::select(squeezed, one / (R::splat(1.0 / fourth) + cube), root);
            }
            for _ in 0..MOST_ITERATIONS {
                let inverse = one / root;
                let cube = c * inverse * inverse * inverse;
                let change = (b - root + cube) / (R::splat(3.0) * cube).mul_add(inverse, one);
                root = root + change;
                if R::all(R::le(change.abs(), root * R::splat(1e-9))) {
                    break;
                }
            }
            z[i] = root;
        }
        z
    }
}

/// Newton iterations of the proximal map at most; six are usual.
const MOST_ITERATIONS: usize = 40;
