//! A bar chart: one bar a line, each a row of parts.

use super::axis::{Axis, Extent, Scale};
use super::canvas::{Anchor, Canvas, Lettering, Rect, Stroke};
use super::chart::{LEGEND_ROW, MARGIN, PNG_SCALE, TITLE, label};
use super::palette::{self, AXIS, Color, GRID, INK, PAPER};
use super::raster::Raster;
use super::svg::Svg;
use crate::output::Result;

/// Horizontal bars, stacked from named parts, with the sum of each at its end.
///
/// ```
/// use lope_io::plot::Bars;
/// let bars = Bars::new("Time").x_label("wall time [s]").part("matrix").part("solve");
/// let svg = bars.bar("one", &[0.5, 1.5]).bar("two", &[0.7, 0.2]).to_svg();
/// assert!(svg.contains("matrix"));
/// ```
#[derive(Clone, Debug)]
pub struct Bars {
    title: String,
    x_label: String,
    width: f64,
    parts: Vec<(String, Color)>,
    bars: Vec<(String, Vec<f64>)>,
}

/// From one bar to the next.
const ROW: f64 = 24.0;
/// Thickness of a bar.
const THICK: f64 = 16.0;
/// Side of the sample before a name.
const KEY: f64 = 12.0;
/// Share of the width that the names of bars may take.
const NAMES: f64 = 0.4;

impl Bars {
    /// An empty chart.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            x_label: String::new(),
            width: 640.0,
            parts: Vec::new(),
            bars: Vec::new(),
        }
    }

    /// What the length of a bar shows, with its unit.
    pub fn x_label(mut self, text: impl Into<String>) -> Self {
        self.x_label = text.into();
        self
    }

    /// Names the next part of every bar. A chart of one part needs no name.
    pub fn part(mut self, name: impl Into<String>) -> Self {
        let color = palette::series(self.parts.len());
        self.parts.push((name.into(), color));
        self
    }

    /// Adds a bar of these parts. What is not a positive number has no length; a bar without parts is a line
    /// with nothing measured.
    pub fn bar(mut self, name: impl Into<String>, values: &[f64]) -> Self {
        self.bars.push((name.into(), values.to_vec()));
        self
    }

    /// Width in pixels of a screen; the height follows from the number of bars.
    pub fn width(mut self, width: f64) -> Self {
        self.width = width.clamp(200.0, 1e4);
        self
    }

    /// The chart as an SVG document.
    pub fn to_svg(&self) -> String {
        self.svg().finish()
    }

    /// The chart as an element of an HTML page.
    pub fn to_inline_svg(&self) -> String {
        self.svg().finish_inline()
    }

    /// The chart as the bytes of a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>> {
        let mut canvas = Raster::new(1.0, 1.0, PNG_SCALE);
        let height = self.height(&canvas);
        canvas = Raster::new(self.width, height, PNG_SCALE);
        self.draw(&mut canvas);
        canvas.finish().to_png()
    }

    fn svg(&self) -> Svg {
        let height = self.height(&Svg::new(1.0, 1.0));
        let mut canvas = Svg::new(self.width, height);
        self.draw(&mut canvas);
        canvas
    }

    fn height(&self, canvas: &dyn Canvas) -> f64 {
        self.top(canvas) + ROW * self.bars.len() as f64 + 42.0 + MARGIN
    }

    /// Where the first bar begins.
    fn top(&self, canvas: &dyn Canvas) -> f64 {
        let title = if self.title.is_empty() { 0.0 } else { 24.0 };
        let rows = self.legend(canvas).last().map_or(0.0, |(at, _)| at[1] + LEGEND_ROW);
        MARGIN + title + rows + 4.0
    }

    /// The places of the names of parts, from the end of the title.
    fn legend(&self, canvas: &dyn Canvas) -> Vec<([f64; 2], &(String, Color))> {
        let [mut x, mut y] = [MARGIN, 0.0];
        let mut entries = Vec::new();
        for part in self.parts.iter().filter(|(name, _)| !name.is_empty()) {
            let entry = KEY + 6.0 + canvas.text_width(&part.0, label(Anchor::Start));
            if x > MARGIN && x + entry > self.width - MARGIN {
                (x, y) = (MARGIN, y + LEGEND_ROW);
            }
            entries.push(([x, y], part));
            x += entry + 12.0;
        }
        entries
    }

    fn draw(&self, canvas: &mut dyn Canvas) {
        let height = self.height(canvas);
        canvas.fill(Rect { x: 0.0, y: 0.0, w: self.width, h: height }, PAPER);
        let title = Lettering { size: TITLE, color: INK, bold: true, anchor: Anchor::Start, upwards: false };
        canvas.text([MARGIN, MARGIN + 12.0], &self.title, title);
        let below = MARGIN + if self.title.is_empty() { 0.0 } else { 24.0 };
        for ([x, y], (name, color)) in self.legend(canvas) {
            canvas.fill(Rect { x, y: below + y + 2.0, w: KEY, h: KEY }, *color);
            let words = Lettering { color: INK, ..label(Anchor::Start) };
            canvas.text([x + KEY + 6.0, below + y + 12.0], name, words);
        }
        let names: Vec<String> = self.bars.iter().map(|(name, _)| self.fitted(canvas, name)).collect();
        let widest = names.iter().fold(0.0_f64, |m, name| m.max(canvas.text_width(name, label(Anchor::End))));
        let top = self.top(canvas);
        // Room at the right for the number at the end of the longest bar.
        let left = MARGIN + widest + 8.0;
        let w = (self.width - left - MARGIN - 64.0).max(1.0);
        let area = Rect { x: left, y: top, w, h: ROW * self.bars.len() as f64 };
        let axis = self.axis(area.w);
        self.draw_axis(canvas, area, &axis);
        for (i, ((_, values), name)) in self.bars.iter().zip(&names).enumerate() {
            let y = top + ROW * i as f64;
            let words = Lettering { color: INK, ..label(Anchor::End) };
            canvas.text([left - 8.0, y + 0.5 * ROW + 4.0], name, words);
            let end = self.draw_bar(canvas, [left, y + 0.5 * (ROW - THICK)], values, &axis, area.w);
            let sum = if values.is_empty() { "–".to_owned() } else { short(total(values)) };
            canvas.text([end + 6.0, y + 0.5 * ROW + 4.0], &sum, label(Anchor::Start));
        }
    }

    fn axis(&self, width: f64) -> Axis {
        let totals = self.bars.iter().map(|(_, values)| total(values));
        let extent = Extent::of(totals, Scale::Linear);
        let (high, whole) = extent.map_or((0.0, true), |extent| (extent.high, extent.whole));
        let high = if high > 0.0 { high } else { 1.0 };
        Axis::new(Extent { low: 0.0, high, whole }, Scale::Linear, (width / 95.0).max(2.0), false)
    }

    fn draw_axis(&self, canvas: &mut dyn Canvas, area: Rect, axis: &Axis) {
        let bottom = area.y + area.h;
        let thin = |color| Stroke { color, width: 1.0, dashed: false };
        for tick in &axis.ticks {
            let Some(place) = axis.place(tick.value) else { continue };
            let x = (area.x + place * area.w).round();
            canvas.line(&[[x, area.y], [x, bottom]], thin(GRID));
            canvas.text([x, bottom + 17.0], &tick.label, label(Anchor::Middle));
        }
        canvas.line(&[[area.x, area.y], [area.x, bottom]], thin(AXIS));
        canvas.text([area.x + 0.5 * area.w, bottom + 38.0], &self.x_label, label(Anchor::Middle));
        canvas.text([area.x + area.w, bottom + 38.0], &axis.note, label(Anchor::End));
    }

    /// Draws the parts of a bar one after the other; returns where it ends.
    fn draw_bar(
        &self,
        canvas: &mut dyn Canvas,
        [x, y]: [f64; 2],
        values: &[f64],
        axis: &Axis,
        width: f64,
    ) -> f64 {
        let mut sum = 0.0;
        let mut from = x;
        for (i, value) in values.iter().enumerate() {
            sum += length(*value);
            let to = x + width * axis.place(sum).unwrap_or(0.0).clamp(0.0, 1.0);
            let color = self.parts.get(i).map_or_else(|| palette::series(i), |(_, color)| *color);
            if to > from {
                canvas.fill(Rect { x: from, y, w: to - from, h: THICK }, color);
            }
            from = to;
        }
        from
    }

    /// A name cut to the room there is.
    fn fitted(&self, canvas: &dyn Canvas, name: &str) -> String {
        let most = NAMES * self.width;
        let fits = |text: &str| canvas.text_width(text, label(Anchor::End)) <= most;
        if fits(name) {
            return name.to_owned();
        }
        let letters: Vec<char> = name.chars().collect();
        let cut = |n: usize| letters[..n].iter().collect::<String>() + "…";
        (0..letters.len()).rev().map(cut).find(|text| fits(text)).unwrap_or_default()
    }
}

/// What a number adds to a bar.
fn length(value: f64) -> f64 {
    if value.is_finite() && value > 0.0 { value } else { 0.0 }
}

fn total(values: &[f64]) -> f64 {
    values.iter().map(|&v| length(v)).sum()
}

/// Whole numbers as they are, others to three digits.
fn short(value: f64) -> String {
    if value.fract() == 0.0 && value < 1e9 {
        return format!("{value}");
    }
    if !(1e-3..1e5).contains(&value) {
        return format!("{value:.2e}");
    }
    let digits = (2.0 - value.log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_sums_say() {
        let bars = Bars::new("T").part("a").part("b").bar("one", &[1.0, 1.0]).bar("two", &[4.0, f64::NAN]);
        let svg = bars.to_svg();
        let widths: Vec<f64> = svg
            .lines()
            .filter(|line| line.contains("height=\"16\""))
            .map(|line| line.split("width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap())
            .collect();
        let [one, same, two] = widths[..] else { panic!("{widths:?}") };
        assert!((one - same).abs() < 0.02 && (two - 4.0 * one).abs() < 0.05, "{widths:?}");
        for words in [">one<", ">two<", ">a<", ">b<", ">2<", ">4<"] {
            assert!(svg.contains(words), "{words}");
        }
    }

    #[test]
    fn anything_can_be_drawn() {
        for bars in [
            Bars::new(""),
            Bars::new("t").bar("nothing", &[]),
            Bars::new("t").bar("zero", &[0.0]).bar("bad", &[-1.0, f64::INFINITY]),
            Bars::new("t").bar("long ".repeat(100), &[1e300, 1e300]),
        ] {
            let svg = bars.to_svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert!(bars.to_png().unwrap().starts_with(b"\x89PNG"));
        }
        assert!(Bars::new("t").bar("long ".repeat(100), &[1.0]).to_svg().contains('…'));
        assert!(Bars::new("t").bar("n", &[]).to_svg().contains(">–<"), "not measured is not zero");
    }

    #[test]
    fn sums_are_short() {
        assert_eq!(
            [3.0, 0.012_345, 12.345, 123_456.7, 1e-5].map(short),
            ["3", "0.0123", "12.3", "1.23e5", "1.00e-5"]
        );
    }
}
