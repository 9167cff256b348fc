//! Who meets in a step whose forces are secants: who was near where the step began, or is near now.
//!
//! What was near and has left still has its work to give back; what comes near had stored nothing. Every piece a vertex meets has
//! a distance of its own there, that of the part that was nearest then. Pieces are summed where the nearest part is the same now and
//! was the same then: above a flat triangulation all but one term cancel, as they do at a single state.

use rayon::prelude::*;

use super::{Bucket, Finder, TOGETHER};
use crate::contact::barrier::cage::Near;
use crate::contact::barrier::closest::{self, Closest, Feature};
use crate::contact::barrier::element::Contact;
use crate::math::vec3::{Vec3, dot, sub};

/// A piece of surface: how many corners it has, and its number among points, edges or cells.
type Piece = (u8, u32);

/// The start of a step whose forces are secants.
#[derive(Clone, Debug, Default)]
pub(super) struct Since {
    /// Whether forces are secants now.
    pub(super) is_on: bool,
    /// The state it began at, and where points were.
    x: Vec<f64>,
    p: Vec<Vec3>,
    /// What was near there: vertices and cells, two edges, vertices and planes.
    cells: Vec<[u32; 2]>,
    edges: Vec<[u32; 2]>,
    planes: Vec<[u32; 2]>,
}

/// A piece that a vertex meets: its nearest part now, and where the step began.
#[derive(Clone, Copy, Debug)]
struct Met {
    now: Piece,
    then: Piece,
    count: i32,
}

impl Finder {
    /// From now on forces are secants from this state, or, with none, those at a state.
    pub(in super::super) fn since(&mut self, start: Option<&[f64]>) {
        self.since.is_on = start.is_some();
        if let Some(x) = start
            && self.since.x != x
        {
            self.remember(x);
        }
    }

    fn remember(&mut self, x: &[f64]) {
        self.mesh.positions(x, &mut self.p);
        let (shrunk, range) = (self.enclose().map(|drift| 2.0 * drift), self.range());
        let mut since = std::mem::take(&mut self.since);
        since.x.clear();
        since.x.extend_from_slice(x);
        since.p.clone_from(&self.p);
        since.cells.clear();
        since.edges.clear();
        let limit = range * range;
        for (cage, shrunk) in [&self.others, &self.own.cage].into_iter().zip(shrunk) {
            let near =
                cage.vertex_cells.iter().filter(|near| !near.clears(range, shrunk)).map(|near| near.pair);
            let is_near = |pair: &[u32; 2]| self.nearest(&self.p, pair[0], self.piece(pair[1])).0 < limit;
            since.cells.extend(near.filter(is_near));
            let near =
                cage.edge_edges.iter().filter(|near| !near.clears(range, shrunk)).map(|near| near.pair);
            since.edges.extend(near.filter(|pair| self.edges_at(&self.p, *pair).1.squared < limit));
        }
        since.planes.clone_from(&self.others.vertex_planes);
        since.planes.retain(|pair| self.above(&self.p, *pair) < range);
        self.since = since;
    }

    /// All contacts of the step at the nodes `x`, in an order that depends on who meets alone.
    pub(super) fn find_since(&mut self, x: &[f64], contacts: &mut Vec<Contact>) {
        self.mesh.positions(x, &mut self.p);
        let (shrunk, range) = (self.enclose().map(|drift| 2.0 * drift), self.range());
        let Since { cells, edges, planes, .. } = &self.since;
        let (mut pairs, mut edges, mut planes) = (cells.clone(), edges.clone(), planes.clone());
        for (cage, shrunk) in [&self.others, &self.own.cage].into_iter().zip(shrunk) {
            let near = |near: &&Near| !near.clears(range, shrunk);
            pairs.extend(cage.vertex_cells.iter().filter(near).map(|near| near.pair));
            edges.extend(cage.edge_edges.iter().filter(near).map(|near| near.pair));
        }
        planes.extend_from_slice(&self.others.vertex_planes);
        for list in [&mut pairs, &mut edges, &mut planes] {
            list.sort_unstable();
            list.dedup();
        }
        let vertices: Vec<&[[u32; 2]]> = pairs.chunk_by(|a, b| a[0] == b[0]).collect();
        let tasks = vertices.len().div_ceil(TOGETHER);
        let mut buckets = std::mem::take(&mut self.buckets);
        buckets.resize_with(buckets.len().max(tasks), Bucket::default);
        let this = &*self;
        buckets[..tasks].par_iter_mut().zip(vertices.par_chunks(TOGETHER)).for_each(|(bucket, some)| {
            bucket.contacts.clear();
            some.iter().for_each(|pairs| this.vertex_since(pairs, bucket));
        });
        contacts.clear();
        for bucket in &buckets[..tasks] {
            contacts.extend_from_slice(&bucket.contacts);
        }
        self.buckets = buckets;
        contacts.extend(edges.iter().filter_map(|pair| self.edges_since(*pair)));
        contacts.extend(planes.iter().filter_map(|pair| self.plane_since(*pair)));
    }

    /// What a vertex meets of some cells.
    fn vertex_since(&self, pairs: &[[u32; 2]], bucket: &mut Bucket) {
        let (vertex, mesh) = (pairs[0][0], &*self.mesh);
        let limit = self.range() * self.range();
        let mut met: Vec<Met> = Vec::new();
        let mut seen: Vec<Piece> = Vec::new();
        let mut meet = |piece: Piece, count: i32| {
            let [now, then] = [&self.p, &self.since.p].map(|p| self.nearest(p, vertex, piece));
            let is_near = now.0 < limit || then.0 < limit;
            if is_near && count != 0 {
                met.push(Met { now: now.1, then: then.1, count });
            }
            is_near
        };
        for &[_, number] in pairs {
            let cell = &mesh.cells[number as usize];
            if !meet(self.piece(number), 1) {
                continue;
            }
            let edges = mesh.cell_edges[number as usize].into_iter().filter(|edge| *edge != u32::MAX);
            seen.extend(edges.map(|edge| (2, edge)).chain(cell.corners().iter().map(|corner| (1, *corner))));
        }
        seen.sort_unstable();
        seen.dedup();
        for piece in seen {
            if let Some(count) = self.shared_count(vertex, piece) {
                meet(piece, count);
            }
        }
        met.sort_unstable_by_key(|one| (one.now, one.then));
        for same in met.chunk_by(|a, b| (a.now, a.then) == (b.now, b.then)) {
            let count: i32 = same.iter().map(|one| one.count).sum();
            if count != 0
                && let Some(contact) = self.contact(vertex, same[0].now, count)
            {
                let (points, closest) = self.part_at(&self.since.p, vertex, same[0].then);
                bucket.contacts.push(self.from(contact, points, closest));
            }
        }
    }

    /// A contact whose force is the secant from where these were the nearest points.
    fn from(&self, contact: Contact, points: [u32; 4], closest: Closest) -> Contact {
        let then = Contact { points, closest, since: None, ..contact };
        let distance = then.normal(&points.map(|point| self.since.p[point as usize])).1;
        Contact { since: Some((distance - self.gap.thickness) / self.gap.dhat), ..contact }
    }

    /// Two edges that were near or are. The barrier of those that were stays let down as far as it was there: with what they hold
    /// it could not be given back.
    fn edges_since(&self, pair: [u32; 2]) -> Option<Contact> {
        let limit = self.range() * self.range();
        let [(points, now, x), (_, then, y)] = [&self.p, &self.since.p].map(|p| self.edges_at(p, pair));
        if now.squared >= limit && then.squared >= limit {
            return None;
        }
        let contact = self.edge_contact(pair, points, now, &x)?;
        let from = self.from(contact, points, then);
        if then.squared >= limit {
            return Some(from);
        }
        let share = self.edge_contact(pair, points, then, &y)?.let_down(&y);
        (share > 0.0).then_some(Contact { scale: share * from.scale, mollifier: None, ..from })
    }

    fn plane_since(&self, [vertex, plane]: [u32; 2]) -> Option<Contact> {
        let [now, then] = [&self.p, &self.since.p].map(|p| self.above(p, [vertex, plane]));
        let contact = || self.plane_contact([vertex, plane]);
        let gap = (then - self.gap.thickness) / self.gap.dhat;
        (now < self.range() || then < self.range()).then(|| Contact { since: Some(gap), ..contact() })
    }

    /// How far a vertex is above a plane.
    fn above(&self, p: &[Vec3], [vertex, plane]: [u32; 2]) -> f64 {
        let origin = self.mesh.plane_point(plane as usize);
        dot(self.mesh.planes[plane as usize].normal, sub(p[vertex as usize], p[origin as usize]))
    }

    fn edges_at(&self, p: &[Vec3], pair: [u32; 2]) -> ([u32; 4], Closest, [Vec3; 4]) {
        let [[a, b], [c, d]] = pair.map(|edge| self.mesh.edges[edge as usize]);
        let points = [a, b, c, d];
        let x = points.map(|point| p[point as usize]);
        (points, closest::edge_edge(&x), x)
    }

    /// A cell as a piece.
    fn piece(&self, cell: u32) -> Piece {
        match self.mesh.cells[cell as usize].count {
            3 => (3, cell),
            2 => (2, self.mesh.cell_edges[cell as usize][0]),
            _ => (1, self.mesh.cells[cell as usize].corners[0]),
        }
    }

    /// How far a vertex is from a piece, squared, and the part of it that is nearest.
    fn nearest(&self, p: &[Vec3], vertex: u32, piece: Piece) -> (f64, Piece) {
        let (mesh, (points, closest)) = (&*self.mesh, self.part_at(p, vertex, piece));
        let x = points.map(|point| p[point as usize]);
        let part = match piece.0 {
            3 => match closest::vertex_triangle(&x).1 {
                Feature::Inside => piece,
                // The edge of two corners is opposite to the third.
                Feature::Edge(a, b) => (2, mesh.cell_edges[piece.1 as usize][6 - a - b - 1]),
                Feature::Corner(a) => (1, points[a]),
            },
            2 => match closest::vertex_edge(&[x[0], x[1], x[2]]).1 {
                Feature::Corner(end) => (1, points[end]),
                _ => piece,
            },
            _ => piece,
        };
        (closest.squared, part)
    }

    /// The corners of a vertex and a piece, and their nearest points.
    fn part_at(&self, p: &[Vec3], vertex: u32, (corners, number): Piece) -> ([u32; 4], Closest) {
        let mesh = &*self.mesh;
        let at = |point: u32| p[point as usize];
        match corners {
            3 => {
                let [a, b, c] = mesh.cells[number as usize].corners;
                let points = [vertex, a, b, c];
                (points, closest::vertex_triangle(&points.map(at)).0)
            }
            2 => {
                let [a, b] = mesh.edges[number as usize];
                ([vertex, a, b, b], closest::vertex_edge(&[vertex, a, b].map(at)).0)
            }
            _ => {
                let closest = closest::corner([1.0, -1.0, 0.0, 0.0], sub(at(vertex), at(number)));
                ([vertex, number, number, number], closest)
            }
        }
    }

    /// How often an edge or a point counts for a vertex; none if that is one of its own corners.
    fn shared_count(&self, vertex: u32, (corners, number): Piece) -> Option<i32> {
        let mesh = &*self.mesh;
        let of = |point: u32| mesh.member[point as usize];
        if corners == 2 {
            let [a, b] = mesh.edges[number as usize];
            let foreign = of(a) != of(vertex);
            let count =
                if foreign { self.edge_counts[number as usize] } else { mesh.edge_count(number, vertex) };
            return (a != vertex && b != vertex).then_some(count);
        }
        let foreign = of(number) != of(vertex);
        let count =
            if foreign { self.point_counts[number as usize] } else { mesh.point_count(number, vertex) };
        (number != vertex).then_some(count)
    }
}
