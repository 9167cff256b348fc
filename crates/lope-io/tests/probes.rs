//! `probes.csv`: whole, the same after any interruption, drawn by plots and judged by expectations; loads on the way.

mod fixture;

use std::fs;
use std::path::Path;

use fixture::{Directory, built, scene};
use lope::minimize::Control;
use lope::observe::{Event, Nobody, Observer};
use lope::scene::schedule::Schedule;
use lope_io::output::probes;
use lope_io::plot::plot_run;
use lope_io::run::{End, Finished, Run, RunDirectory};

/// A bar that is pulled and twisted, under a scheme that looks back.
const BAR: &str = r#"
gravity = [0, -1, 0]
[time]
step = 0.01
steps = 10
integrator = "bdf2"
[solver]
tolerance = 1e-7
[output]
checkpoint_every = 0
[[body]]
name = "bar"
mesh = { shape = "box", size = [0.4, 0.1, 0.1], cells = [4, 1, 1] }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.3 }
[[body.pin]]
where = { box = [[-0.21, -1, -1], [-0.19, 1, 1]] }
[[body.load]]
where = { box = [[0.19, -1, -1], [0.21, 1, 1]] }
force = ["100*t", 0, 0]
[[body.load]]
where = { box = [[0.19, -1, -1], [0.21, 1, 1]] }
torque = [0.2, 0, 0]
start = 0.03
[[probe]]
name = "tip"
where = { box = [[0.19, -1, -1], [0.21, 1, 1]] }
record = ["displacement", "velocity"]
[[probe]]
name = "middle"
point = [0.01, 0, 0]
record = ["stress"]
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

fn run(set: &[&str], path: &Path, resume: bool, observer: &mut dyn Observer) -> Finished {
    let scene = scene(BAR, set);
    let take = if resume { RunDirectory::resume } else { RunDirectory::overwrite };
    let directory = take(path).expect("a directory");
    let resolved = scene.resolved_toml().expect("a scene that can be written");
    let begin = if resume { Run::resume } else { Run::start };
    let run = begin(&scene, built(&scene), Schedule::new(&scene.time), directory, &resolved);
    run.and_then(|run| run.finish(observer)).expect("a run")
}

#[test]
fn probes_are_written_resumed_drawn_and_judged() {
    let place = Directory::new("probes");
    let (whole, parts) = (place.join("whole"), place.join("parts"));
    let finished = run(&[], &whole, false, &mut Nobody);
    assert_eq!(finished.end, End::Done);
    let table = probes::read(&whole).expect("readable").expect("a table");
    let ends = ["dx", "dy", "dz", "vx", "vy", "vz"].map(|end| format!("tip.{end}"));
    let stress = ["sxx", "syy", "szz", "syz", "sxz", "sxy"].map(|end| format!("middle.{end}"));
    assert_eq!(table.columns, [&ends[..], &stress].concat());
    assert_eq!(table.rows.iter().map(|row| row.0).collect::<Vec<_>>(), (1..=10).collect::<Vec<_>>());
    let (_, _, last) = &table.rows[9];
    assert!(last[0] > 1e-6 && last[1] < -1e-6 && last[6] > 100.0, "pulled, and hanging: {last:?}");

    let names = ["probes.csv", "stats.csv", "forces.csv"];
    let read = |path: &Path| {
        names.map(|name| {
            let text = fs::read_to_string(path.join(name)).expect("a table");
            // Wall-clock times differ.
            let lines = text.lines().map(|line| {
                let cells = line.split(',').enumerate().filter(|(i, _)| name != "stats.csv" || *i != 2);
                cells.map(|(_, cell)| cell.to_owned()).collect::<Vec<_>>()
            });
            lines.collect::<Vec<_>>()
        })
    };
    for stop in [2, 5] {
        assert_eq!(run(&[], &parts, false, &mut StopAfter(stop)).end, End::Interrupted);
        assert_eq!(run(&[], &parts, true, &mut Nobody).end, End::Done);
        assert!(read(&parts) == read(&whole), "stopped after {stop}");
    }

    let written = plot_run(&whole, None).expect("plots");
    let page = written.iter().find(|path| path.ends_with("probes.svg")).expect("a page of probes");
    let text = fs::read_to_string(page).expect("a page");
    assert!(text.contains("tip: displacement") && text.contains("middle: stress"));

    let expect = |value: f64| {
        let expect = format!("expect={{probe=[{{column='tip.dx', value={value}, tolerance=1e-9}}]}}");
        let scene = scene(BAR, &[&expect]);
        let verdicts = scene.expect.judge(&finished.evidence);
        verdicts.iter().find(|verdict| verdict.key == "probe").expect("a verdict").held
    };
    assert!(expect(last[0]) && !expect(last[0] + 1e-6));
}

#[test]
fn without_probes_nothing_is_written() {
    let place = Directory::new("probes-none");
    let path = place.join("run");
    run(&[], &path, false, &mut Nobody);
    run(&["probe=[]"], &path, false, &mut Nobody);
    assert!(!path.join("probes.csv").exists(), "that of the run before is gone");
}
