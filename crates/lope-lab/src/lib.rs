//! The laboratory: the papers' experiments with their claims, and measurements of speed as ratios.

mod claim;
pub mod bench;
pub mod experiment;

pub use claim::Claim;
