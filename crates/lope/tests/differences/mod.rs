//! Finite differences, and numbers that look random and are the same every time.
#![allow(dead_code, reason = "each test uses a part")]

/// A small generator (xorshift) of numbers in (−1, 1).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next number.
    pub(crate) fn next(&mut self) -> f64 {
        for _ in 0..3 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
        }
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Central differences of a function with several outputs: entry (output, input) by rows.
pub(crate) fn difference(x: &[f64], step: f64, f: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let mut moved = x.to_vec();
    let mut columns = Vec::new();
    for k in 0..x.len() {
        // The step that is really made, after rounding.
        moved[k] = x[k] + step;
        let (high, above) = (f(&moved), moved[k]);
        moved[k] = x[k] - step;
        let (low, below) = (f(&moved), moved[k]);
        moved[k] = x[k];
        columns.push(high.iter().zip(&low).map(|(a, b)| (a - b) / (above - below)).collect::<Vec<_>>());
    }
    let outputs = columns[0].len();
    (0..outputs).flat_map(|o| columns.iter().map(move |column| column[o])).collect()
}

/// The largest entry by size.
pub(crate) fn norm(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |a: f64, b| a.max(b.abs()))
}

/// The largest difference between two lists; not a number if there is one in them.
pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let gaps = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    gaps.fold(0.0, |m: f64, gap| if gap.is_nan() || m.is_nan() { f64::NAN } else { m.max(gap) })
}

/// The smallest error over a sweep of steps: large ones err by curvature, small ones by rounding. Infinite if
/// no step gave a number.
pub(crate) fn sweep(size: f64, error: impl Fn(f64) -> f64) -> f64 {
    (2..9).map(|k| error(size * 10f64.powi(-k))).fold(f64::INFINITY, f64::min)
}
