//! What can be wrong with a mesh file.

use std::fmt;
use std::io;
use std::path::PathBuf;

use lope::scene::excerpt;

use super::READERS;

/// Why a mesh file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum MeshFileError {
    /// There is no such file.
    #[error("{}: no such file", .path.display())]
    Missing {
        /// Path of the file.
        path: PathBuf,
    },
    /// The system refuses to read it.
    #[error("{}: {source}", .path.display())]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is nothing in it.
    #[error("{}: the file is empty; export the mesh again", .path.display())]
    Empty {
        /// Path of the file.
        path: PathBuf,
    },
    /// No reader knows content or ending.
    #[error("{}: not a mesh format that can be read; convert it to one of: {}", .path.display(), known())]
    Unknown {
        /// Path of the file.
        path: PathBuf,
    },
    /// The reader of its format found something wrong.
    #[error("{}{source}", place(.path, .source.line))]
    Broken {
        /// Path of the file.
        path: PathBuf,
        /// Name of the format.
        format: &'static str,
        /// What is wrong.
        source: ReadError,
    },
    /// The ending of a file to be written does not say in which format.
    #[error("{}: not a mesh format that can be written; end the name in one of: .vtu, .msh, .obj, .ply, .stl", .path.display())]
    UnknownEnding {
        /// Path of the file.
        path: PathBuf,
    },
    /// The mesh cannot be written in this format.
    #[error("{}: {what}", .path.display())]
    Unfit {
        /// Path of the file.
        path: PathBuf,
        /// What the format cannot hold, and what to do.
        what: String,
    },
    /// The system refuses to write it.
    #[error("{}: {source}; check that the folder is there and may be written to", .path.display())]
    Unwritable {
        /// Path of the file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// `file:line: `, as compilers write it and editors understand.
fn place(path: &std::path::Path, line: Option<usize>) -> String {
    match line {
        Some(line) => format!("{}:{line}: ", path.display()),
        None => format!("{}: ", path.display()),
    }
}

fn known() -> String {
    let format = |reader: &&dyn super::MeshReader| {
        let endings: Vec<String> = reader.endings().iter().map(|ending| format!(".{ending}")).collect();
        format!("{} ({})", reader.name(), endings.join(", "))
    };
    READERS.iter().map(format).collect::<Vec<_>>().join(", ")
}

/// Classes of what is wrong inside a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// Something else was expected at this place.
    Unexpected,
    /// The file ends too early.
    Truncated,
    /// An announced number of things is not the number there are.
    Count,
    /// A cell or an entity refers to something that is not there, or is there twice.
    Reference,
    /// A coordinate is NaN or infinite.
    NotFinite,
    /// A variant of the format that is not read.
    Unsupported,
    /// There is nothing in the file that a mesh can be made of.
    Nothing,
    /// A file that belongs to this one is missing.
    Partner,
}

/// What a reader found wrong with the content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Class of the error.
    pub kind: ReadErrorKind,
    /// Line of the file, from 1, where the format has lines.
    pub line: Option<usize>,
    /// What was expected and what was found.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl ReadError {
    /// An error without a line, with the remedy that usually fits.
    pub(super) fn new(kind: ReadErrorKind, message: String) -> Self {
        let remedy = match kind {
            ReadErrorKind::Unexpected | ReadErrorKind::Count | ReadErrorKind::Reference => {
                "the file is damaged or was edited by hand, export it again"
            }
            ReadErrorKind::Truncated => "the file is cut off, export or copy it again",
            ReadErrorKind::NotFinite => "correct the coordinate in the program the mesh comes from",
            ReadErrorKind::Unsupported | ReadErrorKind::Nothing => "convert it first",
            ReadErrorKind::Partner => "put the other file beside it",
        };
        ReadError { kind, line: None, message: excerpt::message(message), remedy: remedy.into() }
    }

    /// The same error with a better remedy.
    pub(super) fn remedy(mut self, remedy: &str) -> Self {
        self.remedy = remedy.into();
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.remedy)
    }
}

impl std::error::Error for ReadError {}
