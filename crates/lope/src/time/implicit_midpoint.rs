//! The implicit midpoint rule: second order, symplectic, keeps momenta; its energy may swing at long steps.

use super::middle::Middle;
use super::stage::refill;
use super::{Candidate, History, Integrator, Moment, Solved, Stage, StageSolver, Start};

/// x′ = x + h(v + v′)/2 and v′ = v − hM⁻¹∇Φ((x + x′)/2), \[Dinev18\] eqs. 5 and 6: the minimizer of
/// ½(2/h²)‖x′ − x − hv‖²_M + 2Φ(x′/2 + x/2), eq. 16. Dissipation acts at the mean velocity (x′ − x)/h.
#[derive(Debug, Default)]
pub struct ImplicitMidpoint {
    stage: Stage,
    middle: Middle,
}

impl ImplicitMidpoint {
    /// Solves for the positions at the end, starting with the velocities `from`, and books the traffic. The mean
    /// velocity is then in [`ImplicitMidpoint::mean`].
    pub(super) fn advance(
        &mut self,
        past: &History,
        from: &[f64],
        h: f64,
        solver: &mut dyn StageSolver,
        next: &mut Candidate,
    ) -> Solved {
        solver.lag(self.middle.ahead(past, from, 0.5 * h));
        solver.moment(Moment::Middle, &self.middle.x, from);
        let stage = &mut self.stage;
        stage.kappa = 2.0 / (h * h);
        stage.theta = 0.5;
        stage.rate = 1.0 / h;
        stage.h = h;
        stage.mean = true;
        stage.end = past.t + h;
        refill(&mut stage.target, &past.x, from, |x, v| x + h * v);
        refill(&mut stage.shift, &past.x, &past.x, |x, _| 0.5 * x);
        refill(&mut stage.offset, &past.x, &past.x, |x, _| -x / h);

        next.x.resize(past.x.len(), 0.0);
        let solved = solver.solve(stage, Start::Guess, &mut next.x);
        self.middle.pass(past, &next.x, h);
        next.impulses.clear();
        solver.push(h, [&self.middle.x, &next.x], &self.middle.v, &mut next.impulses);
        refill(&mut next.v, &self.middle.v, from, |mean, v| 2.0 * mean - v);
        solver.lead(past, h, next);
        next.traffic = self.middle.traffic(past, next, solver);
        solved
    }

    /// The mean velocity of the last step, m/s.
    pub(super) fn mean(&self) -> &[f64] {
        &self.middle.v
    }
}

impl Integrator for ImplicitMidpoint {
    fn name(&self) -> &'static str {
        "implicit-midpoint"
    }

    fn order(&self) -> usize {
        2
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        self.advance(past, &past.v, h, solver, next)
    }
}
