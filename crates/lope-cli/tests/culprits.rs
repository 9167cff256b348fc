//! Starts that barriers cannot keep: refused before anything is written, and shown on request.

mod place;

use std::fs;

use place::Place;

const CROSSED: &str = r#"[time]
step = "1/60"
steps = 2
[contact]
[[body]]
name = "lower"
mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.4 }
[[body]]
name = "upper"
mesh = { shape = "box", size = [0.5, 0.5, 0.5], cells = [2, 2, 2] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.4 }
translate = [0.01, 0.7, 0.02]
"#;

const WORDS: [&str; 6] = [
    "scene.toml:4: contact: lower and upper cross at the start",
    " pairs, for example triangle ",
    " of lower and triangle ",
    " of upper at (",
    "move them apart",
    "--culprits DIR",
];

#[test]
fn an_intersecting_start_is_refused_before_anything_is_written() {
    let place = Place::new("crossed");
    place.write("scene.toml", CROSSED);
    let before = place.entries();
    for arguments in
        [&["run", "scene.toml"][..], &["run", "scene.toml", "-o", "deep/down"], &["check", "scene.toml"]]
    {
        place.lope(arguments).with(2).naming(&WORDS);
        assert_eq!(place.entries(), before, "something was written");
    }
    let apart = ["check", "scene.toml", "--set", "body.1.translate=[0.01,0.76,0.02]"];
    let out = place.lope(&apart).with(0).out;
    for words in
        ["contact: d̂ ", "least gap at the start 0.0100 m", " of upper", "contact: upper would rest about "]
    {
        assert!(out.contains(words), "{words}: {out}");
    }
}

#[test]
fn culprits_are_written_as_meshes_and_a_picture() {
    let place = Place::new("culprits");
    place.write("scene.toml", CROSSED);
    let check = ["check", "scene.toml", "--culprits", "found"];
    let out = place.lope(&check).with(2).naming(&WORDS).out;
    assert_eq!(out.lines().count(), 3, "{out}");
    let png = fs::read(place.path("found/culprits.png")).expect("a picture");
    assert!(png.starts_with(b"\x89PNG"));
    for name in ["lower", "upper"] {
        let info = place.lope(&["mesh", "info", &format!("found/{name}.vtu")]).with(0).out;
        assert!(info.contains("triangles"), "{info}");
    }
    // What was written is replaced; nothing else is touched.
    fs::write(place.path("found/mine.txt"), "mine").expect("a file");
    place.lope(&["check", "scene.toml", "--culprits", "found", "--set", "body.1.name=other"]).with(2);
    let listed = |name: &str| place.path("found").join(name).exists();
    assert!(listed("mine.txt") && listed("other.vtu") && listed("lower.vtu") && !listed("upper.vtu"));
    fs::create_dir(place.path("foreign")).expect("a directory");
    fs::write(place.path("foreign/lower.vtu"), "mine").expect("a file");
    let before = place.entries();
    for directory in ["foreign", "scene.toml"] {
        let refused = place.lope(&["check", "scene.toml", "--culprits", directory]).with(2);
        refused.naming(&[directory, "choose another directory"]);
    }
    assert_eq!(place.entries(), before);
    assert_eq!(fs::read_to_string(place.path("foreign/lower.vtu")).expect("a file"), "mine");
    // Nothing to show.
    let apart = ["check", "scene.toml", "--culprits", "none", "--set", "body.1.translate=[0,0.8,0]"];
    assert!(place.lope(&apart).with(0).out.contains("nothing crosses or touches"));
    assert!(!place.path("none").exists());
}

#[test]
fn obstacles_of_edges_and_points_alone_are_met() {
    let wire = CROSSED.replace("[[body]]\nname = \"lower\"", "[[obstacle]]\nname = \"wire\"\nshape = \"mesh\"\npath = \"wire.obj\"\n[[body]]\nname = \"lower\"")
        .replace("0.01, 0.7,", "0.01, 0.9,");
    // On a single nail a ton comes to rest slowly, or not at all: here it weighs a fifth.
    let wire = format!("gravity = [0, -2, 0]\n{wire}");
    let place = Place::new("wire");
    place.write("scene.toml", &wire);
    place.lope(&["run", "scene.toml"]).with(2).naming(&["obstacle.0.path", "wire.obj", "no such file"]);
    place.write("wire.obj", "v -1 -0.6 0.1\nv 1 -0.6 0.12\nv 0 -0.501 0\nl 1 2\n");
    place.lope(&["run", "scene.toml", "--quiet", "-o", "run"]).with(0);
    assert!(place.path("run/summary.json").exists());
    place.write("wire.obj", "v -1 -0.4 0.1\nv 1 -0.4 0.12\nl 1 2\n");
    place.lope(&["check", "scene.toml"]).with(2).naming(&["lower and wire cross", "edge 0-1 of wire"]);
}
