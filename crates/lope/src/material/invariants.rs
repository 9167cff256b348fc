//! Densities written in the invariants I₁ = Σσᵢ, I₂ = Σσᵢ², J = σ₁σ₂σ₃ \[Smith19\].
//!
//! Six of the models are of this kind without mixed second derivatives, and then everything a tangent needs
//! is free of the divided differences that cancel when two stretches meet.
//!
//! A stiff body is nearly at rest, I₂ − 3 and J − 1 are of the order of the strain ε, and a density is what is left of
//! them, of the order ε². From the invariants themselves it would have the error of a number near one, however small the
//! strain is: 1e-16 μ, which for steel is more than a step may change. So near rest these differences are computed
//! from the strain, and the error is ε times smaller.

use crate::math::Real;
use crate::math::small::{Matrix, cofactor, contract, det, mul, transpose};

use super::{Order, Response, pair};

/// Floor of σᵢ + σⱼ in the twist eigenvalue of models that use I₁, that is, the rotation of F. Where the sum
/// vanishes (F turned inside out, or collapsed to a line) the rotation jumps and the density has a ridge; its
/// curvature there is −∞, and the floor keeps it finite.
pub const RIDGE: f64 = 1e-8;

/// The invariants of a state.
#[derive(Clone, Copy)]
pub struct Invariants<R: Real> {
    /// Σσᵢ².
    pub i2: R,
    /// σ₁σ₂σ₃.
    pub j: R,
    /// J − 1, accurate near rest.
    pub growth: R,
    /// Whether F is near a rotation.
    near: R::Mask,
    /// I₂ − 3 − 2(J − 1), accurate; only near rest.
    distortion: R,
}

/// ‖FᵀF − 1‖² up to which a deformation is near rest. Far away the expansions around rest would cancel.
const NEAR: f64 = 0.25;

/// A density and its partial derivatives in the invariants.
#[derive(Clone, Copy, Debug)]
pub struct Partials<R> {
    /// ψ.
    pub psi: R,
    /// ∂ψ/∂I₁; `None` for a density that does not use the rotation.
    pub p1: Option<R>,
    /// ∂ψ/∂I₂.
    pub p2: R,
    /// ∂ψ/∂J.
    pub pj: R,
    /// ∂²ψ/∂I₁².
    pub p11: R,
    /// ∂²ψ/∂I₂².
    pub p22: R,
    /// ∂²ψ/∂J².
    pub pjj: R,
}

impl<R: Real> Partials<R> {
    /// All zeros, no use of the rotation.
    #[inline(always)]
    pub fn zero() -> Self {
        let zero = R::splat(0.0);
        Partials { psi: zero, p1: None, p2: zero, pj: zero, p11: zero, p22: zero, pjj: zero }
    }
}

impl<R: Real> Invariants<R> {
    /// Of singular values `s`.
    #[inline(always)]
    pub fn new(s: [R; 3]) -> Self {
        let one = R::splat(1.0);
        let [a, b, c] = [s[0] - one, s[1] - one, s[2] - one];
        let i2 = s[2].mul_add(s[2], s[1].mul_add(s[1], s[0] * s[0]));
        let j = s[0] * s[1] * s[2];
        // With a = σ₁ − 1, … : J − 1 = Σa + Σab + abc and I₂ − 3 = Σa² + 2Σa.
        let squares = c.mul_add(c, b.mul_add(b, a * a));
        let products = a.mul_add(b + c, b * c);
        let last = (a * b).mul_add(c, products);
        // σ² − 1 is about twice σ − 1.
        let near = R::le(squares, R::splat(0.25 * NEAR));
        Self::around(near, i2, j, a + b + c + last, R::neg_mul_add(R::splat(2.0), last, squares))
    }

    /// Of a deformation.
    #[inline(always)]
    pub(super) fn of<const D: usize>(f: &Matrix<R, D>) -> Self {
        let (one, two) = (R::splat(1.0), R::splat(2.0));
        let (square, j) = (contract(f, f), det(f));
        // e = FᵀF − 1
        let mut e = mul(&transpose(f), f);
        for i in 0..D {
            e[i][i] = e[i][i] - one;
        }
        let positive = R::lt(R::splat(0.0), j);
        let near = R::and(positive, R::le(contract(&e, &e), R::splat(NEAR)));
        if D == 2 {
            // I₂ = ‖F‖² + 1, so that I₂ − 3 − 2(J − 1) = ‖F‖² − 2J, a sum of squares.
            let (skew, shear) = (f[0][0] - f[1][1], f[0][1] + f[1][0]);
            let growth = (e[0][0] + e[1][1] + det(&e)) / (one + R::select(near, j, one));
            return Self::around(near, square + one, j, growth, skew.mul_add(skew, shear * shear));
        }
        // With t, m and d the trace, the sum of the principal minors and the determinant of e: I₂ − 3 = t and
        // J² − 1 = t + m + d, which is (J − 1)(J + 1).
        let t = e[0][0] + e[1][1] + e[2][2];
        let mut rest = det(&e);
        for (i, k) in [(0, 1), (0, 2), (1, 2)] {
            rest = rest + R::neg_mul_add(e[i][k], e[i][k], e[i][i] * e[k][k]);
        }
        let inverse = one / (one + R::select(near, j, one));
        let growth = (t + rest) * inverse;
        let distortion = R::neg_mul_add(two, rest, t * growth) * inverse;
        Self::around(near, square, j, growth, distortion)
    }

    /// `growth` and `distortion` hold near rest.
    #[inline(always)]
    fn around(near: R::Mask, i2: R, j: R, growth: R, distortion: R) -> Self {
        Self { i2, j, growth: R::select(near, growth, j - R::splat(1.0)), near, distortion }
    }

    /// (I₂ − 3) − 2q for a q that is J − 1 to first order: what is left of the two is of second order.
    #[inline(always)]
    pub(super) fn stretch_beyond(&self, q: R) -> R {
        let two = R::splat(2.0);
        let far = R::neg_mul_add(two, q, self.i2 - R::splat(3.0));
        R::select(self.near, two.mul_add(self.growth - q, self.distortion), far)
    }

    /// I₂ − 3.
    #[inline(always)]
    pub(super) fn stretch(&self) -> R {
        let near = R::splat(2.0).mul_add(self.growth, self.distortion);
        R::select(self.near, near, self.i2 - R::splat(3.0))
    }
}

/// log y, where y − 1 is known more accurately as `excess`.
#[inline(always)]
pub(super) fn log<R: Real>(y: R, excess: R) -> R {
    y.ln() + (excess - (y - R::splat(1.0))) / y
}

/// J below this share of ‖F‖³ is the rounding error of that of a flat deformation, from F or from its singular values.
const FLAT: f64 = 1e-15;

impl<R: Real> Invariants<R> {
    /// Where densities with a domain are finite: the volume is not turned inside out, and not nothing up to rounding. Every
    /// path from F to ψ asks here, so that a flat F has the same energy on all of them.
    #[inline(always)]
    pub(super) fn inside(&self) -> R::Mask {
        R::lt(R::splat(FLAT) * self.i2 * self.i2.sqrt(), self.j)
    }
}

/// The response of a density given by its partial derivatives.
#[inline(always)]
pub(super) fn respond<R: Real>(s: [R; 3], p: &Partials<R>, order: Order) -> Response<R> {
    let mut out = Response::zero();
    out.psi = p.psi;
    if order == Order::Value {
        return out;
    }
    let two = R::splat(2.0);
    let twice = p.p2 + p.p2;
    // ∂J/∂σᵢ
    let g = [s[1] * s[2], s[0] * s[2], s[0] * s[1]];
    for i in 0..3 {
        let d = p.pj.mul_add(g[i], twice * s[i]);
        out.d[i] = if let Some(p1) = p.p1 { d + p1 } else { d };
    }
    if order == Order::First {
        return out;
    }
    let four = p.p22 * R::splat(4.0);
    for i in 0..3 {
        out.a[i] = (four * s[i]).mul_add(s[i], (p.pjj * g[i]).mul_add(g[i], twice + p.p11));
    }
    for (i, j, k) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)] {
        let at = pair(i, j);
        let shear = p.pj * s[k];
        let mixed = (p.pjj * g[i]).mul_add(g[j], p.p11 + shear);
        out.a[3 + at] = (four * s[i]).mul_add(s[j], mixed);
        out.flip[at] = twice - shear;
        out.twist[at] = twice + shear;
        if let Some(p1) = p.p1 {
            let sum = (s[i] + s[j]).max(R::splat(RIDGE));
            out.twist[at] = out.twist[at] + two * p1 / sum;
        }
    }
    out
}

/// ψ and P = 2ψ_I₂ F + ψ_J cof F of a density that does not use the rotation.
#[inline(always)]
pub(super) fn stress<R: Real, const D: usize>(f: &Matrix<R, D>, p: &Partials<R>) -> (R, Matrix<R, D>) {
    let twice = p.p2 + p.p2;
    let mut out = cofactor(f);
    for i in 0..D {
        for j in 0..D {
            out[i][j] = p.pj.mul_add(out[i][j], twice * f[i][j]);
        }
    }
    (p.psi, out)
}

impl<R: Real> Partials<R> {
    /// Where `inside` is false: value +∞, derivatives zero.
    #[inline(always)]
    pub(super) fn confine(mut self, inside: R::Mask) -> Self {
        let zero = R::splat(0.0);
        self.psi = R::select(inside, self.psi, R::splat(f64::INFINITY));
        for partial in [&mut self.p2, &mut self.pj, &mut self.p22, &mut self.pjj] {
            *partial = R::select(inside, *partial, zero);
        }
        self
    }
}

/// Where `inside` is false: value +∞, stress zero.
#[inline(always)]
pub(super) fn confine<R: Real, const D: usize>(
    inside: R::Mask,
    (psi, mut p): (R, Matrix<R, D>),
) -> (R, Matrix<R, D>) {
    for row in &mut p {
        for entry in row {
            *entry = R::select(inside, *entry, R::splat(0.0));
        }
    }
    (R::select(inside, psi, R::splat(f64::INFINITY)), p)
}
