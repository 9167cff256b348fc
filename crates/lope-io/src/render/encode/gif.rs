//! GIF: one palette for the whole film, and of every frame only what changed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use rayon::prelude::*;

use super::super::{RenderError, Result, Studio};
use super::Sink;
use super::palette::{KEPT, Palette};
use crate::output::{OutputError, atomic};
use crate::plot::Image;

/// Frames that the palette is chosen from.
const SAMPLE: usize = 6;

/// A film of 256 colours.
pub(super) struct Gif {
    path: PathBuf,
    palette: Palette,
    encoder: Encoder<Vec<u8>>,
    size: [usize; 2],
    /// What is on the screen.
    shown: Vec<u8>,
    /// Hundredths of a second for each frame, and what rounding has cost so far.
    delay: f64,
    owed: f64,
}

/// Pictures from all over a film, by their numbers.
pub(super) fn sample(studio: &Studio<'_>) -> BTreeMap<usize, Image> {
    let count = studio.film().moments.len();
    let every = count.div_ceil(SAMPLE).max(1);
    let chosen: Vec<usize> = (0..count).step_by(every).collect();
    chosen.into_par_iter().map(|moment| (moment, studio.draw(moment))).collect()
}

fn bad(error: gif::EncodingError) -> RenderError {
    OutputError::shape(format!("a film does not fit GIF: {error}")).into()
}

impl Gif {
    pub(super) fn new<'a>(
        path: &Path,
        size: [usize; 2],
        fps: f64,
        sample: impl Iterator<Item = &'a Image>,
    ) -> Result<Self> {
        let palette = Palette::new(sample);
        let [width, height] = size.map(|side| side.min(usize::from(u16::MAX)) as u16);
        let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes()).map_err(bad)?;
        encoder.set_repeat(Repeat::Infinite).map_err(bad)?;
        // Browsers slow down what is faster than a fiftieth.
        let delay = (100.0 / fps).max(2.0);
        Ok(Self { path: path.into(), palette, encoder, size, shown: Vec::new(), delay, owed: 0.0 })
    }

    /// Left, top, width and height of what differs from the screen; one pixel if nothing does.
    fn changed(&self, pixels: &[u8]) -> [usize; 4] {
        let [width, height] = self.size;
        if self.shown.is_empty() {
            return [0, 0, width, height];
        }
        let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
        for (row, (new, old)) in pixels.chunks_exact(width).zip(self.shown.chunks_exact(width)).enumerate() {
            let Some(first) = (0..width).find(|&x| new[x] != old[x]) else { continue };
            let last = (first..width).rev().find(|&x| new[x] != old[x]).unwrap_or(first);
            (left, right) = (left.min(first), right.max(last + 1));
            (top, bottom) = (top.min(row), row + 1);
        }
        if left < right { [left, top, right - left, bottom - top] } else { [0, 0, 1, 1] }
    }
}

impl Sink for Gif {
    fn take(&mut self, picture: &Image) -> Result<()> {
        let pixels = self.palette.apply(picture);
        let [left, top, width, height] = self.changed(&pixels);
        let rows = (top..top + height).flat_map(|row| {
            let start = row * self.size[0] + left;
            start..start + width
        });
        let same = |place: usize| self.shown.get(place) == Some(&pixels[place]);
        let buffer: Vec<u8> = rows.map(|place| if same(place) { KEPT } else { pixels[place] }).collect();
        self.owed += self.delay;
        let delay = self.owed.round();
        self.owed -= delay;
        let frame = Frame {
            delay: delay.clamp(1.0, 65_535.0) as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(KEPT),
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(bad)?;
        self.shown = pixels;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let bytes = self.encoder.into_inner().map_err(bad)?;
        Ok(atomic::write_parts(&self.path, &[&bytes], false)?)
    }
}
