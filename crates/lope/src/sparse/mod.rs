//! Large symmetric systems made of 3×3 blocks, one block per pair of neighbouring nodes.
//!
//! A minimizer spends most of its time here, so the room is built around three facts. The product with the
//! Hessian is bound by memory: [`BlockMatrix`] stores nine values behind one 32-bit index and reads each once.
//! The Hessian of a nonlinear energy is often indefinite: every solver says so with an [`Answer`], never with
//! a panic, because the minimizers choose what to do about it. And a run must give the same bits with any
//! number of threads: every sum is taken over chunks whose bounds depend on the problem alone, and the partial
//! sums are combined in order.
//!
//! | system | solver |
//! |---|---|
//! | positive definite, large | [`Cg`] with a [`Preconditioner`]; [`SingleCg`] where three digits are enough |
//! | symmetric, perhaps indefinite | [`Minres`] |
//! | positive definite, ill conditioned or solved for many right-hand sides | [`Cholesky`] |
//! | the same, and the axes are not coupled | [`AxisCholesky`] |

mod answer;
mod axis_cholesky;
mod block_matrix;
mod cg;
mod cholesky;
mod chunk;
mod contact_blocks;
mod groups;
mod kernel;
mod minres;
mod operator;
mod ordering;
mod packed;
mod pattern;
mod precondition;
mod quads;
mod rank_one;
mod single;
mod two_level;
pub mod vector;
mod woodbury;

pub use answer::{Answer, KrylovInfo, KrylovParams};
pub use axis_cholesky::AxisCholesky;
pub use block_matrix::BlockMatrix;
pub use cg::Cg;
pub use cholesky::{AnalysisError, Cholesky};
pub use contact_blocks::{ContactBlocks, Joined, SystemMatrix};
pub use groups::Groups;
pub use kernel::Entry;
pub use minres::Minres;
pub use operator::Operator;
pub use pattern::Pattern;
pub use precondition::{BlockJacobi, Identity, Jacobi, Preconditioner};
pub use rank_one::{RankOne, RankOnes};
pub use single::{Levels, SingleCg};
pub use two_level::{Nodes, TwoLevel};
pub use woodbury::{MOST_TERMS, Woodbury};

#[cfg(test)]
pub(crate) mod testing;
