//! The inner loops of triangular solves: three right-hand sides in the lanes of a quad.

use super::plan::{GROUP, HALF, Panel};
use crate::math::{Kernel, Lane, Quad, prefetch};

/// Numbers ahead of the ones being multiplied that are asked for: the processor's own guess stops at the end of a page.
/// A tenth faster than without; to read panels from their end costs a third.
const AHEAD: usize = 640;

/// Numbers in a line of the cache.
const LINE: usize = 8;

/// Lx = b for the panels of a unit, whose vector holds b and then x, and below it what is to be added to rows above.
pub(super) struct Forward<'a> {
    pub(super) panels: &'a [Panel],
    pub(super) rows: &'a [u32],
    pub(super) values: &'a [f64],
    pub(super) local: &'a mut [Quad],
}

impl Kernel for Forward<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let mut values = self.values;
        for panel in self.panels {
            let (own, rest) = values.split_at(panel.len());
            values = rest;
            let (first, width) = (panel.first as usize, panel.width as usize);
            let (head, below) = self.local.split_at_mut(first + width);
            let top = &mut head[first..];
            let (triangle, groups) = own.split_at(width * (width + 1) / 2);
            for part in 0..L::PER_QUAD {
                forward_triangle::<L>(triangle, top, part);
            }
            let rows = &self.rows[panel.rows.start as usize..panel.rows.end as usize];
            let (groups, half) = groups.split_at(width * panel.whole());
            let (rows, half_rows) = rows.split_at(panel.whole().min(rows.len()));
            for (group, rows) in groups.chunks_exact(GROUP * width).zip(rows.chunks(GROUP)) {
                multiply::<L, GROUP>(group, top, rows, below, first + width);
            }
            multiply::<L, HALF>(half, top, half_rows, below, first + width);
        }
    }
}

/// Takes a group of rows times the columns from what is below; `first` is the number of its first row.
#[inline(always)]
fn multiply<L: Lane, const N: usize>(
    group: &[f64],
    top: &[Quad],
    rows: &[u32],
    below: &mut [Quad],
    first: usize,
) {
    for part in 0..L::PER_QUAD {
        let mut sums = [L::splat(0.0); N];
        for (l, x) in group.as_chunks::<N>().0.iter().zip(top) {
            prefetch(l, AHEAD);
            let x = L::load(x, part);
            for row in 0..N {
                sums[row] = L::splat(l[row]).mul_add(x, sums[row]);
            }
        }
        for (sum, &row) in sums.iter().zip(rows) {
            let to = &mut below[row as usize - first];
            (L::load(to, part) - *sum).store(to, part);
        }
    }
}

#[inline(always)]
fn forward_triangle<L: Lane>(triangle: &[f64], top: &mut [Quad], part: usize) {
    let mut values = triangle;
    for j in 0..top.len() {
        let (row, rest) = values.split_at(j + 1);
        values = rest;
        let (solved, own) = top.split_at_mut(j);
        let mut sums = [L::load(&own[0], part), L::splat(0.0), L::splat(0.0), L::splat(0.0)];
        let mut fours = row[..j].chunks_exact(4);
        let mut solved_fours = solved.chunks_exact(4);
        for (l, x) in fours.by_ref().zip(solved_fours.by_ref()) {
            for k in 0..4 {
                sums[k] = L::neg_mul_add(L::splat(l[k]), L::load(&x[k], part), sums[k]);
            }
        }
        for (k, (l, x)) in fours.remainder().iter().zip(solved_fours.remainder()).enumerate() {
            sums[k] = L::neg_mul_add(L::splat(*l), L::load(x, part), sums[k]);
        }
        let sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        (sum * L::splat(row[j])).store(&mut own[0], part);
    }
}

/// Lᵀx = b for the panels of a unit, last to first; below its columns the vector holds the solution above.
pub(super) struct Backward<'a> {
    pub(super) panels: &'a [Panel],
    pub(super) rows: &'a [u32],
    pub(super) values: &'a [f64],
    pub(super) local: &'a mut [Quad],
}

impl Kernel for Backward<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let mut values = self.values;
        let mut panels = self.panels.iter();
        while let Some(panel) = panels.next_back() {
            let (rest, own) = values.split_at(values.len() - panel.len());
            values = rest;
            let (first, width) = (panel.first as usize, panel.width as usize);
            let (head, below) = self.local.split_at_mut(first + width);
            let top = &mut head[first..];
            let (triangle, groups) = own.split_at(width * (width + 1) / 2);
            let rows = &self.rows[panel.rows.start as usize..panel.rows.end as usize];
            // Panels are read last to first, each from its beginning: ask for that of the next.
            let next = panels.as_slice().last().map_or(0, |next| next.len());
            for line in (0..next.min(AHEAD)).step_by(LINE) {
                prefetch(&rest[rest.len() - next..], line);
            }
            let (groups, half) = groups.split_at(width * panel.whole());
            let (rows, half_rows) = rows.split_at(panel.whole().min(rows.len()));
            for (group, rows) in groups.chunks_exact(GROUP * width).zip(rows.chunks(GROUP)) {
                subtract::<L, GROUP>(group, top, rows, below, first + width);
            }
            subtract::<L, HALF>(half, top, half_rows, below, first + width);
            for part in 0..L::PER_QUAD {
                backward_triangle::<L>(triangle, top, part);
            }
        }
    }
}

/// Takes the transpose of a group of rows, times what is solved below, from the columns.
#[inline(always)]
fn subtract<L: Lane, const N: usize>(
    group: &[f64],
    top: &mut [Quad],
    rows: &[u32],
    below: &[Quad],
    first: usize,
) {
    for part in 0..L::PER_QUAD {
        let mut solved = [L::splat(0.0); N];
        for (solved, &row) in solved.iter_mut().zip(rows) {
            *solved = L::load(&below[row as usize - first], part);
        }
        for (l, x) in group.as_chunks::<N>().0.iter().zip(&mut *top) {
            prefetch(l, AHEAD);
            let (mut rest, mut sum) = (L::load(x, part), L::splat(0.0));
            for row in (0..N).step_by(2) {
                rest = L::neg_mul_add(L::splat(l[row]), solved[row], rest);
                sum = L::splat(l[row + 1]).mul_add(solved[row + 1], sum);
            }
            (rest - sum).store(x, part);
        }
    }
}

#[inline(always)]
fn backward_triangle<L: Lane>(triangle: &[f64], top: &mut [Quad], part: usize) {
    let mut values = triangle;
    for j in (0..top.len()).rev() {
        let (rest, row) = values.split_at(values.len() - j - 1);
        values = rest;
        let (before, own) = top.split_at_mut(j);
        let x = L::load(&own[0], part) * L::splat(row[j]);
        x.store(&mut own[0], part);
        for (l, to) in row.iter().zip(before) {
            L::neg_mul_add(L::splat(*l), x, L::load(to, part)).store(to, part);
        }
    }
}
