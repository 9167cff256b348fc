//! Reading mesh files: how long it takes to make a mesh of a file, against having its bytes in memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lope::geometry::FileMesh;
use lope_io::mesh_file::{Format, read_mesh, write_mesh};

use super::Session;
use super::clock::compete_by;
use super::cube;
use super::row::{Goal, Row};

/// Cells along the edge of the cube: 1,029,000 tetrahedra.
const CELLS: u32 = 56;

/// Goal for binary files, whose numbers need no parsing: half the speed of reading the bytes.
const BINARY: Goal = Goal::AtLeast(0.5);

/// Goal for text, MB/s.
const TEXT: f64 = 100.0;

/// Time for each file.
const BUDGET: Duration = Duration::from_millis(2000);

/// What is measured: a name, a file name, the format, and the goal.
const FILES: [(&str, &str, Format, Option<Goal>); 3] = [
    ("Gmsh 4.1 binary", "binary.msh", Format::Gmsh41Binary, Some(BINARY)),
    ("Gmsh 4.1 text", "text.msh", Format::Gmsh41Text, None),
    ("VTU, zlib", "zlib.vtu", Format::Vtu, None),
];

/// Measures the readers on files that the system has in memory.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    let solid = cube::mesh(CELLS)?;
    let mesh = FileMesh { points: solid.points, tets: solid.tets, ..FileMesh::default() };
    let folder = Folder::new()?;
    for (name, file, format, goal) in FILES {
        (session.say)(&format!("mesh-io: {name}"));
        let path = folder.0.join(file);
        write_mesh(&path, &mesh, Some(format)).map_err(|e| e.to_string())?;
        let (seconds, plain, megabytes) = race(&path, &mesh)?;
        let row =
            Row::new("mesh-io", format!("reading {name}, {megabytes:.0} MB"), megabytes / seconds, "MB/s");
        let against = format!("its bytes alone, {:.0} MB/s", megabytes / plain);
        session.rows.push(row.percent(plain / seconds, against, goal));
        if format == Format::Gmsh41Text {
            let row = Row::new("mesh-io", format!("parsing {name}"), megabytes / seconds, "MB/s");
            let ratio = megabytes / seconds / TEXT;
            session.rows.push(row.times(ratio, format!("{TEXT} MB/s"), Some(Goal::AtLeast(1.0))));
        }
    }
    Ok(())
}

/// Best seconds of reading the mesh and of reading the bytes, and the size in MB.
fn race(path: &Path, mesh: &FileMesh) -> Result<(f64, f64, f64), String> {
    let read = read_mesh(path).map_err(|e| e.to_string())?;
    if read.tets != mesh.tets || read.points != mesh.points {
        return Err(format!("{}: another mesh was read than was written", path.display()));
    }
    let size = fs::metadata(path).map_err(|e| e.to_string())?.len();
    let mut failed = None;
    let [seconds, plain] = compete_by(BUDGET, |k| {
        let error = match k {
            0 => read_mesh(path).map(|mesh| drop(std::hint::black_box(mesh))).map_err(|e| e.to_string()),
            _ => fs::read(path).map(|bytes| drop(std::hint::black_box(bytes))).map_err(|e| e.to_string()),
        };
        failed = failed.take().or(error.err());
    });
    match failed {
        Some(error) => Err(error),
        None => Ok((seconds, plain, size as f64 / 1e6)),
    }
}

/// A folder of its own, gone when the benchmark is over.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        let path = std::env::temp_dir().join(format!("lope-bench-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
