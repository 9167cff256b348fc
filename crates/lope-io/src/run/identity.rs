//! What a run must have been started with so that one can go on with it: the scene, and what is in the files it reads.

use std::collections::BTreeSet;

use toml::{Table, Value};

use lope::scene::Scene;

/// A resolved scene, and a word for the content of each of its files.
#[derive(Clone, Copy)]
pub(super) struct Identity<'a> {
    pub(super) scene: &'a str,
    pub(super) inputs: &'a [String],
}

/// Differences that are told; more would be another scene.
const TOLD: usize = 6;

impl Identity<'_> {
    /// Where this run differs from the one that is there, in words: keys with both values, files by their names. Empty if
    /// one can go on with it. How long a run is, what it writes and expects, and where its files are may differ.
    pub(super) fn differences(&self, then: &Identity<'_>) -> Vec<String> {
        let (Some(then), Some(now)) = (then.essence(), self.essence()) else {
            return vec!["its scene does not read".into()];
        };
        let files = Scene::from_text("scene.toml", self.scene, &[]).map(|s| s.files()).unwrap_or_default();
        let mut found = Vec::new();
        compare("", Some(&Value::Table(then)), Some(&Value::Table(now)), &mut |key, then, now| {
            found.push(match files.iter().find(|(file, _)| file == key) {
                Some((_, path)) if then.is_some() => format!("the content of {path} ({key}) has changed"),
                _ => format!("{key} was {} and is {}", shown(then), shown(now)),
            });
        });
        if found.len() > TOLD {
            let more = found.split_off(TOLD).len();
            found.push(format!("{more} more"));
        }
        found
    }

    /// The scene with what is in its files for their paths, without what may change.
    fn essence(&self) -> Option<Table> {
        let mut scene = Scene::from_text("scene.toml", self.scene, &[]).ok()?;
        let mut inputs = self.inputs.iter();
        scene.visit_files(&mut |_, path| *path = inputs.next().cloned().unwrap_or_default());
        let mut table: Table = scene.resolved_toml().ok()?.parse().ok()?;
        for section in ["output", "expect", "title", "view"] {
            table.remove(section);
        }
        if let Some(time) = table.get_mut("time").and_then(Value::as_table_mut) {
            time.remove("duration");
            time.remove("steps");
        }
        Some(table)
    }
}

/// Called with a key and what is there in either.
type Found<'a> = dyn FnMut(&str, Option<&Value>, Option<&Value>) + 'a;

/// Finds the deepest keys at which two values differ.
fn compare(key: &str, then: Option<&Value>, now: Option<&Value>, found: &mut Found<'_>) {
    let below = |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
    match (then, now) {
        (Some(then), Some(now)) if then == now => {}
        (Some(Value::Table(then)), Some(Value::Table(now))) => {
            for name in then.keys().chain(now.keys()).collect::<BTreeSet<_>>() {
                compare(&below(name), then.get(name), now.get(name), found);
            }
        }
        (Some(Value::Array(then)), Some(Value::Array(now)))
            if then.iter().chain(now).all(Value::is_table) =>
        {
            for i in 0..then.len().max(now.len()) {
                compare(&below(&i.to_string()), then.get(i), now.get(i), found);
            }
        }
        (then, now) => found(key, then, now),
    }
}

fn shown(value: Option<&Value>) -> String {
    match value {
        None => "absent".into(),
        Some(Value::Table(_)) => "there".into(),
        Some(value) => {
            let text = value.to_string();
            match text.char_indices().nth(60) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r#"[time]
step = 0.1
steps = 3
[[body]]
mesh = { file = "a.msh" }
material = { model = "arap", young = 1e5, poisson = 0.4 }
[[obstacle]]
shape = "union"
stiffness = 1e4
parts = [{ shape = "sphere", radius = 1 }, { shape = "mesh", path = "b.obj" }]
"#;

    fn differences(change: (&str, &str), inputs: [&str; 2]) -> Vec<String> {
        let changed = SCENE.replace(change.0, change.1);
        let (old, new) = (["1", "2"].map(String::from), inputs.map(String::from));
        let now = Identity { scene: &changed, inputs: &new };
        now.differences(&Identity { scene: SCENE, inputs: &old })
    }

    #[test]
    fn length_output_and_places_of_files_may_change() {
        for change in [
            ("steps = 3", "duration = 9"),
            ("a.msh", "../elsewhere/a.msh"),
            ("[time]", "title = \"x\"\n[time]"),
        ] {
            assert_eq!(differences(change, ["1", "2"]), [""; 0]);
        }
    }

    #[test]
    fn what_differs_is_named() {
        let young = differences(("1e5", "2e5"), ["1", "2"]);
        assert_eq!(young, ["body.0.material.young was 100000.0 and is 200000.0"]);
        let part = differences(("radius = 1", "radius = 2"), ["1", "2"]);
        assert_eq!(part, ["obstacle.0.parts.0.radius was 1.0 and is 2.0"]);
        let pin = differences(
            ("[[obstacle]]", "[[body.pin]]\nwhere = { group = \"g\" }\n[[obstacle]]"),
            ["1", "2"],
        );
        assert_eq!(pin.len(), 1, "{pin:?}");
        assert!(pin[0].starts_with("body.0.pin") && pin[0].contains("was absent"), "{pin:?}");
    }

    #[test]
    fn files_of_another_content_are_named() {
        let both = differences(("x", "x"), ["7", "8"]);
        let expected = [
            "the content of a.msh (body.0.mesh.file) has changed",
            "the content of b.obj (obstacle.0.parts.1.path) has changed",
        ];
        assert_eq!(both, expected);
    }
}
