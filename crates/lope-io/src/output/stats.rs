//! `stats.csv`: one row a step, readable while the run goes on.
//!
//! The struct, the header, the writer and the reader come from one list of columns, so they cannot disagree.
//! Numbers are written with the fewest digits that read back to the same bits.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::{OutputError, Result, atomic};

/// Name of the table in the directory of a run.
pub const FILE_NAME: &str = "stats.csv";

/// A value that fits a cell.
trait Cell: Sized {
    fn write(&self, line: &mut String);
    fn read(text: &str) -> Option<Self>;
}

impl Cell for u64 {
    fn write(&self, line: &mut String) {
        line.push_str(&self.to_string());
    }
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Cell for f64 {
    fn write(&self, line: &mut String) {
        line.push_str(&format!("{self:?}"));
    }
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Cell for String {
    /// Words only: what would need quoting becomes a blank.
    fn write(&self, line: &mut String) {
        line.extend(self.chars().map(|c| if c == ',' || c == '"' || c.is_control() { ' ' } else { c }));
    }
    fn read(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl<T: Cell> Cell for Option<T> {
    fn write(&self, line: &mut String) {
        if let Some(value) = self {
            value.write(line);
        }
    }
    fn read(text: &str) -> Option<Self> {
        if text.is_empty() { Some(None) } else { T::read(text).map(Some) }
    }
}

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $kind:ty,)*) => {
        /// What is recorded of one step. `None` is an empty cell: the quantity does not apply.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct StatsRow { $($(#[$doc])* pub $name: $kind,)* }

        /// The columns in order.
        pub const COLUMNS: &[&str] = &[$(stringify!($name)),*];

        impl StatsRow {
            /// The row as a line without its end.
            pub fn to_line(&self) -> String {
                let mut line = String::with_capacity(256);
                $(
                    self.$name.write(&mut line);
                    line.push(',');
                )*
                line.pop();
                line
            }

            /// Reads a line; the error is the column that did not read.
            fn from_line(line: &str) -> std::result::Result<Self, &'static str> {
                let mut cells = line.split(',');
                let row = Self {
                    $($name: cells.next().and_then(Cell::read).ok_or(stringify!($name))?,)*
                };
                if cells.next().is_some() { Err("after the last") } else { Ok(row) }
            }
        }
    };
}

columns! {
    /// Number of the step.
    step: u64,
    /// Time at its end, s.
    time: f64,
    /// Wall-clock time it took, s.
    wall_s: f64,
    /// How its solve ended, in the words of the scene format.
    outcome: String,
    /// Iterations of the minimizer.
    iterations: Option<u64>,
    /// Linear systems solved.
    linear_solves: Option<u64>,
    /// Iterations of the linear solver over all of them.
    linear_iterations: Option<u64>,
    /// Evaluations of the objective.
    evaluations: Option<u64>,
    /// Element Hessians made positive semidefinite, over all iterations.
    projected: Option<u64>,
    /// Element Hessians evaluated, over all iterations.
    elements: Option<u64>,
    /// The stopping measure at the end, m/s.
    residual: Option<f64>,
    /// Kinetic energy, J.
    kinetic: Option<f64>,
    /// Elastic energy, J.
    elastic: Option<f64>,
    /// Potential energy of weight, J.
    gravity: Option<f64>,
    /// Energy of penalties and barriers, J.
    contact: Option<f64>,
    /// Sum of the four and that of loads, J.
    total: Option<f64>,
    /// Energy taken by damping since the start, J.
    dissipated: Option<f64>,
    /// Work done by moved pins, attachments and obstacles, and by loads that change or are no potential, since the start, J.
    added: Option<f64>,
    /// What the total would be if the integrator lost and gained none, J.
    target: Option<f64>,
    /// How far an integrator that blends went from its starting point: towards backward Euler (to 1) or forward Euler
    /// (to −1).
    alpha: Option<f64>,
    /// Momentum along x, kg m/s.
    px: Option<f64>,
    /// Momentum along y, kg m/s.
    py: Option<f64>,
    /// Momentum along z, kg m/s.
    pz: Option<f64>,
    /// Angular momentum about the x axis, kg m²/s.
    lx: Option<f64>,
    /// Angular momentum about the y axis, kg m²/s.
    ly: Option<f64>,
    /// Angular momentum about the z axis, kg m²/s.
    lz: Option<f64>,
    /// Smallest determinant of a deformation gradient.
    min_det: Option<f64>,
    /// Inverted elements.
    inverted: Option<u64>,
    /// Energy taken since the start where something was stopped by an obstacle, J.
    impact: Option<f64>,
    /// What the integrator has lost since the start, J; less than nothing if it has made some.
    numerical: Option<f64>,
    /// By how much normal forces of friction, and loads that lag, changed from what the step was solved with to its end, as a part of them.
    lag: Option<f64>,
    /// What κ of barriers is multiplied by from the end of the step on.
    kappa: Option<f64>,
    /// The least gap of what barriers keep apart at the end of the step, m; `inf` where nothing is near.
    gap: Option<f64>,
    /// Potential energy of loads, J.
    load: Option<f64>,
}

/// Appends rows; each is on its way to the disk when [`StatsWriter::append`] returns.
#[derive(Debug)]
pub struct StatsWriter {
    file: File,
    path: PathBuf,
}

impl StatsWriter {
    /// Begins a new table in `directory`, replacing one that was there.
    pub fn create(directory: &Path) -> Result<Self> {
        let path = directory.join(FILE_NAME);
        atomic::write(&path, format!("{}\n", COLUMNS.join(",")).as_bytes())?;
        Self::open(path)
    }

    /// Goes on with the table of an interrupted run after `steps`, those its checkpoint stands for: later rows
    /// are dropped, they will be computed again. A table that lacks one of them is refused.
    pub fn resume(directory: &Path, steps: RangeInclusive<u64>) -> Result<Self> {
        let path = directory.join(FILE_NAME);
        let mut rows = read(directory)?;
        rows.retain(|row| row.step <= *steps.end());
        if let Some(missing) =
            steps.clone().zip(rows.iter().map(|row| row.step).chain([0])).find(|(a, b)| a != b)
        {
            return Err(OutputError::content(
                &path,
                format!("has no row of step {}, and the checkpoint is of step {}", missing.0, steps.end()),
                "restore the table, or start anew without --resume, into another directory or with --overwrite",
            ));
        }
        let mut text = COLUMNS.join(",") + "\n";
        for row in &rows {
            text += &row.to_line();
            text.push('\n');
        }
        atomic::write(&path, text.as_bytes())?;
        Self::open(path)
    }

    fn open(path: PathBuf) -> Result<Self> {
        let opened = OpenOptions::new().append(true).open(&path);
        let file = opened.map_err(|e| OutputError::io("open", &path, e))?;
        Ok(Self { file, path })
    }

    /// Adds a row, in one write.
    pub fn append(&mut self, row: &StatsRow) -> Result<()> {
        let line = row.to_line() + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|e| OutputError::io("write", &self.path, e))
    }

    /// Waits until all rows are on the disk. Call it before a checkpoint, so that no checkpoint is ahead of
    /// the table.
    pub fn sync(&mut self) -> Result<()> {
        self.file.sync_all().map_err(|e| OutputError::io("write", &self.path, e))
    }
}

/// Reads the table in `directory`. A last line that was cut short by a crash, or is being written just now,
/// is left out; a bad line before it is an error that names it.
pub fn read(directory: &Path) -> Result<Vec<StatsRow>> {
    let path = directory.join(FILE_NAME);
    // A crash may leave any bytes at the end, so the text is not required to be UTF-8 there.
    let bytes = atomic::read(&path)?;
    let text = String::from_utf8_lossy(&bytes);
    // What has no line end yet is not a line.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines().enumerate();
    let header = lines.next().map_or("", |(_, line)| line);
    if header != COLUMNS.join(",") {
        let what = "its first line does not name the columns of a run";
        return Err(OutputError::content(&path, what, "it is from another program or version; run again"));
    }
    let mut rows = Vec::new();
    let last = whole.lines().count();
    for (number, line) in lines {
        match StatsRow::from_line(line) {
            Ok(row) => rows.push(row),
            Err(_) if number + 1 == last => break,
            Err(column) => {
                let what = format!("line {} does not read at column `{column}`", number + 1);
                return Err(OutputError::content(&path, what, "restore the line or delete it"));
            }
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::super::test_directory::TestDirectory;
    use super::*;

    fn row(step: u64) -> StatsRow {
        StatsRow {
            step,
            time: step as f64 / 24.0,
            wall_s: 0.1 + 0.2,
            outcome: "converged".into(),
            iterations: Some(step),
            kinetic: Some(1e-300 * step as f64),
            total: Some(-0.0),
            lz: Some(f64::INFINITY),
            ..StatsRow::default()
        }
    }

    fn table(dir: &TestDirectory, steps: u64) {
        let mut writer = StatsWriter::create(dir.path()).unwrap();
        for step in 1..=steps {
            writer.append(&row(step)).unwrap();
        }
        writer.sync().unwrap();
    }

    fn steps(dir: &TestDirectory) -> Vec<u64> {
        read(dir.path()).unwrap().iter().map(|r| r.step).collect()
    }

    #[test]
    fn the_columns_are_those_promised_to_users() {
        assert_eq!(
            COLUMNS.join(","),
            "step,time,wall_s,outcome,iterations,linear_solves,linear_iterations,evaluations,projected,\
             elements,residual,kinetic,elastic,gravity,contact,total,dissipated,added,target,alpha,px,py,pz,\
             lx,ly,lz,min_det,inverted,impact,numerical,lag,kappa,gap,load"
        );
    }

    #[test]
    fn rows_read_back_bit_for_bit() {
        let dir = TestDirectory::new("stats-rows");
        table(&dir, 5);
        let rows = read(dir.path()).unwrap();
        assert_eq!(rows, (1..=5).map(row).collect::<Vec<_>>());
        assert_eq!(rows[2].time.to_bits(), (3.0_f64 / 24.0).to_bits());
        assert!(rows[0].total.unwrap().is_sign_negative());
        let line = StatsRow { outcome: "a,b\n\"c".into(), ..row(1) }.to_line();
        assert_eq!(line.split(',').count(), COLUMNS.len());
        assert!(line.starts_with("1,0.041666666666666664,0.30000000000000004,a b  c,1,,,"), "{line}");
    }

    #[test]
    fn a_table_cut_at_any_length_resumes_or_names_the_step_it_lacks() {
        let dir = TestDirectory::new("stats-cut");
        table(&dir, 4);
        let path = dir.path().join(FILE_NAME);
        let whole = std::fs::read(&path).unwrap();
        let header = COLUMNS.join(",").len() + 1;
        // Each cut waits for the disk: the last two rows are enough.
        for length in (header..=whole.len()).rev().take(150) {
            std::fs::write(&path, &whole[..length]).unwrap();
            let lines = whole[..length].iter().filter(|&&b| b == b'\n').count() as u64 - 1;
            match StatsWriter::resume(dir.path(), 1..=3) {
                Ok(mut writer) => {
                    assert!(lines >= 3);
                    writer.append(&row(4)).unwrap();
                    assert_eq!(steps(&dir), [1, 2, 3, 4]);
                }
                Err(error) => {
                    let missing = format!("no row of step {}", lines + 1);
                    assert!(lines < 3 && error.to_string().contains(&missing), "{lines}: {error}");
                    assert_eq!(std::fs::read(&path).unwrap(), whole[..length], "what is refused stays");
                }
            }
        }
    }

    #[test]
    fn a_gap_in_a_table_is_refused() {
        let dir = TestDirectory::new("stats-gap");
        let mut writer = StatsWriter::create(dir.path()).unwrap();
        [1, 2, 4].iter().for_each(|step| writer.append(&row(*step)).unwrap());
        assert!(StatsWriter::resume(dir.path(), 1..=4).unwrap_err().to_string().contains("step 3"));
        assert!(StatsWriter::resume(dir.path(), 1..=2).is_ok());
        let none = std::ops::RangeInclusive::new(1, 0);
        assert!(StatsWriter::resume(dir.path(), none).is_ok());
    }

    #[test]
    fn a_resumed_table_is_the_uninterrupted_one() {
        let dir = TestDirectory::new("stats-resume");
        table(&dir, 6);
        let whole = std::fs::read(dir.path().join(FILE_NAME)).unwrap();
        let mut writer = StatsWriter::resume(dir.path(), 1..=4).unwrap();
        writer.append(&row(5)).unwrap();
        writer.append(&row(6)).unwrap();
        assert_eq!(std::fs::read(dir.path().join(FILE_NAME)).unwrap(), whole);
    }

    #[test]
    fn garbage_is_forgiven_at_the_end_and_named_before_it() {
        let dir = TestDirectory::new("stats-garbage");
        table(&dir, 2);
        let path = dir.path().join(FILE_NAME);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, [whole.as_slice(), &[0, 0xff, b'\n']].concat()).unwrap();
        assert_eq!(steps(&dir), [1, 2]);
        let text = String::from_utf8(whole).unwrap().replacen("\n1,", "\nx,", 1);
        std::fs::write(&path, text).unwrap();
        let message = read(dir.path()).unwrap_err().to_string();
        assert!(message.contains("line 2") && message.contains("`step`"), "{message}");
        std::fs::write(&path, "a,b\n1,2\n").unwrap();
        assert!(read(dir.path()).unwrap_err().to_string().contains("first line"));
    }
}
