//! `lope materials`.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;
use lope::scene::model::Preset;
use lope::scene::model::preset::{Entry, PRESETS};
use lope::scene::nearest::hint;

use crate::failure::{Done, Failure};
use crate::table::table;
use crate::terminal::print;

/// Where the keys of sources are declared.
const REFERENCES: &str = include_str!("../../../../docs/references.md");

#[derive(Args)]
pub(crate) struct Arguments {
    /// Say everything about this material, and where its numbers are from
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

pub(crate) fn materials(arguments: &Arguments) -> Done {
    match &arguments.name {
        None => {
            let head = ["material", "young, Pa", "poisson", "density, kg/m³", "model"];
            let rows: Vec<Vec<String>> = PRESETS.iter().map(row).collect();
            print(&table(&head, &rows));
            print(
                "\nuse one with `material = { preset = \"NAME\" }`; keys beside it go before. \
                 Where the numbers are from: `lope materials NAME`\n",
            );
        }
        Some(name) => match Preset::find(name) {
            Some(preset) => print(&about(preset.entry())),
            None => {
                let hint = hint(name, Preset::names());
                return Err(Failure::input(format!("{name}: no material of that name{hint}")));
            }
        },
    }
    Ok(ExitCode::SUCCESS)
}

fn row(entry: &Entry) -> Vec<String> {
    vec![
        entry.name.into(),
        format!("{:.2e}", entry.young),
        entry.poisson.to_string(),
        entry.density.to_string(),
        entry.model.name().into(),
    ]
}

/// What a preset stands for, as it is written in a scene, and its sources.
fn about(entry: &Entry) -> String {
    let Entry { name, model, young, poisson, density, source } = entry;
    let mut text = format!(
        "material = {{ preset = \"{name}\" }} is\nmaterial = {{ model = \"{model}\", young = {young:e}, poisson = {poisson}, \
         density = {density} }}\n\n{source}\n"
    );
    for line in REFERENCES.lines() {
        if let Some((key, reference)) = line.strip_prefix("| ").and_then(|line| line.split_once(" | "))
            && source.contains(key)
        {
            let reference = reference.trim_end_matches(" |").replace('*', "");
            let _ = writeln!(text, "  {key} {reference}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_is_a_reference_that_is_told_in_full() {
        for entry in PRESETS {
            let keys = entry.source.matches('[').count();
            let told = about(entry).lines().filter(|line| line.starts_with("  [")).count();
            assert_eq!(told, keys, "{}: {}", entry.name, about(entry));
        }
    }
}
