//! A page of the site: Markdown to HTML, its headings with names, its links with the endings they have there.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::address;
use super::summary::{Line, Summary};
use crate::links::{join, slugs};

/// A document that was read.
pub(super) struct Page {
    title: String,
    body: String,
    headings: Vec<String>,
    /// Files that it links to, each with a heading or nothing.
    links: Vec<(PathBuf, String)>,
    targets: Vec<PathBuf>,
}

impl Page {
    /// Reads the text of the document `path`.
    pub(super) fn read(text: &str, path: &Path, root: &Path) -> Result<Self, String> {
        let headings = slugs(text);
        let mut names = headings.iter();
        let (mut links, mut title, mut in_title, mut dropped) = (Vec::new(), String::new(), false, false);
        let mut events: Vec<Event<'_>> = Vec::new();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
            events.push(match event {
                Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                    in_title = title.is_empty();
                    let id = names.next().cloned().map(CowStr::from);
                    Event::Start(Tag::Heading { level, id, classes, attrs })
                }
                Event::End(TagEnd::Heading(level)) => {
                    in_title = false;
                    Event::End(TagEnd::Heading(level))
                }
                // A folder is nothing to look at: only the words stay.
                Event::Start(Tag::Link { dest_url, .. }) if is_folder(&dest_url, path, root) => {
                    dropped = true;
                    continue;
                }
                Event::End(TagEnd::Link) if dropped => {
                    dropped = false;
                    continue;
                }
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let dest_url = moved(&dest_url, path, root, &mut links).into();
                    Event::Start(Tag::Link { link_type, dest_url, title, id })
                }
                Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                    let dest_url = moved(&dest_url, path, root, &mut links).into();
                    Event::Start(Tag::Image { link_type, dest_url, title, id })
                }
                other => {
                    if let (true, Event::Text(words) | Event::Code(words)) = (in_title, &other) {
                        title += words;
                    }
                    other
                }
            });
        }
        if names.next().is_some() {
            return Err(format!("{}: write headings as lines that begin with #", path.display()));
        }
        let mut body = String::new();
        html::push_html(&mut body, events.into_iter());
        let targets = links.iter().map(|(path, _)| path.clone()).collect();
        Ok(Self { title, body, headings, links, targets })
    }

    /// Files of the repository that it links to.
    pub(super) fn targets(&self) -> &[PathBuf] {
        &self.targets
    }

    /// The same with the headings that are meant.
    pub(super) fn links(&self) -> &[(PathBuf, String)] {
        &self.links
    }

    /// Whether it has a heading of that name.
    pub(super) fn has(&self, heading: &str) -> bool {
        self.headings.iter().any(|own| own == heading)
    }

    /// The page as it is written: the summary beside it, what comes before and after below it.
    pub(super) fn html(&self, summary: &Summary, root: &Path, path: &Path) -> String {
        let here = address(root, path);
        let to_top = "../".repeat(here.components().count() - 1);
        let place = |file: &str| {
            let target = address(root, &join(&root.join(super::DOCS), file));
            format!("{to_top}{}", slashes(&target))
        };
        let is_here = |file: &str| address(root, &join(&root.join(super::DOCS), file)) == here;
        let mut nav = String::new();
        for line in &summary.0 {
            let _ = match line {
                Line::Part(title) => writeln!(nav, "<h2>{}</h2>", escaped(title)),
                Line::Page(entry) => {
                    let current = if is_here(&entry.file) { " aria-current=\"page\"" } else { "" };
                    let (depth, file, title) = (entry.depth, place(&entry.file), escaped(&entry.title));
                    writeln!(nav, "<a class=\"depth{depth}\" href=\"{file}\"{current}>{title}</a>")
                }
            };
        }
        let pages: Vec<_> = summary.entries().collect();
        let at = pages.iter().position(|entry| is_here(&entry.file));
        let beside = |index: Option<usize>, words: [&str; 2]| {
            let entry = index.and_then(|index| pages.get(index));
            entry.map_or(String::new(), |entry| {
                let (file, title) = (place(&entry.file), escaped(&entry.title));
                format!("<a href=\"{file}\">{}{title}{}</a>", words[0], words[1])
            })
        };
        let before = beside(at.and_then(|at| at.checked_sub(1)), ["← ", ""]);
        let after = beside(at.map(|at| at + 1), ["", " →"]);
        let (title, body) = (escaped(&self.title), &self.body);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title} · lope</title>\n\
             <link rel=\"stylesheet\" href=\"{to_top}style.css\">\n</head>\n<body>\n\
             <nav>\n<a class=\"name\" href=\"{to_top}index.html\">lope</a>\n{nav}</nav>\n\
             <main>\n{body}<footer>{before}{after}</footer>\n</main>\n</body>\n</html>\n"
        )
    }
}

/// The file of the repository that a target means, and the heading; none if it is somewhere else.
fn meant<'a>(target: &'a str, path: &Path, root: &Path) -> Option<(PathBuf, &'a str)> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let file = if file.is_empty() { path.to_path_buf() } else { join(path.parent().unwrap_or(root), file) };
    Some((file, heading))
}

fn is_folder(target: &str, path: &Path, root: &Path) -> bool {
    meant(target, path, root).is_some_and(|(file, _)| file.is_dir())
}

/// A target as it is on the site, noted if it is a file of the repository.
fn moved(target: &str, path: &Path, root: &Path, links: &mut Vec<(PathBuf, String)>) -> String {
    let Some((file, heading)) = meant(target, path, root) else { return target.to_owned() };
    links.push((file.clone(), heading.to_owned()));
    if target.starts_with('#') {
        return target.to_owned();
    }
    let up = "../".repeat(address(root, path).components().count() - 1);
    let anchor = if heading.is_empty() { String::new() } else { format!("#{heading}") };
    format!("{up}{}{anchor}", slashes(&address(root, &file)))
}

fn slashes(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_names_and_links_the_endings_of_the_site() {
        let root = Path::new("/r");
        let path = root.join("docs/notes/a.md");
        let text = "# A `b` & c\n\n[x](../scene.md#mesh) [y](../../README.md) ![z](../images/z.png)\n";
        let page = Page::read(text, &path, root).unwrap();
        assert!(page.body.contains("<h1 id=\"a-b--c\">"), "{}", page.body);
        for link in ["\"../scene.html#mesh\"", "\"../repository/README.html\"", "\"../images/z.png\""] {
            assert!(page.body.contains(link), "{link}: {}", page.body);
        }
        assert_eq!(page.links[0], (root.join("docs/scene.md"), "mesh".to_owned()));
        assert_eq!(page.title, "A b & c");
        let summary = Summary::read("# Summary\n[One](README.md)\n- [Two](notes/a.md)\n").unwrap();
        let html = page.html(&summary, root, &path);
        assert!(html.contains("href=\"../notes/a.html\" aria-current") && html.contains("← One"), "{html}");
    }
}
