//! Running a scene inside an experiment, without files.

use lope::minimize::Outcome;
use lope::observe::{Nobody, StepRecord};
use lope::scene::Scene;
use lope::scene::build::Scenery;
use lope::scene::schedule::Schedule;
use lope::world::World;

use super::ExperimentError;

/// A scene on its way.
pub(super) struct SceneRun {
    /// The world.
    pub(super) world: World,
    /// What bodies meet, as it is shown.
    pub(super) obstacles: Vec<Scenery>,
    schedule: Schedule,
}

impl SceneRun {
    /// Builds the scene of a text, with overrides.
    pub(super) fn new(name: &str, text: &str, overrides: &[String]) -> Result<Self, ExperimentError> {
        let wrong = |e: &dyn std::fmt::Display| ExperimentError::Scene(e.to_string());
        let scene = Scene::from_text(name, text, overrides).map_err(|e| wrong(&e))?;
        Self::of(&scene)
    }

    /// Builds a scene.
    pub(super) fn of(scene: &Scene) -> Result<Self, ExperimentError> {
        let built = lope::scene::build::build(scene).map_err(|e| ExperimentError::Scene(e.to_string()))?;
        Ok(Self { world: built.world, obstacles: built.obstacles, schedule: Schedule::new(&scene.time) })
    }

    /// Steps in all.
    pub(super) fn steps(&self) -> u64 {
        self.schedule.steps
    }

    /// Makes the next step; none if all are made.
    pub(super) fn advance(&mut self) -> Option<StepRecord> {
        let number = self.world.step_number() + 1;
        (number <= self.schedule.steps).then(|| {
            self.world.advance_to(self.schedule.length(number), self.schedule.time(number), &mut Nobody)
        })
    }
}

/// Counts and times over the steps of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Steps made.
    pub(super) steps: u64,
    /// Of them, not converged.
    pub(super) failed: u64,
    /// Newton iterations.
    pub(super) iterations: u64,
    /// Linear systems tried.
    pub(super) solves: u64,
    /// Iterations of the linear solver.
    pub(super) linear_iterations: u64,
    /// Element Hessians projected.
    pub(super) projected: u64,
    /// Element Hessians evaluated: elements times iterations.
    pub(super) elements: u64,
    /// Iterations of the linear solver times elements: what its products are proportional to.
    products: u64,
    /// Seconds in Hessians and projections, in linear solves, in line searches.
    phases: [f64; 3],
    /// Seconds in all.
    pub(super) seconds: f64,
}

/// What a share of a run costs beside evaluating and assembling one element Hessian, measured on the slingshot: the
/// numeric projection of one.
const PROJECTION: f64 = 13.0;
/// The projection of one in closed form.
const CLOSED_FORM: f64 = 1.0;
/// The part of one element in a product with the matrix and the rest of an iteration of conjugate gradients.
const PRODUCT: f64 = 0.02;

impl Tally {
    /// Column names of [`Tally::row`].
    pub(super) const HEAD: &'static str = "steps,failed,iterations,linear_solves,linear_iterations,projected,\
                                           elements,hessian_s,linear_s,search_s,wall_s";

    pub(super) fn add(&mut self, record: &StepRecord) {
        let report = &record.report;
        self.steps += 1;
        self.failed += u64::from(report.outcome != Outcome::Converged);
        self.iterations += report.iterations as u64;
        self.solves += report.linear_solves as u64;
        self.linear_iterations += report.linear_iterations as u64;
        self.projected += report.projected as u64;
        self.elements += report.elements as u64;
        self.products += (record.elements * report.linear_iterations) as u64;
        let times = [report.hessian_time, report.linear_time, report.search_time];
        self.phases.iter_mut().zip(times).for_each(|(sum, time)| *sum += time.as_secs_f64());
        self.seconds += record.wall.as_secs_f64();
    }

    /// Both together.
    pub(super) fn and(mut self, other: &Tally) -> Self {
        self.steps += other.steps;
        self.failed += other.failed;
        self.iterations += other.iterations;
        self.solves += other.solves;
        self.linear_iterations += other.linear_iterations;
        self.projected += other.projected;
        self.elements += other.elements;
        self.products += other.products;
        self.phases.iter_mut().zip(other.phases).for_each(|(sum, time)| *sum += time);
        self.seconds += other.seconds;
        self
    }

    /// Linear solves a step, on average.
    pub(super) fn solves_a_step(&self) -> f64 {
        self.solves as f64 / self.steps.max(1) as f64
    }

    /// Newton iterations a step, on average.
    pub(super) fn iterations_a_step(&self) -> f64 {
        self.iterations as f64 / self.steps.max(1) as f64
    }

    /// Wall-clock seconds a step, on average.
    pub(super) fn seconds_a_step(&self) -> f64 {
        self.seconds / self.steps.max(1) as f64
    }

    /// Part of the element Hessians that was projected.
    pub(super) fn share(&self) -> f64 {
        self.projected as f64 / self.elements.max(1) as f64
    }

    /// What the run would cost on a machine that knows nothing but the counts, in evaluations of one element Hessian.
    pub(super) fn work(&self) -> f64 {
        self.work_by(PROJECTION)
    }

    /// The same with projection in closed form.
    pub(super) fn work_in_closed_form(&self) -> f64 {
        self.work_by(CLOSED_FORM)
    }

    fn work_by(&self, projection: f64) -> f64 {
        self.elements as f64 + projection * self.projected as f64 + PRODUCT * self.products as f64
    }

    /// The numbers as a line of a table.
    pub(super) fn row(&self) -> String {
        let Self { steps, failed, iterations, solves, linear_iterations, projected, elements, .. } = self;
        let [hessian, linear, search] = self.phases;
        format!(
            "{steps},{failed},{iterations},{solves},{linear_iterations},{projected},{elements},\
             {hessian:.3},{linear:.3},{search:.3},{:.3}",
            self.seconds
        )
    }
}
