//! The formats for surfaces: OBJ, PLY and STL.

use std::borrow::Cow;
use std::fmt::Write as _;

use lope::geometry::surface::boundary;
use lope::geometry::{Group, TetMesh};
use lope::math::vec3::{cross, norm, sub};

use super::FileMesh;

/// The triangles of a mesh with their points, or those of the boundary of its tetrahedra, without the points
/// inside. Edges go with the first only.
fn surface(mesh: &FileMesh) -> Result<Cow<'_, FileMesh>, String> {
    if !mesh.triangles.is_empty() || mesh.tets.is_empty() {
        return Ok(Cow::Borrowed(mesh));
    }
    let mut solid =
        TetMesh { points: mesh.points.clone(), tets: mesh.tets.clone(), groups: Default::default() };
    for tet in 0..solid.tets.len() {
        if solid.tet_volume(tet) < 0.0 {
            solid.tets[tet].swap(2, 3);
        }
    }
    let faces = boundary(&solid);
    let mut kept = vec![false; mesh.points.len()];
    faces.triangles.iter().flatten().for_each(|v| kept[*v as usize] = true);
    let mut skin = FileMesh { points: solid.points, triangles: faces.triangles, ..FileMesh::default() };
    // The faces of a group's tetrahedra are its part of the surface.
    for (name, group) in mesh.groups.iter().filter(|(_, group)| !group.cells.is_empty()) {
        let mut member = vec![false; mesh.tets.len()];
        group.cells.iter().for_each(|cell| member[*cell as usize] = true);
        let cells = (0..).zip(&faces.tets).filter(|(_, tet)| member[**tet as usize]).map(|(face, _)| face);
        skin.groups.insert(name.clone(), Group { vertices: Vec::new(), cells: cells.collect() });
    }
    skin.keep_points(&kept);
    Ok(Cow::Owned(skin))
}

/// Text, numbers as the shortest that read back to the same double. Groups of triangles are kept; spaces in
/// their names become `_`.
pub(super) fn obj(mesh: &FileMesh) -> Result<Vec<u8>, String> {
    let triangles_have_groups = mesh.tets.is_empty() || mesh.triangles.is_empty();
    let mesh = surface(mesh)?;
    let mut text = String::new();
    for [x, y, z] in &mesh.points {
        // Writing to memory cannot fail.
        let _ = writeln!(text, "v {x:?} {y:?} {z:?}");
    }
    for [a, b] in &mesh.edges {
        let _ = writeln!(text, "l {} {}", a + 1, b + 1);
    }
    let mut of_cell: Vec<Vec<&str>> = vec![Vec::new(); mesh.triangles.len()];
    let names: Vec<String> =
        mesh.groups.keys().map(|name| name.split_whitespace().collect::<Vec<_>>().join("_")).collect();
    if triangles_have_groups {
        for (name, group) in names.iter().zip(mesh.groups.values()).filter(|(name, _)| !name.is_empty()) {
            group.cells.iter().for_each(|cell| of_cell[*cell as usize].push(name));
        }
    }
    let mut current: &[&str] = &[];
    for ([a, b, c], groups) in mesh.triangles.iter().zip(&of_cell) {
        if groups != current {
            let _ = writeln!(text, "g {}", groups.join(" "));
            current = groups;
        }
        let _ = writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1);
    }
    Ok(text.into_bytes())
}

/// Little-endian bytes, positions as doubles.
pub(super) fn ply(mesh: &FileMesh) -> Result<Vec<u8>, String> {
    let mesh = surface(mesh)?;
    let mut head = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty double x\nproperty double y\n\
         property double z\nelement face {}\nproperty list uchar int vertex_indices\n",
        mesh.points.len(),
        mesh.triangles.len()
    );
    if !mesh.edges.is_empty() {
        head += &format!("element edge {}\nproperty int vertex1\nproperty int vertex2\n", mesh.edges.len());
    }
    if mesh.points.len() > i32::MAX as usize {
        return Err("the format numbers vertices with 31 bits: write it as .vtu".into());
    }
    let mut bytes = (head + "end_header\n").into_bytes();
    mesh.points.iter().flatten().for_each(|x| bytes.extend(x.to_le_bytes()));
    for triangle in &mesh.triangles {
        bytes.push(3);
        triangle.iter().for_each(|v| bytes.extend(v.to_le_bytes()));
    }
    mesh.edges.iter().flatten().for_each(|v| bytes.extend(v.to_le_bytes()));
    Ok(bytes)
}

/// Little-endian bytes in single precision: positions are rounded, and may fall together.
pub(super) fn stl(mesh: &FileMesh) -> Result<Vec<u8>, String> {
    let mesh = surface(mesh)?;
    let count = u32::try_from(mesh.triangles.len()).map_err(|_| "the format holds 2³² triangles at most")?;
    if count == 0 {
        return Err(
            "there are no triangles, and the format holds nothing else: write it as .vtu or .obj".into()
        );
    }
    if mesh.points.iter().flatten().any(|x| !(*x as f32).is_finite()) {
        return Err("a coordinate is too large for single precision: write it as .vtu or .ply".into());
    }
    let mut bytes = format!("{:<80}", "binary STL").into_bytes();
    bytes.extend(count.to_le_bytes());
    for triangle in &mesh.triangles {
        let corners = triangle.map(|v| mesh.points[v as usize]);
        let normal = normal(corners);
        for x in normal.iter().chain(corners.as_flattened()) {
            bytes.extend((*x as f32).to_le_bytes());
        }
        bytes.extend([0, 0]);
    }
    Ok(bytes)
}

/// The unit normal, or zero where there is none.
fn normal([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    let n = cross(sub(b, a), sub(c, a));
    let length = norm(n);
    if length > 0.0 && length.is_finite() { n.map(|x| x / length) } else { [0.0; 3] }
}
