//! Links in the Markdown documents: a relative one must lead to a file of the repository, and one with `#`
//! to a heading that exists. Addresses on the web are not fetched: a test should not depend on the network.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::Outcome;
use crate::citations;
use crate::files;

/// Checks every Markdown file of the repository, and that what is cited is declared.
pub(crate) fn check(root: &Path) -> Outcome {
    let mut count = 0;
    let mut faults = citations::faults(root)?;
    for path in files::all(root)? {
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let Some(text) = files::text(&path)? else {
            faults.push(format!("{} is not text", files::shown(&path, root)));
            continue;
        };
        for (line, target) in links(&text) {
            count += 1;
            if let Some(fault) = fault(&target, &path, root)? {
                faults.push(format!("{}:{line}: `{target}` {fault}", files::shown(&path, root)));
            }
        }
    }
    if faults.is_empty() { Ok(format!("{count} links")) } else { Err(faults.join("\n       ")) }
}

/// What is wrong with a link in the file `from`.
fn fault(target: &str, from: &Path, root: &Path) -> Result<Option<String>, String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return Ok(None);
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    if file.starts_with('/') {
        return Ok(Some("is absolute: write it relative to the document".to_owned()));
    }
    let path = if file.is_empty() { from.to_path_buf() } else { join(from.parent().unwrap_or(root), file) };
    if !path.starts_with(root) {
        return Ok(Some("leads out of the repository".to_owned()));
    }
    if !path.exists() {
        return Ok(Some("does not exist".to_owned()));
    }
    if heading.is_empty() || path.extension().is_none_or(|extension| extension != "md") {
        return Ok(None);
    }
    let text = files::text(&path)?.unwrap_or_default();
    Ok((!anchors(&text).contains(heading)).then(|| "has no such heading".to_owned()))
}

/// `folder` and a relative path, with the dots worked out.
pub(crate) fn join(folder: &Path, relative: &str) -> PathBuf {
    let mut path = folder.to_path_buf();
    for part in Path::new(relative).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

/// Targets of the links and pictures of a document, with their line numbers. What stands in code or in a
/// comment is not a link.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        let mut rest = line.as_str();
        while let Some(start) = rest.find("](") {
            rest = &rest[start + 2..];
            let target = rest.split([')', ' ']).next().unwrap_or_default();
            found.push((number, target.trim_matches(['<', '>']).to_owned()));
        }
        // A definition at the start of a line: [key]: target
        let definition = line.strip_prefix('[').and_then(|tail| tail.split_once("]: "));
        if let Some(target) = definition.and_then(|(_, tail)| tail.split_whitespace().next()) {
            found.push((number, target.to_owned()));
        }
    }
    found
}

/// The names of the headings of a document.
fn anchors(text: &str) -> BTreeSet<String> {
    slugs(text).into_iter().collect()
}

/// The names GitHub gives to the headings of a document, in their order: lower case, spaces as hyphens, other signs dropped.
pub(crate) fn slugs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (_, line) in lines_outside_fences(text) {
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let slug: String = title
            .trim()
            .to_lowercase()
            .chars()
            .filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'))
            .map(|sign| if sign == ' ' { '-' } else { sign })
            .collect();
        let again = (1..).map(|n| format!("{slug}-{n}"));
        let free = std::iter::once(slug.clone()).chain(again).find(|name| !found.contains(name));
        found.extend(free);
    }
    found
}

/// Lines with what is in backticks and comments blanked out.
fn prose(text: &str) -> Vec<(usize, String)> {
    let mut comment = false;
    let mut found = Vec::new();
    for (number, line) in lines_outside_fences(text) {
        let mut kept = String::new();
        let mut rest = line;
        while !rest.is_empty() {
            if comment {
                let end = rest.find("-->").map(|at| at + 3);
                comment = end.is_none();
                rest = &rest[end.unwrap_or(rest.len())..];
            } else if let Some(at) = rest.find("<!--") {
                kept += &rest[..at];
                comment = true;
                rest = &rest[at + 4..];
            } else {
                kept += rest;
                rest = "";
            }
        }
        let pieces = kept.split('`').step_by(2).collect::<Vec<_>>();
        found.push((number, pieces.join("`")));
    }
    found
}

/// Numbered lines that are not in a fenced block.
fn lines_outside_fences(text: &str) -> Vec<(usize, &str)> {
    let mut fence = None;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(close)) if open == close => fence = None,
            (None, None) => found.push((index + 1, line)),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(text: &str) -> Vec<String> {
        links(text).into_iter().map(|(_, target)| target).collect()
    }

    #[test]
    fn finds_links_pictures_and_definitions() {
        let text = "see [a](one.md) and ![b](two.png \"title\")\n\n[key]: three.md\n[x]: https://example.org";
        assert_eq!(targets(text), ["one.md", "two.png", "three.md", "https://example.org"]);
        assert_eq!(links(text)[2].0, 3);
    }

    #[test]
    fn code_and_comments_hold_no_links() {
        assert!(targets("```\n[a](no.md)\n```\n`[b](no.md)` <!-- [c](no.md) -->").is_empty());
        assert_eq!(targets("<!-- [a](no.md)\n[b](no.md) --> [c](yes.md)"), ["yes.md"]);
        assert_eq!(targets("`x` [a](yes.md) `y`"), ["yes.md"]);
    }

    #[test]
    fn headings_get_the_names_github_gives() {
        let found = anchors("# One step, as data\n## `code` & more\n```\n# not one\n```\n## Same\n## Same");
        let expected = ["one-step-as-data", "code--more", "same", "same-1"].map(str::to_owned);
        assert_eq!(found, BTreeSet::from(expected));
    }

    #[test]
    fn says_what_is_wrong_with_a_link() {
        let root = crate::root();
        let from = root.join("docs").join("README.md");
        let wrong = |target: &str| fault(target, &from, &root).unwrap().unwrap_or_default();
        assert_eq!(wrong("../Cargo.toml"), "");
        assert_eq!(wrong("https://example.org/x"), "");
        assert_eq!(wrong("nowhere.md"), "does not exist");
        assert_eq!(wrong("../../Cargo.toml"), "leads out of the repository");
        assert_eq!(wrong("../README.md#no-such-heading"), "has no such heading");
        assert!(wrong("/README.md").starts_with("is absolute"));
    }
}
