//! How much of a straight way two simplices may go before they come too close.
//!
//! A direction w, of length 1, along which all corners of one are at least r ahead of all corners of the other keeps
//! the simplices r apart, wherever their nearest points are. Along w the lead of one corner over another is linear in
//! time, so how long w vouches for the distance has a closed form:
//!
//! ```text
//! w·(x_j − x_i)(t) = (1 − t) f + t l ≥ r,   up to t = (f − r) / (f − l) if l < r ≤ f
//! ```
//!
//! At the end of that time the next direction is taken, from nearest point to nearest point, until the way is over or
//! the distance is nearly r. Nearest points make good directions, nothing more: what is returned is vouched for by
//! leads alone, and r is raised by a bound on their rounding. Positions and ways are relative to the first corner, so
//! neither where the simplices are nor a motion that they share costs anything.

use std::array::from_fn;

use crate::math::vec3::{Vec3, along, cross, dot, norm, scaled, sub};

/// Directions tried, at most; what they vouch for together is the answer then.
const PROBES: usize = 64;
/// The search is over where this share is left of how much nearer the simplices may come.
const ENOUGH: f64 = 0.02;
/// Bound on the error of leads, in sums of the sizes of all coordinates: with the unit u = ε/2, 4u of the products with w,
/// u of their difference, 3u of the time and 6u of the length of w and of r make 14u at most.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
/// Shorter directions have squares that underflow: taken for a touch.
const SHORTEST: f64 = 1e-140;
/// Triangles, and pairs of edges, whose sides enclose less (the square of the sine) have no normal worth trusting.
const FLAT: f64 = 1e-14;

/// What has to be left of a gap: a share of it, but no more than `most`, m.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keep {
    pub(super) share: f64,
    pub(super) most: f64,
}

impl From<f64> for Keep {
    fn from(share: f64) -> Self {
        Self { share, most: f64::INFINITY }
    }
}

/// How much of the straight way from `from` to `to` is free for corner 0 against the triangle of the others.
///
/// 1 if they stay farther apart than r = `thickness` + `keep` of (d − `thickness`) on all of it, d being their distance at
/// `from`. Otherwise a part of it, less than 1, on which they do; it ends where they are nearly r apart. 0 if they are
/// no farther apart than `thickness` to begin with, or by no more than rounding, and if a number is not finite or
/// negative where it must not be. `thickness` (m) is at least 0, `keep` a share from 0 to 1.
pub(super) fn vertex_triangle(
    from: &[Vec3; 4],
    to: &[Vec3; 4],
    thickness: f64,
    keep: impl Into<Keep>,
) -> f64 {
    free::<1, 4>(from, to, thickness, keep.into(), to_triangle)
}

/// The same for the edge of the corners 0 and 1 against that of 2 and 3.
pub(super) fn edge_edge(from: &[Vec3; 4], to: &[Vec3; 4], thickness: f64, keep: impl Into<Keep>) -> f64 {
    free::<2, 4>(from, to, thickness, keep.into(), between_edges)
}

/// The same for corner 0 against the edge of 1 and 2.
pub(super) fn vertex_edge(from: &[Vec3; 3], to: &[Vec3; 3], thickness: f64, keep: impl Into<Keep>) -> f64 {
    free::<1, 3>(from, to, thickness, keep.into(), |&[p, a, b]| to_edge(p, a, b))
}

/// The same for corner 0 against corner 1.
pub(super) fn vertex_vertex(from: &[Vec3; 2], to: &[Vec3; 2], thickness: f64, keep: impl Into<Keep>) -> f64 {
    free::<1, 2>(from, to, thickness, keep.into(), |&[p, q]| sub(q, p))
}

/// The same for the first A corners against the others. `nearest` gives the way from those to these where it is shortest.
#[inline]
fn free<const A: usize, const N: usize>(
    from: &[Vec3; N],
    to: &[Vec3; N],
    thickness: f64,
    keep: Keep,
    nearest: impl Fn(&[Vec3; N]) -> Vec3,
) -> f64 {
    let first = from.map(|x| sub(x, from[0]));
    let last = to.map(|x| sub(x, to[0]));
    let way: [Vec3; N] = from_fn(|k| sub(last[k], first[k]));
    let mut sums = [0.0; 3];
    for x in first.iter().chain(&last) {
        sums = from_fn(|c| sums[c] + x[c].abs());
    }
    let size = sums[0] + sums[1] + sums[2];
    // What is not a number is not at least 0 either.
    let sound = size.is_finite() && thickness >= 0.0 && keep.share >= 0.0 && keep.most >= 0.0;
    if !sound {
        return 0.0;
    }
    let rounding = ROUNDING * size;
    let (mut t, mut x) = (0.0, first);
    let (mut least, mut enough) = (f64::INFINITY, f64::INFINITY);
    for probe in 0..PROBES {
        let w = nearest(&x);
        let d = norm(w);
        if d.is_nan() || d <= SHORTEST {
            return t;
        }
        if probe == 0 {
            if d <= thickness {
                return 0.0;
            }
            least = thickness + (keep.share * (d - thickness)).min(keep.most) + rounding;
            enough = least + ENOUGH * (d - least);
        }
        let ahead = vouched::<A, N>(scaled(w, 1.0 / d), &first, &last, least, t);
        if ahead >= 1.0 {
            return 1.0;
        }
        if ahead <= t {
            return t;
        }
        t = ahead;
        if d <= enough {
            return t;
        }
        x = from_fn(|k| along(first[k], t, way[k]));
    }
    t
}

/// Until when, from the time t on, the others are at least `least` ahead of the first A corners along w; no more than t
/// if they are not even then.
#[inline]
fn vouched<const A: usize, const N: usize>(
    w: Vec3,
    first: &[Vec3; N],
    last: &[Vec3; N],
    least: f64,
    t: f64,
) -> f64 {
    let first = first.map(|x| dot(w, x));
    let last = last.map(|x| dot(w, x));
    let mut until = 1.0_f64;
    for i in 0..A {
        for j in A..N {
            let (f, l) = (first[j] - first[i], last[j] - last[i]);
            // Comparisons with what is not a number fail, and then nothing is vouched for.
            let pair = if l >= least {
                if f + t * (l - f) >= least { 1.0 } else { 0.0 }
            } else if f > least {
                (f - least) / (f - l)
            } else {
                0.0
            };
            until = until.min(pair);
        }
    }
    until
}

/// The shortest way from p to the edge from a to b.
#[inline]
fn to_edge(p: Vec3, a: Vec3, b: Vec3) -> Vec3 {
    let (e, r) = (sub(b, a), sub(a, p));
    let (s, ee) = (-dot(r, e), dot(e, e));
    if s <= 0.0 {
        r
    } else if s >= ee {
        sub(b, p)
    } else {
        // Twice, since of a short way rounding leaves much along the edge.
        let inverse = 1.0 / ee;
        let w = along(r, s * inverse, e);
        along(w, -dot(w, e) * inverse, e)
    }
}

/// The shortest way from corner 0 to the triangle of the others.
#[inline]
fn to_triangle(&[p, a, b, c]: &[Vec3; 4]) -> Vec3 {
    let (e, f, r) = (sub(b, a), sub(c, a), sub(a, p));
    let n = cross(e, f);
    let nn = dot(n, n);
    let flat = nn <= FLAT * dot(e, e) * dot(f, f);
    // Weights of b and c at the point of the plane that is nearest, times n².
    let (v, w) = (dot(cross(f, r), n), dot(cross(r, e), n));
    // The nearest point is on a side that p is beyond.
    let beyond = [flat || nn - v - w <= 0.0, flat || v <= 0.0, flat || w <= 0.0];
    if beyond == [false; 3] {
        return scaled(n, dot(n, r) / nn);
    }
    let sides = [(b, c), (c, a), (a, b)];
    shortest(beyond, |side| to_edge(p, sides[side].0, sides[side].1))
}

/// The shortest way from the edge of the corners 0 and 1 to that of 2 and 3.
#[inline]
fn between_edges(&[a, b, c, d]: &[Vec3; 4]) -> Vec3 {
    let (e, f, r) = (sub(b, a), sub(d, c), sub(c, a));
    let n = cross(e, f);
    let nn = dot(n, n);
    let flat = nn <= FLAT * dot(e, e) * dot(f, f);
    // Where on either line the other is nearest, times n².
    let (s, t) = (dot(cross(r, f), n), dot(cross(r, e), n));
    // One of the nearest points is an end that the line goes beyond.
    let beyond = [flat || s <= 0.0, flat || s >= nn, flat || t <= 0.0, flat || t >= nn];
    if beyond == [false; 4] {
        return scaled(n, dot(n, r) / nn);
    }
    shortest(beyond, |end| match end {
        0 => to_edge(a, c, d),
        1 => to_edge(b, c, d),
        2 => scaled(to_edge(c, a, b), -1.0),
        _ => scaled(to_edge(d, a, b), -1.0),
    })
}

/// The shortest of the ways that are asked for.
#[inline]
fn shortest<const N: usize>(asked: [bool; N], way: impl Fn(usize) -> Vec3) -> Vec3 {
    let (mut best, mut square) = ([0.0; 3], f64::INFINITY);
    for k in 0..N {
        if asked[k] {
            let w = way(k);
            let ww = dot(w, w);
            if ww < square {
                (best, square) = (w, ww);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests;
