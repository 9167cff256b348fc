//! Time to the same residual: ADMM and progressively projected Newton on the same steps from the same states.
//!
//! The residual is the norm of the gradient of the function that a step minimizes, evaluated by the same code for both
//! methods after their last iteration; a step whose residual is not below the bound is an error. Before every step both
//! worlds are put into the state that Newton's method has come to.

use std::time::Duration;

use lope::minimize::{Memory, Outcome, Report};
use lope::observe::{Nobody, StepRecord};
use lope::scene::Scene;
use lope::scene::build::build;
use lope::scene::schedule::Schedule;
use lope::world::{Trend, World};

use super::super::row::Row;
use super::Session;

/// A scene of an experiment, at another size.
struct Contest {
    name: &'static str,
    text: &'static str,
    set: &'static [&'static str],
    /// Steps before the ones that are measured.
    before: u64,
}

const CONTESTS: [Contest; 5] = [
    Contest {
        name: "ves-bear, arap",
        text: include_str!("../../experiment/ves_bear.toml"),
        set: &["body.0.mesh.cells=24"],
        before: 10,
    },
    Contest {
        name: "ves-jelly, arap",
        text: include_str!("../../experiment/ves_jelly.toml"),
        set: &["body.0.mesh.cells=32"],
        before: 10,
    },
    Contest {
        name: "ves-skull, symmetric-gradient, at the wall",
        text: include_str!("../../experiment/ves_skull.toml"),
        set: &["body.0.mesh.cells=24"],
        before: 100,
    },
    Contest {
        name: "ves-arm, neo-hookean",
        text: include_str!("../../experiment/ves_arm.toml"),
        set: &["body.0.mesh.cells=[6,30,6]"],
        before: 30,
    },
    Contest {
        name: "ves-beam, neo-hookean",
        text: include_str!("../../experiment/ves_beam.toml"),
        set: &["body.0.mesh.cells=[48,8,8]"],
        before: 10,
    },
];

/// Bounds of the residual, as parts of the norm of the weights of the nodes.
const BOUNDS: [(&str, f64); 2] = [("1e-2", 1e-2), ("1e-5", 1e-5)];

/// Standard gravity, m/s².
const GRAVITY: f64 = 9.81;

/// Steps measured.
const STEPS: usize = 6;

/// How often each is made; the shortest time counts.
const TIMES: usize = 3;

const METHODS: [&str; 2] = ["admm", "progressive"];

pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    for contest in &CONTESTS {
        (session.say)(&format!("admm: {}", contest.name));
        let mut lead = contest.world("progressive", None)?;
        let schedule = contest.schedule()?;
        for number in 1..=contest.before {
            lead.advance_to(schedule.length(number), schedule.time(number), &mut Nobody);
        }
        let start = Start::of(&lead);
        for (bound, part) in BOUNDS {
            let tolerance = part * weight(&lead);
            let [ours, theirs] = contest.run(&start, tolerance, STEPS, TIMES)?;
            let elements = lead.bodies().iter().map(lope::body::Body::elements).sum::<usize>();
            let name = format!("{}, {elements} tetrahedra", contest.name);
            if part == BOUNDS[0].1 {
                let factor = 1e3 * ours.factor.as_secs_f64();
                session.rows.push(Row::new("admm", format!("{name}: matrix factored, once"), factor, "ms"));
            }
            let quantity = format!("{name}: residual {bound}, {:.1} iterations", ours.iterations());
            let [fast, slow] = [&ours, &theirs].map(|tally| 1e3 * tally.seconds / STEPS as f64);
            let against = format!(
                "progressive, {slow:.1} ms, {:.1} iterations of {:.0}",
                theirs.iterations(),
                theirs.linear_iterations as f64 / theirs.iterations.max(1) as f64
            );
            session.rows.push(Row::new("admm", quantity, fast, "ms/step").times(slow / fast, against, None));
        }
    }
    Ok(())
}

/// The norm of the weights of the nodes, N.
fn weight(world: &World) -> f64 {
    GRAVITY * world.mass().iter().map(|m| m * m).sum::<f64>().sqrt()
}

/// A state to take steps from.
struct Start {
    step: u64,
    state: lope::time::History,
    books: lope::observe::Books,
    trend: Trend,
}

impl Start {
    fn of(world: &World) -> Self {
        let (step, books) = (world.step_number(), world.books());
        Self { step, state: world.state().clone(), books, trend: world.trend().clone() }
    }

    /// Puts a world there, with what its method remembered.
    fn put(&self, world: &mut World, memory: &Memory) {
        world.restore(self.step, self.state.clone(), self.books);
        world.recall(memory, self.trend.clone());
    }
}

/// Sums over the steps of one method.
#[derive(Default)]
struct Tally {
    steps: usize,
    seconds: f64,
    iterations: usize,
    linear_iterations: usize,
    /// The largest residual, N.
    residual: f64,
    /// Time the first step took to make its matrix.
    factor: Duration,
}

impl Tally {
    fn iterations(&self) -> f64 {
        self.iterations as f64 / self.steps as f64
    }
}

impl Contest {
    fn scene(&self, method: &str, tolerance: Option<f64>) -> Result<Scene, String> {
        let mut set: Vec<String> = self.set.iter().map(ToString::to_string).collect();
        set.push(format!("solver.method={method}"));
        if let Some(tolerance) = tolerance {
            set.push(format!("solver.gradient_tolerance={tolerance:e}"));
            if method == "admm" {
                // The residual is to decide, and nothing beside it.
                set.extend(["solver.admm.absolute=1".into(), "solver.admm.relative=1".into()]);
            }
        }
        Scene::from_text(self.name, self.text, &set).map_err(|e| e.to_string())
    }

    fn world(&self, method: &str, tolerance: Option<f64>) -> Result<World, String> {
        let built = build(&self.scene(method, tolerance)?).map_err(|problems| problems.to_string())?;
        Ok(built.world)
    }

    fn schedule(&self) -> Result<Schedule, String> {
        Ok(Schedule::new(&self.scene(METHODS[0], None)?.time))
    }

    /// Steps by each method until the residual is below `tolerance`, N.
    fn run(&self, start: &Start, tolerance: f64, steps: usize, times: usize) -> Result<[Tally; 2], String> {
        let schedule = self.schedule()?;
        let [mut ours, mut theirs] =
            [self.world(METHODS[0], Some(tolerance))?, self.world(METHODS[1], Some(tolerance))?];
        start.put(&mut theirs, &Memory::default());
        let mut tallies = [Tally::default(), Tally::default()];
        let mut memories = [ours.memory(), theirs.memory()];
        for _ in 0..steps {
            let before = Start::of(&theirs);
            let number = before.step + 1;
            let (h, end) = (schedule.length(number), schedule.time(number));
            for (k, world) in [&mut ours, &mut theirs].into_iter().enumerate() {
                let mut best: Option<StepRecord> = None;
                for _ in 0..times {
                    before.put(world, &memories[k]);
                    let record = world.advance_to(h, end, &mut Nobody);
                    let Report { outcome, residual, hessian_time, .. } = record.report;
                    if outcome != Outcome::Converged || residual.is_nan() || residual >= tolerance {
                        let word = outcome.word();
                        return Err(format!(
                            "{}, {}: {word}, residual {residual} N, not {tolerance}",
                            self.name, METHODS[k]
                        ));
                    }
                    if tallies[k].steps == 0 && best.is_none() {
                        tallies[k].factor = hessian_time;
                    }
                    if best.as_ref().is_none_or(|best| record.wall < best.wall) {
                        best = Some(record);
                    }
                }
                memories[k] = world.memory();
                if let Some(StepRecord { wall, report, .. }) = best {
                    let tally = &mut tallies[k];
                    tally.steps += 1;
                    tally.seconds += wall.as_secs_f64();
                    tally.iterations += report.iterations;
                    tally.linear_iterations += report.linear_iterations;
                    tally.residual = tally.residual.max(report.residual);
                }
            }
        }
        Ok(tallies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_methods_come_below_the_same_residual_and_to_the_same_place() {
        let small = Contest {
            name: "small",
            text: CONTESTS[4].text,
            set: &["body.0.mesh.cells=[12,2,2]"],
            before: 0,
        };
        let lead = small.world("progressive", None).unwrap();
        let start = Start::of(&lead);
        let mut iterations = Vec::new();
        for part in [1e-2, 1e-7] {
            let tolerance = part * weight(&lead);
            let tallies = small.run(&start, tolerance, 3, 1).unwrap();
            for tally in &tallies {
                assert_eq!(tally.steps, 3);
                assert!(tally.residual > 0.0 && tally.residual < tolerance && tally.iterations > 0);
            }
            iterations.push(tallies.map(|tally| tally.iterations));
        }
        assert!(iterations[0][0] < iterations[1][0], "a smaller residual takes longer: {iterations:?}");

        let ends = METHODS.map(|method| {
            let mut world = small.world(method, Some(1e-7 * weight(&lead))).unwrap();
            world.advance_to(0.01, 0.01, &mut Nobody);
            world.state().x.clone()
        });
        let apart = ends[0].iter().zip(&ends[1]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let moved = ends[0].iter().zip(&start.state.x).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(apart < 1e-6 * moved, "{apart} of {moved}");
    }
}
