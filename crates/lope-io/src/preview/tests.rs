use lope::geometry::{boundary, shape};

use super::*;

fn small() -> Options {
    Options { width: 120, height: 90, samples: 2, ..Options::default() }
}

fn ball() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mesh = shape::sphere(0.5, 10).unwrap();
    let triangles = boundary(&mesh).triangles;
    (mesh.points, triangles)
}

/// Whether a pixel is orange rather than grey.
fn colored(image: &Image, x: usize, y: usize) -> bool {
    let Some(Color(r, _, b)) = image.get(x, y) else { return false };
    i32::from(r) - i32::from(b) > 40
}

const ORANGE: Color = Color(230, 130, 20);

#[test]
fn a_ball_is_a_disc_in_the_middle() {
    let (points, triangles) = ball();
    let mesh = PreviewMesh { points: &points, triangles: &triangles, paint: Paint::Plain(ORANGE) };
    let image = render(&[mesh], &Options { from: Direction { azimuth: 10.0, elevation: 0.0 }, ..small() });
    let mut inside = 0;
    for y in 0..90 {
        for x in 0..120 {
            let away = ((x as f64 - 59.5).powi(2) + (y as f64 - 44.5).powi(2)).sqrt();
            // The disc fills eight tenths of the height.
            if away < 34.0 {
                assert!(colored(&image, x, y), "({x}, {y}): {:?}", image.get(x, y));
                inside += 1;
            } else if away > 38.0 {
                assert!(!colored(&image, x, y), "({x}, {y}): {:?}", image.get(x, y));
            }
        }
    }
    assert!(inside > 3000);
    // Lit from above: the top is brighter than the bottom.
    let sum = |c: Color| u32::from(c.0) + u32::from(c.1) + u32::from(c.2);
    assert!(sum(image.get(55, 20).unwrap()) > sum(image.get(65, 72).unwrap()) + 60);
}

#[test]
fn the_nearer_thing_is_in_front() {
    let square = |z: f64| vec![[-1.0, -1.0, z], [1.0, -1.0, z], [1.0, 1.0, z], [-1.0, 1.0, z]];
    let (front, back) = (square(1.0), square(-1.0));
    let triangles = [[0, 1, 2], [0, 2, 3]];
    let blue = Color(20, 60, 220);
    let options = Options { from: Direction { azimuth: 0.0, elevation: 0.0 }, ..small() };
    for (near, far, expected) in [(ORANGE, blue, true), (blue, ORANGE, false)] {
        let near = PreviewMesh { points: &front, triangles: &triangles, paint: Paint::Plain(near) };
        let far = PreviewMesh { points: &back, triangles: &triangles, paint: Paint::Plain(far) };
        for order in [[near, far], [far, near]] {
            assert_eq!(colored(&render(&order, &options), 60, 45), expected);
        }
    }
}

#[test]
fn wire_draws_lines_and_a_floor_has_a_shadow() {
    let (points, triangles) = ball();
    let mesh = PreviewMesh { points: &points, triangles: &triangles, paint: Paint::Plain(ORANGE) };
    let plain = render(&[mesh], &small());
    let wire = render(&[mesh], &Options { wire: true, ..small() });
    let bare = render(&[mesh], &Options { floor: Floor::None, ..small() });
    let light = |image: &Image| image.pixels().iter().map(|b| u64::from(*b)).sum::<u64>();
    assert!(light(&wire) < light(&plain) && light(&plain) < light(&bare));
}

#[test]
fn threads_do_not_change_a_picture() {
    let (points, triangles) = ball();
    let mesh = PreviewMesh { points: &points, triangles: &triangles, paint: Paint::Plain(ORANGE) };
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(alone.install(|| render(&[mesh], &small())), render(&[mesh], &small()));
}

#[test]
fn nothing_and_nonsense_are_drawn_as_background() {
    let empty = render(&[], &small());
    assert_eq!((empty.width(), empty.height()), (120, 90));
    let points = [[0.0; 3], [f64::NAN, 0.0, 0.0], [1e300, 1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let triangles = [[0, 1, 2], [0, 3, 9], [3, 3, 3], [0, 2, 3]];
    let image = render(
        &[PreviewMesh { points: &points, triangles: &triangles, paint: Paint::Plain(ORANGE) }],
        &small(),
    );
    assert_eq!(image.width(), 120);
    let tiny = render(&[], &Options { width: 0, height: 0, ..small() });
    assert_eq!((tiny.width(), tiny.height()), (1, 1));
}

#[test]
fn values_are_coloured_by_their_scale_on_both_sides() {
    let points = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]];
    let values = [0.0, 1.0, 1.0, 0.0];
    let scale = Scale::new([0.0, 1.0], |share| if share < 0.5 { Color(20, 60, 220) } else { ORANGE });
    let options = Options { from: Direction { azimuth: 0.0, elevation: 0.0 }, floor: Floor::None, ..small() };
    for triangles in [[[0, 1, 2], [0, 2, 3]], [[0, 2, 1], [0, 3, 2]]] {
        let paint = Paint::Scale { values: &values, scale: &scale };
        let image = render(&[PreviewMesh { points: &points, triangles: &triangles, paint }], &options);
        assert!(!colored(&image, 40, 45) && colored(&image, 80, 45), "less to the left, more to the right");
    }
}

#[test]
fn edges_are_shared_by_what_is_on_both_sides() {
    let points = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]];
    let paint = Paint::Plain(Color(0, 0, 0));
    let mesh = PreviewMesh { points: &points, triangles: &[[0, 1, 2]], paint };
    let options = Options { from: Direction { azimuth: 0.0, elevation: 0.0 }, floor: Floor::None, ..small() };
    let count = |samples: usize| {
        let image = render(&[mesh], &Options { samples, ..options });
        let between = |x: usize, y: usize| image.get(x, y).is_some_and(|Color(r, ..)| (90..190).contains(&r));
        (0..120 * 90).filter(|i| between(i % 120, i / 120)).count()
    };
    assert!(count(4) > 30, "a slanted edge is smooth: {}", count(4));
}

#[test]
fn the_dark_room_is_dark() {
    let mean = |theme: Theme| {
        let image = render(&[], &Options { theme, ..small() });
        image.pixels().iter().map(|b| u64::from(*b)).sum::<u64>() / image.pixels().len() as u64
    };
    assert!(mean(Theme::Dark) < 80 && mean(Theme::Light) > 200);
}
