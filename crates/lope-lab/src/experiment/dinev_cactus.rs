//! A cactus whose vertices start at random places: \[Dinev18\] Figure 7.

use lope::minimize::Outcome;
use lope_io::plot::{Chart, Figure};

use super::course::Course;
use super::dinev_cube::counts;
use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::Claim;

/// The experiment.
pub(super) struct Cactus;

const SCENE: &str = include_str!("dinev_cactus.toml");

/// A body with less than this part of its elastic energy and no inverted element has its shape back.
const RECOVERED: f64 = 1e-6;

/// One run.
struct Recovery {
    course: Course,
    failed: usize,
    /// The step from which on it had its shape.
    recovered: Option<u64>,
}

impl Cactus {
    fn run_with(
        &self,
        integrator: &str,
        steps: Option<u64>,
        task: &Task<'_>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<(Recovery, String), ExperimentError> {
        let mut overrides = vec![format!("time.integrator={integrator}")];
        if task.size == Size::Smoke {
            overrides.extend(["body.0.mesh.edge=0.12", "time.steps=250"].map(str::to_owned));
        }
        overrides.extend_from_slice(task.overrides);
        let mut scene = SceneRun::new("dinev-cactus", SCENE, &overrides)?;
        let counts = counts(&scene);
        let mut run = Recovery { course: Course::new(integrator, &mut scene), failed: 0, recovered: None };
        let start = run.course.start().ledger.elastic;
        let limit = steps.unwrap_or(scene.steps());
        while let Some(record) = scene.advance() {
            run.course.note(&record);
            run.failed += usize::from(record.report.outcome != Outcome::Converged);
            let good = record.ledger.inverted == 0 && record.ledger.elastic < RECOVERED * start;
            run.recovered = good.then(|| run.recovered.unwrap_or(record.step));
            progress(record.step as f64 / limit as f64);
            // A few steps beyond the recovery, to see that it lasts.
            let settled = run.recovered.is_some_and(|at| record.step >= at + 5);
            let last = settled || record.step >= limit || !record.committed;
            if last || record.step % 20 == 0 {
                let table = Course::HEAD.to_owned() + &run.course.rows(1);
                task.write(&format!("{integrator}.csv"), &table)?;
            }
            if last {
                break;
            }
        }
        Ok((run, counts))
    }
}

impl Experiment for Cactus {
    fn name(&self) -> &'static str {
        "dinev-cactus"
    }

    fn source(&self) -> &'static str {
        "Dinev, Liu & Kavan 2018, Figure 7"
    }

    fn summary(&self) -> &'static str {
        "a cactus with randomized vertices and a little damping returns to its shape, but not by implicit midpoint"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let (ours, counts) =
            self.run_with("stabilized", None, task, &mut |f| progress(0.5 * f, "stabilized"))?;
        // As many steps as the other one made.
        let made = ours.course.steps().len() as u64;
        let (midpoint, _) = self.run_with("implicit-midpoint", Some(made), task, &mut |f| {
            progress(0.5 + 0.5 * f, "implicit midpoint");
        })?;
        let mut chart =
            Chart::new("Elastic energy").x_label("time [s]").y_label("elastic energy [J]").log_y();
        let mut total = Chart::new("Total energy").x_label("time [s]").y_label("energy [J]").log_y();
        for run in [&ours, &midpoint] {
            chart = run.course.draw(chart, |m| Some(m.ledger.elastic));
            total = run.course.draw(total, |m| Some(m.energy()));
        }
        task.draw("dinev-cactus.png", &Figure::new().chart(chart).chart(total).to_image())?;
        Ok(claims(&ours, &midpoint, counts))
    }
}

fn claims(ours: &Recovery, midpoint: &Recovery, counts: String) -> Vec<Claim> {
    let left = |run: &Recovery| {
        let (start, end) = (run.course.start().ledger, run.course.end().ledger);
        format!(
            "{:.1e} of the elastic energy, {} inverted after {} steps",
            end.elastic / start.elastic,
            end.inverted,
            run.course.steps().len()
        )
    };
    let at = ours.recovered.map_or("not".to_owned(), |step| format!("step {step}"));
    let spare = ours.course.end().ledger.kinetic / ours.course.start().energy();
    let lowest = midpoint.course.steps().iter().map(|m| m.energy()).fold(f64::INFINITY, f64::min);
    let rise = midpoint.course.end().energy() / lowest;
    vec![
        Claim::beside("vertices, elements", "5261, 17187", counts),
        Claim::new(
            "every step of stabilized converges",
            "yes",
            format!("{} do not", ours.failed),
            ours.failed == 0,
        ),
        Claim::beside("implicit midpoint: steps that do not converge", "–", midpoint.failed.to_string()),
        Claim::new(
            "stabilized returns to the rest shape",
            "quickly",
            format!("{at}: {}", left(ours)),
            ours.recovered.is_some(),
        ),
        Claim::new(
            "implicit midpoint does not in as many steps",
            "not in 10,000",
            left(midpoint),
            midpoint.recovered.is_none(),
        ),
        Claim::beside(
            "implicit midpoint: energy at the end, of its least",
            "keeps increasing",
            format!("{rise:.2}×"),
        ),
        Claim::beside("stabilized: kinetic energy left, of the start's energy", "–", format!("{spare:.1e}")),
    ]
}
