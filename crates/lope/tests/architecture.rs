//! The walls between the rooms: `ARCHITECTURE.md` has the table, the source has to keep to it.
//!
//! Every path that starts at the crate (`crate::x`, or `super::` climbing that far) outside test modules is
//! compared with the table's column «may use». So the page cannot go stale, and a room cannot quietly grow a
//! dependency on another.

// All of this is a test: what cannot be read should fail it.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

#[path = "architecture/source.rs"]
mod source;

/// Longest file of the library, in lines. Beyond it a file is about two things.
const LONGEST: usize = 600;

/// One line of the table of rooms.
struct Room {
    name: String,
    may_use: BTreeSet<String>,
}

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The table whose header is `room | holds | may use | deliberately absent`. «all above» stands for the rooms
/// of the lines before.
fn table(page: &str) -> Vec<Room> {
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.replace('`', "").trim().to_owned()).collect()
    };
    let header = ["room", "holds", "may use", "deliberately absent"];
    let lines = page.lines().skip_while(|line| cells(line) != header).skip(2);
    let mut rooms: Vec<Room> = Vec::new();
    for line in lines.take_while(|line| line.starts_with('|')) {
        let cells = cells(line);
        assert_eq!(cells.len(), header.len(), "the table of rooms has a line with other columns: {line}");
        let above: BTreeSet<String> = rooms.iter().map(|room| room.name.clone()).collect();
        let may_use = match cells[2].as_str() {
            "–" => BTreeSet::new(),
            "all above" => above,
            list => list.split(',').map(|name| name.trim().to_owned()).collect(),
        };
        rooms.push(Room { name: cells[0].clone(), may_use });
    }
    rooms
}

fn rooms() -> Vec<Room> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md");
    let rooms = table(&fs::read_to_string(page).unwrap());
    assert!(!rooms.is_empty(), "ARCHITECTURE.md has no table of rooms");
    rooms
}

/// The modules at the top of the library: its folders, and its files beside `lib.rs`.
fn modules() -> BTreeSet<String> {
    let name = |path: PathBuf| {
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (path.is_dir() || path.extension().is_some_and(|extension| extension == "rs")).then_some(stem)
    };
    let found = fs::read_dir(library()).unwrap().filter_map(|entry| name(entry.unwrap().path()));
    found.filter(|name| name != "lib").collect()
}

/// All Rust files below a folder, in the order of their names.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The modules in files of their own that a file declares for tests only, as paths without extension.
fn test_modules(path: &Path) -> Vec<PathBuf> {
    let folder = match path.file_stem().unwrap().to_str().unwrap() {
        "mod" | "lib" => path.parent().unwrap().to_path_buf(),
        _ => path.with_extension(""),
    };
    let names = source::test_modules(&fs::read_to_string(path).unwrap());
    names.into_iter().map(|name| folder.join(name)).collect()
}

#[test]
fn the_table_and_the_folders_name_the_same_rooms() {
    let named: BTreeSet<String> = rooms().into_iter().map(|room| room.name).collect();
    let there = modules();
    let missing: Vec<_> = there.difference(&named).collect();
    let gone: Vec<_> = named.difference(&there).collect();
    assert!(missing.is_empty(), "rooms that the table in ARCHITECTURE.md lacks: {missing:?}");
    assert!(gone.is_empty(), "rooms in the table of ARCHITECTURE.md without a folder: {gone:?}");
}

#[test]
fn a_room_may_use_only_rooms_above_it() {
    let mut above = BTreeSet::new();
    for room in rooms() {
        let below: Vec<_> = room.may_use.difference(&above).collect();
        assert!(below.is_empty(), "{} may use {below:?}, which the table does not list above it", room.name);
        assert!(above.insert(room.name.clone()), "the table lists {} twice", room.name);
    }
}

#[test]
fn rooms_use_only_what_the_table_allows() {
    let rooms: BTreeMap<String, BTreeSet<String>> =
        rooms().into_iter().map(|room| (room.name, room.may_use)).collect();
    let files = sources(&library());
    let test_only: Vec<PathBuf> = files.iter().flat_map(|path| test_modules(path)).collect();
    let mut faults = Vec::new();
    for path in &files {
        let inside = path.strip_prefix(library()).unwrap();
        let module = source::module_path(inside);
        let Some(room) = module.first() else { continue };
        if test_only.iter().any(|module| path.with_extension("").starts_with(module)) {
            continue;
        }
        let allowed = &rooms[room];
        for reference in source::references(&fs::read_to_string(path).unwrap(), module.len()) {
            let name = &reference.name;
            let place = format!("src/{}:{}", inside.display(), reference.line);
            if name == room || allowed.contains(name) {
                continue;
            } else if rooms.contains_key(name) {
                faults.push(format!("{place}: {room} may not use {name}"));
            } else {
                faults.push(format!("{place}: crate::{name} is not a room; name the room it comes from"));
            }
        }
    }
    assert!(faults.is_empty(), "against the table of ARCHITECTURE.md:\n{}", faults.join("\n"));
}

#[test]
fn no_file_is_about_two_things() {
    let count = |path: &PathBuf| fs::read_to_string(path).unwrap().lines().count();
    let long: Vec<_> = sources(&library()).into_iter().filter(|path| count(path) > LONGEST).collect();
    assert!(long.is_empty(), "files of more than {LONGEST} lines: {long:?}");
}

#[test]
fn the_table_is_read_as_written() {
    let page = "text\n\n| room | holds | may use | deliberately absent |\n|---|---|---|---|\n\
                | `math` | a | – | b |\n| `sparse` | c | math | d |\n| `world` | e | all above | f |\n\nmore";
    let rooms = table(page);
    let uses: Vec<Vec<&str>> =
        rooms.iter().map(|room| room.may_use.iter().map(String::as_str).collect()).collect();
    assert_eq!(uses, [vec![], vec!["math"], vec!["math", "sparse"]]);
}
