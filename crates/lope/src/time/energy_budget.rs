//! Energy budgeting: any scheme, with the velocities rescaled to the energy there should be.

use super::{Candidate, History, Integrator, Solved, StageSolver};

/// After \[Su13\]: what a step gains or loses is taken from, or given to, the kinetic energy. Scaling only velocities
/// that are not part of a rigid motion (or led by a script) keeps linear and angular momentum. Where the potential
/// energy alone is above the budget, these velocities become zero and the rest of the error stays: the method does not
/// change positions.
pub struct EnergyBudget {
    start: Box<dyn Integrator>,
    settled: Vec<f64>,
}

impl EnergyBudget {
    /// Budgets what `start` does.
    pub fn new(start: Box<dyn Integrator>) -> Self {
        Self { start, settled: Vec::new() }
    }
}

impl Integrator for EnergyBudget {
    fn name(&self) -> &'static str {
        "energy-budget"
    }

    fn order(&self) -> usize {
        self.start.order()
    }

    fn explicit(&self) -> bool {
        self.start.explicit()
    }

    fn looks_back(&self) -> bool {
        self.start.looks_back()
    }

    fn keeps_past(&self) -> bool {
        self.start.keeps_past()
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        let solved = self.start.step(past, h, solver, next);
        let excess = solver.energy(&next.x, &next.v)
            - (solver.budget() + next.traffic.added - next.traffic.dissipated);
        if !excess.is_finite() {
            return solved;
        }
        self.settled.resize(next.v.len(), 0.0);
        solver.settled(&next.x, &next.v, &mut self.settled);
        let square = |i: usize| (next.v[i] - self.settled[i]).powi(2);
        let (mass, n) = (solver.mass(), next.v.len());
        let loose: f64 = (0..n).map(|i| 0.5 * mass[i / 3] * square(i)).sum();
        if loose <= 0.0 {
            return solved;
        }
        // The two parts are orthogonal, so the kinetic energies add up.
        let factor = ((loose - excess).max(0.0) / loose).sqrt();
        for (v, settled) in next.v.iter_mut().zip(&self.settled) {
            *v = settled + factor * (*v - settled);
        }
        solved
    }
}
