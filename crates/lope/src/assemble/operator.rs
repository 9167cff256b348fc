//! The operator of a stage: an assembled base and summands that are only multiplied by.

use super::objective::StageObjective;
use super::{Held, Workspace};
use crate::energy::MatrixFree;
use crate::sparse::Operator;

impl StageObjective<'_> {
    /// What is not assembled, with its factor.
    pub(super) fn summands(&self) -> impl Iterator<Item = (&dyn MatrixFree, f64)> {
        let factors = self.factors();
        let all = self.acts.interactions.iter();
        let free = all.filter_map(move |one| Some((one.abilities().matrix_free?, factors.of(one.at()))));
        free.filter(|(_, factor)| *factor != 0.0)
    }
}

/// Sets the held coordinates of a vector to zero.
fn mask(v: &mut [f64], held: &[Held]) {
    for (v, &held) in v.chunks_exact_mut(3).zip(held).filter(|(_, held)| **held != 0) {
        (0..3).filter(|axis| held >> axis & 1 == 1).for_each(|axis| v[axis] = 0.0);
    }
}

/// A + Q H Q with the assembled matrix A, the Hessian H of the summands and Q what held coordinates and constraints leave free.
impl Operator for StageObjective<'_> {
    fn len(&self) -> usize {
        3 * self.mass.len()
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        let Workspace { system, keep, products, .. } = &self.assembler.workspace;
        system.apply(x, y);
        // Only one product is under way at a time: nobody waits.
        let mut room = products.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let [free, sum] = &mut *room;
        free.clear();
        free.extend_from_slice(x);
        mask(free, self.held);
        keep.flatten(free);
        sum.clear();
        sum.resize(x.len(), 0.0);
        self.summands().for_each(|(summand, factor)| summand.add_product(free, factor, sum));
        keep.flatten(sum);
        mask(sum, self.held);
        y.iter_mut().zip(&*sum).for_each(|(y, more)| *y += more);
    }

    /// Where nodes are kept, what the summands have across surfaces stays in: it makes a preconditioner no worse.
    fn block_diagonal(&self, out: &mut [[f64; 9]]) -> bool {
        let known = self.assembler.workspace.system.block_diagonal(out);
        self.summands().for_each(|(summand, factor)| summand.add_diagonal(factor, out));
        for (block, &held) in out.iter_mut().zip(self.held).filter(|(_, held)| **held != 0) {
            for (k, entry) in block.iter_mut().enumerate() {
                let (i, j) = (k % 3, k / 3);
                if (held >> i | held >> j) & 1 == 1 {
                    *entry = f64::from(u8::from(i == j));
                }
            }
        }
        known
    }
}
