//! Element Hessians made positive after they were assembled.
//!
//! Projection is the policy of a minimizer: it decides which elements are projected, and when. Here it happens in
//! place. The slot of a projected element takes the difference between its projected and its exact Hessian
//! (\[Fernandez26\] eq. 5), and every row of the matrix adds the differences of its elements in the order of the gather.
//! Nothing else is touched, and nothing is assembled again. The exact Hessians of these few elements are evaluated anew:
//! that costs less than to write all of them to memory in every iteration.

use std::ops::Range;

use super::gather::MAX_ARITY;
use super::waves::Visit;
use super::work::Work;
use super::{Arguments, Assembler, Factors, Held};
use crate::energy::{Energy, Slots, Want, block_place, gradient_slot, hessian_slot};
use crate::math::{Filter, eigen};

/// How the eigenvalues of element Hessians are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// By the eigensystem of the energy in closed form, where it has one; else numerically.
    #[default]
    Analytic,
    /// By decomposing the whole element matrix, whatever the energy: what systems with generated derivatives do.
    Numeric,
}

/// Elements evaluated together by a closed form: the width of its vector instructions.
const TOGETHER: usize = 4;

/// Order of the largest element matrix.
const ORDER: usize = 12;

impl Projection {
    pub(super) fn is_numeric(self, energy: &dyn Energy) -> bool {
        // What is larger than a matrix here filters itself.
        let fits = gradient_slot(energy.stencils().arity) <= ORDER;
        self == Self::Numeric && fits || !energy.abilities().filters
    }

    /// [`Energy::eval`] with the filter applied one way or the other.
    #[expect(clippy::too_many_arguments)]
    pub(super) fn evaluate(
        self,
        energy: &dyn Energy,
        x: &[f64],
        elements: Range<usize>,
        want: Want,
        filter: Filter,
        gradient: &mut [f64],
        hessian: &mut [f64],
    ) -> f64 {
        let numeric = want == Want::Hessian && filter != Filter::Raw && self.is_numeric(energy);
        let inside = if numeric { Filter::Raw } else { filter };
        let value = energy.eval(x, elements, want, inside, Slots { gradient, hessian: &mut *hessian });
        if numeric && !energy.abilities().is_linear {
            let arity = energy.stencils().arity;
            for slot in hessian.chunks_exact_mut(hessian_slot(arity)) {
                Matrix::load(slot, arity).project(filter).store(slot);
            }
        }
        value
    }
}

impl Assembler {
    /// Projects the Hessians of all elements that touch a node where a component of `g` exceeds `above` in
    /// absolute value, unless they already are, and updates the matrix in place. `at` must be where the Hessian
    /// was evaluated, and `factors` those it was assembled with. Returns how many elements were projected.
    pub(super) fn project(
        &mut self,
        energies: &[Box<dyn Energy>],
        at: Arguments<'_>,
        factors: Factors,
        held: &[Held],
        (g, above): (&[f64], f64),
        filter: Filter,
    ) -> usize {
        self.workspace.round += 1;
        let (round, projection) = (self.workspace.round, self.projection);
        let evaluate = |work: &Work, _: &mut [f64], hessian: &mut [f64], rounds: &mut [u32]| {
            let energy = &*energies[work.energy];
            let x = at.of(energy.at());
            if x.is_empty() || energy.abilities().is_linear {
                return 0.0;
            }
            let stencils = energy.stencils();
            let large = |node: &u32| g[3 * *node as usize..][..3].iter().any(|g| g.abs() > above);
            let nodes = &stencils.nodes[stencils.arity * work.elements.start..];
            let mut count = 0;
            for (flag, nodes) in rounds.iter_mut().zip(nodes.chunks_exact(stencils.arity)) {
                if *flag == 0 && nodes.iter().any(large) {
                    *flag = round;
                    count += 1;
                }
            }
            if count > 0 {
                let is_new = |e: usize| rounds[e] == round;
                projection.differences(energy, x, work.elements.start, filter, hessian, &is_new);
            }
            f64::from(count)
        };
        self.in_waves(&evaluate, |gather, slots, rounds, (visits, matrix)| {
            matrix.update_rows_of(visits, Visit::row, |visit, columns, _, row| {
                gather.add_differences(slots, factors, rounds, round, visit, row, columns, held);
            });
        });
        self.workspace.values.iter().sum::<f64>() as usize
    }
}

impl Projection {
    /// Writes projected minus exact Hessian into the slots of the elements `is_new` picks.
    fn differences(
        self,
        energy: &dyn Energy,
        x: &[f64],
        start: usize,
        filter: Filter,
        hessian: &mut [f64],
        is_new: &dyn Fn(usize) -> bool,
    ) {
        let arity = energy.stencils().arity;
        let slot = hessian_slot(arity);
        let count = hessian.len() / slot;
        let mut gradient = [0.0; TOGETHER * gradient_slot(MAX_ARITY)];
        let mut exact = [0.0; TOGETHER * hessian_slot(MAX_ARITY)];
        for first in (0..count).step_by(TOGETHER) {
            let few = first..(first + TOGETHER).min(count);
            if !few.clone().any(is_new) {
                continue;
            }
            let elements = start + few.start..start + few.end;
            let (gradient, exact) =
                (&mut gradient[..few.len() * gradient_slot(arity)], &mut exact[..few.len() * slot]);
            let projected = &mut hessian[few.start * slot..few.end * slot];
            energy.eval(x, elements.clone(), Want::Hessian, Filter::Raw, Slots { gradient, hessian: exact });
            if self.is_numeric(energy) {
                for e in few.filter(|&e| is_new(e)).map(|e| e - first) {
                    let own = e * slot..(e + 1) * slot;
                    Matrix::load(&exact[own.clone()], arity).project(filter).store(&mut projected[own]);
                }
            } else {
                let slots = Slots { gradient, hessian: &mut *projected };
                energy.eval(x, elements, Want::Hessian, filter, slots);
            }
            projected.iter_mut().zip(exact).for_each(|(projected, exact)| *projected -= *exact);
        }
    }
}

/// A whole element matrix, by rows.
pub(super) struct Matrix {
    entries: [f64; ORDER * ORDER],
    arity: usize,
}

impl Matrix {
    pub(super) fn load(slot: &[f64], arity: usize) -> Self {
        let n = 3 * arity;
        let mut entries = [0.0; ORDER * ORDER];
        for a in 0..arity {
            for b in a..arity {
                let block = &slot[9 * block_place(arity, a, b)..][..9];
                for j in 0..3 {
                    for i in 0..3 {
                        entries[(3 * a + i) * n + 3 * b + j] = block[3 * j + i];
                        entries[(3 * b + j) * n + 3 * a + i] = block[3 * j + i];
                    }
                }
            }
        }
        Self { entries, arity }
    }

    pub(super) fn project(&self, filter: Filter) -> Self {
        let mut entries = self.entries;
        let n = 3 * self.arity;
        eigen::project(&mut entries[..n * n], n, filter);
        Self { entries, arity: self.arity }
    }

    pub(super) fn store(&self, slot: &mut [f64]) {
        let (arity, n) = (self.arity, 3 * self.arity);
        for a in 0..arity {
            for b in a..arity {
                let block = &mut slot[9 * block_place(arity, a, b)..][..9];
                for j in 0..3 {
                    for i in 0..3 {
                        block[3 * j + i] = self.entries[(3 * a + i) * n + 3 * b + j];
                    }
                }
            }
        }
    }
}
