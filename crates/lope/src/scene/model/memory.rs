//! Meshes that a program has in memory.

use std::sync::Arc;

use super::mesh::{Complaint, Geometry, Mesh};
use crate::geometry::Problem::{NonFinite, OutOfRange};
use crate::geometry::{FileMesh, TetMesh, TriMesh};

impl Mesh {
    /// A solid of tetrahedra: points, m, and the numbers of the four corners of each tetrahedron, from 0.
    pub fn tets(points: Vec<[f64; 3]>, tets: Vec<[u32; 4]>) -> Self {
        FileMesh { points, tets, ..FileMesh::default() }.into()
    }

    /// A surface of triangles, for cloth and for solids in 2D: points, m, and the numbers of the three corners of each
    /// triangle, from 0.
    pub fn triangles(points: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Self {
        FileMesh { points, triangles, ..FileMesh::default() }.into()
    }

    /// A net of lines, for ropes: points, m, and the numbers of the two ends of each line, from 0.
    pub fn lines(points: Vec<[f64; 3]>, edges: Vec<[u32; 2]>) -> Self {
        FileMesh { points, edges, ..FileMesh::default() }.into()
    }

    /// The mesh in memory, if nothing in it points outside of it.
    pub(super) fn remembered(&self) -> Result<Geometry, Vec<Complaint>> {
        let no_key =
            |key: &str| (key.to_owned(), "does not belong to a mesh in memory; remove it".to_owned());
        let mut wrong: Vec<Complaint> = self.given().into_iter().map(no_key).collect();
        let Some(mesh) = &self.memory else { return Err(wrong) };
        let count = mesh.points.len();
        let whole = |message: String| (String::new(), message);
        let vertices = numbers(&mesh.points, |point| point.iter().any(|x| !x.is_finite()));
        if !vertices.is_empty() {
            wrong.push(whole(NonFinite { vertices }.to_string()));
        }
        let cells = [beyond(&mesh.tets, count), beyond(&mesh.triangles, count), beyond(&mesh.edges, count)];
        for cells in cells.into_iter().filter(|cells| !cells.is_empty()) {
            wrong.push(whole(OutOfRange { cells, points: count }.to_string()));
        }
        let kinds = [mesh.tets.len(), mesh.triangles.len()];
        let cells = kinds.into_iter().find(|cells| *cells > 0).unwrap_or(0);
        for (name, group) in &mesh.groups {
            let within = |list: &[u32], count: usize| list.iter().all(|number| (*number as usize) < count);
            if !within(&group.vertices, count) || !within(&group.cells, cells) {
                let message = format!(
                    "the group \"{name}\" names a vertex beyond the {count} there are, or a cell beyond the {cells}; \
                     both count from 0"
                );
                wrong.push(whole(message));
            }
        }
        if wrong.is_empty() { Ok(Geometry::Memory(mesh.clone())) } else { Err(wrong) }
    }
}

/// The numbers of the items of which something is true.
fn numbers<T>(items: &[T], asked: impl Fn(&T) -> bool) -> Vec<u32> {
    (0..).zip(items).filter(|(_, item)| asked(item)).map(|(number, _)| number).collect()
}

/// Cells that name a vertex beyond the last.
fn beyond<const N: usize>(cells: &[[u32; N]], count: usize) -> Vec<u32> {
    numbers(cells, |cell| cell.iter().any(|vertex| *vertex as usize >= count))
}

impl From<FileMesh> for Mesh {
    fn from(mesh: FileMesh) -> Self {
        Self { memory: Some(Arc::new(mesh)), ..Self::default() }
    }
}

impl From<TetMesh> for Mesh {
    fn from(TetMesh { points, tets, groups }: TetMesh) -> Self {
        FileMesh { points, tets, groups, ..FileMesh::default() }.into()
    }
}

impl From<TriMesh> for Mesh {
    fn from(TriMesh { points, triangles, groups }: TriMesh) -> Self {
        FileMesh { points, triangles, groups, ..FileMesh::default() }.into()
    }
}
