//! The files of a scene, and what was in them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;

use lope::geometry::FileMesh;
use lope::scene::Problem;
use lope::scene::build::{MeshSource, NamedFrame, NamedMesh};
use lope::scene::model::Mesh;

use super::left;
use crate::input;
use crate::mesh_file::read_mesh_with;
use crate::output::checkpoint::checksum;

/// A directory from which the meshes of a scene are read, and the runs it goes on from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directory {
    path: PathBuf,
}

impl Directory {
    /// Paths in the scene are relative to this one; an empty one is the working directory.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Reads a mesh and, for a run to know what it was started with, a checksum of every file it is in.
    fn read(&self, name: &str) -> Result<NamedMesh, String> {
        let sums = RefCell::<BTreeMap<PathBuf, u64>>::default();
        let content = |file: &std::path::Path| {
            let bytes = input::read(file)?;
            sums.borrow_mut().insert(file.to_owned(), checksum(&bytes));
            Ok(bytes)
        };
        let mesh = read_mesh_with(&self.path.join(name), &content).map_err(|error| error.to_string())?;
        let words: Vec<String> = sums.borrow().values().map(|sum| format!("{sum:016x}")).collect();
        Ok(NamedMesh { mesh, digest: words.join("-") })
    }
}

impl MeshSource for Directory {
    fn mesh(&self, name: &str) -> Result<NamedMesh, String> {
        self.read(name).map_err(|message| match self.path.join(name).exists() {
            true => message,
            false => message + "; paths are relative to the scene file",
        })
    }

    fn frame(&self, run: &str, number: Option<u32>) -> Result<NamedFrame, String> {
        left::read(&self.path.join(run), number).map_err(|what| format!("{run}: {what}"))
    }
}

/// The mesh that `mesh = { … }` asks for outside of a scene, in its own coordinates and not yet checked; paths are
/// relative to the directory, and `progress` hears the done fraction of long work.
///
/// # Errors
/// What is missing, impossible or unreadable, with its key.
pub fn make_mesh(
    mesh: &Mesh,
    directory: impl Into<PathBuf>,
    progress: &mut dyn FnMut(f64),
) -> Result<FileMesh, Problem> {
    lope::scene::make_mesh(mesh, &Alone(Directory::new(directory)), progress)
}

/// A directory without a scene that paths could be relative to.
struct Alone(Directory);

impl MeshSource for Alone {
    fn mesh(&self, name: &str) -> Result<NamedMesh, String> {
        self.0.read(name)
    }
}
