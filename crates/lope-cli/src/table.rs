//! Tables on the terminal, and printing that survives a closed pipe.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::OnceLock;

/// What could not be printed.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Prints to standard output. A reader that went away is not an error; any other is kept for the end of the command.
pub(crate) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    keep(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Takes down how a write to standard output ended.
pub(crate) fn keep(written: io::Result<()>) {
    if let Err(error) = written
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        let _ = LOST.set(error);
    }
}

/// Why something that was printed did not arrive.
pub(crate) fn lost() -> Option<&'static io::Error> {
    LOST.get()
}

/// Rows of text set in columns, as wide as they need to be.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let columns = head.len();
    let mut widths: Vec<usize> = head.iter().map(|h| h.chars().count()).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    let mut line = |cells: &[String]| {
        for (column, cell) in cells.iter().enumerate() {
            let pad = widths[column] - cell.chars().count();
            let last = column + 1 == columns;
            let _ = write!(text, "{cell}{}", if last { String::new() } else { " ".repeat(pad + 2) });
        }
        text.push('\n');
    };
    line(&head.iter().map(ToString::to_string).collect::<Vec<_>>());
    line(&widths.iter().map(|&w| "─".repeat(w)).collect::<Vec<_>>());
    rows.iter().for_each(|row| line(row));
    text
}
