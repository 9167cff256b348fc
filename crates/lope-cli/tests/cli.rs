//! The command as users meet it: exit codes, files, interruption.

mod place;

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use place::{Ended, MESH_SCENE, Place, TETRAHEDRON, rows};

#[test]
fn run_writes_what_the_contract_says() {
    let place = Place::with_scene("run");
    let ended = place.lope(&["run", "scene.toml"]).with(0);
    assert!(ended.out.contains("lope plot out/scene"), "{}", ended.out);
    assert!(ended.err.contains("step 8/8"), "plain lines where there is no terminal: {}", ended.err);
    let run = place.path("out/scene");
    let table = rows(&run);
    assert_eq!(table.len(), 9);
    assert_eq!(
        fs::read_to_string(run.join("stats.csv")).expect("a table").lines().next(),
        Some(
            "step,time,wall_s,outcome,iterations,linear_solves,linear_iterations,evaluations,projected,elements,\
             residual,kinetic,elastic,gravity,contact,total,dissipated,added,target,alpha,px,py,pz,lx,ly,lz,min_det,\
             inverted,impact,numerical,lag,kappa,gap,load"
        )
    );
    let summary: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(run.join("summary.json")).expect("a summary"))
            .expect("JSON");
    assert_eq!((&summary["steps"], &summary["failures"]), (&8.into(), &0.into()));
    assert_eq!((&summary["vertices"], &summary["elements"]), (&27.into(), &48.into()));
    assert_eq!(fs::read_dir(run.join("frames")).expect("frames").count(), 9 + 1);
    assert!(run.join("checkpoint/state.lope").is_file() && !run.join("failure").exists());

    // The resolved scene gives the same run again, and a second run replaces the first if it is told to.
    place.lope(&["run", "out/scene/scene.toml", "-o", "again", "--quiet"]).with(0);
    assert_eq!(rows(&place.path("again")), table);
    let again = ["run", "scene.toml", "--overwrite", "--steps", "3", "--quiet", "--threads", "1"];
    let shorter = place.lope(&again).with(0);
    assert_eq!((shorter.out.as_str(), shorter.err.as_str()), ("", ""), "quiet is quiet");
    assert_eq!(rows(&run), table[..4]);
    assert_eq!(fs::read_dir(run.join("frames")).expect("frames").count(), 4 + 1);
}

#[test]
fn check_says_what_would_run_and_writes_nothing() {
    let place = Place::with_scene("check");
    let out = place.lope(&["check", "scene.toml"]).with(0).out;
    for word in [
        "A small cube",
        "27 unknowns",
        "8 steps",
        "backward-euler",
        "27 vertices",
        "48 elements",
        "solver.method = auto: the default;",
        "solver.linear = pcg: the default of auto;",
        "solver.preconditioner = auto: ",
        "solver.forcing = adaptive: ",
        "ok",
    ] {
        assert!(out.contains(word), "`{word}` is not in: {out}");
    }
    assert_eq!(place.entries(), ["scene.toml"]);
}

#[test]
fn scenes_and_schema_are_complete() {
    let place = Place::new("lists");
    let list = place.lope(&["scenes"]).with(0).out;
    for name in ["jelly", "stretch", "twist"] {
        assert!(list.contains(name), "{list}");
        let text = place.lope(&["scenes", name]).with(0).out;
        place.write("copy.toml", &text);
        place.lope(&["check", "copy.toml"]).with(0);
    }
    let schema: serde_json::Value = serde_json::from_str(&place.lope(&["schema"]).with(0).out).expect("JSON");
    for key in ["time", "solver", "body", "output", "expect", "gravity"] {
        assert!(schema["properties"][key].is_object(), "{key}");
    }
    let experiments = place.lope(&["reproduce"]).with(0).out;
    for name in ["gast-stretch", "gast-pulse", "gast-random", "gast-point", "gast-map"] {
        assert!(experiments.contains(name), "{experiments}");
    }
    assert!(place.lope(&["--version"]).with(0).out.starts_with("lope "));
    let help = place.lope(&["--help"]).with(0).out;
    for command in ["run", "check", "compare", "scenes", "schema", "plot", "reproduce", "bench"] {
        assert!(help.contains(command), "{help}");
    }
}

#[test]
fn plot_draws_a_run() {
    let place = Place::with_scene("plot");
    place.lope(&["run", "scene.toml", "-o", "run", "--quiet"]).with(0);
    let out = place.lope(&["plot", "run"]).with(0).out;
    let files: Vec<&str> = out.lines().collect();
    assert!(files.iter().any(|f| f.ends_with(".svg")) && files.iter().any(|f| f.ends_with(".png")), "{out}");
    for file in files {
        let bytes = fs::read(place.path(file)).expect("a plot");
        let start: &[u8] = if file.ends_with(".svg") { b"<" } else { b"\x89PNG" };
        assert!(bytes.starts_with(start) && bytes.len() > 1000, "{file}");
    }
}

#[test]
fn a_step_that_fails_leaves_a_bundle_to_replay() {
    let place = Place::with_scene("failure");
    let hard = ["run", "scene.toml", "-o", "run", "--set", "solver.max_iterations=1", "--quiet"];
    place.lope(&hard).with(1).naming(&[
        "step 1 did not converge",
        "max-iterations",
        "run/failure",
        "on_failure = \"stop\"",
    ]);
    assert!(place.path("run/failure/iterations.csv").is_file());
    assert_eq!(rows(&place.path("run")).len(), 2);

    let replay = ["run", "run/failure", "--set", "solver.max_iterations=200", "--quiet"];
    place.lope(&replay).with(0);
    place.lope(&["run", "scene.toml", "-o", "good", "--steps", "1", "--quiet"]).with(0);
    assert_eq!(rows(&place.path("out/replay")), rows(&place.path("good")));
    // As hard as before, it fails as before; and it does not write over what it reads.
    place.lope(&["run", "run/failure", "-o", "again", "--quiet"]).with(1);
    place.lope(&["run", "run/failure", "-o", "run/failure"]).with(2).naming(&["of its own"]);
    assert!(place.path("run/failure/checkpoint/state.lope").is_file());
}

#[test]
fn the_bundle_of_a_mesh_file_finds_it() {
    let place = Place::new("bundle");
    fs::create_dir(place.path("models")).expect("a directory");
    place.write("models/mesh.msh", TETRAHEDRON);
    let text = MESH_SCENE.replace("mesh.msh", "models/mesh.msh") + "[output]\ndirectory = \"results\"\n";
    place.write("scene.toml", &text);
    place.lope(&["run", "scene.toml", "--quiet", "--set", "solver.max_iterations=1"]).with(1);
    let more = "solver.max_iterations=200";
    place.lope(&["run", "results/failure", "--quiet", "--set", more]).with(0);
    assert!(place.path("results/failure").is_dir(), "the run is still there");
    assert_eq!(rows(&place.path("out/replay")).len(), 2);
    place.lope(&["run", "results/scene.toml", "--quiet", "-o", "elsewhere", "--set", more]).with(0);
}

#[test]
fn other_policies_go_on() {
    let place = Place::with_scene("policy");
    let run = |policy: &str| {
        let mut arguments = vec!["run", "scene.toml", "-o", policy];
        let policy = format!("solver.on_failure={policy}");
        for set in [policy.as_str(), "solver.max_iterations=1", "solver.max_halvings=2"] {
            arguments.extend(["--set", set]);
        }
        place.lope(&arguments)
    };
    let accepted = run("accept").with(0);
    assert!(accepted.out.contains("8 steps did not converge"), "{}", accepted.out);
    let halved = run("halve-step").with(1).naming(&["step 1", "halved 2 times", "max_halvings"]);
    assert!(!halved.err.contains("stop"), "{}", halved.err);
}

#[test]
fn a_pin_that_leads_nowhere_is_blamed_on_the_scene() {
    let place = Place::with_scene("nowhere");
    let lost = "body.0.pin.1.motion={expression=[\"x + sqrt(0.1 - t)\", \"y\", \"z\"]}";
    let ended = place.lope(&["run", "scene.toml", "-o", "run", "--quiet", "--set", lost]).with(1);
    let ended = ended.naming(&["body.0.pin.1.motion", "t = 0.125 s", "step 3", "release"]);
    assert!(!ended.err.contains("converge") && !ended.err.contains("solver"), "{}", ended.err);
}

/// Sends a signal to a process this test started.
fn interrupt(id: u32) {
    let status = Command::new("kill").args(["-INT", &id.to_string()]).status().expect("kill");
    assert!(status.success());
}

#[test]
fn an_interrupted_run_resumes_to_the_same_rows() {
    let place = Place::with_scene("interrupt");
    // Long enough to be met under way.
    let settings = ["--set", "time.steps=150", "--set", "body.0.mesh.cells=[6, 6, 6]"];
    place.lope(&[&["run", "scene.toml", "-o", "whole", "--quiet"], &settings[..]].concat()).with(0);

    let begin = [&["run", "scene.toml", "-o", "parts"], &settings[..]].concat();
    let child = place.command(&begin).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a child");
    let table = place.path("parts/stats.csv");
    let made = || fs::read_to_string(&table).map_or(0, |text| text.lines().count());
    for _ in 0..6000 {
        if made() > 3 {
            break;
        }
        sleep(Duration::from_millis(5));
    }
    interrupt(child.id());
    let ended = Ended::from(child.wait_with_output().expect("the child ends")).with(130);
    assert!(ended.out.contains("lope run -o parts --resume"), "{}", ended.out);
    let before = rows(&place.path("parts")).len();
    assert!((4..150).contains(&before), "interrupted under way, after {before} rows");
    assert!(place.path("parts/checkpoint/state.lope").is_file());

    place.lope(&["run", "-o", "parts", "--resume", "--quiet"]).with(0);
    assert_eq!(rows(&place.path("parts")), rows(&place.path("whole")));
    let frames =
        |run: &str| fs::read(place.path(run).join("frames/cube_000150.vtu")).expect("the last frame");
    assert!(frames("parts") == frames("whole"), "the last frame differs");
}

#[test]
fn a_finished_run_can_be_made_longer() {
    let place = Place::with_scene("longer");
    place.lope(&["run", "scene.toml", "-o", "whole", "--quiet"]).with(0);
    place.lope(&["run", "scene.toml", "-o", "parts", "--steps", "5", "--quiet"]).with(0);
    place.lope(&["run", "scene.toml", "-o", "parts", "--resume", "--quiet"]).with(0);
    assert_eq!(rows(&place.path("parts")), rows(&place.path("whole")));
}
