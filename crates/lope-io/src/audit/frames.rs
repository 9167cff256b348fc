//! The frames of a run, as they were written: no digit is lost.

use std::fs;
use std::path::{Path, PathBuf};

use lope::math::vec3::Vec3;
use lope::scene::build::Audit;
use lope::scene::model::FrameFormat;
use lope::scene::schedule::Schedule;

use crate::mesh_file::read_mesh;
use crate::output::stats::StatsRow;
use crate::output::{OutputError, Result, frame_file_name, pvd};
use crate::scene_file::Loaded;
use crate::show::Recording;

/// Frames with their times.
pub(super) struct Frames {
    /// The step the run was begun at.
    pub(super) begun: u64,
    /// Number and time of each.
    list: Vec<(usize, f64)>,
    directory: PathBuf,
    /// The frames as VTU; none if there are only those as OBJ.
    recording: Option<Recording>,
}

impl Frames {
    pub(super) fn open(run: &Path, loaded: &Loaded, rows: &[StatsRow]) -> Result<Self> {
        let directory = run.join("frames");
        let begun = rows.first().map_or(0, |row| row.step.saturating_sub(1));
        let listed = directory.join(pvd::FILE_NAME).is_file();
        let (recording, mut list) = if !listed && loaded.scene.output.formats.contains(&FrameFormat::Obj) {
            (None, surfaces(&directory, loaded, rows)?)
        } else {
            let recording = Recording::open(run)?;
            let list = recording.times().iter().copied().enumerate().collect();
            (Some(recording), list)
        };
        // Of a state from elsewhere the first frame says that it is at the start.
        if begun > 0 {
            list.retain(|(frame, _)| *frame > 0);
        }
        if list.is_empty() {
            let remedy = "wait until the run has written one, or run again with `vtu` among output.formats";
            return Err(OutputError::content(&directory, "has no frames", remedy));
        }
        Ok(Self { begun, list, directory, recording })
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Number and time of a frame.
    pub(super) fn at(&self, place: usize) -> (usize, f64) {
        self.list[place]
    }

    /// The vertices of all bodies.
    pub(super) fn read(&self, place: usize, audit: &Audit) -> Result<Vec<Vec<Vec3>>> {
        let (frame, _) = self.list[place];
        if let Some(recording) = &self.recording {
            return recording.bodies(frame);
        }
        let body = |body: usize| {
            let path = self.directory.join(frame_file_name(audit.name(body), frame, FrameFormat::Obj.name()));
            let remedy = "its frames are of another run, or were changed; run again into an empty directory";
            let mesh =
                read_mesh(&path).map_err(|error| OutputError::content(&path, error.to_string(), remedy))?;
            let count = mesh.points.len();
            audit.spread(body, mesh.points).map_err(|needed| {
                let what = format!("has {count} vertices, and the surface of the body has {needed}");
                OutputError::content(&path, what, remedy)
            })
        };
        (0..audit.bodies()).map(body).collect()
    }

    /// A body of a frame is not that of the scene.
    pub(super) fn misfit(&self, place: usize, body: &str) -> OutputError {
        let format = if self.recording.is_some() { FrameFormat::Vtu } else { FrameFormat::Obj };
        let path = self.directory.join(frame_file_name(body, self.list[place].0, format.name()));
        let what = "has fewer vertices than the body in scene.toml, or one whose coordinates are no numbers";
        OutputError::content(&path, what, "run again into an empty directory")
    }
}

/// Frames that are there as OBJ alone, which have no list of times: the table has them.
fn surfaces(directory: &Path, loaded: &Loaded, rows: &[StatsRow]) -> Result<Vec<(usize, f64)>> {
    let read = |error| OutputError::io("read", directory, error);
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(read)? {
        let name = entry.map_err(read)?.file_name().to_string_lossy().into_owned();
        let number = name.strip_suffix(".obj").and_then(|stem| stem.rsplit_once('_'));
        found.extend(number.and_then(|(_, number)| number.parse::<usize>().ok()));
    }
    found.sort_unstable();
    found.dedup();
    let schedule = Schedule::new(&loaded.scene.time);
    let time_of = |frame: usize| match frame {
        0 => Some(0.0),
        _ => rows.iter().find(|row| schedule.frame(row.step) == Some(frame as u64)).map(|row| row.time),
    };
    let timed = |frame: &usize| {
        time_of(*frame).map(|time| (*frame, time)).ok_or_else(|| {
            let what = format!("holds frame {frame}, of which stats.csv has no step");
            OutputError::content(directory, what, "restore the table, or run again")
        })
    };
    found.iter().map(timed).collect()
}
