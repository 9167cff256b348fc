//! What a comparison found.

use std::collections::BTreeMap;
use std::fmt;

use lope::minimize::Outcome;
use lope::scene::model::Verdict;
use serde::{Serialize, Serializer};
use toml::Value;

use super::vary::Choice;

/// How a variant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All steps were made; this many of them did not converge and were accepted as they were.
    Finished {
        /// Steps that did not converge.
        unconverged: u64,
    },
    /// A step failed and the policy was to stop.
    Failed {
        /// How the step ended.
        outcome: Outcome,
        /// Its number, from 1.
        step: u64,
    },
    /// Longer than `--time-limit` allows: stopped during this step.
    TimedOut {
        /// Its number, from 1.
        step: u64,
    },
    /// A combination that is refused.
    Unsupported,
    /// Stopped by the user during this step.
    Interrupted {
        /// Its number, from 1.
        step: u64,
    },
    /// Stopped by the user before its turn.
    NotRun,
}

impl End {
    /// Whether all steps were made.
    pub fn finished(self) -> bool {
        matches!(self, Self::Finished { .. })
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finished { unconverged: 0 } => f.write_str("finished"),
            Self::Finished { unconverged } => write!(f, "finished: {unconverged} steps not converged"),
            Self::Failed { outcome, step } => write!(f, "failed: {} in step {step}", outcome.word()),
            Self::TimedOut { step } => write!(f, "time limit reached in step {step}"),
            Self::Unsupported => f.write_str("unsupported"),
            Self::Interrupted { step } => write!(f, "interrupted in step {step}"),
            Self::NotRun => f.write_str("not run"),
        }
    }
}

impl Serialize for End {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The numbers of a variant; none where they do not apply. Counts and times include a step that failed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Measures {
    /// Steps made.
    pub steps: Option<u64>,
    /// Iterations of the minimizer.
    pub iterations: Option<u64>,
    /// Linear systems solved.
    pub linear_solves: Option<u64>,
    /// Iterations of the linear solver over all of them.
    pub linear_iterations: Option<u64>,
    /// Evaluations of the objective.
    pub evaluations: Option<u64>,
    /// Element Hessians made positive semidefinite.
    pub projected: Option<u64>,
    /// Their share of all element Hessians evaluated, %.
    pub projected_percent: Option<f64>,
    /// Wall-clock time of all steps, s.
    pub wall_s: Option<f64>,
    /// Of it in Hessians, s.
    pub hessian_s: Option<f64>,
    /// Of it in linear solves, s.
    pub linear_s: Option<f64>,
    /// Of it in line searches, s.
    pub search_s: Option<f64>,
    /// The rest of it, s.
    pub other_s: Option<f64>,
    /// Total energy at the end minus the ledger's target, relative to the energy in play.
    pub energy_drift: Option<f64>,
    /// Largest distance of any node at any shared time from where it is in the reference, m.
    pub distance: Option<f64>,
    /// The same relative to the diagonal of the box around the reference at its start.
    pub distance_relative: Option<f64>,
    /// Total energy at the end, J.
    pub final_energy: Option<f64>,
}

/// What each step took: one entry a step in every list.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Series {
    /// Time at its end, s.
    pub time: Vec<f64>,
    /// Wall-clock time, s.
    pub wall_s: Vec<f64>,
    /// Iterations of the minimizer.
    pub iterations: Vec<u64>,
    /// Linear systems solved.
    pub linear_solves: Vec<u64>,
    /// Iterations of the linear solver.
    pub linear_iterations: Vec<u64>,
    /// Element Hessians made positive semidefinite.
    pub projected: Vec<u64>,
    /// Total energy at its end, J.
    pub total: Vec<f64>,
    /// Largest distance of a node from the reference at its end, m; none where the two share no time.
    pub distance: Vec<Option<f64>>,
}

/// What a variant showed at its end.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ends {
    /// What probes measured, by their columns.
    #[serde(serialize_with = "as_map")]
    pub probes: Vec<(String, f64)>,
    /// Forces of the last step, by their columns.
    #[serde(serialize_with = "as_map")]
    pub forces: Vec<(String, f64)>,
    /// What was expected; nothing of a run that did not finish.
    pub expectations: Vec<Judged>,
}

/// An expectation and whether it was met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// The key of `[expect]`.
    pub key: &'static str,
    /// What was expected.
    pub expected: String,
    /// What was measured.
    pub measured: String,
    /// Whether it was met.
    pub held: bool,
}

impl From<Verdict> for Judged {
    fn from(Verdict { key, expected, measured, held }: Verdict) -> Self {
        Self { key, expected, measured, held }
    }
}

fn as_map<S: Serializer>(list: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(list.iter().map(|(name, number)| (name, number)))
}

/// One variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its short name.
    pub label: String,
    /// The values of the varied keys; those that the reference leaves as they are in the scene are absent.
    pub values: BTreeMap<String, Value>,
    /// The same as they were written, in the order of the keys.
    #[serde(skip)]
    pub choices: Vec<Option<Choice>>,
    /// Whether the others are measured against it.
    pub reference: bool,
    /// How it ended.
    pub outcome: End,
    /// Why it was refused.
    pub reason: Option<String>,
    /// Its numbers.
    #[serde(flatten)]
    pub measures: Measures,
    /// What it showed at its end.
    #[serde(flatten)]
    pub ends: Ends,
    /// Its steps.
    pub series: Series,
}

/// All variants of a scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Version of lope.
    pub version: String,
    /// The scene as it was named.
    pub scene: String,
    /// Its title.
    pub title: String,
    /// Threads used.
    pub threads: usize,
    /// The varied keys, as dotted paths.
    pub keys: Vec<String>,
    /// Name of the run that the others are measured against.
    pub reference: Option<String>,
    /// Times at which they are compared.
    pub compared_times: usize,
    /// Whether the user stopped it.
    pub interrupted: bool,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// The variants.
    pub rows: Vec<Row>,
}

impl Comparison {
    /// Whether every variant ran to its end.
    pub fn finished(&self) -> bool {
        self.rows.iter().all(|row| row.outcome.finished())
    }

    /// Short names of the varied keys: the last part of the path where that is enough.
    pub fn short_keys(&self) -> Vec<&str> {
        short_keys(&self.keys)
    }
}

/// The last part of each path, or all of it where two end alike.
pub(super) fn short_keys(keys: &[String]) -> Vec<&str> {
    let last = |key: &str| key.rsplit('.').next().map_or(0, |end| key.len() - end.len());
    let short: Vec<&str> = keys.iter().map(|key| &key[last(key)..]).collect();
    let alone = |name: &str| short.iter().filter(|other| **other == name).count() == 1;
    keys.iter().zip(&short).map(|(key, name)| if alone(name) { *name } else { key.as_str() }).collect()
}

/// The name of a variant: names alone, other values with the key they belong to.
pub(super) fn label(keys: &[&str], choices: &[Option<Choice>]) -> String {
    let parts = keys.iter().zip(choices).filter_map(|(key, choice)| {
        let choice = choice.as_ref()?;
        Some(if choice.is_name() { choice.label().to_owned() } else { format!("{key} {}", choice.label()) })
    });
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_unambiguous() {
        let keys = ["solver.method", "body.0.material.young", "body.1.material.young"].map(String::from);
        let short = short_keys(&keys);
        assert_eq!(short, ["method", "body.0.material.young", "body.1.material.young"]);
        let choices = [Some(Choice::new("newton")), Some(Choice::new("1e5")), None];
        assert_eq!(label(&["method", "young", "x"], &choices), "newton, young 1e5");
    }

    #[test]
    fn ends_are_told_in_words() {
        let failed = End::Failed { outcome: Outcome::MaxIterations, step: 3 };
        assert_eq!(failed.to_string(), "failed: max-iterations in step 3");
        assert_eq!(serde_json::to_string(&End::Finished { unconverged: 0 }).unwrap(), "\"finished\"");
        assert!(End::Finished { unconverged: 2 }.finished() && !failed.finished());
    }
}
