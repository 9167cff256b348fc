//! Computing speed: \[Dinev18\] Tables 1 and 2.
//!
//! The nine bodies are not published; here they are as many bodies of their vertex and element counts. Meshes of so few
//! elements a vertex have most of their vertices on the surface, so these are blocks without inner vertices and hollow characters. Times
//! are put beside the published ones, which are of another machine. What is claimed beside the counts are ratios of one
//! run: what stabilizing costs beside backward Euler, and the part of it that the search for α is.

use std::fmt::Write as _;

use lope::minimize::Outcome;
use lope::observe::Ledger;

use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Tables;

const SOLID: &str = include_str!("dinev_tables.toml");
const CLOTH: &str = include_str!("dinev_tables_cloth.toml");

/// A row of the tables.
struct Model {
    name: &'static str,
    /// Published vertices and elements.
    counts: [u32; 2],
    body: Specimen,
    step: f64,
    /// Published milliseconds of Newton's method: backward Euler, stabilized, its search for α.
    newton: [f64; 3],
    /// The same of local/global iterations.
    local_global: [f64; 3],
    /// Published milliseconds of substepped implicit midpoint.
    substeps: [f64; 5],
}

/// What a row is about here.
enum Specimen {
    /// A block of cubes with vertices on its surface alone, so many metres long, clamped at one end.
    Block { cells: [u32; 3], length: f64 },
    /// A character with a wall and nothing inside, held by its feet.
    Hollow { character: &'static str, edge: f64, wall: f64 },
    /// A cloth of so many cells along its sides, held by two corners.
    Cloth { cells: u32 },
}

/// Substeps of Table 2.
const SUBSTEPS: [u32; 5] = [1, 5, 10, 20, 100];

const MODELS: [Model; 9] = [
    Model {
        name: "bar",
        counts: [290, 716],
        body: Specimen::Block { cells: [16, 4, 4], length: 3.0 },
        step: 0.033,
        newton: [148.0, 231.0, 3.27],
        local_global: [3.62, 5.73, 1.85],
        substeps: [3.79, 18.22, 36.42, 72.73, 361.0],
    },
    Model {
        name: "cube",
        counts: [386, 996],
        body: Specimen::Block { cells: [8, 8, 8], length: 1.0 },
        step: 0.033,
        newton: [277.0, 505.0, 1.86],
        local_global: [5.84, 8.41, 1.66],
        substeps: [6.03, 29.86, 54.95, 111.0, 541.0],
    },
    Model {
        name: "cube at a short step",
        counts: [386, 996],
        body: Specimen::Block { cells: [8, 8, 8], length: 1.0 },
        step: 0.01,
        newton: [365.0, 597.0, 0.76],
        local_global: [6.93, 9.50, 0.93],
        substeps: [7.16, 56.85, 122.0, 245.0, 1232.0],
    },
    Model {
        name: "hippo",
        counts: [2387, 8406],
        body: Specimen::Hollow { character: "hippo", edge: 0.06566, wall: 0.0758 },
        step: 0.01,
        newton: [3985.0, 6296.0, 5.0],
        local_global: [66.4, 73.3, 4.93],
        substeps: [68.4, 312.0, 666.0, 1230.0, 6615.0],
    },
    Model {
        name: "bunny",
        counts: [4497, 15408],
        body: Specimen::Hollow { character: "bunny", edge: 0.03155, wall: 0.0335 },
        step: 0.033,
        newton: [6288.0, 10720.0, 13.8],
        local_global: [194.0, 212.0, 9.62],
        substeps: [184.0, 830.0, 2014.0, 3568.0, 18907.0],
    },
    Model {
        name: "cactus",
        counts: [5261, 17187],
        body: Specimen::Hollow { character: "cactus", edge: 0.0315, wall: 0.03 },
        step: 0.033,
        newton: [5050.0, 7577.0, 41.6],
        local_global: [115.0, 174.0, 39.9],
        substeps: [120.0, 590.0, 1242.0, 2442.0, 13849.0],
    },
    Model {
        name: "cloth",
        counts: [10201, 50200],
        body: Specimen::Cloth { cells: 100 },
        step: 0.033,
        newton: [24958.0, 42758.0, 6.11],
        local_global: [110.0, 127.0, 7.58],
        substeps: [109.0, 478.0, 997.0, 1976.0, 8388.0],
    },
    Model {
        name: "dog",
        counts: [28390, 117_423],
        body: Specimen::Hollow { character: "bear", edge: 0.01723, wall: 0.0322 },
        step: 0.033,
        newton: [39101.0, 99138.0, 212.0],
        local_global: [916.0, 1205.0, 193.0],
        substeps: [904.0, 4413.0, 9079.0, 16660.0, 79369.0],
    },
    Model {
        name: "large bunny",
        counts: [34844, 121_058],
        body: Specimen::Hollow { character: "bunny", edge: 0.01251, wall: 0.0139 },
        step: 0.033,
        newton: [31624.0, 64037.0, 227.0],
        local_global: [1181.0, 1510.0, 215.0],
        substeps: [1101.0, 5616.0, 11293.0, 22577.0, 120_631.0],
    },
];

/// How often the contenders run against each other: short steps are disturbed the most by what else goes on.
const HEATS: usize = 3;
const SHORT_HEATS: usize = 15;
/// Bodies with more vertices than that are large, and get fewer heats and frames.
const LARGE: usize = 9000;

/// Young's modulus of what is hollow, by the square of edge over step, kg/m³: E h²/(ρ edge²) = 10, which is k h²/m of a vertex.
const STIFFNESS: f64 = 10.0 * 1000.0;

/// Rows at smoke, the cloth small.
const SMOKE: [usize; 3] = [0, 1, 6];

/// What a run came to.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    vertices: usize,
    elements: usize,
    /// Milliseconds a frame, and of the search for α.
    frame: f64,
    blending: f64,
    /// Iterations and evaluations a step.
    iterations: f64,
    evaluations: f64,
    /// Whether the energy stayed below twice what there was or was due.
    stable: bool,
    /// Largest error of the energy, as a part of what there is: that in motion, in deformation and in height since the start.
    error: f64,
    /// Steps that were not solved; ten local/global iterations always are.
    failed: u32,
}

impl Model {
    /// A run of its own.
    fn run(
        &self,
        task: &Task<'_>,
        set: Vec<String>,
        substeps: u32,
        frames: u32,
    ) -> Result<Cost, ExperimentError> {
        let [cost] = self.race(task, [set], (substeps, frames), 1)?;
        Ok(cost)
    }

    /// Contenders that take turns step by step, so that what else the machine does falls on all of them, and do it
    /// again `times`. A step does the same every time, so the shortest time of each step is what it costs; the mean is
    /// over all steps, as steps that blend cost more than others.
    fn race<const N: usize>(
        &self,
        task: &Task<'_>,
        sets: [Vec<String>; N],
        (substeps, frames): (u32, u32),
        times: usize,
    ) -> Result<[Cost; N], ExperimentError> {
        let mut best: [Option<Heat>; N] = std::array::from_fn(|_| None);
        for _ in 0..times.max(1) {
            let mut heats = Vec::with_capacity(N);
            for set in &sets {
                heats.push(Heat::new(self.scene_run(task, set, substeps, frames)?));
            }
            // Every one of them makes its step, whether the others go on or not.
            while heats.iter_mut().filter_map(Heat::advance).count() > 0 {}
            for (best, heat) in best.iter_mut().zip(heats) {
                *best = Some(match best.take() {
                    Some(other) => other.shorter(&heat),
                    None => heat,
                });
            }
        }
        Ok(best.map(|heat| heat.map_or_else(Cost::default, |heat| heat.cost(substeps))))
    }

    fn scene_run(
        &self,
        task: &Task<'_>,
        set: &[String],
        substeps: u32,
        frames: u32,
    ) -> Result<SceneRun, ExperimentError> {
        let mut all = vec![
            format!("time.step={:e}", self.step / f64::from(substeps)),
            format!("time.steps={}", frames * substeps),
        ];
        let text = match self.body {
            Specimen::Block { cells: cells @ [a, b, c], length } => {
                let side = length / f64::from(a);
                let [width, height] = [b, c].map(|n| side * f64::from(n));
                all.push(format!(
                    "body.0.mesh={{shape=\"box\", cells={cells:?}, inner=false, size=[{length},{width},{height}]}}"
                ));
                all.push(format!(
                    "body.0.pin.0.where.box=[[{low},-1,-1],[{high},1,1]]",
                    low = -0.51 * length,
                    high = -0.49 * length
                ));
                SOLID
            }
            Specimen::Hollow { character, edge, wall } => {
                all.push(format!(
                    "body.0.mesh={{shape=\"shell\", thickness={wall}, edge={edge}, parts=[{{shape=\"{character}\"}}]}}"
                ));
                // Walls are as thin as their elements: pulled gently, and of a stiffness of which ten iterations make enough.
                let young = STIFFNESS * (edge / self.step).powi(2);
                all.push(format!("body.0.material.young={young:e}"));
                all.push("gravity=[0,0,0]".to_owned());
                all.push("body.0.start.stretch=[0.99,1.02,0.99]".to_owned());
                all.push("body.0.pin.0.where.box=[[-1,-1,-1],[1,-0.4,1]]".to_owned());
                SOLID
            }
            Specimen::Cloth { cells } => {
                let cells = if task.size == Size::Smoke { 20 } else { cells };
                all.push(format!("body.0.mesh.cells=[{cells},{cells}]"));
                all.push(format!("body.0.attach.0.where.vertices=[0,{cells}]"));
                CLOTH
            }
        };
        all.extend_from_slice(set);
        all.extend_from_slice(task.overrides);
        SceneRun::new("dinev-tables", text, &all)
    }
}

/// A contender on its way.
struct Heat {
    run: SceneRun,
    start: Ledger,
    /// Energy in motion, in deformation and in height since the start, J.
    there: f64,
    cost: Cost,
    /// Seconds of every step, and of its search for α; the first one factors, and does not count.
    times: Vec<[f64; 2]>,
    stopped: bool,
}

impl Heat {
    fn new(run: SceneRun) -> Self {
        let cost = Cost {
            vertices: run.world.mass().len(),
            elements: run.world.assembler().elements(),
            stable: true,
            ..Cost::default()
        };
        let start = run.world.ledger();
        let there = start.kinetic + start.elastic;
        Self { start, there, run, cost, times: Vec::new(), stopped: false }
    }

    /// Makes a step; none if it is done.
    fn advance(&mut self) -> Option<()> {
        let Self { run, start, there, cost, times, stopped } = self;
        let record = if *stopped { None } else { run.advance() }?;
        let now = record.ledger;
        let fallen = (now.gravity - start.gravity).abs();
        let (due, moving) = (start.kinetic + start.elastic + fallen, now.kinetic + now.elastic);
        let off = (now.tracked() - now.target()).abs();
        // [Dinev18] eq. 24 is about the energy before the step; a start at rest has none but for rounding, and the one after it
        // counts.
        let before = std::mem::replace(there, moving + fallen);
        let whole = if before > 1e-12 * *there { before } else { *there };
        cost.error = cost.error.max(off / whole.max(f64::MIN_POSITIVE));
        cost.failed += u32::from(record.report.outcome != Outcome::Converged);
        if !record.committed || !now.total().is_finite() || moving > 2.0 * due + 1e-9 {
            cost.stable = false;
        }
        if record.step > 1 {
            times.push([record.wall, record.blending].map(|time| time.as_secs_f64()));
            cost.iterations += record.report.iterations as f64;
            cost.evaluations += record.report.evaluations as f64;
        }
        *stopped = !record.committed;
        Some(())
    }

    /// The shorter times of two of the same.
    fn shorter(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.times.iter_mut().zip(&other.times) {
            if theirs[0] < mine[0] {
                *mine = *theirs;
            }
        }
        self
    }

    fn cost(self, substeps: u32) -> Cost {
        let Self { mut cost, times, .. } = self;
        let a_frame = f64::from(substeps) / f64::max(times.len() as f64, 1.0);
        cost.iterations *= a_frame;
        cost.evaluations *= a_frame;
        let [frame, blending] = [0, 1].map(|k| 1e3 * a_frame * times.iter().map(|t| t[k]).sum::<f64>());
        Cost { frame, blending, ..cost }
    }
}

/// Settings of a run by its name in the tables.
fn settings(integrator: &str, newton: bool) -> Vec<String> {
    let mut set = vec![format!("time.integrator={integrator}")];
    if newton {
        // Reset what belongs to local/global iterations.
        set.push("solver={method=\"auto\", on_failure=\"accept\", tolerance=1e-5}".to_owned());
    }
    set
}

impl Experiment for Tables {
    fn name(&self) -> &'static str {
        "dinev-tables"
    }

    fn source(&self) -> &'static str {
        "Dinev, Liu & Kavan 2018, Tables 1 and 2"
    }

    fn summary(&self) -> &'static str {
        "nine models, backward Euler and stabilized, Newton and local/global: what stabilizing costs"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let full = task.size == Size::Full;
        let rows: Vec<&Model> = match task.size {
            Size::Smoke => SMOKE.iter().map(|&row| &MODELS[row]).collect(),
            Size::Full => MODELS.iter().collect(),
        };
        let mut table = "model,vertices,elements,step_s,method,integrator,substeps,ms_a_frame,published_ms,\
                         alpha_ms,published_alpha_ms,iterations,evaluations,stable,energy_error,failed\n"
            .to_owned();
        let mut claims = Vec::new();
        for (done, model) in rows.iter().enumerate() {
            let mut report = |part: f64, what: &str| {
                progress((done as f64 + part) / rows.len() as f64, &format!("{}: {what}", model.name));
            };
            let mut book = |method: &str,
                            integrator: &str,
                            substeps: u32,
                            cost: &Cost,
                            published: [f64; 2]| {
                let Cost { vertices, elements, frame, blending, iterations, evaluations, .. } = cost;
                let Cost { stable, error, failed, .. } = cost;
                let [ms, alpha] = published;
                let _ = writeln!(
                    table,
                    "{},{vertices},{elements},{},{method},{integrator},{substeps},{frame:.3},{ms},{blending:.3},\
                     {alpha},{iterations:.1},{evaluations:.1},{stable},{error:.2e},{failed}",
                    model.name, model.step
                );
            };
            let frames = 30;
            let both = |newton| ["backward-euler", "stabilized"].map(|name| settings(name, newton));
            report(0.0, "backward Euler and stabilized");
            let times = match (full, model.counts[0] as usize > LARGE) {
                (false, _) => 1,
                (true, false) => SHORT_HEATS,
                (true, true) => HEATS,
            };
            let [euler, ours] = model.race(task, both(false), (1, 2 * frames), times)?;
            book("local-global", "backward-euler", 1, &euler, [model.local_global[0], 0.0]);
            book("local-global", "stabilized", 1, &ours, [model.local_global[1], model.local_global[2]]);
            claims.extend(compare(model, &euler, &ours, full));

            report(0.2, "Newton");
            let few = if euler.vertices > LARGE { 6 } else { frames };
            let [newton_euler, newton_ours] = model.race(task, both(true), (1, few), 1)?;
            book("auto", "backward-euler", 1, &newton_euler, [model.newton[0], 0.0]);
            book("auto", "stabilized", 1, &newton_ours, [model.newton[1], model.newton[2]]);
            claims.push(Claim::beside(
                format!("{}: Newton to convergence, backward Euler and stabilized, ms a frame", model.name),
                format!("{} and {}", model.newton[0], model.newton[1]),
                format!("{:.1} and {:.1}", newton_euler.frame, newton_ours.frame),
            ));

            claims.push(Claim::new(
                format!("{}: every step of Newton converges, backward Euler and stabilized", model.name),
                "iterated until convergence",
                format!("{} and {} do not", newton_euler.failed, newton_ours.failed),
                newton_euler.failed + newton_ours.failed == 0,
            ));

            let mut verdicts = String::new();
            for (k, substeps) in SUBSTEPS.into_iter().enumerate() {
                if !full && substeps > 20 {
                    continue;
                }
                report(0.4 + 0.1 * k as f64, &format!("midpoint, {substeps} substeps"));
                // As many steps for each of the large ones as the table needs, not more.
                let frames = if euler.vertices > LARGE { 3 } else { frames };
                let cost = model.run(task, settings("implicit-midpoint", false), substeps, frames)?;
                book("local-global", "implicit-midpoint", substeps, &cost, [model.substeps[k], 0.0]);
                let verdict = if cost.stable { "stable" } else { "not" };
                let _ = write!(verdicts, "{substeps}: {:.1} ms, {verdict}; ", cost.frame);
            }
            claims.push(Claim::beside(
                format!("{}: implicit midpoint in substeps, ms a frame and whether it is stable", model.name),
                SUBSTEPS
                    .iter()
                    .zip(model.substeps)
                    .map(|(n, ms)| format!("{n}: {ms} ms; "))
                    .collect::<String>(),
                verdicts,
            ));
            task.write("tables.csv", &table)?;
        }
        Ok(claims)
    }
}

/// What is claimed of a row of Table 1.
fn compare(model: &Model, euler: &Cost, ours: &Cost, full: bool) -> Vec<Claim> {
    let [published, stabilized, alpha] = model.local_global;
    let name = model.name;
    let mut claims = vec![
        Claim::beside(
            format!("{name}: backward Euler and stabilized, ms a frame"),
            format!("{published} and {stabilized}"),
            format!("{:.2} and {:.2}", euler.frame, ours.frame),
        ),
        Claim::new(
            format!("{name}: stabilized is stable, with every step made"),
            "stable",
            if ours.stable { "stable" } else { "not" },
            ours.stable && ours.failed == 0,
        ),
        Claim::number(
            format!("{name}: error of the energy of stabilized"),
            "1 %",
            (100.0 * ours.error, "%"),
            Asked::AtMost(1.0),
        ),
        Claim::number(
            format!("{name}: iterations of a step of stabilized"),
            "10, and 1 if it blends",
            (ours.iterations, ""),
            Asked::AtMost(11.0),
        ),
    ];
    let counts = Claim::beside(
        format!("{name}: vertices and elements, within a twentieth of the published ones"),
        format!("{} and {}", model.counts[0], model.counts[1]),
        format!("{} and {}", euler.vertices, euler.elements),
    );
    let overhead = Claim::beside(
        format!("{name}: time of stabilized beside backward Euler, at most as published"),
        format!("{:.2}×", stabilized / published),
        format!("{:.2}×", ours.frame / euler.frame),
    );
    let share = Claim::beside(
        format!("{name}: part of it that is the search for α, at most as published"),
        format!("{:.1} %", 100.0 * alpha / stabilized),
        format!("{:.1} %", 100.0 * ours.blending / ours.frame),
    );
    let near = |ours: usize, published: u32| (ours as f64 / f64::from(published) - 1.0).abs() <= 0.05;
    let held = [
        near(euler.vertices, model.counts[0]) && near(euler.elements, model.counts[1]),
        ours.frame / euler.frame <= stabilized / published,
        ours.blending / ours.frame <= alpha / stabilized,
    ];
    for (claim, held) in [counts, overhead, share].into_iter().zip(held) {
        claims.push(Claim { held: full.then_some(held), ..claim });
    }
    claims
}
