//! Where the surface crosses the edges of the lattice.
//!
//! The cut points lie on the zero set itself, to rounding, and still on their edges: the angles that \[Labelle07\]
//! proves need the second, the volume and the flat faces of a box the first.

use rayon::prelude::*;

use super::super::sdf::Field;
use super::lattice::{CENTRE, DIRECTIONS, Lattice, Point, strides};
use crate::math::vec3::{Vec3, norm, sub};

/// An edge from inside to outside and the point where it crosses the surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// The end that owns the edge.
    pub(super) owner: Point,
    /// The other end.
    pub(super) end: Point,
    pub(super) direction: u8,
    /// Whether nothing moved away the end of the edge since.
    pub(super) alive: bool,
    /// Where the cut is, from 0 at the owner to 1 at the end.
    pub(super) t: f64,
    pub(super) position: Vec3,
}

/// Cuts solved together.
const BATCH: usize = 128;
/// Steps of the root search; it doubles its digits in most of them and halves the interval in the others.
const STEPS: usize = 60;

/// All cuts, sorted by owner and direction, and where each row of the lattice starts among them.
pub(super) fn cuts(lattice: &Lattice, field: &dyn Field, labels: &[i8]) -> (Vec<Cut>, Vec<usize>) {
    let (row_len, rows) = (lattice.row_len(), lattice.rows());
    let strides = strides(lattice);
    let ny = lattice.counts[1];
    let by_layer: Vec<(Vec<Cut>, Vec<usize>)> = (0..lattice.counts[2])
        .into_par_iter()
        .map(|k| {
            let (mut cuts, mut counts) = (Vec::new(), Vec::with_capacity(ny));
            for row in k * ny..(k + 1) * ny {
                let before = cuts.len();
                for owner in row * row_len..(row + 1) * row_len {
                    crossings(lattice, labels, &strides, owner, &mut cuts);
                }
                counts.push(cuts.len() - before);
            }
            cuts.chunks_mut(BATCH).for_each(|batch| solve(lattice, field, labels, batch));
            (cuts, counts)
        })
        .collect();
    let mut starts = Vec::with_capacity(rows + 1);
    starts.push(0);
    let mut all = Vec::with_capacity(by_layer.iter().map(|(cuts, _)| cuts.len()).sum());
    for (cuts, counts) in by_layer {
        for count in counts {
            starts.push(starts[starts.len() - 1] + count);
        }
        all.extend(cuts);
    }
    (all, starts)
}

/// The edges of a point that lead from inside to outside.
fn crossings(
    lattice: &Lattice,
    labels: &[i8],
    strides: &[isize; DIRECTIONS],
    owner: Point,
    cuts: &mut Vec<Cut>,
) {
    let here = labels[owner];
    if here == 0 {
        return;
    }
    let is_centre = owner / lattice.counts[0] % 2 == CENTRE;
    for direction in 0..if is_centre { DIRECTIONS } else { 3 } {
        let end = owner.wrapping_add_signed(strides[direction]);
        // The margin of the lattice is outside, so an edge that leaves it has no inside end.
        if end < labels.len() && labels[end] == -here && lattice.other_end(owner, direction) == Some(end) {
            let direction = direction as u8;
            cuts.push(Cut { owner, end, direction, alive: true, t: 0.5, position: [0.0; 3] });
        }
    }
}

/// The bracket of a root: ends, their values, and how often the same end stayed.
struct Bracket {
    a: f64,
    b: f64,
    fa: f64,
    fb: f64,
    last: i8,
}

/// Finds the crossings of a batch by the Illinois method, all together.
fn solve(lattice: &Lattice, field: &dyn Field, labels: &[i8], cuts: &mut [Cut]) {
    let ends: Vec<[Vec3; 2]> =
        cuts.iter().map(|cut| [lattice.position(cut.owner), lattice.position(cut.end)]).collect();
    let points: Vec<Vec3> = ends.iter().flatten().copied().collect();
    let mut values = vec![0.0; points.len()];
    field.values(&points, &mut values);
    let mut brackets: Vec<Bracket> =
        values.chunks(2).map(|f| Bracket { a: 0.0, b: 1.0, fa: f[0], fb: f[1], last: 0 }).collect();
    for (cut, bracket) in cuts.iter_mut().zip(&brackets) {
        cut.t = match (bracket.fa == 0.0, bracket.fb == 0.0) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ => 0.5,
        };
    }
    // Ends whose values do not differ in sign were labelled by a bound that is none; the middle has to do.
    let mut active: Vec<usize> =
        (0..cuts.len()).filter(|i| brackets[*i].fa * brackets[*i].fb < 0.0).collect();
    let at = |i: usize, t: f64| [0, 1, 2].map(|k| ends[i][0][k] + t * (ends[i][1][k] - ends[i][0][k]));
    let mut points = Vec::with_capacity(cuts.len());
    for step in 0..STEPS {
        if active.is_empty() {
            break;
        }
        points.clear();
        for i in &active {
            let b = &brackets[*i];
            let secant = (b.a * b.fb - b.b * b.fa) / (b.fb - b.fa);
            // A kink can hold the secants back; a bisection every fourth step cannot be held.
            let inside = secant > b.a && secant < b.b && step % 4 != 3;
            cuts[*i].t = if inside { secant } else { (b.a + b.b) / 2.0 };
            points.push(at(*i, cuts[*i].t));
        }
        field.values(&points, &mut values[..points.len()]);
        let mut next = 0;
        active.retain(|i| {
            let f = values[next];
            next += 1;
            let (b, t) = (&mut brackets[*i], cuts[*i].t);
            if f == 0.0 || b.b - b.a < 1e-15 {
                return false;
            }
            if f * b.fb < 0.0 {
                (b.a, b.fa) = (t, f);
                if b.last == 1 {
                    b.fb *= 0.5;
                }
                b.last = 1;
            } else {
                (b.b, b.fb) = (t, f);
                if b.last == -1 {
                    b.fa *= 0.5;
                }
                b.last = -1;
            }
            f.abs() > 1e-14 * lattice.h
        });
    }
    for (i, cut) in cuts.iter_mut().enumerate() {
        cut.position = at(i, cut.t);
        debug_assert!(labels[cut.owner] == -labels[cut.end] && norm(sub(ends[i][0], ends[i][1])) > 0.0);
    }
}

/// The number of the cut of an edge, among the cuts of the owner's row.
pub(super) fn find(
    cuts: &[Cut],
    starts: &[usize],
    row: usize,
    owner: Point,
    direction: usize,
) -> Option<usize> {
    let (first, last) = (starts[row], starts[row + 1]);
    let key = (owner, direction as u8);
    cuts[first..last].binary_search_by_key(&key, |cut| (cut.owner, cut.direction)).ok().map(|k| first + k)
}
