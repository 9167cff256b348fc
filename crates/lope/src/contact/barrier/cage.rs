//! Who may meet: a ball for each point in which it may move about, and all pairs that may come near.
//!
//! The pairs hold for every state whose points are in their balls, so one search serves every evaluation of a line search and
//! the way of the next step. A larger cage has more pairs and lasts longer. What is found in pairs does not depend on it: the
//! cage only says where to look.
//!
//! Boxes of slanted neighbours overlap where nothing is near, so a pair must also be near enough for its distance: no nearer than
//! the ways of its points allow. The distance is kept: while points are near where they were, pairs that were far apart need no
//! look.

use rayon::prelude::*;

use super::closest;
use super::mesh::{CollisionMesh, Member};
use crate::geometry::bvh::{Aabb, Bvh, Kind};
use crate::math::vec3::{Vec3, distance, dot, sub};

/// Pairs of subtrees that are looked at by one thread in one go; so many there are at least, where there are enough.
const TASKS: usize = 64;
/// Rounds in which pairs of trees are split into tasks, at most.
const ROUNDS: usize = 12;

/// Two subtrees to be compared, and the members they belong to.
#[derive(Clone, Copy, Debug)]
struct Task {
    members: [u32; 2],
    nodes: [u32; 2],
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

    /// Whether they are at least `distance` apart once it has shrunk by `shrunk`.
    #[inline]
    pub(super) fn clears(&self, distance: f64, shrunk: f64) -> bool {
        f64::from(self.apart) - shrunk >= distance
    }
}

/// A distance in single precision is no more than it is.
const ROUNDED: f64 = 1.0 - 1e-6;

/// What is found by a task.
#[derive(Clone, Debug, Default)]
struct Bucket {
    vertex_cells: Vec<Near>,
    edge_edges: Vec<Near>,
    stack: Vec<[u32; 2]>,
}

/// The boxes and the pairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Cage {
    /// Where the points were when the pairs were found.
    pub(super) built_at: Vec<Vec3>,
    /// How far points may go from there, m.
    pub(super) margin: f64,
    points: Vec<Aabb>,
    /// How far each point goes, m.
    ways: Vec<f64>,
    cells: Vec<Aabb>,
    edges: Vec<Aabb>,
    trees: Vec<Bvh>,
    bounds: Vec<Aabb>,
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

    /// Builds the boxes around the ways of all points, larger by `margin`, and finds the pairs that come nearer than `reach`.
    pub(super) fn build(
        &mut self,
        mesh: &CollisionMesh,
        [from, to]: [&[Vec3]; 2],
        (margin, reach): (f64, f64),
        meet: &(dyn Fn(usize, usize) -> bool + Sync),
    ) {
        self.built_at.clear();
        self.built_at.extend_from_slice(from);
        self.margin = margin;
        self.points.resize(from.len(), Aabb::EMPTY);
        let boxes = self.points.par_iter_mut().zip(from.par_iter().zip(to)).with_min_len(1024);
        let grown = margin + 0.5 * reach;
        boxes.for_each(|(around, (from, to))| *around = Aabb::around(&[*from, *to]).grown(grown));
        self.ways.clear();
        self.ways.extend(from.iter().zip(to).map(|(from, to)| distance(*from, *to)));
        let points = &self.points;
        let around = |corners: &[u32]| {
            corners.iter().fold(Aabb::EMPTY, |all, corner| all.union(&points[*corner as usize]))
        };
        self.cells.resize(mesh.cells.len(), Aabb::EMPTY);
        let cells = self.cells.par_iter_mut().zip(&mesh.cells).with_min_len(1024);
        cells.for_each(|(all, cell)| *all = around(cell.corners()));
        if !mesh.flat {
            self.edges.resize(mesh.edges.len(), Aabb::EMPTY);
            let edges = self.edges.par_iter_mut().zip(&mesh.edges).with_min_len(1024);
            edges.for_each(|(all, edge)| *all = around(edge));
        }
        self.follow(mesh);
        self.pair_members(mesh, meet);
        self.find(mesh, from, reach + 2.0 * margin);
        self.vertex_planes.clear();
        for (plane, one) in mesh.planes.iter().enumerate() {
            let number = mesh.members.len() + plane;
            let origin = self.points[mesh.plane_point(plane) as usize];
            let highest = support(&origin, one.normal);
            for point in 0..mesh.len() {
                let lowest = -support(&self.points[point], one.normal.map(|n| -n));
                if lowest < highest && meet(mesh.member[point] as usize, number) {
                    self.vertex_planes.push([point as u32, plane as u32]);
                }
            }
        }
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

    /// Lets the trees follow the boxes of cells; builds them the first time.
    fn follow(&mut self, mesh: &CollisionMesh) {
        let of = |member: &Member| member.cells.start as usize..member.cells.end as usize;
        if self.trees.len() != mesh.members.len() {
            self.trees = mesh.members.par_iter().map(|member| Bvh::new(&self.cells[of(member)])).collect();
        } else {
            let cells = &self.cells;
            self.trees
                .par_iter_mut()
                .zip(&mesh.members)
                .for_each(|(tree, member)| tree.refit(&cells[of(member)]));
        }
        self.bounds.clear();
        self.bounds.extend(self.trees.iter().map(Bvh::bounds));
    }

    /// The pairs of members whose boxes meet, as pairs of trees, split into enough tasks.
    fn pair_members(&mut self, mesh: &CollisionMesh, meet: &(dyn Fn(usize, usize) -> bool + Sync)) {
        let Self { tasks, split, trees, bounds, .. } = self;
        tasks.clear();
        for a in 0..mesh.members.len() {
            for b in a..mesh.members.len() {
                if meet(a, b) && bounds[a].meets(&bounds[b]) {
                    tasks.push(Task { members: [a as u32, b as u32], nodes: [0, 0] });
                }
            }
        }
        for _ in 0..ROUNDS {
            if tasks.len() >= TASKS {
                break;
            }
            split.clear();
            for task in &*tasks {
                let [a, b] = task.members.map(|member| &trees[member as usize]);
                let mut more = |nodes: [u32; 2]| split.push(Task { nodes, ..*task });
                if !halve([a, b], task.nodes, task.members[0] == task.members[1], &mut more) {
                    split.push(*task);
                }
            }
            std::mem::swap(tasks, split);
        }
    }

    fn find(&mut self, mesh: &CollisionMesh, from: &[Vec3], near: f64) {
        let Self { points, ways, cells, edges, trees, tasks, buckets, vertex_cells, edge_edges, .. } = self;
        buckets.resize_with(tasks.len().max(buckets.len()), Bucket::default);
        let search = Search { mesh, from, points, ways, cells, edges, near };
        buckets.par_iter_mut().zip(&*tasks).for_each(|(bucket, task)| {
            search.compare(task, task.members.map(|member| &trees[member as usize]), bucket);
        });
        vertex_cells.clear();
        edge_edges.clear();
        for bucket in &buckets[..tasks.len()] {
            vertex_cells.extend_from_slice(&bucket.vertex_cells);
            edge_edges.extend_from_slice(&bucket.edge_edges);
        }
    }
}

struct Search<'a> {
    mesh: &'a CollisionMesh,
    from: &'a [Vec3],
    points: &'a [Aabb],
    ways: &'a [f64],
    cells: &'a [Aabb],
    edges: &'a [Aabb],
    /// Distance at the start above which points that stay there are too far apart, m.
    near: f64,
}

impl Search<'_> {
    fn compare(&self, task: &Task, trees: [&Bvh; 2], bucket: &mut Bucket) {
        bucket.vertex_cells.clear();
        bucket.edge_edges.clear();
        let [a, b] = task.members.map(|member| self.mesh.members[member as usize].cells.start);
        let same = task.members[0] == task.members[1];
        let mut stack = std::mem::take(&mut bucket.stack);
        stack.push(task.nodes);
        while let Some(nodes) = stack.pop() {
            if halve(trees, nodes, same, &mut |pair| stack.push(pair)) {
                continue;
            }
            let leaf = |side: usize| match trees[side].kind(nodes[side] as usize) {
                Kind::Leaf { start, end } => &trees[side].items()[start..end],
                Kind::Inner { .. } => &[],
            };
            let twice = same && nodes[0] == nodes[1];
            for (place, one) in leaf(0).iter().map(|item| a + item).enumerate() {
                let others = if twice { &leaf(1)[place + 1..] } else { leaf(1) };
                for other in others.iter().map(|item| b + item) {
                    if self.cells[one as usize].meets(&self.cells[other as usize]) {
                        self.features(one, other, bucket);
                    }
                }
            }
        }
        bucket.stack = stack;
    }

    /// What two cells look for in each other.
    fn features(&self, one: u32, other: u32, bucket: &mut Bucket) {
        let mesh = self.mesh;
        for (cell, vertices) in [(other, mesh.own_points.of(one)), (one, mesh.own_points.of(other))] {
            let around = &self.cells[cell as usize];
            let corners = mesh.cells[cell as usize].corners();
            for vertex in vertices.iter().filter(|vertex| !corners.contains(vertex)) {
                if self.points[*vertex as usize].meets(around) {
                    bucket.vertex_cells.extend(self.touching(*vertex, cell));
                }
            }
        }
        if mesh.flat {
            return;
        }
        for &e in mesh.own_edges.of(one) {
            let around = &self.edges[e as usize];
            for &f in mesh.own_edges.of(other) {
                if around.meets(&self.edges[f as usize]) {
                    bucket.edge_edges.extend(self.crossing([e.min(f), e.max(f)]));
                }
            }
        }
    }

    /// The longest way of some points.
    fn longest(&self, points: &[u32]) -> f64 {
        points.iter().fold(0.0, |longest, point| self.ways[*point as usize].max(longest))
    }

    /// A vertex and a cell, if they are near enough to meet on their ways.
    fn touching(&self, vertex: u32, number: u32) -> Option<Near> {
        let cell = &self.mesh.cells[number as usize];
        let [a, b, c] = cell.corners;
        let x = [vertex, a, b, c].map(|point| self.from[point as usize]);
        let squared = match cell.count {
            3 => closest::vertex_triangle(&x).0.squared,
            2 => closest::vertex_edge(&[x[0], x[1], x[2]]).0.squared,
            _ => closest::corner([1.0, -1.0, 0.0, 0.0], sub(x[0], x[1])).squared,
        };
        let near = self.near + self.ways[vertex as usize] + self.longest(cell.corners());
        (squared <= near * near).then(|| Near::new([vertex, number], squared))
    }

    /// Two edges without a common end, if they are near enough to meet on their ways.
    fn crossing(&self, pair: [u32; 2]) -> Option<Near> {
        let [[a, b], [c, d]] = pair.map(|edge| self.mesh.edges[edge as usize]);
        if a == c || a == d || b == c || b == d {
            return None;
        }
        let near = self.near + self.longest(&[a, b]) + self.longest(&[c, d]);
        let squared = closest::edge_edge(&[a, b, c, d].map(|point| self.from[point as usize])).squared;
        (squared <= near * near).then(|| Near::new(pair, squared))
    }
}

/// Splits a pair of subtrees into pairs below it that come near; false if both are leaves.
fn halve(trees: [&Bvh; 2], [a, b]: [u32; 2], same: bool, push: &mut dyn FnMut([u32; 2])) -> bool {
    let kinds = [trees[0].kind(a as usize), trees[1].kind(b as usize)];
    let bounds = |side: usize, node: usize| trees[side].nodes()[node].bounds;
    let children = |kind: Kind| match kind {
        Kind::Inner { children } => Some(children),
        Kind::Leaf { .. } => None,
    };
    if same && a == b {
        let Some([left, right]) = children(kinds[0]) else { return false };
        push([left as u32, left as u32]);
        push([right as u32, right as u32]);
        if bounds(0, left).meets(&bounds(0, right)) {
            push([left as u32, right as u32]);
        }
        return true;
    }
    let (mine, theirs) = (bounds(0, a as usize), bounds(1, b as usize));
    let first = match (children(kinds[0]), children(kinds[1])) {
        (None, None) => return false,
        (Some(below), Some(_)) if mine.diagonal() >= theirs.diagonal() => Some(below),
        (Some(below), None) => Some(below),
        _ => None,
    };
    if let Some(below) = first {
        below
            .into_iter()
            .filter(|child| bounds(0, *child).meets(&theirs))
            .for_each(|child| push([child as u32, b]));
    } else if let Some(below) = children(kinds[1]) {
        below
            .into_iter()
            .filter(|child| bounds(1, *child).meets(&mine))
            .for_each(|child| push([a, child as u32]));
    }
    true
}

/// The greatest of n·p over a box.
fn support(around: &Aabb, n: Vec3) -> f64 {
    (0..3).map(|k| (n[k] * around.low[k]).max(n[k] * around.high[k])).sum()
}
