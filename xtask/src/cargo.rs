//! The steps that cargo and its components do.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::Outcome;

/// `cargo fmt --all --check`.
pub(crate) fn format(root: &Path) -> Outcome {
    need_component("fmt", "rustfmt")?;
    run(cargo(root).args(["fmt", "--all", "--check"]), "run `cargo fmt --all` to put this right")?;
    Ok("formatted".to_owned())
}

/// Clippy over every target, with warnings denied.
pub(crate) fn lint(root: &Path) -> Outcome {
    need_component("clippy", "clippy")?;
    let arguments = ["clippy", "--workspace", "--all-targets", "--release", "--", "-D", "warnings"];
    run(cargo(root).args(arguments), "clippy found something, see above")?;
    Ok("no warnings".to_owned())
}

/// The libraries' documentation. The command is left out: its binary has the name of the library, and the two
/// would overwrite each other's pages.
pub(crate) fn docs(root: &Path) -> Outcome {
    let arguments = ["doc", "--no-deps", "--workspace", "--exclude", "lope-cli", "--release"];
    let mut command = cargo(root);
    command.args(arguments).env("RUSTDOCFLAGS", "-D warnings");
    run(&mut command, "rustdoc found something, see above")?;
    Ok("target/doc/lope/index.html".to_owned())
}

/// The engine for a target without files, clock and threads.
pub(crate) fn wasm(root: &Path) -> Outcome {
    const TARGET: &str = "wasm32-unknown-unknown";
    if !has_target(root, TARGET) {
        let install = ["target", "add", TARGET];
        if !quiet(Command::new("rustup").args(install).current_dir(root)) || !has_target(root, TARGET) {
            return Ok(format!(
                "skipped: {TARGET} is not installed, and `rustup {}` failed",
                install.join(" ")
            ));
        }
    }
    let mut command = cargo(root);
    run(command.args(["build", "-p", "lope", "--target", TARGET]), "the engine must build without a system")?;
    Ok(format!("lope builds for {TARGET}"))
}

/// Whether the standard library is there for a target.
fn has_target(root: &Path, target: &str) -> bool {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let asked = rustc.args(["--print", "target-libdir", "--target", target]).current_dir(root).output();
    asked.is_ok_and(|said| {
        said.status.success() && Path::new(String::from_utf8_lossy(&said.stdout).trim()).is_dir()
    })
}

/// All tests, those in the documentation included.
pub(crate) fn tests(root: &Path) -> Outcome {
    run(cargo(root).args(["test", "--workspace", "--release"]), "a test failed, see above")?;
    Ok("all passed".to_owned())
}

/// A call of the cargo this task runner was started by, without the variables it set for this package: they
/// would tell the build scripts of dependencies that something has changed.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command.current_dir(root);
    command
}

/// Makes sure that a component of the toolchain is there, and fetches it by rustup if it is not.
fn need_component(subcommand: &str, component: &str) -> Result<(), String> {
    let there = || quiet(cargo(Path::new(".")).args([subcommand, "--version"]));
    if there() {
        return Ok(());
    }
    let install = ["component", "add", component];
    if quiet(Command::new("rustup").args(install)) && there() {
        return Ok(());
    }
    Err(format!(
        "{component} is not installed: run `rustup {}`, or install the {component} package of your system",
        install.join(" ")
    ))
}

/// Runs a command without its output, and says whether it succeeded.
fn quiet(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Runs a command with its output on the terminal.
pub(crate) fn run(command: &mut Command, remedy: &str) -> Result<(), String> {
    let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown = format!("{name} {}", words.join(" "));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` ended with {status}: {remedy}")),
        Err(error) => Err(format!("`{shown}` did not start: {error}")),
    }
}
