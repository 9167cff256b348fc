//! Meshes of scenes and simulations from files: found, filled, ridden along, pinned by group, or missed.

mod fixture;

use std::collections::BTreeMap;
use std::path::Path;

use fixture::{Directory, bits, good_step, load};
use lope::body::Cells;
use lope::geometry::{FileMesh, Group, boundary, shape};
use lope::observe::Nobody;
use lope::scene::Scene;
use lope::scene::schedule::Schedule;
use lope::{Body, Material, Mesh, Model, Simulation};
use lope_io::mesh_file::{read_mesh, write_mesh};
use lope_io::run::{End, Run, RunDirectory};
use lope_io::show::vtu_read;
use lope_io::{Loaded, build};

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

/// The ball's scene as a file beside its meshes.
fn scene_in(place: &Directory, set: &[&str]) -> Loaded {
    let path = place.join("ball.toml");
    std::fs::write(&path, BALL).expect("a file");
    load(&path, set)
}

/// The surface of a ball, fine, with a few triangles missing and a few turned the wrong way.
fn torn_ball(path: &Path, scale: f64) -> (usize, usize) {
    let ball = shape::sphere(0.5, 14).expect("a ball");
    let mut triangles = boundary(&ball).triangles;
    triangles.drain(10..14);
    triangles.iter_mut().step_by(17).for_each(|t| t.swap(0, 1));
    let points = ball.points.iter().map(|p| p.map(|x| x / scale)).collect();
    let surface = FileMesh { points, triangles, ..FileMesh::default() };
    write_mesh(path, &surface, None).expect("a file");
    let read = read_mesh(path).expect("the file");
    (read.points.len(), read.triangles.len())
}

#[test]
fn a_torn_surface_is_filled_simulated_coarse_and_written_fine() {
    let place = Directory::new("embed");
    let (vertices, triangles) = torn_ball(&place.join("ball.obj"), 0.001);
    let mesh = "body.0.mesh={file=\"ball.obj\",scale=0.001,embed=true,tetrahedralize={edge=150}}";
    let loaded = scene_in(&place, &[mesh, "output.formats=[\"vtu\",\"obj\"]"]);
    let world = loaded.build().expect("a world").world;
    let Cells::Tets(tets) = &world.bodies()[0].cells else { panic!("a solid") };
    assert!(tets.len() > 200 && tets.len() < 6000, "{}", tets.len());
    // The hole does not matter: the whole ball weighs what it should.
    let mass: f64 = world.mass().iter().sum();
    let exact = 1000.0 * 4.0 / 3.0 * std::f64::consts::PI * 0.125;
    assert!((mass - exact).abs() < 0.05 * exact, "{mass} of {exact}");

    let out = place.join("run");
    let directory = RunDirectory::prepare(&out).expect("a directory");
    let resolved = loaded.resolved_toml(&out).expect("a scene that can be written");
    let built = loaded.build().expect("a world");
    let run = Run::start(&loaded.scene, built, Schedule::new(&loaded.scene.time), directory, &resolved);
    let finished = run.expect("a run").finish(&mut Nobody).expect("an end");
    assert_eq!(finished.end, End::Done);
    let first = vtu_read::read(&out.join("frames/ball_000000.vtu")).expect("a frame");
    let last = vtu_read::read(&out.join("frames/ball_000003.vtu")).expect("a frame");
    assert_eq!((first.points.len() / 3, first.cells.len() / 3), (vertices, triangles));
    // Free fall: every fine vertex falls as far, by backward Euler h²g(1 + 2 + 3).
    for (a, b) in first.points.chunks_exact(3).zip(last.points.chunks_exact(3)) {
        assert!((b[1] - a[1] + 0.01 * 0.01 * 10.0 * 6.0).abs() < 1e-8, "{a:?} {b:?}");
        assert!((b[0] - a[0]).abs() < 1e-8 && (b[2] - a[2]).abs() < 1e-8);
        assert!(a.iter().map(|x| x * x).sum::<f64>().sqrt() < 0.51, "metres: {a:?}");
    }
    assert!(out.join("frames/ball_000003.obj").exists());
}

#[test]
fn groups_of_a_file_can_be_pinned() {
    let place = Directory::new("groups");
    let bar = shape::cuboid([2.0, 0.5, 0.5], [4, 1, 1]).expect("a bar");
    let left: Vec<u32> = (0..bar.points.len() as u32).filter(|&v| bar.points[v as usize][0] < -0.9).collect();
    let groups = BTreeMap::from([("left".to_owned(), Group { vertices: left.clone(), cells: vec![] })]);
    for name in ["bar.msh", "bar.vtu"] {
        let mesh = FileMesh {
            points: bar.points.clone(),
            tets: bar.tets.clone(),
            groups: groups.clone(),
            ..FileMesh::default()
        };
        write_mesh(&place.join(name), &mesh, None).expect("a file");
        let mesh = format!("body.0.mesh={{file=\"{name}\"}}");
        let loaded = scene_in(&place, &[&mesh, "body.0.pin=[{where={group=\"left\"}}]"]);
        let mut world = loaded.build().expect("a world").world;
        let before = world.state().x.clone();
        good_step(&mut world, 0.01);
        let moved: Vec<u32> = (0..bar.points.len() as u32)
            .filter(|&v| before[3 * v as usize + 1] == world.state().x[3 * v as usize + 1])
            .collect();
        assert_eq!(moved, left, "{name}");
    }
}

/// A bar that is held at its left end.
fn held(mesh: Mesh) -> Simulation {
    let jelly = Material::new(Model::FixedCorotated).young(1e5).poisson(0.4);
    Simulation::new().body(Body::solid(mesh, jelly).pin(|p| p[0] < -0.49))
}

#[test]
fn a_simulation_with_a_file_has_the_bits_of_its_scene() {
    let place = Directory::new("simulation");
    let mesh = shape::cuboid([1.0, 0.5, 0.5], [4, 2, 2]).expect("a box");
    let file = FileMesh { points: mesh.points.clone(), tets: mesh.tets.clone(), ..FileMesh::default() };
    write_mesh(&place.join("bar.vtu"), &file, None).expect("a file");
    let text = "[time]\nstep = \"1/24\"\nsteps = 3\n[[body]]\nmesh = { file = \"bar.vtu\" }\n\
                material = { model = \"fixed-corotated\", young = 1e5, poisson = 0.4 }\n\
                pin = [{ where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] } }]";
    let scene = Scene::from_text("bar.toml", text, &[]).expect("a valid scene");
    let directory = lope_io::Directory::new(place.join(""));
    let simulation = held(Mesh::file("bar.vtu"));
    let mut worlds = [
        build(&scene, &place.join("")).expect("a scene that builds").world,
        simulation.build_with(&directory).expect("a simulation that builds"),
        Loaded::simulation(&simulation, &place.join("")).expect("a scene").build().expect("a world").world,
        held(Mesh::tets(mesh.points, mesh.tets)).build().expect("a mesh in memory"),
    ];
    for world in &mut worlds {
        (0..3).for_each(|_| _ = good_step(world, 1.0 / 24.0));
    }
    let [theirs, others @ ..] = &worlds;
    assert!(theirs.pins().iter().all(|pin| !pin.nodes.is_empty()));
    for ours in others {
        assert_eq!(bits(&ours.state().x), bits(&theirs.state().x));
        assert_eq!(bits(&ours.state().v), bits(&theirs.state().v));
    }
}

#[test]
fn a_file_that_is_not_there_is_named_with_where_it_was_looked_for() {
    let place = Directory::new("missing");
    let directory = place.join("");
    let said = |simulation: Simulation| {
        let directory = lope_io::Directory::new(&directory);
        simulation.build_with(&directory).err().expect("no such file").to_string()
    };
    let path = directory.join("none.msh").display().to_string();
    let expected = format!("body.0.mesh.file: {path}: no such file; paths are relative to the scene file");
    assert_eq!(said(held(Mesh::file("none.msh"))), expected);
    let loaded = scene_in(&place, &["body.0.mesh={file=\"none.msh\"}"]);
    let error = loaded.build().err().expect("no such file").to_string();
    assert!(error.ends_with(&expected), "{error}");
    let wall = "obstacle=[{shape=\"mesh\",path=\"none.obj\",stiffness=1e4}]";
    let error = scene_in(&place, &[wall]).build().err().expect("no such file").to_string();
    let path = directory.join("none.obj").display().to_string();
    let expected = format!("obstacle.0.path: {path}: no such file; paths are relative to the scene file");
    assert!(error.ends_with(&expected), "{error}");
    // What is asked for outside of a scene has none to be relative to.
    let mesh = lope::scene::mesh_spec("{ file = \"none.msh\" }", &[]).expect("a mesh as such");
    let error = lope_io::make_mesh(&mesh, &directory, &mut |_| {}).expect_err("no such file").to_string();
    assert!(error.ends_with("none.msh: no such file"), "{error}");
}
