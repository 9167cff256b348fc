//! The method that chooses by what it meets.
//!
//! The exact Hessian converges fastest, so it is tried first. Where it is indefinite, the elements with the largest
//! residuals are projected, as in progressive projection, but in one batch only: where indefiniteness is everywhere
//! (quasistatics, very long steps), finding them batch by batch costs a failed solve each. What one batch does not mend,
//! projecting all elements does, and the next batch is larger.
//!
//! How eigenvalues are projected is decided by the last step. Mirrored ones keep steps short along curvature that the model
//! got wrong, clamped ones make them long. Where a step gained more than was promised, the model was too stiff. What
//! either leaves, the line search makes up for by going beyond the full step.

use super::descent::{Descent, Direction, Limits, Proposal, Stop, View};
use super::projecting_newton::{ProjectingNewton, ProjectingSettings};
use super::{Extent, LinearSettings, Memory, Objective, StrongWolfe};
use crate::math::Filter;

/// Batches of elements projected in one iteration before all are.
const BATCHES: usize = 1;

/// Decrease beyond what was promised from which eigenvalues are clamped instead of mirrored.
const SURPLUS: f64 = 0.01;

/// Direction of the method `auto`.
pub struct Auto {
    inner: ProjectingNewton,
    filter: Filter,
    /// The most that an iteration of this minimization projected.
    most: Extent,
    /// What the log says.
    told: Extent,
    notes: Vec<String>,
}

impl Auto {
    /// The direction alone. The policy of the settings should be the progressive one.
    pub fn new(settings: ProjectingSettings, linear: LinearSettings) -> Self {
        Self {
            inner: ProjectingNewton::new(settings, linear).with_batches(BATCHES),
            filter: settings.filter,
            most: Extent::Nothing,
            told: Extent::Nothing,
            notes: vec!["exact Hessian: nothing is known yet".into()],
        }
    }

    /// The complete method.
    pub fn minimizer(
        settings: ProjectingSettings,
        linear: LinearSettings,
        search: StrongWolfe,
        stop: Stop,
        limits: Limits,
    ) -> Descent<Self, StrongWolfe> {
        Descent::new(Self::new(settings, linear), search, stop, limits)
    }

    /// Mirroring (\[Chen24\]), but clamping where the last step gained more than the quadratic model promised.
    fn filter_for(&self, trust: Option<f64>) -> Filter {
        match (self.filter, trust) {
            (Filter::Clamp(_), Some(trust)) if trust > 1.0 + SURPLUS => self.filter,
            (Filter::Clamp(floor), _) => Filter::Mirror(floor),
            (filter, _) => filter,
        }
    }

    /// Notes what an iteration had to project, and tells it if it is more than before.
    fn note(&mut self, proposal: &Proposal, filter: Filter, elements: usize) {
        let extent = match proposal.projected {
            0 => Extent::Nothing,
            projected if projected < elements => Extent::Some,
            _ => Extent::All,
        };
        if extent > self.most {
            self.most = extent;
        }
        if extent <= self.told {
            return;
        }
        self.told = extent;
        let how = if matches!(filter, Filter::Mirror(_)) { "mirrored" } else { "clamped" };
        self.notes.push(match extent {
            Extent::All => format!(
                "all elements projected where it takes them, {how}: {} solves failed, one with the elements of the \
                 largest residuals projected",
                proposal.linear_solves.saturating_sub(1)
            ),
            _ => format!(
                "elements with the largest residuals projected where it takes them, {how}: the exact Hessian was \
                 indefinite, and {:.2} % of the elements were enough",
                100.0 * proposal.projected as f64 / elements.max(1) as f64
            ),
        });
    }
}

impl Direction for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn begin(&mut self, len: usize) {
        if self.most < self.told {
            self.told = self.most;
            self.notes.push(match self.told {
                Extent::Nothing => "exact Hessian again: the last step met no negative curvature".into(),
                _ => "elements with the largest residuals projected again: they were enough in the last step"
                    .into(),
            });
        }
        self.most = Extent::Nothing;
        self.inner.begin(len);
    }

    fn notes(&mut self) -> Vec<String> {
        let mut notes = std::mem::take(&mut self.notes);
        notes.append(&mut self.inner.notes());
        notes
    }

    fn memory(&self) -> Memory {
        Memory { most: self.most, told: self.told, ..self.inner.memory() }
    }

    fn recall(&mut self, memory: &Memory) {
        (self.most, self.told) = (memory.most, memory.told);
        self.notes.clear();
        self.inner.recall(memory);
    }

    fn propose(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let mut proposal = match self.inner.confirm(f, at, p) {
            Ok(confirmed) => return confirmed,
            Err(attempt) => attempt,
        };
        let filter = self.filter_for(at.trust);
        self.inner.set_filter(filter);
        let found = self.inner.propose(f, at, p);
        self.note(&found, filter, f.elements());
        proposal += found;
        proposal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimize::testing::{Wells, settings};
    use crate::minimize::{Control, Forcing, Minimizer, Outcome, Policy};

    fn method() -> Descent<Auto, StrongWolfe> {
        let settings_of = ProjectingSettings {
            policy: Policy::Progressive { tighten: 0.5, release: 2.0, all_below: 1e-12 },
            filter: Filter::Clamp(1e-8),
            forcing: Forcing::Adaptive { scale: 1.0, tightest: 1e-8, loosest: 0.1 },
        };
        let limits = Limits { max_iterations: 300, min_iterations: 0 };
        Auto::minimizer(settings_of, settings(), StrongWolfe::default(), Stop::Step(1e-9), limits)
    }

    /// Every element indefinite, with residuals over six orders of magnitude: a batch does not find them all.
    fn hard() -> (Wells, Vec<f64>) {
        let weights = (0..60).map(|i| 10f64.powf(-f64::from(i) / 10.0)).collect();
        (Wells::new(weights, 1e-9), (0..60).map(|i| 0.001 * f64::from(i % 7 + 1)).collect())
    }

    #[test]
    fn what_one_batch_does_not_mend_is_projected_as_a_whole() {
        let mut method = method();
        let (mut f, mut x) = hard();
        let mut first = None;
        let report = method.minimize(&mut f, &mut x, &mut |iteration| {
            first.get_or_insert(iteration.indefinite);
            Control::Continue
        });
        assert_eq!((report.outcome, first), (Outcome::Converged, Some(true)));
        assert!(report.notes[0].contains("nothing is known yet"), "{:?}", report.notes);
        assert!(report.notes[1].contains("all elements projected"), "{:?}", report.notes);
        assert!(report.linear_solves <= (BATCHES + 2) * report.iterations, "{report:?}");

        // From the minimum nothing is indefinite; that is told with the step after.
        let report = method.minimize(&mut f, &mut x, &mut |_| Control::Continue);
        assert!(report.notes.is_empty(), "{:?}", report.notes);
        let mut x = vec![1.2; 60];
        let report = method.minimize(&mut f, &mut x, &mut |_| Control::Continue);
        assert!(report.notes[0].contains("again"), "{:?}", report.notes);
    }

    #[test]
    fn a_batch_that_is_enough_is_all_that_is_projected() {
        let weights = (0..30).map(|i| if i % 10 == 0 { 10.0 } else { 0.01 }).collect();
        let mut x: Vec<f64> = (0..30).map(|i| if i % 10 == 0 { 0.2 } else { 0.9 }).collect();
        let mut f = Wells::new(weights, 1.0);
        let report = method().minimize(&mut f, &mut x, &mut |_| Control::Continue);
        assert_eq!(report.outcome, Outcome::Converged);
        assert!(report.notes[1].contains("were enough"), "{:?}", report.notes);
        assert!(report.projected > 0 && report.projected < 30, "{report:?}");
    }

    #[test]
    fn eigenvalues_are_clamped_where_a_step_gained_more_than_promised() {
        let method = method();
        let direction = method.direction();
        for (trust, clamps) in [(None, false), (Some(0.5), false), (Some(1.0), false), (Some(1.2), true)] {
            assert_eq!(matches!(direction.filter_for(trust), Filter::Clamp(_)), clamps, "{trust:?}");
        }
    }

    #[test]
    fn the_end_is_confirmed_with_the_hessian_at_hand() {
        let mut f = Wells::new(vec![1.0; 6], 1.0);
        let mut x = vec![1.2, 1.1, 1.05, 1.3, 0.9, 1.15];
        let report = method().minimize(&mut f, &mut x, &mut |_| Control::Continue);
        assert_eq!(report.outcome, Outcome::Converged);
        assert!(f.hessians < report.iterations, "{} Hessians, {report:?}", f.hessians);
        assert!(report.residual < 1e-9, "{report:?}");
        let mut g = vec![0.0; 6];
        f.gradient(&x, &mut g);
        assert!(crate::sparse::vector::norm(&g) < 1e-8, "{g:?}");
    }

    #[test]
    fn what_it_kept_makes_another_one_go_on_the_same_way() {
        let (mut first, mut second) = (method(), method());
        let (mut f, mut x) = hard();
        first.minimize(&mut f, &mut x, &mut |_| Control::Continue);
        second.recall(&first.memory());
        let run = |method: &mut Descent<Auto, StrongWolfe>| {
            let (mut f, mut x) = hard();
            let report = method.minimize(&mut f, &mut x, &mut |_| Control::Continue);
            (x, report.linear_solves, report.projected, report.notes)
        };
        assert_eq!(run(&mut first), run(&mut second));
    }
}
