//! A scene as it runs.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use axum::body::Bytes;
use lope::minimize::{Control, Outcome};
use lope::observe::{Event, Nobody, Observer, StepRecord};
use lope::scene::build::{Built, Scenery};
use lope::scene::builtin;
use lope::scene::model::Scene;
use lope::scene::schedule::Schedule;
use lope::world::World;
use lope_io::Loaded;
use lope_io::run::{End, Finished, Recorder, RunDirectory, row};
use lope_io::show::{Colour, Live, Snapshot};

use super::hold::{Hands, Scheme};
use super::pace::{Pace, Rate};
use super::settings::{self, Changes};
use super::threads::Threads;
use super::{Record, Show, bounds, part_news, reasons};
use crate::ViewError;
use crate::hub::{Client, Hub};
use crate::protocol::{ProbeNews, Request, Row, SceneNews, State};
use crate::wire::{self, Stamp};

/// Steps that may be asked for one by one before they are made.
const MAX_STEPS: u32 = 1000;

/// A world that runs.
pub(super) struct LiveShow {
    /// The scene as it was opened.
    opened: Loaded,
    changes: Changes,
    /// The scene as it runs.
    scene: Scene,
    world: World,
    threads: Threads,
    view: Live,
    clock: Clock,
    hands: Hands,
    recording: Option<Recording>,
    /// A recording has come to its end.
    finished: bool,
    recorded: Option<Result<Finished, ViewError>>,
    playing: bool,
    /// Steps to be made while not playing.
    single: u32,
    pace: Pace,
    rate: Rate,
    failed: Option<String>,
    broken: bool,
    generation: u32,
    moment: u64,
    shot: Snapshot,
}

/// When steps end, also if their length was changed on the way.
struct Clock {
    schedule: Schedule,
    /// Step, time and number of frames at which the schedule began.
    step: u64,
    time: f64,
    frame: u64,
}

impl Clock {
    fn next(&self, world: &World) -> (f64, f64, Option<u64>) {
        let number = world.step_number() + 1 - self.step;
        let time = self.time + self.schedule.time(number);
        (self.schedule.length(number), time, self.schedule.frame(number).map(|frame| self.frame + frame))
    }
}

struct Recording {
    recorder: Recorder,
    directory: PathBuf,
    /// Steps of the scene, and the time at their end.
    steps: u64,
    end: f64,
    /// Number of the last frame written.
    frame: u64,
}

/// Stops a step that is under way when the program is to end, or when an order waits that makes it pointless.
struct Watch<'a> {
    stop: &'a AtomicBool,
    orders: Option<&'a Hub>,
}

impl Observer for Watch<'_> {
    fn on(&mut self, _: &Event<'_>) -> Control {
        let pointless = || self.orders.is_some_and(Hub::is_urgent);
        if self.stop.load(Ordering::Relaxed) || pointless() { Control::Stop } else { Control::Continue }
    }
}

/// Whether there are forces of contact.
fn meets(scene: &Scene) -> bool {
    scene.contact.is_some() || !scene.obstacle.is_empty()
}

impl LiveShow {
    pub(super) fn open(opened: Loaded, record: Option<Record<'_>>, paused: bool) -> Result<Self, ViewError> {
        let Built { mut world, obstacles, inputs, .. } = opened.build()?;
        let schedule = Schedule::new(&opened.scene.time);
        let view = Live::new(&world, &obstacles);
        let recording = record
            .map(|record| Recording::start(&opened, schedule, &mut world, obstacles, inputs, record))
            .transpose()?;
        if recording.is_none() && meets(&opened.scene) {
            world.tell_forces(true);
        }
        let schedule = if recording.is_some() { schedule } else { schedule.open_ended() };
        Ok(Self {
            scene: opened.scene.clone(),
            opened,
            changes: Changes::default(),
            world,
            threads: Threads::default(),
            view,
            clock: Clock { schedule, step: 0, time: 0.0, frame: 0 },
            hands: Hands::default(),
            recording,
            finished: false,
            recorded: None,
            playing: !paused,
            single: 0,
            pace: Pace::new(),
            rate: Rate::new(),
            failed: None,
            broken: false,
            generation: 1,
            moment: 1,
            shot: Snapshot::default(),
        })
    }

    /// Another scene, from its start.
    fn restart(&mut self, opened: Loaded, changes: Changes) -> Result<(), String> {
        if self.recording.is_some() {
            return Err(
                "this run is being recorded; end the viewer, or wait until the recording is complete".into(),
            );
        }
        let scene = changes.applied(&opened.scene);
        let Built { mut world, obstacles, .. } = build(&scene, &opened.directory)?;
        if meets(&scene) {
            world.tell_forces(true);
        }
        self.view = Live::new(&world, &obstacles);
        self.clock =
            Clock { schedule: Schedule::new(&scene.time).open_ended(), step: 0, time: 0.0, frame: 0 };
        (self.world, self.scene, self.opened, self.changes) = (world, scene, opened, changes);
        self.hands.clear();
        (self.single, self.failed, self.broken, self.finished) = (0, None, false, false);
        self.generation += 1;
        self.moment += 1;
        self.pace.reset();
        Ok(())
    }

    /// Another setting for the world as it is.
    fn set(&mut self, key: &str, value: &serde_json::Value) -> Result<(), String> {
        if self.broken {
            return Err("start anew first".into());
        }
        let changes = self.changes.with(&self.opened.scene, key, value)?;
        let scene = changes.applied(&self.opened.scene);
        let Built { mut world, inputs, .. } = build(&scene, &self.opened.directory)?;
        if world.mass().len() != self.world.mass().len() {
            return Err("the meshes have changed; start anew".into());
        }
        world.tell_forces_as(&self.world);
        let before = self.world.ledger().tracked();
        let mut state = self.world.state().clone();
        let same_scheme = scene.time.integrator == self.scene.time.integrator;
        if !same_scheme {
            // Velocities half a step back and the state before are of no use to another scheme.
            state.v = state.momentum().to_vec();
            (state.momentum, state.earlier) = (Vec::new(), None);
        }
        let (step, mut books) = (self.world.step_number(), self.world.books());
        world.recall_adaptation(&self.world.adaptation());
        world.restore(step, state.clone(), books);
        if same_scheme && scene.solver.method() == self.scene.solver.method() {
            world.recall(&self.world.memory(), self.world.trend().clone());
        }
        self.hands.carry_over(&mut world);
        // Who makes a stretched body stiffer, or lifts it by turning gravity round, adds energy.
        books.added += world.ledger().tracked() - before;
        world.restore(step, state, books);
        if let Some(recording) = &mut self.recording {
            let mut loaded = self.opened.clone();
            loaded.scene = scene.clone();
            let resolved = loaded.resolved_toml(&recording.directory).map_err(|e| e.to_string())?;
            let what = format!("{key} = {value}");
            recording.recorder.changed(&world, &resolved, inputs, &what).map_err(|e| e.to_string())?;
        }
        if scene.time != self.scene.time {
            let schedule = Schedule::new(&scene.time).open_ended();
            if schedule.step_length() != self.clock.schedule.step_length() {
                let frame = self.recording.as_ref().map_or(0, |recording| recording.frame);
                self.clock = Clock { schedule, step, time: world.state().t, frame };
            }
        }
        (self.world, self.scene, self.changes) = (world, scene, changes);
        self.failed = None;
        self.moment += 1;
        Ok(())
    }

    fn record(&mut self, record: &StepRecord, frame: Option<u64>, hub: &Hub, stop: &AtomicBool) {
        let Some(recording) = &mut self.recording else { return };
        let ended = recording.recorder.step(&self.world, record, frame, &mut Watch { stop, orders: None });
        if let (Ok(_), Some(frame)) = (&ended, frame) {
            recording.frame = frame;
        }
        let over = self.world.state().t >= recording.end * (1.0 - 1e-12);
        match ended {
            Ok(None) if !over => {}
            Ok(None) => self.complete(End::Done, hub),
            Ok(Some(End::Interrupted)) => {} // the end of the program does the rest
            Ok(Some(end)) => self.complete(end, hub),
            Err(error) => {
                hub.note(&format!("the recording has ended: {error}"));
                self.recording = None;
                self.finished = true;
                self.recorded = Some(Err(error.into()));
            }
        }
    }

    /// Completes a recording.
    fn complete(&mut self, end: End, hub: &Hub) {
        let Some(recording) = self.recording.take() else { return };
        let directory = recording.directory.display().to_string();
        let finished = recording.recorder.finish(&mut self.world, end, &mut Nobody);
        match &finished {
            Ok(_) => hub.note(&format!("the recording is complete: {directory}")),
            Err(error) => hub.note(&format!("the recording could not be completed: {error}")),
        }
        self.recorded = Some(finished.map_err(ViewError::from));
        self.finished = true;
        self.playing = false;
        // Whoever goes on playing goes on without an end.
        let schedule = self.clock.schedule.open_ended();
        let (step, time) = (self.world.step_number(), self.world.state().t);
        self.clock = Clock { schedule, step, time, frame: 0 };
    }

    fn colours(&self) -> Vec<&'static str> {
        let strained = self.world.bodies().iter().any(|body| body.strain.is_some());
        let shows = |colour: &Colour| match colour {
            Colour::Body | Colour::Speed | Colour::Displacement => true,
            Colour::Energy | Colour::Det | Colour::Stress | Colour::Stretch => strained,
            // A run that is written asks for forces on vertices if it writes some.
            colour if colour.is_force() && self.recording.is_some() => {
                self.scene.output.fields.iter().any(|field| field.is_force())
            }
            Colour::Contact | Colour::Pressure => meets(&self.scene),
            Colour::Reaction => {
                meets(&self.scene)
                    && self.scene.body.iter().any(|body| !(body.pin.is_empty() && body.attach.is_empty()))
            }
            Colour::Gap => self.view.parts().len() > 1,
            Colour::Projected => !self.scene.time.explicit() && self.scene.solver.method().projects(),
        };
        Colour::ALL.iter().filter(|colour| shows(colour)).map(|colour| colour.word()).collect()
    }
}

impl Recording {
    fn start(
        opened: &Loaded,
        schedule: Schedule,
        world: &mut World,
        obstacles: Vec<Scenery>,
        inputs: Vec<String>,
        Record { directory: path, overwrite }: Record<'_>,
    ) -> Result<Self, ViewError> {
        let resolved = opened.resolved_toml(path)?;
        let take = if overwrite { RunDirectory::overwrite } else { RunDirectory::prepare };
        let directory = take(path)?;
        directory.spares(opened)?;
        let recorder = Recorder::start(&opened.scene, world, obstacles, inputs, directory, &resolved)?;
        let (steps, end) = (schedule.steps, schedule.time(schedule.steps));
        Ok(Self { recorder, directory: path.into(), steps, end, frame: 0 })
    }
}

impl Show for LiveShow {
    fn obey(&mut self, hub: &Hub, client: Client, request: Request) -> Result<(), String> {
        let playable = || if self.broken { Err("start anew first".to_string()) } else { Ok(()) };
        match request {
            Request::Play => {
                playable()?;
                (self.playing, self.failed) = (true, None);
                self.pace.reset();
            }
            Request::Pause => (self.playing, self.single) = (false, 0),
            Request::Step => {
                playable()?;
                (self.playing, self.failed) = (false, None);
                self.single = (self.single + 1).min(MAX_STEPS);
            }
            Request::Reset => {
                self.restart(self.opened.clone(), self.changes.clone())?;
                self.introduce(hub);
            }
            Request::Scene { name } => {
                let scene =
                    builtin::find(&name).ok_or_else(|| format!("there is no built-in scene \"{name}\""))?;
                let loaded = Loaded::builtin(scene, &[]).map_err(|e| reasons(&e))?;
                self.restart(loaded, Changes::default())?;
                self.introduce(hub);
            }
            Request::Speed { value } => self.pace.set_speed(value)?,
            Request::Set { key, value } => {
                self.set(&key, &value)?;
                self.introduce(hub);
            }
            Request::Grab { part, vertex, seq } => {
                playable()?;
                let scheme =
                    Scheme { step: self.clock.schedule.step_length(), explicit: self.scene.time.explicit() };
                self.hands.grab(&mut self.world, &self.view, client, (part, vertex), scheme, seq)?;
            }
            Request::Drag { mut target, seq } => {
                if self.scene.dimension == 2 {
                    target[2] = 0.0;
                }
                self.hands.drag(&mut self.world, client, target, seq)?;
            }
            Request::Release { .. } => self.hands.release(&mut self.world, client),
            Request::Seek { .. } => return Err("this is no recording: time goes on by itself".into()),
            Request::Ready | Request::Colour { .. } | Request::Drawing { .. } => {}
        }
        Ok(())
    }

    fn forget(&mut self, client: Client) {
        self.hands.forget(&mut self.world, client);
    }

    fn due(&mut self, now: Instant, watched: bool) -> Option<Instant> {
        if self.broken {
            None
        } else if self.single > 0 {
            Some(now)
        } else if self.playing && (watched || self.recording.is_some()) {
            Some(self.pace.due(now, self.world.state().t))
        } else {
            // Nobody would see it, and nothing is written: it waits for the first page.
            self.pace.reset();
            None
        }
    }

    fn act(&mut self, hub: &Hub, stop: &AtomicBool) {
        let (h, end, frame) = self.clock.next(&self.world);
        // What is recorded has the bits of a run that nobody interrupts.
        let orders = self.recording.is_none().then_some(hub);
        let watch = &mut Watch { stop, orders };
        let memory = self.world.memory();
        let record = self.threads.leave_one(hub.draws(), || self.world.advance_to(h, end, watch));
        if !record.committed {
            // What a step taught that was not made is not known to who resumes before it.
            self.world.recall(&memory, self.world.trend().clone());
        }
        if record.report.outcome == Outcome::Interrupted {
            return;
        }
        self.single = self.single.saturating_sub(1);
        self.rate.count();
        self.moment += 1;
        hub.row(Row { probes: self.world.measured(), ..Row::from(&row(&record)) });
        for note in &record.report.notes {
            hub.note(&format!("step {}: {note}", record.step));
        }
        if record.committed {
            self.hands.stepped();
        } else {
            (self.playing, self.single) = (false, 0);
            self.failed =
                Some(format!("step {} did not converge: {}", record.step, record.report.outcome.word()));
        }
        self.record(&record, frame, hub, stop);
    }

    fn moment(&self) -> u64 {
        self.moment
    }

    fn generation(&self) -> u32 {
        self.generation
    }

    fn encode(&mut self, stamp: Stamp) -> Bytes {
        // What broke is shown as it was last.
        if !self.broken {
            self.view.capture(&self.world, stamp.colour, &mut self.shot);
        }
        wire::frame(stamp, self.view.parts(), &self.shot)
    }

    fn seqs(&self) -> Vec<(Client, u32)> {
        self.hands.contained()
    }

    fn state(&mut self, now: Instant) -> State {
        State {
            playing: self.playing,
            speed: self.pace.speed(),
            step: self.world.step_number(),
            time: self.world.state().t,
            frame: None,
            rate: self.rate.value(now),
            clients: 0,
            finished: self.finished,
            failed: self.failed.clone(),
            held: self.hands.count(),
        }
    }

    fn introduce(&mut self, hub: &Hub) {
        self.view.capture(&self.world, Colour::Body, &mut self.shot);
        let parts = self.view.parts();
        let news = SceneNews {
            generation: self.generation,
            name: self.opened.name.clone(),
            title: self.scene.title.clone(),
            dimension: self.scene.dimension,
            parts: part_news(parts),
            colours: self.colours(),
            bounds: bounds(parts, std::iter::once(&self.shot)),
            up: [0.0, 1.0, 0.0],
            settings: Some(self.changes.news(&self.opened.scene, &self.scene)),
            choices: Some(settings::choices()),
            recording: None,
            steps: self.recording.as_ref().map(|recording| recording.steps),
            probes: ProbeNews::of(&self.world.probe_columns()),
        };
        hub.announce(&news, wire::topology(self.generation, parts, &self.shot.poses));
    }

    fn broke(&mut self, what: String) {
        (self.playing, self.single, self.broken) = (false, 0, true);
        self.failed = Some(what);
    }

    fn end(&mut self) -> Result<Option<Finished>, ViewError> {
        if let Some(recording) = self.recording.take() {
            let finished = recording.recorder.finish(&mut self.world, End::Interrupted, &mut Nobody);
            self.recorded = Some(finished.map_err(ViewError::from));
        }
        self.recorded.take().transpose()
    }
}

/// Builds a scene that was changed, or says why it cannot be.
fn build(scene: &Scene, directory: &Path) -> Result<Built, String> {
    let built = scene.validate().and_then(|()| lope_io::build(scene, directory));
    built.map_err(|problems| reasons(&problems.into()))
}
