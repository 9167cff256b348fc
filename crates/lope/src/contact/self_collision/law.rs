//! The penalty of one point inside: k d √(d + ε) of the squared distance d to the nearest point of a triangle.

use super::distance::Closest;
use crate::energy::{block_place, gradient_slot, hessian_slot};
use crate::math::vec3::dot;

/// How bodies push each other back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PenaltyLaw {
    /// Stiffness k of each point that is inside, N/m²: at a depth of a it stores about k a³ and pushes with 3k a².
    pub stiffness: f64,
    /// Coefficient μ of friction, 0 or more.
    pub friction: f64,
    /// ε, m²: keeps the second derivative finite where a point is on the surface. \[Gast15\] §5.3 has 10⁻¹⁵ m², for bodies
    /// of about a metre.
    pub epsilon: f64,
}

impl PenaltyLaw {
    /// As \[Gast15\] §5.3 has it, without friction, for bodies of a given size, m: what is smaller by a thousand moves the
    /// same a thousand times smaller.
    pub fn new(stiffness: f64, size: f64) -> Self {
        Self { stiffness, friction: 0.0, epsilon: 1e-15 * size * size }
    }

    /// The value at a squared distance, with two derivatives by it.
    fn at(&self, d: f64) -> [f64; 3] {
        let Self { stiffness: k, epsilon, .. } = *self;
        let root = (d + epsilon).sqrt();
        if root == 0.0 {
            return [0.0; 3];
        }
        let slope = (1.5 * d + epsilon) / root;
        let curvature = (0.75 * d + epsilon) / (root * root * root);
        [k * d * root, k * slope, k * curvature]
    }

    /// The energy of an element.
    pub(super) fn value(&self, closest: &Closest) -> f64 {
        self.at(closest.squared)[0]
    }

    /// How hard the point is pushed, N.
    pub(super) fn push(&self, closest: &Closest) -> f64 {
        2.0 * self.at(closest.squared)[1] * closest.squared.sqrt()
    }

    /// Writes the gradient into a slot.
    pub(super) fn gradient(&self, closest: &Closest, slot: &mut [f64]) {
        debug_assert_eq!(slot.len(), gradient_slot(4));
        let slope = 2.0 * self.at(closest.squared)[1];
        for (part, c) in slot.chunks_exact_mut(3).zip(closest.coefficients()) {
            (0..3).for_each(|i| part[i] = slope * c * closest.r[i]);
        }
    }

    /// Writes the exact Hessian into a slot: φ′ ∇²d + φ″ ∇d ∇dᵀ, with ∇²d as [`distance`](super::distance) has it.
    pub(super) fn hessian(&self, closest: &Closest, corners: &[[f64; 3]; 3], slot: &mut [f64]) {
        debug_assert_eq!(slot.len(), hessian_slot(4));
        let [_, slope, curvature] = self.at(closest.squared);
        let (across, along) = closest.variation(corners);
        let (r, c) = (closest.r, closest.coefficients());
        let d = [[0.0; 3], along[0], along[1], along[2]];
        for a in 0..4 {
            for b in a..4 {
                let place = 9 * block_place(4, a, b);
                let both = 4.0 * curvature * c[a] * c[b] - 2.0 * slope * dot(d[a], d[b]);
                for (j, column) in slot[place..place + 9].chunks_exact_mut(3).enumerate() {
                    for (i, entry) in column.iter_mut().enumerate() {
                        let turned = c[b] * r[i] * d[a][j] + c[a] * d[b][i] * r[j];
                        *entry = 2.0 * slope * (c[a] * c[b] * across[i][j] + turned) + both * r[i] * r[j];
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::self_collision::distance::Feature;
    use crate::geometry::closest::closest_on_triangle;

    const LAW: PenaltyLaw = PenaltyLaw { stiffness: 3.0, friction: 0.0, epsilon: 1e-15 };

    type Points = [[f64; 3]; 4];

    fn closest(points: &Points) -> (Closest, [[f64; 3]; 3]) {
        let [p, a, b, c] = *points;
        (Closest::on_triangle(p, &[a, b, c]), [a, b, c])
    }

    fn gradient(points: &Points) -> [f64; 12] {
        let mut slot = [0.0; 12];
        LAW.gradient(&closest(points).0, &mut slot);
        slot
    }

    /// By rows, 12 × 12.
    fn hessian(points: &Points) -> [[f64; 12]; 12] {
        let (closest, corners) = closest(points);
        let mut slot = [0.0; 90];
        LAW.hessian(&closest, &corners, &mut slot);
        let mut full = [[0.0; 12]; 12];
        for a in 0..4 {
            for b in a..4 {
                for (k, entry) in slot[9 * block_place(4, a, b)..][..9].iter().enumerate() {
                    let (i, j) = (3 * a + k % 3, 3 * b + k / 3);
                    full[i][j] = *entry;
                    if a < b {
                        full[j][i] = *entry;
                    }
                }
            }
        }
        full
    }

    /// Central differences with steps of `step`; errors are relative to the largest entry.
    fn check(points: Points, step: f64, tolerance: f64, feature: Option<Feature>) {
        if let Some(feature) = feature {
            assert_eq!(closest(&points).0.feature, feature, "{points:?}");
        }
        let (exact_gradient, exact_hessian) = (gradient(&points), hessian(&points));
        let largest = |all: &[f64]| all.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let scales = [largest(&exact_gradient), largest(exact_hessian.as_flattened())];
        assert!(scales.iter().all(|scale| scale.is_finite() && *scale > 0.0), "{points:?}: {scales:?}");
        for i in 0..12 {
            let moved = |by: f64| {
                let mut moved = points;
                moved[i / 3][i % 3] += by;
                moved
            };
            let (plus, minus) = (moved(step), moved(-step));
            let width = plus[i / 3][i % 3] - minus[i / 3][i % 3];
            let slope = (LAW.value(&closest(&plus).0) - LAW.value(&closest(&minus).0)) / width;
            let off = (slope - exact_gradient[i]).abs() / scales[0];
            assert!(off < tolerance, "gradient {i}: {slope} {} at {points:?}", exact_gradient[i]);
            let (plus, minus) = (gradient(&plus), gradient(&minus));
            for j in 0..12 {
                let slope = (plus[j] - minus[j]) / width;
                let off = (slope - exact_hessian[i][j]).abs() / scales[1];
                assert!(off < tolerance, "{i} {j}: {slope} {} at {points:?}", exact_hessian[i][j]);
            }
        }
    }

    /// A triangle, and a point in each of its seven regions.
    fn regions() -> [(Points, Feature); 7] {
        let [a, b, c] = [[0.1, 0.2, -0.1], [1.0, -0.1, 0.2], [0.3, 0.9, 0.3]];
        let at = |u: f64, v: f64, w: f64| {
            let foot = [0, 1, 2].map(|i| u * a[i] + v * b[i] + w * c[i]);
            [[foot[0] - 0.1, foot[1] - 0.05, foot[2] + 0.3], a, b, c]
        };
        [
            (at(0.3, 0.3, 0.4), Feature::Face),
            (at(0.7, 0.7, -0.4), Feature::Edge(0, 1)),
            (at(-0.4, 0.7, 0.7), Feature::Edge(1, 2)),
            (at(0.7, -0.4, 0.7), Feature::Edge(2, 0)),
            (at(3.0, -1.0, -1.0), Feature::Corner),
            (at(-1.0, 3.0, -1.0), Feature::Corner),
            (at(-1.0, -1.0, 3.0), Feature::Corner),
        ]
    }

    #[test]
    fn derivatives_are_exact_in_every_region_at_every_scale() {
        for (points, feature) in regions() {
            for scale in [1e-9, 3e-8, 1e-4, 1.0, 1e6] {
                check(points.map(|p| p.map(|x| scale * x)), 1e-5 * scale, 2e-8, Some(feature));
            }
        }
    }

    /// The three corners are met in the order of their numbers.
    #[test]
    fn corners_have_all_the_weight() {
        for (number, (points, _)) in regions()[4..].iter().enumerate() {
            assert_eq!(closest(points).0.weights[number], 1.0);
        }
    }

    #[test]
    fn derivatives_hold_next_to_flat_triangles() {
        for height in [1e-2, 1e-4] {
            // Flat with a wide angle at each of the corners in turn, and as a needle.
            for turn in 0..3 {
                for [a, b, c] in [
                    [[0.0; 3], [1.0, 0.0, 0.0], [0.4, height, 0.0]],
                    [[0.0; 3], [1.0, 0.0, 0.0], [0.0, height, 0.0]],
                ] {
                    let mut corners = [a, b, c];
                    corners.rotate_left(turn);
                    let [a, b, c] = corners;
                    let middle = [0, 1, 2].map(|i| (a[i] + b[i] + c[i]) / 3.0);
                    let p = [middle[0], middle[1], middle[2] - 0.2 * height];
                    check([p, a, b, c], 1e-5 * height, 1e-6, Some(Feature::Face));
                    let p = [middle[0] + 0.01, -0.3, 0.2];
                    check([p, a, b, c], 1e-5 * height, 1e-5, None);
                }
            }
        }
    }

    #[test]
    fn derivatives_are_finite_where_there_is_no_area_and_no_distance() {
        let flat =
            [[[0.0; 3], [1.0, 0.0, 0.0], [0.3, 0.0, 0.0]], [[0.0; 3]; 3], [[1.0; 3], [1.0; 3], [2.0; 3]]];
        for corners in flat {
            for p in [[0.3, 0.1, 0.0], [0.0; 3], [1.0; 3], [0.5, 0.0, 1e-9], [1e-200, 1e-170, 0.0]] {
                let [a, b, c] = corners;
                let points = [p, a, b, c];
                let found = closest(&points).0;
                assert_ne!(found.feature, Feature::Face);
                assert!(found.squared.is_finite());
                assert!(
                    gradient(&points).iter().chain(hessian(&points).as_flattened()).all(|x| x.is_finite())
                );
            }
        }
        // Edges at the limits of what can be represented.
        for tiny in [1e-20, 1e-100, 1e-160, 1e-200, 1e-310] {
            let points = [[0.1, 0.2, 0.3], [0.0; 3], [tiny, 0.0, 0.0], [0.0, tiny, 0.0]];
            assert!(hessian(&points).as_flattened().iter().all(|x| x.is_finite()), "{tiny}");
        }
        // On the face, an edge, a corner: no force, and next to no stiffness.
        let [a, b, c] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        for p in [[0.2, 0.0, 0.3], [0.5, 0.0, 0.0], [0.0; 3]] {
            assert_eq!(LAW.value(&closest(&[p, a, b, c]).0), 0.0);
            assert_eq!(gradient(&[p, a, b, c]), [0.0; 12]);
            let most =
                hessian(&[p, a, b, c]).as_flattened().iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            assert!(most > 0.0 && most <= 2.0 * LAW.stiffness * LAW.epsilon.sqrt() * (1.0 + 1e-12), "{most}");
        }
        assert_eq!(PenaltyLaw { epsilon: 0.0, ..LAW }.at(0.0), [0.0; 3]);
    }

    #[test]
    fn the_nearest_point_is_that_of_the_geometry_room() {
        let mut state = 5_u64;
        let mut noise = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        let mut seen = [0; 3];
        for _ in 0..5000 {
            let points: Points = [0; 4].map(|_| [0; 3].map(|_| noise()));
            let [p, a, b, c] = points;
            let (found, _) = closest(&points);
            let other = closest_on_triangle(p, [a, b, c]);
            let [u, v, w] = found.weights;
            for i in 0..3 {
                assert!((u * a[i] + v * b[i] + w * c[i] - other[i]).abs() < 1e-9, "{points:?}");
                assert!((p[i] - found.r[i] - other[i]).abs() < 1e-9, "{points:?}");
            }
            seen[match found.feature {
                Feature::Face => 0,
                Feature::Edge(..) => 1,
                Feature::Corner => 2,
            }] += 1;
        }
        assert!(seen.iter().all(|count| *count > 300), "{seen:?}");
    }
}
