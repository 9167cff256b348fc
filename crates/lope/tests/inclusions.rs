//! Bodies of several materials: each part behaves as what it is made of.

mod fixture;

use fixture::{CUBE, distance, good_step, scene, world};
use lope::scene::build::build;

/// The right half of a bar is three times as stiff and five times as dense. Without lateral contraction, halves in
/// series share the stretch as springs do.
const BAR: &str = r#"
gravity = [0, 0, 0]
[time]
step = 1
steps = 1
integrator = "quasistatic"
[solver]
gradient_tolerance = 1e-8
[[body]]
mesh = { shape = "box", size = [2, 1, 1], cells = [6, 2, 2] }
material = { model = "fixed-corotated", young = 1e4, poisson = 0, density = 100 }
[[body.inclusion]]
where = { box = [[-0.001, -1, -1], [1, 1, 1]] }
material = { model = "fixed-corotated", young = 3e4, poisson = 0, density = 500 }
[[body.pin]]
where = { box = [[-1.1, -1, -1], [-0.99, 1, 1]] }
[[body.pin]]
where = { box = [[0.99, -1, -1], [1.1, 1, 1]] }
motion = { velocity = [0.4, 0, 0] }
"#;

#[test]
fn halves_in_series_share_the_stretch_as_springs_do() {
    let mut world = world(BAR, &[]);
    let rest = world.state().x.clone();
    let record = good_step(&mut world, 1.0);
    for (rest, now) in rest.chunks_exact(3).zip(world.state().x.chunks_exact(3)) {
        // 0.4 m of stretch, three parts to the soft half and one to the hard one.
        let moved = if rest[0] < 0.0 { 0.3 * (rest[0] + 1.0) } else { 0.3 + 0.1 * rest[0] };
        assert!((now[0] - rest[0] - moved).abs() < 1e-7, "{rest:?} {now:?}");
    }
    // ½ E ε² V of each half, and the densities that are written to frames sum up to it.
    let exact = 0.5 * 1e4 * 0.09 + 0.5 * 3e4 * 0.01;
    assert!((record.ledger.elastic - exact).abs() < 1e-6 * exact, "{}", record.ledger.elastic);
    let body = &world.bodies()[0];
    let strain = body.strain.as_ref().expect("a solid");
    let densities = body.densities(&world.state().x).expect("a solid");
    let sum: f64 = densities.iter().enumerate().map(|(e, density)| density * strain.volume(e)).sum();
    assert!((sum - exact).abs() < 1e-6 * exact, "{sum}");
}

#[test]
fn parts_have_their_own_mass_and_the_last_one_counts() {
    let mass = |set: &[&str]| world(BAR, set).mass().iter().sum::<f64>();
    assert!((mass(&[]) - 600.0).abs() < 1e-9);
    let all = "body.0.inclusion=[{where={box=[[-0.1,-1,-1],[1,1,1]]},material={model=\"arap\",kappa=1,density=7}},\
               {where={all=true},material={model=\"arap\",kappa=1,density=11}}]";
    assert!((mass(&[all]) - 22.0).abs() < 1e-9);
    good_step(&mut world(BAR, &[all]), 1.0);
}

#[test]
fn a_part_of_the_same_material_changes_nothing() {
    let part = "body.0.inclusion=[{where={box=[[-1,-1,-1],[0,1,1]]},material={model=\"fixed-corotated\",\
                young=1e4,poisson=0.3,density=1000}}]";
    let set = ["body.0.start={stretch=[1.5,0.8,1]}", "body.0.damping={drag=0.1,rayleigh=0.01}"];
    let (mut whole, mut parted) = (world(CUBE, &set), world(CUBE, &[set[0], set[1], part]));
    assert_eq!(parted.bodies()[0].inclusions[0].elements.len(), 24);
    for _ in 0..5 {
        good_step(&mut whole, 0.02);
        good_step(&mut parted, 0.02);
    }
    assert!(distance(&whole.state().x, &parted.state().x) < 1e-9);
}

#[test]
fn a_region_without_a_whole_element_is_refused() {
    let line = "body.0.inclusion=[{where={box=[[-1,-1,-1],[-0.4,1,1]]},material={model=\"arap\",kappa=1}}]";
    let problems = build(&scene(CUBE, &[line])).err().expect("a plane of vertices holds no element");
    let text = problems[0].to_string();
    assert!(text.contains("body.0.inclusion.0.where: no element of the mesh has all its vertices"), "{text}");
}
