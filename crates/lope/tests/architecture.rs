//! The walls between the rooms: `ARCHITECTURE.md` has the table, the source has to keep to it.
//!
//! Every path that starts at the crate (`crate::x`, or `super::` climbing that far) outside test modules is
//! compared with the table's column «may use». So the page cannot go stale, and a room cannot quietly grow a
//! dependency on another. There is a table for each crate that has rooms, and the engine touches nothing outside of it.

// All of this is a test: what cannot be read should fail it.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

#[path = "architecture/source.rs"]
mod source;

/// Longest file of a crate with rooms, in lines. Beyond it a file is about two things.
const LONGEST: usize = 600;

/// Most words of the page of rooms, as `wc -w` counts them. Beyond it nobody reads it before changing something.
const WORDS: usize = 1800;

/// The crates that have rooms, in the order of their tables. The first is the engine.
const CRATES: [&str; 2] = ["lope", "lope-io"];

/// What the engine leaves to others: files, clocks, the net, other programs.
const OUTSIDE: [&str; 5] =
    ["std::fs", "std::time::Instant", "std::time::SystemTime", "std::net", "std::process"];

/// One line of the table of rooms.
struct Room {
    name: String,
    may_use: BTreeSet<String>,
}

/// The source of a crate.
fn library(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src")
}

/// The tables whose header is `room | holds | may use | deliberately absent`. «all above» stands for the rooms
/// of the lines before.
fn tables(page: &str) -> Vec<Vec<Room>> {
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.replace('`', "").trim().to_owned()).collect()
    };
    let header = ["room", "holds", "may use", "deliberately absent"];
    let lines: Vec<&str> = page.lines().collect();
    let starts = (0..lines.len()).filter(|at| cells(lines[*at]) == header);
    let table = |at: usize| lines[at + 2..].iter().copied().take_while(|line| line.starts_with('|'));
    starts.map(|at| rooms_of(table(at).map(|line| (line, cells(line))))).collect()
}

/// The rooms of the lines of a table.
fn rooms_of<'a>(lines: impl Iterator<Item = (&'a str, Vec<String>)>) -> Vec<Room> {
    let mut rooms: Vec<Room> = Vec::new();
    for (line, cells) in lines {
        assert_eq!(cells.len(), 4, "the table of rooms has a line with other columns: {line}");
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

/// The page about the rooms.
fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md")).unwrap()
}

/// Every crate with its rooms.
fn crates() -> Vec<(&'static str, Vec<Room>)> {
    let tables = tables(&page());
    assert_eq!(tables.len(), CRATES.len(), "ARCHITECTURE.md has a table of rooms for each of {CRATES:?}");
    CRATES.into_iter().zip(tables).collect()
}

/// The modules at the top of a crate: its folders, and its files beside `lib.rs`.
fn modules(name: &str) -> BTreeSet<String> {
    let module = |path: PathBuf| {
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (path.is_dir() || path.extension().is_some_and(|extension| extension == "rs")).then_some(stem)
    };
    let found = fs::read_dir(library(name)).unwrap().filter_map(|entry| module(entry.unwrap().path()));
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
    for (krate, rooms) in crates() {
        let named: BTreeSet<String> = rooms.into_iter().map(|room| room.name).collect();
        let there = modules(krate);
        let missing: Vec<_> = there.difference(&named).collect();
        let gone: Vec<_> = named.difference(&there).collect();
        assert!(missing.is_empty(), "rooms of {krate} that the table in ARCHITECTURE.md lacks: {missing:?}");
        assert!(gone.is_empty(), "rooms of {krate} in ARCHITECTURE.md without a folder: {gone:?}");
    }
}

#[test]
fn a_room_may_use_only_rooms_above_it() {
    for (krate, rooms) in crates() {
        let mut above = BTreeSet::new();
        for room in rooms {
            let below: Vec<_> = room.may_use.difference(&above).collect();
            assert!(
                below.is_empty(),
                "{krate}: {} may use {below:?}, which the table does not list above it",
                room.name
            );
            assert!(above.insert(room.name.clone()), "{krate}: the table lists {} twice", room.name);
        }
    }
}

#[test]
fn rooms_use_only_what_the_table_allows() {
    let faults: Vec<String> = crates().into_iter().flat_map(|(krate, rooms)| faults(krate, rooms)).collect();
    assert!(faults.is_empty(), "against the table of ARCHITECTURE.md:\n{}", faults.join("\n"));
}

/// Where a crate uses what its table does not allow.
fn faults(krate: &str, rooms: Vec<Room>) -> Vec<String> {
    let rooms: BTreeMap<String, BTreeSet<String>> =
        rooms.into_iter().map(|room| (room.name, room.may_use)).collect();
    let library = library(krate);
    let files = sources(&library);
    let test_only: Vec<PathBuf> = files.iter().flat_map(|path| test_modules(path)).collect();
    let mut faults = Vec::new();
    for path in &files {
        let inside = path.strip_prefix(&library).unwrap();
        let module = source::module_path(inside);
        let Some(room) = module.first() else { continue };
        if test_only.iter().any(|module| path.with_extension("").starts_with(module)) {
            continue;
        }
        let allowed = &rooms[room];
        for reference in source::references(&fs::read_to_string(path).unwrap(), module.len()) {
            let name = &reference.name;
            let place = format!("{krate}/src/{}:{}", inside.display(), reference.line);
            if name == room || allowed.contains(name) {
                continue;
            } else if rooms.contains_key(name) {
                faults.push(format!("{place}: {room} may not use {name}"));
            } else {
                faults.push(format!("{place}: crate::{name} is not a room; name the room it comes from"));
            }
        }
    }
    faults
}

#[test]
fn the_engine_touches_nothing_outside() {
    let mut faults = Vec::new();
    for path in sources(&library(CRATES[0])) {
        for reference in source::standard(&fs::read_to_string(&path).unwrap()) {
            if OUTSIDE.iter().any(|outside| reference.name.starts_with(outside)) {
                faults.push(format!("{}:{}: {}", path.display(), reference.line, reference.name));
            }
        }
    }
    assert!(faults.is_empty(), "the engine leaves this to lope-io:\n{}", faults.join("\n"));
}

#[test]
fn no_file_is_about_two_things() {
    let count = |path: &PathBuf| fs::read_to_string(path).unwrap().lines().count();
    let files = CRATES.into_iter().flat_map(|krate| sources(&library(krate)));
    let long: Vec<_> = files.filter(|path| count(path) > LONGEST).collect();
    assert!(long.is_empty(), "files of more than {LONGEST} lines: {long:?}");
}

#[test]
fn the_page_is_short() {
    let words = page().split_whitespace().count();
    assert!(
        words <= WORDS,
        "ARCHITECTURE.md has {words} words; what is beyond {WORDS} belongs to docs/notes"
    );
}

#[test]
fn the_table_is_read_as_written() {
    let page = "text\n\n| room | holds | may use | deliberately absent |\n|---|---|---|---|\n\
                | `math` | a | – | b |\n| `sparse` | c | math | d |\n| `world` | e | all above | f |\n\nmore\n\n\
                | room | holds | may use | deliberately absent |\n|---|---|---|---|\n| `input` | a | – | b |";
    let tables = tables(page);
    let uses = |table: usize| -> Vec<Vec<&str>> {
        tables[table].iter().map(|room| room.may_use.iter().map(String::as_str).collect()).collect()
    };
    assert_eq!(uses(0), [vec![], vec!["math"], vec!["math", "sparse"]]);
    assert_eq!((tables.len(), uses(1)), (2, vec![vec![]]));
}
