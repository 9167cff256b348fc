//! What must survive: bad starts, long steps, stiff and nearly incompressible bodies; and what happens when a
//! step fails all the same.

mod fixture;

use fixture::{CUBE, good_step, step, world};
use lope::material::Model;
use lope::minimize::Outcome;
use lope::world::World;

/// Six cells a side at one step a film frame, as in \[Gast14\] Figures 8 and 9.
const SHUFFLED: &str = r#"
gravity = [0, 0, 0]
[time]
step = "1/24"
steps = 1
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [6, 6, 6] }
material = { model = "fixed-corotated", young = 1e4, poisson = 0.4, density = 1000 }
"#;

#[test]
fn random_and_point_starts_are_untangled() {
    for (young, limit) in [(1e4, 120), (1e5, 40), (1e6, 10)] {
        for start in ["body.0.start.random.seed=7", "body.0.start.point=[0.1, 0, 0]"] {
            let young = format!("body.0.material.young={young}");
            let mut world = world(SHUFFLED, &[&young, start]);
            assert!(world.ledger().inverted > 100, "{start}: nothing to recover from");
            let recovered = (1..=limit).find(|_| good_step(&mut world, 1.0 / 24.0).ledger.inverted == 0);
            assert!(
                recovered.is_some(),
                "{young} {start}: {} inverted after {limit} steps",
                world.ledger().inverted
            );
        }
    }
}

#[test]
fn filtered_elements_untangle_a_collapsed_cube_in_a_few_iterations() {
    let start =
        ["body.0.start.point=[0.1, 0, 0]", "body.0.material.young=1e6", "solver.method=stabilized-newton"];
    let iterations = |set: &[&str]| {
        let mut world = world(SHUFFLED, &[&start[..], set].concat());
        let record = good_step(&mut world, 1.0 / 24.0);
        assert_eq!(record.ledger.inverted, 0, "{set:?}");
        record.report.iterations
    };
    let published = iterations(&[]);
    for filter in ["solver.filter=clamp", "solver.filter=mirror"] {
        let filtered = iterations(&[filter]);
        assert!(4 * filtered < published, "{filter}: {filtered} of {published} iterations");
    }
}

/// A cube pulled at one side, hanging by the other.
fn pulled(set: &[&str]) -> lope::world::World {
    let mut all = vec![
        "gravity=[0, -9.81, 0]",
        "solver.tolerance=1e-3",
        "body.0.mesh.cells=[3, 3, 3]",
        "body.0.material.young=1e5",
        "body.0.pin=[{where={box=[[-0.51, -1, -1], [-0.49, 1, 1]]}}, \
         {where={box=[[0.49, -1, -1], [0.51, 1, 1]]}, motion={keyframes=[{t=0}, {t=0.1, translate=[0.5, 0.2, 0]}]}}]",
    ];
    all.extend(set);
    world(CUBE, &all)
}

#[test]
fn steps_may_be_long() {
    for model in Model::ALL {
        for h in [1.0, 100.0] {
            let mut world = pulled(&[&format!("body.0.material.model={model}")]);
            for _ in 0..3 {
                let record = good_step(&mut world, h);
                assert_eq!(record.ledger.inverted, 0, "{model} at h = {h}");
            }
        }
    }
}

#[test]
fn bodies_may_be_stiff_or_nearly_incompressible() {
    for model in Model::ALL {
        for material in
            ["body.0.material.poisson=0.49", "body.0.material.young=1e11", "body.0.material.young=1"]
        {
            let gentle = "body.0.pin.1.motion.keyframes=[{t=0}, {t=0.1, translate=[0.05, 0.02, 0]}]";
            let light = "body.0.material.density=1";
            let model_key = format!("body.0.material.model={model}");
            let mut world = pulled(&[&model_key, material, gentle, light]);
            for _ in 0..4 {
                let record = step(&mut world, 1.0 / 24.0);
                assert_eq!(
                    record.report.outcome,
                    Outcome::Converged,
                    "{model} with {material}: {:?}",
                    record.report
                );
            }
        }
    }
}

#[test]
fn rest_stays_rest() {
    for model in Model::ALL {
        let mut world = world(CUBE, &[&format!("body.0.material.model={model}"), "solver.tolerance=1e-3"]);
        let start = world.state().x.clone();
        for _ in 0..5 {
            let record = good_step(&mut world, 1.0 / 24.0);
            assert!(record.report.iterations <= 1, "{model}: {:?}", record.report);
        }
        let moved = fixture::distance(&world.state().x, &start);
        assert!(moved < 1e-12, "{model}: moved by {moved} m");
    }
}

/// The pulled cube, which cannot converge.
fn hopeless(set: &[&str]) -> World {
    let text = format!(
        "{CUBE}\n[[body.pin]]\nwhere = {{ box = [[-0.51, -1, -1], [-0.49, 1, 1]] }}\n\
         [[body.pin]]\nwhere = {{ box = [[0.49, -1, -1], [0.51, 1, 1]] }}\n\
         motion = {{ start = 0.04, velocity = [5, 0, 0] }}\n"
    );
    world(&text, &[&["solver.max_iterations=1", "solver.tolerance=1e-6", "time.steps=6"], set].concat())
}

#[test]
fn a_step_that_fails_is_not_committed() {
    let mut world = hopeless(&[]);
    (0..2).for_each(|_| _ = good_step(&mut world, 0.02));
    let (before, ledger) = (world.state().clone(), world.ledger());
    for _ in 0..2 {
        let record = step(&mut world, 0.02);
        assert!(!record.committed && record.step == 3, "{record:?}");
        assert_eq!(record.report.outcome, Outcome::MaxIterations);
        assert!(*world.state() == before, "the state changed");
        assert_eq!((record.ledger, world.step_number()), (ledger, 2));
    }
}

#[test]
fn halve_step_that_fails_for_good_undoes_its_parts() {
    let mut world = hopeless(&["solver.on_failure=halve-step", "solver.max_halvings=3"]);
    (0..2).for_each(|_| _ = good_step(&mut world, 0.02));
    let (before, ledger) = (world.state().clone(), world.ledger());
    let record = step(&mut world, 0.02);
    assert!(!record.committed && record.report.outcome != Outcome::Converged, "{record:?}");
    assert!(*world.state() == before && world.ledger() == ledger, "the state changed");
    assert_eq!(world.trace().len(), 4, "the whole, its half, its quarter, its eighth: one iteration each");
}
