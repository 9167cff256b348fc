//! Elastic solids: tetrahedra in space, triangles in the plane.

use std::sync::Arc;

use crate::energy::strain::{StrainEnergy, StrainError};
use crate::geometry::mesh::{TetMesh, TriMesh};
use crate::material::Material;

/// The elements of a solid.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Tetrahedra.
    Tets(Vec<[u32; 4]>),
    /// Triangles in the plane z = 0, a unit thickness deep.
    Triangles(Vec<[u32; 3]>),
}

impl Cells {
    /// Number of elements.
    pub fn len(&self) -> usize {
        match self {
            Self::Tets(cells) => cells.len(),
            Self::Triangles(cells) => cells.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every edge once, as ascending pairs in ascending order.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        let mut edges: Vec<[u32; 2]> = match self {
            Self::Tets(cells) => cells.iter().flat_map(|c| pairs(c)).collect(),
            Self::Triangles(cells) => cells.iter().flat_map(|c| pairs(c)).collect(),
        };
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

fn pairs(cell: &[u32]) -> impl Iterator<Item = [u32; 2]> + '_ {
    (0..cell.len())
        .flat_map(move |a| (a + 1..cell.len()).map(move |b| [cell[a].min(cell[b]), cell[a].max(cell[b])]))
}

/// A solid at rest: nodes, lumped masses and elements, not yet placed in a world.
pub struct Solid {
    /// Rest positions.
    pub points: Vec<[f64; 3]>,
    /// Mass of each node, kg: each element gives equal parts of its mass to its corners.
    pub mass: Vec<f64>,
    /// Elements.
    pub cells: Cells,
}

impl Solid {
    /// A solid of tetrahedra.
    pub fn tets(mesh: TetMesh, density: f64) -> Self {
        let mut mass = vec![0.0; mesh.points.len()];
        for (number, tet) in mesh.tets.iter().enumerate() {
            let volume = mesh.tet_volume(number);
            tet.iter().for_each(|&i| mass[i as usize] += 0.25 * density * volume);
        }
        Self { points: mesh.points, mass, cells: Cells::Tets(mesh.tets) }
    }

    /// A solid of triangles, a unit thickness deep.
    pub fn triangles(mesh: TriMesh, density: f64) -> Self {
        let mut mass = vec![0.0; mesh.points.len()];
        for (number, triangle) in mesh.triangles.iter().enumerate() {
            let [a, b, c] = mesh.corners(number);
            let area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
            triangle.iter().for_each(|&i| mass[i as usize] += density * area / 3.0);
        }
        Self { points: mesh.points, mass, cells: Cells::Triangles(mesh.triangles) }
    }

    /// The strain energy of the solid once its nodes are numbered from `first` among those of a world, whose
    /// rest positions are `rest`.
    pub fn strain(
        &self,
        rest: &[f64],
        first: u32,
        material: Arc<dyn Material>,
    ) -> Result<StrainEnergy, StrainError> {
        match &self.cells {
            Cells::Tets(cells) => {
                StrainEnergy::tets(rest, cells.iter().flatten().map(|i| i + first).collect(), material)
            }
            Cells::Triangles(cells) => {
                StrainEnergy::triangles(rest, cells.iter().flatten().map(|i| i + first).collect(), material)
            }
        }
    }
}
