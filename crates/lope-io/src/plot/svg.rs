//! Drawings as SVG text: sharp at any size, searchable, and small enough to sit inside a page.

use std::fmt::Write as _;

use super::canvas::{Anchor, Canvas, DASH, Lettering, Point, Rect, Stroke};
use super::palette::Color;

/// An SVG document as it grows. It uses no identifiers, so that any number of drawings can share a page.
#[derive(Debug)]
pub struct Svg {
    body: String,
    width: f64,
    height: f64,
}

impl Svg {
    /// An empty drawing.
    pub fn new(width: f64, height: f64) -> Self {
        Self { body: String::new(), width, height }
    }

    /// The document.
    pub fn finish(self) -> String {
        self.close(" xmlns=\"http://www.w3.org/2000/svg\"")
    }

    /// The drawing as an element of an HTML page, which needs no name space.
    pub fn finish_inline(self) -> String {
        self.close(" role=\"img\"")
    }

    fn close(self, attribute: &str) -> String {
        let (w, h) = (number(self.width), number(self.height));
        format!(
            "<svg{attribute} width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             font-family=\"Inter, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif\">\n\
             {}</svg>\n",
            self.body
        )
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }
}

impl Canvas for Svg {
    fn fill(&mut self, rect: Rect, color: Color) {
        let [x, y, w, h] = [rect.x, rect.y, rect.w, rect.h].map(number);
        let color = color.hex();
        self.push(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{color}\"/>"));
    }

    fn line(&mut self, points: &[Point], stroke: Stroke) {
        if points.len() < 2 {
            return;
        }
        let mut path = String::new();
        for (i, [x, y]) in points.iter().enumerate() {
            let _ = write!(path, "{}{} {}", if i == 0 { 'M' } else { 'L' }, number(*x), number(*y));
        }
        let dash = if stroke.dashed {
            format!(" stroke-dasharray=\"{} {}\"", number(DASH[0]), number(DASH[1]))
        } else {
            String::new()
        };
        let (color, width) = (stroke.color.hex(), number(stroke.width));
        self.push(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\"{dash}/>"
        ));
    }

    fn disc(&mut self, center: Point, radius: f64, color: Color) {
        let ([x, y], r, color) = (center.map(number), number(radius), color.hex());
        self.push(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{color}\"/>"));
    }

    fn text(&mut self, at: Point, text: &str, lettering: Lettering) {
        let [x, y] = at.map(number);
        let anchor = match lettering.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if lettering.bold { " font-weight=\"600\"" } else { "" };
        let turn =
            if lettering.upwards { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
        let (size, color, text) = (number(lettering.size), lettering.color.hex(), escape(text));
        self.push(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{color}\"{anchor}{weight}{turn}>{text}</text>"
        ));
    }

    /// The reader's font is not known: an average of common ones, on the safe side.
    fn text_width(&self, text: &str, lettering: Lettering) -> f64 {
        let wide = if lettering.bold { 0.60 } else { 0.56 };
        text.chars().count() as f64 * lettering.size * wide
    }
}

/// A length to a hundredth, without idle zeros.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::palette::INK;

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, 0.125, -0.001, 100.0, 12.50].map(number), ["1", "0.12", "0", "100", "12.5"]);
    }

    #[test]
    fn words_are_escaped_and_elements_are_closed() {
        let mut svg = Svg::new(10.0, 20.0);
        let lettering = Lettering { size: 12.0, color: INK, bold: true, anchor: Anchor::End, upwards: true };
        svg.text([1.0, 2.0], "a < b & c", lettering);
        svg.line(&[[0.0, 0.0]], Stroke { color: INK, width: 1.0, dashed: false });
        svg.line(&[[0.0, 0.0], [1.5, 2.0]], Stroke { color: INK, width: 1.0, dashed: true });
        let text = svg.finish();
        assert!(text.contains(">a &lt; b &amp; c</text>") && text.contains("rotate(-90 1 2)"), "{text}");
        assert_eq!(text.matches("<path").count(), 1, "a line of one point is none");
        assert!(text.contains("M0 0L1.5 2") && text.contains("stroke-dasharray=\"6 4\""));
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        let inline = Svg::new(10.0, 20.0).finish_inline();
        assert!(inline.starts_with("<svg role") && !inline.contains("http"), "{inline}");
    }
}
