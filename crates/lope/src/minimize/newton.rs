//! Plain Newton: the papers' baseline.

use std::time::Instant;

use super::descent::{Descent, Direction, Limits, Proposal, Stop, View};
use super::{FullStep, Linear, LinearSettings, Objective};
use crate::math::Filter;
use crate::sparse::Answer;
use crate::sparse::vector::scale_into;

/// The root of ∇E by Newton's method: the exact, possibly indefinite Hessian, solved by MINRES, full steps, no
/// line search and no safeguard. It converges rapidly or not at all ([Gast14] Figure 2), which is what it is
/// here to show.
pub struct Newton {
    linear: Linear,
    tolerance: f64,
    rhs: Vec<f64>,
}

impl Newton {
    /// The complete method; `tolerance` is the relative one of the linear solves.
    pub fn minimizer(
        linear: LinearSettings,
        tolerance: f64,
        stop: Stop,
        limits: Limits,
    ) -> Descent<Self, FullStep> {
        let direction = Self { linear: Linear::new(linear), tolerance, rhs: Vec::new() };
        Descent::new(direction, FullStep, stop, limits)
    }
}

impl Direction for Newton {
    fn name(&self) -> &'static str {
        "newton"
    }

    fn begin(&mut self, len: usize) {
        self.rhs.resize(len, 0.0);
    }

    fn propose(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let clock = Instant::now();
        f.hessian(at.x, Filter::Raw);
        let hessian_time = clock.elapsed();

        let clock = Instant::now();
        scale_into(-1.0, at.g, &mut self.rhs);
        let solve = self.linear.solve(f.operator(), &self.rhs, p, self.tolerance);
        Proposal {
            newton: solve.answer == Answer::Solved,
            tolerance: solve.tolerance,
            indefinite: matches!(solve.answer, Answer::Indefinite { .. }),
            linear_solves: 1,
            linear_iterations: solve.iterations,
            projected: 0,
            hessian_time,
            linear_time: clock.elapsed(),
            failed: solve.answer == Answer::Breakdown,
        }
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
