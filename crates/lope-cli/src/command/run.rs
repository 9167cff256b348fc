//! `lope run`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use lope::scene::builtin;
use lope::scene::output::checkpoint::Checkpoint;
use lope::scene::run::{End, Run, RunDirectory};
use lope::scene::schedule::Schedule;
use lope::scene::{Loaded, Scene};

use super::closing::closing;
use crate::failure::{Done, Failure, INTERRUPTED};
use crate::progress::{Progress, interrupts};
use crate::terminal::print;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A scene file, the name of a built-in scene, or a `failure/` directory to replay
    scene: Option<String>,
    /// Directory to write to [default: out/<scene>]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Override a scene key by its dotted path, as in solver.tolerance=1e-4
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Make at most this many steps
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Go on from the last checkpoint
    #[arg(long)]
    resume: bool,
    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

/// A failed step saved by an earlier run: a scene and a state.
fn is_bundle(path: &Path) -> bool {
    path.join("scene.toml").is_file() && path.join("iterations.csv").is_file()
}

pub(crate) fn run(arguments: &Arguments) -> Done {
    use_threads(arguments.threads)?;
    let named = arguments.scene.as_deref();
    let bundle = named.map(Path::new).filter(|path| path.is_dir() && is_bundle(path));
    let loaded = match (bundle, named, &arguments.output) {
        (Some(bundle), _, _) => {
            let mut loaded = Scene::load(&bundle.join("scene.toml"), &arguments.set)?;
            loaded.name = "replay".into();
            loaded
        }
        (None, Some(name), _) => Scene::open(name, &arguments.set)?,
        (None, None, Some(directory)) if arguments.resume => {
            Scene::load(&directory.join("scene.toml"), &arguments.set)?
        }
        (None, None, _) => Scene::open(builtin::DEFAULT, &arguments.set)?,
    };
    let path = output_directory(arguments, &loaded);
    if bundle.is_some_and(|bundle| path == bundle) {
        return Err(Failure::input(format!(
            "{}: a replay needs a directory of its own; choose one with -o DIR",
            path.display()
        )));
    }
    let built = loaded.build()?;
    let mut schedule = Schedule::new(&loaded.scene.time);
    if let Some(steps) = arguments.steps {
        schedule = schedule.at_most(steps);
    }
    let before =
        if arguments.quiet { String::new() } else { super::check::before(&loaded, &built, &schedule) };

    if arguments.resume && !Checkpoint::path(&path).is_file() {
        return Err(Failure::input(format!(
            "{}: no checkpoint to resume from; run without --resume, or name the directory with -o DIR",
            path.display()
        )));
    }

    // Everything that can be wrong with the input is known by now; only then is something written.
    let directory = RunDirectory::prepare(&path).map_err(Failure::input)?;
    let resolved = loaded.resolved_toml(&path)?;
    let run = if let Some(bundle) = bundle {
        Run::replay(&loaded.scene, built, schedule, bundle, directory, &resolved).map_err(Failure::input)?
    } else if arguments.resume {
        Run::resume(&loaded.scene, built, schedule, directory, &resolved).map_err(Failure::input)?
    } else {
        Run::start(&loaded.scene, built, schedule, directory, &resolved)?
    };
    if !arguments.quiet {
        print(&format!("{}: {}\n", loaded.name, super::check::description(&loaded, run.world(), &schedule)));
        print(&before);
    }
    let mut progress = Progress::new(run.steps(), run.world().step_number(), arguments.quiet, interrupts());
    let finished = run.finish(&mut progress);
    progress.done();
    let finished = finished?;
    if !arguments.quiet {
        print(&closing(&finished, &path));
    }
    Ok(match finished.end {
        End::Done => ExitCode::SUCCESS,
        End::Failed { outcome, step } => {
            return Err(Failure::running(format!(
                "step {step} did not converge ({}) and solver.on_failure = \"stop\"; \
                 replay it with `lope run {} --set …`: another solver.method, time.step or time.integrator",
                outcome.word(),
                path.join("failure").display(),
            )));
        }
        End::Interrupted => {
            print(&format!("interrupted; go on with: lope run -o {} --resume\n", path.display()));
            ExitCode::from(INTERRUPTED)
        }
    })
}

fn output_directory(arguments: &Arguments, loaded: &Loaded) -> PathBuf {
    match (&arguments.output, &loaded.scene.output.directory) {
        (Some(directory), _) => directory.clone(),
        (None, Some(directory)) => loaded.path_of(directory),
        (None, None) => Path::new("out").join(&loaded.name),
    }
}

/// Starts the threads of the whole command. The calling thread is one of them: work it hands out it can also do,
/// and thousands of small pieces a second need no handing over.
pub(crate) fn use_threads(threads: Option<usize>) -> Result<(), Failure> {
    if threads == Some(0) {
        return Err(Failure::input("--threads: 0 threads can do nothing; give 1 or more"));
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .use_current_thread()
        .build_global()
        .map_err(|e| Failure::input(format!("--threads: {e}")))
}
