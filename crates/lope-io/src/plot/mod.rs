//! Charts and pictures: one description, drawn as SVG text or as PNG pixels.
//!
//! A [`Chart`] says what is shown; a [`canvas::Canvas`] knows how to put lines and words somewhere. There are
//! two of them, [`svg`] and [`raster`], so a plot in a web page and its picture in a README are the same
//! drawing. Nothing outside is needed: no plotting library, no font file. The output is a function of the
//! data alone.

mod axis;
pub mod bars;
pub mod canvas;
pub mod chart;
mod curve;
pub mod figure;
pub mod font;
pub mod image;
pub mod palette;
pub mod raster;
pub mod run;
pub mod runs;
pub mod svg;

pub(crate) use axis::ticks;
pub use bars::Bars;
pub use chart::{Chart, Style};
pub use figure::Figure;
pub use image::Image;
pub use palette::Color;
pub use run::plot_run;
pub use runs::plot_runs;
