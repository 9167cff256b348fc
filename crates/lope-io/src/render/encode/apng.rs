//! Animated PNG: nothing is lost, and every browser plays it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::super::{RenderError, Result};
use super::Sink;
use crate::output::{OutputError, atomic};
use crate::plot::Image;

/// Memory that an encoder can own while we keep it.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A film of PNG pictures.
pub(super) struct Apng {
    path: PathBuf,
    bytes: Shared,
    writer: png::Writer<Shared>,
}

fn bad(error: png::EncodingError) -> RenderError {
    OutputError::shape(format!("a film does not fit APNG: {error}")).into()
}

impl Apng {
    pub(super) fn new(path: &Path, [width, height]: [usize; 2], fps: f64, count: usize) -> Result<Self> {
        let bytes = Shared::default();
        let mut encoder = png::Encoder::new(bytes.clone(), width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_animated(count as u32, 0).map_err(bad)?;
        encoder.set_frame_delay((1000.0 / fps).round().clamp(1.0, 65_535.0) as u16, 1000).map_err(bad)?;
        Ok(Self { path: path.into(), writer: encoder.write_header().map_err(bad)?, bytes })
    }
}

impl Sink for Apng {
    fn take(&mut self, picture: &Image) -> Result<()> {
        self.writer.write_image_data(picture.pixels()).map_err(bad)
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let Self { path, bytes, writer } = *self;
        writer.finish().map_err(bad)?;
        let bytes = bytes.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(atomic::write_parts(&path, &[bytes.as_slice()], false)?)
    }
}
