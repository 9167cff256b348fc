//! Chunks evaluated together, and the rows they add to.
//!
//! The Hessian slots of all elements are many times as large as the matrix, and writing them to memory takes longer than
//! computing them. So there is room for those of one wave of chunks, which stays in the caches: a wave is evaluated, the rows
//! of its nodes add what is in it, and the next one takes its place. Rows that meet several waves are added to several times,
//! always in the order of the elements, so waves may be of any size and the sums are the same.

use std::ops::Range;

use super::gather::Gather;
use super::work::Work;

/// Chunks of elements a thread evaluates before rows are gathered: some 0.7 MB of slots.
const WAVE: usize = 4;

/// A row that a wave adds to, and with which of the incidences of its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visit {
    node: u32,
    from: u32,
    to: u32,
}

impl Visit {
    /// The row: the number of its node.
    pub(super) fn row(&self) -> usize {
        self.node as usize
    }

    /// The incidences.
    pub(super) fn incidences(&self) -> Range<usize> {
        self.from as usize..self.to as usize
    }
}

/// The waves for a number of threads.
#[derive(Default)]
pub(super) struct Waves {
    threads: usize,
    size: usize,
    /// Rows in the order of the waves, in each by their number.
    visits: Vec<Visit>,
    /// Where those of each wave start, and where the last end.
    start: Vec<u32>,
}

impl Waves {
    /// Lays out waves for so many threads, and tells the chunks where their slots start.
    pub(super) fn new(works: &mut [Work], gather: &Gather, threads: usize) -> Self {
        let length = WAVE * threads;
        let mut size = 0;
        for wave in works.chunks_mut(length) {
            let mut next = 0;
            for work in wave {
                work.hessian = next;
                next += work.hessian_size();
            }
            size = size.max(next);
        }
        let mut wave_of = Vec::new();
        for (number, work) in works.iter().enumerate() {
            wave_of.resize(wave_of.len() + work.curved_elements(), (number / length) as u32);
        }
        let (visits, start) = visits(gather, &wave_of, works.len().div_ceil(length).max(1));
        Self { threads, size, visits, start }
    }

    /// Whether it was laid out for so many threads.
    pub(super) fn is_for(&self, threads: usize) -> bool {
        self.threads == threads
    }

    /// Numbers in the slots of the largest.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The chunks of each wave with the rows they add to; one wave at least, as rows without elements belong to the first.
    pub(super) fn each<'a>(&'a self, works: &[Work]) -> impl Iterator<Item = (Range<usize>, &'a [Visit])> {
        let (length, chunks) = (WAVE * self.threads, works.len());
        self.start.windows(2).enumerate().map(move |(number, ends)| {
            let chunks = number * length..((number + 1) * length).min(chunks);
            (chunks, &self.visits[ends[0] as usize..ends[1] as usize])
        })
    }
}

/// The rows each wave adds to, where `wave_of` tells the wave of every element.
fn visits(gather: &Gather, wave_of: &[u32], waves: usize) -> (Vec<Visit>, Vec<u32>) {
    let each = |act: &mut dyn FnMut(usize, Visit)| {
        for node in 0..gather.nodes() {
            let around = gather.around(node);
            let mut from = around.start;
            // Incidences are in the order of their elements, and so of waves.
            loop {
                let wave = (from < around.end).then(|| wave_of[gather.element(from)]);
                let same = |&to: &usize| to < around.end && Some(wave_of[gather.element(to)]) == wave;
                let to = (from..).find(|to| !same(to)).unwrap_or(around.end);
                act(
                    wave.unwrap_or(0) as usize,
                    Visit { node: node as u32, from: from as u32, to: to as u32 },
                );
                from = to;
                if from >= around.end {
                    break;
                }
            }
        }
    };
    let mut start = vec![0u32; waves + 1];
    each(&mut |wave, _| start[wave + 1] += 1);
    for wave in 0..waves {
        start[wave + 1] += start[wave];
    }
    let mut cursor = start.clone();
    let mut visits = vec![Visit { node: 0, from: 0, to: 0 }; start[waves] as usize];
    each(&mut |wave, visit| {
        visits[cursor[wave] as usize] = visit;
        cursor[wave] += 1;
    });
    (visits, start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::energy::Energy;
    use crate::energy::spring::{Form, Springs};
    use crate::sparse::Pattern;

    /// Springs between neighbours and between nodes far apart, and nodes without any.
    fn energies(nodes: u32) -> Vec<Box<dyn Energy>> {
        let ends =
            |reach: u32| (0..nodes - 7).flat_map(|k| [k, (k * reach + 1) % (nodes - 7)]).collect::<Vec<_>>();
        let springs = |ends: Vec<u32>| {
            let ones = vec![1.0; ends.len() / 2];
            Springs::new(ends.into(), ones.clone(), ones, Form::Hookean).expect("as many of each")
        };
        vec![Box::new(springs(ends(1))), Box::new(springs(ends(7919)))]
    }

    /// Every row is met at least once, with all incidences of its node in their order, each when its element is there.
    #[test]
    fn rows_meet_their_elements_once() {
        let nodes = 5000;
        let energies = energies(nodes);
        let stencils = energies.iter().map(|e| (e.stencils().arity, e.stencils().nodes));
        let pattern = Pattern::from_stencils(nodes as usize, stencils);
        for threads in [1, 2, 5, 100] {
            let mut works = Work::all(&energies);
            let gather = Gather::new(nodes as usize, &works, &energies, &pattern);
            let waves = Waves::new(&mut works, &gather, threads);
            let mut next: Vec<usize> = (0..nodes as usize).map(|node| gather.around(node).start).collect();
            let mut met = vec![false; nodes as usize];
            let mut chunks_seen = 0;
            for (chunks, visits) in waves.each(&works) {
                assert_eq!(chunks.start, chunks_seen);
                chunks_seen = chunks.end;
                let elements = super::super::work::span(&works, &chunks, |work| work.curved, usize::MAX);
                assert!(visits.is_sorted_by(|a, b| a.node < b.node));
                for visit in visits {
                    let node = visit.row();
                    assert_eq!(visit.incidences().start, next[node]);
                    next[node] = visit.incidences().end;
                    met[node] = true;
                    assert!(
                        visit.incidences().all(|incidence| elements.contains(&gather.element(incidence)))
                    );
                }
                let room: usize = works[chunks].iter().map(Work::hessian_size).sum();
                assert!(room <= waves.size());
            }
            assert_eq!(chunks_seen, works.len());
            assert!(met.iter().all(|&met| met));
            assert!((0..nodes as usize).all(|node| next[node] == gather.around(node).end));
        }
    }
}
