//! The files of the repository that a person wrote.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold nothing written by hand, at any depth.
const SKIPPED: [&str; 4] = [".git", "target", "out", "node_modules"];

/// Every file below `root` in the order of their names, without what is built or produced by runs.
pub(crate) fn all(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !path.is_dir() {
                found.push(path);
            } else if !SKIPPED.contains(&name.as_str()) {
                folders.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The text of a file, or nothing if it is not text.
pub(crate) fn text(path: &Path) -> Result<Option<String>, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8(bytes).ok())
}

/// How a path is shown: from the root of the repository.
pub(crate) fn shown(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}
