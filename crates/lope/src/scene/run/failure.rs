//! The bundle a failed step leaves: everything needed to replay it with another method.

use std::fmt::Write as _;
use std::path::Path;

use toml::{Table, Value};

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
    atomic::write(&bundle.join("scene.toml"), seen_from_below(&scene).as_bytes())?;
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
         Replay it with another solver.method, time.step or time.integrator: lope run {} --set ...\n",
        record.step,
        record.time,
        record.report.outcome.word(),
        record.report.iterations,
        record.report.residual,
        bundle.display(),
    );
    atomic::write(&bundle.join("README.txt"), text.as_bytes())
}

/// The resolved scene of a run for a directory inside that of the run: its files are one level up, and where it
/// was written to is nowhere to replay it.
fn seen_from_below(scene: &str) -> String {
    let Ok(mut table) = scene.parse::<Table>() else { return scene.to_owned() };
    let bodies = table.get_mut("body").and_then(Value::as_array_mut).into_iter().flatten();
    for mesh in bodies.filter_map(|body| body.get_mut("mesh").and_then(Value::as_table_mut)) {
        if let Some(Value::String(file)) = mesh.get_mut("file") {
            *file = Path::new("..").join(&*file).display().to_string();
        }
    }
    if let Some(output) = table.get_mut("output").and_then(Value::as_table_mut) {
        output.remove("directory");
    }
    table.to_string()
}
