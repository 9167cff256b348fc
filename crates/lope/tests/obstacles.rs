//! Bodies that meet obstacles: what they come to rest on, how deep, and where they do not go.

mod fixture;

use std::fs;

use fixture::{Directory, bits, built, good_step, scene, world};
use lope::observe::Nobody;
use lope::scene::Scene;
use lope::scene::output::{pvd::Collection, vtu_read};
use lope::scene::run::{End, Run, RunDirectory};
use lope::scene::schedule::Schedule;
use lope::world::World;

/// A cube of half a metre that starts on the floor.
const CUBE: &str = r#"
[time]
step = "1/60"
steps = 400
[solver]
tolerance = 1e-6
[[body]]
name = "cube"
mesh = { shape = "box", size = [0.5, 0.5, 0.5], cells = [2, 3, 2] }
material = { model = "fixed-corotated", young = 1e6, poisson = 0.3, density = 1000 }
translate = [0, 0.25, 0]
[[obstacle]]
name = "floor"
shape = "plane"
stiffness = 1e4
"#;

fn kinetic(world: &mut World) -> f64 {
    world.ledger().kinetic
}

/// At rest the springs carry the weight: their mean depth is m g/(k n), however the body is deformed.
#[test]
fn a_cube_sinks_in_by_its_weight_over_the_stiffness() {
    for stiffness in [1e4, 1e5] {
        let mut world = world(CUBE, &[&format!("obstacle.0.stiffness={stiffness}")]);
        (0..400).for_each(|_| _ = good_step(&mut world, 1.0 / 60.0));
        assert!(kinetic(&mut world) < 1e-9, "{}", kinetic(&mut world));
        let depths: Vec<f64> =
            world.state().x.chunks(3).map(|x| -x[1]).filter(|depth| *depth > 0.0).collect();
        assert_eq!(depths.len(), 9, "{depths:?}");
        let expected = 125.0 * 9.81 / (stiffness * 9.0);
        let mean = depths.iter().sum::<f64>() / 9.0;
        assert!((mean / expected - 1.0).abs() < 0.01, "{stiffness}: {mean} m instead of {expected} m");
    }
}

/// A tilted floor without friction gives way along the slope with g sin φ, and not across it.
#[test]
fn a_cube_slides_down_a_smooth_slope_as_galileo_says() {
    let tilted = ["body.0.rotate={axis=[0,0,1],angle=-30}", "obstacle.0.rotate={axis=[0,0,1],angle=-30}"];
    let (sin, cos) = (0.5, 0.75f64.sqrt());
    let place = format!("body.0.translate=[{},{},0]", 0.25 * sin, 0.25 * cos);
    let mut world = world(CUBE, &[tilted[0], tilted[1], &place]);
    (0..120).for_each(|_| _ = good_step(&mut world, 1.0 / 60.0));
    let mass: f64 = world.mass().iter().sum();
    let momentum = world.ledger().momentum;
    let down = (momentum[0] * cos - momentum[1] * sin) / mass;
    let off = (momentum[0] * sin + momentum[1] * cos) / mass;
    assert!((down / (2.0 * 9.81 * sin) - 1.0).abs() < 1e-3, "{down} m/s along the slope");
    assert!(off.abs() < 1e-2, "{off} m/s off the slope");
}

#[test]
fn what_is_not_meant_falls_through() {
    let other = CUBE.replace("name = \"cube\"", "name = \"other\"").replace("[0, 0.25, 0]", "[2, 0.25, 0]");
    let other =
        &other[other.find("[[body]]").expect("a body")..other.find("[[obstacle]]").expect("an obstacle")];
    let text = CUBE.replace("[[obstacle]]", &format!("{other}[[obstacle]]"));
    let mut world = world(&text, &["obstacle.0.bodies=[\"cube\"]"]);
    (0..60).for_each(|_| _ = good_step(&mut world, 1.0 / 60.0));
    let height = |body: usize| {
        let nodes = world.bodies()[body].nodes.clone();
        nodes.clone().map(|node| world.state().x[3 * node + 1]).sum::<f64>() / nodes.len() as f64
    };
    assert!(height(0) > 0.2 && height(1) < -4.0, "{} {}", height(0), height(1));
}

/// A ball that is led from below carries the cube up; its surface is not passed.
#[test]
fn an_obstacle_that_moves_takes_bodies_along() {
    let lifted = [
        "obstacle.0.shape=box",
        "obstacle.0.size=[2,1,2]",
        "obstacle.0.translate=[0,-0.5,0]",
        "obstacle.0.motion={velocity=[0,0.5,0]}",
        "obstacle.0.stiffness=1e5",
        "body.0.damping.rayleigh=0.02",
    ];
    let mut world = world(CUBE, &lifted);
    (0..120).for_each(|_| _ = good_step(&mut world, 1.0 / 60.0));
    let lowest = world.state().x.chunks(3).map(|x| x[1]).fold(f64::INFINITY, f64::min);
    assert!((lowest - 1.0).abs() < 0.02, "the lift is at 1 m, the cube at {lowest} m");
    // Push times travel: the push has carried the weight and made the momentum.
    let mass: f64 = world.mass().iter().sum();
    let paid = 0.5 * (mass * 9.81 * 2.0 + world.ledger().momentum[1]);
    let added = world.books().added;
    assert!((added / paid - 1.0).abs() < 1e-6, "{added} J booked, {paid} J paid");
}

/// What a lift puts in is no error to be taken out again.
#[test]
fn a_scheme_that_keeps_the_energy_lets_a_lift_lift() {
    let lifted = [
        "obstacle.0.motion={velocity=[0,0.5,0]}",
        "obstacle.0.stiffness=1e5",
        "time.integrator=stabilized",
        "body.0.damping.nonrigid=0.2",
    ];
    let mut world = world(CUBE, &lifted);
    (0..120).for_each(|_| _ = good_step(&mut world, 1.0 / 60.0));
    let lowest = world.state().x.chunks(3).map(|x| x[1]).fold(f64::INFINITY, f64::min);
    assert!((lowest - 1.0).abs() < 0.05, "the floor is at 1 m, the cube at {lowest} m");
    let ledger = world.ledger();
    let off = ledger.tracked() - ledger.target();
    assert!(off.abs() < 0.02 * ledger.books.added, "{off} J off of {} J added", ledger.books.added);
}

#[test]
fn a_plane_problem_stays_in_its_plane() {
    let text = r#"
        dimension = 2
        [time]
        step = "1/60"
        steps = 90
        [[body]]
        mesh = { shape = "rectangle", size = [1, 0.5], cells = [8, 4] }
        material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.4, density = 100 }
        translate = [0, 1, 0]
        [[obstacle]]
        shape = "sphere"
        radius = 0.3
        stiffness = 2e4
        [[obstacle]]
        shape = "rectangle"
        size = [4, 1]
        rotate = { axis = [0, 0, 1], angle = 5 }
        translate = [0, -1, 0]
        stiffness = 2e4
    "#;
    let mut world = world(text, &[]);
    (0..90).for_each(|_| _ = good_step(&mut world, 1.0 / 60.0));
    assert!(world.state().x.chunks(3).all(|x| x[2] == 0.0));
    let height = world.state().x.chunks(3).map(|x| x[1]).sum::<f64>() / world.mass().len() as f64;
    assert!((-0.6..0.6).contains(&height), "held up, at {height} m");
}

#[test]
fn what_starts_inside_is_noted() {
    assert!(built(&scene(CUBE, &[])).notes.is_empty());
    let notes = built(&scene(CUBE, &["body.0.translate=[0,0.15,0]"])).notes;
    let told = "floor: 9 vertices start inside, the deepest by 0.100 m at (-0.250, -0.100, -0.250); they are pushed out";
    assert_eq!(notes, [told]);
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let drop = lope::scene::builtin::find("drop").expect("a scene").load(&[]).expect("a scene that loads");
    let runs = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut world = built(&drop.scene).world;
            (0..75).for_each(|_| _ = good_step(&mut world, 1.0 / 120.0));
            assert!(world.ledger().contact > 0.0, "nothing touches yet");
            bits(&world.state().x)
        })
    });
    assert!(runs[0] == runs[1] && runs[0] == runs[2]);
}

#[test]
fn obstacles_are_written_to_be_seen() {
    let place = Directory::new("scenery");
    let set = [
        "time.steps=3",
        "time.frame_rate=60",
        "output.formats=[\"vtu\",\"obj\"]",
        "obstacle.0.motion={velocity=[0,-60,0]}",
    ];
    let ball = "[[obstacle]]\nname = \"ball\"\nshape = \"sphere\"\nradius = 2\ntranslate = [9, 0, 0]\nstiffness = 1\n";
    let scene: Scene = scene(&format!("{CUBE}{ball}"), &set);
    let path = place.join("run");
    let directory = RunDirectory::prepare(&path).expect("a directory");
    let resolved = scene.resolved_toml().expect("a scene that can be written");
    assert_eq!(fixture::scene(&resolved, &[]), scene);
    let run = Run::start(&scene, built(&scene), Schedule::new(&scene.time), directory, &resolved);
    assert_eq!(run.expect("a run").finish(&mut Nobody).expect("no trouble").end, End::Done);

    let mut files: Vec<String> = fs::read_dir(path.join("obstacles"))
        .expect("obstacles")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let moving = (0..4).flat_map(|i| ["obj", "vtu"].map(|format| format!("floor_{i:06}.{format}")));
    let expected: Vec<String> =
        ["ball.obj".to_owned(), "ball.vtu".to_owned()].into_iter().chain(moving).collect();
    assert_eq!(files, expected);
    // The list of frames finds them: a body and two obstacles at four times.
    let list = Collection::load(&path.join("frames")).expect("a list").entries;
    assert_eq!(list.len(), 12);
    assert!(list.iter().all(|entry| path.join("frames").join(&entry.file).is_file()));
    let floor = vtu_read::read(&path.join("obstacles/floor_000003.vtu")).expect("a surface").points;
    assert!(floor.chunks(3).all(|point| (point[1] + 3.0).abs() < 1e-12), "{floor:?}");
}
