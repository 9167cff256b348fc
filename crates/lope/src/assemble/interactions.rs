//! Elements that come and go: collected, evaluated and summed in a fixed order.
//!
//! An element acts on points, and its slots are those of its points. What belongs to nodes is expanded by the weights when it is
//! gathered: lists say which slots add up to every node and to every pair of nodes, in the order of the elements.

use rayon::prelude::*;

use super::project::Matrix;
use super::{Arguments, Factors};
use crate::energy::{At, CHUNK, Interaction, POINTS, Slots, Want, block_place, gradient_slot, hessian_slot};
use crate::math::Filter;

const GRADIENT: usize = gradient_slot(POINTS);
const HESSIAN: usize = hessian_slot(POINTS);

/// Which points of an element each of its blocks is of.
const BLOCKS: [(usize, usize); 10] =
    [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)];

const _: () =
    assert!(block_place(POINTS, POINTS - 1, POINTS - 1) + 1 == BLOCKS.len() && 9 * BLOCKS.len() == HESSIAN);

/// The elements of one interaction among all.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Its first element, and how many there are.
    start: usize,
    count: usize,
    at: At,
    value: f64,
}

/// A share of a slot that a node gets.
#[derive(Clone, Copy, Debug)]
struct Share {
    node: u32,
    /// Number of the 3-vector among the gradient slots.
    slot: u32,
    weight: f64,
}

/// A block of the matrix, upper or lower, as a share of a block of a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) row: u32,
    pub(super) column: u32,
    /// Number of the block among the Hessian slots.
    block: u32,
    weight: f64,
}

/// The elements of all interactions at the state last evaluated.
#[derive(Default)]
pub(super) struct Interactions {
    parts: Vec<Part>,
    stencils: Vec<[u32; POINTS]>,
    partial: Vec<f64>,
    gradient: Vec<f64>,
    hessian: Vec<f64>,
    projected: Vec<bool>,
    /// What nodes get of the gradients, by nodes, and then by elements.
    shares: Vec<Share>,
    /// What the upper halves of element matrices give to pairs of nodes, in the order of the elements.
    places: Vec<Place>,
    /// The blocks on the diagonal of the matrix, summed for every node, ascending; see [`Interactions::sum_diagonal`].
    pub(super) diagonal: Vec<(u32, [f64; 9])>,
    /// The same as it was when it was summed before.
    pub(super) former: Vec<(u32, [f64; 9])>,
    /// Nodes of blocks on the diagonal and the numbers of their places, on their way there.
    order: Vec<(u32, u32)>,
    /// Where the shares of each node start, and their sums.
    starts: Vec<u32>,
    sums: Vec<[f64; 3]>,
}

impl Interactions {
    /// Whether nothing touches.
    pub(super) fn is_empty(&self) -> bool {
        self.stencils.is_empty()
    }

    /// Number of elements.
    pub(super) fn len(&self) -> usize {
        self.stencils.len()
    }

    /// Leaves all elements out.
    pub(super) fn clear(&mut self) {
        self.stencils.clear();
        self.parts.clear();
        self.shares.clear();
        self.places.clear();
    }

    /// Sum of the values with their factors.
    pub(super) fn value(&self, factors: Factors) -> f64 {
        // A part without a value may be at an argument that the stage has not: its factor is zero.
        let parts = self.parts.iter().filter(|part| part.value != 0.0);
        parts.map(|part| part.value / factors.of(part.at)).sum()
    }

    /// Collects and evaluates the elements at the arguments of the stage.
    pub(super) fn evaluate(&mut self, all: &mut [Box<dyn Interaction>], at: Arguments<'_>, want: Want) {
        self.clear();
        for interaction in all.iter_mut() {
            let x = at.of(interaction.at());
            if !x.is_empty() {
                interaction.collect(x);
            }
            let stencils = if x.is_empty() { &[] } else { interaction.stencils() };
            let (start, count) = (self.stencils.len(), stencils.len());
            self.parts.push(Part { start, count, at: interaction.at(), value: 0.0 });
            self.stencils.extend_from_slice(stencils);
        }
        // There is room for all slots whatever is wanted: those that are not stay as they are.
        self.gradient.resize(self.stencils.len() * GRADIENT, 0.0);
        self.hessian.resize(self.stencils.len() * HESSIAN, 0.0);
        self.projected.clear();
        self.projected.resize(self.stencils.len(), false);
        let Self { parts, partial, gradient, hessian, .. } = self;
        for (interaction, part) in all.iter().zip(parts) {
            let x = at.of(part.at);
            partial.clear();
            partial.resize(part.count.div_ceil(CHUNK), 0.0);
            let gradients =
                gradient[part.start * GRADIENT..][..part.count * GRADIENT].par_chunks_mut(CHUNK * GRADIENT);
            let hessians =
                hessian[part.start * HESSIAN..][..part.count * HESSIAN].par_chunks_mut(CHUNK * HESSIAN);
            let count = part.count;
            partial.par_iter_mut().zip(gradients.zip(hessians)).enumerate().for_each(
                |(chunk, (value, (gradient, hessian)))| {
                    let elements = chunk * CHUNK..((chunk + 1) * CHUNK).min(count);
                    *value = interaction.eval(x, elements, want, Filter::Raw, Slots { gradient, hessian });
                },
            );
            part.value = partial.iter().sum();
        }
        match want {
            Want::Value => {}
            Want::Gradient => self.share_out(all),
            Want::Hessian => self.place_blocks(all),
        }
    }

    /// Lists what every node gets of the gradients.
    fn share_out(&mut self, all: &[Box<dyn Interaction>]) {
        for (interaction, part) in all.iter().zip(&self.parts) {
            let points = interaction.points();
            for element in part.start..part.start + part.count {
                for (corner, &point) in self.stencils[element].iter().enumerate() {
                    let slot = (POINTS * element + corner) as u32;
                    points.each(point, |node, weight| self.shares.push(Share { node, slot, weight }));
                }
            }
        }
        // Two shares that a node has of one slot are told apart by their weights: the order is the same for any way to sort.
        self.shares.par_sort_unstable_by_key(|share| (share.node, share.slot, share.weight.to_bits()));
    }

    /// Lists what every pair of nodes gets of the element matrices.
    fn place_blocks(&mut self, all: &[Box<dyn Interaction>]) {
        let places = &mut self.places;
        for (interaction, part) in all.iter().zip(&self.parts) {
            let points = interaction.points();
            for element in part.start..part.start + part.count {
                let stencil = self.stencils[element];
                for (number, (a, b)) in BLOCKS.into_iter().enumerate() {
                    let block = (BLOCKS.len() * element + number) as u32;
                    points.each(stencil[a], |row, mine| {
                        points.each(stencil[b], |column, theirs| {
                            // A block of one point with itself is symmetric, and its lower half the mirror image.
                            if a != b || row <= column {
                                places.push(Place { row, column, block, weight: mine * theirs });
                            }
                        });
                    });
                }
            }
        }
    }

    /// Adds the gradients to `g`: every node its shares, in the order of the elements.
    pub(super) fn add_gradient(&mut self, g: &mut [f64]) {
        let Self { shares, gradient, starts, sums, .. } = self;
        starts.clear();
        let first = |k: &usize| *k == 0 || shares[*k].node != shares[*k - 1].node;
        starts.extend((0..shares.len()).filter(first).map(|k| k as u32));
        starts.push(shares.len() as u32);
        sums.clear();
        sums.resize(starts.len() - 1, [0.0; 3]);
        let before = &*g;
        sums.par_iter_mut().zip(starts.par_windows(2)).for_each(|(sum, ends)| {
            let same = &shares[ends[0] as usize..ends[1] as usize];
            *sum = std::array::from_fn(|i| before[3 * same[0].node as usize + i]);
            for share in same {
                let part = &gradient[3 * share.slot as usize..][..3];
                (0..3).for_each(|i| sum[i] += share.weight * part[i]);
            }
        });
        for (sum, &start) in sums.iter().zip(&*starts) {
            g[3 * shares[start as usize].node as usize..][..3].copy_from_slice(sum);
        }
    }

    /// Filters all Hessians, or those where `g` exceeds `above` at a node and that are not yet; returns how many.
    pub(super) fn project(
        &mut self,
        all: &[Box<dyn Interaction>],
        at: Arguments<'_>,
        g: Option<(&[f64], f64)>,
        filter: Filter,
    ) -> usize {
        let Self { parts, stencils, hessian, projected, partial, .. } = self;
        let mut count = 0;
        for (interaction, part) in all.iter().zip(&*parts) {
            let (points, x) = (interaction.points(), at.of(part.at));
            let is_large = |&point: &u32| {
                let above = |(g, above): (&[f64], f64)| {
                    let mut large = false;
                    points.each(point, |node, _| {
                        large |= g[3 * node as usize..][..3].iter().any(|g| g.abs() > above);
                    });
                    large
                };
                g.is_none_or(above)
            };
            let range = part.start..part.start + part.count;
            partial.clear();
            partial.resize(part.count, 0.0);
            let slots = hessian[range.start * HESSIAN..range.end * HESSIAN].par_chunks_mut(HESSIAN);
            let flags = projected[range.clone()].par_iter_mut().zip(&mut *partial);
            let elements = stencils[range].par_iter().zip(flags).zip(slots).enumerate();
            elements.for_each(|(element, ((stencil, (done, new)), slot))| {
                if *done || !stencil.iter().any(is_large) {
                    return;
                }
                (*done, *new) = (true, 1.0);
                if interaction.filters() {
                    let mut gradient = [0.0; GRADIENT];
                    let slots = Slots { gradient: &mut gradient, hessian: slot };
                    interaction.eval(x, element..element + 1, Want::Hessian, filter, slots);
                } else {
                    Matrix::load(slot, POINTS).project(filter).store(slot);
                }
            });
            count += partial.iter().filter(|new| **new != 0.0).count();
        }
        count
    }

    /// Sums the blocks on the diagonal of the matrix, with their factors. Where both nodes of a block beside the diagonal of an
    /// element are the same, the block and its transpose are on it.
    pub(super) fn sum_diagonal(&mut self, factors: Factors) {
        std::mem::swap(&mut self.diagonal, &mut self.former);
        let Self { places, order, .. } = self;
        order.clear();
        let own = places.iter().enumerate().filter(|(_, place)| place.row == place.column);
        order.extend(own.map(|(number, place)| (place.row, number as u32)));
        order.par_sort_unstable();
        let mut diagonal = std::mem::take(&mut self.diagonal);
        diagonal.clear();
        for same in self.order.chunk_by(|a, b| a.0 == b.0) {
            let mut sum = [0.0; 9];
            for &(_, number) in same {
                let place = self.places[number as usize];
                let block = self.block(&place, factors);
                let (a, b) = BLOCKS[place.block as usize % BLOCKS.len()];
                for i in 0..9 {
                    sum[i] += if a == b { block[i] } else { block[i] + block[3 * (i % 3) + i / 3] };
                }
            }
            diagonal.push((same[0].0, sum));
        }
        self.diagonal = diagonal;
    }

    /// The places of all blocks above the diagonals of the elements or on them.
    pub(super) fn places(&self) -> &[Place] {
        &self.places
    }

    /// Nine values of a block, by columns, with weights and factor.
    pub(super) fn block(&self, place: &Place, factors: Factors) -> [f64; 9] {
        let element = place.block as usize / BLOCKS.len();
        let part = self.parts.partition_point(|part| part.start <= element) - 1;
        // Parts without elements start where the next one does.
        let factor = place.weight * factors.of(self.parts[part].at);
        std::array::from_fn(|i| factor * self.hessian[9 * place.block as usize + i])
    }
}
