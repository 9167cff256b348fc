//! How well shaped a mesh is: angles, aspect ratios and edge lengths.

use super::mesh::{TetMesh, six_volumes};
use super::surface::FACES;
use crate::math::vec3::{cross, dot, norm, sub};

/// Extremes over a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Smallest angle between two faces of a tetrahedron, in degrees; 70.5 is the best there is.
    pub min_dihedral: f64,
    /// Largest angle between two faces of a tetrahedron, in degrees.
    pub max_dihedral: f64,
    /// Length of the shortest edge.
    pub min_edge: f64,
    /// Mean length of the edges, each counted once.
    pub mean_edge: f64,
    /// Length of the longest edge.
    pub max_edge: f64,
}

/// Measures a mesh whose indices are in range; none where there is no tetrahedron.
pub fn quality(mesh: &TetMesh) -> Option<Quality> {
    if mesh.tets.is_empty() {
        return None;
    }
    let mut result = Quality {
        min_dihedral: 180.0,
        max_dihedral: 0.0,
        min_edge: f64::INFINITY,
        mean_edge: 0.0,
        max_edge: 0.0,
    };
    for tet in 0..mesh.tets.len() {
        for angle in dihedral_angles(mesh.corners(tet)) {
            result.min_dihedral = result.min_dihedral.min(angle);
            result.max_dihedral = result.max_dihedral.max(angle);
        }
    }
    let edges = mesh.edges();
    for [a, b] in &edges {
        let length = norm(sub(mesh.points[*b as usize], mesh.points[*a as usize]));
        result.min_edge = result.min_edge.min(length);
        result.max_edge = result.max_edge.max(length);
        result.mean_edge += length;
    }
    result.mean_edge /= edges.len() as f64;
    Some(result)
}

/// The longest edge of a tetrahedron over its smallest height, divided by what that is for a regular one: 1 is
/// the best there is, infinite is flat.
pub fn tet_aspect(corners: [[f64; 3]; 4]) -> f64 {
    let faces = FACES.map(|[a, b, c]| norm(cross(sub(corners[b], corners[a]), sub(corners[c], corners[a]))));
    let largest = faces.into_iter().fold(0.0, f64::max);
    let volume = six_volumes(corners).abs();
    // The height on a face is 3 V / A = six volumes over twice the area.
    longest_edge(&corners) * largest / volume * (2.0_f64 / 3.0).sqrt()
}

/// The longest edge of a triangle over its smallest height, divided by what that is for a regular one: 1 is the
/// best there is, infinite is flat.
pub fn triangle_aspect(corners: [[f64; 3]; 3]) -> f64 {
    let [a, b, c] = corners;
    let longest = longest_edge(&corners);
    longest * longest / norm(cross(sub(b, a), sub(c, a))) * (3.0_f64).sqrt() / 2.0
}

/// The three angles of a triangle, in degrees.
pub fn triangle_angles(corners: [[f64; 3]; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| {
        let (u, v) = (sub(corners[(k + 1) % 3], corners[k]), sub(corners[(k + 2) % 3], corners[k]));
        norm(cross(u, v)).atan2(dot(u, v)).to_degrees()
    })
}

fn longest_edge<const N: usize>(corners: &[[f64; 3]; N]) -> f64 {
    let from = |k: usize| (0..k).map(move |j| norm(sub(corners[k], corners[j])));
    (1..N).flat_map(from).fold(0.0, f64::max)
}

/// The six angles between the faces of a tetrahedron, in degrees.
pub fn dihedral_angles(corners: [[f64; 3]; 4]) -> [f64; 6] {
    let normals = FACES.map(|[a, b, c]| cross(sub(corners[b], corners[a]), sub(corners[c], corners[a])));
    [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].map(|(f, g)| {
        // The arctangent keeps its digits where the arccosine loses half of them, near 0 and 180 degrees.
        let sine = norm(cross(normals[f], normals[g]));
        180.0 - sine.atan2(dot(normals[f], normals[g])).to_degrees()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_tet_has_equal_angles_and_edges() {
        let points = vec![[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
        let mesh = TetMesh { points, tets: vec![[0, 1, 2, 3]], ..TetMesh::default() };
        let measured = quality(&mesh).unwrap();
        let angle = (1.0_f64 / 3.0).acos().to_degrees();
        assert!((measured.min_dihedral - angle).abs() < 1e-12);
        assert!((measured.max_dihedral - angle).abs() < 1e-12);
        assert!((measured.min_edge - 8.0_f64.sqrt()).abs() < 1e-12);
        assert!((measured.mean_edge - 8.0_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn aspects_are_one_at_best_and_grow_with_flatness() {
        let tet = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
        assert!((tet_aspect(tet) - 1.0).abs() < 1e-14);
        let triangle = [tet[0], tet[1], tet[2]];
        assert!((triangle_aspect(triangle) - 1.0).abs() < 1e-14);
        assert!(triangle_angles(triangle).iter().all(|angle| (angle - 60.0).abs() < 1e-12));
        let right = [[0.0; 3], [3.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        assert!((triangle_aspect(right) - 25.0 / 12.0 * 0.75_f64.sqrt()).abs() < 1e-14);
        assert!((triangle_angles(right)[0] - 90.0).abs() < 1e-12);
        let flatter = |h: f64| tet_aspect([right[0], right[1], right[2], [1.0, 1.0, h]]);
        assert!((flatter(1e-3) / flatter(1e-2) - 10.0).abs() < 1e-3);
        assert_eq!(flatter(0.0), f64::INFINITY);
    }

    #[test]
    fn nothing_has_no_quality() {
        assert_eq!(quality(&TetMesh::default()), None);
    }
}
