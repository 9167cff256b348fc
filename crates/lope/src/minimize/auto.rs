//! The method that chooses by what it meets.
//!
//! Progressive projection bends the Hessian least and is the first choice. It pays for that with attempts: where
//! indefiniteness is everywhere (quasistatics, very long steps) it finds the elements to project one batch after
//! another, each time by a solve that fails. So the attempts are counted, and the method goes over to projecting all
//! elements as soon as one attempt failed, and for longer and longer before it asks again. A step without negative
//! curvature brings it back.

use super::descent::{Descent, Direction, Limits, Proposal, Stop, View};
use super::projecting_newton::{Policy, ProjectingNewton, ProjectingSettings};
use super::{LinearSettings, Objective, StrongWolfe};
use crate::math::Filter;

/// Attempts failed in one iteration from which that iteration counts against progressive projection.
const MANY_ATTEMPTS: usize = 3;

/// Share of the elements projected in one iteration from which it counts as well.
const MOST_ELEMENTS: f64 = 0.5;

/// Such iterations in a row before the choice changes.
const PATIENCE: usize = 2;

/// Deviation of the decrease from what was promised beyond which eigenvalues are mirrored instead of clamped.
const DISTRUST: f64 = 0.01;

/// Iterations that project unasked: at first, and at most.
const COUNTDOWN: [usize; 2] = [4, 64];

/// Direction of the method `auto`.
pub struct Auto {
    inner: ProjectingNewton,
    progressive: Policy,
    filter: Filter,
    /// Iterations in which all elements are projected after one attempt failed; none while projection is progressive.
    countdown: Option<usize>,
    /// Iterations in a row that speak against the choice.
    against: usize,
    /// Whether negative curvature was met in this minimization.
    indefinite: bool,
    notes: Vec<String>,
}

impl Auto {
    /// The direction alone. The policy of the settings should be the progressive one.
    pub fn new(settings: ProjectingSettings, linear: LinearSettings) -> Self {
        Self {
            inner: ProjectingNewton::new(settings, linear),
            progressive: settings.policy,
            filter: settings.filter,
            countdown: None,
            against: 0,
            indefinite: false,
            notes: vec!["progressive projection: nothing is known yet".into()],
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

    /// Clamping where the last step did what the quadratic model promised, mirroring where it did not: mirrored
    /// eigenvalues shorten steps along the curvature that the model got wrong (\[Chen24\]).
    fn filter_for(&self, trust: Option<f64>) -> Filter {
        match (self.filter, trust) {
            (Filter::Clamp(floor), Some(trust)) if (trust - 1.0).abs() > DISTRUST => Filter::Mirror(floor),
            (filter, _) => filter,
        }
    }

    fn choose(&mut self, countdown: Option<usize>) {
        self.countdown = countdown;
        self.against = 0;
        self.inner.set_policy(match countdown {
            None => self.progressive,
            Some(countdown) => Policy::OnDemand { countdown },
        });
    }

    /// Reads the evidence of an iteration.
    fn judge(&mut self, proposal: &Proposal, elements: usize) {
        self.indefinite |= proposal.indefinite;
        let failed = proposal.linear_solves.saturating_sub(1);
        let share = proposal.projected as f64 / elements.max(1) as f64;
        match self.countdown {
            None => {
                let bad = failed >= MANY_ATTEMPTS || share > MOST_ELEMENTS;
                self.against = if bad { self.against + 1 } else { 0 };
                if self.against >= PATIENCE {
                    self.notes.push(format!(
                        "projection of all elements on demand: {failed} attempts failed in an iteration that \
                         projected {:.0} % of the elements, and it was not the first",
                        100.0 * share
                    ));
                    self.choose(Some(COUNTDOWN[0]));
                }
            }
            // Iterations that project unasked say nothing; one that asks and is refused does.
            Some(countdown) if failed > 0 => {
                self.against += 1;
                let longer = (2 * countdown).min(COUNTDOWN[1]);
                if self.against >= PATIENCE && longer > countdown {
                    self.notes.push(format!(
                        "all elements projected for {longer} iterations at a time: the exact Hessian was indefinite \
                         after {countdown} again"
                    ));
                    self.choose(Some(longer));
                }
            }
            Some(_) if share == 0.0 => self.against = 0,
            Some(_) => {}
        }
    }
}

impl Direction for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn begin(&mut self, len: usize) {
        if !self.indefinite && self.countdown.is_some() {
            self.notes.push("progressive projection again: the last step met no negative curvature".into());
            self.choose(None);
        }
        self.indefinite = false;
        self.against = 0;
        self.inner.begin(len);
    }

    fn notes(&mut self) -> Vec<String> {
        let mut notes = std::mem::take(&mut self.notes);
        notes.append(&mut self.inner.notes());
        notes
    }

    fn memory(&self) -> Vec<f64> {
        let mut memory = vec![self.countdown.unwrap_or(0) as f64, f64::from(u8::from(self.indefinite))];
        memory.extend(self.inner.memory());
        memory
    }

    fn recall(&mut self, memory: &[f64]) {
        let [countdown, indefinite, rest @ ..] = memory else { return };
        self.choose(Some(*countdown as usize).filter(|&countdown| countdown > 0));
        self.notes.clear();
        self.indefinite = *indefinite != 0.0;
        self.inner.recall(rest);
    }

    fn propose(&mut self, f: &mut dyn Objective, at: View<'_>, p: &mut [f64]) -> Proposal {
        let mut proposal = match self.inner.confirm(f, at, p) {
            Ok(confirmed) => return confirmed,
            Err(attempt) => attempt,
        };
        self.inner.set_filter(self.filter_for(at.trust));
        let found = self.inner.propose(f, at, p);
        self.judge(&found, f.elements());
        proposal += found;
        proposal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimize::testing::{Wells, settings};
    use crate::minimize::{Control, Forcing, Minimizer, Outcome};

    fn method() -> Descent<Auto, StrongWolfe> {
        let settings_of = ProjectingSettings {
            policy: Policy::Progressive { tighten: 0.5, release: 2.0, all_below: 1e-12 },
            filter: Filter::Clamp(1e-8),
            forcing: Forcing::Adaptive { scale: 1.0, tightest: 1e-8, loosest: 0.1 },
        };
        let limits = Limits { max_iterations: 300, min_iterations: 0 };
        Auto::minimizer(settings_of, settings(), StrongWolfe::default(), Stop::Speed(1e-9), limits)
    }

    /// Every element indefinite, with residuals over six orders of magnitude: progressive projection finds them
    /// batch by batch.
    fn hard() -> (Wells, Vec<f64>) {
        let weights = (0..60).map(|i| 10f64.powf(-f64::from(i) / 10.0)).collect();
        (Wells::new(weights, 1e-9), (0..60).map(|i| 0.001 * f64::from(i % 7 + 1)).collect())
    }

    #[test]
    fn many_failed_attempts_lead_to_projection_on_demand_and_an_easy_step_back() {
        let mut method = method();
        let (mut f, mut x) = hard();
        let report = method.minimize(&mut f, &mut x, &mut |_| Control::Continue);
        assert_eq!(report.outcome, Outcome::Converged);
        assert!(report.notes[0].contains("nothing is known yet"), "{:?}", report.notes);
        assert!(report.notes.iter().any(|n| n.contains("on demand")), "{:?}", report.notes);
        let kept = method.memory();
        assert!(kept[0] >= 4.0, "{kept:?}");

        // From the minimum nothing is indefinite; the step after that is progressive again.
        let report = method.minimize(&mut f, &mut x, &mut |_| Control::Continue);
        assert!(report.notes.is_empty(), "{:?}", report.notes);
        let mut x = vec![1.2; 60];
        let report = method.minimize(&mut f, &mut x, &mut |_| Control::Continue);
        assert!(report.notes[0].contains("again"), "{:?}", report.notes);
        assert_eq!(method.memory()[0], 0.0);
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
