//! Writing down a run, step by step, whoever makes the steps.

use std::time::{Duration, Instant};

use lope::minimize::{Control, Outcome};
use lope::observe::{Event, Ledger, Observer, StepRecord};
use lope::scene::Scene;
use lope::scene::build::Scenery;
use lope::scene::model::Expect;
use lope::world::World;

use super::directory::RunDirectory;
use super::evidence::Witness;
use super::frames::{self, FrameWriter};
use super::identity::Identity;
use super::snapshot::{self, Origin};
use super::{End, Finished, failure, row};
use crate::clock;
use crate::output::forces::ForcesWriter;
use crate::output::probes::ProbesWriter;
use crate::output::stats::StatsWriter;
use crate::output::summary::{Energies, Phase, Summary};
use crate::output::{self, OutputError};

/// What writes the directory of a run. It makes no steps: it is told of them.
pub struct Recorder {
    title: String,
    directory: RunDirectory,
    origin: Origin,
    stats: StatsWriter,
    forces: ForcesWriter,
    probes: ProbesWriter,
    frames: FrameWriter,
    witness: Witness,
    expect: Expect,
    times: Times,
    failures: u64,
    mistake: Option<String>,
    started: Instant,
    /// Wall-clock time between two checkpoints.
    every: Duration,
    last_checkpoint: Instant,
}

/// Where the wall-clock time goes.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    hessian: Duration,
    linear: Duration,
    search: Duration,
    contact: Duration,
    steps: Duration,
    output: Duration,
}

impl Recorder {
    /// Empties the directory and writes the scene and the world as it starts. `resolved` is the scene as a file there,
    /// `inputs` says what is in the files it reads.
    pub fn start(
        scene: &Scene,
        world: &mut World,
        obstacles: Vec<Scenery>,
        inputs: Vec<String>,
        directory: RunDirectory,
        resolved: &str,
    ) -> Result<Self, OutputError> {
        directory.clear()?;
        let origin = Origin { inputs, begun: world.step_number() };
        output::atomic::write(&directory.path().join("scene.toml"), resolved.as_bytes())?;
        let mut frames = FrameWriter::new(world, obstacles, &scene.output, directory.path())?;
        frames.write(world, 0, 0.0)?;
        let stats = StatsWriter::create(directory.path())?;
        frames::ask(scene, world);
        let forces = ForcesWriter::create(directory.path(), world.force_sources())?;
        let probes = ProbesWriter::create(directory.path(), &world.probe_columns())?;
        let witness = Witness::new(&world.ledger());
        let mut recorder = Self::new(scene, directory, origin, (stats, forces, probes), frames, witness);
        // A state from elsewhere cannot be made again from the scene.
        if recorder.origin.begun > 0 {
            recorder.checkpoint(world)?;
        }
        Ok(recorder)
    }

    /// Puts the world into the state of the checkpoint in the directory, and goes on from there; before the first
    /// checkpoint, from the start.
    pub fn resume(
        scene: &Scene,
        world: &mut World,
        obstacles: Vec<Scenery>,
        inputs: Vec<String>,
        directory: RunDirectory,
        resolved: &str,
    ) -> Result<Self, OutputError> {
        let identity = Identity { scene: resolved, inputs: &inputs };
        let written = directory.path().join("scene.toml");
        if !directory.has_checkpoint() {
            if written.is_file() {
                let then = output::atomic::read_text(&written)?;
                snapshot::same_run(&written, &Identity { scene: &then, inputs: &inputs }, &identity)?;
            }
            return Self::start(scene, world, obstacles, inputs, directory, resolved);
        }
        let start = world.ledger();
        frames::ask(scene, world);
        let begun = snapshot::restore(world, directory.path(), Some(identity))?;
        let steps = begun + 1..=world.step_number();
        let stats = StatsWriter::resume(directory.path(), steps.clone())?;
        let forces = ForcesWriter::resume(directory.path(), world.force_sources(), steps.clone())?;
        let probes = ProbesWriter::resume(directory.path(), &world.probe_columns(), steps)?;
        output::atomic::write(&written, resolved.as_bytes())?;
        let frames = FrameWriter::resume(world, obstacles, &scene.output, directory.path())?;
        let rows = output::stats::read(directory.path())?;
        let origin = Origin { inputs, begun };
        let mut recorder =
            Self::new(scene, directory, origin, (stats, forces, probes), frames, Witness::new(&start));
        for row in rows {
            recorder.failures += u64::from(!matches!(row.outcome.as_str(), "converged" | "halved"));
            recorder.witness.row(&row);
        }
        Ok(recorder)
    }

    fn new(
        scene: &Scene,
        directory: RunDirectory,
        origin: Origin,
        (stats, forces, probes): (StatsWriter, ForcesWriter, ProbesWriter),
        frames: FrameWriter,
        witness: Witness,
    ) -> Self {
        clock::set();
        // Too long for a duration is never.
        let every = Duration::try_from_secs_f64(scene.output.checkpoint_every.get());
        Self {
            title: scene.title.clone(),
            directory,
            origin,
            stats,
            forces,
            probes,
            frames,
            witness,
            expect: scene.expect.clone(),
            times: Times::default(),
            failures: 0,
            mistake: None,
            started: Instant::now(),
            every: every.unwrap_or(Duration::MAX),
            last_checkpoint: Instant::now(),
        }
    }

    /// Writes a step down, with a frame of that number if there is to be one. Returns how the run ends, if it does:
    /// the step failed for good, or the observer asks to stop.
    pub fn step(
        &mut self,
        world: &World,
        record: &StepRecord,
        frame: Option<u64>,
        observer: &mut dyn Observer,
    ) -> Result<Option<End>, OutputError> {
        self.account(record);
        if record.report.outcome == Outcome::Interrupted {
            return Ok(Some(End::Interrupted));
        }
        let writing = Instant::now();
        self.stats.append(&row(record))?;
        self.witness.step(record);
        let control = observer.on(&Event::Step(record));
        for note in &record.report.notes {
            let line = format!("step {}: {note}", record.step);
            observer.on(&Event::Note(&line));
            self.directory.log(&line)?;
        }
        if record.report.outcome != Outcome::Converged {
            self.failures += 1;
        }
        if !record.committed {
            failure::write(&self.directory, &self.origin, world, &self.frames, record)?;
            self.mistake.clone_from(&record.mistake);
            return Ok(Some(End::Failed { outcome: record.report.outcome, step: record.step }));
        }
        self.forces.append(world.force_sources(), record.step, record.time, world.forces().as_deref())?;
        self.probes.append(record.step, record.time, &world.measured())?;
        if let Some(index) = frame {
            self.frames.write(world, index, record.time)?;
            observer.on(&Event::Frame { index, time: record.time });
        }
        let stop = control == Control::Stop;
        if stop || self.last_checkpoint.elapsed() >= self.every {
            self.checkpoint(world)?;
            observer.on(&Event::Checkpoint { step: record.step });
            self.last_checkpoint = Instant::now();
        }
        self.times.output += writing.elapsed();
        Ok(stop.then_some(End::Interrupted))
    }

    /// Takes down that the settings of the run were changed: `resolved` is the scene from now on, `inputs` is what is in
    /// its files. The log says `what` and when.
    pub fn changed(
        &mut self,
        world: &World,
        resolved: &str,
        inputs: Vec<String>,
        what: &str,
    ) -> Result<(), OutputError> {
        self.origin.inputs = inputs;
        output::atomic::write(&self.directory.path().join("scene.toml"), resolved.as_bytes())?;
        self.directory.log(&format!("after step {}: {what}", world.step_number()))
    }

    /// Writes the last checkpoint and the summary.
    pub fn finish(
        mut self,
        world: &mut World,
        end: End,
        observer: &mut dyn Observer,
    ) -> Result<Finished, OutputError> {
        if !matches!(end, End::Failed { .. }) {
            self.checkpoint(world)?;
            observer.on(&Event::Checkpoint { step: world.step_number() });
        }
        self.frames.save_list()?;
        let summary = self.summary(world);
        summary.save(self.directory.path())?;
        let evidence = self.witness.testify(world, &self.expect);
        Ok(Finished { end, summary, evidence, mistake: self.mistake })
    }

    fn checkpoint(&mut self, world: &World) -> Result<(), OutputError> {
        self.stats.sync()?;
        self.forces.sync()?;
        self.probes.sync()?;
        self.frames.save_list()?;
        snapshot::of(world, self.directory.path(), &self.origin)?.save(self.directory.path())
    }

    fn account(&mut self, record: &StepRecord) {
        self.times.hessian += record.report.hessian_time;
        self.times.linear += record.report.linear_time;
        self.times.search += record.report.search_time;
        self.times.contact += record.report.contact_time;
        self.times.steps += record.wall;
    }

    fn summary(&self, world: &mut World) -> Summary {
        let ledger = world.ledger();
        let Times { hessian, linear, search, contact, steps, output } = self.times;
        let phase = |name: &str, time: Duration| Phase { name: name.into(), seconds: time.as_secs_f64() };
        let other = steps.saturating_sub(hessian + linear + search);
        Summary {
            version: env!("CARGO_PKG_VERSION").into(),
            title: self.title.clone(),
            bodies: world.bodies().len(),
            vertices: world.mass().len(),
            elements: world.bodies().iter().map(|b| b.elements()).sum(),
            unknowns: world.unknowns(),
            steps: world.step_number(),
            failures: self.failures,
            inverted: ledger.inverted as u64,
            time: world.state().t,
            wall_s: self.started.elapsed().as_secs_f64(),
            phases: vec![
                phase("hessian", hessian),
                phase("linear", linear),
                phase("search", search),
                phase("other", other),
                phase("output", output),
                // Part of the first four.
                phase("contact", contact),
            ],
            threads: rayon::current_num_threads(),
            energies: energies(&ledger),
        }
    }
}

fn energies(ledger: &Ledger) -> Energies {
    Energies {
        kinetic: Some(ledger.kinetic),
        elastic: Some(ledger.elastic),
        gravity: Some(ledger.gravity),
        contact: Some(ledger.contact),
        load: Some(ledger.load),
        total: Some(ledger.total()),
    }
}
