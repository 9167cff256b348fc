//! The law of composition: every integrator with every method, linear solver, material and model of contact, in the plane
//! and in space, comes to the same place, or is refused with a reason. The registries are `INTEGRATORS`, `METHODS`,
//! `Model::ALL` and `ContactModel::ALL`.

mod fixture;

use fixture::{distance, step, world};
use lope::material::{self, Model, Order, Parameters};
use lope::minimize::Outcome;
use lope::scene::Scene;
use lope::scene::build::build;
use lope::scene::model::{ContactModel, Integrator, Linear, Method};
use lope::scene::validate::{INTEGRATORS, METHODS};
use lope::world::World;

const SPACE: &str = r#"
[time]
step = "1/24"
steps = 1
[solver]
tolerance = 1e-7
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "fixed-corotated", young = 2e5, poisson = 0.3, density = 1000 }
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
[[body.pin]]
where = { box = [[0.49, -1, -1], [0.51, 1, 1]] }
motion = { velocity = [1, 0.5, 0] }
"#;

const H: f64 = 1.0 / 24.0;

/// The same in the plane or in space.
fn text(dimension: usize) -> String {
    match dimension {
        2 => SPACE
            .replace(
                r#"shape = "box", size = [1, 1, 1], cells = [2, 2, 2]"#,
                r#"shape = "rectangle", cells = [3, 2]"#,
            )
            .replace("[time]", "dimension = 2\n[time]"),
        _ => SPACE.to_owned(),
    }
}

/// A way to solve a step: method, and linear solver if there is a choice.
type Way = (Method, Option<Linear>);

fn named((method, linear): Way) -> String {
    linear.map_or(method.to_string(), |linear| format!("{method} × {linear}"))
}

/// Every way there is, the reference first.
fn ways() -> Vec<Way> {
    let reference = (Method::StabilizedNewton, Some(Linear::Cg));
    let mut ways = vec![reference];
    // What is approximate by design comes only near the place: `tests/xpbd.rs` says how near.
    for &method in METHODS.iter().filter(|&&method| method != Method::Xpbd) {
        let covered = matches!(
            method,
            Method::Newton
                | Method::StabilizedNewton
                | Method::ProjectedNewton
                | Method::ProjectOnDemand
                | Method::Progressive
                | Method::Auto
                | Method::Lbfgs
                | Method::LocalGlobal
                | Method::Admm
        );
        assert!(covered, "{method} is registered, but has no law of composition");
        let linear = method.linear_solvers();
        ways.extend(linear.iter().map(|&linear| (method, Some(linear))).filter(|&way| way != reference));
        ways.extend(linear.is_empty().then_some((method, None)));
    }
    ways
}

/// Whether a way goes with a model.
fn fits((method, _): Way, model: Model) -> bool {
    method != Method::LocalGlobal || model == Model::Arap
}

/// The overrides of a combination.
fn overrides(integrator: Integrator, model: Model, (method, linear): Way, set: &[&str]) -> Vec<String> {
    let mut all = vec![
        format!("time.integrator={integrator}"),
        format!("body.0.material.model={model}"),
        format!("solver.method={method}"),
    ];
    all.extend(linear.map(|linear| format!("solver.linear={linear}")));
    all.extend(set.iter().map(ToString::to_string));
    all
}

fn make(dimension: usize, integrator: Integrator, model: Model, way: Way, set: &[&str]) -> World {
    let all = overrides(integrator, model, way, set);
    world(&text(dimension), &all.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Where three steps lead, if all of them converge.
fn three_steps(mut world: World, inside: bool, what: &str) -> Result<Vec<f64>, Outcome> {
    for _ in 0..3 {
        let record = step(&mut world, H);
        assert!(!inside || record.ledger.min_det > Some(0.0), "{what}: an element was inverted");
        if record.report.outcome != Outcome::Converged {
            return Err(record.report.outcome);
        }
    }
    Ok(world.state().x.clone())
}

#[test]
fn every_combination_comes_to_the_same_place() {
    let ways = ways();
    let (mut agreed, mut refused, mut failed, mut pairs) = (0, 0, Vec::new(), 0);
    for dimension in [2, 3] {
        for &integrator in INTEGRATORS.iter().filter(|integrator| !integrator.explicit()) {
            // Recipes over the same stages: every method once.
            let recipe = matches!(
                integrator,
                Integrator::VariationalMidpoint
                    | Integrator::Stabilized
                    | Integrator::EnergyBudget
                    | Integrator::EnergyConstraint
            );
            let chosen =
                |&&(method, linear): &&Way| !recipe || linear == method.linear_solvers().first().copied();
            for model in Model::ALL {
                let run = |way: Way, set: &[&str]| {
                    let what = format!("{integrator} × {} × {model} × {dimension}D", named(way));
                    (
                        three_steps(
                            make(dimension, integrator, model, way, set),
                            model.needs_positive_det(),
                            &what,
                        ),
                        what,
                    )
                };
                let (reference, what) = run(ways[0], &[]);
                let reference = reference.unwrap_or_else(|outcome| panic!("{what}: {outcome:?}"));
                for &way in ways[1..].iter().filter(chosen) {
                    pairs += 1;
                    if !fits(way, model) {
                        let set = overrides(integrator, model, way, &[]);
                        let error =
                            Scene::from_text("law.toml", &text(dimension), &set).unwrap_err().to_string();
                        let reason = format!("body.0.material.model: {model} does not go with {}: ", way.0);
                        assert!(error.contains(&reason) && error.contains("use arap"), "{error}");
                        refused += 1;
                        continue;
                    }
                    // Steps with a prefactored matrix are cheap, and many.
                    let many = matches!(way.0, Method::Lbfgs | Method::LocalGlobal | Method::Admm);
                    let limit = if many { 400 } else { 40 };
                    match run(way, &[&format!("solver.max_iterations={limit}")]) {
                        (Ok(x), what) => {
                            let apart = distance(&x, &reference);
                            assert!(apart < 1e-5, "{what}: {apart} m from the reference");
                            agreed += 1;
                        }
                        // Nothing makes plain Newton converge; everything else must.
                        (Err(outcome), what) => {
                            assert_eq!(way.0, Method::Newton, "{what}: {outcome:?}");
                            failed.push(what);
                        }
                    }
                }
            }
        }
    }
    let implicit = INTEGRATORS.iter().filter(|integrator| !integrator.explicit()).count();
    assert_eq!(agreed + refused + failed.len(), pairs);
    assert_eq!(refused, 2 * implicit * (Model::ALL.len() - 1));
    assert!(failed.len() * 10 <= pairs, "{} of {pairs} did not converge: {failed:#?}", failed.len());
}

/// What the block meets: a rod across its top, as an obstacle of every model; or another body, at a height. Each with its
/// overrides.
fn contacts() -> Vec<(String, Option<f64>, Vec<String>)> {
    let rod = |model: ContactModel, keys: &str| {
        let rod =
            "shape='capsule', radius=0.4, height=3, rotate={axis=[1,0,0], angle=90}, translate=[0.03,0.82,0]";
        (model.to_string(), None, vec![format!("obstacle=[{{{rod}, model='{model}'{keys}}}]")])
    };
    // Barriers have no inside: their rod is an edge above the block, which comes up to it.
    let edge = "shape='box', size=[0.3,0.3,3], rotate={axis=[0,0,1], angle=45}, translate=[0.03,0.714,0]";
    let barrier = |model: ContactModel| {
        let set = vec!["contact={}".to_owned(), format!("obstacle=[{{{edge}, model='{model}'}}]")];
        (model.to_string(), None, set)
    };
    let mut all: Vec<_> = ContactModel::ALL
        .iter()
        .map(|&model| match model {
            ContactModel::Spring => rod(model, ", stiffness=3e4"),
            ContactModel::Penalty => rod(model, ", stiffness=3e6"),
            ContactModel::Constraint | ContactModel::Post => rod(model, ""),
            ContactModel::Ipc => barrier(model),
        })
        .collect();
    all.push((
        "bodies".to_owned(),
        Some(0.68),
        vec!["contact={model='penalty', stiffness=3e6}".to_owned(), "gravity=[0,0,0]".to_owned()],
    ));
    all.push((
        "bodies with barriers".to_owned(),
        Some(0.703),
        vec!["contact={friction=0.2}".to_owned(), "gravity=[0,0,0]".to_owned()],
    ));
    all.push((
        "bodies with secants".to_owned(),
        Some(0.703),
        vec!["contact={friction=0.2, force='secant'}".to_owned(), "gravity=[0,0,0]".to_owned()],
    ));
    all
}

/// A small block that stands in the other one, or above it, held at its top.
const OTHER: &str = r#"
[[body]]
mesh = { shape = "box", size = [0.4, 0.4, 0.4], cells = [1, 1, 1] }
material = { model = "arap", young = 2e5, poisson = 0.3, density = 1000 }
translate = [0.02, HEIGHT, 0.03]
[[body.pin]]
where = { box = [[-1, 0.19, -1], [1, 1, 1]] }
"#;

/// Contact as an axis: a third of all combinations of scheme, method, material and contact, in which every pair of them
/// occurs. Each comes to the place of the reference, or is refused with who does not go with whom.
#[test]
fn every_model_of_contact_comes_to_the_same_place() {
    let methods: Vec<Way> = METHODS
        .iter()
        .filter(|&&method| method != Method::Xpbd)
        .map(|method| (*method, method.linear_solvers().first().copied()))
        .collect();
    let (mut agreed, mut refused, mut failed) = (0, 0, Vec::new());
    let mut barriers = 0;
    for (c, (contact, other, set)) in contacts().into_iter().enumerate() {
        let above = |height: f64| format!("{SPACE}{}", OTHER.replace("HEIGHT", &height.to_string()));
        let text = other.map_or(SPACE.to_owned(), above);
        let implicit = INTEGRATORS.iter().filter(|integrator| !integrator.explicit());
        for (i, &integrator) in implicit.enumerate() {
            for (m, model) in Model::ALL.into_iter().enumerate() {
                let run = |way: Way, limit: usize| {
                    let mut all: Vec<&str> = set.iter().map(String::as_str).collect();
                    let limit = format!("solver.max_iterations={limit}");
                    all.push(&limit);
                    let all = overrides(integrator, model, way, &all);
                    let what = format!("{integrator} × {} × {model} × {contact}", named(way));
                    let built = Scene::from_text("law.toml", &text, &all)
                        .map_err(|error| error.to_string())
                        .and_then(|scene| build(&scene).map_err(|why| format!("{why:?}")));
                    let inside = model.needs_positive_det();
                    (built.map(|built| three_steps(built.world, inside, &what)), what)
                };
                let mut reference = None;
                for (_, &way) in methods.iter().enumerate().filter(|(w, _)| (w + m + 2 * i + c) % 3 == 0) {
                    let many = matches!(way.0, Method::Lbfgs | Method::LocalGlobal | Method::Admm);
                    let (found, what) = run(way, if many { 400 } else { 60 });
                    match found {
                        Err(error) => {
                            // Friction of barriers asks for velocities.
                            let told = (error.contains("does not go with")
                                || error.contains("goes by velocities"))
                                && [way.0.name(), integrator.name()].iter().any(|who| error.contains(who));
                            assert!(told, "{what}: {error}");
                            refused += 1;
                        }
                        Ok(Ok(x)) => {
                            let expected = reference.get_or_insert_with(|| match run(ways()[0], 60) {
                                (Ok(Ok(x)), _) => x,
                                (other, what) => panic!("{what}: {other:?}"),
                            });
                            let apart = distance(&x, expected);
                            // Plain Newton ends at any stationary point, or nowhere; everything else must come there.
                            if apart > 1e-5 && way.0 == Method::Newton {
                                failed.push(what);
                                continue;
                            }
                            assert!(apart < 1e-5, "{what}: {apart} m from the reference");
                            agreed += 1;
                            barriers +=
                                usize::from(set[0].contains("contact={") && !set[0].contains("penalty"));
                        }
                        Ok(Err(outcome)) => {
                            assert_eq!(way.0, Method::Newton, "{what}: {outcome:?}");
                            failed.push(what);
                        }
                    }
                }
            }
        }
    }
    assert!(
        agreed > 500 && refused > 100 && barriers > 100,
        "{agreed} agreed, {barriers} of them with barriers, {refused} refused"
    );
    assert!(failed.len() * 10 <= agreed, "{} of {agreed} did not converge: {failed:#?}", failed.len());
}

/// Whether the scheme looks at the forces at the end of the step, so that the end cannot be inverted.
fn forces_at_the_end(integrator: Integrator) -> bool {
    match integrator {
        Integrator::BackwardEuler | Integrator::Trapezoid | Integrator::Bdf2 | Integrator::Quasistatic => {
            true
        }
        Integrator::ForwardEuler
        | Integrator::SymplecticEuler
        | Integrator::Rk4
        | Integrator::ImplicitMidpoint
        | Integrator::VariationalMidpoint
        | Integrator::Stabilized
        | Integrator::EnergyBudget
        | Integrator::EnergyConstraint => false,
    }
}

/// An explicit scheme minimizes nothing: a setting of a solver is refused, with the reason.
#[test]
fn explicit_schemes_refuse_a_solver() {
    for &integrator in INTEGRATORS.iter().filter(|integrator| integrator.explicit()) {
        let set = [format!("time.integrator={integrator}")];
        let error =
            Scene::from_text("explicit.toml", SPACE, &set).expect_err("a tolerance is set").to_string();
        assert!(error.contains("solver.tolerance") && error.contains("minimizes nothing"), "{error}");
        let bare = SPACE.replace("[solver]\ntolerance = 1e-7\n", "");
        let scene = Scene::from_text("explicit.toml", &bare, &set).expect("without a solver");
        let again = Scene::from_text("resolved.toml", &scene.resolved_toml().expect("a text"), &[])
            .expect("the same");
        assert_eq!(scene, again);
    }
}

/// The right end is set, in one step, to the left of the middle: with the other nodes where inertia leaves them,
/// elements are turned inside out, though there is a place where none is.
#[test]
fn pins_that_jump_do_not_invert_what_must_not_invert() {
    let jump = ["body.0.pin.1.motion.velocity=[-14, 0, 0]", "gravity=[0, 0, 0]"];
    for model in Model::ALL {
        let density = material::build(model, Parameters::from_lame(model, 2.0, 3.0), false);
        let barrier = density.respond1([1.2, 0.9, -0.5], Order::Value).psi == f64::INFINITY;
        assert_eq!(barrier, model.needs_positive_det(), "{model} says what it is where it is inverted");
        if !barrier {
            continue;
        }
        for dimension in [2, 3] {
            for &integrator in INTEGRATORS.iter().filter(|&&integrator| forces_at_the_end(integrator)) {
                for way in ways().into_iter().filter(|&way| fits(way, model)) {
                    let what = format!("{integrator} × {} × {model} × {dimension}D", named(way));
                    let mut world = make(dimension, integrator, model, way, &jump);
                    let before = world.state().clone();
                    let mut naive = before.x.clone();
                    naive.chunks_exact_mut(3).filter(|x| x[0] > 0.49).for_each(|x| x[0] -= 14.0 * H);
                    let strain = world.bodies()[0].strain.as_ref().expect("a solid");
                    let (worst, _) = strain.deformation(&naive, 0..world.bodies()[0].cells.len());
                    assert!(worst < 0.0, "{what}: the naive guess is inverted");

                    let record = step(&mut world, H);
                    assert!(record.ledger.min_det > Some(0.0), "{what}: {:?}", record.ledger.min_det);
                    if way.0 == Method::StabilizedNewton {
                        assert_eq!(record.report.outcome, Outcome::Converged, "{what}");
                    }
                    if record.committed {
                        let right =
                            world.state().x.iter().step_by(3).copied().fold(f64::NEG_INFINITY, f64::max);
                        assert!((right - (0.5 - 14.0 * H)).abs() < 0.1, "{what}: right end at {right}");
                    } else {
                        assert!(*world.state() == before, "{what}: a failed step changed the state");
                    }
                }
            }
        }
    }
}

/// Far-reaching scripts over many steps, with the materials that would have infinite energy once inverted.
#[test]
fn barriers_hold_under_rough_handling() {
    let rough = [
        "body.0.pin.1.motion.velocity=[0, 0, 0]",
        "body.0.pin.1.motion.expression=['x - 0.6*sin(30*t)', 'y + 0.5*sin(17*t)', 'z']",
    ];
    for model in Model::ALL.into_iter().filter(|model| model.needs_positive_det()) {
        for dimension in [2, 3] {
            let way = (Method::StabilizedNewton, Some(Linear::Cg));
            let mut world = make(dimension, Integrator::BackwardEuler, model, way, &rough);
            for number in 1..=20 {
                let record = step(&mut world, H);
                let what = format!("{model} {dimension}D step {number}: {:?}", record.report);
                assert!(record.committed, "{what}");
                assert!(record.ledger.min_det > Some(0.0), "{what}");
            }
        }
    }
}
