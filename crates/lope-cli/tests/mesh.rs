//! `lope mesh` as users meet it.

mod place;

use std::fs;

use place::{Place, TETRAHEDRON};
use serde_json::Value;

fn info(place: &Place, file: &str) -> Value {
    serde_json::from_str(&place.lope(&["mesh", "info", file, "--json"]).with(0).out).expect("JSON")
}

const BALL: &str = "{ shape = \"sphere\", radius = 0.5, cells = 8 }";

#[test]
fn info_has_every_key() {
    let place = Place::new("mesh-info");
    place.write("tet.msh", TETRAHEDRON);
    let facts = info(&place, "tet.msh");
    for key in [
        "format",
        "vertices",
        "tets",
        "triangles",
        "components",
        "closed",
        "volume",
        "area",
        "bounds",
        "inverted",
        "degenerate",
        "unreferenced",
        "groups",
        "notes",
    ] {
        assert!(facts.get(key).is_some(), "{key} is not in {facts}");
    }
    assert_eq!((&facts["vertices"], &facts["tets"], &facts["triangles"]), (&4.into(), &1.into(), &0.into()));
    assert_eq!((&facts["closed"], &facts["components"]), (&true.into(), &1.into()));
    assert!((facts["volume"].as_f64().expect("a volume") - 1.0 / 6.0).abs() < 1e-15);
    assert!(facts["format"].as_str().expect("a format").contains("Gmsh"), "{facts}");
    assert_eq!(facts["quality"]["dihedral_angles"]["counts"].as_array().map(Vec::len), Some(18));
    let page = place.lope(&["mesh", "info", "tet.msh"]).with(0).out;
    for word in ["tetrahedra", "volume", "0.16667", "closed            yes", "dihedral angles", "54.7", "█"]
    {
        assert!(page.contains(word), "`{word}` is not in: {page}");
    }
}

#[test]
fn faults_are_told_with_their_place() {
    let place = Place::new("mesh-faults");
    let turned = TETRAHEDRON.replace("1 1 2 3 4\n$End", "1 1 2 4 3\n$End");
    place.write("turned.msh", &turned);
    let facts = info(&place, "turned.msh");
    assert_eq!((&facts["inverted"], &facts["first"]["inverted"][0]), (&1.into(), &0.into()));
    place.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\n");
    let facts = info(&place, "open.obj");
    assert_eq!((&facts["closed"], &facts["volume"]), (&false.into(), &Value::Null));
    assert_eq!(facts["surface"]["boundary_edges"], 3);
    assert_eq!(facts["unreferenced"], 1);
    let page = place.lope(&["mesh", "info", "open.obj"]).with(0).out;
    assert!(page.contains("near (9, 9, 9)") && page.contains("3 edges with one triangle"), "{page}");
}

#[test]
fn a_made_mesh_is_converted_and_filled_again() {
    let place = Place::new("mesh-make");
    place.lope(&["mesh", "make", BALL, "-o", "ball.vtu"]).with(0);
    let ball = info(&place, "ball.vtu");
    assert_eq!(ball["closed"], true);
    let set = ["mesh", "make", "sphere", "-o", "same.vtu", "--set", "radius=0.5", "--set", "cells=8"];
    place.lope(&set).with(0);
    assert_eq!(info(&place, "same.vtu")["volume"], ball["volume"]);

    place.lope(&["mesh", "convert", "ball.vtu", "ball.obj", "--scale", "2"]).with(0);
    let surface = info(&place, "ball.obj");
    assert_eq!((&surface["tets"], &surface["closed"]), (&0.into(), &true.into()));
    let volume = ball["volume"].as_f64().expect("a volume");
    assert!((surface["volume"].as_f64().expect("a volume") - 8.0 * volume).abs() < 1e-12);
    place.lope(&["mesh", "convert", "ball.obj", "mirrored.ply", "--scale", "-1"]).with(0);
    assert!(
        info(&place, "mirrored.ply")["volume"].as_f64().expect("a volume") > 0.0,
        "outside stays outside"
    );

    // Triangles with corners of their own, some of them turned, and one missing.
    let obj = fs::read_to_string(place.path("ball.obj")).expect("a file");
    let corner = |line: &str| line.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let vertices: Vec<&str> = obj.lines().filter(|line| line.starts_with("v ")).collect();
    let mut soup = String::new();
    for (number, face) in obj.lines().filter(|line| line.starts_with("f ")).enumerate().skip(1) {
        for v in corner(face) {
            soup += vertices[v.parse::<usize>().expect("a number") - 1];
            soup += "\n";
        }
        soup += if number % 3 == 0 { "f -3 -1 -2\n" } else { "f -3 -2 -1\n" };
    }
    place.write("soup.obj", &soup);
    let out = place.lope(&["mesh", "tetrahedralize", "soup.obj", "solid.vtu", "--edge", "0.15"]).with(0).out;
    assert!(out.contains("turned") && out.contains("holes"), "{out}");
    let solid = info(&place, "solid.vtu");
    let (found, expected) = (solid["volume"].as_f64().expect("a volume"), 8.0 * volume);
    assert!((found / expected - 1.0).abs() < 0.02, "{found} {expected}");
    assert_eq!((&solid["inverted"], &solid["degenerate"]), (&0.into(), &0.into()));
    let merged = place.lope(&["mesh", "convert", "soup.obj", "joined.obj", "--merge"]).with(0).out;
    assert!(merged.contains("at the place of another"), "{merged}");
    assert_eq!(info(&place, "joined.obj")["duplicate_vertices"], 0);
}

#[test]
fn a_preview_is_a_picture() {
    let place = Place::new("mesh-preview");
    place.lope(&["mesh", "make", BALL, "-o", "ball.vtu"]).with(0);
    let size = ["mesh", "preview", "ball.vtu", "-o", "ball.png", "--size", "80x60", "--wire"];
    place.lope(&size).with(0);
    let bytes = fs::read(place.path("ball.png")).expect("a picture");
    assert!(bytes.starts_with(b"\x89PNG") && bytes[16..24] == [0, 0, 0, 80, 0, 0, 0, 60]);
}

#[test]
fn bad_input_writes_nothing() {
    let place = Place::new("mesh-bad");
    place.write("tet.msh", TETRAHEDRON);
    place.write("points.obj", "v 0 0 0\nv 1 0 0\n");
    place.write("broken.msh", &TETRAHEDRON[..90]);
    let refused = |arguments: &[&str], words: &[&str]| {
        let all = [&["mesh"], arguments].concat();
        place.lope(&all).with(2).naming(words).naming(&["error: "]);
        assert_eq!(place.entries(), ["broken.msh", "points.obj", "tet.msh"], "something was written");
    };
    refused(&["info", "none.msh"], &["none.msh", "no such file"]);
    refused(&["info", "broken.msh", "--json"], &["broken.msh"]);
    refused(&["make", "{ shape = \"sphere\", cells = 4 }", "-o", "a.msh"], &["mesh.radius", "missing"]);
    refused(&["make", "{ shape = \"sphere\", radios = 1 }", "-o", "a.msh"], &["radios", "radius"]);
    refused(&["make", "spere", "-o", "a.msh"], &["sphere"]);
    refused(&["make", BALL, "-o", "a.xyz"], &["a.xyz", ".vtu"]);
    refused(&["make", BALL, "-o", "no/such/place.vtu"], &["place.vtu"]);
    refused(&["convert", "tet.msh", "a.obj", "--scale", "0"], &["--scale"]);
    refused(&["convert", "tet.msh", "a.obj", "--merge=-1"], &["--merge"]);
    refused(&["tetrahedralize", "tet.msh", "a.msh", "--edge", "-1"], &["edge"]);
    refused(&["tetrahedralize", "tet.msh", "a.msh", "--edge", "50"], &["coarse"]);
    refused(&["tetrahedralize", "points.obj", "a.msh", "--edge", "1"], &["points.obj", "only points"]);
    refused(&["preview", "points.obj", "-o", "a.png"], &["points.obj"]);
    refused(&["preview", "tet.msh", "-o", "a.png", "--size", "0x9"], &["1280x960"]);
}

#[test]
fn check_tells_what_it_finds_about_meshes() {
    let place = Place::new("mesh-preflight");
    let body = "material = { model = \"arap\", young = 1e5, poisson = 0.3, density = 1000 }";
    let time = "[time]\nstep = 0.01\nsteps = 1\n[[body]]\nname = \"pair\"";
    let two = "{ shape = \"repeat\", edge = 0.2, count = [2, 1, 1], spacing = [3, 1, 1], \
               parts = [{ shape = \"sphere\", radius = 0.5 }] }";
    place.write("pair.toml", &format!("{time}\nmesh = {two}\n{body}\n"));
    let page = place.lope(&["check", "pair.toml"]).with(0).out;
    assert!(page.contains("pair: note: 2 parts that share no vertex"), "{page}");
    place.write("turned.msh", &TETRAHEDRON.replace("1 1 2 3 4\n$End", "1 1 2 4 3\n$End"));
    place.write("turned.toml", &format!("{time}\nmesh = {{ file = \"turned.msh\" }}\n{body}\n"));
    let page = place.lope(&["check", "turned.toml"]).with(0).out;
    assert!(page.contains("pair: warning: 1 inverted tetrahedra: 0, the first near"), "{page}");
}
