//! The alternating direction method of multipliers: it solves the steps that Newton's method solves, keeps what the
//! variational integrator keeps, and never leaves an element inverted that must not be.

mod fixture;

use fixture::{CUBE, distance, good_step, scene, step, world};
use lope::material::Model;
use lope::math::vec3::{self, norm};
use lope::minimize::Outcome;
use lope::scene::build::build;
use lope::world::World;

/// A bar that is bent and stretched at one end and falls.
const BAR: &str = r#"
[time]
step = "1/30"
steps = 1
[solver]
method = "admm"
tolerance = 1e-9
admm = { finish = false }
[[body]]
mesh = { shape = "box", size = [2, 0.5, 0.5], cells = [6, 2, 2] }
material = { model = "arap", young = 2e5, poisson = 0.35, density = 1000 }
[[body.pin]]
where = { box = [[-1.01, -1, -1], [-0.99, 1, 1]] }
[[body.pin]]
where = { box = [[0.99, -1, -1], [1.01, 1, 1]] }
motion = { velocity = [1.5, 0.7, 0.2] }
"#;

const PLANE: &str = r#"
dimension = 2
[time]
step = "1/30"
steps = 1
[solver]
method = "admm"
tolerance = 1e-9
admm = { finish = false }
[[body]]
mesh = { shape = "rectangle", size = [2, 0.5], cells = [6, 3] }
material = { model = "arap", young = 2e5, poisson = 0.35, density = 1000 }
[[body.pin]]
where = { box = [[-1.01, -1, -1], [-0.99, 1, 1]] }
[[body.pin]]
where = { box = [[0.99, -1, -1], [1.01, 1, 1]] }
motion = { velocity = [1.5, 0.7, 0] }
"#;

const SCHEMES: [&str; 3] = ["backward-euler", "implicit-midpoint", "variational-midpoint"];

#[test]
fn steps_are_those_of_newtons_method() {
    for (dimension, text) in [(2, PLANE), (3, BAR)] {
        for model in Model::ALL {
            for scheme in SCHEMES {
                let set = [format!("body.0.material.model={model}"), format!("time.integrator={scheme}")];
                let newton = text.replace("admm = { finish = false }", "");
                let make = |text: &str, more: &str| world(text, &[&set[0], &set[1], more]);
                let mut ours = make(text, "solver.method=admm");
                let mut theirs = make(&newton, "solver.method=progressive");
                for number in 1..=6 {
                    let record = good_step(&mut ours, 1.0 / 30.0);
                    good_step(&mut theirs, 1.0 / 30.0);
                    let apart = distance(&ours.state().x, &theirs.state().x);
                    let what = format!("{model} × {scheme} × {dimension}D, step {number}");
                    assert!(apart < 1e-6, "{what}: {apart} m apart, {:?}", record.report);
                }
            }
        }
    }
}

/// Both settings of acceleration, relaxation, and penalties far from good ones come to the same place.
#[test]
fn settings_change_the_way_and_not_the_end() {
    let set = ["body.0.material.model=neo-hookean", "time.integrator=variational-midpoint"];
    let run = |more: &[&str]| {
        let all: Vec<&str> = set.iter().chain(more).copied().collect();
        let mut world = world(BAR, &all);
        let reports: Vec<_> = (0..4).map(|_| good_step(&mut world, 1.0 / 30.0).report).collect();
        let iterations: usize = reports.iter().map(|report| report.iterations).sum();
        (world.state().x.clone(), iterations)
    };
    let (reference, usual) = run(&[]);
    let mut counts = Vec::new();
    for more in [
        &["solver.admm.memory=0", "solver.max_iterations=5000"][..],
        &["solver.admm.memory=0", "solver.max_iterations=5000", "solver.admm.relaxation=1.6"],
        &["solver.admm.penalty=0.2"],
        &["solver.admm.penalty=4", "solver.admm.rescale=false"],
    ] {
        let (x, iterations) = run(more);
        assert!(distance(&x, &reference) < 1e-6, "{more:?}");
        counts.push(iterations);
    }
    // Acceleration is worth having, and relaxation is without it.
    assert!(2 * usual < counts[0] && counts[1] < counts[0], "{usual} {counts:?}");
}

/// A penalty far too stiff is found to be so.
#[test]
fn the_penalty_follows_the_residuals() {
    let iterations = |more: &[&str]| {
        let set = [
            "solver.admm.penalty=200",
            "solver.admm.memory=0",
            "solver.max_iterations=20000",
            "solver.tolerance=1e-4",
        ];
        let mut world = world(BAR, &[&set, more].concat());
        (0..3).map(|_| good_step(&mut world, 1.0 / 30.0).report.iterations).sum::<usize>()
    };
    let (with, without) = (iterations(&[]), iterations(&["solver.admm.rescale=false"]));
    assert!(2 * with < without, "{with} iterations, {without} without");
}

/// From a tangle the iteration goes round in circles between rotations of elements that are all but inverted.
#[test]
fn what_goes_round_in_circles_is_finished_by_newtons_method() {
    let set = [
        "body.0.mesh.cells=[4,4,4]",
        "body.0.material.young=1e6",
        "body.0.start={ random = { seed = 1 } }",
        "solver.tolerance=1e-3",
        "solver.max_iterations=1500",
        "time.integrator=implicit-midpoint",
    ];
    let run = |finish: &str| {
        let mut world = world(CUBE, &[&set[..], &["solver.method=admm", finish]].concat());
        step(&mut world, 1.0 / 30.0)
    };
    let alone = run("solver.admm.finish=false").report;
    assert_eq!(alone.outcome, Outcome::MaxIterations, "{alone:?}");
    let finished = run("solver.admm.finish=true").report;
    assert_eq!(finished.outcome, Outcome::Converged, "{finished:?}");
    assert!(finished.notes.iter().any(|note| note.contains("finished by projected Newton")), "{finished:?}");
}

/// \[Mattos25\] (29), corrected: second differences of a free fall are h²g, whatever the body does inside.
#[test]
fn free_fall_is_exact() {
    for (model, pulse) in [("arap", 0.0), ("symmetric-gradient", 0.0), ("neo-hookean", 1.0)] {
        let mut world = world(
            CUBE,
            &[
                "solver.method=admm",
                "gravity=[0, -9.81, 0]",
                "time.integrator=variational-midpoint",
                &format!("body.0.material.model={model}"),
            ],
        );
        let mut state = world.state().clone();
        // A body that also pulsates: then its centre falls so.
        state.v.iter_mut().zip(&state.x).for_each(|(v, x)| *v += pulse * x);
        world.restore(0, state, world.books());
        let h = 0.02;
        let mut before = world.state().x.clone();
        good_step(&mut world, h);
        let mut now = world.state().x.clone();
        for _ in 0..20 {
            good_step(&mut world, h);
            let next = world.state().x.clone();
            let second = |i: usize| next[i] - 2.0 * now[i] + before[i];
            let wanted = -9.81 * h * h;
            if pulse == 0.0 {
                for node in 0..next.len() / 3 {
                    assert!((second(3 * node + 1) - wanted).abs() < 1e-13, "{model}");
                    assert!(second(3 * node).abs() < 1e-13 && second(3 * node + 2).abs() < 1e-13, "{model}");
                }
            }
            let mass: f64 = world.mass().iter().sum();
            let centre: f64 = world.mass().iter().enumerate().map(|(i, m)| m * second(3 * i + 1)).sum();
            assert!((centre / mass - wanted).abs() < 1e-13, "{model}: {}", centre / mass - wanted);
            (before, now) = (now, next);
        }
    }
}

/// Σ m v and Σ m x × v of the momenta at the time of the positions.
fn momenta(world: &World) -> ([f64; 3], [f64; 3]) {
    let (x, v) = (&world.state().x, world.state().momentum());
    let (mut linear, mut angular) = ([0.0; 3], [0.0; 3]);
    for (i, m) in world.mass().iter().enumerate() {
        let (x, v) = (&x[3 * i..], &v[3 * i..]);
        for k in 0..3 {
            let (a, b) = ((k + 1) % 3, (k + 2) % 3);
            linear[k] += m * v[k];
            angular[k] += m * (x[a] * v[b] - x[b] * v[a]);
        }
    }
    (linear, angular)
}

#[test]
fn momenta_of_a_free_body_stay() {
    for model in ["arap", "symmetric-dirichlet", "neo-hookean", "stvk"] {
        let mut world = world(
            CUBE,
            &[
                "solver.method=admm",
                "solver.tolerance=1e-10",
                "time.integrator=variational-midpoint",
                &format!("body.0.material.model={model}"),
                "body.0.velocity=[1, 0.5, 0.2]",
                "body.0.angular_velocity=[3, 1, -2]",
            ],
        );
        let (linear, angular) = momenta(&world);
        for number in 1..=100 {
            good_step(&mut world, 0.02);
            let (p, l) = momenta(&world);
            let off = |a: [f64; 3], b: [f64; 3]| vec3::distance(a, b) / norm(b);
            assert!(off(p, linear) < 1e-12, "{model}, step {number}: {}", off(p, linear));
            assert!(off(l, angular) < 1e-9, "{model}, step {number}: {}", off(l, angular));
        }
    }
}

/// Rough handling: what is committed is never inverted, converged or not.
#[test]
fn accepted_states_are_not_inverted() {
    let rough = [
        "body.0.pin.1.motion.velocity=[0, 0, 0]",
        "body.0.pin.1.motion.expression=['x - 0.4*sin(20*t)', 'y + 0.5*sin(17*t)', 'z']",
        "solver.on_failure=accept",
        "time.integrator=backward-euler",
    ];
    let mut unfinished = 0;
    for (dimension, text) in [(2, PLANE), (3, BAR)] {
        for model in Model::ALL.into_iter().filter(|model| model.needs_positive_det()) {
            for limit in [1000, 4] {
                let set =
                    [format!("body.0.material.model={model}"), format!("solver.max_iterations={limit}")];
                let all: Vec<&str> = rough.iter().copied().chain(set.iter().map(String::as_str)).collect();
                let mut world = world(text, &all);
                for number in 1..=20 {
                    let record = step(&mut world, 1.0 / 30.0);
                    let what =
                        format!("{model} {dimension}D, at most {limit}, step {number}: {:?}", record.report);
                    assert!(record.committed, "{what}");
                    assert!(record.ledger.min_det > Some(0.0) && record.ledger.inverted == 0, "{what}");
                    assert!(limit == 4 || record.report.outcome == Outcome::Converged, "{what}");
                    unfinished += usize::from(record.report.outcome == Outcome::MaxIterations);
                }
            }
        }
    }
    assert!(unfinished > 0, "the small limit was never met");
}

/// Forces at midpoints do not see the end of a step: a cube drawn to thrice its length swings to the other side of its
/// centre in one long step. That is not taken, and cut in parts where the scene says so.
#[test]
fn ends_of_steps_are_not_inverted_either() {
    let drawn = [
        "body.0.start.stretch=[3, 1, 1]",
        "body.0.material.model=neo-hookean",
        "body.0.material.young=3e5",
        "solver.tolerance=1e-6",
    ];
    for scheme in ["implicit-midpoint", "variational-midpoint"] {
        for method in ["admm", "progressive"] {
            let make = |policy: &str| {
                let set =
                    [&*format!("time.integrator={scheme}"), &*format!("solver.method={method}"), policy];
                world(CUBE, &drawn.into_iter().chain(set).collect::<Vec<_>>())
            };
            let what = format!("{scheme} by {method}");
            let mut stopped = make("solver.on_failure=stop");
            let before = stopped.state().clone();
            let record = step(&mut stopped, 0.1);
            assert!(!record.committed && *stopped.state() == before, "{what}: {:?}", record.report);
            assert_eq!(record.report.outcome, Outcome::Infeasible, "{what}: {:?}", record.report);
            assert!(
                record.report.notes.iter().any(|note| note.contains("inside out")),
                "{:?}",
                record.report
            );
            let mut halved = make("solver.on_failure=halve-step");
            let record = step(&mut halved, 0.1);
            assert!(record.committed && record.parts > 1, "{what}: {:?}", record.report);
            assert!(record.ledger.inverted == 0 && record.ledger.total().is_finite(), "{what}");
        }
    }
}

/// Everything else that acts: attachments, drag, Hookean springs and obstacles.
#[test]
fn other_energies_take_part() {
    let text = r#"
    [time]
    step = "1/50"
    steps = 1
    [solver]
    method = "admm"
    tolerance = 1e-8
    [[body]]
    mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
    material = { model = "neo-hookean", young = 2e5, poisson = 0.35, density = 1000 }
    damping = { drag = 0.3 }
    velocity = [0, -2, 0]
    [[body.attach]]
    where = { box = [[-0.51, 0.4, -1], [-0.49, 1, 1]] }
    stiffness = 2000
    [[obstacle]]
    shape = "plane"
    translate = [0, -0.52, 0]
    stiffness = 20000
    margin = 0.2
    "#;
    let cloth = r#"
    [time]
    step = "1/50"
    steps = 1
    [solver]
    method = "admm"
    tolerance = 1e-8
    [[body]]
    kind = "springs"
    mesh = { shape = "sheet", size = [1, 1], cells = [6, 6] }
    springs = { density = 0.2, stiffness = 200, shear = 100, bending = 5 }
    [[body.pin]]
    where = { vertices = [0, 6] }
    "#;
    let squared = cloth.replace("density = 0.2,", "density = 0.2, law = \"squared\",");
    for (name, text) in [("solid", text), ("cloth", cloth), ("squared", &squared)] {
        for scheme in SCHEMES {
            let set = format!("time.integrator={scheme}");
            let (mut ours, mut theirs) =
                (world(text, &[&set]), world(text, &[&set, "solver.method=progressive"]));
            for number in 1..=12 {
                let record = good_step(&mut ours, 0.02);
                good_step(&mut theirs, 0.02);
                let apart = distance(&ours.state().x, &theirs.state().x);
                assert!(apart < 1e-6, "{name} × {scheme}, step {number}: {apart} m, {:?}", record.report);
            }
            if name == "solid" {
                assert!(ours.state().x.chunks(3).any(|x| x[1] < -0.52), "{scheme}: it touched the floor");
            }
        }
    }
}

#[test]
fn what_cannot_be_split_is_refused() {
    let rayleigh = ["body.0.damping.rayleigh=0.01", "body.0.material.model=neo-hookean"];
    let scene = scene(BAR, &rayleigh);
    let problems = build(&scene).err().expect("refused");
    let text = format!("{problems:?}");
    assert!(text.contains("admm does not go with rayleigh") && text.contains("use another method"), "{text}");
}
