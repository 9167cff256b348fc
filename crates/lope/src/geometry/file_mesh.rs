//! Meshes as files describe them: cells of several kinds, named parts, and what was noticed.
//!
//! Formats are not known here; whoever reads one makes this of it.

use std::collections::BTreeMap;

use super::{Group, Survey, TetMesh, TriMesh, boundary};

/// A mesh as a file describes it, with every reference resolved. It may still be unfit for simulation;
/// [`prepare`](super::prepare) finds out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileMesh {
    /// Name of the format with its variant, like `Gmsh 4.1 binary`.
    pub format: String,
    /// Vertex positions, in the order of the file.
    pub points: Vec<[f64; 3]>,
    /// Tetrahedra, in the order of the file.
    pub tets: Vec<[u32; 4]>,
    /// Triangles, in the order of the file; larger polygons are cut into them.
    pub triangles: Vec<[u32; 3]>,
    /// Line segments, in the order of the file.
    pub edges: Vec<[u32; 2]>,
    /// Named parts. Cells are the tetrahedra or, if there are none, the triangles; parts of lower dimension
    /// have vertices and no cells.
    pub groups: BTreeMap<String, Group>,
    /// What the file holds besides, and what was left out.
    pub notes: Vec<String>,
}

impl FileMesh {
    /// The tetrahedra with their groups.
    pub fn into_mesh(self) -> TetMesh {
        TetMesh { points: self.points, tets: self.tets, groups: self.groups }
    }

    /// The triangles. The groups have cells only where there are no tetrahedra: they would be tetrahedra.
    pub fn into_surface(mut self) -> TriMesh {
        if !self.tets.is_empty() {
            self.groups.values_mut().for_each(|group| group.cells.clear());
        }
        TriMesh { points: self.points, triangles: self.triangles, groups: self.groups }
    }

    /// What there is to know about it.
    pub fn survey(&self) -> Survey {
        Survey::new(&self.points, &self.tets, &self.triangles, &self.groups)
    }

    /// The triangles to draw or to tetrahedralize: the boundary of the tetrahedra, or else the triangles.
    pub fn surface(&self) -> Vec<[u32; 3]> {
        if self.tets.is_empty() {
            return self.triangles.clone();
        }
        let mut solid =
            TetMesh { points: self.points.clone(), tets: self.tets.clone(), ..TetMesh::default() };
        for tet in 0..solid.tets.len() {
            if solid.tet_volume(tet) < 0.0 {
                solid.tets[tet].swap(2, 3);
            }
        }
        boundary(&solid).triangles
    }

    /// Drops the points that are not to be kept and renumbers the rest. Cells must name kept points only;
    /// groups lose those that go.
    pub fn keep_points(&mut self, kept: &[bool]) {
        let mut new = Vec::with_capacity(kept.len());
        let mut count = 0;
        for kept in kept {
            new.push(count);
            count += u32::from(*kept);
        }
        let mut flags = kept.iter();
        self.points.retain(|_| flags.next().is_some_and(|kept| *kept));
        let lists = [self.edges.as_flattened_mut(), self.triangles.as_flattened_mut()];
        for v in lists.into_iter().chain([self.tets.as_flattened_mut()]).flatten() {
            *v = new[*v as usize];
        }
        for group in self.groups.values_mut() {
            group.vertices.retain(|v| kept[*v as usize]);
            group.vertices.iter_mut().for_each(|v| *v = new[*v as usize]);
        }
    }
}
