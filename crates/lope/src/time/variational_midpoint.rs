//! The variational midpoint rule: the least action of a path whose Lagrangian is taken at midpoints.

use super::{Candidate, History, ImplicitMidpoint, Integrator, Solved, StageSolver};

/// Staggered velocities vₙ₊½ = (xₙ₊₁ − xₙ)/h that obey the discrete Euler–Lagrange equations of
/// Lₐ = h[½‖v‖²_M − Φ(midpoint)] (\[Kharevych06\] §3): the stage of the implicit midpoint rule with the target
/// x̂ = xₙ + hp/m, where p is the discrete momentum at the node of time, which both neighbouring steps agree on and
/// which Noether's theorem keeps: p = M vₙ₋½ − (h/2)∇Φ(midpoint before). At the start p = M v₀, so that the first step
/// is one of the implicit midpoint rule. The momentum is all that passes from step to step, so steps may change.
#[derive(Debug, Default)]
pub struct VariationalMidpoint {
    midpoint: ImplicitMidpoint,
}

impl Integrator for VariationalMidpoint {
    fn name(&self) -> &'static str {
        "variational-midpoint"
    }

    fn keeps_past(&self) -> bool {
        true
    }

    fn order(&self) -> usize {
        2
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        let solved = self.midpoint.advance(past, past.momentum(), h, solver, next);
        // What the midpoint rule calls the velocity at the end is p/m there.
        std::mem::swap(&mut next.momentum, &mut next.v);
        next.v.clear();
        next.v.extend_from_slice(self.midpoint.mean());
        solved
    }
}
