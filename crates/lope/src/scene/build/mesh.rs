//! The rest shape of a body: from a formula or a file, checked, placed.

use std::path::Path;

use crate::body::Solid;
use crate::body::select::Groups;
use crate::geometry::inspect::{prepare, prepare_triangles};
use crate::geometry::mesh::{TetMesh, Transform, TriMesh};
use crate::geometry::shape;
use crate::scene::mesh_file::{FileMesh, read_mesh};
use crate::scene::model::{self, Geometry, array};
use crate::scene::problem::{Kind, Problem};

/// A key below the body's, and what is wrong with it.
type Wrong = (String, String);

enum Mesh {
    Tets(TetMesh),
    Triangles(TriMesh),
}

/// A solid in its place, with what regions select from.
pub(super) struct Placed {
    pub(super) solid: Solid,
    /// Vertices in the mesh's own coordinates, in which regions are given.
    pub(super) own: Vec<[f64; 3]>,
    /// Named groups of vertices.
    pub(super) groups: Groups,
    /// Things a user should know.
    pub(super) notes: Vec<String>,
}

/// The mesh that `mesh = { … }` asks for, in its own coordinates and not yet checked; paths are relative to
/// `directory`.
///
/// # Errors
/// What is missing, impossible or unreadable, with its key.
pub fn make_mesh(mesh: &model::Mesh, directory: &Path) -> Result<FileMesh, Problem> {
    made(mesh, directory).map_err(|(key, message)| Problem::new(Kind::Impossible, key, message))
}

fn in_mesh(key: &str) -> String {
    if key.is_empty() { "mesh".to_owned() } else { format!("mesh.{key}") }
}

fn made(mesh: &model::Mesh, directory: &Path) -> Result<FileMesh, Wrong> {
    let geometry = mesh.geometry().map_err(|mut complaints| {
        let (key, message) = complaints.swap_remove(0);
        (in_mesh(key), message)
    })?;
    let shaped = |e: shape::ShapeError| (in_mesh(""), e.to_string());
    let solid = match geometry {
        Geometry::Box { size, cells } => shape::cuboid(size, cells).map_err(shaped)?,
        Geometry::Sphere { radius, cells } => shape::sphere(radius, cells).map_err(shaped)?,
        Geometry::Torus { radius, tube, cells } => shape::torus(radius, tube, cells).map_err(shaped)?,
        Geometry::Cylinder { radius, height, cells } => {
            shape::cylinder(radius, height, cells).map_err(shaped)?
        }
        Geometry::Rectangle { size, cells } => {
            let TriMesh { points, triangles, groups } = shape::rectangle(size, cells).map_err(shaped)?;
            return Ok(FileMesh { points, triangles, groups, ..FileMesh::default() });
        }
        Geometry::File(file) => {
            return read_mesh(&directory.join(&file)).map_err(|e| (in_mesh("file"), e.to_string()));
        }
    };
    let TetMesh { points, tets, groups } = solid;
    Ok(FileMesh { points, tets, groups, ..FileMesh::default() })
}

/// Makes the solid of a body.
pub(super) fn solid(
    body: &model::Body,
    dimension: u8,
    directory: &Path,
    density: f64,
) -> Result<Placed, Wrong> {
    let read = made(&body.mesh, directory)?;
    let mut notes = read.notes.clone();
    let at = in_mesh;
    let mesh = match (&body.mesh.file, read.tets.is_empty()) {
        (_, false) => Mesh::Tets(read.into_mesh()),
        (None, true) => Mesh::Triangles(read.into_surface()),
        (Some(file), true) => return Err((at("file"), format!("{file}: {}", no_tetrahedra(&read)))),
    };
    let named = |text: String| match &body.mesh.file {
        Some(file) => (at("file"), format!("{file}: {text}")),
        None => (at(""), text),
    };

    let turn = body.rotate.map_or([0.0; 3], |turn| turn_vector(&turn));
    let place = Transform {
        scale: array(&body.scale.0),
        translation: array(&body.translate),
        ..Transform::default()
    }
    .rotated(turn);
    match mesh {
        Mesh::Tets(mut mesh) => {
            if dimension == 2 {
                return Err((at(""), "is a solid in space; dimension = 2 takes the shape rectangle".into()));
            }
            let own = mesh.points.clone();
            mesh.transform(&place);
            let (mesh, found) = prepare(mesh).map_err(|e| named(e.to_string()))?;
            notes.extend(found.iter().map(ToString::to_string));
            let groups: Groups =
                mesh.groups.iter().map(|(name, group)| (name.clone(), group.vertices.clone())).collect();
            Ok(Placed { solid: Solid::tets(mesh, density), own, groups, notes })
        }
        Mesh::Triangles(mut mesh) => {
            let own = mesh.points.clone();
            mesh.transform(&place);
            let (mesh, found) = prepare_triangles(mesh).map_err(|e| named(e.to_string()))?;
            notes.extend(found.iter().map(ToString::to_string));
            Ok(Placed { solid: Solid::triangles(mesh, density), own, groups: Groups::default(), notes })
        }
    }
}

/// What a file without tetrahedra holds instead, and what to do.
fn no_tetrahedra(read: &FileMesh) -> String {
    let (triangles, lines) = (read.triangles.len(), read.edges.len());
    match (triangles, lines) {
        (0, 0) => "only points: a solid needs tetrahedra".to_owned(),
        (0, _) => format!("only {lines} lines: a solid needs tetrahedra"),
        _ => format!(
            "only triangles ({triangles}): a solid needs tetrahedra, add tetrahedralize = {{ edge = … }} or mesh \
             the volume in the program the surface comes from"
        ),
    }
}

/// Axis times angle, rad.
fn turn_vector(turn: &model::Rotation) -> [f64; 3] {
    let axis = array(&turn.axis);
    let length = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
    axis.map(|a| a / length * turn.angle.get().to_radians())
}

/// Smallest and largest coordinates.
pub(super) fn bounds(points: &[[f64; 3]]) -> [[f64; 3]; 2] {
    let mut bounds = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for point in points {
        for i in 0..3 {
            bounds[0][i] = bounds[0][i].min(point[i]);
            bounds[1][i] = bounds[1][i].max(point[i]);
        }
    }
    bounds
}
