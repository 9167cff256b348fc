//! Who meets whom: edges of triangles, vertices of equal position, connected parts.

use rayon::prelude::*;

use crate::math::vec3::Vec3;

/// An edge as one triangle has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HalfEdge {
    /// The lower vertex.
    pub(super) low: u32,
    /// The higher vertex.
    pub(super) high: u32,
    /// The triangle.
    pub(super) triangle: u32,
    /// Whether the triangle runs from the lower vertex to the higher.
    pub(super) forward: bool,
}

/// The edges of triangles, all sides of an edge next to each other. Edges from a vertex to itself are left out.
pub(super) fn half_edges(triangles: &[[u32; 3]]) -> Vec<HalfEdge> {
    let of = |(number, t): (usize, &[u32; 3])| {
        let triangle = number as u32;
        let edge = |a: u32, b: u32| HalfEdge { low: a.min(b), high: a.max(b), triangle, forward: a < b };
        [edge(t[0], t[1]), edge(t[1], t[2]), edge(t[2], t[0])]
    };
    let mut edges: Vec<HalfEdge> = triangles.iter().enumerate().flat_map(of).collect();
    edges.retain(|edge| edge.low != edge.high);
    edges.par_sort_unstable();
    edges
}

/// The edges, each as the slice of its sides.
pub(super) fn edges(half_edges: &[HalfEdge]) -> impl Iterator<Item = &[HalfEdge]> {
    half_edges.chunk_by(|a, b| (a.low, a.high) == (b.low, b.high))
}

/// For every vertex the first one at the same position (−0 equals 0); vertices that are not finite stay
/// themselves.
pub(super) fn first_at_position(points: &[Vec3]) -> Vec<u32> {
    let key = |point: &Vec3| point.map(|x| (x + 0.0).to_bits());
    let mut order: Vec<([u64; 3], u32)> =
        points.iter().enumerate().map(|(number, point)| (key(point), number as u32)).collect();
    order.par_sort_unstable();
    let mut first = vec![0; points.len()];
    for same in order.chunk_by(|a, b| a.0 == b.0) {
        for (_, number) in same {
            let finite = points[*number as usize].iter().all(|x| x.is_finite());
            first[*number as usize] = if finite { same[0].1 } else { *number };
        }
    }
    first
}

/// Disjoint sets of numbers.
pub(super) struct Sets(Vec<u32>);

impl Sets {
    /// Each number alone.
    pub(super) fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// The lowest number of the set that has `number`.
    pub(super) fn root(&mut self, mut number: u32) -> u32 {
        while self.0[number as usize] != number {
            let parent = self.0[number as usize];
            self.0[number as usize] = self.0[parent as usize];
            number = parent;
        }
        number
    }

    /// Makes two sets one.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
