//! Sparse Cholesky factorization.

use std::sync::Arc;

use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::llt::factor::{LltError, LltRegularization};
use faer::sparse::linalg::SymbolicSupernodalParams;
use faer::sparse::linalg::cholesky::simplicial::{
    prefactorize_symbolic_cholesky, prefactorize_symbolic_cholesky_scratch,
};
use faer::sparse::linalg::cholesky::supernodal::{
    SupernodalLltRef, SymbolicSupernodalCholesky, factorize_supernodal_numeric_llt,
    factorize_supernodal_numeric_llt_scratch, factorize_supernodal_symbolic_cholesky,
    factorize_supernodal_symbolic_cholesky_scratch,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par};

use super::ordering::{inverse, nested_dissection};
use super::{Answer, BlockMatrix, Pattern};

/// faer can share the products of large dense blocks among threads, with the same bits as long as the number
/// of tasks is fixed. But its threads spin while they wait: on two busy cores that took 1.2 to 1.8 times as
/// long as one thread.
pub(super) const PARALLELISM: Par = Par::Seq;

/// The factor of a matrix cannot be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the Cholesky factor of a matrix with {nodes} nodes is too large; use an iterative solver")]
pub struct AnalysisError {
    /// Nodes of the matrix.
    pub nodes: usize,
}

/// A = LLᵀ in an order of little fill, by dense blocks.
///
/// The order, the structure of L and all memory are found once per pattern; a matrix on the same pattern is
/// factored without allocating.
pub struct Cholesky {
    pattern: Arc<Pattern>,
    /// Nodes in elimination order.
    order: Vec<usize>,
    /// Scalar lower triangle in that order: its structure, its values, and the block behind each block.
    lower: SymbolicSparseColMat<usize>,
    lower_values: Vec<f64>,
    sources: Vec<u32>,
    symbolic: SymbolicSupernodalCholesky<usize>,
    factor: Vec<f64>,
    right_hand_side: Vec<f64>,
    memory: MemBuffer,
}

impl std::fmt::Debug for Cholesky {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cholesky")
            .field("nodes", &self.order.len())
            .field("entries", &self.factor.len())
            .finish_non_exhaustive()
    }
}

impl Cholesky {
    /// Orders the nodes of `pattern` and lays the factor out.
    pub fn new(pattern: &Arc<Pattern>) -> Result<Self, AnalysisError> {
        let too_large = AnalysisError { nodes: pattern.rows() };
        let order = nested_dissection(pattern).ok_or(too_large)?;
        Self::with_order(pattern, order).ok_or(too_large)
    }

    /// As [`Cholesky::new`], with the nodes in a given elimination order.
    fn with_order(pattern: &Arc<Pattern>, order: Vec<usize>) -> Option<Self> {
        let (lower, sources) = lower_triangle(pattern, &order)?;
        let symbolic = analyze(&lower)?;
        Some(Self {
            pattern: pattern.clone(),
            lower_values: vec![0.0; lower.row_idx().len()],
            lower,
            sources,
            factor: vec![0.0; symbolic.len_val()],
            right_hand_side: vec![0.0; 3 * order.len()],
            memory: scratch(&symbolic, 1)?,
            symbolic,
            order,
        })
    }

    /// Whether `a` has the pattern this was laid out for.
    pub fn fits(&self, a: &BlockMatrix) -> bool {
        a.is_on(&self.pattern)
    }

    /// Numbers stored for L, including the zeros inside its dense blocks.
    pub fn entries(&self) -> usize {
        self.factor.len()
    }

    /// Factors `a`, whose pattern must be the one this was laid out for. Only one triangle of `a` is read.
    ///
    /// `Err` holds [`Answer::Indefinite`] at the first pivot that is not positive, or [`Answer::Breakdown`] if
    /// an entry is not finite; [`Cholesky::solve`] must not be called then.
    ///
    /// # Panics
    /// If the pattern is another one: see [`Cholesky::fits`].
    pub fn factor(&mut self, a: &BlockMatrix) -> Result<(), Answer> {
        assert!(self.fits(a), "the factor was laid out for another pattern");
        if !self.gather(a) {
            return Err(Answer::Breakdown);
        }
        let lower = SparseColMatRef::new(self.lower.as_ref(), &self.lower_values[..]);
        factorize_supernodal_numeric_llt(
            &mut self.factor,
            lower,
            LltRegularization::default(),
            &self.symbolic,
            PARALLELISM,
            MemStack::new(&mut self.memory),
            Default::default(),
        )
        .map(|_| ())
        .map_err(|LltError::NonPositivePivot { index }| Answer::Indefinite { at_iteration: index })
    }

    /// Solves Ax = b with the factor of the last matrix.
    pub fn solve(&mut self, b: &[f64], x: &mut [f64]) {
        let n = 3 * self.order.len();
        assert!(b.len() == n && x.len() == n, "vectors must have the length of the matrix");
        for (to, &node) in self.right_hand_side.chunks_exact_mut(3).zip(&self.order) {
            to.copy_from_slice(&b[3 * node..3 * node + 3]);
        }
        SupernodalLltRef::new(&self.symbolic, &self.factor).solve_in_place_with_conj(
            Conj::No,
            MatMut::from_column_major_slice_mut(&mut self.right_hand_side, n, 1),
            PARALLELISM,
            MemStack::new(&mut self.memory),
        );
        for (from, &node) in self.right_hand_side.chunks_exact(3).zip(&self.order) {
            x[3 * node..3 * node + 3].copy_from_slice(from);
        }
    }

    /// Copies the lower triangle of `a`, in elimination order. Returns whether all of it is finite.
    fn gather(&mut self, a: &BlockMatrix) -> bool {
        let start = self.lower.col_ptr();
        let mut sources = &self.sources[..];
        let mut finite = true;
        for node in 0..self.order.len() {
            // The first column of a node with m blocks has 3m entries, the next two 3m − 1 and 3m − 2.
            let blocks = (start[3 * node + 1] - start[3 * node]) / 3;
            let (own, rest) = sources.split_at(blocks);
            sources = rest;
            for c in 0..3 {
                let to = &mut self.lower_values[start[3 * node + c]..start[3 * node + c + 1]];
                let (diagonal, below) = to.split_at_mut(3 - c);
                let from = |k: u32| &a.values()[9 * k as usize + 3 * c..][..3];
                diagonal.copy_from_slice(&from(own[0])[c..]);
                for (to, &k) in below.chunks_exact_mut(3).zip(&own[1..]) {
                    to.copy_from_slice(from(k));
                }
                finite &= diagonal.iter().chain(&*below).all(|v| v.is_finite());
            }
        }
        finite
    }
}

/// The scalar lower triangle of `pattern` with its nodes in `order`, and the places of its blocks in the
/// matrix, node by node.
fn lower_triangle(pattern: &Pattern, order: &[usize]) -> Option<(SymbolicSparseColMat<usize>, Vec<u32>)> {
    let nodes = order.len();
    let mut sources = Vec::with_capacity((pattern.blocks() + nodes) / 2);
    let mut start = Vec::with_capacity(3 * nodes + 1);
    start.push(0);
    let mut rows = Vec::with_capacity(9 * sources.capacity());
    for_lower_columns(pattern, order, |place, column| {
        sources.extend(column.iter().map(|&(_, block)| block));
        for c in 0..3 {
            rows.extend(3 * place + c..3 * place + 3);
            rows.extend(column[1..].iter().flat_map(|&(row, _)| 3 * row..3 * row + 3));
            start.push(rows.len());
        }
    })?;
    Some((SymbolicSparseColMat::new_checked(3 * nodes, 3 * nodes, start, None, rows), sources))
}

/// Calls `act` for every column of the lower triangle with its place in `order` and its entries, sorted: the place of
/// the row and the block of the matrix behind it. None if there are too many blocks.
pub(super) fn for_lower_columns(
    pattern: &Pattern,
    order: &[usize],
    mut act: impl FnMut(usize, &[(usize, u32)]),
) -> Option<()> {
    let places = inverse(order);
    let mut column: Vec<(usize, u32)> = Vec::new();
    for (place, &node) in order.iter().enumerate() {
        column.clear();
        for &other in pattern.row(node) {
            let row = places[other as usize];
            if row >= place {
                // Row `other`, column `node`: the block stored by columns holds runs of the scalar columns.
                column.push((row, u32::try_from(pattern.find(other as usize, node)?).ok()?));
            }
        }
        column.sort_unstable();
        act(place, &column);
    }
    Some(())
}

/// Memory to factor, and to solve for so many right-hand sides.
pub(super) fn scratch(symbolic: &SymbolicSupernodalCholesky<usize>, sides: usize) -> Option<MemBuffer> {
    let factor =
        factorize_supernodal_numeric_llt_scratch::<usize, f64>(symbolic, PARALLELISM, Default::default());
    let solve = symbolic.solve_in_place_scratch::<f64>(sides, PARALLELISM);
    MemBuffer::try_new(StackReq::any_of(&[factor, solve])).ok()
}

/// The structure of the factor of a matrix given by its lower triangle.
pub(super) fn analyze(lower: &SymbolicSparseColMat<usize>) -> Option<SymbolicSupernodalCholesky<usize>> {
    let n = lower.ncols();
    let (start, rows) = transposed(lower.as_ref());
    let upper = SymbolicSparseColMatRef::new_checked(n, n, &start, None, &rows);
    let mut memory = MemBuffer::try_new(StackReq::any_of(&[
        prefactorize_symbolic_cholesky_scratch::<usize>(n, rows.len()),
        factorize_supernodal_symbolic_cholesky_scratch::<usize>(n),
    ]))
    .ok()?;
    let stack = MemStack::new(&mut memory);
    let (mut tree, mut counts) = (vec![0; n], vec![0; n]);
    let tree = prefactorize_symbolic_cholesky(&mut tree, &mut counts, upper, stack);
    factorize_supernodal_symbolic_cholesky(upper, tree, &counts, stack, SymbolicSupernodalParams::default())
        .ok()
}

/// Column starts and rows of the transpose.
fn transposed(a: SymbolicSparseColMatRef<'_, usize>) -> (Vec<usize>, Vec<usize>) {
    let n = a.ncols();
    let mut start = vec![0; n + 2];
    for &row in a.row_idx() {
        start[row + 2] += 1;
    }
    for column in 2..n + 2 {
        start[column] += start[column - 1];
    }
    let mut rows = vec![0; a.row_idx().len()];
    for column in 0..n {
        for &row in &a.row_idx()[a.col_ptr()[column]..a.col_ptr()[column + 1]] {
            rows[start[row + 1]] = column;
            start[row + 1] += 1;
        }
    }
    start.pop();
    (start, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::{
        diagonal, grid, hilbert, laplacian, on_threads, random_spd, random_symmetric, random_vector,
        residual_norm,
    };
    use crate::sparse::{Cg, Identity, KrylovParams, Operator, vector};

    #[test]
    fn solutions_solve_and_agree_with_conjugate_gradients() {
        for (nx, ny, nz) in [(1, 1, 1), (2, 2, 1), (2, 3, 2), (7, 6, 5)] {
            let pattern = grid(nx, ny, nz);
            let mut cholesky = Cholesky::new(&pattern).unwrap();
            for seed in 0..2 {
                let a = random_spd(pattern.clone(), seed);
                let b = random_vector(a.len(), 9);
                let (mut x, mut y) = (vec![0.0; a.len()], vec![0.0; a.len()]);
                cholesky.factor(&a).unwrap();
                cholesky.solve(&b, &mut x);
                assert!(residual_norm(&a, &x, &b) < 1e-13 * vector::norm(&b));
                let params = KrylovParams { relative_tolerance: 1e-13, max_iterations: 1000 };
                Cg::default().solve(&a, &mut Identity, &b, &mut y, &params);
                assert!(x.iter().zip(&y).all(|(x, y)| (x - y).abs() < 1e-11));
            }
        }
    }

    #[test]
    fn an_indefinite_singular_or_broken_matrix_is_refused_and_the_memory_stays_usable() {
        let pattern = grid(5, 4, 3);
        let mut cholesky = Cholesky::new(&pattern).unwrap();
        let refused = cholesky.factor(&random_symmetric(pattern.clone(), 3));
        assert!(matches!(refused, Err(Answer::Indefinite { .. })), "{refused:?}");
        assert!(matches!(
            cholesky.factor(&BlockMatrix::new(pattern.clone())),
            Err(Answer::Indefinite { .. })
        ));
        let mut a = laplacian(pattern.clone(), 0.1);
        for bad in [f64::NAN, f64::INFINITY] {
            let mut broken = a.clone();
            let k = broken.find(7, 7).unwrap();
            broken.block_mut(k)[4] = bad;
            assert_eq!(cholesky.factor(&broken), Err(Answer::Breakdown));
        }
        assert_eq!(cholesky.factor(&a), Ok(()));
        for shift in a.pattern().diagonal().to_vec() {
            a.block_mut(shift)[0] -= 60.0;
        }
        assert!(matches!(cholesky.factor(&a), Err(Answer::Indefinite { .. })));
    }

    #[test]
    fn the_hilbert_matrix_is_solved_to_a_small_residual() {
        let a = hilbert(3);
        let mut cholesky = Cholesky::new(a.pattern()).unwrap();
        cholesky.factor(&a).unwrap();
        let b = random_vector(9, 1);
        let mut x = vec![0.0; 9];
        cholesky.solve(&b, &mut x);
        assert!(residual_norm(&a, &x, &b) < 1e-14 * vector::norm(&x));
    }

    #[test]
    fn an_ill_conditioned_matrix_is_solved_to_a_small_residual() {
        let entries: Vec<f64> = (0..30).map(|i| 10f64.powi(-i / 2)).collect();
        let a = diagonal(&entries);
        let mut cholesky = Cholesky::new(a.pattern()).unwrap();
        cholesky.factor(&a).unwrap();
        let mut x = vec![0.0; 30];
        cholesky.solve(&vec![1.0; 30], &mut x);
        assert!(x.iter().zip(&entries).all(|(x, d)| (x * d - 1.0).abs() < 1e-14));
    }

    #[test]
    fn nested_dissection_fills_less_than_minimum_degree() {
        use faer::sparse::linalg::amd;
        let pattern = grid(18, 18, 18);
        let n = pattern.rows();
        let start = pattern.row_start();
        let columns: Vec<usize> = pattern.columns().iter().map(|&j| j as usize).collect();
        let graph = SymbolicSparseColMatRef::new_checked(n, n, start, None, &columns);
        let (mut order, mut places) = (vec![0; n], vec![0; n]);
        let mut memory = MemBuffer::new(amd::order_maybe_unsorted_scratch::<usize>(n, columns.len()));
        amd::order(&mut order, &mut places, graph, amd::Control::default(), MemStack::new(&mut memory))
            .unwrap();
        let degree = Cholesky::with_order(&pattern, order).unwrap();
        let dissection = Cholesky::new(&pattern).unwrap();
        println!("entries: nested dissection {}, minimum degree {}", dissection.entries(), degree.entries());
        assert!(dissection.entries() < degree.entries());
    }

    #[test]
    fn same_bits_for_any_number_of_threads() {
        let a = laplacian(grid(14, 14, 14), 0.01);
        let b = random_vector(a.len(), 5);
        let solve = |threads| {
            on_threads(threads, || {
                let mut cholesky = Cholesky::new(a.pattern()).unwrap();
                cholesky.factor(&a).unwrap();
                let mut x = vec![0.0; a.len()];
                cholesky.solve(&b, &mut x);
                (cholesky.factor, x)
            })
        };
        let one = solve(1);
        assert!(one == solve(2), "two threads");
        assert!(one == solve(3), "three threads");
    }
}
