//! What the machine itself can do: the base of the ratios.

use std::hint::black_box;
use std::time::Duration;

use lope::math::{Kernel, Lane, Quad, dispatch, prefer_huge_pages};
use rayon::prelude::*;

use super::clock::{compete, count, pool};
use super::row::Row;

/// Bytes read for the bandwidth: many times the caches.
const BYTES: usize = 320 << 20;

/// Time for each of the measurements.
const BUDGET: Duration = Duration::from_millis(1200);

/// Independent chains of multiply-adds: more than latency times units of any processor so far.
const CHAINS: usize = 12;

/// Multiply-adds of each chain in one run.
const LINKS: usize = 200_000;

/// Peaks of the machine, with one thread and with all that may be used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machine {
    pub(super) threads: usize,
    /// Bytes read per second: one thread, all threads.
    read: [f64; 2],
    /// Floating-point operations per second: one thread, all threads.
    flops: [f64; 2],
}

impl Machine {
    pub(super) fn measure(threads: usize) -> Result<Self, String> {
        let array = array(BYTES);
        let (one, all) = (pool(1)?, pool(threads)?);
        let read = |array: &[Quad]| {
            black_box(read_all(black_box(array)));
        };
        let times =
            compete(BUDGET, [&mut || one.install(|| read(&array)), &mut || all.install(|| read(&array))]);
        let read = times.map(|seconds| BYTES as f64 / seconds);
        let mut done = [0.0; 2];
        let [first, second] = &mut done;
        let times = compete(
            BUDGET / 2,
            [&mut || *first = one.install(|| dispatch(MultiplyAdd)), &mut || {
                *second = all.broadcast(|_| dispatch(MultiplyAdd)).iter().sum()
            }],
        );
        Ok(Self { threads, read, flops: [done[0] / times[0], done[1] / times[1]] })
    }

    /// Bytes per second that so many threads read.
    pub(super) fn read(&self, threads: usize) -> f64 {
        self.read[usize::from(threads > 1)]
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for (name, unit, [one, all]) in
            [("read bandwidth", "GB/s", self.read), ("multiply-add peak", "GFlop/s", self.flops)]
        {
            rows.push(Row::new("machine", format!("{name}, 1 thread"), 1e-9 * one, unit));
            if self.threads > 1 {
                let quantity = format!("{name}, {}", count(self.threads));
                rows.push(Row::new("machine", quantity, 1e-9 * all, unit).times(all / one, "1 thread", None));
            }
        }
        rows
    }
}

/// Numbers to read, written once so that every page is there.
pub(super) fn array(bytes: usize) -> Vec<Quad> {
    let mut array = Vec::with_capacity(bytes / size_of::<Quad>());
    // The matrix has huge pages behind it: what it is measured against must have them too.
    prefer_huge_pages(array.spare_capacity_mut());
    array.resize(array.capacity(), Quad::ONE);
    array
}

/// Reads every number once, on the threads of the current pool, each with a stretch of its own.
pub(super) fn read_all(quads: &[Quad]) -> f64 {
    let stretch = quads.len().div_ceil(rayon::current_num_threads()).max(1);
    let parts: Vec<f64> = quads.par_chunks(stretch).map(|part| dispatch(Sum(part))).collect();
    parts.iter().sum()
}

/// Adds numbers up, the least that can be done with what was read.
struct Sum<'a>(&'a [Quad]);

impl Kernel for Sum<'_> {
    type Out = f64;

    #[inline(always)]
    fn run<L: Lane>(self) -> f64 {
        let mut sums = [L::splat(0.0); 8];
        for quads in self.0.chunks_exact(8) {
            for (sum, quad) in sums.iter_mut().zip(quads) {
                for part in 0..L::PER_QUAD {
                    *sum = *sum + L::load(quad, part);
                }
            }
        }
        sums.iter().map(|sum| (0..L::N).map(|lane| sum.get(lane)).sum::<f64>()).sum()
    }
}

/// Multiply-adds without memory; returns the number of operations.
struct MultiplyAdd;

impl Kernel for MultiplyAdd {
    type Out = f64;

    #[inline(always)]
    fn run<L: Lane>(self) -> f64 {
        let (factor, term) = (L::splat(black_box(0.999)), L::splat(black_box(1e-3)));
        let mut chains = [L::splat(black_box(0.5)); CHAINS];
        for _ in 0..LINKS {
            for chain in &mut chains {
                *chain = chain.mul_add(factor, term);
            }
        }
        for chain in chains {
            black_box(chain.get(0));
        }
        (2 * L::N * CHAINS * LINKS) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_read() {
        let mut quads = array(1 << 20);
        let n = quads.len();
        quads[n - 1].0[3] = 5.0;
        assert_eq!(pool(3).unwrap().install(|| read_all(&quads[..n / 24 * 24])), (n / 24 * 96) as f64);
        assert_eq!(pool(1).unwrap().install(|| read_all(&quads)), (4 * n + 4) as f64);
    }
}
