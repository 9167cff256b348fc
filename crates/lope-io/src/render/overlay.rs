//! What is laid over a picture: legend, time, and a plot of the energies.

use super::{Film, Look, RenderError, Result, colours};
use crate::output::stats::StatsRow;
use crate::plot::canvas::Rect;
use crate::plot::palette::{INK, SERIES};
use crate::plot::raster::Raster;
use crate::plot::{Chart, Color, Image, Style, ticks};
use crate::preview::{Scale, Theme};
use crate::show::Colour;

/// Width and height of the plot, in units of its drawing.
const PLOT: [f64; 2] = [276.0, 176.0];
/// Height of the strip below a picture in which the time stands, in dots of the font.
const STRIP: f64 = 17.0;
/// How much of the plot's paper covers the picture.
const COVER: f64 = 0.78;

/// Everything that is laid over every picture of a film.
pub(super) struct Overlay {
    theme: Theme,
    colour: Colour,
    label: bool,
    scale: Option<Scale>,
    plot: Option<Plot>,
    /// Pixels of a dot of the font.
    dot: f64,
}

impl Overlay {
    /// For pictures that are seen as parts of a page of this size.
    pub(super) fn new(film: &Film, look: &Look, scale: Option<&Scale>, page: [usize; 2]) -> Result<Self> {
        let [width, height] = look.size;
        let plot = match look.inset {
            true => Some(Plot::new(&film.rows, [width, height])?),
            false => None,
        };
        let dot = (page[0].min(page[1] * 4) as f64 / 640.0).round().clamp(1.0, 8.0);
        Ok(Self {
            theme: look.theme,
            colour: look.colour,
            label: look.label,
            scale: scale.cloned(),
            plot,
            dot,
        })
    }

    fn ink(&self) -> Color {
        match self.theme {
            Theme::Light => INK,
            Theme::Dark => Color(226, 230, 234),
        }
    }

    pub(super) fn paper(&self) -> Color {
        match self.theme {
            Theme::Light => Color(246, 247, 248),
            Theme::Dark => Color(30, 32, 36),
        }
    }

    /// A fine line.
    pub(super) fn line(&self, image: &mut Image, x: isize, y: isize, width: usize, height: usize) {
        for row in y..y + height as isize {
            for column in x..x + width as isize {
                image.blend(column, row, self.ink(), 0.25);
            }
        }
    }

    /// Pixels below a picture of this height that are kept for the time.
    pub(super) fn strip(&self, height: usize) -> usize {
        if self.label { ((STRIP * self.dot) as usize).min(height / 3) } else { 0 }
    }

    /// Lays plot and time over a picture.
    pub(super) fn lay(&self, image: &mut Image, time: f64) {
        if let Some(plot) = &self.plot {
            plot.lay(image, time, self.theme);
        }
        if self.label {
            let (text, baseline) =
                (format!("t = {time:.2} s"), image.height() as isize - (5.0 * self.dot) as isize);
            image.text((8.0 * self.dot) as isize, baseline, &text, self.dot, self.ink(), false, false);
        }
    }

    /// Says in the upper right corner what colours mean.
    pub(super) fn legend(&self, image: &mut Image) {
        match (&self.scale, colours::kinds(self.colour)) {
            (Some(_), Some(kinds)) => self.kinds(image, kinds),
            (Some(scale), None) => self.bar(image, scale),
            _ => {}
        }
    }

    /// Pixels that the legend takes from side to side; none if there is none.
    pub(super) fn legend_width(&self) -> usize {
        let Some(scale) = &self.scale else { return 0 };
        let dot = self.dot;
        let width = |text: &str| Image::text_width(text, dot);
        let widest = match colours::kinds(self.colour) {
            Some(kinds) => 12.0 * dot + kinds.iter().map(|(name, _)| width(name)).fold(0.0, f64::max),
            None => {
                let (title, marks) = self.words(scale, 45.0 * dot);
                let below = scale.color_below().map_or(0.0, |_| width("inverted"));
                let marks = marks.iter().map(|(_, text)| width(text)).fold(below, f64::max);
                width(&title).max(12.0 * dot + marks)
            }
        };
        (widest + 18.0 * dot).ceil() as usize
    }

    /// Title and marks of a scale that is so many pixels long.
    fn words(&self, scale: &Scale, long: f64) -> (String, Vec<(f64, String)>) {
        let (marks, note) = ticks(scale.range(), (long / (24.0 * self.dot)).max(2.0));
        let title = self.colour.label().unwrap_or_default();
        let title = if note.is_empty() { title.to_owned() } else { format!("{title} {note}") };
        (title, marks)
    }

    /// Two kinds, one below the other, in the upper right corner.
    fn kinds(&self, image: &mut Image, kinds: [(&str, Color); 2]) {
        let (dot, margin) = (self.dot, (9.0 * self.dot) as isize);
        let wide = kinds.iter().map(|(name, _)| Image::text_width(name, dot)).fold(0.0, f64::max);
        let x = image.width() as isize - margin - wide as isize;
        for (row, (name, color)) in kinds.into_iter().enumerate() {
            let y = margin + ((row as f64 * 13.0 + 7.5) * dot) as isize;
            image.text(x, y, name, dot, self.ink(), false, false);
            let side = (8.0 * dot) as usize;
            image.fill(x - (12.0 * dot) as isize, y - (7.5 * dot) as isize, side, side, color);
        }
    }

    /// The scale of colours along the upper right edge.
    fn bar(&self, image: &mut Image, scale: &Scale) {
        let (dot, ink) = (self.dot, self.ink());
        let margin = (9.0 * dot) as isize;
        let (thick, long) = ((8.0 * dot) as usize, (0.22 * image.height() as f64).max(45.0 * dot) as usize);
        let right = image.width() as isize - margin;
        let x = right - thick as isize;
        let [low, high] = scale.range();
        let (title, marks) = self.words(scale, long as f64);
        let baseline = margin + (7.0 * dot) as isize;
        image.text(right - Image::text_width(&title, dot) as isize, baseline, &title, dot, ink, false, false);
        let top = baseline + (7.0 * dot) as isize;
        let bottom = top + long as isize;
        for row in 0..long {
            let color = scale.color((row as f64 + 0.5) / long as f64);
            image.fill(x, bottom - 1 - row as isize, thick, 1, color);
        }
        let mut mark = |y: isize, text: &str| {
            let left = x - (4.0 * dot + Image::text_width(text, dot)) as isize;
            image.text(left, y + (3.0 * dot) as isize, text, dot, ink, false, false);
        };
        for (value, text) in &marks {
            mark(bottom - ((value - low) / (high - low) * long as f64).round() as isize, text);
        }
        if let Some(color) = scale.color_below() {
            let (gap, side) = ((5.0 * dot) as isize, (8.0 * dot) as usize);
            mark(bottom + gap + side as isize / 2, "inverted");
            image.fill(x, bottom + gap, thick, side, color);
        }
    }
}

/// The energies over time, with a line that moves.
struct Plot {
    chart: Chart,
    range: [f64; 2],
    scale: f64,
}

impl Plot {
    fn new(rows: &[StatsRow], [width, height]: [usize; 2]) -> Result<Self> {
        let scale = (height as f64 / 440.0).min(width as f64 / 700.0);
        if scale < 0.5 {
            return Err(RenderError::Asked(format!(
                "a plot does not fit into {width} × {height} pixels; choose a larger --size, or leave --inset out"
            )));
        }
        if rows.is_empty() {
            return Err(RenderError::Asked(
                "there is no step whose energy could be plotted; leave --inset out".into(),
            ));
        }
        let times: Vec<f64> = rows.iter().map(|row| row.time).collect();
        let mut chart = Chart::new("").y_label("J");
        let mut range = [f64::INFINITY, f64::NEG_INFINITY];
        type Get = fn(&StatsRow) -> Option<f64>;
        let columns: [(&str, Get, Color); 5] = [
            ("kinetic", |row| row.kinetic, SERIES[0]),
            ("elastic", |row| row.elastic, SERIES[1]),
            ("gravity", |row| row.gravity, SERIES[2]),
            ("contact", |row| row.contact, SERIES[3]),
            ("total", |row| row.total, SERIES[6]),
        ];
        for (name, get, color) in columns {
            let values: Vec<f64> = rows.iter().map(|row| get(row).unwrap_or(f64::NAN)).collect();
            // What the scene has not is no line.
            if values.iter().all(|v| v.is_nan() || *v == 0.0) {
                continue;
            }
            range = values.iter().filter(|v| v.is_finite()).fold(range, |[l, h], v| [l.min(*v), h.max(*v)]);
            chart = chart.series(name, &times, &values).color(color);
        }
        Ok(Self { chart, range, scale })
    }

    fn lay(&self, image: &mut Image, time: f64, theme: Theme) {
        let [width, height] = PLOT;
        let cursor = Color(200, 40, 40);
        let [low, high] = self.range;
        let chart = self.chart.clone();
        let chart = chart.styled_series("", &[time, time], &[low, high], Style::Dashed).color(cursor);
        let mut canvas = Raster::new(width, height, self.scale.max(1.0));
        chart.draw(&mut canvas, Rect { x: 0.0, y: 0.0, w: width, h: height });
        let mut plot = canvas.finish();
        if theme == Theme::Dark {
            plot.swap_lightness();
        }
        let margin = (10.0 * self.scale) as isize;
        image.lay(&plot, margin, margin, COVER);
    }
}
