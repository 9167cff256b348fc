//! The directory of a run.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::scene::output::{OutputError, atomic};

/// What a run may have left in its directory, and a new run may remove.
const OURS: &[&str] = &[
    "scene.toml",
    "stats.csv",
    "summary.json",
    "log.txt",
    "frames",
    "obstacles",
    "checkpoint",
    "failure",
    "plots",
];

/// A directory that a run may write to.
#[derive(Clone, Debug)]
pub struct RunDirectory {
    path: PathBuf,
}

impl RunDirectory {
    /// Checks that `path` can be written and is not somebody else's: new, empty, or an earlier run.
    pub fn prepare(path: &Path) -> Result<Self, OutputError> {
        if path.is_dir() && !path.join("scene.toml").is_file() {
            let mut entries = fs::read_dir(path).map_err(|e| OutputError::io("read", path, e))?;
            if entries.next().is_some() {
                return Err(OutputError::content(
                    path,
                    "is not empty and holds no earlier run",
                    "choose another directory with -o DIR",
                ));
            }
        }
        atomic::create_directory(path)?;
        // Only writing tells whether one may write.
        let probe = path.join(".lope-probe");
        fs::write(&probe, b"").map_err(|e| OutputError::io("write to", path, e))?;
        fs::remove_file(&probe).map_err(|e| OutputError::io("write to", path, e))?;
        Ok(Self { path: path.to_owned() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line to the log.
    pub(super) fn log(&self, line: &str) -> Result<(), OutputError> {
        let path = self.path.join("log.txt");
        let log = fs::OpenOptions::new().create(true).append(true).open(&path);
        log.and_then(|mut log| writeln!(log, "{line}")).map_err(|e| OutputError::io("write to", &path, e))
    }

    /// Removes what an earlier run left.
    pub(super) fn clear(&self) -> Result<(), OutputError> {
        for name in OURS {
            let path = self.path.join(name);
            let removed = if path.is_dir() {
                fs::remove_dir_all(&path)
            } else if path.exists() {
                fs::remove_file(&path)
            } else {
                Ok(())
            };
            removed.map_err(|e| OutputError::io("remove", &path, e))?;
        }
        Ok(())
    }
}
