//! The documentation as a site: `cargo xtask site` makes it below `target/site`, and refuses what would not work there.
//!
//! `docs/SUMMARY.md` has the pages in the format of mdBook, so that `mdbook build` makes a site of the same pages. What is here needs no
//! program that has to be installed, and checks more: a page that the summary does not lead to, a link or a picture that leads
//! nowhere and a heading that does not exist are faults.
//!
//! Files outside of `docs` that a page links to come along: documents as pages, everything else as it is.

mod page;
mod summary;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::files;
use crate::links::join;

use page::Page;
use summary::Summary;

/// Where the documents are, from the root.
const DOCS: &str = "docs";
/// Where they go.
const SITE: &str = "target/site";

/// Makes the site.
pub(crate) fn make(root: &Path) -> Outcome {
    let docs = root.join(DOCS);
    let text = read(&docs.join("SUMMARY.md"))?;
    let summary = Summary::read(&text)?;
    let site = gather(root, &docs, &summary)?;
    let mut faults = unlisted(root, &docs, &summary)?;
    faults.extend(site.faults(root));
    if !faults.is_empty() {
        return Err(faults.join("\n       "));
    }
    let target = root.join(SITE);
    if target.exists() {
        fs::remove_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    }
    for (path, page) in &site.pages {
        write(&target.join(address(root, path)), page.html(&summary, root, path).as_bytes())?;
    }
    for path in &site.files {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        write(&target.join(address(root, path)), &bytes)?;
    }
    write(&target.join("style.css"), include_bytes!("style.css"))?;
    let (pages, files) = (site.pages.len(), site.files.len());
    Ok(format!("{pages} pages and {files} files in {SITE}; open {SITE}/index.html"))
}

/// Everything that is on the site, by where it is in the repository.
struct Site {
    pages: BTreeMap<PathBuf, Page>,
    files: BTreeSet<PathBuf>,
}

/// The pages of the summary and all that they lead to.
fn gather(root: &Path, docs: &Path, summary: &Summary) -> Result<Site, String> {
    let mut site = Site { pages: BTreeMap::new(), files: BTreeSet::new() };
    let mut waiting: VecDeque<PathBuf> = summary.entries().map(|entry| join(docs, &entry.file)).collect();
    while let Some(path) = waiting.pop_front() {
        if site.pages.contains_key(&path) {
            continue;
        }
        let page = Page::read(&read(&path)?, &path, root)?;
        for target in page.targets() {
            // What does not exist is told as a fault later.
            if !target.is_file() || !target.starts_with(root) {
                continue;
            }
            if is_document(target) {
                waiting.push_back(target.clone());
            } else {
                site.files.insert(target.clone());
            }
        }
        site.pages.insert(path, page);
    }
    Ok(site)
}

impl Site {
    /// Links and pictures that lead nowhere.
    fn faults(&self, root: &Path) -> Vec<String> {
        let mut faults = Vec::new();
        for (path, page) in &self.pages {
            let from = files::shown(path, root);
            for (target, heading) in page.links() {
                let shown = files::shown(target, root);
                match self.pages.get(target) {
                    Some(page) if heading.is_empty() || page.has(heading) => {}
                    Some(_) => faults.push(format!("{from}: {shown} has no heading `{heading}`")),
                    None if self.files.contains(target) => {}
                    None => faults.push(format!("{from}: {shown} is no page and no file of the site")),
                }
            }
        }
        faults
    }
}

/// Documents that the summary does not lead to, and names of it that are twice.
fn unlisted(root: &Path, docs: &Path, summary: &Summary) -> Result<Vec<String>, String> {
    let mut listed = BTreeSet::new();
    let mut faults = Vec::new();
    for entry in summary.entries() {
        if !listed.insert(join(docs, &entry.file)) {
            faults.push(format!("{DOCS}/SUMMARY.md names {} twice", entry.file));
        }
    }
    let there = files::all(docs)?;
    let missing = there.iter().filter(|path| is_document(path) && !path.ends_with("SUMMARY.md"));
    for path in missing.filter(|path| !listed.contains(*path)) {
        faults.push(format!("{DOCS}/SUMMARY.md does not lead to {}", files::shown(path, root)));
    }
    Ok(faults)
}

/// Where a file of the repository is on the site: documents of `docs` at the top, all else by its place.
fn address(root: &Path, path: &Path) -> PathBuf {
    let inside = path.strip_prefix(root.join(DOCS)).or(path.strip_prefix(root)).unwrap_or(path);
    let place = match inside.strip_prefix("README.md") {
        Ok(_) if path.starts_with(root.join(DOCS)) => PathBuf::from("index.html"),
        _ if is_document(path) => inside.with_extension("html"),
        _ => inside.to_path_buf(),
    };
    if path.starts_with(root.join(DOCS)) { place } else { Path::new("repository").join(place) }
}

fn is_document(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md")
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(told)?;
    fs::write(path, bytes).map_err(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_on_the_site() {
        let root = Path::new("/r");
        let place = |path: &str| address(root, &root.join(path)).display().to_string();
        assert_eq!(place("docs/README.md"), "index.html");
        assert_eq!(place("docs/notes/README.md"), "notes/README.html");
        assert_eq!(place("docs/images/a.png"), "images/a.png");
        assert_eq!(place("README.md"), "repository/README.html");
        assert_eq!(place("scenes/a.toml"), "repository/scenes/a.toml");
    }

    #[test]
    fn what_leads_nowhere_is_a_fault() {
        let root = crate::root();
        let docs = root.join(DOCS);
        let here = docs.join("README.md");
        let faults = |text: &str| {
            let page = Page::read(text, &here, &root).unwrap();
            let site = Site { pages: BTreeMap::from([(here.clone(), page)]), files: BTreeSet::new() };
            site.faults(&root)
        };
        assert!(faults("# One\n\n[a](#one) [b](https://example.org) `[c](no.md)`").is_empty());
        assert!(faults("# One\n\n[a](#two)")[0].contains("has no heading `two`"));
        assert!(faults("[a](no.md)")[0].contains("docs/no.md is no page"));
        assert!(faults("![a](images/no.png)")[0].contains("docs/images/no.png is no page"));
        let short = Summary::read("# Summary\n\n[One](README.md)\n").unwrap();
        assert!(unlisted(&root, &docs, &short).unwrap().iter().any(|fault| fault.contains("docs/scene.md")));
    }
}
