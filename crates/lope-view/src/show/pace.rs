//! Simulated time against the wall clock.

use std::time::{Duration, Instant};

/// Later than this, the clock is set anew: what could not be kept up with is not caught up with.
const SLACK: Duration = Duration::from_millis(100);
/// How long steps are counted.
const WINDOW: Duration = Duration::from_millis(500);
/// The fastest that can be asked for.
const FASTEST: f64 = 1000.0;

/// When the next moment is due.
#[derive(Debug)]
pub(super) struct Pace {
    speed: f64,
    /// A time of the wall clock and the simulated time it belongs to.
    anchor: Option<(Instant, f64)>,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self { speed: 1.0, anchor: None }
    }

    /// Simulated seconds a second; 0: as many as there can be.
    pub(super) fn speed(&self) -> f64 {
        self.speed
    }

    pub(super) fn set_speed(&mut self, speed: f64) -> Result<(), String> {
        if !(0.0..=FASTEST).contains(&speed) {
            return Err(format!(
                "a speed of {speed} is impossible: must be from 0 (as fast as it goes) to {FASTEST}"
            ));
        }
        *self = Self { speed, anchor: None };
        Ok(())
    }

    /// Starts anew, after a pause or a jump.
    pub(super) fn reset(&mut self) {
        self.anchor = None;
    }

    /// When the wall clock reaches the simulated time `t`.
    pub(super) fn due(&mut self, now: Instant, t: f64) -> Instant {
        if self.speed == 0.0 {
            return now;
        }
        let (start, from) = *self.anchor.get_or_insert((now, t));
        let due = start + Duration::try_from_secs_f64((t - from) / self.speed).unwrap_or_default();
        if now > due + SLACK {
            self.anchor = Some((now, t));
            return now;
        }
        due
    }
}

/// Counts steps a second.
#[derive(Debug)]
pub(super) struct Rate {
    since: Instant,
    count: u32,
    value: f64,
}

impl Rate {
    pub(super) fn new() -> Self {
        Self { since: Instant::now(), count: 0, value: 0.0 }
    }

    pub(super) fn count(&mut self) {
        self.count += 1;
    }

    /// Steps a second, lately.
    pub(super) fn value(&mut self, now: Instant) -> f64 {
        let elapsed = now.duration_since(self.since);
        if elapsed >= WINDOW {
            *self = Self { since: now, count: 0, value: f64::from(self.count) / elapsed.as_secs_f64() };
        }
        self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_time_is_kept_and_delays_are_forgotten() {
        let mut pace = Pace::new();
        let start = Instant::now();
        let ms = |n: u64| start + Duration::from_millis(n);
        assert_eq!(pace.due(start, 1.0), start);
        assert_eq!(pace.due(ms(1), 1.25), ms(250));
        assert_eq!(pace.due(ms(240), 1.5), ms(500));
        // The step took long: from here on as if it had not.
        assert_eq!(pace.due(ms(2000), 1.75), ms(2000));
        assert_eq!(pace.due(ms(2000), 2.0), ms(2250));
        pace.set_speed(0.5).unwrap();
        assert_eq!(pace.due(ms(3000), 2.0), ms(3000));
        assert_eq!(pace.due(ms(3000), 2.25), ms(3500));
        pace.set_speed(0.0).unwrap();
        assert_eq!(pace.due(ms(4000), 9.0), ms(4000));
        for wrong in [-1.0, f64::NAN, f64::INFINITY, 1e9] {
            assert!(pace.set_speed(wrong).is_err());
        }
    }
}
