//! `lope plot`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use lope_io::plot::{plot_run, plot_runs};

use crate::failure::{Done, Failure};
use crate::terminal::print;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Directories of runs; several are drawn over one another
    #[arg(required = true, value_name = "DIRECTORY")]
    directories: Vec<PathBuf>,
    /// Directory to write to [default: plots of the run; of several, out/plots]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(crate) fn plot(arguments: &Arguments) -> Done {
    let into = arguments.output.as_deref();
    let written = match arguments.directories.as_slice() {
        [directory] => plot_run(directory, into),
        several => plot_runs(several, into.unwrap_or(&Path::new("out").join("plots"))),
    };
    for path in written.map_err(Failure::input)? {
        print(&format!("{}\n", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}
