//! One body as others meet it: its tetrahedra, which say who is inside, and its surface, which says how deep.

use std::ops::Range;

use rayon::prelude::*;

use super::distance::Closest;
pub(super) use crate::contact::friction::at;
use crate::geometry::bvh::{Aabb, Bvh};
use crate::geometry::closest::TriangleTree;
use crate::geometry::predicates::orient3d;
use crate::geometry::surface::FACES;
use crate::geometry::{TetMesh, boundary};
use crate::math::vec3::{cross, dot, sub};

/// Tetrahedra that one thread looks for the surface of.
const CHUNK: usize = 1024;

/// A body of tetrahedra, as it is given. All of its nodes are in `nodes`, and no other body has them.
#[derive(Clone, Debug)]
pub struct Flesh {
    /// Numbers of its nodes.
    pub nodes: Range<u32>,
    /// Its tetrahedra, by numbers of nodes.
    pub tets: Vec<[u32; 4]>,
    /// Where its nodes are at rest, m: one for each of `nodes`.
    pub rest: Vec<[f64; 3]>,
}

impl Flesh {
    /// How large it is at rest: the diagonal of the box around it, m.
    pub fn size(&self) -> f64 {
        around(self.rest.iter().copied()).diagonal()
    }
}

/// A body with what is needed to find out who is inside.
#[derive(Clone, Debug)]
pub(super) struct Enclosure {
    nodes: Range<usize>,
    /// In the order of the leaves of their tree.
    tets: Vec<[u32; 4]>,
    /// Over the tetrahedra; only as good as the last [`Enclosure::follow_tets`].
    tet_tree: Bvh,
    /// The surface.
    pub(super) triangles: Vec<[u32; 3]>,
    /// Over the surface; only as good as the last [`Enclosure::follow_surface`].
    triangle_tree: Bvh,
    /// A triangle that is near to each tetrahedron at rest.
    at_rest: Vec<u32>,
    /// The nodes that share a tetrahedron with each node, and where those of each start.
    neighbours: Vec<u32>,
    starts: Vec<u32>,
}

impl Enclosure {
    pub(super) fn new(flesh: Flesh) -> Self {
        let Flesh { nodes, mut tets, rest } = flesh;
        let around =
            |corners: &[u32], first: u32| around(corners.iter().map(|node| rest[(node - first) as usize]));
        let boxes: Vec<Aabb> = tets.iter().map(|tet| around(tet, nodes.start)).collect();
        let mut tet_tree = Bvh::new(&boxes);
        tets = tet_tree.renumber().into_iter().map(|tet| tets[tet as usize]).collect();
        let local = tets.iter().map(|tet| tet.map(|node| node - nodes.start)).collect();
        let mesh = TetMesh { points: rest.clone(), tets: local, ..TetMesh::default() };
        let surface = boundary(&mesh).triangles;
        let boxes: Vec<Aabb> = surface.iter().map(|triangle| around(triangle, 0)).collect();
        let (neighbours, starts) = neighbours(&tets, nodes.clone());
        Self {
            neighbours,
            starts,
            tet_tree,
            triangle_tree: Bvh::new(&boxes),
            at_rest: near_at_rest(&mesh, &surface),
            triangles: surface.iter().map(|t| t.map(|node| node + nodes.start)).collect(),
            nodes: nodes.start as usize..nodes.end as usize,
            tets,
        }
    }

    /// The nodes on the surface, ascending.
    pub(super) fn skin(&self) -> Vec<u32> {
        let mut skin: Vec<u32> = self.triangles.iter().flatten().copied().collect();
        skin.sort_unstable();
        skin.dedup();
        skin
    }

    /// The box around all nodes.
    pub(super) fn bounds(&self, x: &[f64]) -> Aabb {
        around(self.nodes.clone().map(|node| at(x, node as u32)))
    }

    /// Makes ready for [`Enclosure::holding`] at `x`.
    pub(super) fn follow_tets(&mut self, x: &[f64]) {
        let tets = &self.tets;
        self.tet_tree.refit_with(|tet| {
            let [a, b, c, d] = tets[tet as usize];
            around([a, b, c, d].into_iter().map(|node| at(x, node)))
        });
    }

    /// Makes ready for [`Enclosure::nearest`] at `x`.
    pub(super) fn follow_surface(&mut self, x: &[f64]) {
        let triangles = &self.triangles;
        self.triangle_tree
            .refit_with(|triangle| around(triangles[triangle as usize].iter().map(|node| at(x, *node))));
    }

    /// Whether one of `corners` is the node or shares a tetrahedron with it: too near in the body itself to collide
    /// with. Such a place can be got into without crossing the surface, by turning one tetrahedron inside out, and there the
    /// energy would jump; elasticity guards that way.
    #[inline]
    fn is_near(&self, node: u32, corners: &[u32]) -> bool {
        let Some(own) =
            (node as usize).checked_sub(self.nodes.start).filter(|own| own + 1 < self.starts.len())
        else {
            return false;
        };
        let near = &self.neighbours[self.starts[own] as usize..self.starts[own + 1] as usize];
        corners.iter().any(|corner| *corner == node || near.contains(corner))
    }

    /// A tetrahedron that contains the position of `node` and is not near to it in the body, if the node is inside: if more
    /// of them contain it that are the right way out than are turned inside out.
    #[inline]
    pub(super) fn holding(&self, node: u32, x: &[f64]) -> Option<u32> {
        let p = at(x, node);
        let (mut count, mut holding) = (0, None);
        let _: Option<()> = self.tet_tree.first_at(p, |number| {
            let turns = self.turns(number, node, p, x);
            count += turns;
            if turns > 0 && holding.is_none() {
                holding = Some(number);
            }
            None
        });
        if count > 0 { holding } else { None }
    }

    /// How often a tetrahedron surrounds `p`: not at all, once, or, turned inside out, minus once. What is near to `node`
    /// does not count.
    #[inline]
    fn turns(&self, tet: u32, node: u32, p: [f64; 3], x: &[f64]) -> i32 {
        let tet = &self.tets[tet as usize];
        let turns = if tet.contains(&node) { 0 } else { turns(&tet.map(|corner| at(x, corner)), p) };
        if turns != 0 && self.is_near(node, tet) { 0 } else { turns }
    }

    /// A triangle that is near to a tetrahedron at rest.
    pub(super) fn at_rest(&self, tet: u32) -> u32 {
        self.at_rest[tet as usize]
    }

    /// The nearest triangle that is not near to `node` in the body; of several, the one with the lowest number. What is
    /// already known to be near, `hint`, makes the search shorter and no difference.
    pub(super) fn nearest(&self, node: u32, x: &[f64], hint: u32) -> Option<u32> {
        let p = at(x, node);
        let mut best = (f64::INFINITY, u32::MAX);
        let mut look = |number: u32| {
            let triangle = &self.triangles[number as usize];
            if !self.is_near(node, triangle) {
                let found = Closest::on_triangle(p, &triangle.map(|corner| at(x, corner))).squared;
                if found < best.0 || (found == best.0 && number < best.1) {
                    best = (found, number);
                }
            }
            best.0
        };
        // Distances are rounded, so boxes a little farther away are opened too: whoever could win is always seen.
        let size = self.triangle_tree.bounds().diagonal();
        let widened = |squared: f64| squared * (1.0 + 1e-9) + 1e-20 * size * size;
        let bound = widened(look(hint));
        self.triangle_tree.nearest(p, bound, |start, end, _| {
            let least =
                self.triangle_tree.items()[start..end].iter().fold(f64::INFINITY, |_, item| look(*item));
            widened(least)
        });
        (best.1 != u32::MAX).then_some(best.1)
    }

    /// The same as [`Enclosure::holding`] without the tetrahedron: all are asked.
    #[cfg(test)]
    pub(super) fn holds_by_brute_force(&self, node: u32, x: &[f64]) -> bool {
        (0..self.tets.len() as u32).map(|tet| self.turns(tet, node, at(x, node), x)).sum::<i32>() > 0
    }

    /// The triangles that are not near to a node in the body.
    #[cfg(test)]
    pub(super) fn far_triangles(&self, node: u32) -> impl Iterator<Item = &[u32; 3]> {
        self.triangles.iter().filter(move |triangle| !self.is_near(node, *triangle))
    }
}

/// The nodes that share a tetrahedron with each node, ascending, and where those of each start.
fn neighbours(tets: &[[u32; 4]], nodes: Range<u32>) -> (Vec<u32>, Vec<u32>) {
    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(12 * tets.len());
    for tet in tets {
        pairs.extend(tet.iter().flat_map(|&a| tet.iter().filter(move |&&b| b != a).map(move |&b| (a, b))));
    }
    pairs.sort_unstable();
    pairs.dedup();
    let starts = nodes.start..=nodes.end;
    let starts = starts.map(|node| pairs.partition_point(|pair| pair.0 < node) as u32).collect();
    (pairs.into_iter().map(|(_, neighbour)| neighbour).collect(), starts)
}

/// For each tetrahedron a triangle at most twice as far from its middle as the nearest. Where \[Gast15\] §5.3 looks into
/// a level set of the rest shape for the surface that is about nearest, this looks here: a level set sampled on the mesh
/// itself. Only a first bound is needed.
fn near_at_rest(mesh: &TetMesh, surface: &[[u32; 3]]) -> Vec<u32> {
    let tree = TriangleTree::new(&mesh.points, surface);
    let mut nearest = vec![0; mesh.tets.len()];
    nearest.par_chunks_mut(CHUNK).zip(mesh.tets.par_chunks(CHUNK)).for_each(|(nearest, tets)| {
        let mut place = None;
        for (nearest, tet) in nearest.iter_mut().zip(tets) {
            let corners = tet.map(|node| mesh.points[node as usize]);
            let middle = [0, 1, 2].map(|k| 0.25 * corners.iter().map(|corner| corner[k]).sum::<f64>());
            place = tree.nearly_nearest(middle, place, |squared| 0.25 * squared).map(|(place, _)| place);
            *nearest = place.map_or(0, |place| tree.tree().items()[place]);
        }
    });
    nearest
}

/// Whether a point is inside or on a tetrahedron, as 1, or −1 of one that is turned inside out; 0 outside, and of one that is
/// flat. Decided without rounding: where two tetrahedra meet there is no gap that a point could get lost in, and the energy
/// with it.
#[inline]
fn turns(corners: &[[f64; 3]; 4], p: [f64; 3]) -> i32 {
    let [a, b, c, d] = *corners;
    let (a, b, c, d) = (sub(a, p), sub(b, p), sub(c, p), sub(d, p));
    let (ab, cd) = (cross(a, b), cross(c, d));
    let volumes = [dot(b, cd), -dot(a, cd), dot(d, ab), -dot(c, ab)];
    let (mut lowest, mut highest, mut size) = (f64::INFINITY, f64::NEG_INFINITY, 0.0);
    for volume in volumes {
        lowest = if volume < lowest { volume } else { lowest };
        highest = if volume > highest { volume } else { highest };
    }
    for x in [a, b, c, d].as_flattened() {
        size = if x.abs() > size { x.abs() } else { size };
    }
    let doubt = 1e-14 * size * size * size;
    if lowest < -doubt && highest > doubt {
        return 0;
    }
    turns_exactly(corners, p)
}

#[cold]
fn turns_exactly(corners: &[[f64; 3]; 4], p: [f64; 3]) -> i32 {
    let sides = FACES.map(|face| {
        let [a, b, c] = face.map(|corner| corners[corner]);
        orient3d(a, b, c, p)
    });
    // Inside is below every face, as `orient3d` says it, or above every one.
    let (below, above) = (sides.iter().any(|side| *side > 0.0), sides.iter().any(|side| *side < 0.0));
    i32::from(below && !above) - i32::from(above && !below)
}

/// What is not a number is left out.
#[inline]
fn around(points: impl Iterator<Item = [f64; 3]>) -> Aabb {
    let Aabb { mut low, mut high } = Aabb::EMPTY;
    for p in points {
        for k in 0..3 {
            low[k] = if p[k] < low[k] { p[k] } else { low[k] };
            high[k] = if p[k] > high[k] { p[k] } else { high[k] };
        }
    }
    Aabb { low, high }
}
