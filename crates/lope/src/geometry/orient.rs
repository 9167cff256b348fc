//! Making the triangles of a surface agree on what is outside.
//!
//! Winding numbers need it, and files often lack it. Three means, each for what the one before leaves open:
//!
//! 1. Across an edge of two triangles, and of vertices at the same position, agreement is a matter of fact: a
//!    flood over such edges makes each part consistent.
//! 2. A part that encloses a volume faces outwards if that volume is positive. A part that is inside others
//!    and faces the other way than the file as a whole is a cavity, and stays one.
//! 3. A part that encloses next to nothing, as a lone triangle of a soup, faces where more rays leave the scene,
//!    \[Takayama14\]. That is a guess, and [`Orientation::guessed`] counts it.

use super::bvh::{Kind, Stack};
use super::closest::TriangleTree;
use super::noise::Noise;
use super::topology::{edges, first_at_position, half_edges};
use super::winding::{WindingTree, winding_number};
use crate::math::vec3::{Vec3, cross, dot, norm, sub};

/// A part encloses a volume worth the name if it is this share of its area to the power 3/2; a ball has 0.094.
const HOLLOW: f64 = 0.01;
/// Triangles of a part from which rays start, and rays from each side of one, at most.
const SAMPLES: usize = 32;
const RAYS: usize = 8;

/// What [`orient`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orientation {
    /// Parts that hang together by edges.
    pub parts: usize,
    /// Triangles that were turned over.
    pub turned: usize,
    /// Parts whose outside was guessed by rays.
    pub guessed: usize,
    /// Parts that face inwards because they are cavities.
    pub cavities: usize,
}

/// Triangles that hang together by edges.
struct Component {
    triangles: Vec<u32>,
    closed: bool,
    /// Signed volume over the area to the power 3/2.
    hollow: f64,
    volume: f64,
}

/// Triangles of the same places, in the same order, turned so that they face outwards.
pub fn orient(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> (Vec<[u32; 3]>, Orientation) {
    let same = first_at_position(points);
    let mut turned: Vec<[u32; 3]> = triangles.to_vec();
    let mut parts = consistent_parts(points, &mut turned, &same);
    let mut report = Orientation { parts: parts.len(), ..Orientation::default() };
    // A file that is inside out as a whole is turned as a whole: its cavities stay cavities.
    let total: f64 = parts.iter().filter(|part| part.closed).map(|part| part.volume).sum();
    if total < 0.0 {
        parts.iter_mut().for_each(|part| flip(part, &mut turned));
    }
    let mut doubtful = Vec::new();
    let mut inward = Vec::new();
    for (number, part) in parts.iter_mut().enumerate() {
        if !part.closed && part.hollow.abs() < HOLLOW {
            doubtful.push(number);
        } else if part.volume < 0.0 {
            flip(part, &mut turned);
            inward.extend(part.closed.then_some(number));
        }
    }
    if !inward.is_empty() {
        let tree = WindingTree::new(points, &turned);
        for number in inward {
            let corners = |t: &u32| turned[*t as usize].map(|v| points[v as usize]);
            let part = &mut parts[number];
            let at = corners(&part.triangles[0])[0];
            let own = winding_number(at, part.triangles.iter().map(corners));
            if tree.winding_number(at) - own > 0.5 {
                flip(part, &mut turned);
                report.cavities += 1;
            }
        }
    }
    if !doubtful.is_empty() {
        let tree = TriangleTree::new(points, &turned);
        for number in doubtful {
            let part = &mut parts[number];
            report.guessed += 1;
            if back_sees_more(points, &turned, &part.triangles, &tree) {
                flip(part, &mut turned);
            }
        }
    }
    report.turned = turned.iter().zip(triangles).filter(|(new, old)| new != old).count();
    (turned, report)
}

fn flip(part: &mut Component, triangles: &mut [[u32; 3]]) {
    part.triangles.iter().for_each(|t| triangles[*t as usize].swap(1, 2));
    part.volume = -part.volume;
    part.hollow = -part.hollow;
}

/// Turns triangles so that neighbours agree, with as few turns as possible in each part.
fn consistent_parts(points: &[Vec3], triangles: &mut [[u32; 3]], same: &[u32]) -> Vec<Component> {
    let welded: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(|v| same[v as usize])).collect();
    let half = half_edges(&welded);
    // Neighbours of each triangle, and whether one of the two has to be turned.
    let mut links: Vec<(u32, u32, bool)> = Vec::with_capacity(half.len());
    let mut rim = vec![false; triangles.len()];
    for edge in edges(&half) {
        let forward = edge.iter().filter(|side| side.forward).count();
        let balanced = 2 * forward == edge.len();
        if edge.len() == 2 || balanced {
            for pair in edge.windows(2) {
                let turn = edge.len() == 2 && !balanced;
                links.push((pair[0].triangle, pair[1].triangle, turn));
                links.push((pair[1].triangle, pair[0].triangle, turn));
            }
        } else {
            edge.iter().for_each(|side| rim[side.triangle as usize] = true);
        }
    }
    links.sort_unstable();
    let start_of = |t: u32| links.partition_point(|link| link.0 < t);
    let mut parts = Vec::new();
    let mut state: Vec<Option<bool>> = vec![None; triangles.len()];
    for seed in 0..triangles.len() as u32 {
        if state[seed as usize].is_some() {
            continue;
        }
        state[seed as usize] = Some(false);
        let mut list = vec![seed];
        let mut next = 0;
        while next < list.len() {
            let t = list[next];
            next += 1;
            let turned = state[t as usize].unwrap_or(false);
            for (_, other, turn) in links[start_of(t)..].iter().take_while(|link| link.0 == t) {
                let slot = &mut state[*other as usize];
                if slot.is_none() {
                    *slot = Some(turned != *turn);
                    list.push(*other);
                }
            }
        }
        list.sort_unstable();
        let wants = |t: &u32| state[*t as usize] == Some(true);
        let majority = 2 * list.iter().filter(|t| wants(t)).count() > list.len();
        for t in list.iter().filter(|t| wants(t) != majority) {
            triangles[*t as usize].swap(1, 2);
        }
        parts.push(measured(points, triangles, list, &rim));
    }
    parts
}

fn measured(points: &[Vec3], all: &[[u32; 3]], triangles: Vec<u32>, rim: &[bool]) -> Component {
    let corners = |t: &u32| all[*t as usize].map(|v| points[v as usize]);
    let two_areas = |[a, b, c]: [Vec3; 3]| norm(cross(sub(b, a), sub(c, a)));
    let (mut area, mut center) = (0.0, [0.0; 3]);
    for t in triangles.iter().map(corners) {
        let weight = two_areas(t);
        area += 0.5 * weight;
        (0..3).for_each(|k| center[k] += weight * (t[0][k] + t[1][k] + t[2][k]) / 6.0);
    }
    let center = if area > 0.0 { center.map(|x| x / area) } else { [0.0; 3] };
    let volume: f64 = triangles
        .iter()
        .map(|t| {
            let [a, b, c] = corners(t).map(|x| sub(x, center));
            dot(a, cross(b, c)) / 6.0
        })
        .sum();
    let hollow = if area > 0.0 { volume / area.powf(1.5) } else { 0.0 };
    let closed = triangles.iter().all(|t| !rim[*t as usize]);
    Component { triangles, closed, hollow, volume }
}

/// Whether rays from the backs of these triangles leave more often, or fly farther, than those from the fronts.
fn back_sees_more(points: &[Vec3], all: &[[u32; 3]], part: &[u32], tree: &TriangleTree) -> bool {
    let size = tree.tree().bounds().diagonal();
    let mut noise = Noise::new(u64::from(part[0]));
    // Escapes, then distances: of the front minus of the back.
    let (mut escapes, mut distances) = (0_i64, 0.0);
    for sample in 0..part.len().min(SAMPLES) {
        let t = part[sample * part.len() / part.len().min(SAMPLES)];
        let [a, b, c] = all[t as usize].map(|v| points[v as usize]);
        let normal = cross(sub(b, a), sub(c, a));
        let length = norm(normal);
        if length == 0.0 {
            continue;
        }
        let normal = normal.map(|x| x / length);
        let origin = [0, 1, 2].map(|k| (a[k] + b[k] + c[k]) / 3.0);
        for _ in 0..RAYS {
            let near: Vec3 = noise.point().map(|x| 0.9 * x);
            for side in [1.0, -1.0] {
                // Around the normal, most rays near it.
                let direction = [0, 1, 2].map(|k| side * (normal[k] + 0.57 * near[k]));
                let direction = direction.map(|x| x / norm(direction));
                let hit = first_hit(tree, origin, direction, t);
                escapes += side as i64 * i64::from(hit.is_none());
                distances += side * hit.unwrap_or(size);
            }
        }
    }
    escapes < 0 || (escapes == 0 && distances < 0.0)
}

/// Distance to the first triangle a ray meets, but for the one it starts from.
fn first_hit(tree: &TriangleTree, origin: Vec3, direction: Vec3, from: u32) -> Option<f64> {
    let bvh = tree.tree();
    let over = direction.map(|x| 1.0 / x);
    let mut best = f64::INFINITY;
    let mut stack = Stack::new();
    if !bvh.nodes().is_empty() {
        stack.push(0);
    }
    while let Some(node) = stack.pop() {
        let bounds = bvh.nodes()[node].bounds;
        let (mut enter, mut leave) = (0.0_f64, best);
        for k in 0..3 {
            let [x, y] = [(bounds.low[k] - origin[k]) * over[k], (bounds.high[k] - origin[k]) * over[k]];
            // min and max drop the NaN of a ray within the plane of a side.
            enter = enter.max(x.min(y));
            leave = leave.min(x.max(y));
        }
        if enter > leave {
            continue;
        }
        match bvh.kind(node) {
            Kind::Leaf { start, end } => {
                for place in start..end {
                    if bvh.items()[place] != from
                        && let Some(t) = hit(origin, direction, tree.corners()[place])
                    {
                        best = best.min(t);
                    }
                }
            }
            Kind::Inner { children: [a, b] } => {
                stack.push(b);
                stack.push(a);
            }
        }
    }
    best.is_finite().then_some(best)
}

/// Where a ray meets a triangle, \[Moeller97\].
fn hit(origin: Vec3, direction: Vec3, [a, b, c]: [Vec3; 3]) -> Option<f64> {
    let (ab, ac, from_a) = (sub(b, a), sub(c, a), sub(origin, a));
    let p = cross(direction, ac);
    let det = dot(ab, p);
    if det == 0.0 {
        return None;
    }
    let q = cross(from_a, ab);
    let (u, v, t) = (dot(from_a, p) / det, dot(direction, q) / det, dot(ac, q) / det);
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0).then_some(t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{TriMesh, boundary, shape};

    fn ball(radius: f64, cells: u32) -> TriMesh {
        let mesh = shape::sphere(radius, cells).unwrap();
        let triangles = boundary(&mesh).triangles;
        TriMesh { points: mesh.points, triangles, ..TriMesh::default() }
    }

    /// Each triangle with corners of its own.
    fn soup(mesh: &TriMesh) -> TriMesh {
        let points = mesh.triangles.iter().flatten().map(|v| mesh.points[*v as usize]).collect();
        let triangles = (0..mesh.triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        TriMesh { points, triangles, ..TriMesh::default() }
    }

    fn shuffle(mesh: &mut TriMesh, every: usize) {
        mesh.triangles.iter_mut().step_by(every).for_each(|t| t.swap(1, 2));
    }

    #[test]
    fn what_is_right_stays() {
        let mesh = ball(1.0, 6);
        let (turned, report) = orient(&mesh.points, &mesh.triangles);
        assert_eq!(turned, mesh.triangles);
        assert_eq!(report, Orientation { parts: 1, ..Orientation::default() });
    }

    #[test]
    fn mixed_triangles_are_made_to_agree_also_without_shared_vertices() {
        for shared in [true, false] {
            let good = if shared { ball(1.0, 6) } else { soup(&ball(1.0, 6)) };
            for every in [1, 2, 3, 7] {
                let mut mesh = good.clone();
                shuffle(&mut mesh, every);
                let (turned, report) = orient(&mesh.points, &mesh.triangles);
                assert_eq!(turned, good.triangles);
                assert_eq!((report.parts, report.turned), (1, good.triangles.len().div_ceil(every)));
            }
        }
    }

    #[test]
    fn cavities_stay_and_neighbours_are_turned() {
        let mut mesh = ball(1.0, 8);
        let outer = mesh.triangles.len();
        for (radius, shift) in [(0.5, 0.0), (0.5, 3.0)] {
            let inner = ball(radius, 6);
            let offset = mesh.points.len() as u32;
            mesh.points.extend(inner.points.iter().map(|p| [p[0] + shift, p[1], p[2]]));
            mesh.triangles
                .extend(inner.triangles.iter().map(|t| [t[0] + offset, t[2] + offset, t[1] + offset]));
        }
        let each = (mesh.triangles.len() - outer) / 2;
        let (turned, report) = orient(&mesh.points, &mesh.triangles);
        assert_eq!(turned[..outer + each], mesh.triangles[..outer + each]);
        assert_eq!((report.cavities, report.turned, report.guessed), (1, each, 0));
        // Inside out, the same solid comes back.
        let mut out = mesh.clone();
        shuffle(&mut out, 1);
        assert_eq!(orient(&out.points, &out.triangles).0, turned);
    }

    #[test]
    fn loose_triangles_face_where_there_is_light() {
        // Pulled apart, so that no two triangles touch.
        let mut mesh = soup(&ball(1.0, 6));
        for t in 0..mesh.triangles.len() {
            let middle = mesh.corners(t);
            let middle = [0, 1, 2].map(|k| (middle[0][k] + middle[1][k] + middle[2][k]) / 3.0);
            for v in mesh.triangles[t] {
                let point = &mut mesh.points[v as usize];
                (0..3).for_each(|k| point[k] = middle[k] + 0.98 * (point[k] - middle[k]));
            }
        }
        let good = mesh.triangles.clone();
        shuffle(&mut mesh, 2);
        let (turned, report) = orient(&mesh.points, &mesh.triangles);
        assert_eq!(report.guessed, good.len());
        let wrong = turned.iter().zip(&good).filter(|(a, b)| a != b).count();
        assert_eq!(wrong, 0);
    }
}
