//! Generalized winding numbers: how often a surface goes around a point.
//!
//! 1 inside a closed surface that faces outwards, 0 outside; across a hole the number goes from one to the
//! other smoothly, and where surfaces overlap it adds up. That makes "more than a half" a definition of inside
//! that survives holes, self-intersections and duplicated pieces, \[Jacobson13\].
//!
//! The number is the sum of the solid angles of the triangles, over 4π. A group of far triangles is replaced by
//! the Taylor expansion of its dipole field to second order, \[Barill18\] eq. 12–14, so that a question costs the
//! logarithm of the number of triangles.

use std::f64::consts::PI;

use rayon::prelude::*;

use super::bvh::{Kind, Stack};
use super::closest::TriangleTree;
use crate::math::vec3::{Vec3, cross, distance_squared, dot, norm, sub};

/// A group is far from a point if its radius is at most the distance over this, \[Barill18\] §4.
pub const BETA: f64 = 2.0;

/// Points handled by one thread in one go; neighbours in a batch are expected to be near each other.
const BATCH: usize = 256;

/// The tangent of half the solid angle of a triangle seen from `p`, as a complex number (real, imaginary)
/// whose argument is half the angle, \[Oosterom83\]. Positive if the triangle shows `p` its back.
#[inline]
fn half_angle(p: Vec3, [a, b, c]: [Vec3; 3]) -> [f64; 2] {
    let (a, b, c) = (sub(a, p), sub(b, p), sub(c, p));
    let (la, lb, lc) = (norm(a), norm(b), norm(c));
    let imaginary = dot(a, cross(b, c));
    [la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb, imaginary]
}

/// The solid angle of a triangle seen from `p`, from −2π to 2π; 0 in its plane.
pub fn solid_angle(p: [f64; 3], corners: [[f64; 3]; 3]) -> f64 {
    let [re, im] = half_angle(p, corners);
    if im == 0.0 { 0.0 } else { 2.0 * im.atan2(re) }
}

/// A sum of angles kept as a product of complex numbers: one arctangent for many triangles.
struct AngleSum {
    re: f64,
    im: f64,
    turns: f64,
}

impl AngleSum {
    const ZERO: Self = Self { re: 1.0, im: 0.0, turns: 0.0 };

    #[inline]
    fn add(&mut self, [re, im]: [f64; 2]) {
        // In the plane of a triangle, its own corners included, there is no angle.
        if im == 0.0 || (re == 0.0 && im.is_nan()) {
            return;
        }
        let new = [self.re * re - self.im * im, self.re * im + self.im * re];
        // Two angles of one sign sum to less than a full turn: beyond half a turn the sign changes.
        if im > 0.0 && self.im >= 0.0 && new[1] < 0.0 {
            self.turns += 1.0;
        } else if im < 0.0 && self.im <= 0.0 && new[1] > 0.0 {
            self.turns -= 1.0;
        }
        let scale = 1.0 / (new[0].abs() + new[1].abs());
        if scale.is_finite() {
            (self.re, self.im) = (new[0] * scale, new[1] * scale);
        }
    }

    #[inline]
    fn angle(&self) -> f64 {
        self.im.atan2(self.re) + 2.0 * PI * self.turns
    }
}

/// The winding number of triangles about `p` by summing all of them.
pub fn winding_number(p: [f64; 3], corners: impl Iterator<Item = [[f64; 3]; 3]>) -> f64 {
    let mut sum = AngleSum::ZERO;
    corners.for_each(|triangle| sum.add(half_angle(p, triangle)));
    sum.angle() / (2.0 * PI)
}

/// What a group of triangles looks like from afar.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    center: Vec3,
    /// Squared distance from which on the expansion holds.
    far: f64,
    /// ∫ n dA.
    zeroth: Vec3,
    /// Symmetric part of ∫ n ⊗ (x − c) dA: xx, yy, zz, yz, zx, xy, the last three doubled.
    first: [f64; 6],
    /// The vector 2 T_iik + T_kii of T = ½ ∫ n ⊗ (x − c) ⊗ (x − c) dA.
    second_trace: Vec3,
    /// The cubic form of T: xxx, yyy, zzz, xxy, xxz, yyx, yyz, zzx, zzy, xyz.
    second: [f64; 10],
}

impl Moments {
    fn of(triangles: &[[Vec3; 3]], beta: f64) -> Self {
        let area_vector = |[a, b, c]: [Vec3; 3]| cross(sub(b, a), sub(c, a)).map(|x| 0.5 * x);
        let mut moments = Self::default();
        let mut weight = 0.0;
        for t in triangles {
            let area = norm(area_vector(*t));
            weight += area;
            (0..3).for_each(|k| moments.center[k] += area * (t[0][k] + t[1][k] + t[2][k]) / 3.0);
        }
        if weight > 0.0 {
            moments.center = moments.center.map(|x| x / weight);
        } else if let Some(first) = triangles.first() {
            moments.center = first[0];
        }
        let c = moments.center;
        let mut radius = 0.0_f64;
        let mut d = [[0.0; 3]; 3];
        let mut t = [[[0.0; 3]; 3]; 3];
        for corners in triangles {
            radius = corners.iter().map(|x| distance_squared(*x, c)).fold(radius, f64::max);
            let n = area_vector(*corners);
            let v = corners.map(|x| sub(x, c));
            let sum = [0, 1, 2].map(|k| v[0][k] + v[1][k] + v[2][k]);
            for i in 0..3 {
                moments.zeroth[i] += n[i];
                for j in 0..3 {
                    d[i][j] += n[i] * sum[j] / 3.0;
                    for k in 0..3 {
                        // ∫ x xᵀ over a triangle = A/12 (Σ vᵢ vᵢᵀ + (Σ vᵢ)(Σ vᵢ)ᵀ).
                        let corners: f64 = v.iter().map(|x| x[j] * x[k]).sum();
                        t[i][j][k] += n[i] * (corners + sum[j] * sum[k]) / 24.0;
                    }
                }
            }
        }
        moments.far = beta * beta * radius;
        moments.first = [d[0][0], d[1][1], d[2][2], d[1][2] + d[2][1], d[2][0] + d[0][2], d[0][1] + d[1][0]];
        moments.second_trace = [0, 1, 2].map(|k| (0..3).map(|i| 2.0 * t[i][i][k] + t[k][i][i]).sum());
        let two_one = |i: usize, j: usize| 2.0 * t[i][i][j] + t[j][i][i];
        moments.second = [
            t[0][0][0],
            t[1][1][1],
            t[2][2][2],
            two_one(0, 1),
            two_one(0, 2),
            two_one(1, 0),
            two_one(1, 2),
            two_one(2, 0),
            two_one(2, 1),
            2.0 * (t[0][1][2] + t[1][2][0] + t[2][0][1]),
        ];
        moments
    }

    /// 4π times the winding number about a far point: the field G = r/|r|³ and its derivatives,
    /// ∂ⱼGᵢ = δᵢⱼ/r³ − 3rᵢrⱼ/r⁵ and so on, contracted with the moments.
    #[inline]
    fn angle(&self, r: Vec3, squared: f64) -> f64 {
        let over2 = 1.0 / squared;
        let over3 = over2 * over2.sqrt();
        let over5 = over3 * over2;
        let [x, y, z] = r;
        let [xx, yy, zz, yz, zx, xy] = self.first;
        let quadratic = (xx * x + xy * y + zx * z) * x + (yy * y + yz * z) * y + zz * z * z;
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9] = self.second;
        let cubic = x * x * (c0 * x + c3 * y + c4 * z)
            + y * y * (c1 * y + c5 * x + c6 * z)
            + z * z * (c2 * z + c7 * x + c8 * y)
            + c9 * x * y * z;
        over3 * (dot(self.zeroth, r) + xx + yy + zz)
            + 3.0 * over5 * (5.0 * over2 * cubic - quadratic - dot(self.second_trace, r))
    }
}

/// A surface that can be asked for winding numbers.
#[derive(Clone, Debug, Default)]
pub struct WindingTree {
    triangles: TriangleTree,
    /// One a node of the tree.
    moments: Vec<Moments>,
}

impl WindingTree {
    /// Over triangles with corners that exist, as accurate as [`BETA`] makes it: errors of some 1e-3, at worst
    /// of 1e-2 near a surface of many overlapping pieces.
    pub fn new(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> Self {
        Self::with_beta(points, triangles, BETA)
    }

    /// The same with groups expanded only where they are farther than `beta` (more than 1) times their radius:
    /// a larger value is more accurate and slower.
    pub fn with_beta(points: &[[f64; 3]], triangles: &[[u32; 3]], beta: f64) -> Self {
        let triangles = TriangleTree::new(points, triangles);
        let tree = triangles.tree();
        // Ranges of places below each node, children first.
        let mut ranges = vec![[0, 0]; tree.nodes().len()];
        for node in (0..ranges.len()).rev() {
            ranges[node] = match tree.kind(node) {
                Kind::Leaf { start, end } => [start, end],
                Kind::Inner { children: [a, b] } => [ranges[a][0], ranges[b][1]],
            };
        }
        let below = |[start, end]: &[usize; 2]| Moments::of(&triangles.corners()[*start..*end], beta);
        let moments = ranges.par_iter().map(below).collect();
        Self { triangles, moments }
    }

    /// The triangles, for questions of distance.
    pub fn triangles(&self) -> &TriangleTree {
        &self.triangles
    }

    /// The winding number about `p`.
    pub fn winding_number(&self, p: [f64; 3]) -> f64 {
        let tree = self.triangles.tree();
        if self.moments.is_empty() {
            return 0.0;
        }
        let (mut far, mut near) = (0.0, AngleSum::ZERO);
        let mut stack = Stack::new();
        stack.push(0);
        while let Some(node) = stack.pop() {
            let moments = &self.moments[node];
            let r = sub(moments.center, p);
            let squared = dot(r, r);
            if squared > moments.far {
                far += moments.angle(r, squared);
                continue;
            }
            match tree.kind(node) {
                Kind::Leaf { start, end } => {
                    for triangle in &self.triangles.corners()[start..end] {
                        near.add(half_angle(p, *triangle));
                    }
                }
                Kind::Inner { children: [a, b] } => {
                    stack.push(b);
                    stack.push(a);
                }
            }
        }
        (0.5 * far + near.angle()) / (2.0 * PI)
    }

    /// The winding numbers about many points, in parallel.
    pub fn winding_numbers(&self, points: &[[f64; 3]], out: &mut [f64]) {
        points.par_chunks(BATCH).zip(out.par_chunks_mut(BATCH)).for_each(|(points, out)| {
            points.iter().zip(out).for_each(|(p, w)| *w = self.winding_number(*p));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::noise::Noise;
    use crate::geometry::{TriMesh, boundary, shape};

    fn ball(cells: u32) -> TriMesh {
        let mesh = shape::sphere(1.0, cells).unwrap();
        let triangles = boundary(&mesh).triangles;
        TriMesh { points: mesh.points, triangles, ..TriMesh::default() }
    }

    fn exact(mesh: &TriMesh, p: Vec3) -> f64 {
        winding_number(p, (0..mesh.triangles.len()).map(|t| mesh.corners(t)))
    }

    fn by_arctangents(mesh: &TriMesh, p: Vec3) -> f64 {
        (0..mesh.triangles.len()).map(|t| solid_angle(p, mesh.corners(t))).sum::<f64>() / (4.0 * PI)
    }

    #[test]
    fn an_octant_has_an_eighth_of_all_directions() {
        let corners = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert!((solid_angle([0.0; 3], corners) - PI / 2.0).abs() < 1e-14);
        let [a, b, c] = corners;
        assert!((solid_angle([0.0; 3], [a, c, b]) + PI / 2.0).abs() < 1e-14);
        assert_eq!(solid_angle(a, corners), 0.0);
    }

    #[test]
    fn one_inside_and_zero_outside_of_a_closed_surface() {
        let mesh = ball(8);
        let mut noise = Noise::new(5);
        for _ in 0..100 {
            let p = noise.point().map(|x| 2.0 * x);
            let inside = norm(p) < 0.9;
            if inside || norm(p) > 1.0 {
                assert!((exact(&mesh, p) - f64::from(u8::from(inside))).abs() < 1e-12);
            }
            assert!((exact(&mesh, p) - by_arctangents(&mesh, p)).abs() < 1e-12);
        }
    }

    #[test]
    fn turns_beyond_the_first_are_counted() {
        let mut mesh = ball(6);
        let once = mesh.triangles.clone();
        (0..4).for_each(|_| mesh.triangles.extend(&once));
        assert!((exact(&mesh, [0.1, 0.2, 0.3]) - 5.0).abs() < 1e-12);
        mesh.triangles.iter_mut().for_each(|t| t.swap(0, 1));
        assert!((exact(&mesh, [0.1, 0.2, 0.3]) + 5.0).abs() < 1e-12);
    }

    #[test]
    fn the_tree_agrees_with_the_sum() {
        let mut mesh = ball(24);
        // A hole, so that there is no cancellation of everything, and a piece doubled.
        mesh.triangles.drain(100..400);
        let again = mesh.triangles[..300].to_vec();
        mesh.triangles.extend(again);
        let mut noise = Noise::new(6);
        let points: Vec<Vec3> = (0..400).map(|_| noise.point().map(|x| 2.0 * x)).collect();
        let mut out = vec![0.0; points.len()];
        for (beta, mean, most) in [(BETA, 1e-3, 1e-2), (4.0, 1e-4, 1e-3)] {
            let tree = WindingTree::with_beta(&mesh.points, &mesh.triangles, beta);
            tree.winding_numbers(&points, &mut out);
            let errors = points.iter().zip(&out).map(|(p, w)| (w - exact(&mesh, *p)).abs());
            let (sum, worst) = errors.fold((0.0, 0.0_f64), |(sum, worst), e| (sum + e, worst.max(e)));
            let average = sum / points.len() as f64;
            assert!(average < mean && worst < most, "beta {beta}: {average} {worst}");
            assert!(worst > 1e-9, "the tree was not used");
        }
        assert_eq!(WindingTree::default().winding_number([0.0; 3]), 0.0);
    }

    #[test]
    fn the_expansion_is_of_third_order() {
        let triangles: Vec<[Vec3; 3]> = {
            let mesh = ball(6);
            (0..60).map(|t| mesh.corners(t)).collect()
        };
        let moments = Moments::of(&triangles, BETA);
        let mut errors = [3.0_f64, 6.0, 12.0].map(|distance| {
            let p = [0, 1, 2].map(|k| moments.center[k] + distance * [0.36, 0.48, 0.8][k]);
            let r = sub(moments.center, p);
            let exact = 4.0 * PI * winding_number(p, triangles.iter().copied());
            // Relative to the leading term, so that each order is a factor of the distance.
            (moments.angle(r, dot(r, r)) - exact).abs() * distance * distance
        });
        errors.reverse();
        assert!(errors[1] / errors[0] > 6.0 && errors[2] / errors[1] > 5.0, "{errors:?}");
    }

    #[test]
    fn a_hole_has_numbers_between() {
        let mut mesh = ball(16);
        let open = |t: &[u32; 3]| t.iter().all(|v| mesh.points[*v as usize][1] < 0.5);
        mesh.triangles = mesh.triangles.iter().filter(|t| open(t)).copied().collect();
        let tree = WindingTree::new(&mesh.points, &mesh.triangles);
        let [below, at, above] = [-0.5, 0.5, 2.0].map(|y| tree.winding_number([0.0, y, 0.0]));
        assert!(below > 0.8 && (0.3..0.7).contains(&at) && above.abs() < 0.2, "{below} {at} {above}");
    }
}
