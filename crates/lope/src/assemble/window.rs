//! Room for the Hessian slots of a few waves.
//!
//! The slots of all elements are many times as large as the matrix, and writing them to memory takes longer than computing
//! them. Each is read by few rows, soon after it was written. So there is room for as many waves as have to be there at
//! once, used in turns; in a body that is numbered along itself these are two or three, and stay in the caches.

use std::ops::Range;

use super::gather::Gather;
use super::work::Work;

/// Chunks of elements a thread evaluates before rows are gathered: some 0.7 MB of slots.
const WAVE: usize = 4;

/// Where the slots of each wave are.
#[derive(Default)]
pub(super) struct Window {
    threads: usize,
    size: usize,
}

impl Window {
    /// Lays out waves for so many threads, and tells the chunks where their slots start.
    pub(super) fn new(works: &mut [Work], gather: &Gather, threads: usize) -> Self {
        let mut window = Self { threads, size: 0 };
        let wave = window.wave();
        let waves: Vec<Wave> = works.chunks(wave).map(|works| Wave::new(works, gather, wave)).collect();
        window.size = room(&waves);
        let mut next = 0;
        for (works, Wave { size, .. }) in works.chunks_mut(wave).zip(waves) {
            if next + size > window.size {
                next = 0;
            }
            for work in works {
                work.hessian = next;
                next += work.hessian_size();
            }
        }
        window
    }

    /// Whether it was laid out for so many threads.
    pub(super) fn is_for(&self, threads: usize) -> bool {
        self.threads == threads
    }

    /// Chunks in a wave.
    pub(super) fn wave(&self) -> usize {
        WAVE * self.threads
    }

    /// Numbers in all slots.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The slots of a wave.
    pub(super) fn wave_at(&self, works: &[Work], range: &Range<usize>) -> Range<usize> {
        let start = works[range.start].hessian;
        start..start + works[range.clone()].iter().map(Work::hessian_size).sum::<usize>()
    }
}

/// Some chunks that are evaluated before rows are gathered.
#[derive(Clone, Copy, Debug)]
struct Wave {
    /// Numbers in its slots.
    size: usize,
    /// The last wave after which its slots are read.
    last: usize,
}

impl Wave {
    fn new(works: &[Work], gather: &Gather, wave: usize) -> Self {
        // Rows are gathered in their order, so that of the highest node comes last.
        let last = works.iter().map(|work| gather.needed(work.nodes.1).div_ceil(wave)).max().unwrap_or(0);
        Self { size: works.iter().map(Work::hessian_size).sum(), last: last.saturating_sub(1) }
    }
}

/// How much room lets every wave stay until it was read last, if they take their places in turns and one that does not fit
/// before the end starts at the beginning.
fn room(waves: &[Wave]) -> usize {
    let (mut oldest, mut alive, mut most) = (0, 0, 0);
    for (number, wave) in waves.iter().enumerate() {
        alive += wave.size;
        while oldest < number && waves[oldest].last < number {
            alive -= waves[oldest].size;
            oldest += 1;
        }
        most = most.max(alive);
    }
    let widest = waves.iter().map(|wave| wave.size).max().unwrap_or(0);
    (most + widest).min(waves.iter().map(|wave| wave.size).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No wave is overwritten before it was read last.
    #[test]
    fn waves_stay_until_they_were_read() {
        let sizes = [7, 3, 9, 1, 4, 9, 9, 2, 6, 5, 8, 1, 1, 9, 3];
        for reach in 0..sizes.len() {
            let waves: Vec<Wave> = (0..sizes.len())
                .map(|k| Wave {
                    size: sizes[k],
                    last: (k + (k * 7 + reach) % (reach + 1)).min(sizes.len() - 1),
                })
                .collect();
            let room = room(&waves);
            let (mut next, mut owner) = (0, vec![None; room]);
            for (number, wave) in waves.iter().enumerate() {
                if next + wave.size > room {
                    next = 0;
                }
                for place in &mut owner[next..next + wave.size] {
                    let before: Option<usize> = place.replace(number);
                    assert!(before.is_none_or(|b| waves[b].last < number), "{reach}: {before:?} by {number}");
                }
                next += wave.size;
            }
        }
    }
}
