//! What is shown, and the loop of the simulation thread.

mod hold;
mod live;
mod pace;
mod playback;
mod settings;
mod threads;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use live::LiveShow;
use lope::scene::SceneError;
use lope::scene::builtin;
use lope_io::Loaded;
use lope_io::run::Finished;
use lope_io::show::{Colour, Role, Shown, ShownPart, Snapshot};
use playback::Playback;

use crate::ViewError;
use crate::hub::{Client, Hub, Order, Welcome};
use crate::protocol::{Mode, PartNews, Request, SceneName, State};
use crate::wire::Stamp;

/// Frames are no closer to each other than this for every [`FEW`] pages: none draws faster, and what is spent on many
/// pages stays a small part of what is spent on steps.
const FRAME: Duration = Duration::from_millis(12);
/// Pages that are sent every frame they can draw.
const FEW: usize = 8;
/// How often the state is told while something moves, ...
const LIVELY: Duration = Duration::from_millis(100);
/// ... and while nothing does.
const QUIET: Duration = Duration::from_millis(900);
/// How long the thread sleeps at most: it must see that it is to stop.
const NAP: Duration = Duration::from_millis(50);

/// Something that can be shown: a world that runs, or a recording.
trait Show {
    /// Does what a page asks; the error is why not.
    fn obey(&mut self, hub: &Hub, client: Client, request: Request) -> Result<(), String>;
    /// A page is gone.
    fn forget(&mut self, client: Client);
    /// When to act next; none if there is nothing to do until somebody asks.
    fn due(&mut self, now: Instant, watched: bool) -> Option<Instant>;
    /// Goes on to the next moment.
    fn act(&mut self, hub: &Hub, stop: &AtomicBool);
    /// A number that grows whenever there is something else to see.
    fn moment(&self) -> u64;
    /// A number that grows whenever the parts are others.
    fn generation(&self) -> u32;
    /// The present moment as a frame.
    fn encode(&mut self, stamp: Stamp) -> Bytes;
    /// Number of the last drag that the state contains.
    fn seqs(&self) -> Vec<(Client, u32)>;
    /// What is going on.
    fn state(&mut self, now: Instant) -> State;
    /// Tells pages what there is.
    fn introduce(&mut self, hub: &Hub);
    /// The program has a mistake: nothing goes on until the scene starts anew.
    fn broke(&mut self, what: String);
    /// The end: recordings are completed.
    fn end(&mut self) -> Result<Option<Finished>, ViewError>;
}

/// How a view ended.
#[derive(Debug)]
pub struct Finish {
    /// What was recorded, if that was asked for.
    pub recorded: Option<Finished>,
}

/// Where a run is written to while it is viewed.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The directory.
    pub directory: &'a Path,
    /// Whether a run that is there is replaced.
    pub overwrite: bool,
}

/// What a server shows.
pub struct Viewer {
    show: Box<dyn Show>,
    welcome: Welcome,
}

impl Viewer {
    /// A scene as it runs; with `record`, into a directory too.
    ///
    /// # Errors
    /// If the scene cannot be built or the directory cannot be written.
    pub fn live(scene: Loaded, record: Option<Record<'_>>, paused: bool) -> Result<Self, ViewError> {
        lope_io::clock::set();
        let show = LiveShow::open(scene, record, paused)?;
        let scenes = builtin::SCENES.iter().map(|s| SceneName { name: s.name, title: s.title() }).collect();
        let record = record.map(|record| record.directory.display().to_string());
        Ok(Self { show: Box::new(show), welcome: Welcome { mode: Mode::Live, scenes, record } })
    }

    /// The directory of a run, from its first frame on.
    ///
    /// # Errors
    /// If it does not hold one, or has no frames.
    pub fn recording(directory: &Path) -> Result<Self, ViewError> {
        let show = Playback::open(directory)?;
        let welcome = Welcome { mode: Mode::Recording, scenes: Vec::new(), record: None };
        Ok(Self { show: Box::new(show), welcome })
    }

    pub(crate) fn welcome(&self) -> Welcome {
        self.welcome.clone()
    }

    /// Shows until `stop` is set.
    pub(crate) fn run(mut self, hub: &Hub, stop: &Arc<AtomicBool>) -> Result<Finish, ViewError> {
        let show = self.show.as_mut();
        show.introduce(hub);
        let mut told = State::default();
        let mut told_at: Option<Instant> = None;
        let mut shown_at: Option<Instant> = None;
        while !stop.load(Ordering::SeqCst) {
            for (client, order) in hub.orders() {
                guarded(show, |show| obey(show, hub, client, order));
            }
            let now = Instant::now();
            let pages = hub.pages();
            let state = State { clients: pages, ..show.state(now) };
            let rhythm = if state.playing { LIVELY } else { QUIET };
            let moved = state.step != told.step || state.frame != told.frame;
            let stale = told_at.is_none_or(|at| now - at >= rhythm || (moved && !state.playing));
            if stale || state.turned(&told) {
                hub.state(&state);
                (told, told_at) = (state, Some(now));
            }
            let mut wake = now + NAP;
            let wanted = hub.wanted(show.moment());
            if !wanted.is_empty() {
                match shown_at.map(|at| at + FRAME * pages.div_ceil(FEW) as u32).filter(|next| *next > now) {
                    Some(next) => wake = wake.min(next),
                    None => {
                        shown_at = Some(now);
                        guarded(show, |show| present(show, hub, &wanted));
                    }
                }
            }
            match show.due(now, pages > 0) {
                Some(due) if due <= now => guarded(show, |show| show.act(hub, stop)),
                Some(due) => hub.wait(wake.min(due)),
                None => hub.wait(wake),
            }
        }
        Ok(Finish { recorded: self.show.end()? })
    }
}

fn obey(show: &mut dyn Show, hub: &Hub, client: Client, order: Order) {
    match order {
        Order::Left => show.forget(client),
        Order::Request(request) => {
            let word = request.word();
            if let Err(reason) = show.obey(hub, client, request) {
                hub.refuse(client, word, &reason);
            }
        }
    }
}

/// Encodes the present moment in each colour that is waited for.
fn present(show: &mut dyn Show, hub: &Hub, wanted: &[Colour]) {
    let (moment, generation, seqs) = (show.moment(), show.generation(), show.seqs());
    for &colour in wanted {
        let frame = show.encode(Stamp { generation, number: moment as u32, colour });
        hub.show(moment, colour, frame, seqs.clone());
    }
}

/// A mistake in the program must not leave pages waiting for a thread that is gone.
fn guarded(show: &mut dyn Show, work: impl FnOnce(&mut dyn Show)) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(show))) {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        show.broke(format!("a mistake in the program: {text}; start anew, and please report it"));
    }
}

/// Parts as pages are told of them.
fn part_news(parts: &[ShownPart]) -> Vec<PartNews> {
    let news = |part: &ShownPart| PartNews {
        name: part.name.clone(),
        role: match part.role {
            Role::Body => "body",
            Role::Obstacle => "obstacle",
            Role::Mark => "mark",
        },
        shown: match part.shown {
            Shown::Faces => "faces",
            Shown::Lines => "lines",
            Shown::Points => "points",
        },
        vertices: part.vertices,
        corners: part.corners.len(),
        moves: part.moves,
    };
    parts.iter().map(news).collect()
}

/// Obstacles larger than so many times the bodies, such as floors, do not count for what a camera should see.
const LARGE: f32 = 3.0;

/// The box around what a camera should see.
fn bounds<'a>(parts: &[ShownPart], shots: impl Iterator<Item = &'a Snapshot> + Clone) -> [[f32; 3]; 2] {
    let around = |index: usize| {
        let points = shots.clone().flat_map(move |shot| shot.poses[index].points.as_chunks::<3>().0);
        points.fold(EMPTY, |[low, high], p| {
            [[0, 1, 2].map(|i| low[i].min(p[i])), [0, 1, 2].map(|i| high[i].max(p[i]))]
        })
    };
    let boxes = |role: Role| (0..parts.len()).filter(move |&i| parts[i].role == role).map(around);
    let bodies = boxes(Role::Body).fold(EMPTY, join);
    let size = diagonal(bodies);
    let all = boxes(Role::Obstacle).filter(|b| diagonal(*b) <= LARGE * size).fold(bodies, join);
    if all[0].iter().chain(&all[1]).all(|x| x.is_finite()) { all } else { [[-1.0; 3], [1.0; 3]] }
}

const EMPTY: [[f32; 3]; 2] = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];

fn join(a: [[f32; 3]; 2], b: [[f32; 3]; 2]) -> [[f32; 3]; 2] {
    [[0, 1, 2].map(|i| a[0][i].min(b[0][i])), [0, 1, 2].map(|i| a[1][i].max(b[1][i]))]
}

fn diagonal([low, high]: [[f32; 3]; 2]) -> f32 {
    (0..3).map(|i| (high[i] - low[i]).powi(2)).sum::<f32>().sqrt()
}

/// The problems of a scene in the engine's words, without where it was written: nobody wrote it.
fn reasons(error: &SceneError) -> String {
    match error.problems() {
        [] => error.to_string(),
        problems => {
            let line = |p: &lope::scene::Problem| match p.key.as_str() {
                "" => p.message.clone(),
                key => format!("{key}: {}", p.message),
            };
            problems.iter().map(line).collect::<Vec<_>>().join("\n")
        }
    }
}

#[cfg(test)]
mod tests;
