//! A few colours for many: median cut, improved by a few rounds of means, and a fixed pattern of dots between them.
//!
//! The pattern belongs to the places of pixels, not to their history. What stands still therefore stays the same from
//! frame to frame, and costs nothing.

use rayon::prelude::*;

use crate::plot::Image;

/// Number of the colour that stands for «as before».
pub(super) const KEPT: u8 = 255;
/// Colours of a palette.
const COLORS: usize = KEPT as usize;
/// Bits of a channel in the table of nearest colours.
const BITS: usize = 6;
/// Rounds of means.
const ROUNDS: usize = 4;
/// How far the pattern of dots goes, in steps of a channel.
const SPREAD: i32 = 9;

/// Colours, and the nearest of them to any other.
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
    nearest: Vec<u8>,
}

/// A colour of the pictures and how often it occurs.
#[derive(Clone, Copy)]
struct Bin {
    color: [f64; 3],
    count: f64,
}

impl Palette {
    /// The colours that show these pictures best.
    pub(super) fn new<'a>(pictures: impl Iterator<Item = &'a Image>) -> Self {
        let bins = histogram(pictures);
        let mut centers: Vec<[f64; 3]> = cut(bins.clone()).iter().map(|bins| mean(bins)).collect();
        for _ in 0..ROUNDS {
            centers = improve(&bins, &centers);
        }
        let colors: Vec<[u8; 3]> = centers.iter().map(|c| c.map(|x| x.round() as u8)).collect();
        let side = 1 << BITS;
        let value = |step: usize| (step as f64 + 0.5) * (256 / side) as f64;
        let nearest = (0..side * side * side)
            .into_par_iter()
            .map(|place| {
                let color = [place / (side * side), place / side % side, place % side].map(value);
                closest(&centers, color) as u8
            })
            .collect();
        Self { colors, nearest }
    }

    /// All 256 entries as bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.as_flattened().to_vec();
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// The number of a colour for each pixel.
    pub(super) fn apply(&self, picture: &Image) -> Vec<u8> {
        let width = picture.width();
        let pixels = picture.pixels().as_chunks::<3>().0;
        let mut numbers = vec![0; pixels.len()];
        let rows = pixels.par_chunks(width).zip(numbers.par_chunks_mut(width)).enumerate();
        rows.for_each(|(y, (pixels, numbers))| {
            let shift: [i32; 8] = std::array::from_fn(|x| (bayer(x, y) * SPREAD - 32 * SPREAD) / 64);
            for (x, (&[r, g, b], number)) in pixels.iter().zip(numbers).enumerate() {
                let shift = shift[x % 8];
                let entry = |channel: u8| (i32::from(channel) + shift).clamp(0, 255) as usize >> (8 - BITS);
                *number = self.nearest[(entry(r) << (2 * BITS)) | (entry(g) << BITS) | entry(b)];
            }
        });
        numbers
    }
}

/// The threshold of Bayer's 8 × 8 pattern at a place, 0 to 63.
fn bayer(x: usize, y: usize) -> i32 {
    let (mut v, x, y) = (0, x & 7, y & 7);
    for bit in 0..3 {
        let (a, b) = ((x >> bit) & 1, (y >> bit) & 1);
        v = v << 2 | (a ^ b) << 1 | b;
    }
    v as i32
}

/// Colours that occur, on a grid of 32 steps a channel, with the mean of what fell there.
fn histogram<'a>(pictures: impl Iterator<Item = &'a Image>) -> Vec<Bin> {
    let mut sums = vec![([0.0; 3], 0.0); 1 << 15];
    for [r, g, b] in pictures.flat_map(|picture| picture.pixels().as_chunks::<3>().0) {
        let place = usize::from(r >> 3) << 10 | usize::from(g >> 3) << 5 | usize::from(b >> 3);
        let (sum, count) = &mut sums[place];
        *count += 1.0;
        [*r, *g, *b].into_iter().zip(sum).for_each(|(channel, sum)| *sum += f64::from(channel));
    }
    let there = sums.into_iter().filter(|(_, count)| *count > 0.0);
    // Rare colours count more than their number: a small bright thing is looked at.
    there.map(|(sum, count)| Bin { color: sum.map(|s| s / count), count: count.sqrt() }).collect()
}

fn mean(bins: &[Bin]) -> [f64; 3] {
    let total: f64 = bins.iter().map(|bin| bin.count).sum();
    [0, 1, 2].map(|k| bins.iter().map(|bin| bin.count * bin.color[k]).sum::<f64>() / total.max(1e-300))
}

/// The axis along which colours differ most, and by how much in all.
fn spread(bins: &[Bin]) -> (usize, f64) {
    let middle = mean(bins);
    let off = |k: usize| bins.iter().map(|bin| bin.count * (bin.color[k] - middle[k]).powi(2)).sum::<f64>();
    let all = [off(0), off(1), off(2)];
    let axis = (1..3).fold(0, |most, k| if all[k] > all[most] { k } else { most });
    (axis, all[axis])
}

/// Divides colours into boxes, always that which differs most, at the mean of its longest axis.
fn cut(bins: Vec<Bin>) -> Vec<Vec<Bin>> {
    let mut boxes = vec![(spread(&bins), bins)];
    while boxes.len() < COLORS {
        let widest = (0..boxes.len()).max_by(|a, b| boxes[*a].0.1.total_cmp(&boxes[*b].0.1).then(b.cmp(a)));
        let Some(number) = widest.filter(|&number| boxes[number].0.1 > 0.0) else { break };
        let ((axis, _), bins) = boxes.swap_remove(number);
        let middle = mean(&bins)[axis];
        let (low, high): (Vec<Bin>, Vec<Bin>) = bins.into_iter().partition(|bin| bin.color[axis] < middle);
        for half in [low, high] {
            boxes.push((spread(&half), half));
        }
    }
    boxes.into_iter().map(|(_, bins)| bins).filter(|bins| !bins.is_empty()).collect()
}

fn closest(centers: &[[f64; 3]], color: [f64; 3]) -> usize {
    let far = |center: &[f64; 3]| {
        // Green weighs most in the eye, blue least.
        let [r, g, b] = [0, 1, 2].map(|k| (center[k] - color[k]).powi(2));
        3.0 * r + 5.0 * g + 2.0 * b
    };
    let mut best = (0, f64::INFINITY);
    for (number, center) in centers.iter().enumerate() {
        let distance = far(center);
        if distance < best.1 {
            best = (number, distance);
        }
    }
    best.0
}

/// Moves every colour to the mean of those it is the nearest to.
fn improve(bins: &[Bin], centers: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let nearest: Vec<usize> = bins.par_iter().map(|bin| closest(centers, bin.color)).collect();
    let mut sums = vec![([0.0; 3], 0.0); centers.len()];
    for (bin, number) in bins.iter().zip(nearest) {
        let (sum, count) = &mut sums[number];
        (0..3).for_each(|k| sum[k] += bin.count * bin.color[k]);
        *count += bin.count;
    }
    let moved = sums.iter().zip(centers);
    moved.map(|((sum, count), old)| if *count > 0.0 { sum.map(|s| s / count) } else { *old }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Color;

    #[test]
    fn few_colours_stay_what_they_are() {
        let mut image = Image::new(64, 8, Color(250, 250, 250));
        image.fill(0, 0, 20, 8, Color(10, 60, 200));
        image.fill(30, 0, 10, 8, Color(220, 30, 30));
        let palette = Palette::new(std::iter::once(&image));
        let numbers = palette.apply(&image);
        for (number, pixel) in numbers.iter().zip(image.pixels().as_chunks::<3>().0) {
            assert_eq!(palette.colors[*number as usize], *pixel);
        }
    }

    #[test]
    fn a_gradient_is_close_on_average() {
        let pixels = (0..256 * 64).flat_map(|i| [(i % 256) as u8, 128, 255 - (i % 256) as u8]).collect();
        let image = Image::from_pixels(256, 64, pixels);
        let palette = Palette::new(std::iter::once(&image));
        let numbers = palette.apply(&image);
        assert!(numbers.iter().all(|&number| number != KEPT));
        for column in 0..256 {
            let sum: f64 =
                (0..64).map(|row| f64::from(palette.colors[numbers[256 * row + column] as usize][0])).sum();
            assert!((sum / 64.0 - column as f64).abs() < 5.0, "{column}: {}", sum / 64.0);
        }
    }

    #[test]
    fn the_pattern_has_every_threshold_once() {
        let mut all: Vec<i32> = (0..64).map(|i| bayer(i % 8, i / 8)).collect();
        all.sort_unstable();
        assert_eq!(all, (0..64).collect::<Vec<_>>());
    }
}
