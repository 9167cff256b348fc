//! Files that are whole or absent: written under a temporary name, forced to disk, renamed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use super::{OutputError, Result};
use crate::input;

/// Writes `bytes` to `path`, replacing what was there in one step: a reader, or a machine that loses power,
/// sees the old file or the new one, never a mixture.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    write_parts(path, &[bytes], true)
}

/// As [`write()`], from several pieces, and with the wait for the disk left out if `durable` is false: readers
/// still never see half a file, but the last ones may be lost with the power. Frames are written so.
pub fn write_parts(path: &Path, parts: &[&[u8]], durable: bool) -> Result<()> {
    replace(path, parts, durable).map_err(|error| OutputError::io("write", path, error))
}

/// As [`write_parts`], with the error as the system gives it.
pub fn replace(path: &Path, parts: &[&[u8]], durable: bool) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::IsADirectory))?;
    let temporary = path.with_file_name(temporary(&name.to_string_lossy()));
    let written = write_temporary(&temporary, parts, durable).and_then(|()| fs::rename(&temporary, path));
    if let Err(error) = written {
        // Best effort: the error worth telling is the first one.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    if durable {
        sync_parent(path);
    }
    Ok(())
}

/// The name under which a file is written.
pub(crate) fn temporary(name: &str) -> String {
    format!(".{name}.tmp")
}

/// The name a file is going to have, or has: [`temporary`] the other way round.
pub(crate) fn target(name: &str) -> &str {
    name.strip_prefix('.').and_then(|name| name.strip_suffix(".tmp")).unwrap_or(name)
}

/// A file that is made and removed again to see whether one may write.
pub(crate) const PROBE: &str = ".lope-write-test.tmp";

/// Makes `path` a directory that can be written to, with its parents.
pub fn create_directory(path: &Path) -> Result<()> {
    if let Some(file) = path.ancestors().find(|p| p.is_file()) {
        return Err(OutputError::content(
            file,
            "is a file, where a directory is needed",
            "move it away, or choose another directory with -o DIR",
        ));
    }
    fs::create_dir_all(path).map_err(|e| OutputError::io("create directory", path, e))?;
    // Permission bits do not tell (read-only mounts, access lists): try.
    let probe = path.join(PROBE);
    File::create(&probe).map_err(|e| OutputError::io("write into", path, e))?;
    fs::remove_file(&probe).map_err(|e| OutputError::io("write into", path, e))
}

/// Reads a whole file.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    input::read(path).map_err(|e| OutputError::io("read", path, e))
}

/// Reads a whole text file.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|_| {
        OutputError::content(path, "is not UTF-8 text", "it was not written by lope; restore it")
    })
}

fn write_temporary(path: &Path, parts: &[&[u8]], durable: bool) -> io::Result<()> {
    let mut file = File::create(path)?;
    for part in parts {
        file.write_all(part)?;
    }
    if durable { file.sync_all() } else { Ok(()) }
}

/// Makes the rename itself durable. Not every system can open a directory; where it cannot, the rename is
/// still atomic.
fn sync_parent(path: &Path) {
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(directory) = File::open(parent) {
        let _ = directory.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_directory::TestDirectory;
    use super::*;

    #[test]
    fn replaces_the_file_and_leaves_no_temporary() {
        let dir = TestDirectory::new("atomic-replace");
        let path = dir.path().join("a.txt");
        write(&path, b"one").unwrap();
        write_parts(&path, &[b"tw", b"o"], false).unwrap();
        assert_eq!(read_text(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_names_the_path() {
        let dir = TestDirectory::new("atomic-fail");
        let path = dir.path().join("target");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("inside"), b"x").unwrap();
        let message = write(&path, b"new").unwrap_err().to_string();
        assert!(message.contains("target"), "{message}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "the temporary file stayed");
    }

    #[test]
    fn a_file_in_the_way_of_a_directory_is_named() {
        let dir = TestDirectory::new("atomic-directory");
        create_directory(&dir.path().join("a/b/c")).unwrap();
        let file = dir.path().join("file");
        fs::write(&file, b"").unwrap();
        for path in [file.clone(), file.join("below")] {
            let message = create_directory(&path).unwrap_err().to_string();
            assert!(message.starts_with(&file.display().to_string()), "{message}");
            assert!(message.contains("is a file") && message.contains("-o DIR"), "{message}");
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let message = read(Path::new("no/such/file")).unwrap_err().to_string();
        assert!(message.contains("no/such/file") && message.contains("check the path"), "{message}");
    }
}
