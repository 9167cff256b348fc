//! Where Newton's method converges and where the stabilized method does: the picture of \[Gast14\] Figure 2.

use std::f64::consts::PI;

use lope::minimize::Outcome;
use lope::observe::{Books, Nobody};
use lope::time::History;
use lope::world::World;
use lope_io::plot::image::Image;
use lope_io::plot::palette::{Color, INK, PAPER};
use rayon::prelude::*;

use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::Claim;

/// The experiment.
pub(super) struct GastMap;

/// Time steps as published: 170, 40, 20 and 10 steps per frame of 1/24 s, and a step of 1 s.
const STEPS: [(f64, &str); 5] = [
    (1.0 / (24.0 * 170.0), "1/170 frame"),
    (1.0 / (24.0 * 40.0), "1/40 frame"),
    (1.0 / (24.0 * 20.0), "1/20 frame"),
    (1.0 / (24.0 * 10.0), "1/10 frame"),
    (1.0, "1 s"),
];

/// Published: what has not converged after 500 iterations has failed.
const LIMIT: u32 = 500;

/// 18 vertices in the plane, 36 unknowns.
const SCENE: &str = r#"
title = "Convergence map"
gravity = [0, 0, 0]
dimension = 2
[time]
step = 1
steps = 1
[solver]
gradient_tolerance = 1e-2
max_iterations = 500
min_iterations = 0
[[body]]
mesh = { shape = "rectangle", size = [1, 0.4], cells = [5, 2] }
material = { model = "fixed-corotated", young = 2e5, poisson = 0.3, density = 100 }
"#;

/// What became of one starting position: iterations, or none if it failed.
type Count = Option<u16>;

impl Experiment for GastMap {
    fn name(&self) -> &'static str {
        "gast-map"
    }

    fn source(&self) -> &'static str {
        "Gast & Schroeder 2014, Figure 2"
    }

    fn summary(&self) -> &'static str {
        "iterations over starting positions: plain Newton above, stabilized Newton below"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let pixels = match task.size {
            Size::Smoke => 24,
            Size::Full => 160,
        };
        let mut maps: Vec<Vec<Vec<Count>>> = Vec::new();
        for (row, method) in ["newton", "stabilized-newton"].into_iter().enumerate() {
            let mut panels = Vec::new();
            for (column, (h, label)) in STEPS.into_iter().enumerate() {
                progress((5 * row + column) as f64 / 10.0, &format!("{method}, step {label}"));
                panels.push(panel(method, h, pixels, task.overrides)?);
            }
            maps.push(panels);
        }
        task.draw("gast-map.png", &picture(&maps, pixels))?;

        let failed = |panel: &[Count]| panel.iter().filter(|c| c.is_none()).count();
        let newton: Vec<f64> = maps[0].iter().map(|p| failed(p) as f64 / p.len() as f64).collect();
        let mut claims = Vec::new();
        for (i, (_, label)) in STEPS.into_iter().enumerate() {
            let most = maps[1][i].iter().flatten().max().copied().unwrap_or(0);
            claims.push(Claim::new(
                format!("step {label}: stabilized converges from every pixel"),
                "no red pixel",
                format!("{} of {} fail, at most {most} iterations", failed(&maps[1][i]), maps[1][i].len()),
                failed(&maps[1][i]) == 0,
            ));
        }
        let shares = newton.iter().map(|f| format!("{:.1}", 100.0 * f)).collect::<Vec<_>>().join(", ");
        claims.push(Claim::new(
            "plain Newton's share of failures grows with the step",
            "red grows from left to right",
            format!("{shares} %"),
            newton.windows(2).all(|pair| pair[0] <= pair[1]) && newton[4] > newton[0],
        ));
        Ok(claims)
    }
}

/// The counts of one panel, row by row from the top.
fn panel(method: &str, h: f64, pixels: usize, more: &[String]) -> Result<Vec<Count>, ExperimentError> {
    let mut overrides = vec![format!("solver.method={method}"), format!("time.step={h:e}")];
    if method == "stabilized-newton" {
        overrides.push("solver.cg_scale=1e-2".to_owned());
    }
    overrides.extend_from_slice(more);
    let build = || SceneRun::new("gast-map", SCENE, &overrides).map(|run| run.world);
    // One world to check the scene, then one a task: a step starts from a state put there by hand.
    let rest = build()?.state().x.clone();
    let counts = (0..pixels * pixels).into_par_iter().with_min_len(pixels / 2).map_init(
        || build().ok(),
        |world, pixel| {
            let at = |i: usize| (i as f64 + 0.5) / pixels as f64;
            let (u, v) = (at(pixel % pixels), 1.0 - at(pixel / pixels));
            world.as_mut().and_then(|world| count(world, &rest, u, v, h))
        },
    );
    Ok(counts.collect())
}

/// One step from the starting position of a pixel.
fn count(world: &mut World, rest: &[f64], u: f64, v: f64, h: f64) -> Count {
    let x = start(rest, u, v);
    let velocities = vec![0.0; x.len()];
    world.restore(0, History::new(0.0, x, velocities), Books::default());
    let report = world.advance_to(h, h, &mut Nobody).report;
    (report.outcome == Outcome::Converged && report.iterations <= LIMIT as usize)
        .then_some(report.iterations as u16)
}

/// The starting position of a pixel: u scales the body along its length, from a line at u = 0 over rest at
/// u = 3/5 to 5/3 of it; v bends it into an S by turning each cross-section with its place along the body,
/// a full turn between the ends at v = 0 and v = 1. Rest is at (3/5, 1/2), as published.
fn start(rest: &[f64], u: f64, v: f64) -> Vec<f64> {
    let mut x = rest.to_vec();
    for p in x.chunks_exact_mut(3) {
        let angle = 4.0 * PI * (v - 0.5) * p[0];
        let (along, across) = (u / 0.6 * p[0], p[1]);
        p[0] = along - across * angle.sin();
        p[1] = across * angle.cos() + (v - 0.5) * along.abs();
    }
    x
}

/// Five panels a method, Newton above.
fn picture(maps: &[Vec<Vec<Count>>], pixels: usize) -> Image {
    let zoom = (160 / pixels).max(1);
    let side = pixels * zoom;
    let (gap, head, left) = (10, 34, 10);
    let width = left + STEPS.len() * (side + gap);
    let height = 2 * (head + side) + gap;
    let mut image = Image::new(width, height, PAPER);
    for (row, (panels, name)) in maps.iter().zip(["Newton", "stabilized Newton"]).enumerate() {
        let top = row * (head + side);
        for (column, (panel, (_, label))) in panels.iter().zip(STEPS).enumerate() {
            let x0 = left + column * (side + gap);
            if column == 0 {
                image.text(x0 as isize, top as isize + 14, name, 1.0, INK, true, false);
            }
            image.text(x0 as isize, top as isize + 28, &format!("h = {label}"), 1.0, INK, false, false);
            for (pixel, count) in panel.iter().enumerate() {
                let (x, y) = (x0 + pixel % pixels * zoom, top + head + pixel / pixels * zoom);
                image.fill(x as isize, y as isize, zoom, zoom, color(*count));
            }
        }
    }
    image
}

/// Published colours: black 0, blue 15, cyan 30 or more iterations, red failed.
fn color(count: Count) -> Color {
    match count {
        None => Color(220, 30, 30),
        Some(n) if n <= 15 => Color(0, 0, (255 * u32::from(n) / 15) as u8),
        Some(n) => Color(0, (255 * u32::from((n - 15).min(15)) / 15) as u8, 255),
    }
}
