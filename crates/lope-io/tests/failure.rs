//! What a run does about a step that fails.

mod fixture;

use std::fs;
use std::path::Path;

use fixture::{CUBE, Directory, load};
use lope::minimize::{Control, Outcome};
use lope::observe::{Event, Nobody, Observer};
use lope::scene::schedule::Schedule;
use lope_io::Loaded;
use lope_io::output::stats::read;
use lope_io::run::{End, Finished, Run, RunDirectory};

/// The pulled cube as a scene file that cannot converge.
fn hopeless(set: &[&str]) -> (Directory, Loaded) {
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

fn start(loaded: &Loaded, path: &Path) -> Run {
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
    let set = ["solver.on_failure=halve-step", "solver.max_iterations=3", "solver.method=stabilized-newton"];
    let (place, loaded) = hopeless(&set);
    let path = place.join("run");
    let Finished { end, evidence, .. } = start(&loaded, &path).finish(&mut Nobody).expect("a run");
    assert_eq!((end, evidence.steps), (End::Done, 6));
    assert!(outcomes(&path).contains(&"halved".to_owned()), "{:?}", outcomes(&path));
    let rows = read(&path).expect("a table");
    let times: Vec<f64> = rows.iter().map(|row| row.time).collect();
    assert!(fixture::distance(&times, &[0.02, 0.04, 0.06, 0.08, 0.1, 0.12]) < 1e-15, "{times:?}");
}

#[test]
fn halve_step_that_fails_for_good_ends_the_run() {
    let (place, loaded) = hopeless(&["solver.on_failure=halve-step", "solver.max_halvings=3"]);
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

/// A cube between plates that meet.
const SQUEEZED: &str = include_str!("squeezed.toml");

/// It says who is in whose way, how near they are and how short the last steps were, in the log and in the bundle, which replays.
#[test]
fn a_body_without_room_is_locked_and_named() {
    let place = Directory::new("squeezed");
    fs::write(place.join("scene.toml"), SQUEEZED).expect("a scene file");
    let path = place.join("run");
    let finished = start(&load(&place.join("scene.toml"), &[]), &path).finish(&mut Nobody).expect("a run");
    let End::Failed { outcome: Outcome::Locked, step } = finished.end else {
        panic!("{:?}", finished.end);
    };
    assert!(step > 3, "step {step}");
    assert_eq!(outcomes(&path).last().map(String::as_str), Some("contact-locked"));
    for file in ["failure/README.txt", "log.txt"] {
        let text = fs::read_to_string(path.join(file)).expect("a text");
        let said = text.lines().find(|line| line.contains("contact-locked: ")).expect("who is in the way");
        let named = |name: &str| said.contains(&format!(" of {name} "));
        assert!(named("cube") && (named("upper") || named("lower")), "{file}: {said}");
        for part in ["vertex ", " m apart (d̂ × ", "step lengths were "] {
            assert!(said.contains(part) || part == "vertex " && said.contains("edge "), "{file}: {said}");
        }
    }

    // Another method finds no room either.
    let bundle = path.join("failure");
    let replay = |name: &str, set: &[&str]| {
        let again = load(&bundle.join("scene.toml"), set);
        let built = again.build().expect("a scene that builds");
        let directory = RunDirectory::prepare(&place.join(name)).expect("a directory");
        let schedule = Schedule::new(&again.scene.time);
        let run = Run::replay(&again.scene, built, schedule, &bundle, directory, "").expect("a replay");
        assert_eq!(run.world().step_number(), step - 1);
        run.finish(&mut Nobody).expect("a replay").end
    };
    let other = replay("other", &["solver.method=projected-newton"]);
    assert_eq!(other, End::Failed { outcome: Outcome::Locked, step });
    assert!(place.join("other/failure/README.txt").is_file());
}
