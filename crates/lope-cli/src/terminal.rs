//! What goes to the terminal, all of it: scenes, meshes and recordings come from anywhere, and a terminal obeys what it is sent.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::OnceLock;

/// Text without anything that a terminal would obey. Control characters become their escapes, as in `\u001b`, which
/// JSON reads back; so do characters that turn the direction of writing, which make text look like another. Lines and
/// tabs stay.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if !text.contains(obeyed) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if obeyed(c) {
            let _ = write!(clean, "\\u{:04x}", u32::from(c));
        } else {
            clean.push(c);
        }
    }
    Cow::Owned(clean)
}

/// The same in one line: for names and titles, which could otherwise pass for further lines of the program.
pub(crate) fn line(text: &str) -> String {
    clean(text).replace('\n', "\\n").replace('\t', " ")
}

fn obeyed(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What could not be printed.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Prints to standard output. A reader that went away is not an error; any other is kept for the end of the command.
pub(crate) fn print(text: &str) {
    let mut out = io::stdout().lock();
    keep(out.write_all(clean(text).as_bytes()).and_then(|()| out.flush()));
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

/// Prints a line to standard error.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", clean(text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_passes() {
        let all: String = (0..0x3000).filter_map(char::from_u32).collect();
        let clean = clean(&all);
        assert!(clean.chars().all(|c| !c.is_control() || c == '\n' || c == '\t'), "{clean:?}");
        assert!(!clean.contains(['\u{1b}', '\u{9b}', '\u{7f}', '\r', '\u{202e}', '\u{2066}']));
    }

    #[test]
    fn plain_text_stays_and_escapes_are_seen() {
        let plain = "∇E = 1 ⟨é\t–\n";
        assert!(matches!(clean(plain), Cow::Borrowed(same) if same == plain));
        assert_eq!(clean("a\u{1b}]0;b\u{7}"), "a\\u001b]0;b\\u0007");
        assert_eq!(line("title\nok\u{9b}2J"), "title\\nok\\u009b2J");
        let json = format!("\"{}\"", clean("\u{9b}"));
        assert_eq!(serde_json::from_str::<String>(&json).ok().as_deref(), Some("\u{9b}"));
    }
}
