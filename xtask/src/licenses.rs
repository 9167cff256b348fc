//! Licences and banned crates, by the rules of `deny.toml`.
//!
//! The file is the one cargo-deny reads, so that tool gives the same verdict where it is installed; this one
//! needs nothing but cargo. Licences are judged for what is shipped: the normal and build dependencies of the
//! default members. Bans hold for everything, tests included. No rule can let the GPL or AGPL in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value as Json;
use toml::{Table, Value};

use crate::Outcome;
use crate::cargo::cargo;
use crate::spdx::{Expression, is_strong_copyleft};

/// The rules of `deny.toml`.
#[derive(Debug, Default)]
struct Rules {
    /// Licences allowed for every crate.
    allow: BTreeSet<String>,
    /// Further licences allowed for one crate.
    exceptions: BTreeMap<String, BTreeSet<String>>,
    /// Crates that must not be used, with the reason.
    banned: BTreeMap<String, String>,
}

/// Checks the dependencies that cargo has resolved.
pub(crate) fn check(root: &Path) -> Outcome {
    let text = fs::read_to_string(root.join("deny.toml")).map_err(|error| format!("deny.toml: {error}"))?;
    let rules = Rules::read(&text)?;
    let metadata = metadata(root)?;
    let (count, faults) = judge(&rules, &metadata)?;
    if faults.is_empty() { Ok(format!("{count} crates")) } else { Err(faults.join("\n       ")) }
}

impl Rules {
    fn read(text: &str) -> Result<Self, String> {
        let table: Table = text.parse().map_err(|error| format!("deny.toml: {error}"))?;
        let mut rules = Self::default();
        let licenses = table.get("licenses").ok_or("deny.toml: the table [licenses] is missing")?;
        rules.allow = names(licenses.get("allow"), "licenses.allow")?;
        for exception in list(licenses.get("exceptions")) {
            let name = crate_name(exception).ok_or("deny.toml: an exception has no `crate`")?;
            rules.exceptions.insert(name, names(exception.get("allow"), "licenses.exceptions.allow")?);
        }
        for ban in table.get("bans").map(|bans| list(bans.get("deny"))).unwrap_or_default() {
            let name = crate_name(ban).ok_or("deny.toml: an entry of bans.deny has no `crate`")?;
            let reason = ban.get("reason").and_then(Value::as_str).unwrap_or("no reason is given");
            rules.banned.insert(name, reason.to_owned());
        }
        let every = rules.allow.iter().chain(rules.exceptions.values().flatten());
        match every.into_iter().find(|license| is_strong_copyleft(license)) {
            Some(license) => Err(format!("deny.toml allows {license}: lope cannot be shipped with that")),
            None => Ok(rules),
        }
    }

    /// What is wrong with the licence of a crate.
    fn fault(&self, name: &str, license: Option<&str>) -> Option<String> {
        let Some(license) = license else {
            return Some("names no licence".to_owned());
        };
        let extra = self.exceptions.get(name);
        let allowed = |one: &str| self.allow.contains(one) || extra.is_some_and(|more| more.contains(one));
        match Expression::parse(license) {
            Ok(expression) if expression.satisfied(&allowed) => None,
            Ok(_) => Some(format!("is under `{license}`, which deny.toml does not allow")),
            Err(reason) => Some(format!("has an unreadable {reason}")),
        }
    }
}

/// The number of crates judged, and what is wrong with them.
fn judge(rules: &Rules, metadata: &Json) -> Result<(usize, Vec<String>), String> {
    let packages = metadata["packages"].as_array().ok_or("cargo metadata has no packages")?;
    let shipped = shipped(metadata)?;
    let mut faults = Vec::new();
    let mut count = 0;
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let label = format!("{name} {}", package["version"].as_str().unwrap_or_default());
        if let Some(reason) = rules.banned.get(name) {
            faults.push(format!("{label} is banned: {reason}"));
        }
        if package["id"].as_str().is_some_and(|id| shipped.contains(id)) {
            count += 1;
            let fault = rules.fault(name, package["license"].as_str());
            faults.extend(fault.map(|fault| format!("{label} {fault}")));
        }
    }
    Ok((count, faults))
}

/// The ids of the default members and of all their normal and build dependencies.
fn shipped(metadata: &Json) -> Result<BTreeSet<&str>, String> {
    let nodes = metadata["resolve"]["nodes"].as_array().ok_or("cargo metadata has no dependency graph")?;
    let graph: BTreeMap<&str, &Json> =
        nodes.iter().filter_map(|node| Some((node["id"].as_str()?, &node["deps"]))).collect();
    let members = metadata["workspace_default_members"].as_array().ok_or("no default members")?;
    let mut waiting: Vec<&str> = members.iter().filter_map(Json::as_str).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        for dependency in graph.get(id).and_then(|deps| deps.as_array()).into_iter().flatten() {
            let kinds = dependency["dep_kinds"].as_array().map(Vec::as_slice).unwrap_or_default();
            if kinds.iter().any(|kind| kind["kind"] != "dev") {
                waiting.extend(dependency["pkg"].as_str());
            }
        }
    }
    Ok(seen)
}

/// What cargo resolved, for this platform: others' crates need not be fetched to judge ours.
fn metadata(root: &Path) -> Result<Json, String> {
    let mut command = cargo(root);
    command.args(["metadata", "--format-version", "1", "--locked"]);
    if let Some(platform) = platform() {
        command.args(["--filter-platform", &platform]);
    }
    let output =
        command.stderr(Stdio::inherit()).output().map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata ended with {} (is Cargo.lock up to date?)", output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// The platform rustc builds for.
fn platform() -> Option<String> {
    let output = Command::new("rustc").arg("-vV").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn names(value: Option<&Value>, key: &str) -> Result<BTreeSet<String>, String> {
    let entries = value.and_then(Value::as_array).ok_or(format!("deny.toml: {key} should be a list"))?;
    let read = |entry: &Value| entry.as_str().map(str::to_owned);
    entries.iter().map(|entry| read(entry).ok_or(format!("deny.toml: {key} should hold strings"))).collect()
}

/// The crate an entry is about: a string, or a table with `crate` (or, older, `name`). A version after `@` or
/// `:` is dropped: the rule then holds for all versions, which errs on the safe side.
fn crate_name(entry: &Value) -> Option<String> {
    let text = entry.as_str().or_else(|| entry.get("crate").or_else(|| entry.get("name"))?.as_str())?;
    text.split(['@', ':']).next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = r#"
        [licenses]
        allow = ["MIT", "Apache-2.0"]
        exceptions = [{ crate = "odd", allow = ["Zlib"] }]
        [bans]
        deny = [{ crate = "poison@1", reason = "tastes bad" }, "rust-in-peace"]
    "#;

    fn graph() -> Json {
        let package = |id: &str, license: Option<&str>| serde_json::json!({ "id": id, "name": id, "version": "1.0.0", "license": license });
        let edge =
            |to: &str, kind: Option<&str>| serde_json::json!({ "pkg": to, "dep_kinds": [{ "kind": kind }] });
        serde_json::json!({
            "workspace_default_members": ["app"],
            "packages": [
                package("app", Some("MIT")),
                package("odd", Some("Zlib")),
                package("builder", Some("GPL-3.0-only")),
                package("tester", Some("GPL-3.0-only")),
                package("poison", Some("MIT")),
                package("nameless", None),
            ],
            "resolve": { "nodes": [
                { "id": "app", "deps": [edge("odd", None), edge("tester", Some("dev"))] },
                { "id": "odd", "deps": [edge("builder", Some("build")), edge("nameless", None)] },
                { "id": "tester", "deps": [edge("poison", None)] },
            ] },
        })
    }

    #[test]
    fn judges_what_is_shipped_and_bans_everywhere() {
        let (count, faults) = judge(&Rules::read(RULES).unwrap(), &graph()).unwrap();
        assert_eq!(count, 4);
        let faults = faults.join("\n");
        assert!(faults.contains("builder 1.0.0 is under `GPL-3.0-only`"), "{faults}");
        assert!(faults.contains("poison 1.0.0 is banned: tastes bad"), "{faults}");
        assert!(faults.contains("nameless 1.0.0 names no licence"), "{faults}");
        assert!(!faults.contains("tester") && !faults.contains("odd"), "{faults}");
    }

    #[test]
    fn no_rule_can_allow_the_gpl() {
        let text = RULES.replace("\"Zlib\"", "\"AGPL-3.0-only\"");
        assert!(Rules::read(&text).unwrap_err().contains("AGPL-3.0-only"));
    }

    #[test]
    fn rules_without_licences_are_an_error() {
        assert!(Rules::read("[bans]\ndeny = []").unwrap_err().contains("[licenses]"));
        assert!(Rules::read("[licenses]\nallow = 3").unwrap_err().contains("licenses.allow"));
    }
}
