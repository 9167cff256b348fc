//! `[expect]`: what a run of the scene must show, so that every example is also a test.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::{Number, Numbers3, array};
use super::output::Field;
use crate::math::vec3::distance;

/// A point the body must end near.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Near {
    /// The point, m.
    pub value: Numbers3,
    /// How far off is still right, m.
    pub tolerance: Number,
}

/// What a run must show. Keys not given are not checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Every step converges. Default: true; false does not check it.
    pub converged: bool,
    /// Inverted elements at the end, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inverted: Option<u64>,
    /// The smallest det F of any element in any step, at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_det: Option<Number>,
    /// Iterations of any step, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_iterations_per_step: Option<u64>,
    /// Linear solves a step in the mean, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_linear_solves: Option<Number>,
    /// Departure of the total energy from its start in any step, at most, relative to the energy in play (the
    /// largest kinetic or elastic energy of the run).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy_drift: Option<Number>,
    /// Gain of total energy over its start in any step, at most, relative likewise: 0 for a scene that may only
    /// lose energy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy_gain: Option<Number>,
    /// Departure of the linear momentum from its start in any step, at most, kg m/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub momentum_drift: Option<Number>,
    /// Departure of the angular momentum from its start in any step, at most, kg m²/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular_momentum_drift: Option<Number>,
    /// Where the centre of mass of everything ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_center_of_mass: Option<Near>,
    /// What probes measure at the end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub probe: Vec<ColumnEnd>,
    /// Forces of the last step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub force: Vec<ColumnEnd>,
    /// Ranges of fields at the end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub field: Vec<FieldEnd>,
}

/// A number that a column of `probes.csv` or `forces.csv` ends with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnEnd {
    /// The column, for example `tip.y` or `bar.pin0.fx`.
    pub column: String,
    /// What is expected.
    pub value: Number,
    /// By how much it may be off.
    pub tolerance: Number,
}

/// The range of a field in a body at the end: of vectors of their lengths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldEnd {
    /// The field, one of `output.fields` that is a number or a vector.
    pub field: Field,
    /// Name of the body. Default: the only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The smallest is no smaller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<Number>,
    /// The largest is no larger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Number>,
}

impl Default for Expect {
    fn default() -> Self {
        Self {
            converged: true,
            inverted: None,
            min_det: None,
            max_iterations_per_step: None,
            mean_linear_solves: None,
            energy_drift: None,
            energy_gain: None,
            momentum_drift: None,
            angular_momentum_drift: None,
            final_center_of_mass: None,
            probe: Vec::new(),
            force: Vec::new(),
            field: Vec::new(),
        }
    }
}

/// Total energy over a run, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EnergySeries {
    /// At the start.
    pub start: f64,
    /// At the end.
    pub end: f64,
    /// The least of any step.
    pub min: f64,
    /// The greatest of any step.
    pub max: f64,
    /// The energy in play: the largest kinetic or elastic energy of any step.
    pub scale: f64,
}

/// What a run showed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Steps taken.
    pub steps: u64,
    /// Whether every step converged.
    pub all_converged: bool,
    /// Inverted elements at the end.
    pub inverted_end: u64,
    /// The smallest det F of any element in any step.
    pub min_det: f64,
    /// Most iterations of a step.
    pub max_iterations: u64,
    /// Linear solves a step in the mean.
    pub mean_linear_solves: f64,
    /// Total energy.
    pub energy: EnergySeries,
    /// Largest departure of the linear momentum from its start, kg m/s.
    pub momentum_drift: f64,
    /// Largest departure of the angular momentum from its start, kg m²/s.
    pub angular_momentum_drift: f64,
    /// Centre of mass of everything at the end, m.
    pub center_of_mass: [f64; 3],
    /// What probes measure at the end, by their columns.
    pub probes: Vec<(String, f64)>,
    /// Forces of the last step, by their columns.
    pub forces: Vec<(String, f64)>,
    /// The least and the largest number of every field that is expected, in the order of `[expect]`; none where there is no such body,
    /// or it does not have the field.
    pub fields: Vec<Option<[f64; 2]>>,
}

/// One expectation and whether it was met.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The key of `[expect]`.
    pub key: &'static str,
    /// What was expected, in words.
    pub expected: String,
    /// What was measured.
    pub measured: String,
    /// Whether the expectation was met. A measure that is not a number never meets one.
    pub held: bool,
}

impl Expect {
    /// Judges a run: one verdict for every expectation.
    pub fn judge(&self, run: &Evidence) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        if self.converged {
            verdicts.push(Verdict {
                key: "converged",
                expected: "every step converged".into(),
                measured: if run.all_converged { "every step did" } else { "some did not" }.into(),
                held: run.all_converged,
            });
        }
        let mut count_at_most = |key, limit: Option<u64>, measured: u64| {
            if let Some(limit) = limit {
                let (expected, held) = (format!("at most {limit}"), measured <= limit);
                verdicts.push(Verdict { key, expected, measured: measured.to_string(), held });
            }
        };
        count_at_most("inverted", self.inverted, run.inverted_end);
        count_at_most("max_iterations_per_step", self.max_iterations_per_step, run.max_iterations);
        if let Some(limit) = self.min_det {
            let (expected, measured) = (format!("at least {limit}"), Number(run.min_det).to_string());
            verdicts.push(Verdict { key: "min_det", expected, measured, held: run.min_det >= limit.get() });
        }
        let mut at_most = |key, limit: Option<Number>, measured: f64| {
            if let Some(limit) = limit {
                let (expected, held) = (format!("at most {limit}"), measured <= limit.get());
                verdicts.push(Verdict { key, expected, measured: Number(measured).to_string(), held });
            }
        };
        let EnergySeries { start, min, max, scale, .. } = run.energy;
        // A world in which nothing happens has no energy in play: any departure is then too much.
        let relative = |departure: f64| if departure == 0.0 { 0.0 } else { departure / scale };
        at_most("mean_linear_solves", self.mean_linear_solves, run.mean_linear_solves);
        at_most("energy_drift", self.energy_drift, relative((max - start).max(start - min)));
        at_most("energy_gain", self.energy_gain, relative(max - start));
        at_most("momentum_drift", self.momentum_drift, run.momentum_drift);
        at_most("angular_momentum_drift", self.angular_momentum_drift, run.angular_momentum_drift);
        if let Some(near) = self.final_center_of_mass {
            let (target, found) = (array(&near.value), run.center_of_mass);
            let off = distance(target, found);
            verdicts.push(Verdict {
                key: "final_center_of_mass",
                expected: format!("within {} m of {target:?}", near.tolerance),
                measured: format!("{found:?}, {off} m off"),
                held: off <= near.tolerance.get(),
            });
        }
        let columns = |key, ends: &[ColumnEnd], run: &[(String, f64)]| {
            let judged = ends.iter().map(|ColumnEnd { column, value, tolerance }| {
                let found = run.iter().find(|(name, _)| name == column).map(|(_, found)| *found);
                let off = found.map_or(f64::NAN, |found| (found - value.get()).abs());
                let measured =
                    found.map_or_else(|| "no such column".into(), |found| Number(found).to_string());
                let expected = format!("{column} within {tolerance} of {value}");
                Verdict { key, expected, measured, held: off <= tolerance.get() }
            });
            judged.collect::<Vec<_>>()
        };
        verdicts.extend(columns("probe", &self.probe, &run.probes));
        verdicts.extend(columns("force", &self.force, &run.forces));
        for (number, end) in self.field.iter().enumerate() {
            let found = run.fields.get(number).copied().flatten();
            let holds = |[low, high]: [f64; 2]| {
                end.least.is_none_or(|least| low >= least.get())
                    && end.most.is_none_or(|most| high <= most.get())
            };
            let limit = |word: &str, limit: Option<Number>| limit.map(|limit| format!("{word} {limit}"));
            let limits = [limit("at least", end.least), limit("at most", end.most)];
            let of = end.body.as_ref().map_or_else(String::new, |body| format!(" of {body}"));
            verdicts.push(Verdict {
                key: "field",
                expected: format!(
                    "{}{of} {}",
                    end.field,
                    limits.into_iter().flatten().collect::<Vec<_>>().join(" and ")
                ),
                measured: found.map_or_else(
                    || "nowhere".into(),
                    |[low, high]| format!("{} to {}", Number(low), Number(high)),
                ),
                held: found.is_some_and(holds),
            });
        }
        verdicts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(expect: &Expect, run: &Evidence) -> Vec<&'static str> {
        expect.judge(run).into_iter().filter(|verdict| !verdict.held).map(|verdict| verdict.key).collect()
    }

    fn demanding() -> Expect {
        Expect {
            inverted: Some(0),
            min_det: Some(Number(0.1)),
            max_iterations_per_step: Some(10),
            mean_linear_solves: Some(Number(4.0)),
            energy_drift: Some(Number(0.1)),
            energy_gain: Some(Number(0.0)),
            momentum_drift: Some(Number(1e-9)),
            angular_momentum_drift: Some(Number(1e-9)),
            final_center_of_mass: Some(Near {
                value: [Number(0.0), Number(1.0), Number(0.0)],
                tolerance: Number(0.01),
            }),
            ..Expect::default()
        }
    }

    fn good() -> Evidence {
        Evidence {
            steps: 10,
            all_converged: true,
            min_det: 0.5,
            max_iterations: 7,
            mean_linear_solves: 3.5,
            energy: EnergySeries { start: 10.0, end: 9.5, min: 9.5, max: 10.0, scale: 10.0 },
            center_of_mass: [0.0, 1.005, 0.0],
            ..Evidence::default()
        }
    }

    #[test]
    fn a_good_run_meets_every_expectation() {
        assert_eq!(demanding().judge(&good()).len(), 10);
        assert_eq!(failed(&demanding(), &good()), [""; 0]);
    }

    #[test]
    fn each_expectation_can_fail() {
        let energy = EnergySeries { max: 12.0, ..good().energy };
        let bad = Evidence {
            all_converged: false,
            inverted_end: 1,
            min_det: -0.1,
            max_iterations: 11,
            mean_linear_solves: 4.1,
            energy,
            momentum_drift: 1.0,
            angular_momentum_drift: f64::NAN,
            center_of_mass: [0.1, 1.0, 0.0],
            ..good()
        };
        assert_eq!(failed(&demanding(), &bad).len(), 10);
        assert_eq!(failed(&Expect::default(), &bad), ["converged"]);
    }

    #[test]
    fn a_probe_is_expected_by_its_column() {
        let at = |column: &str, value: f64| Expect {
            probe: vec![ColumnEnd { column: column.into(), value: Number(value), tolerance: Number(0.1) }],
            ..Expect::default()
        };
        let run = Evidence { probes: vec![("tip.y".into(), 2.05)], ..good() };
        assert_eq!(failed(&at("tip.y", 2.0), &run), [""; 0]);
        assert_eq!(failed(&at("tip.y", 1.0), &run), ["probe"]);
        assert_eq!(failed(&at("tip.x", 2.0), &run), ["probe"]);
    }
    #[test]
    fn forces_and_fields_are_expected_in_their_range() {
        let force = |column: &str| Expect {
            force: vec![ColumnEnd { column: column.into(), value: Number(-3.0), tolerance: Number(0.1) }],
            ..Expect::default()
        };
        let field = |least: Option<f64>, most: Option<f64>| Expect {
            field: vec![FieldEnd {
                field: Field::VonMises,
                body: None,
                least: least.map(Number),
                most: most.map(Number),
            }],
            ..Expect::default()
        };
        let of =
            |range| Evidence { forces: vec![("bar.pin0.fx".into(), -3.05)], fields: vec![range], ..good() };
        let run = of(Some([1.0, 5.0]));
        assert_eq!(failed(&force("bar.pin0.fx"), &run), [""; 0]);
        assert_eq!(failed(&force("bar.pin0.fy"), &run), ["force"]);
        assert_eq!(failed(&field(Some(1.0), Some(5.0)), &run), [""; 0]);
        for (least, most) in [(Some(1.1), None), (None, Some(4.9))] {
            assert_eq!(failed(&field(least, most), &run), ["field"]);
        }
        assert_eq!(failed(&field(Some(1.0), None), &of(None)), ["field"], "what is not there holds nothing");
        assert_eq!(failed(&field(Some(1.0), Some(5.0)), &of(Some([f64::NAN, f64::NAN]))), ["field"]);
    }
}
