//! Text to a scene: overrides, model, validation.

use super::de;
use super::model::Scene;
use super::overrides;
use super::problem::{Problem, Problems, SceneError};
use super::source::Source;

impl Scene {
    /// Reads a scene from text; `file` names it in messages and, by its extension, its format. `overrides` are
    /// `KEY=VALUE` by dotted path. The result is resolved and valid.
    ///
    /// # Errors
    /// What is wrong with the text, or everything that is wrong with the scene.
    pub fn from_text(file: &str, text: &str, overrides: &[String]) -> Result<Self, SceneError> {
        Self::read(file, text, overrides).map(|(scene, _)| scene)
    }

    /// As [`Scene::from_text`], with the lines of its keys: for problems that only building finds.
    ///
    /// # Errors
    /// As [`Scene::from_text`].
    pub fn read(file: &str, text: &str, overrides: &[String]) -> Result<(Self, Source), SceneError> {
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
