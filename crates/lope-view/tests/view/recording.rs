//! Recording while viewing, and viewing what was recorded.

use lope::observe::Nobody;
use lope::scene::schedule::Schedule;
use lope_io::Loaded;
use lope_io::output::stats;
use lope_io::plot::plot_run;
use lope_io::run::{End, Run, RunDirectory};
use lope_view::Viewer;
use serde_json::{Value, json};

use crate::client::Client;
use crate::server::{CUBE, Place, Running};

/// Records the whole scene.
async fn record(place: &Place) -> Running {
    let viewer = Running::live(CUBE, Some(&place.0.join("run")), false);
    let mut page = Client::connect(viewer.address).await;
    page.text("hello", |hello| hello["record"].as_str().is_some_and(|path| path.ends_with("run"))).await;
    page.state(|state| state["finished"] == true && state["playing"] == false && state["step"] == 12).await;
    viewer
}

#[tokio::test]
async fn what_is_recorded_is_the_run() {
    let place = Place::new("record");
    let finish = record(&place).await.end();
    assert_eq!(finish.recorded.unwrap().end, End::Done);
    let directory = place.0.join("run");
    for file in ["scene.toml", "stats.csv", "summary.json", "frames/lope.pvd", "checkpoint"] {
        assert!(directory.join(file).exists(), "{file}");
    }
    assert!(!plot_run(&directory, None).unwrap().is_empty());

    let other = place.0.join("other");
    let scene = Loaded::load(&directory.join("scene.toml"), &[]).unwrap();
    let run = Run::start(
        &scene.scene,
        scene.build().unwrap(),
        Schedule::new(&scene.scene.time),
        RunDirectory::prepare(&other).unwrap(),
        &scene.resolved_toml(&other).unwrap(),
    );
    run.unwrap().finish(&mut Nobody).unwrap();
    let rows = |path| {
        let mut rows = stats::read(path).unwrap();
        rows.iter_mut().for_each(|row| row.wall_s = 0.0);
        rows
    };
    assert_eq!(rows(&directory), rows(&other));
    let frame = "frames/cube_000006.vtu";
    assert_eq!(std::fs::read(directory.join(frame)).unwrap(), std::fs::read(other.join(frame)).unwrap());
}

#[tokio::test]
async fn closing_the_page_ends_no_recording() {
    let place = Place::new("closed");
    let directory = place.0.join("run");
    let viewer = Running::live(CUBE, Some(&directory), true);
    let mut page = Client::connect(viewer.address).await;
    page.say(json!({ "type": "speed", "value": 0.5 })).await;
    page.ask("play").await;
    page.ask("reset").await;
    assert_eq!(page.text("refused", |_| true).await["request"], "reset", "a recording is not thrown away");
    drop(page);
    while !directory.join("summary.json").is_file() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let mut page = Client::connect(viewer.address).await;
    let state = page.state(|state| state["finished"] == true).await;
    assert_eq!(state["step"], 12);
    assert_eq!(page.step().await.step, 13, "what was recorded can go on unrecorded");
    assert_eq!(stats::read(&directory).unwrap().len(), 12);
}

#[tokio::test]
async fn an_interrupted_recording_can_be_resumed() {
    let place = Place::new("interrupted");
    let directory = place.0.join("run");
    let viewer = Running::live(CUBE, Some(&directory), true);
    let mut page = Client::connect(viewer.address).await;
    for _ in 0..4 {
        page.step().await;
    }
    page.say(json!({ "type": "set", "key": "young.0", "value": 9e4 })).await;
    page.text("scene", |scene| scene["settings"]["young"] == json!([9e4])).await;
    drop(page);
    assert_eq!(viewer.end().recorded.unwrap().end, End::Interrupted);
    let log = std::fs::read_to_string(directory.join("log.txt")).unwrap();
    assert!(log.contains("after step 4: young.0 = 90000"), "{log}");
    let scene = Loaded::load(&directory.join("scene.toml"), &[]).unwrap();
    let run = Run::resume(
        &scene.scene,
        scene.build().unwrap(),
        Schedule::new(&scene.scene.time),
        RunDirectory::resume(&directory).unwrap(),
        &scene.resolved_toml(&directory).unwrap(),
    );
    let finished = run.unwrap().finish(&mut Nobody).unwrap();
    assert_eq!((finished.end, finished.summary.steps), (End::Done, 12));
}

#[tokio::test]
async fn a_recording_opens_plays_and_seeks() {
    let place = Place::new("play");
    drop(record(&place).await);
    let viewer = Running::recording(&place.0.join("run"));
    let mut page = Client::connect(viewer.address).await;
    let hello = page.text("hello", |_| true).await;
    assert_eq!((&hello["mode"], &hello["scenes"]), (&json!("recording"), &json!([])));
    let scene = page.text("scene", |_| true).await;
    assert_eq!(
        (&scene["title"], &scene["settings"], &scene["choices"]),
        (&json!("A cube"), &Value::Null, &Value::Null)
    );
    assert_eq!(scene["recording"]["frames"], 7);
    let times: Vec<f64> = serde_json::from_value(scene["recording"]["times"].clone()).unwrap();
    assert!((times[3] - 0.1).abs() < 1e-12);
    assert!(scene["colours"].as_array().unwrap().contains(&json!("speed")), "{scene}");
    let state = page.state(|_| true).await;
    assert_eq!((&state["frame"], &state["playing"]), (&json!(0), &json!(false)), "waits on its first frame");
    let rows = page.text("rows", |_| true).await;
    assert_eq!(rows["rows"].as_array().unwrap().len(), 12);
    let measured = lope_io::output::probes::read(&place.0.join("run")).unwrap().unwrap();
    for (row, (.., values)) in rows["rows"].as_array().unwrap().iter().zip(&measured.rows) {
        let told: Vec<f64> = serde_json::from_value(row["probes"].clone()).unwrap();
        assert_eq!(told.len(), values.len());
        // The reader of JSON may round the last digit otherwise.
        let same = told.iter().zip(values).all(|(a, b)| (a - b).abs() <= 1e-15 * b.abs());
        assert!(same, "{told:?} {values:?}");
    }
    assert!(measured.rows[11].2[1] < -1e-4, "it hangs: {measured:?}");

    page.say(json!({ "type": "seek", "frame": 3 })).await;
    let frame = page.frame(|frame| frame.time == times[3]).await;
    assert_eq!(frame.step, 6);
    page.state(|state| state["frame"] == 3).await;
    page.ask("step").await;
    page.frame(|frame| frame.time == times[4]).await;
    page.say(json!({ "type": "seek", "frame": 7 })).await;
    let refused = page.text("refused", |_| true).await;
    assert_eq!(
        (&refused["request"], &refused["reason"]),
        (&json!("seek"), &json!("there is no frame 7: the last is 6"))
    );
    page.say(json!({ "type": "grab", "part": 0, "vertex": 0, "seq": 1 })).await;
    assert_eq!(page.text("refused", |_| true).await["request"], "grab");
    page.ask("play").await;
    page.state(|state| state["finished"] == true && state["playing"] == false && state["frame"] == 6).await;
    page.ask("play").await;
    page.state(|state| state["playing"] == true && state["frame"].as_u64() < Some(6)).await;
}

#[test]
fn what_is_no_recording_is_refused() {
    let place = Place::new("none");
    let error = Viewer::recording(&place.0).err().unwrap().to_string();
    assert!(error.contains("not the directory of a run"), "{error}");
}
