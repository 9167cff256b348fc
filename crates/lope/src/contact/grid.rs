//! Level sets given by values on a grid: sampled from a closed surface of triangles, or from another shape.
//!
//! Between the values the level set is an interpolant, and its gradient and Hessian are those of the interpolant,
//! exactly: an energy made of them is the derivative of something. Trilinear interpolation is continuous, with kinks
//! of the gradient between cells; cubic convolution (the Catmull-Rom spline along each axis) has a continuous
//! gradient. Outside the grid the distance to its box is added to the value at the nearest point of the box.

use rayon::prelude::*;

use super::shape::{NOWHERE, Nearest, Sample, Shape};
use crate::geometry::mesh::bounds;
use crate::geometry::{TriMesh, WindingField};
use crate::math::vec3::{along, dot, norm, sub};

/// Cells between the surface and the end of the grid.
const PADDING: f64 = 3.0;

/// What negative weights of the cubic add up to at most: half of what the sum of all without their signs, 1.25 along an axis,
/// exceeds 1 by.
const OVERSHOOT: f64 = 0.5 * (1.25 * 1.25 * 1.25 - 1.0);

/// How values between those of the grid are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Linear along each axis: continuous.
    Linear,
    /// Cubic along each axis: the gradient is continuous, too.
    Cubic,
}

/// Why there is no grid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// The surface has a rim.
    #[error(
        "the surface is open: {edges} edges belong to one triangle only, so there is no inside; close the holes, for \
         example with \"fill holes\" in the program it comes from"
    )]
    Open {
        /// How many edges have one triangle.
        edges: usize,
    },
    /// There are no triangles, or all at one place.
    #[error("the surface encloses nothing: it has no triangles, or all are at one place")]
    Empty,
    /// The shape has no end in some direction.
    #[error("the shape has no end, and a grid has; cut it out of a box by an intersection")]
    Endless,
    /// Too few or too many cells.
    #[error(
        "{cells} cells along the longest edge; give a number from {} to {}",
        Grid::LEAST_CELLS,
        Grid::MOST_CELLS
    )]
    Cells {
        /// How many were asked for.
        cells: u32,
    },
}

/// Values of a level set at the points of a lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The first point.
    low: [f64; 3],
    /// Distance between points, m.
    spacing: f64,
    /// Points along each axis.
    count: [usize; 3],
    /// x first.
    values: Vec<f64>,
    /// Cells in which the interpolant is positive wherever one looks, in the same order.
    clear: Vec<bool>,
    interpolation: Interpolation,
    /// Box of what was sampled.
    bounds: [[f64; 3]; 2],
}

impl Grid {
    /// Fewest cells along the longest edge.
    pub const LEAST_CELLS: u32 = 2;
    /// Most cells along the longest edge.
    pub const MOST_CELLS: u32 = 256;

    /// Samples a shape; `cells` are along the longest edge of its box.
    ///
    /// # Errors
    /// If it is infinite, or there are too few or too many cells.
    pub fn of_shape(shape: &Shape, cells: u32, interpolation: Interpolation) -> Result<Self, GridError> {
        let bounds = shape.bounds().ok_or(GridError::Endless)?;
        Self::sampled(bounds, cells, interpolation, |p| shape.nearest(p).distance)
    }

    /// Samples the solid that a surface encloses; `cells` are along the longest edge of its box.
    ///
    /// # Errors
    /// If the surface has holes or nothing in it, or there are too few or too many cells.
    pub fn of_mesh(mesh: &TriMesh, cells: u32, interpolation: Interpolation) -> Result<Self, GridError> {
        let edges = open_edges(mesh);
        if edges > 0 {
            return Err(GridError::Open { edges });
        }
        let corners: Vec<[f64; 3]> = (0..mesh.triangles.len()).flat_map(|t| mesh.corners(t)).collect();
        let bounds = bounds(&corners).ok_or(GridError::Empty)?;
        // Triangles that face different ways are made to agree.
        let (field, _) = WindingField::new(&mesh.points, &mesh.triangles);
        let tree = field.tree();
        Self::sampled(bounds, cells, interpolation, |p| {
            let near = tree.triangles().nearest(p).map_or(f64::MAX, |near| near.distance_squared.sqrt());
            if tree.winding_number(p) > 0.5 { -near } else { near }
        })
    }

    fn sampled(
        bounds: [[f64; 3]; 2],
        cells: u32,
        interpolation: Interpolation,
        value: impl Fn([f64; 3]) -> f64 + Sync,
    ) -> Result<Self, GridError> {
        if !(Self::LEAST_CELLS..=Self::MOST_CELLS).contains(&cells) {
            return Err(GridError::Cells { cells });
        }
        let [least, most] = bounds;
        let size = sub(most, least);
        let spacing = size.iter().fold(0.0, |a: f64, b| a.max(*b)) / f64::from(cells);
        if !(spacing.is_finite() && spacing > 0.0) {
            return Err(GridError::Empty);
        }
        // One more layer around what is interpolated, for the cubic.
        let inner = size.map(|size| (size / spacing + 2.0 * PADDING).ceil());
        let count = inner.map(|cells| cells as usize + 3);
        let low = [0, 1, 2].map(|i| 0.5 * (least[i] + most[i]) - (0.5 * inner[i] + 1.0) * spacing);
        let (values, clear) = (Vec::new(), Vec::new());
        let mut grid = Self { low, spacing, count, values, clear, interpolation, bounds };
        let mut values = vec![0.0; count.iter().product()];
        // Every point for itself: the rows have no influence on the result.
        values.par_chunks_mut(count[0]).enumerate().for_each(|(row, values)| {
            let (j, k) = (row % count[1], row / count[1]);
            values.iter_mut().enumerate().for_each(|(i, out)| *out = value(grid.point([i, j, k])));
        });
        grid.values = values;
        grid.clear = grid.clear_cells();
        Ok(grid)
    }

    /// Which cells the surface cannot reach: what is between values is their sum with weights of which the negative ones add up to
    /// [`OVERSHOOT`] at most.
    fn clear_cells(&self) -> Vec<bool> {
        let [nx, ny, nz] = self.count;
        let mut clear = vec![false; self.values.len()];
        clear.par_chunks_mut(nx).enumerate().for_each(|(row, clear)| {
            let (j, k) = (row % ny, row / ny);
            if !(1..ny - 2).contains(&j) || !(1..nz - 2).contains(&k) {
                return;
            }
            for i in 1..nx - 2 {
                let rows =
                    (k - 1..k + 3).flat_map(|k| (j - 1..j + 3).map(move |j| (k * ny + j) * nx + i - 1));
                let around = rows.flat_map(|row| &self.values[row..row + 4]);
                let (least, most) =
                    around.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &v| (a.min(v), b.max(v)));
                clear[i] = least > OVERSHOOT * (most - least);
            }
        });
        clear
    }

    /// Whether a point is inside: the sign of [`Grid::sample`], at next to no cost away from the surface.
    pub fn holds(&self, p: [f64; 3]) -> bool {
        let [i, j, k] = [0, 1, 2].map(|i| self.cell(i, (p[i] - self.low[i]) / self.spacing));
        !self.clear[(k * self.count[1] + j) * self.count[0] + i] && self.sample(p).value < 0.0
    }

    /// The cell along an axis that is looked into at a place counted in cells; the outermost are for the cubic only.
    fn cell(&self, axis: usize, at: f64) -> usize {
        (at.floor() as usize).clamp(1, self.count[axis] - 3)
    }

    fn point(&self, at: [usize; 3]) -> [f64; 3] {
        [0, 1, 2].map(|i| self.low[i] + at[i] as f64 * self.spacing)
    }

    /// Distance between neighbouring points, m.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// How it is interpolated.
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// The box of what was sampled: lower and upper corner.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        self.bounds
    }

    /// The level set with its derivatives.
    pub fn sample(&self, p: [f64; 3]) -> Sample {
        let last = |i: usize| self.low[i] + (self.count[i] - 2) as f64 * self.spacing;
        let clamped = [0, 1, 2].map(|i| p[i].clamp(self.low[i] + self.spacing, last(i)));
        let mut sample = self.interpolated(clamped);
        let from = sub(p, clamped);
        let distance = norm(from);
        if distance > NOWHERE {
            // The distance of the box, and the value at its nearest point, that follows p along the box only.
            let outside = from.map(|x| x != 0.0);
            let n = from.map(|x| x / distance);
            sample.value += distance;
            for i in 0..3 {
                sample.gradient[i] = if outside[i] { n[i] } else { sample.gradient[i] };
                for j in 0..3 {
                    let one = if i == j { 1.0 } else { 0.0 };
                    sample.hessian[i][j] = match [outside[i], outside[j]] {
                        [true, true] => (one - n[i] * n[j]) / distance,
                        [false, false] => sample.hessian[i][j],
                        _ => 0.0,
                    };
                }
            }
        }
        sample
    }

    fn interpolated(&self, p: [f64; 3]) -> Sample {
        let mut first = [0; 3];
        let weights = [0, 1, 2].map(|i| {
            let at = (p[i] - self.low[i]) / self.spacing;
            let cell = self.cell(i, at);
            first[i] = cell - 1;
            match self.interpolation {
                Interpolation::Linear => linear(at - cell as f64),
                Interpolation::Cubic => cubic(at - cell as f64),
            }
        });
        let [x, y, z] = weights;
        let mut value = 0.0;
        let mut gradient = [0.0; 3];
        // xx, yy, zz, xy, xz, yz
        let mut second = [0.0; 6];
        for (c, z) in z.iter().enumerate() {
            for (b, y) in y.iter().enumerate() {
                let row = ((first[2] + c) * self.count[1] + first[1] + b) * self.count[0] + first[0];
                let mut sums = [0.0; 3];
                for (v, x) in self.values[row..row + 4].iter().zip(&x) {
                    (0..3).for_each(|d| sums[d] += x[d] * v);
                }
                let [s, ds, dds] = sums;
                value += s * y[0] * z[0];
                gradient[0] += ds * y[0] * z[0];
                gradient[1] += s * y[1] * z[0];
                gradient[2] += s * y[0] * z[1];
                second[0] += dds * y[0] * z[0];
                second[1] += s * y[2] * z[0];
                second[2] += s * y[0] * z[2];
                second[3] += ds * y[1] * z[0];
                second[4] += ds * y[0] * z[1];
                second[5] += s * y[1] * z[1];
            }
        }
        let [xx, yy, zz, xy, xz, yz] = second.map(|h| h / (self.spacing * self.spacing));
        let hessian = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
        Sample { value, gradient: gradient.map(|g| g / self.spacing), hessian }
    }

    /// The point of the surface along the gradient. Where there is none, or no gradient, the one that the value
    /// promises.
    pub fn nearest(&self, p: [f64; 3]) -> Nearest {
        let Sample { value, gradient, .. } = self.sample(p);
        let length = norm(gradient);
        let normal = if length > NOWHERE { gradient.map(|g| g / length) } else { [0.0, 1.0, 0.0] };
        let mut distance = value;
        for _ in 0..20 {
            let here = self.sample(along(p, -distance, normal));
            let slope = dot(here.gradient, normal);
            if slope <= 0.1 {
                distance = value;
                break;
            }
            let step = here.value / slope;
            distance += step;
            if step.abs() <= 1e-14 * self.spacing {
                break;
            }
        }
        // The side is the value's, and the line must not miss an edge that it points at.
        if distance * value < 0.0 || (distance - value).abs() > 0.5 * self.spacing {
            distance = value;
        }
        Nearest { distance, point: along(p, -distance, normal), normal }
    }
}

/// Weights of four neighbours with their first and second derivatives: linear between the middle two.
fn linear(t: f64) -> [[f64; 3]; 4] {
    [[0.0; 3], [1.0 - t, -1.0, 0.0], [t, 1.0, 0.0], [0.0; 3]]
}

/// The same of the Catmull-Rom spline.
fn cubic(t: f64) -> [[f64; 3]; 4] {
    let (t2, t3) = (t * t, t * t * t);
    [
        [-0.5 * t3 + t2 - 0.5 * t, -1.5 * t2 + 2.0 * t - 0.5, -3.0 * t + 2.0],
        [1.5 * t3 - 2.5 * t2 + 1.0, 4.5 * t2 - 5.0 * t, 9.0 * t - 5.0],
        [-1.5 * t3 + 2.0 * t2 + 0.5 * t, -4.5 * t2 + 4.0 * t + 0.5, -9.0 * t + 4.0],
        [0.5 * t3 - 0.5 * t2, 1.5 * t2 - t, 3.0 * t - 1.0],
    ]
}

/// Edges that an odd number of triangles share; vertices at one place are one.
fn open_edges(mesh: &TriMesh) -> usize {
    let key = |p: [f64; 3]| p.map(|x| (x + 0.0).to_bits());
    let mut order: Vec<u32> = (0..mesh.points.len() as u32).collect();
    order.sort_unstable_by_key(|v| (key(mesh.points[*v as usize]), *v));
    let mut same = vec![0; mesh.points.len()];
    for run in order.chunk_by(|a, b| key(mesh.points[*a as usize]) == key(mesh.points[*b as usize])) {
        run.iter().for_each(|v| same[*v as usize] = run[0]);
    }
    let corners = mesh.triangles.iter().map(|t| t.map(|v| same[v as usize]));
    let mut edges: Vec<[u32; 2]> = corners
        .flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]])
        .filter(|[a, b]| a != b)
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    edges.sort_unstable();
    edges.chunk_by(|a, b| a == b).filter(|shared| shared.len() % 2 == 1).count()
}

#[cfg(test)]
mod tests;
