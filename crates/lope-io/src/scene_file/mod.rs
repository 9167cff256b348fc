//! Scenes from disk: loading one, and building it with the meshes beside it.

mod directory;
mod left;

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use lope::Simulation;
use lope::scene::build::{Built, Start, build_with, start_with};
use lope::scene::builtin::{self, Builtin};
use lope::scene::excerpt::excerpt;
use lope::scene::nearest::hint;
use lope::scene::{Problems, Scene, SceneError, Source};

pub use directory::{Directory, make_mesh};

use crate::input;

/// A scene that was loaded: resolved and valid.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The scene, every default filled in.
    pub scene: Scene,
    /// Its short name: the file's without extension, or the built-in scene's. The default output directory is
    /// `out/` and this.
    pub name: String,
    /// The directory that paths in the scene are relative to.
    pub directory: PathBuf,
    /// The lines of its keys, for problems that only building finds; none for a scene made otherwise.
    source: Option<Arc<Source>>,
}

/// Builds the world of a valid scene, with mesh files relative to `directory`. All problems are returned at once, each
/// with its key.
///
/// # Errors
/// Everything that only shows when the scene is built.
pub fn build(scene: &Scene, directory: &Path) -> Result<Built, Problems> {
    build_with(scene, &Directory::new(directory))
}

impl Loaded {
    /// Loads a file, TOML or JSON, with overrides `KEY=VALUE` by dotted path.
    ///
    /// # Errors
    /// If the file cannot be read, or everything that is wrong with the scene.
    pub fn load(path: &Path, overrides: &[String]) -> Result<Self, SceneError> {
        let text =
            input::read_scene(path).map_err(|source| SceneError::Read { path: path.into(), source })?;
        let (scene, source) = Scene::read(&path.display().to_string(), &text, overrides)?;
        let name =
            path.file_stem().map_or_else(|| "scene".into(), |stem| stem.to_string_lossy().into_owned());
        let directory = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Ok(Self { scene, name, directory, source: Some(Arc::new(source)) })
    }

    /// Loads a scene that comes with the program, with overrides `KEY=VALUE`.
    ///
    /// # Errors
    /// Everything an override made wrong.
    pub fn builtin(builtin: &Builtin, overrides: &[String]) -> Result<Self, SceneError> {
        let (scene, source) = Scene::read(&builtin.file(), builtin.text, overrides)?;
        let source = Some(Arc::new(source));
        Ok(Self { scene, name: builtin.name.into(), directory: PathBuf::new(), source })
    }

    /// Loads the file of that path, or else the built-in scene of that name.
    ///
    /// # Errors
    /// If there is neither, or as [`Loaded::load`].
    pub fn open(path_or_name: &str, overrides: &[String]) -> Result<Self, SceneError> {
        let path = Path::new(path_or_name);
        if path.is_file() {
            return Self::load(path, overrides);
        }
        match builtin::find(path_or_name) {
            Some(scene) => Self::builtin(scene, overrides),
            None if path.exists() => Self::load(path, overrides),
            None => {
                let names: Vec<&str> = builtin::SCENES.iter().map(|scene| scene.name).collect();
                Err(SceneError::NotFound {
                    name: excerpt(path_or_name).into(),
                    hint: hint(path_or_name, &names),
                })
            }
        }
    }

    /// The scene of a simulation written in Rust, with mesh files relative to `directory`: to be run, recorded or
    /// rendered.
    ///
    /// # Errors
    /// Everything that is wrong with it, as far as can be said without building it.
    pub fn simulation(simulation: &Simulation, directory: &Path) -> Result<Self, Problems> {
        let scene = simulation.scene_with(&Directory::new(directory))?;
        Ok(Self { scene, name: "simulation".into(), directory: directory.into(), source: None })
    }

    /// A scene made by a program, as if it had been loaded: resolved and valid. Paths in it are relative to `directory`.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn new(mut scene: Scene, name: &str, directory: &Path) -> Result<Self, Problems> {
        scene.resolve();
        scene.validate()?;
        Ok(Self { scene, name: name.into(), directory: directory.into(), source: None })
    }

    /// Builds the world: reads meshes, selects pins, makes energies.
    ///
    /// # Errors
    /// Everything that only shows when the scene is built, with file, line and key.
    pub fn build(&self) -> Result<Built, SceneError> {
        build(&self.scene, &self.directory).map_err(|problems| self.located(problems))
    }

    /// Where things start if barriers keep them apart, also if the scene is refused because they cross or touch.
    ///
    /// # Errors
    /// Everything else that only shows when the scene is built, with file, line and key.
    pub fn start(&self) -> Result<Option<Start>, SceneError> {
        start_with(&self.scene, &Directory::new(&self.directory)).map_err(|problems| self.located(problems))
    }

    fn located(&self, problems: Problems) -> SceneError {
        let locate = |problem| match &self.source {
            Some(source) => source.locate(problem),
            None => problem,
        };
        SceneError::Invalid(problems.into_iter().map(locate).collect())
    }

    /// The file a path in the scene means.
    pub fn path_of(&self, file: &str) -> PathBuf {
        self.directory.join(file)
    }

    /// The resolved scene as TOML, to be written into the directory `into`: paths are rewritten so that they mean
    /// the same files from there.
    ///
    /// # Errors
    /// If the working directory is not known, or as [`Scene::resolved_toml`].
    pub fn resolved_toml(&self, into: &Path) -> Result<String, SceneError> {
        let absolute = |path: &Path| -> Result<PathBuf, SceneError> {
            std::path::absolute(path)
                .map(|path| tidy(&path))
                .map_err(|error| SceneError::Write(error.to_string()))
        };
        // An empty path, a scene in the working directory, has no absolute form of its own.
        let into = absolute(&Path::new(".").join(into))?;
        let here = absolute(&Path::new(".").join(&self.directory))?;
        let mut scene = self.scene.clone();
        let moved = |path: &str| relative(&tidy(&here.join(path)), &into).display().to_string();
        scene.visit_files(&mut |_, path| *path = moved(path));
        scene.output.directory = scene.output.directory.as_deref().map(moved);
        scene.resolved_toml()
    }
}

/// Takes `.` and `..` out of an absolute path, as text.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = tidy.pop(),
            other => tidy.push(other),
        }
    }
    tidy
}

/// The way from the directory `from` to `target`, both absolute.
fn relative(target: &Path, from: &Path) -> PathBuf {
    let shared = target.components().zip(from.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return target.into();
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(target.components().skip(shared)).collect()
}

#[cfg(test)]
mod tests;
