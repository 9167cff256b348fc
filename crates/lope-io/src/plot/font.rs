//! A small bitmap font, so that pictures carry labels without a font file.
//!
//! `font.txt` is a picture of the font: bands of sixteen glyphs, each 5 wide and 9 high, of which the last
//! two rows are below the baseline. A glyph is enlarged by the Scale2x rule, which keeps diagonals smooth,
//! before it is sampled with antialiasing at the size wanted.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Width of a glyph in font units.
pub const GLYPH_WIDTH: usize = 5;
/// Height of a glyph in font units.
pub const GLYPH_HEIGHT: usize = 9;
/// Rows above the baseline.
pub const ASCENT: usize = 7;
/// From one glyph to the next, in font units.
pub const ADVANCE: usize = 6;

/// A glyph enlarged eight times: `true` is ink.
#[derive(Debug)]
pub struct Glyph {
    width: usize,
    ink: Vec<bool>,
}

/// Enlargement of the glyphs kept.
const DETAIL: usize = 8;

impl Glyph {
    fn empty() -> Self {
        Self { width: GLYPH_WIDTH, ink: vec![false; GLYPH_WIDTH * GLYPH_HEIGHT] }
    }

    fn at(&self, x: isize, y: isize) -> bool {
        let height = self.ink.len() / self.width;
        let inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < height;
        inside && self.ink[y as usize * self.width + x as usize]
    }

    /// Twice the size by the Scale2x rule: a corner takes the value that its two outer neighbours agree on.
    fn doubled(&self) -> Self {
        let (width, height) = (2 * self.width, 2 * self.ink.len() / self.width);
        let mut ink = vec![false; width * height];
        for (i, pixel) in ink.iter_mut().enumerate() {
            let (x, y) = ((i % width) as isize, (i / width) as isize);
            let (sx, sy) = (x / 2, y / 2);
            let (dx, dy) = (2 * (x % 2) - 1, 2 * (y % 2) - 1);
            let (side, above) = (self.at(sx + dx, sy), self.at(sx, sy + dy));
            let opposite = (self.at(sx - dx, sy), self.at(sx, sy - dy));
            let corner = side == above && side != opposite.0 && side != opposite.1;
            *pixel = if corner { side } else { self.at(sx, sy) };
        }
        Self { width, ink }
    }

    /// Share of ink in the box from (x0, y0) to (x1, y1), in font units.
    pub fn coverage(&self, x0: f64, y0: f64, x1: f64, y1: f64) -> f64 {
        let detail = DETAIL as f64;
        let (x0, y0, x1, y1) = (x0 * detail, y0 * detail, x1 * detail, y1 * detail);
        let overlap =
            |cell: isize, from: f64, to: f64| (to.min(cell as f64 + 1.0) - from.max(cell as f64)).max(0.0);
        let mut ink = 0.0;
        for y in y0.floor() as isize..y1.ceil() as isize {
            for x in x0.floor() as isize..x1.ceil() as isize {
                if self.at(x, y) {
                    ink += overlap(x, x0, x1) * overlap(y, y0, y1);
                }
            }
        }
        ink / ((x1 - x0) * (y1 - y0)).max(f64::MIN_POSITIVE)
    }
}

/// The glyph of a character; one that the font lacks is a box.
pub fn glyph(c: char) -> &'static Glyph {
    static FONT: OnceLock<(BTreeMap<char, Glyph>, Glyph)> = OnceLock::new();
    let (glyphs, missing) = FONT.get_or_init(|| {
        let mut missing = Glyph::empty();
        for (i, pixel) in missing.ink.iter_mut().enumerate() {
            let (x, y) = (i % GLYPH_WIDTH, i / GLYPH_WIDTH);
            *pixel = y < ASCENT && (x == 0 || x == 4 || y == 0 || y == ASCENT - 1);
        }
        (parse(include_str!("font.txt")), enlarged(&missing))
    });
    glyphs.get(&c).unwrap_or(missing)
}

fn enlarged(glyph: &Glyph) -> Glyph {
    glyph.doubled().doubled().doubled()
}

fn parse(picture: &str) -> BTreeMap<char, Glyph> {
    let lines: Vec<&str> = picture.lines().collect();
    let mut glyphs = BTreeMap::new();
    for band in lines.chunks(1 + GLYPH_HEIGHT) {
        for (column, c) in band[0].chars().enumerate() {
            let mut glyph = Glyph::empty();
            for (y, row) in band[1..].iter().enumerate() {
                let cells = row.chars().skip(column * (GLYPH_WIDTH + 1)).take(GLYPH_WIDTH);
                for (x, cell) in cells.enumerate() {
                    glyph.ink[y * GLYPH_WIDTH + x] = cell == '#';
                }
            }
            glyphs.insert(c, enlarged(&glyph));
        }
    }
    glyphs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_has_its_own_glyph() {
        let picture = parse(include_str!("font.txt"));
        let wanted = (' '..='~').chain("−⁰¹²³⁴⁵⁶⁷⁸⁹⁻×·°µΔ".chars());
        for c in wanted {
            let glyph = picture.get(&c).unwrap_or_else(|| panic!("no glyph for `{c}`"));
            assert_eq!(glyph.ink.contains(&true), c != ' ', "`{c}`");
            let twin = picture.iter().find(|(d, g)| **d != c && g.ink == glyph.ink);
            // The hyphen and the minus sign look alike in five dots.
            assert!(twin.is_none() || matches!(c, '-' | '−'), "`{c}` and `{}`", twin.unwrap().0);
        }
    }

    #[test]
    fn coverage_counts_ink() {
        let bar = glyph('|');
        assert_eq!(bar.coverage(2.0, 1.0, 3.0, 6.0), 1.0);
        assert_eq!(bar.coverage(0.0, 0.0, 2.0, 7.0), 0.0);
        assert_eq!(bar.coverage(1.5, 1.0, 2.5, 6.0), 0.5);
        assert!(glyph('\u{4e00}').coverage(0.0, 0.0, 5.0, 7.0) > 0.3, "a character without glyph is a box");
    }
}
