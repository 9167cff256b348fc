//! One line of the report, as text and as numbers.

use serde::Serialize;

/// What a ratio should be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// This or more.
    AtLeast(f64),
    /// This or less.
    AtMost(f64),
}

impl Goal {
    /// Whether a ratio reaches it. A ratio that is not a number does not.
    pub fn met(self, ratio: f64) -> bool {
        match self {
            Self::AtLeast(bound) => ratio >= bound,
            Self::AtMost(bound) => ratio <= bound,
        }
    }
}

/// How a ratio is written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Style {
    Times,
    Percent,
}

impl Style {
    fn write(self, ratio: f64) -> String {
        match self {
            Self::Times => format!("{ratio:.2}×"),
            Self::Percent => format!("{:.0} %", 100.0 * ratio),
        }
    }
}

/// One measurement.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Benchmark it belongs to.
    pub bench: String,
    /// What was measured.
    pub quantity: String,
    /// The number, with its unit.
    pub value: String,
    /// How it compares; empty if with nothing.
    pub ratio: String,
    /// With what.
    pub against: String,
    /// The goal and whether it is met; empty if there is none.
    pub verdict: String,
    /// The measured number, in `unit`.
    pub number: f64,
    /// Its unit.
    pub unit: String,
    /// The ratio as a number.
    pub ratio_number: Option<f64>,
    /// What the ratio should be.
    pub goal: Option<Goal>,
}

impl Row {
    /// A number that is compared with nothing yet.
    pub(super) fn new(bench: &str, quantity: impl Into<String>, number: f64, unit: &str) -> Self {
        Self {
            bench: bench.into(),
            quantity: quantity.into(),
            value: format!("{} {unit}", significant(number)),
            ratio: String::new(),
            against: String::new(),
            verdict: String::new(),
            number,
            unit: unit.into(),
            ratio_number: None,
            goal: None,
        }
    }

    /// Compares, as "so many times".
    pub(super) fn times(self, ratio: f64, against: impl Into<String>, goal: Option<Goal>) -> Self {
        self.compare(Style::Times, ratio, against.into(), goal)
    }

    /// Compares, as "so many per cent".
    pub(super) fn percent(self, ratio: f64, against: impl Into<String>, goal: Option<Goal>) -> Self {
        self.compare(Style::Percent, ratio, against.into(), goal)
    }

    fn compare(mut self, style: Style, ratio: f64, against: String, goal: Option<Goal>) -> Self {
        self.ratio = style.write(ratio);
        self.against = against;
        self.ratio_number = Some(ratio);
        self.goal = goal;
        if let Some(goal) = goal {
            let (sign, bound) = match goal {
                Goal::AtLeast(bound) => ("≥", bound),
                Goal::AtMost(bound) => ("≤", bound),
            };
            let verdict = if goal.met(ratio) { "met" } else { "missed" };
            self.verdict = format!("{sign} {} {verdict}", style.write(bound));
        }
        self
    }
}

/// Three significant digits, without an exponent.
fn significant(number: f64) -> String {
    let before = if number == 0.0 { 1 } else { number.abs().log10().floor() as i32 + 1 };
    let decimals = (3 - before).clamp(0, 9) as usize;
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_three_digits() {
        for (number, text) in
            [(0.0, "0.00"), (0.01234, "0.0123"), (1.0, "1.00"), (12.34, "12.3"), (4567.8, "4568")]
        {
            assert_eq!(significant(number), text);
        }
    }

    #[test]
    fn a_verdict_follows_from_ratio_and_goal() {
        let row = |ratio, goal| Row::new("b", "q", 1.0, "s").times(ratio, "x", Some(goal)).verdict;
        assert_eq!(row(2.0, Goal::AtLeast(2.0)), "≥ 2.00× met");
        assert_eq!(row(1.9, Goal::AtLeast(2.0)), "≥ 2.00× missed");
        assert_eq!(row(1.2, Goal::AtMost(1.15)), "≤ 1.15× missed");
        assert_eq!(row(f64::NAN, Goal::AtMost(1.15)), "≤ 1.15× missed");
    }
}
