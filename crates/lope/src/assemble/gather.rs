//! Every node collects its own row.

use std::ops::Range;

use rayon::prelude::*;

use super::waves::Visit;
use super::work::Work;
use super::{Factors, Held};
use crate::energy::{At, Energy, Stencils, block_place};
use crate::math::{Kernel, Lane, dispatch};
use crate::sparse::Pattern;

/// Nodes per task of a gather: enough to amortize a task, few enough to balance.
pub(super) const NODES: usize = 512;

/// Largest stencil that can be assembled.
pub(super) const MAX_ARITY: usize = 6;

/// One element seen from one of its nodes.
#[derive(Clone, Copy, Debug)]
struct Incidence {
    /// First block of the element's Hessian slot.
    block: u32,
    /// Number among the elements with a Hessian.
    element: u32,
    /// Where the blocks of this node's row go in the matrix row, one for each node of the element.
    place: [u16; MAX_ARITY],
    /// Which of the element's nodes this is.
    corner: u8,
    arity: u8,
    at: At,
}

/// Lists of the slots around every node.
pub(super) struct Gather {
    gradient_start: Vec<u32>,
    /// Number of the 3-vector in the gradient slots.
    gradient_slot: Vec<u32>,
    hessian_start: Vec<u32>,
    hessian: Vec<Incidence>,
}

impl Gather {
    pub(super) fn new(nodes: usize, works: &[Work], energies: &[Box<dyn Energy>], pattern: &Pattern) -> Self {
        let stencils = |work: &Work| {
            let Stencils { arity, nodes } = energies[work.energy].stencils();
            Stencils { arity, nodes: &nodes[arity * work.elements.start..arity * work.elements.end] }
        };
        let (gradient_start, mut cursor) = starts(nodes, works.iter().map(|work| stencils(work).nodes));
        let mut gradient_slot = vec![0; gradient_start[nodes] as usize];
        let corners = works.iter().flat_map(|work| stencils(work).nodes);
        for (slot, &node) in corners.enumerate() {
            gradient_slot[advance(&mut cursor, node)] = slot as u32;
        }

        let curved = || works.iter().filter(|work| work.curved_elements() > 0);
        let (hessian_start, mut cursor) = starts(nodes, curved().map(|work| stencils(work).nodes));
        let blank =
            Incidence { block: 0, element: 0, place: [0; MAX_ARITY], corner: 0, arity: 0, at: At::End };
        let mut hessian = vec![blank; hessian_start[nodes] as usize];
        for work in curved() {
            let Stencils { arity, nodes } = stencils(work);
            let name = energies[work.energy].name();
            assert!(arity <= MAX_ARITY, "{name}: stencils of {arity} nodes cannot be assembled");
            for (number, element) in nodes.chunks_exact(arity).enumerate() {
                for (corner, &node) in element.iter().enumerate() {
                    let mut place = [0; MAX_ARITY];
                    for (place, &other) in place.iter_mut().zip(element) {
                        *place = pattern.row(node as usize).partition_point(|&column| column < other) as u16;
                    }
                    hessian[advance(&mut cursor, node)] = Incidence {
                        block: 0,
                        element: (work.curved + number) as u32,
                        place,
                        corner: corner as u8,
                        arity: arity as u8,
                        at: work.at,
                    };
                }
            }
        }
        Self { gradient_start, gradient_slot, hessian_start, hessian }
    }

    /// Tells every incidence where the slots of its element are.
    pub(super) fn place_blocks(&mut self, works: &[Work]) {
        self.hessian.par_iter_mut().for_each(|incidence| {
            let element = incidence.element as usize;
            // Chunks without a Hessian begin where the next one does, and come before it.
            let work = &works[works.partition_point(|work| work.curved <= element) - 1];
            let arity = incidence.arity as usize;
            let blocks = arity * (arity + 1) / 2;
            incidence.block = (work.hessian / 9 + (element - work.curved) * blocks) as u32;
        });
    }

    /// Sums the gradient slots around every node onto `own(node, axis)`.
    pub(super) fn gradient(&self, slots: &[f64], g: &mut [f64], own: impl Fn(usize, usize) -> f64 + Sync) {
        g.par_chunks_mut(3 * NODES).enumerate().for_each(|(chunk, g)| {
            for (offset, g) in g.chunks_exact_mut(3).enumerate() {
                let node = chunk * NODES + offset;
                let mut sum = [own(node, 0), own(node, 1), own(node, 2)];
                let (from, to) = (self.gradient_start[node], self.gradient_start[node + 1]);
                for &slot in &self.gradient_slot[from as usize..to as usize] {
                    let f = &slots[3 * slot as usize..][..3];
                    sum[0] += f[0];
                    sum[1] += f[1];
                    sum[2] += f[2];
                }
                g.copy_from_slice(&sum);
            }
        });
    }

    /// Number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.hessian_start.len() - 1
    }

    /// The incidences of a node, in the order of their elements.
    pub(super) fn around(&self, node: usize) -> Range<usize> {
        self.hessian_start[node] as usize..self.hessian_start[node + 1] as usize
    }

    /// The element of an incidence.
    pub(super) fn element(&self, incidence: usize) -> usize {
        self.hessian[incidence].element as usize
    }

    /// The elements with a Hessian around a node.
    pub(super) fn elements(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.around(node).map(|incidence| self.element(incidence))
    }

    /// Adds the Hessian slots of a wave to a matrix row, which the first visit overwrites; returns whether this was the
    /// last.
    pub(super) fn add_to_row(&self, slots: &[f64], factors: Factors, visit: &Visit, row: &mut [f64]) -> bool {
        let (all, these) = (self.around(visit.row()), visit.incidences());
        if these.start == all.start {
            row.fill(0.0);
        }
        let last = these.end == all.end;
        dispatch(AddToRow { incidences: &self.hessian[these], slots, factors, row });
        last
    }

    /// Adds those slots of a wave that were projected in `round` to a matrix row, but for held coordinates.
    #[expect(clippy::too_many_arguments)]
    pub(super) fn add_differences(
        &self,
        slots: &[f64],
        factors: Factors,
        rounds: &[u32],
        round: u32,
        visit: &Visit,
        row: &mut [f64],
        columns: &[u32],
        held: &[Held],
    ) {
        let node = visit.row();
        for incidence in &self.hessian[visit.incidences()] {
            if rounds[incidence.element as usize] != round {
                continue;
            }
            let factor = factors.of(incidence.at);
            let (arity, a) = (incidence.arity as usize, incidence.corner as usize);
            for b in 0..arity {
                let place = block_place(arity, a.min(b), a.max(b));
                let block = &slots[9 * (incidence.block as usize + place)..][..9];
                let place = incidence.place[b] as usize;
                let (mine, theirs) = (held[node], held[columns[place] as usize]);
                for (k, entry) in row[9 * place..][..9].iter_mut().enumerate() {
                    let (i, j) = (k % 3, k / 3);
                    if (mine >> i | theirs >> j) & 1 == 0 {
                        *entry += factor * if a <= b { block[k] } else { block[3 * i + j] };
                    }
                }
            }
        }
    }
}

/// A part of the sum of one matrix row, with the widest instructions there are.
struct AddToRow<'a> {
    incidences: &'a [Incidence],
    slots: &'a [f64],
    factors: Factors,
    row: &'a mut [f64],
}

impl Kernel for AddToRow<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { incidences, slots, factors, row } = self;
        for incidence in incidences {
            let (factor, a) = (factors.of(incidence.at), incidence.corner as usize);
            // Blocks below an element's diagonal are stored as their transposes.
            for b in 0..a {
                add_block(factor, transposed(incidence.slot(slots, b, a)), incidence.entry(row, b));
            }
            for b in a..incidence.arity as usize {
                add_block(factor, incidence.slot(slots, a, b), incidence.entry(row, b));
            }
        }
    }
}

/// entry ← entry + factor · block.
#[inline(always)]
fn add_block(factor: f64, block: [f64; 9], entry: &mut [f64]) {
    for (entry, block) in entry.iter_mut().zip(block) {
        *entry += factor * block;
    }
}

#[inline(always)]
fn transposed(block: [f64; 9]) -> [f64; 9] {
    let [a, b, c, d, e, f, g, h, i] = block;
    [a, d, g, b, e, h, c, f, i]
}

impl Incidence {
    /// The slot's block (a, b), a ≤ b.
    #[inline(always)]
    fn slot(&self, slots: &[f64], a: usize, b: usize) -> [f64; 9] {
        let start = 9 * (self.block as usize + block_place(self.arity as usize, a, b));
        slots[start..start + 9].try_into().unwrap_or([0.0; 9])
    }

    /// The block of a matrix row that belongs to node `b` of the element.
    #[inline(always)]
    fn entry<'a>(&self, row: &'a mut [f64], b: usize) -> &'a mut [f64] {
        &mut row[9 * self.place[b] as usize..][..9]
    }
}

/// Prefix sums of how often each node occurs, and a copy to count with.
fn starts<'a>(nodes: usize, lists: impl Iterator<Item = &'a [u32]>) -> (Vec<u32>, Vec<u32>) {
    let mut start = vec![0u32; nodes + 1];
    lists.flatten().for_each(|&node| start[node as usize + 1] += 1);
    for node in 0..nodes {
        start[node + 1] += start[node];
    }
    let cursor = start[..nodes].to_vec();
    (start, cursor)
}

fn advance(cursor: &mut [u32], node: u32) -> usize {
    let place = cursor[node as usize];
    cursor[node as usize] += 1;
    place as usize
}
