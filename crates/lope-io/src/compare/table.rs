//! A comparison as `compare.csv` and `compare.json`, and as a table to read.

use std::path::{Path, PathBuf};

use super::ends::End;
use super::html;
use super::report::{Comparison, Judged, Measures, Row};
use crate::output::{OutputError, Result, atomic, csv};

/// Columns of `compare.csv` after the varied keys.
const COLUMNS: [&str; 19] = [
    "outcome",
    "steps",
    "iterations",
    "linear_solves",
    "linear_iterations",
    "evaluations",
    "projected",
    "projected_percent",
    "wall_s",
    "hessian_s",
    "linear_s",
    "search_s",
    "other_s",
    "energy_drift",
    "distance",
    "distance_relative",
    "final_energy",
    "reference",
    "reason",
];

/// A table for people: rounded, and only what fits a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Names of the columns.
    pub head: Vec<String>,
    /// Names of the varied keys, which are the columns before.
    pub keys: Vec<String>,
    /// One row a variant.
    pub rows: Vec<Vec<String>>,
}

impl Comparison {
    /// Writes `compare.csv`, `compare.json` and `compare.html` into a directory that exists; returns their paths.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        let mut written = Vec::new();
        let files = [
            ("compare.csv", self.to_csv()),
            ("compare.json", self.to_json()?),
            ("compare.html", html::page(self)),
        ];
        for (name, text) in files {
            let path = directory.join(name);
            atomic::write(&path, text.as_bytes())?;
            written.push(path);
        }
        Ok(written)
    }

    /// The table as CSV: one line a variant, numbers with all their digits, an empty cell where there is none.
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        let mut line = |cells: Vec<String>| text += &csv::line(cells.iter().map(String::as_str));
        let columns = COLUMNS.iter().map(ToString::to_string);
        let ends = self.end_columns();
        line(self.keys.iter().cloned().chain(columns).chain(ends.iter().cloned()).collect());
        for row in &self.rows {
            let values = row.choices.iter().map(|c| c.as_ref().map_or("", |c| c.label()).to_owned());
            let last = ends.iter().map(|column| {
                row.ends
                    .number(column)
                    .map(|x| format!("{x:?}"))
                    .or_else(|| row.ends.held(column))
                    .unwrap_or_default()
            });
            line(values.chain(cells(row)).chain(last).collect());
        }
        text
    }

    /// Everything that was measured, steps included.
    ///
    /// # Errors
    /// If a value does not fit JSON.
    pub fn to_json(&self) -> Result<String> {
        serde_json::to_string_pretty(self)
            .map(|text| text + "\n")
            .map_err(|e| OutputError::shape(format!("the comparison does not fit JSON: {e}")))
    }

    /// The page with table and plots.
    pub fn to_html(&self) -> String {
        html::page(self)
    }

    /// The table for people.
    pub fn shown(&self) -> Shown {
        let head = vec![
            "outcome",
            "steps",
            "iterations",
            "solves",
            "linear it.",
            "projected",
            "time",
            "Hessian",
            "linear",
            "search",
            "other",
            "drift",
            "distance",
        ];
        let ends = self.shown_ends();
        let head =
            head.into_iter().map(str::to_owned).chain(ends.iter().map(|(name, _)| name.clone())).collect();
        let keys = self.short_keys().into_iter().map(str::to_owned).collect();
        Shown { head, keys, rows: self.rows.iter().map(|row| shown(row, &ends)).collect() }
    }

    /// What a reader of the table should know besides: refusals, the reference, notes.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for row in &self.rows {
            if let Some(reason) = &row.reason {
                remarks.push(format!("{}: {}", row.label, reason));
            }
        }
        remarks.push(match &self.reference {
            Some(label) => format!(
                "distances are the largest of any node at {} times, in m; the reference is {}",
                self.compared_times,
                label.strip_prefix("reference: ").unwrap_or(label),
            ),
            None => "no distances: no run that could be the reference finished".to_owned(),
        });
        for row in &self.rows {
            for Judged { key, expected, measured, .. } in row.ends.expectations.iter().filter(|one| !one.held)
            {
                remarks
                    .push(format!("{}: expect.{key} is missed: {expected}, and it is {measured}", row.label));
            }
        }
        if self.end_columns().len() > self.shown_ends().len() {
            remarks.push(
                "compare.csv and compare.json have all columns of probes, forces and expectations".into(),
            );
        }
        remarks.extend(self.notes.iter().map(|note| format!("note: {note}")));
        remarks
    }
}

fn cells(row: &Row) -> [String; COLUMNS.len()] {
    let count = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
    let real = |x: Option<f64>| x.map(|x| format!("{x:?}")).unwrap_or_default();
    let m: &Measures = &row.measures;
    [
        row.outcome.to_string(),
        count(m.steps),
        count(m.iterations),
        count(m.linear_solves),
        count(m.linear_iterations),
        count(m.evaluations),
        count(m.projected),
        real(m.projected_percent),
        real(m.wall_s),
        real(m.hessian_s),
        real(m.linear_s),
        real(m.search_s),
        real(m.other_s),
        real(m.energy_drift),
        real(m.distance),
        real(m.distance_relative),
        real(m.final_energy),
        row.reference.to_string(),
        row.reason.clone().unwrap_or_default(),
    ]
}

fn shown(row: &Row, ends: &[(String, End)]) -> Vec<String> {
    const NOTHING: &str = "–";
    let m = &row.measures;
    let told = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_owned());
    let count = |n: Option<u64>| told(n.map(|n| n.to_string()));
    let seconds = |x: Option<f64>| told(x.map(|x| format!("{} s", three_digits(x))));
    let small = |x: Option<f64>| {
        told(x.map(|x| match x.abs() {
            0.0 => "0".into(),
            size if size < 1e-2 => format!("{x:.1e}"),
            _ => format!("{x:.3}"),
        }))
    };
    let choices = row.choices.iter().map(|c| c.as_ref().map_or(NOTHING, |c| c.label()).to_owned());
    choices
        .chain([
            row.outcome.to_string(),
            count(m.steps),
            count(m.iterations),
            count(m.linear_solves),
            count(m.linear_iterations),
            told(m.projected_percent.map(|x| format!("{x:.1} %"))),
            seconds(m.wall_s),
            seconds(m.hessian_s),
            seconds(m.linear_s),
            seconds(m.search_s),
            seconds(m.other_s),
            small(m.energy_drift),
            if row.reference { "reference".into() } else { small(m.distance) },
        ])
        .chain(ends.iter().map(|(_, end)| end.of(&row.ends).unwrap_or_else(|| NOTHING.to_owned())))
        .collect()
}

fn three_digits(x: f64) -> String {
    if x < 1e-3 {
        return format!("{x:.4}");
    }
    let digits = (2.0 - x.log10().floor()).clamp(0.0, 5.0) as usize;
    format!("{x:.digits$}")
}

#[cfg(test)]
pub(super) mod tests {
    use lope::minimize::Outcome;

    use super::super::report::{End, Ends, Series};
    use super::super::vary::Choice;
    use super::*;

    /// A refused, a failed and two finished runs, with text that wants to be quoted.
    pub(in crate::compare) fn sample() -> Comparison {
        let keys = ["solver.method", "solver.tolerance"];
        let row = |values: [&str; 2], outcome: End, wall: f64, distance: Option<f64>| {
            let choices = values.map(|text| Some(Choice::new(text)));
            let refused = outcome == End::Unsupported;
            let measures = Measures {
                steps: Some(2),
                iterations: Some(7),
                linear_iterations: Some(70),
                projected_percent: Some(12.5),
                wall_s: Some(wall),
                linear_s: Some(0.5 * wall),
                distance,
                ..Measures::default()
            };
            let series = Series {
                time: vec![0.1, 0.2],
                wall_s: vec![0.5 * wall; 2],
                iterations: vec![3, 4],
                linear_solves: vec![3, 4],
                linear_iterations: vec![30, 40],
                projected: vec![0, 9],
                total: vec![1.0, f64::NAN],
                distance: vec![None, distance],
            };
            Row {
                label: super::super::report::label(&["method", "tolerance"], &choices),
                values: keys
                    .iter()
                    .zip(&choices)
                    .map(|(k, c)| ((*k).into(), c.clone().unwrap().value))
                    .collect(),
                choices: choices.to_vec(),
                reference: distance == Some(0.0),
                outcome,
                reason: refused.then(|| "<b>\"no\"</b>, & never".into()),
                measures: if refused { Measures::default() } else { measures },
                series: if refused { Series::default() } else { series },
                ends: Ends::default(),
            }
        };
        let finished = End::Finished { unconverged: 0 };
        let failed = End::Failed { outcome: Outcome::MaxIterations, step: 3 };
        Comparison {
            version: "1.2.3".into(),
            scene: "cube".into(),
            title: "A <script>alert(1)</script> & \"cube\"".into(),
            threads: 2,
            keys: keys.map(String::from).to_vec(),
            reference: Some("newton, tolerance 1e-3".into()),
            compared_times: 2,
            interrupted: false,
            notes: vec!["careful".into()],
            rows: vec![
                row(["newton", "1e-3"], finished, 0.5, Some(0.0)),
                row(["newton", "1e-2"], finished, 0.25, Some(2e-4)),
                row(["<i>", "1e-3"], failed, 0.125, None),
                row(["lbfgs", "1e-2"], End::Unsupported, 0.0, None),
            ],
        }
    }

    #[test]
    fn csv_has_a_line_a_variant_and_quotes_what_it_must() {
        let csv = sample().to_csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(
            lines[0].starts_with("solver.method,solver.tolerance,outcome,steps,iterations,linear_solves,")
        );
        assert_eq!(lines[1].split(',').count(), lines[0].split(',').count());
        assert!(lines[1].starts_with("newton,1e-3,finished,2,7,,70,,,12.5,0.5,"), "{}", lines[1]);
        assert!(lines[3].contains(",failed: max-iterations in step 3,2,7,"), "{}", lines[3]);
        assert!(lines[4].ends_with(",false,\"<b>\"\"no\"\"</b>, & never\""), "{}", lines[4]);
    }

    #[test]
    fn json_is_typed_and_null_where_there_is_nothing() {
        let json: serde_json::Value = serde_json::from_str(&sample().to_json().unwrap()).unwrap();
        let row = &json["rows"][1];
        assert_eq!((&row["values"]["solver.tolerance"], &row["iterations"]), (&1e-2.into(), &7.into()));
        assert_eq!((&row["outcome"], &row["reference"]), (&"finished".into(), &false.into()));
        assert!(row["energy_drift"].is_null() && row["series"]["total"][1].is_null());
        assert!(json["rows"][3]["wall_s"].is_null() && json["rows"][3]["reason"].is_string());
    }

    #[test]
    fn the_table_for_people_is_rounded_and_explained() {
        let comparison = sample();
        let shown = comparison.shown();
        assert_eq!(shown.keys, ["method", "tolerance"]);
        assert!(shown.rows.iter().all(|row| row.len() == shown.keys.len() + shown.head.len()));
        assert_eq!(
            (shown.rows[0].last().unwrap().as_str(), shown.rows[1][8].as_str()),
            ("reference", "0.250 s")
        );
        let remarks = comparison.remarks();
        assert!(remarks[0].starts_with("lbfgs, tolerance 1e-2: <b>"), "{remarks:?}");
        assert!(remarks[1].contains("at 2 times") && remarks[2].contains("careful"), "{remarks:?}");
        assert!(!comparison.finished());
    }
}
