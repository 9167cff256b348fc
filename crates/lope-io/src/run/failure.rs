//! The bundle a failed step leaves: everything needed to replay it with another method.

use std::fmt::Write as _;
use std::path::Path;

use lope::energy::InTheWay;
use lope::observe::StepRecord;
use lope::scene::Scene;
use lope::world::World;

use super::directory::RunDirectory;
use super::frames::FrameWriter;
use super::snapshot::{self, Origin};
use crate::output::{OutputError, atomic};
use crate::show::blocking::{self, Blocking, Piece};

/// Writes `failure/`: the scene, the state before the step, and the iterations of the attempt.
pub(super) fn write(
    run: &RunDirectory,
    origin: &Origin,
    world: &World,
    frames: &FrameWriter,
    record: &StepRecord,
) -> Result<(), OutputError> {
    let bundle = run.path().join("failure");
    atomic::create_directory(&bundle)?;
    let scene = atomic::read_text(&run.path().join("scene.toml"))?;
    atomic::write(&bundle.join("scene.toml"), seen_from_below(&scene).as_bytes())?;
    snapshot::of(world, run.path(), origin)?.save(&bundle)?;

    frames.write_alone(&bundle, world)?;
    if let Some(InTheWay { gap, pieces, .. }) = world.blocking() {
        let pieces = pieces.clone().map(|(of, corners)| Piece { of, corners });
        Blocking { gap: *gap, pieces }.save(&bundle)?;
    } else {
        // That of an earlier failure.
        let _ = std::fs::remove_file(bundle.join(blocking::FILE_NAME));
    }

    let mut table =
        String::from("iteration,value,gradient,speed,linear_iterations,indefinite,alpha,evaluations\n");
    for i in world.trace() {
        let _ = writeln!(
            table,
            "{},{:?},{:?},{:?},{},{},{:?},{}",
            i.number, i.value, i.gradient, i.size, i.linear_iterations, i.indefinite, i.alpha, i.evaluations
        );
    }
    atomic::write(&bundle.join("iterations.csv"), table.as_bytes())?;
    let mut text = format!(
        "step {} to t = {} s ended with `{}` after {} iterations (residual {:e}).\n",
        record.step,
        record.time,
        record.report.outcome.word(),
        record.report.iterations,
        record.report.residual,
    );
    record.report.notes.iter().for_each(|note| text += &format!("- {note}\n"));
    text += &format!("What that means and what to do: lope help {}\n", record.report.outcome.word());
    text += &format!(
        "Replay it with another solver.method, time.step or time.integrator: lope run {} --set ...\n",
        bundle.display(),
    );
    text += &format!("Look at the state before it: lope render {0}, lope view {0}\n", bundle.display());
    atomic::write(&bundle.join("README.txt"), text.as_bytes())
}

/// The resolved scene of a run for a directory inside that of the run: its files are one level up, and where it
/// was written to is nowhere to replay it.
fn seen_from_below(scene: &str) -> String {
    let Ok(mut below) = Scene::from_text("scene.toml", scene, &[]) else { return scene.to_owned() };
    below.visit_files(&mut |_, path| *path = Path::new("..").join(&*path).display().to_string());
    below.output.directory = None;
    below.resolved_toml().unwrap_or_else(|_| scene.to_owned())
}
