use lope::observe::Nobody;
use lope::scene::Scene;
use lope::scene::build::build;
use lope::scene::schedule::Schedule;

use super::*;
use crate::output::test_directory::TestDirectory;
use crate::plot::Color;

/// A cube that falls beside a rope onto a floor.
const SCENE: &str = r#"
title = "A small film"
[time]
step = 0.05
steps = 6
frame_rate = 20
[[body]]
name = "cube"
mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "fixed-corotated", young = 1e4, poisson = 0.4, density = 500 }
angular_velocity = [1, 2, 0]
translate = [0, 1.5, 0]
[[body]]
name = "rope"
kind = "springs"
mesh = { shape = "rope", length = 1, cells = 4 }
springs = { density = 0.2, stiffness = 100 }
translate = [1, 1.5, 0]
[[obstacle]]
name = "floor"
shape = "plane"
stiffness = 1e4
"#;

fn film(pick: &Pick, colour: Colour) -> Result<Film> {
    let scene = Scene::from_text("scene.toml", SCENE, &[]).unwrap();
    let built = build(&scene).unwrap();
    Film::of_scene(&scene, built, Schedule::new(&scene.time), pick, colour, &mut Nobody)
}

fn small() -> Look {
    Look { size: [160, 90], ..Look::default() }
}

#[test]
fn a_film_has_the_frames_that_were_picked() {
    let times = |pick: Pick| -> Vec<f64> {
        let film = film(&pick, Colour::Body).unwrap();
        film.moments.iter().map(|m| (100.0 * m.time).round() / 100.0).collect()
    };
    assert_eq!(times(Pick::Last), [0.3]);
    assert_eq!(times(Pick::Frames(vec![4, 0])), [0.2, 0.0]);
    assert_eq!(times(Pick::Time(0.11)), [0.1]);
    assert_eq!(times(Pick::Every(3)), [0.0, 0.15, 0.3]);
    // Nothing is simulated that is not shown.
    assert_eq!(film(&Pick::Time(0.1), Colour::Body).unwrap().rows.len(), 2);
    assert!(film(&Pick::Frames(vec![7]), Colour::Body).unwrap_err().is_input());
}

#[test]
fn moments_and_colours_differ_and_threads_do_not() {
    let speed = film(&Pick::Every(3), Colour::Speed).unwrap();
    let look = Look { colour: Colour::Speed, ..small() };
    let studio = Studio::new(&speed, &look).unwrap();
    let pictures: Vec<Image> = (0..3).map(|moment| studio.draw(moment)).collect();
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2]);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(alone.install(|| studio.draw(1)), pictures[1]);
    let plain = Studio::new(&speed, &small()).unwrap().draw(1);
    let dark = Studio::new(&speed, &Look { theme: Theme::Dark, ..look }).unwrap().draw(1);
    let wire = Studio::new(&speed, &Look { wire: true, ..look }).unwrap().draw(1);
    let bare = Studio::new(&speed, &Look { floor: false, ..look }).unwrap().draw(1);
    for other in [&plain, &dark, &wire, &bare] {
        assert!(*other != pictures[1]);
    }
    let light = |image: &Image| image.pixels().iter().map(|b| u64::from(*b)).sum::<u64>();
    assert!(light(&dark) < light(&plain) / 2);
}

#[test]
fn the_camera_has_everything_in_view_and_obeys() {
    let film = film(&Pick::Every(1), Colour::Body).unwrap();
    let background = |image: &Image, x: usize, y: usize| {
        let Color(r, g, b) = image.get(x, y).unwrap();
        i32::from(r).abs_diff(i32::from(b)) < 30 && g > 150
    };
    let studio = Studio::new(&film, &small()).unwrap();
    for moment in [0, 6] {
        let picture = studio.draw(moment);
        let edge = (0..160).flat_map(|x| [(x, 0), (x, 89)]).chain((0..90).flat_map(|y| [(0, y), (159, y)]));
        for (x, y) in edge {
            assert!(background(&picture, x, y), "frame {moment}, ({x}, {y}): {:?}", picture.get(x, y));
        }
    }
    let away = View { at: Some([50.0, 0.0, 0.0].map(Into::into)), ..View::default() };
    let empty = Studio::new(&film, &Look { view: away, floor: false, ..small() }).unwrap().draw(0);
    assert!((0..160 * 90).all(|i| background(&empty, i % 160, i / 160)));
}

#[test]
fn what_is_missing_is_said() {
    let mut without = film(&Pick::Last, Colour::Body).unwrap();
    let look = Look { inset: true, ..small() };
    assert!(Studio::new(&without, &look).err().unwrap().to_string().contains("--inset"));
    without.moments.clear();
    assert!(Studio::new(&without, &small()).is_err());
    let big = Look { size: [640, 400], inset: true, ..small() };
    let film = film(&Pick::Last, Colour::Body).unwrap();
    let plotted = Studio::new(&film, &big).unwrap().draw(0);
    assert!(plotted != Studio::new(&film, &Look { inset: false, ..big }).unwrap().draw(0));
    let still_film = Film { rows: Vec::new(), ..film };
    assert!(Studio::new(&still_film, &big).err().unwrap().to_string().contains("no step"));
    for name in ["film.avi", "film"] {
        let message = Format::of(Path::new(name)).unwrap_err().to_string();
        assert!(message.contains(name) && message.contains(".gif"), "{message}");
    }
}

#[test]
fn a_montage_stands_side_by_side() {
    let place = TestDirectory::new("montage");
    let film = film(&Pick::Frames(vec![0, 3, 6]), Colour::Body).unwrap();
    let path = place.path().join("new/sheet.png");
    let look = Look { size: [363, 100], ..small() };
    assert_eq!(montage(&film, &look, 3, &path).unwrap(), [363, 100]);
    assert!(path.is_file());
    assert_eq!(montage(&film, &look, 2, &path).unwrap(), [363, 100]);
    let tiny = Look { size: [30, 10], ..look };
    assert!(montage(&film, &tiny, 3, &path).unwrap_err().to_string().contains("--size"));
}

#[test]
fn films_play_as_fast_as_it_happened() {
    let film = film(&Pick::Every(2), Colour::Body).unwrap();
    assert!((frame_rate(&film) - 10.0).abs() < 1e-9);
}
