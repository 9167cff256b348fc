//! `forces.csv`: whole, the same after any interruption, and absent where nothing pushes.

mod fixture;

use std::fs;
use std::path::Path;

use fixture::{Directory, built, scene};
use lope::minimize::Control;
use lope::observe::{Event, Nobody, Observer};
use lope::scene::schedule::Schedule;
use lope_io::output::csv;
use lope_io::run::{End, Run, RunDirectory};
use lope_io::show::vtu_read;

/// Two boxes above each other that fall on a floor; one hangs on a spring. They touch each other in the middle of the run.
const BOXES: &str = r#"
[time]
step = 0.01
steps = 14
frame_rate = 50
integrator = "bdf2"
[solver]
tolerance = 1e-8
[output]
checkpoint_every = 0
fields = ["velocity", "contact-force", "friction-force"]
[contact]
dhat = 0.002
friction = 0.3
[[body]]
name = "low"
mesh = { shape = "box", size = [0.12, 0.12, 0.12], cells = [2, 2, 2] }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.3 }
translate = [0, 0.0615, 0]
velocity = [0.5, 0, 0]
[[body]]
name = "high"
mesh = { shape = "box", size = [0.1, 0.1, 0.1], cells = [2, 2, 2] }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.3 }
translate = [0, 0.19, 0]
[[body.attach]]
where = { vertices = [0] }
stiffness = 20
[[obstacle]]
name = "floor"
shape = "plane"
"#;

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

fn run(text: &str, path: &Path, resume: bool, observer: &mut dyn Observer) -> Result<End, String> {
    let scene = scene(text, &[]);
    let take = if resume { RunDirectory::resume } else { RunDirectory::overwrite };
    let directory = take(path).expect("a directory");
    let resolved = scene.resolved_toml().expect("a scene that can be written");
    let begin = if resume { Run::resume } else { Run::start };
    let run = begin(&scene, built(&scene), Schedule::new(&scene.time), directory, &resolved);
    let finished = run.and_then(|run| run.finish(observer));
    finished.map(|finished| finished.end).map_err(|error| error.to_string())
}

fn table(path: &Path) -> (Vec<String>, Vec<Vec<f64>>) {
    let text = fs::read_to_string(path.join("forces.csv")).expect("a table");
    let mut lines = text.lines();
    let head = lines.next().expect("a head").split(',').map(str::to_owned).collect();
    let number = |cell: &str| cell.parse().expect("a number");
    (head, lines.map(|line| line.split(',').map(number).collect()).collect())
}

#[test]
fn the_table_names_who_pushes() {
    let place = Directory::new("forces");
    let path = place.join("run");
    assert_eq!(run(BOXES, &path, false, &mut Nobody), Ok(End::Done));
    let (head, rows) = table(&path);
    let whole = |name: &str| ["fx", "fy", "fz", "tx", "ty", "tz"].map(|end| format!("{name}.{end}"));
    let parts = |name: &str| {
        let ends = ["normal.fx", "normal.fy", "normal.fz", "friction.fx", "friction.fy", "friction.fz"];
        ends.map(|end| format!("{name}.{end}"))
    };
    let expected: Vec<String> = ["step".to_owned(), "time".to_owned()]
        .into_iter()
        .chain(whole("high.attach0"))
        .chain(whole("floor"))
        .chain(parts("floor"))
        .chain(whole("low-high"))
        .chain(parts("low-high"))
        .collect();
    assert_eq!(head, expected);
    assert_eq!(rows.len(), 14);
    let column = |name: &str| head.iter().position(|cell| cell == name).expect("a column");
    let at = |row: usize, name: &str| rows[row][column(name)];
    assert_eq!((at(0, "step"), at(13, "step")), (1.0, 14.0));
    assert_eq!(at(0, "low-high.fy"), 0.0, "they have not touched yet");
    let least = (0..14).map(|row| at(row, "low-high.fy")).fold(0.0, f64::min);
    let most = (0..14).map(|row| at(row, "floor.fy")).fold(0.0, f64::max);
    assert!(least < -1.0 && most > 10.0, "the low one is pushed down and up: {least} {most}");
    for row in 0..14 {
        assert!((at(row, "floor.fx") - at(row, "floor.friction.fx")).abs() < 1e-9);
        assert!((at(row, "floor.fy") - at(row, "floor.normal.fy")).abs() < 1e-9);
    }
    // The last frame is that of the last step: what the low box feels is what both others give.
    let frame = vtu_read::read(&path.join("frames/low_000007.vtu")).expect("a frame");
    let field = |name: &str| {
        let found = frame.point_data.iter().find(|field| field.name == name).expect("a field");
        found.values.chunks_exact(3).fold([0.0; 3], |sum, f| [0, 1, 2].map(|i| sum[i] + f[i]))
    };
    let given = at(13, "floor.normal.fy") + at(13, "low-high.normal.fy");
    assert!(
        (field("contact-force")[1] - given).abs() < 1e-4 * given.abs(),
        "{:?} {given}",
        field("contact-force")
    );
    let rubbed = at(13, "floor.friction.fx") + at(13, "low-high.friction.fx");
    assert!((field("friction-force")[0] - rubbed).abs() < 1e-3, "{:?} {rubbed}", field("friction-force"));
}

#[test]
fn a_resumed_run_writes_the_same_table() {
    let place = Directory::new("forces-resume");
    let (whole, parts) = (place.join("whole"), place.join("parts"));
    assert_eq!(run(BOXES, &whole, false, &mut Nobody), Ok(End::Done));
    let expected = fs::read(whole.join("forces.csv")).expect("a table");
    for stop in [1, 5, 9, 13] {
        assert_eq!(run(BOXES, &parts, false, &mut StopAfter(stop)), Ok(End::Interrupted));
        // A killed run is further than its checkpoint, and may have met others since.
        if stop == 5 {
            fs::write(parts.join("forces.csv"), [&expected[..], b"15,0.15,1.0"].concat()).expect("a table");
        }
        assert_eq!(run(BOXES, &parts, true, &mut Nobody), Ok(End::Done));
        assert!(fs::read(parts.join("forces.csv")).expect("a table") == expected, "stopped after {stop}");
    }
    assert_eq!(run(BOXES, &parts, false, &mut StopAfter(5)), Ok(End::Interrupted));
    let text = fs::read_to_string(parts.join("forces.csv")).expect("a table");
    let torn: Vec<&str> = text.lines().take(4).collect();
    fs::write(parts.join("forces.csv"), torn.join("\n") + "\n").expect("a table");
    let error = run(BOXES, &parts, true, &mut Nobody).expect_err("a table without its rows");
    assert!(error.contains("forces.csv") && error.contains("step 4"), "{error}");
}

/// Bodies that touch only later have no table until then, also across an interruption.
#[test]
fn a_run_in_which_nothing_pushes_has_no_table() {
    let place = Directory::new("forces-none");
    let path = place.join("run");
    let lonely = |steps: u32| {
        let text = BOXES.replace("steps = 14", &format!("steps = {steps}"));
        let text = text.split("[[body.attach]]").next().expect("text").to_owned();
        text.replace("velocity = [0.5, 0, 0]", "velocity = [0, 1, 0]")
    };
    assert_eq!(run(&lonely(1), &path, false, &mut Nobody), Ok(End::Done));
    assert!(!path.join("forces.csv").exists());
    let whole = place.join("whole");
    assert_eq!(run(&lonely(6), &whole, false, &mut Nobody), Ok(End::Done));
    let expected = fs::read(whole.join("forces.csv")).expect("they met");
    assert_eq!(run(&lonely(6), &path, false, &mut StopAfter(1)), Ok(End::Interrupted));
    assert_eq!(run(&lonely(6), &path, true, &mut Nobody), Ok(End::Done));
    assert!(fs::read(path.join("forces.csv")).expect("a table") == expected);
    // A new run does not keep the table of the one before it.
    assert_eq!(run(&lonely(1), &path, false, &mut Nobody), Ok(End::Done));
    assert!(!path.join("forces.csv").exists());
}

#[test]
fn names_are_cells() {
    use lope::world::{ForceSource, SourceKind};
    let source = ForceSource { name: "-1+cmd".into(), kind: SourceKind::Pin };
    let head = lope_io::output::forces::header(&[source]);
    assert!(head.starts_with("step,time,'-1+cmd.fx,"), "{head}");
    assert_eq!(csv::cell("-1+cmd.fx"), "'-1+cmd.fx");
}
