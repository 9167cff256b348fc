//! Plain Newton: the papers' baseline.

use super::descent::{Descent, Direction, Limits, Proposal, Stop, View};
use super::{Forcing, FullStep, LinearSettings, NewtonSystem, Objective};
use crate::math::Filter;

/// The root of ∇E by Newton's method: the exact, possibly indefinite Hessian, solved by MINRES, full steps, no
/// line search and no safeguard. It converges rapidly or not at all (\[Gast14\] Figure 2), which is what it is
/// here to show.
pub struct Newton {
    system: NewtonSystem,
    forcing: Forcing,
}

impl Newton {
    /// The complete method; `tolerance` is the relative one of the linear solves.
    pub fn minimizer(
        linear: LinearSettings,
        tolerance: f64,
        stop: Stop,
        limits: Limits,
    ) -> Descent<Self, FullStep> {
        let direction = Self { system: NewtonSystem::new(linear), forcing: Forcing::Fixed(tolerance) };
        Descent::new(direction, FullStep, stop, limits)
    }
}

impl Direction for Newton {
    fn name(&self) -> &'static str {
        "newton"
    }

    fn begin(&mut self, _len: usize) {
        self.system.begin();
    }

    fn propose(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let tolerance = self.forcing.tolerance(at);
        let mut proposal = self.system.evaluate_and_solve(f, at, Filter::Raw, tolerance, p);
        if proposal.indefinite {
            // A factorization does not solve what is not positive definite.
            proposal += self.system.iterate(f, at, tolerance, p);
        }
        proposal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimize::testing::{Rosenbrock, settings};
    use crate::minimize::{Control, LinearMethod, Minimizer, Outcome};

    #[test]
    fn converges_quadratically_when_close() {
        let linear = LinearSettings { method: LinearMethod::Minres, ..settings() };
        let limits = Limits { max_iterations: 10, min_iterations: 0 };
        let mut method = Newton::minimizer(linear, 1e-12, Stop::Gradient(1e-9), limits);
        let mut x = vec![1.001, 1.0, 0.9995];
        let mut gradients = vec![];
        let report = method.minimize(&mut Rosenbrock::new(3), &mut x, &mut |i| {
            gradients.push(i.gradient);
            Control::Continue
        });
        assert_eq!(report.outcome, Outcome::Converged);
        // Each gradient is at most a constant times the square of the one before it.
        for pair in gradients.windows(2) {
            assert!(pair[1] <= 10.0 * pair[0] * pair[0], "{gradients:?}");
        }
    }
}
