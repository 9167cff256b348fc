//! What each pixel sees: mostly one thing, at edges several with their shares.

use std::ops::Range;

use lope::math::vec3::{Vec3, dot};
use rayon::prelude::*;

use super::raster::{Bands, Lens, NOTHING, Seen};
use super::soup::Soup;

/// Pixel rows of a band: few enough for its samples to stay close to the processor.
pub(super) const ROWS: usize = 8;
/// Most samples along a side of a pixel.
pub(super) const MOST: usize = 8;
/// Samples of one smooth surface whose normals differ by less than this are lit together; cosine.
const ALIKE: f64 = 0.95;

/// A part of a pixel that sees one thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fragment {
    pub(super) seen: Seen,
    /// Which sample of the pixel it was seen at.
    pub(super) sample: u8,
    /// How many samples see it.
    pub(super) count: u8,
}

impl Fragment {
    const fn nothing(side: usize) -> Self {
        Self { seen: Seen::NOTHING, sample: (side * side / 2) as u8, count: (side * side) as u8 }
    }
}

/// The pixels of a picture.
pub(super) struct Grid {
    /// What most of each pixel sees.
    pub(super) first: Vec<Fragment>,
    /// What the rest sees: for each band, numbers of pixels within it, ascending.
    pub(super) more: Vec<Vec<(u32, Fragment)>>,
    /// The columns of each band that triangles reach.
    pub(super) touched: Vec<Range<usize>>,
}

impl Grid {
    /// Looks through a lens that has `side` samples along each side of a pixel.
    pub(super) fn new(lens: &Lens, side: usize, view: &[Vec3], soup: &Soup<'_>, units: &[Vec3]) -> Self {
        let (width, height) = (lens.width / side, lens.height / side);
        let bands = lens.bands(view, &soup.triangles, ROWS * side);
        let alike = |a: &Seen, b: &Seen| {
            if a.triangle == b.triangle {
                return true;
            }
            if a.triangle == NOTHING || b.triangle == NOTHING {
                return false;
            }
            let (s, t) = (a.triangle as usize, b.triangle as usize);
            let pixel = a.depth * (side as f64 / lens.scale) as f32;
            soup.owners[s] == soup.owners[t]
                && (a.depth - b.depth).abs() < 4.0 * pixel
                && dot(units[s], units[t]) > ALIKE
        };
        let mut first = vec![Fragment::nothing(side); width * height];
        let bounds = |band| match bands.across(band, soup, lens.width) {
            Some(touched) => touched.start / side..touched.end.div_ceil(side),
            None => 0..0,
        };
        let touched: Vec<Range<usize>> = (0..bands.reach.len()).into_par_iter().map(bounds).collect();
        let more = first
            .par_chunks_mut(ROWS * width)
            .enumerate()
            .map_init(Vec::new, |samples, (band, pixels)| {
                let mut more = Vec::new();
                let touched = touched[band].clone();
                if touched.is_empty() {
                    return more;
                }
                let columns = touched.start * side..touched.end * side;
                draw(lens, &bands, soup, band, pixels.len() / width * side, columns, samples);
                for (row, pixels) in pixels.chunks_exact_mut(width).enumerate() {
                    for (x, pixel) in touched.clone().zip(&mut pixels[touched.clone()]) {
                        let corner = (row * lens.width + x) * side;
                        let sample = |k: usize| samples[corner + k / side * lens.width + k % side];
                        let number = (row * width + x) as u32;
                        *pixel = split(side, sample, &alike, |other| more.push((number, other)));
                    }
                }
                more
            })
            .collect();
        Self { first, more, touched }
    }
}

/// Draws the samples of a band; those outside of the columns, which no triangle reaches, stay what they are.
fn draw(
    lens: &Lens,
    bands: &Bands,
    soup: &Soup<'_>,
    band: usize,
    rows: usize,
    columns: Range<usize>,
    samples: &mut Vec<Seen>,
) {
    samples.resize(rows * lens.width, Seen::NOTHING);
    samples.chunks_exact_mut(lens.width).for_each(|row| row[columns.clone()].fill(Seen::NOTHING));
    let top = band * bands.rows;
    for &number in &bands.reach[band] {
        let corners = bands.corners(soup.triangles[number as usize]);
        lens.fill(top..top + rows, corners, |place, depth, weights| {
            let slot = &mut samples[place];
            if depth < slot.depth {
                *slot = Seen { triangle: number, depth, weights };
            }
        });
    }
}

/// Gathers the samples of a pixel that see the same thing. Returns what most see, and hands the others over.
fn split(
    side: usize,
    sample: impl Fn(usize) -> Seen,
    alike: &impl Fn(&Seen, &Seen) -> bool,
    mut hand: impl FnMut(Fragment),
) -> Fragment {
    let total = side * side;
    let middle = total / 2;
    let centre = sample(middle);
    if (0..total).all(|k| sample(k).triangle == centre.triangle) {
        return Fragment { seen: centre, sample: middle as u8, count: total as u8 };
    }
    let mut groups = [Fragment::nothing(side); MOST * MOST];
    let mut found = 0;
    // The middle first, so that it speaks for its group.
    for k in std::iter::once(middle).chain((0..total).filter(|&k| k != middle)) {
        let seen = sample(k);
        match groups[..found].iter_mut().find(|group| alike(&group.seen, &seen)) {
            Some(group) => group.count += 1,
            None => {
                groups[found] = Fragment { seen, sample: k as u8, count: 1 };
                found += 1;
            }
        }
    }
    let most = (1..found).fold(0, |most, k| if groups[k].count > groups[most].count { k } else { most });
    (0..found).filter(|&k| k != most).for_each(|k| hand(groups[k]));
    groups[most]
}
