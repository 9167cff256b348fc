//! How long things take, for reports; nothing is decided by it.
//!
//! The engine has no clock of its own: not every place it runs in has one, and a browser's is not the system's. Whoever
//! embeds it gives it one, once. Until then all times are zero, and everything else is as it is.

use std::sync::OnceLock;
use std::time::Duration;

static NOW: OnceLock<fn() -> Duration> = OnceLock::new();

/// Gives the process its clock: a function that says how much time has passed since some moment of its choice. The first
/// one stays; later ones are left alone.
pub fn set(now: fn() -> Duration) {
    NOW.get_or_init(|| now);
}

/// Tells how much time has passed since it was started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    /// None where there was no clock.
    start: Option<Duration>,
}

impl Stopwatch {
    /// Starts one now.
    pub fn start() -> Self {
        Self { start: NOW.get().map(|now| now()) }
    }

    /// The time since; zero without a clock.
    pub fn elapsed(&self) -> Duration {
        match (self.start, NOW.get()) {
            (Some(start), Some(now)) => now().saturating_sub(start),
            _ => Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test, for the clock is the process's.
    #[test]
    fn times_are_zero_until_there_is_a_clock_and_the_first_one_stays() {
        static MINUTES: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
        let early = Stopwatch::start();
        assert_eq!(early.elapsed(), Duration::ZERO);
        set(|| Duration::from_secs(60 * MINUTES.fetch_add(1, std::sync::atomic::Ordering::Relaxed)));
        set(|| Duration::ZERO);
        assert_eq!(early.elapsed(), Duration::ZERO, "it has no start");
        assert!(Stopwatch::start().elapsed() >= Duration::from_secs(60));
    }
}
