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
        let inside = i.inside();
        let j = R::select(inside, i.j, one);
        let log = invariants::log(j, R::select(inside, i.growth, R::splat(0.0)));
        let inverse = one / j;
        let pj = lambda.mul_add(log, -kappa) * inverse;
        Partials {
            psi: half * (lambda * log).mul_add(log, kappa * i.stretch_beyond(log)),
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

    /// With t = log J every stretch obeys (κ + r)z² − rsz + λt − κ = 0 (\[Mattos25\] (42)), so that it is a function
    /// of t, and what is left is the root of Σ log z(t) − t: with the larger roots z it falls, and at once the sum for t = 0
    /// is on its other side. The search stays between; t is bounded by (44). Newton's method starts with the step from t = 0.
    #[inline(always)]
    fn prox<R: Real, const D: usize>(&self, s: [R; 3], r: f64) -> [R; 3] {
        let (zero, one, half) = (R::splat(0.0), R::splat(1.0), R::splat(0.5));
        let inverse = 1.0 / (self.kappa + r);
        let mut curves =
            Curves { b: s, kappa: R::splat(self.kappa * inverse), lambda: R::splat(self.lambda * inverse) };
        let mut most = R::splat(f64::INFINITY);
        for i in 0..D {
            let b = R::splat(0.5 * r * inverse) * s[i];
            curves.b[i] = b;
            let square = R::select(R::lt(zero, b), b * b, zero);
            if self.lambda > 0.0 {
                most = most.min((curves.kappa + square) / curves.lambda);
            }
        }
        let (z, product, slope) = curves.at::<D>(zero);
        if self.lambda <= 0.0 {
            return z;
        }
        let first = product.ln();
        let grows = R::lt(zero, first);
        let mut low = R::select(grows, zero, first);
        let mut high = R::select(grows, first.min(most), zero);
        let mut beyond = R::lt(most, first);
        if R::any(beyond) {
            let (_, product, _) = curves.at::<D>(most);
            beyond = R::and(beyond, R::lt(most, product.ln()));
        }
        let next = first / (one - slope);
        let inside = R::and(R::le(low, next), R::le(next, high));
        let mut t = R::select(inside, next, half * (low + high));
        for _ in 0..MOST_ITERATIONS {
            let (_, product, slope) = curves.at::<D>(t);
            let excess = product.ln() - t;
            let above = R::lt(zero, excess);
            low = R::select(above, t, low);
            high = R::select(above, high, t);
            let next = t - excess / (slope - one);
            let inside = R::and(R::le(low, next), R::le(next, high));
            let next = R::select(inside, next, half * (low + high));
            let change = (next - t).abs();
            t = next;
            if R::all(R::le(change, R::splat(FOUND))) {
                break;
            }
        }
        let (mut z, ..) = curves.at::<D>(t);
        if R::any(beyond) {
            // One stretch is the smaller root: rare.
            let other = prox::by_newton::<_, R, D>(self, s, r);
            (0..D).for_each(|i| z[i] = R::select(beyond, other[i], z[i]));
        }
        // Near the bound both roots are close, and that of the least stretch may be the smaller one.
        let near = R::lt(half * most, t);
        if R::any(near) {
            let other = prox::or_with_a_small_stretch::<_, R, D>(self, s, r, z);
            (0..D).for_each(|i| z[i] = R::select(near, other[i], z[i]));
        }
        z
    }
}

/// The stretches as functions of t = log J. A type of its own and no closure, which would not be compiled for the lanes of
/// the kernel that calls it.
#[derive(Clone, Copy)]
struct Curves<R> {
    /// rs/2, κ and λ, by κ + r.
    b: [R; 3],
    kappa: R,
    lambda: R,
}

impl<R: Real> Curves<R> {
    /// z = b ± √(b² + κ − λt), without cancellation; their product, and the derivative of Σ log z.
    #[inline(always)]
    fn at<const D: usize>(&self, t: R) -> ([R; 3], R, R) {
        let zero = R::splat(0.0);
        let rest = R::neg_mul_add(self.lambda, t, self.kappa);
        let (mut z, mut product, mut slope) = (self.b, R::splat(1.0), zero);
        for i in 0..D {
            let b = self.b[i];
            let root = b.mul_add(b, rest).max(zero).sqrt();
            let sum = b.abs() + root;
            z[i] = R::select(R::lt(b, zero), rest / sum, sum);
            product = product * z[i];
            slope = slope - self.lambda * R::splat(0.5) / (z[i] * root);
        }
        (z, product, slope)
    }
}

/// Iterations of the proximal map at most; three are usual, and bisection would take fifty.
const MOST_ITERATIONS: usize = 60;

/// Change of t below which the next would be rounding alone.
const FOUND: f64 = 1e-10;
