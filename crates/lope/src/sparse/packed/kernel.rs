//! The inner loops of triangular solves: three right-hand sides in the lanes of a quad.

use super::plan::{GROUP, Panel};
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
            for (group, rows) in groups.chunks_exact(GROUP * width).zip(rows.chunks(GROUP)) {
                for part in 0..L::PER_QUAD {
                    let sums = multiply::<L>(group, top, part);
                    for (sum, &row) in sums.iter().zip(rows) {
                        let to = &mut below[row as usize - first - width];
                        (L::load(to, part) - *sum).store(to, part);
                    }
                }
            }
        }
    }
}

/// Σ over the columns of a group of rows.
#[inline(always)]
fn multiply<L: Lane>(group: &[f64], top: &[Quad], part: usize) -> [L; GROUP] {
    let zero = L::splat(0.0);
    let (mut even, mut odd) = ([zero; GROUP], [zero; GROUP]);
    // Two columns are a line of the cache.
    let (pairs, last) = group.as_chunks::<{ 2 * GROUP }>();
    let (tops, last_top) = top.as_chunks::<2>();
    for (l, x) in pairs.iter().zip(tops) {
        prefetch(l, AHEAD);
        let (x0, x1) = (L::load(&x[0], part), L::load(&x[1], part));
        for row in 0..GROUP {
            even[row] = L::splat(l[row]).mul_add(x0, even[row]);
            odd[row] = L::splat(l[GROUP + row]).mul_add(x1, odd[row]);
        }
    }
    for (l, x) in last.as_chunks::<GROUP>().0.iter().zip(last_top) {
        prefetch(l, AHEAD);
        let x = L::load(x, part);
        for row in 0..GROUP {
            even[row] = L::splat(l[row]).mul_add(x, even[row]);
        }
    }
    for row in 0..GROUP {
        even[row] = even[row] + odd[row];
    }
    even
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
            for (group, rows) in groups.chunks_exact(GROUP * width).zip(rows.chunks(GROUP)) {
                for part in 0..L::PER_QUAD {
                    let mut solved = [L::splat(0.0); GROUP];
                    for (solved, &row) in solved.iter_mut().zip(rows) {
                        *solved = L::load(&below[row as usize - first - width], part);
                    }
                    subtract(group, &solved, top, part);
                }
            }
            for part in 0..L::PER_QUAD {
                backward_triangle::<L>(triangle, top, part);
            }
        }
    }
}

/// Takes the transpose of a group of rows, times what is solved, from the columns.
#[inline(always)]
fn subtract<L: Lane>(group: &[f64], solved: &[L; GROUP], top: &mut [Quad], part: usize) {
    for (number, (l, x)) in group.as_chunks::<GROUP>().0.iter().zip(top).enumerate() {
        if number % 2 == 0 {
            prefetch(l, AHEAD);
        }
        let one = L::neg_mul_add(L::splat(l[0]), solved[0], L::load(x, part));
        let two = L::splat(l[1]) * solved[1];
        let one = L::neg_mul_add(L::splat(l[2]), solved[2], one);
        let two = L::splat(l[3]).mul_add(solved[3], two);
        (one - two).store(x, part);
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
