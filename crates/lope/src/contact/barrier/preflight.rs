//! Whether a state is one that barriers can start from: nobody crosses, touches, or is nearer than the thickness; and who is
//! nearest.
//!
//! Who crosses is decided by signs of determinants that are exact. An edge that shares a corner with a triangle cannot go through
//! it; if two triangles with a common corner do go through each other, so does the edge opposite to it, and that is found.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::closest;
use super::finder::Rules;
use super::mesh::{Cell, CollisionMesh, Member};
use super::{Profile, Surfaces};
use crate::geometry::bvh::{Aabb, Bvh};
use crate::geometry::predicates::{orient2d, orient3d};
use crate::math::vec3::{Vec3, along, cross, dot, mix, norm, sub, unit};

/// Distances that are smaller than this many roundings of the largest coordinate are none.
const ROUNDINGS: f64 = 16.0;
/// Vertices, or edges, that are looked at together. Fixed, as is the order of what is found.
const TOGETHER: usize = 256;

/// A triangle, an edge or a point of a member, by its corners; a plane has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The number of the member; planes have the numbers after all members.
    pub member: usize,
    corners: [u32; 3],
    count: u8,
}

impl Piece {
    /// Its corners: numbers of points, in the order of the member's.
    pub fn corners(&self) -> &[u32] {
        &self.corners[..usize::from(self.count)]
    }
}

/// How two pieces get into each other's way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// One goes through the other, or a vertex is below a plane by so many metres.
    Crossing(f64),
    /// They are nearer than they may be: how far apart, m.
    Near(f64),
}

/// Two pieces that no barrier can keep apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Culprit {
    /// Who.
    pub pieces: [Piece; 2],
    /// How.
    pub fault: Fault,
    /// Where.
    pub place: [f64; 3],
}

/// Two pieces and how far they are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// Who.
    pub pieces: [Piece; 2],
    /// The distance, m.
    pub distance: f64,
}

/// Surfaces at a state, and who of them may meet.
pub struct Preflight<'a> {
    mesh: &'a CollisionMesh,
    rules: &'a Rules,
    p: Vec<Vec3>,
    /// Half a rounding error of positions.
    rounding: f64,
}

impl<'a> Preflight<'a> {
    /// At the nodes `x`, interleaved xyz.
    pub fn new(mesh: &'a CollisionMesh, rules: &'a Rules, x: &[f64]) -> Self {
        let mut p = Vec::new();
        mesh.positions(x, &mut p);
        Self::at_points(mesh, rules, p)
    }

    /// With all points of the mesh at `p`, those of planes last.
    pub(crate) fn at_points(mesh: &'a CollisionMesh, rules: &'a Rules, p: Vec<Vec3>) -> Self {
        let extent = p.as_flattened().iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        Self { mesh, rules, p, rounding: ROUNDINGS * f64::EPSILON * extent }
    }

    /// Distances that are not larger are none: so much is rounding of positions, m.
    pub fn rounding(&self) -> f64 {
        self.rounding
    }

    fn at(&self, point: u32) -> Vec3 {
        self.p[point as usize]
    }

    fn member_of(&self, point: u32) -> usize {
        self.mesh.member[point as usize] as usize
    }

    fn meet(&self, a: usize, b: usize) -> bool {
        self.rules.meet(self.mesh, a, b)
    }

    fn piece(&self, corners: &[u32]) -> Piece {
        self.mesh.piece(corners)
    }

    fn plane(&self, plane: usize) -> Piece {
        self.mesh.plane(plane)
    }

    fn around(&self, cell: &Cell) -> Aabb {
        cell.corners().iter().fold(Aabb::EMPTY, |all, corner| all.union(&Aabb::around(&[self.at(*corner)])))
    }

    /// All pairs of pieces that cross, touch, or are not farther apart than `thickness`; those of cells first, then those of
    /// vertices and planes, ascending.
    pub fn culprits(&self, thickness: f64) -> Vec<Culprit> {
        let mesh = self.mesh;
        let limit = thickness + self.rounding;
        let boxes: Vec<Aabb> =
            mesh.cells.par_iter().map(|cell| self.around(cell).grown(0.5 * limit)).collect();
        let mut found = Bvh::new(&boxes).pairs(|one, other| {
            let [a, b] = [one, other].map(|cell| &mesh.cells[cell as usize]);
            if !self.meet(self.member_of(a.corners[0]), self.member_of(b.corners[0])) {
                return None;
            }
            let pieces = [a, b].map(|cell| self.piece(cell.corners()));
            if let Some(place) = self.crossing(a, b) {
                return Some(Culprit { pieces, fault: Fault::Crossing(0.0), place });
            }
            let (distance, place) = self.nearer(a, b, limit)?;
            Some(Culprit { pieces, fault: Fault::Near(distance), place })
        });
        for plane in 0..mesh.planes.len() {
            for vertex in 0..mesh.len() as u32 {
                if !self.meet(self.member_of(vertex), mesh.members.len() + plane) {
                    continue;
                }
                let gap = self.above(vertex, plane);
                if gap <= limit {
                    let fault =
                        if gap < -self.rounding { Fault::Crossing(-gap) } else { Fault::Near(gap.max(0.0)) };
                    let pieces = [self.piece(&[vertex]), self.plane(plane)];
                    found.push(Culprit { pieces, fault, place: self.at(vertex) });
                }
            }
        }
        found
    }

    /// Whether two that cross do so by more than rounding: not where they touch at a rim.
    pub(crate) fn is_sure(&self, culprit: &Culprit) -> bool {
        let cell = |piece: &Piece| {
            let first = self.mesh.members.get(piece.member)?.points.start;
            Some(Cell { corners: piece.corners.map(|corner| corner + first), count: piece.count })
        };
        match (cell(&culprit.pieces[0]), cell(&culprit.pieces[1])) {
            (Some(a), Some(b)) => self.nearer(&a, &b, self.rounding).is_none(),
            _ => true,
        }
    }

    /// How far a vertex is above a plane.
    fn above(&self, vertex: u32, plane: usize) -> f64 {
        let origin = self.at(self.mesh.plane_point(plane));
        dot(self.mesh.planes[plane].normal, sub(self.at(vertex), origin))
    }

    /// Where an edge of one cell goes through the other.
    fn crossing(&self, a: &Cell, b: &Cell) -> Option<Vec3> {
        if self.mesh.flat {
            return match (a.count, b.count) {
                (2, 2) => self.crossing_in_plane([a.corners[0], a.corners[1]], [b.corners[0], b.corners[1]]),
                _ => None,
            };
        }
        let through = |of: &Cell, other: &Cell| {
            if other.count != 3 {
                return None;
            }
            sides(of).find_map(|edge| self.through(edge, other.corners))
        };
        through(a, b).or_else(|| through(b, a))
    }

    /// Where an edge goes through a triangle without a common corner.
    fn through(&self, edge: [u32; 2], triangle: [u32; 3]) -> Option<Vec3> {
        if edge.iter().any(|end| triangle.contains(end)) {
            return None;
        }
        let ([p, q], [a, b, c]) = (edge.map(|end| self.at(end)), triangle.map(|corner| self.at(corner)));
        let [from, to] = [p, q].map(|end| orient3d(a, b, c, end));
        if !(from < 0.0 && to > 0.0 || from > 0.0 && to < 0.0) {
            return None;
        }
        // An end that is on the triangle but for rounding touches it, and is found as near.
        let across = norm(cross(sub(b, a), sub(c, a)));
        if from.abs().min(to.abs()) <= 0.5 * self.rounding * across {
            return None;
        }
        let around = [orient3d(p, q, a, b), orient3d(p, q, b, c), orient3d(p, q, c, a)];
        // On its rim they touch.
        let inside = around.iter().all(|side| *side > 0.0) || around.iter().all(|side| *side < 0.0);
        inside.then(|| mix(p, q, from / (from - to)))
    }

    /// Where two edges of outlines cross.
    fn crossing_in_plane(&self, one: [u32; 2], other: [u32; 2]) -> Option<Vec3> {
        if one.iter().any(|end| other.contains(end)) {
            return None;
        }
        let flat = |p: Vec3| [p[0], p[1]];
        let ([p, q], [a, b]) = (one.map(|end| self.at(end)), other.map(|end| self.at(end)));
        let opposite = |[x, y]: [f64; 2]| x < 0.0 && y > 0.0 || x > 0.0 && y < 0.0;
        let ends = [p, q].map(|end| orient2d(flat(a), flat(b), flat(end)));
        let others = [a, b].map(|end| orient2d(flat(p), flat(q), flat(end)));
        let least = |[x, y]: [f64; 2], edge: Vec3| x.abs().min(y.abs()) / norm(edge);
        if least(ends, sub(b, a)).min(least(others, sub(q, p))) <= 0.5 * self.rounding {
            return None;
        }
        (opposite(ends) && opposite(others)).then(|| mix(p, q, ends[0] / (ends[0] - ends[1])))
    }

    /// How far two cells are apart, and where, if that is not more than `limit`. Features with a common corner do not count.
    fn nearer(&self, a: &Cell, b: &Cell, limit: f64) -> Option<(f64, Vec3)> {
        let mut best: Option<(f64, Vec3)> = None;
        let mut take = |squared: f64, place: Vec3| {
            if squared <= limit * limit && best.is_none_or(|best| squared < best.0) {
                best = Some((squared, place));
            }
        };
        for (one, other) in [(a, b), (b, a)] {
            let around = self.around(other);
            for &vertex in one.corners().iter().filter(|vertex| !other.corners().contains(vertex)) {
                let here = self.at(vertex);
                if around.distance_squared(here) <= limit * limit {
                    take(self.to_cell(here, other), here);
                }
            }
        }
        if !self.mesh.flat {
            for e in sides(a) {
                let around = Aabb::around(&e.map(|end| self.at(end))).grown(limit);
                for f in sides(b).filter(|f| !e.iter().any(|end| f.contains(end))) {
                    if around.meets(&Aabb::around(&f.map(|end| self.at(end)))) {
                        let (squared, place) = self.edges(e, f);
                        take(squared, place);
                    }
                }
            }
        }
        best.map(|(squared, place)| (squared.sqrt(), place))
    }

    /// Squared distance of a place and a cell.
    fn to_cell(&self, here: Vec3, cell: &Cell) -> f64 {
        let [a, b, c] = cell.corners.map(|corner| self.at(corner));
        match cell.count {
            3 => closest::vertex_triangle(&[here, a, b, c]).0.squared,
            2 => closest::vertex_edge(&[here, a, b]).0.squared,
            _ => dot(sub(here, a), sub(here, a)),
        }
    }

    /// Squared distance of two edges, and the nearest place on the first.
    fn edges(&self, e: [u32; 2], f: [u32; 2]) -> (f64, Vec3) {
        let x = [e[0], e[1], f[0], f[1]].map(|end| self.at(end));
        let found = closest::edge_edge(&x);
        (found.squared, along(x[0], found.weights[1], sub(x[1], x[0])))
    }

    /// The nearest of all that may meet within a member and have no common corner.
    pub fn nearest_within(&self) -> Option<Apart> {
        let mut best = None;
        for (number, member) in self.mesh.members.iter().enumerate() {
            if self.meet(number, number) {
                let tree = self.tree(member);
                self.search([member, member], &tree, &mut best);
            }
        }
        best
    }

    /// The nearest of all that may meet of different members, planes among them.
    pub fn nearest_between(&self) -> Option<Apart> {
        let mesh = self.mesh;
        let trees: Vec<Bvh> = mesh.members.par_iter().map(|member| self.tree(member)).collect();
        // Those whose boxes are near come first: most of the others need not be looked at.
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for a in 0..mesh.members.len() {
            let others = (a + 1..mesh.members.len()).filter(|b| self.meet(a, *b));
            pairs.extend(others.map(|b| (box_distance(&trees[a].bounds(), &trees[b].bounds()), a, b)));
        }
        pairs.sort_by(|x, y| x.0.total_cmp(&y.0));
        let mut best: Option<Apart> = None;
        for (at_least, a, b) in pairs {
            if best.is_some_and(|best| best.distance <= at_least) {
                break;
            }
            let [one, other] = [a, b].map(|member| &mesh.members[member]);
            self.search([one, other], &trees[b], &mut best);
            self.search_vertices([other, one], &trees[a], &mut best);
        }
        for plane in 0..mesh.planes.len() {
            let met = (0..mesh.len() as u32)
                .filter(|vertex| self.meet(self.member_of(*vertex), mesh.members.len() + plane));
            for vertex in met {
                let distance = self.above(vertex, plane);
                if best.is_none_or(|best| distance < best.distance) {
                    best = Some(Apart { pieces: [self.piece(&[vertex]), self.plane(plane)], distance });
                }
            }
        }
        best
    }

    fn tree(&self, member: &Member) -> Bvh {
        let cells = &self.mesh.cells[member.cells.start as usize..member.cells.end as usize];
        let boxes: Vec<Aabb> = cells.iter().map(|cell| self.around(cell)).collect();
        Bvh::new(&boxes)
    }

    /// Vertices and edges of the first member that are nearer to the second, whose tree is given, than what is known.
    fn search(&self, members: [&Member; 2], tree: &Bvh, best: &mut Option<Apart>) {
        self.search_vertices(members, tree, best);
        if !self.mesh.flat {
            self.search_edges(members, tree, best);
        }
    }

    fn search_vertices(&self, [one, other]: [&Member; 2], tree: &Bvh, best: &mut Option<Apart>) {
        let known = best.map_or(f64::INFINITY, |best| best.distance * best.distance);
        let vertices: Vec<u32> = one.points.clone().collect();
        let look = |vertices: &[u32]| {
            let (mut bound, mut nearest) = (known, None);
            for &vertex in vertices {
                let here = self.at(vertex);
                tree.nearest(here, bound, |start, end, mut limit| {
                    for item in &tree.items()[start..end] {
                        let cell = &self.mesh.cells[(other.cells.start + item) as usize];
                        if cell.corners().contains(&vertex) {
                            continue;
                        }
                        let squared = self.to_cell(here, cell);
                        if squared < limit {
                            limit = squared;
                            nearest = Some((squared, vertex, other.cells.start + item));
                        }
                    }
                    bound = limit;
                    limit
                });
            }
            nearest
        };
        let found: Vec<Option<(f64, u32, u32)>> = vertices.par_chunks(TOGETHER).map(look).collect();
        let least = found.into_iter().flatten().reduce(|x, y| if y.0 < x.0 { y } else { x });
        if let Some((squared, vertex, cell)) = least {
            let pieces = [self.piece(&[vertex]), self.piece(self.mesh.cells[cell as usize].corners())];
            *best = Some(Apart { pieces, distance: squared.sqrt() });
        }
    }

    fn search_edges(&self, [one, other]: [&Member; 2], tree: &Bvh, best: &mut Option<Apart>) {
        let known = best.map_or(f64::INFINITY, |best| best.distance);
        let edges = &self.mesh.edges[one.edges.start as usize..one.edges.end as usize];
        let look = |edges: &[[u32; 2]]| {
            let mut nearest: Option<(f64, [u32; 2], [u32; 2])> = None;
            for &e in edges {
                let limit = nearest.map_or(known, |nearest| nearest.0.sqrt());
                let around = Aabb::around(&e.map(|end| self.at(end))).grown(limit);
                tree.overlapping(&around, |item| {
                    let cell = &self.mesh.cells[(other.cells.start + item) as usize];
                    for f in sides(cell).filter(|f| !e.iter().any(|end| f.contains(end))) {
                        let squared = self.edges(e, f).0;
                        if squared < nearest.map_or(known * known, |nearest| nearest.0) {
                            nearest = Some((squared, e, f));
                        }
                    }
                });
            }
            nearest
        };
        let found: Vec<_> = edges.par_chunks(TOGETHER).map(look).collect();
        let least = found.into_iter().flatten().reduce(|x, y| if y.0 < x.0 { y } else { x });
        if let Some((squared, e, f)) = least {
            *best = Some(Apart { pieces: [self.piece(&e), self.piece(&f)], distance: squared.sqrt() });
        }
    }

    /// The surface of a member in a place of its own: positions, triangles and edges that belong to none.
    pub fn surface(&self, member: usize) -> (Vec<Vec3>, Vec<[u32; 3]>, Vec<[u32; 2]>) {
        let Member { points, cells, .. } = &self.mesh.members[member];
        let first = points.start;
        let (mut triangles, mut edges) = (Vec::new(), Vec::new());
        for cell in &self.mesh.cells[cells.start as usize..cells.end as usize] {
            let [a, b, c] = cell.corners.map(|corner| corner - first);
            match cell.count {
                3 => triangles.push([a, b, c]),
                2 => edges.push([a, b]),
                _ => {}
            }
        }
        (self.p[points.start as usize..points.end as usize].to_vec(), triangles, edges)
    }

    /// Corners of a piece of a plane below all of some places.
    pub fn piece_of_plane(&self, plane: usize, below: &[Vec3]) -> [Vec3; 4] {
        let (origin, normal) = (self.at(self.mesh.plane_point(plane)), self.mesh.planes[plane].normal);
        let around = Aabb::around(below);
        let center = if below.is_empty() { origin } else { around.center() };
        let center = along(center, -dot(normal, sub(center, origin)), normal);
        let half = if below.is_empty() { 1.0 } else { 0.6 * around.diagonal() };
        let thin = (0..3).fold(0, |thin, k| if normal[k].abs() < normal[thin].abs() { k } else { thin });
        let axis = [0, 1, 2].map(|k| if k == thin { 1.0 } else { 0.0 });
        let right = unit(cross(axis, normal));
        let up = cross(normal, right);
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
            .map(|[x, y]| along(along(center, x * half, right), y * half, up))
    }

    /// The area of a member as something below it sees it that looks along `up`: half of that of all triangles if they close,
    /// in the plane the same of edges one metre thick; of loose edges and points the area they are given.
    pub fn seen_area(&self, member: usize, up: Vec3) -> f64 {
        let mesh = self.mesh;
        let of = &mesh.members[member];
        let mut sum = 0.0;
        let mut open = BTreeSet::new();
        for cell in &mesh.cells[of.cells.start as usize..of.cells.end as usize] {
            let [a, b, c] = cell.corners.map(|corner| self.at(corner));
            match cell.count {
                3 => sum += 0.5 * dot(cross(sub(b, a), sub(c, a)), up).abs(),
                2 if mesh.flat => {
                    let [x, y, _] = sub(b, a);
                    sum += (x * up[1] - y * up[0]).abs();
                }
                _ => open.extend(cell.corners().iter().copied()),
            }
        }
        let loose: f64 = open.iter().map(|point| mesh.area[*point as usize]).sum();
        let triangles = |edge: u32| mesh.around_edge.of(edge).len();
        let closes = mesh.flat || of.edges.clone().all(|edge| triangles(edge) == 2);
        loose + if closes { 0.5 * sum } else { sum }
    }
}

/// Edges of a cell.
fn sides(cell: &Cell) -> impl Iterator<Item = [u32; 2]> {
    let [a, b, c] = cell.corners;
    let count = [0, 0, 1, 3][usize::from(cell.count.min(3))];
    [[a, b], [b, c], [c, a]].into_iter().take(count)
}

/// How far two boxes are apart.
fn box_distance(a: &Aabb, b: &Aabb) -> f64 {
    let away = |k: usize| (b.low[k] - a.high[k]).max(a.low[k] - b.high[k]).max(0.0);
    (0..3).map(|k| away(k) * away(k)).sum::<f64>().sqrt()
}

impl CollisionMesh {
    /// The name of a member, or of a plane after them.
    pub fn name(&self, member: usize) -> &str {
        let planes = || self.planes.get(member - self.members.len()).map_or("", |plane| &plane.name);
        self.members.get(member).map_or_else(planes, |member| &member.name)
    }

    /// `triangle 3-4-5 of ball`.
    pub fn called(&self, piece: &Piece) -> String {
        let (name, corners) = self.numbered(piece);
        let corners = corners.iter().map(u32::to_string).collect::<Vec<_>>().join("-");
        match ["plane", "vertex", "edge", "triangle"][piece.corners().len()] {
            "plane" => format!("the plane {name}"),
            kind => format!("{kind} {corners} of {name}"),
        }
    }

    /// The name of whom a piece belongs to, and the numbers of its corners in the mesh that is made of.
    pub fn numbered(&self, piece: &Piece) -> (String, Vec<u32>) {
        let own = self.members.get(piece.member).map_or(&[][..], |member| &member.vertices);
        let number = |corner: &u32| *own.get(*corner as usize).unwrap_or(corner);
        (self.name(piece.member).to_owned(), piece.corners().iter().map(number).collect())
    }

    pub(super) fn piece(&self, corners: &[u32]) -> Piece {
        let member = self.member[corners[0] as usize] as usize;
        let first = self.members[member].points.start;
        let mut piece = Piece { member, corners: [0; 3], count: corners.len() as u8 };
        for (place, corner) in piece.corners.iter_mut().zip(corners) {
            *place = corner - first;
        }
        piece
    }

    pub(super) fn plane(&self, plane: usize) -> Piece {
        Piece { member: self.members.len() + plane, corners: [0; 3], count: 0 }
    }

    /// How many members there are, not counting planes.
    pub fn members(&self) -> usize {
        self.members.len()
    }

    /// How many vertices, edges and triangles there are.
    pub fn counts(&self) -> [usize; 3] {
        let triangles = self.cells.iter().filter(|cell| cell.count == 3).count();
        [self.len(), self.edges.len(), triangles]
    }

    /// κ of each pair of members and planes that may meet, with their numbers, Pa.
    pub fn stiffnesses(&self, rules: &Rules) -> Vec<([usize; 2], f64)> {
        let all = self.members.len() + self.planes.len();
        let young = |member: usize| self.members.get(member).map_or(f64::INFINITY, |member| member.young);
        let led = |member: usize| self.members.get(member).is_none_or(|member| member.led);
        let mut found = Vec::new();
        for a in (0..self.members.len()).filter(|a| !led(*a)) {
            let others = (a..all).filter(|b| !rules.apart.contains(&[a as u32, *b as u32]));
            found.extend(others.map(|b| ([a, b], rules.stiffness(young(a), young(b)))));
        }
        found
    }
}

/// Contacts of two members.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearness {
    /// The members; planes have the numbers after all members.
    pub members: [usize; 2],
    /// The smallest distance, m.
    pub distance: f64,
    /// How many contacts there are.
    pub count: usize,
}

impl Surfaces {
    /// What meets.
    pub fn mesh(&self) -> &CollisionMesh {
        &self.mesh
    }

    /// Who is near enough to feel each other at the nodes `x`, ascending by members.
    pub fn near(&self, x: &[f64]) -> Vec<Nearness> {
        let (mut finder, mut contacts) = (self.finder(), Vec::new());
        finder.find(x, &mut contacts);
        let (mesh, mut found) = (&self.mesh, BTreeMap::<[usize; 2], Nearness>::new());
        for contact in &contacts {
            let of = |point: u32| match mesh.member.get(point as usize) {
                Some(member) => *member as usize,
                None => mesh.members.len() + point as usize - mesh.len(),
            };
            let [a, b] = [of(contact.points[0]), of(contact.points[3])];
            let members = [a.min(b), a.max(b)];
            let one = found.entry(members).or_insert(Nearness { members, distance: f64::INFINITY, count: 0 });
            one.distance = one.distance.min(contact.normal(&finder.corners(contact)).1);
            one.count += 1;
        }
        found.into_values().collect()
    }
}

impl Profile {
    /// The gap s at which a barrier pushes back so much: |β′(s)| = `pressure`.
    pub fn at_pressure(self, pressure: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if -self.at(middle)[1] > pressure {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
    }
}

impl Rules {
    /// All coefficients of friction greater than 0, ascending.
    pub fn frictions(&self) -> Vec<f64> {
        let all = self.pairs.values().copied().chain([self.friction]);
        let mut all: Vec<f64> = all.filter(|friction| *friction > 0.0).collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        all
    }
}
