//! Meshes into files.
//!
//! What a format can hold comes back from its reader bit for bit: positions as doubles (STL has only single
//! precision), cells in their order, groups in VTU and Gmsh files. OBJ, PLY and STL hold surfaces.

mod gmsh;
mod surface;
mod vtu;

use std::fs;
use std::path::Path;

use super::FileMesh;
use super::error::MeshFileError;
use crate::output::atomic;

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// VTK's unstructured grid in XML, arrays appended raw and deflated.
    Vtu,
    /// Gmsh 4.1, text.
    Gmsh41Text,
    /// Gmsh 4.1, binary.
    Gmsh41Binary,
    /// Wavefront OBJ; triangles and lines.
    Obj,
    /// PLY, binary with doubles; triangles and lines.
    Ply,
    /// STL, binary; triangles in single precision.
    Stl,
}

impl Format {
    /// The format that a file name asks for by its ending; `.msh` is binary.
    pub fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_string_lossy().to_lowercase().as_str() {
            "vtu" => Some(Format::Vtu),
            "msh" => Some(Format::Gmsh41Binary),
            "obj" => Some(Format::Obj),
            "ply" => Some(Format::Ply),
            "stl" => Some(Format::Stl),
            _ => None,
        }
    }
}

/// Writes a mesh, in the format of the file's ending if none is given. OBJ, PLY and STL get the triangles, or
/// the boundary of the tetrahedra if there are none.
pub fn write_mesh(path: &Path, mesh: &FileMesh, format: Option<Format>) -> Result<(), MeshFileError> {
    let owned = || path.to_owned();
    let format =
        format.or_else(|| Format::of(path)).ok_or_else(|| MeshFileError::UnknownEnding { path: owned() })?;
    let bytes = encode(mesh, format).map_err(|what| MeshFileError::Unfit { path: owned(), what })?;
    // Written beside what it replaces, which is where a link leads to.
    let target = fs::canonicalize(path).unwrap_or_else(|_| owned());
    atomic::replace(&target, &[&bytes], true)
        .map_err(|source| MeshFileError::Unwritable { path: owned(), source })
}

/// The content of a file. The error says what does not fit together.
pub fn encode(mesh: &FileMesh, format: Format) -> Result<Vec<u8>, String> {
    check(mesh)?;
    match format {
        Format::Vtu => Ok(vtu::encode(mesh)),
        Format::Gmsh41Text => Ok(gmsh::encode(mesh, false)),
        Format::Gmsh41Binary => Ok(gmsh::encode(mesh, true)),
        Format::Obj => surface::obj(mesh),
        Format::Ply => surface::ply(mesh),
        Format::Stl => surface::stl(mesh),
    }
}

/// Everything a reader would refuse.
fn check(mesh: &FileMesh) -> Result<(), String> {
    let count = mesh.points.len();
    let flat = [mesh.edges.as_flattened(), mesh.triangles.as_flattened(), mesh.tets.as_flattened()];
    let members = mesh.groups.values().flat_map(|group| &group.vertices);
    if let Some(v) = flat.into_iter().flatten().chain(members).find(|v| **v as usize >= count) {
        return Err(format!("a cell or group names vertex {v}, there are {count}"));
    }
    let cells = if mesh.tets.is_empty() { mesh.triangles.len() } else { mesh.tets.len() };
    if let Some(cell) =
        mesh.groups.values().flat_map(|group| &group.cells).find(|cell| **cell as usize >= cells)
    {
        return Err(format!("a group names cell {cell}, there are {cells}"));
    }
    match mesh.points.iter().position(|point| !point.iter().all(|x| x.is_finite())) {
        Some(v) => Err(format!("vertex {v} is at {:?}, which no reader takes", mesh.points[v])),
        None => Ok(()),
    }
}
