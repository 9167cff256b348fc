//! `lope compare` as users meet it.

mod place;

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use place::{Ended, Place};
use serde_json::Value;

fn json(place: &Place, directory: &str) -> Value {
    let text = fs::read_to_string(place.path(directory).join("compare.json")).expect("compare.json");
    serde_json::from_str(&text).expect("JSON")
}

fn csv(place: &Place, directory: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(place.path(directory).join("compare.csv")).expect("compare.csv");
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn all_combinations_become_rows_in_all_files() {
    let place = Place::with_scene("compare");
    let arguments =
        ["compare", "scene.toml", "--vary", "solver.tolerance=1e-2,1e-6", "--vary", "solver.linear=cg,pcg"];
    let ended = place.lope(&arguments).with(0);
    for words in ["tolerance", "linear", "1e-6", "pcg", "finished", "reference", "compare.html"] {
        assert!(ended.out.contains(words), "`{words}` is not in: {}", ended.out);
    }
    assert!(ended.err.contains("run 4/4"), "plain lines where there is no terminal: {}", ended.err);

    let out = "out/compare/scene";
    let table = csv(&place, out);
    assert_eq!(table.len(), 1 + 4);
    let head = "solver.tolerance,solver.linear,outcome,steps,iterations,linear_solves,linear_iterations,evaluations,\
                projected,projected_percent,wall_s,hessian_s,linear_s,search_s,other_s,energy_drift,distance,\
                distance_relative,final_energy,reference,reason,cube.pin0.fx,cube.pin0.fy,cube.pin0.fz,cube.pin0.tx,\
                cube.pin0.ty,cube.pin0.tz,cube.pin1.fx,cube.pin1.fy,cube.pin1.fz,cube.pin1.tx,cube.pin1.ty,cube.pin1.tz,\
                expect.converged";
    assert_eq!(table[0].join(","), head);
    let variants: Vec<_> = table[1..].iter().map(|row| (row[0].as_str(), row[1].as_str())).collect();
    assert_eq!(variants, [("1e-2", "cg"), ("1e-2", "pcg"), ("1e-6", "cg"), ("1e-6", "pcg")]);

    let json = json(&place, out);
    assert_eq!((&json["title"], &json["rows"].as_array().map(Vec::len)), (&"A small cube".into(), &Some(4)));
    assert_eq!(json["keys"], serde_json::json!(["solver.tolerance", "solver.linear"]));
    for (row, line) in json["rows"].as_array().expect("rows").iter().zip(&table[1..]) {
        assert_eq!((row["outcome"].as_str(), number(&row["steps"])), (Some("finished"), 8.0));
        assert_eq!(row["iterations"].to_string(), line[4]);
        let series = |name: &str| row["series"][name].as_array().expect("a series").clone();
        assert!(series("time").len() == 8 && series("distance").iter().all(Value::is_number));
        let sum: f64 = series("iterations").iter().map(number).sum();
        assert_eq!(sum, number(&row["iterations"]));
        let phases: f64 =
            ["hessian_s", "linear_s", "search_s", "other_s"].iter().map(|phase| number(&row[phase])).sum();
        assert!((phases - number(&row["wall_s"])).abs() < 1e-6);
    }
    // The finest is the reference: no distance from itself. A looser tolerance is elsewhere, and not far.
    assert_eq!((&json["rows"][2]["reference"], number(&json["rows"][2]["distance"])), (&true.into(), 0.0));
    let away = number(&json["rows"][0]["distance"]);
    assert!(away > 0.0 && away < 1e-2, "{away}");
    let diagonal = 3.0_f64.sqrt();
    assert!((number(&json["rows"][0]["distance_relative"]) * diagonal - away).abs() < 1e-12);

    let html = fs::read_to_string(place.path(out).join("compare.html")).expect("compare.html");
    assert!(html.contains("<svg") && html.contains("pcg") && html.contains("A small cube"));
    for foreign in ["http", "<script", "<link", "src="] {
        assert!(!html.contains(foreign), "{foreign}");
    }
}

#[test]
fn equal_runs_are_equal_and_the_reference_can_be_chosen() {
    let place = Place::with_scene("compare-reference");
    // A key that changes nothing: the same run twice.
    let run = |more: &[&str]| {
        let begin = ["compare", "scene.toml", "-o", "o", "--quiet", "--steps", "3"];
        let vary = ["--vary", "output.checkpoint_every=10,20", "--vary", "solver.tolerance=1e-2,1e-4"];
        place.lope(&[&begin[..], &vary, more].concat())
    };
    let quiet = run(&[]).with(0);
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("", ""));
    let first = json(&place, "o");
    let distance = |json: &Value, row: usize| number(&json["rows"][row]["distance"]);
    assert_eq!([1, 3].map(|row| distance(&first, row)), [0.0; 2], "the tighter tolerance is the reference");
    assert!(distance(&first, 0) > 0.0 && distance(&first, 0) == distance(&first, 2));

    for name in ["solver.tolerance=0.01,output.checkpoint_every=20", "1e-2,20"] {
        run(&["--reference", name]).with(0);
        let named = json(&place, "o");
        assert_eq!((named["rows"][2]["reference"].as_bool(), distance(&named, 0)), (Some(true), 0.0));
        assert_eq!(distance(&named, 1), distance(&first, 0), "a distance is the same both ways");
    }

    run(&["--reference-set", "solver.tolerance=1e-9"]).with(0);
    let extra = json(&place, "o");
    assert_eq!(extra["rows"].as_array().map(Vec::len), Some(1 + 4));
    assert_eq!(extra["rows"][0]["reference"], true);
    assert!(distance(&extra, 1) > distance(&extra, 2), "the tighter tolerance is nearer");
    assert_eq!(csv(&place, "o")[1][1], "1e-9");

    for (reference, words) in [
        ("solver.tolerance=1e-2", "2 variants have these values"),
        ("solver.tolerance=5", "takes 1e-2, 1e-4"),
        ("solver.linear=cg", "is not varied"),
        ("tolerance", "expected KEY=VALUE"),
    ] {
        run(&["--reference", reference]).with(2).naming(&["--reference", words]);
    }
    run(&["--reference-set", "solver.tolerance=-1"]).with(2).naming(&["--reference-set", "greater than 0"]);
}

#[test]
fn steps_of_different_length_are_compared_at_common_times() {
    let place = Place::with_scene("compare-steps");
    let arguments = ["compare", "scene.toml", "-o", "o", "--set", "time.duration=1/4"];
    // The shortest step is the reference, wherever it stands.
    let vary = ["--vary", "time.step=1/16,1/48,1/24"];
    place.lope(&[&arguments[..], &vary].concat()).with(0);
    let json = json(&place, "o");
    assert_eq!(
        (&json["compared_times"], &json["rows"][1]["reference"]),
        (&2.into(), &true.into()),
        "1/8 and 1/4"
    );
    for (row, (steps, met)) in [(4, [1, 3]), (12, [5, 11]), (6, [2, 5])].into_iter().enumerate() {
        let distances = json["rows"][row]["series"]["distance"].as_array().expect("distances");
        let found: Vec<usize> = (0..steps).filter(|&step| distances[step].is_number()).collect();
        assert_eq!((distances.len(), found.as_slice()), (steps, &met[..]));
    }
    let distance = |row: usize| number(&json["rows"][row]["distance"]);
    assert!(distance(1) == 0.0 && distance(2) > 0.0 && distance(0) > distance(2));
}

#[test]
fn another_mesh_has_no_distance() {
    let place = Place::with_scene("compare-mesh");
    let vary = ["--vary", "body.0.mesh.cells=[2, 2, 2],[1, 2, 2]", "--steps", "2"];
    place.lope(&[&["compare", "scene.toml", "-o", "o", "--quiet"], &vary[..]].concat()).with(0);
    let json = json(&place, "o");
    assert_eq!((number(&json["rows"][0]["distance"]), &json["rows"][1]["distance"]), (0.0, &Value::Null));
}

#[test]
fn what_fails_or_is_refused_does_not_stop_the_rest() {
    let place = Place::with_scene("compare-fail");
    let vary = ["--vary", "solver.max_iterations=1,200", "--vary", "solver.method=stabilized-newton,newton"];
    let arguments = [&["compare", "scene.toml", "-o", "o", "--set", "solver.linear=cg"], &vary[..]].concat();
    let ended = place.lope(&arguments).with(1);
    assert!(ended.out.contains("cg does not go with newton"), "the reason is told: {}", ended.out);
    let json = json(&place, "o");
    let outcomes: Vec<_> = (0..4).map(|row| json["rows"][row]["outcome"].as_str().expect("a word")).collect();
    assert_eq!(outcomes, ["failed: max-iterations in step 1", "unsupported", "finished", "unsupported"]);
    let [failed, refused, finished] = [0, 1, 2].map(|row| &json["rows"][row]);
    assert_eq!((number(&failed["steps"]), number(&failed["iterations"])), (0.0, 1.0));
    assert!(failed["distance"].is_null() && finished["reference"] == true);
    assert!(refused["wall_s"].is_null() && refused["reason"].as_str().expect("why").contains("minres"));
    let html = fs::read_to_string(place.path("o/compare.html")).expect("a page");
    assert!(html.contains("cg does not go with newton") && html.contains("failed: max-iterations in step 1"));
    assert_eq!(csv(&place, "o").len(), 1 + 4);
}

#[test]
fn a_run_that_fails_late_is_compared_as_far_as_it_went() {
    let place = Place::with_scene("compare-late");
    // Nothing happens in three steps, then one side is torn away: more than one iteration can follow.
    let motion = "body.0.pin.1.motion={ keyframes = [{ t = 0, translate = [0, 0, 0] }, \
                  { t = 0.125, translate = [0, 0, 0] }, { t = 0.25, translate = [2, 0, 0] }] }";
    let base = ["compare", "scene.toml", "-o", "o", "--quiet", "--set", "gravity=[0, 0, 0]", "--set", motion];
    let arguments = [&base[..], &["--vary", "solver.max_iterations=1,200"]].concat();
    place.lope(&arguments).with(1);
    let first = json(&place, "o");
    let row = &first["rows"][0];
    assert_eq!(
        (row["outcome"].as_str(), number(&row["steps"])),
        (Some("failed: max-iterations in step 4"), 3.0)
    );
    assert_eq!((number(&row["distance"]), &first["rows"][1]["reference"]), (0.0, &true.into()));
    let measured = |json: &Value, row: usize| {
        let distances = json["rows"][row]["series"]["distance"].as_array().expect("distances");
        (distances.len(), distances.iter().filter(|distance| distance.is_number()).count())
    };
    assert_eq!((measured(&first, 0), measured(&first, 1)), ((4, 3), (8, 8)));

    place.lope(&[&arguments[..], &["--reference", "solver.max_iterations=1"]].concat()).with(1);
    let failed = json(&place, "o");
    assert_eq!((measured(&failed, 0), measured(&failed, 1)), ((4, 3), (8, 3)));
    assert!(failed["notes"][0].as_str().expect("a note").contains("did not finish"));
}

#[test]
fn a_variant_that_never_ends_is_stopped_by_the_time_limit() {
    let place = Place::with_scene("compare-limit");
    let arguments =
        ["compare", "scene.toml", "-o", "o", "--time-limit", "4", "--vary", "time.steps=5000000,1"];
    let ended = place.lope(&arguments).with(1);
    let json = json(&place, "o");
    let outcome = |row: usize| json["rows"][row]["outcome"].as_str().expect("a word").to_owned();
    assert!(outcome(0).starts_with("time limit reached in step "), "{}", outcome(0));
    assert_eq!((outcome(1).as_str(), json["interrupted"].as_bool()), ("finished", Some(false)));
    assert_eq!(json["rows"][1]["reference"], true, "what did not finish is not measured against");
    let html = fs::read_to_string(place.path("o/compare.html")).expect("a page");
    let csv = csv(&place, "o").concat().join(",");
    for told in [&ended.out, &html, &csv] {
        assert!(told.contains("time limit reached in step "), "{told}");
    }
    for wrong in ["0", "-1", "nan", "soon"] {
        let arguments = ["compare", "scene.toml", "--vary", "time.steps=1", "--time-limit", wrong];
        place.lope(&arguments).with(2).naming(&["--time-limit", "seconds"]);
    }
    let endless = ["compare", "scene.toml", "--vary", "time.steps=8,24000000000000"];
    place.lope(&endless).with(2).naming(&["2.4e13 steps", "--steps N"]);
}

#[test]
fn formulas_do_not_go_into_the_table() {
    let place = Place::with_scene("compare-formula");
    let vary = ["--vary", "title==cmd|' /C calc'!A0,@SUM(1),-1+1,plain"];
    place
        .lope(&[&["compare", "scene.toml", "-o", "o", "--quiet", "--steps", "1"], &vary[..]].concat())
        .with(0);
    let titles: Vec<String> = csv(&place, "o").into_iter().skip(1).map(|row| row[0].clone()).collect();
    assert_eq!(titles, ["'=cmd|' /C calc'!A0", "'@SUM(1)", "'-1+1", "plain"]);
}

#[test]
fn bad_input_is_explained_and_writes_nothing() {
    let place = Place::with_scene("compare-bad");
    for (vary, words) in [
        ("solver.tolerence=1,2", &["--vary solver.tolerence", "tolerance"][..]),
        ("solver.method=nweton,newton", &["--vary solver.method", "newton"]),
        ("solver.tolerance=1e-3,-1", &["--vary solver.tolerance", "-1 is impossible"]),
        ("solver.tolerance=1e-3,abc", &["--vary solver.tolerance", "abc"]),
        ("solver.tolerance", &["--vary solver.tolerance", "KEY=A,B,C"]),
        ("solver.tolerance=", &["--vary solver.tolerance=", "value"]),
        ("body.7.name=a,b", &["--vary body.7.name", "no entry 7"]),
        ("body.0.mesh={file = \"none.msh\"}", &["--vary body.0.mesh", "none.msh"]),
        ("body.0.kind=snow", &["snow is not available yet"]),
    ] {
        place.lope(&["compare", "scene.toml", "--vary", vary]).with(2).naming(words);
    }
    place.lope(&["compare", "scene.toml"]).with(2).naming(&["--vary"]);
    place.lope(&["compare", "nowhere.toml", "--vary", "a=1"]).with(2).naming(&["nowhere.toml"]);
    let twice = ["compare", "scene.toml", "--vary", "time.step=0.1", "--vary", "time.step=0.2"];
    place.lope(&twice).with(2).naming(&["given twice"]);
    assert_eq!(place.entries(), ["scene.toml"]);
    // A file in the way of the directory is found before anything runs.
    place.lope(&["compare", "scene.toml", "--vary", "time.step=0.1", "-o", "scene.toml"]).with(2);
}

#[test]
fn interruption_leaves_what_was_measured() {
    let place = Place::with_scene("compare-interrupt");
    let arguments = ["compare", "scene.toml", "-o", "o", "--vary", "solver.tolerance=1e-3,1e-5,1e-6"];
    // Each run would go on for hours.
    let long = ["--set", "time.steps=1000000", "--set", "body.0.mesh.cells=[6, 6, 6]"];
    let arguments = [&arguments[..], &long].concat();
    let child =
        place.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a child");
    // It is under way once the directory is there; the handler is set right after.
    for _ in 0..1000 {
        if place.path("o").is_dir() {
            break;
        }
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(400));
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(status.success());
    let ended = Ended::from(child.wait_with_output().expect("the child ends")).with(130);
    assert!(ended.out.contains("interrupted"), "{}", ended.out);
    let json = json(&place, "o");
    assert_eq!(json["interrupted"], true);
    let outcome = |row: usize| json["rows"][row]["outcome"].as_str().expect("a word").to_owned();
    // The finest is the first to run.
    assert!(outcome(2).starts_with("interrupted in step"), "{}", outcome(2));
    assert_eq!((outcome(0).as_str(), outcome(1).as_str()), ("not run", "not run"));
    assert!(json["rows"][1]["wall_s"].is_null());
}
