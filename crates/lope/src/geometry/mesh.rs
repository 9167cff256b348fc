//! Tetrahedra in space and triangles in the plane.
//!
//! Indices are `u32`: half the memory traffic of `usize`, and no mesh that fits in memory needs more. A mesh is
//! plain data with public fields; [`prepare`](super::inspect::prepare) is the gate that makes it trustworthy.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::math::vec3::{Vec3, cross, dot, norm, sub};

/// Sizes, in units of length, that can be computed with: sixth powers of them are still numbers.
pub const LENGTHS: RangeInclusive<f64> = 1e-50..=1e50;

/// The largest extent of points along an axis, if it is not one of [`LENGTHS`].
pub fn extreme(points: &[[f64; 3]]) -> Option<f64> {
    let extent = |k: usize| {
        let along = points.iter().map(|point| point[k]);
        let (low, high) =
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        high - low
    };
    let size = (0..3).map(extent).fold(0.0, f64::max);
    (!LENGTHS.contains(&size)).then_some(size)
}

/// A named part of a mesh, for materials and pins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Vertex numbers, ascending, each once.
    pub vertices: Vec<u32>,
    /// Numbers of the cells (tetrahedra, or triangles of a surface), ascending, each once. Empty for groups of
    /// lower dimension.
    pub cells: Vec<u32>,
}

/// A mesh of tetrahedra.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TetMesh {
    /// Vertex positions.
    pub points: Vec<[f64; 3]>,
    /// Four vertex numbers each. Positive orientation: seen from the last, the first three turn counter-clockwise,
    /// which is (b − a)·((c − a)×(d − a)) > 0.
    pub tets: Vec<[u32; 4]>,
    /// Named parts.
    pub groups: BTreeMap<String, Group>,
}

/// A mesh of triangles: a surface in space, or a solid under plane strain in the plane z = 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriMesh {
    /// Vertex positions; with z = 0 in the plane.
    pub points: Vec<[f64; 3]>,
    /// Three vertex numbers each, counter-clockwise seen from outside (from +z in the plane).
    pub triangles: Vec<[u32; 3]>,
    /// Named parts.
    pub groups: BTreeMap<String, Group>,
}

/// Scales along the axes, then rotates, then translates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Factor along each axis. A negative product mirrors the mesh; its cells are turned to stay positive.
    pub scale: [f64; 3],
    /// Rotation matrix, rows first.
    pub rotation: [[f64; 3]; 3],
    /// Translation.
    pub translation: [f64; 3],
}

impl Default for Transform {
    fn default() -> Self {
        let rotation = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Transform { scale: [1.0; 3], rotation, translation: [0.0; 3] }
    }
}

impl Transform {
    /// The same transform with the rotation by the length of `turn`, in radians, about its direction
    /// (Rodrigues' formula).
    pub fn rotated(mut self, turn: [f64; 3]) -> Self {
        let angle = norm(turn);
        self.rotation = Transform::default().rotation;
        if angle > 0.0 {
            let [x, y, z] = turn.map(|component| component / angle);
            let (s, c) = angle.sin_cos();
            let t = 1.0 - c;
            self.rotation = [
                [c + t * x * x, t * x * y - s * z, t * x * z + s * y],
                [t * x * y + s * z, c + t * y * y, t * y * z - s * x],
                [t * x * z - s * y, t * y * z + s * x, c + t * z * z],
            ];
        }
        self
    }

    /// The image of one point.
    pub fn apply(&self, point: [f64; 3]) -> [f64; 3] {
        let scaled = [0, 1, 2].map(|k| self.scale[k] * point[k]);
        [0, 1, 2].map(|k| dot(self.rotation[k], scaled) + self.translation[k])
    }

    fn mirrors(&self) -> bool {
        self.scale.iter().filter(|factor| **factor < 0.0).count() % 2 == 1
    }
}

/// Six times the signed volume of a tetrahedron.
pub(crate) fn six_volumes([a, b, c, d]: [Vec3; 4]) -> f64 {
    dot(sub(b, a), cross(sub(c, a), sub(d, a)))
}

/// Twice the signed area of a triangle of the plane z = 0.
pub(super) fn two_areas([a, b, c]: [Vec3; 3]) -> f64 {
    cross(sub(b, a), sub(c, a))[2]
}

impl TetMesh {
    /// The corners of a tetrahedron.
    pub fn corners(&self, tet: usize) -> [[f64; 3]; 4] {
        self.tets[tet].map(|v| self.points[v as usize])
    }

    /// Signed volume of one tetrahedron.
    pub fn tet_volume(&self, tet: usize) -> f64 {
        six_volumes(self.corners(tet)) / 6.0
    }

    /// Sum of the signed volumes.
    pub fn volume(&self) -> f64 {
        (0..self.tets.len()).map(|tet| self.tet_volume(tet)).sum()
    }

    /// Least and greatest coordinates of the vertices; none where there is no vertex.
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        bounds(&self.points)
    }

    /// Moves every vertex.
    pub fn transform(&mut self, by: &Transform) {
        self.points.iter_mut().for_each(|point| *point = by.apply(*point));
        if by.mirrors() {
            self.tets.iter_mut().for_each(|tet| tet.swap(2, 3));
        }
    }

    /// The edges, each once as (lower, higher), ascending.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        edges(&self.tets)
    }

    /// The mesh without the vertices that no tetrahedron uses, and how many those were. The others keep their
    /// order; groups are renumbered.
    pub fn without_unreferenced(&self) -> (TetMesh, usize) {
        const UNUSED: u32 = u32::MAX;
        let mut new = vec![UNUSED; self.points.len()];
        self.tets.iter().flatten().for_each(|v| new[*v as usize] = 0);
        let mut points = Vec::new();
        for (number, point) in new.iter_mut().zip(&self.points).filter(|(number, _)| **number != UNUSED) {
            *number = points.len() as u32;
            points.push(*point);
        }
        let tets = self.tets.iter().map(|tet| tet.map(|v| new[v as usize])).collect();
        let renumber = |vertices: &[u32]| {
            vertices.iter().map(|v| new[*v as usize]).filter(|v| *v != UNUSED).collect::<Vec<_>>()
        };
        let groups = self.groups.iter().map(|(name, group)| {
            (name.clone(), Group { vertices: renumber(&group.vertices), cells: group.cells.clone() })
        });
        let dropped = self.points.len() - points.len();
        (TetMesh { points, tets, groups: groups.collect() }, dropped)
    }
}

impl TriMesh {
    /// The corners of a triangle.
    pub fn corners(&self, triangle: usize) -> [[f64; 3]; 3] {
        self.triangles[triangle].map(|v| self.points[v as usize])
    }

    /// Sum of the areas.
    pub fn area(&self) -> f64 {
        let area = |t: usize| {
            let [a, b, c] = self.corners(t);
            norm(cross(sub(b, a), sub(c, a))) / 2.0
        };
        (0..self.triangles.len()).map(area).sum()
    }

    /// Sum of the signed areas of a mesh in the plane z = 0.
    pub fn plane_area(&self) -> f64 {
        (0..self.triangles.len()).map(|triangle| two_areas(self.corners(triangle)) / 2.0).sum()
    }

    /// The volume inside, by the divergence theorem: of the shape if the surface is closed and faces outwards.
    pub fn enclosed_volume(&self) -> f64 {
        let volume = |t: usize| {
            let [a, b, c] = self.corners(t);
            dot(a, cross(b, c)) / 6.0
        };
        (0..self.triangles.len()).map(volume).sum()
    }

    /// Least and greatest coordinates of the vertices; none where there is no vertex.
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        bounds(&self.points)
    }

    /// Moves every vertex. In the plane, a transform that leaves it or turns it over is caught by
    /// [`prepare_triangles`](super::inspect::prepare_triangles).
    pub fn transform(&mut self, by: &Transform) {
        self.points.iter_mut().for_each(|point| *point = by.apply(*point));
        if by.mirrors() {
            self.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
    }

    /// The edges, each once as (lower, higher), ascending.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        edges(&self.triangles)
    }
}

/// Least and greatest coordinates; none where there is no point.
pub fn bounds(points: &[[f64; 3]]) -> Option<[[f64; 3]; 2]> {
    let first = *points.first()?;
    Some(points.iter().fold([first, first], |[low, high], point| {
        [[0, 1, 2].map(|k| low[k].min(point[k])), [0, 1, 2].map(|k| high[k].max(point[k]))]
    }))
}

fn edges<const N: usize>(cells: &[[u32; N]]) -> Vec<[u32; 2]> {
    let mut edges = Vec::with_capacity(cells.len() * N * (N - 1) / 2);
    for cell in cells {
        for i in 0..N {
            edges.extend((i + 1..N).map(|j| [cell[i].min(cell[j]), cell[i].max(cell[j])]));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner_tet() -> TetMesh {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        TetMesh { points, tets: vec![[0, 1, 2, 3]], groups: BTreeMap::new() }
    }

    #[test]
    fn transform_scales_then_rotates_then_translates() {
        let quarter_about_z = [0.0, 0.0, std::f64::consts::FRAC_PI_2];
        let by = Transform { scale: [2.0, 3.0, 1.0], translation: [10.0, 0.0, 0.0], ..Transform::default() }
            .rotated(quarter_about_z);
        let image = by.apply([1.0, 1.0, 1.0]);
        for (k, expected) in [7.0, 2.0, 1.0].into_iter().enumerate() {
            assert!((image[k] - expected).abs() < 1e-14, "{image:?}");
        }
    }

    #[test]
    fn rotation_keeps_volume_and_scale_multiplies_it() {
        let mut mesh = corner_tet();
        let by = Transform { scale: [2.0, 3.0, 5.0], ..Transform::default() }.rotated([0.3, -0.8, 1.1]);
        mesh.transform(&by);
        assert!((mesh.volume() - 5.0).abs() < 1e-13);
    }

    #[test]
    fn mirrored_cells_stay_positive() {
        let mut mesh = corner_tet();
        mesh.transform(&Transform { scale: [-1.0, 1.0, 1.0], ..Transform::default() });
        assert!((mesh.volume() - 1.0 / 6.0).abs() < 1e-15);
        let mut flat = TriMesh {
            points: corner_tet().points[..3].to_vec(),
            triangles: vec![[0, 1, 2]],
            ..TriMesh::default()
        };
        flat.transform(&Transform { scale: [1.0, -2.0, 1.0], ..Transform::default() });
        assert!((flat.plane_area() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn edges_are_unique_and_ascending() {
        let mut mesh = corner_tet();
        mesh.points.push([1.0, 1.0, 1.0]);
        mesh.tets.push([1, 4, 2, 3]);
        let edges = mesh.edges();
        assert_eq!(edges.len(), 9);
        assert!(edges.is_sorted());
    }

    #[test]
    fn dropping_loose_vertices_renumbers_cells_and_groups() {
        let mut mesh = corner_tet();
        mesh.points.insert(0, [9.0; 3]);
        mesh.tets[0] = [1, 2, 3, 4];
        mesh.groups.insert("all".into(), Group { vertices: vec![0, 1, 4], cells: vec![0] });
        let (clean, dropped) = mesh.without_unreferenced();
        assert_eq!(dropped, 1);
        assert_eq!((clean.points, clean.tets), (corner_tet().points, corner_tet().tets));
        assert_eq!(clean.groups["all"], Group { vertices: vec![0, 3], cells: vec![0] });
    }

    #[test]
    fn bounds_of_nothing_are_none() {
        assert_eq!(TetMesh::default().bounds(), None);
        assert_eq!(corner_tet().bounds(), Some([[0.0; 3], [1.0; 3]]));
    }
}
