//! Drawings as pixels, with antialiased lines.

use super::canvas::{Anchor, Canvas, DASH, Lettering, Point, Rect, Stroke};
use super::font::ASCENT;
use super::image::Image;
use super::palette::{Color, PAPER};

/// A picture drawn in the units of a chart, `scale` pixels each.
#[derive(Debug)]
pub struct Raster {
    image: Image,
    scale: f64,
}

impl Raster {
    /// An empty drawing.
    pub fn new(width: f64, height: f64, scale: f64) -> Self {
        let pixels = |length: f64| (length * scale).ceil() as usize;
        Self { image: Image::new(pixels(width), pixels(height), PAPER), scale }
    }

    /// The picture.
    pub fn finish(self) -> Image {
        self.image
    }

    /// Pixels of one dot of the font: whole, so that stems stay sharp. A letter's height is about 0.6 of
    /// its line.
    fn dot(&self, lettering: Lettering) -> f64 {
        (0.6 * lettering.size * self.scale / ASCENT as f64).round().max(1.0)
    }

    /// Covers the pixels within `radius` of the segments, each pixel once even where segments meet.
    fn stroke(&mut self, segments: &[[Point; 2]], radius: f64, color: Color) {
        let reach = radius + 1.0;
        let ends = || segments.iter().flatten();
        let bound = |axis: usize, limit: usize| {
            let low = ends().fold(f64::INFINITY, |m, p| m.min(p[axis]));
            let high = ends().fold(f64::NEG_INFINITY, |m, p| m.max(p[axis]));
            let limit = limit as f64;
            (
                (low - reach).floor().clamp(0.0, limit) as usize,
                (high + reach).ceil().clamp(0.0, limit) as usize,
            )
        };
        let (left, right) = bound(0, self.image.width());
        let (top, bottom) = bound(1, self.image.height());
        let width = right.saturating_sub(left);
        let mut cover = vec![0.0_f64; width * bottom.saturating_sub(top)];
        for segment in segments {
            let span = |axis: usize, from: usize, to: usize| {
                let (a, b) = (segment[0][axis], segment[1][axis]);
                let low = (a.min(b) - reach).floor().clamp(from as f64, to as f64);
                let high = (a.max(b) + reach).ceil().clamp(from as f64, to as f64);
                low as usize..high as usize
            };
            for y in span(1, top, bottom) {
                for x in span(0, left, right) {
                    let center = [x as f64 + 0.5, y as f64 + 0.5];
                    let share =
                        (radius + 0.5 - distance(center, *segment)).clamp(0.0, (2.0 * radius).min(1.0));
                    let place = &mut cover[(y - top) * width + x - left];
                    *place = place.max(share);
                }
            }
        }
        for (i, share) in cover.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            self.image.blend((left + i % width) as isize, (top + i / width) as isize, color, *share);
        }
    }
}

impl Canvas for Raster {
    fn fill(&mut self, rect: Rect, color: Color) {
        let pixel = |length: f64| (length * self.scale).round();
        let (x, y) = (pixel(rect.x), pixel(rect.y));
        let (w, h) = (pixel(rect.x + rect.w) - x, pixel(rect.y + rect.h) - y);
        self.image.fill(x as isize, y as isize, w.max(0.0) as usize, h.max(0.0) as usize, color);
    }

    fn line(&mut self, points: &[Point], stroke: Stroke) {
        let pixels: Vec<Point> = points.iter().map(|p| p.map(|c| c * self.scale)).collect();
        let mut segments: Vec<[Point; 2]> = pixels.windows(2).map(|w| [w[0], w[1]]).collect();
        if stroke.dashed {
            segments = dashes(&segments, DASH.map(|d| d * self.scale));
        }
        self.stroke(&segments, 0.5 * stroke.width * self.scale, stroke.color);
    }

    fn disc(&mut self, center: Point, radius: f64, color: Color) {
        let center = center.map(|c| c * self.scale);
        self.stroke(&[[center, center]], radius * self.scale, color);
    }

    fn text(&mut self, at: Point, text: &str, lettering: Lettering) {
        let dot = self.dot(lettering);
        let width = Image::text_width(text, dot);
        let back = match lettering.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5 * width,
            Anchor::End => width,
        };
        let [mut x, mut y] = at.map(|c| c * self.scale);
        if lettering.upwards {
            y += back;
        } else {
            x -= back;
        }
        let (x, y) = (x.round() as isize, y.round() as isize);
        self.image.text(x, y, text, dot, lettering.color, lettering.bold, lettering.upwards);
    }

    fn text_width(&self, text: &str, lettering: Lettering) -> f64 {
        Image::text_width(text, self.dot(lettering)) / self.scale
    }
}

/// Distance of a point from a segment.
fn distance([x, y]: Point, [[ax, ay], [bx, by]]: [Point; 2]) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let length2 = dx * dx + dy * dy;
    let along = if length2 > 0.0 { ((x - ax) * dx + (y - ay) * dy) / length2 } else { 0.0 };
    let t = along.clamp(0.0, 1.0);
    (x - ax - t * dx).hypot(y - ay - t * dy)
}

/// The dashes of a line, counted along it.
fn dashes(segments: &[[Point; 2]], [dash, gap]: [f64; 2]) -> Vec<[Point; 2]> {
    let mut pieces = Vec::new();
    // What is left of the present dash or gap.
    let (mut drawing, mut left) = (true, dash);
    for [a, b] in segments {
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        let at = |s: f64| [a[0] + (b[0] - a[0]) * s / length, a[1] + (b[1] - a[1]) * s / length];
        let mut done = 0.0;
        while length - done > 1e-9 {
            let piece = left.min(length - done);
            if drawing {
                pieces.push([at(done), at(done + piece)]);
            }
            done += piece;
            left -= piece;
            if left <= 1e-9 {
                drawing = !drawing;
                left = if drawing { dash } else { gap };
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Color = Color(200, 0, 0);

    #[test]
    fn a_line_covers_its_width_and_joints_are_not_darker() {
        let mut canvas = Raster::new(20.0, 10.0, 1.0);
        let points = [[2.0, 5.0], [10.0, 5.0], [18.0, 5.0]];
        canvas.line(&points, Stroke { color: RED, width: 3.0, dashed: false });
        let image = canvas.finish();
        for x in 3..17 {
            let column: Vec<_> = (0..10).map(|y| image.get(x, y).unwrap()).collect();
            assert_eq!(column, (0..10).map(|y| image.get(3, y).unwrap()).collect::<Vec<_>>(), "column {x}");
            assert_eq!(column[4], RED);
            assert_eq!(column[2], PAPER);
        }
    }

    #[test]
    fn dashes_fill_their_share_and_go_round_corners() {
        let corner = [[[0.0, 0.0], [25.0, 0.0]], [[25.0, 0.0], [25.0, 25.0]]];
        let pieces = dashes(&corner, [6.0, 4.0]);
        let drawn: f64 = pieces.iter().map(|[a, b]| (b[0] - a[0]).hypot(b[1] - a[1])).sum();
        assert!((drawn - 30.0).abs() < 1e-9, "{drawn}");
        assert_eq!(dashes(&[[[1.0, 1.0], [1.0, 1.0]]], [6.0, 4.0]).len(), 0);
    }

    #[test]
    fn nothing_and_the_far_away_are_harmless() {
        let mut canvas = Raster::new(8.0, 8.0, 2.0);
        canvas.line(&[], Stroke { color: RED, width: 1.0, dashed: true });
        canvas.disc([-1e6, 1e6], 3.0, RED);
        assert_eq!(canvas.image, Image::new(16, 16, PAPER));
        canvas.disc([4.0, 4.0], 2.0, RED);
        assert_eq!(canvas.image.get(8, 8), Some(RED));
    }
}
