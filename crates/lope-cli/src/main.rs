//! The `lope` command: parsing here, doing in the library.

mod command;
mod failure;
mod progress;
mod table;
mod terminal;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use command::{bench, check, compare, mesh, plot, render, reproduce, run, scenes, view};

/// Simulates things that bend, bounce, crumple and collide: every time step is one minimization.
#[derive(Parser)]
#[command(name = "lope", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Simulate a scene
    Run(run::Arguments),
    /// Validate a scene without running it, and say what would run
    Check(check::Arguments),
    /// Run a scene under every combination of some settings, and compare
    Compare(compare::Arguments),
    /// List the built-in scenes
    Scenes(scenes::Arguments),
    /// Print the JSON Schema of the scene format
    Schema,
    /// Draw pictures and films of a run, or of a scene
    Render(render::Arguments),
    /// Plot energies, momenta and solver effort of a run, or of several
    Plot(plot::Arguments),
    /// Watch a scene as it runs, or a recording, in the browser, and touch it
    View(view::Arguments),
    /// List the papers' experiments, or run one and check its claims
    Reproduce(reproduce::Arguments),
    /// Make, convert, inspect, tetrahedralize and draw meshes
    Mesh(mesh::Arguments),
    /// Measure performance as ratios
    Bench(bench::Arguments),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let done = match cli.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Scenes(arguments) => scenes::scenes(&arguments),
        Command::Schema => scenes::schema(),
        Command::Render(arguments) => render::render(&arguments),
        Command::Plot(arguments) => plot::plot(&arguments),
        Command::View(arguments) => view::view(&arguments),
        Command::Reproduce(arguments) => reproduce::reproduce(&arguments),
        Command::Mesh(arguments) => mesh::mesh(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
    };
    match done {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// Help, or what is wrong with the arguments: in colours, unless it repeats what a terminal would obey.
fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if terminal::clean(&text) == text {
        error.exit();
    }
    terminal::say(text.trim_end());
    ExitCode::from(failure::BAD_INPUT)
}
