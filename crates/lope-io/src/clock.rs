//! The system's clock, for an engine that has none.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Lets the engine read the system's clock. Called where runs, comparisons and measurements begin; once is enough.
pub fn set() {
    lope::clock::set(now);
}

fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
