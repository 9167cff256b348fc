//! The laboratory: the papers' experiments with their claims, and measurements of speed as ratios.

pub mod bench;
mod claim;
pub mod experiment;

pub use claim::Claim;
