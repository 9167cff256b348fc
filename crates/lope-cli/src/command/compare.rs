//! `lope compare`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use lope_io::compare::{Comparison, Plan, Request};
use lope_io::output::atomic;

use crate::failure::{Done, FAILED, Failure, INTERRUPTED};
use crate::progress::Runs;
use crate::signals::interrupts;
use crate::table::table;
use crate::terminal::print;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A scene file or the name of a built-in scene
    scene: String,
    /// A key and the values it takes in turn, as in solver.tolerance=1e-2,1e-4; repeated, all combinations run
    #[arg(long, value_name = "KEY=A,B,C", required = true)]
    vary: Vec<String>,
    /// Directory to write to [default: out/compare/<scene>]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Override a scene key in all runs
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Measure distances from the variant with these values, as in solver.tolerance=1e-6 or 1e-6 [default: of those that
    /// finish the finest, with the shortest step and then the tightest tolerance]
    #[arg(long, value_name = "VARIANT")]
    reference: Vec<String>,
    /// Measure distances from one more run with this override, such as a tight tolerance
    #[arg(long, value_name = "KEY=VALUE", conflicts_with = "reference")]
    reference_set: Vec<String>,
    /// Make at most this many steps in every run
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Stop a run after this many seconds and go on with the next
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

pub(crate) fn compare(arguments: &Arguments) -> Done {
    super::run::use_threads(arguments.threads)?;
    let plan = Plan::new(&Request {
        scene: &arguments.scene,
        set: &arguments.set,
        vary: &arguments.vary,
        reference: &arguments.reference,
        reference_set: &arguments.reference_set,
        steps: arguments.steps,
        time_limit: arguments.time_limit,
    })?;
    // Everything that can be wrong with the input is known by now; only then is something written.
    let out = arguments.output.clone().unwrap_or_else(|| Path::new("out").join("compare").join(plan.name()));
    atomic::create_directory(&out).map_err(Failure::input)?;
    let mut progress = Runs::new(plan.steps(), arguments.quiet, interrupts());
    let comparison = plan.run(&mut |moment| progress.at(moment));
    progress.done();
    let written = comparison.save(&out)?;
    if !arguments.quiet {
        print(&told(&comparison));
        let files: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
        print(&format!("written: {}\n", files.join(", ")));
    }
    Ok(match (comparison.interrupted, comparison.finished()) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::from(FAILED),
    })
}

/// The table and what is to be said about it.
fn told(comparison: &Comparison) -> String {
    let shown = comparison.shown();
    let head: Vec<&str> = shown.keys.iter().chain(&shown.head).map(String::as_str).collect();
    let mut text = table(&head, &shown.rows) + "\n";
    for remark in comparison.remarks() {
        text += &format!("{remark}\n");
    }
    if comparison.interrupted {
        text += "interrupted: runs that were not made are rows without numbers\n";
    }
    text
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    limit.ok_or_else(|| "expected a number of seconds greater than 0".into())
}
