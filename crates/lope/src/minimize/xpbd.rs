//! Extended position-based dynamics (\[Macklin16\], \[Macklin19\]).
//!
//! Where all that acts is compliant constraints, ½ΣC² on top of an inertia κ/2‖x − x̂‖²_M, a minimum is where
//! κM(x − x̂) = Σ∇Cλ with multipliers λ = −C. Starting where inertia and weight alone would go and with λ = 0, one
//! constraint after the other is linearized, solved for its own change of λ, and its nodes are moved at once:
//!
//! ```text
//! Δλ = −(C + λ) / (1 + θ∇Cᵀ(κM)⁻¹∇C),   Δx = (κM)⁻¹∇C Δλ
//! ```
//!
//! No matrix, no value, no line search: so many sweeps and it is done. What it leaves is not quite the minimum even
//! after many of them, because multipliers gathered along gradients of the way are not brought along when these turn;
//! short steps with few sweeps are where it is best.

use super::{Control, Iteration, Minimizer, Objective, Outcome, Report, Watch};
use crate::clock::Stopwatch;
use crate::sparse::vector::add_scaled;

/// An objective that is a quadratic without couplings and compliant constraints.
pub trait Compliant {
    /// Brings `x` to the minimum of the quadratic alone, and forgets all multipliers.
    fn begin(&mut self, x: &mut [f64]);

    /// Solves every constraint once, each where the ones before it left the nodes.
    fn sweep(&mut self, x: &mut [f64]);
}

/// The method.
pub struct Xpbd {
    iterations: usize,
    start: Vec<f64>,
    before: Vec<f64>,
    change: Vec<f64>,
}

impl Xpbd {
    /// So many sweeps over all constraints.
    pub fn new(iterations: usize) -> Self {
        Self { iterations, start: Vec::new(), before: Vec::new(), change: Vec::new() }
    }

    fn run(
        &mut self,
        f: &mut dyn Objective,
        x: &mut [f64],
        watch: &mut Watch<'_>,
        report: &mut Report,
    ) -> Outcome {
        let clock = Stopwatch::start();
        let Some(compliant) = f.compliant() else { return Outcome::LinearSolveFailed };
        self.start.copy_from_slice(x);
        compliant.begin(x);
        report.search_time += clock.elapsed();
        for number in 0..self.iterations {
            let clock = Stopwatch::start();
            self.before.copy_from_slice(x);
            let Some(compliant) = f.compliant() else { return Outcome::LinearSolveFailed };
            compliant.sweep(x);
            add_scaled(x, -1.0, &self.before, &mut self.change);
            let size = f.size(&self.change);
            report.linear_time += clock.elapsed();
            report.iterations += 1;
            report.elements += f.elements();
            report.evaluations += 1;
            report.residual = size;
            let (value, gradient) = (f64::NAN, f64::NAN);
            let done = Iteration {
                number,
                value,
                gradient,
                size,
                alpha: 1.0,
                evaluations: 1,
                ..Iteration::default()
            };
            if watch(&done) == Control::Stop {
                return Outcome::Interrupted;
            }
        }
        if !x.iter().all(|x| x.is_finite()) {
            return Outcome::NotFinite;
        }
        if f.free(&self.start, x) {
            return Outcome::Converged;
        }
        x.copy_from_slice(&self.start);
        Outcome::Infeasible
    }
}

impl Minimizer for Xpbd {
    fn name(&self) -> &'static str {
        "xpbd"
    }

    /// The outcome is [`Outcome::Converged`] when the sweeps are made, and the residual the size of the last of them.
    fn minimize(&mut self, f: &mut dyn Objective, x: &mut [f64], watch: &mut Watch<'_>) -> Report {
        self.start.resize(x.len(), 0.0);
        self.before.resize(x.len(), 0.0);
        self.change.resize(x.len(), 0.0);
        let mut report = Report::default();
        report.outcome = self.run(f, x, watch, &mut report);
        report
    }
}
