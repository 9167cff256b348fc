//! Tables as pictures: numbers on coloured ground.

use lope_io::plot::Image;
use lope_io::plot::palette::{Color, INK, PAPER, ramp};

/// One table.
pub(super) struct Panel {
    /// Above it.
    pub(super) title: String,
    /// Row by row.
    pub(super) values: Vec<f64>,
    /// Digits behind the point.
    pub(super) digits: usize,
}

/// Sides of a cell, room for names on the left, height of the title, of the names above a panel, between panels.
const CELL: [usize; 2] = [72, 30];
const LEFT: usize = 70;
const HEAD: usize = 34;
const NAMES: usize = 46;
const GAP: usize = 24;

/// Panels side by side with common names of rows and columns; each has colours of its own, dark where it is least.
pub(super) fn heat_map(title: &str, rows: &[String], columns: &[String], panels: &[Panel]) -> Image {
    let width = LEFT + panels.len() * (columns.len() * CELL[0] + GAP);
    let height = HEAD + NAMES + rows.len() * CELL[1] + GAP;
    let mut image = Image::new(width, height, PAPER);
    image.text(12, 22, title, 1.5, INK, true, false);
    for (row, name) in rows.iter().enumerate() {
        let y = HEAD + NAMES + row * CELL[1] + CELL[1] / 2 + 4;
        image.text(8, y as isize, name, 1.0, INK, false, false);
    }
    for (number, panel) in panels.iter().enumerate() {
        let left = LEFT + number * (columns.len() * CELL[0] + GAP);
        image.text(left as isize, (HEAD + 14) as isize, &panel.title, 1.0, INK, true, false);
        for (column, name) in columns.iter().enumerate() {
            let x = left + column * CELL[0] + 8;
            image.text(x as isize, (HEAD + 36) as isize, name, 1.0, INK, false, false);
        }
        let low = panel.values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = panel.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (i, &value) in panel.values.iter().enumerate() {
            let (row, column) = (i / columns.len(), i % columns.len());
            let (x, y) = (left + column * CELL[0], HEAD + NAMES + row * CELL[1]);
            let place = if high > low { (value - low) / (high - low) } else { 0.0 };
            image.fill(x as isize, y as isize, CELL[0] - 1, CELL[1] - 1, ramp(place));
            let ink = if place > 0.6 { INK } else { Color(255, 255, 255) };
            let text = format!("{value:.*}", panel.digits);
            image.text((x + 8) as isize, (y + CELL[1] / 2 + 4) as isize, &text, 1.0, ink, false, false);
        }
    }
    image
}
