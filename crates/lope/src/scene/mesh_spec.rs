//! A mesh asked for outside of a scene, in the words of a scene.

use serde::Deserialize;

use super::de;
use super::model::Mesh;
use super::overrides;
use super::problem::{Place, Problem};
use super::source::Source;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    mesh: Mesh,
}

/// Reads what a scene would have behind `mesh =`, like `{ shape = "sphere", radius = 0.5, cells = 16 }`, or the
/// name of a shape alone; `sets` are settings `KEY=VALUE` of its keys.
///
/// # Errors
/// What is wrong with the text, an unknown key or value, or a wrong type.
pub fn mesh_spec(text: &str, sets: &[String]) -> Result<Mesh, Problem> {
    let text = text.trim();
    let table = if text.starts_with('{') { text.to_owned() } else { format!("{{ shape = {text:?} }}") };
    // There is no file to name.
    let unplaced = |problem| Problem { place: Place::Nowhere, ..problem };
    let mut source = Source::read("mesh.toml", &format!("mesh = {table}\n")).map_err(unplaced)?;
    for set in sets {
        overrides::apply(&mut source, &format!("mesh.{}", set.trim_start()))?;
    }
    de::read::<Asked>(&source.tree).map(|asked| asked.mesh)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::model::Shape;

    #[test]
    fn a_table_a_name_and_settings_say_the_same() {
        let table = mesh_spec("{ shape = \"sphere\", radius = \"1/2\", cells = 8 }", &[]).unwrap();
        assert_eq!(table.shape, Some(Shape::Sphere));
        let sets = ["radius=\"1/2\"".to_owned(), "cells=8".to_owned()];
        assert_eq!(mesh_spec("sphere", &sets).unwrap(), table);
    }

    #[test]
    fn mistakes_are_named() {
        let says = |text: &str, sets: &[String], words: &[&str]| {
            let found = mesh_spec(text, sets).unwrap_err().to_string();
            assert!(words.iter().all(|word| found.contains(word)), "{found}");
        };
        says("{ shape = \"spere\" }", &[], &["mesh.shape", "sphere"]);
        says("{ shape = \"sphere\", radios = 1 }", &[], &["radios", "radius"]);
        says("{ shape = ", &[], &["TOML"]);
        says("cube", &[], &["mesh.shape", "did you mean \"box\"?"]);
        let syntax = mesh_spec("{ shape = ", &[]).unwrap_err().to_string();
        assert!(syntax.starts_with("not valid TOML"), "no file is named where there is none: {syntax}");
        says("sphere", &["radius".to_owned()], &["KEY=VALUE"]);
        says("sphere", &["radius=[1]".to_owned()], &["mesh.radius"]);
    }
}
