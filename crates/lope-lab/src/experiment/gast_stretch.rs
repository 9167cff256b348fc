//! A stretched cube, and one given a pulse: \[Gast14\] Figures 3 and 4.

use super::scene_run::{SceneRun, Tally};
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// A cube between two moving plates.
pub(super) struct Pull {
    name: &'static str,
    source: &'static str,
    summary: &'static str,
    scene: &'static str,
    published_solves: f64,
    published_seconds: f64,
    published_newton: u32,
}

/// \[Gast14\] Figure 3.
pub(super) const STRETCH: Pull = Pull {
    name: "gast-stretch",
    source: "Gast & Schroeder 2014, Figure 3",
    summary: "a cube stretched at one step a frame: stabilized Newton converges, plain Newton does not",
    scene: include_str!("gast_stretch.toml"),
    published_solves: 2.8,
    published_seconds: 0.51,
    published_newton: 3,
};

/// \[Gast14\] Figure 4.
pub(super) const PULSE: Pull = Pull {
    name: "gast-pulse",
    source: "Gast & Schroeder 2014, Figure 4",
    summary: "the stretched cube after a compressive pulse",
    scene: include_str!("gast_pulse.toml"),
    published_solves: 2.9,
    published_seconds: 0.52,
    published_newton: 5,
};

/// Steps a frame up to which plain Newton is tried.
const MOST_STEPS: u32 = 12;

impl Pull {
    fn run_at(
        &self,
        task: &Task<'_>,
        method: &str,
        steps_per_frame: u32,
        stop_at_failure: bool,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Tally, ExperimentError> {
        let cells = match task.size {
            Size::Smoke => "[8, 8, 8]",
            // 18·18·19 vertices: 18,468 unknowns with the plates, published 18.5k.
            Size::Full => "[18, 17, 17]",
        };
        let mut overrides = vec![
            format!("body.0.mesh.cells={cells}"),
            format!("solver.method={method}"),
            format!("time.step={:e}", 1.0 / (24.0 * f64::from(steps_per_frame))),
            "solver.on_failure=accept".to_owned(),
        ];
        overrides.extend_from_slice(task.overrides);
        let mut run = SceneRun::new(self.name, self.scene, &overrides)?;
        let mut tally = Tally::default();
        while let Some(record) = run.advance() {
            tally.add(&record);
            progress(tally.steps as f64 / run.steps() as f64);
            // Plain Newton may leave for infinity, where no step can be accepted.
            if !record.committed || (stop_at_failure && tally.failed > 0) {
                break;
            }
        }
        Ok(tally)
    }
}

impl Experiment for Pull {
    fn name(&self) -> &'static str {
        self.name
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let ours = self
            .run_at(task, "stabilized-newton", 1, false, &mut |f| progress(0.3 * f, "stabilized Newton"))?;
        let newton =
            self.run_at(task, "newton", 1, true, &mut |f| progress(0.3 + 0.3 * f, "plain Newton"))?;
        let mut enough = None;
        for steps in 2..=MOST_STEPS {
            let label = format!("plain Newton, {steps} steps a frame");
            let tally = self.run_at(task, "newton", steps, true, &mut |f| progress(0.6 + 0.4 * f, &label))?;
            if tally.failed == 0 {
                enough = Some(steps);
                break;
            }
        }
        let steps = |tally: &Tally| format!("{} of {} steps", tally.steps - tally.failed, tally.steps);
        let published = f64::from(self.published_newton);
        let count = enough.map_or(f64::INFINITY, f64::from);
        let needed = |claim: &str, asked| Claim::number(claim, published.to_string(), (count, ""), asked);
        Ok(vec![
            Claim::new(
                "stabilized Newton converges every step at 1 step a frame",
                "all",
                steps(&ours),
                ours.failed == 0,
            ),
            Claim::number(
                "stabilized Newton: linear solves a step",
                format!("{:.1}", self.published_solves),
                (ours.solves_a_step(), ""),
                Asked::AtMost(self.published_solves),
            ),
            Claim::number(
                "stabilized Newton: time of a frame",
                format!("{} s", self.published_seconds),
                (ours.seconds_a_step(), "s"),
                Asked::AtMost(0.5 * self.published_seconds),
            )
            .judged(task.size == Size::Full),
            Claim::new(
                "plain Newton does not converge at 1 step a frame",
                "does not",
                if newton.failed > 0 { format!("fails in step {}", newton.steps) } else { steps(&newton) },
                newton.failed > 0,
            ),
            needed(
                "plain Newton: steps a frame that it needs, no fewer than published",
                Asked::AtLeast(published),
            ),
            needed(
                "plain Newton: steps a frame that it needs, no more than published",
                Asked::AtMost(published),
            ),
        ])
    }
}
