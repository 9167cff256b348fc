//! Bad input: exit code 2, a message that names the file, the key and a remedy, and nothing written.

mod place;

use place::{MESH_SCENE, Place, SCENE, TETRAHEDRON, TRIANGLES};

/// Runs a scene that cannot be, and checks that the place is as it was.
#[track_caller]
fn refused(place: &Place, arguments: &[&str], words: &[&str]) {
    let before = place.entries();
    place.lope(arguments).with(2).naming(words).naming(&["error: "]);
    assert_eq!(place.entries(), before, "something was written");
}

#[track_caller]
fn refused_scene(name: &str, scene: &str, words: &[&str]) {
    let place = Place::new(name);
    place.write("scene.toml", scene);
    refused(&place, &["run", "scene.toml"], words);
    refused(&place, &["run", "scene.toml", "-o", "deep/down"], words);
    refused(&place, &["check", "scene.toml"], words);
}

#[track_caller]
fn refused_mesh(name: &str, mesh: &str, words: &[&str]) {
    let place = Place::new(name);
    place.write("scene.toml", MESH_SCENE);
    place.write("mesh.msh", mesh);
    refused(&place, &["run", "scene.toml"], words);
}

#[test]
fn the_scenes_that_are_changed_here_are_good() {
    let place = Place::with_scene("good");
    place.lope(&["run", "scene.toml", "--quiet"]).with(0);
    place.write("mesh.toml", MESH_SCENE);
    place.write("mesh.msh", TETRAHEDRON);
    place.lope(&["run", "mesh.toml", "--quiet"]).with(0);
}

#[test]
fn missing_mesh_file() {
    refused_scene("no-mesh", MESH_SCENE, &["scene.toml:6", "body.0.mesh.file", "mesh.msh", "no such file"]);
}

#[test]
fn truncated_mesh() {
    let place = Place::new("truncated");
    place.write("scene.toml", MESH_SCENE);
    // Cut anywhere before the closing line it is not a mesh.
    for length in (1..TETRAHEDRON.len() - "$EndElements\n".len()).step_by(7) {
        place.write("mesh.msh", &TETRAHEDRON[..length]);
        refused(&place, &["run", "scene.toml"], &["body.0.mesh.file", "mesh.msh"]);
    }
    place.write("mesh.msh", "");
    refused(&place, &["run", "scene.toml"], &["mesh.msh", "empty"]);
}

#[test]
fn mesh_with_only_triangles() {
    refused_mesh("triangles", TRIANGLES, &["body.0.mesh.file", "mesh.msh", "tetrahedr", "triangle"]);
}

#[test]
fn nan_in_a_mesh() {
    let words = ["body.0.mesh.file", "mesh.msh", "finite"];
    for bad in ["nan", "inf", "-inf", "1e999"] {
        refused_mesh("nan", &TETRAHEDRON.replace("1 0 0\n0 1 0", &format!("1 0 0\n0 {bad} 0")), &words);
    }
    refused_mesh("word", &TETRAHEDRON.replace("1 0 0\n0 1 0", "1 0 0\n0 one 0"), &["mesh.msh", "one"]);
}

#[test]
fn flat_cells_and_loose_vertices_in_a_mesh() {
    let flat = TETRAHEDRON.replace("0 0 1\n$", "1 1 0\n$");
    refused_mesh("flat", &flat, &["body.0.mesh.file", "mesh.msh", "flat", "(0.5, 0.5, 0)"]);
    let loose = TETRAHEDRON
        .replace("1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n", "1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n")
        .replace("0 0 1\n$", "0 0 1\n7 8 9\n$");
    refused_mesh("loose", &loose, &["body.0.mesh.file", "mesh.msh", "no cell", "4", "(7, 8, 9)"]);
}

#[test]
fn flipped_tetrahedra_are_turned_and_told() {
    let place = Place::new("flipped");
    place.write("scene.toml", MESH_SCENE);
    place.write("mesh.msh", &TETRAHEDRON.replace("1 1 2 3 4", "1 2 1 3 4"));
    let checked = place.lope(&["check", "scene.toml"]).with(0);
    assert!(checked.out.contains("note: tet") && checked.out.contains("orient"), "{}", checked.out);
    place.lope(&["run", "scene.toml", "--quiet"]).with(0);
}

#[test]
fn unknown_key_with_a_suggestion() {
    let scene = SCENE.replace("tolerance", "tolerence");
    refused_scene("key", &scene, &["scene.toml:6", "solver", "tolerence", "tolerance"]);
    let scene = SCENE.replace("poisson", "poison");
    refused_scene("key2", &scene, &["scene.toml:10", "body.0.material", "poison", "poisson"]);
}

#[test]
fn unknown_value_with_a_suggestion() {
    let scene = SCENE.replace("fixed-corotated", "fixed-corotate");
    refused_scene("value", &scene, &["scene.toml:10", "body.0.material.model", "fixed-corotated"]);
}

#[test]
fn negative_young() {
    let scene = SCENE.replace("1e5", "-1e5");
    refused_scene("young", &scene, &["scene.toml:10", "body.0.material.young", "greater than 0"]);
}

#[test]
fn poisson_of_one_half() {
    let scene = SCENE.replace("0.4 }", "0.5 }");
    refused_scene("poisson", &scene, &["scene.toml:10", "body.0.material.poisson", "0.49"]);
}

#[test]
fn zero_step() {
    for step in ["0", "\"0/24\"", "-0.1", "nan", "inf"] {
        let scene = SCENE.replace("\"1/24\"", step);
        refused_scene("step", &scene, &["scene.toml:3", "time.step"]);
    }
}

#[test]
fn pin_that_selects_nothing() {
    let scene = SCENE.replace("[[0.49, -1, -1], [0.51, 1, 1]]", "[[5, -1, -1], [6, 1, 1]]");
    refused_scene("pin", &scene, &["scene.toml:14", "body.0.pin.1.where", "selects no vertex", "0.500"]);
}

#[test]
fn output_that_cannot_be_written() {
    let place = Place::with_scene("output");
    place.write("taken", "a file");
    refused(&place, &["run", "scene.toml", "-o", "taken"], &["taken", "-o DIR"]);
    refused(&place, &["run", "scene.toml", "-o", "taken/below"], &["taken", "-o DIR"]);
    refused(&place, &["run", "scene.toml", "-o", "/proc/nowhere"], &["/proc/nowhere", "check the path"]);
    assert_eq!(std::fs::read_to_string(place.path("taken")).expect("the file"), "a file");
    // Somebody else's directory is not taken over.
    std::fs::create_dir(place.path("mine")).expect("a directory");
    place.write("mine/letter.txt", "dear");
    refused(&place, &["run", "scene.toml", "-o", "mine"], &["mine", "not empty", "-o DIR"]);
    assert_eq!(std::fs::read_dir(place.path("mine")).expect("the directory").count(), 1);
}

#[test]
fn text_that_is_no_scene() {
    refused_scene("syntax", "title = \"half", &["scene.toml:1", "TOML"]);
    refused_scene("empty", "", &["scene.toml", "time"]);
    let contact = "\n[contact]\nmodel = \"spring\"\nstiffness = 1\n";
    refused_scene(
        "later",
        &format!("{SCENE}{contact}"),
        &["contact.model", "spring is for obstacles", "use ipc"],
    );
    let scene = SCENE.replace("[[body]]", "[[body]]\nkind = \"rigid\"");
    refused_scene("kind", &scene, &["body.0.kind", "not available yet", "solid"]);
}

#[test]
fn every_problem_is_told_at_once() {
    let scene = SCENE.replace("1e5", "-1e5").replace("0.4 }", "0.5 }").replace("\"1/24\"", "0");
    refused_scene("all", &scene, &["time.step", "material.young", "material.poisson"]);
}

#[test]
fn unknown_scene_suggests() {
    let place = Place::new("unknown");
    refused(&place, &["run", "strech"], &["strech", "stretch"]);
    refused(&place, &["check", "strech"], &["strech", "stretch"]);
    refused(&place, &["run", "missing.toml"], &["missing.toml", "no such file"]);
    refused(&place, &["scenes", "strech"], &["strech", "lope scenes"]);
    refused(&place, &["reproduce", "gast-strech"], &["gast-strech", "lope reproduce"]);
    refused(&place, &["plot", "nowhere"], &["nowhere"]);
}

#[test]
fn overrides_that_make_no_sense() {
    let place = Place::with_scene("set");
    let set = |text: &str, words: &[&str]| refused(&place, &["run", "scene.toml", "--set", text], words);
    set("solver.tolerence=1e-3", &["--set", "tolerence", "tolerance"]);
    set("body.0.material.young=-3", &["--set", "body.0.material.young", "greater than 0"]);
    set("body.7.name=x", &["--set", "body.7"]);
    set("solver.method", &["--set", "solver.method"]);
    refused(&place, &["run", "scene.toml", "--threads", "0"], &["--threads", "1 or more"]);
    refused(&place, &["run", "scene.toml", "--threads", "65536"], &["--threads", "65536", "cores"]);
}

#[test]
fn usage() {
    let place = Place::new("usage");
    for arguments in [&["jump"][..], &[], &["run", "--nonsense"], &["check"], &["run", "--steps", "many"]] {
        let ended = place.lope(arguments).with(2);
        assert!(ended.err.contains("Usage") || ended.err.contains("--help"), "{}", ended.err);
    }
    assert_eq!(place.entries(), [""; 0]);
}

#[test]
fn nothing_to_resume() {
    let place = Place::with_scene("nothing");
    refused(
        &place,
        &["run", "scene.toml", "-o", "new", "--resume"],
        &["new", "no checkpoint", "without --resume"],
    );
    refused(&place, &["run", "scene.toml", "--resume"], &["out/scene", "no checkpoint"]);
    place.lope(&["run", "scene.toml", "-o", "run", "--quiet"]).with(0);
    let before = place::rows(&place.path("run"));
    let other = ["run", "scene.toml", "-o", "run", "--resume", "--set", "body.0.material.young=2e5"];
    refused(
        &place,
        &other,
        &["another scene", "body.0.material.young was 100000.0 and is 200000.0", "without --resume"],
    );
    std::fs::write(place.path("run/checkpoint/state.lope"), "torn").expect("a file");
    refused(&place, &["run", "-o", "run", "--resume"], &["state.lope", "torn", "without --resume"]);
    assert_eq!(place::rows(&place.path("run")), before);
}
