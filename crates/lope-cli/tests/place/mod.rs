//! A place to run the command in: a directory of its own, with scenes and meshes.
#![allow(dead_code, reason = "each test uses a part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A small cube that hangs and is pulled.
pub(crate) const SCENE: &str = r#"title = "A small cube"
[time]
step = "1/24"
steps = 8
[solver]
tolerance = 1e-4
[[body]]
name = "cube"
mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.4 }
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
[[body.pin]]
where = { box = [[0.49, -1, -1], [0.51, 1, 1]] }
motion = { velocity = [1, 0, 0] }
"#;

/// A scene of a mesh file.
pub(crate) const MESH_SCENE: &str = r#"[time]
step = "1/24"
steps = 3
[[body]]
name = "tet"
mesh = { file = "mesh.msh" }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.4 }
angular_velocity = [1, 2, 3]
"#;

/// One tetrahedron.
pub(crate) const TETRAHEDRON: &str = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n\
$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n\
$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n";

/// Two triangles.
pub(crate) const TRIANGLES: &str = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n\
$Nodes\n1 4 1 4\n2 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n$EndNodes\n\
$Elements\n1 2 1 2\n2 1 2 2\n1 1 2 3\n2 2 4 3\n$EndElements\n";

/// A directory that vanishes when it goes out of scope.
pub(crate) struct Place(PathBuf);

/// How a command ended.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

impl Ended {
    /// Checks the exit code.
    #[track_caller]
    pub(crate) fn with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "out: {}\nerr: {}", self.out, self.err);
        self
    }

    /// Checks that the error names each of these.
    #[track_caller]
    pub(crate) fn naming(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.err.contains(word), "`{word}` is not in: {}", self.err);
        }
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }
}

impl Place {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lope-cli-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary directory");
        Self(path)
    }

    /// A place with the small cube as `scene.toml`.
    pub(crate) fn with_scene(name: &str) -> Self {
        let place = Self::new(name);
        place.write("scene.toml", SCENE);
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file");
    }

    /// Names of what is in the place.
    pub(crate) fn entries(&self) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.expect("an entry").file_name().to_string_lossy().into()
        };
        let mut names: Vec<String> = fs::read_dir(&self.0).expect("the place").map(name).collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lope"));
        command.args(arguments).current_dir(&self.0);
        command
    }

    pub(crate) fn lope(&self, arguments: &[&str]) -> Ended {
        self.command(arguments).output().expect("the command runs").into()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The table of a run without the times on the clock.
pub(crate) fn rows(run: &Path) -> Vec<String> {
    let text = fs::read_to_string(run.join("stats.csv")).expect("a table");
    let timeless = |line: &str| {
        let mut cells: Vec<&str> = line.split(',').collect();
        cells.remove(2);
        cells.join(",")
    };
    assert!(text.starts_with("step,time,wall_s,"));
    text.lines().map(timeless).collect()
}
