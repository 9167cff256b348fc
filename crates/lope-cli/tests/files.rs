//! Files of the user: what a run may write over, who else writes, what a kill and a full disk leave behind.

mod place;

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use place::{Ended, MESH_SCENE, Place, SCENE, TETRAHEDRON, rows};

/// Names and bytes of everything below the place.
fn everything(place: &Place) -> Vec<(String, Vec<u8>)> {
    let (mut found, mut folders) = (Vec::new(), vec![place.path("")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.display().to_string(), fs::read(&path).expect("a file")));
            }
        }
    }
    found.sort();
    found
}

/// A run that would take minutes.
const LONG: [&str; 4] = ["--set", "time.steps=1000000", "--set", "body.0.mesh.cells=[4, 4, 4]"];

/// Starts such a run in the directory `run`, and waits until it has made steps.
fn long_run(place: &Place, more: &[&str]) -> Child {
    let arguments = [&["run", "scene.toml", "-o", "run"], &LONG[..], more].concat();
    let child = place.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    wait_for_steps(place);
    child.expect("a child")
}

fn wait_for_steps(place: &Place) {
    let made = || fs::read_to_string(place.path("run/stats.csv")).map_or(0, |text| text.lines().count());
    for _ in 0..6000 {
        if made() > 3 {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    unreachable!("no steps are made");
}

/// Sends a signal to a process this test started.
fn signal(name: &str, id: u32) {
    let status = Command::new("kill").args([name, &id.to_string()]).status().expect("kill");
    assert!(status.success());
}

#[test]
fn a_directory_with_a_scene_is_not_a_run() {
    let place = Place::with_scene("mine");
    for folder in ["plots", "frames"] {
        fs::create_dir(place.path(folder)).expect("a directory");
    }
    for file in ["plots/mine.png", "frames/mine_000001.vtu", "stats.csv", "summary.json"] {
        place.write(file, "mine");
    }
    place.write("theirs.toml", &format!("{SCENE}[output]\ndirectory = \".\"\n"));
    let before = everything(&place);
    for arguments in [
        &["run", "scene.toml", "-o", "."][..],
        &["run", "scene.toml", "-o", ".", "--overwrite"],
        &["run", "scene.toml", "-o", ".", "--resume"],
        &["run", "theirs.toml"],
        &["run", "theirs.toml", "--overwrite"],
        &["view", "scene.toml", "--no-open", "--port", "0", "--record", "."],
        &["view", "scene.toml", "--no-open", "--port", "0", "--record", ".", "--overwrite"],
    ] {
        place.lope(arguments).with(2).naming(&["not empty", ".lope-run", "-o DIR"]);
        assert_eq!(everything(&place), before, "{arguments:?}");
    }
}

#[test]
fn a_run_is_replaced_only_when_told_to_and_nothing_beside_it() {
    let place = Place::with_scene("replace");
    place.write("named.toml", &format!("{SCENE}[output]\ndirectory = \"run\"\n"));
    place.lope(&["run", "scene.toml", "-o", "run", "--quiet"]).with(0);
    place.lope(&["plot", "run"]).with(0);
    place.write("run/notes.txt", "mine");
    place.write("run/frames/notes.txt", "mine");
    let before = everything(&place);
    for arguments in [
        &["run", "scene.toml", "-o", "run"][..],
        &["run", "named.toml"],
        &["view", "scene.toml", "--no-open", "--port", "0", "--record", "run"],
    ] {
        place.lope(arguments).with(2).naming(&["run: holds a run", "--overwrite", "--resume", "-o DIR"]);
        assert_eq!(everything(&place), before, "{arguments:?}");
    }
    place.lope(&["run", "named.toml", "--steps", "3", "--quiet", "--overwrite"]).with(0);
    assert_eq!(rows(&place.path("run")).len(), 4);
    assert!(!place.path("run/frames/cube_000008.vtu").exists() && !place.path("run/plots").exists());
    for notes in ["run/notes.txt", "run/frames/notes.txt"] {
        assert_eq!(fs::read_to_string(place.path(notes)).expect("notes"), "mine");
    }
}

/// What a link leads to belongs to somebody else.
#[cfg(unix)]
#[test]
fn links_in_a_run_are_not_followed() {
    let place = Place::with_scene("links");
    place.lope(&["run", "scene.toml", "-o", "run", "--quiet"]).with(0);
    fs::create_dir(place.path("pictures")).expect("a directory");
    place.write("pictures/me.png", "me");
    std::os::unix::fs::symlink("../pictures", place.path("run/plots")).expect("a link");
    place.lope(&["run", "scene.toml", "-o", "run", "--quiet", "--overwrite"]).with(0);
    assert_eq!(fs::read_to_string(place.path("pictures/me.png")).expect("a picture"), "me");
}

#[test]
fn without_a_directory_the_next_free_one_is_taken_and_named() {
    let place = Place::with_scene("next");
    for (name, steps) in [("out/scene", "2"), ("out/scene-2", "3"), ("out/scene-3", "4")] {
        let out = place.lope(&["run", "scene.toml", "--steps", steps]).with(0).out;
        assert!(out.contains(&format!("writing to {name}\n")), "{out}");
    }
    for (name, steps) in [("out/scene", 2), ("out/scene-2", 3), ("out/scene-3", 4)] {
        assert_eq!(rows(&place.path(name)).len(), 1 + steps);
    }
    // What goes on is the last one.
    place.lope(&["run", "scene.toml", "--resume", "--quiet"]).with(0);
    assert_eq!(
        [2, 8].map(|n| 1 + n),
        [rows(&place.path("out/scene")).len(), rows(&place.path("out/scene-3")).len()]
    );
}

#[test]
fn what_can_fail_fails_before_the_old_run_is_cleared() {
    let place = Place::with_scene("first");
    place.lope(&["run", "scene.toml", "-o", "run", "--quiet"]).with(0);
    let before = everything(&place);
    let name = format!("body.0.name={}", "x".repeat(300));
    let long = ["run", "scene.toml", "-o", "run", "--overwrite", "--set", &name];
    place.lope(&long).with(2).naming(&["body.0.name", "300", "200"]);
    // A frame of the run that would go is no mesh to start from.
    place.write("mesh.toml", &MESH_SCENE.replace("mesh.msh", "run/frames/cube_000008.vtu"));
    let own = ["run", "mesh.toml", "-o", "run", "--overwrite"];
    place.lope(&own).with(2).naming(&["cube_000008.vtu", "body.0.mesh.file", "-o DIR"]);
    fs::remove_file(place.path("mesh.toml")).expect("a file");
    assert_eq!(everything(&place), before);
    // Longer than a clock can count is never.
    let never = "output.checkpoint_every=1e20";
    place.lope(&["run", "scene.toml", "-o", "run", "--overwrite", "--quiet", "--set", never]).with(0);
}

#[test]
fn a_second_run_into_a_directory_is_refused_and_a_kill_frees_it() {
    let place = Place::with_scene("lock");
    let mut child = long_run(&place, &["--set", "output.checkpoint_every=0"]);
    for more in [&["--overwrite"][..], &["--resume"], &[]] {
        let ended = place.lope(&[&["run", "scene.toml", "-o", "run"], more].concat());
        ended.with(2).naming(&["run: another run is writing", "-o DIR"]);
    }
    let record = ["view", "scene.toml", "--no-open", "--port", "0", "--record", "run", "--overwrite"];
    place.lope(&record).with(2).naming(&["another run is writing"]);
    assert_eq!(child.try_wait().expect("a child"), None, "the first run goes on");
    signal("-KILL", child.id());
    child.wait().expect("an end");
    let made = rows(&place.path("run")).len();
    let steps = format!("{}", made + 5);
    let resume = ["run", "-o", "run", "--resume", "--quiet", "--steps", &steps];
    place.lope(&resume).with(0);
    assert_eq!(rows(&place.path("run")).len(), made + 6);
}

#[test]
fn a_kill_in_the_first_milliseconds_stops_neither_run_nor_resume() {
    let place = Place::with_scene("young");
    for (number, delay) in [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 30].into_iter().enumerate() {
        let _ = fs::remove_dir_all(place.path("run"));
        let begin = ["run", "scene.toml", "-o", "run", "--quiet"];
        let mut child =
            place.command(&begin).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a child");
        sleep(Duration::from_millis(delay));
        signal("-KILL", child.id());
        child.wait().expect("an end");
        if !place.path("run").exists() {
            continue;
        }
        // Where steps were made they are not thrown away unasked; where none was, either way is open.
        let table = fs::read_to_string(place.path("run/stats.csv")).unwrap_or_default();
        let resume: &[&str] = if table.lines().count() > 1 || number % 2 == 0 { &["--resume"] } else { &[] };
        place.lope(&[&begin, resume].concat()).with(0);
        assert_eq!(rows(&place.path("run")).len(), 9);
    }
    // What such a kill leaves, by hand.
    for leavings in
        [&[][..], &[(".lope-run", "")], &[(".lope-run", "lope r")], &[(".lope-write-test.tmp", "")]]
    {
        let _ = fs::remove_dir_all(place.path("run"));
        fs::create_dir(place.path("run")).expect("a directory");
        leavings.iter().for_each(|(name, text)| place.write(&format!("run/{name}"), text));
        place.lope(&["run", "scene.toml", "-o", "run", "--quiet"]).with(0);
    }
    // The scene and the first frame are written, no step is made.
    for file in ["stats.csv", "summary.json", "checkpoint/state.lope", "frames/cube_000004.vtu"] {
        fs::remove_file(place.path("run").join(file)).expect("a file");
    }
    place.lope(&["run", "scene.toml", "-o", "run", "--quiet"]).with(0);
    assert_eq!(rows(&place.path("run")).len(), 9);
}

#[test]
fn resume_before_the_first_checkpoint_starts_from_the_beginning_and_says_so() {
    let place = Place::with_scene("early");
    place.lope(&["run", "scene.toml", "-o", "whole", "--quiet"]).with(0);
    let mut child = long_run(&place, &[]);
    signal("-KILL", child.id());
    child.wait().expect("an end");
    assert!(!place.path("run/checkpoint/state.lope").exists());
    let other = ["run", "scene.toml", "-o", "run", "--resume"];
    place.lope(&other).with(2).naming(&["another scene", "body.0.mesh.cells"]);
    let resume = ["run", "-o", "run", "--resume", "--steps", "8"];
    let ended = place.lope(&resume).with(0);
    assert!(ended.out.contains("no checkpoint yet: starting from the beginning"), "{}", ended.out);
    assert_eq!(rows(&place.path("run")).len(), 9);
}

#[test]
fn resume_names_a_mesh_file_that_has_changed() {
    let place = Place::new("changed");
    place.write("mesh.msh", TETRAHEDRON);
    place.write("floor.obj", "v 0 -9 0\nv 1 -9 0\nv 0 -8 0\nv 0 -9 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    let floor = "[[obstacle]]\nname = \"floor\"\nmodel = \"penalty\"\nstiffness = 1e6\nshape = \"mesh\"\npath = \"floor.obj\"\n";
    place.write("scene.toml", &format!("{MESH_SCENE}{floor}"));
    place.lope(&["run", "scene.toml", "-o", "run", "--steps", "2", "--quiet"]).with(0);
    let before = rows(&place.path("run"));
    let resume = ["run", "-o", "run", "--resume", "--quiet"];

    place.write("mesh.msh", &TETRAHEDRON.replace("1 0 0\n0 1 0", "2 0 0\n0 1 0"));
    place.lope(&resume).with(2).naming(&["the content of", "mesh.msh", "body.0.mesh.file", "has changed"]);
    place.write("mesh.msh", TETRAHEDRON);
    let floor = fs::read_to_string(place.path("floor.obj")).expect("a file");
    place.write("floor.obj", &floor.replace("-8", "-7"));
    place.lope(&resume).with(2).naming(&["the content of", "floor.obj", "obstacle.0.path", "has changed"]);
    assert_eq!(rows(&place.path("run")), before, "what is refused is left alone");

    // The same content elsewhere is the same.
    place.write("floor.obj", &floor);
    fs::create_dir(place.path("moved")).expect("a directory");
    for file in ["scene.toml", "mesh.msh", "floor.obj"] {
        fs::rename(place.path(file), place.path("moved").join(file)).expect("a move");
    }
    place.lope(&["run", "moved/scene.toml", "-o", "run", "--resume", "--quiet"]).with(0);
    assert_eq!(rows(&place.path("run")).len(), 4);
}

#[test]
fn the_other_file_of_a_mesh_in_two_files_counts_too() {
    let place = Place::new("pair");
    let nodes = "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n";
    place.write("mesh.node", nodes);
    place.write("mesh.ele", "1 4 0\n1 1 2 3 4\n");
    place.write("scene.toml", &MESH_SCENE.replace("mesh.msh", "mesh.ele"));
    place.lope(&["run", "scene.toml", "-o", "run", "--steps", "2", "--quiet"]).with(0);
    place.write("mesh.node", &nodes.replace("2 1 0 0", "2 3 0 0"));
    place.lope(&["run", "-o", "run", "--resume"]).with(2).naming(&[
        "the content of",
        "mesh.ele",
        "has changed",
    ]);
}

#[test]
fn the_list_of_frames_has_right_times_after_a_run_in_parts() {
    let place = Place::with_scene("times");
    let rate = ["--set", "time.frame_rate=8"];
    place.lope(&[&["run", "scene.toml", "-o", "whole", "--quiet"], &rate[..]].concat()).with(0);
    place
        .lope(&[&["run", "scene.toml", "-o", "parts", "--quiet", "--steps", "4"], &rate[..]].concat())
        .with(0);
    let list = |run: &str| fs::read_to_string(place.path(run).join("frames/lope.pvd")).expect("a list");
    assert_eq!(list("parts").matches("DataSet").count(), 3, "a run cut short ends with a frame");
    place.lope(&["run", "-o", "parts", "--resume", "--quiet"]).with(0);
    assert_eq!(list("parts"), list("whole"));
}

#[test]
fn a_table_shorter_than_the_checkpoint_is_refused() {
    let place = Place::with_scene("short");
    place.lope(&["run", "scene.toml", "-o", "run", "--steps", "6", "--quiet"]).with(0);
    let table = fs::read_to_string(place.path("run/stats.csv")).expect("a table");
    let lines: Vec<&str> = table.lines().collect();
    place.write("run/stats.csv", &(lines[..5].join("\n") + "\n"));
    let before = everything(&place);
    place.lope(&["run", "-o", "run", "--resume"]).with(2).naming(&[
        "stats.csv",
        "step 5",
        "step 6",
        "--overwrite",
    ]);
    assert_eq!(everything(&place), before);
}

#[cfg(unix)]
#[test]
fn termination_and_hangup_act_as_ctrl_c() {
    // What these tests are started by may ignore hangups, and so do then all its children.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0").trim();
    let deaf = ignored.ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f']);
    for name in if deaf { &["-TERM"][..] } else { &["-TERM", "-HUP"] } {
        let place = Place::with_scene(&format!("signal{name}"));
        let child = long_run(&place, &[]);
        signal(name, child.id());
        let ended = Ended::from(child.wait_with_output().expect("an end")).with(130);
        assert!(ended.out.contains("lope run -o run --resume"), "{}", ended.out);
        assert!(place.path("run/checkpoint/state.lope").is_file());
    }
}

/// `nohup` starts commands with hangups ignored.
#[cfg(target_os = "linux")]
#[test]
fn what_ignores_hangups_goes_on_ignoring_them() {
    let place = Place::with_scene("nohup");
    let lope = env!("CARGO_BIN_EXE_lope");
    let line = format!("trap '' HUP; exec {lope} run scene.toml -o run --set time.steps=1000000");
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(place.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a child");
    wait_for_steps(&place);
    signal("-HUP", child.id());
    sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().expect("a child"), None, "it goes on");
    signal("-TERM", child.id());
    Ended::from(child.wait_with_output().expect("an end")).with(130);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_a_failure() {
    let place = Place::with_scene("full");
    for arguments in
        [&["scenes"][..], &["schema"], &["--help"], &["--version"], &["run", "scene.toml", "-o", "run"]]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let output = place.command(arguments).stdout(full).output().expect("the command runs");
        Ended::from(output).with(1).naming(&["standard output"]);
    }
    assert_eq!(rows(&place.path("run")).len(), 9, "the run itself is whole");
}

/// A limit on the length of files stands for a full disk: the write fails half way.
#[cfg(unix)]
#[test]
fn a_mesh_that_does_not_fit_on_the_disk_leaves_the_old_file() {
    let place = Place::new("disk");
    place.lope(&["mesh", "make", "{ shape = \"box\", cells = 24 }", "-o", "large.vtu"]).with(0);
    place
        .lope(&["mesh", "make", "{ shape = \"sphere\", radius = 0.5, cells = 8 }", "-o", "ball.obj"])
        .with(0);
    place.write("old.msh", TETRAHEDRON);
    let before = everything(&place);
    for command in ["mesh convert large.vtu old.msh", "mesh tetrahedralize ball.obj old.msh --edge 0.05"] {
        let line = format!("trap '' XFSZ; ulimit -f 8; exec {} {command}", env!("CARGO_BIN_EXE_lope"));
        let mut shell = Command::new("sh");
        shell.args(["-c", &line]).current_dir(place.path(""));
        let ended = Ended::from(shell.output().expect("a shell"));
        assert!(ended.code.is_some_and(|code| code == 1 || code == 2), "{}", ended.err);
        ended.naming(&["old.msh"]);
        assert_eq!(everything(&place), before, "{command}");
    }
}

#[test]
fn without_a_frame_rate_every_step_is_a_frame() {
    let place = Place::with_scene("frames");
    place.lope(&["run", "scene.toml", "-o", "run", "--quiet", "--set", "time.step=1/96"]).with(0);
    assert_eq!(fs::read_dir(place.path("run/frames")).expect("frames").count(), 9 + 1);
    let list = fs::read_to_string(place.path("run/frames/lope.pvd")).expect("a list");
    assert_eq!(list.matches("DataSet").count(), 9);
}
