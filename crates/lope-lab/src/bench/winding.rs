//! Winding numbers by the tree against the sum over all triangles, and what the mesher asks: signed distances.

use std::hint::black_box;
use std::time::{Duration, Instant};

use lope::geometry::intersect::self_intersections;
use lope::geometry::shape::torus;
use lope::geometry::winding::{WindingTree, winding_number};
use lope::geometry::{Field, WindingField, boundary};

use super::Session;
use super::clock::compete;
use super::cube::noise;
use super::row::{Goal, Row};

/// Cells around the ring and across its tube: about 10,000 and 100,000 triangles.
const RINGS: [[u32; 2]; 2] = [[128, 14], [400, 46]];

/// Points asked about, inside and around.
const POINTS: usize = 4096;

/// So many of them for the plain sum, which takes long.
const SUMMED: usize = 16;

/// Goal for the larger surface.
const OF_SUM: Goal = Goal::AtLeast(100.0);

/// Time for each surface.
const BUDGET: Duration = Duration::from_millis(1500);

/// Measures on one thread, but for the field, which uses all.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    (session.say)("winding: winding numbers and distances of tori");
    for (number, cells) in RINGS.into_iter().enumerate() {
        let mesh = torus(0.7, 0.3, cells).map_err(|e| e.to_string())?;
        let triangles = boundary(&mesh).triangles;
        let count = format!("{}k triangles", triangles.len() / 1000);
        let tree = WindingTree::new(&mesh.points, &triangles);
        let corners: Vec<_> = triangles.iter().map(|t| t.map(|v| mesh.points[v as usize])).collect();
        let points: Vec<[f64; 3]> =
            noise(3 * POINTS, 17).chunks_exact(3).map(|x| [x[0], 0.4 * x[1], x[2]]).collect();
        let [fast, slow] = compete(
            BUDGET,
            [&mut || points.iter().for_each(|p| _ = black_box(tree.winding_number(*p))), &mut || {
                for p in &points[..SUMMED] {
                    black_box(winding_number(*p, corners.iter().copied()));
                }
            }],
        );
        let (fast, slow) = (fast / POINTS as f64, slow / SUMMED as f64);
        let against = format!("sum over all, {:.0} µs", 1e6 * slow);
        let row = Row::new("winding", format!("winding number, {count}"), 1e9 * fast, "ns/point");
        session.rows.push(row.times(slow / fast, against, (number == 1).then_some(OF_SUM)));

        let (field, _) = WindingField::new(&mesh.points, &triangles);
        let grid = grid(48);
        let mut out = vec![0.0; grid.len()];
        let [time] = compete(BUDGET, [&mut || field.values(black_box(&grid), &mut out)]);
        let time = 1e9 * time / grid.len() as f64;
        session.rows.push(Row::new(
            "winding",
            format!("signed distance on a grid, {count}"),
            time,
            "ns/point",
        ));

        let start = Instant::now();
        let found = black_box(self_intersections(&mesh.points, &triangles));
        let time = 1e3 * start.elapsed().as_secs_f64();
        if !found.is_empty() {
            return Err("a torus was found to intersect itself".into());
        }
        session.rows.push(Row::new("winding", format!("search for self-intersections, {count}"), time, "ms"));
    }
    Ok(())
}

/// Points in rows, as a mesher asks for them.
fn grid(n: usize) -> Vec<[f64; 3]> {
    let at = |i: usize| -1.05 + 2.1 * (i as f64 + 0.5) / n as f64;
    let place = |k: usize| [at(k % n), 0.35 * at(k / n % n), at(k / n / n)];
    (0..n * n * n).map(place).collect()
}
