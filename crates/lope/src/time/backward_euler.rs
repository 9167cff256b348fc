//! Backward Euler: first order, stable at any step, dissipative.

use super::stage::refill;
use super::{Candidate, History, Integrator, Solved, Stage, StageSolver};

/// M(x − xₙ − hvₙ)/h² + ∇Φ(x) = 0 and v = (x − xₙ)/h: the minimizer of ½‖x − x̂‖²_M/h² + Φ(x) with
/// x̂ = xₙ + hvₙ (\[Gast14\] §2.1).
#[derive(Debug, Default)]
pub struct BackwardEuler {
    stage: Stage,
}

impl Integrator for BackwardEuler {
    fn name(&self) -> &'static str {
        "backward-euler"
    }

    fn order(&self) -> usize {
        1
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        let stage = &mut self.stage;
        stage.kappa = 1.0 / (h * h);
        stage.theta = 1.0;
        stage.rate = 1.0 / h;
        stage.h = h;
        stage.end = past.t + h;
        refill(&mut stage.target, &past.x, &past.v, |x, v| x + h * v);
        refill(&mut stage.offset, &past.x, &past.x, |x, _| -x / h);

        next.x.clone_from(&stage.target);
        let solved = solver.solve(stage, &mut next.x);
        refill(&mut next.v, &next.x, &past.x, |x, old| (x - old) / h);
        solved
    }
}
