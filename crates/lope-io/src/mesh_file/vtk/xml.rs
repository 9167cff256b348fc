//! As much XML as VTK's files use: tags with attributes, and the text between them.

use crate::output::xml::unescape;

/// A tag of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tag<'a> {
    /// Name of the element, with a `/` before it if the tag closes it.
    pub(super) name: &'a str,
    attributes: &'a str,
    /// Where the tag ends in the file.
    pub(super) end: usize,
}

impl<'a> Tag<'a> {
    /// The first tag from `from` on; comments and declarations are passed over. A tag that is not text or does
    /// not end is none.
    pub(super) fn next(bytes: &'a [u8], mut from: usize) -> Option<Tag<'a>> {
        loop {
            let start = from + bytes.get(from..)?.iter().position(|byte| *byte == b'<')? + 1;
            let rest = &bytes[start..];
            let skipped: Option<&[u8]> = match rest {
                [b'!', b'-', b'-', ..] => Some(b"-->"),
                [b'?', ..] => Some(b"?>"),
                [b'!', ..] => Some(b">"),
                _ => None,
            };
            if let Some(end) = skipped {
                from = start + rest.windows(end.len()).position(|window| window == end)? + end.len();
                continue;
            }
            let length = tag_length(rest)?;
            let text = std::str::from_utf8(&rest[..length]).ok()?;
            let text = text.trim_end_matches('/').trim();
            let (name, attributes) =
                text.split_once(|sign: char| sign.is_ascii_whitespace()).unwrap_or((text, ""));
            return Some(Tag { name, attributes, end: start + length + 1 });
        }
    }

    /// Value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let mut rest = self.attributes;
        while let Some((key, value)) = rest.split_once('=') {
            let value = value.trim_ascii_start();
            let quote = value.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
            let (value, after) = value[1..].split_once(quote)?;
            if key.trim_ascii() == name {
                return Some(unescape(value));
            }
            rest = after;
        }
        None
    }
}

/// Where the tag ends: at the first `>` outside of quotes.
fn tag_length(bytes: &[u8]) -> Option<usize> {
    let mut quote = None;
    for (place, byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(place),
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), _) if open == *byte => quote = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_attributes_and_what_is_passed_over() {
        let text = b"<?xml version='1.0'?><!-- <no> --><A b = \"x > y\" c='\"&lt;'/><D\n e=\"1\">text</D><F";
        let first = Tag::next(text, 0).unwrap();
        assert_eq!((first.name, first.attribute("b").as_deref()), ("A", Some("x > y")));
        assert_eq!((first.attribute("c").as_deref(), first.attribute("d")), (Some("\"<"), None));
        let second = Tag::next(text, first.end).unwrap();
        assert_eq!((second.name, second.attribute("e").as_deref()), ("D", Some("1")));
        assert!(text[second.end..].starts_with(b"text"));
        let third = Tag::next(text, second.end).unwrap();
        assert_eq!(third.name, "/D");
        assert_eq!(Tag::next(text, third.end), None);
    }

    #[test]
    fn what_is_not_xml_is_no_tag() {
        for text in [&b"<"[..], b"<a b=\"", b"<!-- ", b"<?", b"<\xff>", b""] {
            assert_eq!(Tag::next(text, 0), None);
        }
        assert_eq!(Tag::next(b"<a b=c d=\"1\">", 0).unwrap().attribute("d"), None);
    }
}
