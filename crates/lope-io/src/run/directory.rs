//! The directory of a run: known by a mark, held by a lock, cleared of nothing but what runs write.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::output::checkpoint::Checkpoint;
use crate::output::{OutputError, atomic};
use crate::scene_file::Loaded;

/// The mark: a file that only lope makes. It stays for good, and whoever writes the directory holds a lock on it, which
/// ends with the process however that ends.
const MARK: &str = ".lope-run";
/// How a mark begins.
const MAGIC: &str = "lope run directory 1\n";
/// What it says to people.
const MEANING: &str = "This directory holds a run of lope, which may replace its own files here.\n";

/// Files of a run.
const FILES: &[&str] = &["scene.toml", "stats.csv", "forces.csv", "probes.csv", "summary.json", "log.txt"];

/// Directories of a run, inner ones first, with the endings of the files it writes there.
const DIRECTORIES: &[(&str, &[&str])] = &[
    ("frames", &["vtu", "obj", "pvd"]),
    ("obstacles", &["vtu", "obj"]),
    ("checkpoint", &["lope"]),
    ("failure/checkpoint", &["lope"]),
    ("failure/frames", &["vtu", "pvd"]),
    ("failure/obstacles", &["vtu"]),
    ("failure/plots", &["png", "gif", "apng", "mp4", "webm"]),
    ("failure", &["toml", "csv", "txt", "json"]),
    ("plots", &["svg", "png", "gif", "apng", "mp4", "webm"]),
];

/// A directory that this process, and no other, writes a run to.
#[derive(Debug)]
pub struct RunDirectory {
    path: PathBuf,
    /// The mark, locked as long as it is open.
    _lock: File,
}

impl RunDirectory {
    /// Takes a directory for a new run: a new one, an empty one, or one in which a run was begun that made no step.
    pub fn prepare(path: &Path) -> Result<Self, OutputError> {
        let directory = Self::take(path, false)?;
        if directory.holds_run() {
            return Err(OutputError::content(
                path,
                "holds a run",
                "replace it with --overwrite, go on with it with --resume, or choose another directory with -o DIR",
            ));
        }
        Ok(directory)
    }

    /// Takes a directory for a new run, in the place of the one that may be there.
    pub fn overwrite(path: &Path) -> Result<Self, OutputError> {
        Self::take(path, false)
    }

    /// Takes the directory of a run to go on with it. A copy may have lost the mark, whose name begins with a point: it is
    /// known by a checkpoint that holds the very scene beside it.
    pub fn resume(path: &Path) -> Result<Self, OutputError> {
        if !path.is_dir() {
            return Err(OutputError::content(
                path,
                "no checkpoint to resume from: there is no such directory",
                "run without --resume, or name the directory with -o DIR",
            ));
        }
        let told = |checkpoint: Checkpoint| checkpoint.meta.get("scene").cloned();
        let scene = fs::read_to_string(path.join("scene.toml")).ok();
        let unmarked = fs::symlink_metadata(path.join(MARK)).is_err();
        let known = unmarked && scene.is_some() && Checkpoint::load(path).ok().and_then(told) == scene;
        Self::take(path, known)
    }

    /// Takes `base`, or the first free one of `base-2`, `base-3` and so on, after all that are there.
    pub fn next(base: &Path) -> Result<Self, OutputError> {
        let parent = base.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        atomic::create_directory(parent)?;
        let mut number = latest_number(base).map_or(1, |number| number + 1);
        loop {
            let path = numbered(base, number);
            match fs::create_dir(&path) {
                Ok(()) => return Self::take(&path, false),
                // Somebody else was faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(OutputError::io("create directory", &path, error)),
            }
        }
    }

    /// The last of the directories that [`RunDirectory::next`] made.
    pub fn latest(base: &Path) -> PathBuf {
        latest_number(base).map_or_else(|| base.to_owned(), |number| numbered(base, number))
    }

    /// Takes a directory that is new, empty, marked, or otherwise known to be a run.
    fn take(path: &Path, known: bool) -> Result<Self, OutputError> {
        let read = |e| OutputError::io("read", path, e);
        if path.is_dir() && !known && !is_marked(path).map_err(read)? && !is_empty(path).map_err(read)? {
            return Err(OutputError::content(
                path,
                "is not empty and is no run directory of this version of lope (it has no mark .lope-run)",
                "choose another directory with -o DIR",
            ));
        }
        atomic::create_directory(path)?;
        let mark = path.join(MARK);
        let write = |e| OutputError::io("write", &mark, e);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&mark);
        let mut lock = opened.map_err(write)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OutputError::content(
                    path,
                    "another run is writing to it",
                    "wait until that has ended, or choose another directory with -o DIR",
                ));
            }
            // Some network file systems have no locks; a run is better than none.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(OutputError::io("lock", &mark, error)),
        }
        if !is_marked(path).map_err(read)? {
            let text = format!("{MAGIC}{MEANING}");
            lock.write_all(text.as_bytes()).and_then(|()| lock.sync_all()).map_err(write)?;
        }
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is a checkpoint to go on from.
    pub fn has_checkpoint(&self) -> bool {
        Checkpoint::path(&self.path).exists()
    }

    /// Whether there is anything that took work: a step, or the end of a run.
    fn holds_run(&self) -> bool {
        let stepped = || {
            let table = fs::read(self.path.join("stats.csv")).unwrap_or_default();
            table.iter().filter(|&&byte| byte == b'\n').count() > 1
        };
        let whole = ["summary.json", "failure"].iter().any(|name| self.path.join(name).exists());
        whole || self.has_checkpoint() || stepped()
    }

    /// Refuses a scene that reads what a new run would remove: files of the run that is here.
    pub fn spares(&self, scene: &Loaded) -> Result<(), OutputError> {
        let ours: Vec<PathBuf> = self.leftovers()?.iter().flat_map(fs::canonicalize).collect();
        for (key, file) in scene.scene.files() {
            let path = scene.path_of(&file);
            // A run that the scene goes on from is a directory.
            let removed = |path: PathBuf| ours.iter().any(|file| file.starts_with(&path));
            if fs::canonicalize(&path).is_ok_and(removed) {
                let what =
                    format!("is read by the scene ({key}), and belongs to the run that would be replaced");
                return Err(OutputError::content(&path, what, "choose another directory with -o DIR"));
            }
        }
        Ok(())
    }

    /// Adds a line to the log.
    pub(super) fn log(&self, line: &str) -> Result<(), OutputError> {
        let path = self.path.join("log.txt");
        let log = fs::OpenOptions::new().create(true).append(true).open(&path);
        log.and_then(|mut log| writeln!(log, "{line}")).map_err(|e| OutputError::io("write to", &path, e))
    }

    /// Removes what an earlier run left, and nothing else.
    pub(super) fn clear(&self) -> Result<(), OutputError> {
        for path in self.leftovers()? {
            fs::remove_file(&path).map_err(|e| OutputError::io("remove", &path, e))?;
        }
        for (name, _) in DIRECTORIES {
            // One in which somebody keeps other things stays.
            let _ = fs::remove_dir(self.path.join(name));
        }
        Ok(())
    }

    /// The files that runs have written. Links are named themselves, never what they lead to.
    fn leftovers(&self) -> Result<Vec<PathBuf>, OutputError> {
        let is_directory = |path: &Path| fs::symlink_metadata(path).map(|found| found.is_dir()).ok();
        let loose = FILES.iter().flat_map(|name| [(*name).to_owned(), atomic::temporary(name)]);
        let mut found: Vec<PathBuf> = loose.map(|name| self.path.join(name)).collect();
        for (name, endings) in DIRECTORIES {
            let directory = self.path.join(name);
            let within_a_link = name.contains('/') && is_directory(&self.path.join("failure")) != Some(true);
            match is_directory(&directory) {
                Some(false) if !within_a_link => found.push(directory),
                Some(true) if !within_a_link => {
                    let read = |e| OutputError::io("read", &directory, e);
                    for entry in fs::read_dir(&directory).map_err(read)? {
                        let path = entry.map_err(read)?.path();
                        let name = path.file_name().unwrap_or_default().to_string_lossy();
                        let ending = Path::new(atomic::target(&name)).extension().unwrap_or_default();
                        if endings.iter().any(|ours| ending == *ours) {
                            found.push(path);
                        }
                    }
                }
                _ => {}
            }
        }
        found.retain(|path| is_directory(path) == Some(false));
        Ok(found)
    }
}

/// Whether lope made the directory. A mark that is a link was not made by lope.
fn is_marked(path: &Path) -> io::Result<bool> {
    let mark = path.join(MARK);
    if !fs::symlink_metadata(&mark).is_ok_and(|found| found.is_file()) {
        return Ok(false);
    }
    let mut start = Vec::new();
    File::open(&mark)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    Ok(start == MAGIC.as_bytes())
}

/// Whether there is nothing but what a process killed in [`RunDirectory::take`] leaves: a mark without words, a trial of
/// writing.
fn is_empty(path: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let begun = entry.file_name() == MARK || entry.file_name() == atomic::PROBE;
        let short = |found: fs::Metadata| found.is_file() && found.len() < MAGIC.len() as u64;
        if !(begun && short(entry.metadata()?) && MAGIC.as_bytes().starts_with(&fs::read(entry.path())?)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `base` for 1, then `base-2` and so on.
fn numbered(base: &Path, number: u64) -> PathBuf {
    match number {
        0 | 1 => base.to_owned(),
        _ => {
            let mut name = base.file_name().unwrap_or_default().to_owned();
            name.push(format!("-{number}"));
            base.with_file_name(name)
        }
    }
}

/// The largest number of a directory that is there.
fn latest_number(base: &Path) -> Option<u64> {
    let name = base.file_name()?.to_str()?;
    let parent = base.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let number = |entry: fs::DirEntry| match entry.file_name().to_str()?.strip_prefix(name)? {
        "" => Some(1),
        rest => rest.strip_prefix('-')?.parse::<u32>().ok().map(u64::from),
    };
    fs::read_dir(parent).ok()?.flatten().filter_map(number).max()
}
