//! Who is first in a way. It is asked for where a solve has failed, so the way is looked along once more, and nothing is taken down
//! where ways are looked along in every iteration.

use super::super::preflight::Piece;
use super::{Cage, Finder, closest};
use crate::math::vec3::{dot, sub};

/// A pair that cuts a way.
#[derive(Clone, Copy, Debug)]
pub(in crate::contact::barrier) struct First {
    /// How much of the way is free for it.
    pub(in crate::contact::barrier) free: f64,
    pub(in crate::contact::barrier) pieces: [Piece; 2],
    /// How far they are apart where the way begins, m.
    pub(in crate::contact::barrier) distance: f64,
}

/// Kinds of pairs, in the order in which equals are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pair {
    Plane([u32; 2]),
    Cell([u32; 2]),
    Edges([u32; 2]),
}

impl Finder {
    /// The pair that cuts the way last asked for by [`Finder::reach`] first; none where all of it is free.
    pub(in crate::contact::barrier) fn first_met(&mut self) -> Option<First> {
        let way = std::mem::take(&mut self.way);
        let known = !way[0].is_empty() && way[1].iter().all(|x| x.is_finite());
        // Positions and cages are those of this way from here on.
        let cut = known && self.look_along(&way[0], &way[1], false) < 1.0;
        self.way = way;
        if !cut {
            return None;
        }
        let this = &*self;
        let Self { mesh, others, own, way_cages, p, q, .. } = this;
        let near = if others.allows(others.drift(p).max(others.drift(q))) { others } else { &way_cages[0] };
        let own = if own.cage.allows(own.bend_along(mesh, p, q)) { &own.cage } else { &way_cages[1] };
        let all = [near, own].into_iter().flat_map(|cage| this.ways(cage)).filter(|(free, _)| *free < 1.0);
        let (free, pair) = all.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        let (pieces, distance) = self.pieces(pair);
        Some(First { free, pieces, distance })
    }

    /// How much of the way is free for every pair of a cage.
    fn ways<'a>(&'a self, cage: &'a Cage) -> impl Iterator<Item = (f64, Pair)> + 'a {
        let planes = cage.vertex_planes.iter().map(|pair| (self.plane_way(*pair), Pair::Plane(*pair)));
        let cells = cage.vertex_cells.iter().map(|near| (self.vertex_way(near.pair), Pair::Cell(near.pair)));
        let edges = cage.edge_edges.iter().map(|near| (self.edge_way(near.pair), Pair::Edges(near.pair)));
        planes.chain(cells).chain(edges)
    }

    /// The two, and how far they are apart.
    fn pieces(&self, pair: Pair) -> ([Piece; 2], f64) {
        let mesh = &*self.mesh;
        match pair {
            Pair::Plane([vertex, plane]) => {
                let origin = mesh.plane_point(plane as usize);
                let gap = dot(mesh.planes[plane as usize].normal, sub(self.at(vertex), self.at(origin)));
                ([mesh.piece(&[vertex]), mesh.plane(plane as usize)], gap)
            }
            Pair::Cell([vertex, cell]) => {
                let cell = &mesh.cells[cell as usize];
                let [a, b, c] = cell.corners;
                let squared = match cell.count {
                    3 => closest::vertex_triangle(&[vertex, a, b, c].map(|point| self.at(point))).0.squared,
                    2 => closest::vertex_edge(&[vertex, a, b].map(|point| self.at(point))).0.squared,
                    _ => {
                        let u = sub(self.at(vertex), self.at(a));
                        dot(u, u)
                    }
                };
                ([mesh.piece(&[vertex]), mesh.piece(cell.corners())], squared.sqrt())
            }
            Pair::Edges(pair) => {
                let [e, f] = pair.map(|edge| mesh.edges[edge as usize]);
                let squared =
                    closest::edge_edge(&[e[0], e[1], f[0], f[1]].map(|point| self.at(point))).squared;
                ([mesh.piece(&e), mesh.piece(&f)], squared.sqrt())
            }
        }
    }
}
