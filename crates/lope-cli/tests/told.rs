//! What the command says: before a run, after it, and when somebody asks for something else.

mod place;

use place::{Place, SCENE, TETRAHEDRON};

#[test]
fn run_warns_of_what_check_warns_of() {
    let place = Place::new("warned");
    let jelly =
        SCENE.replace("size = [1, 1, 1]", "size = [1, 1000, 1]").replace("[0.51, 1, 1]", "[0.51, 900, 1]");
    place.write("scene.toml", &jelly);
    let checked = place.lope(&["check", "scene.toml"]).with(0).out;
    let ran = place
        .lope(&["run", "scene.toml", "--steps", "1", "-o", "run", "--set", "solver.on_failure=accept"])
        .out;
    let warnings = |text: &str| {
        text.lines().filter(|line| line.contains("warning: ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(
        warnings(&checked).iter().any(|line| line.starts_with("cube: warning: 1.000e3 m of it collapse")),
        "{checked}"
    );
    for warning in warnings(&checked) {
        assert!(ran.contains(&warning), "`{warning}` is not in: {ran}");
    }
    let quiet = place.lope(&[
        "run",
        "scene.toml",
        "--steps",
        "1",
        "-o",
        "still",
        "--quiet",
        "--set",
        "solver.on_failure=accept",
    ]);
    assert!(!quiet.out.contains("warning"), "{}", quiet.out);
}

#[test]
fn inverted_elements_at_the_end_are_called_out() {
    let place = Place::new("inverted");
    // One side is led through the other.
    let through = SCENE
        .replace("velocity = [1, 0, 0]", "velocity = [-6, 0, 0]")
        .replace("[solver]", "[solver]\non_failure = \"accept\"");
    place.write("scene.toml", &through);
    let ended = place.lope(&["run", "scene.toml", "-o", "run"]).with(0);
    assert!(
        ended.out.contains("warning: at the end ") && ended.out.contains("elements are inverted"),
        "{}",
        ended.out
    );
    let summary = |run: &str| -> serde_json::Value {
        let text = std::fs::read_to_string(place.path(run).join("summary.json")).expect("a summary");
        serde_json::from_str(&text).expect("JSON")
    };
    let inverted = summary("run")["inverted"].as_u64().expect("a count");
    assert!(inverted > 0 && ended.out.contains(&format!("at the end {inverted} of ")), "{}", ended.out);
    place.write("scene.toml", SCENE);
    let fine = place.lope(&["run", "scene.toml", "-o", "fine"]).with(0);
    assert_eq!(summary("fine")["inverted"], 0);
    assert!(!fine.out.contains("inverted"), "{}", fine.out);
}

#[test]
fn a_failed_run_says_what_to_do_next() {
    let place = Place::with_scene("next");
    let ended = place.lope(&["run", "scene.toml", "-o", "run", "--set", "solver.max_iterations=1"]).with(1);
    assert!(!ended.out.contains("look at it"), "{}", ended.out);
    for word in ["to do next:", "lope run run/failure --set solver.method=auto", "failure/README.txt"] {
        assert!(ended.out.contains(word), "`{word}` is not in: {}", ended.out);
    }
    assert!(place.path("run/failure/README.txt").is_file());
    // What it says can be done.
    place
        .lope(&[
            "run",
            "run/failure",
            "-o",
            "again",
            "--set",
            "solver.max_iterations=200",
            "--set",
            "solver.method=auto",
        ])
        .with(0);
    place.lope(&["render", "run", "-o", "last.png", "--size", "64x48"]).with(0);
    let good = place.lope(&["run", "scene.toml", "-o", "good"]).with(0);
    assert!(good.out.contains("look at it"), "{}", good.out);
}

#[test]
fn help_lists_the_values_of_every_option_that_has_some() {
    let place = Place::new("values");
    let help = place.lope(&["render", "--help"]).with(0).out;
    for word in ["body", "speed", "energy", "det", "projected", "contact", "gap", "light", "dark"] {
        assert!(help.contains(word), "`{word}` is not in: {help}");
    }
    assert!(help.contains("[possible values: body, speed, energy, det, projected, contact, gap, displacement, stress, stretch, pressure, reaction]"), "{help}");
    let wrong =
        place.lope(&["render", "stretch", "--colour", "sped"]).with(2).naming(&["--colour", "projected"]);
    assert!(wrong.err.contains("speed"), "{}", wrong.err);
    let help = place.lope(&["reproduce", "--help"]).with(0).out;
    assert!(help.contains("smoke, full"), "{help}");
}

#[test]
fn a_cube_is_a_box() {
    let place = Place::new("cube");
    place.write("scene.toml", &SCENE.replace("shape = \"box\"", "shape = \"cube\""));
    place.lope(&["check", "scene.toml"]).with(2).naming(&["body.0.mesh.shape", "did you mean \"box\"?"]);
    place.lope(&["mesh", "make", "cube", "-o", "a.msh"]).with(2).naming(&["did you mean \"box\"?"]);
}

#[test]
fn pictures_of_meshes_are_png_by_name_too() {
    let place = Place::new("jpg");
    place.write("tet.msh", TETRAHEDRON);
    for name in ["x.jpg", "x", "x.svg"] {
        place.lope(&["mesh", "preview", "tet.msh", "-o", name]).with(2).naming(&[name, ".png"]);
    }
    assert_eq!(place.entries(), ["tet.msh"]);
    place.lope(&["mesh", "preview", "tet.msh", "-o", "x.PNG", "--size", "32x32"]).with(0);
}

#[test]
fn commands_about_meshes_do_not_speak_of_scenes() {
    let place = Place::new("no-scene");
    for arguments in [
        &["mesh", "info", "none.msh"][..],
        &["mesh", "convert", "none.msh", "a.obj"],
        &["mesh", "make", "{ shape = ", "-o", "a.msh"],
        &["mesh", "make", "{ file = \"none.msh\" }", "-o", "a.msh"],
    ] {
        let ended = place.lope(arguments).with(2);
        for word in ["scene", "mesh.toml"] {
            assert!(!ended.err.contains(word), "{}", ended.err);
        }
    }
    place.write("scene.toml", place::MESH_SCENE);
    place
        .lope(&["check", "scene.toml"])
        .with(2)
        .naming(&["mesh.msh: no such file", "relative to the scene file"]);
}
