//! Known faults of dependencies: `Cargo.lock` against `advisories.toml`, and `cargo audit` where it can be asked.
//!
//! The list in the repository works without a network, and is as good as the day it was made: the step says how old it
//! is, and how many crates it knows nothing of.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value as Json;
use toml::{Table, Value};

use crate::Outcome;
use crate::cargo::cargo;
use crate::version::{Version, meets};

/// The list.
const LIST: &str = "advisories.toml";

/// One entry of the list.
#[derive(Debug)]
struct Advisory {
    id: String,
    name: String,
    /// Requirements, of which an unaffected version meets one.
    fine: Vec<String>,
    /// No fault: nobody takes care of the crate any more.
    unmaintained: bool,
}

/// The list with its date.
#[derive(Debug)]
struct Known {
    looked_up: String,
    newest: String,
    /// Crates that were looked up.
    crates: BTreeSet<String>,
    advisories: Vec<Advisory>,
}

/// Checks every crate of `Cargo.lock`, those of tests included.
pub(crate) fn check(root: &Path) -> Outcome {
    let read = |name: &str| fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"));
    let known = Known::read(&read(LIST)?)?;
    let locked = locked(&read("Cargo.lock")?)?;
    let (told, faults) = judge(&known, &locked)?;
    told.iter().for_each(|line| println!("   {line}"));
    let audited = audit(root)?;
    println!("   {audited}");
    if !faults.is_empty() {
        return Err(faults.join("\n       "));
    }
    let names: BTreeSet<&str> = locked.iter().map(|(name, _)| name.as_str()).collect();
    let looked_up = names.iter().filter(|name| known.crates.contains(**name)).count();
    Ok(format!(
        "{} advisories looked up on {} ({}, the newest of {}); {looked_up} of {} crates were looked up",
        known.advisories.len(),
        known.looked_up,
        age(&known.looked_up)?,
        known.newest,
        names.len()
    ))
}

impl Known {
    fn read(text: &str) -> Result<Self, String> {
        let table: Table = text.parse().map_err(|error| format!("{LIST}: {error}"))?;
        let word = |table: &Table, key: &str| {
            let value = table.get(key).and_then(Value::as_str);
            value.map(str::to_owned).ok_or(format!("{LIST}: `{key}` is missing"))
        };
        let list = |table: &Table, key: &str| -> Vec<String> {
            let items = table.get(key).and_then(Value::as_array).into_iter().flatten();
            items.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let mut crates: BTreeSet<String> = list(&table, "none").into_iter().collect();
        let mut advisories = Vec::new();
        for entry in table.get("advisory").and_then(Value::as_array).into_iter().flatten() {
            let entry = entry.as_table().ok_or(format!("{LIST}: an advisory is a table"))?;
            let (id, name) = (word(entry, "id")?, word(entry, "crate")?);
            let unmaintained = entry.get("informational").and_then(Value::as_str) == Some("unmaintained");
            let fine = [list(entry, "patched"), list(entry, "unaffected")].concat();
            crates.insert(name.clone());
            advisories.push(Advisory { id, name, fine, unmaintained });
        }
        let (looked_up, newest) = (word(&table, "looked_up")?, word(&table, "newest")?);
        Ok(Self { looked_up, newest, crates, advisories })
    }
}

/// Names and versions of what cargo resolved from a registry.
fn locked(text: &str) -> Result<Vec<(String, Version)>, String> {
    let table: Table = text.parse().map_err(|error| format!("Cargo.lock: {error}"))?;
    let packages = table.get("package").and_then(Value::as_array).ok_or("Cargo.lock has no packages")?;
    let mut found = Vec::new();
    for package in packages.iter().filter(|package| package.get("source").is_some()) {
        let word =
            |key: &str| package.get(key).and_then(Value::as_str).ok_or(format!("Cargo.lock: no `{key}`"));
        found.push((word("name")?.to_owned(), Version::parse(word("version")?)?));
    }
    Ok(found)
}

/// What is to be told, and what is wrong.
fn judge(known: &Known, locked: &[(String, Version)]) -> Result<(Vec<String>, Vec<String>), String> {
    let (mut told, mut faults) = (Vec::new(), Vec::new());
    for Advisory { id, name, fine, unmaintained } in &known.advisories {
        for (_, version) in locked.iter().filter(|(crate_name, _)| crate_name == name) {
            let mut safe = false;
            for requirement in fine {
                safe |= meets(version, requirement).map_err(|error| format!("{LIST}: {id}: {error}"))?;
            }
            match (safe, unmaintained) {
                (true, _) => {}
                (false, true) => told.push(format!("{name} {version} is unmaintained ({id})")),
                (false, false) => {
                    let remedy = if fine.is_empty() { "no version is good" } else { "good are " };
                    faults.push(format!("{name} {version} has {id}: {remedy}{}", fine.join("; ")));
                }
            }
        }
    }
    Ok((told, faults))
}

/// What `cargo audit` says, where it is installed and has its database; an error only if it knows of a fault.
fn audit(root: &Path) -> Outcome {
    let mut command = cargo(root);
    command.args(["audit", "--json"]).stderr(Stdio::null());
    let Ok(output) = command.output() else {
        return Ok("cargo audit could not be started".to_owned());
    };
    verdict(&output.stdout)
}

fn verdict(json: &[u8]) -> Outcome {
    let Ok(report) = serde_json::from_slice::<Json>(json) else {
        return Ok("cargo audit was not asked: it is not installed, or cannot have its database".to_owned());
    };
    let list = report["vulnerabilities"]["list"].as_array().map(Vec::as_slice).unwrap_or_default();
    if list.is_empty() {
        return Ok("cargo audit knows of nothing".to_owned());
    }
    let line = |fault: &Json| {
        let word = |value: &Json| value.as_str().unwrap_or("?").to_owned();
        let (package, advisory) = (&fault["package"], &fault["advisory"]);
        format!("{} {} has {}", word(&package["name"]), word(&package["version"]), word(&advisory["id"]))
    };
    Err(list.iter().map(line).collect::<Vec<_>>().join("\n       "))
}

/// How long ago a date like `2026-11-18` was.
fn age(date: &str) -> Result<String, String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?;
    let days = (now.as_secs() / 86_400) as i64 - day(date)?;
    Ok(format!("{days} days ago"))
}

/// Days from 1970-01-01 to a date.
fn day(date: &str) -> Result<i64, String> {
    let wrong = || format!("{LIST}: `{date}` is not a date like 2026-11-18");
    let numbers: Result<Vec<i64>, _> = date.split('-').map(str::parse).collect();
    let [year, month, day] = numbers.map_err(|_| wrong())?[..] else { return Err(wrong()) };
    if !((1..=12).contains(&month) && (1..=31).contains(&day)) {
        return Err(wrong());
    }
    // Years that begin in March end with the day that not all of them have.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Ok(365 * year + leaps + (153 * month + 2) / 5 + day - 1 - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &str = r#"
        looked_up = "2026-01-02"
        newest = "2025-12-01"
        none = ["plain"]
        [[advisory]]
        id = "A-1"
        crate = "leaky"
        patched = [">= 1.2.3", ">= 1.1.9, < 1.2.0"]
        unaffected = ["< 1.0.0"]
        [[advisory]]
        id = "A-2"
        crate = "lonely"
        patched = []
        informational = "unmaintained"
        [[advisory]]
        id = "A-3"
        crate = "hopeless"
        patched = []
    "#;

    fn judged(packages: &[(&str, &str)]) -> (String, String) {
        let lock: String = packages
            .iter()
            .map(|(name, version)| {
                format!("[[package]]\nname = \"{name}\"\nversion = \"{version}\"\nsource = \"registry\"\n")
            })
            .collect();
        let (told, faults) = judge(&Known::read(KNOWN).unwrap(), &locked(&lock).unwrap()).unwrap();
        (told.join("\n"), faults.join("\n"))
    }

    #[test]
    fn an_affected_version_is_a_fault_and_a_patched_one_is_not() {
        for fine in ["1.2.3", "1.1.9", "0.9.0", "2.0.0"] {
            assert_eq!(
                judged(&[("leaky", fine), ("plain", "1.0.0")]),
                (String::new(), String::new()),
                "{fine}"
            );
        }
        for bad in ["1.2.0", "1.1.8", "1.2.3-rc.1"] {
            let (_, faults) = judged(&[("leaky", bad), ("leaky", "1.2.3")]);
            assert!(faults.starts_with(&format!("leaky {bad} has A-1: good are >= 1.2.3")), "{faults}");
        }
        assert_eq!(judged(&[("hopeless", "9.9.9")]).1, "hopeless 9.9.9 has A-3: no version is good");
    }

    #[test]
    fn what_nobody_maintains_is_told() {
        assert_eq!(
            judged(&[("lonely", "1.0.0")]),
            ("lonely 1.0.0 is unmaintained (A-2)".into(), String::new())
        );
    }

    #[test]
    fn the_list_of_the_repository_reads_and_each_entry_stands_once() {
        let known = Known::read(include_str!("../../advisories.toml")).unwrap();
        let ids: BTreeSet<&str> = known.advisories.iter().map(|advisory| advisory.id.as_str()).collect();
        assert!(ids.len() == known.advisories.len() && ids.len() > 50);
        let zero = Version::parse("0.0.0").unwrap();
        for Advisory { id, fine, .. } in &known.advisories {
            fine.iter().for_each(|requirement| _ = meets(&zero, requirement).expect(id));
        }
        assert!(day(&known.newest).unwrap() <= day(&known.looked_up).unwrap());
    }

    #[test]
    fn days_are_counted() {
        for (date, days) in
            [("1970-01-01", 0), ("1970-03-01", 59), ("2000-02-29", 11_016), ("2026-11-18", 20_775)]
        {
            assert_eq!(day(date).unwrap(), days, "{date}");
        }
        assert!(day("2026-13-01").is_err() && day("today").is_err());
    }

    #[test]
    fn the_answer_of_cargo_audit_counts_if_there_is_one() {
        assert!(verdict(b"error: no such command").unwrap().contains("was not asked"));
        assert!(verdict(br#"{"vulnerabilities":{"found":false,"list":[]}}"#).unwrap().contains("nothing"));
        let found = br#"{"vulnerabilities":{"list":[{"advisory":{"id":"A-1"},"package":{"name":"x","version":"1.0.0"}}]}}"#;
        assert_eq!(verdict(found).unwrap_err(), "x 1.0.0 has A-1");
    }
}
