//! Meshes as a scene asks for them: every shape by its name, expressions, copies, any size.

mod fixture;

use fixture::scene;
use lope::geometry::{FileMesh, boundary, inspect};
use lope::scene::build::NoFiles;
use lope::scene::model::Shape;
use lope::scene::{make_mesh, mesh_spec};

fn made(spec: &str) -> FileMesh {
    let mesh = mesh_spec(spec, &[]).expect(spec);
    make_mesh(&mesh, &NoFiles, &mut |_| {}).expect(spec)
}

#[test]
fn every_shape_is_made_by_its_name_in_either_resolution() {
    for shape in Shape::ALL {
        let part = "parts = [{ shape = \"box\", size = [1, 1, 1] }]";
        let keys = match shape {
            Shape::Sphere => "radius = 0.5".to_owned(),
            Shape::Ellipsoid => "radii = [0.5, 0.4, 0.3]".to_owned(),
            Shape::Torus => "radius = 0.5, tube = 0.2".to_owned(),
            Shape::Cylinder | Shape::Capsule | Shape::Cone | Shape::Tube => {
                "radius = 0.4, height = 1".to_owned()
            }
            Shape::Union | Shape::Intersection | Shape::Difference => part.to_owned(),
            Shape::SmoothUnion => format!("{part}, radius = 0.1"),
            Shape::Shell => format!("{part}, thickness = 0.3"),
            Shape::Twist => format!("{part}, angle = 40"),
            Shape::Repeat => format!("{part}, count = [2, 1, 1], spacing = [1.5, 1, 1]"),
            Shape::Rope => "length = 2".to_owned(),
            _ => String::new(),
        };
        for resolution in ["cells = 9", "edge = 0.11"] {
            let separator = if keys.is_empty() { "" } else { ", " };
            let spec = format!("{{ shape = \"{shape}\", {keys}{separator}{resolution} }}");
            let mesh = made(&spec);
            match shape {
                Shape::Rope => assert!(mesh.edges.len() >= 9, "{spec}"),
                Shape::Tube => assert!(mesh.triangles.len() >= 160 && mesh.tets.is_empty(), "{spec}"),
                Shape::Rectangle | Shape::Sheet => assert!(mesh.triangles.len() >= 160, "{spec}"),
                _ => {
                    let mesh = mesh.into_mesh();
                    assert!(mesh.tets.len() > 100, "{spec}: {}", mesh.tets.len());
                    assert!(inspect(&mesh).is_clean(), "{spec}");
                }
            }
        }
    }
}

#[test]
fn a_box_may_do_without_vertices_inside() {
    let spec =
        |inner: bool| format!("{{ shape = \"box\", size = [1, 2, 1], cells = [4, 8, 4], inner = {inner} }}");
    let [full, bare] = [true, false].map(|inner| made(&spec(inner)).into_mesh());
    assert_eq!((full.points.len(), bare.points.len()), (225, 225 - 3 * 7 * 3));
    assert!(bare.tets.len() < full.tets.len() && inspect(&bare).is_clean());
    assert!((bare.volume() - 2.0).abs() < 1e-12);
}

#[test]
fn an_expression_has_the_volume_of_its_formula() {
    let hole = std::f64::consts::PI * 0.3 * 0.3;
    let spec = "{ shape = \"difference\", edge = 0.06, parts = [{ shape = \"box\", size = [1, 1, 1] }, \
                { shape = \"cylinder\", radius = 0.3, height = 2, rotate = { axis = [1, 0, 0], angle = 90 } }] }";
    let volume = made(spec).into_mesh().volume();
    assert!((volume - (1.0 - hole)).abs() < 0.004, "{volume}");
    let moved = "{ shape = \"union\", edge = 0.06, parts = [{ shape = \"sphere\", radius = 0.25, scale = [2, 1, 1], \
                 translate = [3, 0, 0] }] }";
    let mesh = made(moved).into_mesh();
    let exact = 4.0 / 3.0 * std::f64::consts::PI * 0.25_f64.powi(3) * 2.0;
    assert!((mesh.volume() - exact).abs() < 0.03 * exact, "{}", mesh.volume());
    let [low, high] = mesh.bounds().expect("points");
    assert!((low[0] - 2.5).abs() < 0.02 && (high[0] - 3.5).abs() < 0.02, "{low:?} {high:?}");
}

#[test]
fn graded_meshes_have_fewer_elements_and_the_same_surface() {
    let spec =
        |grading: u32| format!("{{ shape = \"sphere\", radius = 0.5, edge = 0.025, grading = {grading} }}");
    let (uniform, graded) = (made(&spec(1)).into_mesh(), made(&spec(4)).into_mesh());
    assert!(3 * graded.tets.len() < 2 * uniform.tets.len(), "{} {}", graded.tets.len(), uniform.tets.len());
    assert_eq!(boundary(&graded).triangles.len(), boundary(&uniform).triangles.len());
}

const BALL: &str = r#"
gravity = [0, -10, 0]
[time]
step = 0.01
steps = 3
frame_rate = 100
[[body]]
name = "ball"
mesh = { shape = "sphere", radius = 0.5, cells = 4 }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.3, density = 1000 }
"#;

#[test]
fn copies_are_bodies_of_their_own_around_the_place_of_the_one() {
    let alone = fixture::built(&scene(BALL, &[])).world;
    let many = fixture::built(&scene(
        BALL,
        &["body.0.copies={count=[2,3,1],spacing=[2,3,4]}", "body.0.translate=[0,7,0]"],
    ))
    .world;
    let names: Vec<&str> = many.bodies().iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["ball-1", "ball-2", "ball-3", "ball-4", "ball-5", "ball-6"]);
    assert_eq!(many.unknowns(), 6 * alone.unknowns());
    let centre = |x: &[f64], k: usize| x.iter().skip(k).step_by(3).sum::<f64>() / (x.len() / 3) as f64;
    let last = &many.bodies()[5].nodes;
    let x = &many.state().x[3 * last.start..3 * last.end];
    for (k, expected) in [1.0, 10.0, 0.0].into_iter().enumerate() {
        assert!((centre(x, k) - expected).abs() < 1e-12, "{k}");
    }
}

/// A shape whose lengths are all multiplied.
fn scaled(shape: &str, s: f64, resolution: &str) -> String {
    let parts = format!(
        "parts = [{{ shape = \"box\", size = [{s:e}, {s:e}, {s:e}] }}, \
         {{ shape = \"cylinder\", radius = {:e}, height = {:e}, translate = [{:e}, 0, 0] }}]",
        0.3 * s,
        2.0 * s,
        0.2 * s
    );
    let keys = match shape {
        "box" => format!("size = [{s:e}, {s:e}, {s:e}]"),
        "sphere" => format!("radius = {:e}", 0.5 * s),
        "torus" => format!("radius = {:e}, tube = {:e}", 0.5 * s, 0.2 * s),
        "cylinder" | "cone" => format!("radius = {:e}, height = {s:e}", 0.4 * s),
        "rope" => format!("length = {s:e}"),
        "sheet" => format!("size = [{s:e}, {s:e}]"),
        _ => parts,
    };
    format!("{{ shape = \"{shape}\", {keys}, {resolution} }}")
}

#[test]
fn shapes_of_any_size_are_meshed_or_refused_with_a_remedy() {
    for shape in ["box", "sphere", "torus", "cylinder", "cone", "union", "difference"] {
        let graded = |s: f64| scaled(shape, s, &format!("edge = {:e}, grading = 4", 0.25 * s));
        let like = made(&graded(1.0)).into_mesh().volume();
        for exponent in (-300..=300).step_by(20) {
            let s = 10.0_f64.powi(exponent);
            let spec = graded(s);
            let mesh = mesh_spec(&spec, &[]).expect("a mesh as such");
            match make_mesh(&mesh, &NoFiles, &mut |_| {}) {
                Ok(mesh) => {
                    let mesh = mesh.into_mesh();
                    assert!(inspect(&mesh).is_clean(), "{spec}");
                    let volume = mesh.volume() / s.powi(3);
                    assert!((volume / like - 1.0).abs() < 0.02, "{spec}: {volume} and not {like}");
                }
                Err(problem) => {
                    let said = problem.to_string();
                    assert!(exponent.abs() > 40, "{spec}: {said}");
                    assert!(said.starts_with("mesh") && said.contains("unit of length"), "{spec}: {said}");
                }
            }
        }
    }
}

#[test]
fn bodies_of_any_size_are_built_or_refused_with_a_remedy() {
    for shape in ["box", "sphere", "torus", "cylinder", "cone", "rope", "sheet"] {
        for exponent in (-300..=300).step_by(20) {
            let spec = scaled(shape, 10.0_f64.powi(exponent), "cells = 4");
            let body = if matches!(shape, "rope" | "sheet") {
                "kind = \"springs\"\nsprings = { stiffness = 1, vertex_mass = 1 }"
            } else {
                "material = { model = \"fixed-corotated\", young = 1e5, poisson = 0.3 }"
            };
            let text = format!(
                "[time]\nstep = 0.01\nsteps = 1\n[solver]\nmax_iterations = 3\n[[body]]\nname = \"it\"\nmesh = {spec}\n{body}\n"
            );
            let scene = scene(&text, &[]);
            match lope::scene::build::build(&scene) {
                // Whatever a step comes to, it is an outcome.
                Ok(_) if shape != "box" => {}
                Ok(mut built) => _ = fixture::step(&mut built.world, 0.01),
                Err(problems) => {
                    let said = problems[0].to_string();
                    assert!(exponent.abs() > 40, "{spec}: {said}");
                    assert!(
                        said.starts_with("body.0.mesh") && said.contains(';') || said.contains(':'),
                        "{said}"
                    );
                }
            }
        }
    }
}
