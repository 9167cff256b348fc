//! No file may name a folder of one particular machine: such a path works nowhere else.

use std::path::{Component, Path};

use crate::Outcome;
use crate::files;

/// Where machines keep people's files, the mark `*` standing for the slash so that this file passes its own
/// check.
const PLACES: [&str; 6] = ["*home*", "*root*", "*Users*", "*tmp*", "*mnt*", "C:\\Users"];

/// Folders of a system that documents and scripts name for good reasons.
const COMMON: [&str; 5] = ["usr", "bin", "dev", "proc", "etc"];

/// Checks every text file of the repository.
pub(crate) fn check(root: &Path) -> Outcome {
    let mut places: Vec<String> = PLACES.iter().map(|place| place.replace('*', "/")).collect();
    let home = std::env::var_os("HOME").unwrap_or_default();
    places.extend([root, Path::new(&home)].into_iter().filter_map(first_folder));
    let mut count = 0;
    let mut faults = Vec::new();
    for path in files::all(root)? {
        let Some(text) = files::text(&path)? else { continue };
        count += 1;
        for (number, line) in text.lines().enumerate() {
            if let Some(place) = places.iter().find(|place| names(line, place)) {
                faults.push(format!("{}:{}: names `{place}…`", files::shown(&path, root), number + 1));
            }
        }
    }
    if faults.is_empty() { Ok(format!("{count} files")) } else { Err(faults.join("\n       ")) }
}

/// The top folder a path lies in, between slashes, unless every system has it.
fn first_folder(path: &Path) -> Option<String> {
    let first = path.components().find_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    })?;
    (path.is_absolute() && !COMMON.contains(&first.as_str())).then(|| format!("/{first}/"))
}

/// Whether a line names a path that starts at `place`, and not merely one that has it inside.
fn names(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|sign| {
            sign.is_alphanumeric() || matches!(sign, '.' | '_' | '-' | '~' | '}' | ')' | '/')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_start_of_a_path_counts() {
        let place = PLACES[0].replace('*', "/");
        assert!(names(&format!("let x = \"{place}ada/lope\";"), &place));
        assert!(names(&format!("{place}ada"), &place));
        assert!(!names(&format!("https://example.org{place}page"), &place));
        assert!(!names(&format!("see docs{place}page"), &place));
        assert!(!names(&format!("$DIR}}{place}page"), &place));
    }

    #[test]
    fn the_top_folder_of_a_checkout_counts_unless_every_system_has_it() {
        // Put together here, so that this file passes where checkouts do lie in that folder.
        let folder = ["", "builds", ""].join("/");
        assert_eq!(first_folder(&Path::new(&folder).join("lope")), Some(folder));
        assert_eq!(first_folder(Path::new("/usr/src/lope")), None);
        assert_eq!(first_folder(Path::new("lope")), None);
    }
}
