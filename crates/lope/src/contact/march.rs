//! The zero set of a function as triangles, by marching tetrahedra: what has no better surface to be looked at.
//!
//! Every cube of a lattice is six tetrahedra around its diagonal, which neighbours share the faces of, so the surface
//! is closed wherever it does not leave the lattice.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::geometry::TriMesh;
use crate::math::vec3::mix;

/// The corners of a cube (bit i: the upper side of axis i) that its six tetrahedra have, all of positive volume.
const TETRAHEDRA: [[usize; 4]; 6] =
    [[0, 1, 3, 7], [0, 2, 6, 7], [0, 4, 5, 7], [0, 3, 2, 7], [0, 6, 4, 7], [0, 5, 1, 7]];

/// Even permutations of the corners of a tetrahedron that bring one corner to the front.
const ONE: [[usize; 4]; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]];

/// Even permutations that bring two corners to the front.
const TWO: [[usize; 4]; 6] =
    [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [1, 2, 0, 3], [1, 3, 2, 0], [2, 3, 0, 1]];

/// The surface of {value ≤ 0} within a box, facing outwards, on a lattice of so many cells along the longest edge.
pub(super) fn march(
    value: impl Fn([f64; 3]) -> f64 + Sync,
    [low, high]: [[f64; 3]; 2],
    cells: u32,
) -> TriMesh {
    let longest = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
    let spacing = longest / f64::from(cells);
    if !(spacing.is_finite() && spacing > 0.0) {
        return TriMesh::default();
    }
    let count = [0, 1, 2].map(|i| ((high[i] - low[i]) / spacing).ceil() as usize + 1);
    let number = |at: [usize; 3]| (at[2] * count[1] + at[1]) * count[0] + at[0];
    let place = |n: usize| [n % count[0], n / count[0] % count[1], n / count[0] / count[1]];
    let point = |n: usize| {
        let at = place(n);
        [0, 1, 2].map(|i| low[i] + at[i] as f64 * spacing)
    };
    let values: Vec<f64> = (0..count.iter().product()).into_par_iter().map(|n| value(point(n))).collect();
    let mut mesh = TriMesh::default();
    let mut known: HashMap<[usize; 2], u32> = HashMap::new();
    let mut on_edge = |mesh: &mut TriMesh, a: usize, b: usize| {
        let [a, b] = [a.min(b), a.max(b)];
        *known.entry([a, b]).or_insert_with(|| {
            let (p, q) = (point(a), point(b));
            let t = values[a] / (values[a] - values[b]);
            mesh.points.push(mix(p, q, t));
            mesh.points.len() as u32 - 1
        })
    };
    for n in 0..values.len() {
        let at = place(n);
        if (0..3).any(|i| at[i] + 1 >= count[i]) {
            continue;
        }
        let corner = |bits: usize| number([0, 1, 2].map(|i| at[i] + (bits >> i & 1)));
        for tetrahedron in TETRAHEDRA {
            let corners = tetrahedron.map(corner);
            let inside = corners.map(|n| values[n] <= 0.0);
            let [a, b, c, d] = match arrangement(inside) {
                Some(order) => order.map(|i| corners[i]),
                None => continue,
            };
            let mut edge = |a: usize, b: usize| on_edge(&mut mesh, a, b);
            let two = inside.iter().filter(|is| **is).count() == 2;
            let faces = if two {
                let quad = [edge(a, c), edge(a, d), edge(b, d), edge(b, c)];
                vec![[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]]
            } else {
                let [u, v, w] = [edge(a, b), edge(a, c), edge(a, d)];
                vec![if values[a] <= 0.0 { [u, v, w] } else { [u, w, v] }]
            };
            mesh.triangles.extend(faces);
        }
    }
    mesh
}

/// The order that brings the lone corner, or the two that are inside, to the front; none if all are on one side.
fn arrangement(inside: [bool; 4]) -> Option<[usize; 4]> {
    let fits = |order: &&[usize; 4], front: usize| {
        let (head, tail) = order.split_at(front);
        let side = inside[order[0]];
        head.iter().all(|i| inside[*i] == side) && tail.iter().all(|i| inside[*i] != side)
    };
    let two = TWO.iter().find(|order| inside[order[0]] && fits(order, 2));
    ONE.iter().find(|order| fits(order, 1)).or(two).copied()
}
