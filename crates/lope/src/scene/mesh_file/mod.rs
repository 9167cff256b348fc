//! Meshes from files.
//!
//! A file is untrusted: nothing in it may make the reader panic or allocate more than the file is long. Readers
//! are listed in [`READERS`]; the first that recognizes the content reads the file, else the first whose ending
//! fits. A new format is a new file here and a line in that list.

mod error;
mod gmsh41;
mod gmsh_element;
mod gmsh_finish;
mod scan;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use crate::geometry::{Group, TetMesh};

pub use error::{MeshFileError, ReadError, ReadErrorKind};
pub use gmsh41::Gmsh41;

/// A mesh as a file describes it, with every reference resolved. It may still be unfit for simulation;
/// [`prepare`](crate::geometry::prepare) finds out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileMesh {
    /// Vertex positions, in the order of the file.
    pub points: Vec<[f64; 3]>,
    /// Tetrahedra, in the order of the file.
    pub tets: Vec<[u32; 4]>,
    /// Named parts. Those of surfaces, curves and points have vertices and no cells.
    pub groups: BTreeMap<String, Group>,
    /// What the file holds besides, and what was left out.
    pub notes: Vec<String>,
}

impl FileMesh {
    /// The mesh without the notes.
    pub fn into_mesh(self) -> TetMesh {
        TetMesh { points: self.points, tets: self.tets, groups: self.groups }
    }
}

/// A mesh format.
pub trait MeshReader: Sync {
    /// Name of the format, for messages.
    fn name(&self) -> &'static str;

    /// Usual endings of file names, lower case, without the dot.
    fn endings(&self) -> &'static [&'static str];

    /// Whether a file that starts with `head` (its first [`HEAD`] bytes) is of this format.
    fn recognizes(&self, head: &[u8]) -> bool;

    /// Reads a whole file.
    fn read(&self, bytes: &[u8]) -> Result<FileMesh, ReadError>;
}

/// How many bytes of a file are shown to [`MeshReader::recognizes`], at most.
pub const HEAD: usize = 4096;

/// All formats.
pub const READERS: &[&dyn MeshReader] = &[&Gmsh41];

/// Reads a mesh file of any format in [`READERS`].
pub fn read_mesh(path: &Path) -> Result<FileMesh, MeshFileError> {
    let bytes = fs::read(path).map_err(|source| {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => MeshFileError::Missing { path },
            _ => MeshFileError::Unreadable { path, source },
        }
    })?;
    let owned = || path.to_owned();
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(MeshFileError::Empty { path: owned() });
    }
    let reader = find_reader(&bytes, path).ok_or_else(|| MeshFileError::Unknown { path: owned() })?;
    reader.read(&bytes).map_err(|source| MeshFileError::Broken {
        path: owned(),
        format: reader.name(),
        source,
    })
}

/// By content first, by ending second: endings are shared between formats and often wrong.
fn find_reader(bytes: &[u8], path: &Path) -> Option<&'static dyn MeshReader> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let fits =
        |reader: &dyn MeshReader| ending.as_ref().is_some_and(|e| reader.endings().contains(&e.as_str()));
    let by_content = READERS.iter().find(|reader| reader.recognizes(head));
    by_content.or_else(|| READERS.iter().find(|reader| fits(**reader))).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TET: &str = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n\
                       0 1 0\n0 0 1\n$EndNodes\n$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n";

    /// A file of its own for each test, gone when the test is over.
    struct Scratch(std::path::PathBuf);

    impl Scratch {
        fn new(name: &str, content: &[u8]) -> Scratch {
            let path = std::env::temp_dir().join(format!("lope-{}-{name}", std::process::id()));
            fs::write(&path, content).unwrap();
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    #[test]
    fn content_counts_more_than_the_ending() {
        let file = Scratch::new("wrong-ending.obj", TET.as_bytes());
        let mesh = read_mesh(&file.0).unwrap();
        assert_eq!((mesh.points.len(), mesh.tets), (4, vec![[0, 1, 2, 3]]));
    }

    #[test]
    fn ending_decides_where_content_does_not() {
        let file = Scratch::new("not-gmsh.MSH", b"\x01\x02\x03 something");
        let text = read_mesh(&file.0).unwrap_err().to_string();
        assert!(text.contains("not-gmsh.MSH:1: expected $MeshFormat"), "{text}");
    }

    #[test]
    fn errors_name_the_file_and_the_remedy() {
        let missing = read_mesh(Path::new("no/such/mesh.msh")).unwrap_err();
        assert!(matches!(missing, MeshFileError::Missing { .. }));
        assert!(missing.to_string().contains("no/such/mesh.msh"), "{missing}");
        let folder = read_mesh(&std::env::temp_dir()).unwrap_err();
        assert!(matches!(folder, MeshFileError::Unreadable { .. }), "{folder}");
        let empty = Scratch::new("empty.msh", b" \n");
        assert!(matches!(read_mesh(&empty.0), Err(MeshFileError::Empty { .. })));
        let unknown = Scratch::new("unknown.xyz", b"hello");
        let text = read_mesh(&unknown.0).unwrap_err().to_string();
        assert!(text.contains("Gmsh 4.1 text (.msh)"), "{text}");
        let cut = Scratch::new("cut.msh", &TET.as_bytes()[..TET.len() - 30]);
        let text = read_mesh(&cut.0).unwrap_err().to_string();
        assert!(
            text.contains("cut.msh:18: the file ends in $Elements") && text.contains("cut off"),
            "{text}"
        );
    }
}
