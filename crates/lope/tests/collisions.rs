//! Collisions inside the minimization: constraints, penalties, bodies among each other, friction.

mod fixture;

use fixture::{bits, built, distance, good_step, scene, step, world};
use lope::assemble::{Assembler, StageObjective};
use lope::contact::self_collision::{self as law, Flesh, Scope, SelfCollision};
use lope::energy::Acts;
use lope::math::Filter;
use lope::math::vec3::{self, norm};
use lope::minimize::{Objective, Summed};
use lope::scene::Scene;
use lope::scene::validate::INTEGRATORS;
use lope::time::Stage;
use lope::world::World;

/// A cube of half a metre on a floor that it must not enter.
const CUBE: &str = r#"
[time]
step = "1/60"
steps = 400
[solver]
tolerance = 1e-7
[[body]]
name = "cube"
mesh = { shape = "box", size = [0.5, 0.5, 0.5], cells = [3, 3, 3] }
material = { model = "fixed-corotated", young = 1e6, poisson = 0.3, density = 1000 }
translate = [0, 0.25, 0]
[[obstacle]]
name = "floor"
shape = "plane"
model = "constraint"
"#;

/// Two cubes in space that fly at each other, off centre.
const TWO: &str = r#"
gravity = [0, 0, 0]
[time]
step = "1/100"
steps = 60
[solver]
tolerance = 1e-10
[[body]]
name = "left"
mesh = { shape = "box", size = [0.5, 0.5, 0.5], cells = [3, 3, 3] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.3, density = 1000 }
translate = [-0.4, 0, 0]
velocity = [2, 0, 0]
[[body]]
name = "right"
mesh = { shape = "box", size = [0.5, 0.5, 0.5], cells = [3, 3, 3] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.3, density = 1000 }
translate = [0.4, 0.15, 0.1]
velocity = [-2, 0, 0]
[contact]
model = "penalty"
stiffness = 1e7
friction = 0.4
"#;

fn lowest(world: &World) -> f64 {
    world.state().x.chunks(3).map(|x| x[1]).fold(f64::INFINITY, f64::min)
}

fn velocity(world: &mut World) -> [f64; 3] {
    let mass: f64 = world.mass().iter().sum();
    world.ledger().momentum.map(|p| p / mass)
}

#[test]
fn nothing_is_ever_below_a_floor_that_is_a_constraint() {
    for set in [vec!["body.0.velocity=[1,-8,0]"], vec!["body.0.velocity=[1,-8,0]", "time.step=1/24"]] {
        let mut world = world(CUBE, &set);
        let h = if set.len() == 2 { 1.0 / 24.0 } else { 1.0 / 60.0 };
        for _ in 0..60 {
            good_step(&mut world, h);
            assert!(lowest(&world) >= -1e-10, "{}", lowest(&world));
        }
    }
}

/// At rest the weight is carried, with all vertices of the bottom exactly on the floor: the set of active constraints is
/// neither empty nor everything, and stays as it is.
#[test]
fn a_cube_comes_to_rest_on_the_floor() {
    let mut world = world(CUBE, &["body.0.damping.rayleigh=0.01"]);
    (0..200).for_each(|_| _ = good_step(&mut world, 1.0 / 60.0));
    assert!(world.ledger().kinetic < 1e-12, "{}", world.ledger().kinetic);
    let on = world.state().x.chunks(3).filter(|x| x[1].abs() < 1e-12).count();
    assert_eq!(on, 16);
}

/// Without friction nothing acts along the floor.
#[test]
fn a_smooth_floor_leaves_the_momentum_along_it_alone() {
    let penalty = ["obstacle.0.model=penalty", "obstacle.0.stiffness=1e8"];
    for model in [vec![], penalty.to_vec()] {
        let set = [vec!["body.0.velocity=[3,-2,1]", "solver.tolerance=1e-10"], model].concat();
        let mut world = world(CUBE, &set);
        for _ in 0..60 {
            good_step(&mut world, 1.0 / 60.0);
        }
        let v = velocity(&mut world);
        assert!((v[0] - 3.0).abs() < 1e-9 && (v[2] - 1.0).abs() < 1e-9, "{v:?}");
    }
}

/// A block on a slope of 20°: what it is accelerated by along the slope, as a part of g sin 20°.
fn slope(friction: f64, h: f64, cells: usize) -> f64 {
    let angle = 20f64.to_radians();
    let set = [
        "body.0.rotate={axis=[0,0,1],angle=-20}".to_owned(),
        "obstacle.0.rotate={axis=[0,0,1],angle=-20}".to_owned(),
        format!("body.0.mesh.cells=[{cells},{cells},{cells}]"),
        "body.0.material.young=1e7".to_owned(),
        format!("body.0.translate=[{},{},0]", 0.25 * angle.sin(), 0.25 * angle.cos()),
        format!("obstacle.0.friction={friction}"),
    ];
    let mut world = world(CUBE, &set.each_ref().map(String::as_str));
    let steps = (0.5 / h).round() as usize;
    (0..steps).for_each(|_| _ = good_step(&mut world, h));
    let v = velocity(&mut world);
    let down = v[0] * angle.cos() - v[1] * angle.sin();
    down / (0.5 * 9.81 * angle.sin())
}

/// tan 20° = 0.364.
#[test]
fn a_block_slides_above_the_angle_of_friction() {
    let smooth = slope(0.0, 1.0 / 240.0, 2);
    assert!((smooth - 1.0).abs() < 5e-3, "{smooth}");
    // μ = 0.15: of g sin α is left 1 − μ/tan α = 0.588.
    let slides = slope(0.15, 1.0 / 240.0, 2);
    assert!((slides - 0.588).abs() < 0.03, "{slides}");
}

/// Below the angle of friction a block stays, as far as friction after the step can hold it: it takes velocity from the
/// vertices that touch and from no others (\[Gast15\] §5.3 states that limit), so in every step the rest of the body pulls
/// them along a little. How far is in proportion to the step, and goes to nothing with it.
#[test]
fn a_block_stays_below_the_angle_of_friction_in_the_limit_of_short_steps() {
    let creep = [960.0, 240.0, 60.0].map(|rate| slope(0.6, 1.0 / rate, 2));
    assert!(creep[0] < 0.01, "{creep:?}");
    assert!((creep[1] / creep[0] - 4.0).abs() < 0.2 && (creep[2] / creep[1] - 4.0).abs() < 0.5, "{creep:?}");
    // One layer of vertices is a smaller part of a finer block: it holds it less.
    assert!(slope(0.6, 1.0 / 60.0, 4) > creep[2]);
}

#[test]
fn friction_never_adds_energy_and_is_booked() {
    let set = ["body.0.velocity=[3,-1,0]", "obstacle.0.friction=0.4", "solver.tolerance=1e-9"];
    let mut world = world(CUBE, &set);
    let mut before = world.ledger();
    for _ in 0..60 {
        good_step(&mut world, 1.0 / 60.0);
        let now = world.ledger();
        assert!(now.books.dissipated >= before.books.dissipated - 1e-9);
        assert!(now.total() <= before.total() + 1e-6, "{} {}", now.total(), before.total());
        before = now;
    }
    assert!(before.books.dissipated > 100.0, "{:?}", before.books);
}

#[test]
fn bodies_that_collide_in_space_keep_their_momentum() {
    let mut world = world(TWO, &["body.1.velocity=[-1.5,0.2,0]"]);
    let start = world.ledger();
    let mut touched = 0.0f64;
    for _ in 0..60 {
        good_step(&mut world, 0.01);
        touched = touched.max(world.ledger().contact);
    }
    let end = world.ledger();
    assert!(touched > 1.0, "they meet: {touched} J");
    let size = 125.0 * 2.0;
    for i in 0..3 {
        let change = end.momentum[i] - start.momentum[i];
        assert!(change.abs() < 1e-8 * size, "{i}: {change} of {size}");
    }
    // They bounce off: the left one is slower than it was, the right one has turned around.
    assert!(end.books.dissipated > 0.0, "friction took something");
}

#[test]
fn bodies_do_not_pass_through_each_other() {
    let mut world = world(TWO, &[]);
    for _ in 0..60 {
        good_step(&mut world, 0.01);
        let deepest = world.measure_penetrations().iter().map(|(_, depth)| *depth).fold(0.0, f64::max);
        assert!(deepest < 0.06, "{deepest}");
    }
    let middle = |body: usize| {
        let nodes = world.bodies()[body].nodes.clone();
        nodes.clone().map(|node| world.state().x[3 * node]).sum::<f64>() / nodes.len() as f64
    };
    assert!(middle(0) < middle(1));
}

/// Every method that takes constraints and contacts comes to the same place. Steps are short enough for one minimum each: with
/// twice the length, one of them has two, which different methods find.
#[test]
fn every_method_finds_the_same_contacts() {
    let text = format!(
        "{TWO}[[obstacle]]\nname=\"floor\"\nshape=\"plane\"\nmodel=\"constraint\"\ntranslate=[0,-0.3,0]\nfriction=0.2\n"
    );
    let run = |method: &str| {
        let set =
            [format!("solver.method={method}"), "gravity=[0,-9.81,0]".into(), "solver.tolerance=1e-8".into()];
        let mut world = world(&text, &set.each_ref().map(String::as_str));
        let mut touched = 0.0f64;
        for _ in 0..50 {
            good_step(&mut world, 0.005);
            touched = touched.max(world.ledger().contact);
            assert!(lowest(&world) > -0.3 - 1e-9);
        }
        assert!(touched > 0.0 && lowest(&world) < -0.3 + 1e-9);
        world.state().x.clone()
    };
    let expected = run("stabilized-newton");
    for method in ["projected-newton", "project-on-demand", "progressive", "auto"] {
        let other = run(method);
        assert!(distance(&expected, &other) < 1e-6, "{method}: {}", distance(&expected, &other));
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let text = format!(
        "{TWO}[[obstacle]]\nname=\"ball\"\nshape=\"sphere\"\nradius=0.3\nmodel=\"constraint\"\ntranslate=[0,-0.45,0]\nfriction=0.2\n"
    );
    let runs = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut world = world(&text, &["gravity=[0,-9.81,0]", "solver.tolerance=1e-5"]);
            let mut touched = 0.0f64;
            for _ in 0..30 {
                good_step(&mut world, 0.01);
                touched = touched.max(world.ledger().contact);
            }
            assert!(touched > 0.0);
            bits(&world.state().x)
        })
    });
    assert!(runs[0] == runs[1] && runs[0] == runs[2]);
}

/// Everything active: a slab of one layer between a floor and a press. Then nothing, when the press has gone.
#[test]
fn the_active_set_may_be_everything_and_nothing() {
    let text = r#"
        [time]
        step = "1/60"
        steps = 60
        [[body]]
        mesh = { shape = "box", size = [0.6, 0.2, 0.6], cells = [4, 1, 4] }
        material = { model = "fixed-corotated", young = 1e5, poisson = 0.3, density = 1000 }
        translate = [0, 0.1, 0]
        [[obstacle]]
        name = "floor"
        shape = "plane"
        model = "constraint"
        [[obstacle]]
        name = "press"
        shape = "plane"
        normal = [0, -1, 0]
        translate = [0, 0.25, 0]
        motion = { expression = ["x", "0.25 - 0.15*sin(6.2*t)", "z"] }
        model = "constraint"
    "#;
    let mut world = world(text, &["gravity=[0,0,0]"]);
    let mut counts = Vec::new();
    for step in 1..=60 {
        good_step(&mut world, 1.0 / 60.0);
        let press = 0.25 - 0.15 * (6.2 * f64::from(step) / 60.0).sin();
        let on = |x: &&[f64]| x[1].abs() < 1e-9 || (x[1] - press).abs() < 1e-9;
        counts.push(world.state().x.chunks(3).filter(on).count());
        assert!(world.state().x.chunks(3).all(|x| x[1] > -1e-9 && x[1] < press + 1e-9));
    }
    assert!(counts.contains(&50) && counts.contains(&0), "{counts:?}");
    assert!(world.ledger().books.added > 0.0, "the press worked: {:?}", world.ledger().books);
}

/// A ball pushed through the middle of a body crosses its own medial axis as seen from the vertices.
#[test]
fn an_obstacle_in_the_middle_of_a_body_does_not_hang_the_solver() {
    let text = format!(
        "{CUBE}[[obstacle]]\nname=\"ball\"\nshape=\"sphere\"\nradius=0.15\nmodel=\"constraint\"\ntranslate=[-0.6,0.26,0.01]\n\
         motion={{velocity=[6,0,0]}}\n"
    );
    let mut world =
        world(&text, &["solver.max_iterations=200", "solver.tolerance=1e-3", "solver.on_failure=accept"]);
    for _ in 0..20 {
        let record = step(&mut world, 1.0 / 60.0);
        assert!(record.committed && record.report.iterations <= 200, "{:?}", record.report);
    }
    assert!(world.state().x.iter().all(|x| x.is_finite()));
}

#[test]
fn a_blade_faster_than_the_step_is_told() {
    let blade = "[[obstacle]]\nname=\"blade\"\nshape=\"box\"\nsize=[0.01,2,2]\nmodel=\"constraint\"\ntranslate=[-0.5,0,0]\nmotion={velocity=[60,0,0]}\n";
    let mut world = world(&format!("{CUBE}{blade}"), &[]);
    let record = step(&mut world, 1.0 / 60.0);
    let told = record.report.notes.iter().any(|note| note.contains("passed through blade within a step"));
    assert!(told, "{:?}", record.report.notes);
}

/// A press that closes leaves no room.
#[test]
fn what_cannot_be_is_reported_as_not_converged() {
    let press = "[[obstacle]]\nname=\"press\"\nshape=\"plane\"\nnormal=[0,-1,0]\ntranslate=[0,0.6,0]\nmotion={velocity=[0,-60,0]}\nmodel=\"constraint\"\n";
    let mut world = world(&format!("{CUBE}{press}"), &[]);
    let record = step(&mut world, 1.0 / 60.0);
    assert!(!record.committed);
    assert_eq!(record.report.outcome.word(), "infeasible");
    assert!(record.report.notes.iter().any(|note| note.contains("no room")), "{:?}", record.report.notes);
}

#[test]
fn who_starts_inside_whom_is_told() {
    let notes = built(&scene(TWO, &["body.1.translate=[0.05,0,0]"])).notes;
    let told = |one: &str, other: &str| notes.iter().any(|n| n.starts_with(one) && n.contains(other));
    assert!(told("left: ", "start inside right") && told("right: ", "start inside left"), "{notes:?}");
    let notes = built(&scene(CUBE, &["body.0.translate=[0,0.249,0]"])).notes;
    assert_eq!(notes.len(), 1);
    assert!(
        notes[0].contains("16 vertices") && notes[0].ends_with("they are put on its surface"),
        "{notes:?}"
    );
}

/// A step in which everything else is solved before collisions are heeded flattens what it touches.
#[test]
fn collisions_after_the_step_turn_elements_inside_out() {
    let set = [
        "body.0.velocity=[0,-12,0]",
        "body.0.material.young=1e5",
        "body.0.translate=[0,0.5,0]",
        "time.step=1/24",
    ];
    let inverted = |model: &str| {
        let model = format!("obstacle.0.model={model}");
        let mut world = world(CUBE, &[&set[..], &[model.as_str()]].concat());
        (0..24).map(|_| good_step(&mut world, 1.0 / 24.0).ledger.inverted).sum::<usize>()
    };
    let (constraint, post) = (inverted("constraint"), inverted("post"));
    assert!(post > 0 && post > 2 * constraint, "{post} after the step, {constraint} within it");
}

/// A cube that falls onto a step made of two boxes that share a face.
const STEP: &str = r#"
[time]
step = "1/48"
steps = 40
[[body]]
mesh = { shape = "box", size = [0.3, 0.3, 0.3], cells = 4 }
translate = [0, 1.0, 0]
rotate = { axis = [0, 0, 1], angle = -15 }
material = { model = "stable-neo-hookean", young = 2e4, poisson = 0.45 }
[[obstacle]]
name = "step"
shape = "union"
model = "constraint"
parts = [
  { shape = "box", size = [0.5, 0.5, 1], translate = [0.25, 0.25, 0] },
  { shape = "box", size = [0.5, 0.75, 1], translate = [-0.25, 0.375, 0] },
]
"#;

/// At the foot of the step the shared face ends, and goes on as a face of one box that the other sees from behind.
#[test]
fn a_union_whose_parts_share_a_face_is_one_body() {
    for set in [vec![], vec!["obstacle.0.model=penalty", "obstacle.0.stiffness=1e7"]] {
        let mut world = world(STEP, &set);
        let mut touched = false;
        for _ in 0..40 {
            good_step(&mut world, 1.0 / 48.0);
            let deepest = world.measure_penetrations().iter().map(|(_, depth)| *depth).fold(0.0, f64::max);
            assert!(deepest < if set.is_empty() { 1e-9 } else { 0.02 }, "{set:?}: {deepest}");
            touched |= world.state().x.chunks(3).any(|x| x[0] > 0.0 && x[1] < 0.52);
        }
        assert!(touched, "{set:?}: it never came to the lower step");
    }
}

/// Friction pushes both bodies at one point: what one turns, the other turns back.
#[test]
fn bodies_that_collide_with_friction_keep_their_angular_momentum() {
    for integrator in ["implicit-midpoint", "variational-midpoint", "energy-budget", "symplectic-euler"] {
        let explicit = integrator == "symplectic-euler";
        let text = if explicit { TWO.replace("[solver]\ntolerance = 1e-10\n", "") } else { TWO.to_owned() };
        let h = if explicit { 5e-4 } else { 5e-3 };
        let set = [
            format!("time.integrator={integrator}"),
            format!("time.step={h}"),
            "body.1.velocity=[-1.5,0.2,0]".into(),
            "contact.friction=0.4".into(),
            "solver.tolerance=1e-11".into(),
        ];
        let set = set.each_ref().map(String::as_str);
        let mut world = world(&text, &set[..if explicit { 4 } else { 5 }]);
        let start = world.ledger();
        for number in 1..=(0.3 / h) as usize {
            let now = good_step(&mut world, h).ledger;
            for (what, one, other, size) in [
                ("momentum", now.momentum, start.momentum, 250.0),
                (
                    "angular momentum",
                    now.angular_momentum,
                    start.angular_momentum,
                    norm(start.angular_momentum),
                ),
            ] {
                let off = vec3::distance(one, other) / size;
                assert!(off < 1e-10, "{integrator}, step {number}: {what} off by {off:e}");
            }
        }
        let taken = world.ledger().books.dissipated;
        assert!(taken > 5.0 && norm(start.angular_momentum) > 10.0, "{integrator}: friction took {taken} J");
    }
}

/// All lengths and the step a thousand times smaller or larger, everything else the same: the motion is the same, scaled.
#[test]
fn contact_between_bodies_is_the_same_at_every_scale() {
    let run = |scale: f64| {
        let all = |list: [f64; 3]| format!("{:?}", list.map(|x| scale * x));
        let set = [
            format!("body.0.mesh.size={}", all([0.5; 3])),
            format!("body.1.mesh.size={}", all([0.5; 3])),
            format!("body.0.translate={}", all([-0.26, 0.0, 0.0])),
            format!("body.1.translate={}", all([0.26, 0.15, 0.1])),
            format!("time.step={}", 0.005 * scale),
        ];
        let mut world = world(TWO, &set.each_ref().map(String::as_str));
        let mut deepest = 0.0f64;
        for _ in 0..40 {
            good_step(&mut world, 0.005 * scale);
            deepest =
                world.measure_penetrations().iter().map(|(_, depth)| depth / scale).fold(deepest, f64::max);
        }
        assert!(deepest > 1e-3, "they met: {deepest}");
        world.state().x.iter().map(|x| x / scale).collect::<Vec<f64>>()
    };
    let expected = run(1.0);
    for scale in [1e-3, 1e3] {
        let apart = distance(&run(scale), &expected);
        assert!(apart < 1e-9, "{scale}: {apart:e} of the size apart");
    }
}

/// Every model with every scheme: it runs and stays finite, or is refused with a reason.
#[test]
fn every_model_goes_with_every_integrator_or_says_why_not() {
    let mut refused = Vec::new();
    for integrator in INTEGRATORS {
        for model in ["constraint", "penalty", "spring", "post"] {
            let stiffness = match model {
                "penalty" => "obstacle.0.stiffness=1e7",
                "spring" => "obstacle.0.stiffness=1e4",
                _ => "obstacle.0.friction=0.1",
            };
            let set = [
                format!("time.integrator={integrator}"),
                format!("obstacle.0.model={model}"),
                stiffness.to_owned(),
                "body.0.velocity=[0,-1,0]".to_owned(),
                "solver.tolerance=1e-3".to_owned(),
            ];
            // What minimizes nothing has no solver.
            let count =
                if matches!(integrator.name(), "forward-euler" | "symplectic-euler" | "rk4") { 4 } else { 5 };
            let text =
                if count == 4 { CUBE.replace("[solver]\ntolerance = 1e-7\n", "") } else { CUBE.to_owned() };
            match Scene::from_text("law.toml", &text, &set[..count]) {
                Ok(scene) => {
                    let mut world = built(&scene).world;
                    (0..5).for_each(|_| _ = good_step(&mut world, 1e-3));
                    assert!(world.state().x.iter().all(|x| x.is_finite()), "{integrator} {model}");
                }
                Err(error) => {
                    let text = error.to_string();
                    assert!(
                        text.contains(&format!("obstacle.0.model: {model}")),
                        "{integrator} {model}: {text}"
                    );
                    refused.push((integrator.name(), model));
                }
            }
        }
    }
    let without = ["forward-euler", "symplectic-euler", "rk4", "stabilized"].map(|name| (name, "constraint"));
    assert_eq!(refused, [&without[..], &[("quasistatic", "post")]].concat());
}

/// A run that goes on from a saved state goes on with the same bits: nothing of a contact is remembered.
#[test]
fn contacts_are_a_function_of_the_state() {
    let text = format!(
        "{TWO}[[obstacle]]\nname=\"floor\"\nshape=\"plane\"\nmodel=\"constraint\"\ntranslate=[0,-0.3,0]\nfriction=0.2\n"
    );
    let set = ["gravity=[0,-9.81,0]", "solver.tolerance=1e-5"];
    let mut whole = world(&text, &set);
    (0..14).for_each(|_| _ = good_step(&mut whole, 0.01));
    let mut resumed = world(&text, &set);
    resumed.restore(whole.step_number(), whole.state().clone(), whole.books());
    resumed.recall(&whole.memory(), whole.trend().clone());
    for _ in 0..12 {
        good_step(&mut whole, 0.01);
        good_step(&mut resumed, 0.01);
    }
    assert_eq!(bits(&whole.state().x), bits(&resumed.state().x));
    assert_eq!(bits(&whole.state().v), bits(&resumed.state().v));
}

/// The assembled gradient and Hessian of a step with contacts, beside the pattern and on it, agree with differences; filtered
/// Hessians have no negative curvature.
#[test]
fn derivatives_of_contacts_are_assembled_exactly() {
    let cube = |offset: f64, first: u32| {
        let at =
            |i: u32| [f64::from(i & 1) + offset, f64::from(i >> 1 & 1) + 0.3 * offset, f64::from(i >> 2)];
        let tets = [[0, 1, 3, 5], [0, 3, 2, 6], [0, 5, 4, 6], [3, 5, 6, 7], [0, 3, 6, 5]];
        let rest: Vec<[f64; 3]> = (0..8).map(at).collect();
        Flesh { nodes: first..first + 8, tets: tets.map(|tet| tet.map(|node| node + first)).to_vec(), rest }
    };
    let bodies = vec![cube(0.0, 0), cube(0.8, 8)];
    let mut x: Vec<f64> = bodies.iter().flat_map(|body| body.rest.iter().flatten().copied()).collect();
    x.iter_mut().enumerate().for_each(|(i, x)| *x += 0.03 * (7.3 * i as f64).sin());
    let collision = SelfCollision::new("contact", law::PenaltyLaw::new(3.0, 1.0), bodies, Scope::Between);
    let mut acts = Acts { interactions: vec![Box::new(collision)], ..Acts::default() };
    let (mass, held) = (vec![0.5; 16], vec![0u8, 0, 0, 0b010, 0, 0, 0, 0, 0, 0, 0b111, 0, 0, 0, 0, 0]);
    for theta in [1.0, 0.5] {
        let shift = if theta == 1.0 { Vec::new() } else { x.iter().map(|x| (1.0 - theta) * x).collect() };
        let stage = Stage { kappa: 2.0, target: vec![0.1; 48], theta, shift, h: 0.1, ..Stage::default() };
        let mut assembler = Assembler::new(16, &[]);
        let mut f = StageObjective::new(&mut assembler, &mut acts, &stage, &mass, &held);
        let (mut g, mut high, mut low) = (vec![0.0; 48], vec![0.0; 48], vec![0.0; 48]);
        f.gradient(&x, &mut g);
        f.hessian(&x, Filter::Raw);
        let mut columns = Vec::new();
        for i in 0..48 {
            let mut unit = vec![0.0; 48];
            unit[i] = 1.0;
            let mut column = vec![0.0; 48];
            f.operator().apply(&unit, &mut column);
            columns.push(column);
        }
        assert!(f.operator().blocks().is_none(), "there are contacts");
        for i in (0..48).filter(|i| held[i / 3] >> (i % 3) & 1 == 0) {
            let s = 1e-6;
            let mut moved = x.clone();
            moved[i] += s;
            let up = f.gradient(&moved, &mut high);
            moved[i] -= 2.0 * s;
            let down = f.gradient(&moved, &mut low);
            assert!(
                ((up - down) / (2.0 * s) - g[i]).abs() < 1e-6,
                "{i}: {} {}",
                (up - down) / (2.0 * s),
                g[i]
            );
            for j in 0..48 {
                let difference = (high[j] - low[j]) / (2.0 * s);
                assert!((difference - columns[i][j]).abs() < 1e-5, "{i} {j}: {difference} {}", columns[i][j]);
            }
        }
        // All filtered at once, and one after the other, are the same and positive.
        f.hessian(&x, Filter::Clamp(0.0));
        let p: Vec<f64> = (0..48).map(|i| (1.7 * i as f64).cos()).collect();
        let (mut at_once, mut later) = (vec![0.0; 48], vec![0.0; 48]);
        assert!(f.operator().apply_dot(&p, &mut at_once) > 0.0);
        f.hessian(&x, Filter::Raw);
        assert!(f.project(&x, &g, -1.0, Filter::Clamp(0.0)) > 0);
        f.operator().apply(&p, &mut later);
        assert!(distance(&at_once, &later) < 1e-9, "{}", distance(&at_once, &later));
    }
}
