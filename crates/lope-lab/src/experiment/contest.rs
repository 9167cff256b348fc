//! Methods side by side on one scene: the same run with different settings, step by step in turn.
//!
//! Taking turns has two uses. What else the machine does meanwhile slows all of them alike, so ratios of their times
//! mean something; and where their states differ can be measured after every step without keeping the steps.

use lope::observe::StepRecord;

use super::apart::{Apart, Skin};
use super::crossing;
use super::scene_run::{SceneRun, Tally};
use super::{ExperimentError, Task};

/// The methods that project, by the names of the paper, and the overrides that choose them.
pub(super) const PROJECTING: [(&str, &str); 3] = [
    ("PN", "solver.method=projected-newton"),
    ("PDN", "solver.method=project-on-demand"),
    ("PPN", "solver.method=progressive"),
];

/// These, and lope's own.
pub(super) const WITH_AUTO: [(&str, &str); 4] =
    [PROJECTING[0], PROJECTING[1], PROJECTING[2], ("auto", "solver.method=auto")];

/// One of those side by side.
pub(super) struct Lane {
    /// What it is called.
    pub(super) name: String,
    /// What it did.
    pub(super) tally: Tally,
    run: SceneRun,
    going: bool,
}

/// Some settings side by side.
pub(super) struct Contest {
    /// The settings, in the order given.
    pub(super) lanes: Vec<Lane>,
    /// How far the surfaces of the others were from the first one's.
    pub(super) apart: Apart,
    /// A table with one line a step and lane.
    pub(super) steps: String,
    /// Crossings of surfaces after every step, all lanes together, where they are counted.
    pub(super) crossings: usize,
    skin: Skin,
    watched: Option<crossing::Skin>,
    /// Steps made.
    made: u64,
}

impl Contest {
    /// The scene `text` with the overrides `shared` and those of the task, once for each of `lanes` with its own.
    pub(super) fn new(
        text: &str,
        shared: &[String],
        lanes: &[(&str, &str)],
        task: &Task<'_>,
    ) -> Result<Self, ExperimentError> {
        let lane = |&(name, own): &(&str, &str)| {
            let overrides = [shared, task.overrides, &[own.to_owned()]].concat();
            let run = SceneRun::new("experiment", text, &overrides)?;
            Ok(Lane { name: name.to_owned(), tally: Tally::default(), run, going: true })
        };
        let lanes = lanes.iter().map(lane).collect::<Result<Vec<Lane>, ExperimentError>>()?;
        let skin = lanes.first().map(|lane| Skin::new(&lane.run.world)).unwrap_or_default();
        let (apart, steps) = (Apart::default(), String::from(HEAD));
        Ok(Self { lanes, apart, steps, crossings: 0, skin, watched: None, made: 0 })
    }

    /// With crossings counted.
    pub(super) fn watched(mut self) -> Result<Self, ExperimentError> {
        if let Some(Lane { run, .. }) = self.lanes.first() {
            self.watched = Some(crossing::Skin::of(&run.world, &run.obstacles)?);
        }
        Ok(self)
    }

    /// Unknowns of the scene.
    pub(super) fn unknowns(&self) -> usize {
        self.lanes.first().map_or(0, |lane| lane.run.world.unknowns())
    }

    /// Runs to the end, telling `progress` the fraction done and what was done last.
    pub(super) fn run(&mut self, progress: &mut dyn FnMut(f64, &str)) {
        while self.advance(progress) {}
    }

    /// Makes one step of each; false if all are made.
    pub(super) fn advance(&mut self, progress: &mut dyn FnMut(f64, &str)) -> bool {
        let (total, count) = (self.lanes.first().map_or(0, |lane| lane.run.steps()), self.lanes.len());
        if self.made == total {
            return false;
        }
        for (number, lane) in self.lanes.iter_mut().enumerate().filter(|(_, lane)| lane.going) {
            let Some(record) = lane.run.advance() else { continue };
            lane.going = record.committed;
            lane.tally.add(&record);
            self.steps += &line(&lane.name, &record);
            if let Some(skin) = &self.watched {
                self.crossings += skin.crossings(lane.run.world.state().x.as_chunks().0);
            }
            let turn = self.made as f64 + (number + 1) as f64 / count as f64;
            let note =
                format!("{}: step {}, {} iterations", lane.name, record.step, record.report.iterations);
            progress(turn / total as f64, &note);
        }
        let mut states = self.lanes.iter().filter(|lane| lane.going).map(|lane| &lane.run.world.state().x);
        if let Some(first) = states.next() {
            let tree = self.skin.tree(first);
            states.for_each(|x| self.apart.note(self.skin.distance(&tree, x)));
        }
        self.made += 1;
        true
    }

    /// What the lane of that name did.
    pub(super) fn tally(&self, name: &str) -> Tally {
        self.lanes.iter().find(|lane| lane.name == name).map(|lane| lane.tally).unwrap_or_default()
    }

    /// A line a lane, each behind `label`.
    pub(super) fn rows(&self, label: &str) -> String {
        self.lanes.iter().map(|lane| format!("{label}{},{}\n", lane.name, lane.tally.row())).collect()
    }
}

const HEAD: &str = "lane,step,outcome,iterations,linear_solves,linear_iterations,projected,elements,wall_s\n";

fn line(name: &str, record: &StepRecord) -> String {
    let report = &record.report;
    format!(
        "{name},{},{},{},{},{},{},{},{:.3}\n",
        record.step,
        report.outcome.word(),
        report.iterations,
        report.linear_solves,
        report.linear_iterations,
        report.projected,
        record.elements * report.iterations,
        record.wall.as_secs_f64(),
    )
}
