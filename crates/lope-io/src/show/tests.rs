use lope::observe::Nobody;
use lope::scene::Scene;
use lope::scene::build::{Built, build};
use lope::scene::schedule::Schedule;

use super::*;
use crate::output::OBSTACLES;
use crate::output::test_directory::TestDirectory;
use crate::run::{Run, RunDirectory};

/// A solid with inner nodes, one with a skin, a rope, a floor and a plate that moves.
const SCENE: &str = r#"
title = "Everything that can be seen"
[time]
step = 0.01
steps = 4
frame_rate = 100
[solver]
method = "project-on-demand"
[output]
fields = ["velocity", "det", "energy", "projected", "contact-force", "displacement", "von-mises", "stretch", "contact-pressure", "reaction"]
[[body]]
name = "cube"
mesh = { shape = "box", size = [1, 1, 1], cells = [3, 3, 3] }
material = { model = "stable-neo-hookean", young = 1e4, poisson = 0.4, density = 500 }
angular_velocity = [1, 5, 0]
[[body.attach]]
where = { all = true }
stiffness = 10
[[body]]
name = "rope"
kind = "springs"
mesh = { shape = "rope", length = 1, cells = 4 }
springs = { density = 0.2, stiffness = 100 }
translate = [0, 3, 0]
[[obstacle]]
name = "floor"
shape = "plane"
translate = [0, -1, 0]
stiffness = 1e4
[[obstacle]]
name = "plate"
shape = "sphere"
radius = 0.3
translate = [3, 0, 0]
stiffness = 1e4
motion = { velocity = [0, 1, 0] }
"#;

fn built(text: &str) -> (Scene, Built) {
    let scene = Scene::from_text("scene.toml", text, &[]).unwrap();
    let built = build(&scene).unwrap();
    (scene, built)
}

/// Runs the scene into a directory, and goes the same way in memory.
fn both(name: &str, text: &str) -> (TestDirectory, Live, Built) {
    let directory = TestDirectory::new(name);
    let (scene, first) = built(text);
    let schedule = Schedule::new(&scene.time);
    let place = RunDirectory::prepare(directory.path()).unwrap();
    let run = Run::start(&scene, first, schedule, place, text).unwrap();
    run.finish(&mut Nobody).unwrap();
    let (_, mut live) = built(text);
    live.world.tell_forces(true);
    for step in 1..=schedule.steps {
        live.world.advance_to(schedule.length(step), schedule.time(step), &mut Nobody);
    }
    (directory, Live::new(&live.world, &live.obstacles), live)
}

#[test]
fn a_recording_shows_what_the_world_showed() {
    let (directory, mut live, built) = both("show-both", SCENE);
    let recording = Recording::open(directory.path()).unwrap();
    assert_eq!(recording.parts(), live.parts());
    assert_eq!(recording.title(), "Everything that can be seen");
    assert_eq!((recording.times().len(), recording.rows().len()), (5, 4));
    let mut now = Snapshot::default();
    for colour in Colour::ALL {
        live.capture(&built.world, colour, &mut now);
        assert_eq!(recording.read(4, colour).unwrap(), now, "{colour}");
        assert_eq!(now.range().is_some(), colour != Colour::Body);
        let nothing = matches!(colour, Colour::Body | Colour::Projected | Colour::Contact | Colour::Pressure);
        assert!(nothing || now.range().is_some_and(|[_, most]| most > 0.0), "{colour}: {:?}", now.range());
    }
    let first = recording.read(0, Colour::Body).unwrap();
    assert_eq!((first.time, first.step, now.step), (0.0, 0, 4));
    assert_ne!(first.poses[0].points, now.poses[0].points);
    assert_eq!(first.poses[2], now.poses[2], "the floor stays");
    assert_ne!(first.poses[3], now.poses[3], "the plate rises");
    let message = recording.read(5, Colour::Body).unwrap_err().to_string();
    assert!(message.contains("frames 0 to 4"), "{message}");
}

#[test]
fn parts_hold_the_surface_alone() {
    let (_, built) = built(SCENE);
    let live = Live::new(&built.world, &built.obstacles);
    let [cube, rope, floor, plate] = live.parts() else { panic!("other parts") };
    // Of 4³ nodes 2³ are inside; 6 sides of 9 squares of 2 triangles.
    assert_eq!((cube.vertices, cube.corners.len() / 3), (56, 108));
    assert!(cube.corners.iter().all(|&v| (v as usize) < cube.vertices));
    assert_eq!((rope.shown, rope.vertices, rope.corners.len()), (Shown::Lines, 5, 8));
    assert_eq!(
        (floor.role, floor.moves, plate.role, plate.moves),
        (Role::Obstacle, false, Role::Obstacle, true)
    );
    assert_eq!((cube.role, cube.moves), (Role::Body, true));
    let x = &built.world.state().x;
    let mut now = Snapshot::default();
    let mut live = live;
    live.capture(&built.world, Colour::Speed, &mut now);
    for (part, pose) in now.poses[..2].iter().enumerate() {
        for (vertex, point) in pose.points.chunks_exact(3).enumerate() {
            let node = live.node_of(part, vertex).unwrap() as usize;
            assert_eq!(point, [0, 1, 2].map(|k| x[3 * node + k] as f32));
        }
    }
    assert_eq!((live.node_of(2, 0), live.node_of(0, 56)), (None, None));
    assert_eq!(now.poses[0].values.len(), 56);
    assert!(now.poses[2].values.is_empty());
}

#[test]
fn a_moment_takes_no_new_memory() {
    let (_, mut built) = built(SCENE);
    let mut live = Live::new(&built.world, &built.obstacles);
    let mut now = Snapshot::default();
    live.capture(&built.world, Colour::Energy, &mut now);
    let places = |now: &Snapshot| -> Vec<_> {
        now.poses.iter().map(|p| (p.points.as_ptr(), p.points.capacity(), p.values.as_ptr())).collect()
    };
    let before = places(&now);
    built.world.advance_to(0.01, 0.01, &mut Nobody);
    for colour in [Colour::Det, Colour::Speed, Colour::Projected, Colour::Energy] {
        live.capture(&built.world, colour, &mut now);
        assert_eq!(places(&now)[0], before[0]);
    }
}

#[test]
fn elements_speak_through_the_vertices_around_them() {
    let (_, built) = built(SCENE);
    let mut live = Live::new(&built.world, &built.obstacles);
    let mut now = Snapshot::default();
    live.capture(&built.world, Colour::Det, &mut now);
    assert_eq!(now.range().unwrap().map(|det| (1e5 * det).round() / 1e5), [1.0, 1.0]);
    live.capture(&built.world, Colour::Energy, &mut now);
    assert!(now.range().unwrap()[1].abs() < 1e-3);
    assert!(now.poses[1].values.is_empty(), "springs have no strain");
    live.capture(&built.world, Colour::Projected, &mut now);
    assert_eq!(now.range(), Some([0.0, 0.0]), "nothing was assembled yet");
}

#[test]
fn all_elements_of_a_filtered_hessian_are_projected() {
    let (_, mut built) = built(&SCENE.replace("project-on-demand", "projected-newton"));
    built.world.advance_to(0.01, 0.01, &mut Nobody);
    let mut now = Snapshot::default();
    Live::new(&built.world, &built.obstacles).capture(&built.world, Colour::Projected, &mut now);
    assert_eq!(now.range(), Some([1.0, 1.0]));
}

#[test]
fn the_vertices_of_a_skin_are_led_by_the_nearest_node() {
    let text =
        SCENE.replace("shape = \"box\", size = [1, 1, 1], cells = [3, 3, 3]", "shape = \"bear\", cells = 6");
    let (directory, mut live, built) = both("show-skin", &text);
    let recording = Recording::open(directory.path()).unwrap();
    let mut now = Snapshot::default();
    for colour in Colour::ALL {
        live.capture(&built.world, colour, &mut now);
        assert_eq!(recording.read(4, colour).unwrap(), now, "{colour}");
    }
}

#[test]
fn runs_that_cannot_be_shown_say_why() {
    let directory = TestDirectory::new("show-bad");
    let path = directory.path();
    let complaint = |path: &std::path::Path| Recording::open(path).unwrap_err().to_string();
    assert!(complaint(&path.join("gone")).contains("no such directory"));
    assert!(complaint(path).contains("scene.toml; make one with `lope run"), "{}", complaint(path));
    std::fs::write(path.join("scene.toml"), "title = \"a\"").unwrap();
    assert!(complaint(path).contains("lope.pvd") && complaint(path).contains("output.formats"));
    let frames = path.join("frames");
    std::fs::create_dir(&frames).unwrap();
    let mut list = crate::output::pvd::Collection::default();
    list.save(&frames).unwrap();
    assert!(complaint(path).contains("lists no frame; wait"), "{}", complaint(path));
    for file in ["../../secret.vtu", "/etc/passwd", &format!("../{OBSTACLES}/../../secret.vtu"), ".."] {
        list.entries.clear();
        list.push(0.0, 0, "cube", file);
        list.save(&frames).unwrap();
        assert!(complaint(path).contains("elsewhere"), "{}", complaint(path));
    }
}
