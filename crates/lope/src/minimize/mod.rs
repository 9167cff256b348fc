//! Minimizers: they see an objective and nothing else, no mesh, no time, no physics.
//!
//! There is one descent loop ([`Descent`]). What tells the methods apart is how a direction is found
//! ([`Direction`]), how far it is followed ([`Search`]), and when to stop ([`Stop`]).

mod admm;
mod auto;
mod confirm;
mod descent;
mod lbfgs;
mod line_search;
mod linear;
mod local_global;
mod memory;
mod metric;
mod newton;
mod objective;
mod prepared;
mod projecting_newton;
mod report;
mod stabilized_newton;
#[cfg(test)]
mod testing;
mod xpbd;

pub use admm::{Admm, AdmmSettings, Split};
pub use auto::Auto;
pub use descent::{CREDIBLE, Descent, Direction, Landing, Limits, Line, Proposal, Search, Stop, View};
pub use lbfgs::{Lbfgs, LbfgsSettings};
pub use line_search::{Backtracking, FullStep, StrongWolfe};
pub use linear::{
    Forcing, LOOSEST, Linear, LinearMethod, LinearSettings, LinearSolve, NewtonSystem, PROBE,
    PreconditionerKind,
};
pub use local_global::{LocalGlobal, LocalGlobalSettings};
pub use memory::{Extent, Memory};
pub use metric::Metric;
pub use newton::Newton;
pub use objective::{Abilities, Bounded, ConstantMatrix, Constrained, Mark, Objective, Summed};
pub use prepared::Prepared;
pub use projecting_newton::{FLOOR, LINEAR_TOLERANCE, Policy, ProjectingNewton, ProjectingSettings};
pub use report::{Control, Iteration, Outcome, Report, Watch};
pub use stabilized_newton::{StabilizedNewton, StabilizedSettings};
pub use xpbd::{Compliant, Xpbd};

/// Something that minimizes.
pub trait Minimizer: Send {
    /// Name as in a scene file.
    fn name(&self) -> &'static str;

    /// What it has learnt and will use in the next minimization.
    fn memory(&self) -> Memory {
        Memory::default()
    }

    /// Takes up what [`Minimizer::memory`] gave.
    fn recall(&mut self, _memory: &Memory) {}

    /// Does in advance what minimizing `f` will need and what does not depend on the point, so that the first time is not
    /// longer than the others: a method with constant matrices factors that of `f`.
    fn prepare(&mut self, _f: &mut dyn Objective) {}

    /// Improves `x` until the stopping rule holds or something prevents it; `x` is the best point found.
    fn minimize(&mut self, f: &mut dyn Objective, x: &mut [f64], watch: &mut Watch<'_>) -> Report;
}
