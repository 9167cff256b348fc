//! Backward Euler: first order, stable at any step, dissipative.

use super::flight::Flights;
use super::stage::refill;
use super::{Candidate, History, Integrator, Moment, Solved, Stage, StageSolver, Start};

/// M(x − xₙ − hvₙ)/h² + ∇Φ(x) = 0 and v = (x − xₙ)/h: the minimizer of ½‖x − x̂‖²_M/h² + Φ(x) with
/// x̂ = xₙ + hvₙ (\[Gast14\] §2.1). Rigid bodies have their free flight for x̂.
#[derive(Debug, Default)]
pub struct BackwardEuler {
    stage: Stage,
    way: Vec<f64>,
    flights: Flights,
}

impl BackwardEuler {
    /// A step that starts from what is in `next.x`, to be blended in.
    pub(super) fn refine(
        &mut self,
        past: &History,
        h: f64,
        solver: &mut dyn StageSolver,
        next: &mut Candidate,
    ) -> Solved {
        self.stage.refining = true;
        let solved = self.solve(past, h, solver, Start::Here, next);
        self.stage.refining = false;
        solved
    }

    /// Announces a step that may have to be made.
    pub(super) fn prepare(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver) {
        self.outline(past, h);
        solver.prepare(&self.stage);
    }

    /// All of the stage that does not depend on the state.
    fn outline(&mut self, past: &History, h: f64) {
        let Stage { kappa, theta, rate, h: step, end, .. } = &mut self.stage;
        (*kappa, *theta, *rate, *step, *end) = (1.0 / (h * h), 1.0, 1.0 / h, h, past.t + h);
    }

    fn solve(
        &mut self,
        past: &History,
        h: f64,
        solver: &mut dyn StageSolver,
        start: Start,
        next: &mut Candidate,
    ) -> Solved {
        self.outline(past, h);
        // [Gast15] §4.2 lags at the last state: enough for first order.
        solver.lag(&past.x);
        solver.moment(Moment::End, if start == Start::Here { &next.x } else { &past.x }, &past.v);
        let stage = &mut self.stage;
        refill(&mut stage.target, &past.x, &past.v, |x, v| x + h * v);
        refill(&mut stage.offset, &past.x, &past.x, |x, _| -x / h);
        self.flights.begin(past, h, solver, stage);

        next.x.resize(past.x.len(), 0.0);
        let solved = solver.solve(stage, start, &mut next.x);
        refill(&mut next.v, &next.x, &past.x, |x, old| (x - old) / h);
        self.flights.velocities(stage, solver, next);
        next.impulses.clear();
        solver.push(h, [&next.x; 2], &next.v, &mut next.impulses);
        solver.lead(past, h, next);
        refill(&mut self.way, &next.x, &past.x, |x, old| x - old);
        next.traffic = solver.lift(past, next).plus(solver.work([&next.x; 2], &next.v, &self.way));
        self.flights.end(&self.stage, solver, next);
        solved
    }
}

impl Integrator for BackwardEuler {
    fn name(&self) -> &'static str {
        "backward-euler"
    }

    fn order(&self) -> usize {
        1
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        self.solve(past, h, solver, Start::Guess, next)
    }
}
