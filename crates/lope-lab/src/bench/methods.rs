//! The default method against those chosen by hand, scene by scene.
//!
//! Everybody solves the same steps to the same tolerance on one thread. What counts is processor time, least of some turns; who
//! needs several times as long as the best is not waited for.

mod scenes;

use std::time::Instant;

use lope::minimize::Outcome;
use lope::observe::Nobody;
use lope::scene::Scene;
use lope::scene::schedule::Schedule;

use super::Session;
use super::clock::pool;
use super::row::{Goal, Row};
use scenes::Case;

/// A method with what a careful user would set.
struct Contender {
    name: &'static str,
    keys: &'static str,
}

/// The default, and what is chosen by hand.
const CONTENDERS: &[Contender] = &[
    Contender { name: "auto", keys: "method = \"auto\"" },
    Contender { name: "PN", keys: "method = \"projected-newton\"" },
    Contender { name: "PDN", keys: "method = \"project-on-demand\"" },
    Contender { name: "PPN", keys: "method = \"progressive\"" },
    Contender {
        name: "PN mirrored, two-level",
        keys: "method = \"projected-newton\", filter = \"mirror\", forcing = \"adaptive\", preconditioner = \"auto\"",
    },
    Contender {
        name: "PDN, two-level",
        keys: "method = \"project-on-demand\", forcing = \"adaptive\", preconditioner = \"auto\"",
    },
    Contender {
        name: "PDN mirrored, two-level",
        keys: "method = \"project-on-demand\", filter = \"mirror\", forcing = \"adaptive\", preconditioner = \"auto\"",
    },
    Contender {
        name: "PPN, two-level",
        keys: "method = \"progressive\", forcing = \"adaptive\", preconditioner = \"auto\"",
    },
    Contender {
        name: "PPN mirrored, two-level",
        keys: "method = \"progressive\", filter = \"mirror\", forcing = \"adaptive\", preconditioner = \"auto\"",
    },
    Contender { name: "PDN, Cholesky", keys: "method = \"project-on-demand\", linear = \"cholesky\"" },
    Contender { name: "stabilized", keys: "method = \"stabilized-newton\"" },
    Contender {
        name: "stabilized, two-level",
        keys: "method = \"stabilized-newton\", linear = \"pcg\", preconditioner = \"auto\"",
    },
    Contender {
        name: "stabilized mirrored, two-level",
        keys: "method = \"stabilized-newton\", linear = \"pcg\", preconditioner = \"auto\", filter = \"mirror\", wolfe = { c2 = 0.5 }",
    },
    Contender { name: "L-BFGS", keys: "method = \"lbfgs\"" },
    Contender { name: "ADMM", keys: "method = \"admm\"" },
];

/// Turns of those who are near the best.
const TURNS: usize = 3;
/// Who needs so many times the time of the best is not waited for.
const PATIENCE: f64 = 3.0;
/// Who is within this gets more turns.
const NEAR: f64 = 1.4;
/// How far behind the best by hand the default may be: on average, and ever.
const MEAN: f64 = 1.10;
const MOST: f64 = 1.25;

/// What a run took.
#[derive(Clone, Copy, Default)]
struct Run {
    seconds: f64,
    steps: u64,
    iterations: usize,
    solves: usize,
    products: usize,
}

impl Run {
    fn told(&self, name: &str) -> String {
        let each = |count: usize| count as f64 / self.steps.max(1) as f64;
        let (iterations, solves, products) = (each(self.iterations), each(self.solves), each(self.products));
        format!("{name} ({iterations:.1} iterations, {solves:.1} solves, {products:.0} products a step)")
    }
}

/// Runs a scene; nothing if a step fails or it takes longer than so many seconds.
fn run(scene: &Scene, limit: f64) -> Result<Option<Run>, String> {
    let Ok(built) = lope::scene::build::build(scene) else { return Ok(None) };
    let mut world = built.world;
    let schedule = Schedule::new(&scene.time);
    let mut all = Run { steps: schedule.steps, ..Run::default() };
    let made = pool(1)?.install(|| {
        for number in 1..=schedule.steps {
            let before = cpu();
            let record = world.advance_to(schedule.length(number), schedule.time(number), &mut Nobody);
            all.seconds += cpu() - before;
            all.iterations += record.report.iterations;
            all.solves += record.report.linear_solves;
            all.products += record.report.linear_iterations;
            if !record.committed || record.report.outcome != Outcome::Converged || all.seconds > limit {
                return false;
            }
        }
        true
    });
    Ok(made.then_some(all))
}

/// Seconds that this thread has had a processor, where the system tells; else of the clock.
fn cpu() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(wall, |ns| 1e-9 * ns)
}

fn wall() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Every case with every contender.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    let mut ratios: Vec<(f64, String)> = Vec::new();
    for case in &scenes::all() {
        (session.say)(&format!("methods: {}", case.name));
        ratios.extend(compare(session, case)?.map(|ratio| (ratio, case.name.clone())));
    }
    let mean = (ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let row = Row::new("methods", format!("the default, mean of {} scenes", ratios.len()), mean, "×");
    session.rows.push(row.times(mean, "the best by hand", Some(Goal::AtMost(MEAN))));
    if let Some((most, name)) = ratios.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)) {
        let row = Row::new("methods", format!("the default, farthest behind: {name}"), most, "×");
        session.rows.push(row.times(most, "the best by hand", Some(Goal::AtMost(MOST))));
    }
    Ok(())
}

/// One contender in one case.
struct Entry {
    name: &'static str,
    scene: Scene,
    run: Option<Run>,
}

impl Entry {
    fn seconds(&self) -> f64 {
        self.run.map_or(f64::INFINITY, |run| run.seconds)
    }
}

/// One case; the time of the default as a multiple of the best by hand, infinite where it fails. Nothing where nobody else can.
fn compare(session: &mut Session<'_>, case: &Case) -> Result<Option<f64>, String> {
    let mut best = f64::INFINITY;
    let mut entries = Vec::new();
    for Contender { name, keys } in CONTENDERS {
        // What does not go with a scene is refused.
        let Ok(scene) = case.scene(keys) else { continue };
        let run = run(&scene, PATIENCE * best)?;
        let entry = Entry { name, scene, run };
        best = best.min(entry.seconds());
        entries.push(entry);
    }
    for _ in 1..TURNS {
        for entry in entries.iter_mut().filter(|entry| entry.seconds() < NEAR * best) {
            let again = run(&entry.scene, f64::INFINITY)?;
            if let (Some(first), Some(again)) = (&mut entry.run, again) {
                first.seconds = first.seconds.min(again.seconds);
            }
        }
    }
    let (default, by_hand) = entries.split_at(1);
    let least = by_hand.iter().min_by(|a, b| a.seconds().total_cmp(&b.seconds()));
    let Some(least) = least.filter(|entry| entry.run.is_some()) else { return Ok(None) };
    for entry in &entries {
        let Some(run) = entry.run else { continue };
        let goal = (entry.name == CONTENDERS[0].name).then_some(Goal::AtMost(MOST));
        let quantity = format!("{}: {}", case.name, run.told(entry.name));
        let row = Row::new("methods", quantity, 1e3 * run.seconds / run.steps as f64, "ms/step");
        session.rows.push(row.times(run.seconds / least.seconds(), least.name, goal));
    }
    Ok(default.first().map(|entry| entry.seconds() / least.seconds()))
}
