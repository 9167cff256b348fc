//! Running a scene inside an experiment, without files.

use lope::minimize::Outcome;
use lope::observe::{Nobody, StepRecord};
use lope::scene::Scene;
use lope::scene::schedule::Schedule;
use lope::world::World;

use super::ExperimentError;

/// A scene on its way.
pub(super) struct Stage {
    /// The world.
    pub(super) world: World,
    schedule: Schedule,
}

impl Stage {
    /// Builds the scene of a text, with overrides.
    pub(super) fn new(name: &str, text: &str, overrides: &[String]) -> Result<Self, ExperimentError> {
        let wrong = |e: &dyn std::fmt::Display| ExperimentError::Scene(e.to_string());
        let scene = Scene::from_text(name, text, overrides).map_err(|e| wrong(&e))?;
        let built = lope::scene::build::build(&scene, std::path::Path::new("")).map_err(|p| {
            ExperimentError::Scene(p.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        })?;
        Ok(Self { world: built.world, schedule: Schedule::new(&scene.time) })
    }

    /// Steps in all.
    pub(super) fn steps(&self) -> u64 {
        self.schedule.steps
    }

    /// Makes the next step; none if all are made.
    pub(super) fn advance(&mut self) -> Option<StepRecord> {
        let number = self.world.step_number() + 1;
        (number <= self.schedule.steps).then(|| {
            self.world.advance(self.schedule.length(number), self.schedule.time(number), &mut Nobody)
        })
    }
}

/// Counts over the steps of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Steps made.
    pub(super) steps: u64,
    /// Of them, not converged.
    pub(super) failed: u64,
    solves: u64,
    seconds: f64,
}

impl Tally {
    pub(super) fn add(&mut self, record: &StepRecord) {
        self.steps += 1;
        self.failed += u64::from(record.report.outcome != Outcome::Converged);
        self.solves += record.report.linear_solves as u64;
        self.seconds += record.wall.as_secs_f64();
    }

    /// Linear solves a step, on average.
    pub(super) fn solves(&self) -> f64 {
        self.solves as f64 / self.steps.max(1) as f64
    }

    /// Wall-clock seconds a step, on average.
    pub(super) fn seconds(&self) -> f64 {
        self.seconds / self.steps.max(1) as f64
    }
}
