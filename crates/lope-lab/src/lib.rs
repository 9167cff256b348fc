//! The experiments and benchmarks.
