//! A scanner of words and numbers over the bytes of a text file. It keeps the line for messages, and copies
//! nothing.

use std::fmt::Display;

use super::error::{ReadError, ReadErrorKind};

/// A place in a text.
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    /// Name of the section being read, without its $, for messages; empty outside.
    pub(super) section: &'a str,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning, after a byte order mark.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
        Scanner { bytes, at, line: 1, section: "" }
    }

    /// An error at this line.
    pub(super) fn error(&self, kind: ReadErrorKind, message: String) -> ReadError {
        let remedy = match kind {
            ReadErrorKind::Unexpected | ReadErrorKind::Count | ReadErrorKind::Reference => {
                "the file is damaged or was edited by hand, export it again"
            }
            ReadErrorKind::Truncated => "the file is cut off, export or copy it again",
            ReadErrorKind::NotFinite => "correct the coordinate in the program the mesh comes from",
            ReadErrorKind::Unsupported | ReadErrorKind::NoTetrahedra => "convert it first",
        };
        ReadError { kind, line: Some(self.line), message, remedy: remedy.into() }
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {}
                _ => break,
            }
            self.at += 1;
        }
    }

    /// Whether only space is left. Moves to what comes next.
    pub(super) fn at_end(&mut self) -> bool {
        self.skip_space();
        self.at == self.bytes.len()
    }

    /// The next word, without taking it; empty at the end.
    pub(super) fn peek(&mut self) -> &'a [u8] {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        &rest[..rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len())]
    }

    /// The next word; `expected` says what it should be.
    pub(super) fn word(&mut self, expected: impl Display) -> Result<&'a [u8], ReadError> {
        let word = self.peek();
        if word.is_empty() {
            let place =
                if self.section.is_empty() { String::new() } else { format!(" in ${}", self.section) };
            return Err(
                self.error(ReadErrorKind::Truncated, format!("the file ends{place}, expected {expected}"))
            );
        }
        self.at += word.len();
        Ok(word)
    }

    /// Takes the next word, which must be this one.
    pub(super) fn expect(&mut self, literal: &str) -> Result<(), ReadError> {
        if self.peek() == literal.as_bytes() {
            self.at += literal.len();
            return Ok(());
        }
        // Taken only to tell the end of the file from another word.
        let word = self.word(literal)?;
        Err(self.unexpected(literal, word))
    }

    /// A whole number that is not negative.
    pub(super) fn count(&mut self, expected: impl Display) -> Result<u64, ReadError> {
        let word = self.word(&expected)?;
        parse_u64(word).ok_or_else(|| self.unexpected(format!("{expected} (a whole number)"), word))
    }

    /// A whole number.
    pub(super) fn integer(&mut self, expected: impl Display) -> Result<i64, ReadError> {
        let word = self.word(&expected)?;
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        let magnitude = parse_u64(digits).and_then(|n| i64::try_from(n).ok());
        match magnitude {
            Some(n) => Ok(if digits.len() < word.len() { -n } else { n }),
            None => Err(self.unexpected(format!("{expected} (a whole number)"), word)),
        }
    }

    /// A number, possibly not finite.
    pub(super) fn number(&mut self, expected: impl Display) -> Result<f64, ReadError> {
        let word = self.word(&expected)?;
        let parsed = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
        parsed.ok_or_else(|| self.unexpected(format!("{expected} (a number)"), word))
    }

    /// A count of things that each take at least `least_bytes` bytes. A count that the rest of the file cannot
    /// hold is an error, so that the result is safe to allocate for.
    pub(super) fn room_for(
        &mut self,
        expected: impl Display,
        least_bytes: usize,
    ) -> Result<usize, ReadError> {
        let count = self.count(&expected)?;
        self.check_room(count, least_bytes, expected)
    }

    /// The count, if the rest of the file can hold as many things of at least `least_bytes` bytes.
    pub(super) fn check_room(
        &self,
        count: u64,
        least_bytes: usize,
        expected: impl Display,
    ) -> Result<usize, ReadError> {
        let rest = self.bytes.len() - self.at;
        match usize::try_from(count) {
            // One byte more than there is: the last thing needs no separator after it.
            Ok(count) if count.checked_mul(least_bytes).is_some_and(|bytes| bytes <= rest + 1) => Ok(count),
            _ => Err(self.error(
                ReadErrorKind::Count,
                format!("{expected} is {count}, more than the rest of the file ({rest} bytes) can hold"),
            )),
        }
    }

    /// The text between the next two quotes, which are on one line.
    pub(super) fn quoted(&mut self, expected: impl Display) -> Result<String, ReadError> {
        let word = self.peek();
        let rest = &self.bytes[self.at..];
        let line = &rest[..rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())];
        let closing = line.iter().skip(1).position(|byte| *byte == b'"');
        match (line.first(), closing) {
            (Some(b'"'), Some(length)) => {
                self.at += length + 2;
                Ok(String::from_utf8_lossy(&line[1..=length]).into_owned())
            }
            (None, _) => self.word(expected).map(|_| String::new()),
            _ => Err(self.unexpected(format!("{expected} in quotes"), word)),
        }
    }

    /// Moves to the next line.
    pub(super) fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }

    /// Moves past the next line that starts with this word.
    pub(super) fn skip_past(&mut self, literal: &str) -> Result<(), ReadError> {
        while self.peek() != literal.as_bytes() {
            if self.at_end() {
                self.word(literal)?;
            }
            self.skip_line();
        }
        self.expect(literal)
    }

    /// An error about a word. A section that ends where a number should be has fewer rows than announced.
    pub(super) fn unexpected(&self, expected: impl Display, word: &[u8]) -> ReadError {
        if word.starts_with(b"$End") {
            let message = format!(
                "expected {expected}, but the section ends: it has fewer entries than its counts announce"
            );
            return self.error(ReadErrorKind::Count, message);
        }
        self.error(ReadErrorKind::Unexpected, format!("expected {expected}, found {}", shown(word)))
    }
}

/// A word for a message: short and printable.
fn shown(word: &[u8]) -> String {
    const LONGEST: usize = 24;
    let text: String =
        String::from_utf8_lossy(word).chars().take(LONGEST).flat_map(char::escape_default).collect();
    if word.len() > LONGEST { format!("\"{text}…\"") } else { format!("\"{text}\"") }
}

fn parse_u64(word: &[u8]) -> Option<u64> {
    if word.is_empty() {
        return None;
    }
    word.iter().try_fold(0_u64, |n, byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 { None } else { n.checked_mul(10)?.checked_add(u64::from(digit)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_words_and_lines() {
        let mut scanner = Scanner::new(b"\xef\xbb\xbf12 -7\r\n 1.5e-3 \"a b\" tail\n\n");
        assert_eq!(scanner.count("n"), Ok(12));
        assert_eq!(scanner.integer("i"), Ok(-7));
        assert_eq!(scanner.number("x"), Ok(1.5e-3));
        assert_eq!(scanner.quoted("name").unwrap(), "a b");
        assert_eq!(scanner.line, 2);
        assert_eq!(scanner.word("w").unwrap(), b"tail");
        assert!(scanner.at_end());
    }

    #[test]
    fn numbers_too_large_are_not_numbers() {
        assert_eq!(parse_u64(b"18446744073709551615"), Some(u64::MAX));
        assert_eq!(parse_u64(b"18446744073709551616"), None);
        assert!(Scanner::new(b"9223372036854775808").integer("i").is_err());
        assert_eq!((parse_u64(b""), parse_u64(b"1x"), parse_u64(b"+1")), (None, None, None));
    }

    #[test]
    fn counts_are_held_against_the_rest_of_the_file() {
        let mut scanner = Scanner::new(b"3 1 2 3");
        assert_eq!(scanner.room_for("rows", 2), Ok(3));
        let mut scanner = Scanner::new(b"4000000000 1 2 3");
        assert_eq!(scanner.room_for("rows", 2).unwrap_err().kind, ReadErrorKind::Count);
        let mut scanner = Scanner::new(b"18446744073709551615 1 2 3");
        assert_eq!(scanner.room_for("rows", 2).unwrap_err().kind, ReadErrorKind::Count);
    }

    #[test]
    fn unclosed_quotes_and_early_ends_are_errors() {
        assert!(Scanner::new(b"\"a b\n\"").quoted("name").is_err());
        assert!(Scanner::new(b"name").quoted("name").is_err());
        assert_eq!(Scanner::new(b"  ").quoted("name").unwrap_err().kind, ReadErrorKind::Truncated);
        assert_eq!(Scanner::new(b"\n \n").word("w").unwrap_err().line, Some(3));
        assert_eq!(Scanner::new(b"1\n2").skip_past("$EndX").unwrap_err().kind, ReadErrorKind::Truncated);
    }
}
