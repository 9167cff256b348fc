//! Playing, changing, several pages, slow ones.

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::server::{CUBE, Running};

fn step(state: &Value) -> u64 {
    state["step"].as_u64().unwrap()
}

#[tokio::test]
async fn play_pause_step_reset() {
    let viewer = Running::paused(CUBE);
    let mut page = Client::connect(viewer.address).await;
    let state = page.state(|state| state["clients"] == 1).await;
    assert_eq!((&state["playing"], step(&state)), (&json!(false), 0));
    assert_eq!(page.step().await.step, 1);
    page.ask("play").await;
    // On and on, beyond the last step of the scene.
    page.state(|state| step(state) > 15 && state["playing"] == true && state["rate"].as_f64() > Some(0.0))
        .await;
    page.ask("pause").await;
    let paused = page.state(|state| state["playing"] == false).await;
    let later = page.state(|_| true).await;
    assert_eq!(step(&paused), step(&later));
    assert_eq!(
        (&later["finished"], &later["failed"], &later["frame"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
    page.ask("reset").await;
    let scene = page.text("scene", |_| true).await;
    assert_eq!(scene["generation"], 2);
    let frame = page.frame(|frame| frame.generation == 2).await;
    assert_eq!((frame.step, frame.time), (0, 0.0));
    page.say(json!({ "type": "speed", "value": 0.25 })).await;
    page.state(|state| state["speed"] == 0.25).await;
    page.say(json!({ "type": "speed", "value": -1 })).await;
    assert_eq!(page.text("refused", |_| true).await["request"], "speed");
    page.say(json!({ "type": "seek", "frame": 1 })).await;
    assert_eq!(page.text("refused", |_| true).await["request"], "seek");
}

#[tokio::test]
async fn settings_change_while_it_runs_and_refusals_leave_it_as_it_is() {
    let viewer = Running::paused(CUBE);
    let mut page = Client::connect(viewer.address).await;
    let before = loop {
        let frame = page.step().await;
        if frame.step == 3 {
            break frame;
        }
    };
    page.say(json!({ "type": "set", "key": "time.integrator", "value": "implicit-midpoint" })).await;
    let scene = page.text("scene", |_| true).await;
    assert_eq!(scene["settings"]["integrator"], "implicit-midpoint");
    assert_eq!(scene["generation"], 1, "the same bodies");
    let carried = page.frame(|_| true).await;
    assert_eq!((carried.step, carried.time), (3, before.time));
    assert_eq!(carried.parts, before.parts, "where they were");
    assert_eq!(page.step().await.step, 4);

    page.say(json!({ "type": "set", "key": "solver.method", "value": "local-global" })).await;
    let refused = page.text("refused", |_| true).await;
    assert_eq!(refused["request"], "set");
    let reason = refused["reason"].as_str().unwrap();
    assert!(reason.contains("stable-neo-hookean") && reason.contains("local-global"), "{reason}");
    assert_eq!(page.step().await.step, 5, "the old world goes on");

    for (key, value) in [
        ("time.step", json!(0.005)),
        ("gravity", json!([0, 3, 0])),
        ("damping", json!(2)),
        ("young.0", json!(5e4)),
        ("solver.method", json!("projected-newton")),
        ("time.integrator", json!("variational-midpoint")),
        ("time.integrator", json!("bdf2")),
    ] {
        page.say(json!({ "type": "set", "key": key, "value": value })).await;
        page.text("scene", |_| true).await;
        page.step().await;
    }
    page.say(json!({ "type": "set", "key": "time.step", "value": -1 })).await;
    let reason = page.text("refused", |_| true).await["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("time.step: -1 is impossible"), "{reason}");
    page.say(json!({ "type": "set", "key": "body.0.mesh.file", "value": "/etc/passwd" })).await;
    assert_eq!(page.text("refused", |_| true).await["request"], "set");

    let frame = page.step().await;
    assert_eq!(frame.step, 13);
    // 30 frames a second are kept, so that steps of at most 1/200 s are of 1/210 s.
    assert!((frame.time - (5.0 / 60.0 + 8.0 / 210.0)).abs() < 1e-12, "{}", frame.time);
    page.ask("reset").await;
    let scene = page.text("scene", |scene| scene["generation"] == 2).await;
    assert_eq!(scene["settings"]["young"], json!([5e4]), "settings stay");
}

#[tokio::test]
async fn a_changed_setting_is_booked_as_energy_added() {
    let viewer = Running::paused(CUBE);
    let mut page = Client::connect(viewer.address).await;
    for _ in 0..8 {
        page.step().await;
    }
    page.say(json!({ "type": "set", "key": "time.integrator", "value": "implicit-midpoint" })).await;
    page.step().await;
    let row = |rows: &Value| rows["rows"].as_array().unwrap().last().cloned().unwrap();
    let mut late = Client::connect(viewer.address).await;
    let before = row(&late.text("rows", |_| true).await);
    page.say(json!({ "type": "set", "key": "young.0", "value": 4e5 })).await;
    page.step().await;
    let after = row(&late.text("rows", |_| true).await);
    let number = |row: &Value, key: &str| row[key].as_f64().unwrap();
    assert_eq!(number(&before, "added"), 0.0);
    let added = number(&after, "added");
    // Four times as stiff: three times the energy of the strain there was.
    assert!(
        added > 2.0 * number(&before, "elastic") && added < 4.0 * number(&before, "elastic"),
        "{before} {after}"
    );
    let gap = |row: &Value| number(row, "total") - number(row, "target");
    assert!((gap(&after) - gap(&before)).abs() < 0.05 * added, "{before} {after}");
}

#[tokio::test]
async fn another_scene() {
    let viewer = Running::paused(CUBE);
    let mut page = Client::connect(viewer.address).await;
    page.say(json!({ "type": "scene", "name": "cloth" })).await;
    let scene = page.text("scene", |scene| scene["name"] == "cloth").await;
    assert_eq!(scene["generation"], 2);
    assert_eq!(scene["settings"]["young"], json!([200.0]), "the stiffness of its springs");
    assert_eq!(scene["colours"], json!(["body", "speed", "projected", "displacement"]));
    let frame = page.frame(|frame| frame.generation == 2).await;
    assert_eq!(frame.parts[0].points.len(), 3 * scene["parts"][0]["vertices"].as_u64().unwrap() as usize);
    for name in ["../cube", "/etc/passwd", "nothing"] {
        page.say(json!({ "type": "scene", "name": name })).await;
        assert_eq!(page.text("refused", |_| true).await["request"], "scene");
    }
}

#[tokio::test]
async fn a_second_page_follows() {
    let viewer = Running::paused(CUBE);
    let mut one = Client::connect(viewer.address).await;
    let mut two = Client::connect(viewer.address).await;
    two.state(|state| state["clients"] == 2).await;
    for _ in 0..3 {
        let seen = one.step().await;
        let followed = two.frame(|frame| frame.step == seen.step).await;
        assert_eq!(seen.bytes, followed.bytes);
    }
    two.ask("play").await;
    one.state(|state| state["playing"] == true && step(state) > 5).await;
    one.ask("pause").await;
    two.state(|state| state["playing"] == false).await;
    drop(two);
    one.state(|state| state["clients"] == 1).await;
}

#[tokio::test]
async fn pages_that_never_read_hold_up_nothing() {
    let viewer = Running::paused(CUBE);
    let mut page = Client::connect(viewer.address).await;
    let mut deaf = Vec::new();
    for _ in 0..10 {
        deaf.push(Client::connect(viewer.address).await);
    }
    page.say(json!({ "type": "speed", "value": 0 })).await;
    page.ask("play").await;
    page.state(|state| state["clients"] == 11 && step(state) > 0).await;
    // They ask for frames and do not take them.
    for _ in 0..200 {
        for other in &mut deaf {
            other.socket.send(Message::text(r#"{"type":"ready"}"#)).await.unwrap();
        }
    }
    let from = page.frame(|_| true).await.step;
    let mut frames = 0;
    page.frame(|frame| {
        frames += 1;
        frame.step > from + 1000 && frames > 50
    })
    .await;
}

#[tokio::test]
async fn a_step_that_fails_pauses_and_can_be_mended() {
    let scene = CUBE.replace("[[body]]", "[solver]\nmax_iterations = 1\ntolerance = 1e-9\n[[body]]");
    let viewer = Running::paused(&scene);
    let mut page = Client::connect(viewer.address).await;
    page.ask("play").await;
    let state = page.state(|state| !state["failed"].is_null()).await;
    assert_eq!((&state["playing"], step(&state)), (&json!(false), 0));
    assert!(state["failed"].as_str().unwrap().contains("step 1 did not converge: max-iterations"), "{state}");
    // Another method brings its own limits.
    page.say(json!({ "type": "set", "key": "solver.method", "value": "projected-newton" })).await;
    page.state(|state| state["failed"].is_null()).await;
    assert_eq!(page.step().await.step, 1);
}
