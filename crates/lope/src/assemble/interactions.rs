//! Elements that come and go: laid out at every state, evaluated like all others, summed in a fixed order.
//!
//! An element acts on points, and its slots are those of its points. What belongs to nodes is expanded by the weights when it is
//! gathered: lists say which slots add up to every node and to every pair of nodes, in the order of the elements.

use rayon::prelude::*;

use super::project::{Matrix, Projection};
use super::work::{Room, Work, run};
use super::{Arguments, Factors};
use crate::energy::{At, Energy, Interaction, Slots, Want, block_place, gradient_slot, hessian_slot};
use crate::math::Filter;
use crate::sparse::Groups;

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
    at: At,
    /// Whether it is a block of one point with itself.
    own: bool,
    weight: f64,
}

/// The elements of all interactions at the state last evaluated.
#[derive(Default)]
pub(super) struct Interactions {
    pub(super) works: Vec<Work>,
    pub(super) values: Vec<f64>,
    pub(super) gradient: Vec<f64>,
    hessian: Vec<f64>,
    /// 1 for elements whose Hessian is projected, else 0.
    projected: Vec<u32>,
    /// Elements whose Hessian is not assembled, and whether these are projected.
    free: usize,
    free_projected: bool,
    /// What nodes get of the gradients, by elements, and their numbers by nodes.
    shares: Vec<Share>,
    by_node: Groups,
    /// What the upper halves of element matrices give to pairs of nodes, in the order of the elements.
    places: Vec<Place>,
    /// The blocks on the diagonal of the matrix, summed for every node, ascending; see [`Interactions::sum_diagonal`].
    pub(super) diagonal: Vec<(u32, [f64; 9])>,
    /// The same as it was when it was summed before.
    pub(super) former: Vec<(u32, [f64; 9])>,
    /// The numbers of places on the diagonal by their nodes.
    on_diagonal: Groups,
    /// The sums of shares.
    sums: Vec<[f64; 3]>,
}

impl Interactions {
    /// Whether nothing touches.
    pub(super) fn is_empty(&self) -> bool {
        self.works.is_empty()
    }

    /// Number of elements with a Hessian.
    pub(super) fn len(&self) -> usize {
        self.works.iter().map(Work::curved_elements).sum::<usize>() + self.free
    }

    /// Leaves all elements out.
    pub(super) fn clear(&mut self) {
        self.works.clear();
        self.values.clear();
        self.free = 0;
        self.shares.clear();
        self.by_node.clear();
        self.places.clear();
    }

    /// Lays out the elements that interactions picked by `keep` have, as they stand.
    pub(super) fn lay_out(&mut self, all: &[Box<dyn Interaction>], keep: impl Fn(&dyn Interaction) -> bool) {
        self.clear();
        for (number, interaction) in all.iter().enumerate().filter(|(_, one)| keep(one.as_ref())) {
            self.works.extend(Work::of(number, interaction.as_ref()));
        }
        Work::lay_out(&mut self.works);
        self.values.resize(self.works.len(), 0.0);
        self.gradient.resize(self.works.iter().map(Work::gradient_size).sum(), 0.0);
    }

    /// Collects and evaluates the elements of those picked by `keep` at the arguments of the stage.
    pub(super) fn evaluate(
        &mut self,
        all: &mut [Box<dyn Interaction>],
        at: Arguments<'_>,
        want: Want,
        keep: impl Fn(&dyn Energy) -> bool,
    ) {
        let is_kept = |one: &dyn Interaction| !at.of(one.at()).is_empty() && keep(one);
        for one in all.iter_mut().filter(|one| is_kept(one.as_ref())) {
            one.collect(at.of(one.at()));
        }
        self.lay_out(all, is_kept);
        let Self { works, values, gradient, hessian, projected, .. } = self;
        let mut room = Room { values, gradient, ..Room::default() };
        if want == Want::Hessian {
            hessian.resize(works.iter().map(Work::hessian_size).sum(), 0.0);
            projected.clear();
            projected.resize(works.iter().map(Work::curved_elements).sum(), 0);
            room.hessian = hessian;
        }
        run(works, room, &|work, gradient, hessian, _| {
            let (one, slots) = (&all[work.energy], Slots { gradient, hessian });
            let want = if work.curved_elements() > 0 { want } else { want.min(Want::Gradient) };
            one.eval(at.of(work.at), work.elements.clone(), want, Filter::Raw, slots)
        });
        match want {
            Want::Value => {}
            Want::Gradient => self.share_out(all),
            Want::Hessian => {
                self.place_blocks(all);
                self.linearize(all, at, Filter::Raw);
            }
        }
    }

    /// Takes the Hessians that are not assembled; returns of how many elements.
    fn linearize(&mut self, all: &mut [Box<dyn Interaction>], at: Arguments<'_>, filter: Filter) -> usize {
        self.free = 0;
        for one in all.iter_mut().filter(|one| one.abilities().matrix_free.is_some()) {
            let x = at.of(one.at());
            if !x.is_empty() {
                one.linearize(x, filter);
                self.free += one.stencils().len();
            }
        }
        self.free_projected = filter != Filter::Raw;
        self.free
    }

    /// Lists what every node gets of the gradients.
    pub(super) fn share_out(&mut self, all: &[Box<dyn Interaction>]) {
        self.shares.clear();
        for work in &self.works {
            let (points, nodes) = stencils_of(work, all);
            for (corner, &point) in nodes.iter().enumerate() {
                if is_repeated(&nodes[corner - corner % work.arity..=corner]) {
                    continue;
                }
                let slot = (work.gradient / 3 + corner) as u32;
                points.each(point, |node, weight| self.shares.push(Share { node, slot, weight }));
            }
        }
        let Self { shares, by_node, .. } = self;
        by_node.sort(0..shares.len() as u32, |number| shares[number as usize].node);
    }

    /// Lists what every pair of nodes gets of the element matrices.
    fn place_blocks(&mut self, all: &[Box<dyn Interaction>]) {
        let places = &mut self.places;
        for work in self.works.iter().filter(|work| work.curved_elements() > 0) {
            let (points, nodes) = stencils_of(work, all);
            let (arity, at) = (work.arity, work.at);
            let blocks = hessian_slot(arity) / 9;
            for (element, stencil) in nodes.chunks_exact(arity).enumerate() {
                for (a, b) in (0..arity).flat_map(|a| (a..arity).map(move |b| (a, b))) {
                    if is_repeated(&stencil[..=a]) || is_repeated(&stencil[..=b]) {
                        continue;
                    }
                    let block = (work.hessian / 9 + blocks * element + block_place(arity, a, b)) as u32;
                    points.each(stencil[a], |row, mine| {
                        points.each(stencil[b], |column, theirs| {
                            // A block of one point with itself is symmetric, and its lower half the mirror image.
                            if a != b || row <= column {
                                let weight = mine * theirs;
                                places.push(Place { row, column, block, at, own: a == b, weight });
                            }
                        });
                    });
                }
            }
        }
    }

    /// Adds the gradients to `g`: every node its shares, in the order of the elements.
    pub(super) fn add_gradient(&mut self, g: &mut [f64]) {
        let Self { shares, by_node, gradient, sums, .. } = self;
        sums.clear();
        sums.resize(by_node.keys().len(), [0.0; 3]);
        let before = &*g;
        sums.par_iter_mut().zip(by_node.keys()).with_min_len(64).for_each(|(sum, &node)| {
            *sum = std::array::from_fn(|i| before[3 * node as usize + i]);
            for share in by_node.of(node).iter().map(|number| &shares[*number as usize]) {
                let part = &gradient[3 * share.slot as usize..][..3];
                (0..3).for_each(|i| sum[i] += share.weight * part[i]);
            }
        });
        for (sum, &node) in sums.iter().zip(by_node.keys()) {
            g[3 * node as usize..][..3].copy_from_slice(sum);
        }
    }

    /// Filters all Hessians, or those where `g` exceeds `above` at a node and that are not yet; returns how many.
    pub(super) fn project(
        &mut self,
        all: &mut [Box<dyn Interaction>],
        at: Arguments<'_>,
        g: Option<(&[f64], f64)>,
        (filter, projection): (Filter, Projection),
    ) -> usize {
        // What is not assembled is projected as a whole.
        let large = |(g, above): (&[f64], f64)| g.iter().any(|g| g.abs() > above);
        let free = if self.free > 0 && !self.free_projected && g.is_none_or(large) {
            self.linearize(all, at, filter)
        } else {
            0
        };
        let all = &*all;
        let Self { works, values, gradient, hessian, projected, .. } = self;
        // The values of the elements are no longer asked for: their places take the counts.
        let room = Room { values, gradient, hessian, rounds: projected };
        run(works, room, &|work, gradient, hessian, flags| {
            let (points, nodes) = stencils_of(work, all);
            let is_large = |&point: &u32| {
                g.is_none_or(|(g, above)| {
                    let mut large = false;
                    points.each(point, |node, _| {
                        large |= g[3 * node as usize..][..3].iter().any(|g| g.abs() > above);
                    });
                    large
                })
            };
            let (energy, mut count) = (all[work.energy].as_ref(), 0);
            let (row, slot) = (gradient_slot(work.arity), hessian_slot(work.arity));
            for (place, flag) in flags.iter_mut().enumerate() {
                let stencil = &nodes[work.arity * place..][..work.arity];
                if *flag != 0 || !stencil.iter().any(is_large) {
                    continue;
                }
                (*flag, count) = (1, count + 1);
                let own = &mut hessian[slot * place..][..slot];
                if projection.is_numeric(energy) {
                    Matrix::load(own, work.arity).project(filter).store(own);
                } else {
                    let element = work.elements.start + place;
                    let slots = Slots { gradient: &mut gradient[row * place..][..row], hessian: own };
                    energy.eval(at.of(work.at), element..element + 1, Want::Hessian, filter, slots);
                }
            }
            f64::from(count)
        });
        self.values.iter().sum::<f64>() as usize + free
    }

    /// Sums the blocks on the diagonal of the matrix, with their factors. Where both nodes of a block beside the diagonal of an
    /// element are the same, the block and its transpose are on it.
    pub(super) fn sum_diagonal(&mut self, factors: Factors) {
        std::mem::swap(&mut self.diagonal, &mut self.former);
        let mut diagonal = std::mem::take(&mut self.diagonal);
        let Self { places, on_diagonal, .. } = self;
        let own = |number: &u32| places[*number as usize].row == places[*number as usize].column;
        on_diagonal.sort((0..places.len() as u32).filter(own), |number| places[number as usize].row);
        diagonal.clear();
        diagonal.extend(on_diagonal.keys().iter().map(|node| (*node, [0.0; 9])));
        let this = &*self;
        diagonal.par_iter_mut().with_min_len(64).for_each(|(node, sum)| {
            for &number in this.on_diagonal.of(*node) {
                let place = this.places[number as usize];
                let block = this.block(&place, factors);
                for i in 0..9 {
                    sum[i] += if place.own { block[i] } else { block[i] + block[3 * (i % 3) + i / 3] };
                }
            }
        });
        self.diagonal = diagonal;
    }

    /// The places of all blocks above the diagonals of the elements or on them.
    pub(super) fn places(&self) -> &[Place] {
        &self.places
    }

    /// Nine values of a block, by columns, with weights and factor.
    pub(super) fn block(&self, place: &Place, factors: Factors) -> [f64; 9] {
        let factor = place.weight * factors.of(place.at);
        std::array::from_fn(|i| factor * self.hessian[9 * place.block as usize + i])
    }
}

/// Whether the last point of a stencil stands in it before: then its derivatives are zero.
fn is_repeated(stencil: &[u32]) -> bool {
    stencil.split_last().is_some_and(|(last, before)| before.contains(last))
}

/// The points of an interaction, and those of the elements of a chunk of it.
fn stencils_of<'a>(work: &Work, all: &'a [Box<dyn Interaction>]) -> (&'a crate::energy::Points, &'a [u32]) {
    let (one, arity) = (&all[work.energy], work.arity);
    (one.points(), &one.stencils().nodes[arity * work.elements.start..arity * work.elements.end])
}
