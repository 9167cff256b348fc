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
}

impl Contacts {
    /// Whether nothing touches.
    pub(super) fn is_empty(&self) -> bool {
        self.stencils.is_empty()
    }

    /// Leaves all contacts out.
    pub(super) fn clear(&mut self) {
        self.stencils.clear();
        self.gradient.clear();
        self.hessian.clear();
        self.value = 0.0;
    }

    /// Finds and evaluates the elements at `x`.
    pub(super) fn evaluate(&mut self, energies: &mut [Box<dyn Fleeting>], x: &[f64], want: Want) {
        energies.iter_mut().for_each(|energy| energy.find(x));
        self.stencils.clear();
        energies.iter().for_each(|energy| self.stencils.extend_from_slice(energy.stencils()));
        let size = |wanted: bool, slot: usize| if wanted { slot * self.stencils.len() } else { 0 };
        let (gradients, hessians) =
            (size(want >= Want::Gradient, GRADIENT), size(want >= Want::Hessian, HESSIAN));
        self.gradient.resize(gradients, 0.0);
        self.hessian.resize(hessians, 0.0);
        self.projected.clear();
        self.projected.resize(self.stencils.len(), false);
        self.value = 0.0;
        let (mut gradient, mut hessian) = (&mut self.gradient[..], &mut self.hessian[..]);
        for energy in &*energies {
            let count = energy.stencils().len();
            self.partial.resize(count.div_ceil(CHUNK), 0.0);
            let (own_gradient, later) = cut(gradient, count * GRADIENT);
            gradient = later;
            let (own_hessian, later) = cut(hessian, count * HESSIAN);
            hessian = later;
            let values = self.partial.par_iter_mut();
            let gradients = pieces(own_gradient, CHUNK * GRADIENT, count.div_ceil(CHUNK));
            let hessians = pieces(own_hessian, CHUNK * HESSIAN, count.div_ceil(CHUNK));
            values.zip(gradients).zip(hessians).enumerate().for_each(
                |(chunk, ((value, gradient), hessian))| {
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

    /// The blocks on the diagonal of the matrix, summed for every node, ascending.
    pub(super) fn diagonal(&self) -> Vec<(u32, [f64; 9])> {
        let mut all: Vec<(u32, u32)> =
            self.blocks().filter(|(_, (row, column))| row == column).map(|(k, (row, _))| (row, k)).collect();
        all.sort_unstable();
        let sum = |same: &[(u32, u32)]| {
            let mut sum = [0.0; 9];
            for &(_, k) in same {
                let block = self.block(k as usize);
                (0..9).for_each(|i| sum[i] += block[i]);
            }
            (same[0].0, sum)
        };
        all.chunk_by(|a, b| a.0 == b.0).map(sum).collect()
    }

    /// Number, row and column of every block above the diagonal of an element, and on it. Of nodes that occur twice in an
    /// element the block and its transpose are both on the diagonal.
    fn blocks(&self) -> impl Iterator<Item = (u32, (u32, u32))> + '_ {
        let upper = (0..ARITY).flat_map(|a| (a..ARITY).map(move |b| (a, b)));
        self.stencils
            .iter()
            .flat_map(move |nodes| upper.clone().map(move |(a, b)| (nodes[a], nodes[b])))
            .enumerate()
            .map(|(k, place)| (k as u32, place))
    }

    /// Rows and columns of all blocks, by their numbers.
    pub(super) fn places(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.blocks().map(|(_, place)| place)
    }

    /// Nine values of a block, by columns.
    pub(super) fn block(&self, number: usize) -> [f64; 9] {
        std::array::from_fn(|i| self.hessian[9 * number + i])
    }
}

/// The first `at` numbers and the rest; of nothing nothing.
fn cut(slots: &mut [f64], at: usize) -> (&mut [f64], &mut [f64]) {
    if slots.is_empty() { (&mut [], slots) } else { slots.split_at_mut(at) }
}

/// Slots in pieces, as many as there are chunks, all empty if there are no slots.
fn pieces(slots: &mut [f64], length: usize, chunks: usize) -> Vec<&mut [f64]> {
    let mut pieces: Vec<&mut [f64]> = slots.chunks_mut(length).collect();
    pieces.resize_with(chunks, || &mut []);
    pieces
}

const _: () = assert!(block_place(ARITY, ARITY - 1, ARITY - 1) + 1 == HESSIAN / 9);
