//! Tables on the terminal.

use std::fmt::Write as _;

use crate::terminal::line;

/// Rows of text set in columns, as wide as they need to be.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    // As they will be printed: columns would not meet otherwise.
    let head: Vec<String> = head.iter().map(|cell| line(cell)).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| line(cell)).collect()).collect();
    let columns = head.len();
    let mut widths: Vec<usize> = head.iter().map(|h| h.chars().count()).collect();
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    let mut write = |cells: &[String]| {
        for (column, cell) in cells.iter().enumerate() {
            let pad = widths[column] - cell.chars().count();
            let last = column + 1 == columns;
            let _ = write!(text, "{cell}{}", if last { String::new() } else { " ".repeat(pad + 2) });
        }
        text.push('\n');
    };
    write(&head);
    write(&widths.iter().map(|&w| "─".repeat(w)).collect::<Vec<_>>());
    rows.iter().for_each(|row| write(row));
    text
}
