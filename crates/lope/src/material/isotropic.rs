//! What a model says about itself: its value and derivatives in the signed singular values.

use std::fmt::Debug;

use crate::math::small::Matrix;
use crate::math::{Filter, Lane, Quad, Real};

use super::invariants::{Invariants, Partials};
use super::{Model, prox};

/// How many derivatives are asked for; each level includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// ψ alone.
    Value,
    /// ψ and ∂ψ/∂σ.
    First,
    /// Second derivatives, twists and flips too.
    Second,
}

/// Place of the pair (i, j), i ≠ j, among (01), (02), (12).
#[inline(always)]
pub const fn pair(i: usize, j: usize) -> usize {
    i + j - 1
}

/// An isotropic density and its derivatives at one state, in the frame of the singular vectors.
///
/// The tangent ∂²ψ/∂F² has nine eigenmatrices. Six are known in advance: for each pair of axes a twist (the
/// antisymmetric one) and a flip (the symmetric one). The remaining three scale the axes and are mixed by the
/// 3×3 matrix of second derivatives in σ.
#[derive(Clone, Copy, Debug)]
pub struct Response<T> {
    /// ψ.
    pub psi: T,
    /// ψᵢ = ∂ψ/∂σᵢ: the principal stresses.
    pub d: [T; 3],
    /// ∂²ψ/∂σᵢ∂σⱼ: (00, 11, 22, 01, 02, 12).
    pub a: [T; 6],
    /// (ψᵢ + ψⱼ)/(σᵢ + σⱼ) per pair.
    pub twist: [T; 3],
    /// (ψᵢ − ψⱼ)/(σᵢ − σⱼ) per pair.
    pub flip: [T; 3],
}

impl Response<Quad> {
    /// All zeros: a place to write to.
    pub const ZERO: Self = Response {
        psi: Quad::ZERO,
        d: [Quad::ZERO; 3],
        a: [Quad::ZERO; 6],
        twist: [Quad::ZERO; 3],
        flip: [Quad::ZERO; 3],
    };

    /// Reads one pack.
    #[inline(always)]
    pub fn load<L: Lane>(&self, part: usize, order: Order) -> Response<L> {
        let mut out = Response::zero();
        out.psi = L::load(&self.psi, part);
        if order >= Order::First {
            for i in 0..3 {
                out.d[i] = L::load(&self.d[i], part);
            }
        }
        if order >= Order::Second {
            for i in 0..6 {
                out.a[i] = L::load(&self.a[i], part);
            }
            for i in 0..3 {
                out.twist[i] = L::load(&self.twist[i], part);
                out.flip[i] = L::load(&self.flip[i], part);
            }
        }
        out
    }

    /// Writes one pack.
    #[inline(always)]
    pub fn store<L: Lane>(&mut self, value: &Response<L>, part: usize, order: Order) {
        value.psi.store(&mut self.psi, part);
        if order >= Order::First {
            for i in 0..3 {
                value.d[i].store(&mut self.d[i], part);
            }
        }
        if order >= Order::Second {
            for i in 0..6 {
                value.a[i].store(&mut self.a[i], part);
            }
            for i in 0..3 {
                value.twist[i].store(&mut self.twist[i], part);
                value.flip[i].store(&mut self.flip[i], part);
            }
        }
    }
}

impl<R: Real> Response<R> {
    /// All zeros.
    #[inline(always)]
    pub fn zero() -> Self {
        let zero = R::splat(0.0);
        Response { psi: zero, d: [zero; 3], a: [zero; 6], twist: [zero; 3], flip: [zero; 3] }
    }

    /// Where `inside` is false: value +∞, derivatives zero.
    #[inline(always)]
    pub fn confine(&mut self, inside: R::Mask, order: Order) {
        let zero = R::splat(0.0);
        self.psi = R::select(inside, self.psi, R::splat(f64::INFINITY));
        if order >= Order::First {
            for i in 0..3 {
                self.d[i] = R::select(inside, self.d[i], zero);
            }
        }
        if order >= Order::Second {
            for i in 0..6 {
                self.a[i] = R::select(inside, self.a[i], zero);
            }
            for i in 0..3 {
                self.twist[i] = R::select(inside, self.twist[i], zero);
                self.flip[i] = R::select(inside, self.flip[i], zero);
            }
        }
    }

    /// Filters the eigenvalues of the tangent of a D-dimensional deformation.
    #[inline(always)]
    pub fn filter<const D: usize>(&mut self, filter: Filter) {
        if filter == Filter::Raw {
            return;
        }
        if D == 2 {
            let [a, b, c] = filter.apply2([self.a[0], self.a[1], self.a[3]]);
            (self.a[0], self.a[1], self.a[3]) = (a, b, c);
            self.twist[0] = filter.apply(self.twist[0]);
            self.flip[0] = filter.apply(self.flip[0]);
        } else {
            self.a = filter.apply3(self.a);
            for i in 0..3 {
                self.twist[i] = filter.apply(self.twist[i]);
                self.flip[i] = filter.apply(self.flip[i]);
            }
        }
    }
}

/// An isotropic hyperelastic model.
pub trait Isotropic: Debug + Send + Sync + 'static {
    /// Which one.
    const MODEL: Model;
    /// Whether ψ does not depend on the rotation of F: it is smooth wherever it is finite, and
    /// [`stress`](Self::stress) is there.
    const ROTATION_FREE: bool = false;

    /// Whether [`stress`](Self::stress) is there: value and stress without singular values.
    const DIRECT_STRESS: bool = Self::ROTATION_FREE;

    /// Whether [`partials`](Self::partials) is there: all derivatives without singular values.
    const IN_INVARIANTS: bool = false;

    /// Whether [`prox_direct`](Self::prox_direct) is there: the proximal map without singular values.
    const DIRECT_PROX: bool = false;

    /// Value and derivatives at signed singular values `s`, sorted by size, only the last of them negative
    /// (in plane strain the third is 1). Fields beyond `order` are unspecified.
    fn respond<R: Real>(&self, s: [R; 3], order: Order) -> Response<R>;

    /// ψ and the first Piola–Kirchhoff stress straight from F, for models that do not use its rotation or find it faster. In the
    /// plane (D = 2) the stretch out of it is one. Only called where [`DIRECT_STRESS`](Self::DIRECT_STRESS).
    #[inline(always)]
    fn stress<R: Real, const D: usize>(&self, f: &Matrix<R, D>) -> (R, Matrix<R, D>) {
        (R::splat(f64::NAN), *f)
    }

    /// Partial derivatives of a density ψ(I₂, J) without mixed ones; +∞ and zeros outside the domain. Only called
    /// where [`IN_INVARIANTS`](Self::IN_INVARIANTS).
    #[inline(always)]
    fn partials<R: Real>(&self, _i: &Invariants<R>) -> Partials<R> {
        Partials::zero()
    }

    /// The stretches z that minimize ψ(z) + r/2|z − s|² for signed singular values `s` of a D-dimensional deformation; in
    /// plane strain the third is 1 and stays.
    #[inline(always)]
    fn prox<R: Real, const D: usize>(&self, s: [R; 3], r: f64) -> [R; 3]
    where
        Self: Sized,
    {
        prox::by_newton::<_, R, D>(self, s, r)
    }

    /// The deformation Z that minimizes ψ(Z) + r/2‖Z − V‖². Only called where [`DIRECT_PROX`](Self::DIRECT_PROX).
    #[inline(always)]
    fn prox_direct<R: Real, const D: usize>(&self, v: &Matrix<R, D>, _r: f64) -> Matrix<R, D> {
        *v
    }
}
