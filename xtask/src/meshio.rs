//! The cross-check of mesh files with meshio, which is installed below `target` for it.

use std::path::Path;
use std::process::Command;

use crate::Outcome;
use crate::cargo::{cargo, run};
use crate::python::{provide, works};

/// The version the check was written for.
const MESHIO: &str = "meshio==5.3.5";

/// Installs meshio where it is missing, and runs the tests that need it.
pub(crate) fn check(root: &Path) -> Outcome {
    let programs = provide(&root.join("target").join("meshio"), MESHIO, has_meshio)?;
    let mut command = cargo(root);
    command.args(["test", "--workspace", "--release", "--test", "mesh_meshio", "--", "--ignored"]);
    command.env("LOPE_MESHIO_PYTHON", programs.join(PYTHON));
    run(&mut command, "lope and meshio disagree about a file, see above")?;
    Ok(format!("files exchanged with {MESHIO}"))
}

/// The interpreter of a virtual environment.
const PYTHON: &str = if cfg!(windows) { "python.exe" } else { "python" };

fn has_meshio(programs: &Path) -> bool {
    let (python, version) = (programs.join(PYTHON), MESHIO.trim_start_matches("meshio=="));
    let test = format!("import meshio; assert meshio.__version__ == '{version}'");
    python.exists() && works(Command::new(python).args(["-c", &test]))
}
