//! Development tasks: `cargo xtask test` is what a contributor runs and what continuous integration runs.
//!
//! Everything compiled is compiled in the release profile, so that the lints, the docs, the tests and
//! `cargo run --release` share their dependencies. The cheap checks come first: a broken link should not
//! take ten minutes to show.

// A task runner talks to a terminal; there is no library here for whom printing would be rude.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod advisories;
mod cargo;
mod citations;
mod files;
mod licenses;
mod links;
mod meshio;
mod page;
mod paths;
mod pictures;
mod python;
mod site;
mod spdx;
mod version;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What a step says when it is done: one line for the summary, or what went wrong and what to do about it.
type Outcome = Result<String, String>;

/// One check of the suite.
struct Step {
    /// What the user types to run it alone.
    command: &'static str,
    /// What it checks, for the heading and the help.
    about: &'static str,
    /// Does it, in the root of the repository.
    run: fn(&Path) -> Outcome,
}

/// All steps, in the order of `cargo xtask test`.
const STEPS: [Step; 12] = [
    Step { command: "fmt", about: "format of the source (rustfmt)", run: cargo::format },
    Step {
        command: "licenses",
        about: "licences and bans of the dependencies (deny.toml)",
        run: licenses::check,
    },
    Step {
        command: "advisories",
        about: "known faults of the dependencies (advisories.toml, cargo audit)",
        run: advisories::check,
    },
    Step { command: "links", about: "links in the documents, and keys of papers", run: links::check },
    Step { command: "site", about: "the documentation as a site, below target/site", run: site::make },
    Step { command: "paths", about: "no paths of one particular machine", run: paths::check },
    Step { command: "lint", about: "lints, warnings denied (clippy)", run: cargo::lint },
    Step { command: "docs", about: "library documentation, warnings denied (rustdoc)", run: cargo::docs },
    Step { command: "wasm", about: "the engine alone, for wasm32-unknown-unknown", run: cargo::wasm },
    Step { command: "unit", about: "unit, law, scene and documentation tests", run: cargo::tests },
    Step { command: "meshio", about: "mesh files exchanged with meshio (needs Python)", run: meshio::check },
    Step {
        command: "page",
        about: "the page of `lope view`, in a browser (needs Chromium)",
        run: page::check,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let chosen: Vec<&Step> = match arguments.as_slice() {
        [word] if word == "test" => STEPS.iter().collect(),
        [word] if matches!(word.as_str(), "help" | "--help" | "-h") => {
            print!("{}", help());
            return ExitCode::SUCCESS;
        }
        [word] if STEPS.iter().any(|step| step.command == word) => {
            STEPS.iter().filter(|step| step.command == word).collect()
        }
        [word, names @ ..] if word == "pictures" => {
            return match pictures::make(&root(), names) {
                Ok(note) => {
                    println!("{note}");
                    ExitCode::SUCCESS
                }
                Err(reason) => {
                    eprintln!("error: {reason}");
                    ExitCode::FAILURE
                }
            };
        }
        [] => {
            eprint!("{}", help());
            return ExitCode::from(2);
        }
        words => {
            eprintln!("error: there is no task `{}`\n", words.join(" "));
            eprint!("{}", help());
            return ExitCode::from(2);
        }
    };
    run(&chosen, &root())
}

/// Runs the steps until one fails, then prints how long each took.
fn run(steps: &[&Step], root: &Path) -> ExitCode {
    let mut done: Vec<(&Step, Duration, Outcome)> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        println!("\n── {}/{} {}: {}", number + 1, steps.len(), step.command, step.about);
        let start = Instant::now();
        let outcome = (step.run)(root);
        match &outcome {
            Ok(note) => println!("   {note} ({:.1} s)", start.elapsed().as_secs_f64()),
            Err(reason) => eprintln!("\nerror: {reason}"),
        }
        let failed = outcome.is_err();
        done.push((step, start.elapsed(), outcome));
        if failed {
            break;
        }
    }
    println!("\n{}", summary(steps, &done));
    match done.last() {
        Some((step, _, Err(_))) => {
            eprintln!("\nfailed: {0} (alone: `cargo xtask {0}`)", step.command);
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// The table at the end: every step with its time, those not reached included.
fn summary(steps: &[&Step], done: &[(&Step, Duration, Outcome)]) -> String {
    let mut lines = vec![format!("{:<10} {:>9}  {}", "step", "time", "result")];
    for (step, time, outcome) in done {
        let result = match outcome {
            Ok(note) => format!("ok: {note}"),
            Err(_) => "FAILED".to_owned(),
        };
        lines.push(format!("{:<10} {:>7.1} s  {result}", step.command, time.as_secs_f64()));
    }
    for step in &steps[done.len()..] {
        lines.push(format!("{:<10} {:>9}  not run", step.command, "–"));
    }
    let total: f64 = done.iter().map(|(_, time, _)| time.as_secs_f64()).sum();
    lines.push(format!("{:<10} {total:>7.1} s", "total"));
    lines.join("\n")
}

fn help() -> String {
    let mut text = String::from("usage: cargo xtask TASK\n\n  test       everything below, in this order\n");
    for step in &STEPS {
        text += &format!("  {:<10} {}\n", step.command, step.about);
    }
    text += "  pictures   make the pictures of the documents again (some take hours); names choose some\n";
    text + "  help       this list\n"
}

/// The root of the repository: the folder above this package.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_path_buf()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(_: &Path) -> Outcome {
        Ok("fine".to_owned())
    }

    fn bad(_: &Path) -> Outcome {
        Err("broken".to_owned())
    }

    #[test]
    fn stops_at_the_first_failure_and_lists_what_was_not_run() {
        let steps = [
            Step { command: "one", about: "", run: good },
            Step { command: "two", about: "", run: bad },
            Step { command: "three", about: "", run: good },
        ];
        let steps: Vec<&Step> = steps.iter().collect();
        assert_eq!(run(&steps, Path::new(".")), ExitCode::FAILURE);
        assert_eq!(run(&steps[..1], Path::new(".")), ExitCode::SUCCESS);
        let second = Duration::from_secs(1);
        let done = [(steps[0], second, good(Path::new("."))), (steps[1], second, bad(Path::new(".")))];
        let table = summary(&steps, &done);
        assert!(
            table.contains("ok: fine") && table.contains("FAILED") && table.contains("not run"),
            "{table}"
        );
    }

    #[test]
    fn help_names_every_step() {
        let text = help();
        for step in &STEPS {
            assert!(text.contains(step.command), "{text}");
        }
    }
}
