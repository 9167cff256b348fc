//! Just enough reading of Rust to see which modules a file names: no parser, but comments, strings and test
//! modules are told apart from code.

use std::path::Path;

/// A path from the top of the crate.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    /// Line in the file, from 1.
    pub(crate) line: usize,
    /// What follows `crate::`.
    pub(crate) name: String,
}

/// The module a file of the library is: `energy/strain.rs` is `[energy, strain]`, `lib.rs` is `[]`.
pub(crate) fn module_path(inside: &Path) -> Vec<String> {
    let stem = inside.with_extension("");
    let parts = stem.iter().map(|part| part.to_str().unwrap().to_owned());
    parts.filter(|part| part != "mod" && part != "lib").collect()
}

/// What a file of a module `depth` levels below the crate names from the top of the crate, tests left out.
pub(crate) fn references(text: &str, depth: usize) -> Vec<Reference> {
    let tokens = without_tests(tokens(&code(text)));
    let mut found = Vec::new();
    // Braces that are open; true where they belong to an inline module.
    let mut braces: Vec<bool> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let word = |ahead: usize| tokens.get(at + ahead).map_or("", |token| token.text.as_str());
        match word(0) {
            "{" => braces.push(at >= 2 && tokens[at - 2].text == "mod"),
            "}" => drop(braces.pop()),
            "crate" if word(1) == "::" => {
                found.extend(heads(&tokens[at + 2..]));
                at += 1;
            }
            "super" if word(1) == "::" => {
                let mut climbed = 1;
                at += 2;
                while tokens.get(at).is_some_and(|token| token.text == "super") {
                    climbed += 1;
                    at += 2;
                }
                let nested = braces.iter().filter(|inline| **inline).count();
                if climbed >= depth + nested {
                    found.extend(heads(&tokens[at.min(tokens.len())..]));
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Every path of the standard library that a file names, groups taken apart, tests included.
pub(crate) fn standard(text: &str) -> Vec<Reference> {
    let tokens = tokens(&code(text));
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if tokens[at].text == "std" && tokens.get(at + 1).is_some_and(|next| next.text == "::") {
            paths("std", &mut tokens[at + 1..].iter(), &mut found);
        }
    }
    found
}

/// The paths that go on from one that is followed by these tokens; what is left of them begins behind the last.
fn paths(begun: &str, tokens: &mut std::slice::Iter<'_, Token>, found: &mut Vec<Reference>) {
    let mut path = begun.to_owned();
    let mut line = tokens.as_slice().first().map_or(0, |token| token.line);
    while let [colons, next, ..] = tokens.as_slice() {
        if colons.text != "::" {
            break;
        }
        line = next.line;
        tokens.nth(1);
        if next.text != "{" {
            path = format!("{path}::{}", next.text);
            continue;
        }
        while let Some(part) = tokens.next().filter(|part| part.text != "}") {
            if part.text != "," {
                paths(&format!("{path}::{}", part.text), tokens, found);
            }
        }
        return;
    }
    found.push(Reference { line, name: path });
}

/// Names of the modules declared as `#[cfg(test)] mod name;`.
pub(crate) fn test_modules(text: &str) -> Vec<String> {
    let tokens = tokens(&code(text));
    let words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let starts = (0..words.len()).filter(|at| words[*at..].starts_with(&TEST));
    let declared = starts.filter_map(|at| match words[at + TEST.len()..] {
        ["mod", name, ";", ..] => Some(name.to_owned()),
        _ => None,
    });
    declared.collect()
}

/// The attribute of what is compiled for tests only.
const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];

/// A word or a sign, with its line.
#[derive(Clone, Debug)]
struct Token {
    line: usize,
    text: String,
}

/// The first names of a path: one, or several where it starts with a group `{a::b, c}`.
fn heads(tokens: &[Token]) -> Vec<Reference> {
    let reference = |token: &Token| Reference { line: token.line, name: token.text.clone() };
    if tokens.first().is_none_or(|token| token.text != "{") {
        return tokens.first().map(reference).into_iter().collect();
    }
    let mut found = Vec::new();
    let mut level = 0;
    for pair in tokens.windows(2) {
        match pair[0].text.as_str() {
            "{" => level += 1,
            "}" => level -= 1,
            _ => {}
        }
        if level == 0 {
            break;
        }
        if level == 1 && matches!(pair[0].text.as_str(), "{" | ",") && pair[1].text != "}" {
            found.push(reference(&pair[1]));
        }
    }
    found
}

/// Drops every item that stands under `#[cfg(test)]`: up to its semicolon, or to the end of its body.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let here =
            TEST.iter().enumerate().all(|(i, sign)| tokens.get(at + i).is_some_and(|t| t.text == *sign));
        if !here {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        at += TEST.len();
        let mut level = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token.text.as_str() {
                "(" | "[" | "{" => level += 1,
                ")" | "]" => level -= 1,
                "}" => {
                    level -= 1;
                    // A group of names ends in a semicolon, a body does not.
                    if level == 0 && tokens.get(at).is_none_or(|next| next.text != ";") {
                        break;
                    }
                }
                ";" if level == 0 => break,
                _ => {}
            }
        }
    }
    kept
}

/// Words, `::`, and single signs.
fn tokens(code: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let word = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
            let length = match word {
                0 if rest.starts_with("::") => 2,
                0 => first.len_utf8(),
                length => length,
            };
            if !first.is_whitespace() {
                found.push(Token { line: index + 1, text: rest[..length].to_owned() });
            }
            rest = &rest[length..];
        }
    }
    found
}

/// The text with comments, strings and characters blanked out, line by line as it was.
fn code(text: &str) -> String {
    let signs: Vec<char> = text.chars().collect();
    let mut kept = String::new();
    let mut at = 0;
    while at < signs.len() {
        let end = skipped(&signs, at);
        if end == at {
            kept.push(signs[at]);
            at += 1;
        } else {
            kept.extend(signs[at..end].iter().map(|sign| if *sign == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    kept
}

/// Where a comment, string or character that starts at `at` ends; `at` itself if none does.
fn skipped(signs: &[char], at: usize) -> usize {
    let rest = &signs[at..];
    let find = |from: usize, what: &[char]| {
        let found = rest[from..].windows(what.len()).position(|window| window == what);
        found.map_or(signs.len(), |position| at + from + position + what.len())
    };
    match rest {
        ['/', '/', ..] => at + rest.iter().position(|sign| *sign == '\n').unwrap_or(rest.len()),
        ['/', '*', ..] => {
            let (mut level, mut i) = (1, 2);
            while i < rest.len() && level > 0 {
                match rest[i..] {
                    ['/', '*', ..] => (level, i) = (level + 1, i + 2),
                    ['*', '/', ..] => (level, i) = (level - 1, i + 2),
                    _ => i += 1,
                }
            }
            at + i
        }
        ['r', '"' | '#', ..] if !(at > 0 && (signs[at - 1].is_alphanumeric() && signs[at - 1] != 'b')) => {
            let hashes = rest[1..].iter().take_while(|sign| **sign == '#').count();
            if rest.get(1 + hashes) != Some(&'"') {
                return at;
            }
            let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            find(2 + hashes, &close)
        }
        ['"', ..] => {
            let mut i = 1;
            while i < rest.len() && rest[i] != '"' {
                i += if rest[i] == '\\' { 2 } else { 1 };
            }
            (at + i + 1).min(signs.len())
        }
        ['\'', '\\', _, ..] => find(3, &['\'']),
        ['\'', _, '\'', ..] => at + 3,
        _ => at,
    }
}

#[test]
fn sees_paths_groups_and_climbing() {
    let names = |text: &str, depth| -> Vec<String> {
        references(text, depth).into_iter().map(|reference| reference.name).collect()
    };
    assert_eq!(names("use crate::math::Filter;", 2), ["math"]);
    assert_eq!(names("use crate::{math::{self, A}, time::Stage, world};", 2), ["math", "time", "world"]);
    assert_eq!(names("fn f() -> crate::scene::Model { $crate::time::h() }", 2), ["scene", "time"]);
    assert_eq!(names("use super::strain::Tet;", 2), Vec::<String>::new());
    assert_eq!(names("use super::super::world::World;", 2), ["world"]);
    assert_eq!(names("use super::world::World;", 1), ["world"]);
    assert_eq!(names("mod inner { use super::own::X; use super::super::world::Y; }", 1), ["world"]);
    assert_eq!(names("pub(crate) fn f() {}", 2), Vec::<String>::new());
}

#[test]
fn comments_strings_and_tests_do_not_count() {
    let text = r##"
//! See [crate::scene].
/* crate::a /* crate::b */ crate::c */
const A: &str = "crate::d \" crate::e";
const B: &str = r#"crate::f " "#;
const C: char = '"';
fn f<'a>(x: &'a str) -> crate::math::G { todo!() }
#[cfg(test)]
use crate::{h, i};
#[cfg(test)]
fn g(x: [f64; 3]) { crate::j::k(); }
#[cfg(test)]
mod tests {
    use crate::world::World;
    fn t() { crate::l::m("}"); }
}
fn h() { crate::time::n(); }
"##;
    let found: Vec<_> = references(text, 1).into_iter().map(|found| (found.line, found.name)).collect();
    assert_eq!(found, [(7, "math".to_owned()), (17, "time".to_owned())]);
}

#[test]
fn sees_what_is_used_of_the_standard_library() {
    let text = "use std::fs;\nuse std::{io::{self, Read}, time::{Duration, Instant}};\n// std::net\nfn f() { ::std::process::exit(1) }";
    let found: Vec<_> = standard(text).into_iter().map(|found| (found.line, found.name)).collect();
    let expected = [
        (1, "std::fs"),
        (2, "std::io::self"),
        (2, "std::io::Read"),
        (2, "std::time::Duration"),
        (2, "std::time::Instant"),
        (4, "std::process::exit"),
    ];
    assert_eq!(found, expected.map(|(line, name)| (line, name.to_owned())));
}

#[test]
fn knows_test_modules_in_files() {
    assert_eq!(test_modules("mod a;\n#[cfg(test)]\nmod tests;\n#[cfg(test)]\nmod b {}"), ["tests"]);
    assert_eq!(module_path(Path::new("energy/strain/tet.rs")), ["energy", "strain", "tet"]);
    assert_eq!(module_path(Path::new("energy/mod.rs")), ["energy"]);
    assert!(module_path(Path::new("lib.rs")).is_empty());
}
