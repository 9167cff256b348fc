//! The alternating direction method of multipliers.
//!
//! The objective is q(x) + φ(Kx): q is quadratic (or replaced by a quadratic that lies above it), φ a sum over elements with
//! a proximal map. Copies Z stand for Kx and multipliers T hold them there (\[Boyd11\] §3.1.1, scaled form):
//!
//! ```text
//! x ← argmin q(x) + ½‖Kx − Z + T‖²      one solve with a constant matrix
//! Z ← prox(Kx + T)                      every element for itself
//! T ← T + Kx − Z
//! ```
//!
//! With V = Kx + T this is an iteration V ← G(V): Z = prox(V) and T = V − Z follow from V. It is accelerated as such.

mod anderson;

use super::descent::{CREDIBLE, Descent, Limits, Stop, View};
use super::{
    Backtracking, Control, Iteration, LinearMethod, LinearSettings, Memory, Minimizer, Objective, Outcome,
    PreconditionerKind, Prepared, ProjectingNewton, ProjectingSettings, Report, Watch, confirm,
};
use crate::clock::Stopwatch;
use crate::math::Filter;
use crate::math::SplitNorms;
use crate::sparse::Cg;
use crate::sparse::vector::{add_scaled, axpy, norm, scale, scale_into};
use anderson::Anderson;

/// An objective taken apart into what a constant matrix solves and what elements solve for themselves. Split variables are
/// scaled so that the coupling is ½‖Kx − Z + T‖².
pub trait Split {
    /// Numbers in the split variables.
    fn split_len(&mut self) -> usize;

    /// How strongly copies are coupled, as a multiple of the weight in [`ConstantMatrix`](crate::minimize::ConstantMatrix), which then has it.
    fn set_penalty(&mut self, penalty: f64);

    /// V = Kx + T with the multipliers that belong to `x`.
    fn start(&mut self, x: &[f64], v: &mut [f64]);

    /// V = Kx + T after a step to `x`, T = V − Z of the point (V, Z) before; `relaxation` 1 for none.
    fn advance(&mut self, x: &[f64], relaxation: f64, last: (&[f64], &[f64]), out: &mut [f64]);

    /// Z = prox(V), T = V − Z, and in `g` the gradient of q(x) + ½‖Kx − Z + T‖² at `x`.
    fn local(&mut self, x: &[f64], v: &[f64], z: &mut [f64], g: &mut [f64]) -> SplitNorms;
}

/// The method's own numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdmmSettings {
    /// Absolute tolerance of the residuals, as a part of the unit of what is copied.
    pub absolute: f64,
    /// Relative tolerance of the residuals.
    pub relative: f64,
    /// How strongly copies are coupled, as a multiple of the weight of what they stand for.
    pub penalty: f64,
    /// Whether the penalty follows the residuals in minimizations that take many iterations.
    pub rescale: bool,
    /// Over-relaxation; 1 for none.
    pub relaxation: f64,
    /// Iterations that acceleration learns from; 0 for none.
    pub memory: usize,
    /// Whether projected Newton finishes where nothing is gained any more.
    pub finish: bool,
    /// Conjugate gradient iterations after which the check of a short step gives up.
    pub linear_max_iterations: usize,
    /// The stopping rule of all methods, checked when the residuals are small.
    pub stop: Stop,
    /// Bounds of the iterations.
    pub limits: Limits,
}

/// The method.
pub struct Admm {
    settings: AdmmSettings,
    /// The penalty in force, and the one the last minimization ended with.
    penalty: f64,
    prepared: Prepared,
    anderson: Anderson,
    /// V, its image G(V), and the copies.
    v: Vec<f64>,
    image: Vec<f64>,
    z: Vec<f64>,
    g: Vec<f64>,
    p: Vec<f64>,
    start: Vec<f64>,
    cg: Cg,
    rhs: Vec<f64>,
    newton: Vec<f64>,
    /// What finishes.
    finish: Descent<ProjectingNewton, Backtracking>,
}

/// Iterations between two looks at the balance of the residuals: a factorization costs about as much as these.
const LOOK: usize = 50;

/// Ratio of the residuals beyond which the penalty changes, and the factor by which it does (\[Boyd11\] §3.4.1: 10 and 2).
const UNBALANCED: f64 = 10.0;
const CHANGE: f64 = 2.0;

/// How far the penalty may get from the one chosen.
const RANGE: f64 = 16.0;

/// Looks without a gain after which another method finishes. Where elements are all but inverted the rotation nearest to
/// them jumps, and the iteration goes round in circles at any penalty.
const FUTILE: usize = 3;

/// Factor by which an accelerated residual may rise before acceleration starts anew.
const MAY_RISE: f64 = 1.5;

impl Admm {
    /// The method.
    pub fn new(settings: AdmmSettings) -> Self {
        let empty = Vec::new;
        Self {
            settings,
            penalty: settings.penalty,
            prepared: Prepared::default(),
            anderson: Anderson::default(),
            v: empty(),
            image: empty(),
            z: empty(),
            g: empty(),
            p: empty(),
            start: empty(),
            cg: Cg::default(),
            rhs: empty(),
            newton: empty(),
            finish: finish(&settings),
        }
    }

    /// The matrices it has factored.
    pub fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    fn run(
        &mut self,
        f: &mut dyn Objective,
        x: &mut [f64],
        watch: &mut Watch<'_>,
        report: &mut Report,
    ) -> Outcome {
        let settings = self.settings;
        let clock = Stopwatch::start();
        let Some(split) = f.split() else { return Outcome::LinearSolveFailed };
        let len = split.split_len();
        split.set_penalty(self.penalty);
        self.prepared.take(f);
        report.hessian_time += clock.elapsed();
        let clock = Stopwatch::start();
        for buffer in [&mut self.v, &mut self.image, &mut self.z] {
            buffer.resize(len, 0.0);
        }
        self.anderson.forget();
        let Some(split) = f.split() else { return Outcome::LinearSolveFailed };
        split.start(x, &mut self.v);
        split.local(x, &self.v, &mut self.z, &mut self.g);
        report.evaluations += 2;
        report.search_time += clock.elapsed();
        if !norm(&self.g).is_finite() {
            return Outcome::NotFinite;
        }
        // Steps shorter than this are worth a check of the stopping rule.
        let mut worth = f64::INFINITY;
        let mut before = f64::INFINITY;
        // The least residual of the iterations since the last look, and before it.
        let (mut recent, mut least) = (f64::INFINITY, f64::INFINITY);
        let mut futile = 0;
        loop {
            if report.iterations == settings.limits.max_iterations {
                return Outcome::MaxIterations;
            }
            let clock = Stopwatch::start();
            let linear_iterations = self.prepared.solve(&self.g, &mut self.p);
            axpy(-1.0, &self.p, x);
            report.linear_solves += 1;
            report.linear_iterations += linear_iterations;
            report.linear_time += clock.elapsed();
            let size = f.size(&self.p);

            let clock = Stopwatch::start();
            let Some(split) = f.split() else { return Outcome::LinearSolveFailed };
            split.advance(x, settings.relaxation, (&self.v, &self.z), &mut self.image);
            let off = self.anderson.look(settings.memory, &self.image, &self.v);
            let mut alpha = 1.0;
            if settings.memory == 0 {
                std::mem::swap(&mut self.v, &mut self.image);
            } else if off > MAY_RISE * before && self.anderson.accelerates() {
                // The accelerated point was no good: go on from the plain one before it.
                self.v.copy_from_slice(self.anderson.last_image());
                self.anderson.forget();
                before = f64::INFINITY;
                alpha = 0.0;
            } else {
                before = off;
                self.anderson.next(&mut self.image);
                std::mem::swap(&mut self.v, &mut self.image);
            }
            let norms = split.local(x, &self.v, &mut self.z, &mut self.g);
            let gradient = norm(&self.g);
            report.search_time += clock.elapsed();
            report.evaluations += 1;
            report.iterations += 1;
            report.elements += f.elements();
            if !(gradient.is_finite() && off.is_finite()) {
                return Outcome::NotFinite;
            }
            let control = watch(&Iteration {
                number: report.iterations - 1,
                value: f64::NAN,
                gradient,
                size,
                linear_iterations,
                indefinite: false,
                alpha,
                evaluations: 1,
            });
            report.residual = match settings.stop {
                Stop::Step(_) => size,
                Stop::Gradient(_) => gradient,
            };
            let small =
                alpha > 0.0 && settings.meets(&norms) && report.iterations >= settings.limits.min_iterations;
            let measure = match settings.stop {
                Stop::Step(tolerance) => size / tolerance,
                Stop::Gradient(tolerance) => gradient / tolerance,
            };
            if small && measure < worth.min(0.5) {
                match self.check(f, x, report) {
                    Check::Arrived => return Outcome::Converged,
                    // So much faster would the method have to be for the check to succeed.
                    Check::Far(factor) => worth = measure * (0.5 / factor).clamp(0.01, 0.5),
                }
            }
            if control == Control::Stop {
                return Outcome::Interrupted;
            }
            recent = recent.min(off);
            if report.iterations.is_multiple_of(LOOK) {
                let stalled = recent >= least;
                least = least.min(recent);
                recent = f64::INFINITY;
                futile += usize::from(stalled);
                if settings.finish && futile == FUTILE {
                    report.notes.push(format!(
                        "admm: nothing gained in {} iterations; finished by projected Newton",
                        report.iterations
                    ));
                    return Outcome::LineSearchFailed;
                }
                if self.rescale(f, x, (&norms, stalled), report) {
                    before = f64::INFINITY;
                }
            }
        }
    }

    /// Raises the penalty where copies are far from what they stand for, lowers it where they do not settle
    /// (\[Boyd11\] §3.4.1; \[Mattos25\] (35) has the two the wrong way round). It is also raised where nothing is
    /// gained any more: functions that are not convex need it large enough. Returns whether it changed.
    fn rescale(
        &mut self,
        f: &mut dyn Objective,
        x: &[f64],
        (norms, stalled): (&SplitNorms, bool),
        report: &mut Report,
    ) -> bool {
        if !self.settings.rescale {
            return false;
        }
        let (primal, dual) = (norms.primal.sqrt(), norms.dual.sqrt());
        let factor = if stalled || primal > UNBALANCED * dual {
            CHANGE
        } else if dual > UNBALANCED * primal {
            1.0 / CHANGE
        } else {
            return false;
        };
        let chosen = self.settings.penalty;
        let penalty = (self.penalty * factor).clamp(chosen / RANGE, chosen * RANGE);
        if penalty == self.penalty {
            return false;
        }
        let clock = Stopwatch::start();
        // Copies grow by the root of the factor and scaled multipliers shrink by it: q²T stays.
        let root = (penalty / self.penalty).sqrt();
        self.penalty = penalty;
        scale(&mut self.v, 1.0 / root);
        axpy(root - 1.0 / root, &self.z, &mut self.v);
        scale(&mut self.z, root);
        self.anderson.forget();
        if let Some(split) = f.split() {
            split.set_penalty(penalty);
        }
        self.prepared.take(f);
        report.hessian_time += clock.elapsed();
        if let Some(split) = f.split() {
            split.local(x, &self.v, &mut self.z, &mut self.g);
        }
        report.evaluations += 1;
        report.notes.push(format!("admm: penalty {penalty} from iteration {}", report.iterations));
        true
    }

    /// Whether the stopping rule holds at `x`, by a Newton step whose length can be believed, which is then taken.
    fn check(&mut self, f: &mut dyn Objective, x: &mut [f64], report: &mut Report) -> Check {
        let clock = Stopwatch::start();
        let value = f.gradient(x, &mut self.rhs);
        report.evaluations += 1;
        report.search_time += clock.elapsed();
        let g_norm = norm(&self.rhs);
        if !(value.is_finite() && g_norm.is_finite()) {
            return Check::Far(4.0);
        }
        report.value = value;
        let tolerance = match self.settings.stop {
            Stop::Gradient(tolerance) => {
                report.residual = g_norm;
                return if g_norm < tolerance { Check::Arrived } else { Check::Far(g_norm / tolerance) };
            }
            Stop::Step(tolerance) => tolerance,
        };
        if f.size_bound(g_norm) < tolerance {
            report.residual = f.size_bound(g_norm);
            return Check::Arrived;
        }
        let clock = Stopwatch::start();
        self.start_newton();
        let view = View {
            x,
            g: &self.g,
            g_norm,
            g_before: None,
            size_before: None,
            trust: None,
            stop: self.settings.stop,
            accuracy: CREDIBLE,
            number: report.iterations,
        };
        let most = self.settings.linear_max_iterations;
        let Self { cg, prepared, rhs, newton, .. } = self;
        let mut proposal = confirm::newton(cg, f, view, prepared, (rhs, newton), most);
        if proposal.indefinite {
            // A saddle, perhaps: other methods end there too.
            let filter = Filter::Clamp(0.0);
            proposal += confirm::filtered_newton(cg, f, view, prepared, (rhs, newton), most, filter);
        }
        report.linear_solves += proposal.linear_solves;
        report.linear_iterations += proposal.linear_iterations;
        report.hessian_time += proposal.hessian_time;
        report.linear_time += clock.elapsed() - proposal.hessian_time;
        if !proposal.newton {
            return Check::Far(4.0);
        }
        let size = f.size(&self.newton);
        report.residual = size;
        if size >= tolerance {
            return Check::Far(size / tolerance);
        }
        add_scaled(x, 1.0, &self.newton, &mut self.p);
        let part = f.reach(x, &self.p);
        if part < 1.0 {
            add_scaled(x, part, &self.newton, &mut self.p);
        }
        let there = f.value(&self.p);
        report.evaluations += 1;
        if there <= value {
            x.copy_from_slice(&self.p);
            report.value = there;
        }
        Check::Arrived
    }

    /// −∇E as the right-hand side of a Newton step.
    fn start_newton(&mut self) {
        let len = self.rhs.len();
        self.newton.resize(len, 0.0);
        self.newton.copy_from_slice(&self.rhs);
        scale_into(-1.0, &self.newton, &mut self.rhs);
    }
}

enum Check {
    Arrived,
    /// So many times the tolerance away.
    Far(f64),
}

impl AdmmSettings {
    /// The stopping rule of \[Boyd11\] §3.3.1 and \[Mattos25\] (33), (34), with norms weighted by energy.
    fn meets(&self, norms: &SplitNorms) -> bool {
        let absolute = self.absolute * norms.unit.sqrt();
        let primal = absolute + self.relative * norms.image.max(norms.copy).sqrt();
        let dual = absolute + self.relative * norms.multiplier.sqrt();
        norms.primal.sqrt() <= primal && norms.dual.sqrt() <= dual
    }
}

impl Minimizer for Admm {
    fn name(&self) -> &'static str {
        "admm"
    }

    fn memory(&self) -> Memory {
        Memory { penalty: self.penalty, ..Memory::default() }
    }

    fn recall(&mut self, memory: &Memory) {
        if memory.penalty > 0.0 {
            self.penalty = memory.penalty;
        }
    }

    fn minimize(&mut self, f: &mut dyn Objective, x: &mut [f64], watch: &mut Watch<'_>) -> Report {
        let n = f.unknowns();
        for buffer in [&mut self.g, &mut self.p, &mut self.start, &mut self.rhs, &mut self.newton] {
            buffer.resize(n, 0.0);
        }
        self.start.copy_from_slice(x);
        let mut report = Report::default();
        report.outcome = self.run(f, x, watch, &mut report);
        if report.outcome == Outcome::Converged && !f.free(&self.start, x) {
            // It arrived behind a wall: one that goes step by step may arrive elsewhere.
            report.outcome = Outcome::LineSearchFailed;
        }
        if report.outcome != Outcome::Converged {
            self.retreat(f, x);
        }
        if report.outcome == Outcome::LineSearchFailed {
            let finished = self.finish.minimize(f, x, watch);
            report.absorb(&finished);
            (report.outcome, report.residual) = (finished.outcome, finished.residual);
        }
        report
    }
}

/// Newton with projected element Hessians, with the numbers of \[Fernandez26\].
fn finish(settings: &AdmmSettings) -> Descent<ProjectingNewton, Backtracking> {
    let projecting = ProjectingSettings::default();
    let linear = LinearSettings {
        method: LinearMethod::Cg,
        preconditioner: PreconditionerKind::BlockJacobi,
        max_iterations: settings.linear_max_iterations,
    };
    ProjectingNewton::minimizer(projecting, linear, Backtracking::default(), settings.stop, settings.limits)
}

impl Admm {
    /// Back from an iterate outside the domain, or behind a wall, toward the start, which is inside.
    fn retreat(&mut self, f: &mut dyn Objective, x: &mut [f64]) {
        if x.iter().all(|x| x.is_finite()) {
            if f.free(&self.start, x) && f.value(x).is_finite() {
                return;
            }
            let part = f.reach(&self.start, x);
            add_scaled(x, -1.0, &self.start, &mut self.p);
            add_scaled(&self.start, part, &self.p, x);
            if f.value(x).is_finite() {
                return;
            }
        }
        x.copy_from_slice(&self.start);
    }
}

#[cfg(test)]
mod tests;
