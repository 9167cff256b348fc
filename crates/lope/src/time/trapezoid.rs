//! The trapezoidal rule, Newmark's with β = 1/4 and γ = 1/2: second order, no damping of linear systems.

use super::acceleration;
use super::middle::Middle;
use super::stage::refill;
use super::{Candidate, History, Impulses, Integrator, Moment, Solved, Stage, StageSolver, Start};

/// x′ = x + h(v + v′)/2 and v′ = v + h(a + a′)/2 with accelerations at both ends: the minimizer of
/// ½(4/h²)‖x′ − x̂‖²_M + Φ(x′) with x̂ = x + hv + (h²/4)a.
#[derive(Debug, Default)]
pub struct Trapezoid {
    stage: Stage,
    force: Vec<f64>,
    middle: Middle,
    /// What the forces at the start give.
    before: Impulses,
}

impl Trapezoid {
    /// Prepares the stage of a step.
    pub(super) fn prepare(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver) {
        // One matrix of damping for both ends, which the middle has.
        solver.lag(self.middle.ahead(past, &past.v, 0.5 * h));
        solver.moment(Moment::Start, &past.x, &past.v);
        self.force.resize(past.x.len(), 0.0);
        solver.forces(&past.x, &past.v, &mut self.force);
        self.before.clear();
        solver.push(0.5 * h, [&past.x; 2], &past.v, &mut self.before);
        let stage = &mut self.stage;
        stage.kappa = 4.0 / (h * h);
        stage.theta = 1.0;
        stage.rate = 2.0 / h;
        stage.h = h;
        stage.end = past.t + h;
        stage.half_push = true;
        refill(&mut stage.target, &past.x, &past.v, |x, v| x + h * v);
        let mass = solver.mass();
        for (i, target) in stage.target.iter_mut().enumerate() {
            *target += acceleration(0.25 * h * h * self.force[i], mass[i / 3]);
        }
        refill(&mut stage.offset, &past.x, &past.v, |x, v| -2.0 * x / h - v);
    }

    /// The stage last prepared.
    pub(super) fn stage_mut(&mut self) -> &mut Stage {
        &mut self.stage
    }

    /// Solves the stage as it is, and says what follows from it.
    pub(super) fn solve(
        &mut self,
        past: &History,
        h: f64,
        solver: &mut dyn StageSolver,
        start: Start,
        next: &mut Candidate,
    ) -> Solved {
        next.x.resize(past.x.len(), 0.0);
        solver.moment(Moment::End, self.middle.ahead(past, &past.v, h), &past.v);
        let solved = solver.solve(&self.stage, start, &mut next.x);
        next.v.clear();
        next.v.extend((0..past.x.len()).map(|i| 2.0 * (next.x[i] - past.x[i]) / h - past.v[i]));
        next.impulses.copy_from(&self.before);
        solver.push(0.5 * h, [&next.x; 2], &next.v, &mut next.impulses);
        solver.lead(past, h, next);
        self.middle.pass(past, &next.x, h);
        next.traffic = self.middle.traffic_at_ends(past, next, solver, true);
        solved
    }
}

impl Integrator for Trapezoid {
    fn name(&self) -> &'static str {
        "trapezoid"
    }

    fn order(&self) -> usize {
        2
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        self.prepare(past, h, solver);
        self.solve(past, h, solver, Start::Guess, next)
    }
}
