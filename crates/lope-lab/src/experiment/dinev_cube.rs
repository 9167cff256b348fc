//! A spinning cube under nine integrators: \[Dinev18\] Figures 4 to 6.

use lope::body::Cells;
use lope::minimize::Outcome;
use lope_io::plot::palette::{AXIS, SERIES};
use lope_io::plot::{Chart, Figure};

use super::course::{Course, Moment};
use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Cube;

const SCENE: &str = include_str!("dinev_cube.toml");

/// The axis of the spin, nailed down.
const HELD: &str = "body.0.pin=[{ where = { box = [[-0.01, -1, -0.01], [0.01, 1, 0.01]] } }]";

/// Name of a run, integrator, and what else is different. The first nine are the published ones and two more.
const RUNS: [(&str, &str, &str); 10] = [
    ("backward Euler", "backward-euler", ""),
    ("BDF2", "bdf2", ""),
    ("implicit midpoint", "implicit-midpoint", ""),
    ("trapezoid", "trapezoid", ""),
    ("variational midpoint", "variational-midpoint", ""),
    ("energy budget", "energy-budget", ""),
    ("energy constraint", "energy-constraint", ""),
    ("stabilized", "stabilized", ""),
    ("stabilized symplectic Euler", "stabilized", "time.stabilize=symplectic-euler"),
    ("energy budget with its axis held", "energy-budget", HELD),
];
/// Runs that are not drawn: one is in the place of the implicit midpoint rule, one is another scene.
const NOT_DRAWN: [usize; 2] = [4, 9];

/// \[Dinev18\] eq. 24 allows errors of that part of the energy.
const EPSILON: f64 = 0.01;
/// An energy so many times that of the start is an explosion, and one so many times the end of the run. Twice would not
/// do: the midpoint rule alternates between 1 and 2.2 times from the first step on, budgeted or not.
const EXPLOSION: f64 = 10.0;
const END: f64 = 100.0;

/// One run.
struct Spin {
    course: Course,
    failed: usize,
    exploded: Option<usize>,
}

impl Spin {
    fn new(
        (name, integrator, change): (&str, &str, &str),
        task: &Task<'_>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<(Self, String), ExperimentError> {
        let mut overrides = vec![format!("time.integrator={integrator}")];
        if integrator == "stabilized" {
            overrides.push(format!("time.epsilon={EPSILON}"));
        }
        if !change.is_empty() {
            overrides.push(change.to_owned());
        }
        if task.size == Size::Smoke {
            // Stiffer, as the coarser mesh is tamer.
            let small = ["body.0.mesh.cells=2", "body.0.material.young=4e7", "time.steps=300"];
            overrides.extend(small.map(str::to_owned));
        }
        overrides.extend_from_slice(task.overrides);
        let mut run = SceneRun::new("dinev-cube", SCENE, &overrides)?;
        let counts = counts(&run);
        let mut course = Course::new(name, &mut run);
        let start = course.start().energy();
        let (mut failed, mut exploded) = (0, None);
        while let Some(record) = run.advance() {
            course.note(&record);
            progress(record.step as f64 / run.steps() as f64);
            let growth = record.ledger.tracked() / start;
            let beyond = |limit: f64| growth > limit || growth.is_nan();
            if exploded.is_none() && beyond(EXPLOSION) {
                exploded = Some(record.step as usize);
            }
            failed += usize::from(exploded.is_none() && record.report.outcome != Outcome::Converged);
            if !record.committed || beyond(END) {
                break;
            }
        }
        Ok((Self { course, failed, exploded }, counts))
    }

    /// Energy and angular momentum at the end, of the start's.
    fn kept(&self) -> [f64; 2] {
        let (start, end) = (self.course.start(), self.course.end());
        [end.energy() / start.energy(), end.spin() / start.spin()]
    }

    /// Mean size of the blend.
    fn blend(&self) -> f64 {
        self.course.alphas().map(f64::abs).sum::<f64>() / self.course.steps().len().max(1) as f64
    }

    fn when(&self) -> String {
        let steps = self.course.steps().len();
        self.exploded.map_or(format!("not in {steps} steps"), |step| format!("step {step}"))
    }
}

/// The part of the energy that is in deformation.
fn elastic_part(moment: &Moment) -> f64 {
    moment.ledger.elastic / moment.energy()
}

/// Vertices and tetrahedra, as words.
pub(super) fn counts(run: &SceneRun) -> String {
    let elements: usize = run
        .world
        .bodies()
        .iter()
        .map(|b| match &b.cells {
            Cells::Tets(tets) => tets.len(),
            _ => 0,
        })
        .sum();
    format!("{}, {elements}", run.world.mass().len())
}

impl Experiment for Cube {
    fn name(&self) -> &'static str {
        "dinev-cube"
    }

    fn source(&self) -> &'static str {
        "Dinev, Liu & Kavan 2018, Figures 4 to 6"
    }

    fn summary(&self) -> &'static str {
        "a spinning cube: who loses its energy, who explodes and when, and who keeps it"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let mut spins = Vec::new();
        let mut size = String::new();
        let mut table = Course::HEAD.to_owned();
        for (number, run) in RUNS.into_iter().enumerate() {
            let part = |f: f64| (number as f64 + f) / RUNS.len() as f64;
            let (spin, counts) = Spin::new(run, task, &mut |f| progress(part(f), run.0))?;
            table += &spin.course.rows(1);
            task.write("steps.csv", &table)?;
            size = counts;
            spins.push(spin);
        }
        task.draw("dinev-cube.png", &picture(&spins).to_image())?;
        Ok(claims(&spins, size))
    }
}

fn claims(spins: &[Spin], counts: String) -> Vec<Claim> {
    let percent = |part: f64| format!("{:.1} %", 100.0 * part);
    let never = usize::MAX;
    let [euler, bdf2, midpoint, trapezoid, variational, budget, constraint, stabilized, symplectic, held] =
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(|i| &spins[i]);
    let at = |spin: &Spin| spin.exploded.unwrap_or(never);
    let mut claims = vec![Claim::beside("vertices, elements", "386, 996", counts)];
    for (spin, name) in [(euler, "backward Euler"), (bdf2, "BDF2")] {
        claims.push(Claim::new(
            format!("{name} loses most of the energy"),
            "most",
            format!("keeps {}", percent(spin.kept()[0])),
            spin.kept()[0] < 0.5,
        ));
    }
    claims.extend([
        Claim::new("implicit midpoint explodes", "quickly", midpoint.when(), midpoint.exploded.is_some()),
        Claim::new(
            "and keeps angular momentum to 1e-6 until then",
            "exactly",
            format!("{:.1e}", midpoint.course.spin_error()),
            midpoint.course.spin_error() < 1e-6,
        ),
        Claim::new(
            "the trapezoidal rule explodes too, but later",
            "yes",
            trapezoid.when(),
            trapezoid.exploded.is_some() && at(trapezoid) > at(midpoint),
        ),
        Claim::new(
            "energy budgeting survives longer, and explodes as well",
            "yes",
            budget.when(),
            budget.exploded.is_some() && at(budget) > at(trapezoid),
        ),
        Claim::new(
            "what it has too much of is elastic: nine tenths of the energy in the end",
            "potential energy builds up",
            percent(elastic_part(budget.course.end())),
            elastic_part(budget.course.end()) > 0.9,
        ),
    ]);
    claims.extend([
        Claim::number(
            "stabilized: error of the energy",
            "1 %",
            (100.0 * stabilized.course.energy_error(), "%"),
            Asked::AtMost(100.0 * EPSILON),
        ),
        Claim::new(
            "and angular momentum better than backward Euler and BDF2",
            "much better",
            format!(
                "{}; {} and {}",
                percent(stabilized.kept()[1]),
                percent(euler.kept()[1]),
                percent(bdf2.kept()[1])
            ),
            [euler, bdf2].iter().all(|s| s.course.spin_error() > stabilized.course.spin_error()),
        ),
        Claim::new(
            "its α is small: below 0.1 on average",
            "close to 0",
            format!("{:.3}", stabilized.blend()),
            stabilized.blend() < 0.1,
        ),
        Claim::new(
            "from symplectic Euler α is above 0.9 on average",
            "almost 1",
            format!("{:.3}", symplectic.blend()),
            symplectic.blend() > 0.9,
        ),
        Claim::number(
            "stabilized symplectic Euler: angular momentum left",
            "nearly 0",
            (100.0 * symplectic.kept()[1], "%"),
            Asked::AtMost(10.0),
        ),
        Claim::beside(
            "energy budget with its axis held: angular momentum kept, and the largest share of elastic energy",
            "potential energy builds up",
            format!(
                "{}, {}",
                percent(held.kept()[1]),
                percent(held.course.largest(elastic_part))
            ),
        ),
        Claim::beside("the variational midpoint rule explodes", "–", variational.when()),
        Claim::beside(
            "energy constraint: error of the energy, angular momentum kept",
            "–",
            format!("{:.1e}, {}", constraint.course.energy_error(), percent(constraint.kept()[1])),
        ),
    ]);
    for spin in spins {
        let explodes = spin.exploded.map_or("", |_| ", until its explosion");
        claims.push(Claim::number(
            format!("{}: steps that do not converge{explodes}", spin.course.name),
            "none",
            (spin.failed as f64, ""),
            Asked::AtMost(0.0),
        ));
    }
    claims
}

/// Figures 5 and 6.
fn picture(spins: &[Spin]) -> Figure {
    let chart = |title: &str, y: &str| Chart::new(title).x_label("time [s]").y_label(y).size(860.0, 400.0);
    let mut energy = chart("Energy, of the start's", "energy").log_y().y_range(1e-3, END);
    let mut spin = chart("Angular momentum, of the start's", "angular momentum").y_range(0.0, 1.5);
    let mut alpha = chart("Blend: 1 is backward Euler, −1 forward Euler", "alpha").y_range(-1.0, 1.0);
    let drawn = spins.iter().enumerate().filter(|(i, _)| !NOT_DRAWN.contains(i));
    for (number, (_, run)) in drawn.enumerate() {
        // One more than there are colours for series.
        let color = if number < SERIES.len() { SERIES[number] } else { AXIS };
        let (h, l) = (run.course.start().energy(), run.course.start().spin());
        energy = run.course.draw(energy, |m| Some(m.energy() / h)).color(color);
        spin = run.course.draw(spin, |m| Some(m.spin() / l)).color(color);
        if run.course.alphas().next().is_some() {
            alpha = run.course.draw(alpha, |m| m.alpha).color(color);
        }
    }
    Figure::new().title("A spinning cube, h = 0.033 s").chart(energy).chart(spin).chart(alpha)
}
