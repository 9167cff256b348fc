//! The nearest point of a triangle, and of many.
//!
//! [`TriangleTree`] answers "which triangle is nearest" by the hierarchy of [`bvh`](super::bvh). Questions that
//! come in coherent order, as those of a mesher do, are cheap: the last answer bounds the next search.

use super::bvh::{Aabb, Bvh};
use crate::math::vec3::{Vec3, along, cross, distance_squared, dot, mix, sub};

/// The nearest point of something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Number of the triangle.
    pub triangle: u32,
    /// The point on it.
    pub point: [f64; 3],
    /// Squared distance.
    pub distance_squared: f64,
}

/// The point of a triangle nearest to `p`, \[Ericson05\] §5.1.5. A triangle without area is its edges.
pub fn closest_on_triangle(p: [f64; 3], [a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
    let (d1, d2) = (dot(ab, ap), dot(ac, ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let bp = sub(p, b);
    let (d3, d4) = (dot(ab, bp), dot(ac, bp));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let cp = sub(p, c);
    let (d5, d6) = (dot(ab, cp), dot(ac, cp));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return along(a, d1 / (d1 - d3), ab);
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return along(a, d2 / (d2 - d6), ac);
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return mix(b, c, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let sum = va + vb + vc;
    let normal = cross(ab, ac);
    // Rounding alone can lead here with next to no area; then the nearest point of an edge is right.
    if sum.is_nan() || sum <= 0.0 || dot(normal, normal) <= 1e-28 * dot(ab, ab) * dot(ac, ac) {
        return [[a, b], [b, c], [c, a]]
            .map(|edge| closest_on_segment(p, edge))
            .into_iter()
            .min_by(|x, y| distance_squared(p, *x).total_cmp(&distance_squared(p, *y)))
            .unwrap_or(a);
    }
    let (v, w) = (vb / sum, vc / sum);
    [0, 1, 2].map(|k| a[k] + v * ab[k] + w * ac[k])
}

/// The point of a segment nearest to `p`.
pub fn closest_on_segment(p: [f64; 3], [a, b]: [[f64; 3]; 2]) -> [f64; 3] {
    let ab = sub(b, a);
    let length = dot(ab, ab);
    if length > 0.0 { along(a, (dot(sub(p, a), ab) / length).clamp(0.0, 1.0), ab) } else { a }
}

/// Triangles that can be asked for the nearest one.
#[derive(Clone, Debug, Default)]
pub struct TriangleTree {
    tree: Bvh,
    /// Corners in the order of the leaves.
    corners: Vec<[Vec3; 3]>,
}

impl TriangleTree {
    /// Over triangles with corners that exist.
    pub fn new(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> Self {
        let corners_of = |t: &[u32; 3]| t.map(|v| points[v as usize]);
        let boxes: Vec<Aabb> = triangles.iter().map(|t| Aabb::around(&corners_of(t))).collect();
        let tree = Bvh::new(&boxes);
        let corners = tree.items().iter().map(|item| corners_of(&triangles[*item as usize])).collect();
        Self { tree, corners }
    }

    /// The hierarchy; its items are triangle numbers.
    pub fn tree(&self) -> &Bvh {
        &self.tree
    }

    /// Corners of the triangles in the order of the leaves.
    pub(super) fn corners(&self) -> &[[Vec3; 3]] {
        &self.corners
    }

    /// The nearest triangle; none if there are none, or `p` is not finite.
    pub fn nearest(&self, p: [f64; 3]) -> Option<Nearest> {
        let place = self.nearest_place(p, None)?;
        let point = closest_on_triangle(p, self.corners[place]);
        let distance_squared = distance_squared(p, point);
        Some(Nearest { triangle: self.tree.items()[place], point, distance_squared })
    }

    /// Place, in the order of the leaves, of a nearest triangle. A `hint`, the place of a triangle that is
    /// likely near, makes it fast.
    pub(super) fn nearest_place(&self, p: Vec3, hint: Option<usize>) -> Option<usize> {
        self.nearly_nearest(p, hint, |squared| squared).map(|(place, _)| place)
    }

    /// Place of a triangle, and its squared distance, such that no triangle is nearer than `share` of that
    /// distance (both squared). A share below the whole saves much where many triangles are about equally far.
    pub fn nearly_nearest(
        &self,
        p: [f64; 3],
        hint: Option<usize>,
        share: impl Fn(f64) -> f64,
    ) -> Option<(usize, f64)> {
        let distance = |place: usize| distance_squared(p, closest_on_triangle(p, self.corners[place]));
        let mut best = hint.map(|place| (place, distance(place)));
        let bound = best.map_or(f64::INFINITY, |(_, found)| share(found));
        self.tree.nearest(p, bound, |start, end, _| {
            for place in start..end {
                let found = distance(place);
                if best.is_none_or(|(_, least)| found < least) && !found.is_nan() {
                    best = Some((place, found));
                }
            }
            best.map_or(f64::INFINITY, |(_, least)| share(least))
        });
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::noise::Noise;

    /// The nearest of many points of the triangle.
    fn sampled(p: Vec3, [a, b, c]: [Vec3; 3]) -> f64 {
        let n = 60;
        let mut best = f64::INFINITY;
        for i in 0..=n {
            for j in 0..=n - i {
                let (v, w) = (f64::from(i) / f64::from(n), f64::from(j) / f64::from(n));
                let point = [0, 1, 2].map(|k| a[k] + v * (b[k] - a[k]) + w * (c[k] - a[k]));
                best = best.min(distance_squared(p, point));
            }
        }
        best.sqrt()
    }

    #[test]
    fn no_point_of_the_triangle_is_nearer() {
        let mut noise = Noise::new(1);
        for _ in 0..400 {
            let corners = [noise.point(), noise.point(), noise.point()];
            let p = noise.point();
            let found = distance_squared(p, closest_on_triangle(p, corners)).sqrt();
            let near = sampled(p, corners);
            assert!(found <= near + 1e-12 && near <= found + 0.06, "{found} {near}");
        }
    }

    #[test]
    fn flat_triangles_are_their_edges() {
        let [a, b] = [[0.0; 3], [1.0, 2.0, 3.0]];
        let middle = [0.5, 1.0, 1.5];
        for corners in [[a, b, middle], [a, middle, b], [a, a, b], [b, b, b], [a, b, a]] {
            let p = [0.3, 0.2, -0.4];
            let edges = [[corners[0], corners[1]], [corners[1], corners[2]], [corners[2], corners[0]]];
            let expected = edges
                .map(|edge| distance_squared(p, closest_on_segment(p, edge)))
                .into_iter()
                .fold(f64::INFINITY, f64::min);
            let found = distance_squared(p, closest_on_triangle(p, corners));
            assert!((found - expected).abs() < 1e-12, "{corners:?}: {found} {expected}");
        }
    }

    #[test]
    fn the_tree_finds_what_brute_force_finds() {
        let mut noise = Noise::new(2);
        let points: Vec<Vec3> = (0..300).map(|_| noise.point()).collect();
        let triangles: Vec<[u32; 3]> =
            (0..400).map(|_| [0, 1, 2].map(|_| ((noise.signed() + 1.0) * 150.0) as u32)).collect();
        let tree = TriangleTree::new(&points, &triangles);
        let mut hint = None;
        for _ in 0..300 {
            let p = noise.point().map(|x| 1.5 * x);
            let distance =
                |t: &[u32; 3]| distance_squared(p, closest_on_triangle(p, t.map(|v| points[v as usize])));
            let expected = triangles.iter().map(distance).fold(f64::INFINITY, f64::min);
            let found = tree.nearest(p).unwrap();
            assert_eq!(found.distance_squared, expected);
            assert_eq!(distance(&triangles[found.triangle as usize]), expected);
            hint = tree.nearest_place(p, hint);
            assert_eq!(distance(&triangles[tree.tree.items()[hint.unwrap()] as usize]), expected);
        }
        assert_eq!(TriangleTree::default().nearest([0.0; 3]), None);
        assert_eq!(tree.nearest([f64::NAN; 3]), None);
    }
}
