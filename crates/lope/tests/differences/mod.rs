//! Finite differences, and numbers that look random and are the same every time.

/// A small generator (xorshift) of numbers in (−1, 1).
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> f64 {
        for _ in 0..3 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
        }
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Central differences of a function with several outputs: entry (output, input) by rows.
pub fn difference(x: &[f64], step: f64, f: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
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

/// The largest difference between two lists.
pub fn fold(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |m: f64, (a, b)| if (a - b).abs() <= m { m } else { (a - b).abs() })
}

/// The smallest error over a sweep of steps: large ones err by curvature, small ones by rounding.
pub fn sweep(size: f64, error: impl Fn(f64) -> f64) -> f64 {
    (2..9).map(|k| error(size * 10f64.powi(-k))).fold(f64::INFINITY, f64::min)
}
