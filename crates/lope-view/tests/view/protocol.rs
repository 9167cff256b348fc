//! What a page is told, in which order, byte for byte.

use lope::scene::Scene;
use lope::scene::build::{Built, build};
use lope_io::show::{Colour, Live, Snapshot};
use serde_json::{Value, json};

use crate::client::{Client, Frame, Heard};
use crate::server::{CUBE, Running};

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
}

fn reals(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
}

/// The same world, looked at without a server.
fn start(colour: Colour) -> (Live, Snapshot) {
    let scene = Scene::from_text("cube.toml", CUBE, &[]).unwrap();
    let Built { world, obstacles, .. } = build(&scene).unwrap_or_else(|p| panic!("{p:?}"));
    let mut view = Live::new(&world, &obstacles);
    let mut shot = Snapshot::default();
    view.capture(&world, colour, &mut shot);
    (view, shot)
}

async fn text(client: &mut Client) -> Value {
    match client.hear().await {
        Some(Heard::Text(text)) => text,
        other => panic!("expected a text: {other:?}"),
    }
}

#[tokio::test]
async fn a_page_is_told_what_there_is() {
    let viewer = Running::paused(CUBE);
    let mut client = Client::connect(viewer.address).await;
    let hello = text(&mut client).await;
    assert_eq!((&hello["type"], &hello["mode"]), (&json!("hello"), &json!("live")));
    assert_eq!(hello["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&hello["record"], &hello["client"]), (&Value::Null, &json!(1)));
    let scenes = hello["scenes"].as_array().unwrap();
    assert!(scenes.iter().any(|scene| scene["name"] == "twist" && scene["title"].is_string()));

    let scene = text(&mut client).await;
    assert_eq!((&scene["type"], &scene["generation"]), (&json!("scene"), &json!(1)));
    assert_eq!((&scene["title"], &scene["dimension"]), (&json!("A cube"), &json!(3)));
    let (view, shot) = start(Colour::Body);
    let part = |index: usize, name: &str, role: &str, moves: bool| {
        let part = &view.parts()[index];
        json!({ "name": name, "role": role, "shown": "faces", "vertices": part.vertices,
                "corners": part.corners.len(), "moves": moves })
    };
    assert_eq!(scene["parts"], json!([part(0, "cube", "body", true), part(1, "floor", "obstacle", false)]));
    let colours = [
        "body",
        "speed",
        "energy",
        "det",
        "projected",
        "contact",
        "gap",
        "displacement",
        "stress",
        "stretch",
        "pressure",
        "reaction",
    ];
    assert_eq!(scene["colours"], json!(colours));
    let probe = |title: &str, unit: &str, places: [u8; 3]| json!({ "title": title, "unit": unit, "places": places, "labels": ["x", "y", "z"] });
    let probes = [probe("low: displacement", "m", [0, 1, 2]), probe("low: velocity", "m/s", [3, 4, 5])];
    assert_eq!(scene["probes"], json!(probes));
    assert_eq!(scene["bounds"], json!([[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]]));
    assert_eq!(scene["up"], json!([0.0, 1.0, 0.0]));
    let settings = json!({ "integrator": "backward-euler", "method": "auto", "step": 1.0 / 60.0,
        "gravity": [0.0, -9.81, 0.0], "damping": 0.0, "young": [1e5], "young_units": ["Pa"] });
    assert_eq!(scene["settings"], settings);
    assert!(scene["choices"]["method"].as_array().unwrap().contains(&json!("local-global")));
    assert!(scene["choices"]["integrator"].as_array().unwrap().contains(&json!("stabilized")));
    assert_eq!((&scene["recording"], &scene["steps"]), (&Value::Null, &Value::Null));

    let Some(Heard::Topology(bytes)) = client.hear().await else { panic!("topology follows at once") };
    let mut expected = words(&[1, 1, 2]);
    for (part, pose) in view.parts().iter().zip(&shot.poses) {
        expected.extend(words(&[part.corners.len() as u32]));
        expected.extend(words(&part.corners));
        let fixed: &[f32] = if part.moves { &[] } else { &pose.points };
        expected.extend(words(&[fixed.len() as u32 / 3]));
        expected.extend(reals(fixed));
    }
    assert_eq!(bytes, expected);

    let frame = client.frame(|_| true).await;
    assert_eq!(frame.bytes, frame_of(&frame, 0, &shot));
}

/// A frame of the cube as the protocol describes it.
fn frame_of(heard: &Frame, colour: u32, shot: &Snapshot) -> Vec<u8> {
    let mut bytes = words(&[2, 1, 0, heard.number]);
    bytes.extend(0.0_f64.to_le_bytes());
    bytes.extend(words(&[0, colour]));
    bytes.extend(reals(&shot.range().unwrap_or_default()));
    let pose = &shot.poses[0];
    bytes.extend(words(&[1, 0, 0, pose.points.len() as u32 / 3, pose.values.len() as u32]));
    bytes.extend(reals(&pose.points));
    bytes.extend(reals(&pose.values));
    bytes
}

#[tokio::test]
async fn each_page_has_its_own_colour() {
    let viewer = Running::paused(CUBE);
    let mut plain = Client::connect(viewer.address).await;
    let mut bright = Client::connect(viewer.address).await;
    for (index, colour) in Colour::ALL.into_iter().enumerate().skip(1) {
        bright.say(json!({ "type": "colour", "mode": colour.word() })).await;
        let frame = bright.frame(|frame| frame.colour == index as u32).await;
        let (_, shot) = start(colour);
        assert_eq!(frame.bytes, frame_of(&frame, index as u32, &shot), "{colour}");
    }
    assert_eq!(plain.frame(|_| true).await.colour, 0);
    bright.say(json!({ "type": "colour", "mode": "sped" })).await;
    let refused = bright.text("refused", |_| true).await;
    assert_eq!(refused["request"], "colour");
    assert!(refused["reason"].as_str().unwrap().contains("did you mean \"speed\"?"), "{refused}");
}

#[tokio::test]
async fn a_page_that_comes_late_gets_the_table_of_what_was() {
    let viewer = Running::paused(CUBE);
    let mut first = Client::connect(viewer.address).await;
    for _ in 0..5 {
        first.step().await;
    }
    let mut late = Client::connect(viewer.address).await;
    let rows = late.text("rows", |_| true).await;
    assert_eq!(rows["generation"], 1);
    let list = rows["rows"].as_array().unwrap();
    assert_eq!(list.iter().map(|row| row["step"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    let row = &list[4];
    for key in [
        "time",
        "wall_ms",
        "iterations",
        "linear_iterations",
        "kinetic",
        "elastic",
        "gravity",
        "contact",
        "total",
        "target",
        "dissipated",
        "added",
        "px",
        "py",
        "pz",
        "lx",
        "ly",
        "lz",
        "min_det",
        "inverted",
    ] {
        assert!(row[key].is_number(), "{key}: {row}");
    }
    assert_eq!((&row["outcome"], &row["alpha"]), (&json!("converged"), &Value::Null));
    first.step().await;
    let more = late.text("rows", |_| true).await;
    assert_eq!(more["rows"].as_array().unwrap().len(), 1, "only what is new");
    assert_eq!(more["rows"][0]["step"], 6);
}
