//! κ from step to step: twice as stiff after a step that ended with a gap that is almost closed, as \[Li20\] does, and let down again.
//!
//! Between the two limits nothing happens. A pressure that leaves s = 0.2 leaves 0.1 with half of κ, five times the lower limit, so
//! what is let down at rest stays down. Where it does not, as in a bounce that comes again, it waits twice as long the next time.

/// Gaps as parts of d̂: below the first κ is doubled, above the second it may be let down.
const CLOSE: f64 = 0.02;
const WIDE: f64 = 0.2;
/// Steps in a row with wide gaps before it is let down, at first.
const PATIENCE: u32 = 10;
/// Doublings at most.
const MOST: u32 = 20;

/// How stiff barriers are beside what they were at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stiffening {
    doublings: u32,
    /// Steps in a row with wide gaps, and how many of them are waited for.
    calm: u32,
    patience: u32,
    /// Whether the last change was to let down.
    eased: bool,
    /// Whether a gap was close while nothing could be changed.
    due: bool,
}

impl Default for Stiffening {
    fn default() -> Self {
        Self { doublings: 0, calm: 0, patience: PATIENCE, eased: false, due: false }
    }
}

impl Stiffening {
    /// What κ is multiplied by.
    pub(super) fn factor(&self) -> f64 {
        f64::from(1_u32 << self.doublings)
    }

    /// A step ended with the least gap `s`; whether the factor changes.
    pub(super) fn after(&mut self, s: f64) -> bool {
        if s < CLOSE {
            self.calm = 0;
            if self.doublings == MOST {
                return false;
            }
            if self.eased {
                self.patience = self.patience.saturating_mul(2);
            }
            self.eased = false;
            self.doublings += 1;
            return true;
        }
        self.calm = if s > WIDE { self.calm.saturating_add(1) } else { 0 };
        if self.doublings == 0 || self.calm < self.patience {
            return false;
        }
        self.calm = 0;
        self.eased = true;
        self.doublings -= 1;
        true
    }

    /// The same where energy is kept: what touches would get or lose some, so a change waits until nothing does.
    pub(super) fn after_if_free(&mut self, s: f64, is_free: bool) -> bool {
        if is_free {
            let s = if std::mem::take(&mut self.due) { 0.0 } else { s };
            return self.after(s);
        }
        self.due |= s < CLOSE;
        self.calm = 0;
        false
    }

    /// As numbers, the factor first.
    pub(super) fn numbers(&self) -> [f64; 4] {
        let Self { calm, patience, eased, due, .. } = *self;
        let memory = u8::from(eased) + 2 * u8::from(due);
        [self.factor(), f64::from(calm), f64::from(patience), f64::from(memory)]
    }

    /// Of numbers; anything that is none of ours is the start.
    pub(super) fn of_numbers([factor, calm, patience, memory]: [f64; 4]) -> Self {
        let numbers = [factor, calm, patience, memory];
        let found = Self {
            doublings: (factor.log2().round() as u32).min(MOST),
            calm: calm as u32,
            patience: patience as u32,
            eased: memory as u8 & 1 != 0,
            due: memory as u8 & 2 != 0,
        };
        if found.numbers() == numbers { found } else { Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Profile;
    use super::*;

    /// The least gap under a pressure, as a part of the κ of the start.
    fn rest(pressure: f64, stiffening: &Stiffening) -> f64 {
        Profile::Log.at_pressure(pressure / stiffening.factor())
    }

    #[test]
    fn a_pressure_is_carried_by_what_it_needs_and_nothing_oscillates() {
        for pressure in [0.1, 1.0, 5.0, 10.0, 30.0, 100.0, 1e3, 1e4, 1e6] {
            let mut stiffening = Stiffening::default();
            let changes = (0..1000).filter(|_| stiffening.after(rest(pressure, &stiffening))).count();
            let s = rest(pressure, &stiffening);
            assert!(s >= CLOSE, "{pressure}: {s}");
            assert_eq!(f64::from(1_u32 << changes), stiffening.factor(), "{pressure}: it only goes up");
        }
        let mut stiffening = Stiffening::default();
        let changes = (0..1000).filter(|_| stiffening.after(rest(1e9, &stiffening))).count();
        assert_eq!((changes, stiffening.factor()), (20, f64::from(1 << 20)), "there is an end to it");
    }

    #[test]
    fn it_is_let_down_after_ten_steps_and_only_as_far_as_gaps_stay_wide() {
        let mut stiffening = Stiffening::default();
        (0..6).for_each(|_| assert!(stiffening.after(0.01)));
        assert_eq!(stiffening.factor(), 64.0);
        let changed: Vec<usize> = (1..=60).filter(|_| stiffening.after(1.0)).collect();
        assert_eq!(changed, [10, 20, 30, 40, 50, 60]);
        assert_eq!(stiffening.factor(), 1.0);
        assert!(!(0..100).any(|_| stiffening.after(1.0)), "never softer than at the start");

        // One gap in between that is not wide, and it waits again.
        (0..2).for_each(|_| assert!(stiffening.after(0.01)));
        let mut stiffening = Stiffening { patience: PATIENCE, ..stiffening };
        let gaps = (1..=30).map(|step| if step == 9 { 0.1 } else { 0.5 });
        let changed: Vec<usize> =
            gaps.enumerate().filter(|(_, s)| stiffening.after(*s)).map(|(i, _)| i + 1).collect();
        assert_eq!(changed, [19, 29]);

        // A load that is taken off: down to where the rest of it keeps the gap, and no farther.
        let mut stiffening = Stiffening::default();
        (0..50).for_each(|_| _ = stiffening.after(rest(1e4, &stiffening)));
        let high = stiffening.factor();
        let down = (0..500).filter(|_| stiffening.after(rest(100.0, &stiffening))).count();
        assert!(down > 0 && stiffening.factor() < high);
        assert_eq!(stiffening.factor() * f64::from(1_u32 << down), high, "it only goes down");
        assert!((CLOSE..=WIDE).contains(&rest(100.0, &stiffening)));
    }

    /// A bounce every thirty steps, with gaps wide open in between.
    #[test]
    fn what_comes_again_is_waited_for() {
        let mut stiffening = Stiffening::default();
        let bounce = |step: usize, stiffening: &Stiffening| {
            if step.is_multiple_of(30) { rest(80.0, stiffening) } else { 1.0 }
        };
        let mut changes = Vec::new();
        for step in 0..3000 {
            if stiffening.after(bounce(step, &stiffening)) {
                changes.push(step);
            }
        }
        assert!(changes.len() < 10 && changes.iter().all(|step| *step < 300), "{changes:?}");
    }

    /// What holds energy is not made stiffer; once it has left, as often as it was close.
    #[test]
    fn a_change_waits_until_nothing_touches() {
        let mut stiffening = Stiffening::default();
        assert!(![0.5, 0.01, 0.3].into_iter().any(|s| stiffening.after_if_free(s, false)));
        assert_eq!(Stiffening::of_numbers(stiffening.numbers()), stiffening);
        assert!(stiffening.after_if_free(1.0, true) && stiffening.factor() == 2.0);
        assert!((0..9).all(|_| !stiffening.after_if_free(1.0, true)));
        assert!(!stiffening.after_if_free(0.9, false), "it touches again, and the calm is over");
        let changed: Vec<usize> = (1..=20).filter(|_| stiffening.after_if_free(1.0, true)).collect();
        assert_eq!((changed, stiffening.factor()), (vec![10], 1.0));
    }

    #[test]
    fn numbers_are_read_back_and_others_are_not() {
        let mut stiffening = Stiffening::default();
        for step in 0..200 {
            assert_eq!(Stiffening::of_numbers(stiffening.numbers()), stiffening);
            stiffening.after(if step % 17 == 0 { 0.001 } else { 0.7 });
            stiffening.after_if_free(if step % 13 == 0 { 0.001 } else { 0.7 }, step % 5 == 0);
        }
        for wrong in [[3.0, 0.0, 10.0, 0.0], [f64::NAN; 4], [-1.0, 0.0, 10.0, 0.0], [2.0, 0.5, 10.0, 0.0]] {
            assert_eq!(Stiffening::of_numbers(wrong), Stiffening::default());
        }
    }
}
