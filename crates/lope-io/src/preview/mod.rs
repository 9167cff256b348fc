//! Pictures drawn without a graphics card.
//!
//! Every sample of the picture keeps the nearest triangle (`raster`), and the samples of a pixel that see the same
//! surface are one fragment of it (`grid`). Fragments get their light (`light`, `paint`): a key light with a soft
//! shadow, a fill light, a sky that corners see less of, and a floor that shows nothing but shadow. Neighbouring pixels
//! look into different directions and share what they find; where
//! nothing can be found, nobody looks (`reach`). Light is averaged as light, not as numbers of a screen. The
//! picture depends on the meshes and the settings alone.

pub mod camera;
mod grid;
mod light;
mod normal;
mod paint;
mod raster;
mod reach;
mod scale;
mod soup;
mod stroke;

pub use camera::{Camera, Direction};
pub use scale::Scale;
pub use stroke::{balls, tubes};

use lope::math::vec3::Vec3;

use crate::plot::{Color, Image};
use paint::Painter;
use soup::Soup;

/// Most samples that a picture may have: what a minute can draw.
const MOST_SAMPLES: usize = 200_000_000;

/// One surface to draw.
#[derive(Clone, Copy, Debug)]
pub struct PreviewMesh<'a> {
    /// Vertex positions.
    pub points: &'a [[f64; 3]],
    /// Triangles; those that name a vertex that does not exist are not drawn.
    pub triangles: &'a [[u32; 3]],
    /// Its colours.
    pub paint: Paint<'a>,
}

/// Colours of a surface.
#[derive(Clone, Copy, Debug)]
pub enum Paint<'a> {
    /// One for all of it.
    Plain(Color),
    /// Those of a number at each vertex.
    Scale {
        /// The numbers; vertices without one are grey.
        values: &'a [f32],
        /// What they look like.
        scale: &'a Scale,
    },
}

/// Surroundings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// A bright studio.
    #[default]
    Light,
    /// A dark one.
    Dark,
}

/// What shadows fall on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Floor {
    /// Nothing.
    None,
    /// A floor under the lowest point.
    #[default]
    Lowest,
    /// A floor at this height.
    At(f64),
}

/// Which pixels look for light; the others take what those around them found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Looking {
    /// All.
    #[default]
    All,
    /// Every second, as the black squares of a chessboard lie: enough for pictures that follow each other.
    Half,
}

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Whether the edges of triangles are drawn.
    pub wire: bool,
    /// Whether small angles between triangles are smoothed over.
    pub smooth: bool,
    /// What shadows fall on.
    pub floor: Floor,
    /// Surroundings.
    pub theme: Theme,
    /// Samples along each side of a pixel; fewer if the picture is very large.
    pub samples: usize,
    /// How many pixels look for light.
    pub looking: Looking,
    /// From where to look if there is no camera.
    pub from: Direction,
    /// A camera that stays, for films; none: one that has everything in the picture.
    pub camera: Option<Camera>,
    /// Lowest and highest corner of what casts shadows, for films; none: those of what is drawn.
    pub bounds: Option<[[f64; 3]; 2]>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 960,
            wire: false,
            smooth: true,
            floor: Floor::Lowest,
            theme: Theme::Light,
            samples: 3,
            looking: Looking::All,
            from: Direction::default(),
            camera: None,
            bounds: None,
        }
    }
}

/// Draws meshes.
pub fn render(meshes: &[PreviewMesh<'_>], options: &Options) -> Image {
    let (width, height) = (options.width.max(1), options.height.max(1));
    let soup = Soup::new(meshes, options);
    let used = soup.triangles.iter().flatten().map(|v| &soup.points[*v as usize]);
    let camera =
        options.camera.unwrap_or_else(|| Camera::fit(used, options.from, camera::VIEW_ANGLE, width, height));
    let mut samples = options.samples.clamp(1, grid::MOST);
    while samples > 1 && width * height * samples * samples > MOST_SAMPLES {
        samples -= 1;
    }
    Painter::new(soup, camera, samples, Options { width, height, ..*options }).paint()
}

/// Linear light of a colour of the screen.
fn linear(color: Color) -> Vec3 {
    [color.0, color.1, color.2].map(|byte| (f64::from(byte) / 255.0).powf(2.2))
}

#[cfg(test)]
mod tests;
