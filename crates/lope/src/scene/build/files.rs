//! What a scene names and does not hold, meshes and frames of runs: files, for whoever has them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::geometry::FileMesh;
use crate::scene::model::{Scene, State};

/// Gives the meshes that a scene names, and the frames of runs it goes on from. The engine reads no files: a directory of them is in
/// `lope-io`, and a page or a game has its own.
pub trait MeshSource {
    /// The mesh of this name, as the scene writes it.
    ///
    /// # Errors
    /// The name, what is wrong and what to do, in one line.
    fn mesh(&self, name: &str) -> Result<NamedMesh, String>;

    /// A frame of the run of this name, as the scene writes it; the last one if no number is given. Whoever keeps no runs has none.
    ///
    /// # Errors
    /// The name, what is wrong, which frames there are and what to do, in one line.
    fn frame(&self, run: &str, _number: Option<u32>) -> Result<NamedFrame, String> {
        Err(format!("{run}: no run can be read here; take lope-io, which reads directories"))
    }
}

/// A frame of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamedFrame {
    /// Its number.
    pub number: u32,
    /// Its time in that run, s.
    pub time: f64,
    /// Bodies in it.
    pub bodies: Vec<FrameBody>,
    /// As of a mesh.
    pub digest: String,
}

/// A body in a frame: nodes, also where a surface rides along.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameBody {
    /// Its name.
    pub name: String,
    /// Positions, m.
    pub points: Vec<[f64; 3]>,
    /// Velocities, m/s; empty if the frame does not have them.
    pub velocities: Vec<[f64; 3]>,
    /// The nodes of all elements, one after the other.
    pub cells: Vec<u32>,
    /// Nodes of one element.
    pub arity: usize,
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

/// Gets the meshes and frames of a scene and keeps their words.
pub(super) struct Files<'a> {
    source: &'a dyn MeshSource,
    /// By the name in the scene.
    digests: RefCell<BTreeMap<String, String>>,
    /// Frames, which many bodies may ask for.
    frames: RefCell<BTreeMap<State, Result<Rc<NamedFrame>, String>>>,
}

impl<'a> Files<'a> {
    /// From a source.
    pub(super) fn new(source: &'a dyn MeshSource) -> Self {
        Self { source, digests: RefCell::default(), frames: RefCell::default() }
    }

    /// Gets a mesh.
    pub(super) fn mesh(&self, name: &str) -> Result<FileMesh, String> {
        let NamedMesh { mesh, digest } = self.source.mesh(name)?;
        self.digests.borrow_mut().insert(name.to_owned(), digest);
        Ok(mesh)
    }

    /// Gets a frame; of one run there may be several.
    pub(super) fn frame(&self, state: &State) -> Result<Rc<NamedFrame>, String> {
        let mut frames = self.frames.borrow_mut();
        let read = || {
            let frame = self.source.frame(&state.run, state.frame)?;
            let mut digests = self.digests.borrow_mut();
            let words = digests.entry(state.run.clone()).or_default();
            *words = format!("{words}{}.", frame.digest);
            Ok(Rc::new(frame))
        };
        frames.entry(state.clone()).or_insert_with(read).clone()
    }

    /// A word for the content of every file of the scene, in the order of [`Scene::files`].
    pub(super) fn digests(&self, scene: &Scene) -> Vec<String> {
        let digests = self.digests.borrow();
        scene.files().iter().map(|(_, name)| digests.get(name).cloned().unwrap_or_default()).collect()
    }
}
