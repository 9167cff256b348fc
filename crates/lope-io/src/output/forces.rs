//! `forces.csv`: who pushed how hard, one row a step.
//!
//! Of every source, the mean force and torque in the step; of contact also its parts across surfaces and along them. Bodies that
//! touch for the first time bring new columns, at the end: then the table is written again, with zeros in the rows before.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use lope::world::{Force, ForceSource};

use super::{OutputError, Result, atomic, csv};

/// Name of the table in the directory of a run.
pub const FILE_NAME: &str = "forces.csv";

/// Endings of the columns of a source: the whole, and of contact its parts.
const WHOLE: &[&str] = &["fx", "fy", "fz", "tx", "ty", "tz"];
const PARTS: &[&str] = &["normal.fx", "normal.fy", "normal.fz", "friction.fx", "friction.fy", "friction.fz"];

/// Columns before those of sources: step and time.
const FIRST: usize = 2;

fn endings(source: &ForceSource) -> impl Iterator<Item = &'static str> {
    WHOLE.iter().chain(if source.kind.is_contact() { PARTS } else { &[] }).copied()
}

/// How many columns there are.
fn columns(sources: &[ForceSource]) -> usize {
    FIRST + sources.iter().map(|source| endings(source).count()).sum::<usize>()
}

/// The first line.
pub fn header(sources: &[ForceSource]) -> String {
    let named = |source: &ForceSource| {
        let name = source.name.clone();
        endings(source).map(move |ending| csv::cell(&format!("{name}.{ending}"))).collect::<Vec<_>>()
    };
    let cells = ["step".to_owned(), "time".to_owned()].into_iter().chain(sources.iter().flat_map(named));
    cells.collect::<Vec<_>>().join(",") + "\n"
}

/// Everything that the table says of a step, by its columns.
pub fn named(sources: &[ForceSource], forces: &[Force]) -> Vec<(String, f64)> {
    let of = |(source, force): (&ForceSource, &Force)| {
        let name = source.name.clone();
        let columns = endings(source).map(move |ending| format!("{name}.{ending}"));
        columns.zip(numbers(source, force)).collect::<Vec<_>>()
    };
    sources.iter().zip(forces).flat_map(of).collect()
}

/// The numbers of a source in the order of its columns. A zero is a zero.
fn numbers(source: &ForceSource, force: &Force) -> Vec<f64> {
    let whole = force.total().into_iter().chain(force.torque);
    let parts = force.normal.into_iter().chain(force.friction);
    let parts = parts.take(if source.kind.is_contact() { PARTS.len() } else { 0 });
    whole.chain(parts).map(|number| number + 0.0).collect()
}

/// A row; cells are empty where forces are not known.
fn row(sources: &[ForceSource], step: u64, time: f64, forces: Option<&[Force]>) -> String {
    let mut line = format!("{step},{time:?}");
    for (number, source) in sources.iter().enumerate() {
        let Some(force) = forces.and_then(|all| all.get(number)) else {
            line.extend(endings(source).map(|_| ','));
            continue;
        };
        for number in numbers(source, force) {
            let _ = write!(line, ",{number:?}");
        }
    }
    line.push('\n');
    line
}

/// Appends rows. There is no file as long as there is no source.
#[derive(Debug)]
pub struct ForcesWriter {
    path: PathBuf,
    file: Option<File>,
    /// Sources that have columns, and the first line.
    known: usize,
    head: String,
    /// Rows of steps before the first source.
    waiting: Vec<(u64, f64)>,
}

impl ForcesWriter {
    /// Begins a new table in `directory`.
    pub fn create(directory: &Path, sources: &[ForceSource]) -> Result<Self> {
        let path = directory.join(FILE_NAME);
        let (known, head) = (sources.len(), header(sources));
        let mut writer = Self { path, file: None, known, head, waiting: Vec::new() };
        if !sources.is_empty() {
            writer.write(&writer.head.clone())?;
        }
        Ok(writer)
    }

    /// Goes on with the table of an interrupted run after `steps`: later rows are dropped, and so are the columns of bodies that
    /// first touched later. A table that lacks a row is refused.
    pub fn resume(directory: &Path, sources: &[ForceSource], steps: RangeInclusive<u64>) -> Result<Self> {
        let path = directory.join(FILE_NAME);
        let (known, head) = (sources.len(), header(sources));
        let mut writer = Self { path, file: None, known, head, waiting: Vec::new() };
        if sources.is_empty() {
            if fs::symlink_metadata(&writer.path).is_ok() {
                fs::remove_file(&writer.path).map_err(|e| OutputError::io("remove", &writer.path, e))?;
            }
            // Their times are those of the other table.
            let rows = super::stats::read(directory)?;
            writer.waiting = rows.iter().map(|row| (row.step, row.time)).collect();
            return Ok(writer);
        }
        let bytes = atomic::read(&writer.path)?;
        let text = String::from_utf8_lossy(&bytes);
        // What has no line end yet is not a line.
        let text = text.rfind('\n').map_or("", |end| &text[..=end]);
        let begins = writer.head.trim_end();
        // A name may have a line end in its cell, so the head is not simply the first line.
        let rest = text.strip_prefix(begins).filter(|rest| rest.starts_with([',', '\n']));
        let Some(rest) = rest else {
            let what = "its first line does not name the sources of forces of this run";
            return Err(OutputError::content(
                &writer.path,
                what,
                "it is from another run or version; run again",
            ));
        };
        let mut text = writer.head.clone();
        let mut next = *steps.start();
        let width = columns(sources);
        for line in rest.lines() {
            if next <= *steps.end() && line.split(',').next().and_then(|cell| cell.parse().ok()) == Some(next)
            {
                let cells: Vec<&str> = line.split(',').take(width).collect();
                if cells.len() == width {
                    text += &cells.join(",");
                    text.push('\n');
                    next += 1;
                }
            }
        }
        if next <= *steps.end() {
            return Err(OutputError::content(
                &writer.path,
                format!("has no row of step {next}, and the checkpoint is of step {}", steps.end()),
                "restore the table, or start anew without --resume, into another directory or with --overwrite",
            ));
        }
        writer.write(&text)?;
        Ok(writer)
    }

    /// Writes the whole table and opens it for more.
    fn write(&mut self, text: &str) -> Result<()> {
        self.file = None;
        atomic::write(&self.path, text.as_bytes())?;
        let opened = OpenOptions::new().append(true).open(&self.path);
        self.file = Some(opened.map_err(|e| OutputError::io("open", &self.path, e))?);
        Ok(())
    }

    /// Gives new sources their columns.
    fn widen(&mut self, sources: &[ForceSource]) -> Result<()> {
        let before = std::mem::replace(&mut self.known, sources.len());
        let head = std::mem::replace(&mut self.head, header(sources));
        let mut text = self.head.clone();
        let zeros = |sources: &[ForceSource]| ",0.0".repeat(columns(sources) - FIRST);
        if before == 0 {
            for (step, time) in std::mem::take(&mut self.waiting) {
                text += &format!("{step},{time:?}{}\n", zeros(sources));
            }
        } else {
            let old = atomic::read_text(&self.path)?;
            let rows = old.strip_prefix(&head).unwrap_or_default();
            let more = zeros(&sources[before..]);
            rows.lines().for_each(|row| text += &format!("{row}{more}\n"));
        }
        self.write(&text)
    }

    /// Adds the row of a step, in one write.
    pub fn append(
        &mut self,
        sources: &[ForceSource],
        step: u64,
        time: f64,
        forces: Option<&[Force]>,
    ) -> Result<()> {
        if sources.len() > self.known {
            self.widen(sources)?;
        }
        let Some(file) = &mut self.file else {
            self.waiting.push((step, time));
            return Ok(());
        };
        let line = row(sources, step, time, forces);
        let written = file.write_all(line.as_bytes()).and_then(|()| file.flush());
        written.map_err(|e| OutputError::io("write", &self.path, e))
    }

    /// Waits until all rows are on the disk.
    pub fn sync(&mut self) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.sync_all().map_err(|e| OutputError::io("write", &self.path, e))
    }
}
