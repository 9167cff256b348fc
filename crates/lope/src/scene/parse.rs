//! Loading a scene: text, overrides, model, validation.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::build::{Built, build};
use super::builtin;
use super::de;
use super::excerpt::excerpt;
use super::input;
use super::model::Scene;
use super::nearest::hint;
use super::overrides;
use super::problem::{Problem, Problems, SceneError};
use super::source::Source;

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
    pub(super) source: Option<Arc<Source>>,
}

impl Scene {
    /// Loads a file, TOML or JSON, with overrides `KEY=VALUE` by dotted path.
    ///
    /// # Errors
    /// If the file cannot be read, or everything that is wrong with the scene.
    pub fn load(path: &Path, overrides: &[String]) -> Result<Loaded, SceneError> {
        let text =
            input::read_scene(path).map_err(|source| SceneError::Read { path: path.into(), source })?;
        let (scene, source) = Self::read(&path.display().to_string(), &text, overrides)?;
        let name =
            path.file_stem().map_or_else(|| "scene".into(), |stem| stem.to_string_lossy().into_owned());
        let directory = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Ok(Loaded { scene, name, directory, source: Some(Arc::new(source)) })
    }

    /// Loads the file of that path, or else the built-in scene of that name.
    ///
    /// # Errors
    /// If there is neither, or as [`Scene::load`].
    pub fn open(path_or_name: &str, overrides: &[String]) -> Result<Loaded, SceneError> {
        let path = Path::new(path_or_name);
        if path.is_file() {
            return Self::load(path, overrides);
        }
        match builtin::find(path_or_name) {
            Some(scene) => scene.load(overrides),
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

    /// Reads a scene from text; `file` names it in messages and, by its extension, its format. The result is
    /// resolved and valid.
    ///
    /// # Errors
    /// What is wrong with the text, or everything that is wrong with the scene.
    pub fn from_text(file: &str, text: &str, overrides: &[String]) -> Result<Self, SceneError> {
        Self::read(file, text, overrides).map(|(scene, _)| scene)
    }

    pub(super) fn read(file: &str, text: &str, overrides: &[String]) -> Result<(Self, Source), SceneError> {
        let one = |problem: Problem| SceneError::Invalid(problem.into());
        let mut source = Source::read(file, text).map_err(one)?;
        for set in overrides {
            overrides::apply(&mut source, set).map_err(one)?;
        }
        let mut scene: Self = de::read(&source.tree).map_err(|problem| one(source.locate(problem)))?;
        scene.resolve();
        let locate =
            |problems: Problems| problems.into_iter().map(|problem| source.locate(problem)).collect();
        scene.validate().map_err(|problems| SceneError::Invalid(locate(problems)))?;
        Ok((scene, source))
    }
}

impl Loaded {
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
        build(&self.scene, &self.directory).map_err(|problems| {
            let locate = |problem| match &self.source {
                Some(source) => source.locate(problem),
                None => problem,
            };
            SceneError::Invalid(problems.into_iter().map(locate).collect())
        })
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
