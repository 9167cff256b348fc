//! L-BFGS that starts from a prefactored matrix: the quasi-Newton method of Liu, Bouaziz and Kavan.
//!
//! Newton's method assembles and solves a new system in every iteration. Here the matrix is constant, the
//! [`Metric`] of the objective, and is factored once; what it misses is learned from the last few steps (\[Liu17\]
//! §4). An iteration is then a gradient, two triangular solves and some sums: many cheap iterations instead of few
//! dear ones.

mod memory;

use super::descent::{Descent, Direction, Limits, Proposal, Stop, View};
use super::{Metric, Objective, StrongWolfe, confirm};
use crate::clock::Stopwatch;
use crate::sparse::vector::{dot, scale_into};
use crate::sparse::{Cg, Preconditioner};
use memory::Memory;

/// The method's own numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LbfgsSettings {
    /// Steps remembered. Five are enough (\[Liu17\] §4); more cost two vectors each.
    pub history: usize,
    /// Conjugate gradient iterations after which the check of a short step gives up.
    pub linear_max_iterations: usize,
    /// The stopping rule.
    pub stop: Stop,
}

/// Direction of the method.
///
/// A short step of a quasi-Newton method says little: it is short, too, where the matrix is far stiffer than the
/// function, as a Laplacian is when a thin body bends. So the loop is told that the length of these steps is not to be
/// believed, and when it asks for one that is, it gets a Newton step, preconditioned with what was learned. The
/// stopping rule then means the same as for every other method.
pub struct Lbfgs {
    settings: LbfgsSettings,
    memory: Memory,
    metric: Metric,
    /// Whether this minimization has yet to look at the matrix.
    fresh: bool,
    cg: Cg,
    rhs: Vec<f64>,
}

impl Lbfgs {
    /// The direction alone, for use with another line search.
    pub fn new(settings: LbfgsSettings) -> Self {
        Self {
            settings,
            memory: Memory::new(settings.history),
            metric: Metric::default(),
            fresh: true,
            cg: Cg::default(),
            rhs: Vec::new(),
        }
    }

    /// The complete method. The search is the one of the other methods: \[Liu17\] only backtrack, but the strong Wolfe
    /// conditions are what makes every step tell a positive curvature, and where the first step is good, as it
    /// nearly always is, they cost nothing more.
    pub fn minimizer(
        settings: LbfgsSettings,
        search: StrongWolfe,
        limits: Limits,
    ) -> Descent<Self, StrongWolfe> {
        Descent::new(Self::new(settings), search, settings.stop, limits)
    }

    /// The matrix it starts from.
    pub fn metric(&self) -> &Metric {
        &self.metric
    }

    /// −B⁻¹∇E.
    fn quasi_newton(&mut self, p: &mut [f64]) -> Proposal {
        confirm::unconfirmed(self.memory.apply(&mut self.metric, &self.rhs, p))
    }

    fn newton(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let most = self.settings.linear_max_iterations;
        let mut learned = Learned { memory: &mut self.memory, metric: &mut self.metric };
        confirm::newton(&mut self.cg, f, at, &mut learned, (&self.rhs, p), most)
    }
}

/// B⁻¹ as a preconditioner.
struct Learned<'a> {
    memory: &'a mut Memory,
    metric: &'a mut Metric,
}

impl Preconditioner for Learned<'_> {
    fn apply_dot(&mut self, r: &[f64], z: &mut [f64]) -> f64 {
        self.memory.apply(self.metric, r, z);
        dot(r, z)
    }
}

impl Direction for Lbfgs {
    fn name(&self) -> &'static str {
        "lbfgs"
    }

    /// Pairs are not kept from one minimization to the next: a run that is resumed must go on as one that was never
    /// interrupted. The matrix is, and depends on nothing but the objective.
    fn begin(&mut self, _len: usize) {
        self.memory.clear();
        self.fresh = true;
    }

    fn propose(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let clock = Stopwatch::start();
        let assembled = std::mem::take(&mut self.fresh).then(|| f.constant().map(|f| f.assemble()).is_some());
        let assembly = clock.elapsed();

        let clock = Stopwatch::start();
        if let Some(known) = assembled {
            self.metric.update(if known { f.operator().blocks() } else { None });
        }
        self.memory.learn(at.x, at.g);
        self.rhs.resize(at.g.len(), 0.0);
        scale_into(-1.0, at.g, &mut self.rhs);
        let mut proposal = if at.confirm() { self.newton(f, at, p) } else { self.quasi_newton(p) };
        if !at.confirm() {
            proposal.newton = confirm::worth_confirming(self.settings.stop, f, p);
        }
        let downhill = |p: &[f64]| dot(p, at.g) < 0.0;
        if !downhill(p) {
            // Rounding, or a solve that broke down: without the pairs it goes down, at the latest without the metric.
            self.memory.forget();
            proposal += self.quasi_newton(p);
            proposal.newton = false;
            if !downhill(p) {
                p.copy_from_slice(&self.rhs);
            }
        }
        proposal.linear_time = clock.elapsed() - proposal.hessian_time;
        proposal.hessian_time += assembly;
        proposal
    }
}

#[cfg(test)]
mod tests;
