//! How energy and momentum went over the steps of a run: what the experiments on integrators look at.

use lope::math::vec3::norm;
use lope::observe::{Ledger, StepRecord};
use lope_io::plot::Chart;

use super::scene_run::SceneRun;

/// A state of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// s.
    pub(super) time: f64,
    /// Energies and momenta.
    pub(super) ledger: Ledger,
    /// Blend of the integrators that have one.
    pub(super) alpha: Option<f64>,
}

impl Moment {
    /// The energy that should be kept, J.
    pub(super) fn energy(&self) -> f64 {
        self.ledger.tracked()
    }

    /// Magnitude of the angular momentum, kg m²/s.
    pub(super) fn spin(&self) -> f64 {
        norm(self.ledger.angular_momentum)
    }
}

/// The states of a run, that of the start first.
pub(super) struct Course {
    /// Name of the run.
    pub(super) name: String,
    moments: Vec<Moment>,
}

impl Course {
    /// A run at its start.
    pub(super) fn new(name: impl Into<String>, run: &mut SceneRun) -> Self {
        let start = Moment { time: 0.0, ledger: run.world.ledger(), alpha: None };
        Self { name: name.into(), moments: vec![start] }
    }

    /// Takes note of a step.
    pub(super) fn note(&mut self, record: &StepRecord) {
        self.moments.push(Moment { time: record.time, ledger: record.ledger, alpha: record.alpha });
    }

    /// The start.
    pub(super) fn start(&self) -> &Moment {
        &self.moments[0]
    }

    /// The last state.
    pub(super) fn end(&self) -> &Moment {
        &self.moments[self.moments.len() - 1]
    }

    /// Every state after the start.
    pub(super) fn steps(&self) -> &[Moment] {
        &self.moments[1..]
    }

    /// The largest of a quantity after the start; not a number if one of them is not.
    pub(super) fn largest(&self, of: impl Fn(&Moment) -> f64) -> f64 {
        self.steps().iter().map(of).fold(f64::NEG_INFINITY, |m, v| if v > m || v.is_nan() { v } else { m })
    }

    /// How far the energy was from its start at most, relative to that.
    pub(super) fn energy_error(&self) -> f64 {
        let start = self.start().energy();
        self.largest(|m| (m.energy() / start - 1.0).abs())
    }

    /// The same of the angular momentum.
    pub(super) fn spin_error(&self) -> f64 {
        let start = self.start().spin();
        self.largest(|m| (m.spin() / start - 1.0).abs())
    }

    /// The blends of all steps.
    pub(super) fn alphas(&self) -> impl Iterator<Item = f64> {
        self.steps().iter().filter_map(|m| m.alpha)
    }

    /// Column names of [`Course::rows`].
    pub(super) const HEAD: &'static str =
        "run,step,time,kinetic,elastic,total,target,angular_momentum,alpha,inverted\n";

    /// The states as lines of a table, every `stride`-th and the last.
    pub(super) fn rows(&self, stride: usize) -> String {
        let last = self.moments.len() - 1;
        let shown = self.moments.iter().enumerate().filter(|(i, _)| i % stride == 0 || *i == last);
        let row = |(step, m): (usize, &Moment)| {
            let Ledger { kinetic, elastic, inverted, .. } = m.ledger;
            let alpha = m.alpha.map_or(String::new(), |a| a.to_string());
            let (total, target) = (m.energy(), m.ledger.target());
            format!(
                "{},{step},{},{kinetic:e},{elastic:e},{total:e},{target:e},{:e},{alpha},{inverted}\n",
                self.name,
                m.time,
                m.spin()
            )
        };
        shown.map(row).collect()
    }

    /// Adds a quantity over time to a chart.
    pub(super) fn draw(&self, chart: Chart, of: impl Fn(&Moment) -> Option<f64>) -> Chart {
        let (t, y): (Vec<f64>, Vec<f64>) =
            self.moments.iter().filter_map(|m| of(m).map(|y| (m.time, y))).unzip();
        chart.series(self.name.as_str(), &t, &y)
    }
}
