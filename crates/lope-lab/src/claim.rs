//! What an experiment claims, and whether it held.

use serde::Serialize;

/// A statement of a paper, checked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// What is claimed.
    pub claim: String,
    /// The published number or finding; a dash where there is none.
    pub published: String,
    /// What this run measured.
    pub measured: String,
    /// Whether it held; none for a number that is only put beside the published one.
    pub held: Option<bool>,
    /// The number that decides and what is asked of it, where it is one.
    #[serde(flatten)]
    pub number: Option<Number>,
    /// How far it is known to miss, see [`crate::MISSES`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_miss: Option<f64>,
}

/// A number with what is asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Number {
    /// What was measured, in the unit.
    pub value: f64,
    /// What is asked.
    pub asked: Asked,
    /// Behind the numbers.
    pub unit: &'static str,
}

/// What is asked of a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// No more than that.
    AtMost(f64),
    /// No less.
    AtLeast(f64),
}

impl Asked {
    /// Whether a value does; what is not a number never does.
    pub fn holds(self, value: f64) -> bool {
        match self {
            Self::AtMost(limit) => value <= limit,
            Self::AtLeast(limit) => value >= limit,
        }
    }

    /// The same question with another limit.
    fn moved(self, limit: f64) -> Self {
        match self {
            Self::AtMost(_) => Self::AtMost(limit),
            Self::AtLeast(_) => Self::AtLeast(limit),
        }
    }
}

impl Number {
    /// What is asked, in words.
    pub fn asked(&self) -> String {
        match self.asked {
            Asked::AtMost(limit) => format!("at most {}", shown(limit, self.unit)),
            Asked::AtLeast(limit) => format!("at least {}", shown(limit, self.unit)),
        }
    }
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It held.
    Held,
    /// It did not, and is known not to, by that much.
    Miss,
    /// It did not, or by more than is known.
    Failed,
    /// Nothing was asked.
    Beside,
}

impl Verdict {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Miss => "miss (known)",
            Self::Failed => "FAILED",
            Self::Beside => "–",
        }
    }
}

impl Claim {
    /// A claim that must hold.
    pub fn new(
        claim: impl Into<String>,
        published: impl Into<String>,
        measured: impl Into<String>,
        held: bool,
    ) -> Self {
        Self { held: Some(held), ..Self::beside(claim, published, measured) }
    }

    /// A claim about a number in a unit, such as `%`; no unit for counts.
    pub fn number(
        claim: impl Into<String>,
        published: impl Into<String>,
        (value, unit): (f64, &'static str),
        asked: Asked,
    ) -> Self {
        let number = Some(Number { value, asked, unit });
        Self { number, ..Self::new(claim, published, shown(value, unit), asked.holds(value)) }
    }

    /// The same with more to read behind the number.
    pub fn noting(mut self, more: impl std::fmt::Display) -> Self {
        self.measured = format!("{} ({more})", self.measured);
        self
    }

    /// The same where it is judged, the number alone where it is not.
    pub fn judged(self, judged: bool) -> Self {
        if judged { self } else { Self { held: None, number: None, ..self } }
    }

    /// A number put beside the published one, with nothing to hold.
    pub fn beside(
        what: impl Into<String>,
        published: impl Into<String>,
        measured: impl Into<String>,
    ) -> Self {
        Self {
            claim: what.into(),
            published: published.into(),
            measured: measured.into(),
            held: None,
            number: None,
            known_miss: None,
        }
    }

    /// What became of it.
    pub fn verdict(&self) -> Verdict {
        let known =
            || self.number.zip(self.known_miss).is_some_and(|(n, at)| n.asked.moved(at).holds(n.value));
        match self.held {
            None => Verdict::Beside,
            Some(true) => Verdict::Held,
            Some(false) if known() => Verdict::Miss,
            Some(false) => Verdict::Failed,
        }
    }
}

/// A number with its unit, to three digits.
fn shown(value: f64, unit: &str) -> String {
    let size = value.abs();
    let mut text = match size {
        _ if size == 0.0 || !size.is_finite() => format!("{value}"),
        _ if !(1e-3..1e6).contains(&size) => format!("{value:.2e}"),
        _ => {
            let digits = (2 - size.log10().floor() as i32).max(0) as usize;
            let text = format!("{value:.digits$}");
            let text =
                if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
            text.to_owned()
        }
    };
    match unit {
        "" => {}
        "×" => text += unit,
        _ => text = format!("{text} {unit}"),
    }
    text
}
