//! Work in chunks whose bounds do not depend on the number of threads.
//!
//! Each chunk leaves one partial result, and the partial results are combined in order. Small work runs on
//! the calling thread over the same chunks, so the bits are the same there too.

use std::ops::Range;

/// Chunks at most, so that the partial results fit on the stack and nothing is allocated in a solve.
pub(super) const MAX_CHUNKS: usize = 256;

/// One partial result per chunk, in the order of the chunks.
pub(super) struct Partials {
    values: [f64; MAX_CHUNKS],
    count: usize,
}

impl Partials {
    /// Their sum, first to last.
    pub(super) fn sum(&self) -> f64 {
        self.values[..self.count].iter().sum()
    }

    /// The largest; NaN if one is NaN.
    pub(super) fn max(&self) -> f64 {
        self.values[..self.count].iter().fold(0.0, |m, &v| if v > m || v.is_nan() { v } else { m })
    }
}

/// Calls `body` once for each of `count` chunks with the chunk's range and the parts of `write` in it.
/// Chunk `k` is `bound(k)..bound(k + 1)`. With `parallel` the chunks are shared among the threads of the
/// current pool.
pub(super) fn for_chunks<const W: usize>(
    count: usize,
    bound: impl Fn(usize) -> usize + Sync,
    parallel: bool,
    write: [&mut [f64]; W],
    body: impl Fn(Range<usize>, [&mut [f64]; W]) -> f64 + Sync,
) -> Partials {
    let mut partials = Partials { values: [0.0; MAX_CHUNKS], count };
    share(0, &mut partials.values[..count], &bound, parallel && count > 1, write, &body);
    partials
}

fn share<const W: usize>(
    first: usize,
    partials: &mut [f64],
    bound: &(impl Fn(usize) -> usize + Sync),
    parallel: bool,
    write: [&mut [f64]; W],
    body: &(impl Fn(Range<usize>, [&mut [f64]; W]) -> f64 + Sync),
) {
    match partials {
        [] => {}
        [partial] => *partial = body(bound(first)..bound(first + 1), write),
        _ => {
            let half = partials.len() / 2;
            let middle = first + half;
            let at = bound(middle) - bound(first);
            let (partials_left, partials_right) = partials.split_at_mut(half);
            let mut right: [&mut [f64]; W] = std::array::from_fn(|_| Default::default());
            let mut rest = right.iter_mut();
            let left = write.map(|whole| {
                let (head, tail) = whole.split_at_mut(at);
                if let Some(slot) = rest.next() {
                    *slot = tail;
                }
                head
            });
            if parallel {
                rayon::join(
                    || share(first, partials_left, bound, true, left, body),
                    || share(middle, partials_right, bound, true, right, body),
                );
            } else {
                share(first, partials_left, bound, false, left, body);
                share(middle, partials_right, bound, false, right, body);
            }
        }
    }
}
