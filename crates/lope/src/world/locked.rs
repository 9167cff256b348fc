//! Steps that cannot go on because what must not meet is in the way.

use crate::energy::{Acts, InTheWay};
use crate::minimize::{Iteration, Outcome};

/// Step lengths that are told.
const TOLD: usize = 10;
/// Iterations that must all have been cut short for a minimization to count as locked.
const CUT: usize = 5;
/// A way that is free for less than this is none.
const ALMOST: f64 = 1e-2;

/// What is in the way, and the same in words, if contact is why a solve ended as it did: `trace` are its iterations.
pub(super) fn note(outcome: Outcome, trace: &[Iteration], acts: &mut Acts) -> Option<(InTheWay, String)> {
    let last = trace.last()?.alpha;
    let cut = match outcome {
        // Pins or obstacles on their way.
        Outcome::Infeasible => last < 1.0,
        Outcome::MaxIterations | Outcome::LineSearchFailed => {
            trace.iter().rev().take(CUT).all(|one| one.alpha <= ALMOST)
        }
        _ => false,
    };
    // Only failures get here: to look along a way once more takes no time beside them.
    let found = acts.in_the_way().filter(|_| cut)?;
    let InTheWay { free, who: [one, other], gap, part, .. } = &found;
    // Where something else ends before, contact is not why.
    let limit = if outcome == Outcome::Infeasible { last * (1.0 + 1e-9) } else { ALMOST };
    if *free > limit {
        return None;
    }
    let skipped = trace.len().saturating_sub(TOLD);
    let lengths: Vec<String> = trace[skipped..].iter().map(|one| length(one.alpha)).collect();
    let text = format!(
        "contact-locked: {one} and {other} are in each other's way, {gap:.2e} m apart (d̂ × {part:.2e}); the last step lengths were {}",
        lengths.join(", ")
    );
    Some((found, text))
}

fn length(alpha: f64) -> String {
    if alpha == 0.0 || alpha >= 1e-3 { format!("{alpha:.3}") } else { format!("{alpha:.1e}") }
}
