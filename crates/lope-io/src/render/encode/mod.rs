//! Films as files.

mod apng;
mod ffmpeg;
mod gif;
mod palette;

use std::collections::BTreeMap;
use std::path::Path;

use lope::minimize::Control;
use rayon::prelude::*;

use super::{Film, RenderError, Result, Studio};
use crate::output::atomic;
use crate::plot::Image;

/// Formats of pictures and films.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One picture.
    Png,
    /// A film that every browser plays; 256 colours.
    Gif,
    /// A film of PNG pictures, nothing lost.
    Apng,
    /// H.264, by ffmpeg.
    Mp4,
    /// VP9, by ffmpeg.
    WebM,
}

impl Format {
    /// The format that the ending of a file says.
    ///
    /// # Errors
    /// If it says none.
    pub fn of(path: &Path) -> Result<Self> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("png") => Ok(Self::Png),
            Some("gif") => Ok(Self::Gif),
            Some("apng") => Ok(Self::Apng),
            Some("mp4") => Ok(Self::Mp4),
            Some("webm") => Ok(Self::WebM),
            _ => Err(RenderError::Asked(format!(
                "{}: which format? End the name in .png (a picture), .gif, .apng, .mp4 or .webm (films)",
                path.display()
            ))),
        }
    }

    /// Whether it is a film.
    pub fn moves(self) -> bool {
        self != Self::Png
    }

    /// Whether it can be written here.
    ///
    /// # Errors
    /// If it needs ffmpeg and there is none.
    pub fn available(self) -> Result<()> {
        match self {
            Self::Mp4 | Self::WebM => ffmpeg::found(),
            Self::Png | Self::Gif | Self::Apng => Ok(()),
        }
    }
}

/// Takes pictures one after the other.
trait Sink: Send {
    fn take(&mut self, picture: &Image) -> Result<()>;
    fn finish(self: Box<Self>) -> Result<()>;
}

/// Hears how many frames of how many are done, and may ask to stop.
pub type Tell<'a> = dyn FnMut(usize, usize) -> Control + 'a;

/// Frames a second that show a film as fast as it happened.
pub fn frame_rate(film: &Film) -> f64 {
    let times: Vec<f64> = film.moments.iter().map(|moment| moment.time).collect();
    let (Some(first), Some(last)) = (times.first(), times.last()) else { return 24.0 };
    let rate = (times.len() - 1) as f64 / (last - first);
    if rate.is_finite() && rate > 0.0 { rate.clamp(1.0, 60.0) } else { 24.0 }
}

/// Draws all moments of a film into a file, which appears when it is whole.
///
/// # Errors
/// If the format cannot be written here, the file cannot be, or `tell` asks to stop.
pub fn animate(
    studio: &Studio<'_>,
    format: Format,
    fps: f64,
    path: &Path,
    tell: &mut Tell<'_>,
) -> Result<()> {
    format.available()?;
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        atomic::create_directory(parent)?;
    }
    let count = studio.film().moments.len();
    let together = rayon::current_num_threads().clamp(1, 8);
    // Pictures that were needed before their turn are not drawn again.
    let drawn = match format {
        Format::Gif => gif::sample(studio),
        _ => BTreeMap::new(),
    };
    let draw = |moment: usize| drawn.get(&moment).cloned().unwrap_or_else(|| studio.draw(moment));
    let mut sink = open(studio, format, fps, path, &drawn)?;
    let mut waiting: Vec<Image> = Vec::new();
    for start in (0..count).step_by(together) {
        let numbers = start..(start + together).min(count);
        // The next pictures are drawn while the last ones are packed.
        let (taken, pictures) = rayon::join(
            || waiting.iter().try_for_each(|picture| sink.take(picture)),
            || numbers.clone().into_par_iter().map(draw).collect(),
        );
        taken?;
        waiting = pictures;
        if tell(numbers.end, count) == Control::Stop {
            return Err(RenderError::Interrupted);
        }
    }
    waiting.iter().try_for_each(|picture| sink.take(picture))?;
    sink.finish()
}

fn open(
    studio: &Studio<'_>,
    format: Format,
    fps: f64,
    path: &Path,
    drawn: &BTreeMap<usize, Image>,
) -> Result<Box<dyn Sink>> {
    let size = studio.size();
    Ok(match format {
        Format::Gif => Box::new(gif::Gif::new(path, size, fps, drawn.values())?),
        Format::Png | Format::Apng => {
            Box::new(apng::Apng::new(path, size, fps, studio.film().moments.len())?)
        }
        Format::Mp4 | Format::WebM => Box::new(ffmpeg::Ffmpeg::new(path, size, fps, format)?),
    })
}
