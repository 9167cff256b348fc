//! Quasistatics: no inertia, every step an equilibrium.

use super::middle::Middle;
use super::{Candidate, History, Integrator, Moment, Solved, Stage, StageSolver, Start};

/// ∇Φ(x) = 0 with pins and loads as they are at the end of the step. Velocities are zero, so dissipation
/// plays no part; the step only paces the scripts. The work of pins is booked by the trapezoidal rule, from one
/// equilibrium to the next.
#[derive(Debug, Default)]
pub struct Quasistatic {
    stage: Stage,
    middle: Middle,
}

impl Integrator for Quasistatic {
    fn name(&self) -> &'static str {
        "quasistatic"
    }

    fn order(&self) -> usize {
        0
    }

    fn inertial(&self) -> bool {
        false
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        let stage = &mut self.stage;
        stage.kappa = 0.0;
        stage.theta = 1.0;
        stage.rate = 0.0;
        stage.h = h;
        stage.end = past.t + h;
        stage.target.clone_from(&past.x);

        next.x.clone_from(&past.x);
        solver.moment(Moment::End, &past.x, &past.v);
        let solved = solver.solve(stage, Start::Guess, &mut next.x);
        next.impulses.clear();
        solver.push(h, [&next.x; 2], &[], &mut next.impulses);
        next.v.clear();
        next.v.resize(past.x.len(), 0.0);
        self.middle.pass(past, &next.x, h);
        next.traffic = self.middle.traffic_at_ends(past, next, solver, false);
        solved
    }
}
