//! A supernodal Cholesky factor laid out for triangular solves.
//!
//! A solve reads the whole factor twice and computes little: it is bound by memory. So the factor is copied once into the
//! order in which a solve reads it, without the zeros above the diagonal, and the three right-hand sides of the axes
//! are solved together, in the lanes of one vector, so that every number of the factor is read once for all of them.
//!
//! Threads share the elimination tree. It is cut into units whose bounds depend on the factor alone: whole subtrees
//! while they are small, single supernodes above. A unit has a vector of its own, with its columns and the rows below
//! them; what it adds to rows above it stays there until the parent takes it, child by child in order. Near the root, where there
//! are fewer subtrees than threads, the rows below a panel are shared instead, again cut by their number alone. No two
//! threads write the same number and no sum depends on scheduling: the bits are the same for any number of threads.

mod kernel;
mod plan;

use crate::math::{Quad, prefer_huge_pages};
use faer::sparse::linalg::cholesky::supernodal::{SupernodalLltRef, SymbolicSupernodalCholesky};
pub(super) use plan::Plan;
use plan::{GROUP, HALF, Unit};

/// The numbers of a factor, panel after panel.
///
/// A panel holds up to [`plan::WIDTH`] columns of a supernode: first the triangle on the diagonal by rows, with the
/// inverses of the diagonal itself; then the rows below in groups of eight (at the end perhaps of four), each group column by
/// column.
#[derive(Debug)]
pub(super) struct Packed {
    values: Vec<f64>,
}

impl Packed {
    /// Copies a factor.
    pub(super) fn new(plan: &Plan, symbolic: &SymbolicSupernodalCholesky<usize>, values: &[f64]) -> Self {
        let factor = SupernodalLltRef::new(symbolic, values);
        let mut packed = Vec::with_capacity(plan.values);
        prefer_huge_pages(packed.spare_capacity_mut());
        for (panel, &(supernode, offset)) in plan.panels.iter().zip(&plan.sources) {
            let l = factor.supernode(supernode as usize).val();
            let (offset, width) = (offset as usize, panel.width as usize);
            for row in 0..width {
                packed.extend((0..row).map(|column| l[(offset + row, offset + column)]));
                packed.push(1.0 / l[(offset + row, offset + row)]);
            }
            let (start, end) = (offset + width, l.nrows());
            for group in (start..end).step_by(GROUP) {
                let count = if group < start + panel.whole() { GROUP } else { HALF };
                for column in offset..offset + width {
                    let rows = group..group + count;
                    packed.extend(rows.map(|row| if row < end { l[(row, column)] } else { 0.0 }));
                }
            }
        }
        Self { values: packed }
    }

    /// Numbers stored.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Solves LLᵀx = b for the coordinates `axes` of every node, others being left alone. `work` is the memory of the plan.
    pub(super) fn solve(&self, plan: &Plan, axes: &[usize], b: &[f64], x: &mut [f64], work: &mut [Quad]) {
        let mut mask = [0.0; 3];
        axes.iter().for_each(|&axis| mask[axis] = 1.0);
        let sweep = Sweep { plan, values: &self.values, b, mask };
        sweep.forward_all(&plan.roots, 0, work);
        sweep.backward_all(&plan.roots, 0, work);
        plan.scatter(axes, work, x);
    }
}

/// One solve under way.
struct Sweep<'a> {
    plan: &'a Plan,
    values: &'a [f64],
    b: &'a [f64],
    /// 1 for the axes that are solved for.
    mask: [f64; 3],
}

impl Sweep<'_> {
    /// Subtrees of `units`, whose memory is `work` from `base` on.
    fn forward_all(&self, units: &[u32], base: usize, work: &mut [Quad]) {
        match units {
            [] => {}
            &[unit] => self.forward(&self.plan.units[unit as usize], base, work),
            _ => {
                let (left, right) = units.split_at(units.len() / 2);
                let middle = self.plan.units[right[0] as usize].tree;
                let (low, high) = work.split_at_mut(middle - base);
                rayon::join(|| self.forward_all(left, base, low), || self.forward_all(right, middle, high));
            }
        }
    }

    fn forward(&self, unit: &Unit, base: usize, work: &mut [Quad]) {
        let (below, own) = work.split_at_mut(unit.local - base);
        let children = &self.plan.children[unit.children.clone()];
        self.forward_all(children, base, below);

        let own = &mut own[..unit.columns.len() + unit.rows.len()];
        let (columns, rows) = own.split_at_mut(unit.columns.len());
        for (column, &node) in columns.iter_mut().zip(&self.plan.order[unit.columns.clone()]) {
            let at = 3 * node as usize;
            *column = Quad([
                self.mask[0] * self.b[at],
                self.mask[1] * self.b[at + 1],
                self.mask[2] * self.b[at + 2],
                0.0,
            ]);
        }
        rows.fill(Quad::ZERO);
        for &child in children {
            let child = &self.plan.units[child as usize];
            let added = &below[child.local + child.columns.len() - base..][..child.rows.len()];
            for (added, &row) in added.iter().zip(&self.plan.up[child.rows.clone()]) {
                let sum = &mut own[row as usize].0;
                (0..4).for_each(|lane| sum[lane] += added.0[lane]);
            }
        }
        let panels = &self.plan.panels[unit.panels.clone()];
        kernel::forward(panels, &self.plan.rows, &self.values[unit.values.clone()], own);
    }

    /// As [`Sweep::forward_all`], after the rows above the subtrees are solved.
    fn backward_all(&self, units: &[u32], base: usize, work: &mut [Quad]) {
        match units {
            [] => {}
            &[unit] => self.backward(&self.plan.units[unit as usize], base, work),
            _ => {
                let (left, right) = units.split_at(units.len() / 2);
                let middle = self.plan.units[right[0] as usize].tree;
                let (low, high) = work.split_at_mut(middle - base);
                rayon::join(|| self.backward_all(left, base, low), || self.backward_all(right, middle, high));
            }
        }
    }

    fn backward(&self, unit: &Unit, base: usize, work: &mut [Quad]) {
        let (below, own) = work.split_at_mut(unit.local - base);
        let own = &mut own[..unit.columns.len() + unit.rows.len()];
        let panels = &self.plan.panels[unit.panels.clone()];
        kernel::backward(panels, &self.plan.rows, &self.values[unit.values.clone()], own);
        let children = &self.plan.children[unit.children.clone()];
        for &child in children {
            let child = &self.plan.units[child as usize];
            let known = &mut below[child.local + child.columns.len() - base..][..child.rows.len()];
            for (known, &row) in known.iter_mut().zip(&self.plan.up[child.rows.clone()]) {
                *known = own[row as usize];
            }
        }
        self.backward_all(children, base, below);
    }
}

#[cfg(test)]
mod tests;
