//! lope and meshio read each other's files with equal arrays.
//!
//! Needs Python with meshio, so it does not run by itself: `cargo xtask meshio` installs both below `target` and
//! runs it, and is part of `cargo xtask test`. The variable `LOPE_MESHIO_PYTHON` names the interpreter.

// All of this is a test: what goes wrong should fail it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use lope::geometry::FileMesh;
use lope::geometry::boundary;
use lope::geometry::shape::cuboid;
use lope_io::mesh_file::{Format, read_mesh, write_mesh};

/// Runs the Python half.
fn python(task: &str, folder: &Path) {
    let interpreter = std::env::var_os("LOPE_MESHIO_PYTHON")
        .expect("LOPE_MESHIO_PYTHON is not set: run this test by `cargo xtask meshio`");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/meshio/check.py");
    let output = Command::new(interpreter).arg(script).arg(task).arg(folder).output().unwrap();
    println!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A bent bar with its surface, in coordinates that need all their digits.
fn bar() -> FileMesh {
    let mut mesh = cuboid([1.0, 2.0, 3.0], [3, 4, 5]).unwrap();
    for point in &mut mesh.points {
        let [x, y, z] = *point;
        *point = [x + 0.1 * (3.0 * z).sin(), y / 3.0, z + 1e-7 * x.exp()];
    }
    let triangles = boundary(&mesh).triangles;
    FileMesh { points: mesh.points, tets: mesh.tets, triangles, ..FileMesh::default() }
}

/// A folder with the arrays of a mesh.
fn folder(name: &str, mesh: &FileMesh) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.join("ours")).unwrap();
    fs::create_dir_all(path.join("theirs")).unwrap();
    let numbers = |list: &[u32]| list.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
    let points: Vec<u8> = mesh.points.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
    fs::write(path.join("points.bin"), points).unwrap();
    fs::write(path.join("tets.bin"), numbers(mesh.tets.as_flattened())).unwrap();
    fs::write(path.join("triangles.bin"), numbers(mesh.triangles.as_flattened())).unwrap();
    path
}

#[test]
#[ignore = "needs Python with meshio: run it by `cargo xtask meshio`"]
fn meshio_reads_what_lope_writes() {
    let mesh = bar();
    let folder = folder("meshio-reads", &mesh);
    let ours = folder.join("ours");
    let all = [
        ("text.msh", Format::Gmsh41Text),
        ("binary.msh", Format::Gmsh41Binary),
        ("zlib.vtu", Format::Vtu),
        ("surface.obj", Format::Obj),
        ("surface.ply", Format::Ply),
        ("surface.stl", Format::Stl),
    ];
    for (name, format) in all {
        write_mesh(&ours.join(name), &mesh, Some(format)).unwrap();
    }
    python("read", &folder);
}

#[test]
#[ignore = "needs Python with meshio: run it by `cargo xtask meshio`"]
fn lope_reads_what_meshio_writes() {
    let mesh = bar();
    let folder = folder("meshio-writes", &mesh);
    python("write", &folder);
    let mut count = 0;
    for entry in fs::read_dir(folder.join("theirs")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let read = read_mesh(&path).unwrap_or_else(|error| panic!("{error}"));
        if name.ends_with(".stl") {
            // Single precision, in text with as many digits; vertices are found by their places.
            let place = |mesh: &FileMesh, v: u32| mesh.points[v as usize].map(|x| x as f32);
            let corners = |mesh: &FileMesh| -> Vec<[f32; 3]> {
                mesh.triangles.iter().flatten().map(|v| place(mesh, *v)).collect()
            };
            assert_eq!(corners(&read), corners(&mesh), "{name}");
        } else if name == "solid-text.vtu" {
            // meshio writes twelve digits here, and as many come back.
            let twelve = |mesh: &FileMesh| -> Vec<String> {
                mesh.points.as_flattened().iter().map(|x| format!("{x:.11e}")).collect()
            };
            assert!(twelve(&read) == twelve(&mesh) && read.tets == mesh.tets, "{name}");
        } else if name.starts_with("solid") {
            assert!(read.points == mesh.points && read.tets == mesh.tets, "{name}");
        } else {
            assert!(read.points == mesh.points && read.triangles == mesh.triangles, "{name}");
        }
        count += 1;
    }
    assert_eq!(count, 21, "files by meshio");
}
