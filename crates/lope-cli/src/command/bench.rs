//! `lope bench`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use lope_lab::bench;

use crate::failure::{Done, Failure};
use crate::table::table;
use crate::terminal::print;

#[derive(Args)]
pub(crate) struct Arguments {
    #[arg(help = names())]
    name: Option<String>,
    /// File to write
    #[arg(short, long, value_name = "FILE", default_value = "bench.json")]
    output: PathBuf,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// What can be asked for.
fn names() -> String {
    let names: Vec<&str> = bench::ALL.iter().map(|benchmark| benchmark.name).collect();
    format!("Benchmark to run ({}); without it, all of them", names.join(", "))
}

pub(crate) fn bench(arguments: &Arguments) -> Done {
    super::run::use_threads(arguments.threads)?;
    let mut say = |what: &str| print(&format!("… {what}\n"));
    let report = bench::run(arguments.name.as_deref(), &mut say).map_err(Failure::input)?;
    let rows: Vec<_> = report
        .rows
        .iter()
        .map(|row| {
            vec![
                row.bench.clone(),
                row.quantity.clone(),
                row.value.clone(),
                row.ratio.clone(),
                row.against.clone(),
                row.verdict.clone(),
            ]
        })
        .collect();
    print("\n");
    print(&table(&["benchmark", "quantity", "measured", "ratio", "against", "goal"], &rows));
    report.save(&arguments.output).map_err(Failure::running)?;
    print(&format!("\nwritten to {}\n", arguments.output.display()));
    Ok(ExitCode::SUCCESS)
}
