//! `lope audit`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use lope_io::audit::{AuditError, FrameAudit, audit};

use crate::failure::{Done, FAILED, Failure};
use crate::progress::Frames;
use crate::signals::interrupts;
use crate::table::table;
use crate::terminal::{line, print};

/// Frames in the table.
const SHOWN: usize = 10;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Directory of a run
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Write all frames and steps to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Say the verdict alone
    #[arg(short, long)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Done {
    super::run::use_threads(arguments.threads)?;
    let mut frames: Option<Frames> = None;
    let report = audit(&arguments.directory, &mut |done, all| {
        frames.get_or_insert_with(|| Frames::new(all, arguments.quiet, interrupts())).at(done)
    });
    if let Some(frames) = frames {
        frames.done();
    }
    let report = report?;
    if !arguments.quiet {
        let worst = report.worst();
        let rows: Vec<Vec<String>> = worst.iter().take(SHOWN).map(|frame| cells(frame)).collect();
        print(&table(&["frame", "t, s", "least gap, m", "intersections", "between"], &rows));
        if worst.len() > SHOWN {
            print(&format!("… and {} frames that are no worse\n", worst.len() - SHOWN));
        }
        print("\n");
        for note in &report.notes {
            print(&format!("note: {}\n", line(note)));
        }
        let rounding = report.rounding;
        print(&format!(
            "precision: frames hold all digits of positions; gaps below {rounding:.1e} m are rounding\n"
        ));
    }
    print(&format!("{}\n", line(&report.verdict())));
    if let Some(path) = &arguments.json {
        report
            .save(path)
            .map_err(|error| Failure::running(format!("cannot write {}: {error}", path.display())))?;
    }
    Ok(if report.clean { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

/// A row of the table.
fn cells(frame: &FrameAudit) -> Vec<String> {
    let pair = |[a, b]: &[String; 2]| format!("{a} and {b}");
    // Who crosses says more than who is nearest.
    let between = frame.first.first().map(|one| &one.between).or(frame.between.as_ref());
    let mut count = frame.intersections.to_string();
    if frame.undecided > 0 {
        count += &format!(", {} undecided", frame.undecided);
    }
    vec![
        frame.frame.to_string(),
        format!("{:.4}", frame.time),
        frame.gap.map_or_else(|| "–".into(), |gap| format!("{gap:.3e}")),
        count,
        between.map_or_else(|| "–".into(), pair),
    ]
}

impl From<AuditError> for Failure {
    fn from(error: AuditError) -> Self {
        match error {
            AuditError::Interrupted => Self::interrupted(error),
            error => Self::input(error),
        }
    }
}
