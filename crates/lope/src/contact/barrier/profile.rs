//! How a barrier grows as a gap closes.

/// β as a function of the gap s in units of the distance at which it begins: zero with two derivatives at s = 1 and beyond, +∞
/// at s = 0. All are alike where a gap has hardly begun to close: β ≈ (1 − s)³.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// −(1 − s)² ln s, \[Li20\] eq. 6 on distances.
    #[default]
    Log,
    /// (1 − s)³/s.
    Rational,
    /// −¼(1 − s²)² ln s: \[Li20\] on squared distances, as published.
    LogSquared,
}

impl Profile {
    /// β, β′ and β″ at s.
    #[inline]
    pub fn at(self, s: f64) -> [f64; 3] {
        if s >= 1.0 {
            return [0.0; 3];
        }
        if s <= 0.0 || s.is_nan() {
            return [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY];
        }
        let r = 1.0 - s;
        // Next to one the logarithm of a number is that of what is left of it.
        let ln = if s > 0.5 { (-r).ln_1p() } else { s.ln() };
        match self {
            Self::Log => [-r * r * ln, 2.0 * r * ln - r * r / s, -2.0 * ln + 4.0 * r / s + r * r / (s * s)],
            Self::Rational => {
                let q = r / s;
                [r * r * q, -3.0 * r * q - r * q * q, 6.0 * q + 6.0 * q * q + 2.0 * q * q * q]
            }
            Self::LogSquared => {
                let r = r * (1.0 + s);
                [
                    -0.25 * r * r * ln,
                    s * r * ln - 0.25 * r * r / s,
                    (1.0 - 3.0 * s * s) * ln + 2.0 * r + 0.25 * r * r / (s * s),
                ]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Profile; 3] = [Profile::Log, Profile::Rational, Profile::LogSquared];

    #[test]
    fn derivatives_of_barriers_agree_with_differences() {
        for profile in ALL {
            for s in [1e-9_f64, 1e-6, 1e-3, 0.02, 0.3, 0.815, 0.99, 0.9999] {
                let e = 1e-5 * s.min(1.0 - s);
                let ([_, d, dd], before, after) = (profile.at(s), profile.at(s - e), profile.at(s + e));
                let slope = (after[0] - before[0]) / (2.0 * e);
                let bend = (after[1] - before[1]) / (2.0 * e);
                assert!((slope - d).abs() < 1e-5 * d.abs(), "{profile:?} at {s}: {slope} and {d}");
                assert!((bend - dd).abs() < 1e-5 * dd.abs(), "{profile:?} at {s}: {bend} and {dd}");
            }
        }
    }

    #[test]
    fn barriers_end_smoothly_and_have_no_other_side() {
        for profile in ALL {
            assert_eq!(profile.at(1.0), [0.0; 3]);
            let [value, d, dd] = profile.at(1.0 - 1e-4);
            assert!((value / 1e-12 - 1.0).abs() < 1e-3, "{profile:?}: {value}");
            assert!(d < 0.0 && dd > 0.0 && dd < 1e-2, "{profile:?}");
            assert_eq!(
                [profile.at(0.0)[0], profile.at(-1.0)[0], profile.at(f64::NAN)[0]],
                [f64::INFINITY; 3]
            );
        }
    }

    /// \[Li20\]: weight over area and stiffness, 0.1177, of a box of 0.12 m.
    #[test]
    fn the_rest_gap_of_a_box_is_the_textbook_one() {
        let s = 0.815;
        assert!((Profile::Log.at(s)[1] + 1000.0 * 9.81 * 0.12 / 1e4).abs() < 2e-4);
    }
}
