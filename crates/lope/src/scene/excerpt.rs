//! What messages repeat of what a user wrote: enough to know it by, never a whole megabyte of it.

use std::borrow::Cow;

/// Longest value that is repeated whole, in characters.
const VALUE: usize = 80;
/// Longest message, in characters. The remedy stands at its end, so a longer one is cut in the middle.
const MESSAGE: usize = 2000;

/// A value as messages repeat it: its beginning, and how long it is, if it is long.
pub fn excerpt(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(VALUE) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}… ({} bytes)", &text[..end], text.len())),
    }
}

/// A message that is not longer than a person reads.
pub fn message(text: String) -> String {
    if text.len() <= MESSAGE {
        return text;
    }
    let (head, tail) = (2 * MESSAGE / 3, MESSAGE / 3);
    let from = text.char_indices().rev().nth(tail).map_or(0, |(at, _)| at);
    match text.char_indices().nth(head) {
        Some((end, _)) if end < from => format!("{} … {}", &text[..end], &text[from..]),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_cut_between_characters() {
        assert_eq!(excerpt("newton"), "newton");
        let long = "ü".repeat(1_000_000);
        let shown = excerpt(&long);
        assert!(shown.starts_with("üü") && shown.ends_with("… (2000000 bytes)"), "{shown}");
        assert_eq!(shown.chars().count(), VALUE + "… (2000000 bytes)".chars().count());
    }

    #[test]
    fn long_messages_keep_their_remedy() {
        let cut = message(format!("wrong: {}; write another", "é".repeat(1_000_000)));
        assert!(cut.starts_with("wrong: ") && cut.ends_with("; write another"), "{cut}");
        assert!(cut.chars().count() < MESSAGE + 10);
        let short = "é".repeat(1500);
        assert_eq!(message(short.clone()), short);
    }
}
