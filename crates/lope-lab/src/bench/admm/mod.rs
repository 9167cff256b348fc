//! The alternating direction method of multipliers: its local step against a plain one, and its steps against those of a
//! Newton method that are solved as far.

mod local;
mod plain;
mod residual;

use super::Session;

/// Local steps, then whole ones.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    local::measure(session)?;
    residual::measure(session)
}
