//! What comes from somebody else: scenes and meshes that would talk to the terminal, never end, or fill the screen.

mod place;

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use place::{Ended, MESH_SCENE, Place, SCENE, TETRAHEDRON};

/// Checks that nothing which a terminal obeys is in what was printed.
#[track_caller]
fn harmless(ended: Ended) -> Ended {
    for text in [&ended.out, &ended.err] {
        let bad =
            |c: &char| c.is_control() && *c != '\n' && *c != '\t' || ('\u{202a}'..='\u{202e}').contains(c);
        assert_eq!(text.chars().find(bad), None, "in {text:?}");
    }
    ended
}

/// Runs a command that must end by itself; what waits for ever is ended here, and the test fails.
#[track_caller]
fn ends(place: &Place, arguments: &[&str]) -> Ended {
    let mut command = place.command(arguments);
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a child");
    let started = Instant::now();
    while child.try_wait().expect("the child").is_none() {
        if started.elapsed() > Duration::from_secs(60) {
            child.kill().expect("the child ends");
            child.wait().expect("the child ends");
            unreachable!("{arguments:?} reads without end");
        }
        sleep(Duration::from_millis(20));
    }
    child.wait_with_output().expect("its output").into()
}

#[test]
fn terminal_escapes_in_titles_values_names_and_files_do_not_pass() {
    // Sets the title of the window, clears the screen, moves the cursor; one of them in eight bits, one turns the text.
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}1A\r\u{202e}";
    let quoted = "\\u001b]0;owned\\u0007\\u001b[2J\\u009b1A\\r\\u202e";
    let place = Place::new("escapes");
    let titled = SCENE.replace("A small cube", &format!("{quoted}\\nok"));
    place.write("titled.toml", &titled);
    let checked = harmless(place.lope(&["check", "titled.toml"]).with(0));
    assert!(checked.out.contains("\\u001b]0;owned"), "the escape is shown: {}", checked.out);
    assert_eq!(
        checked.out.lines().filter(|line| *line == "ok").count(),
        1,
        "a title is one line: {}",
        checked.out
    );
    harmless(place.lope(&["run", "titled.toml", "--steps", "1", "-o", "run"]).with(0));

    let valued = SCENE.replace("fixed-corotated", quoted);
    place.write("valued.toml", &valued);
    place.write("named.toml", &SCENE.replace("\"cube\"", &format!("\"{quoted}\"")));
    place.write("keyed.toml", &format!("\"{quoted}\" = 1\n{SCENE}"));
    place.write("broken.toml", &format!("# {evil}\ntitle = {evil}\n{SCENE}"));
    for scene in ["valued.toml", "named.toml", "keyed.toml", "broken.toml"] {
        harmless(ends(&place, &["check", scene]).with(2));
    }
    harmless(place.lope(&["check", evil]).with(2));
    harmless(place.lope(&[evil]).with(2));
    harmless(place.lope(&["check", "keyed.toml", "--set", &format!("{evil}=1")]).with(2));

    // Names of groups come from mesh files.
    let names = format!(
        "$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"{}\"\n$EndPhysicalNames\n$Entities\n0 0 0 1\n1 0 0 0 1 1 1 1 1 0\n$EndEntities",
        evil.replace('\r', "")
    );
    place.write("mesh.msh", &TETRAHEDRON.replace("$EndMeshFormat", &names));
    let told = harmless(place.lope(&["mesh", "info", "mesh.msh"]).with(0));
    assert!(told.out.contains("\\u001b[2J"), "{}", told.out);
    let json = harmless(place.lope(&["mesh", "info", "mesh.msh", "--json"]).with(0)).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("still JSON");
    let group = json["groups"].as_object().expect("groups").keys().next().expect("a group").clone();
    assert!(group.contains('\u{9b}'), "the name itself is whole: {group:?}");
    place.write("pinned.toml", &format!("{MESH_SCENE}[[body.pin]]\nwhere = {{ group = \"none\" }}\n"));
    harmless(place.lope(&["check", "pinned.toml"]).with(2));
    place.write("junk.obj", &format!("v 0 0 {evil}\n"));
    harmless(place.lope(&["mesh", "info", "junk.obj"]).with(2));
}

#[test]
fn inputs_that_are_no_files_are_refused_and_not_read_without_end() {
    let place = Place::with_scene("endless");
    assert!(Command::new("mkfifo").arg(place.path("pipe")).status().expect("mkfifo").success());
    place.write("mesh.toml", MESH_SCENE);
    let mesh = |file: &str| format!("body.0.mesh.file={file}");
    for odd in ["pipe", "/dev/zero"] {
        if !Path::new(odd).is_absolute() || Path::new(odd).exists() {
            let words = [odd, "a pipe or a device", "save what it gives to a file"];
            ends(&place, &["run", odd]).with(2).naming(&words);
            ends(&place, &["check", odd]).with(2).naming(&words);
            ends(&place, &["mesh", "info", odd]).with(2).naming(&words);
            ends(&place, &["check", "mesh.toml", "--set", &mesh(odd)])
                .with(2)
                .naming(&words)
                .naming(&["body.0.mesh.file"]);
        }
    }
    ends(&place, &["check", "."]).with(2).naming(&["is a directory", "name a file"]);
    ends(&place, &["mesh", "info", "."]).with(2).naming(&["is a directory", "name a file"]);
    // The files of a run are inputs, too.
    place.lope(&["run", "scene.toml", "-o", "run", "--quiet"]).with(0);
    for file in ["run/stats.csv", "run/checkpoint/state.lope"] {
        std::fs::remove_file(place.path(file)).expect("the file");
        assert!(Command::new("mkfifo").arg(place.path(file)).status().expect("mkfifo").success());
    }
    ends(&place, &["plot", "run"]).with(2).naming(&["stats.csv", "a pipe or a device"]);
    ends(&place, &["run", "-o", "run", "--resume"]).with(2);
}

#[test]
fn what_is_larger_than_memory_is_refused_unread() {
    let place = Place::new("huge");
    place.write("mesh.toml", MESH_SCENE);
    for file in ["mesh.msh", "scene.toml"] {
        // A hole, which takes no space on the disk.
        std::fs::File::create(place.path(file)).and_then(|file| file.set_len(8 << 40)).expect("a hole");
    }
    ends(&place, &["check", "mesh.toml"]).with(2).naming(&[
        "body.0.mesh.file",
        "mesh.msh",
        "8.0 TB",
        "memory",
    ]);
    ends(&place, &["check", "scene.toml"]).with(2).naming(&["scene.toml", "8.0 TB", "any scene"]);
}

#[test]
fn a_megabyte_of_a_wrong_value_is_not_echoed_whole() {
    let place = Place::new("megabyte");
    let long = "x".repeat(1 << 20);
    for (name, scene) in [
        ("value", SCENE.replace("fixed-corotated", &long)),
        ("number", SCENE.replace("\"1/24\"", &format!("\"{long}\""))),
        ("key", format!("{long} = 1\n{SCENE}")),
        ("kind", SCENE.replace("steps = 8", &format!("steps = \"{long}\""))),
        (
            "group",
            SCENE.replace("{ box = [[0.49, -1, -1], [0.51, 1, 1]] }", &format!("{{ group = \"{long}\" }}")),
        ),
        (
            "motion",
            SCENE.replace(
                "{ velocity = [1, 0, 0] }",
                &format!("{{ expression = [\"{long}\", \"y\", \"z\"] }}"),
            ),
        ),
    ] {
        place.write("scene.toml", &scene);
        let ended = ends(&place, &["check", "scene.toml"]).with(2).naming(&["scene.toml", "xxx"]);
        assert!(ended.err.len() < 10_000, "{name}: {} bytes are printed", ended.err.len());
    }
    place.write("mesh.msh", &TETRAHEDRON.replace("0 0 1\n$", &format!("0 0 {long}\n$")));
    let ended = ends(&place, &["mesh", "info", "mesh.msh"]).with(2);
    assert!(ended.err.len() < 10_000, "{} bytes are printed", ended.err.len());
}
