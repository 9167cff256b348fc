//! A scene run for its time.

use lope::minimize::{Outcome, Report};
use lope::observe::Nobody;
use lope::scene::model::Scene;
use lope::scene::schedule::Schedule;

use super::clock::pool;

/// A scene that was run.
pub(super) struct Timed {
    pub(super) report: Report,
    pub(super) steps: u64,
    pub(super) seconds: f64,
    /// Centre of mass in the end, m.
    pub(super) mean: [f64; 3],
}

impl Timed {
    /// Runs a scene, or so many steps of it; every step must converge.
    pub(super) fn run(what: &str, scene: &Scene, steps: Option<u64>, threads: usize) -> Result<Self, String> {
        let built = lope::scene::build::build(scene).map_err(|problems| problems.to_string())?;
        let mut world = built.world;
        let schedule = Schedule::new(&scene.time);
        let steps = steps.unwrap_or(schedule.steps);
        let (mut report, mut seconds) = (Report::default(), 0.0);
        pool(threads)?.install(|| {
            for number in 1..=steps {
                let record = world.advance_to(schedule.length(number), schedule.time(number), &mut Nobody);
                seconds += record.wall.as_secs_f64();
                report.absorb(&record.report);
            }
        });
        if report.outcome != Outcome::Converged {
            return Err(format!("{what}: {}", report.outcome.word()));
        }
        let (mass, x) = (world.mass(), &world.state().x);
        let whole: f64 = mass.iter().sum();
        let along =
            |axis: usize| mass.iter().zip(x.chunks_exact(3)).map(|(m, x)| m * x[axis]).sum::<f64>() / whole;
        Ok(Self { report, steps, seconds, mean: [along(0), along(1), along(2)] })
    }

    /// Seconds a step.
    pub(super) fn per_step(&self) -> f64 {
        self.seconds / self.steps as f64
    }
}
