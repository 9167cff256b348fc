//! What a run leaves behind: frames, the table of steps, the summary and the checkpoint.
//!
//! Every file here is either complete or absent. Files that are replaced ([`atomic`]) go through a temporary
//! name, are forced to disk and then renamed; the one file that grows ([`stats`]) is flushed a row at a time
//! and its reader forgives a last line cut short. A run that is killed can therefore always be resumed, and a
//! viewer that reads while the run writes never sees half a frame.
//!
//! Nothing here depends on the clock, on hashing order or on the number of threads: the same run writes the
//! same bytes.

pub mod atomic;
pub mod checkpoint;
pub mod csv;
pub mod forces;
pub mod probes;
pub mod pvd;
pub mod stats;
pub mod summary;
pub mod vtu;
pub(crate) mod xml;

use std::io;
use std::path::{Path, PathBuf};

/// Directory of the obstacles, beside that of the frames.
pub const OBSTACLES: &str = "obstacles";

/// What went wrong with a file of a run: always the file, the cause and what to do.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The system refused.
    #[error("cannot {action} {}: {source}; {remedy}", path.display())]
    Io {
        /// What was tried, as in "write".
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
        /// What to do about it.
        remedy: &'static str,
    },
    /// The file is there but does not say what it should.
    #[error("{}: {what}; {remedy}", path.display())]
    Content {
        /// The file or directory.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// The data handed to a writer do not fit together: a mistake of the caller, not of the disk.
    #[error("{what}")]
    Shape {
        /// Which array has which length, and which it should have.
        what: String,
    },
}

/// Result of the writers and readers of this module.
pub type Result<T> = std::result::Result<T, OutputError>;

impl OutputError {
    /// An error of the system, with the remedy its kind suggests.
    pub fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        use io::ErrorKind as Kind;
        let remedy = match source.kind() {
            Kind::NotFound => "check the path",
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => {
                "choose a place you may write with -o DIR, or change its permissions"
            }
            Kind::StorageFull | Kind::QuotaExceeded => "free some space, or write elsewhere with -o DIR",
            Kind::NotADirectory | Kind::IsADirectory | Kind::AlreadyExists => {
                "a file stands where a directory is needed, or the reverse: move it, or choose another -o DIR"
            }
            Kind::InvalidInput | Kind::FileTooLarge => "it was not written by lope; run the scene again",
            _ => "check the disk, or choose another place with -o DIR",
        };
        Self::Io { action, path: path.to_owned(), source, remedy }
    }

    /// An error in what a file says.
    pub fn content(path: &Path, what: impl Into<String>, remedy: &'static str) -> Self {
        Self::Content { path: path.to_owned(), what: what.into(), remedy }
    }

    /// An error in what a caller handed over.
    pub fn shape(what: impl Into<String>) -> Self {
        Self::Shape { what: what.into() }
    }
}

/// Name of a body's file of one frame, `cube_000012.vtu`: characters that a file system or a shell could
/// take amiss become `-`, and the number is padded so that names sort by time.
pub fn frame_file_name(body: &str, frame: usize, extension: &str) -> String {
    let safe: String =
        body.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' }).collect();
    let name = if safe.is_empty() { "body" } else { &safe };
    format!("{name}_{frame:06}.{extension}")
}

/// Name of the file beside that, `cube_000012.nodes.vtu`, with the nodes of a body that is shown by a surface that rides along. No body
/// has such a name.
pub fn nodes_file_name(body: &str, frame: usize) -> String {
    frame_file_name(body, frame, "nodes.vtu")
}

/// A directory for one test, removed when it goes out of scope.
#[cfg(test)]
pub(crate) mod test_directory {
    use std::path::{Path, PathBuf};

    pub(crate) struct TestDirectory(PathBuf);

    impl TestDirectory {
        pub(crate) fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("lope-test-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        pub(crate) fn path(&self) -> &Path {
            &self.0
        }
    }

    impl Drop for TestDirectory {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_names_are_safe_and_sort_by_time() {
        assert_eq!(frame_file_name("cube", 12, "vtu"), "cube_000012.vtu");
        assert_eq!(frame_file_name("../a b", 0, "obj"), "---a-b_000000.obj");
        assert_eq!(frame_file_name("", 1, "vtu"), "body_000001.vtu");
        assert!(frame_file_name("a", 9, "vtu") < frame_file_name("a", 10, "vtu"));
    }
}
