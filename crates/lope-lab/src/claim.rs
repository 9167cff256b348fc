//! What an experiment claims, and whether it held.

use serde::Serialize;

/// A statement of a paper, checked by a number.
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

    /// Whether it was checked and did not hold.
    pub fn failed(&self) -> bool {
        self.held == Some(false)
    }

    /// A number put beside the published one, with nothing to hold.
    pub fn beside(
        what: impl Into<String>,
        published: impl Into<String>,
        measured: impl Into<String>,
    ) -> Self {
        Self { claim: what.into(), published: published.into(), measured: measured.into(), held: None }
    }
}
