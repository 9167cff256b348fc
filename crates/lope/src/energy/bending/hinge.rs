//! The angle between two triangles at their common edge, with its derivatives.
//!
//! A triangle has the unit vectors ê along the edge, m̂ in its plane towards its apex, and the normal n̂; both normals agree where
//! the two lie flat. With ∇φₐ = pₐ m̂ + qₐ ê for its three corners, its part of the gradient of the angle is −pₐ n̂, and of the
//! Hessian (\[Tamstorf13\], symmetric here)
//!
//!   Hₐ_b = (pₐp_b + ½ qₐq_b)(n̂m̂ᵀ + m̂n̂ᵀ) + qₐp_b n̂êᵀ + pₐq_b ên̂ᵀ.
//!
//! It joins displacements along n̂ to those in the plane and nothing else, so that its eigenvalues come in pairs ±s: the s are the
//! singular values of C = p a₁ᵀ + q a₂ᵀ with a₁ = (p, 0) and a₂ = (½q, p) along m̂ and ê. What has their absolute values needs no
//! decomposition: |H| = n̂n̂ᵀ ⊗ U X Uᵀ + A Y Aᵀ with U = (p q), A = (a₁ a₂), and X, Y from 2×2 matrices in closed form.

use crate::math::vec3::{Vec3, along, cross, dot, norm, scaled, sub};

/// A height below this part of the edge has no direction.
const FLAT: f64 = 1e-10;

/// One of the two triangles, its corners being the ends of the edge and the apex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flap {
    /// Normal, of length 1; zero where there is none.
    n: Vec3,
    /// From the edge to the apex, of length 1.
    m: Vec3,
    /// Along the edge, of length 1.
    e: Vec3,
    /// Parts of the gradients of the corners' shape functions along m̂ and ê, 1/m.
    p: [f64; 3],
    q: [f64; 3],
}

/// Two triangles at an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hinge {
    pub(super) angle: f64,
    pub(super) flaps: [Flap; 2],
}

impl Flap {
    /// `side` is 1 for the first triangle and −1 for the other one.
    #[inline]
    fn new(a: Vec3, b: Vec3, apex: Vec3, side: f64) -> Self {
        let none = Self { n: [0.0; 3], m: [0.0; 3], e: [0.0; 3], p: [0.0; 3], q: [0.0; 3] };
        let (edge, to) = (sub(b, a), sub(apex, a));
        let length = norm(edge);
        let across = cross(edge, to);
        let twice = norm(across);
        let height = twice / length;
        // Also where a length is no number.
        if !(length > 0.0 && height > FLAT * length) {
            return none;
        }
        let e = scaled(edge, 1.0 / length);
        let n = scaled(across, side / twice);
        let m = scaled(cross(n, e), side);
        let (s, over, q) = (dot(to, e) / length, 1.0 / height, 1.0 / length);
        Self { n, m, e, p: [(s - 1.0) * over, -s * over, over], q: [-q, q, 0.0] }
    }

    /// ∂θ/∂x of one corner.
    #[inline]
    pub(super) fn gradient(&self, corner: usize) -> Vec3 {
        scaled(self.n, -self.p[corner])
    }

    /// ∂²θ/∂x∂x of a pair of corners, by rows.
    #[inline]
    pub(super) fn hessian(&self, a: usize, b: usize) -> [[f64; 3]; 3] {
        let Self { n, m, e, p, q } = self;
        let both = p[a] * p[b] + 0.5 * q[a] * q[b];
        let (right, left) = (q[a] * p[b], p[a] * q[b]);
        let mut out = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                out[i][j] = n[i] * (both * m[j] + right * e[j]) + (both * m[i] + left * e[i]) * n[j];
            }
        }
        out
    }

    /// The 2×2 matrices X and Y of |H|, as (00, 01, 11); zero where there is no normal.
    #[inline]
    pub(super) fn absolute(&self) -> Absolute {
        let Self { p, q, .. } = self;
        let sum = |a: &[f64; 3], b: &[f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let (pp, pq, qq) = (sum(p, p), sum(p, q), sum(q, q));
        let u = [pp, pq, qq];
        let a = [pp, 0.5 * pq, 0.25 * qq + pp];
        let det = |m: &[f64; 3]| (m[0] * m[2] - m[1] * m[1]).max(0.0);
        let (det_u, det_a) = (det(&u), det(&a));
        if !(det_u > 0.0 && det_a > 0.0) {
            return Absolute { x: [0.0; 3], y: [0.0; 3] };
        }
        // X solves X·UᵀU·X = AᵀA, and Y the other way round.
        let root = (det_u * det_a).sqrt();
        let trace = a[0] * u[0] + 2.0 * a[1] * u[1] + a[2] * u[2];
        let over = 1.0 / (trace + 2.0 * root).sqrt();
        let mean = |a: &[f64; 3], u: &[f64; 3], ratio: f64| {
            [(a[0] + ratio * u[2]) * over, (a[1] - ratio * u[1]) * over, (a[2] + ratio * u[0]) * over]
        };
        Absolute { x: mean(&a, &u, (det_a / det_u).sqrt()), y: mean(&u, &a, (det_u / det_a).sqrt()) }
    }

    /// |∂²θ/∂x∂x| of a pair of corners, by rows.
    #[inline]
    pub(super) fn absolute_hessian(&self, of: &Absolute, a: usize, b: usize) -> [[f64; 3]; 3] {
        let Self { n, m, e, p, q } = self;
        let Absolute { x, y } = of;
        let form = |m: &[f64; 3], l: [f64; 2], r: [f64; 2]| {
            m[0] * l[0] * r[0] + m[1] * (l[0] * r[1] + l[1] * r[0]) + m[2] * l[1] * r[1]
        };
        let normal = form(x, [p[a], q[a]], [p[b], q[b]]);
        // Rows of A for a corner: (pₐ, ½qₐ) along m̂ and (0, pₐ) along ê.
        let (am, bm) = ([p[a], 0.5 * q[a]], [p[b], 0.5 * q[b]]);
        let (ae, be) = ([0.0, p[a]], [0.0, p[b]]);
        let (mm, me, em, ee) = (form(y, am, bm), form(y, am, be), form(y, ae, bm), form(y, ae, be));
        let mut out = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                out[i][j] =
                    normal * n[i] * n[j] + m[i] * (mm * m[j] + me * e[j]) + e[i] * (em * m[j] + ee * e[j]);
            }
        }
        out
    }
}

/// Two symmetric 2×2 matrices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Absolute {
    x: [f64; 3],
    y: [f64; 3],
}

impl Hinge {
    /// The ends of the edge, and the two apexes. The angle is zero where the triangles lie flat, ±π where they lie on each other,
    /// and positive where the apexes are on the side the first normal, (b − a) × (apex − a), does not look at.
    #[inline]
    pub(super) fn new([a, b, first, second]: [Vec3; 4]) -> Self {
        let flaps = [Flap::new(a, b, first, 1.0), Flap::new(a, b, second, -1.0)];
        let [one, other] = [flaps[0].n, flaps[1].n];
        let angle = dot(cross(one, other), flaps[0].e).atan2(dot(one, other));
        Self { angle, flaps }
    }
}

/// The corners' weights in the sum of the two unit vectors m̂, which is small where the triangles lie flat: its length is
/// 2 sin θ/2. From the lengths of the edges at rest alone.
pub(super) fn laplacian([a, b, first, second]: [Vec3; 4]) -> [f64; 4] {
    let edge = sub(b, a);
    let length = norm(edge);
    let of = |apex: Vec3| {
        let to = sub(apex, a);
        let s = dot(to, edge) / (length * length);
        let height = norm(along(to, -s, edge));
        [(s - 1.0) / height, -s / height, 1.0 / height]
    };
    let (one, other) = (of(first), of(second));
    [one[0] + other[0], one[1] + other[1], one[2], other[2]]
}

/// The heights of the two triangles over their edge.
pub(super) fn heights([a, b, first, second]: [Vec3; 4]) -> [f64; 2] {
    let edge = sub(b, a);
    [first, second].map(|apex| norm(cross(edge, sub(apex, a))) / norm(edge))
}
