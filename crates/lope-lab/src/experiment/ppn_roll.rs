//! What a tolerance costs: a soft ball that sags and rolls, \[Fernandez26\] Figure 3.

use lope::minimize::Outcome;

use super::crossing;
use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Roll;

const SCENE: &str = include_str!("ppn_roll.toml");

/// Tolerances, m/s, from coarse to fine.
const TOLERANCES: [f64; 4] = [1e-1, 1e-2, 1e-3, 1e-4];

/// Small: a coarser ball for a shorter time.
const SMOKE: [&str; 2] = ["body.0.mesh.cells=5", "time.duration=3"];

/// How the ball got on at a tolerance.
struct Course {
    /// How far its centre is in the end, m.
    distance: f64,
    /// What is left of its energy above rest, J: what moves it, and what bends it.
    energy: f64,
    /// Steps that did not converge, and crossings with the ground.
    failed: usize,
    crossings: usize,
    iterations: usize,
}

impl Experiment for Roll {
    fn name(&self) -> &'static str {
        "ppn-roll"
    }

    fn source(&self) -> &'static str {
        "Fernández-Fernández et al. 2026, Figure 3"
    }

    fn summary(&self) -> &'static str {
        "a soft ball rolls: coarse tolerances take its energy"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let mut table = String::from("tolerance,step,time,distance,kinetic,energy\n");
        let mut courses = Vec::new();
        for tolerance in TOLERANCES {
            let done = courses.len() as f64;
            let mut tell = |part: f64, note: &str| progress((done + part) / TOLERANCES.len() as f64, note);
            courses.push(course(tolerance, task, &mut table, &mut tell)?);
            task.write("courses.csv", &table)?;
        }
        Ok(claims(&courses))
    }
}

fn course(
    tolerance: f64,
    task: &Task<'_>,
    table: &mut String,
    progress: &mut Progress<'_>,
) -> Result<Course, ExperimentError> {
    let mut overrides = vec![format!("solver.tolerance={tolerance:e}")];
    if task.size == Size::Smoke {
        overrides.extend(SMOKE.map(str::to_owned));
    }
    overrides.extend_from_slice(task.overrides);
    let mut run = SceneRun::new("experiment", SCENE, &overrides)?;
    let skin = crossing::Skin::of(&run.world, &run.obstacles)?;
    let mut course = Course { distance: 0.0, energy: 0.0, failed: 0, crossings: 0, iterations: 0 };
    while let Some(record) = run.advance() {
        let (points, _) = run.world.state().x.as_chunks::<3>();
        let body = run.world.bodies()[0].nodes.clone();
        let mass = &run.world.mass()[body.clone()];
        let whole: f64 = mass.iter().sum();
        let mean = points[body].iter().zip(mass).map(|(x, m)| m * x[0]).sum::<f64>() / whole;
        course.distance = mean;
        course.energy = record.ledger.kinetic + record.ledger.elastic;
        course.failed += usize::from(record.report.outcome != Outcome::Converged);
        course.crossings += skin.crossings(points);
        course.iterations += record.report.iterations;
        *table += &format!(
            "{tolerance:e},{},{},{mean},{},{}\n",
            record.step, record.time, record.ledger.kinetic, course.energy
        );
        let note = format!("{tolerance:e} m/s, step {}", record.step);
        progress(record.step as f64 / run.steps() as f64, &note);
    }
    Ok(course)
}

fn claims(courses: &[Course]) -> Vec<Claim> {
    let finest = &courses[TOLERANCES.len() - 1];
    let failed: usize = courses.iter().map(|course| course.failed).sum();
    let crossings: usize = courses.iter().map(|course| course.crossings).sum();
    let percent = |part: f64, whole: f64| 100.0 * part / whole;
    let off = |k: usize| percent((courses[k].distance - finest.distance).abs(), finest.distance);
    let left = |k: usize| percent(courses[k].energy, finest.energy);
    let mut claims = vec![
        Claim::new("every step converges", "yes", format!("{failed} do not"), failed == 0),
        Claim::new("nothing crosses the ground", "yes", format!("{crossings} do"), crossings == 0),
        Claim::number(
            "distance at 1e-3 m/s, off that at 1e-4",
            "much closer",
            (off(2), "%"),
            Asked::AtMost(5.0),
        ),
        Claim::number(
            "energy left at 1e-2 m/s, of that at 1e-4",
            "outcome-altering losses",
            (left(1), "%"),
            Asked::AtMost(90.0),
        ),
        Claim::number(
            "energy left at 1e-1 m/s, of that at 1e-4",
            "outcome-altering losses",
            (left(0), "%"),
            Asked::AtMost(90.0),
        ),
        Claim::beside("energy left at 1e-3 m/s, of that at 1e-4", "–", format!("{:.1} %", left(2))),
    ];
    for (tolerance, course) in TOLERANCES.iter().zip(courses) {
        let Course { distance, energy, iterations, .. } = course;
        claims.push(Claim::beside(
            format!("{tolerance:e} m/s: distance, energy, iterations"),
            "–",
            format!("{distance:.2} m, {energy:.3} J, {iterations}"),
        ));
    }
    claims
}
