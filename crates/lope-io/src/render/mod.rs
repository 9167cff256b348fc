//! Pictures and films of runs, drawn without a graphics card or a display.
//!
//! A [`Film`] holds the moments that are to be shown, of a recording or of a scene that is simulated for it. A
//! [`Studio`] chooses one camera, one floor and one scale of colours for all of them, and draws each with the renderer
//! of [`preview`](super::preview); legend, time and an energy plot are laid over it. [`still`], [`montage`] and
//! [`animate`] write what was drawn. A picture depends on the moments and the settings alone, not on the number of
//! threads.

mod colours;
mod encode;
mod film;
mod overlay;
mod studio;

pub use encode::{Format, Tell, animate, frame_rate};
pub use film::{Film, Pick};
pub use studio::Studio;

use std::path::Path;

use lope::minimize::Outcome;
use lope::scene::model::View;

use crate::output::{OutputError, atomic};
use crate::plot::Image;
use crate::preview::Theme;
use crate::show::Colour;

/// How a film is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Width and height, pixels.
    pub size: [usize; 2],
    /// What colours say.
    pub colour: Colour,
    /// Values of the first and the last colour; none: those that occur.
    pub range: Option<[f64; 2]>,
    /// Whether edges of triangles are drawn.
    pub wire: bool,
    /// Whether there is a floor.
    pub floor: bool,
    /// Surroundings.
    pub theme: Theme,
    /// Where from; what is left out is chosen.
    pub view: View,
    /// Whether a plot of the energies is laid over the picture.
    pub inset: bool,
    /// Whether the time is written below.
    pub label: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            size: [1280, 720],
            colour: Colour::Body,
            range: None,
            wire: false,
            floor: true,
            theme: Theme::Light,
            view: View::default(),
            inset: false,
            label: false,
        }
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A frame that is not there.
    #[error("{0}")]
    Pick(String),
    /// A quantity that is not there.
    #[error("colour \"{colour}\": {why}")]
    Colour {
        /// The quantity.
        colour: Colour,
        /// What is missing, and what to do.
        why: String,
    },
    /// Something else that was asked for cannot be.
    #[error("{0}")]
    Asked(String),
    /// A file.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The simulation failed under its policy.
    #[error("step {step} did not converge ({0}; see `lope help {0}`); there is nothing to show after it", outcome.word())]
    Failed {
        /// The step.
        step: u64,
        /// How it ended.
        outcome: Outcome,
    },
    /// The encoder of films failed.
    #[error("ffmpeg failed: {0}")]
    Encoder(String),
    /// Asked to stop.
    #[error("interrupted; nothing was written")]
    Interrupted,
}

impl RenderError {
    /// Whether what was asked for is the reason, not what happened on the way.
    pub fn is_input(&self) -> bool {
        match self {
            Self::Pick(_) | Self::Colour { .. } | Self::Asked(_) => true,
            Self::Output(error) => matches!(error, OutputError::Content { .. } | OutputError::Io { .. }),
            Self::Failed { .. } | Self::Encoder(_) | Self::Interrupted => false,
        }
    }
}

/// Result of what draws.
pub type Result<T> = std::result::Result<T, RenderError>;

/// Draws the last moment of a film into a PNG file.
pub fn still(studio: &Studio<'_>, path: &Path) -> Result<()> {
    save(&studio.draw(studio.film().moments.len() - 1), path)
}

/// Draws the moments of a film side by side, with their times, into a PNG file. What colours mean stands beside them.
///
/// `look` is that of the whole picture.
pub fn montage(film: &Film, look: &Look, columns: usize, path: &Path) -> Result<[usize; 2]> {
    let count = film.moments.len();
    let columns = columns.clamp(1, count);
    let rows = count.div_ceil(columns);
    let [width, height] = look.size;
    let panel = |beside: usize| Look {
        size: [width.saturating_sub(beside) / columns, height / rows],
        label: true,
        inset: false,
        ..*look
    };
    let beside = Studio::on_page(film, &panel(0), look.size)?.legend_width();
    let part = panel(beside);
    let [w, h] = part.size;
    if w < 16 || h < 16 {
        return Err(RenderError::Asked(format!(
            "{count} frames do not fit into {width} × {height} pixels; choose fewer, or a larger --size"
        )));
    }
    let studio = Studio::on_page(film, &part, look.size)?;
    let mut sheet = Image::new(width, height, studio.paper());
    for (number, picture) in studio.draw_all_panels().into_iter().enumerate() {
        sheet.lay(&picture, (number % columns * w) as isize, (number / columns * h) as isize, 1.0);
    }
    studio.rule(&mut sheet, [w, h], columns, rows);
    studio.legend(&mut sheet);
    save(&sheet, path)?;
    Ok([sheet.width(), sheet.height()])
}

fn save(image: &Image, path: &Path) -> Result<()> {
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        atomic::create_directory(parent)?;
    }
    Ok(image.save_png(path)?)
}

#[cfg(test)]
mod tests;
