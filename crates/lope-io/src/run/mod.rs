//! Running a scene into a directory: steps, frames, table, checkpoints.
//!
//! The directory is right at every moment. Frames and checkpoints appear whole or not at all, the table grows
//! by whole lines, and whatever moment a run is killed at, `resume` goes on from the last checkpoint to the
//! same bits an uninterrupted run would have written.

mod directory;
pub(super) mod evidence;
mod failure;
mod fields;
pub(super) mod frames;
mod identity;
mod obj;
mod recorder;
mod scenery;
mod snapshot;

pub use directory::RunDirectory;
pub use recorder::Recorder;

use std::path::Path;

use lope::minimize::Outcome;
use lope::observe::{Observer, StepRecord};
use lope::scene::Scene;
use lope::scene::build::{Built, Scenery};
use lope::scene::model::Evidence;
use lope::scene::schedule::Schedule;
use lope::world::World;

use crate::output::OutputError;
use crate::output::stats::StatsRow;
use crate::output::summary::Summary;

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
    /// What is wrong with the scene, if a step failed for that.
    pub mistake: Option<String>,
}

/// A run under way: a world, when its steps end, and what writes them down.
pub struct Run {
    world: World,
    schedule: Schedule,
    recorder: Recorder,
}

impl Run {
    /// Starts a run from the beginning in a directory that is empty, or is emptied of what runs write.
    pub fn start(
        scene: &Scene,
        built: Built,
        schedule: Schedule,
        directory: RunDirectory,
        resolved: &str,
    ) -> Result<Self, OutputError> {
        Self::of(built, schedule, |world, obstacles, inputs| {
            Recorder::start(scene, world, obstacles, inputs, directory, resolved)
        })
    }

    /// Goes on from the checkpoint in the directory, or from the start if there is none yet.
    pub fn resume(
        scene: &Scene,
        built: Built,
        schedule: Schedule,
        directory: RunDirectory,
        resolved: &str,
    ) -> Result<Self, OutputError> {
        Self::of(built, schedule, |world, obstacles, inputs| {
            Recorder::resume(scene, world, obstacles, inputs, directory, resolved)
        })
    }

    /// Starts from a state saved elsewhere (a failed step), writing into a directory of its own.
    pub fn replay(
        scene: &Scene,
        mut built: Built,
        schedule: Schedule,
        bundle: &Path,
        directory: RunDirectory,
        resolved: &str,
    ) -> Result<Self, OutputError> {
        snapshot::restore(&mut built.world, bundle, None)?;
        let schedule = schedule.at_most(built.world.step_number() + 1);
        Self::start(scene, built, schedule, directory, resolved)
    }

    /// A run of what was built, written down by what `record` makes.
    fn of(
        built: Built,
        schedule: Schedule,
        record: impl FnOnce(&mut World, Vec<Scenery>, Vec<String>) -> Result<Recorder, OutputError>,
    ) -> Result<Self, OutputError> {
        let Built { mut world, obstacles, inputs, .. } = built;
        let recorder = record(&mut world, obstacles, inputs)?;
        Ok(Self { world, schedule, recorder })
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
    pub fn finish(self, observer: &mut dyn Observer) -> Result<Finished, OutputError> {
        let Self { mut world, schedule, mut recorder } = self;
        let mut end = End::Done;
        while world.step_number() < schedule.steps {
            let number = world.step_number() + 1;
            let memory = world.memory();
            let record = world.advance_to(schedule.length(number), schedule.time(number), observer);
            if !record.committed {
                // What a step taught that was not made is not known to who resumes before it.
                world.recall(&memory, world.trend().clone());
            }
            match recorder.step(&world, &record, schedule.frame(number), observer)? {
                None => {}
                // Asked to stop when nothing was left to do.
                Some(End::Interrupted) if world.step_number() == schedule.steps => {}
                Some(other) => {
                    end = other;
                    break;
                }
            }
        }
        recorder.finish(&mut world, end, observer)
    }
}

/// A step as a row of `stats.csv`.
pub fn row(record: &StepRecord) -> StatsRow {
    let StepRecord { step, time, wall, parts, report, elements, ledger, .. } = record;
    let count = |n: usize| Some(n as u64);
    let [px, py, pz] = ledger.momentum.map(Some);
    let [lx, ly, lz] = ledger.angular_momentum.map(Some);
    let outcome = match report.outcome {
        Outcome::Converged if *parts > 1 => Outcome::HALVED,
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
        impact: Some(ledger.books.impact),
        numerical: Some(ledger.numerical()),
        lag: record.lag,
        kappa: record.stiffening,
        gap: record.gap,
        load: Some(ledger.load),
    }
}
