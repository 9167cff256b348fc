//! Elastic solids: tetrahedra in space, triangles in the plane; and the nodes and elements of any body at rest.

use std::sync::Arc;

use crate::energy::strain::{StrainEnergy, StrainError};
use crate::geometry::mesh::{TetMesh, TriMesh};
use crate::geometry::net::unique;
use crate::material::Material;

/// The elements of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Tetrahedra.
    Tets(Vec<[u32; 4]>),
    /// Triangles: of a solid in the plane z = 0, a unit thickness deep; of cloth anywhere in space.
    Triangles(Vec<[u32; 3]>),
    /// Lines: ropes.
    Lines(Vec<[u32; 2]>),
    /// Points that nothing joins.
    Points(Vec<[u32; 1]>),
}

impl Cells {
    /// Number of elements.
    pub fn len(&self) -> usize {
        match self {
            Self::Tets(cells) => cells.len(),
            Self::Triangles(cells) => cells.len(),
            Self::Lines(cells) => cells.len(),
            Self::Points(cells) => cells.len(),
        }
    }

    /// The nodes of one element.
    pub fn nodes(&self, element: usize) -> &[u32] {
        match self {
            Self::Tets(cells) => &cells[element],
            Self::Triangles(cells) => &cells[element],
            Self::Lines(cells) => &cells[element],
            Self::Points(cells) => &cells[element],
        }
    }

    /// The nodes of all elements, one after the other.
    pub fn flat(&self) -> &[u32] {
        match self {
            Self::Tets(cells) => cells.as_flattened(),
            Self::Triangles(cells) => cells.as_flattened(),
            Self::Lines(cells) => cells.as_flattened(),
            Self::Points(cells) => cells.as_flattened(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every edge once, as ascending pairs in ascending order.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        unique((0..self.len()).flat_map(|element| pairs(self.nodes(element))))
    }
}

fn pairs(cell: &[u32]) -> impl Iterator<Item = [u32; 2]> + '_ {
    (0..cell.len()).flat_map(move |a| (a + 1..cell.len()).map(move |b| [cell[a], cell[b]]))
}

/// A body at rest: nodes, lumped masses and elements, not yet placed in a world.
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
    /// rest positions are `rest`. Lines and points have none.
    pub fn strain(
        &self,
        rest: &[f64],
        first: u32,
        material: Arc<dyn Material>,
    ) -> Result<StrainEnergy, StrainError> {
        let nodes = self.cells.flat().iter().map(|i| i + first).collect();
        match &self.cells {
            Cells::Tets(_) => StrainEnergy::tets(rest, nodes, material),
            Cells::Triangles(_) => StrainEnergy::triangles(rest, nodes, material),
            Cells::Lines(_) | Cells::Points(_) => Err(StrainError::Flat { element: 0 }),
        }
    }
}
