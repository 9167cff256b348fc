//! Keys of papers, like `[Gast15]` in a comment: each must be declared in `docs/references.md`, and once.

use std::collections::BTreeSet;
use std::path::Path;

use crate::files;

/// Where keys are declared, each at the start of a line of the table.
const PAGE: &str = "docs/references.md";

/// Keys that are cited and not declared, or declared twice.
pub(crate) fn faults(root: &Path) -> Result<Vec<String>, String> {
    let page = files::text(&root.join(PAGE))?.unwrap_or_default();
    let mut faults = Vec::new();
    let mut declared = BTreeSet::new();
    for line in page.lines().filter(|line| line.starts_with("| [")) {
        if let Some(key) = keys(line).first().filter(|key| !declared.insert((**key).to_owned())) {
            faults.push(format!("{PAGE} declares [{key}] twice"));
        }
    }
    for path in files::all(root)? {
        let extension = path.extension().unwrap_or_default();
        if extension != "rs" && extension != "md" {
            continue;
        }
        for (number, line) in files::text(&path)?.unwrap_or_default().lines().enumerate() {
            // In source only comments cite.
            let prose =
                if extension == "md" { line } else { line.split_once("//").map_or("", |pair| pair.1) };
            for key in keys(prose).into_iter().filter(|key| !declared.contains(*key)) {
                let place = files::shown(&path, root);
                faults.push(format!("{place}:{}: [{key}] is not declared in {PAGE}", number + 1));
            }
        }
    }
    Ok(faults)
}

/// The keys in a line: letters, the first a capital, then the two digits of a year, in brackets.
fn keys(line: &str) -> Vec<&str> {
    let inside = line.split('[').skip(1).filter_map(|tail| tail.split_once(']')).map(|pair| pair.0);
    inside.filter(|text| is_key(text)).collect()
}

fn is_key(text: &str) -> bool {
    let name = text.trim_end_matches(|sign: char| sign.is_ascii_digit());
    text.len() == name.len() + 2
        && name.chars().count() >= 2
        && name.starts_with(|sign: char| sign.is_ascii_uppercase())
        && name.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_keys_from_other_brackets() {
        assert_eq!(keys("by [Gast15] §3.1 and [NW06], alg. 3.5"), ["Gast15", "NW06"]);
        assert!(keys("[0, -9.81, 0] [docs](x.md) x[i] [F1] [Year2015] [`Want`] [a15]").is_empty());
    }

    #[test]
    fn every_key_is_declared() {
        assert_eq!(faults(&crate::root()).unwrap(), Vec::<String>::new());
    }
}
