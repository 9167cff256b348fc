//! Small dense mathematics: no physics, no allocation.

/// What to do with the negative eigenvalues of an element Hessian.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Filter {
    /// Leave them: the exact Hessian.
    #[default]
    Raw,
    /// Raise every eigenvalue to at least this floor.
    Clamp(f64),
    /// Take absolute values, and raise them to at least this floor.
    Mirror(f64),
}
