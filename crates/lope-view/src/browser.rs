//! Opening a page in the user's browser.

use std::process::{Command, Stdio};

/// Asks the system to show the address. Where nothing can, nothing happens: the address was printed.
pub fn open_browser(url: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let quiet = || Stdio::null();
    let started =
        Command::new(program).args(before).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Ok(mut child) = started {
        // Somebody has to ask how it ended, or it stays in the table of processes.
        std::thread::spawn(move || child.wait());
    }
}
