//! What is outside of a union of which a part is a grid.
//!
//! In a union the least of the distances of its parts is zero on a face that two of them share, and small where they
//! overlap a little: as if there were a surface inside. A union of formulas looks for the faces that are outside
//! ([`faces`](super::faces)); a grid has no smooth faces. So the union, grown by half a cell, is marched over once: gaps
//! that a grid could not hold are closed, and the triangles are what is outside. Deep inside, their distance m says how
//! deep:
//!
//! ```text
//! φ = min(the least of the parts, ε − m),   ε = two cells
//! ```
//!
//! The triangles are wrong by less than ε. So near its surface the union is what its parts are, to the bit, φ is continuous,
//! and inside it is wrong by 2ε at most.

use super::composite::{Composite, PlacedShape};
use super::extent;
use super::march::march;
use super::obstacle::Pose;
use super::shape::{NOWHERE, Sample, Shape};
use crate::geometry::TriMesh;
use crate::geometry::closest::TriangleTree;
use crate::geometry::mesh::bounds;
use crate::math::vec3::{cross, dot, norm, sub};

/// Cells along the longest edge, at most.
const CELLS: f64 = 128.0;
/// How far around the grids is marched, as a part of the longest edge of the box around them: so deep is known.
const AROUND: f64 = 1.0;

/// The outer surface of a union, where its grids are.
#[derive(Clone, Debug)]
pub(super) struct Shell {
    mesh: TriMesh,
    tree: TriangleTree,
    /// The box that it was marched in.
    low: [f64; 3],
    high: [f64; 3],
    /// Edge of a cell, m.
    cell: f64,
}

/// It follows from the parts, and these are compared.
impl PartialEq for Shell {
    fn eq(&self, other: &Self) -> bool {
        [self.low, self.high] == [other.low, other.high] && self.cell == other.cell
    }
}

/// The box around the grids of a shape in the coordinates of the whole, and the least edge of their cells.
fn grids(part: &PlacedShape, pose: Pose, corners: &mut Vec<[f64; 3]>, cell: &mut f64) {
    let pose = pose.then(&part.pose);
    let mut inner = &part.shape;
    while let Shape::Complement(shape) = inner {
        inner = shape;
    }
    match inner {
        Shape::Composite(whole) => whole.parts().iter().for_each(|part| grids(part, pose, corners, cell)),
        Shape::Grid(grid) => {
            let ends = grid.bounds();
            let corner = |bits: usize| [0, 1, 2].map(|axis| ends[bits >> axis & 1][axis]);
            corners.extend((0..8).map(|bits| pose.apply(corner(bits))));
            *cell = cell.min(grid.spacing());
        }
        _ => {}
    }
}

impl Shell {
    /// None if no part has a grid.
    pub(super) fn of(whole: &Composite) -> Option<Self> {
        let (mut corners, mut cell) = (Vec::new(), f64::INFINITY);
        whole.parts().iter().for_each(|part| grids(part, Pose::default(), &mut corners, &mut cell));
        let [low, high] = bounds(&corners)?;
        let longest = |low: [f64; 3], high: [f64; 3]| sub(high, low).into_iter().fold(0.0, f64::max);
        let (around, margin, ends) = (AROUND * longest(low, high), 4.0 * cell, extent::composite(whole));
        let low = [0, 1, 2].map(|i| (low[i] - around).max(ends[0][i] - margin));
        let high = [0, 1, 2].map(|i| (high[i] + around).min(ends[1][i] + margin));
        let cells = (longest(low, high) / cell).clamp(1.0, CELLS).floor();
        let cell = longest(low, high) / cells;
        let mesh = march(|p| whole.bound(p) - 0.5 * cell, [low, high], cells as u32);
        let tree = TriangleTree::new(&mesh.points, &mesh.triangles);
        Some(Self { mesh, tree, low, high, cell })
    }

    /// Whether a point that is so far outside of all parts may be in a gap between them that is none.
    pub(super) fn may_close(&self, distance: f64) -> bool {
        distance < 0.5 * self.cell
    }

    /// ε − m with its derivatives; where the end of the box is nearer than the surface, that.
    pub(super) fn sample(&self, p: [f64; 3]) -> Sample {
        let slack = 2.0 * self.cell;
        let ends = (0..3).flat_map(|i| [(i, 1.0, self.high[i] - p[i]), (i, -1.0, p[i] - self.low[i])]);
        let (axis, side, end) =
            ends.fold((0, 1.0, f64::INFINITY), |best, one| if one.2 < best.2 { one } else { best });
        let near = self.tree.nearest(p).filter(|near| end > 0.0 && near.distance_squared < end * end);
        let Some(near) = near else {
            let mut gradient = [0.0; 3];
            gradient[axis] = side;
            return Sample { value: slack - end, gradient, hessian: [[0.0; 3]; 3] };
        };
        let (from, m) = (sub(p, near.point), near.distance_squared.sqrt());
        if m <= NOWHERE {
            return Sample { value: slack - m, gradient: [0.0; 3], hessian: [[0.0; 3]; 3] };
        }
        let n = from.map(|x| x / m);
        let hessian = self.bend(near.triangle, near.point, n).map(|row| row.map(|h| -h / m));
        Sample { value: slack - m, gradient: n.map(|n| -n), hessian }
    }

    /// Across which directions the nearest point stays where it is: all but n at a corner, none within a triangle.
    fn bend(&self, triangle: u32, q: [f64; 3], n: [f64; 3]) -> [[f64; 3]; 3] {
        let [a, b, c] = self.mesh.corners(triangle as usize);
        let area = norm(cross(sub(b, a), sub(c, a)));
        let on = |[u, v]: [[f64; 3]; 2]| norm(cross(sub(u, q), sub(v, q))) <= 1e-9 * area;
        let edges: Vec<_> = [[a, b], [b, c], [c, a]].into_iter().filter(|edge| on(*edge)).collect();
        let t = match edges[..] {
            [] => return [[0.0; 3]; 3],
            [[u, v]] => {
                let way = sub(v, u);
                let length = dot(way, way).sqrt();
                way.map(|x| x / length)
            }
            _ => [0.0; 3],
        };
        let entry = |i: usize, j: usize| f64::from(u8::from(i == j)) - n[i] * n[j] - t[i] * t[j];
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)))
    }
}
