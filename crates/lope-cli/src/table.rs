//! Tables on the terminal, and printing that survives a closed pipe.

use std::fmt::Write as _;
use std::io::Write as _;

/// Prints to standard output; a reader that went away is not an error.
pub(crate) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
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
