//! Newton's method made to go downhill by projecting element Hessians: all of them, all on demand, or only some.
//!
//! The Hessian is a sum over elements. Raising the negative eigenvalues of every one makes the sum positive
//! definite, but bends it more than is needed, and bent Hessians converge slowly. The three published methods
//! differ in which elements are projected, and when:
//!
//! | method | projects |
//! |---|---|
//! | `projected-newton` \[Teran05\] | every element in every iteration |
//! | `project-on-demand` \[Longva23\] | every element once the sum was found indefinite, and in the next iterations |
//! | `progressive` \[Fernandez26\] | elements in the order of the residual around them, until the sum is no longer found indefinite |

use super::confirm::MARGIN;
use super::descent::{CREDIBLE, Descent, Direction, Limits, Proposal, Stop, View};
use super::{Backtracking, Forcing, LinearSettings, Memory, NewtonSystem, Objective};
use crate::math::Filter;
use crate::sparse::vector::{dot, max_abs, norm};

/// Which element Hessians are projected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    /// All, always.
    Always,
    /// All, in the iteration that finds the system indefinite and in `countdown` more.
    OnDemand {
        /// Iterations that go on projecting.
        countdown: usize,
    },
    /// \[Fernandez26\] Algorithm 1.
    Progressive {
        /// α: factor of the bound δ when the system is still indefinite.
        tighten: f64,
        /// β: factor of δ after a successful solve.
        release: f64,
        /// ε_δ: δ below which all elements are projected, N.
        all_below: f64,
    },
}

/// Eigenvalues of projected element Hessians are at least this (\[Fernandez26\] §5.1): N/m for a whole element matrix, and
/// Pa for the closed forms, which filter ∂²ψ/∂F².
pub const FLOOR: f64 = 1e-8;

/// Relative tolerance of linear solves.
pub const LINEAR_TOLERANCE: f64 = 1e-4;

impl Policy {
    /// α, β and ε_δ of the progressive policy as published.
    pub const PUBLISHED: (f64, f64, f64) = (0.5, 2.0, 1e-12);

    /// Name of the method as in a scene file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Always => "projected-newton",
            Self::OnDemand { .. } => "project-on-demand",
            Self::Progressive { .. } => "progressive",
        }
    }
}

/// What a projecting method is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProjectingSettings {
    /// Which elements are projected.
    pub policy: Policy,
    /// What projection does to eigenvalues.
    pub filter: Filter,
    /// How accurately systems are solved.
    pub forcing: Forcing,
}

/// Progressive projection, with the numbers of \[Fernandez26\].
impl Default for ProjectingSettings {
    fn default() -> Self {
        let (tighten, release, all_below) = Policy::PUBLISHED;
        Self {
            policy: Policy::Progressive { tighten, release, all_below },
            filter: Filter::Clamp(FLOOR),
            forcing: Forcing::Fixed(LINEAR_TOLERANCE),
        }
    }
}

/// Direction of the projecting methods.
pub struct ProjectingNewton {
    settings: ProjectingSettings,
    system: NewtonSystem,
    /// Iterations left in which all elements are projected unasked.
    countdown: usize,
    /// δ: elements with a larger residual are projected if anything is.
    bound: f64,
    /// Batches after which progressive projection goes on with all elements.
    batches: usize,
    /// Whether the last solve cost so little that a more accurate one would have.
    cheap: bool,
}

impl ProjectingNewton {
    /// The direction alone.
    pub fn new(settings: ProjectingSettings, linear: LinearSettings) -> Self {
        let system = NewtonSystem::new(linear);
        Self { settings, system, countdown: 0, bound: f64::INFINITY, batches: usize::MAX, cheap: false }
    }

    /// The complete method.
    pub fn minimizer(
        settings: ProjectingSettings,
        linear: LinearSettings,
        search: Backtracking,
        stop: Stop,
        limits: Limits,
    ) -> Descent<Self, Backtracking> {
        Descent::new(Self::new(settings, linear), search, stop, limits)
    }

    /// The same method, but all elements are projected where progressive projection has not done with so many batches.
    pub(super) fn with_batches(self, batches: usize) -> Self {
        Self { batches, ..self }
    }

    /// The same method with another filter.
    pub(super) fn set_filter(&mut self, filter: Filter) {
        self.settings.filter = filter;
    }

    /// A step with the Hessian of the last iteration, if it confirms that the minimum is reached: where the next step is
    /// expected to be below the tolerance, the Hessian has hardly changed, and evaluating it anew would only tell so.
    pub(super) fn confirm(
        &mut self,
        f: &mut dyn Objective,
        at: View<'_>,
        p: &mut [f64],
    ) -> Result<Proposal, Proposal> {
        let Stop::Step(tolerance) = at.stop else { return Err(Proposal::default()) };
        let expected = at.expected_excess().is_some_and(|excess| excess < 1.0);
        // The last step did what the quadratic model promised, or too little was promised to tell.
        let same = at.trust.is_none_or(|trust| (trust - 1.0).abs() < SAME);
        if !expected || !same || !f.is_lasting() {
            return Err(Proposal::default());
        }
        let proposal = self.system.solve(f, at, CREDIBLE.min(at.accuracy), p);
        let confirmed = proposal.newton && f.size(p) < MARGIN * tolerance && dot(p, at.g) < 0.0;
        if confirmed { Ok(proposal) } else { Err(proposal) }
    }

    /// Projects where the residual exceeds `above`, and solves again if that changed the system.
    fn again(
        &mut self,
        f: &mut dyn Objective,
        at: View<'_>,
        above: f64,
        tolerance: f64,
        p: &mut [f64],
        proposal: &mut Proposal,
    ) {
        let projection = self.system.project(f, at, above, self.settings.filter);
        let unchanged = projection.projected == 0;
        *proposal += Proposal { still_indefinite: unchanged, ..projection };
        if !unchanged {
            *proposal += self.system.solve(f, at, tolerance, p);
        }
    }

    fn on_demand(
        &mut self,
        f: &mut dyn Objective,
        at: View<'_>,
        tolerance: f64,
        countdown: usize,
        p: &mut [f64],
    ) -> Proposal {
        if self.countdown > 0 {
            self.countdown -= 1;
            return self.system.evaluate_and_solve(f, at, self.settings.filter, tolerance, p);
        }
        let mut proposal = self.system.evaluate_and_solve(f, at, Filter::Raw, tolerance, p);
        if proposal.indefinite {
            self.countdown = countdown;
            self.again(f, at, EVERYWHERE, tolerance, p, &mut proposal);
        }
        proposal
    }

    /// \[Fernandez26\] Algorithm 1, lines 3 to 14, if the number of batches has no bound.
    fn progressive(
        &mut self,
        f: &mut dyn Objective,
        at: View<'_>,
        tolerance: f64,
        (tighten, release, all_below): (f64, f64, f64),
        p: &mut [f64],
    ) -> Proposal {
        if self.countdown > 0 {
            self.countdown -= 1;
            return self.system.evaluate_and_solve(f, at, self.settings.filter, tolerance, p);
        }
        let mut proposal = self.system.evaluate_and_solve(f, at, Filter::Raw, tolerance, p);
        let mut enough = true;
        while proposal.still_indefinite {
            let largest = max_abs(at.g);
            if self.bound == f64::INFINITY {
                self.bound = tighten * largest;
            }
            // A bound that no residual exceeds selects nothing: on to the first that some do.
            while self.bound >= largest && self.bound > all_below {
                self.bound *= tighten;
            }
            enough = proposal.linear_solves <= self.batches;
            if self.bound <= all_below || !enough {
                self.again(f, at, EVERYWHERE, tolerance, p, &mut proposal);
                break;
            }
            self.again(f, at, self.bound, tolerance, p, &mut proposal);
            if proposal.still_indefinite {
                self.bound *= tighten;
            }
        }
        // Where a batch was not enough, the next iteration does not try, and the next batch is larger.
        if enough {
            self.bound *= release;
        } else {
            self.countdown = 1;
        }
        proposal
    }

    /// How accurately the system is solved. Where the last one took hardly any iterations, the Hessian costs more than the
    /// solve, and accuracy that may save an iteration is cheap.
    fn tolerance(&self, at: View<'_>) -> f64 {
        let asked = self.settings.forcing.tolerance(at);
        match self.settings.forcing {
            Forcing::Adaptive { tightest, .. } if self.cheap => (CHEAP_GAIN * asked).max(tightest),
            _ => asked,
        }
    }

    /// Whether a solve to `tolerance` would have been cheap to the accuracy `asked` for. One that met negative curvature
    /// says nothing.
    fn was_cheap(proposal: &Proposal, asked: f64, tolerance: f64) -> bool {
        let digits = (tolerance.log10() / asked.log10()).max(1.0);
        proposal.newton && !proposal.indefinite && (proposal.linear_iterations as f64) < CHEAP as f64 * digits
    }
}

/// Iterations below which a linear solve is cheap beside the Hessian, which costs as much as some fifty.
const CHEAP: usize = 10;

/// What a cheap solve is made more accurate by.
const CHEAP_GAIN: f64 = 0.01;

/// Deviation of the decrease from what was promised up to which the Hessian is taken for unchanged.
const SAME: f64 = 0.05;

/// A bound that every residual exceeds.
const EVERYWHERE: f64 = -1.0;

impl Direction for ProjectingNewton {
    fn name(&self) -> &'static str {
        self.settings.policy.name()
    }

    fn begin(&mut self, _len: usize) {
        self.countdown = 0;
        self.bound = f64::INFINITY;
        self.system.begin();
    }

    fn notes(&mut self) -> Vec<String> {
        self.system.notes()
    }

    fn memory(&self) -> Memory {
        let (pays, tedium) = (self.system.pays(), self.system.tedium());
        Memory { pays, tedium, cheap: self.cheap, ..Memory::default() }
    }

    fn recall(&mut self, memory: &Memory) {
        self.system.recall(memory.pays, memory.tedium);
        self.cheap = memory.cheap;
    }

    fn propose(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let tolerance = self.tolerance(at);
        let mut proposal = match self.settings.policy {
            Policy::Always => self.system.evaluate_and_solve(f, at, self.settings.filter, tolerance, p),
            Policy::OnDemand { countdown } => self.on_demand(f, at, tolerance, countdown, p),
            Policy::Progressive { tighten, release, all_below } => {
                self.progressive(f, at, tolerance, (tighten, release, all_below), p)
            }
        };
        self.cheap = Self::was_cheap(&proposal, self.settings.forcing.tolerance(at), tolerance);
        if proposal.still_indefinite {
            // All is projected: what is left is rounding, or a body that nothing holds. CG's iterate goes downhill.
            proposal += self.system.iterate(f, at, tolerance, p);
        }
        // A solve that broke down still leaves the gradient to follow.
        proposal.failed = false;
        let slope = dot(p, at.g);
        if slope.is_nan() || slope >= 0.0 || !norm(p).is_finite() {
            p.copy_from_slice(self.system.downhill());
            proposal.newton = false;
        }
        proposal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimize::testing::{Wells, settings};
    use crate::minimize::{Control, Iteration, LinearMethod, Minimizer, Outcome, Report};

    const PROGRESSIVE: Policy = Policy::Progressive { tighten: 0.5, release: 2.0, all_below: 1e-12 };
    const ON_DEMAND: Policy = Policy::OnDemand { countdown: 4 };
    const POLICIES: [Policy; 3] = [Policy::Always, ON_DEMAND, PROGRESSIVE];
    const LINEAR: [LinearMethod; 2] = [LinearMethod::Cg, LinearMethod::Cholesky];

    fn method(
        policy: Policy,
        filter: Filter,
        method: LinearMethod,
    ) -> Descent<ProjectingNewton, Backtracking> {
        let settings_of = ProjectingSettings { policy, filter, forcing: Forcing::Fixed(1e-8) };
        let linear = LinearSettings { method, ..settings() };
        let limits = Limits { max_iterations: 200, min_iterations: 0 };
        ProjectingNewton::minimizer(settings_of, linear, Backtracking::default(), Stop::Step(1e-9), limits)
    }

    fn solve(f: &mut Wells, policy: Policy, linear: LinearMethod, x: &mut [f64]) -> (Report, Vec<Iteration>) {
        let mut trace = Vec::new();
        let report = method(policy, Filter::Clamp(1e-8), linear).minimize(f, x, &mut |iteration| {
            trace.push(*iteration);
            Control::Continue
        });
        (report, trace)
    }

    /// Wells of very different depth, most coordinates where they are convex, some where they are not.
    fn start() -> (Wells, Vec<f64>) {
        let n = 30;
        let weights = (0..n).map(|i| if i % 10 == 0 { 10.0 } else { 0.01 }).collect();
        let x = (0..n).map(|i| if i % 10 == 0 { 0.2 } else { 0.9 }).collect();
        (Wells::new(weights, 1.0), x)
    }

    #[test]
    fn every_method_comes_to_a_minimum() {
        for policy in POLICIES {
            for linear in LINEAR {
                for filter in [Filter::Clamp(1e-8), Filter::Mirror(1e-8)] {
                    let (mut f, mut x) = start();
                    let report =
                        method(policy, filter, linear).minimize(&mut f, &mut x, &mut |_| Control::Continue);
                    let what = format!("{policy:?} {linear:?} {filter:?}");
                    assert_eq!(report.outcome, Outcome::Converged, "{what}");
                    let mut g = vec![0.0; x.len()];
                    f.gradient(&x, &mut g);
                    assert!(norm(&g) < 1e-7, "{what}: {}", norm(&g));
                    f.hessian(&x, Filter::Raw);
                    let blocks = f.operator().blocks().expect("assembled");
                    let least = blocks.values().chunks_exact(9).flat_map(|b| [b[0], b[4], b[8]]);
                    assert!(least.fold(f64::INFINITY, f64::min) > 0.0, "{what}: not a minimum");
                }
            }
        }
    }

    #[test]
    fn only_the_elements_with_a_large_residual_are_projected() {
        // Three elements of thirty are indefinite, and theirs are the largest residuals.
        for linear in LINEAR {
            let (mut f, mut x) = start();
            let (always, _) = solve(&mut f, Policy::Always, linear, &mut x);
            assert_eq!(always.projected, 30 * always.iterations, "all, in every iteration");
            assert_eq!(always.linear_solves, always.iterations);

            let (mut f, mut x) = start();
            let (demand, trace) = solve(&mut f, ON_DEMAND, linear, &mut x);
            let first = trace.iter().position(|i| !i.indefinite).expect("the end is convex");
            assert!(trace[0].indefinite && first == 1, "the next iterations project unasked");
            assert_eq!(demand.projected % 30, 0);
            assert!(demand.projected >= 30 * 5.min(demand.iterations), "{demand:?}");

            let (mut f, mut x) = start();
            let (progressive, trace) = solve(&mut f, PROGRESSIVE, linear, &mut x);
            let indefinite = trace.iter().filter(|i| i.indefinite).count();
            assert!(indefinite > 0 && progressive.projected == 3 * indefinite, "{progressive:?}");
            assert_eq!(progressive.projected, f.count, "nothing is projected but in place");
            assert!(progressive.iterations <= always.iterations);
        }
    }

    #[test]
    fn a_matrix_indefinite_in_its_last_pivot_alone_is_found_out() {
        for linear in LINEAR {
            for policy in [ON_DEMAND, PROGRESSIVE] {
                let mut f = Wells::new(vec![1e-3, 1e-3, 1.0], 1.0);
                let mut x = vec![1.0, 1.0, 0.1];
                let (report, trace) = solve(&mut f, policy, linear, &mut x);
                assert_eq!(report.outcome, Outcome::Converged);
                assert!(trace[0].indefinite, "{linear:?} {policy:?}");
                assert!(report.linear_solves > report.iterations, "{report:?}");
                assert!(x[2] > 0.5, "down the slope it started on: {x:?}");
            }
        }
    }

    #[test]
    fn what_projection_cannot_mend_still_goes_downhill() {
        // Negative curvature outside of the elements: indefinite even with all of them projected.
        for linear in LINEAR {
            for policy in POLICIES {
                let mut f = Wells::new(vec![1.0; 3], -1.0);
                let mut x = vec![0.1, 0.2, 0.3];
                let (report, trace) = solve(&mut f, policy, linear, &mut x);
                assert_eq!(report.outcome, Outcome::Converged, "{policy:?} {linear:?}");
                assert!(trace[0].indefinite && report.projected >= 3, "{policy:?} {linear:?}");
                assert!(x.iter().all(|x| x.abs() > 0.5), "{x:?}");
            }
        }
    }

    #[test]
    fn a_start_without_gradient_is_the_end() {
        for policy in POLICIES {
            let mut f = Wells::new(vec![0.0; 3], 1.0);
            let mut x = vec![0.0; 3];
            let (report, trace) = solve(&mut f, policy, LinearMethod::Cg, &mut x);
            assert_eq!((report.outcome, report.iterations, trace.len()), (Outcome::Converged, 0, 0));
        }
    }

    #[test]
    fn delta_starts_anew_in_every_minimization() {
        let mut twice = method(PROGRESSIVE, Filter::Clamp(1e-8), LinearMethod::Cg);
        let mut counts = Vec::new();
        for _ in 0..2 {
            let (mut f, mut x) = start();
            let report = twice.minimize(&mut f, &mut x, &mut |_| Control::Continue);
            counts.push((report.iterations, report.projected, report.linear_solves));
        }
        assert_eq!(counts[0], counts[1]);
    }
}
