//! Contact that keeps energy: what is left of it after impacts at long steps, with the slope of the barrier and with its secant.

use lope::minimize::Outcome;

use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct EnergyContact;

/// How a step is made and what the force of a barrier is.
struct Way {
    name: &'static str,
    integrator: &'static str,
    contact: &'static str,
    /// What was found of the bar when the secant was tried first, per cent.
    found: &'static str,
}

const fn way(
    name: &'static str,
    integrator: &'static str,
    contact: &'static str,
    found: &'static str,
) -> Way {
    Way { name, integrator, contact, found }
}

const SECANT: &str = "force = \"secant\"";
const RATIONAL: &str = "barrier = \"rational\"";

const WAYS: [Way; 6] = [
    way("backward Euler", "backward-euler", "", "1.1 %"),
    way("BDF2", "bdf2", "", "32 %"),
    way("midpoint, barrier at the end", "implicit-midpoint", RATIONAL, "66 % (48 to 97)"),
    way("trapezoid", "trapezoid", "", "99 % (55 to 176)"),
    way("midpoint, secant", "implicit-midpoint", SECANT, "100.0 %"),
    way("stabilized, secant", "stabilized", SECANT, "–"),
];

/// Steps are one of 30 in a second.
const H: f64 = 1.0 / 30.0;

/// How a body got on.
#[derive(Default)]
struct Course {
    /// Energy after every step above what it would have at rest, of that at the start.
    energy: Vec<f64>,
    /// Steps at whose end something touched, as parts of that energy that contact held.
    held: Vec<f64>,
    /// Steps that were not solved.
    failed: usize,
    /// Least gap at the end of a step, m.
    gap: f64,
    iterations: usize,
}

impl Course {
    /// What is left in the end, per cent; no number if a step was not made.
    fn end(&self) -> f64 {
        100.0 * self.energy.last().copied().unwrap_or(f64::NAN)
    }

    /// The most that `of` makes of the energy after a step, per cent; no number if one was not made.
    fn most(&self, of: impl Fn(f64) -> f64) -> f64 {
        let most = self.energy.iter().map(|energy| of(*energy)).max_by(f64::total_cmp);
        100.0 * if self.end().is_nan() { f64::NAN } else { most.unwrap_or(f64::NAN) }
    }

    /// The steps in which the body began to touch what it had not touched the step before.
    fn bounces(&self) -> Vec<usize> {
        let touches = |step: usize| self.held.get(step).is_some_and(|held| *held > 0.0);
        (0..self.held.len()).filter(|&step| touches(step) && (step == 0 || !touches(step - 1))).collect()
    }
}

/// Runs a scene whose energy above rest is known at the start, J; its lowest potential is `rest`.
fn run(
    (name, text): (&str, &str),
    [rest, start]: [f64; 2],
    task: &Task<'_>,
    table: &mut String,
) -> Result<Course, ExperimentError> {
    let mut run = SceneRun::new("energy-contact", text, task.overrides)?;
    let mut course = Course { gap: f64::INFINITY, ..Course::default() };
    while let Some(record) = run.advance() {
        let energy = (record.ledger.total() - rest) / start;
        course.energy.push(if record.committed { energy } else { f64::NAN });
        course.held.push(record.ledger.contact / start);
        course.failed += usize::from(record.report.outcome != Outcome::Converged);
        course.gap = course.gap.min(record.gap.unwrap_or(f64::INFINITY));
        course.iterations += record.report.iterations;
        let (word, alpha) = (record.report.outcome.word(), record.alpha.unwrap_or(0.0));
        let (step, contact) = (record.step, record.ledger.contact / start);
        *table += &format!("\"{name}\",{step},{:.5},{energy},{contact},{alpha},{word}\n", record.time);
        if !record.committed {
            break;
        }
    }
    Ok(course)
}

/// The start of a scene.
fn head(integrator: &str, steps: usize, gravity: f64, contact: &str) -> String {
    let epsilon = if integrator == "stabilized" { "epsilon = 0.002\n" } else { "" };
    format!(
        "gravity = [0, {gravity}, 0]\n[time]\nstep = {H}\nsteps = {steps}\nintegrator = \"{integrator}\"\n{epsilon}[solver]\n\
         tolerance = 1e-7\nmax_iterations = 400\n[contact]\ndhat = 1e-3\n{contact}\n"
    )
}

fn body(mesh: &str, young: f64, more: &str) -> String {
    format!(
        "[[body]]\nmesh = {{ {mesh} }}\nmaterial = {{ model = \"corotated\", young = {young:e}, poisson = 0.3, density = 1000 }}\n{more}\n"
    )
}

/// A bar of a metre and ten kilograms that meets a wall at 1 m/s, in twelve phases of a step.
fn bars(
    task: &Task<'_>,
    table: &mut String,
    progress: &mut Progress<'_>,
) -> Result<Vec<Claim>, ExperimentError> {
    let cells = if task.size == Size::Full { [20, 2, 2] } else { [20, 1, 1] };
    let mut claims = Vec::new();
    for (number, way) in WAYS.iter().enumerate() {
        progress(0.3 * number as f64 / WAYS.len() as f64, way.name);
        let (mut left, mut failed, mut iterations) = (Vec::new(), 0, 0);
        for phase in 0..12 {
            let at = 0.52 + H * f64::from(phase) / 12.0;
            let mesh = format!("shape = \"box\", size = [1, 0.1, 0.1], cells = {cells:?}");
            let text = head(way.integrator, 12, 0.0, &format!("stiffness = 1e6\n{}", way.contact))
                + &body(&mesh, 1e6, &format!("translate = [{at}, 0, 0]\nvelocity = [-1, 0, 0]"))
                + "[[obstacle]]\nshape = \"plane\"\nrotate = { axis = [0, 0, 1], angle = -90 }\n";
            let course = run((&format!("bar {} {phase}", way.name), &text), [0.0, 5.0], task, table)?;
            left.push(course.end());
            (failed, iterations) = (failed + course.failed, iterations + course.iterations);
        }
        let mean = left.iter().sum::<f64>() / 12.0;
        let [low, high] =
            [f64::min, f64::max].map(|least| left.iter().copied().reduce(least).unwrap_or(f64::NAN));
        let range = format!(
            "{low:.1} to {high:.1}; {failed} of 144 steps not solved, {:.1} iterations a step",
            iterations as f64 / 144.0
        );
        let secant = way.contact == SECANT;
        let claim = format!("bar, {}: energy left after the bounce, mean of 12 phases", way.name);
        claims.push(match secant {
            false => Claim::beside(claim, way.found, format!("{mean:.1} % ({range})")),
            true => {
                let off = (mean - 100.0).abs();
                let claim = format!("{claim}, off by");
                let told = format!("{mean:.2} %, {range}");
                Claim::number(claim, way.found, (off, "%"), Asked::AtMost(0.1)).noting(told)
            }
        });
        if secant {
            let off = left.iter().map(|left| (left - 100.0).abs()).fold(0.0, f64::max);
            let claim = format!("bar, {}: off in the worst phase", way.name);
            claims.push(Claim::number(claim, "–; ours: 0.5 %", (off, "%"), Asked::AtMost(0.5)));
        }
    }
    Ok(claims)
}

/// How high cubes fall, m, and steps in which each bounces three times.
const DROP: f64 = 0.2;
const STEPS: usize = 40;

/// A cube of a kilogram that is dropped on a plane, flat, on an edge and on a corner.
fn cubes(
    task: &Task<'_>,
    table: &mut String,
    progress: &mut Progress<'_>,
) -> Result<Vec<Claim>, ExperimentError> {
    let cells = if task.size == Size::Full { 3 } else { 2 };
    let (side, weight) = (0.1_f64, 9.81);
    let poses = [
        ("flat", 0.5 * side, ""),
        ("on an edge", side / 2.0_f64.sqrt(), "rotate = { axis = [1, 0, 0], angle = 45 }"),
        ("on a corner", 0.5 * side * 3.0_f64.sqrt(), "rotate = { axis = [1, 0, -1], angle = 54.7356 }"),
    ];
    let mut claims = Vec::new();
    for (number, (pose, low, turn)) in poses.into_iter().enumerate() {
        for (way, is_claimed) in [(&WAYS[5], true), (&WAYS[0], false)] {
            progress(0.3 + 0.1 * number as f64, &format!("a cube {pose}, {}", way.name));
            let mesh = format!("shape = \"box\", size = {:?}, cells = {:?}", [side; 3], [cells; 3]);
            let text = head(way.integrator, STEPS, -weight, way.contact)
                + &body(&mesh, 1e7, &format!("translate = [0, {}, 0]\n{turn}", low + DROP))
                + "[[obstacle]]\nshape = \"plane\"\n";
            let energies = [weight * low, weight * DROP];
            let course = run((&format!("cube {pose}, {}", way.name), &text), energies, task, table)?;
            let told = format!(
                "bounces at steps {:?}, {} not solved, {:.0} iterations a step, least gap {:.2} mm",
                course.bounces(),
                course.failed,
                course.iterations as f64 / STEPS as f64,
                1e3 * course.gap
            );
            if !is_claimed {
                let claim = format!("cube {pose}, {}: energy of the fall left", way.name);
                claims.push(Claim::beside(claim, "–", format!("{:.1} % ({told})", course.end())));
                continue;
            }
            let claim = format!("cube {pose}, {}: total energy off at most, of that of the fall", way.name);
            claims.push(
                Claim::number(
                    claim,
                    "within 1 %",
                    (course.most(|energy| (energy - 1.0).abs()), "%"),
                    Asked::AtMost(1.0),
                )
                .noting(told),
            );
            let claim = format!("cube {pose}, {}: bounces", way.name);
            let bounces = course.bounces().len() as f64;
            claims.push(Claim::number(claim, "three", (bounces, ""), Asked::AtLeast(3.0)));
        }
    }
    Ok(claims)
}

/// Two things of curved meshes that meet off the middle.
fn pairs(
    task: &Task<'_>,
    table: &mut String,
    progress: &mut Progress<'_>,
) -> Result<Vec<Claim>, ExperimentError> {
    let full = task.size == Size::Full;
    let ways = [
        way("backward Euler", "backward-euler", "", ""),
        way("midpoint, barrier at the end", "implicit-midpoint", RATIONAL, ""),
        way("midpoint, secant", "implicit-midpoint", SECANT, ""),
        way("stabilized, secant", "stabilized", SECANT, ""),
    ];
    let mut claims = Vec::new();
    let ball = format!("shape = \"sphere\", radius = 0.1, cells = {}", if full { 10 } else { 6 });
    let bunny = format!("shape = \"bunny\", edge = {}", if full { 0.1 } else { 0.18 });
    let cube = "shape = \"box\", size = [0.1, 0.1, 0.1], cells = [2, 2, 2]";
    let meets = [
        ("balls on each other's middle", &ball[..], &ball[..], "translate = [0.24, 0, 0.01]"),
        ("balls 0.3 of their size off", &ball, &ball, "translate = [0.24, 0.06, 0.01]"),
        ("balls 0.6 of their size off", &ball, &ball, "translate = [0.24, 0.12, 0.01]"),
        ("a cube on a bunny", cube, &bunny, "translate = [0.25, 0.05, 0.02]\nscale = 0.3"),
    ];
    for (number, (what, one, other, at)) in meets.into_iter().enumerate() {
        for way in &ways {
            progress(0.6 + 0.1 * number as f64, &format!("{what}, {}", way.name));
            let text = head(way.integrator, 12, 0.0, &format!("stiffness = 1e6\n{}", way.contact))
                + &body(one, 1e6, "velocity = [1, 0, 0]")
                + &body(other, 1e6, &format!("{at}\nvelocity = [-1, 0, 0]"));
            let start: f64 = SceneRun::new("energy-contact", &text, task.overrides)?.world.ledger().total();
            let course = run((&format!("{what}, {}", way.name), &text), [0.0, start], task, table)?;
            let told = format!(
                "{} of {} steps not solved, {:.1} to {:.1} % on the way",
                course.failed,
                course.energy.len(),
                -course.most(|energy| -energy),
                course.most(|energy| energy)
            );
            let claim = format!("{what}, {}: energy left", way.name);
            if way.integrator == "stabilized" {
                // What stabilized is told to keep, and as much again for a step it cannot blend.
                let claim = format!("{what}, {}: energy above what it was", way.name);
                let above = course.most(|energy| energy - 1.0);
                claims.push(
                    Claim::number(claim, "the excess removed; ours: 1 %", (above, "%"), Asked::AtMost(1.0))
                        .noting(format!("{:.1} % left, {told}", course.end())),
                );
            } else {
                let left =
                    if course.end().is_nan() { "–".into() } else { format!("{:.1} %", course.end()) };
                claims.push(Claim::beside(claim, "–", format!("{left} ({told})")));
            }
        }
    }
    Ok(claims)
}

impl Experiment for EnergyContact {
    fn name(&self) -> &'static str {
        "energy-contact"
    }

    fn source(&self) -> &'static str {
        "ours; discrete gradients of Gonzalez 1996"
    }

    fn summary(&self) -> &'static str {
        "impacts at 1/30 s a step keep their energy if the force of the barrier is its secant"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let mut table = String::from("run,step,time,energy,contact,alpha,outcome\n");
        let mut claims = bars(task, &mut table, progress)?;
        claims.extend(cubes(task, &mut table, progress)?);
        claims.extend(pairs(task, &mut table, progress)?);
        task.write("steps.csv", &table)?;
        Ok(claims)
    }
}
