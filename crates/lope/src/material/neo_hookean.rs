//! Neo-Hookean elasticity with a logarithmic barrier at zero volume.

use crate::math::Real;
use crate::math::small::Matrix;

use super::invariants::{self, Invariants, Partials};
use super::{Isotropic, Model, Order, Response, prox};

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

    /// With t = log J every stretch obeys (κ + r)z² − rsz + λt − κ = 0 (\[Mattos25\] (42)), so that it is a function
    /// of t, and what is left is the root of Σ log z(t) − t: with the larger roots z it falls, and at once the sum for t = 0
    /// is on its other side. The search stays between; t is bounded by (44).
    #[inline(always)]
    fn prox<R: Real, const D: usize>(&self, s: [R; 3], r: f64) -> [R; 3] {
        let (zero, one, half) = (R::splat(0.0), R::splat(1.0), R::splat(0.5));
        let inverse = 1.0 / (self.kappa + r);
        let (lambda, kappa) = (R::splat(self.lambda * inverse), R::splat(self.kappa * inverse));
        let mut b = s;
        let mut most = R::splat(f64::INFINITY);
        for i in 0..D {
            b[i] = R::splat(0.5 * r * inverse) * s[i];
            let square = R::select(R::lt(zero, b[i]), b[i] * b[i], zero);
            if self.lambda > 0.0 {
                most = most.min((kappa + square) / lambda);
            }
        }
        // z = b ± √(b² + κ − λt), without cancellation, and the derivative of Σ log z.
        let stretches = |t: R| {
            let rest = R::neg_mul_add(lambda, t, kappa);
            let (mut z, mut product, mut slope) = (s, one, zero);
            for i in 0..D {
                let root = b[i].mul_add(b[i], rest).max(zero).sqrt();
                let sum = b[i].abs() + root;
                z[i] = R::select(R::lt(b[i], zero), rest / sum, sum);
                product = product * z[i];
                slope = slope - lambda * half / (z[i] * root);
            }
            (z, product, slope)
        };
        let (z, product, _) = stretches(zero);
        if self.lambda <= 0.0 {
            return z;
        }
        let first = product.ln();
        let grows = R::lt(zero, first);
        let mut low = R::select(grows, zero, first);
        let mut high = R::select(grows, first.min(most), zero);
        let beyond = {
            let (_, product, _) = stretches(most);
            R::and(R::lt(most, first), R::lt(most, product.ln()))
        };
        let mut t = half * (low + high);
        for _ in 0..MOST_ITERATIONS {
            let (_, product, slope) = stretches(t);
            let excess = product.ln() - t;
            let above = R::lt(zero, excess);
            low = R::select(above, t, low);
            high = R::select(above, high, t);
            let next = t - excess / (slope - one);
            let inside = R::and(R::le(low, next), R::le(next, high));
            let next = R::select(inside, next, half * (low + high));
            let change = (next - t).abs();
            t = next;
            if R::all(R::le(change, R::splat(1e-10))) {
                break;
            }
        }
        let (mut z, ..) = stretches(t);
        if R::any(beyond) {
            // One stretch is the smaller root: rare.
            let other = prox::by_newton::<_, R, D>(self, s, r);
            (0..D).for_each(|i| z[i] = R::select(beyond, other[i], z[i]));
        }
        z
    }
}

/// Iterations of the proximal map at most; five are usual, and bisection would take fifty.
const MOST_ITERATIONS: usize = 60;
