//! Scenes that come with the program: `lope run NAME`.

use super::model::Scene;
use super::problem::SceneError;

/// A scene that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its TOML text.
    pub text: &'static str,
}

macro_rules! embed {
    ($($name:literal),+ $(,)?) => {
        &[$(Builtin { name: $name, text: include_str!(concat!("../../../../scenes/", $name, ".toml")) }),+]
    };
}

/// Every built-in scene: all files of `scenes/`, which a test checks.
pub const SCENES: &[Builtin] = embed![
    "balloon",
    "bar-20k",
    "bar-70k",
    "bear",
    "cloth",
    "drop",
    "eight",
    "finger",
    "jelly",
    "paper",
    "pile",
    "press",
    "roll",
    "stretch",
    "tablecloth",
    "touch",
    "twist"
];

/// The scene that `lope run` shows when none is named.
pub const DEFAULT: &str = "twist";

/// The scene that `lope view` shows when none is named: one that runs in real time and is good to take hold of.
pub const TOUCH: &str = "touch";

/// The built-in scene of that name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    SCENES.iter().find(|scene| scene.name == name)
}

impl Builtin {
    /// The scene with overrides `KEY=VALUE`.
    ///
    /// # Errors
    /// Everything an override made wrong.
    pub fn scene(&self, overrides: &[String]) -> Result<Scene, SceneError> {
        Scene::from_text(&self.file(), self.text, overrides)
    }

    /// The name of the file it would be.
    pub fn file(&self) -> String {
        format!("{}.toml", self.name)
    }

    /// What the scene shows, in a line.
    pub fn title(&self) -> &'static str {
        let quoted = |line: &'static str| line.strip_prefix("title = \"")?.strip_suffix('"');
        self.text.lines().find_map(quoted).unwrap_or_default()
    }
}
