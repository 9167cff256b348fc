//! What can be wrong with a scene, and where.

use std::fmt;
use std::ops::Deref;
use std::path::PathBuf;

use super::excerpt;

/// What sort of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The text is not TOML or JSON.
    Syntax,
    /// A key that does not exist.
    UnknownKey,
    /// A name that is not one of a key's values.
    UnknownValue,
    /// A value of another type than the key takes.
    WrongType,
    /// A required key that is not there.
    Missing,
    /// A value, or a combination of values, that no simulation can have.
    Impossible,
    /// A valid request for something this version does not have.
    Unsupported,
    /// An override (`--set KEY=VALUE`) that cannot be applied.
    Override,
}

/// Where a problem stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The scene was not read from anything.
    Nowhere,
    /// A file (or built-in scene), and the line if there is one.
    File {
        /// The file as the user named it.
        file: String,
        /// Line number, from 1.
        line: Option<usize>,
    },
    /// An override on the command line.
    Override,
}

/// One thing that is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What sort of thing is wrong.
    pub kind: Kind,
    /// Where it was written.
    pub place: Place,
    /// The key as a dotted path, for example `body.0.material.young`; empty for the scene as a whole.
    pub key: String,
    /// What is wrong and what to do.
    pub message: String,
}

impl Problem {
    /// A problem of which the place is not known yet.
    pub fn new(kind: Kind, key: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            kind,
            place: Place::Nowhere,
            key: excerpt::message(key.into()),
            message: excerpt::message(message.into()),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::Nowhere => {}
            Place::File { file, line: Some(line) } => write!(f, "{file}:{line}: ")?,
            Place::File { file, line: None } => write!(f, "{file}: ")?,
            Place::Override => f.write_str("--set ")?,
        }
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

/// Everything that is wrong with a scene, at least one thing; shown one a line. It is a list of [`Problem`]s.
#[derive(Clone, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// Fails if anything was found.
    ///
    /// # Errors
    /// What was found.
    pub fn if_any(found: Vec<Problem>) -> Result<(), Self> {
        if found.is_empty() { Ok(()) } else { Err(Self(found)) }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

/// The same lines: they are what a `main` shows that ends with them.
impl fmt::Debug for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Problems {}

impl Deref for Problems {
    type Target = [Problem];

    fn deref(&self) -> &[Problem] {
        &self.0
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl FromIterator<Problem> for Problems {
    fn from_iter<I: IntoIterator<Item = Problem>>(found: I) -> Self {
        Self(found.into_iter().collect())
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Why a scene could not be loaded or written.
#[derive(Debug, thiserror::Error)]
pub enum SceneError {
    /// The file could not be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file as the user named it.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Neither a file nor a built-in scene has this name.
    #[error("{name}: no such file, and no built-in scene of that name{hint}")]
    NotFound {
        /// What the user asked for.
        name: String,
        /// The nearest name and the list of names.
        hint: String,
    },
    /// The scene is wrong; one line per problem.
    #[error(transparent)]
    Invalid(#[from] Problems),
    /// The scene holds a value its file format cannot.
    #[error("the scene cannot be written: {0}")]
    Write(String),
}

impl SceneError {
    /// The problems of the scene itself, if that is what went wrong.
    pub fn problems(&self) -> &[Problem] {
        match self {
            Self::Invalid(problems) => problems,
            _ => &[],
        }
    }
}
