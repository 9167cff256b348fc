//! A line chart.

use super::axis::{Axis, Extent, Scale};
use super::canvas::{Anchor, Canvas, Lettering, Point, Rect, Stroke};
use super::palette::{self, AXIS, Color, FAINT, GRID, INK, MUTED, PAPER};
use super::raster::Raster;
use super::svg::Svg;
use super::{Image, curve};
use crate::output::Result;

/// How a series is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// A line.
    #[default]
    Solid,
    /// A broken line: targets, references.
    Dashed,
    /// Points alone.
    Points,
    /// A line with its points, for few data.
    Marked,
}

#[derive(Clone, Debug)]
struct Series {
    name: String,
    xs: Vec<f64>,
    ys: Vec<f64>,
    style: Style,
    color: Color,
}

/// Some series over a common axis, with a title.
///
/// ```
/// use lope_io::plot::Chart;
/// let t: Vec<f64> = (0..100).map(|i| f64::from(i) / 24.0).collect();
/// let y: Vec<f64> = t.iter().map(|t| t.sin()).collect();
/// let svg = Chart::new("Swing").x_label("time [s]").y_label("height [m]").series("tip", &t, &y).to_svg();
/// assert!(svg.contains("Swing"));
/// ```
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    x_label: String,
    y_label: String,
    series: Vec<Series>,
    x_scale: Scale,
    y_scale: Scale,
    from_zero: bool,
    y_range: Option<[f64; 2]>,
    size: [f64; 2],
}

/// Pixels of a PNG per unit of the drawing.
pub(super) const PNG_SCALE: f64 = 2.0;
pub(super) const MARGIN: f64 = 14.0;
const LABEL: f64 = 12.0;
pub(super) const TITLE: f64 = 16.0;
pub(super) const LEGEND_ROW: f64 = 19.0;
/// Length of the sample line before a name.
const KEY: f64 = 18.0;
/// Radius of a point.
const MARKER: f64 = 2.8;

pub(super) fn label(anchor: Anchor) -> Lettering {
    Lettering { size: LABEL, color: MUTED, bold: false, anchor, upwards: false }
}

impl Chart {
    /// An empty chart.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            x_label: String::new(),
            y_label: String::new(),
            series: Vec::new(),
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
            from_zero: false,
            y_range: None,
            size: [640.0, 360.0],
        }
    }

    /// What the horizontal axis shows, with its unit.
    pub fn x_label(mut self, text: impl Into<String>) -> Self {
        self.x_label = text.into();
        self
    }

    /// What the vertical axis shows, with its unit.
    pub fn y_label(mut self, text: impl Into<String>) -> Self {
        self.y_label = text.into();
        self
    }

    /// Adds a line; values that are not finite are gaps.
    pub fn series(self, name: impl Into<String>, xs: &[f64], ys: &[f64]) -> Self {
        self.styled_series(name, xs, ys, Style::Solid)
    }

    /// Adds a series drawn in a certain way.
    pub fn styled_series(mut self, name: impl Into<String>, xs: &[f64], ys: &[f64], style: Style) -> Self {
        let color = palette::series(self.series.len());
        self.series.push(Series { name: name.into(), xs: xs.to_vec(), ys: ys.to_vec(), style, color });
        self
    }

    /// Gives the last series a colour of its own.
    pub fn color(mut self, color: Color) -> Self {
        if let Some(series) = self.series.last_mut() {
            series.color = color;
        }
        self
    }

    /// Makes the horizontal axis logarithmic; values that are not positive are gaps.
    pub fn log_x(mut self) -> Self {
        self.x_scale = Scale::Log;
        self
    }

    /// Makes the vertical axis logarithmic; values that are not positive are gaps.
    pub fn log_y(mut self) -> Self {
        self.y_scale = Scale::Log;
        self
    }

    /// Makes a linear vertical axis include zero: for counts and times.
    pub fn from_zero(mut self) -> Self {
        self.from_zero = true;
        self
    }

    /// Shows only this range of the vertical axis. A range that the axis cannot have is ignored.
    pub fn y_range(mut self, low: f64, high: f64) -> Self {
        self.y_range = Some([low, high]);
        self
    }

    /// Width and height in pixels of a screen; a PNG has twice as many.
    pub fn size(mut self, width: f64, height: f64) -> Self {
        self.size = [width.clamp(200.0, 1e4), height.clamp(150.0, 1e4)];
        self
    }

    /// Width and height.
    pub(super) fn dimensions(&self) -> [f64; 2] {
        self.size
    }

    /// Whether there is anything to show.
    pub fn is_empty(&self) -> bool {
        self.axes([1.0, 1.0]).is_none()
    }

    /// The chart as an SVG document.
    pub fn to_svg(&self) -> String {
        let mut canvas = Svg::new(self.size[0], self.size[1]);
        self.draw(&mut canvas, Rect { x: 0.0, y: 0.0, w: self.size[0], h: self.size[1] });
        canvas.finish()
    }

    /// The chart as an element of an HTML page.
    pub fn to_inline_svg(&self) -> String {
        let mut canvas = Svg::new(self.size[0], self.size[1]);
        self.draw(&mut canvas, Rect { x: 0.0, y: 0.0, w: self.size[0], h: self.size[1] });
        canvas.finish_inline()
    }

    /// The chart as a picture.
    pub fn to_image(&self) -> Image {
        let mut canvas = Raster::new(self.size[0], self.size[1], PNG_SCALE);
        self.draw(&mut canvas, Rect { x: 0.0, y: 0.0, w: self.size[0], h: self.size[1] });
        canvas.finish()
    }

    /// The chart as the bytes of a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>> {
        self.to_image().to_png()
    }

    /// Both axes with room for about so many ticks, if there are data.
    fn axes(&self, count: [f64; 2]) -> Option<[Axis; 2]> {
        // A series ends with the shorter of its two lists, and a point needs both numbers.
        let shown = |v: f64, scale| Extent::of(std::iter::once(v), scale).is_some();
        let points: Vec<(f64, f64)> = self
            .series
            .iter()
            .flat_map(|s| s.xs.iter().copied().zip(s.ys.iter().copied()))
            .filter(|&(x, y)| shown(x, self.x_scale) && shown(y, self.y_scale))
            .collect();
        let mut x = Extent::of(points.iter().map(|p| p.0), self.x_scale)?;
        // Times and steps begin a little after zero: show where they come from.
        if self.x_scale == Scale::Linear && (0.0..0.06 * x.high).contains(&x.low) {
            x.low = 0.0;
        }
        let mut y = Extent::of(points.iter().map(|p| p.1), self.y_scale)?;
        if self.from_zero && self.y_scale == Scale::Linear {
            (y.low, y.high) = (y.low.min(0.0), y.high.max(0.0));
        }
        let fits = |r: &[f64; 2]| r[0] < r[1] && r.iter().all(|&v| shown(v, self.y_scale));
        let range = self.y_range.filter(fits);
        if let Some([low, high]) = range {
            (y.low, y.high) = (low, high);
        }
        let pad = range.is_none();
        Some([Axis::new(x, self.x_scale, count[0], false), Axis::new(y, self.y_scale, count[1], pad)])
    }

    /// Draws the chart into a part of a canvas.
    pub fn draw(&self, canvas: &mut dyn Canvas, frame: Rect) {
        canvas.fill(frame, PAPER);
        let title = Lettering { size: TITLE, color: INK, bold: true, anchor: Anchor::Start, upwards: false };
        let left = frame.x + MARGIN;
        let mut top = frame.y + MARGIN;
        if !self.title.is_empty() {
            canvas.text([left, top + 12.0], &self.title, title);
            top += 24.0;
        }
        let legend = self.legend(canvas, [left, top], frame.w - 2.0 * MARGIN);
        let legend_height = legend.iter().fold(0.0_f64, |m, (at, _)| m.max(at[1] - top + LEGEND_ROW));
        for (at, series) in legend {
            draw_key(canvas, at, series);
        }
        top += legend_height + 8.0;

        let height = frame.y + frame.h - MARGIN - top;
        let count = [(frame.w / 95.0).max(2.0), (height / 42.0).max(2.0)];
        let Some([x_axis, y_axis]) = self.axes(count) else {
            let middle = [frame.x + 0.5 * frame.w, frame.y + 0.5 * frame.h];
            canvas.text(middle, "no data", label(Anchor::Middle));
            return;
        };
        let area = self.area(canvas, frame, top, &x_axis, &y_axis);
        self.draw_axes(canvas, area, frame, &x_axis, &y_axis);
        for series in &self.series {
            draw_series(canvas, series, &x_axis, &y_axis, area);
        }
    }

    /// Where the entries of the legend go: rows as full as the width allows. One series without a name
    /// needs none.
    fn legend(&self, canvas: &dyn Canvas, start: Point, width: f64) -> Vec<(Point, &Series)> {
        let [mut x, mut y] = start;
        let mut entries = Vec::new();
        for series in self.series.iter().filter(|s| !s.name.is_empty()) {
            let entry = KEY + 5.0 + canvas.text_width(&series.name, label(Anchor::Start));
            if x > start[0] && x + entry > start[0] + width {
                (x, y) = (start[0], y + LEGEND_ROW);
            }
            entries.push(([x, y], series));
            x += entry + 10.0;
        }
        entries
    }

    /// The rectangle left for data by labels and numbers.
    fn area(&self, canvas: &dyn Canvas, frame: Rect, top: f64, x_axis: &Axis, y_axis: &Axis) -> Rect {
        let width = |text: &str| canvas.text_width(text, label(Anchor::End));
        let numbers = y_axis.ticks.iter().fold(0.0_f64, |m, t| m.max(width(&t.label)));
        let y_label = if self.y_label.is_empty() { 0.0 } else { 20.0 };
        let left = frame.x + MARGIN + y_label + numbers + 8.0;
        // The last number under the axis may stand out by half.
        let overhang = x_axis.ticks.last().map_or(0.0, |t| 0.5 * width(&t.label));
        let right = frame.x + frame.w - MARGIN.max(overhang + 4.0);
        let x_label = if self.x_label.is_empty() && x_axis.note.is_empty() { 0.0 } else { 20.0 };
        let bottom = frame.y + frame.h - MARGIN - x_label - 16.0;
        let top = if y_axis.note.is_empty() { top } else { top + 16.0 };
        Rect { x: left, y: top, w: (right - left).max(1.0), h: (bottom - top).max(1.0) }
    }

    fn draw_axes(&self, canvas: &mut dyn Canvas, area: Rect, frame: Rect, x_axis: &Axis, y_axis: &Axis) {
        let bottom = area.y + area.h;
        let thin = |color| Stroke { color, width: 1.0, dashed: false };
        let x_place = |v: f64| x_axis.place(v).map(|p| (area.x + p * area.w).round());
        let y_place = |v: f64| y_axis.place(v).map(|p| (bottom - p * area.h).round());
        let faint = thin(FAINT);
        for y in y_axis.minor.iter().filter_map(|&v| y_place(v)) {
            canvas.line(&[[area.x, y], [area.x + area.w, y]], faint);
        }
        for x in x_axis.minor.iter().filter_map(|&v| x_place(v)) {
            canvas.line(&[[x, area.y], [x, bottom]], faint);
        }
        for tick in &y_axis.ticks {
            let Some(y) = y_place(tick.value) else { continue };
            // Zero is where signs change: a little stronger.
            let zero = tick.value == 0.0 && y_axis.low < 0.0;
            canvas.line(&[[area.x, y], [area.x + area.w, y]], thin(if zero { AXIS } else { GRID }));
            canvas.text([area.x - 8.0, y + 4.0], &tick.label, label(Anchor::End));
        }
        for tick in &x_axis.ticks {
            let Some(x) = x_place(tick.value) else { continue };
            canvas.line(&[[x, area.y], [x, bottom]], thin(GRID));
            canvas.line(&[[x, bottom], [x, bottom + 4.0]], thin(AXIS));
            canvas.text([x, bottom + 17.0], &tick.label, label(Anchor::Middle));
        }
        canvas.line(&[[area.x, bottom], [area.x + area.w, bottom]], thin(AXIS));
        canvas.line(&[[area.x, area.y], [area.x, bottom]], thin(AXIS));

        let below = frame.y + frame.h - MARGIN + 2.0;
        canvas.text([area.x + 0.5 * area.w, below], &self.x_label, label(Anchor::Middle));
        let upwards = Lettering { upwards: true, ..label(Anchor::Middle) };
        canvas.text([frame.x + MARGIN + 8.0, area.y + 0.5 * area.h], &self.y_label, upwards);
        canvas.text([area.x - 8.0, area.y - 10.0], &y_axis.note, label(Anchor::Start));
        canvas.text([area.x + area.w, below], &x_axis.note, label(Anchor::End));
    }
}

fn draw_key(canvas: &mut dyn Canvas, [x, y]: Point, series: &Series) {
    let middle = y + 8.0;
    if series.style != Style::Points {
        let stroke = Stroke { color: series.color, width: 2.5, dashed: series.style == Style::Dashed };
        canvas.line(&[[x, middle], [x + KEY, middle]], stroke);
    }
    if matches!(series.style, Style::Points | Style::Marked) {
        canvas.disc([x + 0.5 * KEY, middle], 3.5, series.color);
    }
    canvas.text([x + KEY + 5.0, y + 12.0], &series.name, Lettering { color: INK, ..label(Anchor::Start) });
}

fn draw_series(canvas: &mut dyn Canvas, series: &Series, x_axis: &Axis, y_axis: &Axis, area: Rect) {
    let stroke = Stroke { color: series.color, width: 1.8, dashed: series.style == Style::Dashed };
    for piece in curve::pieces(&series.xs, &series.ys, x_axis, y_axis, area) {
        match piece.as_slice() {
            // A value alone between gaps would not be seen as a line.
            [alone] => canvas.disc(*alone, MARKER, series.color),
            _ if series.style == Style::Points => {}
            line => canvas.line(line, stroke),
        }
    }
    if matches!(series.style, Style::Points | Style::Marked) {
        for point in curve::points(&series.xs, &series.ys, x_axis, y_axis, area) {
            canvas.disc(point, MARKER, series.color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let t: Vec<f64> = (0..200).map(|i| f64::from(i) / 50.0).collect();
        let y: Vec<f64> = t.iter().map(|t| (3.0 * t).sin()).collect();
        Chart::new("A <title>").x_label("time [s]").y_label("y").series("sine", &t, &y).styled_series(
            "target",
            &t,
            &y,
            Style::Dashed,
        )
    }

    #[test]
    fn says_what_it_was_told_and_always_the_same() {
        let svg = chart().to_svg();
        for words in ["A &lt;title&gt;", "time [s]", ">sine<", ">target<", "stroke-dasharray", ">−0.5<"] {
            assert!(svg.contains(words), "{words}");
        }
        assert_eq!(svg, chart().to_svg());
        assert_eq!(chart().to_png().unwrap(), chart().to_png().unwrap());
    }

    #[test]
    fn any_data_can_be_drawn() {
        let nan = f64::NAN;
        let cases: [(&[f64], &[f64]); 8] = [
            (&[], &[]),
            (&[1.0], &[5.0]),
            (&[1.0, 2.0], &[nan, nan]),
            (&[nan, 2.0], &[1.0, nan]),
            (&[0.0, 1.0, 2.0], &[0.0, 0.0, 0.0]),
            (&[0.0, 1.0], &[-1e308, 1e308]),
            (&[0.0, 1.0, 2.0], &[1e-320, f64::INFINITY, -5.0]),
            (&[3.0, 2.0, 1.0, 9.0], &[1.0, 2.0]),
        ];
        for (i, (xs, ys)) in cases.into_iter().enumerate() {
            for chart in [
                Chart::new("").series("", xs, ys),
                Chart::new("log").series("a", xs, ys).log_y().log_x(),
                Chart::new("zero").styled_series("a", xs, ys, Style::Marked).from_zero().size(0.0, 0.0),
                Chart::new("range").series("a", xs, ys).y_range(0.5, 1.5),
            ] {
                let svg = chart.to_svg();
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "case {i}: {svg}");
                assert_eq!(svg.contains("no data"), chart.is_empty(), "case {i}");
                chart.to_png().unwrap();
            }
        }
        assert!(!Chart::new("").series("", &[1.0], &[5.0]).is_empty());
    }

    #[test]
    fn the_legend_wraps_and_stays_inside() {
        let names =
            ["kinetic energy", "elastic energy", "gravity", "contact", "total", "target", "dissipated"];
        let chart =
            names.iter().fold(Chart::new("t").size(400.0, 300.0), |c, n| c.series(*n, &[0.0], &[1.0]));
        for canvas in [&Raster::new(1.0, 1.0, 2.0) as &dyn Canvas, &Svg::new(1.0, 1.0)] {
            let places = chart.legend(canvas, [10.0, 0.0], 380.0);
            assert!(places.last().unwrap().0[1] > 0.0);
            for pair in places.windows(2) {
                let end = pair[0].0[0] + KEY + 5.0 + canvas.text_width(&pair[0].1.name, label(Anchor::Start));
                assert!(end <= 390.0 && (end < pair[1].0[0] || pair[1].0[1] > pair[0].0[1]));
            }
        }
    }
}
