//! Who may meet: a ball for each point in which it may move about, and all pairs that may come near.
//!
//! The pairs hold for every state whose points are in their balls, so one search serves every evaluation of a line search and
//! the way of the next step. A larger cage has more pairs and lasts longer. What is found in pairs does not depend on it: the
//! cage only says where to look.
//!
//! Boxes of slanted neighbours overlap where nothing is near, so a pair must also be near enough for its distance: no nearer than
//! the ways of its points allow. The distance is kept: while points are near where they were, pairs that were far apart need no
//! look. A cage of ways has room for the states on them, which take their pairs from it.

use rayon::prelude::*;

use super::closest;
use super::mesh::{CollisionMesh, Member};
use crate::geometry::wide_bvh::{Box32, Nodes, WideBvh};
use crate::math::vec3::{Vec3, along, distance, dot, sub};

/// Pairs of subtrees that are looked at by one thread in one go; so many there are at least, where there are enough.
const TASKS: usize = 64;
/// Rounds in which pairs of trees are split into tasks, at most.
const ROUNDS: usize = 12;
/// Pairs that are looked at again by one thread in one go.
const TOGETHER: usize = 512;
/// How far a point may be beside the way it went, as a part of the margin: more than rounding.
const BESIDE: f64 = 1e-3;

/// Who is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Points of the first member and cells of the second.
    VertexCell,
    /// Edges of both.
    EdgeEdge,
}

/// Two subtrees to be compared, and the members they belong to.
#[derive(Clone, Copy, Debug)]
struct Task {
    kind: Kind,
    members: [u32; 2],
    nodes: Nodes,
}

/// Two that may meet, and how far they were apart when they were found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Near {
    pub(super) pair: [u32; 2],
    /// No more than their distance, m.
    apart: f32,
}

impl Near {
    fn new(pair: [u32; 2], squared: f64) -> Self {
        Self { pair, apart: (squared.sqrt() * ROUNDED) as f32 }
    }

    /// Whether they are farther than `distance` apart once it has shrunk by `shrunk`, by more than what a search along a way leaves
    /// undecided.
    #[inline]
    pub(super) fn clears(&self, distance: f64, shrunk: f64) -> bool {
        NEARLY * f64::from(self.apart) - shrunk >= distance
    }
}

/// What is left of a distance if a search along a way ends where the last fiftieth of it is left, and some more.
const NEARLY: f64 = 0.97;
/// A distance in single precision is no more than it is.
const ROUNDED: f64 = 1.0 - 1e-6;

/// What is found by a task.
#[derive(Clone, Debug, Default)]
struct Bucket {
    found: Vec<Near>,
    stack: Vec<Nodes>,
}

/// Boxes of a member.
#[derive(Clone, Debug, Default)]
struct Trees {
    points: WideBvh,
    edges: WideBvh,
    cells: WideBvh,
}

/// The boxes and the pairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Cage {
    /// Where the points were when the pairs were found, and where their ways end.
    pub(super) built_at: Vec<Vec3>,
    ends: Vec<Vec3>,
    /// How far points may go from there, m.
    pub(super) margin: f64,
    points: Vec<Box32>,
    /// How much distances may shrink on the way for each point, m.
    ways: Vec<f64>,
    trees: Vec<Trees>,
    bounds: Vec<Box32>,
    tasks: Vec<Task>,
    split: Vec<Task>,
    buckets: Vec<Bucket>,
    /// A vertex and a cell.
    pub(super) vertex_cells: Vec<Near>,
    /// Two edges, the first with the lower number.
    pub(super) edge_edges: Vec<Near>,
    /// A vertex and a plane.
    pub(super) vertex_planes: Vec<[u32; 2]>,
    /// Where the pairs of each vertex start, and where the last end, once they are sorted.
    runs: Vec<u32>,
}

/// Where points go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ways<'a> {
    /// Nowhere.
    None,
    /// Straight to these places.
    Straight(&'a [Vec3]),
    /// Straight to these places; but of a common motion that brings no two nearer, each is off by a part of so much at most, m.
    Off(&'a [Vec3], &'a [f64]),
}

impl Cage {
    /// How far the farthest point is from where it was when the pairs were found, m; the pairs hold up to the margin. Infinite
    /// where there are none.
    pub(super) fn drift(&self, p: &[Vec3]) -> f64 {
        if self.built_at.len() != p.len() {
            return f64::INFINITY;
        }
        let most = |(p, q): (&[Vec3], &[Vec3])| {
            let squared = p.iter().zip(q).map(|(p, q)| {
                let u = sub(*p, *q);
                dot(u, u)
            });
            // A point that is nowhere is far away.
            squared.fold(0.0, |most, one| if one <= most { most } else { one })
        };
        let chunks = p.par_chunks(4096).zip(self.built_at.par_chunks(4096)).map(most);
        let squared = chunks.max_by(f64::total_cmp).unwrap_or(0.0);
        if squared.is_nan() { f64::INFINITY } else { squared.sqrt() }
    }

    /// Whether pairs hold for points that are so far from where they were.
    pub(super) fn allows(&self, drift: f64) -> bool {
        drift <= ROUNDED * self.margin
    }

    /// Whether points are on the ways for which the pairs were found, but for rounding.
    fn is_on_the_way(&self, p: &[Vec3]) -> bool {
        let beside = |((x, from), to): ((&Vec3, &Vec3), &Vec3)| {
            let (u, way) = (sub(*x, *from), sub(*to, *from));
            let (along_it, length) = (dot(u, way), dot(way, way));
            let t = if length > 0.0 { (along_it / length).clamp(0.0, 1.0) } else { 0.0 };
            let off = along(u, -t, way);
            dot(off, off)
        };
        let most = BESIDE * self.margin;
        self.built_at.len() == p.len()
            && p.iter().zip(&self.built_at).zip(&self.ends).all(|point| beside(point) <= most * most)
    }

    /// Builds the boxes around a part of the ways of all points from `from` on, larger by `margin`, and finds the pairs that come
    /// nearer than `reach` on it.
    pub(super) fn build(
        &mut self,
        mesh: &CollisionMesh,
        (from, ways): (&[Vec3], Ways<'_>),
        (margin, reach): (f64, f64),
        part: f64,
        meet: &(dyn Fn(usize, usize) -> bool + Sync),
    ) {
        self.margin = margin;
        for (places, of) in [(&mut self.built_at, from), (&mut self.ends, ways.ends(from))] {
            places.clear();
            places.extend_from_slice(of);
        }
        self.ways.clear();
        self.ways.extend((0..from.len()).map(|point| ways.length(from, point, part)));
        self.points.resize(from.len(), Box32::EMPTY);
        let (grown, origin) = (margin + 0.5 * reach, from.first().copied().unwrap_or_default());
        let boxes = self.points.par_iter_mut().enumerate().with_min_len(1024);
        boxes.for_each(|(point, around)| *around = ways.around(from, point, (grown, part), origin));
        self.follow(mesh);
        self.pair_members(mesh, meet);
        self.find(mesh, from, reach + 2.0 * margin);
        self.vertex_planes.clear();
        for (plane, one) in mesh.planes.iter().enumerate() {
            let number = mesh.members.len() + plane;
            let highest = self.points[mesh.plane_point(plane) as usize].support(one.normal);
            let down = one.normal.map(|n| -n);
            for point in 0..mesh.len() {
                let lowest = -self.points[point].support(down);
                if lowest < highest && meet(mesh.member[point] as usize, number) {
                    self.vertex_planes.push([point as u32, plane as u32]);
                }
            }
        }
    }

    /// Takes the pairs from a cage of ways that the points `p` are on, as far as they come nearer than `reach`, and stays there;
    /// false if it knows nothing of them.
    pub(super) fn narrow(&mut self, of: &mut Self, mesh: &CollisionMesh, p: &[Vec3], reach: f64) -> bool {
        if !of.is_on_the_way(p) {
            return false;
        }
        self.margin = (1.0 - 2.0 * BESIDE) * of.margin;
        for places in [&mut self.built_at, &mut self.ends] {
            places.clear();
            places.extend_from_slice(p);
        }
        self.ways.clear();
        self.ways.resize(p.len(), 0.0);
        let search = Search { mesh, from: p, ways: &self.ways, near: reach + 2.0 * self.margin };
        let mut again = |pairs: &[Near], into: &mut Vec<Near>, kind: Kind| {
            let count = pairs.len().div_ceil(TOGETHER);
            self.buckets.resize_with(count.max(self.buckets.len()), Bucket::default);
            self.buckets.par_iter_mut().zip(pairs.par_chunks(TOGETHER)).for_each(|(bucket, pairs)| {
                bucket.found.clear();
                bucket.found.extend(pairs.iter().filter_map(|near| search.look(kind, near.pair)));
            });
            into.clear();
            self.buckets[..count].iter().for_each(|bucket| into.extend_from_slice(&bucket.found));
        };
        again(&of.vertex_cells, &mut self.vertex_cells, Kind::VertexCell);
        again(&of.edge_edges, &mut self.edge_edges, Kind::EdgeEdge);
        self.vertex_planes.clone_from(&of.vertex_planes);
        self.sort();
        true
    }

    /// How much the distance of two may shrink on the ways of their points, m.
    pub(super) fn shrunk(&self, mine: &[u32], theirs: &[u32]) -> f64 {
        longest(&self.ways, mine) + longest(&self.ways, theirs)
    }

    /// Puts pairs into an order that does not depend on how they were found.
    pub(super) fn sort(&mut self) {
        self.vertex_cells.par_sort_unstable_by_key(|near| near.pair);
        self.edge_edges.par_sort_unstable_by_key(|near| near.pair);
        self.vertex_planes.par_sort_unstable();
        let Self { runs, vertex_cells: pairs, .. } = self;
        runs.clear();
        runs.extend(
            (0..pairs.len())
                .filter(|&k| k == 0 || pairs[k].pair[0] != pairs[k - 1].pair[0])
                .map(|k| k as u32),
        );
        runs.push(pairs.len() as u32);
    }

    /// Number of vertices with pairs of cells.
    pub(super) fn vertices(&self) -> usize {
        self.runs.len().saturating_sub(1)
    }

    /// The cells that one of these vertices is paired with.
    pub(super) fn of_vertex(&self, number: usize) -> &[Near] {
        &self.vertex_cells[self.runs[number] as usize..self.runs[number + 1] as usize]
    }

    /// Lets the trees follow the boxes of points; builds them the first time.
    fn follow(&mut self, mesh: &CollisionMesh) {
        let points = &self.points;
        let around = |corners: &[u32]| {
            corners.iter().fold(Box32::EMPTY, |all, corner| all.union(&points[*corner as usize]))
        };
        let point = |point: u32| points[point as usize];
        let edge = |edge: u32| around(&mesh.edges[edge as usize]);
        let cell = |cell: u32| around(mesh.cells[cell as usize].corners());
        if self.trees.len() != mesh.members.len() {
            let trees = mesh.members.par_iter().map(|Member { points, edges, cells, .. }| Trees {
                points: WideBvh::new(points.clone(), point),
                edges: if mesh.flat { WideBvh::default() } else { WideBvh::new(edges.clone(), edge) },
                cells: WideBvh::new(cells.clone(), cell),
            });
            self.trees = trees.collect();
        }
        self.trees.par_iter_mut().for_each(|trees| {
            trees.points.refit(point);
            trees.edges.refit(edge);
            trees.cells.refit(cell);
        });
        self.bounds.clear();
        self.bounds.extend(self.trees.iter().map(|trees| trees.cells.bounds()));
    }

    /// The pairs of members whose boxes meet, as pairs of trees, split into enough tasks.
    fn pair_members(&mut self, mesh: &CollisionMesh, meet: &(dyn Fn(usize, usize) -> bool + Sync)) {
        let Self { tasks, split, trees, bounds, .. } = self;
        tasks.clear();
        for a in 0..mesh.members.len() {
            for b in a..mesh.members.len() {
                if !(meet(a, b) && bounds[a].meets(&bounds[b])) {
                    continue;
                }
                let [one, other] = [a as u32, b as u32];
                let mut add = |kind, members| {
                    let nodes = WideBvh::roots(kind_of(kind, trees, members));
                    tasks.extend(nodes.map(|nodes| Task { kind, members, nodes }));
                };
                add(Kind::VertexCell, [one, other]);
                if a != b {
                    add(Kind::VertexCell, [other, one]);
                }
                add(Kind::EdgeEdge, [one, other]);
            }
        }
        for _ in 0..ROUNDS {
            if tasks.len() >= TASKS {
                break;
            }
            split.clear();
            for task in &*tasks {
                let below = |nodes| split.push(Task { nodes, ..*task });
                if !WideBvh::split(kind_of(task.kind, trees, task.members), task.same(), task.nodes, below) {
                    split.push(*task);
                }
            }
            std::mem::swap(tasks, split);
        }
    }

    fn find(&mut self, mesh: &CollisionMesh, from: &[Vec3], near: f64) {
        let Self { ways, trees, tasks, buckets, vertex_cells, edge_edges, .. } = self;
        buckets.resize_with(tasks.len().max(buckets.len()), Bucket::default);
        let search = Search { mesh, from, ways, near };
        buckets.par_iter_mut().zip(&*tasks).for_each(|(bucket, task)| {
            search.compare(task, kind_of(task.kind, trees, task.members), bucket);
        });
        vertex_cells.clear();
        edge_edges.clear();
        for (bucket, task) in buckets.iter().zip(&*tasks) {
            let into = match task.kind {
                Kind::VertexCell => &mut *vertex_cells,
                Kind::EdgeEdge => &mut *edge_edges,
            };
            into.extend_from_slice(&bucket.found);
        }
    }
}

impl Task {
    /// Whether a tree is compared with itself.
    fn same(&self) -> bool {
        self.kind == Kind::EdgeEdge && self.members[0] == self.members[1]
    }
}

/// The trees that are compared.
fn kind_of(kind: Kind, trees: &[Trees], members: [u32; 2]) -> [&WideBvh; 2] {
    let [a, b] = members.map(|member| &trees[member as usize]);
    match kind {
        Kind::VertexCell => [&a.points, &b.cells],
        Kind::EdgeEdge => [&a.edges, &b.edges],
    }
}

impl<'a> Ways<'a> {
    fn ends(self, from: &'a [Vec3]) -> &'a [Vec3] {
        match self {
            Self::None => from,
            Self::Straight(to) | Self::Off(to, _) => to,
        }
    }

    fn length(self, from: &[Vec3], point: usize, part: f64) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Straight(to) => distance(from[point], to[point]),
            Self::Off(_, off) => part * off[point],
        }
    }

    /// The box around the way of a point, larger by `grown`.
    #[inline]
    fn around(self, from: &[Vec3], point: usize, (grown, part): (f64, f64), origin: Vec3) -> Box32 {
        let here = from[point];
        match self {
            Self::None => Box32::around([here, here], grown, origin),
            Self::Straight(to) => Box32::around([here, to[point]], grown, origin),
            Self::Off(_, off) => Box32::around([here, here], grown + part * off[point], origin),
        }
    }
}

/// The longest way of some points.
#[inline]
fn longest(ways: &[f64], points: &[u32]) -> f64 {
    points.iter().fold(0.0, |longest, point| ways[*point as usize].max(longest))
}

struct Search<'a> {
    mesh: &'a CollisionMesh,
    from: &'a [Vec3],
    ways: &'a [f64],
    /// Distance at the start above which points that stay there are too far apart, m.
    near: f64,
}

impl Search<'_> {
    fn compare(&self, task: &Task, trees: [&WideBvh; 2], bucket: &mut Bucket) {
        let Bucket { found, stack } = bucket;
        found.clear();
        stack.push(task.nodes);
        while let Some(nodes) = stack.pop() {
            if !WideBvh::split(trees, task.same(), nodes, |pair| stack.push(pair)) {
                WideBvh::items_of(trees, task.same(), nodes, |a, b| {
                    found.extend(self.look(task.kind, [a, b]));
                });
            }
        }
    }

    #[inline]
    fn look(&self, kind: Kind, [a, b]: [u32; 2]) -> Option<Near> {
        match kind {
            Kind::VertexCell => self.touching(a, b),
            Kind::EdgeEdge => self.crossing([a.min(b), a.max(b)]),
        }
    }

    /// A vertex and a cell that it is no corner of, if they are near enough to meet on their ways.
    #[inline]
    fn touching(&self, vertex: u32, number: u32) -> Option<Near> {
        let cell = &self.mesh.cells[number as usize];
        let [a, b, c] = cell.corners;
        if vertex == a || vertex == b || vertex == c {
            return None;
        }
        let x = [vertex, a, b, c].map(|point| self.from[point as usize]);
        let near = self.near + self.ways[vertex as usize] + longest(self.ways, cell.corners());
        let squared = match cell.count {
            3 if above(&x, near) => return None,
            3 => closest::vertex_triangle(&x).0.squared,
            2 => closest::vertex_edge(&[x[0], x[1], x[2]]).0.squared,
            _ => closest::corner([1.0, -1.0, 0.0, 0.0], sub(x[0], x[1])).squared,
        };
        (squared <= near * near).then(|| Near::new([vertex, number], squared))
    }

    /// Two edges without a common end, if they are near enough to meet on their ways.
    #[inline]
    fn crossing(&self, pair: [u32; 2]) -> Option<Near> {
        let [[a, b], [c, d]] = pair.map(|edge| self.mesh.edges[edge as usize]);
        if a == c || a == d || b == c || b == d {
            return None;
        }
        let near = self.near + longest(self.ways, &[a, b]) + longest(self.ways, &[c, d]);
        let x = [a, b, c, d].map(|point| self.from[point as usize]);
        if beside(&x, near) {
            return None;
        }
        let squared = closest::edge_edge(&x).squared;
        (squared <= near * near).then(|| Near::new(pair, squared))
    }
}

/// Whether corner 0 is more than `near` ahead of all others along the way from their mean.
#[inline]
fn above(x: &[Vec3; 4], near: f64) -> bool {
    let [a, b, c] = [1, 2, 3].map(|k| sub(x[0], x[k]));
    let way = [0, 1, 2].map(|k| a[k] + b[k] + c[k]);
    let least = dot(way, a).min(dot(way, b)).min(dot(way, c));
    least > 0.0 && ROUNDED * least * least > near * near * dot(way, way)
}

/// Whether all of the edge of corners 2 and 3 is more than `near` ahead of that of 0 and 1, along the way between their middles.
#[inline]
fn beside(x: &[Vec3; 4], near: f64) -> bool {
    let (a, b) = (sub(x[1], x[0]), sub(x[3], x[2]));
    let way = [0, 1, 2].map(|k| (x[2][k] + x[3][k]) - (x[0][k] + x[1][k]));
    let least = 0.5 * (dot(way, way) - dot(way, a).abs() - dot(way, b).abs());
    least > 0.0 && ROUNDED * least * least > near * near * dot(way, way)
}
