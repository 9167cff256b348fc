//! `SUMMARY.md`: the pages in their order, in the format of mdBook.

/// A line of the summary.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// A heading over the pages below it.
    Part(String),
    /// A page.
    Page(Entry),
}

/// A page of the summary.
#[derive(Debug, PartialEq)]
pub(super) struct Entry {
    /// What it is called.
    pub(super) title: String,
    /// Its file, from the summary.
    pub(super) file: String,
    /// How deep it is: 0 at the margin.
    pub(super) depth: usize,
}

/// The summary.
#[derive(Debug, PartialEq)]
pub(super) struct Summary(pub(super) Vec<Line>);

impl Summary {
    /// Reads the text; anything but titles and links is an error.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut lines = Vec::new();
        for (number, line) in text.lines().enumerate().skip_while(|(_, line)| *line != "# Summary").skip(1) {
            let inner = line.trim_start();
            let depth = (line.len() - inner.len()) / 2;
            if inner.is_empty() {
                continue;
            }
            let item = inner.strip_prefix("- ").unwrap_or(inner);
            let link = item.strip_prefix('[').and_then(|link| link.strip_suffix(')')?.split_once("]("));
            lines.push(match (inner.strip_prefix("# "), link) {
                (Some(title), _) => Line::Part(title.to_owned()),
                (None, Some((title, file))) => {
                    Line::Page(Entry { title: title.to_owned(), file: file.to_owned(), depth })
                }
                (None, None) => {
                    return Err(format!("SUMMARY.md:{}: is no title and no link: {line}", number + 1));
                }
            });
        }
        Ok(Self(lines))
    }

    /// Its pages.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter().filter_map(|line| match line {
            Line::Page(entry) => Some(entry),
            Line::Part(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_links_and_depths() {
        let text = "# Summary\n\n[Start](README.md)\n\n# More\n\n- [One](one.md)\n  - [Two](a/two.md)\n";
        let page = |title: &str, file: &str, depth| {
            Line::Page(Entry { title: title.into(), file: file.into(), depth })
        };
        let expected = vec![
            page("Start", "README.md", 0),
            Line::Part("More".into()),
            page("One", "one.md", 0),
            page("Two", "a/two.md", 1),
        ];
        assert_eq!(Summary::read(text), Ok(Summary(expected)));
        assert!(Summary::read("# Summary\nwords\n").is_err_and(|told| told.starts_with("SUMMARY.md:2")));
    }
}
