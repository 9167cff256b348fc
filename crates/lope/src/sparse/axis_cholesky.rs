//! Sparse Cholesky factorization of matrices that leave the axes alone.

use std::sync::Arc;

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{LltError, LltRegularization};
use faer::sparse::linalg::cholesky::supernodal::{
    SupernodalLltRef, SymbolicSupernodalCholesky, factorize_supernodal_numeric_llt,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat};
use faer::{Conj, MatMut};

use super::cholesky::{PARALLELISM, analyze, for_lower_columns, scratch};
use super::ordering::nested_dissection;
use super::packed::{Packed, Plan};
use super::{AnalysisError, Answer, BlockMatrix, Pattern};
use crate::math::Quad;

/// A pivot below this part of the largest entry is zero up to rounding.
const ROUNDING: f64 = 1e-12;

/// Part of the diagonal that is added to a singular matrix.
const SHIFT: f64 = 1e-3;

/// A = LLᵀ where every block of A is diagonal, as in a Laplacian: three matrices of one unknown a node, one for each
/// axis. Their factors have a ninth of the entries of the [`Cholesky`](super::Cholesky) factor of A, and axes whose
/// matrices are equal, usually all three, share one.
pub struct AxisCholesky {
    layout: Arc<Layout>,
    lower_values: Vec<f64>,
    factors: Vec<Shared>,
    work: Work,
}

/// What depends on the pattern alone.
struct Layout {
    pattern: Arc<Pattern>,
    /// Nodes in elimination order.
    order: Vec<usize>,
    /// Lower triangle in that order: its structure, and the block behind each entry.
    lower: SymbolicSparseColMat<usize>,
    sources: Vec<u32>,
    symbolic: SymbolicSupernodalCholesky<usize>,
    plan: Plan,
}

/// A factor and the axes it is for.
struct Shared {
    axes: Vec<usize>,
    values: Values,
}

/// The numbers of a factor.
enum Values {
    /// Laid out for solves.
    Packed(Packed),
    /// As factored.
    Plain(Vec<f64>),
    /// The inverses of a diagonal matrix, node by node: an axis along which everything is held.
    Diagonal(Vec<f64>),
}

/// Memory of a solve.
enum Work {
    Packed(Vec<Quad>),
    Plain { right_hand_sides: Vec<f64>, memory: MemBuffer },
}

impl std::fmt::Debug for AxisCholesky {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AxisCholesky")
            .field("nodes", &self.layout.order.len())
            .field("factors", &self.factors.len())
            .field("entries", &self.entries())
            .finish_non_exhaustive()
    }
}

impl AxisCholesky {
    /// Orders the nodes of `pattern` and lays the factor out.
    pub fn new(pattern: &Arc<Pattern>) -> Result<Self, AnalysisError> {
        let layout = Layout::new(pattern).ok_or(AnalysisError { nodes: pattern.rows() })?;
        Ok(Self::packed(layout.into()))
    }

    /// A factor for another matrix on the same pattern: orders nothing anew.
    pub fn another(&self) -> Self {
        Self::packed(self.layout.clone())
    }

    fn packed(layout: Arc<Layout>) -> Self {
        let work = Work::Packed(vec![Quad::ZERO; layout.plan.work]);
        Self { lower_values: vec![0.0; layout.sources.len()], layout, factors: Vec::new(), work }
    }

    /// As [`AxisCholesky::new`], but the factor is left as faer makes it, and faer solves: one thread, and what the packed
    /// factor is compared with.
    pub fn unpacked(pattern: &Arc<Pattern>) -> Result<Self, AnalysisError> {
        let too_large = AnalysisError { nodes: pattern.rows() };
        let layout = Layout::new(pattern).ok_or(too_large)?;
        let work = Work::Plain {
            right_hand_sides: vec![0.0; 3 * layout.order.len()],
            memory: scratch(&layout.symbolic, 3).ok_or(too_large)?,
        };
        Ok(Self {
            lower_values: vec![0.0; layout.sources.len()],
            layout: layout.into(),
            factors: Vec::new(),
            work,
        })
    }

    /// Numbers that a solve reads twice: those of all factors, with the zeros inside their dense blocks.
    pub fn entries(&self) -> usize {
        let entries = |shared: &Shared| match &shared.values {
            Values::Packed(packed) => packed.len(),
            Values::Plain(values) | Values::Diagonal(values) => values.len(),
        };
        self.factors.iter().map(entries).sum()
    }

    /// Tasks that a solve is cut into.
    pub fn tasks(&self) -> usize {
        self.layout.plan.tasks()
    }

    /// Whether `a` leaves the axes alone: all its blocks are diagonal.
    pub fn applies_to(a: &BlockMatrix) -> bool {
        a.values().chunks_exact(9).all(|block| [1, 2, 3, 5, 6, 7].iter().all(|&k| block[k] == 0.0))
    }

    /// Whether `a` has the pattern this was laid out for.
    pub fn fits(&self, a: &BlockMatrix) -> bool {
        a.is_on(&self.layout.pattern)
    }

    /// How many factors the last matrix needed: one if its axes are equal, three if all of them differ.
    pub fn factors(&self) -> usize {
        self.factors.len()
    }

    /// Factors the diagonals of the blocks of `a`; of a matrix to which this does not apply, what is beside them is
    /// ignored.
    ///
    /// The Laplacian of a body that is not held does not resist a translation, and has a pivot that is zero up to
    /// rounding. A matrix with such pivots is factored with its diagonal raised by a thousandth: definite, of the same
    /// scale, and close to the matrix for all but the smoothest displacements. `Err` holds [`Answer::Indefinite`]
    /// if that does not help, or [`Answer::Breakdown`] if an entry is not finite; [`AxisCholesky::solve`] must not
    /// be called then.
    ///
    /// # Panics
    /// If the pattern is another one: see [`AxisCholesky::fits`].
    pub fn factor(&mut self, a: &BlockMatrix) -> Result<(), Answer> {
        assert!(self.fits(a), "the factor was laid out for another pattern");
        self.factors.clear();
        for axis in 0..3 {
            let equal = |other: usize| a.values().chunks_exact(9).all(|b| b[4 * axis] == b[4 * other]);
            if let Some(shared) = self.factors.iter_mut().find(|shared| equal(shared.axes[0])) {
                shared.axes.push(axis);
                continue;
            }
            for (to, &block) in self.lower_values.iter_mut().zip(&self.layout.sources) {
                *to = a.block(block as usize)[4 * axis];
            }
            if !self.lower_values.iter().all(|value| value.is_finite()) {
                return Err(Answer::Breakdown);
            }
            let values = self.factor_lower()?;
            self.factors.push(Shared { axes: vec![axis], values });
        }
        Ok(())
    }

    /// Factors what is in `lower_values`, shifted if it is singular.
    fn factor_lower(&mut self) -> Result<Values, Answer> {
        if let Some(diagonal) = self.diagonal() {
            return Ok(Values::Diagonal(diagonal));
        }
        let layout = self.layout.clone();
        let mut memory = scratch(&layout.symbolic, 0).ok_or(Answer::Breakdown)?;
        let mut values = vec![0.0; layout.symbolic.len_val()];
        let largest = self.lower_values.iter().copied().fold(0.0, f64::max);
        // Not to be mended by faer, whose factor is wrong then, but to be counted.
        let (small, any) = (ROUNDING * largest, largest.max(f64::MIN_POSITIVE));
        let counting =
            LltRegularization { dynamic_regularization_delta: any, dynamic_regularization_epsilon: small };
        if layout.numeric(&self.lower_values, &mut values, &mut memory, counting)? != 0 {
            let starts = &layout.lower.col_ptr()[..layout.order.len()];
            starts.iter().for_each(|&diagonal| self.lower_values[diagonal] *= 1.0 + SHIFT);
            layout.numeric(&self.lower_values, &mut values, &mut memory, LltRegularization::default())?;
        }
        Ok(match self.work {
            Work::Packed(_) => Values::Packed(Packed::new(&layout.plan, &layout.symbolic, &values)),
            Work::Plain { .. } => Values::Plain(values),
        })
    }

    /// The inverse of what is in `lower_values`, by nodes, if that is a positive diagonal.
    fn diagonal(&self) -> Option<Vec<f64>> {
        let Layout { lower, order, .. } = &*self.layout;
        let mut inverse = vec![0.0; order.len()];
        for (bounds, &node) in lower.col_ptr().windows(2).zip(order) {
            let column = &self.lower_values[bounds[0]..bounds[1]];
            if column[0] <= 0.0 || column[1..].iter().any(|&value| value != 0.0) {
                return None;
            }
            inverse[node] = 1.0 / column[0];
        }
        Some(inverse)
    }

    /// Solves Ax = b with the factors of the last matrix.
    pub fn solve(&mut self, b: &[f64], x: &mut [f64]) {
        let Self { layout, factors, work, .. } = self;
        let n = layout.order.len();
        assert!(b.len() == 3 * n && x.len() == 3 * n, "vectors must have the length of the matrix");
        for Shared { axes, values } in factors {
            match (values, &mut *work) {
                (Values::Packed(packed), Work::Packed(work)) => packed.solve(&layout.plan, axes, b, x, work),
                (Values::Plain(values), Work::Plain { right_hand_sides, memory }) => {
                    layout.solve_plain(values, axes, b, x, right_hand_sides, memory);
                }
                (Values::Diagonal(inverse), _) => {
                    for (node, inverse) in inverse.iter().enumerate() {
                        axes.iter().for_each(|axis| x[3 * node + axis] = inverse * b[3 * node + axis]);
                    }
                }
                (Values::Packed(_), Work::Plain { .. }) | (Values::Plain(_), Work::Packed(_)) => {
                    unreachable!("a factor is made for the memory it is solved in")
                }
            }
        }
    }
}

impl Layout {
    fn new(pattern: &Arc<Pattern>) -> Option<Self> {
        let order = nested_dissection(pattern)?;
        let (lower, sources) = lower_triangle(pattern, &order)?;
        let symbolic = analyze(&lower)?;
        let plan = Plan::new(&order, &symbolic)?;
        Some(Self { pattern: pattern.clone(), order, lower, sources, symbolic, plan })
    }

    /// Returns how many pivots were below the threshold.
    fn numeric(
        &self,
        lower: &[f64],
        values: &mut [f64],
        memory: &mut MemBuffer,
        regularization: LltRegularization<f64>,
    ) -> Result<usize, Answer> {
        factorize_supernodal_numeric_llt(
            values,
            SparseColMatRef::new(self.lower.as_ref(), lower),
            regularization,
            &self.symbolic,
            PARALLELISM,
            MemStack::new(memory),
            Default::default(),
        )
        .map(|info| info.dynamic_regularization_count)
        .map_err(|LltError::NonPositivePivot { index }| Answer::Indefinite { at_iteration: index })
    }

    /// Solves with a factor as faer makes it.
    fn solve_plain(
        &self,
        values: &[f64],
        axes: &[usize],
        b: &[f64],
        x: &mut [f64],
        right_hand_sides: &mut [f64],
        memory: &mut MemBuffer,
    ) {
        let n = self.order.len();
        let columns = &mut right_hand_sides[..n * axes.len()];
        for (column, axis) in columns.chunks_exact_mut(n).zip(axes) {
            column.iter_mut().zip(&self.order).for_each(|(to, &node)| *to = b[3 * node + axis]);
        }
        SupernodalLltRef::new(&self.symbolic, values).solve_in_place_with_conj(
            Conj::No,
            MatMut::from_column_major_slice_mut(columns, n, axes.len()),
            PARALLELISM,
            MemStack::new(memory),
        );
        for (column, axis) in columns.chunks_exact(n).zip(axes) {
            column.iter().zip(&self.order).for_each(|(from, &node)| x[3 * node + axis] = *from);
        }
    }
}

/// The lower triangle of `pattern`, one entry a block, with its nodes in `order`, and the places of its blocks in the
/// matrix.
fn lower_triangle(pattern: &Pattern, order: &[usize]) -> Option<(SymbolicSparseColMat<usize>, Vec<u32>)> {
    let nodes = order.len();
    let (mut start, mut rows, mut sources) = (vec![0], Vec::new(), Vec::new());
    for_lower_columns(pattern, order, |_, column| {
        rows.extend(column.iter().map(|&(row, _)| row));
        sources.extend(column.iter().map(|&(_, block)| block));
        start.push(rows.len());
    })?;
    Some((SymbolicSparseColMat::new_checked(nodes, nodes, start, None, rows), sources))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::{grid, laplacian, random_symmetric, random_vector, residual_norm};
    use crate::sparse::{Cholesky, Operator, vector};

    /// A Laplacian that does not couple the axes, z stiffer by `factor`.
    fn stretched(factor: f64, shift: f64) -> BlockMatrix {
        let mut a = laplacian(grid(5, 4, 3), shift);
        for block in a.values_mut().chunks_exact_mut(9) {
            let value = block[0];
            block.copy_from_slice(&[value, 0.0, 0.0, 0.0, value, 0.0, 0.0, 0.0, factor * value]);
        }
        a
    }

    #[test]
    fn solutions_agree_with_those_of_the_whole_matrix() {
        for (factor, factors) in [(1.0, 1), (3.0, 2)] {
            let a = stretched(factor, 0.1);
            assert!(AxisCholesky::applies_to(&a));
            let mut axes = AxisCholesky::new(a.pattern()).unwrap();
            axes.factor(&a).unwrap();
            assert_eq!(axes.factors(), factors);
            let mut whole = Cholesky::new(a.pattern()).unwrap();
            whole.factor(&a).unwrap();
            let b = random_vector(a.len(), 4);
            let (mut x, mut y) = (vec![0.0; a.len()], vec![0.0; a.len()]);
            axes.solve(&b, &mut x);
            whole.solve(&b, &mut y);
            assert!(residual_norm(&a, &x, &b) < 1e-13 * vector::norm(&b));
            assert!(x.iter().zip(&y).all(|(x, y)| (x - y).abs() < 1e-12));
        }
    }

    #[test]
    fn a_matrix_blind_to_translation_is_replaced_by_one_close_to_it() {
        let a = stretched(1.0, 0.0);
        let mut cholesky = AxisCholesky::new(a.pattern()).unwrap();
        cholesky.factor(&a).unwrap();
        // Forces in balance: the solution is nearly one.
        let mut b = random_vector(a.len(), 4);
        for axis in 0..3 {
            let mean = b.iter().skip(axis).step_by(3).sum::<f64>() / a.rows() as f64;
            b.iter_mut().skip(axis).step_by(3).for_each(|b| *b -= mean);
        }
        let mut x = vec![0.0; a.len()];
        cholesky.solve(&b, &mut x);
        assert!(residual_norm(&a, &x, &b) < 1e-2 * vector::norm(&b));
        // One that is not: the body moves downhill, and not to infinity.
        b.iter_mut().step_by(3).for_each(|b| *b += 1.0);
        cholesky.solve(&b, &mut x);
        assert!(vector::dot(&x, &b) > 0.0 && vector::max_abs(&x) < 1e3, "{}", vector::max_abs(&x));
    }

    #[test]
    fn a_matrix_that_mixes_axes_is_seen_and_an_indefinite_one_refused() {
        let pattern = grid(3, 3, 2);
        assert!(!AxisCholesky::applies_to(&random_symmetric(pattern.clone(), 2)));
        let mut cholesky = AxisCholesky::new(&pattern).unwrap();
        let refused = cholesky.factor(&BlockMatrix::new(pattern.clone()));
        assert!(matches!(refused, Err(Answer::Indefinite { .. })), "{refused:?}");
        let mut a = laplacian(pattern, 0.1);
        a.block_mut(0)[4] = f64::NAN;
        assert_eq!(cholesky.factor(&a), Err(Answer::Breakdown));
    }
}
