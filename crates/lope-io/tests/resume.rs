//! The law of determinism, on disk: the same bytes after any interruption.

mod fixture;

use std::fs;
use std::path::Path;

use fixture::{Directory, load};
use lope::minimize::Control;
use lope::observe::{Event, Nobody, Observer};
use lope::scene::schedule::Schedule;
use lope_io::Loaded;
use lope_io::output::OutputError;
use lope_io::output::checkpoint::Checkpoint;
use lope_io::output::stats::{StatsRow, read};
use lope_io::run::{End, Finished, Run, RunDirectory};

/// A row without the time on the clock.
fn timeless(row: &StatsRow) -> String {
    StatsRow { wall_s: 0.0, ..row.clone() }.to_line()
}

/// Two bodies with scripts, lagged damping, an obstacle that moves, and more steps than frames.
const PAIR: &str = r#"
[time]
step = 0.01
steps = 12
frame_rate = 50
[output]
checkpoint_every = 0
formats = ["vtu", "obj"]
fields = ["velocity", "det", "energy"]
[[body]]
name = "left"
mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "neo-hookean", young = 1e4, poisson = 0.3 }
damping = { drag = 0.5, rayleigh = 0.02 }
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
motion = { rotation = { axis = [1, 0, 0], rate = 3 } }
release = 0.07
[[body.attach]]
where = { vertices = [26] }
stiffness = 50
motion = { velocity = [1, 0, 0] }
[[body]]
name = "right"
mesh = { shape = "sphere", radius = 0.5, cells = 2 }
material = { model = "arap", young = 1e4, poisson = 0.3 }
translate = [3, 0, 0]
angular_velocity = [0, 0, 2]
[[obstacle]]
name = "ram"
shape = "capsule"
radius = 0.3
height = 0.4
translate = [0.75, 0, 0]
motion = { velocity = [-1, 0, 0] }
stiffness = 500
friction = 0.3
bodies = ["left"]
"#;

struct Place {
    directory: Directory,
    scene: Loaded,
}

impl Place {
    fn new(name: &str) -> Self {
        let directory = Directory::new(name);
        fs::write(directory.join("pair.toml"), PAIR).expect("a scene file");
        let scene = load(&directory.join("pair.toml"), &[]);
        Self { directory, scene }
    }

    fn run(&self, name: &str, resume: bool, observer: &mut dyn Observer) -> Result<Finished, OutputError> {
        self.run_scene(&self.scene, name, resume, observer)
    }

    fn run_scene(
        &self,
        scene: &Loaded,
        name: &str,
        resume: bool,
        observer: &mut dyn Observer,
    ) -> Result<Finished, OutputError> {
        let path = self.directory.join(name);
        let take = if resume { RunDirectory::resume } else { RunDirectory::overwrite };
        let directory = take(&path)?;
        let built = scene.build().expect("a scene that builds");
        let schedule = Schedule::new(&scene.scene.time);
        let resolved = scene.resolved_toml(&path).expect("a scene that can be written");
        let begin = if resume { Run::resume } else { Run::start };
        begin(&scene.scene, built, schedule, directory, &resolved)?.finish(observer)
    }
}

/// Asks to stop after a step.
struct StopAfter(u64);

impl Observer for StopAfter {
    fn on(&mut self, event: &Event<'_>) -> Control {
        match event {
            Event::Step(record) if record.step == self.0 => Control::Stop,
            _ => Control::Continue,
        }
    }
}

/// Asks to stop in the middle of a step.
struct StopWithin(u64);

impl Observer for StopWithin {
    fn on(&mut self, event: &Event<'_>) -> Control {
        match event {
            Event::Iteration { step, .. } if *step == self.0 => Control::Stop,
            _ => Control::Continue,
        }
    }
}

/// Every file of a run but the times on the clock: name and bytes.
fn files(run: &Path) -> Vec<(String, Vec<u8>)> {
    let mut list = Vec::new();
    for name in ["scene.toml", "forces.csv", "checkpoint/state.lope"] {
        list.push((name.into(), fs::read(run.join(name)).expect("a file of a run")));
    }
    let rows: Vec<String> = read(run).expect("a table").iter().map(timeless).collect();
    list.push(("stats.csv".into(), rows.join("\n").into_bytes()));
    let mut frames: Vec<_> = fs::read_dir(run.join("frames"))
        .expect("frames")
        .map(|entry| entry.expect("a frame").file_name().to_string_lossy().into_owned())
        .collect();
    frames.sort();
    for name in frames {
        list.push((format!("frames/{name}"), fs::read(run.join("frames").join(&name)).expect("a frame")));
    }
    list
}

fn assert_same(run: &Path, expected: &[(String, Vec<u8>)]) {
    let found = files(run);
    let names = |list: &[(String, Vec<u8>)]| list.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&found), names(expected));
    for ((name, a), (_, b)) in found.iter().zip(expected) {
        assert!(a == b, "{name} differs from that of the uninterrupted run");
    }
}

#[test]
fn a_resumed_run_writes_what_an_uninterrupted_one_writes() {
    let place = Place::new("resume");
    let whole = place.run("whole", false, &mut Nobody).expect("a run");
    assert_eq!(whole.end, End::Done);
    let expected = files(&place.directory.join("whole"));
    assert_eq!(expected.len(), 4 + 1 + 4 * 7, "7 frames of 2 bodies in 2 formats, and their list");
    let stops: [&mut dyn Observer; 4] =
        [&mut StopAfter(1), &mut StopAfter(5), &mut StopAfter(7), &mut StopWithin(6)];
    for stop in stops {
        let first = place.run("parts", false, stop).expect("a run");
        assert_eq!(first.end, End::Interrupted);
        assert!(read(&place.directory.join("parts")).expect("a table").len() < 12);
        let second = place.run("parts", true, &mut Nobody).expect("a resumed run");
        assert_eq!((second.end, &second.evidence), (End::Done, &whole.evidence));
        assert_same(&place.directory.join("parts"), &expected);
    }
    // Resuming what is done does nothing.
    assert_eq!(place.run("parts", true, &mut Nobody).expect("a resumed run").end, End::Done);
    assert_same(&place.directory.join("parts"), &expected);
}

/// Schemes that look back, that carry a momentum of their own, that blend: what they remember is in the checkpoint.
#[test]
fn what_an_integrator_remembers_is_kept() {
    for integrator in ["bdf2", "variational-midpoint", "stabilized", "energy-budget"] {
        let place = Place::new(integrator);
        let set = [format!("time.integrator={integrator}"), "body.0.damping.nonrigid=0.1".to_owned()];
        let scene = load(&place.directory.join("pair.toml"), &set.each_ref().map(String::as_str));
        let run = |name: &str, resume, observer: &mut dyn Observer| {
            place.run_scene(&scene, name, resume, observer).expect("a run")
        };
        run("whole", false, &mut Nobody);
        run("parts", false, &mut StopAfter(5));
        assert_eq!(run("parts", true, &mut Nobody).end, End::Done);
        assert_same(&place.directory.join("parts"), &files(&place.directory.join("whole")));
    }
}

/// A step that was interrupted may have taught the method something, which a run that never stopped does not know yet.
#[test]
fn what_an_interrupted_step_taught_is_forgotten() {
    let place = Place::new("taught");
    let scene = load(&place.directory.join("pair.toml"), &["solver.method=auto"]);
    let run = |name: &str, resume, observer: &mut dyn Observer| {
        place.run_scene(&scene, name, resume, observer).expect("a run").end
    };
    run("whole", false, &mut Nobody);
    let expected = files(&place.directory.join("whole"));
    for step in 2..=12 {
        assert_eq!(run("parts", false, &mut StopWithin(step)), End::Interrupted);
        assert_eq!(run("parts", true, &mut Nobody), End::Done);
        assert_same(&place.directory.join("parts"), &expected);
    }
}

/// What two bodies between a floor and a ram feel by barriers and friction.
const RUBBED: &[&str] = &[
    "contact={friction=0.3, dhat=0.02}",
    "body.1.translate=[0, 1.01, 0]",
    "obstacle=[{name='ram', shape='box', size=[0.4,3,3], translate=[0.72,0,0], motion={velocity=[-0.2,0,0]}}, \
     {name='floor', shape='plane', translate=[0,-0.75,0]}]",
];

/// Contacts, friction that lags and steps that are halved, from any checkpoint on.
#[test]
fn barriers_and_friction_are_the_same_after_a_resume() {
    for more in [&[][..], &["solver.max_iterations=5", "solver.on_failure=halve-step"]] {
        let place = Place::new(if more.is_empty() { "rubbed" } else { "halved" });
        let set: Vec<&str> = RUBBED.iter().chain(more).copied().collect();
        let scene = load(&place.directory.join("pair.toml"), &set);
        let run = |name: &str, resume, observer: &mut dyn Observer| {
            place.run_scene(&scene, name, resume, observer).expect("a run")
        };
        assert_eq!(run("whole", false, &mut Nobody).end, End::Done);
        let last = read(&place.directory.join("whole")).expect("a table").pop().expect("a row");
        assert!(
            last.contact > Some(0.0) && last.dissipated > Some(0.0),
            "nothing touches: {}",
            last.to_line()
        );
        for stop in [1, 4, 7, 10] {
            run("parts", false, &mut StopAfter(stop));
            assert_eq!(run("parts", true, &mut Nobody).end, End::Done);
            assert_same(&place.directory.join("parts"), &files(&place.directory.join("whole")));
        }
    }
}

/// A barrier that becomes stiffer and is let down again does so from any checkpoint on.
#[test]
fn how_stiff_barriers_have_become_is_kept() {
    let place = Place::new("stiffened");
    let soft = [
        "contact={dhat=0.1, stiffness=100}",
        "body.0.pin=[]",
        "body.0.attach=[]",
        "body.0.velocity=[0,-8,0]",
        "obstacle=[{name='floor', shape='plane', translate=[0,-0.7,0]}]",
        "time.steps=40",
    ];
    let scene = load(&place.directory.join("pair.toml"), &soft);
    let run = |name: &str, resume, observer: &mut dyn Observer| {
        place.run_scene(&scene, name, resume, observer).expect("a run").end
    };
    assert_eq!(run("whole", false, &mut Nobody), End::Done);
    let rows = read(&place.directory.join("whole")).expect("a table");
    let factors: Vec<f64> = rows.iter().map(|row| row.kappa.expect("a barrier")).collect();
    let most = factors.iter().copied().fold(0.0, f64::max);
    assert!(most > 1.0 && factors[39] < most, "up and down: {factors:?}");
    let up = factors.iter().position(|factor| *factor > 1.0).expect("up") as u64 + 1;
    for stop in [up, up + 5, 38] {
        run("parts", false, &mut StopAfter(stop));
        assert_eq!(run("parts", true, &mut Nobody), End::Done);
        assert_same(&place.directory.join("parts"), &files(&place.directory.join("whole")));
    }
}

/// Keeps the checkpoint of one step, and the whole directory as it is during a later one.
struct Kill<'a> {
    run: &'a Path,
    into: &'a Path,
    checkpoint: u64,
    at: u64,
}

impl Observer for Kill<'_> {
    fn on(&mut self, event: &Event<'_>) -> Control {
        match event {
            Event::Checkpoint { step } if *step == self.checkpoint => {
                fs::create_dir_all(self.into.join("checkpoint")).expect("a directory");
                let name = "checkpoint/state.lope";
                fs::copy(self.run.join(name), self.into.join(name)).expect("a copy");
            }
            Event::Step(record) if record.step == self.at => {
                fs::create_dir_all(self.into.join("frames")).expect("a directory");
                for name in ["scene.toml", "stats.csv", "forces.csv"] {
                    fs::copy(self.run.join(name), self.into.join(name)).expect("a copy");
                }
                for frame in fs::read_dir(self.run.join("frames")).expect("frames") {
                    let frame = frame.expect("a frame");
                    fs::copy(frame.path(), self.into.join("frames").join(frame.file_name())).expect("a copy");
                }
            }
            _ => {}
        }
        Control::Continue
    }
}

#[test]
fn a_killed_run_resumes_from_its_last_checkpoint() {
    let place = Place::new("kill");
    let (whole, torn) = (place.directory.join("whole"), place.directory.join("torn"));
    for (checkpoint, at) in [(3, 4), (3, 8), (5, 11)] {
        let _ = fs::remove_dir_all(&torn);
        let mut kill = Kill { run: &whole, into: &torn, checkpoint, at };
        place.run("whole", false, &mut kill).expect("a run");
        let expected = files(&whole);
        // A row cut short by the crash, and a frame that never got its name.
        let mut stats = fs::read(torn.join("stats.csv")).expect("a table");
        stats.extend(b"12,0.12,0.003,conv");
        fs::write(torn.join("stats.csv"), stats).expect("a torn table");
        place.run("torn", true, &mut Nobody).expect("a resumed run");
        assert_same(&torn, &expected);
    }
}

#[test]
fn frames_beyond_the_checkpoint_are_written_again() {
    let place = Place::new("frames");
    place.run("whole", false, &mut Nobody).expect("a run");
    let expected = files(&place.directory.join("whole"));
    place.run("parts", false, &mut StopAfter(5)).expect("a run");
    let frames = place.directory.join("parts/frames");
    fs::write(frames.join("left_000004.vtu"), "half a fra").expect("a torn frame");
    fs::write(frames.join("right_000006.obj"), "").expect("a torn frame");
    place.run("parts", true, &mut Nobody).expect("a resumed run");
    assert_same(&place.directory.join("parts"), &expected);
}

#[test]
fn a_checkpoint_of_another_scene_is_refused_and_left_alone() {
    let place = Place::new("other");
    place.run("run", false, &mut StopAfter(5)).expect("a run");
    let before = files(&place.directory.join("run"));
    for set in ["body.0.material.young=2e4", "time.step=0.02", "solver.tolerance=1e-5", "body.1.mesh.cells=3"]
    {
        let other = load(&place.directory.join("pair.toml"), &[set]);
        let error = place.run_scene(&other, "run", true, &mut Nobody).expect_err(set).to_string();
        assert!(error.contains("another scene") && error.contains("--resume"), "{set}: {error}");
        assert_same(&place.directory.join("run"), &before);
    }
    // The length, the title and the output may change.
    let longer = load(&place.directory.join("pair.toml"), &["time.steps=14", "title=longer"]);
    assert_eq!(place.run_scene(&longer, "run", true, &mut Nobody).expect("a resumed run").end, End::Done);
    assert_eq!(read(&place.directory.join("run")).expect("a table").len(), 14);
}

#[test]
fn a_checkpoint_of_another_version_is_refused() {
    let place = Place::new("version");
    place.run("run", false, &mut StopAfter(5)).expect("a run");
    let run = place.directory.join("run");
    let mut checkpoint = Checkpoint::load(&run).expect("a checkpoint");
    checkpoint.meta.insert("version".into(), "0.0.1".into());
    checkpoint.save(&run).expect("a checkpoint");
    let error = place.run("run", true, &mut Nobody).expect_err("another version").to_string();
    assert!(error.contains("lope 0.0.1") && error.contains(env!("CARGO_PKG_VERSION")), "{error}");
}

/// `cp run/* copy` leaves the mark behind, whose name begins with a point.
#[test]
fn a_copy_without_the_mark_can_be_resumed_and_not_overwritten() {
    let place = Place::new("copy");
    place.run("run", false, &mut StopAfter(5)).expect("a run");
    let run = place.directory.join("run");
    fs::remove_file(run.join(".lope-run")).expect("a mark");
    let error = place.run("run", false, &mut Nobody).expect_err("no mark").to_string();
    assert!(error.contains("not empty"), "{error}");
    let scene = fs::read_to_string(run.join("scene.toml")).expect("a scene");
    fs::write(run.join("scene.toml"), format!("# mine\n{scene}")).expect("a scene");
    let error = place.run("run", true, &mut Nobody).expect_err("a scene of the user").to_string();
    assert!(error.contains("not empty"), "{error}");
    fs::write(run.join("scene.toml"), scene).expect("a scene");
    assert_eq!(place.run("run", true, &mut Nobody).expect("a resumed run").end, End::Done);
}

#[test]
fn a_resumed_run_remembers_the_steps_that_failed_before() {
    let place = Place::new("failures");
    let hard = ["solver.max_iterations=1", "solver.on_failure=accept", "solver.tolerance=1e-9"];
    let scene = load(&place.directory.join("pair.toml"), &hard);
    let whole = place.run_scene(&scene, "whole", false, &mut Nobody).expect("a run");
    assert_eq!(whole.summary.failures, 12);
    place.run_scene(&scene, "parts", false, &mut StopAfter(5)).expect("a run");
    let resumed = place.run_scene(&scene, "parts", true, &mut Nobody).expect("a resumed run");
    assert_eq!(resumed.summary.failures, 12);
}

/// A double pendulum that swings on a hinge and a ball, one of them driven.
const JOINTED: &str = r#"
[time]
step = 0.01
steps = 12
[output]
checkpoint_every = 0
[[body]]
name = "upper"
kind = "rigid"
mesh = { shape = "box", size = [0.4, 0.05, 0.05], cells = [1, 1, 1] }
material = { density = 1000 }
translate = [0.2, 0, 0]
[[body]]
name = "lower"
kind = "rigid"
mesh = { shape = "box", size = [0.4, 0.05, 0.05], cells = [1, 1, 1] }
material = { density = 3000 }
translate = [0.6, 0, 0]
angular_velocity = [3, 0, 1]
[[joint]]
name = "shoulder"
type = "hinge"
between = ["world", "upper"]
at = [0, 0, 0]
axis = [0, 0, 1]
motor = { speed = 2, max = 3 }
[[joint]]
name = "elbow"
type = "ball"
between = ["upper", "lower"]
at = [0.4, 0, 0]
"#;

#[test]
fn multipliers_of_joints_are_in_checkpoints() {
    let place = Place::new("jointed");
    fs::write(place.directory.join("jointed.toml"), JOINTED).expect("a scene file");
    let scene = load(&place.directory.join("jointed.toml"), &[]);
    let whole = place.run_scene(&scene, "whole", false, &mut Nobody).expect("a run");
    assert_eq!(whole.end, End::Done);
    let expected = files(&place.directory.join("whole"));
    let stops: [&mut dyn Observer; 2] = [&mut StopAfter(5), &mut StopWithin(8)];
    for stop in stops {
        place.run_scene(&scene, "parts", false, stop).expect("a run");
        place.run_scene(&scene, "parts", true, &mut Nobody).expect("a run");
        assert_same(&place.directory.join("parts"), &expected);
    }
}
