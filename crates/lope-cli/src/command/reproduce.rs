//! `lope reproduce`.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use lope_lab::experiment::{self, Size, Task};

use crate::failure::{Done, FAILED, Failure};
use crate::table::table;
use crate::terminal::{line, print, say};

/// Between two lines of progress where there is no terminal for a bar.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

#[derive(Args)]
pub(crate) struct Arguments {
    /// Experiment to run; without it, they are listed
    name: Option<String>,
    /// As published, or the same in seconds
    #[arg(long, value_enum, default_value = "smoke")]
    size: SizeName,
    /// Directory to write to [default: out/reproduce/<name>]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Changes a key of the experiment's scenes, as `lope run --set` does; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<String>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum SizeName {
    Smoke,
    Full,
}

pub(crate) fn reproduce(arguments: &Arguments) -> Done {
    super::run::use_threads(arguments.threads)?;
    let Some(name) = &arguments.name else {
        let rows: Vec<_> = experiment::all()
            .iter()
            .map(|e| vec![e.name().to_owned(), e.source().to_owned(), e.summary().to_owned()])
            .collect();
        print(&table(&["experiment", "from", "shows"], &rows));
        print("\nrun one with `lope reproduce NAME [--size smoke|full]`\n");
        return Ok(ExitCode::SUCCESS);
    };
    let size = match arguments.size {
        SizeName::Smoke => Size::Smoke,
        SizeName::Full => Size::Full,
    };
    let experiment = experiment::find(name).ok_or_else(|| {
        Failure::input(format!("{name}: no experiment of that name; `lope reproduce` lists them"))
    })?;
    let out = arguments.output.clone().unwrap_or_else(|| PathBuf::from("out/reproduce").join(name));
    let bar = ProgressBar::new(1000);
    let style = "{bar:30} {percent:>3} %  {msg}  {elapsed} elapsed, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style.progress_chars("━━╌"));
    }
    let plain = !std::io::stderr().is_terminal();
    let started = Instant::now();
    let mut said = None::<Instant>;
    let mut progress = |fraction: f64, what: &str| {
        bar.set_position((1000.0 * fraction) as u64);
        bar.set_message(line(what));
        if plain && said.is_none_or(|at| at.elapsed() > BETWEEN_LINES) {
            said = Some(Instant::now());
            let (elapsed, percent) = (started.elapsed().as_secs(), 100.0 * fraction);
            say(&format!("{percent:3.0} %  {what}  {elapsed} s elapsed"));
        }
    };
    let task = Task { size, out: &out, overrides: &arguments.overrides };
    let outcome = experiment::reproduce(experiment, &task, &mut progress);
    bar.finish_and_clear();
    let report = outcome.map_err(Failure::running)?;
    let rows: Vec<_> = report
        .claims
        .iter()
        .map(|c| {
            let asked = c.number.map_or("–".to_owned(), |number| number.asked());
            let verdict = c.verdict().word().to_owned();
            vec![c.claim.clone(), c.published.clone(), asked, c.measured.clone(), verdict]
        })
        .collect();
    print(&format!("{} ({}), {:.1} s\n\n", report.name, report.source, report.wall_s));
    print(&table(&["claim", "published", "asked", "measured", "verdict"], &rows));
    print(&format!("\nwritten to {}\n", out.display()));
    Ok(if report.held() { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}
