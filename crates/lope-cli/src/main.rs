//! The `lope` command: parsing here, doing in the library.

mod command;
mod failure;
mod progress;
mod signals;
mod table;
mod terminal;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use failure::{Done, Failure};

use command::{
    audit, bench, check, compare, help, materials, mesh, plot, render, reproduce, run, scenes, view,
};

/// Simulates things that bend, bounce, crumple and collide: every time step is one minimization.
#[derive(Parser)]
#[command(name = "lope", version, about, max_term_width = 100, disable_help_subcommand = true)]
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
    /// List the materials that have a name, or say where the numbers of one are from
    Materials(materials::Arguments),
    /// Print the JSON Schema of the scene format
    Schema,
    /// Draw pictures and films of a run, or of a scene
    Render(render::Arguments),
    /// Prove after the fact that nothing crossed anything in a run
    Audit(audit::Arguments),
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
    /// Say what an outcome or a message means and what to do, or how a command is used
    Help(help::Arguments),
}

fn main() -> ExitCode {
    signals::keep_ignoring_hangups();
    let done = match Cli::try_parse() {
        Ok(cli) => run_command(cli),
        // Help and version are no errors, but they are printed all the same.
        Err(message) => Ok(usage(&message)),
    };
    match done {
        Ok(ExitCode::SUCCESS) => match terminal::lost() {
            Some(error) => Failure::running(format!("cannot write to standard output: {error}")).report(),
            None => ExitCode::SUCCESS,
        },
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run_command(cli: Cli) -> Done {
    match cli.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Scenes(arguments) => scenes::scenes(&arguments),
        Command::Materials(arguments) => materials::materials(&arguments),
        Command::Schema => scenes::schema(),
        Command::Render(arguments) => render::render(&arguments),
        Command::Audit(arguments) => audit::run(&arguments),
        Command::Plot(arguments) => plot::plot(&arguments),
        Command::View(arguments) => view::view(&arguments),
        Command::Reproduce(arguments) => reproduce::reproduce(&arguments),
        Command::Mesh(arguments) => mesh::mesh(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Help(arguments) => help::help(&arguments, Cli::command()),
    }
}

/// Help, or what is wrong with the arguments: in colours, unless it repeats what a terminal would obey.
fn usage(message: &clap::Error) -> ExitCode {
    let text = message.render().to_string();
    if terminal::clean(&text) != text {
        terminal::say(text.trim_end());
    } else {
        let printed = message.print();
        if !message.use_stderr() {
            terminal::keep(printed);
        }
    }
    ExitCode::from(if message.use_stderr() { failure::BAD_INPUT } else { 0 })
}
