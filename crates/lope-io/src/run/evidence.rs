//! Collecting what a scene's expectations are judged by.

use lope::math::vec3::{norm, sub};
use lope::observe::{Ledger, StepRecord};
use lope::scene::model::{EnergySeries, Evidence, Expect, FieldEnd};
use lope::world::World;

use super::fields;
use crate::output::forces;
use crate::output::stats::StatsRow;
use crate::show::patch::Patches;

/// Watches a run for its `[expect]` table.
#[derive(Clone, Debug)]
pub(crate) struct Witness {
    evidence: Evidence,
    solves: u64,
    momentum: Drift,
    angular: Drift,
}

/// How far a vector moved from its start, relative to the largest it has been.
#[derive(Clone, Copy, Debug)]
struct Drift {
    start: [f64; 3],
    departure: f64,
    largest: f64,
}

impl Drift {
    fn new(start: [f64; 3]) -> Self {
        Self { start, departure: 0.0, largest: norm(start) }
    }

    fn see(&mut self, now: [f64; 3]) {
        let away = sub(now, self.start);
        self.departure = self.departure.max(norm(away));
        self.largest = self.largest.max(norm(now));
    }

    fn relative(&self) -> f64 {
        if self.departure == 0.0 { 0.0 } else { self.departure / self.largest }
    }
}

impl Witness {
    pub(crate) fn new(start: &Ledger) -> Self {
        let total = start.total();
        let evidence = Evidence {
            all_converged: true,
            min_det: start.min_det.unwrap_or(f64::INFINITY),
            energy: EnergySeries { start: total, end: total, min: total, max: total, scale: total.abs() },
            ..Evidence::default()
        };
        let (momentum, angular) = (Drift::new(start.momentum), Drift::new(start.angular_momentum));
        Self { evidence, solves: 0, momentum, angular }
    }

    pub(crate) fn step(&mut self, record: &StepRecord) {
        self.row(&super::row(record));
    }

    pub(crate) fn row(&mut self, row: &StatsRow) {
        let evidence = &mut self.evidence;
        evidence.steps += 1;
        evidence.all_converged &= matches!(row.outcome.as_str(), "converged" | "halved");
        evidence.inverted_end = row.inverted.unwrap_or(0);
        evidence.min_det = evidence.min_det.min(row.min_det.unwrap_or(f64::INFINITY));
        evidence.max_iterations = evidence.max_iterations.max(row.iterations.unwrap_or(0));
        self.solves += row.linear_solves.unwrap_or(0);
        evidence.mean_linear_solves = self.solves as f64 / evidence.steps as f64;

        // Energy is judged against what came in and went out: the departure from the target.
        let number = |value: Option<f64>| value.unwrap_or(0.0);
        let series = &mut evidence.energy;
        let kept = number(row.total) - (number(row.target) - series.start);
        series.end = kept;
        series.min = series.min.min(kept);
        series.max = series.max.max(kept);
        let parts = [row.kinetic, row.elastic].map(|part| number(part).abs());
        series.scale = parts.into_iter().fold(series.scale.max(number(row.added).abs()), f64::max);

        self.momentum.see([number(row.px), number(row.py), number(row.pz)]);
        self.angular.see([number(row.lx), number(row.ly), number(row.lz)]);
    }

    /// What the run shows of what is expected.
    pub(crate) fn testify(&self, world: &World, expect: &Expect) -> Evidence {
        let mut center = [0.0; 3];
        let total: f64 = world.mass().iter().sum();
        for (x, m) in world.state().x.chunks_exact(3).zip(world.mass()) {
            (0..3).for_each(|i| center[i] += m * x[i] / total);
        }
        Evidence {
            momentum_drift: self.momentum.relative(),
            angular_momentum_drift: self.angular.relative(),
            center_of_mass: center,
            probes: world.probe_columns().into_iter().zip(world.measured()).collect(),
            forces: forces::named(world.force_sources(), &world.forces().unwrap_or_default()),
            fields: expect.field.iter().map(|end| range(world, end)).collect(),
            ..self.evidence.clone()
        }
    }
}

/// The least and the largest number of a field, of vectors by their lengths.
fn range(world: &World, end: &FieldEnd) -> Option<[f64; 2]> {
    let body = world.bodies().iter().find(|body| end.body.as_ref().is_none_or(|name| *name == body.name))?;
    let quantity = fields::of(end.field, world, body, &Patches::new(body))?;
    let numbers = quantity.values.chunks_exact(quantity.components).map(|one| match one {
        [number] => *number,
        many => many.iter().map(|x| x * x).sum::<f64>().sqrt(),
    });
    // What is not a number is in no range.
    let end = |a: f64, b: f64, pick: fn(f64, f64) -> f64| {
        if a.is_nan() || b.is_nan() { f64::NAN } else { pick(a, b) }
    };
    numbers.fold(None, |range, x| {
        Some(range.map_or([x, x], |[low, high]: [f64; 2]| [end(low, x, f64::min), end(high, x, f64::max)]))
    })
}
