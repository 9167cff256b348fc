//! The law of forces: what sources are told to give is the change of momentum, whatever the scheme and whoever pushes.

mod fixture;

use fixture::{good_step, scene};
use lope::scene::Scene;
use lope::scene::build::build;
use lope::scene::model::Integrator;
use lope::scene::validate::INTEGRATORS;
use lope::world::{Force, ForceSource, SourceKind, World};

const G: f64 = 9.81;
const SOLVER: &str = "[solver]\ntolerance = 1e-11\n";

/// A scene of bodies on a floor of some model.
fn on_floor(obstacle: &str, velocity: [f64; 3]) -> String {
    format!(
        r#"
gravity = [0, -{G}, 0]
[time]
step = 0.005
steps = 10
[solver]
tolerance = 1e-11
[[body]]
name = "box"
mesh = {{ shape = "box", size = [0.12, 0.12, 0.12], cells = [2, 2, 2] }}
material = {{ model = "stable-neo-hookean", young = 1e5, poisson = 0.3, density = 1000 }}
translate = [0, 0.062, 0]
velocity = {velocity:?}
{obstacle}
"#
    )
}

/// Of forces of up to 500 N, by what the solver leaves.
const TOLERANCE: f64 = 1e-6;

const IPC: &str = r#"
[contact]
dhat = 0.002
friction = 0.3
[[obstacle]]
name = "floor"
shape = "plane"
"#;

const PINNED: &str = r#"
gravity = [0, -9.81, 0]
[time]
step = 0.005
steps = 10
[solver]
tolerance = 1e-11
[[body]]
name = "bar"
mesh = { shape = "box", size = [0.4, 0.1, 0.1], cells = [4, 1, 1] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.3, density = 1000 }
damping = { drag = 0.0, rayleigh = 0.01 }
[[body.pin]]
where = { box = [[-0.21, -1, -1], [-0.19, 1, 1]] }
motion = { velocity = [0, 0.2, 0] }
[[body.pin]]
where = { box = [[-0.21, -1, -1], [-0.09, 1, 1]] }
axes = [false, false, true]
release = 0.02
[[body.attach]]
where = { box = [[0.19, -1, -1], [0.21, 1, 1]] }
stiffness = 500
motion = { velocity = [0.3, 0, 0] }
"#;

/// Two cubes that hit each other.
fn pair(contact: &str) -> String {
    let cube = |name: &str, x: f64, v: f64| {
        format!(
            r#"
[[body]]
name = "{name}"
mesh = {{ shape = "box", size = [0.1, 0.1, 0.1], cells = [2, 2, 2] }}
material = {{ model = "stable-neo-hookean", young = 1e5, poisson = 0.3, density = 1000 }}
translate = [{x}, 0, 0]
velocity = [{v}, 0, 0]
"#
        )
    };
    let (one, other) = (cube("one", 0.0, 0.5), cube("other", 0.103, -0.2));
    format!(
        "gravity = [0, 0, 0]\n[time]\nstep = 0.004\nsteps = 10\n[solver]\ntolerance = 1e-11\n{one}{other}{contact}"
    )
}

/// Sum of all that is from outside.
fn outside(world: &World, forces: &[Force]) -> [f64; 3] {
    let sources = world.force_sources().iter().zip(forces);
    let from = sources.filter(|(source, _)| source.kind != SourceKind::Pair);
    from.fold([0.0; 3], |sum, (_, force)| [0, 1, 2].map(|i| sum[i] + force.total()[i]))
}

fn turning(world: &World, forces: &[Force]) -> [f64; 3] {
    let sources = world.force_sources().iter().zip(forces);
    let from = sources.filter(|(source, _)| source.kind != SourceKind::Pair);
    from.fold([0.0; 3], |sum, (_, force)| [0, 1, 2].map(|i| sum[i] + force.torque[i]))
}

fn force(world: &World, name: &str) -> Force {
    let number = world.force_sources().iter().position(|source| source.name == name);
    let number = number.expect("a source of this name");
    world.forces().expect("forces")[number]
}

/// Runs a scene under a scheme and holds every step against the law; none if the scene refuses the scheme.
fn hold(text: &str, integrator: Integrator, set: &[&str], steps: usize, tolerance: f64) -> Option<World> {
    let name = format!("time.integrator={}", integrator.name());
    let set: Vec<&str> = set.iter().copied().chain([name.as_str()]).collect();
    // What minimizes nothing has no tolerance.
    let text = if integrator.explicit() { text.replace(SOLVER, "") } else { text.to_owned() };
    let set: Vec<String> = set.iter().map(ToString::to_string).collect();
    let scene = Scene::from_text("law.toml", &text, &set).ok()?;
    let mut world = build(&scene).ok()?.world;
    world.tell_forces(true);
    let h = scene.time.step.get();
    let weight: f64 = world.mass().iter().sum();
    let down = [0, 1, 2].map(|i| weight * scene.gravity[i].get());
    for number in 0..steps {
        let before = world.ledger().momentum;
        let record = fixture::step(&mut world, h);
        let outcome = record.report.outcome.word();
        assert!(
            record.committed && outcome == "converged",
            "{}: {outcome} {:e}",
            integrator.name(),
            record.report.residual
        );
        let after = world.ledger().momentum;
        if integrator == Integrator::EnergyConstraint {
            assert!(world.forces().is_none(), "a multiplier is nobody's force");
            continue;
        }
        let forces = world.forces().expect("forces");
        // What nodes feel of pins and attachments is what these give.
        let holds = |source: &ForceSource| matches!(source.kind, SourceKind::Pin | SourceKind::Attachment);
        let held = world.force_sources().iter().zip(&forces).filter(|(source, _)| holds(source));
        let held = held.fold([0.0; 3], |sum, (_, force)| [0, 1, 2].map(|i| sum[i] + force.total()[i]));
        let of_nodes = world.reactions();
        let felt = [0, 1, 2].map(|i| of_nodes.iter().skip(i).step_by(3).sum::<f64>());
        for i in 0..3 {
            let size = of_nodes.iter().map(|f| f.abs()).fold(1.0, f64::max);
            assert!(
                (held[i] - felt[i]).abs() < 1e-10 * size,
                "{integrator} step {number}: {held:?} {felt:?}"
            );
        }
        let sum = outside(&world, &forces);
        for i in 0..3 {
            let gap = sum[i] + down[i] - (after[i] - before[i]) / h;
            assert!(
                gap.abs() <= tolerance,
                "{} step {number} axis {i}: off by {gap:.2e} N; {forces:?} {down:?} {:?}",
                integrator.name(),
                [0, 1, 2].map(|i| (after[i] - before[i]) / h)
            );
        }
    }
    Some(world)
}

/// Schemes that the law holds for: scaling velocities beside pins gives momentum that comes from nobody.
fn lawful(pinned: bool) -> impl Iterator<Item = Integrator> {
    INTEGRATORS.iter().copied().filter(move |one| !(pinned && *one == Integrator::EnergyBudget))
}

#[test]
fn pins_and_attachments_balance_momentum_under_every_scheme() {
    let mut held = 0;
    for integrator in lawful(true) {
        let set: &[&str] = if integrator.explicit() { &["time.step=2e-4"] } else { &[] };
        let Some(world) = hold(PINNED, integrator, set, 8, TOLERANCE) else { continue };
        let names: Vec<&str> = world.force_sources().iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["bar.pin0", "bar.pin1", "bar.attach0"]);
        held += 1;
    }
    assert_eq!(held, INTEGRATORS.len() - 1);
}

#[test]
fn obstacles_of_every_model_balance_momentum_under_every_scheme() {
    let models = [
        ("penalty", "stiffness = 1e7\nfriction = 0.4"),
        ("spring", "stiffness = 1e4\nfriction = 0.4"),
        ("constraint", "friction = 0.4"),
        ("post", "friction = 0.4"),
    ];
    for (model, keys) in models {
        let floor =
            format!("[[obstacle]]\nname = \"floor\"\nshape = \"plane\"\nmodel = \"{model}\"\n{keys}\n");
        let text = on_floor(&floor, [0.5, -1.0, 0.0]);
        let mut held = 0;
        // Without friction in it, and without inertia, a body finds no rest on a floor.
        for integrator in lawful(false).filter(|one| *one != Integrator::Quasistatic) {
            let explicit = integrator.explicit();
            let set: &[&str] = if explicit { &["time.step=2e-4"] } else { &[] };
            let steps = if explicit { 30 } else { 8 };
            let Some(world) = hold(&text, integrator, set, steps, TOLERANCE) else { continue };
            held += 1;
            if integrator != Integrator::EnergyConstraint {
                let Force { normal, .. } = force(&world, "floor");
                assert!(normal[1] >= 0.0, "{model} {integrator:?}: a floor does not pull: {normal:?}");
            }
        }
        assert!(held >= 7, "{model}: {held}");
    }
}

#[test]
fn barriers_balance_momentum_under_every_scheme() {
    let mut held = 0;
    for integrator in lawful(false).filter(|one| !one.explicit()) {
        let text = on_floor(IPC, [0.5, -0.4, 0.0]);
        let Some(world) = hold(&text, integrator, &[], 8, TOLERANCE) else { continue };
        held += 1;
        if integrator == Integrator::EnergyConstraint || integrator == Integrator::Quasistatic {
            continue;
        }
        let Force { normal, friction, .. } = force(&world, "floor");
        assert!(normal[1] > 0.0 && friction[0] < 0.0, "{integrator:?}: {normal:?} {friction:?}");
        let nodes = world.contact_forces();
        for (list, sum) in nodes.iter().zip([normal, friction]) {
            // The floor feels the opposite: its node is the last.
            let own = 3 * world.bodies()[0].nodes.end;
            for i in 0..3 {
                let all: f64 = list[..own].chunks_exact(3).map(|f| f[i]).sum();
                assert!((all - sum[i]).abs() < 1e-9 * (1.0 + sum[i].abs()), "{integrator:?} {all} {sum:?}");
                assert!((list[own + i] + sum[i]).abs() < 1e-9 * (1.0 + sum[i].abs()));
            }
        }
    }
    assert!(held >= 5, "{held}");
}

#[test]
fn a_box_at_rest_on_a_floor_weighs_what_it_weighs() {
    let text = on_floor(IPC, [0.0; 3]);
    let weight = 0.12_f64.powi(3) * 1000.0 * G;
    let world = hold(
        &text,
        Integrator::BackwardEuler,
        &["time.step=0.02", "body.0.translate=[0,0.0615,0]"],
        60,
        TOLERANCE,
    );
    let Force { normal, friction, torque } = force(&world.expect("a world"), "floor");
    assert!((normal[1] - weight).abs() < 1e-3 * weight, "{normal:?} {weight}");
    assert!(friction.iter().all(|f| f.abs() < 1e-2 * weight), "{friction:?}");
    assert!(torque.iter().all(|t| t.abs() < 1e-3 * weight), "the box stands at the origin: {torque:?}");
}

/// The barrier acts at the end of the step with the factor one in every scheme: none lets a box sink or float. Drag brings it to rest
/// where the scheme does not.
#[test]
fn a_box_at_rest_weighs_the_same_under_every_scheme() {
    let weight = 0.12_f64.powi(3) * 1000.0 * G;
    let text = on_floor(IPC, [0.0; 3]);
    let mut gaps: Vec<(Integrator, f64)> = Vec::new();
    for integrator in lawful(false).filter(|one| !one.explicit()) {
        let set = [
            format!("time.integrator={}", integrator.name()),
            "body.0.translate=[0,0.0615,0]".to_owned(),
            "body.0.damping={ drag = 40, rayleigh = 0.005 }".to_owned(),
        ];
        let Ok(scene) = Scene::from_text("law.toml", &text, &set) else { continue };
        let Ok(built) = build(&scene) else { continue };
        let mut world = built.world;
        world.tell_forces(false);
        (0..120).for_each(|_| _ = good_step(&mut world, 0.01));
        if integrator != Integrator::EnergyConstraint {
            let Force { normal, .. } = force(&world, "floor");
            assert!((normal[1] - weight).abs() < 1e-3 * weight, "{integrator:?}: {normal:?} {weight}");
        }
        gaps.push((integrator, world.points_of(0).iter().map(|p| p[1]).fold(f64::INFINITY, f64::min)));
    }
    assert!(gaps.len() >= 5, "{gaps:?}");
    let (_, least) = gaps[0];
    assert!(least > 0.0 && least < 0.002, "{gaps:?}");
    assert!(gaps.iter().all(|(_, gap)| (gap / least - 1.0).abs() < 2e-3), "{gaps:?}");
}

#[test]
fn what_slides_feels_friction_times_the_push() {
    let text = on_floor(IPC, [2.0, 0.0, 0.0]);
    let world = hold(
        &text,
        Integrator::BackwardEuler,
        &["time.step=0.01", "body.0.translate=[0,0.0615,0]"],
        12,
        TOLERANCE,
    );
    let Force { normal, friction, .. } = force(&world.expect("a world"), "floor");
    assert!(normal[1] > 5.0, "{normal:?}");
    // The normal force of friction lags by less than a hundredth.
    assert!((friction[0] / normal[1] + 0.3).abs() < 0.003, "{normal:?} {friction:?}");
}

#[test]
fn two_bodies_push_each_other_equally() {
    let ipc = "[contact]\ndhat = 0.002\n";
    let penalty = "[contact]\nmodel = \"penalty\"\nstiffness = 1e8\nfriction = 0.2\n";
    for (model, contact) in [("ipc", ipc), ("penalty", penalty)] {
        for integrator in [
            Integrator::BackwardEuler,
            Integrator::ImplicitMidpoint,
            Integrator::VariationalMidpoint,
            Integrator::Bdf2,
            Integrator::Trapezoid,
        ] {
            let name = format!("time.integrator={}", integrator.name());
            let scene = scene(&pair(contact), &[&name]);
            let Ok(built) = build(&scene) else { continue };
            let mut world = built.world;
            world.tell_forces(false);
            assert!(world.force_sources().is_empty(), "nobody has touched yet");
            let mut most = 0.0_f64;
            for _ in 0..8 {
                let momentum = |world: &World| {
                    let one = world.bodies()[0].nodes.clone();
                    let v = world.state().momentum();
                    one.map(|node| world.mass()[node] * v[3 * node]).sum::<f64>()
                };
                let before = momentum(&world);
                good_step(&mut world, 0.004);
                let change = (momentum(&world) - before) / 0.004;
                let told = world.forces().expect("forces").first().map_or(0.0, |force| force.total()[0]);
                assert!((told - change).abs() < 1e-5, "{model} {integrator:?}: {told} {change}");
                most = most.max(told.abs());
            }
            assert!(most > 1.0, "{model} {integrator:?}: they met: {most}");
            assert_eq!(world.force_sources()[0].name, "one-other");
        }
    }
}

/// Whoever asks changes nothing.
#[test]
fn telling_forces_leaves_the_motion_as_it_is() {
    for text in [on_floor(IPC, [0.5, -0.4, 0.0]), PINNED.to_owned()] {
        let run = |told: bool| {
            let mut world = build(&scene(&text, &["time.integrator=bdf2"])).expect("a world").world;
            if told {
                world.tell_forces(true);
            }
            (0..6).for_each(|_| {
                good_step(&mut world, 0.005);
            });
            fixture::bits(&world.state().x)
        };
        assert_eq!(run(false), run(true));
    }
}

/// Parts of a step are told as one.
#[test]
fn substeps_are_told_together() {
    let text = on_floor(IPC, [0.5, -0.4, 0.0]);
    for integrator in [Integrator::BackwardEuler, Integrator::Bdf2] {
        assert!(hold(&text, integrator, &["time.substeps=3"], 5, TOLERANCE).is_some());
        assert!(hold(PINNED, integrator, &["time.substeps=3"], 5, TOLERANCE).is_some());
    }
}

/// Of a bar that is held at one end and hangs still, the pin carries weight and moment.
#[test]
fn a_pin_carries_weight_and_moment() {
    let set = [
        "time.step=1",
        "body.0.attach=[]",
        "body.0.pin=[{ where = { box = [[-0.21, -1, -1], [-0.19, 1, 1]] } }]",
        "body.0.material.young=1e7",
    ];
    let world = hold(PINNED, Integrator::Quasistatic, &set, 1, TOLERANCE).expect("a world");
    let weight = 0.4 * 0.1 * 0.1 * 1000.0 * G;
    let forces = world.forces().expect("forces");
    assert!((forces[0].total()[1] - weight).abs() < 1e-4, "{forces:?}");
    // The weight pulls at the middle, which is at the origin but for the sag.
    assert!(turning(&world, &forces).iter().all(|turn| turn.abs() < 1e-2 * weight), "{forces:?}");
}

/// A body that floats, or is held, with a load of every kind.
const LOADED: &str = r#"
gravity = [0, -9.81, 0]
[time]
step = 0.005
steps = 10
[solver]
tolerance = 1e-11
[[body]]
name = "bar"
mesh = { shape = "box", size = [0.4, 0.1, 0.1], cells = [4, 1, 1] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.3, density = 1000 }
[[body.load]]
where = { box = [[0.19, -1, -1], [0.21, 1, 1]] }
force = ["5*sin(40*t)", 3, 0]
[[body.load]]
where = { box = [[0.19, -1, -1], [0.21, 1, 1]] }
traction = [0, "200*x", { t = [0, 0.02], value = [0, 300] }]
[[body.load]]
pressure = "900*t"
[[body.load]]
where = { box = [[-1, 0.04, -1], [1, 0.06, 1]] }
pressure = 500
[[body.load]]
where = { box = [[0.09, -1, -1], [0.21, 1, 1]] }
torque = [0.2, "0.1*t", 0.1]
start = 0.01
[[body.load]]
acceleration = ["y", 0, 4]
end = 0.02
[[body.load]]
wind = { speed = [3, 9, 1], lift = 0.5, density = 20 }
[[body.load]]
muscle = { direction = [1, 0, 0.2], stress = "10000*t" }
[[load]]
force = [0, 0, 7]
[[tendon]]
path = [{ point = [-0.5, 0.1, 0] }, { body = "bar", point = [-0.15, 0.02, 0] }, { body = "bar", point = [0.15, 0.03, 0] }]
pull = "3 + 100*t"
"#;

/// What a load gives is told by its name, and all together with the weight are the change of momentum to round-off.
#[test]
fn loads_balance_momentum_under_every_scheme() {
    let pin = "body.0.pin=[{where={box=[[-0.21,-1,-1],[-0.19,1,1]]}, motion={velocity=[0,0.2,0]}}]";
    for set in [&[][..], &[pin]] {
        let mut held = 0;
        for integrator in lawful(!set.is_empty()).filter(|one| *one != Integrator::Quasistatic) {
            let short = ["time.step=2e-4"];
            let set: Vec<&str> = if integrator.explicit() { [set, &short].concat() } else { set.to_vec() };
            // Of 200 N.
            let Some(world) = hold(LOADED, integrator, &set, 8, 2e-8) else { continue };
            let loads = world.force_sources().iter().filter(|one| one.kind == SourceKind::Load);
            let names: Vec<&str> = loads.map(|one| one.name.as_str()).collect();
            let own =
                ["bar.load0", "bar.load1", "bar.load2", "bar.load3", "bar.load4", "bar.load5", "bar.load6"];
            assert_eq!(names, [&own[..], &["load0", "tendon"]].concat());
            held += 1;
        }
        assert!(held >= INTEGRATORS.len() - 2, "{held}");
    }
}

/// Torques are those of the forces, wherever they act: with backward Euler, which takes all of them at the end, they are the moment
/// there of the change of momentum.
#[test]
fn torques_are_the_moment_of_the_change_of_momentum() {
    let pin = "body.0.pin=[{where={box=[[-0.21,-1,-1],[-0.19,1,1]]}, motion={velocity=[0,0.2,0]}}]";
    let floor = "[[obstacle]]\nname = \"floor\"\nshape = \"plane\"\nmodel = \"penalty\"\nstiffness = 1e7\n";
    let cases: [(&str, String, &[&str]); 4] = [
        ("pins and attachments", PINNED.to_owned(), &["body.0.damping.rayleigh=0"]),
        ("loads", LOADED.to_owned(), &[]),
        ("loads and a pin", LOADED.to_owned(), &[pin]),
        ("a floor", on_floor(floor, [0.5, -1.0, 0.3]), &[]),
    ];
    for (what, text, set) in cases {
        let scene = scene(&text, set);
        let mut world = build(&scene).expect("a world").world;
        world.tell_forces(false);
        let h = scene.time.step.get();
        let mut most = 0.0_f64;
        for _ in 0..6 {
            let before = world.state().momentum().to_vec();
            good_step(&mut world, h);
            let mut moment = [0.0; 3];
            for (node, (m, x)) in world.mass().iter().zip(world.state().x.as_chunks::<3>().0).enumerate() {
                let now = &world.state().momentum()[3 * node..];
                let given =
                    [0, 1, 2].map(|i| m * ((now[i] - before[3 * node + i]) / h - scene.gravity[i].get()));
                let turn = lope::math::vec3::cross(*x, given);
                (0..3).for_each(|i| moment[i] += turn[i]);
            }
            let told = turning(&world, &world.forces().expect("forces"));
            for i in 0..3 {
                assert!((told[i] - moment[i]).abs() < 1e-7, "{what}, axis {i}: {told:?} {moment:?}");
                most = most.max(told[i].abs());
            }
        }
        assert!(most > 0.1, "{what}: {most}");
    }
}
