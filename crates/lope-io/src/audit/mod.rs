//! Whether anything crossed anything in a run, told after the fact.
//!
//! There are two witnesses. Frames are looked at anew: the surfaces are made of the scene and the files, and who crosses is decided
//! exactly. The table of steps holds the least gap at the end of every step with barriers, also of those between frames; that is
//! what the run itself says.

mod frames;
mod report;

pub use report::{FrameAudit, Intersection, Report, StepAudit};

use std::path::Path;

use lope::minimize::Control;
use lope::scene::SceneError;
use lope::scene::build::{Audit, audit_with};

use crate::output::OutputError;
use crate::output::checkpoint::Checkpoint;
use crate::output::stats::{self, StatsRow};
use crate::scene_file::{Directory, Loaded};
use frames::Frames;

/// Why a run was not audited.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// A file is missing, or does not say what it should.
    #[error(transparent)]
    File(#[from] OutputError),
    /// The scene of the run cannot be made again.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// Asked to stop.
    #[error("interrupted; nothing is proven")]
    Interrupted,
}

/// Audits the run in a directory. `progress` is told how many frames of how many are done, and says whether to go on.
///
/// # Errors
/// If it is not the directory of a run, has no frames, or one of them does not read or fit; or if asked to stop.
pub fn audit(
    directory: &Path,
    progress: &mut dyn FnMut(usize, usize) -> Control,
) -> Result<Report, AuditError> {
    let scene = directory.join("scene.toml");
    if !scene.is_file() {
        let what = match directory.is_dir() {
            true => "is not the directory of a run: it has no scene.toml",
            false => "there is no such directory",
        };
        let remedy = "make one with `lope run SCENE -o DIR`";
        return Err(OutputError::content(directory, what, remedy).into());
    }
    let loaded = Loaded::load(&scene, &[])?;
    let rows = match directory.join(stats::FILE_NAME).is_file() {
        true => stats::read(directory)?,
        false => Vec::new(),
    };
    // What is wrong with files is known before meshes are made.
    let frames = Frames::open(directory, &loaded, &rows)?;
    let audit = audit_with(&loaded.scene, &Directory::new(directory)).map_err(SceneError::Invalid)?;
    same_files(directory, &loaded, &audit)?;
    let mut report = Report::new(audit.models(), &rows);
    if frames.begun > 0 {
        report.notes.push(format!(
            "the run begins at step {}, with a state from elsewhere: its first frame is not audited",
            frames.begun
        ));
    }
    for number in 0..frames.len() {
        if progress(number, frames.len()) == Control::Stop {
            return Err(AuditError::Interrupted);
        }
        let (frame, time) = frames.at(number);
        let bodies = frames.read(number, &audit)?;
        let finding = audit.look(time, &bodies).map_err(|body| frames.misfit(number, audit.name(body)))?;
        report.take(frame, time, finding, margin_at(&rows, time));
    }
    progress(frames.len(), frames.len());
    report.close(&loaded.scene);
    Ok(report)
}

/// What the table says of the gap at a time.
fn margin_at(rows: &[StatsRow], time: f64) -> Option<f64> {
    let near = |row: &&StatsRow| (row.time - time).abs() <= 1e-9 * time.abs().max(1e-9);
    rows.iter().find(near).and_then(|row| row.gap)
}

/// Refuses a run whose mesh files are no longer those it was made with.
fn same_files(directory: &Path, loaded: &Loaded, audit: &Audit) -> Result<(), OutputError> {
    if !Checkpoint::path(directory).is_file() {
        return Ok(());
    }
    let checkpoint = Checkpoint::load(directory)?;
    let Some(then) = checkpoint.meta.get("inputs") else { return Ok(()) };
    let files = loaded.scene.files();
    let changed = |((_, now), then): &((&(String, String), &String), &str)| now.as_str() != *then;
    match files.iter().zip(&audit.inputs).zip(then.lines()).find(changed) {
        Some((((_, path), _), _)) => Err(OutputError::content(
            &directory.join(path),
            "has changed since the run was made",
            "restore the file, or run again",
        )),
        None => Ok(()),
    }
}
