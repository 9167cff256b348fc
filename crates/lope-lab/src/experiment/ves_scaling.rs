//! What an iteration costs as the mesh grows: the inset of \[Mattos25\] §6.

use lope_io::plot::Chart;

use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::Claim;

/// The experiment.
pub(super) struct Scaling;

const SCENE: &str = include_str!("ves_scaling.toml");

/// Cells along the edges of the block: from 2,000 to 200,000 tetrahedra.
const FULL: &[u32] = &[7, 10, 15, 22, 34];
const SMOKE: &[u32] = &[4, 6, 8];

/// Steps of the largest block, and cells of all blocks of the smaller ones together.
const STEPS: u32 = 4;
const MORE: u32 = 20_000;

/// The published iteration, and the accelerated one, whose vectors of earlier iterations leave the caches sooner.
const WAYS: [(&str, &str); 2] =
    [("as published", "solver.admm.memory=0"), ("accelerated", "solver.admm.memory=8")];

/// Seconds an iteration, without the factorization, and the number of tetrahedra.
fn measure(cells: u32, way: &str, task: &Task<'_>, lost: &mut u64) -> Result<(f64, f64), ExperimentError> {
    // Where a step is short, something else on the machine disturbs most of them: more steps to take the least of.
    let steps = STEPS + MORE / cells.pow(3);
    let mut overrides = vec![
        format!("body.0.mesh.cells=[{cells},{cells},{cells}]"),
        format!("time.steps={steps}"),
        way.to_owned(),
    ];
    overrides.extend_from_slice(task.overrides);
    let mut run = SceneRun::new("ves-scaling", SCENE, &overrides)?;
    let elements: usize = run.world.bodies().iter().map(lope::body::Body::elements).sum();
    let mut least = f64::INFINITY;
    // The first step factors the matrix, and takes the memory there will ever be.
    for _ in 0..run.steps() {
        let Some(record) = run.advance() else { break };
        *lost += u64::from(!record.committed);
        let report = &record.report;
        let seconds = (report.linear_time + report.search_time).as_secs_f64();
        least = least.min(seconds / report.iterations.max(1) as f64);
    }
    Ok((elements as f64, least))
}

/// Slope of the line through points, both axes logarithmic.
fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let logs = || points.iter().map(|(x, y)| (x.ln(), y.ln()));
    let (mean_x, mean_y) = (logs().map(|p| p.0).sum::<f64>() / n, logs().map(|p| p.1).sum::<f64>() / n);
    let covariance: f64 = logs().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    covariance / logs().map(|(x, _)| (x - mean_x) * (x - mean_x)).sum::<f64>()
}

impl Experiment for Scaling {
    fn name(&self) -> &'static str {
        "ves-scaling"
    }

    fn source(&self) -> &'static str {
        "Mattos Da Silva et al. 2025, inset of §6"
    }

    fn summary(&self) -> &'static str {
        "the time of an ADMM iteration over the number of tetrahedra"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let sizes = if task.size == Size::Full { FULL } else { SMOKE };
        let mut table = String::from("way,tetrahedra,seconds_an_iteration\n");
        let mut chart = Chart::new(self.summary()).x_label("tetrahedra").y_label("time [s]").log_y();
        let mut claims = Vec::new();
        let mut lost = 0;
        for (number, (name, way)) in WAYS.into_iter().enumerate() {
            let mut points = Vec::new();
            for (size, &cells) in sizes.iter().enumerate() {
                let done = (number * sizes.len() + size) as f64 / (WAYS.len() * sizes.len()) as f64;
                progress(done, &format!("{name}, {cells} cells"));
                let (elements, seconds) = measure(cells, way, task, &mut lost)?;
                table += &format!("{name},{elements},{seconds:e}\n");
                points.push((elements, seconds));
            }
            let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
            chart = chart.series(name, &x, &y);
            let slope = slope(&points);
            let each: Vec<String> =
                points.iter().map(|(n, s)| format!("{n:.0}: {:.3} ms", 1e3 * s)).collect();
            let measured = format!("{slope:.2} ({})", each.join(", "));
            let claim = format!("{name}: slope of time over tetrahedra, both logarithmic, is 1 ± 0.1");
            claims.push(match (task.size, number) {
                (Size::Full, 0) => Claim::new(claim, "linear", measured, (slope - 1.0).abs() <= 0.1),
                // Microseconds beside everything else that runs: no more than a number.
                _ => Claim::beside(claim, "linear", measured),
            });
        }
        // Of 20 iterations a step each, whether they are enough or not.
        claims.push(Claim::new("every step is made", "–", format!("{lost} are not"), lost == 0));
        task.write("scaling.csv", &table)?;
        task.draw("ves-scaling.png", &chart.to_image())?;
        Ok(claims)
    }
}
