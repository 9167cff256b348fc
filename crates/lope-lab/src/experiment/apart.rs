//! How far apart two states of the same bodies are, as seen from outside.
//!
//! \[Fernandez26\] §5.2 measures the mean distance of surfaces, weighted by area, over a sequence in parts of the size of
//! what is seen. Here it is the distance from the vertices of one surface to the other surface.

use lope::body::Cells;
use lope::geometry::closest::TriangleTree;
use lope::geometry::mesh::{TetMesh, bounds};
use lope::geometry::surface::boundary;
use lope::math::vec3::{cross, norm, sub};
use lope::world::World;

use crate::{Asked, Claim};

/// Distances in parts of the size of what is simulated.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Apart {
    sum: f64,
    count: u64,
    largest: f64,
}

impl Apart {
    /// Takes note of the mean and the largest distance in one state.
    pub(super) fn note(&mut self, (mean, largest): (f64, f64)) {
        self.sum += mean;
        self.count += 1;
        self.largest = self.largest.max(largest);
    }

    /// Mean over surface, steps and pairs.
    pub(super) fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// The larger mean and the larger distance of two.
    pub(super) fn worst(self, other: &Self) -> Self {
        let mean = if self.mean() > other.mean() { self } else { *other };
        Self { largest: self.largest.max(other.largest), ..mean }
    }

    /// The largest distance of a vertex at any time.
    pub(super) fn largest(&self) -> f64 {
        self.largest
    }
}

impl Apart {
    /// That surfaces are no farther apart than \[Fernandez26\] §5.2 has them, in the scene of its Figure 10.
    pub(super) fn claims(&self, which: &str) -> [Claim; 2] {
        let claim = |claim: &str, published: f64, value: f64| {
            let (text, value) = (format!("{published} % ({which})"), (100.0 * value, "%"));
            Claim::number(claim, text, value, Asked::AtMost(published))
        };
        [
            claim("mean distance of the surfaces, of the size", 0.057, self.mean()),
            claim("largest distance of the surfaces, of the size", 1.04, self.largest),
        ]
    }
}

/// The surface of the solids of a world.
#[derive(Default)]
pub(super) struct Skin {
    triangles: Vec<[u32; 3]>,
    /// Vertices of the surface and the area around each, relative to the whole.
    weights: Vec<(u32, f64)>,
    /// Longest side of the bounding box at the start, m.
    size: f64,
}

impl Skin {
    /// Of all its solids, with areas as at the start.
    pub(super) fn new(world: &World) -> Self {
        let points = points(&world.state().x);
        let mut triangles = Vec::new();
        for body in world.bodies() {
            let first = body.nodes.start as u32;
            let Cells::Tets(tets) = &body.cells else { continue };
            let mesh = TetMesh {
                points: points[body.nodes.clone()].to_vec(),
                tets: tets.clone(),
                ..TetMesh::default()
            };
            triangles.extend(boundary(&mesh).triangles.iter().map(|t| t.map(|v| v + first)));
        }
        let mut areas = vec![0.0; points.len()];
        for t in &triangles {
            let area = area(t.map(|v| points[v as usize]));
            t.iter().for_each(|&v| areas[v as usize] += area / 3.0);
        }
        let whole: f64 = areas.iter().sum();
        let weights =
            (0..).zip(&areas).filter(|(_, area)| **area > 0.0).map(|(v, a)| (v, a / whole)).collect();
        let size =
            bounds(&points).map_or(1.0, |[min, max]| (0..3).map(|k| max[k] - min[k]).fold(0.0, f64::max));
        Self { triangles, weights, size }
    }

    /// The surface in the state `x`, to measure distances to.
    pub(super) fn tree(&self, x: &[f64]) -> TriangleTree {
        TriangleTree::new(&points(x), &self.triangles)
    }

    /// Mean and largest distance of the surface in the state `x` from another one.
    pub(super) fn distance(&self, other: &TriangleTree, x: &[f64]) -> (f64, f64) {
        let (mut mean, mut largest) = (0.0, 0.0_f64);
        for &(v, weight) in &self.weights {
            let at = [0, 1, 2].map(|k| x[3 * v as usize + k]);
            let distance =
                other.nearest(at).map_or(f64::INFINITY, |found| found.distance_squared.sqrt()) / self.size;
            mean += weight * distance;
            largest = largest.max(distance);
        }
        (mean, largest)
    }
}

fn points(x: &[f64]) -> Vec<[f64; 3]> {
    x.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect()
}

fn area([a, b, c]: [[f64; 3]; 3]) -> f64 {
    0.5 * norm(cross(sub(b, a), sub(c, a)))
}
