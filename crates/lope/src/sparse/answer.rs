//! What a solver says about a system.

/// How a linear solve ended. Only [`Answer::Solved`] promises a solution; the others are answers too, and the
/// minimizers act on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The residual is within the tolerance.
    Solved,
    /// The matrix is not positive definite: a direction of nonpositive curvature was met.
    Indefinite {
        /// The iteration that met it, counted from zero; for a factorization, the pivot in elimination order.
        at_iteration: usize,
    },
    /// The residual is still above the tolerance after the last iteration allowed.
    IterationLimit,
    /// A number ceased to be finite, or the system is singular and has no solution.
    Breakdown,
}

/// When an iterative solver stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KrylovParams {
    /// Solved when ‖b − Ax‖₂ ≤ this · ‖b‖₂. Default 1e-4, enough for a Newton direction; lower it where the
    /// solution itself is the result.
    pub relative_tolerance: f64,
    /// Products with the matrix at most. Default 10,000.
    pub max_iterations: usize,
}

impl Default for KrylovParams {
    fn default() -> Self {
        Self { relative_tolerance: 1e-4, max_iterations: 10_000 }
    }
}

/// What an iterative solver did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KrylovInfo {
    /// Products with the matrix.
    pub iterations: usize,
    /// ‖b − Ax‖₂ of the answer, as carried along by the recurrences.
    pub residual_norm: f64,
    /// How the solve ended.
    pub answer: Answer,
}
