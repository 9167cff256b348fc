//! Rigid bodies and joints against textbooks: flight, momentum, contact, pendulums, and what is refused.

mod fixture;

use std::f64::consts::TAU;

use fixture::{bits, good_step, step, world};
use lope::math::vec3::{Vec3, add, cross, distance, dot, norm, scaled, sub, unit};
use lope::scene::Scene;
use lope::scene::build::build;
use lope::world::World;

const TOP: &str = r#"
gravity = [0, 0, 0]
[time]
step = "1/30"
steps = 150
[[body]]
name = "top"
kind = "rigid"
mesh = { shape = "box", size = [0.3, 0.2, 0.1], cells = [2, 2, 2] }
angular_velocity = [0.3, 6.283185307179586, 0.3]
material = { density = 1000 }
"#;

/// Centre and axes of a box that lay along the axes, from its nodes.
fn pose(world: &World, body: usize, rest: &[Vec3]) -> (Vec3, [Vec3; 3]) {
    let x = world.points_of(body);
    let mean = |points: &[Vec3]| scaled(points.iter().copied().fold([0.0; 3], add), 0.25);
    let (old, new) = (mean(rest), mean(x));
    // Σ (x − c)(X − C)ᵀ C⁻¹ with C diagonal.
    let mut axes = [[0.0; 3]; 3];
    for (axis, direction) in axes.iter_mut().enumerate() {
        for (x, rest) in x.iter().zip(rest) {
            *direction = add(*direction, scaled(sub(*x, new), (rest[axis] - old[axis]).signum()));
        }
        *direction = unit(*direction);
    }
    (new, axes)
}

/// The mean of the nodes of a body.
fn mean(world: &World, body: usize) -> Vec3 {
    let points = world.points_of(body);
    scaled(points.iter().copied().fold([0.0; 3], add), 1.0 / points.len() as f64)
}

fn rest(world: &World, body: usize) -> Vec<Vec3> {
    world.points_of(body).to_vec()
}

/// Attitude after a time by Euler's equations in steps of a tenth of a millisecond.
fn exact_attitude(moments: Vec3, omega: Vec3, time: f64) -> [Vec3; 3] {
    let steps = (time * 1e4).round() as usize;
    let h = time / steps as f64;
    let slope = |w: Vec3, axes: &[Vec3; 3]| {
        let torque = cross(w, [0, 1, 2].map(|i| moments[i] * w[i]));
        let spin = [0, 1, 2].map(|i| -torque[i] / moments[i]);
        let world = (0..3).fold([0.0; 3], |sum, i| add(sum, scaled(axes[i], w[i])));
        (spin, [0, 1, 2].map(|i| cross(world, axes[i])))
    };
    let go = |w: Vec3, axes: &[Vec3; 3], (dw, da): &(Vec3, [Vec3; 3]), h: f64| {
        (add(w, scaled(*dw, h)), [0, 1, 2].map(|i| add(axes[i], scaled(da[i], h))))
    };
    let (mut w, mut axes) = (omega, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    for _ in 0..steps {
        let a = slope(w, &axes);
        let (w2, x2) = go(w, &axes, &a, 0.5 * h);
        let b = slope(w2, &x2);
        let (w3, x3) = go(w, &axes, &b, 0.5 * h);
        let c = slope(w3, &x3);
        let (w4, x4) = go(w, &axes, &c, h);
        let d = slope(w4, &x4);
        for (part, weight) in [(&a, 1.0), (&b, 2.0), (&c, 2.0), (&d, 1.0)] {
            (w, axes) = go(w, &axes, part, weight * h / 6.0);
        }
    }
    axes
}

#[test]
fn a_free_top_keeps_momentum_and_energy_and_turns_as_euler_says() {
    let mut world = world(TOP, &[]);
    let (start, at_rest) = (world.ledger(), rest(&world, 0));
    for _ in 0..150 {
        good_step(&mut world, 1.0 / 30.0);
        let now = world.ledger();
        let off = distance(now.angular_momentum, start.angular_momentum) / norm(start.angular_momentum);
        assert!(off < 1e-10, "angular momentum off by {off:e}");
        assert!((now.kinetic / start.kinetic - 1.0).abs() < 2e-3, "{} {}", now.kinetic, start.kinetic);
    }
    let moments = [0.2_f64.hypot(0.1), 0.3_f64.hypot(0.1), 0.3_f64.hypot(0.2)].map(|d| 6.0 / 12.0 * d * d);
    let exact = exact_attitude(moments, [0.3, TAU, 0.3], 5.0);
    let (_, axes) = pose(&world, 0, &at_rest);
    let trace: f64 = (0..3).map(|i| dot(axes[i], exact[i])).sum();
    let degrees = (0.5 * (trace - 1.0)).clamp(-1.0, 1.0).acos().to_degrees();
    assert!(degrees < 2.0, "{degrees}° off");
}

#[test]
fn mass_and_inertia_are_those_of_the_formula_or_as_given() {
    let world = world(TOP, &[]);
    assert!((world.mass().iter().sum::<f64>() - 6.0).abs() < 1e-12);
    // L = Iω of a box.
    let l = world.ledger().angular_momentum;
    for (i, (omega, side)) in [(0.3, 0.05), (TAU, 0.1), (0.3, 0.13)].into_iter().enumerate() {
        assert!((l[i] - 0.5 * side * omega).abs() < 1e-12, "{l:?}");
    }
    let text =
        TOP.replace("material = { density = 1000 }", "mass = 2\nrigid = { inertia = [0.02, 0.03, 0.04] }");
    let own = fixture::world(&text, &[]).ledger().angular_momentum;
    for (i, expected) in [0.006, 0.03 * TAU, 0.012].into_iter().enumerate() {
        assert!((own[i] - expected).abs() < 1e-12, "{own:?}");
    }
}

const TWO: &str = r#"
gravity = [0, 0, 0]
[time]
step = "1/100"
steps = 60
[solver]
tolerance = 1e-9
[contact]
dhat = 2e-3
[[body]]
name = "one"
kind = "rigid"
mesh = { shape = "box", size = [0.2, 0.2, 0.2], cells = [1, 1, 1] }
velocity = [1, 0, 0]
angular_velocity = [0, 1, 2]
material = { density = 1000 }
[[body]]
name = "other"
kind = "rigid"
mesh = { shape = "box", size = [0.2, 0.3, 0.2], cells = [1, 1, 1] }
translate = [0.31, 0.06, 0.03]
rotate = { axis = [1, 1, 0], angle = 30 }
material = { density = 500 }
"#;

#[test]
fn two_free_bodies_that_collide_keep_linear_momentum() {
    let mut world = world(TWO, &[]);
    let start = world.ledger();
    for _ in 0..60 {
        good_step(&mut world, 0.01);
        let off = distance(world.ledger().momentum, start.momentum) / norm(start.momentum);
        assert!(off < 1e-10, "{off:e}");
    }
    // They did meet.
    let other: f64 = world.state().v[12..].iter().map(|v| v * v).sum();
    assert!(other > 0.1, "{other}");
}

#[test]
fn collisions_have_the_same_bits_for_any_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut world = world(TWO, &["solver.tolerance=1e-3"]);
            (0..40).for_each(|_| drop(good_step(&mut world, 0.01)));
            (bits(&world.state().x), bits(&world.state().v))
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(3));
}

/// A bar on a hinge, let go from 5°.
const PENDULUM: &str = r#"
[time]
step = "1/500"
steps = 1000
[solver]
tolerance = 1e-6
[[body]]
name = "bar"
kind = "rigid"
mesh = { shape = "box", size = [0.06, 1, 0.06], cells = [1, 1, 1] }
translate = [0.0435778714, -0.4980973490, 0]
rotate = { axis = [0, 0, 1], angle = 5 }
material = { density = 1000 }
[[joint]]
name = "hinge"
type = "hinge"
between = ["world", "bar"]
at = [0, 0, 0]
axis = [0, 0, 1]
tolerance = 1e-6
"#;

#[test]
fn a_compound_pendulum_has_its_period_and_stays_where_it_hangs() {
    let mut world = world(PENDULUM, &[]);
    let h = 0.002;
    let (mut crossings, mut before) = (Vec::new(), 0.0);
    for k in 0..1000 {
        good_step(&mut world, h);
        let center = mean(&world, 0);
        assert!((norm(center) - 0.5).abs() < 1e-5, "the hinge gives way: {}", norm(center));
        assert!(center[2].abs() < 1e-6);
        if k > 0 && before > 0.0 && center[0] <= 0.0 {
            crossings.push(h * (k as f64 + before / (before - center[0])));
        }
        before = center[0];
    }
    // I = m (L² + w²)/12 + m L²/4 about the hinge; 1 + θ²/16 for the amplitude.
    let inertia: f64 = (1.0 + 0.0036) / 12.0 + 0.25;
    let period = TAU * (inertia / (9.81 * 0.5)).sqrt();
    let first = crossings[0];
    assert!((first / (0.25 * period) - 1.0).abs() < 0.01, "{first} {}", 0.25 * period);
}

#[test]
fn a_hinge_reports_its_force_and_breaks_where_it_is_too_large() {
    let held = PENDULUM
        .replace("angle = 5", "angle = 0")
        .replace("[0.0435778714, -0.4980973490, 0]", "[0, -0.5, 0]");
    let mut world = world(&held, &["time.steps=20"]);
    world.tell_forces(false);
    for _ in 0..20 {
        good_step(&mut world, 0.002);
    }
    let weight = 3.6 * 9.81;
    let number = world.force_sources().iter().position(|source| source.name == "hinge").expect("it is told");
    let force = world.forces().expect("asked for")[number].total();
    assert!((force[1] / weight - 1.0).abs() < 1e-3, "{force:?} for {weight}");
    let mut strong = fixture::world(&held, &["joint.0.breaks=40", "time.steps=50"]);
    let mut weak = fixture::world(&held, &["joint.0.breaks=30", "time.steps=50"]);
    for _ in 0..50 {
        good_step(&mut strong, 0.002);
        good_step(&mut weak, 0.002);
    }
    assert!(strong.state().x[1] - weak.state().x[1] > 0.03, "it fell");
}

fn free_pair(joint: &str) -> String {
    format!(
        "gravity = [0, 0, 0]\n[time]\nstep = 0.01\nsteps = 20\n[solver]\ntolerance = 1e-7\n\
         [[body]]\nname = \"a\"\nkind = \"rigid\"\nmesh = {{ shape = \"box\", size = [0.2, 0.2, 0.2], cells = [1, 1, 1] }}\n\
         material = {{ density = 1000 }}\n\
         [[body]]\nname = \"b\"\nkind = \"rigid\"\nmesh = {{ shape = \"box\", size = [0.2, 0.1, 0.2], cells = [1, 1, 1] }}\n\
         translate = [0.3, 0, 0]\nvelocity = [0.3, 0.5, -0.2]\nangular_velocity = [1, -2, 0.5]\nmaterial = {{ density = 1000 }}\n\
         [[joint]]\nbetween = [\"a\", \"b\"]\nat = [0.15, 0, 0]\n{joint}\n"
    )
}

/// Points of the bodies, carried along by their nodes.
fn point(world: &World, body: usize, rest: &[Vec3], place: Vec3) -> Vec3 {
    let corners = [0, 1, 2, 3].map(|k| rest[k]);
    let embedding = lope::geometry::Embedding::affine(corners, &[place]);
    let (_, weights) = embedding.points().next().expect("one point");
    let x = world.points_of(body);
    (0..4).fold([0.0; 3], |sum, k| add(sum, scaled(x[k], weights[k])))
}

#[test]
fn joints_leave_the_motions_they_are_named_for_and_keep_momentum() {
    let joints = [
        "type = \"weld\"",
        "type = \"ball\"",
        "type = \"hinge\"\naxis = [0, 1, 0]",
        "type = \"slider\"\naxis = [1, 0, 0]",
        "type = \"distance\"\nto = [0.2, 0, 0]",
        "type = \"cone\"\naxis = [1, 0, 0]\nlimits = [0, 5]",
        "type = \"spring\"\nto = [0.2, 0, 0]\nstiffness = 500\ndamping = 5",
    ];
    for joint in joints {
        let mut world = world(&free_pair(joint), &[]);
        let start = world.ledger();
        let (a, b) = (rest(&world, 0), rest(&world, 1));
        for _ in 0..20 {
            good_step(&mut world, 0.01);
        }
        let now = world.ledger();
        // What the solver leaves, 1e-7 m/s a step, is all that changes it.
        let off = distance(now.momentum, start.momentum) / norm(start.momentum);
        assert!(off < 1e-6, "{joint}: {off:e}");
        let gap = |arm: Vec3| {
            let place = add([0.15, 0.0, 0.0], arm);
            distance(point(&world, 0, &a, place), point(&world, 1, &b, place))
        };
        let arms = [[0.0; 3], [0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]].map(gap);
        let (near, far) = (1e-4, 1e-2);
        let kind = joint.split('"').nth(1).expect("its type");
        let direction = |body: usize, rest: &[Vec3], d: Vec3| {
            sub(point(&world, body, rest, d), point(&world, body, rest, [0.0; 3]))
        };
        let axis = |d: Vec3| distance(direction(0, &a, d), direction(1, &b, d));
        match kind {
            "weld" => assert!(arms.iter().all(|gap| *gap < near), "{joint}: {arms:?}"),
            "ball" => {
                assert!(arms[0] < near && arms[1..].iter().filter(|gap| **gap > far).count() >= 2, "{arms:?}")
            }
            "hinge" => {
                assert!(arms[0] < near && arms[2] < near && arms[1] > far && arms[3] > far, "{arms:?}")
            }
            "slider" => {
                let turned = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(axis);
                assert!(turned.iter().all(|off| *off < 1e-2), "{turned:?}");
                let way = sub(point(&world, 1, &b, [0.15, 0.0, 0.0]), point(&world, 0, &a, [0.15, 0.0, 0.0]));
                let along = direction(0, &a, [1.0, 0.0, 0.0]);
                assert!(norm(way) > far && norm(cross(way, along)) < near, "{way:?}");
            }
            "distance" => {
                let length =
                    distance(point(&world, 0, &a, [0.15, 0.0, 0.0]), point(&world, 1, &b, [0.2, 0.0, 0.0]));
                assert!((length - 0.05).abs() < near, "{length}");
            }
            "cone" => {
                let tilt = axis([1.0, 0.0, 0.0]).to_degrees();
                assert!(arms[0] < near && tilt < 5.1 && tilt > 1.0, "{tilt}");
            }
            _ => assert!(arms.iter().all(|gap| *gap > near), "{arms:?}"),
        }
    }
}

#[test]
fn a_motor_drives_a_hinge_at_its_speed_by_no_more_than_its_torque() {
    let motor = |most: f64| {
        format!(
            "gravity = [0, 0, 0]\n[time]\nstep = 0.01\nsteps = 50\n[solver]\ntolerance = 1e-7\n\
             [[body]]\nname = \"wheel\"\nkind = \"rigid\"\nmesh = {{ shape = \"box\", size = [0.2, 0.2, 0.2], cells = [1, 1, 1] }}\n\
             material = {{ density = 1000 }}\n[[joint]]\ntype = \"hinge\"\nbetween = [\"world\", \"wheel\"]\nat = [0, 0, 0]\n\
             axis = [0, 0, 1]\nmotor = {{ speed = 2, max = {most} }}\n"
        )
    };
    let spin = |most: f64| {
        let mut world = world(&motor(most), &[]);
        (0..50).for_each(|_| drop(good_step(&mut world, 0.01)));
        // I = m s²/6.
        world.ledger().angular_momentum[2] / (8.0 * 0.04 / 6.0)
    };
    assert!((spin(1e3) - 2.0).abs() < 0.01, "{}", spin(1e3));
    // A torque of 0.1 N m for half a second.
    let weak = 0.1 * 0.5 / (8.0 * 0.04 / 6.0);
    assert!((spin(0.1) / weak - 1.0).abs() < 0.01, "{} {weak}", spin(0.1));
}

#[test]
fn a_hinge_stops_at_its_limits() {
    let text = PENDULUM.to_owned() + "limits = [-10, 20]\n";
    let text =
        text.replace("angle = 5", "angle = 0").replace("[0.0435778714, -0.4980973490, 0]", "[0, -0.5, 0]");
    for (spin, limit) in [(3.0, 20.0), (-3.0, -10.0)] {
        let about = format!("body.0.angular_velocity=[0, 0, {spin}]");
        let speed = format!("body.0.velocity=[{}, 0, 0]", 0.5 * spin);
        let mut world = world(&text, &[&about, &speed, "time.step=0.005"]);
        let mut most: f64 = 0.0;
        for _ in 0..80 {
            good_step(&mut world, 0.005);
            let center = mean(&world, 0);
            let angle = center[0].atan2(-center[1]).to_degrees();
            most = if spin > 0.0 { most.max(angle) } else { most.min(angle) };
        }
        assert!((most - limit).abs() < 0.1, "{most} {limit}");
    }
}

#[test]
fn a_soft_body_can_be_jointed_to_a_rigid_one() {
    let text = r#"
[time]
step = 0.01
steps = 30
[[body]]
name = "arm"
kind = "rigid"
mesh = { shape = "box", size = [0.4, 0.05, 0.05], cells = [1, 1, 1] }
material = { density = 1000 }
pin = [{ where = { all = true } }]
[[body]]
name = "jelly"
mesh = { shape = "box", size = [0.1, 0.1, 0.1], cells = [2, 2, 2] }
translate = [0.26, 0, 0]
material = { model = "stable-neo-hookean", young = 2e4, poisson = 0.4, density = 1000 }
[[joint]]
type = "ball"
between = ["arm", "jelly"]
at = [0.21, 0, 0]
"#;
    let mut world = world(text, &[]);
    for _ in 0..30 {
        good_step(&mut world, 0.01);
    }
    let center = mean(&world, 1);
    assert!(distance(center, [0.21, 0.0, 0.0]) < 0.12, "it hangs: {center:?}");
    assert!(center[1] < -0.02, "and swings: {center:?}");
}

#[test]
fn joints_that_contradict_each_other_are_told() {
    let held = "type = \"ball\"\n[[joint]]\ntype = \"distance\"\nbetween = [\"a\", \"b\"]\nat = [0.15, 0, 0]\nlength = 0.3";
    let mut world = world(&free_pair(held), &[]);
    let record = step(&mut world, 0.01);
    assert!(!record.committed);
    let told = record.mistake.unwrap_or_default();
    assert!(told.contains("joint.") && told.contains("contradict"), "{told}");
}

/// What is wrong with a scene, when it is read or when it is built.
fn refusal(text: &str, set: &[&str]) -> String {
    let set: Vec<String> = set.iter().map(ToString::to_string).collect();
    match Scene::from_text("law.toml", text, &set) {
        Err(error) => error.to_string(),
        Ok(scene) => match build(&scene) {
            Err(problems) => problems.to_string(),
            Ok(_) => String::new(),
        },
    }
}

#[test]
fn what_no_rigid_body_and_no_joint_can_be_is_refused_with_its_key() {
    let joint = free_pair("type = \"ball\"");
    let table: [(&str, &[&str], &str); 16] = [
        (TOP, &["body.0.material.density=0"], "body.0.material.density"),
        (TOP, &["body.0.mass=3"], "body.0.mass"),
        (TOP, &["body.0.rigid.stiffness=0"], "body.0.rigid.stiffness"),
        (TOP, &["body.0.rigid.inertia=[1, 1]"], "body.0.rigid.inertia"),
        (TOP, &["body.0.rigid.inertia=[1, 1, 3]"], "body.0.rigid.inertia"),
        (TOP, &["body.0.mesh={shape=\"sheet\",size=[1,1],cells=[2,2]}"], "open at 8 edges"),
        (TOP, &["body.0.pin=[{where={box=[[0,-1,-1],[1,1,1]]}}]"], "as a whole"),
        (TOP, &["body.0.springs.stiffness=3"], "body.0.springs"),
        (TOP, &["body.0.start.stretch=[1, 2, 1]"], "body.0.start"),
        (TOP, &["body.0.load=[{pressure=3}]"], "body.0.load.0.pressure"),
        (TOP, &["time.integrator=implicit-midpoint"], "time.integrator"),
        (TOP, &["kind=3"], "unknown key"),
        (&joint, &["joint.0.between=[\"a\", \"c\"]"], "there is no body \"c\""),
        (&joint, &["joint.0.axis=[1, 0, 0]"], "joint.0.axis"),
        (&joint, &["joint.0.between=[\"a\", \"a\"]"], "joint.0.between"),
        (&joint, &["joint.0.type=hinge"], "joint.0.axis"),
    ];
    for (text, set, expected) in table {
        let found = refusal(text, set);
        assert!(found.contains(expected), "{set:?}: {found}");
    }
    let massless = TOP.replace("material = { density = 1000 }", "");
    assert!(refusal(&massless, &[]).contains("body.0.mass"));
    let text = TOP.replace("material = { density = 1000 }", "mass = 0");
    assert!(refusal(&text, &[]).contains("body.0.mass"));
    // The same scenes are fine as they are.
    assert_eq!((refusal(TOP, &[]), refusal(&joint, &[])), (String::new(), String::new()));
}

#[test]
fn a_rigid_body_that_is_pinned_follows_its_script_rigidly() {
    let pin = "body.0.pin=[{where={all=true}, motion={rotation={axis=[0,0,1], rate=1.5}}}]";
    let mut world = world(TOP, &[pin, "body.0.angular_velocity=[0,0,0]"]);
    let at_rest = rest(&world, 0);
    for _ in 0..30 {
        good_step(&mut world, 1.0 / 30.0);
    }
    let (_, axes) = pose(&world, 0, &at_rest);
    assert!((axes[0][1].atan2(axes[0][0]) - 1.5).abs() < 1e-9, "{axes:?}");
}

#[test]
fn force_and_torque_move_it_as_newton_and_euler_say() {
    let still = "body.0.angular_velocity=[0,0,0]";
    let mut pushed = world(TOP, &[still, "body.0.load=[{force=[12, 0, 0]}]"]);
    let mut turned = world(TOP, &[still, "body.0.load=[{torque=[0, 0, 0.13]}]"]);
    // At the end of the box, by half of its length.
    let off = "body.0.load=[{force=[0, 6, 0], where={box=[[0.149,-1,-1],[0.151,1,1]]}}]";
    let mut both = world(TOP, &[still, off]);
    for _ in 0..3 {
        good_step(&mut pushed, 0.01);
        good_step(&mut turned, 0.01);
        good_step(&mut both, 0.01);
    }
    assert!((pushed.ledger().momentum[0] - 12.0 * 0.03).abs() < 1e-6);
    assert!((turned.ledger().angular_momentum[2] - 0.13 * 0.03).abs() < 1e-6);
    assert!((both.ledger().momentum[1] - 6.0 * 0.03).abs() < 1e-6);
    assert!((both.ledger().angular_momentum[2] / (0.15 * 6.0 * 0.03) - 1.0).abs() < 1e-3);
}

/// Weighted means of nodes are off by rounding, and parallel edges with them.
#[test]
fn a_wall_of_bricks_whose_edges_are_parallel_but_for_rounding_stands() {
    let text = r#"
[time]
step = "1/60"
steps = 2
[contact]
friction = 0.5
dhat = 2e-3
[[body]]
name = "brick"
kind = "rigid"
mesh = { shape = "box", size = [0.2, 0.2, 0.4], cells = [1, 1, 1] }
translate = [0.2, 0.508, 0]
copies = { count = [1, 5, 3], spacing = [0, 0.202, 0.403] }
material = { density = 1000 }
[[obstacle]]
name = "ground"
shape = "plane"
"#;
    let mut world = world(text, &[]);
    assert!(world.ledger().contact.is_finite());
    for _ in 0..2 {
        good_step(&mut world, 1.0 / 60.0);
    }
}
