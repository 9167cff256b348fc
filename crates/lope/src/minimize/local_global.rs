//! Local/global iterations: projective dynamics.
//!
//! For energies w/2‖Gx − p(x)‖² one iteration projects every element (local: p(x) from Gx) and then minimizes with the
//! projections held (global): Ax⁺ = κMx̂ + θΣ wGᵀp, with A = κM + θΣ wGᵀG (\[Dinev18\] eq. 28 and 30). The gradient at x
//! already holds the projections, ∇E(x) = Ax − (κMx̂ + θΣ wGᵀp(x)), so the iteration is
//!
//! ```text
//! x⁺ = x − A⁻¹∇E(x),
//! ```
//!
//! a gradient step in a constant metric. A is factored once; an iteration costs one gradient, which is the local
//! step, and two triangular solves. Since E lies below the quadratic it minimizes, and touches it at x, it goes down
//! by ½∇EᵀA⁻¹∇E at least, whatever the step length.

use super::descent::{Descent, Direction, Limits, Proposal, Stop, View};
use super::{
    Backtracking, Control, Iteration, Minimizer, Objective, Outcome, Prepared, Report, Watch, confirm,
};
use crate::clock::Stopwatch;
use crate::sparse::Cg;
use crate::sparse::vector::{axpy, dot, norm, scale_into};

/// The method's own numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalGlobalSettings {
    /// How many iterations to make, neither more nor fewer; none to go on until `stop` holds.
    pub iterations: Option<usize>,
    /// How many to make of them where the start is close to the minimum, see [`ConstantMatrix::is_near`](crate::minimize::ConstantMatrix::is_near).
    pub refining_iterations: usize,
    /// Conjugate gradient iterations after which the check of a short step gives up.
    pub linear_max_iterations: usize,
    /// The stopping rule, if the number of iterations is not fixed.
    pub stop: Stop,
    /// Bounds of the iterations, if their number is not fixed.
    pub limits: Limits,
}

/// Local/global iterations on an objective whose energies are projective: what is not may make the value rise.
pub struct LocalGlobal {
    settings: LocalGlobalSettings,
    descent: Descent<GlobalStep, Backtracking>,
    g: Vec<f64>,
    p: Vec<f64>,
    before: Vec<f64>,
}

impl LocalGlobal {
    /// The method.
    pub fn new(settings: LocalGlobalSettings) -> Self {
        let step = GlobalStep::new(settings);
        let descent = Descent::new(step, Backtracking::default(), settings.stop, settings.limits);
        Self { settings, descent, g: Vec::new(), p: Vec::new(), before: Vec::new() }
    }

    /// The matrices it has factored.
    pub fn prepared(&self) -> &Prepared {
        &self.descent.direction().prepared
    }

    /// So many iterations.
    fn iterate(
        &mut self,
        count: usize,
        f: &mut dyn Objective,
        x: &mut [f64],
        watch: &mut Watch<'_>,
        report: &mut Report,
    ) -> Outcome {
        let Self { settings, descent, g, p, before } = self;
        let prepared = &mut descent.direction_mut().prepared;
        let clock = Stopwatch::start();
        prepared.take(f);
        report.hessian_time += clock.elapsed();
        for number in 0..count {
            let clock = Stopwatch::start();
            let value = f.gradient(x, g);
            let gradient = norm(g);
            report.evaluations += 1;
            report.value = value;
            report.search_time += clock.elapsed();
            if !(value.is_finite() && gradient.is_finite()) {
                return Outcome::NotFinite;
            }

            let clock = Stopwatch::start();
            let linear_iterations = prepared.solve(g, p);
            before.copy_from_slice(x);
            axpy(-1.0, p, x);
            if !f.free(before, x) {
                x.copy_from_slice(before);
                return Outcome::Infeasible;
            }
            report.linear_time += clock.elapsed();
            report.iterations += 1;
            report.elements += f.elements();
            report.linear_solves += 1;
            report.linear_iterations += linear_iterations;
            let size = f.size(p);
            report.residual = match settings.stop {
                Stop::Step(_) => size,
                Stop::Gradient(_) => gradient,
            };
            let (indefinite, alpha, evaluations) = (false, 1.0, 1);
            let done = Iteration {
                number,
                value,
                gradient,
                size,
                linear_iterations,
                indefinite,
                alpha,
                evaluations,
            };
            if watch(&done) == Control::Stop {
                return Outcome::Interrupted;
            }
        }
        if x.iter().all(|x| x.is_finite()) { Outcome::Converged } else { Outcome::NotFinite }
    }
}

impl Minimizer for LocalGlobal {
    fn name(&self) -> &'static str {
        "local-global"
    }

    fn prepare(&mut self, f: &mut dyn Objective) {
        self.descent.direction_mut().prepared.anticipate(f);
    }

    /// With a fixed number of iterations the outcome is [`Outcome::Converged`] when they are made, the residual is that of
    /// the last of them, and the value the one it started from: E is not evaluated once more to be told.
    fn minimize(&mut self, f: &mut dyn Objective, x: &mut [f64], watch: &mut Watch<'_>) -> Report {
        let Some(count) = self.settings.iterations else { return self.descent.minimize(f, x, watch) };
        let count =
            if f.constant().is_some_and(|f| f.is_near()) { self.settings.refining_iterations } else { count };
        self.g.resize(f.unknowns(), 0.0);
        self.p.resize(f.unknowns(), 0.0);
        self.before.resize(f.unknowns(), 0.0);
        let mut report = Report::default();
        report.outcome = self.iterate(count, f, x, watch, &mut report);
        report
    }
}

/// The step −A⁻¹∇E, as a direction.
///
/// A short step does not mean that the minimum is near: A may be far stiffer than the function. As with L-BFGS the loop
/// is told so, and gets a Newton step when it asks for one whose length is to be believed, preconditioned with A⁻¹.
struct GlobalStep {
    settings: LocalGlobalSettings,
    prepared: Prepared,
    /// Whether this minimization has yet to look at the matrix.
    fresh: bool,
    cg: Cg,
    rhs: Vec<f64>,
}

impl GlobalStep {
    fn new(settings: LocalGlobalSettings) -> Self {
        Self { settings, prepared: Prepared::default(), fresh: true, cg: Cg::default(), rhs: Vec::new() }
    }

    fn global(&mut self, p: &mut [f64]) -> Proposal {
        confirm::unconfirmed(self.prepared.solve(&self.rhs, p))
    }

    fn newton(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let most = self.settings.linear_max_iterations;
        confirm::newton(&mut self.cg, f, at, &mut self.prepared, (&self.rhs, p), most)
    }
}

impl Direction for GlobalStep {
    fn name(&self) -> &'static str {
        "local-global"
    }

    fn begin(&mut self, _len: usize) {
        self.fresh = true;
    }

    fn propose(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let clock = Stopwatch::start();
        if std::mem::take(&mut self.fresh) {
            self.prepared.take(f);
        }
        let preparation = clock.elapsed();

        let clock = Stopwatch::start();
        self.rhs.resize(at.g.len(), 0.0);
        scale_into(-1.0, at.g, &mut self.rhs);
        let mut proposal = if at.confirm() { self.newton(f, at, p) } else { self.global(p) };
        if !at.confirm() {
            proposal.newton = confirm::worth_confirming(self.settings.stop, f, p);
        }
        // A Newton step cut short by negative curvature, or rounding.
        let downhill = |p: &[f64]| dot(p, at.g) < 0.0;
        if !downhill(p) {
            proposal += self.global(p);
            proposal.newton = false;
            if !downhill(p) {
                p.copy_from_slice(&self.rhs);
            }
        }
        proposal.linear_time = clock.elapsed() - proposal.hessian_time;
        proposal.hessian_time += preparation;
        proposal
    }
}
