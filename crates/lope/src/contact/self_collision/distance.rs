//! The squared distance of a point from a triangle, with two derivatives *through* the nearest point.
//!
//! The nearest point moves along with the corners, so d(x) = min over θ of |r|², where r = p − Σ wᵢ(θ) xᵢ and θ are the
//! parameters that are free: two on the face, one on an edge, none at a corner. With c = (1, −w) for p and the corners,
//! r = Σ cₐ xₐ. As r is at its shortest, its change with θ does not count in the first derivative, and in the second it
//! counts by the Schur complement f_xx − f_xθ f_θθ⁻¹ f_θx of f = |r|²:
//!
//! ```text
//! ∂d/∂xₐ = 2 cₐ r
//! ∂²d/∂xₐ∂x_b = 2 [cₐ c_b P + c_b r Dₐᵀ + cₐ D_b rᵀ − (Dₐ·D_b) r rᵀ]
//! ```
//!
//! with P the projection across the directions that are free and Dₐ = −∇wₐ the gradients of the weights along them (D of
//! p is 0):
//!
//! | nearest | P | Dₐ |
//! |---|---|---|
//! | on the face, normal n | n nᵀ | of the three barycentric coordinates |
//! | on the edge from u to v, e = v − u | I − e eᵀ/e² | e/e² for u, −e/e² for v |
//! | a corner | I | 0 |

use crate::math::vec3::{Vec3, along, cross, dot, sub};

/// A triangle whose angles have sines below this has no area: it is its edges. They are nearer to its inner points than
/// this times its size.
const FLAT: f64 = 1e-10;
/// An edge that is seen from the point under a smaller angle than this is its end.
const SHORT: f64 = 1e-12;

/// What a point of a triangle is inside of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::contact) enum Feature {
    /// The triangle.
    Face,
    /// The edge between two of its corners.
    Edge(usize, usize),
    /// One of its corners.
    Corner,
}

/// The nearest point of a triangle.
#[derive(Clone, Copy, Debug)]
pub(in crate::contact) struct Closest {
    pub(in crate::contact) feature: Feature,
    /// Its barycentric coordinates.
    pub(in crate::contact) weights: Vec3,
    /// From it to the point.
    pub(in crate::contact) r: Vec3,
    /// |r|².
    pub(in crate::contact) squared: f64,
}

impl Closest {
    fn new(feature: Feature, weights: Vec3, r: Vec3) -> Self {
        Self { feature, weights, r, squared: dot(r, r) }
    }

    /// The corner with this number.
    fn corner(p: Vec3, corners: &[Vec3; 3], corner: usize) -> Self {
        let mut weights = [0.0; 3];
        weights[corner] = 1.0;
        Self::new(Feature::Corner, weights, sub(p, corners[corner]))
    }

    /// The nearest point of the edge between two corners.
    fn edge(p: Vec3, corners: &[Vec3; 3], from: usize, to: usize) -> Self {
        let (edge, start) = (sub(corners[to], corners[from]), sub(p, corners[from]));
        let (length, along_it) = (dot(edge, edge), dot(edge, start));
        if along_it <= 0.0 || length <= SHORT * SHORT * dot(start, start) {
            return Self::corner(p, corners, from);
        }
        if along_it >= length {
            return Self::corner(p, corners, to);
        }
        let t = along_it / length;
        let mut weights = [0.0; 3];
        (weights[from], weights[to]) = (1.0 - t, t);
        Self::new(Feature::Edge(from, to), weights, along(start, -t, edge))
    }

    /// The nearest point of a triangle, \[Ericson05\] §5.1.5.
    #[inline]
    pub(in crate::contact) fn on_triangle(p: Vec3, corners: &[Vec3; 3]) -> Self {
        let [a, b, c] = *corners;
        let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
        let normal = cross(ab, ac);
        let area = dot(normal, normal);
        if area <= FLAT * FLAT * dot(ab, ab) * dot(ac, ac) {
            let edges = [(0, 1), (1, 2), (2, 0)].map(|(from, to)| Self::edge(p, corners, from, to));
            return edges
                .into_iter()
                .reduce(|x, y| if y.squared < x.squared { y } else { x })
                .unwrap_or(edges[0]);
        }
        let (ab_ap, ac_ap) = (dot(ab, ap), dot(ac, ap));
        if ab_ap <= 0.0 && ac_ap <= 0.0 {
            return Self::corner(p, corners, 0);
        }
        let bp = sub(p, b);
        let (ab_bp, ac_bp) = (dot(ab, bp), dot(ac, bp));
        if ab_bp >= 0.0 && ac_bp <= ab_bp {
            return Self::corner(p, corners, 1);
        }
        let cp = sub(p, c);
        let (ab_cp, ac_cp) = (dot(ab, cp), dot(ac, cp));
        if ac_cp >= 0.0 && ab_cp <= ac_cp {
            return Self::corner(p, corners, 2);
        }
        // Barycentric coordinates of the foot on the plane, times the squared area.
        let at_b = dot(normal, cross(ap, ac));
        let at_c = dot(normal, cross(ab, ap));
        let at_a = dot(normal, cross(sub(c, b), bp));
        if at_c <= 0.0 && ab_ap >= 0.0 && ab_bp <= 0.0 {
            return Self::edge(p, corners, 0, 1);
        }
        if at_b <= 0.0 && ac_ap >= 0.0 && ac_cp <= 0.0 {
            return Self::edge(p, corners, 2, 0);
        }
        if at_a <= 0.0 && ac_bp >= ab_bp && ab_cp >= ac_cp {
            return Self::edge(p, corners, 1, 2);
        }
        let (v, w) = (at_b / area, at_c / area);
        let height = dot(normal, ap) / area;
        Self::new(Feature::Face, [1.0 - v - w, v, w], normal.map(|n| height * n))
    }

    /// c = (1, −w).
    pub(in crate::contact) fn coefficients(&self) -> [f64; 4] {
        let [u, v, w] = self.weights;
        [1.0, -u, -v, -w]
    }

    /// P, and D of the three corners.
    pub(in crate::contact) fn variation(&self, corners: &[Vec3; 3]) -> ([Vec3; 3], [Vec3; 3]) {
        match self.feature {
            Feature::Corner => (projector(1.0, -0.0, [0.0; 3]), [[0.0; 3]; 3]),
            Feature::Edge(from, to) => {
                let edge = sub(corners[to], corners[from]);
                let length = dot(edge, edge);
                let mut slopes = [[0.0; 3]; 3];
                (slopes[from], slopes[to]) = (edge.map(|e| e / length), edge.map(|e| -e / length));
                (projector(1.0, -1.0 / length, edge), slopes)
            }
            Feature::Face => {
                let [a, b, c] = *corners;
                let normal = cross(sub(b, a), sub(c, a));
                let area = dot(normal, normal);
                let opposite = [sub(b, c), sub(c, a), sub(a, b)];
                (
                    projector(0.0, 1.0 / area, normal),
                    opposite.map(|edge| cross(normal, edge).map(|x| x / area)),
                )
            }
        }
    }
}

/// s I + t v vᵀ
fn projector(s: f64, t: f64, v: Vec3) -> [Vec3; 3] {
    let entry = |i: usize, j: usize| t * v[i] * v[j] + if i == j { s } else { 0.0 };
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)))
}
