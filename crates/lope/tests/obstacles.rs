//! Bodies that meet obstacles: what they come to rest on, how deep, and where they do not go.

mod differences;
mod fixture;
mod registry;

use std::cell::RefCell;

use differences::{Random, difference, distance, norm, sweep};
use fixture::{bits, built, good_step, scene, step, world};
use lope::assemble::{Assembler, StageObjective};
use lope::contact::{Constraint, Constraints, Obstacle, Penalty};
use lope::energy::spring::{Form, Springs};
use lope::energy::{Acts, Energy, Weighted};
use lope::math::Filter;
use lope::minimize::{Constrained, Objective};
use lope::time::Stage;
use lope::world::World;
use registry::obstacles;

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
    let drop = lope::scene::builtin::find("drop").expect("a scene").scene(&[]).expect("a scene that loads");
    let runs = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut world = built(&drop).world;
            (0..75).for_each(|_| _ = good_step(&mut world, 1.0 / 120.0));
            assert!(world.ledger().contact > 0.0, "nothing touches yet");
            bits(&world.state().x)
        })
    });
    assert!(runs[0] == runs[1] && runs[0] == runs[2]);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Nodes on, or `depth` below, smooth places of a surface, and the normals there.
fn places(obstacle: &Obstacle, depth: f64, random: &mut Random) -> (Vec<f64>, Vec<[f64; 3]>) {
    let pose = obstacle.pose(0.0);
    let (mut x, mut normals) = (Vec::new(), Vec::new());
    while normals.len() < 6 {
        let near = obstacle.nearest(&pose, [0; 3].map(|_| 2.5 * random.next()));
        let below = |depth: f64| [0, 1, 2].map(|i| near.point[i] - depth * near.normal[i]);
        // An edge has more than one normal, and bends without end.
        let around = [1e-3, 0.05, depth].map(|depth| obstacle.sample(&pose, below(depth)));
        let smooth = |sample: &lope::contact::Sample| {
            distance(&sample.gradient, &near.normal) < 0.02 && norm(sample.hessian.as_flattened()) < 4.0
        };
        if near.distance.abs() < 0.6 && around.iter().all(smooth) {
            x.extend(below(depth));
            normals.push(near.normal);
        }
    }
    (x, normals)
}

/// Springs from each node to the next ones.
fn springs() -> Box<dyn Energy> {
    let pairs = (0..5).flat_map(|node| [node, node + 1]).collect();
    Box::new(Springs::new(pairs, vec![0.8; 5], vec![3.0; 5], Form::Hookean).expect("springs"))
}

/// The operator of an objective, by rows.
fn matrix(f: &StageObjective<'_>, n: usize) -> Vec<f64> {
    let (mut all, mut unit) = (vec![0.0; n * n], vec![0.0; n]);
    for i in 0..n {
        unit[i] = 1.0;
        f.operator().apply(&unit, &mut all[i * n..(i + 1) * n]);
        unit[i] = 0.0;
    }
    all
}

/// Nodes that are pressed against a surface move along it, and bend with it: E(P(x)) and its two derivatives along curved
/// paths, as the minimizer is given them by the assembled stage.
#[test]
fn derivatives_of_a_stage_along_curved_constraints_match_differences() {
    let mut random = Random(41);
    let mut bent = 0;
    for (name, obstacle) in obstacles().into_iter().filter(|(_, o)| o.shape().is_analytic()) {
        let (x, normals) = places(&obstacle, 0.0, &mut random);
        let pose = obstacle.pose(0.0);
        let hessians: Vec<[[f64; 3]; 3]> = (0..6)
            .map(|i| obstacle.sample(&pose, [0, 1, 2].map(|k| x[3 * i + k] - 1e-7 * normals[i][k])).hessian)
            .collect();
        let target =
            (0..18).map(|i| x[i] - (1.5 + random.next()) * normals[i / 3][i % 3] + 0.3 * random.next());
        let stage = Stage { kappa: 30.0, target: target.collect(), theta: 1.0, h: 0.1, ..Stage::default() };
        let mut acts = Acts::from(vec![springs()]);
        let (mass, held) = ([0.5, 0.7, 0.9, 1.1, 1.3, 1.5], [0u8; 6]);
        let mut assembler = Assembler::new(6, &acts.energies);
        let nodes = (0..6).collect();
        let list = vec![Constraint { name: name.clone(), nodes, obstacle, friction: 0.0 }];
        let mut constraints = Constraints::new(list, 3.0);
        constraints.begin(&x, 0.0);
        let mut f = StageObjective::new(&mut assembler, &mut acts, &stage, &mass, &held)
            .confined(Some(&mut constraints));
        let mut g = vec![0.0; 18];
        f.release();
        f.gradient(&x, &mut g);
        let whole = g.clone();
        f.register(&x, &mut g);
        f.hessian(&x, Filter::Raw);
        let hessian = matrix(&f, 18);
        for _ in 0..8 {
            let mut p: Vec<f64> = (0..18).map(|_| random.next()).collect();
            let mut surface = 0.0;
            for (i, n) in normals.iter().enumerate() {
                let p = &mut p[3 * i..3 * i + 3];
                let (off, push) = (dot(p, n), dot(&whole[3 * i..3 * i + 3], n));
                assert!(push > 0.0, "{name}: node {i} is pressed");
                p.iter_mut().zip(n).for_each(|(p, n)| *p -= off * n);
                surface -= push * dot(p, &hessians[i].map(|row| dot(&row, p)));
            }
            let curvature = dot(&p, &hessian.chunks(18).map(|row| dot(row, &p)).collect::<Vec<_>>());
            bent += usize::from(surface.abs() > 0.05 * curvature.abs());
            let mut along = |s: f64| {
                let mut y: Vec<f64> = x.iter().zip(&p).map(|(x, p)| x + s * p).collect();
                f.confine(&mut y);
                f.value(&y)
            };
            let (mut slope, mut bend) = (f64::INFINITY, f64::INFINITY);
            for s in [1e-3, 3e-4, 1e-4] {
                let (low, here, high) = (along(-s), along(0.0), along(s));
                slope = slope.min(((high - low) / (2.0 * s) - dot(&g, &p)).abs());
                bend = bend.min(((high - 2.0 * here + low) / (s * s) - curvature).abs());
            }
            assert!(slope < 1e-6 * norm(&whole), "{name}: slope off by {slope:e}");
            assert!(
                bend < 1e-4 * norm(&hessian),
                "{name}: curvature off by {bend:e} of {curvature}, the surface's is {surface}"
            );
        }
    }
    assert!(bent > 40, "only {bent} paths were bent");
}

/// The same of penalties, which push from inside of what bends.
#[test]
fn derivatives_of_a_stage_with_curved_penalties_match_differences() {
    let mut random = Random(43);
    for (name, obstacle) in obstacles() {
        let (x, _) = places(&obstacle, 0.25, &mut random);
        let target = x.iter().map(|x| x + 0.3 * random.next()).collect();
        let stage = Stage { kappa: 2.0, target, theta: 1.0, h: 0.1, ..Stage::default() };
        // Four nodes, and means of these and the others.
        let mut points = Weighted::default();
        (0..4).for_each(|node| _ = points.push([(node, 1.0)]));
        points.push([(4, 0.7), (0, 0.2), (1, 0.1)]);
        points.push([(5, 1.2), (2, -0.2)]);
        let penalty = Penalty::new("solid", points.into(), obstacle, 40.0, 0.0);
        let acts = Acts { energies: vec![springs()], interactions: vec![Box::new(penalty)] };
        let acts = RefCell::new(acts);
        let (mass, held) = ([0.5, 0.7, 0.9, 1.1, 1.3, 1.5], [0u8; 6]);
        let objective = |x: &[f64], what: &mut dyn FnMut(&mut StageObjective<'_>, &[f64])| {
            let acts = &mut *acts.borrow_mut();
            let mut assembler = Assembler::new(6, &acts.energies);
            what(&mut StageObjective::new(&mut assembler, acts, &stage, &mass, &held), x);
        };
        let value = |x: &[f64]| {
            let mut value = vec![0.0];
            objective(x, &mut |f, x| value[0] = f.value(x));
            value
        };
        let gradient = |x: &[f64]| {
            let mut g = vec![0.0; 18];
            objective(x, &mut |f, x| _ = f.gradient(x, &mut g));
            g
        };
        let (g, mut h) = (gradient(&x), Vec::new());
        objective(&x, &mut |f, x| {
            f.hessian(x, Filter::Raw);
            h = matrix(f, 18);
        });
        let error = sweep(1.0, |step| distance(&g, &difference(&x, step, value)) / norm(&g));
        assert!(error < 1e-6, "{name}: gradient off by {error:e}");
        let error = sweep(1.0, |step| distance(&h, &difference(&x, step, gradient)) / norm(&h));
        assert!(error < 1e-6, "{name}: Hessian off by {error:e}");
    }
}

/// A bar that is led through a wall by a pin, and a wall that heeds collisions after the step.
const LED: &str = r#"
gravity = [0, 0, 0]
[time]
step = "1/60"
steps = 40
[[body]]
mesh = { shape = "box", size = [1, 0.5, 0.5], cells = [4, 2, 2] }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.3, density = 1000 }
[[body.pin]]
where = { box = [[0.49, -1, -1], [0.51, 1, 1]] }
motion = { velocity = [1, 0, 0] }
[[obstacle]]
name = "wall"
shape = "plane"
normal = [-1, 0, 0]
translate = [0.6, 0, 0]
model = "post"
"#;

/// What is pinned is where its pin is, whatever it is in; and what the wall does comes from the bar and from the pin.
#[test]
fn collisions_after_the_step_leave_pinned_vertices_alone() {
    for integrator in ["backward-euler", "variational-midpoint"] {
        let mut world = world(LED, &[&format!("time.integrator={integrator}")]);
        let start = world.state().x.clone();
        for number in 1..=40 {
            good_step(&mut world, 1.0 / 60.0);
            let moved = f64::from(number) / 60.0;
            for (i, x) in world.state().x.iter().enumerate().filter(|(i, _)| start[i / 3 * 3] > 0.49) {
                let expected = start[i] + if i % 3 == 0 { moved } else { 0.0 };
                assert!(
                    (x - expected).abs() < 1e-12,
                    "{integrator}, step {number}: {i} at {x} of {expected}"
                );
            }
            // Schemes may lose energy, but none comes from a wall that stands still.
            let ledger = world.ledger();
            let (gained, added) = (ledger.tracked() - ledger.target(), ledger.books.added.abs() + 125.0);
            assert!(gained < 0.1 * added, "{integrator}, step {number}: {gained} J beyond {added} J");
        }
    }
}

/// An obstacle so far away that putting a vertex on its surface has no energy that is a number: the step says so.
#[test]
fn collisions_after_the_step_that_end_at_no_energy_are_not_converged() {
    let far = ["obstacle.0.normal=[1,0,0]", "obstacle.0.translate=[1e200,0,0]"];
    let mut world = world(LED, &far);
    let record = step(&mut world, 1.0 / 60.0);
    assert!(!record.committed && record.report.outcome.word() == "not-finite", "{:?}", record.report);
    assert!(world.ledger().total().is_finite());
}
