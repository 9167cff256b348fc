//! `lope render`: every format decodes, frames and colours differ, and bad input writes nothing.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::fs::{self, File};
use std::io::BufReader;
use std::ops::Range;
use std::process::Command;

mod place;

use place::Place;

/// A soft box that falls.
const SCENE: &str = r#"title = "A box that falls"
[time]
step = 0.05
steps = 4
frame_rate = 20
[output]
fields = ["velocity", "det"]
[[body]]
name = "box"
mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "fixed-corotated", young = 1e4, poisson = 0.4, density = 500 }
angular_velocity = [0, 3, 0]
translate = [0, 1, 0]
[[obstacle]]
name = "floor"
shape = "plane"
stiffness = 1e4
"#;

const SIZE: [&str; 2] = ["--size", "160x90"];

/// A place with the scene, and a run of it in `run`.
fn run(name: &str) -> Place {
    let place = Place::new(name);
    place.write("fall.toml", SCENE);
    place.lope(&["run", "fall.toml", "-o", "run", "--quiet"]).with(0);
    place
}

fn render(place: &Place, arguments: &[&str]) {
    place.lope(&[&["render"], arguments, &SIZE[..]].concat()).with(0);
}

/// Width, height, and the pixels of every frame.
fn png(place: &Place, name: &str) -> (u32, u32, Vec<Vec<u8>>) {
    let file = BufReader::new(File::open(place.path(name)).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let count = reader.info().animation_control().map_or(1, |animation| animation.num_frames);
    let mut frames = Vec::new();
    for _ in 0..count {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        frames.push(pixels);
    }
    (reader.info().width, reader.info().height, frames)
}

fn picture(place: &Place, name: &str) -> Vec<u8> {
    let (width, height, mut frames) = png(place, name);
    assert_eq!((width, height, frames.len()), (160, 90, 1), "{name}");
    frames.remove(0)
}

#[test]
fn pictures_show_frames_and_colours() {
    let place = run("render-png");
    render(&place, &["run"]);
    let last = picture(&place, "run/plots/render.png");
    render(&place, &["run", "--frame", "last", "-o", "a.png"]);
    assert!(picture(&place, "a.png") == last, "the last is the default");
    render(&place, &["run", "--time", "0.2", "-o", "a.png", "--threads", "1"]);
    assert!(picture(&place, "a.png") == last, "also by its time, also with one thread");
    let variants: [&[&str]; 7] = [
        &["--frame", "0"],
        &["--colour", "speed"],
        &["--color", "det"],
        &["--colour", "det", "--range", "0.9,1.1"],
        &["--wire"],
        &["--theme", "dark"],
        &["--azimuth", "-60", "--fov", "50"],
    ];
    let mut seen = vec![last];
    for variant in variants {
        render(&place, &[&["run", "-o", "a.png"], variant].concat());
        let now = picture(&place, "a.png");
        assert!(seen.iter().all(|other| *other != now), "{variant:?} changes nothing");
        seen.push(now);
    }
}

#[test]
fn a_scene_is_simulated_and_looks_like_its_run() {
    let place = run("render-scene");
    render(&place, &["run", "-o", "a.png", "--frame", "2"]);
    render(&place, &["fall.toml", "-o", "b.png", "--frame", "2"]);
    assert!(picture(&place, "a.png") == picture(&place, "b.png"));
    for colour in ["energy", "projected"] {
        render(&place, &["fall.toml", "-o", "c.png", "--frame", "2", "--colour", colour]);
        assert!(picture(&place, "c.png") != picture(&place, "b.png"), "{colour}");
    }
    render(&place, &["fall.toml", "-o", "c.png", "--set", "view.azimuth=120"]);
    render(&place, &["fall.toml", "-o", "d.png", "--azimuth", "120"]);
    render(&place, &["fall.toml", "-o", "e.png"]);
    assert!(picture(&place, "c.png") == picture(&place, "d.png"));
    assert!(picture(&place, "c.png") != picture(&place, "e.png"));
}

/// The pixels of some columns and rows of a picture of a width.
fn region(pixels: &[u8], width: usize, columns: Range<usize>, rows: Range<usize>) -> Vec<[u8; 3]> {
    let all = pixels.as_chunks::<3>().0;
    rows.flat_map(|row| all[row * width + columns.start..row * width + columns.end].to_vec()).collect()
}

/// Light surroundings where nothing is drawn.
const PAPER: [u8; 3] = [246, 247, 248];

#[test]
fn the_time_stands_below_the_picture_and_not_on_it() {
    let place = run("render-label");
    render(&place, &["run", "-o", "a.png", "--label"]);
    let labelled = picture(&place, "a.png");
    place.lope(&["render", "run", "-o", "b.png", "--size", "160x73"]).with(0);
    let (_, _, mut plain) = png(&place, "b.png");
    assert!(labelled[..160 * 73 * 3] == plain.remove(0), "all of the picture is there");
    let below = region(&labelled, 160, 0..160, 73..90);
    assert!(below.contains(&PAPER) && below.iter().any(|pixel| *pixel != PAPER));
    assert!(below.iter().all(|[r, _, b]| r.abs_diff(*b) < 20), "ink on paper");
}

#[test]
fn the_legend_of_a_montage_covers_nothing() {
    let place = run("render-legend");
    let sheet = |colour: &str| {
        let words =
            ["render", "run", "-o", "a.png", "--montage", "0,2,4", "--size", "600x120", "--colour", colour];
        place.lope(&words).with(0);
        let (width, height, mut frames) = png(&place, "a.png");
        (width as usize, height as usize, frames.remove(0))
    };
    let (width, height, pixels) = sheet("speed");
    let beside = 40;
    assert_eq!((width, height), (600, 120));
    let below = region(&pixels, width, width - beside..width, height - 30..height);
    assert!(below.iter().all(|pixel| *pixel == PAPER), "the legend has paper of its own");
    let bar = region(&pixels, width, width - beside..width, 0..height - 30);
    assert!(bar.iter().any(|[r, _, b]| r.abs_diff(*b) > 60), "and colours");
    let (width, height, pixels) = sheet("body");
    assert_eq!((width, height), (600, 120), "where there is none, pictures have all the room");
    assert!(!region(&pixels, width, width - beside..width, 0..height - 30).contains(&PAPER));
}

#[test]
fn obstacles_are_hidden_and_seen_through_by_name() {
    let place = Place::new("render-hide");
    let wall = "[[obstacle]]\nname = \"wall\"\nshape = \"box\"\nsize = [3, 3, 0.2]\ntranslate = [0, 1, 2]\nstiffness = 1e4\n";
    place.write("fall.toml", &format!("{SCENE}{wall}"));
    place.lope(&["run", "fall.toml", "-o", "run", "--quiet"]).with(0);
    let orange = |words: &[&str]| {
        let camera = ["--azimuth", "0", "--elevation", "10", "-o", "a.png"];
        render(&place, &[&["run"], &camera[..], words].concat());
        let pixels = picture(&place, "a.png");
        let strong = |least: i32| {
            let all = pixels.as_chunks::<3>().0.iter();
            all.filter(|[r, _, b]| i32::from(*r) - i32::from(*b) > least).count()
        };
        (strong(90), strong(25))
    };
    assert_eq!(orange(&[]), (0, 0), "behind the wall");
    assert!(orange(&["--hide", "wall"]).0 > 100, "as if it were not there");
    let (strong, weak) = orange(&["--glass", "wall"]);
    assert!(weak > 100 && strong < weak, "through glass: {strong}, {weak}");
    for flag in ["--hide", "--glass"] {
        let refused = place.lope(&["render", "run", "-o", "b.png", flag, "wal"]);
        refused.with(2).naming(&["no body or obstacle \"wal\"", "box, floor, wall"]);
    }
    assert!(!place.path("b.png").exists());
}

#[test]
fn films_have_all_frames() {
    let place = run("render-film");
    render(&place, &["run", "-o", "film.apng"]);
    let (width, height, frames) = png(&place, "film.apng");
    assert_eq!((width, height, frames.len()), (160, 90, 5));
    assert!(frames.windows(2).all(|pair| pair[0] != pair[1]));

    render(&place, &["run", "-o", "film.gif", "--every", "2", "--fps", "10", "--label"]);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = options.read_info(File::open(place.path("film.gif")).unwrap()).unwrap();
    assert_eq!((reader.width(), reader.height()), (160, 90));
    let mut sizes = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        assert_eq!(frame.delay, 10);
        sizes.push((frame.width, frame.height));
    }
    assert_eq!(sizes.len(), 3);
    assert_eq!(sizes[0], (160, 90));
    assert!(sizes[1] < (160, 90), "only what changed is stored: {sizes:?}");
}

#[test]
fn montages_have_the_size_of_all_their_frames() {
    let place = run("render-montage");
    place.lope(&["render", "run", "--montage", "0,2,4", "-o", "sheet.png"]).with(0);
    let (width, height, _) = png(&place, "sheet.png");
    assert_eq!((width, height), (1440, 420));
    render(&place, &["run", "--montage", "0,4", "--colour", "speed", "-o", "sheet.png"]);
    let (width, height, _) = png(&place, "sheet.png");
    assert_eq!((width, height), (160, 90));
}

#[test]
fn videos_need_ffmpeg() {
    let place = run("render-video");
    let there = Command::new("ffmpeg").arg("-version").output().is_ok_and(|output| output.status.success());
    for name in ["film.mp4", "film.webm"] {
        let ended = place.lope(&[&["render", "run", "-o", name], &SIZE[..]].concat());
        if there {
            ended.with(0);
            assert!(fs::metadata(place.path(name)).unwrap().len() > 500);
        } else {
            ended.with(2).naming(&["ffmpeg", ".gif", ".apng"]);
            assert!(!place.path(name).exists());
        }
    }
}

#[test]
fn bad_input_writes_nothing() {
    let place = run("render-bad");
    fs::create_dir(place.path("empty")).unwrap();
    let before = place.entries();
    let cases: [(&[&str], &[&str]); 15] = [
        (&["nowhere"], &["nowhere"]),
        (&["empty"], &["empty", "scene.toml", "lope run"]),
        (&["run", "-o", "film.avi"], &["film.avi", ".gif"]),
        (&["run", "-o", "a.png", "--frame", "5"], &["no frame 5", "0 to 4"]),
        (&["run", "-o", "a.png", "--time", "9"], &["no frame at 9", "0.2"]),
        (&["run", "-o", "a.png", "--montage", "0,17"], &["no frame 17"]),
        (&["run", "-o", "a.gif", "--frame", "1"], &["--frame", ".png"]),
        (&["run", "-o", "a.png", "--colour", "sped"], &["sped", "speed"]),
        (&["run", "-o", "a.png", "--colour", "energy"], &["energy", "output.fields"]),
        (&["run", "-o", "a.png", "--range", "2,1"], &["--range"]),
        (&["run", "-o", "a.png", "--size", "0x9"], &["--size"]),
        (&["run", "-o", "a.png", "--fov", "190"], &["--fov", "170"]),
        (&["run", "-o", "a.png", "--set", "time.step=1"], &["--set"]),
        (&["run", "-o", "a.gif", "--every", "0"], &["--every"]),
        (&["run", "-o", "a.gif", "--fps", "0"], &["--fps"]),
    ];
    for (arguments, words) in cases {
        place.lope(&[&["render"], arguments].concat()).with(2).naming(words);
    }
    place.lope(&["render", "fall.toml", "-o", "a.png", "--set", "view.fov=0"]).with(2).naming(&["view.fov"]);
    place.lope(&["render", "fall.toml", "-o", "a.png", "--set", "view.eyes=0"]).with(2).naming(&["eye"]);
    assert_eq!(place.entries(), before);
}

#[test]
fn several_runs_are_plotted_together() {
    let place = run("plot-several");
    place.lope(&["run", "fall.toml", "-o", "other", "--set", "time.step=0.025", "--quiet"]).with(0);
    let out = place.lope(&["plot", "run", "other", "-o", "both"]).with(0).out;
    assert_eq!(out.lines().count(), 9, "{out}");
    let energy = fs::read_to_string(place.path("both/energy.svg")).unwrap();
    assert!(energy.contains(">run</text>") && energy.contains(">other</text>"));
    let (width, height, _) = png(&place, "both/overview.png");
    assert!(width > 1000 && height > 600);
    place.lope(&["plot", "run", "nowhere", "-o", "none"]).with(2).naming(&["nowhere"]);
    assert!(!place.path("none").exists());
}
