//! Backward Euler raises the energy of two springs at times, but never above a bound: \[Dinev18\] Appendix C.

use lope::minimize::{Memory, Outcome};
use lope::observe::{Books, Nobody};
use lope::time::History;
use lope::world::{Trend, World};
use lope_io::plot::{Chart, Figure, Style};

use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::Claim;

/// The experiment.
pub(super) struct AppendixC;

const SCENE: &str = include_str!("appendix_c.toml");

/// Stiffness of a spring, N/m, and mass of the middle node, kg, as in the scene.
const K: f64 = 100.0;
const M: f64 = 1.0;

/// What the tolerance of the solver, 1e-8 m/s, may do to an energy, and a little more.
fn slack(energy: f64) -> f64 {
    1e-9 * energy + 1e-7 * potential(0.0)
}

/// Lengths of steps, s: kh²/m is 0.01, 0.1, 1, 10 and 100. From 1.2 on the middle is no place to stay for a step.
const STEPS: [f64; 5] = [0.01, 0.033, 0.1, 0.33, 1.0];

/// E_test, \[Dinev18\] eq. 47.
fn potential(x: f64) -> f64 {
    K * ((x * x + 1.0).sqrt() - 2.0_f64.sqrt()).powi(2)
}

/// Its derivative, eq. 48.
fn slope(x: f64) -> f64 {
    let length = (x * x + 1.0).sqrt();
    2.0 * K * (length - 2.0_f64.sqrt()) * x / length
}

fn energy([x, v]: [f64; 2]) -> f64 {
    potential(x) + 0.5 * M * v * v
}

/// The positive solution of eq. 54. The steepest place of \[−1, 1\] has x² + 1 = 2^⅓.
fn beta() -> f64 {
    let steepest = slope(-(2.0_f64.cbrt() - 1.0).sqrt());
    let above = |x: f64| potential(x) - potential(0.0) - (x + 1.0) * steepest;
    let (mut low, mut high) = (1.0, 10.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        *(if above(middle) < 0.0 { &mut low } else { &mut high }) = middle;
    }
    high
}

/// The two springs, to be put anywhere.
struct Springs {
    world: World,
    h: f64,
    failed: usize,
}

impl Springs {
    fn new(h: f64, overrides: &[String]) -> Result<Self, ExperimentError> {
        Ok(Self { world: SceneRun::new("appendix-c", SCENE, overrides)?.world, h, failed: 0 })
    }

    /// Place and velocity of the middle after each of so many steps, the start first.
    fn run(&mut self, start: [f64; 2], steps: usize) -> Vec<[f64; 2]> {
        let mut x = self.world.state().x.clone();
        let mut v = vec![0.0; x.len()];
        (x[3], v[3]) = (start[0], start[1]);
        self.world.restore(0, History::new(0.0, x, v), Books::default());
        self.world.recall(&Memory::default(), Trend::default());
        let mut states = vec![start];
        for step in 1..=steps {
            let record = self.world.advance_to(self.h, step as f64 * self.h, &mut Nobody);
            self.failed += usize::from(record.report.outcome != Outcome::Converged);
            let state = self.world.state();
            states.push([state.x[3], state.v[3]]);
        }
        states
    }
}

/// What many runs showed.
#[derive(Default)]
struct Survey {
    runs: usize,
    steps: usize,
    rises: usize,
    /// Largest rise in one step, of E(0).
    largest: f64,
    /// Steps that ended above the bound.
    above: usize,
    /// The nearest to it that a run came that did not start above it, of the bound.
    nearest: f64,
    /// Rises that Lemmas 1 and 2 exclude.
    excluded: usize,
}

impl Survey {
    fn note(&mut self, states: &[[f64; 2]], h: f64, beta: f64) {
        let limit = potential(0.0) + 0.5 * M * ((beta + 1.0) / h).powi(2);
        let bound = limit.max(energy(states[0]));
        self.runs += 1;
        for pair in states.windows(2) {
            let (before, after) = (energy(pair[0]), energy(pair[1]));
            self.steps += 1;
            self.above += usize::from(after.is_nan() || after > bound + slack(bound));
            if energy(states[0]) < limit {
                self.nearest = self.nearest.max(after / limit);
            }
            if after > before + slack(before) {
                self.rises += 1;
                self.largest = self.largest.max((after - before) / potential(0.0));
                self.excluded += usize::from(pair[1][0].abs() > 1.0 || pair[0][0].abs() >= beta);
            }
        }
    }
}

impl Experiment for AppendixC {
    fn name(&self) -> &'static str {
        "appendix-c"
    }

    fn source(&self) -> &'static str {
        "Dinev, Liu & Kavan 2018, Figures 17 to 19"
    }

    fn summary(&self) -> &'static str {
        "backward Euler raises the energy of two springs at times, but never above a bound"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let (grid, steps) = match task.size {
            Size::Smoke => (9, 40),
            Size::Full => (25, 200),
        };
        let beta = beta();
        let mut all = Survey::default();
        let mut failed = 0;
        let mut table =
            String::from("step_s,runs,steps,rises,largest_rise,above_bound,nearest,excluded_rises\n");
        for (number, h) in STEPS.into_iter().enumerate() {
            let mut springs = Springs::new(h, task.overrides)?;
            let mut survey = Survey::default();
            let at = |i: usize| (2.0 * (i as f64 + 0.5) / grid as f64) - 1.0;
            for i in 0..grid {
                progress((number as f64 + i as f64 / grid as f64) / 5.0, &format!("step {h} s"));
                for j in 0..grid {
                    // Velocities that cross the wells within a step or do not, whichever the step.
                    let start = [3.0 * at(i), 3.0 * at(j).powi(3) / h];
                    survey.note(&springs.run(start, steps), h, beta);
                }
            }
            failed += springs.failed;
            let Survey { runs, steps, rises, largest, above, nearest, excluded } = survey;
            table += &format!("{h},{runs},{steps},{rises},{largest:e},{above},{nearest},{excluded}\n");
            all.runs += runs;
            all.steps += steps;
            all.rises += rises;
            all.largest = all.largest.max(largest);
            all.above += above;
            all.nearest = all.nearest.max(nearest);
            all.excluded += excluded;
        }
        task.write("bound.csv", &table)?;
        let shown = example(task, beta, &mut failed)?;
        let (counter, worst) = counterexample(task, &mut failed)?;
        Ok(claims(beta, &all, failed, shown, counter, worst))
    }
}

/// Figure 18: one run, drawn. Returns its rises.
fn example(task: &Task<'_>, beta: f64, failed: &mut usize) -> Result<usize, ExperimentError> {
    let h = STEPS[0];
    let mut springs = Springs::new(h, task.overrides)?;
    let states = springs.run([3.0, 0.0], 300);
    *failed += springs.failed;
    let mut survey = Survey::default();
    survey.note(&states, h, beta);
    let time: Vec<f64> = (0..states.len()).map(|i| i as f64 * h).collect();
    let energies: Vec<f64> = states.iter().map(|&s| energy(s)).collect();
    let rows = states.iter().zip(&energies).zip(&time);
    let rows: String = rows.map(|(([x, v], e), t)| format!("{t},{x:e},{v:e},{e:e}\n")).collect();
    task.write("example.csv", &format!("time,x,v,energy\n{rows}"))?;
    let hamiltonian = Chart::new("Energy under backward Euler, start at x = 3 at rest")
        .x_label("time [s]")
        .y_label("energy [J]")
        .log_y()
        .series("", &time, &energies);
    let line = |f: &dyn Fn(f64) -> f64| -> (Vec<f64>, Vec<f64>) {
        (-100..=100).map(|i| 0.025 * f64::from(i)).map(|x| (x, f(x))).unzip()
    };
    let steepest = (potential(beta) - potential(0.0)) / (beta + 1.0);
    let (x, well) = line(&potential);
    let (_, right) = line(&|x| potential(0.0) + (x + 1.0) * steepest);
    let (_, left) = line(&|x| potential(0.0) + (1.0 - x) * steepest);
    let lemma = Chart::new(format!("The potential and the lines that meet it at beta = {beta:.3}"))
        .x_label("x [m]")
        .y_label("energy [J]")
        .y_range(0.0, 1.5 * potential(beta))
        .series("E", &x, &well)
        .styled_series("l", &x, &right, Style::Dashed)
        .styled_series("its mirror image", &x, &left, Style::Dashed);
    task.draw("appendix-c.png", &Figure::new().chart(hamiltonian).chart(lemma).to_image())?;
    Ok(survey.rises)
}

/// The constructed steps from x₀ in (0, 1) with v₀ = −x₀/h: largest |x₁|, and the largest error of the rise E(0) − E(x₀).
fn counterexample(task: &Task<'_>, failed: &mut usize) -> Result<(f64, f64), ExperimentError> {
    let h = STEPS[1];
    let mut springs = Springs::new(h, task.overrides)?;
    let mut worst = (0.0_f64, 0.0_f64);
    for i in 1..20 {
        let x = 0.05 * f64::from(i);
        let states = springs.run([x, -x / h], 1);
        let rise = energy(states[1]) - energy(states[0]);
        let due = potential(0.0) - potential(x);
        worst.0 = worst.0.max(states[1][0].abs());
        worst.1 = worst.1.max((rise - due).abs() / due);
    }
    *failed += springs.failed;
    Ok(worst)
}

fn claims(beta: f64, all: &Survey, failed: usize, shown: usize, at: f64, error: f64) -> Vec<Claim> {
    vec![
        Claim::new("β of eq. 54", "2.209", format!("{beta:.4}"), (beta - 2.209).abs() < 5e-4),
        Claim::new("every step converges", "exactly solved", format!("{failed} do not"), failed == 0),
        Claim::new(
            "x₀ in (0, 1), v₀ = −x₀/h: x₁ = 0, and the energy rises",
            "by E(0) − E(x₀)",
            format!("|x₁| up to {at:.0e}; by that, to {error:.0e}"),
            at < 1e-9 && error < 1e-6,
        ),
        Claim::new(
            "the energy of a run rises at times",
            "Figure 18",
            format!("in {shown} of 300 steps; in {} of {} of all runs", all.rises, all.steps),
            shown > 0 && all.rises > 0,
        ),
        Claim::beside("the largest rise in a step, of E(0)", "–", format!("{:.3}", all.largest)),
        Claim::new(
            "no rise that Lemmas 1 and 2 exclude",
            "proven",
            format!("{} of {}", all.excluded, all.rises),
            all.excluded == 0,
        ),
        Claim::new(
            "never above max(H₀, E(0) + m/2 ((β+1)/h)²)",
            "Theorem 1",
            format!("{} of {} steps in {} runs", all.above, all.steps, all.runs),
            all.above == 0,
        ),
        Claim::beside(
            "nearest that runs from below came to the bound",
            "–",
            format!("{:.3} of it", all.nearest),
        ),
    ]
}
