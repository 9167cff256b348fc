//! What must survive: bad starts, long steps, stiff and nearly incompressible bodies; and what happens when a
//! step fails all the same.

mod fixture;

use std::fs;
use std::path::Path;

use fixture::{CUBE, Directory, good_step, load, step, world};
use lope::material::Model;
use lope::minimize::{Control, Outcome};
use lope::observe::{Event, Nobody, Observer};
use lope::scene::output::stats::read;
use lope::scene::run::{End, Finished, Run, RunDirectory};
use lope::scene::schedule::Schedule;

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
    let start = ["body.0.start.point=[0.1, 0, 0]", "body.0.material.young=1e6"];
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

/// The pulled cube as a scene file that cannot converge.
fn hopeless(set: &[&str]) -> (Directory, lope::scene::Loaded) {
    static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let place = Directory::new(&format!("policy-{number}"));
    let text = format!(
        "{CUBE}\n[[body.pin]]\nwhere = {{ box = [[-0.51, -1, -1], [-0.49, 1, 1]] }}\n\
         [[body.pin]]\nwhere = {{ box = [[0.49, -1, -1], [0.51, 1, 1]] }}\n\
         motion = {{ start = 0.04, velocity = [5, 0, 0] }}\n"
    );
    fs::write(place.join("scene.toml"), text).expect("a scene file");
    let mut all = vec!["solver.max_iterations=1", "solver.tolerance=1e-6", "time.steps=6"];
    all.extend(set);
    let loaded = load(&place.join("scene.toml"), &all);
    (place, loaded)
}

fn start(loaded: &lope::scene::Loaded, path: &Path) -> Run {
    let built = loaded.build().expect("a scene that builds");
    let resolved = loaded.resolved_toml(path).expect("a scene that can be written");
    let directory = RunDirectory::prepare(path).expect("a directory");
    Run::start(&loaded.scene, built, Schedule::new(&loaded.scene.time), directory, &resolved).expect("a run")
}

fn outcomes(path: &Path) -> Vec<String> {
    read(path).expect("a table").into_iter().map(|row| row.outcome).collect()
}

#[test]
fn stop_leaves_the_state_and_a_bundle_that_replays() {
    let (place, loaded) = hopeless(&[]);
    let path = place.join("run");
    let Finished { end, summary, .. } = start(&loaded, &path).finish(&mut Nobody).expect("a run");
    assert_eq!(end, End::Failed { outcome: Outcome::MaxIterations, step: 3 });
    assert_eq!((summary.steps, summary.failures), (2, 1));
    assert_eq!(outcomes(&path), ["converged", "converged", "max-iterations"]);
    let iterations = fs::read_to_string(path.join("failure/iterations.csv")).expect("the iterations");
    assert_eq!(iterations.lines().count(), 2, "a head and one iteration");

    // The same step alone, as a run that allows more iterations makes it.
    let patient = load(&place.join("scene.toml"), &["solver.tolerance=1e-6", "time.steps=3"]);
    let whole = start(&patient, &place.join("patient"));
    whole.finish(&mut Nobody).expect("a run");
    let bundle = path.join("failure");
    let again = load(&bundle.join("scene.toml"), &["solver.max_iterations=200"]);
    let built = again.build().expect("a scene that builds");
    let directory = RunDirectory::prepare(&place.join("replay")).expect("a directory");
    let schedule = Schedule::new(&again.scene.time);
    let run = Run::replay(&again.scene, built, schedule, &bundle, directory, "").expect("a replay");
    assert_eq!((run.world().step_number(), run.steps()), (2, 3));
    let replayed = run.finish(&mut Nobody).expect("a replay");
    assert_eq!(replayed.end, End::Done);
    let row = |run: &str| {
        let last = read(&place.join(run)).expect("a table").pop().expect("a row");
        (last.step, last.time, last.iterations, last.kinetic, last.elastic, last.min_det)
    };
    assert_eq!(row("replay"), row("patient"));
}

#[test]
fn a_step_that_fails_is_not_committed() {
    let (_place, loaded) = hopeless(&[]);
    let mut world = loaded.build().expect("a scene that builds").world;
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
fn accept_goes_on_and_says_so() {
    let (place, loaded) = hopeless(&["solver.on_failure=accept"]);
    let path = place.join("run");
    let Finished { end, summary, evidence, .. } = start(&loaded, &path).finish(&mut Nobody).expect("a run");
    assert_eq!((end, summary.steps, summary.failures), (End::Done, 6, 4));
    assert!(!evidence.all_converged);
    assert_eq!(outcomes(&path)[1..4], ["converged", "max-iterations", "max-iterations"]);
    assert!(!path.join("failure").exists());
}

#[test]
fn halve_step_recovers() {
    // Three iterations are too few for the jerk in one go, and enough in parts.
    let (place, loaded) = hopeless(&["solver.on_failure=halve-step", "solver.max_iterations=3"]);
    let path = place.join("run");
    let Finished { end, evidence, .. } = start(&loaded, &path).finish(&mut Nobody).expect("a run");
    assert_eq!((end, evidence.steps), (End::Done, 6));
    assert!(outcomes(&path).contains(&"halved".to_owned()), "{:?}", outcomes(&path));
    let rows = read(&path).expect("a table");
    let times: Vec<f64> = rows.iter().map(|row| row.time).collect();
    assert!(fixture::distance(&times, &[0.02, 0.04, 0.06, 0.08, 0.1, 0.12]) < 1e-15, "{times:?}");
}

#[test]
fn halve_step_that_fails_for_good_undoes_its_parts() {
    let (place, loaded) = hopeless(&["solver.on_failure=halve-step", "solver.max_halvings=3"]);
    let mut world = loaded.build().expect("a scene that builds").world;
    (0..2).for_each(|_| _ = good_step(&mut world, 0.02));
    let (before, ledger) = (world.state().clone(), world.ledger());
    let record = step(&mut world, 0.02);
    assert!(!record.committed && record.report.outcome != Outcome::Converged, "{record:?}");
    assert!(*world.state() == before && world.ledger() == ledger, "the state changed");
    assert_eq!(world.trace().len(), 4, "the whole, its half, its quarter, its eighth: one iteration each");
    let finished = start(&loaded, &place.join("run")).finish(&mut Nobody).expect("a run");
    assert!(matches!(finished.end, End::Failed { step: 3, .. }), "{:?}", finished.end);
}

#[test]
fn an_interrupted_step_is_no_failure() {
    struct Impatient;
    impl Observer for Impatient {
        fn on(&mut self, event: &Event<'_>) -> Control {
            if matches!(event, Event::Iteration { step: 3, .. }) { Control::Stop } else { Control::Continue }
        }
    }
    for policy in ["stop", "accept", "halve-step"] {
        let (place, loaded) = hopeless(&[&format!("solver.on_failure={policy}"), "solver.max_iterations=50"]);
        let path = place.join("run");
        let finished = start(&loaded, &path).finish(&mut Impatient).expect("a run");
        assert_eq!((finished.end, finished.summary.steps), (End::Interrupted, 2), "{policy}");
        assert!(path.join("checkpoint/state.lope").is_file() && !path.join("failure").exists(), "{policy}");
    }
}
