//! Obstacles beside the frames: those at rest once, those that move in every frame.

use std::path::{Path, PathBuf};

use lope::scene::build::Scenery;
use lope::scene::model::{FrameFormat, Output};

use super::obj;
use crate::output::pvd::Collection;
use crate::output::vtu::{CellKind, Compression, Grid};
use crate::output::{OBSTACLES, OutputError, atomic, frame_file_name, vtu};
use crate::show::Shown;

/// Writes surfaces of obstacles.
pub(super) struct SceneryWriter {
    directory: PathBuf,
    formats: Vec<FrameFormat>,
    list: Vec<Scenery>,
}

impl SceneryWriter {
    /// Writes the obstacles that do not move.
    pub(super) fn new(list: Vec<Scenery>, output: &Output, run: &Path) -> Result<Self, OutputError> {
        let writer = Self { directory: run.join(OBSTACLES), formats: output.formats.clone(), list };
        if !writer.list.is_empty() {
            atomic::create_directory(&writer.directory)?;
        }
        for scenery in writer.list.iter().filter(|scenery| !scenery.obstacle.moves()) {
            writer.formats.iter().try_for_each(|format| writer.write(scenery, *format, 0, 0.0))?;
        }
        Ok(writer)
    }

    /// All of them.
    pub(super) fn list(&self) -> &[Scenery] {
        &self.list
    }

    /// Writes those that move, and lists all as parts from number `first`.
    pub(super) fn frame(
        &self,
        index: u64,
        time: f64,
        first: usize,
        collection: &mut Collection,
    ) -> Result<(), OutputError> {
        for (number, scenery) in self.list.iter().enumerate() {
            for format in &self.formats {
                if scenery.obstacle.moves() {
                    self.write(scenery, *format, index, time)?;
                }
                if *format == FrameFormat::Vtu {
                    let file = format!("../{OBSTACLES}/{}", file_name(scenery, index, *format));
                    collection.push(time, first + number, &scenery.name, &file);
                }
            }
        }
        Ok(())
    }

    fn write(
        &self,
        scenery: &Scenery,
        format: FrameFormat,
        index: u64,
        time: f64,
    ) -> Result<(), OutputError> {
        let path = self.directory.join(file_name(scenery, index, format));
        let pose = scenery.obstacle.pose(time);
        let points: Vec<f64> = scenery.surface.points.iter().flat_map(|p| pose.apply(*p)).collect();
        let cells = scenery.surface.triangles.as_flattened();
        match format {
            FrameFormat::Vtu => {
                let grid = Grid {
                    points: &points,
                    kind: CellKind::Triangle,
                    cells,
                    point_data: &[],
                    cell_data: &[],
                };
                vtu::write(&path, &grid, Compression::default())
            }
            FrameFormat::Obj => obj::write(&path, &scenery.name, &points, Shown::Faces, cells),
        }
    }
}

/// Numbered if it moves.
fn file_name(scenery: &Scenery, index: u64, format: FrameFormat) -> String {
    if scenery.obstacle.moves() {
        frame_file_name(&scenery.name, index as usize, format.name())
    } else {
        format!("{}.{}", scenery.name, format.name())
    }
}
