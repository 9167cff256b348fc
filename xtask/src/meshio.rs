//! The cross-check of mesh files with meshio, which is installed below `target` for it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;
use crate::cargo::{cargo, run};

/// The version the check was written for.
const MESHIO: &str = "meshio==5.3.5";

/// Installs meshio where it is missing, and runs the tests that need it.
pub(crate) fn check(root: &Path) -> Outcome {
    let python = python(&root.join("target").join("meshio"))?;
    let mut command = cargo(root);
    command.args(["test", "--workspace", "--release", "--test", "mesh_meshio", "--", "--ignored"]);
    command.env("LOPE_MESHIO_PYTHON", &python);
    run(&mut command, "lope and meshio disagree about a file, see above")?;
    Ok(format!("files exchanged with {MESHIO}"))
}

/// An interpreter that has meshio: of a virtual environment in this folder.
fn python(folder: &Path) -> Result<PathBuf, String> {
    let inside: PathBuf =
        if cfg!(windows) { ["Scripts", "python.exe"] } else { ["bin", "python"] }.iter().collect();
    let python = folder.join(inside);
    if has_meshio(&python) {
        return Ok(python);
    }
    println!("   installing {MESHIO} below {}", folder.display());
    if !environment(folder) {
        // A bare Debian or Ubuntu, as in a container, lacks the module or Python itself.
        println!("   installing python3-venv with apt-get");
        let system = works(Command::new("apt-get").args(["update", "-qq"]))
            && works(Command::new("apt-get").args(["install", "-y", "-qq", "python3", "python3-venv"]));
        if !(system && environment(folder)) {
            return Err(
                "no Python that can make a virtual environment: install Python 3.8 or later with its module \
                        venv (Debian and Ubuntu: apt install python3-venv), or name one by PYTHON"
                    .to_owned(),
            );
        }
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", MESHIO];
    if works(Command::new(&python).args(install)) && has_meshio(&python) {
        return Ok(python);
    }
    Err(format!(
        "pip could not install {MESHIO}: check the connection to PyPI, or PIP_INDEX_URL, and try again"
    ))
}

/// Makes a virtual environment with the first interpreter that can.
fn environment(folder: &Path) -> bool {
    let named = std::env::var_os("PYTHON").map(PathBuf::from);
    let candidates = named.into_iter().chain(["python3", "python"].map(PathBuf::from));
    candidates
        .into_iter()
        .any(|python| works(Command::new(python).args(["-m", "venv", "--clear"]).arg(folder)))
}

fn has_meshio(python: &Path) -> bool {
    let version = MESHIO.trim_start_matches("meshio==");
    let test = format!("import meshio; assert meshio.__version__ == '{version}'");
    python.exists() && works(Command::new(python).args(["-c", &test]))
}

/// Whether a command succeeds. What it prints as an error stays visible.
fn works(command: &mut Command) -> bool {
    command.stdout(std::process::Stdio::null()).status().is_ok_and(|status| status.success())
}
