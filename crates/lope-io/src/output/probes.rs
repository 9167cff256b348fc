//! `probes.csv`: what probes measure, one row a step.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::{OutputError, Result, atomic, csv};

/// Name of the table in the directory of a run.
pub const FILE_NAME: &str = "probes.csv";

/// Appends rows. There is no file without probes.
#[derive(Debug)]
pub struct ProbesWriter {
    path: PathBuf,
    file: Option<File>,
}

/// A table as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Probes {
    /// Names of the columns after step and time.
    pub columns: Vec<String>,
    /// Step, time and numbers of every row.
    pub rows: Vec<(u64, f64, Vec<f64>)>,
}

/// Title and unit of what a probe measures, and endings of its columns with what each is called in its chart.
type Quantity = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// What probes measure.
const QUANTITIES: &[Quantity] = &[
    ("position", "m", &[("x", "x"), ("y", "y"), ("z", "z")]),
    ("displacement", "m", &[("dx", "x"), ("dy", "y"), ("dz", "z")]),
    ("velocity", "m/s", &[("vx", "x"), ("vy", "y"), ("vz", "z")]),
    (
        "stress",
        "Pa",
        &[("sxx", "xx"), ("syy", "yy"), ("szz", "zz"), ("syz", "yz"), ("sxz", "xz"), ("sxy", "xy")],
    ),
    ("volume", "m³", &[("volume", "")]),
    ("area", "m²", &[("area", "")]),
    ("distance", "m", &[("distance", "")]),
    ("angle", "degrees", &[("angle", "")]),
];

/// Columns that belong into one chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Probe and quantity.
    pub title: String,
    /// What it is measured in.
    pub unit: &'static str,
    /// The place of every column, and what it is called in the chart.
    pub curves: Vec<(usize, &'static str)>,
}

/// Columns by probe and quantity.
pub fn groups(columns: &[String]) -> Vec<Group> {
    let mut names: Vec<&str> = columns.iter().filter_map(|column| Some(column.rsplit_once('.')?.0)).collect();
    names.dedup();
    let group = |name: &str, (title, unit, endings): &Quantity| {
        let place = |(ending, called): &(&str, &'static str)| {
            let wanted = format!("{name}.{ending}");
            Some((columns.iter().position(|column| *column == wanted)?, *called))
        };
        let curves: Vec<_> = endings.iter().filter_map(place).collect();
        (!curves.is_empty()).then(|| Group { title: format!("{name}: {title}"), unit, curves })
    };
    names.into_iter().flat_map(|name| QUANTITIES.iter().filter_map(move |one| group(name, one))).collect()
}

fn header(columns: &[String]) -> String {
    csv::line(["step", "time"].into_iter().chain(columns.iter().map(String::as_str)))
}

fn line(step: u64, time: f64, values: &[f64]) -> String {
    let mut line = format!("{step},{time:?}");
    // A zero is a zero.
    values.iter().for_each(|value| _ = write!(line, ",{:?}", value + 0.0));
    line + "\n"
}

impl ProbesWriter {
    /// Begins a new table in `directory`.
    pub fn create(directory: &Path, columns: &[String]) -> Result<Self> {
        Self::with(directory, columns, String::new())
    }

    fn with(directory: &Path, columns: &[String], rows: String) -> Result<Self> {
        let path = directory.join(FILE_NAME);
        if columns.is_empty() {
            return Ok(Self { path, file: None });
        }
        atomic::write(&path, (header(columns) + &rows).as_bytes())?;
        let opened = OpenOptions::new().append(true).open(&path);
        let file = Some(opened.map_err(|e| OutputError::io("open", &path, e))?);
        Ok(Self { path, file })
    }

    /// Goes on with the table of an interrupted run after `steps`: later rows are dropped. A table that lacks a row, or is of other
    /// probes, is refused.
    pub fn resume(directory: &Path, columns: &[String], steps: RangeInclusive<u64>) -> Result<Self> {
        if columns.is_empty() {
            return Self::create(directory, columns);
        }
        let path = directory.join(FILE_NAME);
        let old = read(directory)?.unwrap_or_default();
        let remedy =
            "restore the table, or start anew without --resume, into another directory or with --overwrite";
        if old.columns != columns {
            return Err(OutputError::content(
                &path,
                "its first line does not name the probes of this run",
                remedy,
            ));
        }
        let kept: Vec<_> = old.rows.iter().filter(|(step, ..)| steps.contains(step)).collect();
        if let Some(missing) =
            steps.clone().zip(kept.iter().map(|row| row.0).chain([0])).find(|(a, b)| a != b)
        {
            let what =
                format!("has no row of step {}, and the checkpoint is of step {}", missing.0, steps.end());
            return Err(OutputError::content(&path, what, remedy));
        }
        let rows = kept.into_iter().map(|(step, time, values)| line(*step, *time, values)).collect();
        Self::with(directory, columns, rows)
    }

    /// Adds the row of a step, in one write.
    pub fn append(&mut self, step: u64, time: f64, values: &[f64]) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = file.write_all(line(step, time, values).as_bytes()).and_then(|()| file.flush());
        written.map_err(|e| OutputError::io("write", &self.path, e))
    }

    /// Waits until all rows are on the disk.
    pub fn sync(&mut self) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.sync_all().map_err(|e| OutputError::io("write", &self.path, e))
    }
}

/// Reads the table in `directory`, none if there is none. What was cut short at the end is left out.
pub fn read(directory: &Path) -> Result<Option<Probes>> {
    let path = directory.join(FILE_NAME);
    if !path.exists() {
        return Ok(None);
    }
    let bytes = atomic::read(&path)?;
    let text = String::from_utf8_lossy(&bytes);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let Some(columns) = head.strip_prefix(&["step", "time"]) else {
        let what = "its first line does not name the columns of probes";
        return Err(OutputError::content(&path, what, "it is from another program or version; run again"));
    };
    let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
    let row = |line: &str| {
        let mut cells = line.split(',');
        let (step, time) = (cells.next()?.parse().ok()?, cells.next()?.parse().ok()?);
        let values: Vec<f64> = cells.map(|cell| cell.parse().ok()).collect::<Option<_>>()?;
        (values.len() == columns.len()).then_some((step, time, values))
    };
    let rows = lines.map_while(row).collect();
    Ok(Some(Probes { columns, rows }))
}

#[cfg(test)]
mod tests {
    use super::super::test_directory::TestDirectory;
    use super::*;

    #[test]
    fn a_table_reads_back_and_goes_on() {
        let dir = TestDirectory::new("probes");
        assert_eq!(read(dir.path()).unwrap(), None);
        let columns = ["tip.x".to_owned(), "tip.y".to_owned()];
        let mut writer = ProbesWriter::create(dir.path(), &columns).unwrap();
        (1..=4).for_each(|step| writer.append(step, 0.1, &[0.1 + 0.2, -0.0]).unwrap());
        writer.sync().unwrap();
        let whole = std::fs::read(dir.path().join(FILE_NAME)).unwrap();
        let table = read(dir.path()).unwrap().unwrap();
        assert_eq!((table.columns.as_slice(), table.rows.len()), (&columns[..], 4));
        assert_eq!(table.rows[1], (2, 0.1, vec![0.1 + 0.2, 0.0]));
        let mut writer = ProbesWriter::resume(dir.path(), &columns, 1..=3).unwrap();
        writer.append(4, 0.1, &[0.1 + 0.2, 0.0]).unwrap();
        assert_eq!(std::fs::read(dir.path().join(FILE_NAME)).unwrap(), whole);
        let message = ProbesWriter::resume(dir.path(), &columns, 1..=5).unwrap_err().to_string();
        assert!(message.contains("no row of step 5"), "{message}");
        assert!(ProbesWriter::resume(dir.path(), &columns[..1], 1..=4).is_err());
    }

    #[test]
    fn without_probes_there_is_no_file() {
        let dir = TestDirectory::new("probes-none");
        ProbesWriter::create(dir.path(), &[]).unwrap().append(1, 0.1, &[]).unwrap();
        assert!(!dir.path().join(FILE_NAME).exists());
    }
}
