//! What remains of a lattice tetrahedron inside the solid: the stencils of isosurface stuffing.
//!
//! \[Labelle07\] §3: a tetrahedron whose corners are inside, outside or on the surface is cut at the points where
//! its edges cross the surface, into at most three tetrahedra. Where a face leaves a quadrilateral inside, both
//! neighbours must choose the same diagonal. The choice here looks at the face alone.

use super::lattice::{CubeTet, EDGES, cube_tets, doubled, edge_between};
use crate::math::vec3::mix;

/// Corners of a stencil: 0–3 those of the lattice tetrahedron, 4–9 the cut points of its edges.
pub(super) type Local = u8;

/// The tetrahedra that one pattern leaves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stencil {
    pub(super) len: u8,
    pub(super) tets: [[Local; 4]; 3],
}

impl Stencil {
    pub(super) fn tets(&self) -> &[[Local; 4]] {
        &self.tets[..usize::from(self.len)]
    }
}

/// Labels of lattice points.
pub(super) const OUTSIDE: i8 = -1;
/// On the surface.
pub(super) const ZERO: i8 = 0;
/// Inside.
pub(super) const INSIDE: i8 = 1;

/// All stencils of the twelve tetrahedra of a cube.
pub(super) struct Stencils {
    pub(super) tets: [CubeTet; 12],
    table: Vec<Stencil>,
}

/// Patterns of four labels.
const PATTERNS: usize = 81;

/// The number of a pattern of labels.
pub(super) fn pattern(labels: [i8; 4]) -> usize {
    labels.iter().rev().fold(0, |number, label| 3 * number + (label + 1) as usize)
}

impl Stencils {
    pub(super) fn new() -> Self {
        let tets = cube_tets();
        let mut table = Vec::with_capacity(12 * PATTERNS);
        for tet in &tets {
            for number in 0..PATTERNS {
                let labels = [1, 3, 9, 27].map(|power| (number / power % 3) as i8 - 1);
                table.push(stencil(tet, labels));
            }
        }
        Stencils { tets, table }
    }

    pub(super) fn get(&self, tet: usize, labels: [i8; 4]) -> &Stencil {
        &self.table[tet * PATTERNS + pattern(labels)]
    }
}

fn stencil(tet: &CubeTet, labels: [i8; 4]) -> Stencil {
    let with = |label: i8| (0..4).filter(|v| labels[*v] == label).collect::<Vec<usize>>();
    let (inside, zero, outside) = (with(INSIDE), with(ZERO), with(OUTSIDE));
    let cut = |a: usize, b: usize| (4 + edge_between(a, b)) as Local;
    let lattice = |v: usize| v as Local;
    let tets = match (inside.as_slice(), zero.as_slice(), outside.as_slice()) {
        ([], _, _) => vec![],
        (_, _, []) => vec![[0, 1, 2, 3]],
        ([a], _, _) => {
            let mut corners = [0, 1, 2, 3];
            outside.iter().for_each(|v| corners[*v] = cut(*a, *v));
            vec![corners]
        }
        ([a, b], [z], [d]) => {
            let [p, q] = diagonal(tet, *a, *b, *d);
            let other = if p == *a { *b } else { *a };
            // The quadrilateral a, b, bd, ad with the diagonal from p to the cut point of q.
            vec![
                [lattice(p), cut(q, *d), lattice(other), lattice(*z)],
                [lattice(p), cut(q, *d), cut(p, *d), lattice(*z)],
            ]
        }
        ([a, b], [], [c, d]) => {
            let columns =
                [[lattice(*a), lattice(*b)], [cut(*a, *c), cut(*b, *c)], [cut(*a, *d), cut(*b, *d)]];
            let wanted = [(1, diagonal(tet, *a, *b, *c)), (2, diagonal(tet, *a, *b, *d))];
            let wanted = wanted.map(|(column, [p, _])| {
                // From p in column 0 to the other end of the column.
                let top = usize::from(p != *a);
                [columns[0][top], columns[column][1 - top]]
            });
            prism(columns, &wanted)
        }
        ([a, b, c], [], [d]) => {
            let columns = [*a, *b, *c].map(|v| [lattice(v), cut(v, *d)]);
            let wanted = [[*a, *b], [*b, *c], [*a, *c]].map(|[u, v]| {
                let [p, q] = diagonal(tet, u, v, *d);
                [lattice(p), cut(q, *d)]
            });
            prism(columns, &wanted)
        }
        _ => vec![],
    };
    let mut result = Stencil { len: tets.len() as u8, ..Stencil::default() };
    for (place, corners) in result.tets.iter_mut().zip(tets) {
        *place = oriented(tet, labels, corners);
    }
    result
}

/// The diagonal of the quadrilateral that the face (a, b, d) leaves, where a and b are inside and d outside: from
/// the first returned corner to the cut point between the second and d.
fn diagonal(tet: &CubeTet, a: usize, b: usize, d: usize) -> [usize; 2] {
    let is_long = |u: usize, v: usize| tet.corners[u].0 == tet.corners[v].0;
    if is_long(a, d) {
        // To the cut point of the long edge.
        return [b, a];
    }
    if is_long(b, d) {
        return [a, b];
    }
    // [Labelle07] the parity rule, for the symmetric face: from the corner that an even number of the
    // coordinates of the third exceed.
    let [pa, pd] = [a, d].map(|v| doubled(tet.corners[v]));
    let greater = (0..3).filter(|k| pd[*k] > pa[*k]).count();
    if greater % 2 == 0 { [a, b] } else { [b, a] }
}

/// Three tetrahedra between two triangles, column by column, with the wanted diagonals.
fn prism(columns: [[Local; 2]; 3], wanted: &[[Local; 2]]) -> Vec<[Local; 4]> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for [p, q, r] in ORDERS {
        let [[t0, b0], [t1, b1], [t2, b2]] = [columns[p], columns[q], columns[r]];
        let tets = [[t0, t1, t2, b2], [t0, t1, b1, b2], [t0, b0, b1, b2]];
        let has = |[x, y]: &[Local; 2]| tets.iter().any(|tet| tet.contains(x) && tet.contains(y));
        if wanted.iter().all(has) {
            return tets.to_vec();
        }
    }
    // Diagonals that run in a circle have no such cut; the rules above never ask for them.
    vec![]
}

/// The same tetrahedron with positive orientation.
fn oriented(tet: &CubeTet, labels: [i8; 4], corners: [Local; 4]) -> [Local; 4] {
    let position = |corner: Local| -> [f64; 3] {
        let lattice = |v: usize| doubled(tet.corners[v]).map(f64::from);
        if corner < 4 {
            return lattice(usize::from(corner));
        }
        let [a, b] = EDGES[usize::from(corner) - 4];
        // Nearer to the inside corner, so that no two edges are parallel by accident.
        let t = if labels[a] == INSIDE { 0.4 } else { 0.6 };
        let [p, q] = [lattice(a), lattice(b)];
        mix(p, q, t)
    };
    let [a, b, c, d] = corners;
    let positive = super::super::mesh::six_volumes(corners.map(position)) > 0.0;
    if positive { corners } else { [a, b, d, c] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::mesh::six_volumes;

    /// Every pattern fills exactly the part of the tetrahedron inside, for cut points in the middle of the edges.
    #[test]
    fn stencils_fill_what_is_inside() {
        let stencils = Stencils::new();
        for (number, tet) in stencils.tets.iter().enumerate() {
            let corner = |v: usize| doubled(tet.corners[v]).map(f64::from);
            let whole = six_volumes([0, 1, 2, 3].map(corner));
            assert!((whole - 4.0).abs() < 1e-14, "tet {number}: {whole}");
            for code in 0..PATTERNS {
                let labels = [1, 3, 9, 27].map(|power| (code / power % 3) as i8 - 1);
                assert_eq!(pattern(labels), code);
                let position = |v: Local| match v {
                    0..4 => corner(usize::from(v)),
                    _ => {
                        let [a, b] = EDGES[usize::from(v) - 4].map(corner);
                        [0, 1, 2].map(|k| (a[k] + b[k]) / 2.0)
                    }
                };
                let parts = stencils.get(number, labels).tets();
                let volumes: Vec<f64> = parts.iter().map(|tet| six_volumes(tet.map(position))).collect();
                assert!(volumes.iter().all(|v| *v > 1e-9), "{labels:?}: {volumes:?}");
                let count = |label| labels.iter().filter(|l| **l == label).count();
                let expected = match (count(INSIDE), count(ZERO), count(OUTSIDE)) {
                    (0, _, _) => 0.0,
                    (_, _, 0) => 1.0,
                    (1, zeros, _) => 0.5_f64.powi(3 - zeros as i32),
                    (2, 1, 1) => 0.75,
                    (2, 0, 2) => 0.5,
                    (3, 0, 1) => 0.875,
                    other => panic!("{other:?}"),
                };
                let sum: f64 = volumes.iter().sum::<f64>() / whole;
                assert!((sum - expected).abs() < 1e-12, "{labels:?}: {sum} instead of {expected}");
            }
        }
    }
}
