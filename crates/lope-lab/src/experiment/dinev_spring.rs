//! A mass on a spring, at a step that is too long for the implicit midpoint rule: \[Dinev18\] Figures 2 and 3.

use lope::minimize::Outcome;
use lope_io::plot::{Chart, Figure, Style};

use super::course::Course;
use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Spring;

const SCENE: &str = include_str!("dinev_spring.toml");

/// The published steps, s.
const LONG: f64 = 0.033;
const SHORT: f64 = 0.000_33;
/// Length of the stretched spring at the start, m: the red circle.
const CIRCLE: f64 = 1.5;
/// \[Dinev18\] eq. 24 allows errors of that part of the energy.
const EPSILON: f64 = 0.01;

/// What became of the mass.
struct Orbit {
    course: Course,
    path: Vec<[f64; 2]>,
    failed: usize,
}

impl Orbit {
    fn new(integrator: &str, h: f64, steps: usize, task: &Task<'_>) -> Result<Self, ExperimentError> {
        let mut overrides = vec![
            format!("time.integrator={integrator}"),
            format!("time.step={h}"),
            format!("time.steps={steps}"),
        ];
        if integrator == "stabilized" {
            overrides.push(format!("time.epsilon={EPSILON}"));
        }
        overrides.extend_from_slice(task.overrides);
        let mut run = SceneRun::new("dinev-spring", SCENE, &overrides)?;
        let mut course = Course::new(format!("{integrator}, {h} s"), &mut run);
        let place = |run: &SceneRun| [run.world.state().x[3], run.world.state().x[4]];
        let (mut path, mut failed) = (vec![place(&run)], 0);
        while let Some(record) = run.advance() {
            course.note(&record);
            path.push(place(&run));
            failed += usize::from(record.report.outcome != Outcome::Converged);
            if !record.committed {
                break;
            }
        }
        Ok(Self { course, path, failed })
    }

    /// The largest distance from the fixed end, m.
    fn reach(&self) -> f64 {
        self.path.iter().map(|[x, y]| x.hypot(*y)).fold(0.0, f64::max)
    }
}

impl Experiment for Spring {
    fn name(&self) -> &'static str {
        "dinev-spring"
    }

    fn source(&self) -> &'static str {
        "Dinev, Liu & Kavan 2018, Figures 2 and 3"
    }

    fn summary(&self) -> &'static str {
        "a mass on a spring: implicit midpoint explodes at a long step though it keeps angular momentum"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let steps = match task.size {
            Size::Smoke => 100,
            Size::Full => 1000,
        };
        progress(0.0, "implicit midpoint, short step");
        let short = Orbit::new("implicit-midpoint", SHORT, 20 * steps, task)?;
        progress(0.5, "long step");
        let long = Orbit::new("implicit-midpoint", LONG, steps, task)?;
        let stabilized = Orbit::new("stabilized", LONG, steps, task)?;
        let orbits = [&short, &long, &stabilized];
        let table: String = orbits.iter().map(|o| o.course.rows(1)).collect();
        task.write("energy.csv", &(Course::HEAD.to_owned() + &table))?;
        let place = |name: &str, (step, [x, y]): (usize, &[f64; 2])| format!("{name},{step},{x:e},{y:e}\n");
        let points =
            |o: &Orbit| o.path.iter().enumerate().map(|p| place(&o.course.name, p)).collect::<String>();
        let table: String = orbits.iter().map(|o| points(o)).collect();
        task.write("path.csv", &format!("run,step,x,y\n{table}"))?;
        task.draw("path.png", &paths(&orbits).to_image())?;
        task.draw("energy.png", &energies(&long, &stabilized).to_image())?;
        Ok(claims(&short, &long, &stabilized))
    }
}

fn claims(short: &Orbit, long: &Orbit, stabilized: &Orbit) -> Vec<Claim> {
    let start = long.course.start().energy();
    let first = long.course.steps().first().map_or(f64::NAN, |m| m.energy());
    let most = long.course.largest(|m| m.energy()) / start;
    let failed = short.failed + long.failed + stabilized.failed;
    vec![
        Claim::new("every step converges", "yes", format!("{failed} do not"), failed == 0),
        Claim::beside(
            "energy at the start, and after the first long step",
            "about 25,000 J",
            format!("{start:.0} J, {first:.0} J"),
        ),
        Claim::new(
            "implicit midpoint leaves the circle at 0.033 s",
            "yes",
            format!("reaches {:.2} m", long.reach()),
            long.reach() > CIRCLE,
        ),
        Claim::new(
            "its energy grows by orders of magnitude (100×)",
            "several orders",
            format!("{most:.0}×"),
            most >= 100.0,
        ),
        Claim::new(
            "it keeps angular momentum to 1e-9 all the same",
            "conserved",
            format!("{:.1e}", long.course.spin_error()),
            long.course.spin_error() < 1e-9,
        ),
        Claim::new(
            "at 0.00033 s it stays inside the circle (to 1e-4)",
            "yes",
            format!("reaches {:.6} m", short.reach()),
            short.reach() < CIRCLE * (1.0 + 1e-4),
        ),
        Claim::new(
            "at 0.00033 s the energy stays within 5 %",
            "stays",
            format!("{:.2} %", 100.0 * short.course.energy_error()),
            short.course.energy_error() < 0.05,
        ),
        Claim::number(
            "stabilized at 0.033 s: error of the energy",
            "1 %",
            (100.0 * stabilized.course.energy_error(), "%"),
            Asked::AtMost(100.0 * EPSILON),
        ),
        Claim::beside(
            "stabilized: angular momentum, of the start's, at most",
            "–",
            format!("{:.1}×", 1.0 + stabilized.course.spin_error()),
        ),
    ]
}

/// Figure 2.
fn paths(orbits: &[&Orbit; 3]) -> Figure {
    let circle: Vec<[f64; 2]> = (0..=90)
        .map(|i| (f64::from(i) / 90.0 * std::f64::consts::TAU).sin_cos())
        .map(|(sin, cos)| [CIRCLE * cos, CIRCLE * sin])
        .collect();
    let unzip = |path: &[[f64; 2]]| -> (Vec<f64>, Vec<f64>) { path.iter().map(|p| (p[0], p[1])).unzip() };
    let mut figure = Figure::new().title("Places of the mass after each step").columns(3);
    for orbit in orbits {
        let (x, y) = unzip(&orbit.path[..orbit.path.len().min(400)]);
        let (cx, cy) = unzip(&circle);
        let chart = Chart::new(orbit.course.name.as_str())
            .x_label("x [m]")
            .y_label("y [m]")
            .styled_series("", &x, &y, Style::Points)
            .styled_series("start's length", &cx, &cy, Style::Dashed)
            .size(420.0, 440.0);
        figure = figure.chart(chart);
    }
    figure
}

/// Figure 3.
fn energies(long: &Orbit, stabilized: &Orbit) -> Figure {
    let mut energy = Chart::new("Total energy").x_label("time [s]").y_label("energy [J]").log_y();
    let mut spin =
        Chart::new("Angular momentum").x_label("time [s]").y_label("angular momentum [kg m²/s]").from_zero();
    for orbit in [long, stabilized] {
        energy = orbit.course.draw(energy, |m| Some(m.energy()));
        spin = orbit.course.draw(spin, |m| Some(m.spin()));
    }
    Figure::new().chart(energy).chart(spin)
}
