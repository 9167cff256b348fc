//! How the command ends when something is wrong.

use std::fmt::Display;
use std::process::ExitCode;

use lope::scene::{Problems, SceneError};
use lope_io::compare::CompareError;
use lope_io::output::OutputError;
use lope_io::render::RenderError;
use lope_view::ViewError;

use crate::terminal::say;

/// The simulation failed under its policy, or a claim did not hold.
pub(crate) const FAILED: u8 = 1;
/// Bad input or usage; nothing was written.
pub(crate) const BAD_INPUT: u8 = 2;
/// Interrupted; a checkpoint was written.
pub(crate) const INTERRUPTED: u8 = 130;

/// What went wrong, and the exit code that says so.
pub(crate) struct Failure {
    code: u8,
    message: String,
}

/// Result of a command.
pub(crate) type Done = Result<ExitCode, Failure>;

impl Failure {
    /// Something in the input.
    pub(crate) fn input(message: impl Display) -> Self {
        Self { code: BAD_INPUT, message: message.to_string() }
    }

    /// Something that happened while running.
    pub(crate) fn running(message: impl Display) -> Self {
        Self { code: FAILED, message: message.to_string() }
    }

    /// Asked to stop.
    pub(crate) fn interrupted(message: impl Display) -> Self {
        Self { code: INTERRUPTED, message: message.to_string() }
    }

    /// Prints the message and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        self.message.lines().for_each(|line| say(&format!("error: {line}")));
        ExitCode::from(self.code)
    }
}

impl From<SceneError> for Failure {
    fn from(error: SceneError) -> Self {
        Self::input(error)
    }
}

impl From<ViewError> for Failure {
    fn from(error: ViewError) -> Self {
        Self::input(error)
    }
}

impl From<CompareError> for Failure {
    fn from(error: CompareError) -> Self {
        Self::input(error)
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Interrupted => Self::interrupted(error),
            error if error.is_input() => Self::input(error),
            error => Self::running(error),
        }
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self::input(problems)
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        Self::running(error)
    }
}
