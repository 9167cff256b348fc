//! A scanner of words and numbers over the bytes of a file. It keeps the line for messages, and copies nothing.
//! Files that are part text, part bytes are scanned by it too: [`Scanner::take`] hands out the bytes.

use std::fmt::Display;

use super::error::{ReadError, ReadErrorKind};
use super::float;

/// A place in a text.
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    /// Name of the section being read, without its $, for messages; empty outside.
    pub(super) section: &'a str,
    /// What starts a comment, which ends with the line; 0 if nothing does.
    comment: u8,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning, after a byte order mark.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
        Scanner { bytes, at, line: 1, section: "", comment: 0 }
    }

    /// The same with comments, from `#` to the end of the line.
    pub(super) fn with_comments(bytes: &'a [u8]) -> Self {
        Scanner { comment: b'#', ..Scanner::new(bytes) }
    }

    /// The line, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// The whole file.
    pub(super) fn all(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next bytes as they are; none if there are too few.
    #[inline]
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let bytes = self.bytes[self.at..].get(..count)?;
        self.at += count;
        Some(bytes)
    }

    /// The next bytes as they are; the end of the file is an error.
    pub(super) fn bytes(&mut self, count: usize, expected: impl Display) -> Result<&'a [u8], ReadError> {
        let left = self.left();
        self.take(count).ok_or_else(|| {
            let message = format!("the file ends {left} bytes on, expected {expected} ({count} bytes)");
            self.error(ReadErrorKind::Truncated, message)
        })
    }

    /// An error at this line.
    pub(super) fn error(&self, kind: ReadErrorKind, message: String) -> ReadError {
        ReadError { line: Some(self.line), ..ReadError::new(kind, message) }
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {}
                comment if *comment == self.comment && self.comment != 0 => {
                    self.skip_line();
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
    }

    /// Whether a word ends here.
    #[inline]
    fn ends(&self, at: usize) -> bool {
        self.bytes.get(at).is_none_or(u8::is_ascii_whitespace)
    }

    /// Whether this word comes next, in capitals or not, after any space. Moves nowhere: if it does not, bytes
    /// may come next, and space among them means something.
    pub(super) fn follows(&self, literal: &str) -> bool {
        let rest = self.bytes[self.at..].trim_ascii_start();
        rest.get(..literal.len()).is_some_and(|word| word.eq_ignore_ascii_case(literal.as_bytes()))
    }

    /// The next word of this line; none at its end. A backslash at the end joins it with the next one.
    pub(super) fn word_in_line(&mut self) -> Option<&'a [u8]> {
        loop {
            match self.bytes.get(self.at)? {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\\' if self.bytes[self.at + 1..].starts_with(b"\n") => self.next_line(2),
                b'\\' if self.bytes[self.at + 1..].starts_with(b"\r\n") => self.next_line(3),
                b'\n' => return None,
                comment if *comment == self.comment && self.comment != 0 => return None,
                _ => break,
            }
        }
        let rest = &self.bytes[self.at..];
        let word = &rest[..rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len())];
        self.at += word.len();
        Some(word)
    }

    fn next_line(&mut self, bytes: usize) {
        self.at += bytes;
        self.line += 1;
    }

    /// What is left of this line, without the space around it, and without its end.
    pub(super) fn rest_of_line(&mut self) -> &'a [u8] {
        let start = self.at;
        self.skip_line();
        self.bytes[start..self.at].trim_ascii()
    }

    /// Moves behind the end of this line, where bytes may begin.
    pub(super) fn end_line(&mut self) {
        self.skip_line();
        if self.at < self.bytes.len() {
            self.next_line(1);
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
    #[inline]
    pub(super) fn count(&mut self, expected: impl Display) -> Result<u64, ReadError> {
        self.skip_space();
        let (mut n, mut at) = (0_u64, self.at);
        while let Some(digit) =
            self.bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10)
        {
            n = n.wrapping_mul(10).wrapping_add(u64::from(digit));
            at += 1;
        }
        // Up to 19 digits fit; anything else is looked at closely.
        if self.ends(at) && (1..20).contains(&(at - self.at)) {
            self.at = at;
            return Ok(n);
        }
        self.slow_count(expected)
    }

    #[cold]
    fn slow_count(&mut self, expected: impl Display) -> Result<u64, ReadError> {
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
    #[inline]
    pub(super) fn number(&mut self, expected: impl Display) -> Result<f64, ReadError> {
        self.skip_space();
        if let Some((number, length)) = float::prefix(&self.bytes[self.at..])
            && self.ends(self.at + length)
        {
            self.at += length;
            return Ok(number);
        }
        let word = self.word(&expected)?;
        float::parse(word).ok_or_else(|| self.unexpected(format!("{expected} (a number)"), word))
    }

    /// Three coordinates, which must be finite.
    #[inline]
    pub(super) fn point(&mut self, of: impl Display) -> Result<[f64; 3], ReadError> {
        let mut point = [0.0; 3];
        for (k, coordinate) in point.iter_mut().enumerate() {
            let axis = ["x", "y", "z"][k];
            *coordinate = self.number(format_args!("{axis} of {of}"))?;
            if !coordinate.is_finite() {
                let message = format!("{axis} of {of} is {coordinate}, expected a finite number");
                return Err(self.error(ReadErrorKind::NotFinite, message));
            }
        }
        Ok(point)
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

    /// Moves to the end of the line.
    pub(super) fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }

    /// Moves behind the next place with these bytes, and tells whether there is one. The lines on the way are
    /// not counted: they are no lines.
    pub(super) fn skip_bytes(&mut self, literal: &[u8]) -> bool {
        let rest = &self.bytes[self.at..];
        let place = rest.windows(literal.len()).position(|window| window == literal);
        self.at += place.map_or(rest.len(), |place| place + literal.len());
        place.is_some()
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
pub(super) fn shown(word: &[u8]) -> String {
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
