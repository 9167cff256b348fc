//! Steps that cannot go on because what must not meet is in the way.

use crate::energy::{Acts, InTheWay};
use crate::minimize::{Iteration, Outcome};

/// Step lengths that are told.
const TOLD: usize = 10;
/// Last iterations that must all have been cut short for a minimization to count as locked, if there were so many.
const CUT: usize = 5;
/// A way that is free for less than this is none.
const ALMOST: f64 = 1e-2;

/// What is in the way, and the same in words, if contact is why a solve ended as it did: `trace` are its iterations.
pub(super) fn note(outcome: Outcome, trace: &[Iteration], acts: &mut Acts) -> Option<(InTheWay, String)> {
    let limit = limit(outcome, trace)?;
    // Only failures get here: to look along a way once more takes no time beside them.
    let found = acts.in_the_way()?;
    let InTheWay { free, who: [one, other], gap, part, .. } = &found;
    // Where something else ends before, contact is not why.
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

/// How much of the last way may be free if contact is why; none if ways were not cut short.
fn limit(outcome: Outcome, trace: &[Iteration]) -> Option<f64> {
    match outcome {
        // Pins or obstacles on their way.
        Outcome::Infeasible => {
            trace.last().map(|last| last.alpha).filter(|last| *last < 1.0).map(|last| last * (1.0 + 1e-9))
        }
        Outcome::MaxIterations | Outcome::LineSearchFailed => {
            let mut last = trace.iter().rev().take(CUT);
            (!trace.is_empty() && last.all(|one| one.alpha <= ALMOST)).then_some(ALMOST)
        }
        _ => None,
    }
}

fn length(alpha: f64) -> String {
    if alpha == 0.0 || alpha >= 1e-3 { format!("{alpha:.3}") } else { format!("{alpha:.1e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(lengths: &[f64]) -> Vec<Iteration> {
        lengths.iter().map(|alpha| Iteration { alpha: *alpha, ..Iteration::default() }).collect()
    }

    #[test]
    fn five_short_steps_at_the_end_are_locked() {
        for outcome in [Outcome::MaxIterations, Outcome::LineSearchFailed] {
            assert_eq!(limit(outcome, &trace(&[1.0, 0.01, 1e-3, 0.0, 1e-5, 1e-9])), Some(ALMOST));
            assert_eq!(limit(outcome, &trace(&[1.0, 0.02, 1e-3, 0.0, 1e-5, 1e-9])), None);
            assert_eq!(limit(outcome, &trace(&[1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 0.5])), None);
            // So is one that cannot even begin.
            assert_eq!(limit(outcome, &trace(&[1e-3])), Some(ALMOST));
            assert_eq!(limit(outcome, &[]), None);
        }
        assert_eq!(limit(Outcome::Converged, &trace(&[0.0; 9])), None);
    }

    #[test]
    fn obstacles_on_their_way_are_locked_where_the_last_way_ended() {
        let limit = |lengths: &[f64]| limit(Outcome::Infeasible, &trace(lengths));
        assert!(limit(&[1.0, 0.3]).is_some_and(|limit| (limit - 0.3).abs() < 1e-8));
        assert_eq!(limit(&[0.3, 1.0]), None);
        assert_eq!(limit(&[]), None);
    }
}
