//! Whether anything goes through anything else: every edge against every triangle, by exact signs.
#![allow(dead_code, reason = "each law uses a part")]

use std::collections::BTreeSet;

use lope::body::Cells;
use lope::contact::{Shape, outline, surface};
use lope::geometry::mesh::TetMesh;
use lope::geometry::predicates::{orient2d, orient3d};
use lope::geometry::surface::boundary;
use lope::geometry::{Primitive, TriMesh};
use lope::world::World;

/// All that meets, by the numbers of nodes.
#[derive(Default)]
pub(crate) struct Skin {
    triangles: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
}

impl Skin {
    /// The surfaces of all bodies, and of obstacles that are boxes: their sizes in the order of the scene.
    pub(crate) fn of(world: &World, boxes: &[[f64; 3]]) -> Self {
        let mut skin = Self::default();
        let mut next = 0;
        for body in world.bodies() {
            let first = body.nodes.start as u32;
            next = body.nodes.end as u32;
            match &body.cells {
                Cells::Tets(tets) => {
                    let points = vec![[0.0; 3]; body.nodes.len()];
                    let mesh = TetMesh { points, tets: tets.clone(), ..TetMesh::default() };
                    skin.triangles.extend(boundary(&mesh).triangles.iter().map(|t| t.map(|i| i + first)));
                }
                Cells::Triangles(triangles) => {
                    skin.triangles.extend(triangles.iter().map(|t| t.map(|i| i + first)));
                }
                Cells::Lines(lines) => skin.edges.extend(lines.iter().map(|l| l.map(|i| i + first))),
                Cells::Points(_) => {}
            }
        }
        for &size in boxes {
            let TriMesh { points, triangles, .. } =
                surface(&Shape::Simple(Primitive::Box { size }), [0.0; 3], 1.0);
            skin.triangles.extend(triangles.iter().map(|t| t.map(|i| i + next)));
            next += points.len() as u32;
        }
        skin.with_sides()
    }

    /// Triangles by the numbers of their corners.
    pub(crate) fn of_triangles(triangles: Vec<[u32; 3]>) -> Self {
        Self { triangles, edges: Vec::new() }.with_sides()
    }

    /// With the sides of triangles among the edges.
    fn with_sides(mut self) -> Self {
        let skin = &mut self;
        let mut edges: BTreeSet<[u32; 2]> = skin.edges.iter().copied().collect();
        for &[a, b, c] in &skin.triangles {
            edges.extend([[a, b], [b, c], [c, a]].map(|[p, q]| [p.min(q), p.max(q)]));
        }
        skin.edges = edges.into_iter().collect();
        self
    }

    /// Edges and triangles that cross, where the nodes are at `x`.
    pub(crate) fn crossings(&self, x: &[f64]) -> Vec<([u32; 2], [u32; 3])> {
        let at = |node: u32| -> [f64; 3] { [0, 1, 2].map(|i| x[3 * node as usize + i]) };
        let range = |nodes: &[u32]| {
            let mut both = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
            for &node in nodes {
                for (i, x) in at(node).into_iter().enumerate() {
                    both.0[i] = both.0[i].min(x);
                    both.1[i] = both.1[i].max(x);
                }
            }
            both
        };
        let boxes: Vec<_> = self.triangles.iter().map(|t| range(t)).collect();
        let mut found = Vec::new();
        for edge in &self.edges {
            let (low, high) = range(edge);
            for (triangle, (least, most)) in self.triangles.iter().zip(&boxes) {
                let near = (0..3).all(|i| low[i] <= most[i] && least[i] <= high[i]);
                if near
                    && edge.iter().all(|node| !triangle.contains(node))
                    && crosses(edge.map(at), triangle.map(at))
                {
                    found.push((*edge, *triangle));
                }
            }
        }
        found
    }
}

/// Whether an edge and a triangle have a point in common; not if the edge lies in the plane of the triangle.
fn crosses([p, q]: [[f64; 3]; 2], [a, b, c]: [[f64; 3]; 3]) -> bool {
    let sign = |value: f64| if value == 0.0 { 0.0 } else { value.signum() };
    let (above, below) = (sign(orient3d(a, b, c, p)), sign(orient3d(a, b, c, q)));
    if above * below > 0.0 || (above == 0.0 && below == 0.0) {
        return false;
    }
    let around = [[a, b], [b, c], [c, a]].map(|[s, t]| sign(orient3d(p, q, s, t)));
    around.iter().all(|s| *s >= 0.0) || around.iter().all(|s| *s <= 0.0)
}

/// Pairs of edges of outlines in the plane that cross; of bodies, and of obstacles that are no planes, in the order of the scene.
pub(crate) fn flat_crossings(world: &World, obstacles: &[Shape]) -> usize {
    let x = &world.state().x;
    let at = |node: u32| [x[3 * node as usize], x[3 * node as usize + 1]];
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for body in world.bodies() {
        let Cells::Triangles(triangles) = &body.cells else { continue };
        let first = body.nodes.start as u32;
        let sides: Vec<[u32; 2]> = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        let outer = sides.iter().filter(|[a, b]| !sides.contains(&[*b, *a]));
        edges.extend(outer.map(|e| e.map(|i| i + first)));
    }
    let mut next = world.bodies().last().map_or(0, |body| body.nodes.end) as u32;
    for shape in obstacles {
        let met = outline(shape, [0.0; 3], 1.0);
        edges.extend(met.edges.iter().map(|e| e.map(|i| i + next)));
        next += met.points.len() as u32;
    }
    let mut count = 0;
    for (number, &[a, b]) in edges.iter().enumerate() {
        for &[c, d] in &edges[..number] {
            if [a, b].iter().any(|node| [c, d].contains(node)) {
                continue;
            }
            let [a, b, c, d] = [a, b, c, d].map(at);
            // On one line they are apart where one ends before the other begins.
            let beside = (0..2).any(|i| a[i].max(b[i]) < c[i].min(d[i]) || c[i].max(d[i]) < a[i].min(b[i]));
            let apart = beside
                || orient2d(a, b, c) * orient2d(a, b, d) > 0.0
                || orient2d(c, d, a) * orient2d(c, d, b) > 0.0;
            count += usize::from(!apart);
        }
    }
    count
}

#[test]
fn crossings_are_seen() {
    let triangle = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let through = |x: f64, y: f64| crosses([[x, y, -1.0], [x, y, 1e-300]], triangle);
    assert!(through(0.2, 0.2) && through(0.0, 0.5) && !through(0.6, 0.6) && !through(-1e-300, 0.5));
    assert!(!crosses([[0.2, 0.2, 1e-300], [0.2, 0.2, 1.0]], triangle));
}
