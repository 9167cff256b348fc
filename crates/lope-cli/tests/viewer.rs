//! `lope view` as users meet it: exit codes, files, interruption. What it shows is tested in `lope-view`.

mod place;

use std::fs;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use place::{Ended, Place, rows};

#[test]
fn bad_input_is_refused_before_anything_is_written() {
    let place = Place::with_scene("view-wrong");
    fs::create_dir(place.path("empty")).expect("a directory");
    place.lope(&["view", "twisst", "--no-open"]).with(2).naming(&["did you mean \"twist\"?"]);
    place.lope(&["view", "empty", "--no-open"]).with(2).naming(&["not the directory of a run"]);
    place.lope(&["view", "scene.toml", "--set", "time.step=-1"]).with(2).naming(&["time.step"]);
    place.lope(&["view", "empty", "--record", "run"]).with(2).naming(&["--record"]);
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its number").port().to_string();
    let refused = place.lope(&["view", "scene.toml", "--no-open", "--record", "run", "--port", &port]);
    refused.with(2).naming(&["cannot listen on 127.0.0.1", "--port"]);
    assert_eq!(place.entries(), ["empty", "scene.toml"]);
}

#[test]
fn a_recording_that_is_interrupted_goes_on_as_a_run() {
    let place = Place::with_scene("view-interrupt");
    let settings = ["--set", "time.steps=100"];
    place.lope(&[&["run", "scene.toml", "-o", "whole", "--quiet"], &settings[..]].concat()).with(0);

    let view =
        [&["view", "scene.toml", "--no-open", "--port", "0", "--record", "parts"], &settings[..]].concat();
    let child = place.command(&view).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a child");
    let table = place.path("parts/stats.csv");
    let made = || fs::read_to_string(&table).map_or(0, |text| text.lines().count());
    for _ in 0..6000 {
        if made() > 3 {
            break;
        }
        sleep(Duration::from_millis(10));
    }
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(status.success());
    let ended = Ended::from(child.wait_with_output().expect("an end")).with(130);
    assert!(
        ended.out.contains("http://127.0.0.1:") && ended.out.contains("lope run -o parts --resume"),
        "{}",
        ended.out
    );
    let before = rows(&place.path("parts")).len();
    assert!((4..101).contains(&before), "{before} rows");
    place.lope(&["run", "-o", "parts", "--resume", "--quiet"]).with(0);
    assert_eq!(rows(&place.path("parts")), rows(&place.path("whole")));
}
