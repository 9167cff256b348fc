//! The laboratory: the papers' experiments with their claims, and measurements of speed as ratios.

pub mod bench;
mod claim;
pub mod experiment;
mod miss;

pub use claim::{Asked, Claim, Number, Verdict};
pub use miss::{MISSES, Miss};
