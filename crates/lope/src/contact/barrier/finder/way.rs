//! How far a way is free.

use rayon::prelude::*;

use super::{Cage, Finder, MARGIN};
use crate::contact::barrier::cage::{Near, Ways};
use crate::contact::barrier::ccd;
use crate::contact::barrier::own::off_rigid;
use crate::math::vec3::{Vec3, along, distance, dot, sub};

/// How much of a long way is looked along at first, as the way of the fastest point in edges; how much more then.
pub(super) const FIRST: f64 = 1.0;
const LONGER: f64 = 4.0;
/// What a step leaves of a gap at least, or this share of d̂.
const KEEP: f64 = 0.1;

impl Finder {
    fn keep(&self) -> ccd::Keep {
        ccd::Keep { share: KEEP, most: KEEP * self.gap.dhat }
    }

    /// How much of the way of all nodes is free.
    pub(in crate::contact::barrier) fn reach(&mut self, from: &[f64], to: &[f64]) -> f64 {
        if self.way[0] == from && self.way[1] == to {
            return self.free;
        }
        let free = self.look_along(from, to, false);
        for (way, x) in self.way.iter_mut().zip([from, to]) {
            way.clear();
            way.extend_from_slice(x);
        }
        self.free = free;
        free
    }

    /// How much of a way is free; of a `jump` only all or nothing.
    pub(super) fn look_along(&mut self, from: &[f64], to: &[f64], jump: bool) -> f64 {
        if to.iter().any(|x| !x.is_finite()) {
            return 0.0;
        }
        self.mesh.positions(from, &mut self.p);
        self.mesh.positions(to, &mut self.q);
        // A long way has cages of its own, with room for the states on it.
        let [mut others, mut own] = std::mem::take(&mut self.way_cages);
        // Between two states a point is no farther away than at one of them.
        let drift = self.others.drift(&self.p).max(self.others.drift(&self.q));
        let free = if self.others.allows(drift) {
            self.pairs_along(&self.others, Some(2.0 * drift), jump)
        } else {
            let longest = self.p.iter().zip(&self.q).map(|(p, q)| distance(*p, *q)).fold(0.0, f64::max);
            self.by_parts(&mut others, longest, 1.0, jump, |this, cage, part| {
                let Self { mesh, rules, gap, p, ends, .. } = this;
                let limits = (MARGIN * gap.dhat, gap.dhat + gap.thickness);
                let meet = |a, b| a != b && rules.meet(mesh, a, b);
                cage.build(mesh, (p, Ways::Straight(ends)), limits, part, &meet);
            })
        };
        let bend = self.own.bend_along(&self.mesh, &self.p, &self.q);
        let free = free.min(if self.own.cage.allows(bend) {
            self.pairs_along(&self.own.cage, Some(2.0 * bend), jump)
        } else if free > 0.0 {
            // Of a member with itself, what all of it does makes no difference.
            off_rigid(&self.mesh, &self.p, &self.q, &mut self.off);
            let longest = self.off.iter().copied().fold(0.0, f64::max);
            self.by_parts(&mut own, longest, free, jump, |this, cage, part| {
                let Self { mesh, rules, gap, own_slack, p, ends, off, .. } = this;
                let limits = (*own_slack, gap.dhat + gap.thickness);
                let meet = |a, b| a == b && rules.meet(mesh, a, b);
                cage.build(mesh, (p, Ways::Off(ends, off)), limits, part, &meet);
            })
        } else {
            1.0
        });
        self.way_cages = [others, own];
        free
    }

    /// How much of the way is free, looked along no farther than it may be; its points go as far as `longest`. Of a way that is long
    /// the first part comes first: where that is not free, nobody looks at the others. What is found does not depend on it.
    fn by_parts(
        &mut self,
        cage: &mut Cage,
        longest: f64,
        most: f64,
        jump: bool,
        build: impl Fn(&Self, &mut Cage, f64),
    ) -> f64 {
        let mut part = if longest > self.first_part { self.first_part / longest } else { 1.0 };
        loop {
            part = part.min(most);
            let Self { p, q, ends, .. } = self;
            ends.clear();
            ends.extend(p.iter().zip(&*q).map(|(p, q)| along(*p, part, sub(*q, *p))));
            build(self, cage, part);
            let free = self.pairs_along(cage, None, jump);
            if free <= part || part >= most {
                return free;
            }
            part *= LONGER;
        }
    }

    /// How much of the way is free for the pairs of a cage, on which distances shrink so much at most; if that is not said, it is
    /// the way of the cage. Of a `jump` only all or nothing.
    fn pairs_along(&self, cage: &Cage, shrunk: Option<f64>, jump: bool) -> f64 {
        let enough = self.gap.thickness + self.keep().most;
        let mesh = &*self.mesh;
        let planes = || least(&cage.vertex_planes, jump, |pair| self.plane_way(*pair));
        let cells = || {
            let way = |near: &Near| {
                let [vertex, cell] = near.pair;
                let by = || cage.shrunk(&[vertex], mesh.cells[cell as usize].corners());
                if near.clears(enough, shrunk.unwrap_or_else(by)) { 1.0 } else { self.vertex_way(near.pair) }
            };
            least(&cage.vertex_cells, jump, way)
        };
        let edges = || {
            let way = |near: &Near| {
                let [e, f] = near.pair.map(|edge| &mesh.edges[edge as usize]);
                let by = || cage.shrunk(e, f);
                if near.clears(enough, shrunk.unwrap_or_else(by)) { 1.0 } else { self.edge_way(near.pair) }
            };
            least(&cage.edge_edges, jump, way)
        };
        let kinds: [&dyn Fn() -> f64; 3] = [&planes, &cells, &edges];
        kinds.iter().fold(1.0, |free, kind| if jump && free < 1.0 { free } else { kind().min(free) })
    }

    /// Whether all of a way is free.
    pub(in crate::contact::barrier) fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.look_along(from, to, true) == 1.0
    }

    pub(super) fn vertex_way(&self, [vertex, cell]: [u32; 2]) -> f64 {
        let cell = &self.mesh.cells[cell as usize];
        let [a, b, c] = cell.corners;
        let thickness = self.gap.thickness;
        let ways = |points: [u32; 4]| {
            (points.map(|point| self.p[point as usize]), points.map(|point| self.q[point as usize]))
        };
        let (from, to) = ways([vertex, a, b, c]);
        if passes(&from, &to, 1, usize::from(cell.count), thickness) {
            return 1.0;
        }
        match cell.count {
            3 => ccd::vertex_triangle(&from, &to, thickness, self.keep()),
            2 => {
                ccd::vertex_edge(&[from[0], from[1], from[2]], &[to[0], to[1], to[2]], thickness, self.keep())
            }
            _ => ccd::vertex_vertex(&[from[0], from[1]], &[to[0], to[1]], thickness, self.keep()),
        }
    }

    pub(super) fn edge_way(&self, pair: [u32; 2]) -> f64 {
        let [[a, b], [c, d]] = pair.map(|edge| self.mesh.edges[edge as usize]);
        let points = [a, b, c, d];
        let from = points.map(|point| self.p[point as usize]);
        let to = points.map(|point| self.q[point as usize]);
        if passes(&from, &to, 2, 2, self.gap.thickness) {
            return 1.0;
        }
        ccd::edge_edge(&from, &to, self.gap.thickness, self.keep())
    }

    pub(super) fn plane_way(&self, [vertex, plane]: [u32; 2]) -> f64 {
        let normal = self.mesh.planes[plane as usize].normal;
        let origin = self.mesh.plane_point(plane as usize) as usize;
        let gap = |p: &[Vec3]| dot(normal, sub(p[vertex as usize], p[origin])) - self.gap.thickness;
        let (before, after) = (gap(&self.p), gap(&self.q));
        let left = (KEEP * before).min(KEEP * self.gap.dhat);
        if after >= left {
            return 1.0;
        }
        if before <= 0.0 { 0.0 } else { ((before - left) / (before - after)).min(1.0) }
    }
}

/// The least of what is free for some pairs, 1 at most; of a `jump` 1 or 0. Neither depends on the order.
fn least<P: Sync>(pairs: &[P], jump: bool, way: impl Fn(&P) -> f64 + Sync) -> f64 {
    let chunks = pairs.par_chunks(256);
    if jump {
        let cut = chunks.into_par_iter().any(|pairs| pairs.iter().any(|pair| way(pair) < 1.0));
        return if cut { 0.0 } else { 1.0 };
    }
    let of_chunk = |pairs: &[P]| pairs.iter().map(&way).fold(1.0, f64::min);
    chunks.map(of_chunk).min_by(f64::total_cmp).unwrap_or(1.0)
}

/// Whether the boxes around the ways of the first `mine` corners and of the `theirs` after them are apart.
fn passes(from: &[Vec3; 4], to: &[Vec3; 4], mine: usize, theirs: usize, thickness: f64) -> bool {
    let span = |range: std::ops::Range<usize>, k: usize| {
        range.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), i| {
            (low.min(from[i][k]).min(to[i][k]), high.max(from[i][k]).max(to[i][k]))
        })
    };
    (0..3).any(|k| {
        let (mine, theirs) = (span(0..mine, k), span(mine..mine + theirs, k));
        mine.0 > theirs.1 + thickness || theirs.0 > mine.1 + thickness
    })
}
