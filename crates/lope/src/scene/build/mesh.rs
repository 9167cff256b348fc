//! The rest shape of a body: from a formula or a file, checked, placed.

use std::sync::Arc;

use super::files::{Files, MeshSource};
use crate::body::select::Groups;
use crate::body::{Cells, Skin, Solid, Weight};
use crate::geometry::inspect::Problem::Extreme;
use crate::geometry::inspect::{prepare, prepare_triangles};
use crate::geometry::mesh::extreme;
use crate::geometry::mesher::{MesherSettings, tetrahedralize};
use crate::geometry::sdf::Field;
use crate::geometry::sheet::{self, Pattern};
use crate::geometry::{
    Embedding, FileMesh, TetMesh, Transform, TriMesh, WindingField, merge_duplicates, shape,
};
use crate::math::vec3::add;
use crate::scene::model::mesh::File;
use crate::scene::model::{self, BodyKind, Geometry, SheetPattern, array};
use crate::scene::problem::{Kind, Problem};

/// A key below the body's, and what is wrong with it.
pub(super) type Wrong = (String, String);

/// Hears the done fraction.
type Progress<'a> = &'a mut dyn FnMut(f64);

/// A mesh in its own coordinates, not yet checked.
#[derive(Clone, Default)]
pub(super) struct Made {
    pub(super) mesh: FileMesh,
    /// The surface that rides along.
    pub(super) fine: Option<TriMesh>,
    /// Cells along the two directions of a grid, whose vertices are numbered along the first one first.
    pub(super) grid: Option<[u32; 2]>,
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
    /// The surface that rides along.
    pub(super) skin: Option<Skin>,
    /// Its vertices in the mesh's own coordinates.
    pub(super) fine: Vec<[f64; 3]>,
    /// Cells along the two directions of a grid.
    pub(super) grid: Option<[u32; 2]>,
    /// From the mesh's own coordinates to the world's.
    pub(super) place: Transform,
    /// Of a rigid body its volume, m³.
    pub(super) volume: Option<f64>,
}

/// The mesh that `mesh = { … }` asks for, in its own coordinates and not yet checked; a file comes from
/// `source`, and `progress` hears the done fraction of long work.
///
/// # Errors
/// What is missing, impossible or unreadable, with its key.
pub fn make_mesh(
    mesh: &model::Mesh,
    source: &dyn MeshSource,
    progress: &mut dyn FnMut(f64),
) -> Result<FileMesh, Problem> {
    match make(mesh, &Files::new(source), progress) {
        Ok(made) => Ok(made.mesh),
        Err((key, message)) => Err(Problem::new(Kind::Impossible, key, message)),
    }
}

fn in_mesh(key: &str) -> String {
    if key.is_empty() { "mesh".to_owned() } else { format!("mesh.{key}") }
}

/// Makes or reads the mesh of a body.
pub(super) fn make(mesh: &model::Mesh, files: &Files<'_>, progress: Progress<'_>) -> Result<Made, Wrong> {
    let geometry = mesh.geometry().map_err(|mut complaints| {
        let (key, message) = complaints.swap_remove(0);
        (in_mesh(&key), message)
    })?;
    let grid = match &geometry {
        Geometry::Rectangle { cells, .. } => Some(*cells),
        Geometry::Sheet { cells, pattern: SheetPattern::Regular, .. } => Some(*cells),
        _ => None,
    };
    let shaped = |e: shape::ShapeError| (in_mesh(""), e.to_string());
    let mesh = match geometry {
        Geometry::Box { size, cells, inner } => {
            let make = if inner { shape::cuboid } else { shape::cuboid_of_surface };
            solid(make(size, cells).map_err(shaped)?)
        }
        Geometry::Sphere { radius, cells, cube } => {
            let make = if cube { shape::sphere_of_cube } else { shape::sphere };
            solid(make(radius, cells).map_err(shaped)?)
        }
        Geometry::Torus { radius, tube, cells } => solid(shape::torus(radius, tube, cells).map_err(shaped)?),
        Geometry::Cylinder { radius, height, cells } => {
            solid(shape::cylinder(radius, height, cells).map_err(shaped)?)
        }
        Geometry::Solid { solid: expression, edge, grading } => {
            solid(fill(&expression, edge, grading, progress).map_err(|e| (in_mesh(""), e))?)
        }
        Geometry::Rectangle { size, cells } => surface(shape::rectangle(size, cells).map_err(shaped)?),
        Geometry::Sheet { size, cells, pattern, seed } => {
            let pattern = match pattern {
                SheetPattern::Regular => Pattern::Regular,
                SheetPattern::Diagonal => Pattern::Diagonal,
                SheetPattern::Crossed => Pattern::Crossed,
                SheetPattern::Random => Pattern::Random { seed: u64::from(seed) },
            };
            surface(sheet::sheet(size, cells, pattern).map_err(shaped)?)
        }
        Geometry::Tube { radius, height, cells } => {
            surface(sheet::tube(radius, height, cells).map_err(shaped)?)
        }
        Geometry::Rope { length, cells } => {
            let (points, edges) = sheet::rope(length, cells).map_err(shaped)?;
            FileMesh { points, edges, ..FileMesh::default() }
        }
        Geometry::Memory(mesh) => Arc::unwrap_or_clone(mesh),
        Geometry::File(file) => return read(&file, files, progress),
    };
    Ok(Made { mesh, fine: None, grid })
}

fn solid(TetMesh { points, tets, groups }: TetMesh) -> FileMesh {
    FileMesh { points, tets, groups, ..FileMesh::default() }
}

fn surface(TriMesh { points, triangles, groups }: TriMesh) -> FileMesh {
    FileMesh { points, triangles, groups, ..FileMesh::default() }
}

fn fill(field: &dyn Field, edge: f64, grading: f64, progress: Progress<'_>) -> Result<TetMesh, String> {
    let settings = MesherSettings { edge, grading, keep_features: true };
    tetrahedralize(field, &settings, progress).map_err(|e| e.to_string())
}

/// Reads a file, merges, fills and scales as asked, in this order.
fn read(file: &File, files: &Files<'_>, progress: Progress<'_>) -> Result<Made, Wrong> {
    let mut mesh = files.mesh(&file.path).map_err(|e| (in_mesh("file"), e))?;
    if let Some(tolerance) = file.merge {
        let merged = merge_duplicates(&mut mesh, tolerance);
        mesh.notes.push(format!("merged {merged} vertices with others at their place"));
    }
    let mut fine = None;
    if let Some((edge, grading)) = file.tetrahedralize {
        let triangles = mesh.surface();
        if triangles.is_empty() {
            let message = format!("{}: has no triangles to be filled with tetrahedra", file.path);
            return Err((in_mesh("tetrahedralize"), message));
        }
        let (field, turned) = WindingField::new(&mesh.points, &triangles);
        let filled = fill(&field, edge, grading, progress).map_err(|e| (in_mesh("tetrahedralize"), e))?;
        let mut notes = std::mem::take(&mut mesh.notes);
        if turned.turned > 0 {
            notes.push(format!("turned {} triangles of the surface to face outwards", turned.turned));
        }
        if file.embed {
            fine = Some(TriMesh { points: mesh.points, triangles, ..TriMesh::default() });
        }
        mesh = FileMesh { format: mesh.format, notes, ..solid(filled) };
    }
    let points = mesh.points.iter_mut().chain(fine.iter_mut().flat_map(|fine| &mut fine.points));
    points.flatten().for_each(|x| *x *= file.scale);
    Ok(Made { mesh, fine, grid: None })
}

/// Places the solid of a body, moved further by `offset`.
pub(super) fn place(
    body: &model::Body,
    made: Made,
    offset: [f64; 3],
    dimension: u8,
) -> Result<Placed, Wrong> {
    let Made { mesh: read, fine, grid } = made;
    let mut notes = read.notes.clone();
    let named = |text: String| match &body.mesh.file {
        Some(file) => (in_mesh("file"), format!("{file}: {text}")),
        None => (in_mesh(""), text),
    };
    let shift: [f64; 3] = array(&body.translate);
    let place =
        Transform { scale: array(&body.scale.0), translation: add(shift, offset), ..Transform::default() }
            .rotated(body.rotate.map_or([0.0; 3], |turn| turn.vector()));
    if body.kind == BodyKind::Springs && read.tets.is_empty() {
        let own = read.points.clone();
        let groups = read.groups.iter().map(|(name, group)| (name.clone(), group.vertices.clone())).collect();
        let solid = net(read, &place, dimension).map_err(named)?;
        let solid = weighed(solid, body)?;
        return Ok(Placed {
            solid,
            own,
            groups,
            notes,
            skin: None,
            fine: Vec::new(),
            grid,
            place,
            volume: None,
        });
    }
    if body.kind == BodyKind::Rigid {
        return super::rigid::place(body, read, place, &named);
    }
    let density = body.material.as_ref().map_or(1.0, |material| material.mass_per_volume().get());
    if let Some(shell) = &body.shell {
        let (own, mesh) = super::shell::surface(read, &place).map_err(named)?;
        let groups = mesh.groups.iter().map(|(name, group)| (name.clone(), group.vertices.clone())).collect();
        let solid = Solid::net(mesh.points, Cells::Triangles(mesh.triangles));
        let solid = solid.weighed(Weight::Density(density * shell.thickness.get()));
        let solid = solid.map_err(|error| named(error.to_string()))?;
        return Ok(Placed {
            solid,
            own,
            groups,
            notes,
            skin: None,
            fine: Vec::new(),
            grid: None,
            place,
            volume: None,
        });
    }
    match (read.tets.is_empty(), dimension) {
        (false, 2) => Err(named("is a solid in space; dimension = 2 takes the shape rectangle".into())),
        (false, _) => {
            let mut mesh = read.into_mesh();
            let own = mesh.points.clone();
            mesh.transform(&place);
            let (mesh, found) = prepare(mesh).map_err(|e| named(e.to_string()))?;
            notes.extend(found.iter().map(ToString::to_string));
            let groups: Groups =
                mesh.groups.iter().map(|(name, group)| (name.clone(), group.vertices.clone())).collect();
            let embed = |mut fine: TriMesh| -> Result<Skin, Wrong> {
                fine.transform(&place);
                let embedding = Embedding::new(&mesh, &fine.points).map_err(|e| named(e.to_string()))?;
                Ok(Skin { triangles: fine.triangles, embedding })
            };
            let own_fine = fine.as_ref().map_or_else(Vec::new, |fine| fine.points.clone());
            let skin = fine.map(embed).transpose()?;
            let solid = weighed(Solid::tets(mesh, density), body)?;
            Ok(Placed { solid, own, groups, notes, skin, fine: own_fine, grid, place, volume: None })
        }
        (true, 2) if !read.triangles.is_empty() => {
            let mut mesh = read.into_surface();
            let own = mesh.points.clone();
            mesh.transform(&place);
            let (mesh, found) = prepare_triangles(mesh).map_err(|e| named(e.to_string()))?;
            notes.extend(found.iter().map(ToString::to_string));
            let groups: Groups =
                mesh.groups.iter().map(|(name, group)| (name.clone(), group.vertices.clone())).collect();
            Ok(Placed {
                solid: Solid::triangles(mesh, density),
                own,
                groups,
                notes,
                skin: None,
                fine: Vec::new(),
                grid,
                place,
                volume: None,
            })
        }
        (true, _) => Err(named(no_tetrahedra(&read))),
    }
}

/// The net of a mesh without tetrahedra: its triangles, or else its lines, or else its points.
fn net(read: FileMesh, place: &Transform, dimension: u8) -> Result<Solid, String> {
    let FileMesh { mut points, triangles, edges, .. } = read;
    if points.is_empty() {
        return Err("has no vertices".into());
    }
    points.iter_mut().for_each(|point| *point = place.apply(*point));
    if let Some(vertex) = points.iter().position(|point| point.iter().any(|x| !x.is_finite())) {
        return Err(format!("vertex {vertex} has a coordinate that is not a finite number"));
    }
    // A single point, or many at one place, has no extent and needs none.
    if let Some(size) = extreme(&points).filter(|size| *size > 0.0) {
        return Err(Extreme { size }.to_string());
    }
    if let Some(vertex) = points.iter().position(|point| dimension == 2 && point[2] != 0.0) {
        return Err(format!("vertex {vertex} is off the plane z = 0, in which 2D scenes are"));
    }
    let cells = match (triangles.is_empty(), edges.is_empty()) {
        (false, _) => Cells::Triangles(triangles),
        (true, false) => Cells::Lines(edges),
        (true, true) => Cells::Points((0..points.len() as u32).map(|vertex| [vertex]).collect()),
    };
    Ok(Solid::net(points, cells))
}

/// Gives a body of springs its mass; a solid has that of its material.
fn weighed(solid: Solid, body: &model::Body) -> Result<Solid, Wrong> {
    let Some(weight) = body.springs.filter(|_| body.kind == BodyKind::Springs).and_then(|s| s.weight())
    else {
        return Ok(solid);
    };
    if let (Cells::Points(_), Weight::Density(_)) = (&solid.cells, weight) {
        let message = "the mesh has only points, which have no length: give mass or vertex_mass instead";
        return Err(("springs.density".into(), message.into()));
    }
    let remedy = "give springs.vertex_mass, or take it out of the mesh";
    solid.weighed(weight).map_err(|error| ("mesh".into(), format!("{error}; {remedy}")))
}

/// What a file without tetrahedra holds instead, and what to do.
fn no_tetrahedra(read: &FileMesh) -> String {
    let (triangles, lines) = (read.triangles.len(), read.edges.len());
    match (triangles, lines) {
        (0, 0) => "only points: a solid needs tetrahedra".to_owned(),
        (0, _) => {
            format!("only {lines} lines: a solid needs tetrahedra; kind = \"springs\" makes a rope of them")
        }
        _ => format!(
            "only triangles ({triangles}): a solid needs tetrahedra, add tetrahedralize = {{ edge = … }} or mesh \
             the volume in the program the surface comes from; kind = \"springs\" makes cloth of them"
        ),
    }
}
