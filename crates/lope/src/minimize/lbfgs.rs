//! L-BFGS that starts from a prefactored matrix: the quasi-Newton method of Liu, Bouaziz and Kavan.
//!
//! Newton's method assembles and solves a new system in every iteration. Here the matrix is constant, the
//! [`Metric`] of the objective, and is factored once; what it misses is learned from the last few steps (\[Liu17\]
//! §4). An iteration is then a gradient, two triangular solves and some sums: many cheap iterations instead of few
//! dear ones.

mod memory;

use std::time::Instant;

use super::descent::{CREDIBLE, Descent, Direction, Limits, Proposal, Stop, View};
use super::{Metric, Objective, StrongWolfe};
use crate::math::Filter;
use crate::sparse::vector::{dot, scale_into};
use crate::sparse::{Answer, Cg, KrylovParams, Preconditioner};
use memory::Memory;

/// Part of the tolerance below which a step is worth checking. The check costs as much as some ten iterations, and
/// the Newton step is usually the longer one.
const MARGIN: f64 = 0.5;

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
        let iterations = self.memory.apply(&mut self.metric, &self.rhs, p);
        Proposal {
            // No length of such a step is believed.
            tolerance: f64::INFINITY,
            linear_solves: 1,
            linear_iterations: iterations,
            ..Proposal::default()
        }
    }

    /// A Newton step accurate enough to tell the distance to the minimum.
    fn newton(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let clock = Instant::now();
        f.hessian(at.x, Filter::Raw);
        let hessian_time = clock.elapsed();
        let params = KrylovParams {
            relative_tolerance: CREDIBLE,
            max_iterations: self.settings.linear_max_iterations,
        };
        let mut learned = Learned { memory: &mut self.memory, metric: &mut self.metric };
        let info = self.cg.solve(f.operator(), &mut learned, &self.rhs, p, &params);
        Proposal {
            newton: info.answer == Answer::Solved,
            tolerance: CREDIBLE,
            indefinite: matches!(info.answer, Answer::Indefinite { .. }),
            linear_solves: 1,
            linear_iterations: info.iterations,
            hessian_time,
            ..Proposal::default()
        }
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
        let clock = Instant::now();
        let assembled = std::mem::take(&mut self.fresh).then(|| f.laplacian());
        let assembly = clock.elapsed();

        let clock = Instant::now();
        if let Some(known) = assembled {
            self.metric.update(if known { f.operator().blocks() } else { None });
        }
        self.memory.learn(at.x, at.g);
        self.rhs.resize(at.g.len(), 0.0);
        scale_into(-1.0, at.g, &mut self.rhs);
        let mut proposal = if at.confirm { self.newton(f, at, p) } else { self.quasi_newton(p) };
        if let (Stop::Speed(tolerance), false) = (self.settings.stop, at.confirm) {
            proposal.newton = f.speed(p) < MARGIN * tolerance;
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
