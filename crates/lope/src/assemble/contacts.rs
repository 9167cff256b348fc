//! Elements that come and go: found, evaluated and summed in a fixed order.

use rayon::prelude::*;

use super::project::Matrix;
use crate::energy::{CHUNK, Fleeting, Slots, Want, block_place, gradient_slot, hessian_slot};
use crate::math::Filter;

/// Nodes of every such element.
const ARITY: usize = 4;
const GRADIENT: usize = gradient_slot(ARITY);
const HESSIAN: usize = hessian_slot(ARITY);

/// The elements of all fleeting energies at the state last evaluated.
#[derive(Default)]
pub(super) struct Contacts {
    stencils: Vec<[u32; ARITY]>,
    partial: Vec<f64>,
    gradient: Vec<f64>,
    hessian: Vec<f64>,
    projected: Vec<bool>,
    /// Sum of the values.
    pub(super) value: f64,
    /// The blocks on the diagonal of the matrix, summed for every node, ascending; see [`Contacts::sum_diagonal`].
    pub(super) diagonal: Vec<(u32, [f64; 9])>,
    /// The same as it was when it was summed before.
    pub(super) former: Vec<(u32, [f64; 9])>,
    /// Nodes of blocks on the diagonal and the numbers of those, on their way there.
    order: Vec<(u32, u32)>,
}

/// Which nodes of an element each of its blocks is of.
const BLOCKS: [(usize, usize); 10] =
    [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)];

impl Contacts {
    /// Whether nothing touches.
    pub(super) fn is_empty(&self) -> bool {
        self.stencils.is_empty()
    }

    /// Leaves all contacts out.
    pub(super) fn clear(&mut self) {
        self.stencils.clear();
        self.value = 0.0;
    }

    /// Finds and evaluates the elements at `x`.
    pub(super) fn evaluate(&mut self, energies: &mut [Box<dyn Fleeting>], x: &[f64], want: Want) {
        energies.iter_mut().for_each(|energy| energy.find(x));
        self.stencils.clear();
        energies.iter().for_each(|energy| self.stencils.extend_from_slice(energy.stencils()));
        // There is room for all slots whatever is wanted: those that are not stay as they are.
        self.gradient.resize(self.stencils.len() * GRADIENT, 0.0);
        self.hessian.resize(self.stencils.len() * HESSIAN, 0.0);
        self.projected.clear();
        self.projected.resize(self.stencils.len(), false);
        self.value = 0.0;
        let (mut gradient, mut hessian) = (&mut self.gradient[..], &mut self.hessian[..]);
        for energy in &*energies {
            let count = energy.stencils().len();
            self.partial.resize(count.div_ceil(CHUNK), 0.0);
            let (own_gradient, later) = gradient.split_at_mut(count * GRADIENT);
            gradient = later;
            let (own_hessian, later) = hessian.split_at_mut(count * HESSIAN);
            hessian = later;
            let gradients = own_gradient.par_chunks_mut(CHUNK * GRADIENT);
            let slots = gradients.zip(own_hessian.par_chunks_mut(CHUNK * HESSIAN));
            self.partial.par_iter_mut().zip(slots).enumerate().for_each(
                |(chunk, (value, (gradient, hessian)))| {
                    let elements = chunk * CHUNK..((chunk + 1) * CHUNK).min(count);
                    *value = energy.eval(x, elements, want, Slots { gradient, hessian });
                },
            );
            self.value += self.partial.iter().sum::<f64>();
        }
    }

    /// Adds the gradients to `g`, one element after the other.
    pub(super) fn add_gradient(&self, g: &mut [f64]) {
        for (nodes, slot) in self.stencils.iter().zip(self.gradient.chunks_exact(GRADIENT)) {
            for (&node, part) in nodes.iter().zip(slot.chunks_exact(3)) {
                let g = &mut g[3 * node as usize..][..3];
                (0..3).for_each(|i| g[i] += part[i]);
            }
        }
    }

    /// Filters all Hessians, or those where `g` exceeds `above` at a node and that are not yet; returns how many.
    pub(super) fn project(&mut self, g: Option<(&[f64], f64)>, filter: Filter) -> usize {
        let large = |node: &u32| {
            let above =
                |(g, above): (&[f64], f64)| g[3 * *node as usize..][..3].iter().any(|g| g.abs() > above);
            g.is_none_or(above)
        };
        let elements =
            self.stencils.iter().zip(&mut self.projected).zip(self.hessian.chunks_exact_mut(HESSIAN));
        let mut count = 0;
        for ((_, projected), slot) in elements.filter(|((nodes, done), _)| !**done && nodes.iter().any(large))
        {
            *projected = true;
            count += 1;
            Matrix::load(slot, ARITY).project(filter).store(slot);
        }
        count
    }

    /// Sums the blocks on the diagonal of the matrix. Of nodes that occur twice in an element the block and its transpose are
    /// both on the diagonal.
    pub(super) fn sum_diagonal(&mut self) {
        std::mem::swap(&mut self.diagonal, &mut self.former);
        let Self { stencils, hessian, order, diagonal, .. } = self;
        order.clear();
        let all = (0..stencils.len() * BLOCKS.len()).map(|k| (place(stencils, k), k));
        order.extend(all.filter(|((row, column), _)| row == column).map(|((row, _), k)| (row, k as u32)));
        order.sort_unstable();
        diagonal.clear();
        for same in order.chunk_by(|a, b| a.0 == b.0) {
            let mut sum = [0.0; 9];
            for &(_, k) in same {
                let block = &hessian[9 * k as usize..][..9];
                (0..9).for_each(|i| sum[i] += block[i]);
            }
            diagonal.push((same[0].0, sum));
        }
    }

    /// Rows and columns of all blocks, by their numbers.
    pub(super) fn places(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.stencils.len() * BLOCKS.len()).map(|number| self.place(number))
    }

    /// Row and column of a block, which is above the diagonal of an element or on it.
    pub(super) fn place(&self, number: usize) -> (u32, u32) {
        place(&self.stencils, number)
    }

    /// Nine values of a block, by columns.
    pub(super) fn block(&self, number: usize) -> [f64; 9] {
        std::array::from_fn(|i| self.hessian[9 * number + i])
    }
}

fn place(stencils: &[[u32; ARITY]], number: usize) -> (u32, u32) {
    let (nodes, (a, b)) = (stencils[number / BLOCKS.len()], BLOCKS[number % BLOCKS.len()]);
    (nodes[a], nodes[b])
}

const _: () =
    assert!(block_place(ARITY, ARITY - 1, ARITY - 1) + 1 == BLOCKS.len() && 9 * BLOCKS.len() == HESSIAN);
