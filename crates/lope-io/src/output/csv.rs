//! Text in a table that spreadsheets open.

/// A text as a cell. It is quoted as RFC 4180 wants it, and text that a spreadsheet would take for a formula,
/// `=cmd|…` and its like, is put behind an apostrophe: what somebody else wrote into a scene is shown, not run. Numbers
/// stay numbers.
pub fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']);
    let mark = if formula && text.parse::<f64>().is_err() { "'" } else { "" };
    if text.contains([',', '"', '\n', '\r', ';', '\t']) {
        format!("\"{mark}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{mark}{text}")
    }
}

/// Cells as a line, with its end.
pub fn line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    cells.into_iter().map(cell).collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_shown_and_not_run() {
        for text in ["=cmd|' /C calc'!A0", "@SUM(A1)", "+1+1", "-1+cmd", "\t=1", "＝1"] {
            assert!(cell(text).trim_start_matches('"').starts_with('\''), "{}", cell(text));
        }
        for number in ["-1", "+1e5", "-0.5", "1e-3", "-inf"] {
            assert_eq!(cell(number), number);
        }
        assert_eq!(cell("newton"), "newton");
        assert_eq!(line(["a,b", "say \"=\"", "=a,b"]), "\"a,b\",\"say \"\"=\"\"\",\"'=a,b\"\n");
    }
}
