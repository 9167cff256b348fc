//! A rounded matrix of which one triangle is kept.

#![allow(unsafe_code)]

use std::sync::Arc;

use rayon::prelude::*;

use super::Node;
use super::kernel::{PADDING, Rows};
use crate::math::prefer_huge_pages;
use crate::sparse::{BlockMatrix, Pattern};

/// Chunks of rows at most.
const MOST_CHUNKS: usize = 64;

/// Chunks from which on one triangle is enough: with fewer, threads would wait for each other.
const ENOUGH_CHUNKS: usize = 8;

/// How many times as many rows a chunk has as its last row reaches beyond it.
const LONG: usize = 4;

/// Rows below which a product stays on the calling thread.
const PARALLEL_ROWS: usize = 1024;

/// A symmetric matrix in single precision, its upper triangle by rows. What the rows of a chunk give to nodes beyond it goes to
/// a place of its own and is added after all chunks are done, in their order. Where nodes are numbered without regard to
/// who is near whom, nearly everything would go there: such a matrix is kept whole.
pub(super) struct SingleMatrix {
    pattern: Arc<Pattern>,
    whole: bool,
    /// Rows in a chunk.
    chunk: usize,
    /// Nodes that the rows of a chunk reach beyond it.
    reach: usize,
    start: Vec<usize>,
    /// Where the numbers of the node of each block begin in a vector.
    places: Vec<u32>,
    values: Vec<f32>,
    beyond: Vec<Node>,
    dots: Vec<f64>,
}

impl SingleMatrix {
    pub(super) fn new(a: &BlockMatrix) -> Self {
        let pattern = a.pattern().clone();
        let rows = pattern.rows();
        let reach = |row: usize| pattern.row(row).last().map_or(0, |&last| last as usize - row);
        let reach = (0..rows).map(reach).max().unwrap_or(0);
        let chunks = (rows / (LONG * reach.max(1))).clamp(1, MOST_CHUNKS);
        let whole = chunks < ENOUGH_CHUNKS && rows >= PARALLEL_ROWS;
        let chunks = if whole { MOST_CHUNKS } else { chunks };
        let chunk = rows.div_ceil(chunks).max(1);
        let reach = if whole { 0 } else { reach };
        let first = |row: usize| if whole { pattern.row_start()[row] } else { pattern.diagonal()[row] };
        let (mut start, mut places) = (vec![0], Vec::new());
        for row in 0..rows {
            let columns = &pattern.columns()[first(row)..pattern.row_start()[row + 1]];
            places.extend(columns.iter().map(|column| 4 * column));
            start.push(places.len());
        }
        let values = vec![0.0; 9 * places.len() + PADDING];
        prefer_huge_pages(&values);
        let count = rows.div_ceil(chunk);
        let (beyond, dots) = (vec![Node::default(); count * reach], vec![0.0; count]);
        let mut made = Self { pattern, whole, chunk, reach, start, places, values, beyond, dots };
        made.take(a);
        made
    }

    pub(super) fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    #[cfg(test)]
    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// Takes the values of a matrix on the same pattern, rounded.
    pub(super) fn take(&mut self, a: &BlockMatrix) {
        let Self { pattern, whole, chunk, start, values, .. } = self;
        let (values, _) = values.split_at_mut(9 * start[start.len() - 1]);
        round(pattern, *whole, start, 0..pattern.rows(), *chunk, values, a.values());
    }

    /// y = Ax; returns xᵀAx.
    pub(super) fn product(&mut self, x: &[Node], y: &mut [Node]) -> f64 {
        let Self { whole, chunk, reach, start, places, values, beyond, dots, .. } = self;
        let (chunk, reach, rows) = (*chunk, *reach, start.len() - 1);
        let own = Rows { start, places, values, x };
        if *whole {
            let work =
                |(number, (y, dot)): (usize, (&mut [Node], &mut f64))| *dot = own.multiply(number * chunk, y);
            y.par_chunks_mut(chunk).zip(dots.par_iter_mut()).enumerate().for_each(work);
            return dots.iter().sum();
        }
        let work = |number: usize, y: &mut [Node], beyond: &mut [Node]| {
            // SAFETY: `new` keeps the rows of a symmetric pattern from their diagonals on, no row has a column more than
            // `reach` beyond itself, and none of these is changed later.
            unsafe { own.multiply_both_ways(number * chunk, y, beyond) }
        };
        // A matrix without neighbours reaches nowhere, and there is nothing to share.
        if reach == 0 || rows < PARALLEL_ROWS {
            let mut nothing = beyond.chunks_mut(reach.max(1));
            for (number, (y, dot)) in y.chunks_mut(chunk).zip(&mut *dots).enumerate() {
                *dot = work(number, y, nothing.next().unwrap_or_default());
            }
        } else {
            let each = y.par_chunks_mut(chunk).zip(beyond.par_chunks_mut(reach)).zip(dots.par_iter_mut());
            each.enumerate().for_each(|(number, ((y, beyond), dot))| *dot = work(number, y, beyond));
        }
        for (number, beyond) in beyond.chunks(reach.max(1)).enumerate() {
            let after = ((number + 1) * chunk).min(rows);
            for (y, beyond) in y[after..].iter_mut().zip(beyond) {
                (0..4).for_each(|c| y.0[c] += beyond.0[c]);
            }
        }
        dots.iter().sum()
    }
}

/// Rounds the values of `rows`, halving their list and the values with it.
fn round(
    pattern: &Pattern,
    whole: bool,
    start: &[usize],
    rows: std::ops::Range<usize>,
    few: usize,
    to: &mut [f32],
    from: &[f64],
) {
    if rows.len() > few {
        let middle = rows.start + rows.len() / 2;
        let (left, right) = to.split_at_mut(9 * (start[middle] - start[rows.start]));
        rayon::join(
            || round(pattern, whole, start, rows.start..middle, few, left, from),
            || round(pattern, whole, start, middle..rows.end, few, right, from),
        );
        return;
    }
    let mut rest = to;
    for row in rows {
        let first = if whole { pattern.row_start()[row] } else { pattern.diagonal()[row] };
        let own = &from[9 * first..9 * pattern.row_start()[row + 1]];
        let (head, tail) = rest.split_at_mut(own.len());
        head.iter_mut().zip(own).for_each(|(to, from)| *to = *from as f32);
        rest = tail;
    }
}
