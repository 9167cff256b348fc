//! Taking hold, pulling, letting go.

use serde_json::{Value, json};

use crate::client::{Client, Frame};
use crate::server::{CUBE, Running};

/// The vertex of the cube's lower corner.
fn corner(frame: &Frame) -> usize {
    let points = frame.parts[0].points.as_chunks::<3>().0;
    points.iter().position(|p| p.iter().all(|x| *x < -0.49)).unwrap()
}

fn at(frame: &Frame, vertex: usize) -> [f32; 3] {
    frame.parts[0].points.as_chunks::<3>().0[vertex]
}

async fn last_row(viewer: &Running) -> Value {
    let mut page = Client::connect(viewer.address).await;
    page.text("rows", |_| true).await["rows"].as_array().unwrap().last().cloned().unwrap()
}

#[tokio::test]
async fn what_is_pulled_comes_along_and_the_energy_is_booked() {
    let viewer = Running::paused(CUBE);
    let mut page = Client::connect(viewer.address).await;
    let start = page.frame(|_| true).await;
    let vertex = corner(&start);
    page.say(json!({ "type": "grab", "part": 0, "vertex": vertex, "seq": 1 })).await;
    page.state(|state| state["held"] == 1).await;
    let mut last = start.clone();
    for seq in 2..32_u32 {
        let z = -0.5 - 0.02 * f64::from(seq);
        page.say(json!({ "type": "drag", "target": [-0.5, -0.5, z], "seq": seq })).await;
        last = page.step().await;
        assert_eq!(last.seq, seq, "the state contains the drag");
    }
    let moved = at(&last, vertex)[2] - at(&start, vertex)[2];
    assert!(moved < -0.3, "it followed: {moved}");
    let row = last_row(&viewer).await;
    assert!(row["added"].as_f64().unwrap() > 0.0, "{row}");

    page.say(json!({ "type": "set", "key": "time.integrator", "value": "implicit-midpoint" })).await;
    page.state(|state| state["held"] == 1).await;
    let held = page.step().await;
    assert!(
        (at(&held, vertex)[2] - at(&last, vertex)[2]).abs() < 0.1,
        "a hand survives a change of settings"
    );

    page.say(json!({ "type": "release", "seq": 40 })).await;
    page.state(|state| state["held"] == 0).await;
    for _ in 0..10 {
        last = page.step().await;
    }
    assert!(at(&last, vertex)[2] > at(&held, vertex)[2] + 0.05, "it swings back");
}

#[tokio::test]
async fn a_hand_reaches_only_so_far() {
    let viewer = Running::paused(CUBE);
    let mut page = Client::connect(viewer.address).await;
    let vertex = corner(&page.frame(|_| true).await);
    page.say(json!({ "type": "grab", "part": 0, "vertex": vertex, "seq": 1 })).await;
    page.say(json!({ "type": "drag", "target": [-1e30, 1e30, 1e30], "seq": 2 })).await;
    let frame = page.step().await;
    assert!(frame.parts[0].points.iter().all(|x| x.abs() < 10.0));
}

#[tokio::test]
async fn only_bodies_can_be_held_and_hands_open_when_a_page_goes() {
    let viewer = Running::paused(CUBE);
    let mut page = Client::connect(viewer.address).await;
    for (part, vertex) in [(1, 0), (0, 1_000_000), (7, 0)] {
        page.say(json!({ "type": "grab", "part": part, "vertex": vertex, "seq": 1 })).await;
        assert_eq!(page.text("refused", |_| true).await["request"], "grab");
    }
    let mut other = Client::connect(viewer.address).await;
    other.say(json!({ "type": "grab", "part": 0, "vertex": 0, "seq": 1 })).await;
    other.say(json!({ "type": "grab", "part": 0, "vertex": 3, "seq": 2 })).await;
    page.state(|state| state["held"] == 1 && state["clients"] == 2).await;
    drop(other);
    page.state(|state| state["held"] == 0 && state["clients"] == 1).await;
    // A drag without a hold does nothing.
    page.say(json!({ "type": "drag", "target": [0, 0, 0], "seq": 5 })).await;
    assert_eq!(page.step().await.seq, 0);
}
