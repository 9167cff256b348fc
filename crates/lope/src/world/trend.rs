//! How the last steps went, for a guess at the next.

/// Mean velocities of the last two steps, m/s, and the lengths of these steps, s.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trend {
    /// Of the last step.
    pub recent: Vec<f64>,
    /// Of the step before.
    pub earlier: Vec<f64>,
    /// Lengths of both, the last one first; zero where there was no step.
    pub lengths: [f64; 2],
}

impl Trend {
    /// Books a step of length `h` from `before` to `after`.
    pub(super) fn push(&mut self, before: &[f64], after: &[f64], h: f64) {
        std::mem::swap(&mut self.recent, &mut self.earlier);
        self.recent.clear();
        self.recent.extend(after.iter().zip(before).map(|(after, before)| (after - before) / h));
        self.lengths = [h, self.lengths[0]];
    }

    /// Where a step of length `h` from `x` would end if the velocity went on changing as it did; false if fewer
    /// than two steps are known.
    pub(super) fn extrapolate(&self, x: &[f64], h: f64, out: &mut [f64]) -> bool {
        let [last, before] = self.lengths;
        if last <= 0.0 || before <= 0.0 || self.recent.len() != x.len() || self.earlier.len() != x.len() {
            return false;
        }
        // Mean velocities belong to the middles of their steps.
        let change = (h + last) / (last + before);
        for (i, out) in out.iter_mut().enumerate() {
            *out = x[i] + h * (self.recent[i] + change * (self.recent[i] - self.earlier[i]));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constant_acceleration_is_followed_exactly() {
        let place = |t: f64| [1.0 + 2.0 * t - 4.0 * t * t];
        let mut trend = Trend::default();
        let mut out = [0.0];
        assert!(!trend.extrapolate(&place(0.0), 0.1, &mut out));
        trend.push(&place(0.0), &place(0.1), 0.1);
        assert!(!trend.extrapolate(&place(0.1), 0.1, &mut out));
        trend.push(&place(0.1), &place(0.3), 0.2);
        assert!(trend.extrapolate(&place(0.3), 0.5, &mut out));
        assert!((out[0] - place(0.8)[0]).abs() < 1e-14, "{out:?}");
    }
}
