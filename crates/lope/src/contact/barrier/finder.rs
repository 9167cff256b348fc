//! Who meets whom at a state, how stiffly, and how far a way is free.
//!
//! A vertex meets a surface once, however many of its cells, edges and corners are near. With b(f) the barrier of the vertex and
//! a piece f of the surface it meets,
//!
//! ```text
//! Σ over cells b − Σ over edges (triangles around it − 1) b + Σ over corners (…) b
//! ```
//!
//! counts what pieces share once less, as \[Li23\] does: above a flat triangulation all but one term cancel. Where the nearest
//! point of a piece is on a part of it, both are the same function, and are summed before anything is evaluated.

mod first;
mod since;
mod way;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::Gap;
use super::cage::{Cage, Near, Ways};
use super::closest::{self, Closest, Feature};
use super::element::{Contact, Mollifier};
use super::mesh::CollisionMesh;
use super::own::OwnCage;
use crate::math::vec3::{Vec3, cross, dot, sub};
use since::Since;

/// Share of edges in what two flat surfaces of like meshes feel; vertices have the rest. Edges must be felt, but where they cross
/// is a matter of chance.
const EDGES: f64 = 0.1;
/// |a × b|² over a²b² at rest below which two edges are let down.
const NEARLY_PARALLEL: f64 = 1e-3;
/// Vertices, and pairs of edges, that are looked at together. Fixed, as is the order of what is found.
const TOGETHER: usize = 64;
/// How far points may go before others are looked for again, as a part of d̂; within a member, off a rigid motion, as a part of an
/// edge.
const MARGIN: f64 = 1.0;
const OWN_SLACK: f64 = 0.2;

/// How surfaces meet.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Stiffness κ, Pa; none: a tenth of the softer partner's modulus.
    pub stiffness: Option<f64>,
    /// κ where neither partner gives way, Pa.
    pub rigid: f64,
    /// Coefficient of friction of bodies with each other, and of each member with obstacles.
    pub friction: f64,
    /// Coefficients of single pairs of members, the lower number first; planes have the numbers after all members.
    pub pairs: BTreeMap<[u32; 2], f64>,
    /// Pairs that do not meet.
    pub apart: BTreeSet<[u32; 2]>,
}

impl Rules {
    /// Whether two may meet: members, or a member and a plane, which have the numbers after all members.
    pub(super) fn meet(&self, mesh: &CollisionMesh, a: usize, b: usize) -> bool {
        mesh.may_meet(a, b) && !self.apart.contains(&ordered(a, b))
    }

    /// Whether any pair has friction.
    pub fn rubs(&self) -> bool {
        self.friction > 0.0 || self.pairs.values().any(|friction| *friction > 0.0)
    }

    fn friction(&self, a: usize, b: usize) -> f64 {
        self.pairs.get(&ordered(a, b)).copied().unwrap_or(self.friction)
    }

    pub(super) fn stiffness(&self, a: f64, b: f64) -> f64 {
        let softer = a.min(b);
        self.stiffness.unwrap_or(if softer.is_finite() { 0.1 * softer } else { self.rigid })
    }
}

fn ordered(a: usize, b: usize) -> [u32; 2] {
    [a.min(b) as u32, a.max(b) as u32]
}

/// A part of a surface that a vertex meets, and how often it counts.
#[derive(Clone, Copy, Debug)]
struct Met {
    /// Corners of the part, then its number: points, edges and triangles.
    part: (u8, u32),
    count: i32,
}

/// What is found by one thread in one go.
#[derive(Clone, Debug, Default)]
struct Bucket {
    contacts: Vec<Contact>,
    met: Vec<Met>,
    seen: Vec<(u8, u32)>,
}

/// Finds contacts.
#[derive(Clone, Debug)]
pub(super) struct Finder {
    mesh: Arc<CollisionMesh>,
    rules: Rules,
    gap: Gap,
    /// What κ is multiplied by.
    factor: f64,
    /// How often edges and points count for vertices of other members.
    edge_counts: Vec<i32>,
    point_counts: Vec<i32>,
    /// Of members with others, and with themselves.
    others: Cage,
    own: OwnCage,
    /// How much points may be off a rigid motion in the latter, m.
    own_slack: f64,
    /// The same for the way last looked along, if it was long.
    way_cages: [Cage; 2],
    /// How far points go on what is looked along first of a way, m.
    first_part: f64,
    /// Where it ends.
    ends: Vec<Vec3>,
    p: Vec<Vec3>,
    q: Vec<Vec3>,
    /// How far points are off the rigid motion of their member, m.
    off: Vec<f64>,
    buckets: Vec<Bucket>,
    /// The way that was looked along last, and how much of it is free.
    way: [Vec<f64>; 2],
    free: f64,
    /// Where the step began, if its forces are secants.
    since: Since,
}

impl Finder {
    pub(super) fn new(mesh: Arc<CollisionMesh>, rules: Rules, gap: Gap) -> Self {
        let edges = 0..mesh.edges.len() as u32;
        let points = 0..mesh.len() as u32;
        // Far less than an edge: what is not next to each other is no pair.
        let edge = mesh.median_edge_of(mesh.members.len());
        let own_slack = if edge.is_finite() { gap.dhat.max(OWN_SLACK * edge) } else { gap.dhat };
        Self {
            edge_counts: edges.map(|edge| mesh.edge_count(edge, u32::MAX)).collect(),
            point_counts: points.map(|point| mesh.point_count(point, u32::MAX)).collect(),
            mesh,
            rules,
            gap,
            factor: 1.0,
            others: Cage::default(),
            own: OwnCage::default(),
            own_slack,
            way_cages: Default::default(),
            first_part: (way::FIRST * edge).max(gap.dhat),
            ends: Vec::new(),
            off: Vec::new(),
            p: Vec::new(),
            q: Vec::new(),
            buckets: Vec::new(),
            way: Default::default(),
            free: 0.0,
            since: Since::default(),
        }
    }

    /// Distance below which surfaces feel each other, m.
    fn range(&self) -> f64 {
        self.gap.dhat + self.gap.thickness
    }

    /// Multiplies κ by a factor.
    pub(super) fn stiffen(&mut self, factor: f64) {
        self.factor = factor;
    }

    /// κ of two partners, by their moduli.
    fn kappa(&self, a: f64, b: f64) -> f64 {
        self.factor * self.rules.stiffness(a, b)
    }

    /// Sees to it that the cages hold for the points `p`; how far points of both are from where their pairs were found.
    fn enclose(&mut self) -> [f64; 2] {
        let range = self.range();
        let Self { mesh, rules, gap, others, own, own_slack, way_cages: [way_others, way_own], p, .. } = self;
        let mut drift = others.drift(p);
        if !others.allows(drift) {
            // On the way that was looked along last, its cage knows all pairs.
            if !others.narrow(way_others, mesh, p, range) {
                let limits = (MARGIN * gap.dhat, range);
                others.build(mesh, (p, Ways::None), limits, 1.0, &|a, b| a != b && rules.meet(mesh, a, b));
                others.sort();
            }
            drift = 0.0;
        }
        let mut bend = own.bend(mesh, p);
        if !own.cage.allows(bend) {
            if !own.cage.narrow(way_own, mesh, p, range) {
                own.build(mesh, p, (*own_slack, range), &|a, b| a == b && rules.meet(mesh, a, b));
            }
            bend = 0.0;
        }
        [drift, bend]
    }

    /// All contacts at the nodes `x`, in an order that depends on who meets alone.
    pub(super) fn find(&mut self, x: &[f64], contacts: &mut Vec<Contact>) {
        if self.since.is_on {
            return self.find_since(x, contacts);
        }
        self.mesh.positions(x, &mut self.p);
        let (shrunk, range) = (self.enclose().map(|drift| 2.0 * drift), self.range());
        let mut buckets = std::mem::take(&mut self.buckets);
        let cages = [&self.others, &self.own.cage];
        let ([a, b], [c, d]) = (cages.map(Cage::vertices), cages.map(|cage| cage.edge_edges.len()));
        let sizes = [a, b, c, d];
        let tasks = sizes.iter().map(|size| size.div_ceil(TOGETHER)).sum();
        buckets.resize_with(buckets.len().max(tasks), Bucket::default);
        let this = &*self;
        buckets[..tasks].par_iter_mut().enumerate().for_each(|(mut chunk, bucket)| {
            bucket.contacts.clear();
            let mut section = 0;
            while chunk >= sizes[section].div_ceil(TOGETHER) {
                chunk -= sizes[section].div_ceil(TOGETHER);
                section += 1;
            }
            let (cage, some) =
                (cages[section % 2], chunk * TOGETHER..((chunk + 1) * TOGETHER).min(sizes[section]));
            if section < 2 {
                some.for_each(|number| this.vertex(cage.of_vertex(number), shrunk[section], bucket));
            } else {
                let shrunk = shrunk[section % 2];
                let near = cage.edge_edges[some].iter().filter(|near| !near.clears(range, shrunk));
                bucket.contacts.extend(near.filter_map(|near| this.edges(near.pair)));
            }
        });
        contacts.clear();
        for bucket in &buckets[..tasks] {
            contacts.extend_from_slice(&bucket.contacts);
        }
        contacts.extend(self.others.vertex_planes.iter().filter_map(|pair| self.plane(*pair)));
        self.buckets = buckets;
    }

    /// The corners of a contact where they were found.
    pub(super) fn corners(&self, contact: &Contact) -> [Vec3; 4] {
        contact.points.map(|point| self.p[point as usize])
    }

    fn at(&self, point: u32) -> Vec3 {
        self.p[point as usize]
    }

    /// What a vertex meets of the cells it is paired with, once distances have shrunk so much at most.
    fn vertex(&self, pairs: &[Near], shrunk: f64, bucket: &mut Bucket) {
        let (vertex, mesh, range) = (pairs[0].pair[0], &*self.mesh, self.range());
        let limit = range * range;
        let here = self.at(vertex);
        let Bucket { contacts, met, seen, .. } = bucket;
        met.clear();
        seen.clear();
        for near in pairs.iter().filter(|near| !near.clears(range, shrunk)) {
            let number = near.pair[1];
            let cell = &mesh.cells[number as usize];
            let x = [here, self.at(cell.corners[0]), self.at(cell.corners[1]), self.at(cell.corners[2])];
            if apart(&x, limit) {
                continue;
            }
            let (found, part) = match cell.count {
                3 => {
                    let (found, feature) = closest::vertex_triangle(&x);
                    let edges = mesh.cell_edges[number as usize];
                    let part = match feature {
                        Feature::Inside => (3, number),
                        // The edge of two corners is opposite to the third.
                        Feature::Edge(a, b) => (2, edges[6 - a - b - 1]),
                        Feature::Corner(a) => (1, cell.corners[a - 1]),
                    };
                    (found, part)
                }
                2 => {
                    let (found, feature) = closest::vertex_edge(&[x[0], x[1], x[2]]);
                    let part = match feature {
                        Feature::Corner(a) => (1, cell.corners[a - 1]),
                        _ => (2, mesh.cell_edges[number as usize][0]),
                    };
                    (found, part)
                }
                _ => (closest::corner([1.0, -1.0, 0.0, 0.0], sub(x[0], x[1])), (1, cell.corners[0])),
            };
            if found.squared >= limit {
                continue;
            }
            met.push(Met { part, count: 1 });
            let edges = mesh.cell_edges[number as usize].into_iter().filter(|edge| *edge != u32::MAX);
            for lower in edges.map(|e| (2, e)).chain(cell.corners().iter().map(|c| (1, *c))) {
                if !seen.contains(&lower) {
                    seen.push(lower);
                }
            }
        }
        if met.is_empty() {
            return;
        }
        for &(corners, number) in &*seen {
            if let Some(more) = self.shared(vertex, corners, number, limit) {
                met.push(more);
            }
        }
        met.sort_unstable_by_key(|one| one.part);
        for same in met.chunk_by(|a, b| a.part == b.part) {
            let count: i32 = same.iter().map(|one| one.count).sum();
            if count != 0 {
                contacts.extend(self.contact(vertex, same[0].part, count));
            }
        }
    }

    /// What edges and corners that cells share take back.
    fn shared(&self, vertex: u32, corners: u8, number: u32, limit: f64) -> Option<Met> {
        let (mesh, here) = (&*self.mesh, self.at(vertex));
        let of = |point: u32| mesh.member[point as usize];
        if corners == 2 {
            let [a, b] = mesh.edges[number as usize];
            let foreign = of(a) != of(vertex);
            let count =
                if foreign { self.edge_counts[number as usize] } else { mesh.edge_count(number, vertex) };
            if count == 0 || a == vertex || b == vertex {
                return None;
            }
            let (found, feature) = closest::vertex_edge(&[here, self.at(a), self.at(b)]);
            let part = match feature {
                Feature::Corner(end) => (1, [a, b][end - 1]),
                _ => (2, number),
            };
            return (found.squared < limit).then_some(Met { part, count });
        }
        let foreign = of(number) != of(vertex);
        let count =
            if foreign { self.point_counts[number as usize] } else { mesh.point_count(number, vertex) };
        let gap = sub(here, self.at(number));
        (count != 0 && number != vertex && dot(gap, gap) < limit).then_some(Met { part: (1, number), count })
    }

    /// The contact of a vertex and a part of a surface.
    fn contact(&self, vertex: u32, (corners, number): (u8, u32), count: i32) -> Option<Contact> {
        let mesh = &*self.mesh;
        let (points, closest) = match corners {
            3 => {
                let [a, b, c] = mesh.cells[number as usize].corners;
                let points = [vertex, a, b, c];
                (points, closest::vertex_triangle(&points.map(|point| self.at(point))).0)
            }
            2 => {
                let [a, b] = mesh.edges[number as usize];
                let found = closest::vertex_edge(&[vertex, a, b].map(|point| self.at(point))).0;
                ([vertex, a, b, b], found)
            }
            _ => {
                let weights = [1.0, -1.0, 0.0, 0.0];
                let found = closest::corner(weights, sub(self.at(vertex), self.at(number)));
                ([vertex, number, number, number], found)
            }
        };
        let of = |point: u32| mesh.member[point as usize] as usize;
        let (a, b) = (of(vertex), of(points[1]));
        let (mine, theirs) = (&mesh.members[a], &mesh.members[b]);
        let [one, other] = [mine.grain, theirs.grain];
        // The finer side has the larger share, and both together one.
        let part = if one + other > 0.0 { other / (one + other) } else { 0.5 };
        let with_edges = !mesh.flat && !mine.edges.is_empty() && !theirs.edges.is_empty();
        let edges = if with_edges { EDGES * (one.min(other) / one.max(other)).sqrt() } else { 0.0 };
        let area = mesh.area[vertex as usize] * part * (1.0 - edges);
        let scale = f64::from(count) * area * self.kappa(mine.young, theirs.young) * self.gap.dhat;
        let friction = self.rules.friction(a, b);
        (scale != 0.0).then_some(Contact::new(points, closest, scale, friction))
    }

    /// The contact of two edges, if they are near.
    fn edges(&self, [e, f]: [u32; 2]) -> Option<Contact> {
        let mesh = &*self.mesh;
        let [[a, b], [c, d]] = [e, f].map(|edge| mesh.edges[edge as usize]);
        let points = [a, b, c, d];
        let x = points.map(|point| self.at(point));
        let limit = self.range() * self.range();
        if edges_apart(&x, limit) {
            return None;
        }
        let closest = closest::edge_edge(&x);
        if closest.squared >= limit {
            return None;
        }
        self.edge_contact([e, f], points, closest, &x)
    }

    /// The contact of two edges with these nearest points.
    fn edge_contact(
        &self,
        [e, f]: [u32; 2],
        points: [u32; 4],
        closest: Closest,
        x: &[Vec3; 4],
    ) -> Option<Contact> {
        let mesh = &*self.mesh;
        let [a, _, c, _] = points;
        let [one, other] = [a, c].map(|point| mesh.member[point as usize] as usize);
        let [e, f] = [e as usize, f as usize];
        let width = mesh.width[e].min(mesh.width[f]);
        let sharp = if mesh.sharp[e] && mesh.sharp[f] { 1.0 } else { EDGES };
        let kappa = self.kappa(mesh.members[one].young, mesh.members[other].young);
        // Of edges thrown at random on each other, two of the lengths l and l′ cross within the area A on average
        // (2/π) l l′/A times.
        let scale = sharp * std::f64::consts::FRAC_PI_2 * width * width * kappa * self.gap.dhat;
        let below = NEARLY_PARALLEL * mesh.squared[e] * mesh.squared[f];
        let across = cross(sub(x[1], x[0]), sub(x[3], x[2]));
        let mollifier = (dot(across, across) < below).then_some(Mollifier { below });
        let friction = self.rules.friction(one, other);
        let contact = Contact { mollifier, ..Contact::new(points, closest, scale, friction) };
        (scale > 0.0).then_some(contact)
    }

    /// The contact of a vertex with a plane, if it is near.
    fn plane(&self, [vertex, plane]: [u32; 2]) -> Option<Contact> {
        let mesh = &*self.mesh;
        let (normal, origin) = (mesh.planes[plane as usize].normal, mesh.plane_point(plane as usize));
        let gap = dot(normal, sub(self.at(vertex), self.at(origin)));
        (gap < self.range()).then(|| self.plane_contact([vertex, plane]))
    }

    fn plane_contact(&self, [vertex, plane]: [u32; 2]) -> Contact {
        let mesh = &*self.mesh;
        let (normal, origin) = (mesh.planes[plane as usize].normal, mesh.plane_point(plane as usize));
        let gap = dot(normal, sub(self.at(vertex), self.at(origin)));
        let member = mesh.member[vertex as usize] as usize;
        let kappa = self.kappa(mesh.members[member].young, f64::INFINITY);
        let points = [vertex, origin, origin, origin];
        let closest = closest::corner([1.0, -1.0, 0.0, 0.0], normal.map(|n| n * gap));
        let scale = mesh.area[vertex as usize] * kappa * self.gap.dhat;
        let friction = self.rules.friction(member, mesh.members.len() + plane as usize);
        Contact { plane: Some(normal), ..Contact::new(points, closest, scale, friction) }
    }
}

/// Whether the box of the last three corners is farther from the first than the root of `limit`.
fn apart(x: &[Vec3; 4], limit: f64) -> bool {
    let mut squared = 0.0;
    for k in 0..3 {
        let low = x[1][k].min(x[2][k]).min(x[3][k]);
        let high = x[1][k].max(x[2][k]).max(x[3][k]);
        let away = (low - x[0][k]).max(x[0][k] - high).max(0.0);
        squared += away * away;
    }
    squared >= limit
}

/// Whether the boxes of the first two corners and of the last two are farther apart than the root of `limit`.
fn edges_apart(x: &[Vec3; 4], limit: f64) -> bool {
    let mut squared = 0.0;
    for k in 0..3 {
        let (low, high) = (x[0][k].min(x[1][k]), x[0][k].max(x[1][k]));
        let away = (x[2][k].min(x[3][k]) - high).max(low - x[2][k].max(x[3][k])).max(0.0);
        squared += away * away;
    }
    squared >= limit
}

#[cfg(test)]
mod tests;
