//! `lope view`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use lope::scene::builtin;
use lope_io::Loaded;
use lope_io::run::{End, Finished};
use lope_view::{Record, Server, Viewer, open_browser};

use crate::failure::{Done, FAILED, Failure, INTERRUPTED};
use crate::signals::interrupts;
use crate::terminal::print;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A scene file, the name of a built-in scene, or the directory of a run [default: touch]
    #[arg(value_name = "SCENE|DIR")]
    subject: Option<String>,
    /// Port to listen on [default: 7878, or any that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Address to listen on. Other machines can reach all but the default, with the token that is printed
    #[arg(long, value_name = "A", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Only print the address
    #[arg(long)]
    no_open: bool,
    /// Write the run to this directory while it is viewed
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Replace the run that is in that directory
    #[arg(long, requires = "record")]
    overwrite: bool,
    /// Override a scene key by its dotted path, as in solver.tolerance=1e-4
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Wait for somebody to press play, as recordings do anyway
    #[arg(long)]
    paused: bool,
}

pub(crate) fn view(arguments: &Arguments) -> Done {
    super::run::use_threads(arguments.threads)?;
    // A port that cannot be had is known before anything is written.
    let server = Server::bind(arguments.address, arguments.port)?;
    let subject = arguments.subject.as_deref().unwrap_or(builtin::TOUCH);
    let viewer = match Path::new(subject) {
        directory if directory.is_dir() => {
            if arguments.record.is_some() || !arguments.set.is_empty() {
                return Err(Failure::input("--record and --set are for scenes; a recording is as it is"));
            }
            Viewer::recording(directory)?
        }
        _ => {
            let scene = Loaded::open(subject, &arguments.set)?;
            let overwrite = arguments.overwrite;
            let record = arguments.record.as_deref().map(|directory| Record { directory, overwrite });
            Viewer::live(scene, record, arguments.paused)?
        }
    };
    let url = server.url();
    print(&format!("{url}  (Ctrl-C ends it)\n"));
    if !server.address().ip().to_canonical().is_loopback() {
        print(
            "note: from other machines open it with this machine's name or address; whoever knows the whole of it can \
             watch and change the simulation\n",
        );
    }
    if !arguments.no_open {
        open_browser(&url);
    }
    let finish = server.run(viewer, &interrupts()).map_err(Failure::running)?;
    if let (Some(finished), Some(path)) = (finish.recorded, &arguments.record) {
        print(&closing(&finished, path));
        return Ok(match finished.end {
            End::Done => ExitCode::SUCCESS,
            End::Interrupted => ExitCode::from(INTERRUPTED),
            End::Failed { .. } => ExitCode::from(FAILED),
        });
    }
    Ok(ExitCode::SUCCESS)
}

fn closing(finished: &Finished, path: &Path) -> String {
    let path = path.display();
    let end = match finished.end {
        End::Done => "complete".into(),
        End::Interrupted => format!("unfinished; go on with: lope run -o {path} --resume"),
        End::Failed { outcome, step } => {
            format!("step {step} did not converge ({0}); see `lope help {0}`", outcome.word())
        }
    };
    format!("{} steps recorded in {path}: {end}\n", finished.summary.steps)
}
