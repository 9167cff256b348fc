//! Which triangle is seen where: a buffer of depths and triangle numbers.

use rayon::prelude::*;

use super::vector::Vec3;

/// No triangle.
pub(super) const NOTHING: u32 = u32::MAX;
/// Rows drawn by one thread in one go.
const BAND: usize = 16;

/// What is seen at a sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Number of the triangle, or [`NOTHING`].
    pub(super) triangle: u32,
    /// Distance along the axis of the camera.
    pub(super) depth: f32,
    /// Weights of the second and third corner.
    pub(super) weights: [f32; 2],
}

/// A corner on its way to the picture: place in samples, and one over the depth.
#[derive(Clone, Copy, Debug)]
struct Corner {
    x: f64,
    y: f64,
    over: f64,
}

/// How points of view coordinates get into the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lens {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Samples per unit of tangent for a perspective; per unit of length otherwise.
    pub(super) scale: f64,
    pub(super) perspective: bool,
}

impl Lens {
    /// Where a point of view coordinates is in the picture.
    pub(super) fn place(&self, [x, y, z]: Vec3) -> [f64; 2] {
        let s = if self.perspective { self.scale / z } else { self.scale };
        [0.5 * self.width as f64 + x * s, 0.5 * self.height as f64 - y * s]
    }

    /// The point of view coordinates at a place and depth.
    pub(super) fn point(&self, x: f64, y: f64, depth: f64) -> Vec3 {
        let s = if self.perspective { depth / self.scale } else { 1.0 / self.scale };
        [(x - 0.5 * self.width as f64) * s, (0.5 * self.height as f64 - y) * s, depth]
    }

    fn corner(&self, p: Vec3) -> Corner {
        let [x, y] = self.place(p);
        Corner { x, y, over: if self.perspective { 1.0 / p[2] } else { p[2] } }
    }

    /// Draws triangles of view coordinates, nearest in front. Triangles that reach behind the eye are left out.
    pub(super) fn draw(&self, points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Seen> {
        let corners: Vec<Corner> = points.par_iter().map(|p| self.corner(*p)).collect();
        let nothing = Seen { triangle: NOTHING, depth: f32::INFINITY, weights: [0.0; 2] };
        let mut seen = vec![nothing; self.width * self.height];
        // Triangles by the bands they reach into, so that a band looks at its own only.
        let bands = self.height.div_ceil(BAND);
        let mut reach: Vec<Vec<u32>> = vec![Vec::new(); bands];
        for (number, t) in triangles.iter().enumerate() {
            let t = t.map(|v| (corners[v as usize], points[v as usize]));
            let ahead = |(c, p): &(Corner, Vec3)| {
                c.x.is_finite() && c.y.is_finite() && p[2].is_finite() && (!self.perspective || p[2] > 0.0)
            };
            if !t.iter().all(ahead) {
                continue;
            }
            let top = t.iter().map(|(c, _)| c.y).fold(f64::INFINITY, f64::min);
            let bottom = t.iter().map(|(c, _)| c.y).fold(f64::NEG_INFINITY, f64::max);
            if bottom < 0.0 || top > self.height as f64 {
                continue;
            }
            let band = |y: f64| ((y.max(0.0) as usize) / BAND).min(bands - 1);
            (band(top)..=band(bottom)).for_each(|band| reach[band].push(number as u32));
        }
        seen.par_chunks_mut(BAND * self.width).zip(reach).enumerate().for_each(|(band, (rows, list))| {
            for number in list {
                let t = triangles[number as usize].map(|v| corners[v as usize]);
                self.fill(rows, band * BAND, number, t);
            }
        });
        seen
    }

    /// Fills one triangle into the rows from `first` on.
    fn fill(&self, rows: &mut [Seen], first: usize, number: u32, [a, b, c]: [Corner; 3]) {
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if area == 0.0 {
            return;
        }
        let count = rows.len() / self.width;
        let bound = |values: [f64; 3], from: usize, to: usize| {
            let least = values.into_iter().fold(f64::INFINITY, f64::min);
            let most = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
            // Samples are in the middle of their cells.
            let start = (least - 0.5).ceil().clamp(from as f64, to as f64) as usize;
            let end = ((most - 0.5).floor() + 1.0).clamp(from as f64, to as f64) as usize;
            start..end.max(start)
        };
        let across = bound([a.x, b.x, c.x], 0, self.width);
        for row in bound([a.y, b.y, c.y], first, first + count) {
            let y = row as f64 + 0.5;
            for column in across.clone() {
                let x = column as f64 + 0.5;
                let v = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
                let w = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
                let u = 1.0 - v - w;
                if u < 0.0 || v < 0.0 || w < 0.0 {
                    continue;
                }
                let over = u * a.over + v * b.over + w * c.over;
                let (depth, weights) = if self.perspective {
                    (1.0 / over, [v * b.over / over, w * c.over / over])
                } else {
                    (over, [v, w])
                };
                let slot = &mut rows[(row - first) * self.width + column];
                if (depth as f32) < slot.depth {
                    *slot =
                        Seen { triangle: number, depth: depth as f32, weights: weights.map(|w| w as f32) };
                }
            }
        }
    }
}
