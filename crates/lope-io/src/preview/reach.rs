//! Where things can shade the floor or hide the sky from it. Elsewhere the floor looks like the background, and nobody
//! has to look: in most pictures that is half of the pixels.

use lope::math::vec3::Vec3;
use rayon::prelude::*;

use super::camera::Frame;
use super::grid::{Grid, ROWS};
use super::light::{REACH, Shadow};
use super::raster::{Lens, NOTHING};

/// Pixels along a side of a tile.
pub(super) const TILE: usize = ROWS;
/// Pixels around a tile that share their light with it, and some for rounding.
const MARGIN: f64 = 3.0;

/// What a tile of pixels may see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touch {
    /// A surface.
    pub(super) surface: bool,
    /// A shadow.
    pub(super) shade: bool,
    /// A floor that does not see all of the sky.
    pub(super) hidden: bool,
}

impl Touch {
    /// Whatever there is.
    pub(super) const ALL: Self = Self { surface: true, shade: true, hidden: true };

    /// Whether there is nothing but background, or a floor that looks like it.
    pub(super) fn is_bare(self) -> bool {
        self == Self::default()
    }
}

/// What all tiles of a picture may see.
pub(super) struct Reach {
    across: usize,
    tiles: Vec<Touch>,
}

impl Reach {
    pub(super) fn new(grid: &Grid, whole: usize, ground: &Ground<'_>, shadow: &Shadow) -> Self {
        let (width, height) = (ground.lens.width, ground.lens.height);
        let (across, down) = (width.div_ceil(TILE), height.div_ceil(TILE));
        let seen = |tile: usize| {
            let (left, top) = (tile % across * TILE, tile / across * TILE);
            let touched = &grid.touched[tile / across];
            let reached = left < touched.end && left + TILE > touched.start;
            reached
                && (top..(top + TILE).min(height)).any(|y| {
                    let row = &grid.first[y * width + left..y * width + (left + TILE).min(width)];
                    row.iter().any(|f| f.seen.triangle != NOTHING || usize::from(f.count) != whole)
                })
        };
        let seen: Vec<bool> = (0..across * down).into_par_iter().map(seen).collect();
        let sums = Sums::new(across, down, |tile| seen[tile]);
        let touch = |tile: usize| match seen[tile] {
            true => Touch::ALL,
            false => ground.touch([tile % across, tile / across], &sums, shadow),
        };
        Self { across, tiles: (0..across * down).into_par_iter().map(touch).collect() }
    }

    /// Of a picture of which nothing is known.
    #[cfg(test)]
    pub(super) fn unknown(width: usize, height: usize) -> Self {
        let across = width.div_ceil(TILE);
        Self { across, tiles: vec![Touch::ALL; across * height.div_ceil(TILE)] }
    }

    /// The tiles of a row of them.
    pub(super) fn row(&self, row: usize) -> &[Touch] {
        &self.tiles[row * self.across..(row + 1) * self.across]
    }
}

/// The floor as a camera sees it. Pictures are upright, so its depth is the same along a row.
pub(super) struct Ground<'a> {
    pub(super) lens: &'a Lens,
    pub(super) frame: &'a Frame,
    pub(super) floor: Option<f64>,
    /// Radius of the scene.
    pub(super) radius: f64,
}

impl Ground<'_> {
    /// Depth of the floor at a height of the picture; infinite above the horizon.
    pub(super) fn depth(&self, y: f64) -> f64 {
        let Some(floor) = self.floor else { return f64::INFINITY };
        let fall =
            self.frame.to_scene(self.lens.point(0.5 * self.lens.width as f64, y, 1.0))[1] - self.frame.eye[1];
        let depth = (floor - self.frame.eye[1]) / fall;
        if fall < 0.0 && depth.is_finite() { depth } else { f64::INFINITY }
    }

    /// What a tile of floor and background may see.
    fn touch(&self, [column, row]: [usize; 2], seen: &Sums, shadow: &Shadow) -> Touch {
        let around = |k: usize| [(k * TILE) as f64 - MARGIN, ((k + 1) * TILE) as f64 + MARGIN];
        let (x, y) = (around(column), around(row));
        let z = y.map(|y| self.depth(y));
        match z.map(f64::is_finite) {
            [_, false] => return Touch::default(),
            [false, true] => return Touch::ALL,
            [true, true] => {}
        }
        let corner = |k: usize| self.frame.to_scene(self.lens.point(x[k % 2], y[k / 2], z[k / 2]));
        let shade = shadow.may_reach([0, 1, 2, 3].map(corner));
        let hidden = self.looks(x, y, z).is_none_or(|[x, y]| {
            let tiles = |[from, to]: [f64; 2]| {
                [(from / TILE as f64) as usize, (to.max(0.0) / TILE as f64) as usize + 1]
            };
            (x[1] >= 0.0 && y[1] >= 0.0) && seen.any(tiles(x), tiles(y))
        });
        Touch { surface: false, shade, hidden }
    }

    /// The part of the picture that a piece of floor looks at to see how open it lies; none: no bound is known.
    ///
    /// Looks go from a place to `length · (d + 1.01 n)`, d of the unit ball and n upwards.
    fn looks(&self, x: [f64; 2], y: [f64; 2], z: [f64; 2]) -> Option<[[f64; 2]; 2]> {
        let length = 0.75 * REACH * self.radius;
        let up: Vec3 = self.frame.turned([0.0, 1.02, 0.0]);
        let go = |k: usize| [(length * (up[k] - 1.0)).min(0.0), (length * (up[k] + 1.0)).max(0.0)];
        let (centre, scale) =
            ([0.5 * self.lens.width as f64, 0.5 * self.lens.height as f64], self.lens.scale);
        let [right, rise] = [go(0), go(1)].map(|go| go.map(|way| way * scale));
        let mut bounds = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        // Each of these is the quotient of two linear functions, so its extremes are at corners.
        let ahead = go(2);
        for near in z {
            for away in ahead.map(|dz| near + dz) {
                if away <= 0.0 {
                    return None;
                }
                let over = 1.0 / away;
                for end in 0..2 {
                    let across = [0, 1].map(|k| ((x[end] - centre[0]) * near + right[k]) * over + centre[0]);
                    let down = [0, 1].map(|k| ((y[end] - centre[1]) * near - rise[k]) * over + centre[1]);
                    for (bound, value) in bounds.iter_mut().zip([across, down]) {
                        *bound = [bound[0].min(value[0]).min(value[1]), bound[1].max(value[0]).max(value[1])];
                    }
                }
            }
        }
        Some(bounds)
    }
}

/// Answers whether something is in any rectangle of a grid.
pub(super) struct Sums {
    across: usize,
    down: usize,
    /// How many cells above and to the left of a corner are taken.
    sums: Vec<u32>,
}

impl Sums {
    pub(super) fn new(across: usize, down: usize, taken: impl Fn(usize) -> bool) -> Self {
        let mut sums = vec![0; (across + 1) * (down + 1)];
        for row in 0..down {
            let mut line = 0;
            for column in 0..across {
                line += u32::from(taken(row * across + column));
                sums[(row + 1) * (across + 1) + column + 1] = sums[row * (across + 1) + column + 1] + line;
            }
        }
        Self { across, down, sums }
    }

    /// Whether a cell of these columns and rows is taken.
    pub(super) fn any(&self, columns: [usize; 2], rows: [usize; 2]) -> bool {
        let ([left, right], [top, bottom]) =
            (columns.map(|c| c.min(self.across)), rows.map(|r| r.min(self.down)));
        let at = |column: usize, row: usize| self.sums[row * (self.across + 1) + column];
        left < right && top < bottom && at(right, bottom) + at(left, top) > at(left, bottom) + at(right, top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_find_what_is_in_a_rectangle() {
        let sums = Sums::new(4, 3, |cell| cell == 6);
        assert!(sums.any([0, 4], [0, 3]) && sums.any([2, 3], [1, 2]) && sums.any([0, 99], [0, 99]));
        assert!(!sums.any([0, 2], [0, 3]) && !sums.any([2, 3], [2, 3]) && !sums.any([2, 2], [1, 2]));
    }
}
