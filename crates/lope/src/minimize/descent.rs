//! The descent loop, written once.

use super::{Control, Iteration, Memory, Minimizer, Objective, Outcome, Report, Watch};
use crate::clock::Stopwatch;
use crate::sparse::vector::{dot, norm};

/// When a minimization is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// The Newton step has less than this size, as the objective measures it.
    Step(f64),
    /// ‖∇E‖₂ is below this (\[Gast14\] §3.1, τ).
    Gradient(f64),
}

/// Where the loop stands when it asks for a direction.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Current point.
    pub x: &'a [f64],
    /// Gradient there.
    pub g: &'a [f64],
    /// Its norm.
    pub g_norm: f64,
    /// The norm before the last iteration; none in the first.
    pub g_before: Option<f64>,
    /// Size of the step the last iteration proposed; none in the first.
    pub size_before: Option<f64>,
    /// Decrease of the value in the last iteration as a part of what the quadratic model promised for the step taken;
    /// none in the first.
    pub trust: Option<f64>,
    /// When the minimization will be done.
    pub stop: Stop,
    /// Relative tolerance that the linear system must be solved to, infinite where the method may choose. It is finite if
    /// the next step must tell the distance to the minimum: the last one was below the tolerance of the stopping
    /// rule but not to be believed, or its search failed.
    pub accuracy: f64,
    /// Iteration number.
    pub number: usize,
}

impl View<'_> {
    /// Whether the step must tell the distance to the minimum.
    pub fn confirm(&self) -> bool {
        self.accuracy.is_finite()
    }

    /// How fast the next step will be if it shrinks as the gradient did, as a multiple of the tolerance; none in the
    /// first iteration, and by the gradient rule.
    pub fn expected_excess(&self) -> Option<f64> {
        match (self.stop, self.size_before, self.g_before) {
            (Stop::Step(tolerance), Some(size), Some(before)) => {
                Some(size * (self.g_norm / before) / tolerance)
            }
            _ => None,
        }
    }
}

/// What a direction came from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Proposal {
    /// Whether this is a Newton step rather than one cut short by negative curvature, flipped, or replaced by
    /// the gradient.
    pub newton: bool,
    /// Relative tolerance its linear system was solved to. Only a Newton step solved to [`CREDIBLE`] measures
    /// the distance to the minimum: a coarser one may lack all that is smooth.
    pub tolerance: f64,
    /// Whether negative curvature was met, in any solve.
    pub indefinite: bool,
    /// Whether it was met in the last solve.
    pub still_indefinite: bool,
    /// Linear solves made.
    pub linear_solves: usize,
    /// Their iterations.
    pub linear_iterations: usize,
    /// Elements projected.
    pub projected: usize,
    /// Time spent in Hessians.
    pub hessian_time: std::time::Duration,
    /// Time spent in linear solves.
    pub linear_time: std::time::Duration,
    /// Set if no direction could be found.
    pub failed: bool,
}

/// A further solve in the same iteration: work adds up, the rest is the later solve's.
impl std::ops::AddAssign for Proposal {
    fn add_assign(&mut self, later: Self) {
        *self = Self {
            indefinite: self.indefinite || later.indefinite,
            linear_solves: self.linear_solves + later.linear_solves,
            linear_iterations: self.linear_iterations + later.linear_iterations,
            projected: self.projected + later.projected,
            hessian_time: self.hessian_time + later.hessian_time,
            linear_time: self.linear_time + later.linear_time,
            ..later
        };
    }
}

/// Relative tolerance of the linear solve at which the length of a Newton step is believed.
pub const CREDIBLE: f64 = 1e-2;

/// Relative tolerance of a linear solve beyond which only rounding is left.
const FINEST: f64 = 1e-12;

/// How a method finds its direction.
pub trait Direction: Send {
    /// Name of the method as in a scene file.
    fn name(&self) -> &'static str;

    /// Called at the start of every minimization.
    fn begin(&mut self, _len: usize) {}

    /// Choices made since the last call, each a line for the log with its reason.
    fn notes(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// What it has learnt and will use in the next minimization.
    fn memory(&self) -> Memory {
        Memory::default()
    }

    /// Takes up what [`Direction::memory`] gave.
    fn recall(&mut self, _memory: &Memory) {}

    /// Writes a direction into `p`.
    fn propose(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal;
}

/// The point a line search starts from, and the room for the point it ends at.
#[derive(Debug)]
pub struct Line<'a> {
    /// Start.
    pub x: &'a [f64],
    /// Direction.
    pub p: &'a [f64],
    /// Value at the start.
    pub value: f64,
    /// Derivative along `p` at the start.
    pub slope: f64,
    /// Where the accepted point goes.
    pub x_new: &'a mut [f64],
    /// Where its gradient goes.
    pub g_new: &'a mut [f64],
}

/// Where a line search ended.
#[derive(Clone, Copy, Debug)]
pub struct Landing {
    /// Step length; 0 if the search failed.
    pub alpha: f64,
    /// Value there.
    pub value: f64,
    /// Evaluations made.
    pub evaluations: usize,
    /// Whether the point meets the rule of the search.
    pub accepted: bool,
}

/// How far a direction is followed.
pub trait Search: Send {
    /// Finds a step along a line.
    fn search(&mut self, f: &mut dyn Objective, line: Line<'_>) -> Landing;

    /// Whether it ends no higher than it began. Of a method that goes anywhere only the place where a step was measured is
    /// known to be good: it stays there, and does not take a last short step.
    fn descends(&self) -> bool {
        true
    }
}

/// Bounds of the loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Iterations after which the loop gives up.
    pub max_iterations: usize,
    /// Iterations made even if the starting point already satisfies the rule.
    pub min_iterations: usize,
}

/// The loop: gradient, direction, line search, again.
pub struct Descent<D, S> {
    direction: D,
    search: S,
    stop: Stop,
    limits: Limits,
    g: Vec<f64>,
    p: Vec<f64>,
    x_new: Vec<f64>,
    g_new: Vec<f64>,
}

impl<D: Direction, S: Search> Descent<D, S> {
    /// A loop with the given parts.
    pub fn new(direction: D, search: S, stop: Stop, limits: Limits) -> Self {
        let empty = Vec::new;
        Self { direction, search, stop, limits, g: empty(), p: empty(), x_new: empty(), g_new: empty() }
    }

    /// How it finds directions.
    pub fn direction(&self) -> &D {
        &self.direction
    }

    /// The same, for a method that wraps this one.
    pub(super) fn direction_mut(&mut self) -> &mut D {
        &mut self.direction
    }

    fn run(
        &mut self,
        f: &mut dyn Objective,
        x: &mut [f64],
        watch: &mut Watch<'_>,
        report: &mut Report,
    ) -> Outcome {
        let clock = Stopwatch::start();
        f.release();
        f.confine(x);
        let mut value = f.gradient(x, &mut self.g);
        let mut constrained = f.register(x, &mut self.g);
        report.evaluations += 1;
        report.search_time += clock.elapsed();
        let mut g_norm = norm(&self.g);
        let (mut g_before, mut size_before, mut trust) = (None, None, None);
        let mut accuracy = f64::INFINITY;
        if !(value.is_finite() && g_norm.is_finite()) {
            return Outcome::NotFinite;
        }
        loop {
            report.value = value;
            let may_stop = report.iterations >= self.limits.min_iterations;
            if let Stop::Gradient(tolerance) = self.stop {
                report.residual = g_norm;
                if g_norm < tolerance && may_stop {
                    return Outcome::Converged;
                }
            }
            if g_norm == 0.0 {
                report.residual = 0.0;
                return Outcome::Converged;
            }
            if report.iterations == self.limits.max_iterations {
                return Outcome::MaxIterations;
            }

            let (g, stop, number, asked) = (&self.g, self.stop, report.iterations, accuracy.is_finite());
            let view = View { x, g, g_norm, g_before, size_before, trust, stop, accuracy, number };
            let proposal = self.direction.propose(f, view, &mut self.p);
            report.iterations += 1;
            report.elements += f.elements();
            report.notes.append(&mut self.direction.notes());
            report.linear_solves += proposal.linear_solves;
            report.linear_iterations += proposal.linear_iterations;
            report.projected += proposal.projected;
            report.hessian_time += proposal.hessian_time;
            report.linear_time += proposal.linear_time;
            if proposal.failed {
                return Outcome::LinearSolveFailed;
            }

            let size = f.size(&self.p);
            size_before = Some(size);
            let arrived = match self.stop {
                Stop::Step(tolerance) => {
                    report.residual = size;
                    let short = size < tolerance && proposal.newton && may_stop;
                    accuracy = if short {
                        self.missing(f, x, &proposal, g_norm, tolerance - size)
                    } else {
                        f64::INFINITY
                    };
                    short && accuracy == f64::INFINITY
                }
                Stop::Gradient(_) => false,
            };

            // A last short step is worth taking unless it climbs. But where other constraints are active at its end, it was short
            // here and says nothing about there.
            let mut told = Iteration {
                number: report.iterations - 1,
                value,
                gradient: g_norm,
                size,
                linear_iterations: proposal.linear_iterations,
                indefinite: proposal.indefinite,
                alpha: 0.0,
                evaluations: 0,
            };
            if arrived && (constrained || !self.search.descends()) {
                watch(&told);
                return Outcome::Converged;
            }

            let clock = Stopwatch::start();
            let slope = dot(&self.g, &self.p);
            let landing = self.search.search(
                f,
                Line { x, p: &self.p, value, slope, x_new: &mut self.x_new, g_new: &mut self.g_new },
            );
            report.search_time += clock.elapsed();
            report.evaluations += landing.evaluations;
            (told.alpha, told.evaluations) = (landing.alpha, landing.evaluations);
            let control = watch(&told);

            // A search may fail and still have found a lower point: keep it.
            if landing.alpha > 0.0 {
                constrained = f.register(&self.x_new, &mut self.g_new);
                if arrived && (constrained || landing.value > value + f.noise()) {
                    return Outcome::Converged;
                }
                x.copy_from_slice(&self.x_new);
                std::mem::swap(&mut self.g, &mut self.g_new);
                // With Hp = −g the model at αp is αgᵀp − ½α²gᵀp.
                let promised = slope * (0.5 * landing.alpha * landing.alpha - landing.alpha);
                trust = (promised > f.noise()).then(|| (value - landing.value) / promised);
                value = landing.value;
                g_before = Some(g_norm);
                g_norm = norm(&self.g);
                report.value = value;
            }
            if arrived {
                return Outcome::Converged;
            }
            if !(value.is_finite() && g_norm.is_finite()) {
                return Outcome::NotFinite;
            }
            if control == Control::Stop {
                return Outcome::Interrupted;
            }
            if !landing.accepted {
                // Close to the minimum a search may stall in rounding errors, and a coarse direction may lead nowhere. Only a
                // step that is to be believed tells whether this is a failure.
                if asked || matches!(self.stop, Stop::Gradient(_)) {
                    return Outcome::LineSearchFailed;
                }
                accuracy = accuracy.min(CREDIBLE);
            }
        }
    }
}

impl<D, S> Descent<D, S> {
    /// How accurately a system must be solved before a step as short as the present one is believed, infinite if it is
    /// already: what its solve left of the right-hand side must not ask for a step larger than `margin`.
    fn missing(
        &mut self,
        f: &mut dyn Objective,
        x: &[f64],
        proposal: &Proposal,
        g_norm: f64,
        margin: f64,
    ) -> f64 {
        // In free fall and at rest only rounding is left of the gradient: nothing to confirm.
        if proposal.tolerance <= FINEST || f.size_bound(g_norm) < margin {
            return f64::INFINITY;
        }
        if proposal.tolerance > CREDIBLE {
            return CREDIBLE;
        }
        let Self { g, p, g_new: r, .. } = self;
        f.operator().apply(p, r);
        r.iter_mut().zip(&*g).for_each(|(r, g)| *r = -g - *r);
        // Rigid motions are the softest there are, but not all that is soft.
        let most = 0.1 * margin;
        let drift = f.drift(x, r);
        if drift <= most { f64::INFINITY } else { (0.1 * proposal.tolerance * most / drift).max(FINEST) }
    }
}

impl<D: Direction, S: Search> Minimizer for Descent<D, S> {
    fn name(&self) -> &'static str {
        self.direction.name()
    }

    fn minimize(&mut self, f: &mut dyn Objective, x: &mut [f64], watch: &mut Watch<'_>) -> Report {
        let n = f.unknowns();
        for buffer in [&mut self.g, &mut self.p, &mut self.x_new, &mut self.g_new] {
            buffer.resize(n, 0.0);
        }
        self.direction.begin(n);
        let mut report = Report::default();
        report.outcome = self.run(f, x, watch, &mut report);
        report
    }

    fn memory(&self) -> Memory {
        self.direction.memory()
    }

    fn recall(&mut self, memory: &Memory) {
        self.direction.recall(memory);
    }
}
