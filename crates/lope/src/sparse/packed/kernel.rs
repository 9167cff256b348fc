//! The inner loops of triangular solves: three right-hand sides in the lanes of a quad.

use super::plan::{GROUP, HALF, Panel, WIDTH, whole};
use crate::math::{Kernel, Lane, Quad, dispatch, prefetch};

/// Numbers ahead of the ones being multiplied that are asked for: the processor's own guess stops at the end of a page.
/// A tenth faster than without; to read panels from their end costs a third.
const AHEAD: usize = 640;

/// Numbers in a line of the cache.
const LINE: usize = 8;

/// Numbers of a panel that one task multiplies at most, but for the last few rows. Handing over costs about as much as two
/// thousand of them.
const SPREAD: usize = 16 << 10;

/// Lx = b for the panels of a unit, whose vector holds b and then x, and below it what is to be added to rows above.
pub(super) fn forward(panels: &[Panel], rows: &[u32], mut values: &[f64], local: &mut [Quad]) {
    for panel in panels {
        let (own, rest) = values.split_at(panel.len());
        values = rest;
        let (first, width) = (panel.first as usize, panel.width as usize);
        let (head, below) = local.split_at_mut(first + width);
        let top = &mut head[first..];
        let (triangle, groups) = own.split_at(width * (width + 1) / 2);
        dispatch(ForwardTriangle { triangle, top });
        let rows = &rows[panel.rows.start as usize..panel.rows.end as usize];
        multiply_all(Rows { groups, rows, first: first + width }, top, below);
    }
}

/// Rows below a panel: their numbers by groups, their places, and the place of the first of `below`.
#[derive(Clone, Copy)]
struct Rows<'a> {
    groups: &'a [f64],
    rows: &'a [u32],
    first: usize,
}

impl Rows<'_> {
    /// Halves of more than a task should do; where to cut depends on the numbers alone.
    fn halves(self, width: usize) -> Option<(Self, Self)> {
        let middle = (self.rows.len() / 2).next_multiple_of(GROUP);
        if self.groups.len() <= SPREAD || middle >= self.rows.len() {
            return None;
        }
        let ((groups, later), (rows, others)) =
            (self.groups.split_at(width * middle), self.rows.split_at(middle));
        Some((Self { groups, rows, ..self }, Self { groups: later, rows: others, ..self }))
    }

    /// Whole groups, and the half that may follow.
    fn parts(self, width: usize) -> [Self; 2] {
        let whole = whole(self.rows.len());
        let (groups, half) = self.groups.split_at(width * whole);
        let (rows, rest) = self.rows.split_at(whole.min(self.rows.len()));
        [Self { groups, rows, ..self }, Self { groups: half, rows: rest, ..self }]
    }
}

/// Takes rows times columns from what is below. Every row has a sum of its own, whoever computes it.
fn multiply_all(of: Rows<'_>, top: &[Quad], below: &mut [Quad]) {
    let Some((left, right)) = of.halves(top.len()) else { return dispatch(Multiply { of, top, below }) };
    let cut = right.rows[0] as usize;
    let (above, under) = below.split_at_mut(cut - of.first);
    let right = Rows { first: cut, ..right };
    rayon::join(|| multiply_all(left, top, above), || multiply_all(right, top, under));
}

struct Multiply<'a> {
    of: Rows<'a>,
    top: &'a [Quad],
    below: &'a mut [Quad],
}

impl Kernel for Multiply<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { of, top, below } = self;
        let [whole, half] = of.parts(top.len());
        for (group, rows) in whole.groups.chunks_exact(GROUP * top.len()).zip(whole.rows.chunks(GROUP)) {
            multiply::<L, GROUP>(group, top, rows, below, of.first);
        }
        multiply::<L, HALF>(half.groups, top, half.rows, below, of.first);
    }
}

struct ForwardTriangle<'a> {
    triangle: &'a [f64],
    top: &'a mut [Quad],
}

impl Kernel for ForwardTriangle<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        for part in 0..L::PER_QUAD {
            forward_triangle::<L>(self.triangle, self.top, part);
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
pub(super) fn backward(panels: &[Panel], rows: &[u32], mut values: &[f64], local: &mut [Quad]) {
    let mut panels = panels.iter();
    while let Some(panel) = panels.next_back() {
        let (rest, own) = values.split_at(values.len() - panel.len());
        values = rest;
        let (first, width) = (panel.first as usize, panel.width as usize);
        let (head, below) = local.split_at_mut(first + width);
        let top = &mut head[first..];
        let (triangle, groups) = own.split_at(width * (width + 1) / 2);
        // Panels are read last to first, each from its beginning: ask for that of the next.
        let next = panels.as_slice().last().map_or(0, |next| next.len());
        for line in (0..next.min(AHEAD)).step_by(LINE) {
            prefetch(&rest[rest.len() - next..], line);
        }
        let rows = &rows[panel.rows.start as usize..panel.rows.end as usize];
        subtract_all(Rows { groups, rows, first: first + width }, top, below);
        dispatch(BackwardTriangle { triangle, top });
    }
}

/// Takes the transpose of rows, times what is solved below, from the columns. Halves have sums of their own.
fn subtract_all(of: Rows<'_>, top: &mut [Quad], below: &[Quad]) {
    let Some((left, right)) = of.halves(top.len()) else { return dispatch(Subtract { of, top, below }) };
    let mut room = [Quad::ZERO; WIDTH];
    let other = &mut room[..top.len()];
    rayon::join(|| subtract_all(left, top, below), || subtract_all(right, other, below));
    for (top, other) in top.iter_mut().zip(other) {
        (0..Quad::LEN).for_each(|lane| top.0[lane] += other.0[lane]);
    }
}

struct Subtract<'a> {
    of: Rows<'a>,
    top: &'a mut [Quad],
    below: &'a [Quad],
}

impl Kernel for Subtract<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { of, top, below } = self;
        let [whole, half] = of.parts(top.len());
        for (group, rows) in whole.groups.chunks_exact(GROUP * top.len()).zip(whole.rows.chunks(GROUP)) {
            subtract::<L, GROUP>(group, top, rows, below, of.first);
        }
        subtract::<L, HALF>(half.groups, top, half.rows, below, of.first);
    }
}

struct BackwardTriangle<'a> {
    triangle: &'a [f64],
    top: &'a mut [Quad],
}

impl Kernel for BackwardTriangle<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        for part in 0..L::PER_QUAD {
            backward_triangle::<L>(self.triangle, self.top, part);
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
