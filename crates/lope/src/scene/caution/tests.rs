use super::*;
use crate::scene::build::build;
use crate::scene::{Scene, builtin};

const JELLY: &str = r#"
[time]
step = "1/24"
duration = 3
[[body]]
name = "jelly"
mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.4, density = 1000 }
"#;

/// The warnings of a scene, as sentences.
fn warnings(text: &str) -> String {
    let scene = Scene::from_text("scene.toml", text, &[]).unwrap();
    let (built, schedule) = (build(&scene).unwrap(), Schedule::new(&scene.time));
    let cautions = scene.cautions(&built, &schedule);
    let warnings = cautions.iter().filter(|caution| caution.finding.severity >= Severity::Warning);
    warnings.map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn pin(low: f64, high: f64, rest: &str) -> String {
    format!("[[body.pin]]\nwhere = {{ box = [[{low}, -9, -9], [{high}, 9, 9]] }}\n{rest}\n")
}

#[test]
fn a_plain_scene_has_nothing_to_be_warned_of() {
    assert_eq!(warnings(JELLY), "");
    assert_eq!(warnings(&(JELLY.to_owned() + &pin(-0.51, -0.49, ""))), "");
}

#[test]
fn two_pins_that_pull_one_vertex_apart() {
    let held = pin(-0.51, 0.01, "");
    let pulled = pin(-0.01, 0.51, "motion = { velocity = [1, 0, 0] }");
    let said = warnings(&format!("{JELLY}{held}{pulled}"));
    assert!(said.contains("jelly: warning: pin.0 and pin.1 pull 9 shared vertices apart"), "{said}");
    // The same vertices along other axes, one after the other, or to the same place: no contradiction.
    let axes = format!("{held}axes = [false, true, true]\n{pulled}axes = [true, false, false]\n");
    let released = format!("{held}release = 0\n{pulled}");
    let same = format!("{held}{}", pin(-0.01, 0.01, "motion = { velocity = [0, 0, 0] }"));
    for fine in [axes, released, same] {
        let said = warnings(&(JELLY.to_owned() + &fine));
        assert!(!said.contains("apart"), "{said}");
    }
}

#[test]
fn hinges_of_parallel_diagonals() {
    let cloth = |pattern: &str, model: &str| {
        warnings(&format!(
            "gravity = [0, 0, 0]\n[time]\nstep = 0.01\nsteps = 1\n[[body]]\nname = \"cloth\"\nkind = \"shell\"\n\
             mesh = {{ shape = \"sheet\", size = [1, 1], cells = [4, 4], pattern = \"{pattern}\" }}\n\
             material = {{ model = \"neo-hookean\", young = 1e5, poisson = 0.3 }}\n\
             shell = {{ thickness = 1e-3, model = \"{model}\" }}\n"
        ))
    };
    assert!(
        cloth("diagonal", "hinge").contains("cloth: warning: the hinges of a sheet with parallel diagonals")
    );
    for (pattern, model) in [("diagonal", "triangle"), ("random", "hinge"), ("regular", "quadratic")] {
        assert_eq!(cloth(pattern, model), "", "{pattern} {model}");
    }
}

#[test]
fn everything_pinned() {
    let all = pin(-9.0, 9.0, "");
    let said = warnings(&(JELLY.to_owned() + &all));
    assert!(said.contains("jelly: warning: every vertex is pinned"), "{said}");
    let some = format!("{all}axes = [true, true, false]\n");
    assert_eq!(warnings(&(JELLY.to_owned() + &some)), "");
}

#[test]
fn a_kilometre_of_jelly() {
    let said = warnings(&JELLY.replace("size = [1, 1, 1]", "size = [1, 1000, 1]"));
    assert!(said.contains("jelly: warning: 1.000e3 m of it collapse under their own weight"), "{said}");
    // Lying down it is low; without weight it may be as tall as it likes.
    assert!(!warnings(&JELLY.replace("size = [1, 1, 1]", "size = [1000, 1, 1]")).contains("weight"));
    let floating =
        format!("gravity = [0, 0, 0]\n{}", JELLY.replace("size = [1, 1, 1]", "size = [1, 1000, 1]"));
    assert!(!warnings(&floating).contains("weight"));
}

#[test]
fn ears_that_are_loose_parts() {
    let two = "parts = [{ shape = \"sphere\", radius = 0.1 }, { shape = \"sphere\", radius = 0.1, translate = [1, 0, 0] }]";
    let mesh = "{ shape = \"box\", size = [1, 1, 1], cells = [2, 2, 2] }";
    let said = warnings(&JELLY.replace(mesh, &format!("{{ shape = \"union\", edge = 0.05, {two} }}")));
    assert!(said.contains("jelly: warning: it is 2 parts that share no vertex"), "{said}");
}

#[test]
fn more_steps_than_anybody_waits_for() {
    let said = warnings(&JELLY.replace("duration = 3", "duration = 1e12"));
    assert!(said.contains("time: warning: 2.4e13 steps take 761 years"), "{said}");
}

#[test]
fn built_in_scenes_are_as_they_are_meant() {
    for builtin in builtin::SCENES {
        let scene = builtin.scene(&[]).unwrap();
        let (built, schedule) = (build(&scene).unwrap(), Schedule::new(&scene.time));
        let doubtful = |c: &Caution| c.finding.severity >= Severity::Warning;
        let cautions: Vec<String> =
            scene.cautions(&built, &schedule).into_iter().filter(doubtful).map(|c| c.to_string()).collect();
        // Its ball is as soft as published, and does collapse.
        let meant =
            |text: &String| builtin.name == "roll" && text.contains("collapse under their own weight");
        assert!(cautions.iter().all(meant), "{}: {cautions:?}", builtin.name);
    }
}
