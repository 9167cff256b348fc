//! The boundary of a tetrahedral mesh: what is written to files and drawn.

use super::mesh::TetMesh;

/// The faces of a positive tetrahedron, each turning counter-clockwise seen from outside.
pub const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

/// Triangles of a boundary. Vertex numbers are those of the mesh it was taken from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surface {
    /// Counter-clockwise seen from outside, in the order of the tetrahedra they belong to.
    pub triangles: Vec<[u32; 3]>,
    /// The tetrahedron behind each triangle.
    pub tets: Vec<u32>,
}

impl Surface {
    /// The vertices on the surface, ascending, each once.
    pub fn vertices(&self) -> Vec<u32> {
        let mut vertices: Vec<u32> = self.triangles.iter().flatten().copied().collect();
        vertices.sort_unstable();
        vertices.dedup();
        vertices
    }
}

/// One side of a face, filed under its lowest vertex.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    middle: u32,
    highest: u32,
    /// 4 × tetrahedron + face.
    place: u64,
}

/// The faces that belong to exactly one tetrahedron. The mesh must be positively oriented with all indices in
/// range, which [`prepare`](super::inspect::prepare) ensures.
///
/// Faces are counted into one short list per lowest vertex, and only those lists are sorted: linear in the mesh.
pub fn boundary(mesh: &TetMesh) -> Surface {
    let mut ends = vec![0_usize; mesh.points.len() + 1];
    for tet in &mesh.tets {
        for face in FACES {
            ends[sorted(tet, face)[0] as usize + 1] += 1;
        }
    }
    for v in 1..ends.len() {
        ends[v] += ends[v - 1];
    }
    let mut sides = vec![Side::default(); 4 * mesh.tets.len()];
    let mut next = ends.clone();
    for (t, tet) in mesh.tets.iter().enumerate() {
        for (f, face) in FACES.into_iter().enumerate() {
            let [lowest, middle, highest] = sorted(tet, face);
            let slot = &mut next[lowest as usize];
            sides[*slot] = Side { middle, highest, place: (4 * t + f) as u64 };
            *slot += 1;
        }
    }
    let mut places = Vec::new();
    for list in ends.windows(2) {
        let list = &mut sides[list[0]..list[1]];
        list.sort_unstable();
        let same = |a: &Side, b: &Side| (a.middle, a.highest) == (b.middle, b.highest);
        places.extend(list.chunk_by(same).filter(|face| face.len() == 1).map(|face| face[0].place));
    }
    places.sort_unstable();
    let triangle = |place: &u64| FACES[(place % 4) as usize].map(|k| mesh.tets[(place / 4) as usize][k]);
    Surface {
        triangles: places.iter().map(triangle).collect(),
        tets: places.iter().map(|place| (place / 4) as u32).collect(),
    }
}

fn sorted(tet: &[u32; 4], face: [usize; 3]) -> [u32; 3] {
    let mut corners = face.map(|k| tet[k]);
    corners.sort_unstable();
    corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::vec3::{cross, dot};

    /// Volume under a closed surface by the divergence theorem: positive only where it faces outwards.
    fn enclosed(mesh: &TetMesh, surface: &Surface) -> f64 {
        let volume = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|v| mesh.points[v as usize]);
            dot(a, cross(b, c)) / 6.0
        };
        surface.triangles.iter().map(volume).sum()
    }

    #[test]
    fn one_tet_has_four_outward_faces() {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let mesh = TetMesh { points, tets: vec![[0, 1, 2, 3]], ..TetMesh::default() };
        let surface = boundary(&mesh);
        assert_eq!(surface.triangles, vec![[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]]);
        assert!((enclosed(&mesh, &surface) - mesh.volume()).abs() < 1e-15);
    }

    #[test]
    fn surface_of_a_box_faces_outwards_and_keeps_the_order_of_the_tets() {
        let mesh = crate::geometry::shape::cuboid([1.0, 2.0, 3.0], [2, 3, 4]).unwrap();
        let surface = boundary(&mesh);
        assert_eq!(surface.triangles.len(), 2 * 2 * (2 * 3 + 3 * 4 + 2 * 4));
        assert!((enclosed(&mesh, &surface) - 6.0).abs() < 1e-12);
        assert!(surface.tets.is_sorted());
        assert_eq!(surface.vertices().len(), 3 * 4 * 5 - 2 * 3);
    }

    #[test]
    fn nothing_has_no_surface() {
        assert_eq!(boundary(&TetMesh::default()), Surface::default());
    }
}
