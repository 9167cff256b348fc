//! How the last steps went, for a guess at the next.

/// Steps remembered.
const STEPS: usize = 2;

/// Mean velocities of the last steps, m/s, and the lengths of these steps, s; the last step first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trend {
    /// Mean velocity of each step.
    pub rates: [Vec<f64>; STEPS],
    /// Length of each step; zero where there was none.
    pub lengths: [f64; STEPS],
}

impl Trend {
    /// Books a step of length `h` from `before` to `after`.
    pub(super) fn push(&mut self, before: &[f64], after: &[f64], h: f64) {
        self.rates.rotate_right(1);
        self.lengths.rotate_right(1);
        self.lengths[0] = h;
        self.rates[0].clear();
        self.rates[0].extend(after.iter().zip(before).map(|(after, before)| (after - before) / h));
    }

    /// Where a step of length `h` from `x` would end if the velocity went on changing as it did; false if fewer
    /// than two steps are known. (Three steps and a parabola bring a swinging bar no nearer.)
    pub(super) fn extrapolate(&self, x: &[f64], h: f64, out: &mut [f64]) -> bool {
        let ([last, before], [recent, earlier]) = (self.lengths, &self.rates);
        if last <= 0.0 || before <= 0.0 || recent.len() != x.len() || earlier.len() != x.len() {
            return false;
        }
        // Mean velocities belong to the middles of their steps.
        let change = (h + last) / (last + before);
        for (i, out) in out.iter_mut().enumerate() {
            *out = x[i] + h * (recent[i] + change * (recent[i] - earlier[i]));
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
