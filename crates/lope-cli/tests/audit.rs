//! `lope audit`, what colours say of contact, and pictures of failed steps.

mod place;

use std::fs;
use std::path::Path;

use place::Place;

/// A cube that lands on a slope, with a frame every second step.
const LANDING: &str = r#"title = "A cube lands"
[time]
step = "1/60"
steps = 12
frame_rate = 30
[contact]
[output]
fields = ["velocity", "contact-force"]
[[body]]
name = "cube"
mesh = { shape = "box", size = [0.2, 0.2, 0.2], cells = [2, 2, 2] }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.4 }
translate = [0, 0.11, 0]
[[obstacle]]
name = "slope"
shape = "plane"
rotate = { axis = [0, 0, 1], angle = -3 }
"#;

/// A cube between two plates that meet: there is no room.
const LOCKED: &str = include_str!("../../lope-io/tests/squeezed.toml");

fn json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(path).expect("a report")).expect("JSON")
}

/// A place with a run of a scene in `run`.
fn run(name: &str, scene: &str, set: &[&str], code: i32) -> Place {
    let place = Place::new(name);
    place.write("scene.toml", scene);
    let mut arguments = vec!["run", "scene.toml", "-o", "run", "-q"];
    set.iter().for_each(|key| arguments.extend(["--set", key]));
    place.lope(&arguments).with(code);
    place
}

#[test]
fn a_run_with_barriers_is_proven_by_frames_and_steps() {
    let place = run("audit-clean", LANDING, &[], 0);
    let told = place.lope(&["audit", "run", "--json", "audit.json"]).with(0);
    let verdict = told.out.lines().last().expect("a verdict");
    assert!(verdict.starts_with("7 frames and 12 steps: no intersection; least gap "), "{verdict}");
    assert!(told.out.contains("the plane slope") && told.out.contains("precision: "), "{}", told.out);
    let report = json(&place.path("audit.json"));
    assert_eq!(report["clean"], true);
    let (frames, steps) = (&report["frames"], &report["steps"]);
    assert_eq!((frames.as_array().map(Vec::len), steps.as_array().map(Vec::len)), (Some(7), Some(12)));
    // A frame and the step that ends there have the same gap.
    let (frame, step) = (&frames[6]["gap"], &steps[11]["gap"]);
    let apart = frame.as_f64().expect("a gap") - step.as_f64().expect("near the slope");
    assert!(apart.abs() < 1e-12, "{frame} and {step}");
    // The same of frames that are surfaces alone, which lose no digit.
    place.lope(&["run", "scene.toml", "-o", "obj", "-q", "--set", "output.formats=[\"obj\"]"]).with(0);
    let same = place.lope(&["audit", "obj", "-q"]).with(0);
    assert_eq!(same.out.trim_end(), verdict);
}

#[test]
fn a_gap_that_is_closed_in_the_table_and_a_frame_that_crosses_are_found() {
    let place = run("audit-crossed", LANDING, &[], 0);
    let table = fs::read_to_string(place.path("run/stats.csv")).expect("a table");
    let (head, _) = table.split_once('\n').expect("a head");
    let gap = head.split(',').position(|column| column == "gap").expect("a column");
    let (before, last) = table.trim_end().rsplit_once('\n').expect("steps");
    let mut cells: Vec<&str> = last.split(',').collect();
    cells[gap] = "-1e-9";
    place.write("run/stats.csv", &format!("{before}\n{}\n", cells.join(",")));
    let told = place.lope(&["audit", "run", "-q"]).with(1);
    assert!(told.out.contains("the gap is closed at the end of 1 step"), "{}", told.out);
    place.write("run/stats.csv", &table);
    // The scene says that the slope is higher than it was.
    let scene = fs::read_to_string(place.path("run/scene.toml")).expect("a scene");
    fs::remove_dir_all(place.path("run/checkpoint")).expect("a checkpoint");
    let (bodies, obstacle) = scene.split_once("[[obstacle]]").expect("an obstacle");
    let lines = obstacle.lines().filter(|line| !line.starts_with("translate"));
    let obstacle = lines.collect::<Vec<_>>().join("\n");
    place.write("run/scene.toml", &format!("{bodies}[[obstacle]]\ntranslate = [0, 0.05, 0]{obstacle}"));
    let told = place.lope(&["audit", "run"]).with(1);
    let verdict = told.out.lines().last().expect("a verdict");
    assert!(verdict.contains("intersections in ") && verdict.contains("the plane slope"), "{verdict}");
}

#[test]
fn runs_without_barriers_are_told_as_what_they_are() {
    let through =
        LANDING.replace("[contact]", "").replace("shape = \"plane\"", "shape = \"plane\"\nstiffness = 10");
    let place = run("audit-spring", &through, &[], 0);
    let told = place.lope(&["audit", "run"]).with(1);
    assert!(told.out.contains("note: contact of the scene is spring"), "{}", told.out);
    let cut = through.find("[[obstacle]]").expect("an obstacle");
    let place = run("audit-none", &through[..cut], &[], 0);
    let told = place.lope(&["audit", "run"]).with(0);
    assert!(told.out.contains("note: the scene has no contact"), "{}", told.out);
    assert!(told.out.contains("7 frames: no intersection"), "{}", told.out);
}

#[test]
fn what_is_no_whole_run_is_refused_with_file_and_remedy() {
    let place = run("audit-bad", LANDING, &[], 0);
    place.lope(&["audit", "nowhere"]).with(2).naming(&["nowhere", "no such directory", "lope run"]);
    fs::create_dir(place.path("empty")).expect("a directory");
    place.lope(&["audit", "empty"]).with(2).naming(&["empty", "no scene.toml", "lope run"]);
    let frame = place.path("run/frames/cube_000003.vtu");
    let bytes = fs::read(&frame).expect("a frame");
    fs::write(&frame, &bytes[..bytes.len() / 2]).expect("half a frame");
    place.lope(&["audit", "run"]).with(2).naming(&["cube_000003.vtu", "lope run"]);
    fs::write(&frame, &bytes).expect("a frame");
    place.lope(&["audit", "run", "-q"]).with(0);
    let none = ["run", "scene.toml", "-o", "none", "-q", "--set", "output.formats=[]"];
    place.lope(&none).with(0);
    place.lope(&["audit", "none"]).with(2).naming(&["frames", "output.formats"]);
}

#[test]
fn colours_say_contact_forces_and_gaps() {
    let place = run("colour-contact", LANDING, &[], 0);
    for colour in ["contact", "gap"] {
        let file = format!("{colour}.png");
        let arguments = ["render", "run", "--colour", colour, "-o", &file, "--size", "320x240", "-q"];
        place.lope(&arguments).with(0);
        let file = format!("{colour}-scene.png");
        place
            .lope(&["render", "scene.toml", "--colour", colour, "-o", &file, "--size", "320x240", "-q"])
            .with(0);
        assert!(fs::metadata(place.path(&file)).expect("a picture").len() > 1000);
    }
    // What the frames hold is drawn, and it is the same whether recorded or simulated.
    let picture = |name: &str| fs::read(place.path(name)).expect("a picture");
    assert_ne!(picture("contact.png"), picture("gap.png"));
    assert_eq!(picture("gap.png"), picture("gap-scene.png"));
    assert_eq!(picture("contact.png"), picture("contact-scene.png"));
    let place = run("colour-none", LANDING, &["output.fields=[\"velocity\"]"], 0);
    let refused = place.lope(&["render", "run", "--colour", "contact", "-o", "a.png"]).with(2);
    refused.naming(&["contact", "contact-force", "output.fields"]);
}

#[test]
fn the_pair_that_blocks_a_step_is_in_its_bundle_and_drawn() {
    let place = run("bundle", LOCKED, &[], 1);
    let pair = json(&place.path("run/failure/blocking.json"));
    let names: Vec<&str> =
        pair["pieces"].as_array().expect("two").iter().filter_map(|p| p["of"].as_str()).collect();
    assert!(names.contains(&"cube") && (names.contains(&"upper") || names.contains(&"lower")), "{pair}");
    let readme = fs::read_to_string(place.path("run/failure/README.txt")).expect("a text");
    assert!(readme.contains("contact-locked") && readme.contains("lope render"), "{readme}");
    place.lope(&["render", "run/failure", "-o", "pair.png", "--size", "320x240", "-q"]).with(0);
    // Marks are of a red that nothing else has.
    let red = |name: &str| {
        let file = std::io::BufReader::new(fs::File::open(place.path(name)).expect("a picture"));
        let mut reader = png::Decoder::new(file).read_info().expect("a picture");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("pixels");
        let step = info.color_type.samples();
        let is_red = |p: &[u8]| p[0] > 110 && u16::from(p[0]) > 3 * u16::from(p[1].max(p[2]));
        pixels.chunks_exact(step).filter(|p| is_red(p)).count()
    };
    assert!(red("pair.png") > 20, "{}", red("pair.png"));
    fs::remove_file(place.path("run/failure/blocking.json")).expect("a file");
    place.lope(&["render", "run/failure", "-o", "plain.png", "--size", "320x240", "-q"]).with(0);
    assert_eq!(red("plain.png"), 0);
    place.lope(&["audit", "run/failure", "-q"]).with(0);
}

#[test]
fn help_of_bench_lists_all_that_there_is() {
    let place = Place::new("bench-help");
    let help = place.lope(&["bench", "--help"]).with(0).out;
    let words: Vec<&str> = help.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    for benchmark in lope_lab::bench::ALL {
        assert!(words.contains(&benchmark.name), "{} is not in {help}", benchmark.name);
    }
}
