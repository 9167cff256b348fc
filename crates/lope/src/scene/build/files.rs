//! The files that a scene reads, and what was in them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::scene::input;
use crate::scene::mesh_file::{FileMesh, MeshFileError, read_mesh_with};
use crate::scene::model::Scene;
use crate::scene::output::checkpoint::checksum;

/// Reads files of a scene and keeps a checksum of each, so that a run knows what it was started with.
pub(super) struct Files<'a> {
    directory: &'a Path,
    /// Under the path in the scene, what was read for it: a mesh may be in several files.
    read: RefCell<BTreeMap<String, BTreeMap<PathBuf, u64>>>,
}

impl<'a> Files<'a> {
    /// Of a scene with paths relative to `directory`.
    pub(super) fn new(directory: &'a Path) -> Self {
        Self { directory, read: RefCell::default() }
    }

    /// Reads a mesh.
    pub(super) fn mesh(&self, path: &str) -> Result<FileMesh, MeshFileError> {
        read_mesh_with(&self.directory.join(path), &|file| {
            let bytes = input::read(file)?;
            let sum = checksum(&bytes);
            self.read.borrow_mut().entry(path.to_owned()).or_default().insert(file.to_owned(), sum);
            Ok(bytes)
        })
    }

    /// A message about a file of a scene: if it is not there, where it was looked for.
    pub(super) fn in_scene(&self, file: Option<&str>, message: String) -> String {
        match file {
            Some(file) if !self.directory.join(file).exists() => {
                message + "; paths are relative to the scene file"
            }
            _ => message,
        }
    }

    /// A word for the content of every file of the scene, in the order of [`Scene::files`].
    pub(super) fn digests(&self, scene: &Scene) -> Vec<String> {
        let read = self.read.borrow();
        let word = |path: &String| {
            let sums = read.get(path).into_iter().flat_map(BTreeMap::values);
            sums.map(|sum| format!("{sum:016x}")).collect::<Vec<_>>().join("-")
        };
        scene.files().iter().map(|(_, path)| word(path)).collect()
    }
}
