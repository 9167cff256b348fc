//! Who is inside whom: every node on a surface against every body it may meet.
//!
//! A node gets one element with *each* body that it is inside of, whatever number of tetrahedra say so: the distance to the
//! surface of that body does not depend on the tetrahedron, and goes to zero where the node leaves the body. To choose one
//! body of several would make the energy jump where the choice changes, and \[Gast15\] §3.3 tolerates no jumps.
//!
//! The hierarchies are built once, at rest, and follow the bodies afterwards; they say only where to look, so that what
//! is found depends on the positions alone.

use rayon::prelude::*;

use super::Scope;
use super::flesh::{Enclosure, Flesh, at};
use crate::geometry::bvh::Aabb;

/// Nodes that are looked at together. Fixed, like the order of the chunks, so that what is found has a fixed order.
const CHUNK: usize = 64;

/// A node that may be inside of something.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    node: u32,
    body: u32,
}

/// A node inside of a body.
#[derive(Clone, Copy, Debug)]
struct Inside {
    /// Which of the chunk.
    place: u32,
    body: u32,
    tet: u32,
}

/// What a node is up against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Touch {
    /// The node and the corners of the triangle that is nearest to it.
    pub(super) stencil: [u32; 4],
    /// The body of the node and the one it is inside of.
    pub(super) bodies: [u32; 2],
}

/// The primitive that a node was up against last.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    body: u32,
    triangle: u32,
}

/// What is found in a chunk of nodes.
#[derive(Clone, Debug, Default)]
struct Bucket {
    inside: Vec<Inside>,
    touches: Vec<Touch>,
}

/// Finds who is inside whom.
#[derive(Clone, Debug)]
pub(super) struct Detector {
    pub(super) bodies: Vec<Enclosure>,
    scope: Scope,
    /// The nodes on surfaces, body by body.
    vertices: Vec<Vertex>,
    memories: Vec<Memory>,
    bounds: Vec<Aabb>,
    /// The bodies from left to right.
    order: Vec<u32>,
    /// The bodies that each body may meet, ascending.
    meets: Vec<Vec<u32>>,
    /// Whether anyone is inside of a body.
    entered: Vec<bool>,
    buckets: Vec<Bucket>,
}

impl Detector {
    pub(super) fn new(bodies: Vec<Flesh>, scope: Scope) -> Self {
        let bodies: Vec<Enclosure> = bodies.into_par_iter().map(Enclosure::new).collect();
        let of_body = |(number, body): (usize, &Enclosure)| {
            body.skin().into_iter().map(move |node| Vertex { node, body: number as u32 })
        };
        let vertices: Vec<Vertex> = bodies.iter().enumerate().flat_map(of_body).collect();
        Self {
            memories: vec![Memory { body: u32::MAX, triangle: 0 }; vertices.len()],
            buckets: vec![Bucket::default(); vertices.len().div_ceil(CHUNK)],
            bounds: vec![Aabb::EMPTY; bodies.len()],
            order: (0..bodies.len() as u32).collect(),
            meets: vec![Vec::new(); bodies.len()],
            entered: vec![false; bodies.len()],
            bodies,
            scope,
            vertices,
        }
    }

    /// Everything at the positions `x`, in the order of bodies, nodes and bodies entered.
    pub(super) fn find(&mut self, x: &[f64]) -> impl Iterator<Item = Touch> + '_ {
        self.meet(x);
        let meets = &self.meets;
        let met = self.bodies.par_iter_mut().zip(meets).filter(|(_, meets)| !meets.is_empty());
        met.for_each(|(body, _)| body.follow_tets(x));
        self.enter(x);
        let entered = self.bodies.par_iter_mut().zip(&self.entered).filter(|(_, entered)| **entered);
        entered.for_each(|(body, _)| body.follow_surface(x));
        self.measure(x);
        self.buckets.iter().flat_map(|bucket| bucket.touches.iter().copied())
    }

    /// Which bodies may meet: those whose boxes do. They are looked at from left to right, each with those that begin before
    /// it ends.
    fn meet(&mut self, x: &[f64]) {
        self.bounds.par_iter_mut().zip(&self.bodies).for_each(|(bounds, body)| *bounds = body.bounds(x));
        let Self { bounds, order, meets, scope, .. } = self;
        meets.iter_mut().for_each(Vec::clear);
        let left = |body: u32| bounds[body as usize].low[0];
        order.sort_unstable_by(|&a, &b| left(a).total_cmp(&left(b)).then(a.cmp(&b)));
        for (place, &body) in order.iter().enumerate() {
            let right = bounds[body as usize].high[0];
            for &other in order[place..].iter().take_while(|&&other| left(other) <= right) {
                if scope.allows(body as usize, other as usize)
                    && bounds[body as usize].meets(&bounds[other as usize])
                {
                    meets[body as usize].push(other);
                    if other != body {
                        meets[other as usize].push(body);
                    }
                }
            }
        }
        meets.iter_mut().for_each(|meets| meets.sort_unstable());
    }

    /// Which nodes are inside of which bodies.
    fn enter(&mut self, x: &[f64]) {
        let Self { bodies, bounds, meets, vertices, buckets, .. } = self;
        buckets.par_iter_mut().zip(vertices.par_chunks(CHUNK)).for_each(|(bucket, vertices)| {
            bucket.inside.clear();
            for (place, vertex) in vertices.iter().enumerate() {
                let p = at(x, vertex.node);
                for &body in &meets[vertex.body as usize] {
                    if bounds[body as usize].contains(p)
                        && let Some(tet) = bodies[body as usize].holding(vertex.node, x)
                    {
                        bucket.inside.push(Inside { place: place as u32, body, tet });
                    }
                }
            }
        });
        self.entered.fill(false);
        let inside = self.buckets.iter().flat_map(|bucket| &bucket.inside);
        inside.for_each(|inside| self.entered[inside.body as usize] = true);
    }

    /// What is nearest to those who are inside.
    fn measure(&mut self, x: &[f64]) {
        let Self { bodies, vertices, buckets, memories, .. } = self;
        let chunks = vertices.par_chunks(CHUNK).zip(memories.par_chunks_mut(CHUNK));
        buckets.par_iter_mut().zip(chunks).for_each(|(bucket, (vertices, memories))| {
            bucket.touches.clear();
            for &Inside { place, body, tet } in &bucket.inside {
                let (flesh, memory) = (&bodies[body as usize], &mut memories[place as usize]);
                let Vertex { node, body: own } = vertices[place as usize];
                let hint = if memory.body == body { memory.triangle } else { flesh.at_rest(tet) };
                if let Some(triangle) = flesh.nearest(node, x, hint) {
                    *memory = Memory { body, triangle };
                    let [a, b, c] = flesh.triangles[triangle as usize];
                    bucket.touches.push(Touch { stencil: [node, a, b, c], bodies: [own, body] });
                }
            }
        });
    }

    /// The same as [`Detector::find`], from all nodes, tetrahedra and triangles.
    #[cfg(test)]
    pub(super) fn find_by_brute_force(&self, x: &[f64]) -> Vec<Touch> {
        use super::distance::Closest;
        let mut touches = Vec::new();
        for &Vertex { node, body: own } in &self.vertices {
            let allowed = |body: &usize| self.scope.allows(own as usize, *body);
            for body in (0..self.bodies.len()).filter(allowed) {
                let flesh = &self.bodies[body];
                if !flesh.holds_by_brute_force(node, x) {
                    continue;
                }
                let others = flesh.far_triangles(node);
                let distance = |t: &[u32; 3]| Closest::on_triangle(at(x, node), &t.map(|c| at(x, c))).squared;
                let nearest = others.min_by(|s, t| distance(s).total_cmp(&distance(t)));
                touches.extend(
                    nearest.map(|&[a, b, c]| Touch { stencil: [node, a, b, c], bodies: [own, body as u32] }),
                );
            }
        }
        touches
    }
}
