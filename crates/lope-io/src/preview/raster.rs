//! Which triangle is seen where.

use std::ops::Range;

use lope::math::vec3::Vec3;
use rayon::prelude::*;

use super::soup::Soup;

/// No triangle.
pub(super) const NOTHING: u32 = u32::MAX;

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

impl Seen {
    /// Nothing is seen.
    pub(super) const NOTHING: Self = Self { triangle: NOTHING, depth: f32::INFINITY, weights: [0.0; 2] };
}

/// A corner on its way to the picture: place in samples, and one over the depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
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

/// Triangles by the bands of rows they reach into, so that a band looks at its own only.
pub(super) struct Bands {
    /// Rows of a band.
    pub(super) rows: usize,
    corners: Vec<Corner>,
    /// Triangles of each band.
    pub(super) reach: Vec<Vec<u32>>,
}

impl Bands {
    /// The columns that triangles of a band reach; none if there are no triangles.
    pub(super) fn across(&self, band: usize, soup: &Soup<'_>, width: usize) -> Option<Range<usize>> {
        let corners = self.reach[band].iter().flat_map(|&t| soup.triangles[t as usize]);
        let (least, most) = corners
            .map(|v| self.corners[v as usize].x)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), x| (least.min(x), most.max(x)));
        let column = |x: f64| x.clamp(0.0, width as f64) as usize;
        (least <= most).then(|| column(least.floor())..column(most.ceil()))
    }

    /// Where the corners of a triangle are.
    #[inline]
    pub(super) fn corners(&self, triangle: [u32; 3]) -> [Corner; 3] {
        triangle.map(|v| self.corners[v as usize])
    }
}

impl Lens {
    /// Where a point of view coordinates is in the picture.
    #[inline]
    pub(super) fn place(&self, [x, y, z]: Vec3) -> [f64; 2] {
        let s = if self.perspective { self.scale / z } else { self.scale };
        [0.5 * self.width as f64 + x * s, 0.5 * self.height as f64 - y * s]
    }

    /// The point of view coordinates at a place and depth.
    #[inline]
    pub(super) fn point(&self, x: f64, y: f64, depth: f64) -> Vec3 {
        let s = if self.perspective { depth / self.scale } else { 1.0 / self.scale };
        [(x - 0.5 * self.width as f64) * s, (0.5 * self.height as f64 - y) * s, depth]
    }

    fn corner(&self, p: Vec3) -> Corner {
        let [x, y] = self.place(p);
        Corner { x, y, over: if self.perspective { 1.0 / p[2] } else { p[2] } }
    }

    /// Sorts triangles of view coordinates into bands. Triangles that reach behind the eye are left out.
    pub(super) fn bands(&self, points: &[Vec3], triangles: &[[u32; 3]], rows: usize) -> Bands {
        let corners: Vec<Corner> = points.par_iter().map(|p| self.corner(*p)).collect();
        let count = self.height.div_ceil(rows);
        let mut reach: Vec<Vec<u32>> = vec![Vec::new(); count];
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
            let band = |y: f64| ((y.max(0.0) as usize) / rows).min(count - 1);
            (band(top)..=band(bottom)).for_each(|band| reach[band].push(number as u32));
        }
        Bands { rows, corners, reach }
    }

    /// Calls `put` with place (from the beginning of the first row), depth and weights of the second and third corner
    /// for all samples of a triangle in the rows given.
    #[inline]
    pub(super) fn fill(
        &self,
        rows: Range<usize>,
        [a, b, c]: [Corner; 3],
        mut put: impl FnMut(usize, f32, [f32; 2]),
    ) {
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if area == 0.0 {
            return;
        }
        let over_area = 1.0 / area;
        let bound = |values: [f64; 3], from: usize, to: usize| {
            let least = values.into_iter().fold(f64::INFINITY, f64::min);
            let most = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
            // Samples are in the middle of their cells.
            let start = (least - 0.5).ceil().clamp(from as f64, to as f64) as usize;
            let end = ((most - 0.5).floor() + 1.0).clamp(from as f64, to as f64) as usize;
            start..end.max(start)
        };
        let across = bound([a.x, b.x, c.x], 0, self.width);
        // The weights are linear along a row: v = v₀ + v′x.
        let (dv, dw) = ((c.y - a.y) * over_area, -(b.y - a.y) * over_area);
        for row in bound([a.y, b.y, c.y], rows.start, rows.end) {
            let y = row as f64 + 0.5;
            let v0 = -(y - a.y) * (c.x - a.x) * over_area;
            let w0 = (b.x - a.x) * (y - a.y) * over_area;
            let (mut from, mut to) = (across.start as f64 + 0.5, across.end as f64 - 0.5);
            for (f0, df) in [(v0, dv), (w0, dw), (1.0 - v0 - w0, -dv - dw)] {
                let zero = a.x - f0 / df;
                match df {
                    df if df > 0.0 => from = from.max(zero - 1.0),
                    df if df < 0.0 => to = to.min(zero + 1.0),
                    _ => {}
                }
            }
            // One more at either end does no harm, and needs no rounding: every sample is asked whether it is inside.
            let start = ((from - 0.5) as usize).max(across.start);
            let end = ((to + 0.5) as usize + 1).min(across.end);
            for column in start..end {
                let x = column as f64 + 0.5 - a.x;
                let (v, w) = (v0 + dv * x, w0 + dw * x);
                let u = 1.0 - v - w;
                if u < 0.0 || v < 0.0 || w < 0.0 {
                    continue;
                }
                let over = u * a.over + v * b.over + w * c.over;
                let (depth, weights) = if self.perspective {
                    let depth = 1.0 / over;
                    (depth, [(v * b.over * depth) as f32, (w * c.over * depth) as f32])
                } else {
                    (over, [v as f32, w as f32])
                };
                put((row - rows.start) * self.width + column, depth as f32, weights);
            }
        }
    }

    /// The least depth at every sample.
    pub(super) fn depths(&self, points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<f32> {
        let bands = self.bands(points, triangles, 16);
        let mut depths = vec![f32::INFINITY; self.width * self.height];
        depths.par_chunks_mut(bands.rows * self.width).enumerate().for_each(|(band, rows)| {
            let first = band * bands.rows;
            let range = first..first + rows.len() / self.width;
            for &number in &bands.reach[band] {
                self.fill(range.clone(), bands.corners(triangles[number as usize]), |place, depth, _| {
                    rows[place] = rows[place].min(depth);
                });
            }
        });
        depths
    }
}
