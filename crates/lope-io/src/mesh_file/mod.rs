//! Meshes from files, and into files.
//!
//! A file is untrusted: nothing in it may make a reader panic, loop, or allocate more than a small multiple of
//! the file's length (compressed arrays count with the length they inflate to, which the announced sizes and
//! deflate's own ratio bound). Readers are listed in [`READERS`]; the first that recognizes the content reads
//! the file, else the first whose ending fits. A new format is a new file here and a line in that list.

mod error;
mod float;
mod foreign;
mod gmsh;
mod group;
mod harvest;
mod kind;
mod lookup;
mod medit;
mod obj;
mod ply;
pub(super) mod scalar;
mod scan;
mod stl;
mod tetgen;
pub(super) mod vtk;
mod write;

use std::io;
use std::path::Path;

use lope::geometry::FileMesh;

use crate::input;

pub use error::{MeshFileError, ReadError, ReadErrorKind};
pub use write::{Format, encode, write_mesh};

/// A file to be read.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// Its content.
    pub bytes: &'a [u8],
    /// Its name, or just an ending like `x.msh`: it decides where the content does not.
    pub name: &'a str,
    /// The content of the file beside it that has another ending.
    pub beside: &'a dyn Fn(&str) -> io::Result<Vec<u8>>,
}

impl Input<'_> {
    /// The ending of the name, lower case, without the dot.
    fn ending(&self) -> String {
        self.name.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_lowercase())
    }
}

/// A mesh format.
pub trait MeshReader: Sync {
    /// Name of the format, for messages.
    fn name(&self) -> &'static str;

    /// Usual endings of file names, lower case, without the dot.
    fn endings(&self) -> &'static [&'static str];

    /// Whether a file with this content is of this format. Should not read much of it.
    fn recognizes(&self, bytes: &[u8]) -> bool;

    /// Reads a whole file.
    fn read(&self, input: &Input<'_>) -> Result<FileMesh, ReadError>;
}

/// All formats.
pub const READERS: &[&dyn MeshReader] =
    &[&gmsh::Gmsh, &vtk::Vtu, &vtk::Legacy, &ply::Ply, &stl::Stl, &medit::Medit, &tetgen::TetGen, &obj::Obj];

/// Reads a whole file.
pub type Content<'a> = dyn Fn(&Path) -> io::Result<Vec<u8>> + 'a;

/// Reads a mesh file of any format in [`READERS`].
pub fn read_mesh(path: &Path) -> Result<FileMesh, MeshFileError> {
    read_mesh_with(path, &input::read)
}

/// As [`read_mesh`], with `content` to read every file that belongs to the mesh.
pub fn read_mesh_with(path: &Path, content: &Content<'_>) -> Result<FileMesh, MeshFileError> {
    let owned = || path.to_owned();
    let bytes = content(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => MeshFileError::Missing { path: owned() },
        _ => MeshFileError::Unreadable { path: owned(), source },
    })?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(MeshFileError::Empty { path: owned() });
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = |ending: &str| content(&path.with_extension(ending));
    let input = Input { bytes: &bytes, name: &name, beside: &beside };
    match find_reader(&input) {
        Some(reader) => reader.read(&input).map_err(|source| MeshFileError::Broken {
            path: owned(),
            format: reader.name(),
            source,
        }),
        None => Err(match foreign::refusal(&bytes, &input.ending()) {
            Some((format, source)) => MeshFileError::Broken { path: owned(), format, source },
            None => MeshFileError::Unknown { path: owned() },
        }),
    }
}

/// Reads a mesh from memory; `name` has the ending, which decides where the content does not.
pub fn read_bytes(bytes: &[u8], name: &str) -> Result<FileMesh, ReadError> {
    let nothing = |_: &str| Err(io::Error::from(io::ErrorKind::NotFound));
    read_input(&Input { bytes, name, beside: &nothing })
}

/// Reads a mesh from memory, with the files beside it.
pub fn read_input(input: &Input<'_>) -> Result<FileMesh, ReadError> {
    match find_reader(input) {
        Some(reader) => reader.read(input),
        None => Err(match foreign::refusal(input.bytes, &input.ending()) {
            Some((_, error)) => error,
            None => {
                let message = "not a mesh format that can be read".to_owned();
                ReadError::new(ReadErrorKind::Unsupported, message)
            }
        }),
    }
}

/// By content first, by ending second: endings are shared between formats and often wrong.
fn find_reader(input: &Input<'_>) -> Option<&'static dyn MeshReader> {
    let ending = input.ending();
    let by_content = READERS.iter().find(|reader| reader.recognizes(input.bytes));
    let fits = |reader: &&&dyn MeshReader| reader.endings().contains(&ending.as_str());
    by_content.or_else(|| READERS.iter().find(fits)).copied()
}

#[cfg(test)]
mod tests;
