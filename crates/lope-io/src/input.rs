//! The one door by which files come in: scenes, meshes, frames, tables, checkpoints.
//!
//! What is read ends, and fits into memory. A pipe or a device has no length and may never end, so it is refused
//! before it is opened: opening a pipe that nobody writes to already waits for ever.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Longest text of a scene, in bytes: far more than anybody writes by hand.
const LONGEST_SCENE: u64 = 64 << 20;
/// Most that is read where the system does not say how much memory is free.
const MOST: u64 = 64 << 30;

/// The whole content of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    let free = free_memory().unwrap_or(MOST);
    bounded(path, free, "the memory that is free; make it smaller, or use a larger machine")
}

/// The text of a scene.
pub(crate) fn read_scene(path: &Path) -> Result<String> {
    let bytes =
        bounded(path, LONGEST_SCENE, "any scene has; is it a mesh? Name that in a scene as mesh.file")?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::new(ErrorKind::InvalidData, format!("is not UTF-8 text (byte {at}); save it as UTF-8"))
    })
}

/// Reads at most `most` bytes, of a plain file. A refusal says in full what is wrong and what to do.
fn bounded(path: &Path, most: u64, than: &str) -> Result<Vec<u8>> {
    let found = fs::metadata(path).map_err(explained)?;
    if found.is_dir() {
        return Err(Error::new(ErrorKind::IsADirectory, "is a directory; name a file in it"));
    }
    if !found.is_file() {
        let what = "is a pipe or a device, not a file; save what it gives to a file, and name that";
        return Err(Error::new(ErrorKind::InvalidInput, what));
    }
    let too_long = |length: u64| {
        Error::new(ErrorKind::FileTooLarge, format!("is {} long, more than {than}", size(length)))
    };
    if found.len() > most {
        return Err(too_long(found.len()));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(found.len() as usize + 1).map_err(|_| too_long(found.len()))?;
    // It may grow meanwhile, and files of /proc say nothing of their length.
    let file = File::open(path).map_err(explained)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(explained)?;
    if bytes.len() as u64 > most { Err(too_long(bytes.len() as u64)) } else { Ok(bytes) }
}

/// What the system says, with what to do about it.
fn explained(error: Error) -> Error {
    match error.kind() {
        ErrorKind::NotFound => error,
        kind => Error::new(kind, format!("{error}; check that it is a file and may be read")),
    }
}

/// Memory that can still be had, in bytes; on Linux only.
fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

fn size(bytes: u64) -> String {
    const STEPS: [(u64, &str); 4] = [(1 << 40, "TB"), (1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "kB")];
    match STEPS.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{:.1} {name}", bytes as f64 / *unit as f64),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::output::test_directory::TestDirectory;
    use super::*;

    #[test]
    fn what_never_ends_is_refused_before_it_is_opened() {
        let dir = TestDirectory::new("input");
        for path in [Path::new("/dev/zero"), Path::new("/dev/null"), dir.path()] {
            if path.exists() {
                let error = read(path).unwrap_err();
                assert!(error.to_string().contains("a file"), "{error}");
            }
        }
        assert_eq!(read(&dir.path().join("none")).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn what_is_larger_than_memory_is_refused_unread() {
        let dir = TestDirectory::new("input-large");
        let path = dir.path().join("large");
        // A hole: it takes no space on the disk.
        File::create(&path).unwrap().set_len(8 << 40).unwrap();
        for error in [read(&path).unwrap_err(), read_scene(&path).unwrap_err()] {
            assert_eq!(error.kind(), ErrorKind::FileTooLarge);
            assert!(error.to_string().starts_with("is 8.0 TB long, more than"), "{error}");
        }
        fs::write(&path, "text").unwrap();
        assert_eq!(read(&path).unwrap(), b"text");
        fs::write(&path, [b'a', 0xff]).unwrap();
        assert!(read_scene(&path).unwrap_err().to_string().contains("byte 1"));
    }
}
