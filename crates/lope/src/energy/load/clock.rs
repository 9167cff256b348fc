//! When a load acts, and what it is then.

use std::sync::Arc;

/// What fills in the values of a load at a time, s: one for each of its parts.
pub type Fill<T> = Arc<dyn Fn(f64, &mut [T]) + Send + Sync>;

/// When a load acts: in the steps that end after `start`, and not after `end`, s.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// Not before; none: from the beginning.
    pub start: Option<f64>,
    /// Not after; none: for good.
    pub end: Option<f64>,
}

/// What is later than a time by no more than rounding is not later.
fn is_after(t: f64, time: f64) -> bool {
    t > time + 1e-12 * (1.0 + time.abs())
}

/// The values of a load at the time that was said last.
#[derive(Clone)]
pub(super) struct Clock<T> {
    /// How the load is called where a mistake is told: its key in the scene.
    key: String,
    window: Window,
    /// Whether values change with time while it acts.
    changes: bool,
    law: Fill<T>,
    on: bool,
    t: f64,
    values: Vec<T>,
    wrong: Option<String>,
}

/// Something that a law gives.
pub(super) trait Amount: Copy + Default {
    fn is_finite(&self) -> bool;
    fn text(&self) -> String;
}

impl Amount for f64 {
    fn is_finite(&self) -> bool {
        f64::is_finite(*self)
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Amount for [f64; 3] {
    fn is_finite(&self) -> bool {
        self.iter().all(|x| x.is_finite())
    }
    fn text(&self) -> String {
        format!("{self:?}")
    }
}

impl<T: Amount> Clock<T> {
    /// `count` values by a law. `changes` says whether they change with time.
    pub(super) fn new(
        key: impl Into<String>,
        window: Window,
        changes: bool,
        count: usize,
        law: Fill<T>,
    ) -> Self {
        let (key, on) = (key.into(), window.start.is_none());
        let values = vec![T::default(); count];
        let mut this = Self { key, window, changes, law, on, t: 0.0, values, wrong: None };
        this.fill();
        this
    }

    /// Whether it is another load at other times.
    pub(super) fn is_driven(&self) -> bool {
        self.changes || self.window.start.is_some() || self.window.end.is_some()
    }

    /// A step begins that ends at `end`.
    pub(super) fn begin(&mut self, end: f64) {
        let Window { start, end: stop } = self.window;
        let on =
            start.is_none_or(|start| is_after(end, start)) && stop.is_none_or(|stop| !is_after(end, stop));
        let same = on == self.on && (end == self.t || !self.changes);
        (self.on, self.t) = (on, end);
        if !same {
            self.wrong = None;
            self.fill();
        }
    }

    /// The time is `t` from now on, in the same step.
    pub(super) fn set(&mut self, t: f64) {
        let same = t == self.t || !self.changes;
        self.t = t;
        if !same {
            self.fill();
        }
    }

    fn fill(&mut self) {
        if !self.on {
            return self.values.fill(T::default());
        }
        (self.law)(self.t, &mut self.values);
        if let Some(value) = self.values.iter().find(|value| !value.is_finite()) {
            self.wrong = Some(format!(
                "{}: at t = {} s it is {}, which is not finite; give a value that is finite as long as the load acts, or end it \
                 before",
                self.key,
                self.t,
                value.text()
            ));
            self.values.fill(T::default());
        }
    }

    /// What the values are now.
    pub(super) fn values(&self) -> &[T] {
        &self.values
    }

    /// What was wrong with them in this step, if they were none; they count as nothing then.
    pub(super) fn wrong(&self) -> Option<&str> {
        self.wrong.as_deref()
    }

    /// What is wrong with a value now, for one who knows more of what it may be.
    pub(super) fn mistake(&self, message: &str) -> String {
        format!("{}: at t = {} s {message}", self.key, self.t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_acts_in_the_steps_of_its_window() {
        let law: Fill<f64> = Arc::new(|t, values| values.fill(1.0 + t));
        let mut clock = Clock::new("load", Window { start: Some(0.1), end: Some(0.3) }, true, 1, law);
        let mut at = |end: f64| {
            clock.begin(end);
            clock.values()[0]
        };
        assert_eq!([at(0.0), at(0.1), at(0.2), at(0.1 + 0.2), at(0.4)], [0.0, 0.0, 1.2, 1.1 + 0.2, 0.0]);
    }

    #[test]
    fn a_value_that_is_none_is_named_with_its_time() {
        let law: Fill<f64> = Arc::new(|t, values| values.fill(1.0 / (t - 2.0)));
        let mut clock = Clock::new("body.0.load.1.force", Window::default(), true, 1, law);
        assert!(clock.wrong().is_none());
        clock.begin(2.0);
        let wrong = clock.wrong().expect("infinite");
        assert!(wrong.starts_with("body.0.load.1.force: at t = 2 s it is inf"), "{wrong}");
        assert_eq!(clock.values(), [0.0]);
        clock.set(1.0);
        assert!(clock.wrong().is_some() && clock.values() == [-1.0], "it was in this step");
        clock.begin(1.5);
        assert!(clock.wrong().is_none());
    }
}
