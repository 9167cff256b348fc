//! How often a quantity takes which values.

use rayon::prelude::*;

/// Elements measured by one thread in one go.
const CHUNK: usize = 4096;

/// Counts of values between bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Bounds of the bins, ascending, one more than bins. A bin holds its lower bound; the last one both.
    pub bounds: Vec<f64>,
    /// Values in each bin. Values beyond the bounds count in the first or last bin.
    pub counts: Vec<u64>,
    /// The least value.
    pub least: f64,
    /// Mean of the finite values.
    pub mean: f64,
    /// The greatest value.
    pub most: f64,
}

/// What one thread has gathered.
struct Partial {
    counts: Vec<u64>,
    least: f64,
    most: f64,
    sum: f64,
    finite: u64,
}

impl Histogram {
    /// Counts the values that `values` gives for each of `count` elements; none if there are none. The same
    /// bits for any number of threads.
    pub fn gather<const N: usize>(
        bounds: Vec<f64>,
        count: usize,
        values: impl Fn(usize) -> [f64; N] + Sync,
    ) -> Option<Self> {
        let bins = bounds.len().checked_sub(1)?;
        if count == 0 || bins == 0 {
            return None;
        }
        let part = |chunk: usize| {
            let mut part = Partial {
                counts: vec![0; bins],
                least: f64::INFINITY,
                most: f64::NEG_INFINITY,
                sum: 0.0,
                finite: 0,
            };
            for element in chunk * CHUNK..count.min((chunk + 1) * CHUNK) {
                for value in values(element) {
                    let bin = bounds[1..bins].partition_point(|bound| *bound <= value);
                    part.counts[bin] += 1;
                    part.least = part.least.min(value);
                    part.most = part.most.max(value);
                    if value.is_finite() {
                        part.sum += value;
                        part.finite += 1;
                    }
                }
            }
            part
        };
        let parts: Vec<Partial> = (0..count.div_ceil(CHUNK)).into_par_iter().map(part).collect();
        let mut all =
            Self { bounds, counts: vec![0; bins], least: f64::INFINITY, mean: 0.0, most: f64::NEG_INFINITY };
        let mut finite = 0;
        for part in parts {
            all.counts.iter_mut().zip(part.counts).for_each(|(count, more)| *count += more);
            all.least = all.least.min(part.least);
            all.most = all.most.max(part.most);
            all.mean += part.sum;
            finite += part.finite;
        }
        all.mean /= finite.max(1) as f64;
        Some(all)
    }

    /// Counts values in bins of equal width from the least to the greatest.
    pub fn even(values: &[f64], bins: usize) -> Option<Self> {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let bound = |k: usize| if k == bins { most } else { least + (most - least) * k as f64 / bins as f64 };
        Self::gather((0..=bins).map(bound).collect(), values.len(), |k| [values[k]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_land_in_their_bins() {
        let values = [0.0, 0.5, 1.0, 1.5, 2.0, 9.0, -3.0, f64::INFINITY];
        let found = Histogram::gather(vec![0.0, 1.0, 2.0], values.len(), |k| [values[k]]).unwrap();
        assert_eq!(found.counts, [3, 5]);
        assert_eq!((found.least, found.most), (-3.0, f64::INFINITY));
        assert!((found.mean - 11.0 / 7.0).abs() < 1e-15);
        assert_eq!(Histogram::gather(vec![0.0, 1.0], 0, |_| [0.0]), None);
    }

    #[test]
    fn even_bins_span_the_values() {
        let values: Vec<f64> = (0..=10_000).map(f64::from).collect();
        let found = Histogram::even(&values, 4).unwrap();
        assert_eq!(found.bounds, [0.0, 2500.0, 5000.0, 7500.0, 10_000.0]);
        assert_eq!(found.counts, [2500, 2500, 2500, 2501]);
        assert_eq!(found.mean, 5000.0);
        assert_eq!(Histogram::even(&[2.0; 5], 3).unwrap().counts.iter().sum::<u64>(), 5);
        assert_eq!(Histogram::even(&[], 3), None);
    }
}
