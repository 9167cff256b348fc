//! Who meets in a step whose forces are secants: who was near where the step began, or is near now.
//!
//! What was near and has left still has its work to give back; what comes near had stored nothing. The question is from where a gap
//! is counted. A vertex that slides over a surface goes from triangle to triangle, and its gap does not change: so all that it meets of
//! a surface has one gap to begin with, its distance there from all of that surface, and so has what it leaves. With one for every
//! triangle a slanted way to the next one would count as a fall on it, and carry nothing.
//!
//! Of a surface with itself there is no such distance, as a vertex is always near its neighbours, and of two edges neither: pairs have
//! gaps of their own there. Pieces are then summed where the nearest part is the same now and was the same then.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::{Bucket, Finder, TOGETHER, apart};
use crate::contact::barrier::cage::Near;
use crate::contact::barrier::closest::{self, Closest, Feature};
use crate::contact::barrier::element::Contact;
use crate::contact::barrier::secant::{Secant, Share};
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
    /// How far vertices were from members, m: from those they were near to, and others that it was asked for.
    held: BTreeMap<[u32; 2], f64>,
    others: BTreeMap<[u32; 2], f64>,
    /// What else was near there: vertices and cells of their own member, two edges, vertices and planes.
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
        since.held.clear();
        since.others.clear();
        since.cells.clear();
        since.edges.clear();
        let limit = range * range;
        for (cage, shrunk) in [&self.others, &self.own.cage].into_iter().zip(shrunk) {
            for near in cage.vertex_cells.iter().filter(|near| !near.clears(range, shrunk)) {
                let [vertex, cell] = near.pair;
                let squared = self.nearest(&self.p, vertex, self.piece(cell)).0;
                let member = self.mesh.member[self.mesh.cells[cell as usize].corners[0] as usize];
                if squared >= limit {
                    continue;
                }
                if member == self.mesh.member[vertex as usize] {
                    since.cells.push(near.pair);
                } else {
                    let least = since.held.entry([vertex, member]).or_insert(f64::INFINITY);
                    *least = least.min(squared.sqrt());
                }
            }
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
        let own = &self.own.cage;
        pairs.extend(
            own.vertex_cells.iter().filter(|near| !near.clears(range, shrunk[1])).map(|near| near.pair),
        );
        for (cage, shrunk) in [&self.others, own].into_iter().zip(shrunk) {
            let near = |near: &&Near| !near.clears(range, shrunk);
            edges.extend(cage.edge_edges.iter().filter(near).map(|near| near.pair));
        }
        planes.extend_from_slice(&self.others.vertex_planes);
        for list in [&mut pairs, &mut edges, &mut planes] {
            list.sort_unstable();
            list.dedup();
        }
        let foreign: Vec<usize> = (0..self.others.vertices()).collect();
        self.in_buckets(&foreign, contacts, |this, number, bucket| {
            this.vertex(this.others.of_vertex(*number), shrunk[0], bucket);
        });
        self.count_from_start(contacts);
        let vertices: Vec<&[[u32; 2]]> = pairs.chunk_by(|a, b| a[0] == b[0]).collect();
        let mut within = Vec::new();
        self.in_buckets(&vertices, &mut within, |this, pairs, bucket| this.vertex_since(pairs, bucket));
        contacts.append(&mut within);
        contacts.extend(edges.iter().filter_map(|pair| self.edges_since(*pair)));
        contacts.extend(planes.iter().filter_map(|pair| self.plane_since(*pair)));
    }

    /// Finds what is asked of each of some, side by side; in their order.
    fn in_buckets<T: Sync>(
        &mut self,
        all: &[T],
        contacts: &mut Vec<Contact>,
        find: impl Fn(&Self, &T, &mut Bucket) + Sync,
    ) {
        let tasks = all.len().div_ceil(TOGETHER);
        let mut buckets = std::mem::take(&mut self.buckets);
        buckets.resize_with(buckets.len().max(tasks), Bucket::default);
        let this = &*self;
        buckets[..tasks].par_iter_mut().zip(all.par_chunks(TOGETHER)).for_each(|(bucket, some)| {
            bucket.contacts.clear();
            some.iter().for_each(|one| find(this, one, bucket));
        });
        contacts.clear();
        for bucket in &buckets[..tasks] {
            contacts.extend_from_slice(&bucket.contacts);
        }
        self.buckets = buckets;
    }

    /// Gives contacts of vertices with other members the gaps they had where the step began. What those were pushed with that were near
    /// goes by the nearest part of the member, however far that is now.
    fn count_from_start(&mut self, contacts: &mut Vec<Contact>) {
        let mesh = Arc::clone(&self.mesh);
        let who = |contact: &Contact| [contact.points[0], mesh.member[contact.points[1] as usize]];
        let Since { held, others, .. } = &self.since;
        let mut asked: Vec<[u32; 2]> = contacts.iter().map(who).collect();
        asked.sort_unstable();
        asked.dedup();
        let missing = asked.iter().filter(|who| !held.contains_key(*who) && !others.contains_key(*who));
        let missing: Vec<[u32; 2]> = missing.copied().collect();
        let this = &*self;
        let found = missing.par_iter().map(|who| this.nearest_of(&this.since.p, *who).0.sqrt());
        let found: Vec<f64> = found.collect();
        self.since.others.extend(missing.into_iter().zip(found));
        let Since { held, others, .. } = &self.since;
        for contact in &mut *contacts {
            let who = who(contact);
            let then = held.get(&who).or_else(|| others.get(&who)).map(|distance| self.part(*distance));
            contact.since = then.map(|then| Secant { then, share: Share::Near });
        }
        let held: Vec<_> = held.iter().collect();
        let leaving = held.par_iter().map(|(who, distance)| {
            let contact = self.contact(who[0], self.nearest_of(&self.p, **who).1, 1)?;
            Some(Contact {
                since: Some(Secant { then: self.part(**distance), share: Share::Far }),
                ..contact
            })
        });
        let leaving: Vec<_> = leaving.collect();
        contacts.extend(leaving.into_iter().flatten());
    }

    /// A distance as a gap.
    fn part(&self, distance: f64) -> f64 {
        (distance - self.gap.thickness) / self.gap.dhat
    }

    /// How far a vertex is from all of a member, squared, and the part of it that is nearest.
    fn nearest_of(&self, p: &[Vec3], [vertex, member]: [u32; 2]) -> (f64, Piece) {
        let here = p[vertex as usize];
        let mut least = (f64::INFINITY, (1, vertex));
        for number in self.mesh.members[member as usize].cells.clone() {
            let [a, b, c] = self.mesh.cells[number as usize].corners.map(|corner| p[corner as usize]);
            if apart(&[here, a, b, c], least.0) {
                continue;
            }
            let found = self.nearest(p, vertex, self.piece(number));
            if found.0 < least.0 {
                least = found;
            }
        }
        least
    }

    /// What a vertex meets of some cells of its own member.
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
        Contact { since: Some(Secant { then: self.part(distance), share: Share::All }), ..contact }
    }

    /// Two edges that were near or are. Those that were nearly parallel where they were near have the slope of their barrier as ever: what
    /// lets them down would push by all of a potential that does not end with the range.
    fn edges_since(&self, pair: [u32; 2]) -> Option<Contact> {
        let limit = self.range() * self.range();
        let [(points, now, x), (_, then, y)] = [&self.p, &self.since.p].map(|p| self.edges_at(p, pair));
        let [is_near, was_near] = [now, then].map(|closest| closest.squared < limit);
        if !is_near && !was_near {
            return None;
        }
        let contact = self.edge_contact(pair, points, now, &x)?;
        if !was_near {
            return Some(self.from(contact, points, then));
        }
        if self.edge_contact(pair, points, then, &y)?.mollifier.is_some() {
            return is_near.then_some(contact);
        }
        Some(Contact { mollifier: None, ..self.from(contact, points, then) })
    }

    fn plane_since(&self, [vertex, plane]: [u32; 2]) -> Option<Contact> {
        let [now, then] = [&self.p, &self.since.p].map(|p| self.above(p, [vertex, plane]));
        let secant = Secant { then: self.part(then), share: Share::All };
        let contact = || Contact { since: Some(secant), ..self.plane_contact([vertex, plane]) };
        (now < self.range() || then < self.range()).then(contact)
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
