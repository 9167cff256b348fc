//! The same scene under every combination of some keys: which settings are fast, which are exact, which fail.
//!
//! ```text
//! KEY=A,B,C ─ vary ─→ combinations ─ plan ─→ valid scenes, or why not ─ run ─→ rows ─ table, html ─→ files
//! ```
//!
//! Everything that can be wrong with the input is found by [`Plan::new`], before anything runs. After that, nothing
//! that happens to one run stops the others. Runs leave no frames; their nodes are compared in memory with those of
//! one run, the reference.

mod chart;
mod ends;
mod html;
mod instants;
mod measure;
mod plan;
mod report;
mod run;
mod table;
mod trajectory;
mod vary;

pub use plan::{Plan, Request};
pub use report::{Comparison, End, Ends, Judged, Measures, Row, Series};
pub use run::Moment;
pub use table::Shown;
pub use vary::{Choice, MOST_COMBINATIONS, Varied, combinations};

use lope::scene::{SceneError, excerpt};

/// Why nothing was compared: always the input.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// An argument that cannot be read or means nothing.
    #[error("{flag} {text}: {message}")]
    Argument {
        /// The option, as in `--vary`.
        flag: &'static str,
        /// What was given to it.
        text: String,
        /// What is wrong and what to do.
        message: String,
    },
    /// The scene cannot be loaded at all.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// What is wrong with the variants, one line a problem.
    #[error("{}", .0.join("\n"))]
    Problems(Vec<String>),
}

impl CompareError {
    fn argument(flag: &'static str, text: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Argument {
            flag,
            text: excerpt::excerpt(&text.into()).into(),
            message: excerpt::message(message.into()),
        }
    }
}
