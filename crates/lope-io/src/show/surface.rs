//! Surfaces of bodies, for files and for the eye.

use lope::body::{Body, Cells, Skin};
use lope::geometry::mesh::TetMesh;
use lope::geometry::surface::boundary;

use super::Shown;
use crate::output::vtu::CellKind;

/// The cells that a frame of a body holds.
pub(crate) fn connectivity(body: &Body) -> (CellKind, Vec<u32>) {
    if let Some(skin) = &body.skin {
        return (CellKind::Triangle, skin.triangles.as_flattened().to_vec());
    }
    (cell_kind(&body.cells), body.cells.flat().to_vec())
}

/// The shape of elements in files.
pub(crate) fn cell_kind(cells: &Cells) -> CellKind {
    match cells {
        Cells::Tets(_) => CellKind::Tetrahedron,
        Cells::Triangles(_) => CellKind::Triangle,
        Cells::Lines(_) => CellKind::Line,
        Cells::Points(_) => CellKind::Vertex,
    }
}

/// What is seen of a body: the surface, of ropes their lines. Vertices are those of its skin, or else its nodes.
pub(crate) fn surface(body: &Body) -> (Shown, Vec<u32>) {
    let (kind, cells) = connectivity(body);
    seen(kind, &cells, body.nodes.len())
}

/// What is seen of cells among so many points.
pub(super) fn seen(kind: CellKind, cells: &[u32], points: usize) -> (Shown, Vec<u32>) {
    match kind {
        CellKind::Vertex => (Shown::Points, cells.to_vec()),
        CellKind::Line => (Shown::Lines, cells.to_vec()),
        CellKind::Triangle => (Shown::Faces, cells.to_vec()),
        CellKind::Tetrahedron => {
            let tets = cells.as_chunks().0.to_vec();
            let mesh = TetMesh { points: vec![[0.0; 3]; points], tets, groups: Default::default() };
            (Shown::Faces, boundary(&mesh).triangles.as_flattened().to_vec())
        }
    }
}

/// Vectors of the nodes, as the vertices of the skin have them.
pub(crate) fn carried(skin: &Skin, nodes: &[f64]) -> Vec<f64> {
    let mut fine = vec![0.0; 3 * skin.embedding.len()];
    skin.embedding.apply(nodes, &mut fine);
    fine
}

/// The element behind each triangle of a skin.
pub(crate) fn behind(skin: &Skin) -> impl Iterator<Item = u32> + Clone + '_ {
    skin.triangles.iter().map(|t| skin.embedding.tets()[t[0] as usize])
}

/// The node of the body that leads each vertex of a skin most.
pub(crate) fn leaders(skin: &Skin) -> Vec<u32> {
    let leader = |(nodes, weights): ([u32; 4], [f64; 4])| {
        let most = (1..4).fold(0, |most, k| if weights[k] > weights[most] { k } else { most });
        nodes[most]
    };
    skin.embedding.points().map(leader).collect()
}
