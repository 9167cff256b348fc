//! The bundle a failed step leaves: everything needed to replay it with another method.

use std::fmt::Write as _;

use super::directory::RunDirectory;
use super::snapshot;
use crate::observe::StepRecord;
use crate::scene::output::{OutputError, atomic};
use crate::world::World;

/// Writes `failure/`: the scene, the state before the step, and the iterations of the attempt.
pub(super) fn write(run: &RunDirectory, world: &World, record: &StepRecord) -> Result<(), OutputError> {
    let bundle = run.path().join("failure");
    atomic::create_directory(&bundle)?;
    let scene = atomic::read_text(&run.path().join("scene.toml"))?;
    atomic::write(&bundle.join("scene.toml"), scene.as_bytes())?;
    snapshot::of(world, run.path())?.save(&bundle)?;

    let mut table =
        String::from("iteration,value,gradient,speed,linear_iterations,indefinite,alpha,evaluations\n");
    for i in world.trace() {
        let _ = writeln!(
            table,
            "{},{:?},{:?},{:?},{},{},{:?},{}",
            i.number, i.value, i.gradient, i.speed, i.linear_iterations, i.indefinite, i.alpha, i.evaluations
        );
    }
    atomic::write(&bundle.join("iterations.csv"), table.as_bytes())?;
    let text = format!(
        "step {} to t = {} s ended with `{}` after {} iterations (residual {:e}).\n\
         Replay it with another method: lope run {} --set solver.method=...\n",
        record.step,
        record.time,
        record.report.outcome.word(),
        record.report.iterations,
        record.report.residual,
        bundle.display(),
    );
    atomic::write(&bundle.join("README.txt"), text.as_bytes())
}
