//! Blocks outside the pattern of a matrix that come and go: those of contacts.
//!
//! The pattern of a matrix is made once, and orderings, preconditioners and products are prepared for it. Contacts
//! couple nodes that are no neighbours, others at every state. Their blocks on the diagonal are part of the matrix; those
//! beside it are kept here, by rows. Products take both, and so do the coarse space of the preconditioner and, merged into one
//! matrix, factorizations.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::{BlockMatrix, Groups, Operator, vector};
use crate::math::vec3::dot;

/// Rows with blocks that make a task of a product.
const ROWS: usize = 256;

/// Symmetric blocks beside the pattern, none on the diagonal.
#[derive(Clone, Debug, Default)]
pub struct ContactBlocks {
    /// Rows that have blocks, ascending, and where those of each start; one more start than rows.
    rows: Vec<u32>,
    starts: Vec<u32>,
    columns: Vec<u32>,
    /// Nine values a block, by columns.
    values: Vec<f64>,
    /// Blocks on their way in.
    incoming: Incoming,
}

/// Blocks that are summed, each with a row before its column.
#[derive(Clone, Debug, Default)]
struct Incoming {
    /// Row, column and number of each; the low bit of the number says that it is turned.
    places: Vec<(u32, u32, u32)>,
    by_column: Groups,
    by_row: Groups,
    /// Where those of the same place start among the sorted ones, and their sums.
    firsts: Vec<u32>,
    sums: Vec<[f64; 9]>,
    /// How many blocks each row has, then where the next one goes.
    next: Vec<u32>,
}

impl ContactBlocks {
    /// Whether there are no blocks.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Number of blocks, each pair of nodes counted twice.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Takes all blocks out.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.columns.clear();
        self.values.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    /// Replaces all blocks: each is a row, a column below or above the diagonal, and nine values by columns that `read`
    /// gives for its number; the transposed block is added as well. Those of the same place are summed in order.
    pub fn replace(
        &mut self,
        places: impl Iterator<Item = (u32, u32)>,
        read: impl Fn(usize) -> [f64; 9] + Sync,
    ) {
        self.clear();
        let Incoming { places: all, by_column, by_row, firsts, sums, next } = &mut self.incoming;
        all.clear();
        for (number, (row, column)) in places.enumerate().filter(|(_, (row, column))| row != column) {
            let turned = u32::from(row > column);
            all.push((row.min(column), row.max(column), 2 * number as u32 + turned));
        }
        by_column.sort(0..all.len() as u32, |k| all[k as usize].1);
        by_row.sort(by_column.items().iter().copied(), |k| all[k as usize].0);
        let sorted = by_row.items();
        let place = |k: usize| (all[sorted[k] as usize].0, all[sorted[k] as usize].1);
        firsts.clear();
        let is_first = |k: &usize| *k == 0 || place(*k) != place(*k - 1);
        firsts.extend((0..sorted.len()).filter(is_first).map(|k| k as u32));
        firsts.push(sorted.len() as u32);
        sums.clear();
        sums.resize(firsts.len() - 1, [0.0; 9]);
        // Every place for itself, what falls there in its order.
        sums.par_iter_mut().with_min_len(64).zip(firsts.par_windows(2)).for_each(|(sum, ends)| {
            for &k in &sorted[ends[0] as usize..ends[1] as usize] {
                let number = all[k as usize].2;
                let (block, turned) = (read(number as usize / 2), number % 2 == 1);
                for (k, value) in sum.iter_mut().enumerate() {
                    *value += if turned { block[3 * (k % 3) + k / 3] } else { block[k] };
                }
            }
        });
        // Rows with their columns ascending: first those before the diagonal, then those after it.
        let unique = || firsts[..firsts.len() - 1].iter().map(|k| place(*k as usize));
        next.clear();
        next.resize(by_column.keys().last().map_or(0, |most| *most as usize + 1), 0);
        for (row, column) in unique() {
            next[row as usize] += 1;
            next[column as usize] += 1;
        }
        let mut start = 0;
        for (row, next) in next.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            let count = std::mem::replace(next, start);
            start += count;
            self.rows.push(row as u32);
            self.starts.push(start);
        }
        self.columns.resize(start as usize, 0);
        self.values.resize(9 * start as usize, 0.0);
        for turned in [true, false] {
            for ((row, column), sum) in unique().zip(&*sums) {
                let (mine, theirs) = if turned { (column, row) } else { (row, column) };
                let next = &mut next[mine as usize];
                let place = *next as usize;
                *next += 1;
                self.columns[place] = theirs;
                for (k, value) in self.values[9 * place..][..9].iter_mut().enumerate() {
                    *value = if turned { sum[3 * (k % 3) + k / 3] } else { sum[k] };
                }
            }
        }
    }

    /// The block of a row and a column, nine values by columns, if there is one.
    pub fn find(&self, row: u32, column: u32) -> Option<&[f64]> {
        let k = self.rows.binary_search(&row).ok()?;
        let places = self.starts[k] as usize..self.starts[k + 1] as usize;
        let place = places.start + self.columns[places].binary_search(&column).ok()?;
        Some(&self.values[9 * place..9 * place + 9])
    }

    /// All blocks: row, column and nine values by columns, row by row.
    pub fn blocks(&self) -> impl Iterator<Item = (usize, usize, &[f64])> + '_ {
        self.rows.iter().enumerate().flat_map(move |(k, &row)| {
            let places = self.starts[k] as usize..self.starts[k + 1] as usize;
            places.map(move |place| {
                (row as usize, self.columns[place] as usize, &self.values[9 * place..9 * place + 9])
            })
        })
    }

    /// The matrix and the blocks beside it as one matrix, on a pattern that has both.
    pub fn merged(&self, matrix: &BlockMatrix) -> BlockMatrix {
        let places = self.blocks().map(|(row, column, _)| (row as u32, column as u32));
        let mut merged = matrix.on(Arc::new(matrix.pattern().joined(places)));
        for (row, column, block) in self.blocks() {
            merged.add(row, column, block);
        }
        merged
    }

    /// y ← y + Cx.
    pub fn add_to(&self, x: &[f64], y: &mut [f64]) {
        let (nodes, _) = y.as_chunks_mut::<3>();
        let x = |node: usize| [x[3 * node], x[3 * node + 1], x[3 * node + 2]];
        self.add_by_nodes(&x, nodes, &|y, sum| (0..3).for_each(|i| y[i] += sum[i]));
    }

    /// Adds the product with the vector that `x` reads to all nodes by `add`; returns xᵀCx.
    pub(super) fn add_by_nodes<T: Send>(
        &self,
        x: &(impl Fn(usize) -> [f64; 3] + Sync),
        nodes: &mut [T],
        add: &(impl Fn(&mut T, [f64; 3]) + Sync),
    ) -> f64 {
        self.add_rows(0..self.rows.len(), x, (0, nodes), add)
    }

    /// The same of some rows, for the nodes from the first on. Halved until it is a task: the order of sums is fixed.
    fn add_rows<T: Send>(
        &self,
        rows: Range<usize>,
        x: &(impl Fn(usize) -> [f64; 3] + Sync),
        (first, nodes): (usize, &mut [T]),
        add: &(impl Fn(&mut T, [f64; 3]) + Sync),
    ) -> f64 {
        if rows.len() <= ROWS {
            let mut product = 0.0;
            for k in rows {
                let (row, sum) = (self.rows[k] as usize, self.product(k, x));
                product += dot(x(row), sum);
                add(&mut nodes[row - first], sum);
            }
            return product;
        }
        let middle = rows.start + rows.len() / 2;
        let cut = self.rows[middle] as usize;
        let (left, right) = nodes.split_at_mut(cut - first);
        let (left, right) = rayon::join(
            || self.add_rows(rows.start..middle, x, (first, left), add),
            || self.add_rows(middle..rows.end, x, (cut, right), add),
        );
        left + right
    }

    /// The product of the k-th row that has blocks.
    fn product(&self, k: usize, x: &impl Fn(usize) -> [f64; 3]) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for place in self.starts[k] as usize..self.starts[k + 1] as usize {
            let block = &self.values[9 * place..9 * place + 9];
            let x = x(self.columns[place] as usize);
            for i in 0..3 {
                sum[i] += block[i] * x[0] + block[3 + i] * x[1] + block[6 + i] * x[2];
            }
        }
        sum
    }
}

/// A matrix and its contacts as one operator; the matrix may be a rounded copy.
#[derive(Clone, Copy, Debug)]
pub struct Joined<'a, M> {
    /// The matrix.
    pub matrix: &'a M,
    /// What is beside it.
    pub contacts: &'a ContactBlocks,
}

impl<M: Operator> Operator for Joined<'_, M> {
    fn len(&self) -> usize {
        self.matrix.len()
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        self.matrix.apply(x, y);
        self.contacts.add_to(x, y);
    }

    fn apply_dot(&self, x: &[f64], y: &mut [f64]) -> f64 {
        if self.contacts.is_empty() {
            return self.matrix.apply_dot(x, y);
        }
        self.apply(x, y);
        vector::dot(x, y)
    }

    fn block_diagonal(&self, out: &mut [[f64; 9]]) -> bool {
        self.matrix.block_diagonal(out)
    }

    fn blocks(&self) -> Option<&BlockMatrix> {
        if self.contacts.is_empty() { self.matrix.blocks() } else { None }
    }

    fn core(&self) -> Option<(&BlockMatrix, &ContactBlocks)> {
        self.matrix.blocks().map(|blocks| (blocks, self.contacts))
    }
}

/// A matrix that owns its contacts.
#[derive(Clone, Debug)]
pub struct SystemMatrix {
    /// The matrix.
    pub matrix: BlockMatrix,
    /// What is beside it.
    pub contacts: ContactBlocks,
}

impl SystemMatrix {
    fn both(&self) -> Joined<'_, BlockMatrix> {
        Joined { matrix: &self.matrix, contacts: &self.contacts }
    }
}

impl Operator for SystemMatrix {
    fn len(&self) -> usize {
        self.matrix.len()
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        self.both().apply(x, y);
    }

    fn apply_dot(&self, x: &[f64], y: &mut [f64]) -> f64 {
        self.both().apply_dot(x, y)
    }

    fn block_diagonal(&self, out: &mut [[f64; 9]]) -> bool {
        self.matrix.block_diagonal(out)
    }

    fn blocks(&self) -> Option<&BlockMatrix> {
        self.contacts.is_empty().then_some(&self.matrix)
    }

    fn core(&self) -> Option<(&BlockMatrix, &ContactBlocks)> {
        Some((&self.matrix, &self.contacts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::{dense, grid, random_symmetric, random_vector};

    #[test]
    fn products_have_the_blocks_and_their_transposes() {
        let matrix = random_symmetric(grid(3, 2, 2), 7);
        let n = matrix.len();
        let mut full = dense(&matrix);
        let places = [(0, 11), (7, 2), (11, 0), (3, 3), (0, 11)];
        let numbers = random_vector(9 * places.len(), 3);
        let read = |k: usize| -> [f64; 9] { std::array::from_fn(|i| numbers[9 * k + i]) };
        let mut contacts = ContactBlocks::default();
        contacts.replace(places.into_iter(), read);
        // Places on the diagonal belong to the matrix and are left out.
        assert_eq!((contacts.len(), contacts.is_empty()), (4, false));
        for (number, (row, column)) in places.into_iter().enumerate().filter(|(_, (r, c))| r != c) {
            for k in 0..9 {
                let (i, j) = (3 * row as usize + k % 3, 3 * column as usize + k / 3);
                full[i * n + j] += read(number)[k];
                full[j * n + i] += read(number)[k];
            }
        }
        let x = random_vector(n, 9);
        let both = SystemMatrix { matrix, contacts };
        let mut y = vec![0.0; n];
        let dot = both.apply_dot(&x, &mut y);
        for i in 0..n {
            let expected: f64 = (0..n).map(|j| full[i * n + j] * x[j]).sum();
            assert!((y[i] - expected).abs() < 1e-12, "{i}: {} {expected}", y[i]);
        }
        assert!((dot - vector::dot(&x, &y)).abs() < 1e-12);
        assert!(both.blocks().is_none() && both.core().is_some());
    }

    #[test]
    fn without_blocks_there_is_only_the_matrix() {
        let matrix = random_symmetric(grid(3, 2, 2), 7);
        let x = random_vector(matrix.len(), 9);
        let (mut y, mut z) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        let expected = matrix.apply_dot(&x, &mut y);
        let mut both = SystemMatrix { matrix, contacts: ContactBlocks::default() };
        both.contacts.replace([].into_iter(), |_| [0.0; 9]);
        assert_eq!((both.apply_dot(&x, &mut z), &z), (expected, &y));
        assert!(both.blocks().is_some());
    }
}
