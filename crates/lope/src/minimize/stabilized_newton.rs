//! Stabilized Newton: the method of Gast & Schroeder for steps as long as a film frame.

use super::descent::{Descent, Direction, Limits, Proposal, Stop, View};
use super::{Forcing, LOOSEST, LinearMethod, LinearSettings, Memory, NewtonSystem, Objective, StrongWolfe};
use crate::math::Filter;
use crate::sparse::vector::{dot, norm, scale};

/// The method's own numbers, named as in the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StabilizedSettings {
    /// σ: scale of the inner tolerance. With the gradient rule it carries the units of 1/√N.
    pub cg_scale: f64,
    /// κ: a direction whose cosine with −∇E is below this is not downhill enough.
    pub downhill: f64,
    /// ℓ: longest step tried, m, in the norm of all unknowns together.
    pub length_clamp: f64,
    /// The stopping rule, which also steers the inner tolerance.
    pub stop: Stop,
    /// What answers negative curvature: [`Filter::Raw`] takes CG's last iterate as published; any other solves
    /// the system again with the element Hessians filtered so.
    pub filter: Filter,
}

/// Iterations that start with the filtered system after the exact one was indefinite: a tangle that is
/// indefinite now still is in the next iteration.
const STAY_FILTERED: usize = 4;

/// Direction of the stabilized method (\[Gast14\] §3.1): the exact Hessian, CG that ends at the first negative
/// curvature and is only as accurate as the state of convergence deserves, then a downhill test and a length
/// clamp.
pub struct StabilizedNewton {
    settings: StabilizedSettings,
    system: NewtonSystem,
    /// Whether systems are factored, which leaves nothing to go on with where one is indefinite.
    factors: bool,
    /// Iterations left that start filtered.
    stay_filtered: usize,
}

impl StabilizedNewton {
    /// The direction alone, for use with another line search.
    pub fn new(settings: StabilizedSettings, linear: LinearSettings) -> Self {
        let factors = linear.method == LinearMethod::Cholesky;
        Self { settings, system: NewtonSystem::new(linear), factors, stay_filtered: 0 }
    }

    /// The complete method.
    pub fn minimizer(
        settings: StabilizedSettings,
        linear: LinearSettings,
        search: StrongWolfe,
        limits: Limits,
    ) -> Descent<Self, StrongWolfe> {
        Descent::new(Self::new(settings, linear), search, settings.stop, limits)
    }

    /// \[Gast14\] §3.1: little work while far from the solution, more when close. By the gradient rule this is
    /// min(½, σ√max(‖∇E‖, τ)) as published. By the rule of steps it must not depend on units, and the state of
    /// convergence is read off the last iteration: min(⅒, 0.9 (‖∇E‖/‖∇E before‖)²) (\[Eisenstat96\] choice 2).
    fn inner_tolerance(&self, at: View<'_>) -> f64 {
        let scale = self.settings.cg_scale;
        match self.settings.stop {
            Stop::Gradient(tolerance) => (scale * at.g_norm.max(tolerance).sqrt()).clamp(1e-8, 0.5),
            Stop::Step(_) => Forcing::Adaptive { scale, tightest: 1e-8, loosest: LOOSEST }.tolerance(at),
        }
    }

    /// The Newton step, or what stands in for it where the Hessian is indefinite.
    fn step(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let tolerance = self.inner_tolerance(at);
        let filter = self.settings.filter;
        let mut proposal = Proposal::default();
        if self.stay_filtered == 0 {
            proposal = self.system.evaluate_and_solve(f, at, Filter::Raw, tolerance, p);
            if !proposal.indefinite {
                return proposal;
            }
            if filter == Filter::Raw {
                if self.factors {
                    proposal += self.system.iterate(f, at, tolerance, p);
                    proposal.newton = false;
                }
                return proposal;
            }
            self.stay_filtered = STAY_FILTERED;
        }
        self.stay_filtered -= 1;
        // Not the Newton step, so its length says nothing about the distance to the minimum.
        proposal += self.system.evaluate_and_solve(f, at, filter, tolerance, p);
        proposal.newton = false;
        proposal
    }
}

impl Direction for StabilizedNewton {
    fn name(&self) -> &'static str {
        "stabilized-newton"
    }

    fn begin(&mut self, _len: usize) {
        self.stay_filtered = 0;
        self.system.begin();
    }

    fn notes(&mut self) -> Vec<String> {
        self.system.notes()
    }

    fn memory(&self) -> Memory {
        Memory { pays: self.system.pays(), ..Memory::default() }
    }

    fn recall(&mut self, memory: &Memory) {
        self.system.recall(memory.pays, memory.tedium);
    }

    fn propose(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let mut proposal = self.step(f, at, p);
        // A solve that broke down still leaves the gradient to follow.
        proposal.failed = false;

        // Downhill by at least κ, else the other way, else the gradient. A Newton step is downhill by itself: in a stiff system
        // its cosine is small because the gradient points the wrong way.
        let cosine = dot(p, at.g) / (norm(p) * at.g_norm);
        let steep = cosine.abs() >= self.settings.downhill || (proposal.newton && cosine < 0.0);
        if cosine.is_nan() || !steep {
            p.copy_from_slice(self.system.downhill());
            proposal.newton = false;
        } else if cosine > 0.0 {
            scale(p, -1.0);
            proposal.newton = false;
        }
        let length = norm(p);
        if length > self.settings.length_clamp {
            scale(p, self.settings.length_clamp / length);
        }
        proposal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimize::testing::{Rosenbrock, settings};
    use crate::minimize::{Control, Minimizer, Outcome};

    fn method(stop: Stop, max_iterations: usize) -> Descent<StabilizedNewton, StrongWolfe> {
        let (downhill, length_clamp, filter) = (1e-2, 1e3, Filter::Raw);
        let stabilized = StabilizedSettings { cg_scale: 1.0, downhill, length_clamp, stop, filter };
        let limits = Limits { max_iterations, min_iterations: 0 };
        StabilizedNewton::minimizer(stabilized, settings(), StrongWolfe::default(), limits)
    }

    fn solve(stop: Stop, x: &mut [f64]) -> crate::minimize::Report {
        let mut method = method(stop, 200);
        method.minimize(&mut Rosenbrock::new(x.len()), x, &mut |_| Control::Continue)
    }

    #[test]
    fn solves_rosenbrock_by_either_rule() {
        for stop in [Stop::Gradient(1e-10), Stop::Step(1e-10)] {
            for n in [3, 12, 30] {
                let mut x: Vec<f64> = (0..n).map(|i| if i % 2 == 0 { -1.2 } else { 1.0 }).collect();
                let report = solve(stop, &mut x);
                assert_eq!(report.outcome, Outcome::Converged, "{stop:?} {n}");
                // The chained function has a second, shallow minimum: stationarity is what is promised.
                let mut g = vec![0.0; n];
                Rosenbrock::new(n).gradient(&x, &mut g);
                assert!(norm(&g) < 1e-6, "{n}: {}", norm(&g));
            }
        }
    }

    #[test]
    fn reports_the_iteration_limit() {
        let stop = Stop::Gradient(1e-10);
        let mut method = method(stop, 2);
        let mut x = vec![-1.2, 1.0, 1.0];
        let mut seen = 0;
        let report = method.minimize(&mut Rosenbrock::new(3), &mut x, &mut |_| {
            seen += 1;
            Control::Continue
        });
        assert_eq!((report.outcome, report.iterations, seen), (Outcome::MaxIterations, 2, 2));
    }
}
