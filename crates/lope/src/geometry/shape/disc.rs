//! A disc of triangles around its centre, and the prisms it sweeps: what cylinder and torus share.
//!
//! A square grid bent into a disc gets flat corners where two of its sides become one circle. Rings of 6k
//! vertices around a centre have none: no triangle has two sides on the circle, at any refinement.

use std::f64::consts::TAU;

/// A triangulated unit disc.
pub(super) struct Disc {
    /// Centre first, then ring by ring.
    pub(super) points: Vec<[f64; 2]>,
    /// Counter-clockwise.
    pub(super) triangles: Vec<[u32; 3]>,
}

/// Rings that give a disc `cells` cells across its diameter, the half rounded up.
pub(super) fn rings(cells: u32) -> u32 {
    cells.div_ceil(2)
}

/// Vertices and triangles of a disc of `rings` rings, as floats that do not overflow.
pub(super) fn disc_counts(rings: u32) -> [f64; 2] {
    let n = f64::from(rings);
    [1.0 + 3.0 * n * (n + 1.0), 6.0 * n * n]
}

/// Number of vertex `j` of ring `ring`, going around as often as it takes.
fn place(ring: u32, j: u32) -> u32 {
    if ring == 0 { 0 } else { 1 + 3 * ring * (ring - 1) + j % (6 * ring) }
}

/// The unit disc with `rings` rings at equal distances, ring k with 6k vertices at equal angles.
pub(super) fn disc(rings: u32) -> Disc {
    let (mut points, mut triangles) = (vec![[0.0; 2]], Vec::new());
    for ring in 1..=rings {
        let radius = f64::from(ring) / f64::from(rings);
        for j in 0..6 * ring {
            let (sin, cos) = (TAU * f64::from(j) / f64::from(6 * ring)).sin_cos();
            points.push([radius * cos, radius * sin]);
        }
        for sector in 0..6 {
            for j in 0..ring {
                let outer = sector * ring + j;
                let inner = sector * (ring - 1) + j;
                let below = place(ring - 1, inner);
                triangles.push([below, place(ring, outer), place(ring, outer + 1)]);
                if j + 1 < ring {
                    triangles.push([below, place(ring, outer + 1), place(ring - 1, inner + 1)]);
                }
            }
        }
    }
    Disc { points, triangles }
}

/// The three tetrahedra of the prism over a triangle, where vertex v moves from `bottom` + v to `top` + v. Every
/// side is cut from its lower vertex at the bottom to its higher vertex at the top: neighbours agree because
/// both see the same two numbers. Positive where the sweep goes to the side the triangle is counter-clockwise on.
pub(super) fn prism(triangle: [u32; 3], bottom: u32, top: u32) -> [[u32; 4]; 3] {
    let lowest = (0..3).min_by_key(|k| triangle[*k]).unwrap_or(0);
    let [p, q, r] = [0, 1, 2].map(|k| triangle[(lowest + k) % 3]);
    let (low, high) = (|v: u32| bottom + v, |v: u32| top + v);
    if q < r {
        [
            [low(p), low(q), low(r), high(r)],
            [low(p), high(q), low(q), high(r)],
            [low(p), high(p), high(q), high(r)],
        ]
    } else {
        [
            [low(p), low(q), low(r), high(q)],
            [low(p), low(r), high(r), high(q)],
            [low(p), high(r), high(p), high(q)],
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::TetMesh;

    #[test]
    fn disc_has_the_announced_counts_and_positive_triangles() {
        for n in 1..6 {
            let made = disc(n);
            let counts = [made.points.len() as f64, made.triangles.len() as f64];
            assert_eq!(counts, disc_counts(n));
            for triangle in &made.triangles {
                let [a, b, c] = triangle.map(|v| made.points[v as usize]);
                let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
                assert!(area > 0.0, "{triangle:?}");
            }
        }
    }

    #[test]
    fn prism_over_any_numbering_is_three_positive_tets() {
        for triangle in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let mut points = vec![[0.0; 3]; 6];
            for (k, flat) in [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].into_iter().enumerate() {
                points[triangle[k] as usize] = [flat[0], flat[1], 0.0];
                points[triangle[k] as usize + 3] = [flat[0], flat[1], 1.0];
            }
            let mesh = TetMesh { points, tets: prism(triangle, 0, 3).to_vec(), ..TetMesh::default() };
            for tet in 0..3 {
                assert!((mesh.tet_volume(tet) - 1.0 / 6.0).abs() < 1e-15, "{triangle:?}, tet {tet}");
            }
        }
    }
}
