//! Running a scene into a directory: steps, frames, table, checkpoints.
//!
//! The directory is right at every moment. Frames and checkpoints appear whole or not at all, the table grows
//! by whole lines, and whatever moment a run is killed at, `resume` goes on from the last checkpoint to the
//! same bits an uninterrupted run would have written.

mod directory;
pub(super) mod evidence;
mod failure;
mod frames;
mod scenery;
mod snapshot;

pub use directory::RunDirectory;

use std::path::Path;
use std::time::{Duration, Instant};

use super::Scene;
use super::build::Built;
use super::model::Evidence;
use super::output::stats::{StatsRow, StatsWriter};
use super::output::summary::{Energies, Phase, Summary};
use super::output::{self, OutputError};
use super::schedule::Schedule;
use crate::minimize::{Control, Outcome};
use crate::observe::{Event, Ledger, Observer, StepRecord};
use crate::world::World;
use evidence::Witness;
use frames::FrameWriter;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All steps were made.
    Done,
    /// A step failed and the policy was to stop.
    Failed {
        /// How the step ended.
        outcome: Outcome,
        /// Its number.
        step: u64,
    },
    /// Asked to stop; a checkpoint was written.
    Interrupted,
}

/// What a run leaves behind besides its files.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub end: End,
    /// Counts, times and energies, as in `summary.json`.
    pub summary: Summary,
    /// What the scene's expectations are judged by.
    pub evidence: Evidence,
}

/// A run under way.
pub struct Run<'a> {
    scene: &'a Scene,
    world: World,
    directory: RunDirectory,
    schedule: Schedule,
    stats: StatsWriter,
    frames: FrameWriter,
    witness: Witness,
    times: Times,
    failures: u64,
}

/// Where the wall-clock time goes.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    hessian: Duration,
    linear: Duration,
    search: Duration,
    steps: Duration,
    output: Duration,
}

impl<'a> Run<'a> {
    /// Starts a run from the beginning in an empty (or emptied) directory.
    pub fn start(
        scene: &'a Scene,
        built: Built,
        schedule: Schedule,
        directory: RunDirectory,
        resolved: &str,
    ) -> Result<Self, OutputError> {
        directory.clear()?;
        output::atomic::write(&directory.path().join("scene.toml"), resolved.as_bytes())?;
        let Built { mut world, obstacles, .. } = built;
        let mut frames = FrameWriter::new(&world, obstacles, &scene.output, directory.path())?;
        frames.write(&world, 0, schedule.time(0))?;
        let stats = StatsWriter::create(directory.path())?;
        let witness = Witness::new(&world.ledger());
        let times = Times::default();
        Ok(Self { scene, world, directory, schedule, stats, frames, witness, times, failures: 0 })
    }

    /// Goes on from the checkpoint in the directory.
    pub fn resume(
        scene: &'a Scene,
        built: Built,
        schedule: Schedule,
        directory: RunDirectory,
        resolved: &str,
    ) -> Result<Self, OutputError> {
        let Built { mut world, obstacles, .. } = built;
        let start = world.ledger();
        snapshot::restore(&mut world, directory.path(), Some(resolved))?;
        output::atomic::write(&directory.path().join("scene.toml"), resolved.as_bytes())?;
        let stats = StatsWriter::resume(directory.path(), world.step_number())?;
        let frames = FrameWriter::resume(&world, obstacles, &scene.output, directory.path())?;
        let mut witness = Witness::new(&start);
        let mut failures = 0;
        for row in output::stats::read(directory.path())? {
            failures += u64::from(!matches!(row.outcome.as_str(), "converged" | "halved"));
            witness.row(&row);
        }
        let times = Times::default();
        Ok(Self { scene, world, directory, schedule, stats, frames, witness, times, failures })
    }

    /// Starts from a state saved elsewhere (a failed step), writing into a directory of its own.
    pub fn replay(
        scene: &'a Scene,
        mut built: Built,
        schedule: Schedule,
        bundle: &Path,
        directory: RunDirectory,
        resolved: &str,
    ) -> Result<Self, OutputError> {
        snapshot::restore(&mut built.world, bundle, None)?;
        let schedule = schedule.at_most(built.world.step_number() + 1);
        let mut run = Self::start(scene, built, schedule, directory, resolved)?;
        run.witness = Witness::new(&run.world.ledger());
        Ok(run)
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Steps this run will have made in the end.
    pub fn steps(&self) -> u64 {
        self.schedule.steps
    }

    /// Makes all remaining steps.
    pub fn finish(mut self, observer: &mut dyn Observer) -> Result<Finished, OutputError> {
        let clock = Instant::now();
        let every = Duration::from_secs_f64(self.scene.output.checkpoint_every.get());
        let mut last_checkpoint = Instant::now();
        let mut end = End::Done;
        while self.world.step_number() < self.schedule.steps {
            let number = self.world.step_number() + 1;
            let (h, t) = (self.schedule.length(number), self.schedule.time(number));
            let record = self.world.advance(h, t, observer);
            self.account(&record);
            if record.report.outcome == Outcome::Interrupted {
                end = End::Interrupted;
                break;
            }
            let writing = Instant::now();
            self.stats.append(&row(&record))?;
            self.witness.step(&record);
            let control = observer.on(&Event::Step(&record));
            for note in &record.report.notes {
                let line = format!("step {}: {note}", record.step);
                observer.on(&Event::Note(&line));
                self.directory.log(&line)?;
            }
            if record.report.outcome != Outcome::Converged {
                self.failures += 1;
            }
            if !record.committed {
                failure::write(&self.directory, &self.world, &record)?;
                end = End::Failed { outcome: record.report.outcome, step: record.step };
                break;
            }
            if let Some(index) = self.schedule.frame(number) {
                self.frames.write(&self.world, index, t)?;
                observer.on(&Event::Frame { index, time: t });
            }
            let stop = control == Control::Stop;
            if stop || last_checkpoint.elapsed() >= every {
                self.checkpoint()?;
                observer.on(&Event::Checkpoint { step: number });
                last_checkpoint = Instant::now();
            }
            self.times.output += writing.elapsed();
            if stop && self.world.step_number() < self.schedule.steps {
                end = End::Interrupted;
                break;
            }
        }
        if !matches!(end, End::Failed { .. }) {
            self.checkpoint()?;
            observer.on(&Event::Checkpoint { step: self.world.step_number() });
        }
        let summary = self.summary(clock.elapsed());
        summary.save(self.directory.path())?;
        let evidence = self.witness.testify(&self.world);
        Ok(Finished { end, summary, evidence })
    }

    fn checkpoint(&mut self) -> Result<(), OutputError> {
        self.stats.sync()?;
        snapshot::of(&self.world, self.directory.path())?.save(self.directory.path())
    }

    fn account(&mut self, record: &StepRecord) {
        self.times.hessian += record.report.hessian_time;
        self.times.linear += record.report.linear_time;
        self.times.search += record.report.search_time;
        self.times.steps += record.wall;
    }

    fn summary(&mut self, wall: Duration) -> Summary {
        let ledger = self.world.ledger();
        let Times { hessian, linear, search, steps, output } = self.times;
        let phase = |name: &str, time: Duration| Phase { name: name.into(), seconds: time.as_secs_f64() };
        let other = steps.saturating_sub(hessian + linear + search);
        Summary {
            version: env!("CARGO_PKG_VERSION").into(),
            title: self.scene.title.clone(),
            bodies: self.world.bodies().len(),
            vertices: self.world.mass().len(),
            elements: self.world.bodies().iter().map(|b| b.elements()).sum(),
            unknowns: self.world.unknowns(),
            steps: self.world.step_number(),
            failures: self.failures,
            time: self.world.state().t,
            wall_s: wall.as_secs_f64(),
            phases: vec![
                phase("hessian", hessian),
                phase("linear", linear),
                phase("search", search),
                phase("other", other),
                phase("output", output),
            ],
            threads: rayon::current_num_threads(),
            energies: energies(&ledger),
        }
    }
}

fn energies(ledger: &Ledger) -> Energies {
    Energies {
        kinetic: Some(ledger.kinetic),
        elastic: Some(ledger.elastic),
        gravity: Some(ledger.gravity),
        contact: Some(ledger.contact),
        total: Some(ledger.total()),
    }
}

/// A step as a row of `stats.csv`.
pub fn row(record: &StepRecord) -> StatsRow {
    let StepRecord { step, time, wall, parts, report, elements, ledger, .. } = record;
    let count = |n: usize| Some(n as u64);
    let [px, py, pz] = ledger.momentum.map(Some);
    let [lx, ly, lz] = ledger.angular_momentum.map(Some);
    let outcome = match report.outcome {
        Outcome::Converged if *parts > 1 => "halved",
        outcome => outcome.word(),
    };
    StatsRow {
        step: *step,
        time: *time,
        wall_s: wall.as_secs_f64(),
        outcome: outcome.into(),
        iterations: count(report.iterations),
        linear_solves: count(report.linear_solves),
        linear_iterations: count(report.linear_iterations),
        evaluations: count(report.evaluations),
        projected: count(report.projected),
        elements: count(elements * report.iterations),
        residual: Some(report.residual),
        kinetic: Some(ledger.kinetic),
        elastic: Some(ledger.elastic),
        gravity: Some(ledger.gravity),
        contact: Some(ledger.contact),
        total: Some(ledger.total()),
        dissipated: Some(ledger.books.dissipated),
        added: Some(ledger.books.added),
        target: Some(ledger.target()),
        alpha: record.alpha,
        px,
        py,
        pz,
        lx,
        ly,
        lz,
        min_det: ledger.min_det,
        inverted: count(ledger.inverted),
    }
}
