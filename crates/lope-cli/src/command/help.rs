//! `lope help`: what an outcome or a message means, from the page on troubleshooting, and how commands are used.

use std::process::ExitCode;

use clap::{Args, Command};
use lope::scene::nearest::hint;

use crate::failure::{Done, Failure};
use crate::terminal::print;

/// The page. Every heading of the third rank is a name that can be asked for, and «Outcomes» is one, too.
const PAGE: &str = include_str!("../../../../docs/troubleshooting.md");

#[derive(Args)]
pub(crate) struct Arguments {
    /// An outcome such as contact-locked, a message such as inverted, or a command
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

pub(crate) fn help(arguments: &Arguments, mut commands: Command) -> Done {
    let names: Vec<&str> = arguments.names.iter().map(String::as_str).collect();
    match names.as_slice() {
        [] => {
            print(&commands.render_long_help().to_string());
            let names: Vec<&str> = topics().map(|(name, _)| name).collect();
            print(&format!("\nlope help NAME also says what these mean: {}\n", names.join(", ")));
        }
        [name] if let Some((_, text)) = topics().find(|(topic, _)| topic == name) => {
            print(&format!("{name}\n\n{}\n", plain(text)));
        }
        names => print(&usage(&mut commands, names)?),
    }
    Ok(ExitCode::SUCCESS)
}

/// How a command is used, or one of its own commands.
fn usage(commands: &mut Command, names: &[&str]) -> Result<String, Failure> {
    commands.build();
    let mut command = commands;
    for name in names {
        let known: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
        let Some(found) = command.find_subcommand_mut(name) else {
            let mut known: Vec<&str> = known.iter().map(String::as_str).collect();
            known.extend(topics().map(|(topic, _)| topic));
            let hint = hint(name, &known);
            return Err(Failure::input(format!("{name}: no outcome, message or command of that name{hint}")));
        };
        command = found;
    }
    Ok(command.render_long_help().to_string())
}

/// Names and texts of the page.
fn topics() -> impl Iterator<Item = (&'static str, &'static str)> {
    let sections = PAGE.split("\n## ").skip(1).flat_map(|part| {
        let mut own = part.split("\n### ");
        let head = own.next().filter(|head| head.starts_with("Outcomes\n"));
        head.map(|head| ("outcomes", head.split_once('\n').map_or("", |pair| pair.1)))
            .into_iter()
            .chain(own.filter_map(|section| section.split_once('\n')))
    });
    sections.map(|(name, text)| (name.trim(), text.trim()))
}

/// Text without the marks of Markdown that a terminal does not show: links are their words.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        let closed = link.split_once("](").and_then(|(words, tail)| Some((words, tail.split_once(')')?.1)));
        match closed.filter(|(words, _)| !words.contains(['[', ']', '\n'])) {
            Some((words, after)) => {
                out += before;
                out += words;
                rest = after;
            }
            None => {
                out += before;
                out.push('[');
                rest = link;
            }
        }
    }
    out += rest;
    out.replace("**", "").replace("```text\n", "").replace("```toml\n", "").replace("```\n", "")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use lope::minimize::Outcome;

    use super::*;

    #[test]
    fn every_outcome_has_its_section_and_no_name_is_there_twice() {
        let mut names = BTreeSet::new();
        for (name, text) in topics() {
            assert!(names.insert(name), "{name} is there twice");
            assert!(text.len() > 100, "{name} says next to nothing");
            assert!(!name.contains(' '), "{name} cannot be typed");
        }
        for word in Outcome::ALL.iter().map(|outcome| outcome.word()).chain([Outcome::HALVED]) {
            assert!(names.contains(word), "docs/troubleshooting.md has no section for the outcome {word}");
        }
        assert!(names.contains("outcomes"));
    }

    #[test]
    fn links_become_their_words() {
        assert_eq!(plain("see [this](a.md#b) and [0, 1] **so**"), "see this and [0, 1] so");
        assert!(topics().all(|(_, text)| !plain(text).contains("](")));
    }
}
