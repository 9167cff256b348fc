//! Pictures a second: one of 1280 × 720 pixels of a surface of 20,000 triangles.

use std::hint::black_box;
use std::time::Duration;

use lope::geometry::boundary;
use lope::geometry::shape::torus;
use lope_io::plot::Color;
use lope_io::plot::palette::ramp;
use lope_io::preview::{Options, Paint, PreviewMesh, Scale, render};

use super::Session;
use super::clock::{compete, count, one_and_all, pool};
use super::row::{Goal, Row};

/// Cells around the ring and across its tube: 20,544 triangles.
const RING: [u32; 2] = [214, 16];

/// Seconds that a picture may take with two threads.
const MOST: f64 = 0.3;

/// Time for each line.
const BUDGET: Duration = Duration::from_millis(2500);

/// Measures with one thread and with all.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    (session.say)("render: a torus in 1280 × 720 pixels");
    let mesh = torus(0.7, 0.3, RING).map_err(|e| e.to_string())?;
    let triangles = boundary(&mesh).triangles;
    let values: Vec<f32> = mesh.points.iter().map(|p| p[0] as f32).collect();
    let scale = Scale::new([-1.0, 1.0], ramp);
    let paints = [
        ("one colour", Paint::Plain(Color(224, 122, 60))),
        ("coloured by a quantity", Paint::Scale { values: &values, scale: &scale }),
    ];
    let options = Options { width: 1280, height: 720, ..Options::default() };
    let threads = rayon::current_num_threads();
    for (what, paint) in paints {
        let mesh = PreviewMesh { points: &mesh.points, triangles: &triangles, paint };
        for number in one_and_all(threads) {
            let pool = pool(number)?;
            let mut draw = || _ = black_box(render(black_box(&[mesh]), &options));
            let [time] = pool.install(|| compete(BUDGET, [&mut draw]));
            let quantity = format!("{}k triangles, {what}, {}", triangles.len() / 1000, count(number));
            let row = Row::new("render", quantity, 1e3 * time, "ms");
            let goal = (number >= 2).then_some(Goal::AtMost(1.0));
            session.rows.push(row.times(time / MOST, format!("{:.0} ms", 1e3 * MOST), goal));
        }
    }
    Ok(())
}
