//! Extended position-based dynamics: exact where one constraint acts alone, near the minimum where many do, and honest
//! about what it loses.

mod fixture;

use fixture::{distance, good_step, scene, step, world};
use lope::scene::Scene;
use lope::scene::model::Integrator;
use lope::scene::validate::INTEGRATORS;

/// A cube that hangs by one side and swings.
const CUBE: &str = r#"
[time]
step = 0.01
steps = 20
[solver]
method = "xpbd"
iterations = 20
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [3, 3, 3] }
material = { model = "arap", young = 2e4, poisson = 0.3, density = 1000 }
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
"#;

/// A cube in space, stretched and turning.
const FREE: &str = r#"
gravity = [0, 0, 0]
[time]
step = 0.01
steps = 100
[solver]
method = "xpbd"
iterations = 10
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [3, 3, 3] }
material = { model = "arap", young = 2e4, poisson = 0.3, density = 1000 }
start = { stretch = [1.2, 0.9, 1] }
velocity = [0.3, 0.2, -0.1]
angular_velocity = [0, 1, 2]
"#;

/// Two vertices on one spring, with drag and weight.
const PAIR: &str = r#"
gravity = [0, -9.81, 0]
[time]
step = 0.02
steps = 10
[solver]
method = "xpbd"
iterations = 1
[[body]]
kind = "springs"
mesh = { shape = "rope", length = 1, cells = [1] }
springs = { vertex_mass = 0.5, stiffness = 30 }
damping = { drag = 0.4 }
velocity = [0.1, 2, 0]
"#;

/// Everything that is linear is solved exactly by one sweep: attachments, drag and weight.
#[test]
fn what_is_linear_is_exact() {
    let attached = "[[body.attach]]\nwhere = { vertices = [0] }\nstiffness = 50\n";
    let text = format!("{}{attached}", PAIR.replace("stiffness = 30", "stiffness = 1e-9"));
    let by_newton =
        text.replace("method = \"xpbd\"\niterations = 1\n", "method = \"newton\"\ntolerance = 1e-12\n");
    for scheme in ["backward-euler", "implicit-midpoint", "trapezoid"] {
        let set = [&*format!("time.integrator={scheme}")];
        let (mut ours, mut theirs) = (world(&text, &set), world(&by_newton, &set));
        for number in 1..=10 {
            good_step(&mut ours, 0.02);
            good_step(&mut theirs, 0.02);
            let apart = distance(&ours.state().x, &theirs.state().x);
            assert!(apart < 1e-8, "{scheme}, step {number}: {apart:e} m apart");
        }
    }
}

/// Iterated, a single spring of Hooke's comes to the minimum of the step: its gradient is the same all along. That of a
/// squared spring has other lengths on the way, and the multipliers gathered by them are a little off.
#[test]
fn one_spring_comes_to_the_minimum() {
    for (law, bound) in [("hookean", 1e-8), ("squared", 1e-2)] {
        let set = [
            "body.0.start.stretch=[1.4, 1, 1]",
            "body.0.velocity=[0, 0, 0]",
            "body.0.damping.drag=0",
            &format!("body.0.springs.law={law}"),
        ];
        let by_newton = PAIR
            .replace("method = \"xpbd\"\niterations = 1\n", "method = \"progressive\"\ntolerance = 1e-11\n");
        let mut ours = world(&PAIR.replace("iterations = 1\n", "iterations = 60\n"), &set);
        let mut theirs = world(&by_newton, &set);
        for number in 1..=10 {
            good_step(&mut ours, 0.02);
            good_step(&mut theirs, 0.02);
            let apart = distance(&ours.state().x, &theirs.state().x);
            assert!(apart < bound, "{law}, step {number}: {apart:e} m apart");
        }
    }
}

/// Many sweeps come near the minimum, and nearer as steps get shorter; what is left is the method's own error.
#[test]
fn many_constraints_come_near_the_minimum() {
    for material in ["arap", "corotated", "fixed-corotated", "stvk"] {
        let model = format!("body.0.material.model={material}");
        let error = |h: f64| {
            let mut ours = world(CUBE, &[&model, "solver.iterations=200"]);
            let text = CUBE.replace("iterations = 20\n", "tolerance = 1e-8\n");
            let mut theirs = world(&text, &[&model, "solver.method=progressive"]);
            let start = ours.state().x.clone();
            good_step(&mut ours, h);
            good_step(&mut theirs, h);
            distance(&ours.state().x, &theirs.state().x) / distance(&start, &theirs.state().x)
        };
        let errors = [0.04, 0.02, 0.01].map(error);
        assert!(errors[0] < 0.05, "{material}: {errors:?}");
        assert!(errors[2] < 0.5 * errors[0], "{material}: {errors:?}");
    }
}

#[test]
fn momentum_of_a_free_body_is_kept() {
    let mut world = world(FREE, &[]);
    let moment = |world: &lope::world::World| {
        let (mass, v) = (world.mass(), &world.state().v);
        [0, 1, 2].map(|axis| mass.iter().zip(v.chunks_exact(3)).map(|(m, v)| m * v[axis]).sum::<f64>())
    };
    let before = moment(&world);
    for _ in 0..100 {
        good_step(&mut world, 0.01);
    }
    let after = moment(&world);
    assert!(distance(&before, &after) < 1e-11 * distance(&before, &[0.0; 3]), "{before:?} {after:?}");
}

/// More substeps lose less energy (\[Macklin19\]): at the same number of sweeps, they beat iterations.
#[test]
fn substeps_beat_iterations() {
    let left = |set: &[&str]| {
        let mut world = world(FREE, set);
        let mut last = None;
        for _ in 0..30 {
            last = Some(good_step(&mut world, 0.02).ledger.total());
        }
        last.expect("steps")
    };
    let iterated = left(&["solver.iterations=16"]);
    let substepped = left(&["solver.iterations=1", "time.substeps=16"]);
    let full = left(&["solver.iterations=4", "time.substeps=64"]);
    assert!(iterated < 0.8 * full, "{iterated} of {full}");
    assert!(substepped > iterated, "{substepped} {iterated}");
}

/// A step of four parts is four steps.
#[test]
fn substeps_are_steps() {
    for integrator in ["backward-euler", "bdf2", "variational-midpoint", "symplectic-euler"] {
        let text = FREE.replace("[solver]\nmethod = \"xpbd\"\niterations = 10\n", "");
        let at = format!("time.integrator={integrator}");
        let (mut whole, mut parts) = (world(&text, &[&at, "time.substeps=4"]), world(&text, &[&at]));
        for number in 0..5 {
            let record = good_step(&mut whole, 0.01);
            assert_eq!(record.parts, 1, "not cut by a failure");
            for _ in 0..4 {
                good_step(&mut parts, 0.0025);
            }
            let apart = distance(&whole.state().x, &parts.state().x);
            assert!(apart < 1e-9, "{integrator}, step {number}: {apart:e} m apart");
        }
        assert_eq!(whole.step_number(), 5);
    }
}

/// If the last part fails, nothing of the step is kept.
#[test]
fn a_step_of_which_a_part_fails_is_undone() {
    let text =
        FREE.replace("method = \"xpbd\"\niterations = 10\n", "tolerance = 1e-12\nmax_iterations = 3\n");
    let mut world = world(&text, &["time.substeps=50", "body.0.material.model=fixed-corotated"]);
    let before = world.state().clone();
    let books = world.books();
    let record = step(&mut world, 0.5);
    assert!(!record.committed && record.parts >= 1, "{:?}", record.report);
    assert!(*world.state() == before && world.books() == books && world.step_number() == 0);
}

/// A cube dropped on a floor of collision springs sinks in as far as it should, and comes back up.
#[test]
fn a_floor_carries() {
    let floor = "[[obstacle]]\nshape = \"plane\"\ntranslate = [0, -0.6, 0]\nstiffness = 1e5\nmargin = 0.05\nfriction = 0.2\n";
    let text = FREE.replace("gravity = [0, 0, 0]", "gravity = [0, -9.81, 0]").replace(
        "start = { stretch = [1.2, 0.9, 1] }\nvelocity = [0.3, 0.2, -0.1]\nangular_velocity = [0, 1, 2]\n",
        floor,
    );
    // The lowest and, after the first impact, the highest place of the lowest vertex.
    let bounce = |text: &str, set: &[&str]| {
        let mut world = world(text, set);
        let (mut deepest, mut highest) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in 0..60 {
            good_step(&mut world, 0.01);
            let lowest = world.state().x.iter().skip(1).step_by(3).copied().fold(f64::INFINITY, f64::min);
            deepest = deepest.min(lowest);
            if number > 25 {
                highest = highest.max(lowest);
            }
        }
        (deepest, highest)
    };
    let ours = bounce(&text, &["time.substeps=10", "solver.iterations=20"]);
    let theirs =
        bounce(&text.replace("iterations = 10\n", ""), &["time.substeps=10", "solver.method=progressive"]);
    assert!(
        (ours.0 - theirs.0).abs() < 0.1 * (-0.6 - theirs.0),
        "sinks to {ours:?} where Newton does to {theirs:?}"
    );
    assert!(
        (ours.1 - theirs.1).abs() < 1e-3 && ours.1 > ours.0 + 0.1,
        "comes up to {ours:?}, with Newton to {theirs:?}"
    );
}

/// Every integrator takes it or refuses it with the reason; so does every material, damping and contact.
#[test]
fn it_is_taken_or_refused() {
    for &integrator in INTEGRATORS {
        let set = [format!("time.integrator={integrator}")];
        let scene = Scene::from_text("law.toml", CUBE, &set);
        if integrator.explicit() || integrator == Integrator::Quasistatic {
            let error = scene.expect_err("no inertia to move by, or nothing to solve").to_string();
            assert!(error.contains("solver.method"), "{error}");
        } else {
            let mut world = world(CUBE, &[&set[0]]);
            for _ in 0..5 {
                good_step(&mut world, 0.01);
            }
        }
    }
    for (set, reason) in [
        ("body.0.material.model=neo-hookean", "does not go with xpbd"),
        ("body.0.material.model=stable-neo-hookean", "does not go with xpbd"),
        ("body.0.damping.rayleigh=0.1", "would have no effect on xpbd"),
        ("contact={model='penalty', stiffness=1e4}", "contact between bodies does not go with xpbd"),
        (
            "obstacle=[{shape='plane', model='penalty', stiffness=1e4, translate=[0,-2,0]}]",
            "penalty does not go with xpbd",
        ),
        (
            "obstacle=[{shape='plane', model='constraint', translate=[0,-2,0]}]",
            "constraint does not go with xpbd",
        ),
        ("solver.linear=cg", "solves no linear systems"),
        ("solver.max_iterations=3", "would have no effect: xpbd makes"),
        ("solver.refining_iterations=3", "would have no effect"),
        ("solver.iterations=0", "0 is impossible"),
    ] {
        let error = Scene::from_text("law.toml", CUBE, &[set.to_owned()]).expect_err(set).to_string();
        assert!(error.contains(reason), "{set}: {error}");
    }
    // A resolved scene says what was chosen, and is a scene.
    let chosen = scene(&CUBE.replace("iterations = 20\n", ""), &[]).resolved_toml().expect("a text");
    assert!(
        chosen.contains("iterations = 10") && scene(&chosen, &[]).solver.keys().iterations == Some(10),
        "{chosen}"
    );
}
