//! What is laid over a picture: legend, time, and a plot of the energies.

use super::{Film, Look, RenderError, Result, colours};
use crate::scene::output::stats::StatsRow;
use crate::scene::plot::canvas::Rect;
use crate::scene::plot::palette::{INK, SERIES};
use crate::scene::plot::raster::Raster;
use crate::scene::plot::{Chart, Color, Image, Style, ticks};
use crate::scene::preview::{Scale, Theme};
use crate::scene::show::Colour;

/// Width and height of the plot, in units of its drawing.
const PLOT: [f64; 2] = [250.0, 168.0];
/// How much of the plot's paper covers the picture.
const COVER: f64 = 0.82;

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
    pub(super) fn new(film: &Film, look: &Look, scale: Option<&Scale>) -> Result<Self> {
        let [width, height] = look.size;
        let plot = match look.inset {
            true => Some(Plot::new(&film.rows, [width, height])?),
            false => None,
        };
        let dot = (width.min(height * 16 / 9) as f64 / 640.0).round().clamp(1.0, 8.0);
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

    pub(super) fn lay(&self, image: &mut Image, time: f64, legend: bool) {
        if let Some(plot) = &self.plot {
            plot.lay(image, time, self.theme);
        }
        let margin = (8.0 * self.dot) as isize;
        if self.label {
            let text = format!("t = {time:.2} s");
            image.text(margin, image.height() as isize - margin, &text, self.dot, self.ink(), false, false);
        }
        match (&self.scale, colours::kinds(self.colour)) {
            (Some(_), Some(kinds)) if legend => self.kinds(image, kinds),
            (Some(scale), None) if legend => self.bar(image, scale),
            _ => {}
        }
    }

    /// Two kinds, one below the other, in the lower right corner.
    fn kinds(&self, image: &mut Image, kinds: [(&str, Color); 2]) {
        let (dot, margin) = (self.dot, (8.0 * self.dot) as isize);
        let wide = kinds.iter().map(|(name, _)| Image::text_width(name, dot)).fold(0.0, f64::max);
        let x = image.width() as isize - margin - wide as isize;
        for (row, (name, color)) in kinds.into_iter().rev().enumerate() {
            let y = image.height() as isize - margin - (row as f64 * 13.0 * dot) as isize;
            image.text(x, y, name, dot, self.ink(), false, false);
            let side = (8.0 * dot) as usize;
            image.fill(x - (12.0 * dot) as isize, y - (7.5 * dot) as isize, side, side, color);
        }
    }

    /// The scale of colours along the lower right edge.
    fn bar(&self, image: &mut Image, scale: &Scale) {
        let (dot, ink) = (self.dot, self.ink());
        let margin = (9.0 * dot) as isize;
        let (thick, long) = ((8.0 * dot) as usize, (image.height() as f64 * 0.34) as usize);
        let x = image.width() as isize - margin - thick as isize;
        let bottom = image.height() as isize - margin;
        let below = scale.color_below().map_or(0, |color| {
            let high = (9.0 * dot) as usize;
            image.fill(x, bottom - high as isize, thick, high, color);
            let text = "inverted";
            let left = x - (5.0 * dot + Image::text_width(text, dot)) as isize;
            image.text(left, bottom - dot as isize, text, dot, ink, false, false);
            high as isize + (3.0 * dot) as isize
        });
        let bottom = bottom - below;
        for row in 0..long {
            let color = scale.color((row as f64 + 0.5) / long as f64);
            image.fill(x, bottom - 1 - row as isize, thick, 1, color);
        }
        let [low, high] = scale.range();
        let (marks, note) = ticks([low, high], (long as f64 / (26.0 * dot)).max(2.0));
        for (value, text) in marks {
            let y = bottom - ((value - low) / (high - low) * long as f64).round() as isize;
            image.fill(x - (2.0 * dot) as isize, y - 1, (2.0 * dot) as usize, dot as usize, ink);
            let left = x - (4.0 * dot + Image::text_width(&text, dot)) as isize;
            image.text(left, y + (3.0 * dot) as isize, &text, dot, ink, false, false);
        }
        let mut title = self.colour.label().unwrap_or_default().to_owned();
        if !note.is_empty() {
            title = format!("{title}  {note}");
        }
        let right = image.width() as isize - margin;
        let left = right - Image::text_width(&title, dot) as isize;
        image.text(left, bottom - long as isize - (7.0 * dot) as isize, &title, dot, ink, false, false);
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
        let scale = (height as f64 / 400.0).min(width as f64 / 640.0);
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
        let mut chart = Chart::new("").x_label("time [s]").y_label("energy [J]");
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
