//! No pinched surfaces.
//!
//! A lattice point that moved onto the surface can touch the solid from two sides, in gaps and necks thinner than
//! the lattice: two parts of the solid would meet in a vertex or an edge only. Such a point goes back to its place,
//! and the cuts that were too near to it move away instead, as little as the angles need. The surface is wrong by
//! a fraction of an edge there, and manifold everywhere.

use super::cut::Cut;
use super::lattice::{CENTRE, Lattice, Point};
use super::stencil::{INSIDE, OUTSIDE, ZERO};
use super::warp::limit;
use crate::math::vec3::Vec3;

/// The fourteen neighbours of a lattice point: two along each axis, and eight of the other kind.
const NEIGHBOURS: usize = 14;

/// The neighbourhood of a lattice point: what a small sphere around it sees.
pub(super) struct Link {
    /// Three neighbours each; with the point itself, the 24 tetrahedra around it.
    triangles: Vec<[usize; 3]>,
    /// Two neighbours, and the triangles on both sides.
    edges: Vec<([usize; 2], [usize; 2])>,
}

impl Link {
    pub(super) fn new() -> Self {
        let mut triangles = Vec::with_capacity(24);
        for axis in 0..3 {
            for upper in 0..2 {
                let on_side = |c: &usize| c >> axis & 1 == upper;
                for p in (0..8_usize).filter(on_side) {
                    for q in (p + 1..8).filter(on_side).filter(|q| (p ^ q).count_ones() == 1) {
                        triangles.push([2 * axis + upper, 6 + p, 6 + q]);
                    }
                }
            }
        }
        let mut edges: Vec<([usize; 2], [usize; 2])> = Vec::with_capacity(36);
        for (t, [a, b, c]) in triangles.iter().enumerate() {
            for edge in [[*a, *b], [*b, *c], [*a, *c]] {
                match edges.iter_mut().find(|(known, _)| *known == edge) {
                    Some((_, sides)) => sides[1] = t,
                    None => edges.push((edge, [t, t])),
                }
            }
        }
        Link { triangles, edges }
    }

    /// Whether solid and surroundings meet at a point on the surface in one disc, given its neighbours' labels.
    fn is_regular(&self, labels: &[i8; NEIGHBOURS]) -> bool {
        let solid = |t: usize| self.triangles[t].iter().any(|v| labels[*v] == INSIDE);
        let open = |t: usize| !solid(t) || self.triangles[t].iter().any(|v| labels[*v] == OUTSIDE);
        let zeros = |[a, b]: [usize; 2]| labels[a] == ZERO && labels[b] == ZERO;
        let joins_solid = |edge: [usize; 2], [s, t]: [usize; 2]| {
            solid(s) && solid(t) && (zeros(edge) || edge.iter().any(|v| labels[*v] == INSIDE))
        };
        let joins_open = |edge: [usize; 2], [s, t]: [usize; 2]| {
            edge.iter().any(|v| labels[*v] == OUTSIDE) || zeros(edge) && !solid(s) && !solid(t)
        };
        let all = 0..self.triangles.len();
        let around = |v: usize| all.clone().filter(move |t| self.triangles[*t].contains(&v));
        self.parts(all.clone().filter(|t| solid(*t)), &joins_solid) <= 1
            && self.parts(all.clone().filter(|t| open(*t)), &joins_open) <= 1
            && (0..NEIGHBOURS).filter(|v| labels[*v] == ZERO).all(|v| {
                let at_v =
                    |edge: [usize; 2], sides: [usize; 2]| edge.contains(&v) && joins_solid(edge, sides);
                self.parts(around(v).filter(|t| solid(*t)), &at_v) <= 1
            })
    }

    /// Connected parts of some triangles.
    fn parts(
        &self,
        members: impl Iterator<Item = usize>,
        joins: &dyn Fn([usize; 2], [usize; 2]) -> bool,
    ) -> usize {
        let mut of = [usize::MAX; 24];
        let mut parts = 0;
        for t in members {
            of[t] = t;
            parts += 1;
        }
        for (edge, sides) in &self.edges {
            let [s, t] = sides.map(|t| of[t]);
            if s != t && s != usize::MAX && t != usize::MAX && joins(*edge, *sides) {
                of.iter_mut().filter(|part| **part == t).for_each(|part| *part = s);
                parts -= 1;
            }
        }
        parts
    }
}

/// Takes back warps until the surface is a manifold.
pub(super) fn unpinch(
    lattice: &Lattice,
    labels: &mut [i8],
    cuts: &mut [Cut],
    warped: &mut Vec<(Point, Vec3, i8)>,
) {
    let link = Link::new();
    let mut ends: Vec<(Point, u32)> = Vec::new();
    loop {
        let before = warped.len();
        warped.retain(|(point, _, original)| {
            if link.is_regular(&neighbours(lattice, labels, *point)) {
                return true;
            }
            if ends.is_empty() {
                let numbered = cuts.iter().enumerate();
                ends = numbered.flat_map(|(n, cut)| [(cut.owner, n as u32), (cut.end, n as u32)]).collect();
                ends.sort_unstable();
            }
            labels[*point] = *original;
            let first = ends.partition_point(|end| end.0 < *point);
            for (_, number) in ends[first..].iter().take_while(|end| end.0 == *point) {
                restore(lattice, labels, &mut cuts[*number as usize]);
            }
            false
        });
        if warped.len() == before {
            return;
        }
    }
}

/// A cut whose ends are back, at least as far from both as the angles need.
fn restore(lattice: &Lattice, labels: &[i8], cut: &mut Cut) {
    if labels[cut.owner] == ZERO || labels[cut.end] == ZERO {
        return;
    }
    let limit = limit(cut.direction);
    cut.alive = true;
    if cut.t < limit || cut.t > 1.0 - limit {
        cut.t = cut.t.clamp(limit, 1.0 - limit);
        let [a, b] = [cut.owner, cut.end].map(|point| lattice.position(point));
        cut.position = [0, 1, 2].map(|k| a[k] + cut.t * (b[k] - a[k]));
    }
}

fn neighbours(lattice: &Lattice, labels: &[i8], point: Point) -> [i8; NEIGHBOURS] {
    let (kind, place) = lattice.place(point);
    let mut result = [OUTSIDE; NEIGHBOURS];
    let mut look = |slot: usize, kind: usize, offset: [isize; 3]| {
        let at = [0, 1, 2].map(|k| place[k].wrapping_add_signed(offset[k]));
        if (0..3).all(|k| at[k] < lattice.counts[k]) {
            result[slot] = labels[lattice.point(kind, at)];
        }
    };
    for axis in 0..3 {
        for upper in 0..2 {
            let mut offset = [0; 3];
            offset[axis] = 2 * upper as isize - 1;
            look(2 * axis + upper, kind, offset);
        }
    }
    for c in 0..8_isize {
        // The corners of a cube from its centre, or the centres of the cubes around a corner.
        let back = if kind == CENTRE { 0 } else { 1 };
        look(6 + c as usize, 1 - kind, [(c & 1) - back, (c >> 1 & 1) - back, (c >> 2) - back]);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_side_is_regular_and_two_are_not() {
        let link = Link::new();
        assert_eq!((link.triangles.len(), link.edges.len()), (24, 36));
        assert!(link.edges.iter().all(|(_, [s, t])| s != t));
        let mut labels = [OUTSIDE; NEIGHBOURS];
        labels[0] = INSIDE;
        assert!(link.is_regular(&labels));
        // Inside below and above, outside around.
        labels[1] = INSIDE;
        assert!(!link.is_regular(&labels));
        // The same with solid and surroundings exchanged.
        assert!(!link.is_regular(&labels.map(|label| -label)));
        assert!(link.is_regular(&[INSIDE; NEIGHBOURS]) && link.is_regular(&[OUTSIDE; NEIGHBOURS]));
    }
}
