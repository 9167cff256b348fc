//! The law of books: what is said to have come in and gone out is what the energy of a state lacks, up to the error that the
//! integrator promises, with damping, pins, contact and friction. The registry is `INTEGRATORS`, so that an integrator
//! without a law fails.

mod fixture;

use fixture::{good_step, world};
use lope::observe::Ledger;
use lope::scene::model::Integrator;
use lope::scene::validate::INTEGRATORS;
use lope::world::World;

/// A strip in the plane, pulled long and wide, that swings under its weight.
const STRIP: &str = r#"
gravity = [0, -2, 0]
dimension = 2
[time]
step = 0.01
steps = 1
[solver]
tolerance = 1e-10
[[body]]
mesh = { shape = "rectangle", size = [1, 0.5], cells = [3, 2] }
material = { model = "fixed-corotated", young = 2e3, poisson = 0.3, density = 1000 }
velocity = [0, 0.3, 0]
start = { stretch = [1.3, 1.25, 1] }
"#;

const DURATION: f64 = 0.25;

const HELD: &str = "body.0.pin=[{where={box=[[-0.51,-1,-1],[-0.49,1,1]]}}]";
const STEADY: &str = "body.0.pin=[{where={box=[[-0.51,-1,-1],[-0.49,1,1]]}, motion={velocity=[-0.3,0.5,0]}}]";
const SHAKEN: &str = "body.0.pin=[{where={box=[[-0.51,-1,-1],[-0.49,1,1]]}, motion={expression=['x-0.1*sin(7*t)','y+t^2','z']}}]";
const DRAG: &str = "body.0.damping.drag=3";
const RAYLEIGH: &str = "body.0.damping.rayleigh=0.05";
/// Vertices of the lower edge are inside all the time: a cubic penalty is smooth there.
const FLOOR: &str =
    "obstacle=[{shape='plane', model='penalty', stiffness=1e3, friction=0, translate=[0,-0.05,0]}]";
const ROUGH: &str =
    "obstacle=[{shape='plane', model='penalty', stiffness=5e3, friction=0.4, translate=[0,-0.15,0]}]";

/// The strip under an integrator.
fn strip(name: Integrator, set: &[&str]) -> World {
    let text =
        if name.explicit() { STRIP.replace("[solver]\ntolerance = 1e-10\n", "") } else { STRIP.to_owned() };
    let integrator = format!("time.integrator={name}");
    let mut all = vec![integrator.as_str()];
    all.extend(set);
    world(&text, &all)
}

/// The ledger at four moments of a run in equal steps.
fn moments(name: Integrator, set: &[&str], steps: usize) -> Vec<Ledger> {
    let mut world = strip(name, set);
    let mut all = Vec::new();
    for step in 1..=steps {
        let record = good_step(&mut world, DURATION / steps as f64);
        if step % (steps / 4) == 0 {
            all.push(record.ledger);
        }
    }
    all
}

fn order(name: Integrator) -> f64 {
    match name {
        Integrator::ForwardEuler | Integrator::SymplecticEuler | Integrator::BackwardEuler => 1.0,
        Integrator::Rk4 => 4.0,
        // Of what pins do from one equilibrium to the next.
        Integrator::Quasistatic => 2.0,
        Integrator::ImplicitMidpoint
        | Integrator::Trapezoid
        | Integrator::Bdf2
        | Integrator::VariationalMidpoint
        | Integrator::Stabilized
        | Integrator::EnergyBudget
        | Integrator::EnergyConstraint => 2.0,
    }
}

/// Explicit schemes of first order come near only with shorter steps.
fn steps(name: Integrator) -> usize {
    match (order(name) as usize, name.explicit()) {
        (1, true) => 512,
        (4, _) => 32,
        _ => 64,
    }
}

fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.map(f64::abs).fold(0.0, f64::max)
}

/// What is smaller than this part of what moves is rounding and the solver's tolerance.
const NOTHING: f64 = 1e-8;

/// Checks that errors of runs, the second of steps half as long, fall as `order` says, or are nothing beside `size`.
fn falls(errors: [f64; 2], order: f64, size: f64, what: &str) {
    let measured = (errors[0] / errors[1]).log2();
    assert!(
        measured > order - 0.25 || errors[0] < NOTHING * size,
        "{what}: order {measured}, not {order}; {errors:?} J of {size} J"
    );
}

fn balances(name: Integrator, set: &[&str], order: f64) {
    let gap = |steps| {
        let all = moments(name, set, steps);
        let last = all.last().expect("some");
        (largest(all.iter().map(Ledger::numerical)), last.kinetic + last.elastic)
    };
    let ((coarse, size), (fine, _)) = (gap(2 * steps(name)), gap(4 * steps(name)));
    falls([coarse, fine], order, size, &format!("{name} with {set:?}"));
}

#[test]
fn what_a_state_lacks_falls_as_the_order_says() {
    let cases: &[&[&str]] = &[
        &[HELD],
        &[HELD, DRAG],
        &[HELD, RAYLEIGH],
        &[STEADY],
        &[SHAKEN],
        &[SHAKEN, DRAG, RAYLEIGH],
        &[FLOOR],
        &[FLOOR, DRAG],
    ];
    for &name in INTEGRATORS.iter().filter(|&&name| name != Integrator::Quasistatic) {
        for &set in cases {
            balances(name, set, order(name));
        }
    }
}

/// Friction acts after the step, which is of first order whatever the scheme.
#[test]
fn what_friction_takes_is_booked() {
    for &name in INTEGRATORS.iter().filter(|&&name| name != Integrator::Quasistatic) {
        balances(name, &[ROUGH, "body.0.velocity=[1,-0.1,0]"], 1.0);
        let end = *moments(name, &[ROUGH, "body.0.velocity=[1,-0.1,0]"], steps(name)).last().unwrap();
        assert!(end.books.dissipated > 10.0, "{name}: {:?}", end.books);
    }
}

/// Not only the balance: what damping takes and what a pin does is what it is in the limit of short steps.
#[test]
fn what_is_booked_is_as_accurate_as_the_integrator() {
    for set in [[HELD, DRAG], [HELD, RAYLEIGH], [STEADY, DRAG], [STEADY, RAYLEIGH]] {
        let exact = moments(Integrator::Rk4, &set, 1024);
        for &name in INTEGRATORS.iter().filter(|&&name| name != Integrator::Quasistatic) {
            let error = |steps, of: fn(&Ledger) -> f64| {
                let all = moments(name, &set, steps);
                largest(all.iter().zip(&exact).map(|(now, exact)| of(now) - of(exact)))
            };
            // The matrix of Rayleigh damping has kinks where a Hessian becomes indefinite after all: beyond second order
            // they show.
            let order = if set[1] == RAYLEIGH { order(name).min(2.0) } else { order(name) };
            let size = exact[3].books.dissipated + exact[3].books.added.abs();
            assert!(exact[3].books.dissipated > 1.0, "{set:?}: {:?}", exact[3].books);
            for of in [|now: &Ledger| now.books.dissipated, |now: &Ledger| now.books.added] {
                let errors = [2, 4].map(|more| error(more * steps(name), of));
                falls(errors, order, size, &format!("{name} with {set:?}"));
            }
        }
    }
}

/// Ten increments of a pull: what the pin did is in the strip.
#[test]
fn quasistatic_work_is_what_is_stored() {
    let pull = "body.0.pin=[{where={box=[[-0.51,-1,-1],[-0.49,1,1]]}}, \
                {where={box=[[0.49,-1,-1],[0.51,1,1]]}, motion={velocity=[2,0.4,0]}}]";
    let set = [
        pull,
        "gravity=[0, 0, 0]",
        "body.0.velocity=[0, 0, 0]",
        "body.0.start.stretch=[1, 1, 1]",
        "solver.tolerance=1e-6",
    ];
    let gap = |steps| {
        let mut world = strip(Integrator::Quasistatic, &set);
        (0..steps).for_each(|_| _ = good_step(&mut world, DURATION / steps as f64));
        let end = world.ledger();
        (end.numerical().abs(), end.elastic)
    };
    let ((coarse, stored), (fine, _)) = (gap(10), gap(20));
    assert!(stored > 10.0 && coarse < 5e-3 * stored, "{coarse} J of {stored} J");
    falls([coarse, fine], order(Integrator::Quasistatic), stored, "quasistatic");
}

/// A block that slides on a floor is slowed by μg, whatever the integrator makes of a velocity that is changed after its step.
#[test]
fn friction_on_a_constraint_is_coulombs_for_every_integrator() {
    let floor = "obstacle=[{shape='plane', model='constraint', friction=0.2, translate=[0,-0.5,0]}]";
    let set = [floor, "gravity=[0,-10,0]", "body.0.velocity=[2,0,0]", "body.0.material.young=1e6"];
    for name in constrained() {
        let mut world = world(fixture::CUBE, &[&set[..], &[&format!("time.integrator={name}")]].concat());
        let mass: f64 = world.mass().iter().sum();
        (0..100).for_each(|_| _ = good_step(&mut world, 0.004));
        let slowed = 2.0 - world.ledger().momentum[0] / mass;
        assert!((slowed - 0.2 * 10.0 * 0.4).abs() < 0.08, "{name}: slower by {slowed} m/s");
        assert_eq!(world.books().added, 0.0);
    }
}

/// A bar that falls aslant on a floor without friction, undamped.
const FALL: &str = r#"
gravity = [0, 0, 0]
[time]
step = 0.001
steps = 1
[solver]
method = "progressive"
linear = "cholesky"
tolerance = 1e-9
[[body]]
mesh = { shape = "box", size = [1, 0.2, 0.2], cells = [5, 1, 1] }
rotate = { axis = [0, 0, 1], angle = 15 }
velocity = [0, -1, 0]
material = { model = "fixed-corotated", young = 2e5, poisson = 0.3, density = 1000 }
[[obstacle]]
shape = "plane"
translate = [0, -0.35, 0]
model = "constraint"
"#;

/// Integrators that know constraints: those that minimize, but for the blends of `stabilized`, and have velocities.
fn constrained() -> impl Iterator<Item = Integrator> {
    let others = [Integrator::Stabilized, Integrator::Quasistatic];
    INTEGRATORS.iter().copied().filter(move |name| !name.explicit() && !others.contains(name))
}

/// What lies on a constraint has no velocity across it, whatever the rule of the integrator makes of positions.
#[test]
fn after_an_impact_velocities_are_along_the_constraint() {
    for name in constrained() {
        let mut world = world(FALL, &[&format!("time.integrator={name}")]);
        let mut lying = 0;
        for _ in 0..200 {
            let before = world.state().x.clone();
            good_step(&mut world, 0.00125);
            let state = world.state();
            let on_it = |x: &[f64], node: usize| (x[3 * node + 1] + 0.35).abs() < 1e-9;
            for node in (0..world.mass().len()).filter(|&node| on_it(&before, node) && on_it(&state.x, node))
            {
                let (v, momentum) = (state.v[3 * node + 1], state.momentum()[3 * node + 1]);
                assert!(v.abs() < 1e-6 && momentum.abs() < 1e-6, "{name}: {v} and {momentum} m/s across");
                lying += 1;
            }
        }
        assert!(lying > 20, "{name}: {lying}");
    }
}

#[test]
fn impacts_on_constraints_dissipate_nothing_and_are_booked_as_impacts() {
    for name in constrained() {
        let end = |steps: usize| {
            let mut world = world(FALL, &[&format!("time.integrator={name}")]);
            (0..steps).for_each(|_| _ = good_step(&mut world, 0.25 / steps as f64));
            world.ledger()
        };
        let [coarse, fine] = [100, 800].map(end);
        assert_eq!((coarse.books.dissipated, fine.books.dissipated), (0.0, 0.0), "{name}");
        // The bar has 20 J when it comes. What it loses does not depend on the step; what the integrator loses does. Schemes
        // that keep the energy give back what a stage has lost before it is stopped.
        let keeps = matches!(name, Integrator::EnergyBudget | Integrator::EnergyConstraint);
        let least = if keeps { 0.1 } else { 1.3 };
        assert!(fine.books.impact > least && fine.books.impact < 1.6, "{name}: {:?}", fine.books);
        let (before, after) = (coarse.numerical().abs(), fine.numerical().abs());
        assert!(after < 0.4 * before || after < 1e-3, "{name}: {before} J, then {after} J are missing");
    }
}

/// The lower edge is in the range of a barrier all the time.
const BARRIER: [&str; 2] =
    ["contact={dhat=0.6, stiffness=4e3}", "obstacle=[{shape='plane', translate=[0,-0.5,0]}]"];
const RUBBING: [&str; 2] = [
    "contact={dhat=0.6, stiffness=4e3, friction=0.3, epsv=0.1}",
    "obstacle=[{shape='plane', translate=[0,-0.5,0]}]",
];

/// A barrier is taken at the end of the step, and friction goes by forces that lag: first order, whatever the scheme. `stabilized` lets
/// a part of the energy go that it is told, a hundredth.
#[test]
fn barriers_and_their_friction_are_booked() {
    let with_velocities = |name: &&Integrator| !name.explicit() && **name != Integrator::Quasistatic;
    for &name in INTEGRATORS.iter().filter(with_velocities) {
        let sliding = [RUBBING[0], RUBBING[1], "body.0.velocity=[1,-0.1,0]"];
        let exact = matches!(name, Integrator::ImplicitMidpoint | Integrator::VariationalMidpoint);
        let secant = [BARRIER[0], BARRIER[1], "contact.force=secant"];
        for set in [&BARRIER[..], &sliding].into_iter().chain(exact.then_some(&secant[..])) {
            if name == Integrator::Stabilized {
                let end = *moments(name, set, steps(name)).last().expect("some");
                let off = end.numerical().abs() / end.total();
                assert!(off < 0.01, "{name} with {set:?}: {off} of the energy");
            } else {
                balances(name, set, 1.0);
            }
        }
        let end = *moments(name, &sliding, steps(name)).last().expect("some");
        assert!(end.books.dissipated > 1.0 && end.contact > 0.0, "{name}: {:?}", end.books);
    }
}

/// A strip that is thrown at a barrier far too soft for it, between steps that are all of one length.
const SOFT: [&str; 3] = [
    "contact={dhat=0.1, stiffness=20}",
    "obstacle=[{shape='plane', translate=[0,-0.4,0]}]",
    "body.0.velocity=[0,-1,0]",
];

/// A barrier that becomes stiffer after a step, and is let down again, gets and gives energy where it stands: that is booked as added,
/// to the bit, and with it the books are those of a barrier that stays as it is.
#[test]
fn what_a_barrier_gets_that_becomes_stiffer_is_booked() {
    for &name in
        &[Integrator::BackwardEuler, Integrator::ImplicitMidpoint, Integrator::Trapezoid, Integrator::Bdf2]
    {
        let mut world = strip(name, &SOFT);
        let (mut before, mut factor, mut changes) = (world.ledger(), 1.0, 0);
        for number in 1..=100 {
            let record = good_step(&mut world, 0.0025);
            let now = record.stiffening.expect("a barrier");
            assert_eq!(world.audit(), record.ledger, "{name}, step {number}");
            if now != factor {
                changes += 1;
                assert!(now == 2.0 * factor || now == 0.5 * factor, "{name}: {factor}, then {now}");
                // Nothing else adds any: so much of what is there now came with the factor.
                let added = record.ledger.books.added - before.books.added;
                let due = record.ledger.contact * (1.0 - factor / now);
                assert!(
                    (added - due).abs() < 1e-9 * due.abs(),
                    "{name}, step {number}: {added} J, not {due} J"
                );
                assert!(record.report.notes.iter().any(|note| note.contains("κ is ")), "{:?}", record.report);
            } else {
                assert_eq!(record.ledger.books.added, before.books.added, "{name}, step {number}");
            }
            (before, factor) = (record.ledger, now);
        }
        assert!(changes > 0, "{name}: never too near");
    }
}

/// A step that fails, with all its halves, leaves the stiffness as it was; one that is made of halves changes it once at most.
#[test]
fn only_steps_that_are_made_change_the_stiffness() {
    let mut world = strip(Integrator::BackwardEuler, &SOFT);
    while world.adaptation()[0][0] == 1.0 {
        good_step(&mut world, 0.0025);
    }
    let (adaptation, ledger) = (world.adaptation(), world.ledger());
    let set: Vec<&str> =
        SOFT.iter().copied().chain(["solver.max_iterations=1", "solver.on_failure=halve-step"]).collect();
    let mut hopeless = strip(Integrator::BackwardEuler, &set);
    hopeless.recall_adaptation(&adaptation);
    hopeless.restore(world.step_number(), world.state().clone(), world.books());
    assert_eq!(hopeless.ledger(), ledger, "the same barrier at the same state");
    assert!(!fixture::step(&mut hopeless, 0.01).committed);
    assert_eq!((hopeless.adaptation(), hopeless.ledger()), (adaptation.clone(), ledger));

    let set: Vec<&str> = SOFT.iter().copied().chain(["time.substeps=4"]).collect();
    let mut parts = strip(Integrator::BackwardEuler, &set);
    let mut factor = 1.0;
    for _ in 0..25 {
        let now = good_step(&mut parts, 0.01).stiffening.expect("a barrier");
        assert!([1.0, 2.0, 0.5].contains(&(now / factor)), "{factor}, then {now}");
        factor = now;
    }
    assert!(factor > 1.0);
}

const RIGHT: &str = "where={box=[[0.49,-1,-1],[0.51,1,1]]}";

/// Loads of every kind on the strip that is held at its left side, with their names.
fn loads() -> Vec<(&'static str, String)> {
    let load = |text: String| format!("body.0.load=[{{{text}}}]");
    let through = "{point=[2,0.5,0]},{body='body',point=[0.4,0.1,0]},{body='body',point=[-0.3,-0.1,0]}";
    let tendon = |pulls: &str| format!("tendon=[{{path=[{through}], {pulls}}}]");
    vec![
        ("steady force", load(format!("{RIGHT}, force=[20,-40,0]"))),
        ("force", load(format!("{RIGHT}, force=['60*sin(9*t)',-40,0]"))),
        ("traction", load(format!("{RIGHT}, traction=[0,{{t=[0,0.125,0.25],value=[0,90,-40]}},0]"))),
        ("acceleration", load("acceleration=['3*cos(20*t)',0,0]".into())),
        ("steady pressure", load("pressure=200".into())),
        ("pressure", load("pressure='300*sin(7*t)'".into())),
        ("pressure that lags", load(format!("{RIGHT}, pressure='300*sin(7*t)'"))),
        ("torque", load(format!("{RIGHT}, torque=[0,0,'20*cos(8*t)']"))),
        ("wind", load("wind={speed=[6,'9*t',0], drag=1, density=20}".into())),
        ("lift", load("wind={speed=[6,2,0], drag=0.5, lift=0.7, density=20}".into())),
        ("muscle", load("muscle={direction=[1,0.3,0], stress='900*sin(6*t)'}".into())),
        ("steady muscle", load("muscle={direction=[1,0.3,0], stress=500}".into())),
        ("tendon", tendon("pull='30+20*sin(8*t)'")),
        ("steady tendon", tendon("pull=40")),
        // Always taut: slack is where it has a corner.
        ("tendon that is wound up", tendon("length='1-0.5*t', stiffness=50")),
    ]
}

/// Whatever pushes: what came in is there, to the order of the scheme.
#[test]
fn loads_are_booked_as_the_order_says() {
    for &name in INTEGRATORS.iter().filter(|&&name| name != Integrator::Quasistatic) {
        for (what, load) in loads() {
            let set = [HELD, load.as_str()];
            balances(name, &set, order(name));
            let end = *moments(name, &set, steps(name)).last().expect("some");
            let steady = what.starts_with("steady");
            let added = end.books.added.abs() > NOTHING;
            assert_eq!(added, !steady, "{name} with {what}: {:?}", end.books);
        }
    }
}

/// Not only the balance: what a load does is what it does in the limit of short steps. What lags may be a hundredth off, and is
/// better.
#[test]
fn what_a_load_does_is_as_accurate_as_the_integrator() {
    for (what, load) in loads().into_iter().filter(|(what, _)| !what.starts_with("steady")) {
        let set = [HELD, load.as_str()];
        let exact = moments(Integrator::Rk4, &set, 1024);
        let size = largest(exact.iter().map(|now| now.books.added)) + exact[3].elastic;
        for &name in INTEGRATORS.iter().filter(|&&name| name != Integrator::Quasistatic) {
            let error = |steps| {
                let all = moments(name, &set, steps);
                largest(all.iter().zip(&exact).map(|(now, exact)| now.books.added - exact.books.added))
            };
            // Tables have corners, and lift begins with one where a face comes out of the lee; elsewhere it is taken at velocities
            // of before.
            let most = match what {
                "lift" if name == Integrator::Rk4 => continue,
                "lift" => 1.0,
                "traction" => 2.0,
                _ => 4.0,
            };
            let errors = [2, 4].map(|more| error(more * steps(name)));
            falls(errors, order(name).min(most), size, &format!("{name} with {what}"));
        }
    }
}
