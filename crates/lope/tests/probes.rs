//! Probes: what they measure is what the textbook says, and what means nothing is named.
#![allow(clippy::panic, reason = "what cannot be found is a failed test")]

mod fixture;

use fixture::{good_step, world};
use lope::scene::Scene;
use lope::scene::build::build;
use lope::world::World;

/// A block under traction, held so that it may become thinner; and what is measured of it.
const BLOCK: &str = r#"
gravity = [0, 0, 0]
[time]
step = 1
steps = 1
integrator = "quasistatic"
[solver]
method = "projected-newton"
linear = "cholesky"
tolerance = 1e-12
[[body]]
name = "block"
mesh = { shape = "box", size = [2, 1, 0.5], cells = [4, 3, 2] }
rotate = { axis = [0, 0, 1], angle = 90 }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.3, density = 1000 }
[[body.pin]]
where = { box = [[-1.01, -1, -1], [-0.99, 1, 1]] }
axes = [false, true, false]
[[body.pin]]
where = { box = [[-1.01, -0.51, -0.26], [-0.99, -0.49, -0.24]] }
[[body.pin]]
where = { box = [[-1.01, 0.49, -0.26], [-0.99, 0.51, -0.24]] }
axes = [false, false, true]
[[body.load]]
where = { box = [[0.99, -1, -1], [1.01, 1, 1]] }
traction = [0, 30000, 0]
[[probe]]
name = "end"
where = { box = [[0.99, -1, -1], [1.01, 1, 1]] }
record = ["area", "position", "displacement", "velocity"]
[[probe]]
name = "all"
where = { all = true }
record = ["stress", "volume"]
[[probe]]
name = "inside"
point = [0.1, 0.2, 0.1]
record = ["stress", "position"]
[[probe]]
name = "way"
points = [[-1, 0, 0], [0, 0, 0], [1, 0, 0]]
record = ["distance", "angle"]
"#;

fn measured(world: &World, column: &str) -> f64 {
    let number = world.probe_columns().iter().position(|one| one == column);
    world.measured()[number.unwrap_or_else(|| panic!("no {column} in {:?}", world.probe_columns()))]
}

#[test]
fn a_patch_under_traction_has_the_stress_of_its_load() {
    let mut world = world(BLOCK, &[]);
    let of = measured;
    assert!((of(&world, "all.volume") - 1.0).abs() < 1e-12 && (of(&world, "end.area") - 0.5).abs() < 1e-12);
    assert!((of(&world, "inside.x") + 0.2).abs() < 1e-12 && (of(&world, "inside.y") - 0.1).abs() < 1e-12);
    assert!(
        (of(&world, "way.distance") - 2.0).abs() < 1e-12 && (of(&world, "way.angle") - 180.0).abs() < 1e-6
    );
    good_step(&mut world, 1.0);
    // The force is that on the area at rest, and Cauchy's stress that on the area as it is.
    let (stress, area) = (of(&world, "all.syy"), of(&world, "end.area"));
    assert!((stress * area - 15000.0).abs() < 1e-5 && area < 0.49, "{stress} Pa on {area} m²");
    for other in ["sxx", "szz", "syz", "sxz", "sxy"] {
        let across = of(&world, &format!("all.{other}"));
        assert!(across.abs() < 1e-6 * stress, "{other}: {across}");
    }
    assert!((of(&world, "inside.syy") / stress - 1.0).abs() < 1e-9);
    let (gone, long) = (of(&world, "end.dy"), of(&world, "way.distance"));
    assert!(
        gone > 0.5 && (long - 2.0 - gone).abs() < 1e-9 && (of(&world, "end.y") - 1.0 - gone).abs() < 1e-12
    );
    assert_eq!(of(&world, "end.vy"), 0.0, "quasistatics has no velocities");
    let thin = area / 0.5;
    assert!((of(&world, "all.volume") - thin * long / 2.0).abs() < 1e-9);
}

#[test]
fn a_cavity_has_a_volume_and_so_has_what_is_around_it() {
    let text = r#"
gravity = [0, 0, 0]
[time]
step = 0.1
steps = 1
[[body]]
mesh = { shape = "difference", edge = 0.12, parts = [{ shape = "box", size = [1, 1, 1] }, { shape = "box", size = [0.4, 0.5, 0.6] }] }
material = { model = "arap", young = 1e4, poisson = 0.3, density = 1000 }
[[probe]]
name = "cavity"
where = { box = [[-0.3, -0.35, -0.4], [0.3, 0.35, 0.4]] }
record = ["volume"]
[[probe]]
name = "wall"
where = { all = true }
record = ["volume"]
"#;
    let world = world(text, &["probe.0.where={box=[[-0.21,-0.26,-0.31],[0.21,0.26,0.31]]}"]);
    let (cavity, wall) = (measured(&world, "cavity.volume"), measured(&world, "wall.volume"));
    assert!((cavity + wall - 1.0).abs() < 1e-9 && (cavity - 0.12).abs() < 2e-3, "{cavity} {wall}");
}

#[test]
fn what_means_nothing_is_named() {
    let table = [
        ("probe=[{name='a',record=['position']}]", "probe.0", "one of where, point and points"),
        ("probe=[{point=[0,0,3],record=['position']}]", "probe.0.point", "outside of the body"),
        ("probe=[{body='blok',point=[0,0,0]}]", "probe.0.body", "there is no body \"blok\"; there are block"),
        ("probe=[{where={box=[[5,5,5],[6,6,6]]}}]", "probe.0.where", "selects no vertex"),
        (
            "probe=[{where={box=[[0.99,-1,-1],[1.01,1,1]]},record=['volume']}]",
            "probe.0.where",
            "this is an open region",
        ),
        ("probe=[{where={vertices=[0]},record=['stress']}]", "probe.0.where", "stress is of elements"),
        ("probe=[{where={vertices=[0]},record=['area']}]", "probe.0.where", "area is of a surface"),
        ("probe=[{point=[0,0,0],record=['area']}]", "probe.0.record.0", "is of a region"),
        ("probe=[{point=[0,0,0],record=['angle']}]", "probe.0.record.0", "three points"),
        ("probe=[{points=[[0,0,0]],record=['distance']}]", "probe.0.record.0", "two or more"),
        ("probe=[{point=[0,0,0],record=[]}]", "probe.0.record", "records nothing"),
        ("probe=[{point=[0,0,0],record=['speed']}]", "probe.0.record.0", "unknown value \"speed\""),
        (
            "probe=[{name='a',point=[0,0,0]},{name='a',point=[0,0,0]}]",
            "probe.1.name",
            "already the name of probe.0",
        ),
    ];
    for (set, key, words) in table {
        let said = match Scene::from_text("scene.toml", BLOCK, &[set.to_owned()]) {
            Err(error) => error.to_string(),
            Ok(scene) => {
                build(&scene).err().map_or_else(|| "nothing".to_owned(), |found| format!("{found:?}"))
            }
        };
        let plain = said.replace("\\\"", "\"");
        assert!(plain.contains(key) && plain.contains(words), "{set}: {said}");
    }
}

/// Whoever measures changes nothing.
#[test]
fn measuring_leaves_the_motion_as_it_is() {
    let run = |set: &[&str]| {
        let mut world = world(BLOCK, set);
        good_step(&mut world, 1.0);
        fixture::bits(&world.state().x)
    };
    assert_eq!(run(&[]), run(&["probe=[]"]));
}
