//! `lope plot`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use lope::scene::plot::plot_run;

use crate::failure::{Done, Failure};
use crate::table::print;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Directory of a run
    directory: PathBuf,
}

pub(crate) fn plot(arguments: &Arguments) -> Done {
    for path in plot_run(&arguments.directory).map_err(Failure::input)? {
        print(&format!("{}\n", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}
