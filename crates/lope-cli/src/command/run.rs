//! `lope run`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use lope::scene::builtin;
use lope::scene::schedule::Schedule;
use lope_io::Loaded;
use lope_io::run::{End, Run, RunDirectory};

use super::closing::closing;
use crate::failure::{Done, Failure, INTERRUPTED};
use crate::progress::Progress;
use crate::signals::interrupts;
use crate::terminal::print;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A scene file, the name of a built-in scene, or a `failure/` directory to replay
    scene: Option<String>,
    /// Directory to write to [default: out/<scene>, or the next free out/<scene>-N]
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
    /// Go on from the last checkpoint; without -o, with the last run of the scene
    #[arg(long, conflicts_with = "overwrite")]
    resume: bool,
    /// Replace the run that is in the directory
    #[arg(long)]
    overwrite: bool,
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
            let mut loaded = Loaded::load(&bundle.join("scene.toml"), &arguments.set)?;
            loaded.name = "replay".into();
            loaded
        }
        (None, Some(name), _) => Loaded::open(name, &arguments.set)?,
        (None, None, Some(directory)) if arguments.resume => {
            Loaded::load(&directory.join("scene.toml"), &arguments.set)?
        }
        (None, None, _) => Loaded::open(builtin::DEFAULT, &arguments.set)?,
    };
    let place = Place::of(arguments, &loaded);
    if let (Some(bundle), Place::Named(path)) = (bundle, &place)
        && within(bundle, path)
    {
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

    // Everything that can be wrong with the input is known by now; only then is something written.
    let interrupted = interrupts();
    let directory = place.take(arguments)?;
    let path = directory.path().to_owned();
    let anew = arguments.resume && !directory.has_checkpoint();
    if !arguments.resume {
        directory.spares(&loaded).map_err(Failure::input)?;
    }
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
        if anew {
            print("note: there is no checkpoint yet: starting from the beginning\n");
        }
        print(&format!("writing to {}\n", path.display()));
    }
    let mut progress = Progress::new(run.steps(), run.world().step_number(), arguments.quiet, interrupted);
    let finished = run.finish(&mut progress);
    progress.done();
    let finished = finished?;
    if !arguments.quiet {
        print(&closing(&finished, &path));
    }
    Ok(match finished.end {
        End::Done => ExitCode::SUCCESS,
        End::Failed { step, .. } if finished.mistake.is_some() => {
            let mistake = finished.mistake.unwrap_or_default();
            return Err(Failure::running(format!("{}: {mistake}, found in step {step}", loaded.name)));
        }
        End::Failed { outcome, step } => {
            let word = outcome.word();
            return Err(Failure::running(format!(
                "step {step} did not converge ({word}){}; `lope help {word}` says what that means and what to do; \
                 replay it with `lope run {} --set …`: another solver.method, time.step or time.integrator",
                loaded.scene.solver.gave_up(),
                path.join("failure").display(),
            )));
        }
        End::Interrupted => {
            print(&format!("interrupted; go on with: lope run -o {} --resume\n", path.display()));
            ExitCode::from(INTERRUPTED)
        }
    })
}

/// Where a run goes.
enum Place {
    /// The user or the scene says so.
    Named(PathBuf),
    /// Nobody says: this, or the next one with a number.
    Numbered(PathBuf),
}

impl Place {
    fn of(arguments: &Arguments, loaded: &Loaded) -> Self {
        match (&arguments.output, &loaded.scene.output.directory) {
            (Some(directory), _) => Self::Named(directory.clone()),
            (None, Some(directory)) => Self::Named(loaded.path_of(directory)),
            (None, None) => Self::Numbered(Path::new("out").join(&loaded.name)),
        }
    }

    fn take(&self, arguments: &Arguments) -> Result<RunDirectory, Failure> {
        let taken = match self {
            Self::Named(path) if arguments.resume => RunDirectory::resume(path),
            Self::Numbered(base) if arguments.resume => RunDirectory::resume(&RunDirectory::latest(base)),
            Self::Named(path) | Self::Numbered(path) if arguments.overwrite => RunDirectory::overwrite(path),
            Self::Named(path) => RunDirectory::prepare(path),
            Self::Numbered(base) => RunDirectory::next(base),
        };
        taken.map_err(Failure::input)
    }
}

/// Whether a directory is inside another, or the same.
fn within(inner: &Path, outer: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().ok();
    whole(outer).is_some_and(|outer| whole(inner).is_some_and(|inner| inner.starts_with(outer)))
}

/// More threads than any machine has cores.
const MOST_THREADS: usize = 1024;

/// Starts the threads of the whole command. The calling thread is one of them: work it hands out it can also do,
/// and thousands of small pieces a second need no handing over.
pub(crate) fn use_threads(threads: Option<usize>) -> Result<(), Failure> {
    if threads == Some(0) {
        return Err(Failure::input("--threads: 0 threads can do nothing; give 1 or more"));
    }
    if let Some(threads) = threads.filter(|threads| *threads > MOST_THREADS) {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        return Err(Failure::input(format!(
            "--threads: {threads} is more than any machine has; this one has {cores} cores, which are used without \
             --threads"
        )));
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .use_current_thread()
        .build_global()
        .map_err(|e| Failure::input(format!("--threads: {e}")))
}
