//! Packages from PyPI, installed below `target`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Makes sure that a virtual environment in `folder` has a package (`name==version`), `there` being the proof, and
/// returns the folder of its programs.
pub(crate) fn provide(
    folder: &Path,
    package: &str,
    there: impl Fn(&Path) -> bool,
) -> Result<PathBuf, String> {
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    if there(&programs) {
        return Ok(programs);
    }
    println!("   installing {package} below {}", folder.display());
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
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package];
    let python = programs.join(if cfg!(windows) { "python.exe" } else { "python" });
    if works(Command::new(python).args(install)) && there(&programs) {
        return Ok(programs);
    }
    Err(format!(
        "pip could not install {package}: check the connection to PyPI, or PIP_INDEX_URL, and try again"
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

/// Whether a command succeeds. What it prints as an error stays visible.
pub(crate) fn works(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}
