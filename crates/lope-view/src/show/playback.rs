//! A recording.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use lope_io::output::probes::{self, Probes};
use lope_io::run::Finished;
use lope_io::show::{Colour, Recording, Role, Snapshot};

use super::pace::{Pace, Rate};
use super::{Show, bounds, part_news};
use crate::ViewError;
use crate::history::History;
use crate::hub::{Client, Hub};
use crate::protocol::{ProbeNews, RecordingNews, Request, Row, SceneNews, State};
use crate::wire::{self, Stamp};

/// Shortest time a frame is shown when played as fast as it goes.
const SHORTEST: Duration = Duration::from_millis(12);

/// The frames of a run, one after the other.
pub(super) struct Playback {
    recording: Recording,
    probes: Probes,
    colours: Vec<&'static str>,
    bounds: [[f32; 3]; 2],
    /// The frame that is shown.
    frame: usize,
    since: Instant,
    playing: bool,
    pace: Pace,
    rate: Rate,
    moment: u64,
    shot: Snapshot,
    failed: Option<String>,
}

impl Playback {
    /// Opens on the first frame and waits for somebody to press play: a page takes a while to appear.
    pub(super) fn open(directory: &Path) -> Result<Self, ViewError> {
        let recording = Recording::open(directory)?;
        let first = recording.read(0, Colour::Body)?;
        let count = recording.times().len();
        // The last one too: bodies may have gone far. A run that is being written may not have it whole.
        let last = recording.read(count - 1, Colour::Body).unwrap_or_else(|_| first.clone());
        let bounds = bounds(recording.parts(), [&first, &last].into_iter());
        let has = |colour: &Colour| {
            let shot = recording.read(0, *colour).unwrap_or_default();
            let mut bodies =
                recording.parts().iter().zip(&shot.poses).filter(|(part, _)| part.role == Role::Body);
            *colour == Colour::Body || bodies.any(|(_, pose)| !pose.values.is_empty())
        };
        let colours = Colour::ALL.iter().filter(|c| has(c)).map(|c| c.word()).collect();
        let probes = probes::read(directory)?.unwrap_or_default();
        Ok(Self {
            recording,
            probes,
            colours,
            bounds,
            frame: 0,
            since: Instant::now(),
            playing: false,
            pace: Pace::new(),
            rate: Rate::new(),
            moment: 1,
            shot: first,
            failed: None,
        })
    }

    fn last(&self) -> usize {
        self.recording.times().len() - 1
    }

    fn go_to(&mut self, frame: usize) {
        self.frame = frame;
        self.since = Instant::now();
        self.moment += 1;
        self.rate.count();
    }
}

impl Show for Playback {
    fn obey(&mut self, _: &Hub, _: Client, request: Request) -> Result<(), String> {
        match request {
            Request::Play => {
                if self.frame == self.last() {
                    self.go_to(0);
                }
                self.playing = true;
                self.failed = None;
                self.pace.reset();
            }
            Request::Pause => self.playing = false,
            Request::Step => {
                self.playing = false;
                if self.frame < self.last() {
                    self.go_to(self.frame + 1);
                }
            }
            Request::Reset => {
                self.go_to(0);
                self.pace.reset();
            }
            Request::Seek { frame } => {
                if frame > self.last() {
                    return Err(format!("there is no frame {frame}: the last is {}", self.last()));
                }
                self.failed = None;
                self.go_to(frame);
                self.pace.reset();
            }
            Request::Speed { value } => self.pace.set_speed(value)?,
            Request::Release { .. } | Request::Ready | Request::Colour { .. } | Request::Drawing { .. } => {}
            Request::Scene { .. } | Request::Set { .. } | Request::Grab { .. } | Request::Drag { .. } => {
                return Err("this is a recording: it has happened already".into());
            }
        }
        Ok(())
    }

    fn forget(&mut self, _: Client) {}

    fn due(&mut self, now: Instant, watched: bool) -> Option<Instant> {
        if !self.playing || !watched {
            self.pace.reset();
            return None;
        }
        let times = self.recording.times();
        // The first question after a pause says when the present frame began.
        self.pace.due(now, times[self.frame]);
        let next = times[(self.frame + 1).min(self.last())];
        Some(self.pace.due(now, next).max(self.since + SHORTEST))
    }

    fn act(&mut self, _: &Hub, _: &AtomicBool) {
        if self.frame < self.last() {
            self.go_to(self.frame + 1);
        }
        if self.frame == self.last() {
            self.playing = false;
        }
    }

    fn moment(&self) -> u64 {
        self.moment
    }

    fn generation(&self) -> u32 {
        1
    }

    fn encode(&mut self, stamp: Stamp) -> Bytes {
        match self.recording.read(self.frame, stamp.colour) {
            Ok(shot) => self.shot = shot,
            // The frame before stays.
            Err(error) => self.broke(error.to_string()),
        }
        wire::frame(stamp, self.recording.parts(), &self.shot)
    }

    fn seqs(&self) -> Vec<(Client, u32)> {
        Vec::new()
    }

    fn state(&mut self, now: Instant) -> State {
        let time = self.recording.times()[self.frame];
        let after = self.recording.rows().partition_point(|row| row.time <= time * (1.0 + 1e-12));
        State {
            playing: self.playing,
            speed: self.pace.speed(),
            step: after.checked_sub(1).map_or(0, |last| self.recording.rows()[last].step),
            time,
            frame: Some(self.frame),
            rate: self.rate.value(now),
            clients: 0,
            finished: self.frame == self.last(),
            failed: self.failed.clone(),
            held: 0,
        }
    }

    fn introduce(&mut self, hub: &Hub) {
        let parts = self.recording.parts();
        let times = self.recording.times().to_vec();
        let name = self.recording.directory().file_name();
        let news = SceneNews {
            generation: 1,
            name: name.map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            title: self.recording.title().into(),
            dimension: 3,
            parts: part_news(parts),
            colours: self.colours.clone(),
            bounds: self.bounds,
            up: [0.0, 1.0, 0.0],
            settings: None,
            choices: None,
            recording: Some(RecordingNews { frames: times.len(), times }),
            steps: self.recording.rows().last().map(|row| row.step),
            probes: ProbeNews::of(&self.probes.columns),
        };
        hub.announce(&news, wire::topology(1, parts, &self.shot.poses));
        // Both tables have one row a step that was made.
        let mut measured = self.probes.rows.iter().peekable();
        let rows = self.recording.rows().iter().map(|row| {
            while measured.next_if(|(step, ..)| *step < row.step).is_some() {}
            let found = measured.next_if(|(step, ..)| *step == row.step);
            Row { probes: found.map(|(.., values)| values.clone()).unwrap_or_default(), ..Row::from(row) }
        });
        let rows = rows.collect::<Vec<_>>();
        hub.recall(History::of(rows.into_iter()));
    }

    fn broke(&mut self, what: String) {
        self.playing = false;
        self.failed = Some(what);
    }

    fn end(&mut self) -> Result<Option<Finished>, ViewError> {
        Ok(None)
    }
}
