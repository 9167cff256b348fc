//! A picture of pixels, with letters, saved as PNG.

use std::path::Path;

use super::font::{self, ADVANCE, ASCENT, GLYPH_HEIGHT, GLYPH_WIDTH};
use super::palette::Color;
use crate::output::{OutputError, Result, atomic};

/// An RGB picture; row 0 is its top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Image {
    /// A picture of one colour. A side of zero becomes one: there is no empty PNG.
    pub fn new(width: usize, height: usize, color: Color) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let pixels = [color.0, color.1, color.2].repeat(width * height);
        Self { width, height, pixels }
    }

    /// A picture of bytes, three a pixel, row by row; white where there are too few.
    pub fn from_pixels(width: usize, height: usize, mut pixels: Vec<u8>) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        pixels.resize(3 * width * height, 255);
        Self { width, height, pixels }
    }

    /// Width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The bytes, three a pixel, row by row.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Colour of a pixel, if there is one.
    pub fn get(&self, x: usize, y: usize) -> Option<Color> {
        let place = self.place(x as isize, y as isize)?;
        Some(Color(self.pixels[place], self.pixels[place + 1], self.pixels[place + 2]))
    }

    /// Sets a pixel; outside the picture nothing happens.
    pub fn set(&mut self, x: isize, y: isize, color: Color) {
        self.blend(x, y, color, 1.0);
    }

    /// Lays a colour over a pixel, as far as `cover` (0 to 1) says.
    pub fn blend(&mut self, x: isize, y: isize, color: Color, cover: f64) {
        let Some(place) = self.place(x, y) else { return };
        for (channel, new) in [color.0, color.1, color.2].into_iter().enumerate() {
            let old = f64::from(self.pixels[place + channel]);
            let mixed = old + (f64::from(new) - old) * cover.clamp(0.0, 1.0);
            self.pixels[place + channel] = mixed.round() as u8;
        }
    }

    /// Fills a rectangle, or the part of it that is in the picture.
    pub fn fill(&mut self, x: isize, y: isize, width: usize, height: usize, color: Color) {
        let range = |from: isize, length: usize, limit: usize| {
            from.clamp(0, limit as isize)..from.saturating_add_unsigned(length).clamp(0, limit as isize)
        };
        for row in range(y, height, self.height) {
            for column in range(x, width, self.width) {
                self.set(column, row, color);
            }
        }
    }

    /// Lays another picture over this one, its upper left corner at (x, y), as far as `cover` (0 to 1) says.
    pub fn lay(&mut self, other: &Self, x: isize, y: isize, cover: f64) {
        for (number, pixel) in other.pixels.as_chunks::<3>().0.iter().enumerate() {
            let (column, row) = ((number % other.width) as isize, (number / other.width) as isize);
            self.blend(x + column, y + row, Color(pixel[0], pixel[1], pixel[2]), cover);
        }
    }

    /// Makes what is light dark and what is dark light, and keeps hues.
    pub fn swap_lightness(&mut self) {
        for pixel in self.pixels.as_chunks_mut::<3>().0 {
            let [least, most] = [pixel.iter().min(), pixel.iter().max()].map(|c| c.copied().unwrap_or(0));
            // The lightness of hue, saturation and lightness is the mean of the two.
            let shift = 255 - i16::from(least) - i16::from(most);
            *pixel = pixel.map(|c| (i16::from(c) + shift).clamp(0, 255) as u8);
        }
    }

    /// Writes text whose first baseline point is (x, y), each dot of the font `dot` pixels wide; `upwards`
    /// turns it by a quarter to the left.
    pub fn text(
        &mut self,
        x: isize,
        y: isize,
        text: &str,
        dot: f64,
        color: Color,
        bold: bool,
        upwards: bool,
    ) {
        let rows = (GLYPH_HEIGHT as f64 * dot).ceil() as isize;
        let columns = ((GLYPH_WIDTH + 1) as f64 * dot).ceil() as isize;
        let rise = (ASCENT as f64 * dot).round() as isize;
        let heavy = if bold { 0.4 } else { 0.0 };
        for (i, c) in text.chars().enumerate() {
            let glyph = font::glyph(c);
            let start = ((i * ADVANCE) as f64 * dot).round() as isize;
            for row in 0..rows {
                for column in 0..columns {
                    let (u, v) = (column as f64 / dot, row as f64 / dot);
                    let step = 1.0 / dot;
                    let mut cover = glyph.coverage(u, v, u + step, v + step);
                    if bold {
                        cover = cover.max(glyph.coverage(u - heavy, v, u + step - heavy, v + step));
                    }
                    if cover > 0.0 {
                        let (along, down) = (start + column, row - rise);
                        let (px, py) = if upwards { (x + down, y - along) } else { (x + along, y + down) };
                        self.blend(px, py, color, cover);
                    }
                }
            }
        }
    }

    /// Width of a text in pixels.
    pub fn text_width(text: &str, dot: f64) -> f64 {
        (text.chars().count() * ADVANCE) as f64 * dot - dot.min((text.len() * ADVANCE) as f64)
    }

    /// The picture as the bytes of a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>> {
        let bad = |e: png::EncodingError| OutputError::shape(format!("a picture does not fit PNG: {e}"));
        let side = |n: usize| {
            u32::try_from(n)
                .map_err(|_| OutputError::shape(format!("a picture {n} pixels long does not fit PNG")))
        };
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, side(self.width)?, side(self.height)?);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(bad)?;
        writer.write_image_data(&self.pixels).map_err(bad)?;
        writer.finish().map_err(bad)?;
        Ok(bytes)
    }

    /// Writes the picture as PNG.
    pub fn save_png(&self, path: &Path) -> Result<()> {
        atomic::write_parts(path, &[&self.to_png()?], false)
    }

    fn place(&self, x: isize, y: isize) -> Option<usize> {
        let inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
        inside.then(|| 3 * (y as usize * self.width + x as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color(0, 0, 0);
    const WHITE: Color = Color(255, 255, 255);

    fn ink(image: &Image) -> usize {
        image.pixels().iter().filter(|&&b| b < 128).count() / 3
    }

    #[test]
    fn png_reads_back() {
        let mut image = Image::new(7, 5, WHITE);
        image.fill(2, 1, 3, 2, Color(10, 20, 30));
        image.set(0, 4, Color(200, 0, 0));
        let bytes = image.to_png().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (7, 5));
        assert_eq!(pixels, image.pixels());
        assert_eq!(image.get(2, 1), Some(Color(10, 20, 30)));
        assert_eq!(image.get(7, 0), None);
    }

    #[test]
    fn drawing_outside_is_harmless() {
        let mut image = Image::new(4, 4, WHITE);
        image.fill(-10, -10, 5, 5, BLACK);
        image.fill(isize::MAX - 1, 0, usize::MAX, 2, BLACK);
        image.set(-1, 0, BLACK);
        image.text(-500, 2, "far away", 2.0, BLACK, false, false);
        assert_eq!(ink(&image), 0);
        image.fill(2, 2, usize::MAX, usize::MAX, BLACK);
        assert_eq!(ink(&image), 4);
    }

    #[test]
    fn text_stays_in_its_box_and_turns() {
        let mut image = Image::new(60, 40, WHITE);
        image.text(4, 20, "Hi", 2.0, BLACK, false, false);
        let upright = ink(&image);
        assert!(upright > 60, "{upright}");
        for y in 0..40 {
            for x in 0..60 {
                let inside = (4..4 + 24).contains(&x) && (6..20).contains(&y);
                assert!(inside || image.get(x, y) == Some(WHITE), "({x}, {y})");
            }
        }
        let mut turned = Image::new(60, 60, WHITE);
        turned.text(30, 50, "Hi", 2.0, BLACK, false, true);
        assert_eq!(ink(&turned), upright);
        assert_eq!(Image::text_width("Hi", 2.0), 22.0);
        assert_eq!(Image::text_width("", 2.0), 0.0);
    }
}
