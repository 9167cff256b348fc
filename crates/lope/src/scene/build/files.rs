//! The meshes that a scene names and does not hold: files, for whoever has them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::geometry::FileMesh;
use crate::scene::model::Scene;

/// Gives the meshes that a scene names. The engine reads no files: a directory of them is in `lope-io`, and a page or a
/// game has its own.
pub trait MeshSource {
    /// The mesh of this name, as the scene writes it.
    ///
    /// # Errors
    /// The name, what is wrong and what to do, in one line.
    fn mesh(&self, name: &str) -> Result<NamedMesh, String>;
}

/// What a source gives for a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamedMesh {
    /// The mesh.
    pub mesh: FileMesh,
    /// A word for its content, another one for another content: a run knows by it what it was started with.
    pub digest: String,
}

/// Has no mesh.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl MeshSource for NoFiles {
    fn mesh(&self, name: &str) -> Result<NamedMesh, String> {
        Err(format!(
            "{name}: no file can be read here; hold the mesh in memory, or build with a source of meshes (lope-io reads \
             directories)"
        ))
    }
}

/// Gets the meshes of a scene and keeps their words.
pub(super) struct Files<'a> {
    source: &'a dyn MeshSource,
    /// By the name in the scene.
    digests: RefCell<BTreeMap<String, String>>,
}

impl<'a> Files<'a> {
    /// From a source.
    pub(super) fn new(source: &'a dyn MeshSource) -> Self {
        Self { source, digests: RefCell::default() }
    }

    /// Gets a mesh.
    pub(super) fn mesh(&self, name: &str) -> Result<FileMesh, String> {
        let NamedMesh { mesh, digest } = self.source.mesh(name)?;
        self.digests.borrow_mut().insert(name.to_owned(), digest);
        Ok(mesh)
    }

    /// A word for the content of every file of the scene, in the order of [`Scene::files`].
    pub(super) fn digests(&self, scene: &Scene) -> Vec<String> {
        let digests = self.digests.borrow();
        scene.files().iter().map(|(_, name)| digests.get(name).cloned().unwrap_or_default()).collect()
    }
}
