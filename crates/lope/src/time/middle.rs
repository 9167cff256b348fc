//! The middle of a step.

use super::stage::refill;
use super::{Candidate, History, Moment, StageSolver, Traffic};

/// Where a step is in its middle, and how fast: what second order needs to know of it.
#[derive(Debug, Default)]
pub(super) struct Middle {
    /// Positions, m.
    pub(super) x: Vec<f64>,
    /// Mean velocities of the step, m/s.
    pub(super) v: Vec<f64>,
    /// The way of the step, m.
    way: Vec<f64>,
}

impl Middle {
    /// Where the velocities `v` lead in the time `reach`, before anything is known of the step.
    pub(super) fn ahead(&mut self, past: &History, v: &[f64], reach: f64) -> &[f64] {
        refill(&mut self.x, &past.x, v, |x, v| x + reach * v);
        &self.x
    }

    /// Takes the middle of a step of length `h` that ends at `end`.
    pub(super) fn pass(&mut self, past: &History, end: &[f64], h: f64) {
        refill(&mut self.x, &past.x, end, |x, end| 0.5 * (x + end));
        refill(&mut self.v, &past.x, end, |x, end| (end - x) / h);
        refill(&mut self.way, end, &past.x, |end, x| end - x);
    }

    /// What crosses the border of the system in the step, by the midpoint rule.
    pub(super) fn traffic(&self, past: &History, next: &Candidate, solver: &mut dyn StageSolver) -> Traffic {
        solver.lift(past, next).plus(solver.work([&self.x, &next.x], &self.v, &self.way))
    }

    /// The same by the trapezoidal rule: forces are the mean of those at both ends. Damping is linear in velocities, so
    /// that the mean one will do.
    pub(super) fn traffic_at_ends(
        &self,
        past: &History,
        next: &Candidate,
        solver: &mut dyn StageSolver,
        damped: bool,
    ) -> Traffic {
        let v: &[f64] = if damped { &self.v } else { &[] };
        // Those of the end are as they were solved with.
        let after = solver.work([&next.x; 2], v, &self.way);
        solver.moment(Moment::Start, &past.x, &past.v);
        let before = solver.work([&past.x; 2], v, &self.way);
        solver.lift(past, next).plus(before.toward(after, 0.5))
    }
}
