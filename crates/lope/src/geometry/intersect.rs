//! Where a surface goes through itself.
//!
//! Two triangles *cross* if each has corners strictly on both sides of the other's plane and they share more
//! than a point: then one goes through the other. They *overlap* if they are in one plane and share an area.
//! Touching is neither: triangles with a common edge or corner, corners that rest on a face, seams of vertices
//! at equal positions are no fault of a surface. Both are decided by signs of determinants that are exact
//! ([`predicates`](super::predicates)), so the answer does not depend on rounding; the interval test is that
//! of \[Guigue03\].

use super::bvh::{Aabb, Bvh};
use super::predicates::{orient2d, orient3d};
use crate::math::vec3::{Vec3, cross, dot, mix, sub};

/// How two triangles get into each other's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// One goes through the other.
    Crossing,
    /// They lie on each other.
    Overlapping,
}

/// Two triangles of a surface that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intersection {
    /// The triangles, lower number first.
    pub triangles: [u32; 2],
    /// How.
    pub meeting: Meeting,
    /// Where, about.
    pub near: [f64; 3],
}

/// Whether two triangles cross or overlap; none if they are apart or touch. A triangle without area does
/// neither.
pub fn meeting(first: [[f64; 3]; 3], second: [[f64; 3]; 3]) -> Option<Meeting> {
    let sides = |of: [Vec3; 3], plane: [Vec3; 3]| of.map(|p| orient3d(plane[0], plane[1], plane[2], p));
    let one_side = |s: [f64; 3]| s.iter().all(|x| *x >= 0.0) || s.iter().all(|x| *x <= 0.0);
    let from_second = sides(first, second);
    if from_second == [0.0; 3] {
        return overlap(first, second).then_some(Meeting::Overlapping);
    }
    if one_side(from_second) {
        return None;
    }
    let from_first = sides(second, first);
    if one_side(from_first) {
        return None;
    }
    // [Guigue03] §3: name the corners so that the first of each is alone on the positive side of the other.
    let (first, mirrored) = alone_first(first, from_second);
    let second = if mirrored { swapped(second) } else { second };
    let from_first = if mirrored { [from_first[0], from_first[2], from_first[1]] } else { from_first };
    let (second, mirrored) = alone_first(second, from_first);
    let first = if mirrored { swapped(first) } else { first };
    let ([p1, q1, r1], [p2, q2, r2]) = (first, second);
    let meet = orient3d(p1, q1, p2, q2) < 0.0 && orient3d(p1, r1, r2, p2) < 0.0;
    meet.then_some(Meeting::Crossing)
}

fn swapped([a, b, c]: [Vec3; 3]) -> [Vec3; 3] {
    [a, c, b]
}

/// Turns the corners so that the first is alone on its side, and says whether that side is the negative one.
fn alone_first(corners: [Vec3; 3], sides: [f64; 3]) -> ([Vec3; 3], bool) {
    let turned = |k: usize| [corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]];
    let positive = (0..3).filter(|k| sides[*k] > 0.0).count();
    let alone = |sign: f64| (0..3).find(|k| sides[*k] * sign > 0.0).unwrap_or(0);
    if positive == 1 { (turned(alone(1.0)), false) } else { (turned(alone(-1.0)), true) }
}

/// Whether two triangles of one plane share an area: no edge of either parts them.
fn overlap(first: [Vec3; 3], second: [Vec3; 3]) -> bool {
    let normal = cross(sub(first[1], first[0]), sub(first[2], first[0]));
    // Seen along the axis that the plane is least along, nothing is flattened.
    let axis = (0..3).fold(0, |best, k| if normal[k].abs() > normal[best].abs() { k } else { best });
    let flat = |t: [Vec3; 3]| {
        let t = t.map(|p| [p[(axis + 1) % 3], p[(axis + 2) % 3]]);
        let turn = orient2d(t[0], t[1], t[2]);
        (if turn < 0.0 { [t[0], t[2], t[1]] } else { t }, turn != 0.0)
    };
    let ((first, has_area), (second, also)) = (flat(first), flat(second));
    let parted = |a: [[f64; 2]; 3], b: [[f64; 2]; 3]| {
        (0..3).any(|k| b.iter().all(|p| orient2d(a[k], a[(k + 1) % 3], *p) <= 0.0))
    };
    has_area && also && !parted(first, second) && !parted(second, first)
}

/// All pairs of triangles that cross or overlap, ascending.
pub fn self_intersections(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> Vec<Intersection> {
    let corners = |t: u32| triangles[t as usize].map(|v| points[v as usize]);
    let boxes: Vec<Aabb> = (0..triangles.len() as u32).map(|t| Aabb::around(&corners(t))).collect();
    Bvh::new(&boxes).pairs(|a, b| {
        let shared = triangles[a as usize].iter().filter(|v| triangles[b as usize].contains(v)).count();
        let (first, second) = (corners(a), corners(b));
        // Across a common edge triangles are in one plane or do not meet: the far corner decides quickly.
        if shared == 2 && !may_overlap(first, second) {
            return None;
        }
        let meeting = meeting(first, second)?;
        let near = place(first, second, &boxes[a as usize], &boxes[b as usize], meeting);
        Some(Intersection { triangles: [a, b], meeting, near })
    })
}

/// Whether triangles with a common edge may fold onto each other: a quick look at the angle between them.
fn may_overlap(first: [Vec3; 3], second: [Vec3; 3]) -> bool {
    let normal = |[a, b, c]: [Vec3; 3]| cross(sub(b, a), sub(c, a));
    let (m, n) = (normal(first), normal(second));
    let parallel = cross(m, n);
    dot(parallel, parallel) <= 1e-12 * dot(m, m) * dot(n, n)
}

/// About where two triangles meet.
fn place(first: [Vec3; 3], second: [Vec3; 3], a: &Aabb, b: &Aabb, meeting: Meeting) -> Vec3 {
    let common = [0, 1, 2].map(|k| 0.5 * (a.low[k].max(b.low[k]) + a.high[k].min(b.high[k])));
    if meeting == Meeting::Overlapping {
        return common;
    }
    // The two inner ones of the four points where edges go through planes.
    let normal = |[a, b, c]: [Vec3; 3]| cross(sub(b, a), sub(c, a));
    let line = cross(normal(first), normal(second));
    let mut ends: Vec<Vec3> = pierced(first, second).into_iter().chain(pierced(second, first)).collect();
    ends.sort_by(|x, y| dot(line, *x).total_cmp(&dot(line, *y)));
    match ends[..] {
        [_, x, y, _] => [0, 1, 2].map(|k| 0.5 * (x[k] + y[k])),
        _ => common,
    }
}

/// Where the edges of `of` go through the plane of `plane`.
fn pierced(of: [Vec3; 3], plane: [Vec3; 3]) -> Vec<Vec3> {
    let height = of.map(|p| orient3d(plane[0], plane[1], plane[2], p));
    let mut found = Vec::new();
    for k in 0..3 {
        let (p, q, hp, hq) = (of[k], of[(k + 1) % 3], height[k], height[(k + 1) % 3]);
        if hp == 0.0 {
            found.push(p);
        } else if hp * hq < 0.0 {
            let t = hp / (hp - hq);
            found.push(mix(p, q, t));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::noise::Noise;
    use crate::geometry::{TriMesh, boundary, shape};
    use crate::math::vec3::norm;

    const FLOOR: [Vec3; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

    /// All ways to name the corners and the triangles.
    fn both_ways(first: [Vec3; 3], second: [Vec3; 3]) -> Option<Meeting> {
        let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
        let answer = meeting(first, second);
        for i in orders {
            for j in orders {
                let (a, b) = (i.map(|k| first[k]), j.map(|k| second[k]));
                assert_eq!(meeting(a, b), answer, "{a:?} {b:?}");
                assert_eq!(meeting(b, a), answer, "{b:?} {a:?}");
            }
        }
        answer
    }

    #[test]
    fn known_cases() {
        let through = [[1.0, 1.0, -1.0], [1.0, 1.5, 1.0], [1.5, 1.0, 1.0]];
        assert_eq!(both_ways(FLOOR, through), Some(Meeting::Crossing));
        // Edges that cross like fingers of two hands.
        let edge = [[2.0, -1.0, -1.0], [2.0, -1.0, 3.0], [2.0, 0.8, 0.5]];
        assert_eq!(both_ways(FLOOR, edge), Some(Meeting::Crossing));
        let beside = through.map(|p| [p[0] + 3.0, p[1], p[2]]);
        assert_eq!(both_ways(FLOOR, beside), None);
        let above = through.map(|p| [p[0], p[1], p[2] + 1.5]);
        assert_eq!(both_ways(FLOOR, above), None);
    }

    #[test]
    fn touching_is_not_meeting() {
        let corner_on_face = [[1.0, 1.0, 0.0], [1.0, 1.5, 1.0], [1.5, 1.0, 1.0]];
        let edge_on_face = [[1.0, 1.0, 0.0], [1.5, 1.0, 0.0], [1.5, 1.0, 1.0]];
        let corner_on_edge = [[2.0, 0.0, 0.0], [2.0, -1.0, 1.0], [2.0, -1.0, -1.0]];
        let edge_on_edge = [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [-1.0, -1.0, 0.0]];
        let common_edge = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]];
        let common_corner = [[0.0, 0.0, 0.0], [-1.0, 2.0, 1.0], [-2.0, 1.0, -1.0]];
        for other in [corner_on_face, edge_on_face, corner_on_edge, edge_on_edge, common_edge, common_corner]
        {
            assert_eq!(both_ways(FLOOR, other), None, "{other:?}");
        }
    }

    #[test]
    fn a_common_corner_does_not_hide_a_crossing() {
        let through = [[0.0, 0.0, 0.0], [2.0, 2.0, 1.0], [2.0, 2.0, -1.0]];
        assert_eq!(both_ways(FLOOR, through), Some(Meeting::Crossing));
        let beside = [[0.0, 0.0, 0.0], [2.0, -2.0, 1.0], [2.0, -2.0, -1.0]];
        assert_eq!(both_ways(FLOOR, beside), None);
    }

    #[test]
    fn in_one_plane_a_common_area_counts() {
        let plane = |t: [[f64; 2]; 3]| t.map(|p| [p[0], p[1], 0.0]);
        let inside = plane([[1.0, 1.0], [1.5, 1.0], [1.0, 1.5]]);
        let around = plane([[-9.0, -9.0], [30.0, -9.0], [-9.0, 30.0]]);
        let folded = plane([[0.0, 0.0], [4.0, 0.0], [1.0, 1.0]]);
        for other in [inside, around, folded, FLOOR] {
            assert_eq!(both_ways(FLOOR, other), Some(Meeting::Overlapping), "{other:?}");
        }
        let neighbour = plane([[0.0, 0.0], [4.0, 0.0], [1.0, -1.0]]);
        let partly_along = plane([[1.0, 0.0], [6.0, 0.0], [1.0, -1.0]]);
        let apart = plane([[5.0, 5.0], [6.0, 5.0], [5.0, 6.0]]);
        let flat = plane([[1.0, 1.0], [2.0, 1.0], [3.0, 1.0]]);
        for other in [neighbour, partly_along, apart, flat] {
            assert_eq!(both_ways(FLOOR, other), None, "{other:?}");
        }
    }

    /// Crossing by its meaning: an edge of one goes through the inside of the other. For whole coordinates.
    fn crosses_by_edges(first: [Vec3; 3], second: [Vec3; 3]) -> Option<bool> {
        let whole = |p: Vec3| p.map(|x| x as i64);
        let det = |a: Vec3, b: Vec3, c: Vec3, d: Vec3| {
            let (a, b, c, d) = (whole(a), whole(b), whole(c), whole(d));
            let [p, q, r] = [a, b, c].map(|x| [0, 1, 2].map(|k| x[k] - d[k]));
            (p[2] * (q[0] * r[1] - q[1] * r[0])
                + q[2] * (r[0] * p[1] - r[1] * p[0])
                + r[2] * (p[0] * q[1] - p[1] * q[0]))
                .signum()
        };
        let mut found = false;
        for (edges, face) in [(first, second), (second, first)] {
            for k in 0..3 {
                let (p, q) = (edges[k], edges[(k + 1) % 3]);
                let [a, b, c] = face;
                let ends = [det(a, b, c, p), det(a, b, c, q)];
                let around = [det(p, q, a, b), det(p, q, b, c), det(p, q, c, a)];
                if ends.contains(&0) || around.contains(&0) {
                    return None;
                }
                found |= ends[0] != ends[1] && around[0] == around[1] && around[1] == around[2];
            }
        }
        Some(found)
    }

    #[test]
    fn random_triangles_meet_where_an_edge_goes_through() {
        let mut noise = Noise::new(9);
        let (mut yes, mut no) = (0, 0);
        for _ in 0..4000 {
            let mut triangle = || [0, 1, 2].map(|_| noise.point().map(|x| (x * 20.0).round()));
            let (first, second) = (triangle(), triangle());
            if let Some(expected) = crosses_by_edges(first, second) {
                assert_eq!(meeting(first, second).is_some(), expected, "{first:?} {second:?}");
                if expected { yes += 1 } else { no += 1 }
            }
        }
        assert!(yes > 300 && no > 300, "{yes} {no}");
    }

    #[test]
    fn a_surface_is_searched_as_by_brute_force() {
        let mesh = shape::sphere(1.0, 6).unwrap();
        let mut ball =
            TriMesh { triangles: boundary(&mesh).triangles, points: mesh.points, ..TriMesh::default() };
        assert_eq!(self_intersections(&ball.points, &ball.triangles), []);
        let offset = ball.points.len() as u32;
        let second: Vec<Vec3> = ball.points.iter().map(|p| [p[0] + 0.71, p[1] + 0.33, p[2] - 0.2]).collect();
        ball.points.extend(second);
        ball.triangles.extend(ball.triangles.clone().iter().map(|t| t.map(|v| v + offset)));
        let found = self_intersections(&ball.points, &ball.triangles);
        let mut expected = Vec::new();
        for a in 0..ball.triangles.len() {
            let meets = (a + 1..ball.triangles.len())
                .filter(|b| meeting(ball.corners(a), ball.corners(*b)).is_some());
            expected.extend(meets.map(|b| [a as u32, b as u32]));
        }
        assert_eq!(found.iter().map(|i| i.triangles).collect::<Vec<_>>(), expected);
        assert!(expected.len() > 20);
        // Both balls pass through the places where they are said to meet.
        for place in found.iter().map(|i| i.near) {
            let other = [place[0] - 0.71, place[1] - 0.33, place[2] + 0.2];
            for distance in [norm(place), norm(other)] {
                assert!((0.8..1.0 + 1e-12).contains(&distance), "{place:?}");
            }
        }
    }

    #[test]
    fn a_closed_box_meets_itself_nowhere() {
        // Many triangles in one plane, all of them touching.
        let mesh = shape::cuboid([1.0, 2.0, 3.0], [3, 4, 5]).unwrap();
        assert_eq!(self_intersections(&mesh.points, &boundary(&mesh).triangles), []);
    }
}
