//! Going on from a run: a new run starts where a frame of another left things, whatever else has changed, and only reads it.

mod fixture;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fixture::{Directory, load};
use lope::math::vec3::distance;
use lope::observe::Nobody;
use lope::scene::schedule::Schedule;
use lope::time::History;
use lope_io::run::{End, Run, RunDirectory};

const HEAD: &str = r#"
gravity = [0, -9.81, 0]
[time]
step = 0.01
steps = 20
[solver]
linear = "cholesky"
method = "projected-newton"
tolerance = 1e-10
[output]
checkpoint_every = 0
"#;

const BAR: &str = r#"
[[body]]
name = "bar"
mesh = { shape = "box", size = [0.4, 0.1, 0.1], cells = [4, 1, 1] }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.3 }
velocity = [0, 0, 0.5]
[[body.pin]]
where = { box = [[-0.21, -1, -1], [-0.19, 1, 1]] }
motion = { velocity = [0, 0.3, 0] }
[[body.attach]]
where = { box = [[0.19, -1, -1], [0.21, 1, 1]] }
stiffness = 100
"#;

const NET: &str = r#"
[[body]]
name = "net"
kind = "springs"
mesh = { shape = "sheet", size = [0.5, 0.5], cells = [4, 4] }
translate = [0, 1, 0]
springs = { stiffness = 500, density = 0.3 }
[[body.pin]]
where = { vertices = [0, 4] }
"#;

/// Runs a scene file in `place` into a directory there, and gives the state at its end.
fn run_file(path: &Path, set: &[&str], into: &Path) -> History {
    let loaded = load(path, set);
    let resolved = loaded.resolved_toml(into).expect("a scene");
    let begin = |resume: bool| {
        let take = if resume { RunDirectory::resume } else { RunDirectory::prepare };
        let start = if resume { Run::resume } else { Run::start };
        let (directory, built) = (take(into).expect("a directory"), loaded.build().expect("a world"));
        start(&loaded.scene, built, Schedule::new(&loaded.scene.time), directory, &resolved).expect("a run")
    };
    assert_eq!(begin(false).finish(&mut Nobody).expect("a run").end, End::Done);
    begin(true).world().state().clone()
}

fn run(place: &Directory, text: &str, set: &[&str], into: &str) -> History {
    let path = place.join("scene.toml");
    fs::write(&path, text).expect("a scene");
    run_file(&path, set, &place.join(into))
}

fn apart(one: &History, other: &History) -> [f64; 2] {
    let farthest = |a: &[f64], b: &[f64]| {
        assert_eq!(a.len(), b.len());
        let pairs = a.as_chunks::<3>().0.iter().zip(b.as_chunks::<3>().0);
        pairs.map(|(a, b)| distance(*a, *b)).fold(0.0, f64::max)
    };
    [farthest(&one.x, &other.x), farthest(&one.v, &other.v)]
}

/// All files below a directory with what is in them.
fn content(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(path).expect("a directory").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => all.extend(content(&path)),
            false => _ = all.insert(path.display().to_string(), fs::read(&path).expect("a file")),
        }
    }
    all
}

#[test]
fn a_run_goes_on_as_if_it_had_never_ended() {
    let both = format!("{HEAD}{BAR}{NET}");
    for (what, text) in [("solid", format!("{HEAD}{BAR}")), ("net", format!("{HEAD}{NET}")), ("both", both)] {
        let place = Directory::new(&format!("going-{what}"));
        let whole = run(&place, &text, &[], "whole");
        let before = content(&place.join("whole"));
        let rest = run(&place, &text, &["time.steps=10", "state={run='whole', frame=10}"], "rest");
        let [x, v] = apart(&whole, &rest);
        assert!(x < 1e-12 && v < 1e-10, "{what}: {x} m, {v} m/s");
        assert!((rest.t - 0.1).abs() < 1e-12, "time begins anew");
        assert!(content(&place.join("whole")) == before, "{what}: a run that is gone on from is only read");
        // Its first frame is that frame.
        let frame = |run: &str, number: u32| {
            let name = format!("{run}/frames/{}_{number:06}.vtu", if what == "net" { "net" } else { "bar" });
            lope_io::show::vtu_read::read(&place.join(&name)).expect("a frame")
        };
        assert_eq!(frame("rest", 0).points, frame("whole", 10).points, "{what}");
        assert_eq!(frame("rest", 0).point_data, frame("whole", 10).point_data, "{what}");
    }
}

/// The last frame is meant without a number, each body may have a run of its own, and what is new starts as it says.
#[test]
fn bodies_go_on_each_from_its_own_run() {
    let place = Directory::new("going-own");
    let bar = format!("{HEAD}{BAR}");
    let whole = run(&place, &bar, &["time.steps=10"], "a");
    let from_last =
        run(&place, &bar, &["time.steps=0", "body.0.state={run='a'}", "body.0.velocity=[9,9,9]"], "b");
    assert_eq!(apart(&whole, &from_last), [0.0; 2]);
    let both = format!("{HEAD}{BAR}{NET}");
    let one = run(&place, &both, &["time.steps=0", "state={run='a', frame=10}"], "c");
    assert_eq!(one.x[..whole.x.len()], whole.x);
    assert!((one.x[whole.x.len() + 1] - 1.0).abs() < 1e-12, "the net is where the scene says");
    fs::write(place.join("scene.toml"), &both).expect("a scene");
    let built = load(&place.join("scene.toml"), &["state.run=a"]).build().expect("a world");
    let notes = built.notes.join("; ");
    assert!(
        notes.contains("starts from frame 10 of a, where the time is 0.1 s; here it begins at 0"),
        "{notes}"
    );
    assert!(notes.contains("net is not in frame 10 of a: it starts as the scene says"), "{notes}");
}

/// A body that is shown by a surface goes on by its nodes, which have a file of their own.
#[test]
fn an_embedded_body_goes_on_by_its_nodes() {
    let place = Directory::new("going-skin");
    let ball =
        "v 0 0 1\nv 0.9 0 -0.3\nv -0.4 0.8 -0.3\nv -0.4 -0.8 -0.3\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n";
    fs::write(place.join("ball.obj"), ball).expect("a mesh");
    let text = format!(
        r#"{HEAD}
[[body]]
name = "ball"
mesh = {{ file = "ball.obj", tetrahedralize = {{ edge = 0.2 }}, embed = true }}
material = {{ model = "stable-neo-hookean", young = 1e5, poisson = 0.3 }}
angular_velocity = [1, 2, 3]
"#
    );
    let whole = run(&place, &text, &[], "whole");
    let rest = run(&place, &text, &["time.steps=10", "state={run='whole', frame=10}"], "rest");
    let [x, v] = apart(&whole, &rest);
    assert!(x < 1e-12 && v < 1e-10, "{x} m, {v} m/s");
}

#[test]
fn what_cannot_be_gone_on_from_is_named() {
    let place = Directory::new("going-wrong");
    let text = format!("{HEAD}{BAR}");
    run(&place, &text, &["time.steps=3"], "a");
    run(&place, &text, &["time.steps=1", "output.fields=[]"], "bare");
    run(&place, &text, &["time.steps=1", "output.formats=[]"], "none");
    fs::write(place.join("file"), "x").expect("a file");
    let table: &[(&str, &[&str], &[&str])] = &[
        (
            "nowhere",
            &["state={run='out/x'}"],
            &["state", "out/x: there is no such directory", "relative to the scene file"],
        ),
        ("file", &["state={run='file'}"], &["state", "file: is a file"]),
        ("no frames", &["state={run='none'}"], &["state", "none: it has no frames", "output.formats"]),
        ("frame", &["state={run='a', frame=40}"], &["state", "a: there is no frame 40: it has 0 to 3"]),
        ("fields", &["body.0.state={run='bare'}"], &["body.0.state", "no velocities", "output.fields"]),
        (
            "mesh",
            &["body.0.state={run='a'}", "body.0.mesh.cells=[5,1,1]"],
            &[
                "body.0.state",
                "another mesh (20 vertices and 24 elements there, 24 vertices and 30 elements here)",
            ],
        ),
        (
            "order",
            &[
                "state={run='a'}",
                "body.0.mesh={shape='box', size=[0.1,0.4,0.1], cells=[1,4,1]}",
                "body.0.pin=[]",
                "body.0.attach=[]",
            ],
            &["state", "both have 20 vertices and 24 elements, but element 0 joins vertices"],
        ),
        ("name", &["body.0.state={run='a'}", "body.0.name=bat"], &["body.0.state", "no body \"bat\"", "bar"]),
        (
            "nobody",
            &["state={run='a'}", "body.0.name=bat"],
            &["state", "no body of the scene is in a", "there are bar"],
        ),
        ("key", &["state={run='a', step=3}"], &["state.step", "frame"]),
    ];
    for (what, set, words) in table {
        let set: Vec<String> = set.iter().map(ToString::to_string).collect();
        let said = match lope_io::Loaded::load(&place.join("scene.toml"), &set) {
            Err(error) => error.to_string(),
            Ok(loaded) => loaded.build().err().map_or_else(|| "nothing".into(), |error| error.to_string()),
        };
        for word in *words {
            assert!(said.contains(word), "{what}: no {word:?} in {said}");
        }
    }
}

/// Elements that are inside out in the run cannot be of a material that has no energy for them.
#[test]
fn a_material_that_cannot_be_inverted_refuses_what_is() {
    let place = Directory::new("going-inverted");
    let text = format!("{HEAD}{BAR}");
    let turned = ["time.steps=0", "body.0.material.model=fixed-corotated", "body.0.start={point=[0,0,0]}"];
    run(&place, &text, &turned, "flat");
    let path = place.join("scene.toml");
    let model = "body.0.material={model='neo-hookean', young=1e5, poisson=0.3}";
    let said = load(&path, &["state.run=flat", model]).build().err().expect("a problem").to_string();
    assert!(said.contains("flat or inverted") && said.contains("fixed-corotated"), "{said}");
    assert!(load(&path, &["state.run=flat", "body.0.material.model=fixed-corotated"]).build().is_ok());
}

/// The run that is written down knows what it went on from: it repeats itself, goes on only from the very same, and does not
/// replace what it reads.
#[test]
fn the_start_is_part_of_what_a_run_is() {
    let place = Directory::new("going-identity");
    let text = format!("{HEAD}{BAR}");
    run(&place, &text, &["time.steps=4"], "a");
    let rest = run(&place, &text, &["time.steps=4", "state={run='a', frame=2}"], "deep/er/b");
    let written = fs::read_to_string(place.join("deep/er/b/scene.toml")).expect("a scene");
    assert!(written.contains("run = \"../../../a\""), "{written}");
    let again = run_file(&place.join("deep/er/b/scene.toml"), &[], &place.join("c"));
    assert_eq!(apart(&rest, &again), [0.0; 2], "to the bit");

    let loaded = load(&place.join("scene.toml"), &["time.steps=4", "state={run='a', frame=2}"]);
    let refused = RunDirectory::overwrite(&place.join("a")).expect("a directory").spares(&loaded);
    let said = refused.expect_err("it is read").to_string();
    assert!(said.contains("state.run") && said.contains("-o DIR"), "{said}");

    let resume = |set: &[&str]| {
        let loaded = load(&place.join("scene.toml"), set);
        let into = place.join("deep/er/b");
        let resolved = loaded.resolved_toml(&into).expect("a scene");
        let directory = RunDirectory::resume(&into).expect("a directory");
        let built = loaded.build().expect("a world");
        let run = Run::resume(&loaded.scene, built, Schedule::new(&loaded.scene.time), directory, &resolved);
        run.err().map(|error| error.to_string())
    };
    assert_eq!(resume(&["time.steps=9", "state={run='a', frame=2}"]), None, "length may change");
    let said = resume(&["time.steps=9", "state={run='a', frame=3}"]).expect("another start");
    assert!(said.contains("state.frame was 2 and is 3"), "{said}");
    let said = resume(&["time.steps=9", "state={run='a', frame=2}", "body.0.material.young=2e5"])
        .expect("another bar");
    assert!(said.contains("body.0.material.young was 100000.0 and is 200000.0"), "{said}");
    // Another run of that name.
    fs::remove_dir_all(place.join("a")).expect("removed");
    run(&place, &text, &["time.steps=4", "gravity=[0,-1,0]"], "a");
    let said = resume(&["time.steps=9", "state={run='a', frame=2}"]).expect("another content");
    assert!(said.contains("the content of ") && said.contains("(state.run) has changed"), "{said}");
}
