//! A symmetric matrix of 3×3 blocks.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::chunk::{Partials, for_chunks};
use super::kernel::{Entry, PADDING, multiply_rows};
use super::{Operator, Pattern};
use crate::math::prefer_huge_pages;

/// Blocks below which a product stays on the calling thread.
const PARALLEL_BLOCKS: usize = 8 * 2048;

/// Rows changed by one task.
const ROWS: usize = 64;

/// Values rounded by one task.
const ROUNDED: usize = 1 << 16;

/// A matrix of 3×3 blocks on a symmetric [`Pattern`], both triangles stored, each block by columns.
///
/// With `T = f32` the values are rounded but vectors and sums stay `f64`: a product reads little more than half
/// the memory, and is the exact product of a nearby matrix.
#[derive(Clone, Debug)]
pub struct BlockMatrix<T: Entry = f64> {
    pattern: Arc<Pattern>,
    values: Vec<T>,
}

impl BlockMatrix {
    /// The same on a pattern that has all of its blocks and more, which are zero.
    pub fn on(&self, pattern: Arc<Pattern>) -> Self {
        let mut matrix = Self::new(pattern);
        for row in 0..self.rows() {
            let (columns, start) = (self.pattern.row(row), self.pattern.row_start()[row]);
            for (k, &column) in columns.iter().enumerate() {
                matrix.add(row, column as usize, self.block(start + k));
            }
        }
        matrix
    }

    /// Adds nine values, by columns, to a block of the pattern.
    pub(super) fn add(&mut self, row: usize, column: usize, block: &[f64]) {
        if let Some(place) = self.pattern.find(row, column) {
            self.block_mut(place).iter_mut().zip(block).for_each(|(entry, value)| *entry += value);
        }
    }
}

impl<T: Entry> BlockMatrix<T> {
    /// The zero matrix on `pattern`.
    pub fn new(pattern: Arc<Pattern>) -> Self {
        let values = vec![T::default(); 9 * pattern.blocks() + PADDING];
        prefer_huge_pages(&values);
        Self { pattern, values }
    }

    /// Where the blocks are.
    pub fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    /// Whether its blocks are where `pattern` has them.
    pub fn is_on(&self, pattern: &Arc<Pattern>) -> bool {
        Arc::ptr_eq(&self.pattern, pattern) || self.pattern == *pattern
    }

    /// Number of rows of blocks, that is, of nodes.
    pub fn rows(&self) -> usize {
        self.pattern.rows()
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.pattern.blocks()
    }

    /// Place of block (i, j) if it is in the pattern.
    pub fn find(&self, i: usize, j: usize) -> Option<usize> {
        self.pattern.find(i, j)
    }

    /// The block at place `k`, by columns.
    pub fn block(&self, k: usize) -> &[T] {
        &self.values()[9 * k..9 * k + 9]
    }

    /// The block at place `k`, by columns.
    pub fn block_mut(&mut self, k: usize) -> &mut [T] {
        &mut self.values_mut()[9 * k..9 * k + 9]
    }

    /// All blocks, nine values each.
    pub fn values(&self) -> &[T] {
        &self.values[..self.values.len() - PADDING]
    }

    /// All blocks, nine values each.
    pub fn values_mut(&mut self) -> &mut [T] {
        let end = self.values.len() - PADDING;
        &mut self.values[..end]
    }

    /// The same matrix with its values stored as `U`.
    pub fn rounded<U: Entry>(&self) -> BlockMatrix<U> {
        let mut rounded = BlockMatrix::new(self.pattern.clone());
        rounded.round_from(self);
        rounded
    }

    /// Takes the values of a matrix on the same pattern, rounded.
    ///
    /// # Panics
    /// If the number of blocks is another one.
    pub fn round_from<U: Entry>(&mut self, from: &BlockMatrix<U>) {
        assert_eq!(self.values.len(), from.values.len(), "the patterns must be the same");
        let round = |(to, from): (&mut [T], &[U])| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = T::round(from.widen()));
        };
        self.values.par_chunks_mut(ROUNDED).zip(from.values.par_chunks(ROUNDED)).for_each(round);
    }

    /// Changes every row in parallel. `update` gets the row's number, its columns, the place of its diagonal
    /// block among them, and its values.
    pub fn update_rows(&mut self, update: impl Fn(usize, &[u32], usize, &mut [T]) + Sync) {
        let Self { pattern, values } = self;
        update_rows(pattern, (0..pattern.rows(), &|number| number), (0, values), &update);
    }

    /// Changes the rows of a list, each once and in their order, as [`BlockMatrix::update_rows`] does with all; `row` tells
    /// which row an entry of it stands for.
    pub fn update_rows_of<V: Sync>(
        &mut self,
        list: &[V],
        row: impl Fn(&V) -> usize + Sync,
        update: impl Fn(&V, &[u32], usize, &mut [T]) + Sync,
    ) {
        let row_of = |number: usize| row(&list[number]);
        let update = |number: usize, columns: &[u32], diagonal: usize, values: &mut [T]| {
            update(&list[number], columns, diagonal, values);
        };
        update_rows(&self.pattern, (0..list.len(), &row_of), (0, &mut self.values), &update);
    }

    /// Changes rows 2k and 2k + 1 together, which must have the same columns: `update` gets the number of the first, the
    /// place of its diagonal block, and the values of both.
    pub(super) fn update_pairs(&mut self, update: impl Fn(usize, usize, [&mut [T]; 2]) + Sync) {
        let Self { pattern, values } = self;
        let rows = pattern.rows();
        pairs(pattern, 0..rows / 2, &mut values[..9 * pattern.row_start()[rows / 2 * 2]], &update);
    }

    fn multiply(&self, x: &[f64], y: &mut [f64]) -> Partials {
        let chunks = self.pattern.chunks();
        let parallel = self.blocks() >= PARALLEL_BLOCKS;
        for_chunks(
            chunks.len() - 1,
            |k| 3 * chunks[k],
            parallel,
            [y],
            |entries, [y]| {
                multiply_rows(&self.pattern, &self.values, entries.start / 3..entries.end / 3, x, y)
            },
        )
    }
}

/// Changes the rows that `row_of` gives for the numbers of `list`, halving it and with it the values, which begin with the
/// block `first`.
fn update_rows<T: Entry>(
    pattern: &Pattern,
    (list, row_of): (Range<usize>, &(impl Fn(usize) -> usize + Sync)),
    (first, values): (usize, &mut [T]),
    update: &(impl Fn(usize, &[u32], usize, &mut [T]) + Sync),
) {
    let starts = pattern.row_start();
    if list.len() <= ROWS {
        for number in list {
            let row = row_of(number);
            let values = &mut values[9 * (starts[row] - first)..9 * (starts[row + 1] - first)];
            update(number, pattern.row(row), pattern.diagonal()[row] - starts[row], values);
        }
        return;
    }
    let middle = list.start + list.len() / 2;
    let next = starts[row_of(middle)];
    let (left, right) = values.split_at_mut(9 * (next - first));
    rayon::join(
        || update_rows(pattern, (list.start..middle, row_of), (first, left), update),
        || update_rows(pattern, (middle..list.end, row_of), (next, right), update),
    );
}

/// Changes pairs of rows, halving their list and the values with it.
fn pairs<T: Entry>(
    pattern: &Pattern,
    range: Range<usize>,
    values: &mut [T],
    update: &(impl Fn(usize, usize, [&mut [T]; 2]) + Sync),
) {
    let starts = pattern.row_start();
    match range.len() {
        0 => {}
        1 => {
            let row = 2 * range.start;
            let (first, second) = values.split_at_mut(9 * (starts[row + 1] - starts[row]));
            update(row, pattern.diagonal()[row] - starts[row], [first, second]);
        }
        len => {
            let middle = range.start + len / 2;
            let (left, right) = values.split_at_mut(9 * (starts[2 * middle] - starts[2 * range.start]));
            rayon::join(
                || pairs(pattern, range.start..middle, left, update),
                || pairs(pattern, middle..range.end, right, update),
            );
        }
    }
}

impl<T: Entry> Operator for BlockMatrix<T> {
    fn len(&self) -> usize {
        3 * self.rows()
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        self.multiply(x, y);
    }

    fn apply_dot(&self, x: &[f64], y: &mut [f64]) -> f64 {
        self.multiply(x, y).sum()
    }

    fn block_diagonal(&self, out: &mut [[f64; 9]]) -> bool {
        for (out, &k) in out.iter_mut().zip(self.pattern.diagonal()) {
            for (out, value) in out.iter_mut().zip(self.block(k)) {
                *out = value.widen();
            }
        }
        true
    }

    fn blocks(&self) -> Option<&BlockMatrix> {
        (self as &dyn std::any::Any).downcast_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::{dense, grid, laplacian, on_threads, random_symmetric, random_vector};

    #[test]
    fn products_equal_dense_products() {
        for (nx, ny, nz) in [(1, 1, 1), (3, 2, 2), (5, 4, 3)] {
            let a = random_symmetric(grid(nx, ny, nz), 7);
            let full = dense(&a);
            let n = a.len();
            let x = random_vector(n, 8);
            let mut y = vec![f64::NAN; n];
            let dot = a.apply_dot(&x, &mut y);
            let mut expected_dot = 0.0;
            for i in 0..n {
                let expected: f64 = (0..n).map(|j| full[i * n + j] * x[j]).sum();
                assert!((y[i] - expected).abs() < 1e-12);
                expected_dot += expected * x[i];
            }
            assert!((dot - expected_dot).abs() < 1e-11 * n as f64);
        }
    }

    #[test]
    fn same_bits_for_any_number_of_threads() {
        let a = laplacian(grid(30, 30, 31), 0.1);
        let x = random_vector(a.len(), 3);
        let product = |threads| {
            on_threads(threads, || {
                let mut y = vec![0.0; a.len()];
                let dot = a.apply_dot(&x, &mut y);
                (dot.to_bits(), y)
            })
        };
        assert!(a.blocks() >= PARALLEL_BLOCKS);
        let one = product(1);
        assert!(one == product(2) && one == product(3));
    }

    #[test]
    fn values_rounded_to_f32_give_a_nearby_product() {
        let a = random_symmetric(grid(6, 5, 4), 1);
        let rounded: BlockMatrix<f32> = a.rounded();
        let x = random_vector(a.len(), 2);
        let (mut y, mut z) = (vec![0.0; a.len()], vec![0.0; a.len()]);
        a.apply(&x, &mut y);
        rounded.apply(&x, &mut z);
        let error = y.iter().zip(&z).fold(0.0f64, |m, (y, z)| m.max((y - z).abs()));
        assert!(error > 0.0 && error < 1e-5, "{error}");
        assert!(Operator::blocks(&rounded).is_none() && Operator::blocks(&a).is_some());
    }

    #[test]
    fn the_block_diagonal_is_the_diagonal() {
        let a = random_symmetric(grid(3, 3, 2), 5);
        let full = dense(&a);
        let mut blocks = vec![[0.0; 9]; a.rows()];
        assert!(a.block_diagonal(&mut blocks));
        for (i, block) in blocks.iter().enumerate() {
            for (e, value) in block.iter().enumerate() {
                assert_eq!(*value, full[(3 * i + e % 3) * a.len() + 3 * i + e / 3]);
            }
        }
    }
}
