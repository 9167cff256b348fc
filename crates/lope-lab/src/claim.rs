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
    /// Whether it held.
    pub held: bool,
}

impl Claim {
    /// A claim that must hold.
    pub fn new(
        claim: impl Into<String>,
        published: impl Into<String>,
        measured: impl Into<String>,
        held: bool,
    ) -> Self {
        Self { claim: claim.into(), published: published.into(), measured: measured.into(), held }
    }

    /// A number put beside the published one, with nothing to hold.
    pub fn beside(
        what: impl Into<String>,
        published: impl Into<String>,
        measured: impl Into<String>,
    ) -> Self {
        Self::new(what, published, measured, true)
    }
}
