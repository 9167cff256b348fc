//! The solid that a surface encloses, as a field: the sign from winding numbers, the size from the nearest
//! triangle. Near the surface the size is the distance; far away, where many triangles compete, it is up to a
//! tenth less, which makes it several times cheaper and keeps it a lower bound.
//!
//! Around a closed surface the winding number is constant within any ball that does not touch it, and so is
//! the sign: most points take it from the point before. Across a hole there is no triangle to measure a
//! distance to; the solid ends there where the winding number is a half, and its distance is estimated by
//! Newton's step to that level. The gradient it takes is a sum over the rim alone (Biot and Savart's law).

use std::f64::consts::PI;

use rayon::prelude::*;

use super::bvh::Aabb;
use super::closest::closest_on_triangle;
use super::orient::{Orientation, orient};
use super::sdf::Field;
use super::topology::{edges, first_at_position, half_edges};
use super::winding::WindingTree;
use crate::math::vec3::{Vec3, cross, distance_squared, dot, norm, sub};

/// Points handled by one thread in one go.
const BATCH: usize = 256;
/// How far from a half a winding number still says that a hole is near.
const NEAR_HALF: f64 = 0.48;
/// Up to this share of the diagonal distances are exact, from twice that on they may be less by [`SLACK`].
const NEAR: f64 = 1.0 / 32.0;
const SLACK: f64 = 0.1;
/// A point takes its sign from a neighbour in a ball that is smaller than the empty one, squared, so that
/// rounding has no say.
const SURELY: f64 = 0.99;

/// Signed distance to the solid that triangles enclose.
#[derive(Clone, Debug)]
pub struct WindingField {
    tree: WindingTree,
    /// Edges that do not cancel, from and to, and how often.
    rim: Vec<([Vec3; 2], f64)>,
    bounds: Aabb,
    /// Distance up to which values are exact.
    near: f64,
}

impl WindingField {
    /// The solid of triangles whose corners exist; they may be turned any way, see [`orient`].
    pub fn new(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> (Self, Orientation) {
        let (triangles, report) = orient(points, triangles);
        let same = first_at_position(points);
        let welded: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(|v| same[v as usize])).collect();
        let mut rim = Vec::new();
        for edge in edges(&half_edges(&welded)) {
            let net: i32 = edge.iter().map(|side| if side.forward { 1 } else { -1 }).sum();
            if net != 0 {
                let ends = [edge[0].low, edge[0].high].map(|v| points[v as usize]);
                rim.push((ends, f64::from(net)));
            }
        }
        let tree = WindingTree::new(points, &triangles);
        let bounds = tree.triangles().tree().bounds();
        (Self { tree, rim, bounds, near: NEAR * bounds.diagonal() }, report)
    }

    /// Whether there is no hole: winding numbers are whole.
    pub fn is_closed(&self) -> bool {
        self.rim.is_empty()
    }

    /// The tree of winding numbers.
    pub fn tree(&self) -> &WindingTree {
        &self.tree
    }

    /// Which share of a distance, given squared, is sure.
    #[inline]
    fn kept(&self, squared: f64) -> f64 {
        if squared <= self.near * self.near {
            return 1.0;
        }
        1.0 - SLACK * (squared.sqrt() / self.near - 1.0).min(1.0)
    }

    /// Gradient of the winding number, from the rim.
    fn gradient(&self, p: Vec3) -> Vec3 {
        let mut sum = [0.0; 3];
        for ([a, b], times) in &self.rim {
            let (a, b) = (sub(*a, p), sub(*b, p));
            let (la, lb) = (norm(a), norm(b));
            let scale = times * (la + lb) / (la * lb * (la * lb + dot(a, b)));
            if scale.is_finite() {
                let c = cross(a, b);
                (0..3).for_each(|k| sum[k] += scale * c[k]);
            }
        }
        sum.map(|x| x / (4.0 * PI))
    }

    /// The value at a point, and the place of the nearest triangle. `last` is the same for an earlier point.
    fn value(&self, p: Vec3, last: Option<&Last>) -> Option<Last> {
        let triangles = self.tree.triangles();
        let share = |squared: f64| squared * self.kept(squared).powi(2);
        // Near the surface every search ends at the same distance, and the last triangle makes it short. Far
        // from it the end depends on the beginning, which must be the same for every batch.
        let hint = last.map(|last| last.place).filter(|place| {
            let near = closest_on_triangle(p, triangles.corners()[*place]);
            distance_squared(p, near) <= self.near * self.near
        });
        let (place, squared) = triangles.nearly_nearest(p, hint, share)?;
        let squared = share(squared);
        let distance = squared.sqrt();
        let outside = Last { point: p, place, value: distance };
        if self.is_closed() && !self.bounds.contains(p) {
            return Some(outside);
        }
        if self.is_closed()
            && let Some(last) = last
            && distance_squared(p, last.point) < SURELY * squared.max(last.value * last.value)
        {
            return Some(Last { value: distance.copysign(last.value), ..outside });
        }
        let w = self.tree.winding_number(p) - 0.5;
        let size = if self.is_closed() || w.abs() > NEAR_HALF {
            distance
        } else {
            let slope = norm(self.gradient(p));
            if slope > 0.0 { distance.min(w.abs() / slope) } else { distance }
        };
        Some(Last { value: if w > 0.0 { -size } else { size }, ..outside })
    }
}

struct Last {
    point: Vec3,
    place: usize,
    value: f64,
}

impl Field for WindingField {
    fn values(&self, points: &[[f64; 3]], out: &mut [f64]) {
        points.par_chunks(BATCH).zip(out.par_chunks_mut(BATCH)).for_each(|(points, out)| {
            let mut last = None;
            for (p, value) in points.iter().zip(out) {
                last = self.value(*p, last.as_ref());
                *value = last.as_ref().map_or(f64::INFINITY, |last| last.value);
            }
        });
    }

    fn bounds(&self) -> [[f64; 3]; 2] {
        [self.bounds.low, self.bounds.high]
    }

    fn is_distance_bound(&self) -> bool {
        self.is_closed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::noise::Noise;
    use crate::geometry::winding::winding_number;
    use crate::geometry::{TriMesh, boundary, shape};

    fn ball(cells: u32) -> TriMesh {
        let mesh = shape::sphere(1.0, cells).unwrap();
        let triangles = boundary(&mesh).triangles;
        TriMesh { points: mesh.points, triangles, ..TriMesh::default() }
    }

    fn open_ball(cells: u32, top: f64) -> TriMesh {
        let mut mesh = ball(cells);
        let points = &mesh.points;
        mesh.triangles.retain(|t| t.iter().all(|v| points[*v as usize][1] < top));
        mesh
    }

    fn values(field: &WindingField, points: &[Vec3]) -> Vec<f64> {
        let mut out = vec![0.0; points.len()];
        field.values(points, &mut out);
        out
    }

    #[test]
    fn a_ball_has_the_distance_of_a_ball() {
        let (field, _) = WindingField::new(&ball(20).points, &ball(20).triangles);
        assert!(field.is_closed() && field.is_distance_bound());
        let mut noise = Noise::new(11);
        // Some in a row close together, so that signs are handed on, others not.
        let mut points: Vec<Vec3> = (0..600).map(|_| noise.point().map(|x| 1.5 * x)).collect();
        points.extend((0..600).map(|i| [-1.5 + f64::from(i) / 200.0, 0.1, 0.2]));
        for (p, value) in points.iter().zip(values(&field, &points)) {
            let exact = norm(*p) - 1.0;
            let (least, most) = if exact.abs() < NEAR * 3.4 { (1.0, 1.0) } else { (1.0 - SLACK, 1.0) };
            let size = value * exact.signum();
            let range = least * exact.abs() - 0.015..most * exact.abs() + 0.015;
            assert!(range.contains(&size), "{p:?}: {value}, not {exact}");
        }
    }

    #[test]
    fn a_value_depends_on_its_point_alone() {
        let (field, _) = WindingField::new(&ball(20).points, &ball(20).triangles);
        let mut noise = Noise::new(12);
        let points: Vec<Vec3> = (0..500).map(|i| noise.point().map(|x| x * f64::from(i % 5))).collect();
        let together = values(&field, &points);
        for (p, value) in points.iter().zip(together) {
            assert_eq!(values(&field, &[*p]), [value]);
        }
    }

    #[test]
    fn across_a_hole_the_field_is_continuous() {
        let mesh = open_ball(20, 0.8);
        let (field, _) = WindingField::new(&mesh.points, &mesh.triangles);
        assert!(!field.is_closed() && !field.is_distance_bound());
        let points: Vec<Vec3> = (0..=200).map(|i| [0.02, f64::from(i) / 100.0, 0.01]).collect();
        let line = values(&field, &points);
        assert!(line[0] < -0.7 && line[200] > 0.7);
        let crossing = line.iter().position(|v| *v > 0.0).unwrap();
        assert!((0.7..1.0).contains(&points[crossing][1]), "{:?}", points[crossing]);
        // Near the crossing it is a distance: it falls as fast as the point moves.
        for k in crossing - 3..crossing + 3 {
            assert!((line[k + 1] - line[k] - 0.01).abs() < 2e-3, "{} {}", line[k], line[k + 1]);
        }
    }

    #[test]
    fn the_gradient_of_the_rim_is_that_of_the_winding_number() {
        let mesh = open_ball(8, 0.5);
        let (field, _) = WindingField::new(&mesh.points, &mesh.triangles);
        let w = |p| winding_number(p, (0..mesh.triangles.len()).map(|t| mesh.corners(t)));
        for p in [[0.1, 0.4, 0.2], [0.3, 0.9, -0.1], [0.0, -0.5, 0.1]] {
            let gradient = field.gradient(p);
            for k in 0..3 {
                let mut ends = [p; 2];
                ends[0][k] -= 1e-5;
                ends[1][k] += 1e-5;
                let difference = (w(ends[1]) - w(ends[0])) / 2e-5;
                assert!((gradient[k] - difference).abs() < 1e-7, "{gradient:?} {difference}");
            }
        }
    }

    #[test]
    fn overlapping_and_turned_pieces_are_one_solid() {
        let mut mesh = ball(12);
        let offset = mesh.points.len() as u32;
        let second = ball(12);
        mesh.points.extend(second.points.iter().map(|p| [p[0] + 1.0, p[1], p[2]]));
        mesh.triangles.extend(second.triangles.iter().map(|t| [t[1] + offset, t[0] + offset, t[2] + offset]));
        mesh.triangles.iter_mut().step_by(5).for_each(|t| t.swap(0, 2));
        let (field, report) = WindingField::new(&mesh.points, &mesh.triangles);
        assert_eq!(report.parts, 2);
        let inside = values(&field, &[[0.5, 0.0, 0.0], [-0.5, 0.0, 0.0], [1.5, 0.0, 0.0], [0.5, 0.95, 0.0]]);
        assert!(inside[..3].iter().all(|v| *v < 0.0) && inside[3] > 0.0, "{inside:?}");
    }

    #[test]
    fn nothing_is_far_from_everything() {
        let (field, _) = WindingField::new(&[], &[]);
        assert_eq!(values(&field, &[[0.0; 3]]), [f64::INFINITY]);
    }
}
