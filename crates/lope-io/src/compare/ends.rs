//! What variants show at their ends: probes, forces and expectations as columns.

use super::report::{Comparison, Ends};

/// Columns of probes and of forces that a table for people has at most, each.
const SHOWN: usize = 6;

/// How a column of expectations begins; the number tells those of one key apart.
const EXPECT: &str = "expect.";

/// A column of the table for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// What a probe measured.
    Probe(String),
    /// How strong a source of forces was.
    Force(String),
    /// How many expectations were met.
    Expected,
}

impl End {
    /// Its cell; none where there is nothing.
    pub(super) fn of(&self, ends: &Ends) -> Option<String> {
        match self {
            Self::Probe(column) => ends.number(column).map(short),
            Self::Force(name) => {
                let part = |axis: &str| ends.number(&format!("{name}.{axis}"));
                let [x, y, z] = [part("fx")?, part("fy")?, part("fz")?];
                Some(format!("{} N", short(x.hypot(y).hypot(z))))
            }
            Self::Expected => {
                let (all, held) =
                    (ends.expectations.len(), ends.expectations.iter().filter(|one| one.held).count());
                (all > 0).then(|| if held == all { "all".into() } else { format!("{held} of {all}") })
            }
        }
    }
}

impl Ends {
    /// The number of a column of probes or forces.
    pub(super) fn number(&self, column: &str) -> Option<f64> {
        self.probes.iter().chain(&self.forces).find(|(name, _)| name == column).map(|(_, number)| *number)
    }

    /// Whether the expectation of a column was met.
    pub(super) fn held(&self, column: &str) -> Option<String> {
        self.expected().find(|(name, _)| name == column).map(|(_, held)| held.to_string())
    }

    /// Columns of expectations: `expect.inverted`, `expect.probe.0`, `expect.probe.1`.
    fn expected(&self) -> impl Iterator<Item = (String, bool)> {
        self.expectations.iter().enumerate().map(|(place, one)| {
            let before = self.expectations[..place].iter().filter(|other| other.key == one.key).count();
            let name = match one.key {
                "probe" | "force" | "field" => format!("{EXPECT}{}.{before}", one.key),
                key => format!("{EXPECT}{key}"),
            };
            (name, one.held)
        })
    }
}

impl Comparison {
    /// Columns of probes, forces and expectations, those of all variants.
    pub(super) fn end_columns(&self) -> Vec<String> {
        let probes = self.rows.iter().flat_map(|row| row.ends.probes.iter().map(|(name, _)| name.clone()));
        let forces = self.rows.iter().flat_map(|row| row.ends.forces.iter().map(|(name, _)| name.clone()));
        let expected = self.rows.iter().flat_map(|row| row.ends.expected().map(|(name, _)| name));
        let mut columns = Vec::new();
        for column in probes.chain(forces).chain(expected) {
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
        columns
    }

    /// Those of them that a table for people has, with their names: of a force its strength.
    pub(super) fn shown_ends(&self) -> Vec<(String, End)> {
        let mut shown = Vec::new();
        let columns = self.end_columns();
        let is_probe = |column: &&String| {
            self.rows.iter().any(|row| row.ends.probes.iter().any(|(name, _)| name == *column))
        };
        let probes = columns.iter().filter(is_probe).take(SHOWN);
        shown.extend(probes.map(|column| (column.clone(), End::Probe(column.clone()))));
        let whole =
            columns.iter().filter(|column| !is_probe(column)).filter_map(|column| column.strip_suffix(".fx"));
        let sources =
            whole.filter(|name| !name.ends_with(".normal") && !name.ends_with(".friction")).take(SHOWN);
        shown.extend(sources.map(|name| (format!("|{name}|"), End::Force(name.to_owned()))));
        if self.rows.iter().any(|row| !row.ends.expectations.is_empty()) {
            shown.push(("expected".into(), End::Expected));
        }
        shown
    }
}

/// Four digits.
fn short(x: f64) -> String {
    match x.abs() {
        0.0 => "0".into(),
        size if (1e-2..1e5).contains(&size) => {
            format!("{x:.*}", (3.0 - size.log10().floor()).clamp(0.0, 5.0) as usize)
        }
        _ => format!("{x:.3e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Judged;
    use super::super::table::tests::sample;
    use super::*;

    fn told() -> Comparison {
        let mut comparison = sample();
        let judged = |key, held| Judged { key, expected: "1".into(), measured: "2".into(), held };
        for (number, row) in comparison.rows.iter_mut().take(2).enumerate() {
            let x = number as f64;
            row.ends = Ends {
                probes: vec![("tip.y".into(), -0.5 - x)],
                forces: vec![
                    ("bar.pin0.fx".into(), 3.0),
                    ("bar.pin0.fy".into(), 4.0 * x),
                    ("bar.pin0.fz".into(), 0.0),
                ],
                expectations: vec![
                    judged("converged", true),
                    judged("probe", number == 0),
                    judged("probe", true),
                ],
            };
        }
        comparison
    }

    #[test]
    fn ends_are_columns_of_all_files() {
        let comparison = told();
        let csv = comparison.to_csv();
        let lines: Vec<&str> = csv.lines().collect();
        let ends = "tip.y,bar.pin0.fx,bar.pin0.fy,bar.pin0.fz,expect.converged,expect.probe.0,expect.probe.1";
        assert!(lines[0].ends_with(&format!(",reason,{ends}")), "{}", lines[0]);
        assert!(lines[1].ends_with(",,-0.5,3.0,0.0,0.0,true,true,true"), "{}", lines[1]);
        assert!(lines[2].ends_with(",,-1.5,3.0,4.0,0.0,true,false,true"), "{}", lines[2]);
        assert!(lines[3].ends_with(",,,,,,,,"), "{}", lines[3]);
        assert!(lines.iter().take(4).all(|line| line.split(',').count() == lines[0].split(',').count()));
        let json: serde_json::Value = serde_json::from_str(&comparison.to_json().unwrap()).unwrap();
        assert_eq!(json["rows"][1]["probes"]["tip.y"], -1.5);
        assert_eq!(json["rows"][1]["forces"]["bar.pin0.fy"], 4.0);
        assert_eq!(json["rows"][1]["expectations"][1]["held"], false);
        let shown = comparison.shown();
        assert_eq!(shown.head[13..], ["tip.y", "|bar.pin0|", "expected"]);
        assert_eq!(shown.rows[1][15..], ["-1.500", "5.000 N", "2 of 3"]);
        assert_eq!(shown.rows[3][15..], ["–", "–", "–"]);
        assert!(comparison.to_html().contains("<th>|bar.pin0|</th>"));
        let remarks = comparison.remarks();
        assert!(
            remarks.iter().any(|one| one.contains("expect.probe is missed: 1, and it is 2")),
            "{remarks:?}"
        );
    }

    #[test]
    fn numbers_have_four_digits() {
        for (x, text) in
            [(0.0, "0"), (-0.5, "-0.5000"), (12345.0, "12345"), (1e-5, "1.000e-5"), (1e7, "1.000e7")]
        {
            assert_eq!(short(x), text);
        }
    }
}
