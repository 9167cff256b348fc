//! Scenes with collisions, run in several variants: depth, inversions and cost of every step.
//!
//! The experiments of \[Gast14\] with collisions all ask the same: does each step converge, is anything inside anything
//! else afterwards, and what does a frame cost? So each is a scene, the takes to make of it, and what is claimed.

use lope::minimize::Outcome;
use lope::observe::{Ledger, StepRecord};
use lope_io::plot::{Chart, Figure};

use super::scene_run::{SceneRun, Tally};
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// Depth, relative to the size of a body, up to which nothing counts as violated: rounding of coordinates.
pub(super) const ROUNDING: f64 = 1e-9;

/// One run of the scene.
#[derive(Clone, Copy)]
pub(super) struct Take {
    /// What it is called.
    pub(super) name: &'static str,
    /// Its changes to the scene.
    pub(super) changes: &'static [&'static str],
    /// Whether it ends with its first step that does not converge.
    pub(super) to_failure: bool,
}

/// An experiment with collisions.
pub(super) struct Collision {
    /// Name to type.
    pub(super) name: &'static str,
    /// The figure of \[Gast14\].
    pub(super) source: &'static str,
    /// One line on what it shows.
    pub(super) summary: &'static str,
    /// The scene at full size.
    pub(super) scene: fn() -> String,
    /// What makes it small.
    pub(super) smaller: &'static [&'static str],
    /// Published unknowns.
    pub(super) unknowns: &'static str,
    /// The runs.
    pub(super) takes: &'static [Take],
    /// What is claimed about them, in their order.
    pub(super) claims: fn(&[Crash], Size) -> Vec<Claim>,
}

/// What was seen of one take.
pub(super) struct Crash {
    /// The take.
    pub(super) name: &'static str,
    /// Counts and times.
    pub(super) tally: Tally,
    /// Positions at the end.
    pub(super) end: Vec<f64>,
    /// Of each body, the nodes from and to.
    pub(super) bodies: Vec<std::ops::Range<usize>>,
    /// Most inverted elements after a step.
    pub(super) inverted: usize,
    /// Notes about vertices that went through an obstacle.
    pub(super) notes: Vec<String>,
    /// Steps that ended in a valley of the energy: the search found nothing lower.
    pub(super) valleys: u64,
    /// Whether all steps were made.
    pub(super) complete: bool,
    /// Energies after the last step.
    pub(super) ledger: Option<Ledger>,
    times: Vec<f64>,
    solves: Vec<f64>,
    depths: Vec<Vec<(Option<String>, f64)>>,
    unknowns: usize,
}

impl Crash {
    fn new(name: &'static str, run: &SceneRun) -> Self {
        Self {
            name,
            tally: Tally::default(),
            end: Vec::new(),
            bodies: run.world.bodies().iter().map(|body| body.nodes.clone()).collect(),
            inverted: 0,
            notes: Vec::new(),
            valleys: 0,
            complete: false,
            ledger: None,
            times: Vec::new(),
            solves: Vec::new(),
            depths: Vec::new(),
            unknowns: run.world.unknowns(),
        }
    }

    fn add(&mut self, record: &StepRecord, run: &mut SceneRun) {
        self.tally.add(record);
        self.inverted = self.inverted.max(record.ledger.inverted);
        self.notes.extend_from_slice(&record.report.notes);
        self.valleys += u64::from(record.report.outcome == Outcome::LineSearchFailed);
        self.times.push(record.time);
        self.solves.push(record.report.linear_solves as f64);
        self.depths.push(run.world.measure_penetrations());
        self.ledger = Some(record.ledger);
    }

    fn row(&self, record: &StepRecord) -> String {
        format!(
            "{},{},{:.5},{},{},{},{},{:e},{:e},{:e},{:.4}\n",
            self.name,
            record.step,
            record.time,
            record.report.outcome.word(),
            record.report.linear_solves,
            record.report.linear_iterations,
            record.ledger.inverted,
            record.ledger.min_det.unwrap_or(f64::NAN),
            self.last(true, self.depths.len() - 1),
            self.last(false, self.depths.len() - 1),
            record.wall.as_secs_f64(),
        )
    }

    /// Deepest point inside obstacles, or of bodies inside bodies, after a step and those that follow.
    fn last(&self, obstacles: bool, from: usize) -> f64 {
        let all = self.depths[from.min(self.depths.len())..].iter().flatten();
        all.filter(|(name, _)| name.is_some() == obstacles).fold(0.0, |most, &(_, depth)| most.max(depth))
    }

    /// Deepest point inside the obstacle of that name, after any step.
    pub(super) fn inside(&self, obstacle: &str) -> f64 {
        let all = self.depths.iter().flatten();
        all.filter(|(name, _)| name.as_deref() == Some(obstacle))
            .fold(0.0, |most, &(_, depth)| most.max(depth))
    }

    /// Deepest point of bodies in bodies, after any step.
    pub(super) fn inside_bodies(&self) -> f64 {
        self.last(false, 0)
    }

    /// The same after the last steps.
    pub(super) fn finally_inside_bodies(&self, steps: usize) -> f64 {
        self.last(false, self.depths.len().saturating_sub(steps))
    }

    /// Greatest height of a body at the end.
    pub(super) fn top(&self, body: usize) -> f64 {
        let nodes = self.bodies[body].clone();
        nodes.map(|i| self.end[3 * i + 1]).fold(f64::NEG_INFINITY, f64::max)
    }

    /// That no vertex was ever inside the obstacles named, to rounding of a size.
    pub(super) fn clear(&self, obstacles: &[&str], size: f64) -> Claim {
        let most = obstacles.iter().map(|name| self.inside(name)).fold(0.0, f64::max);
        Claim::new(
            format!("{}: no vertex inside {}, to 1e-9 of the size", self.name, obstacles.join(", ")),
            "constraint",
            format!("{most:.1e} m after any step"),
            most <= ROUNDING * size,
        )
    }

    /// That every step converges; the paper lets those pass that end in a kink of the energy of bodies in bodies.
    pub(super) fn converges(&self) -> Claim {
        let Self { name, tally: Tally { steps, failed, .. }, valleys, .. } = self;
        let count = if self.complete { *failed as f64 } else { f64::INFINITY };
        Claim::number(
            format!("{name}: steps that do not converge"),
            "none, but for kinks of contacts now and then",
            (count, ""),
            Asked::AtMost(0.0),
        )
        .noting(format!("of {steps}; {valleys} in kinks, {} at the limit", failed - valleys))
    }

    /// Linear solves a step, no more than published.
    pub(super) fn solves(&self, published: f64) -> Claim {
        let claim = format!("{}: linear solves a step", self.name);
        let solves = (self.tally.solves_a_step(), "");
        Claim::number(claim, published.to_string(), solves, Asked::AtMost(published))
    }

    /// Time of a frame beside the published one; at full size it should be half.
    pub(super) fn pace(&self, steps_a_frame: u32, published: f64, size: Size) -> Claim {
        let ours = f64::from(steps_a_frame) * self.tally.seconds_a_step();
        let claim = format!("{}: time of a frame", self.name);
        Claim::number(claim, format!("{published} s"), (ours, "s"), Asked::AtMost(0.5 * published))
            .noting(format!("{:.2} of it", ours / published))
            .judged(size == Size::Full)
    }

    /// Deepest point of bodies in bodies, less than a tenth of a length.
    pub(super) fn apart(&self, what: &str, length: f64) -> Claim {
        let depth = (100.0 * self.inside_bodies() / length, "%");
        Claim::number(what, "stopped by penalties", depth, Asked::AtMost(10.0))
    }
}

const HEAD: &str =
    "take,step,time,outcome,linear_solves,linear_iterations,inverted,min_det,in_obstacles,in_bodies,wall_s\n";

impl Collision {
    /// Makes the steps of all takes in the order of time, so that what else a machine does slows all of them alike.
    fn crash(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Crash>, ExperimentError> {
        let scene = (self.scene)();
        let mut stages = Vec::new();
        for take in self.takes {
            let smaller: &[&str] = if task.size == Size::Smoke { self.smaller } else { &[] };
            let mut overrides: Vec<String> =
                smaller.iter().chain(take.changes).map(|&s| s.to_owned()).collect();
            overrides.extend_from_slice(task.overrides);
            let run = SceneRun::new(self.name, &scene, &overrides)?;
            stages.push((take, Crash::new(take.name, &run), Some(run)));
        }
        let mut table = String::from(HEAD);
        loop {
            let under_way = stages.iter_mut().filter(|(.., run)| run.is_some());
            let time = |crash: &Crash| crash.times.last().copied().unwrap_or(0.0);
            let Some((take, crash, slot)) = under_way.min_by(|a, b| time(&a.1).total_cmp(&time(&b.1))) else {
                break;
            };
            let Some(run) = slot else { break };
            let Some(record) = run.advance() else {
                crash.complete = true;
                crash.end = run.world.state().x.clone();
                *slot = None;
                continue;
            };
            crash.add(&record, run);
            table += &crash.row(&record);
            task.write("steps.csv", &table)?;
            progress(
                record.step as f64 / run.steps() as f64,
                &format!("{}, step {}", take.name, record.step),
            );
            let failed = take.to_failure && crash.tally.failed > 0;
            if failed || !record.committed {
                crash.end = run.world.state().x.clone();
                *slot = None;
            }
        }
        Ok(stages.into_iter().map(|(_, crash, _)| crash).collect())
    }

    fn draw(&self, crashes: &[Crash], task: &Task<'_>) -> Result<(), ExperimentError> {
        let mut figure = Figure::new().title(self.summary).columns(1);
        type Curve = fn(&Crash, usize) -> f64;
        let depth: Curve = |crash, step| {
            1e3 * crash.depths[step].iter().fold(0.0, |most, &(_, depth)| f64::max(most, depth))
        };
        let solves: Curve = |crash, step| crash.solves[step];
        for (label, curve) in [("deepest point inside anything [mm]", depth), ("linear solves", solves)] {
            let mut chart = Chart::new(self.name).x_label("time [s]").y_label(label);
            for crash in crashes {
                let values: Vec<f64> = (0..crash.times.len()).map(|step| curve(crash, step)).collect();
                chart = chart.series(crash.name, &crash.times, &values);
            }
            figure = figure.chart(chart);
        }
        task.draw(&format!("{}.png", self.name), &figure.to_image())
    }
}

impl Experiment for Collision {
    fn name(&self) -> &'static str {
        self.name
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let crashes = self.crash(task, progress)?;
        let mut runs = format!("take,{}\n", Tally::HEAD);
        crashes.iter().for_each(|crash| runs += &format!("{},{}\n", crash.name, crash.tally.row()));
        task.write("runs.csv", &runs)?;
        self.draw(&crashes, task)?;
        let mut claims = vec![Claim::beside("unknowns", self.unknowns, format!("{}", crashes[0].unknowns))];
        claims.extend((self.claims)(&crashes, task.size));
        Ok(claims)
    }
}
