//! Text to a tree of values, and the line each key stands on.

use std::collections::HashMap;

use toml::Value;
use toml::de::{DeTable, DeValue};

use super::problem::{Kind, Place, Problem};

/// A scene as written: the tree of its values, and where they came from.
#[derive(Debug, PartialEq)]
pub struct Source {
    pub(super) tree: Value,
    origin: Origin,
}

/// Where keys were written.
#[derive(Debug, Default, PartialEq)]
struct Origin {
    file: String,
    lines: HashMap<String, usize>,
    overrides: Vec<String>,
}

/// The two ways to write a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Toml,
    Json,
}

impl Format {
    /// By the extension of `file`, and for others by the first character of the text: an object is JSON.
    pub(super) fn of(file: &str, text: &str) -> Self {
        match file.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).as_deref() {
            Some("json") => Self::Json,
            Some("toml") => Self::Toml,
            _ if text.trim_start().starts_with('{') => Self::Json,
            _ => Self::Toml,
        }
    }
}

impl Source {
    /// Reads `text`; `file` is its name in messages.
    pub(super) fn read(file: &str, text: &str) -> Result<Self, Problem> {
        let mut origin = Origin { file: file.into(), ..Origin::default() };
        let syntax = |message: String, line: Option<usize>| Problem {
            place: Place::File { file: file.into(), line },
            ..Problem::new(Kind::Syntax, "", message)
        };
        let ends = LineEnds::of(text);
        let tree = match Format::of(file, text) {
            Format::Toml => {
                let table = DeTable::parse(text).map_err(|error| {
                    let line = error.span().map(|span| ends.line(span.start));
                    syntax(format!("not valid TOML: {}", error.message().replace('\n', ", ")), line)
                })?;
                toml_lines(&ends, table.get_ref(), "", &mut origin.lines);
                Value::Table(toml::from_str(text).map_err(|error| {
                    syntax(format!("not valid TOML: {}", error.message().replace('\n', ", ")), None)
                })?)
            }
            Format::Json => {
                let wrong = |error: serde_json::Error| {
                    let what = error.to_string();
                    let what = what.split(" at line ").next().unwrap_or_default();
                    syntax(format!("not valid JSON: {what}"), (error.line() > 0).then(|| error.line()))
                };
                let mut json: serde_json::Value = serde_json::from_str(text).map_err(wrong)?;
                without_nulls(&mut json);
                let tree = serde_json::from_value(json).map_err(wrong)?;
                let mut walk = JsonLines { text, ends, at: 0, lines: &mut origin.lines, twice: None };
                walk.value("");
                if let Some((key, line)) = walk.twice {
                    return Err(syntax(format!("not valid JSON: {key} is given twice"), Some(line)));
                }
                tree
            }
        };
        if !tree.is_table() {
            return Err(syntax("a scene is a table of keys".into(), Some(1)));
        }
        Ok(Self { tree, origin })
    }

    /// Remembers that `key` was given on the command line.
    pub(super) fn overridden(&mut self, key: &str) {
        self.origin.overrides.push(key.into());
    }

    /// Puts a problem where its key was written: an override, the line of the key, or of the nearest table
    /// around it.
    pub fn locate(&self, problem: Problem) -> Problem {
        let Origin { file, lines, overrides } = &self.origin;
        let key = problem.key.as_str();
        let inside = |outer: &str, inner: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let mut around = Some(key);
        let mut line = None;
        while let Some(here) = around {
            line = lines.get(here).copied();
            if line.is_some() || overrides.iter().any(|set| set == here) {
                break;
            }
            around = here.rsplit_once('.').map(|(outer, _)| outer);
        }
        let set = overrides.iter().any(|set| inside(set, key))
            || (!key.is_empty() && line.is_none() && overrides.iter().any(|set| inside(key, set)));
        let place = if set { Place::Override } else { Place::File { file: file.clone(), line } };
        Problem { place, ..problem }
    }
}

/// Where the lines of a text end.
struct LineEnds(Vec<usize>);

impl LineEnds {
    fn of(text: &str) -> Self {
        Self(text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(offset, _)| offset).collect())
    }

    /// The number, from 1, of the line with the byte at `offset`.
    fn line(&self, offset: usize) -> usize {
        1 + self.0.partition_point(|&end| end < offset)
    }
}

fn join(path: &str, key: impl std::fmt::Display) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
}

fn toml_lines(ends: &LineEnds, table: &DeTable<'_>, path: &str, lines: &mut HashMap<String, usize>) {
    for (key, value) in table {
        let path = join(path, key.get_ref());
        lines.insert(path.clone(), ends.line(key.span().start));
        toml_value_lines(ends, value.get_ref(), &path, lines);
    }
}

fn toml_value_lines(ends: &LineEnds, value: &DeValue<'_>, path: &str, lines: &mut HashMap<String, usize>) {
    match value {
        DeValue::Table(table) => toml_lines(ends, table, path, lines),
        DeValue::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let path = join(path, index);
                lines.insert(path.clone(), ends.line(item.span().start));
                toml_value_lines(ends, item.get_ref(), &path, lines);
            }
        }
        _ => {}
    }
}

/// `null` for a key of an object is the same as not giving the key.
fn without_nulls(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(object) => {
            object.retain(|_, value| !value.is_null());
            object.values_mut().for_each(without_nulls);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

/// Walks text already known to be valid JSON, noting the line of every key and item.
struct JsonLines<'a> {
    text: &'a str,
    ends: LineEnds,
    at: usize,
    lines: &'a mut HashMap<String, usize>,
    /// The first key given twice, and its second line.
    twice: Option<(String, usize)>,
}

impl JsonLines<'_> {
    fn peek(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied().unwrap_or(b'}')
    }

    fn note(&mut self, path: &str) {
        self.peek();
        self.lines.insert(path.into(), self.ends.line(self.at));
    }

    fn string(&mut self) -> String {
        let start = self.at;
        self.at += 1;
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() && bytes[self.at] != b'"' {
            self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at = (self.at + 1).min(bytes.len());
        serde_json::from_str(self.text.get(start..self.at).unwrap_or_default()).unwrap_or_default()
    }

    fn value(&mut self, path: &str) {
        match self.peek() {
            b'{' => {
                self.at += 1;
                while self.peek() == b'"' {
                    let line = self.ends.line(self.at);
                    let path = join(path, self.string());
                    if self.lines.insert(path.clone(), line).is_some() {
                        self.twice.get_or_insert((path.clone(), line));
                    }
                    self.peek();
                    self.at += 1; // the colon
                    self.value(&path);
                    if self.peek() == b',' {
                        self.at += 1;
                    }
                }
                self.at += 1;
            }
            b'[' => {
                self.at += 1;
                let mut index = 0;
                while self.at < self.text.len() && self.peek() != b']' {
                    let path = join(path, index);
                    self.note(&path);
                    self.value(&path);
                    index += 1;
                    if self.peek() == b',' {
                        self.at += 1;
                    }
                }
                self.at += 1;
            }
            b'"' => {
                self.string();
            }
            _ => {
                let rest = &self.text.as_bytes()[self.at.min(self.text.len())..];
                self.at += rest.iter().take_while(|byte| !b",]} \t\r\n".contains(byte)).count();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, file: &str, key: &str) -> Option<usize> {
        let source = Source::read(file, text).unwrap();
        match source.locate(Problem::new(Kind::Impossible, key, "")).place {
            Place::File { line, .. } => line,
            _ => panic!("not in the file"),
        }
    }

    #[test]
    fn toml_keys_know_their_lines() {
        let text = "a = 1\n[b]\nc = 2\n\n[[d]]\ne = 3\n[[d]]\ne = [\n 4,\n 5]\nf = { g = 6 }\n";
        for (key, expected) in [
            ("a", 1),
            ("b", 2),
            ("b.c", 3),
            ("d.0", 5),
            ("d.0.e", 6),
            ("d.1.e", 8),
            ("d.1.e.1", 10),
            ("d.1.f.g", 11),
        ] {
            assert_eq!(line(text, "x.toml", key), Some(expected), "{key}");
        }
        assert_eq!(line(text, "x.toml", "b.missing"), Some(2));
        assert_eq!(line(text, "x.toml", "missing"), None);
    }

    #[test]
    fn json_keys_know_their_lines() {
        let text = "{\n \"a\": 1,\n \"b\": {\n  \"c\": \"x\\\"}\"\n },\n \"d\": [\n  {\"e\": 3},\n  [4,\n 5]\n ],\n \"f\": true }";
        for (key, expected) in [("a", 2), ("b.c", 4), ("d.0", 7), ("d.0.e", 7), ("d.1.1", 9), ("f", 11)] {
            assert_eq!(line(text, "x.json", key), Some(expected), "{key}");
        }
    }

    #[test]
    fn the_format_is_seen_by_extension_or_content() {
        assert_eq!(Format::of("a.json", ""), Format::Json);
        assert_eq!(Format::of("a.toml", "{"), Format::Toml);
        assert_eq!(Format::of("scene", " {}"), Format::Json);
        assert_eq!(Format::of("scene", "title = \"x\""), Format::Toml);
    }
}
