//! Where the nodes of a run were, to measure how far another run is from it.

use lope::math::vec3::{distance_squared, norm};

use super::instants::same;

/// Bytes that the positions of one run may take.
pub(super) const MOST_BYTES: usize = 512 << 20;

/// Positions at some times.
#[derive(Clone, Debug, Default)]
pub(super) struct Trajectory {
    /// The times wanted, ascending.
    wanted: Vec<f64>,
    /// The times kept, ascending: a start of those wanted.
    times: Vec<f64>,
    /// Coordinates, one time after the other.
    positions: Vec<f64>,
    /// Coordinates at one time.
    width: usize,
}

impl Trajectory {
    /// For `width` coordinates at these times, or at evenly chosen ones of them as far as `bytes` allow; the last
    /// is always among them.
    pub(super) fn new(instants: &[f64], width: usize, bytes: usize) -> Self {
        let fit = (bytes / (8 * width.max(1))).max(1);
        let stride = instants.len().div_ceil(fit).max(1);
        let chosen = instants.iter().rev().step_by(stride).copied();
        let mut wanted: Vec<f64> = chosen.collect();
        wanted.reverse();
        Self { wanted, times: Vec::new(), positions: Vec::new(), width }
    }

    /// How many times are kept if all goes well.
    pub(super) fn instants(&self) -> usize {
        self.wanted.len()
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        8 * self.positions.len()
    }

    /// Keeps the positions if this is one of the times wanted. Times must ascend.
    pub(super) fn keep(&mut self, time: f64, x: &[f64]) {
        if x.len() == self.width && find(&self.wanted, time).is_some() {
            self.times.push(time);
            self.positions.extend_from_slice(x);
        }
    }

    fn at(&self, time: f64) -> Option<&[f64]> {
        find(&self.times, time).map(|i| &self.positions[i * self.width..(i + 1) * self.width])
    }

    /// The largest distance of a node from where it was at that time, m; none if there is nothing to compare
    /// with.
    pub(super) fn distance(&self, time: f64, x: &[f64]) -> Option<f64> {
        let here = self.at(time).filter(|_| x.len() == self.width)?;
        let squares = here.as_chunks().0.iter().zip(x.as_chunks().0).map(|(a, b)| {
            let square = distance_squared(*a, *b);
            // A maximum would pass over what is not a number.
            if square.is_nan() { f64::INFINITY } else { square }
        });
        Some(squares.fold(0.0, f64::max).sqrt())
    }

    /// The distances of another trajectory from this one: time and distance.
    pub(super) fn distances(&self, other: &Self) -> Vec<(f64, f64)> {
        let one = |&time: &f64| Some((time, self.distance(time, other.at(time)?)?));
        other.times.iter().filter_map(one).collect()
    }
}

fn find(times: &[f64], time: f64) -> Option<usize> {
    let after = times.partition_point(|&t| t < time);
    [after.checked_sub(1), Some(after)]
        .into_iter()
        .flatten()
        .find(|&i| times.get(i).is_some_and(|&t| same(t, time)))
}

/// Diagonal of the box around points, m.
pub(super) fn extent(x: &[f64]) -> f64 {
    let side = |axis: usize| {
        let (low, high) = x
            .iter()
            .skip(axis)
            .step_by(3)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &v| (low.min(v), high.max(v)));
        (high - low).max(0.0)
    };
    norm([0, 1, 2].map(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(by: f64, steps: u64) -> Trajectory {
        let times: Vec<f64> = (1..=steps).map(|n| n as f64 / 24.0).collect();
        let mut made = Trajectory::new(&times, 6, MOST_BYTES);
        times.iter().for_each(|&t| made.keep(t, &[t, 0.0, 0.0, 0.0, by * t, by * t]));
        made
    }

    #[test]
    fn distances_are_those_of_the_farthest_node() {
        let (here, there) = (moved(0.0, 24), moved(3.0, 12));
        let found = here.distances(&there);
        assert_eq!(found.len(), 12);
        let (time, distance) = found[11];
        assert!(same(time, 0.5) && (distance - 1.5 * 2.0_f64.sqrt()).abs() < 1e-15);
        assert!(here.distances(&here).iter().all(|&(_, d)| d == 0.0));
        assert_eq!(here.distance(0.51, &[0.0; 6]), None, "no state at that time");
        assert_eq!(here.distance(0.5, &[0.0; 9]), None, "another mesh");
        assert_eq!(here.distance(0.5 * (1.0 + 1e-14), &[f64::NAN; 6]), Some(f64::INFINITY));
    }

    #[test]
    fn what_does_not_fit_is_kept_at_fewer_times() {
        let times: Vec<f64> = (1..=10).map(f64::from).collect();
        let mut few = Trajectory::new(&times, 3, 3 * 24);
        times.iter().for_each(|&t| few.keep(t, &[t; 3]));
        assert_eq!((few.times.as_slice(), few.bytes(), few.instants()), (&[2.0, 6.0, 10.0][..], 72, 3));
        assert_eq!(Trajectory::new(&times, 3, 0).wanted, [10.0]);
        assert_eq!(Trajectory::new(&[], 3, 0).instants(), 0);
    }

    #[test]
    fn the_extent_is_a_diagonal() {
        assert_eq!(extent(&[0.0, 0.0, 0.0, 3.0, 4.0, 0.0, 1.0, 1.0, 0.0]), 5.0);
        assert_eq!(extent(&[]), 0.0);
    }
}
