//! Which lattice points are inside.
//!
//! Most of the lattice is far from the surface: where the value at the middle of a block exceeds its half
//! diagonal, one evaluation tells the sign of all its points.

use rayon::prelude::*;

use super::super::sdf::Field;
use super::lattice::{CENTRE, Lattice, Point};
use super::stencil::{INSIDE, OUTSIDE};
use crate::math::vec3::{Vec3, norm, sub};

/// Edge of the largest blocks, and layers of a slab, which one thread labels.
const BLOCK: usize = 16;
/// Blocks of this edge are evaluated point by point.
const LEAF: usize = 2;
/// Points evaluated together.
const BATCH: usize = 256;

/// The label of a value. What is on the surface already counts as inside and is warped to where it is; what is not
/// a number is outside.
fn label(value: f64) -> i8 {
    if value <= 0.0 { INSIDE } else { OUTSIDE }
}

/// Labels of all points.
pub(super) fn labels(lattice: &Lattice, field: &dyn Field) -> Vec<i8> {
    let [_, ny, nz] = lattice.counts;
    let layer = lattice.row_len() * ny;
    let mut labels = vec![OUTSIDE; lattice.len()];
    labels.par_chunks_mut(BLOCK * layer).enumerate().for_each(|(number, labels)| {
        let first = number * BLOCK;
        let mut slab = Slab {
            lattice,
            field,
            skips: field.is_distance_bound(),
            labels,
            shift: first * layer,
            pending: Vec::with_capacity(BATCH),
            points: Vec::with_capacity(BATCH),
            values: vec![0.0; BATCH],
        };
        let last = (first + BLOCK).min(nz);
        for j in (0..ny).step_by(BLOCK) {
            for i in (0..lattice.counts[0]).step_by(BLOCK) {
                let high = [(i + BLOCK).min(lattice.counts[0]), (j + BLOCK).min(ny), last];
                slab.block([i, j, first], high, BLOCK);
            }
        }
        slab.flush();
    });
    labels
}

struct Slab<'a> {
    lattice: &'a Lattice,
    field: &'a dyn Field,
    skips: bool,
    labels: &'a mut [i8],
    /// Number of the slab's first point.
    shift: Point,
    pending: Vec<Point>,
    points: Vec<Vec3>,
    values: Vec<f64>,
}

impl Slab<'_> {
    /// Labels the points from `low` up to but without `high`, a block of nominal edge `size`.
    fn block(&mut self, low: [usize; 3], high: [usize; 3], size: usize) {
        if self.skips && size > 1 {
            let first = self.lattice.coordinates(0, low);
            let last = self.lattice.coordinates(CENTRE, high.map(|x| x - 1));
            let middle = [0, 1, 2].map(|k| (first[k] + last[k]) / 2.0);
            let mut value = [0.0];
            self.field.values(&[middle], &mut value);
            // A little more than half the diagonal: the bound itself may carry rounding.
            if value[0].abs() > 0.5001 * norm(sub(last, first)) {
                self.fill(low, high, label(value[0]));
                return;
            }
        }
        if size <= LEAF {
            self.evaluate(low, high);
            return;
        }
        let half = size / 2;
        for octant in 0..8 {
            let from = [0, 1, 2].map(|k| low[k] + (octant >> k & 1) * half);
            let to = [0, 1, 2].map(|k| high[k].min(from[k] + half));
            if (0..3).all(|k| from[k] < to[k]) {
                self.block(from, to, half);
            }
        }
    }

    fn fill(&mut self, low: [usize; 3], high: [usize; 3], label: i8) {
        if label == OUTSIDE {
            return;
        }
        for k in low[2]..high[2] {
            for j in low[1]..high[1] {
                for kind in 0..2 {
                    let first = self.lattice.point(kind, [low[0], j, k]) - self.shift;
                    self.labels[first..first + high[0] - low[0]].fill(label);
                }
            }
        }
    }

    fn evaluate(&mut self, low: [usize; 3], high: [usize; 3]) {
        for k in low[2]..high[2] {
            for j in low[1]..high[1] {
                for kind in 0..2 {
                    for i in low[0]..high[0] {
                        if self.pending.len() == BATCH {
                            self.flush();
                        }
                        self.pending.push(self.lattice.point(kind, [i, j, k]) - self.shift);
                        self.points.push(self.lattice.coordinates(kind, [i, j, k]));
                    }
                }
            }
        }
    }

    fn flush(&mut self) {
        let values = &mut self.values[..self.points.len()];
        self.field.values(&self.points, values);
        for (place, value) in self.pending.iter().zip(values) {
            self.labels[*place] = label(*value);
        }
        self.pending.clear();
        self.points.clear();
    }
}
