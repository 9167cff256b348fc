//! Recovery from total randomness and total degeneracy: \[Gast14\] Figures 8 and 9.

use std::path::Path;

use super::stage::{Stage, Tally};
use super::{Experiment, ExperimentError, Progress, Size};
use crate::Claim;

/// A cube that starts as a tangle.
pub(super) struct Recovery {
    name: &'static str,
    source: &'static str,
    summary: &'static str,
    start: &'static str,
    /// Steps within which the middle stiffness recovers.
    middle: u64,
    /// Published solves a step for soft, middle and stiff.
    published: [f64; 3],
}

/// \[Gast14\] Figure 8.
pub(super) const RANDOM: Recovery = Recovery {
    name: "gast-random",
    source: "Gast & Schroeder 2014, Figure 8",
    summary: "a cube recovers from randomized vertices at one step a frame, three stiffnesses",
    start: "{ random = { seed = 1 } }",
    middle: 40,
    published: [12.3, 109.6, 236.8],
};

/// \[Gast14\] Figure 9.
pub(super) const POINT: Recovery = Recovery {
    name: "gast-point",
    source: "Gast & Schroeder 2014, Figure 9",
    summary: "a cube recovers from a single point at one step a frame, three stiffnesses",
    start: "{ point = [0, 0, 0] }",
    middle: 5,
    published: [10.7, 88.8, 155.9],
};

/// Young's moduli of the three cubes, Pa.
const STIFFNESS: [(&str, f64); 3] = [("soft", 1e4), ("middle", 1e6), ("stiff", 1e7)];

/// Steps within which the softest recovers: 5 s of film.
const SOFT: u64 = 120;

const SCENE: &str = r#"
title = "Recovery"
gravity = [0, 0, 0]
[time]
step = "1/24"
steps = 120
[solver]
linear = "pcg"
max_iterations = 5000
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [64, 64, 64] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.45, density = 1000 }
"#;

impl Experiment for Recovery {
    fn name(&self) -> &'static str {
        self.name
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn run(
        &self,
        size: Size,
        out: &Path,
        progress: &mut Progress<'_>,
    ) -> Result<Vec<Claim>, ExperimentError> {
        let cells = match size {
            Size::Smoke => 8,
            Size::Full => 64,
        };
        let mut claims = Vec::new();
        let limits = [SOFT, self.middle, 1];
        let mut table =
            String::from("stiffness,step,outcome,linear_solves,linear_iterations,inverted,total,wall_s\n");
        for (case, ((name, young), limit)) in STIFFNESS.into_iter().zip(limits).enumerate() {
            let overrides = [
                format!("body.0.mesh.cells=[{cells},{cells},{cells}]"),
                format!("body.0.start={}", self.start),
                format!("body.0.material.young={young:e}"),
            ];
            let mut stage = Stage::new(self.name, SCENE, &overrides)?;
            let mut tally = Tally::default();
            let mut recovered = None;
            // A few steps beyond the recovery, to see that it lasts.
            while let Some(record) = stage.advance() {
                tally.add(&record);
                let inverted = record.ledger.inverted;
                table += &format!(
                    "{name},{},{},{},{},{inverted},{:e},{:.3}\n",
                    record.step,
                    record.report.outcome.word(),
                    record.report.linear_solves,
                    record.report.linear_iterations,
                    record.ledger.total(),
                    record.wall.as_secs_f64(),
                );
                std::fs::write(out.join("steps.csv"), &table).map_err(|source| ExperimentError::Write {
                    path: out.join("steps.csv").display().to_string(),
                    source,
                })?;
                let fraction = (case as f64 + tally.steps as f64 / limit as f64).min(case as f64 + 1.0) / 3.0;
                progress(fraction, &format!("{name}: step {}, {inverted} inverted", record.step));
                match (inverted, recovered) {
                    (0, None) => recovered = Some(record.step),
                    (1.., Some(_)) => recovered = None,
                    _ => {}
                }
                let settled = recovered.is_some_and(|at| record.step >= at + 2);
                if settled || record.step >= limit.max(3) + 2 || !record.committed {
                    break;
                }
            }
            claims.push(Claim::new(
                format!("{name} ({young:e} Pa): every step converges"),
                "yes",
                format!("{} of {} steps", tally.steps - tally.failed, tally.steps),
                tally.failed == 0,
            ));
            claims.push(Claim::new(
                format!(
                    "{name}: no inverted element within {limit} step{}",
                    if limit == 1 { "" } else { "s" }
                ),
                format!("{limit}"),
                recovered.map_or("not recovered".into(), |at| format!("{at}")),
                recovered.is_some_and(|at| at <= limit),
            ));
            claims.push(Claim::beside(
                format!("{name}: linear solves a step"),
                format!("{}", self.published[case]),
                format!("{:.1} over {} steps ({:.2} s a step)", tally.solves(), tally.steps, tally.seconds()),
            ));
        }
        Ok(claims)
    }
}
