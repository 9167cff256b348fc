//! Knowing the distance to the minimum where steps do not tell it.
//!
//! With a constant matrix in place of the Hessian a step may be short though the minimum is far. Methods of that kind
//! tell the loop not to believe the lengths of their steps; when it asks for one that is to be believed, they give a
//! Newton step, with their own matrix as preconditioner. So the stopping rule means the same for every method.

use super::descent::{CREDIBLE, Proposal, View};
use super::{Objective, Stop};
use crate::clock::Stopwatch;
use crate::math::Filter;
use crate::sparse::{Answer, Cg, KrylovParams, Preconditioner};

/// Part of the tolerance below which a step is worth checking. The check costs as much as some ten iterations, and
/// the Newton step is usually the longer one.
pub(super) const MARGIN: f64 = 0.5;

/// Whether a step in the constant matrix is so short that it is worth asking for a Newton step.
pub(super) fn worth_confirming(stop: Stop, f: &dyn Objective, p: &[f64]) -> bool {
    matches!(stop, Stop::Step(tolerance) if f.size(p) < MARGIN * tolerance)
}

/// A step in the constant matrix, whose length is not believed.
pub(super) fn unconfirmed(linear_iterations: usize) -> Proposal {
    Proposal { tolerance: f64::INFINITY, linear_solves: 1, linear_iterations, ..Proposal::default() }
}

/// A Newton step accurate enough to tell the distance to the minimum, by conjugate gradients that start with `m`.
pub(super) fn newton(
    cg: &mut Cg,
    f: &mut dyn Objective,
    at: View<'_>,
    m: &mut dyn Preconditioner,
    (rhs, p): (&[f64], &mut [f64]),
    max_iterations: usize,
) -> Proposal {
    filtered_newton(cg, f, at, m, (rhs, p), max_iterations, Filter::Raw)
}

/// The same with element Hessians filtered: there is one where the Hessian is indefinite too.
pub(super) fn filtered_newton(
    cg: &mut Cg,
    f: &mut dyn Objective,
    at: View<'_>,
    m: &mut dyn Preconditioner,
    (rhs, p): (&[f64], &mut [f64]),
    max_iterations: usize,
    filter: Filter,
) -> Proposal {
    let clock = Stopwatch::start();
    f.hessian(at.x, filter);
    let hessian_time = clock.elapsed();
    let tolerance = CREDIBLE.min(at.accuracy);
    let params = KrylovParams { relative_tolerance: tolerance, max_iterations };
    let info = cg.solve(f.operator(), m, rhs, p, &params);
    Proposal {
        newton: info.answer == Answer::Solved,
        tolerance,
        indefinite: matches!(info.answer, Answer::Indefinite { .. }),
        linear_solves: 1,
        linear_iterations: info.iterations,
        hessian_time,
        ..Proposal::default()
    }
}
