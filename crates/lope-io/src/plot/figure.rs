//! Several charts on one page.

use super::canvas::{Anchor, Canvas, Lettering, Rect};
use super::chart::PNG_SCALE;
use super::palette::{INK, PAPER};
use super::raster::Raster;
use super::svg::Svg;
use super::{Chart, Image};
use crate::output::Result;

/// Charts in a grid, row by row. All get the size of the largest.
#[derive(Clone, Debug)]
pub struct Figure {
    title: String,
    columns: usize,
    charts: Vec<Chart>,
}

const HEADLINE: f64 = 44.0;

impl Default for Figure {
    fn default() -> Self {
        Self::new()
    }
}

impl Figure {
    /// An empty figure of one column.
    pub fn new() -> Self {
        Self { title: String::new(), columns: 1, charts: Vec::new() }
    }

    /// A headline over all charts.
    pub fn title(mut self, text: impl Into<String>) -> Self {
        self.title = text.into();
        self
    }

    /// How many charts stand side by side.
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = columns.max(1);
        self
    }

    /// Adds a chart.
    pub fn chart(mut self, chart: Chart) -> Self {
        self.charts.push(chart);
        self
    }

    /// The figure as an SVG document.
    pub fn to_svg(&self) -> String {
        let [width, height] = self.size();
        let mut canvas = Svg::new(width, height);
        self.draw(&mut canvas);
        canvas.finish()
    }

    /// The figure as a picture.
    pub fn to_image(&self) -> Image {
        let [width, height] = self.size();
        let mut canvas = Raster::new(width, height, PNG_SCALE);
        self.draw(&mut canvas);
        canvas.finish()
    }

    /// The figure as the bytes of a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>> {
        self.to_image().to_png()
    }

    fn cell(&self) -> [f64; 2] {
        self.charts.iter().map(Chart::dimensions).fold([200.0, 150.0], |[w, h], [a, b]| [w.max(a), h.max(b)])
    }

    fn headline(&self) -> f64 {
        if self.title.is_empty() { 0.0 } else { HEADLINE }
    }

    fn size(&self) -> [f64; 2] {
        let [w, h] = self.cell();
        let columns = self.columns.min(self.charts.len().max(1));
        let rows = self.charts.len().div_ceil(columns).max(1);
        [columns as f64 * w, self.headline() + rows as f64 * h]
    }

    fn draw(&self, canvas: &mut dyn Canvas) {
        let ([width, height], [w, h]) = (self.size(), self.cell());
        canvas.fill(Rect { x: 0.0, y: 0.0, w: width, h: height }, PAPER);
        let lettering =
            Lettering { size: 22.0, color: INK, bold: true, anchor: Anchor::Start, upwards: false };
        canvas.text([14.0, 32.0], &self.title, lettering);
        for (i, chart) in self.charts.iter().enumerate() {
            let (column, row) = ((i % self.columns) as f64, (i / self.columns) as f64);
            chart.draw(canvas, Rect { x: column * w, y: self.headline() + row * h, w, h });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_fill_the_grid_row_by_row() {
        let chart = |name: &str| Chart::new(name).size(300.0, 200.0).series("", &[0.0, 1.0], &[0.0, 1.0]);
        let figure = Figure::new().title("All").columns(2);
        let figure = ["one", "two", "three"].iter().fold(figure, |f, n| f.chart(chart(n)));
        let svg = figure.to_svg();
        assert!(svg.contains("viewBox=\"0 0 600 444\""), "{}", &svg[..200]);
        assert!(["All", "one", "two", "three"].iter().all(|n| svg.contains(&format!(">{n}<"))));
        let image = figure.to_image();
        assert_eq!((image.width(), image.height()), (1200, 888));
        assert!(Figure::new().to_svg().contains("<svg"));
    }
}
