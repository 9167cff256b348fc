//! What a chart is drawn on.

use super::palette::Color;

/// A place in a drawing: x to the right, y down.
pub type Point = [f64; 2];

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

/// A pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub color: Color,
    /// Width.
    pub width: f64,
    /// Whether the line is broken into dashes.
    pub dashed: bool,
}

/// Lengths of a dash and of the gap after it.
pub const DASH: [f64; 2] = [6.0, 4.0];

/// Which point of a text its place names; always on the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// How words look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lettering {
    /// Height of a line.
    pub size: f64,
    /// Colour.
    pub color: Color,
    /// Whether it is heavy.
    pub bold: bool,
    /// Which point of the text is placed.
    pub anchor: Anchor,
    /// Whether it runs upwards.
    pub upwards: bool,
}

/// Something that takes lines and words.
pub trait Canvas {
    /// Fills a rectangle.
    fn fill(&mut self, rect: Rect, color: Color);
    /// Draws an open line through the points.
    fn line(&mut self, points: &[Point], stroke: Stroke);
    /// Fills a disc.
    fn disc(&mut self, center: Point, radius: f64, color: Color);
    /// Writes one line of text.
    fn text(&mut self, at: Point, text: &str, lettering: Lettering);
    /// How wide that text is, or will be as far as can be known.
    fn text_width(&self, text: &str, lettering: Lettering) -> f64;
}
