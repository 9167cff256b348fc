//! `KEY=VALUE`: edits of the tree of values by dotted path.

use toml::{Table, Value};

use super::de::describe;
use super::excerpt::excerpt;
use super::problem::{Kind, Place, Problem};
use super::source::Source;

/// Keys of which only one can be given: setting the first takes away the second.
const INSTEAD_OF: [(&str, &str); 2] = [("time.steps", "time.duration"), ("time.duration", "time.steps")];

/// Applies one override, for example `solver.method=progressive` or `body.0.material.young=1e6`. The value is
/// read as TOML, and as a plain string where it is not TOML. Tables on the way are made; entries of a list
/// are not.
pub(super) fn apply(source: &mut Source, text: &str) -> Result<(), Problem> {
    let problem = |key: &str, message: String| Problem {
        place: Place::Override,
        ..Problem::new(Kind::Override, key, message)
    };
    let Some((key, value)) = text.split_once('=').map(|(key, value)| (key.trim(), value.trim())) else {
        return Err(problem(&excerpt(text), "expected KEY=VALUE, for example solver.tolerance=1e-4".into()));
    };
    if key.is_empty() || key.split('.').any(str::is_empty) {
        return Err(problem(&excerpt(text), "expected a dotted path of names before the = sign".into()));
    }
    set(&mut source.tree, key, parse_value(value)).map_err(|message| problem(key, message))?;
    source.overridden(key);
    if let Some((_, other)) = INSTEAD_OF.iter().find(|(set, _)| *set == key) {
        remove(&mut source.tree, other);
    }
    Ok(())
}

/// A TOML value, or else the text itself.
pub fn parse_value(text: &str) -> Value {
    let parsed = toml::from_str::<Table>(&format!("value = {text}\n"));
    match parsed {
        Ok(mut table) if table.len() == 1 => {
            table.remove("value").unwrap_or_else(|| Value::String(text.into()))
        }
        _ => Value::String(text.into()),
    }
}

fn set(tree: &mut Value, key: &str, value: Value) -> Result<(), String> {
    let mut here = tree;
    let mut walked = String::new();
    for name in key.split('.') {
        here = match here {
            Value::Table(table) => table.entry(name).or_insert_with(|| Value::Table(Table::new())),
            Value::Array(items) => {
                let count = items.len();
                let index: usize = name.parse().map_err(|_| {
                    format!("{walked} is a list of {count}: expected a number from 0, found \"{name}\"")
                })?;
                items.get_mut(index).ok_or_else(|| match count {
                    0 => format!("{walked} is an empty list"),
                    _ => format!(
                        "{walked} has no entry {index}: it has {count}, numbered from 0 to {}",
                        count - 1
                    ),
                })?
            }
            other => return Err(format!("{walked} is {}, which has no key \"{name}\"", describe(other))),
        };
        if !walked.is_empty() {
            walked.push('.');
        }
        walked.push_str(name);
    }
    *here = value;
    Ok(())
}

fn remove(tree: &mut Value, key: &str) {
    if let Some((outer, name)) = key.rsplit_once('.')
        && let Some(Value::Table(table)) = tree.get_mut(outer)
    {
        table.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(text: &str) -> Result<Value, String> {
        let mut source =
            Source::read("s.toml", "a = 1\n[time]\nduration = 2\n[[body]]\nname = \"x\"\n").unwrap();
        apply(&mut source, text).map(|()| source.tree).map_err(|problem| problem.to_string())
    }

    #[test]
    fn values_are_toml_or_strings() {
        assert_eq!(applied("a=2.5").unwrap()["a"], Value::Float(2.5));
        assert_eq!(applied("a = [1, 2]").unwrap()["a"].as_array().unwrap().len(), 2);
        assert_eq!(applied("a=1/24").unwrap()["a"], Value::String("1/24".into()));
        assert_eq!(applied("a=progressive").unwrap()["a"], Value::String("progressive".into()));
        assert_eq!(applied("a=x=y").unwrap()["a"], Value::String("x=y".into()));
        assert_eq!(applied("a={b=true}").unwrap()["a"]["b"], Value::Boolean(true));
        assert_eq!(applied("a=").unwrap()["a"], Value::String(String::new()));
    }

    #[test]
    fn paths_reach_into_lists_and_make_tables() {
        assert_eq!(applied("body.0.name=y").unwrap()["body"][0]["name"].as_str(), Some("y"));
        assert_eq!(applied("solver.wolfe.c1=1").unwrap()["solver"]["wolfe"]["c1"], Value::Integer(1));
        let steps = applied("time.steps=3").unwrap();
        assert_eq!(steps["time"].as_table().unwrap().len(), 1, "steps replaces duration");
    }

    #[test]
    fn wrong_paths_are_explained() {
        for (text, expected) in [
            ("body.3.name=y", "--set body.3.name: body has no entry 3: it has 1, numbered from 0 to 0"),
            (
                "body.x.name=y",
                "--set body.x.name: body is a list of 1: expected a number from 0, found \"x\"",
            ),
            ("a.b=1", "--set a.b: a is the number 1, which has no key \"b\""),
            ("a", "--set a: expected KEY=VALUE, for example solver.tolerance=1e-4"),
            ("a..b=1", "--set a..b=1: expected a dotted path of names before the = sign"),
        ] {
            assert_eq!(applied(text).unwrap_err(), expected);
        }
    }
}
