//! Where the simulation and the sockets meet.
//!
//! Neither waits for the other: the simulation leaves what is newest here and takes orders away, sockets take what is
//! new to their page. Everything is behind one lock that is held for copies of a few pointers.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use lope_io::show::Colour;
use tokio::sync::watch;

use crate::history::History;
use crate::protocol::{Message, Mode, Request, Row, SceneName, SceneNews, State};
use crate::wire;

/// Pages that may watch at the same time.
pub(crate) const MAX_PAGES: usize = 64;
/// Orders of one page that may wait.
const MAX_ORDERS: usize = 64;
/// Letters to one page that may wait.
const MAX_LETTERS: usize = 32;

/// Number of a page.
pub(crate) type Client = u64;

/// What the simulation is to do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Order {
    /// A page asks.
    Request(Request),
    /// A page is gone.
    Left,
}

/// What pages are told when they come.
#[derive(Clone, Debug)]
pub(crate) struct Welcome {
    pub(crate) mode: Mode,
    pub(crate) scenes: Vec<SceneName>,
    pub(crate) record: Option<String>,
}

/// The meeting place.
pub(crate) struct Hub {
    pub(crate) welcome: Welcome,
    shared: Mutex<Shared>,
    /// Tells the simulation that something is to be done.
    call: Condvar,
    /// Tells the sockets that there is something new.
    news: watch::Sender<()>,
}

#[derive(Default)]
struct Shared {
    pages: BTreeMap<Client, Page>,
    last_client: Client,
    orders: VecDeque<(Client, Order)>,
    called: bool,
    closing: bool,
    scene: Versioned<SceneMessage>,
    state: Versioned<String>,
    /// The newest frame in each colour.
    shots: [Option<Shot>; Colour::ALL.len()],
    history: History,
}

/// Something with the number of its version; 0: none yet.
#[derive(Default)]
struct Versioned<T> {
    version: u64,
    value: T,
}

impl<T> Versioned<T> {
    fn set(&mut self, value: T) {
        self.version += 1;
        self.value = value;
    }
}

/// What pages are told about a scene when it is opened.
#[derive(Default)]
struct SceneMessage {
    generation: u32,
    text: String,
    topology: Bytes,
}

struct Shot {
    /// The moment it shows.
    moment: u64,
    bytes: Bytes,
    /// Number of the last drag in it, of pages that drag.
    seqs: Vec<(Client, u32)>,
}

/// A page, as the simulation sees it.
struct Page {
    colour: Colour,
    /// Whether the processor computes its pictures.
    processor: bool,
    ready: bool,
    /// The moment it was last sent.
    sent: u64,
    letters: VecDeque<String>,
}

/// How far a page has been told.
#[derive(Debug, Default)]
pub(crate) struct Told {
    scene: u64,
    generation: u32,
    state: u64,
    rows: Option<u64>,
}

/// What is new to a page.
#[derive(Debug)]
pub(crate) enum Parcel {
    Text(String),
    Binary(Bytes),
    /// The server ends.
    Close,
}

impl Hub {
    pub(crate) fn new(welcome: Welcome) -> Self {
        Self { welcome, shared: Mutex::default(), call: Condvar::new(), news: watch::Sender::new(()) }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // Nothing that is done under the lock leaves it half done.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call(&self, mut shared: MutexGuard<'_, Shared>) {
        shared.called = true;
        self.call.notify_one();
    }

    fn tell(&self) {
        self.news.send_replace(());
    }
}

/// The side of the sockets.
impl Hub {
    /// Lets a page in, if there is room.
    pub(crate) fn join(&self) -> Option<Client> {
        let mut shared = self.lock();
        if shared.pages.len() >= MAX_PAGES || shared.closing {
            return None;
        }
        shared.last_client += 1;
        let client = shared.last_client;
        let page =
            Page { colour: Colour::Body, processor: false, ready: true, sent: 0, letters: VecDeque::new() };
        shared.pages.insert(client, page);
        self.call(shared);
        Some(client)
    }

    /// A page is gone.
    pub(crate) fn leave(&self, client: Client) {
        let mut shared = self.lock();
        shared.pages.remove(&client);
        shared.orders.retain(|(from, _)| *from != client);
        shared.orders.push_back((client, Order::Left));
        self.call(shared);
    }

    /// Hears of news from now on.
    pub(crate) fn listen(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }

    /// Takes a request of a page, which should then look what is there for it: a frame in its colour, a refusal.
    pub(crate) fn request(&self, client: Client, request: Request) {
        let mut shared = self.lock();
        match request {
            Request::Ready => {
                if let Some(page) = shared.pages.get_mut(&client) {
                    page.ready = true;
                }
            }
            Request::Colour { mode } => match mode.parse::<Colour>() {
                Ok(colour) => {
                    if let Some(page) = shared.pages.get_mut(&client) {
                        (page.colour, page.sent) = (colour, 0);
                    }
                }
                Err(unknown) => refuse(&mut shared, client, "colour", &unknown.to_string()),
            },
            Request::Drawing { processor } => {
                if let Some(page) = shared.pages.get_mut(&client) {
                    page.processor = processor;
                }
            }
            request => {
                let waiting = || shared.orders.iter().filter(|(from, _)| *from == client).count();
                let full = waiting() >= MAX_ORDERS;
                let latest = shared.orders.iter_mut().rev().find(|(from, _)| *from == client);
                match latest {
                    Some((_, Order::Request(earlier))) if request.replaces(earlier) => *earlier = request,
                    _ if full => {
                        refuse(&mut shared, client, request.word(), "too much is waiting to be done")
                    }
                    _ => shared.orders.push_back((client, Order::Request(request))),
                }
            }
        }
        self.call(shared);
    }

    /// Everything that is new to a page. A page that is ready gets a frame, and is then no longer ready.
    pub(crate) fn collect(&self, client: Client, told: &mut Told) -> Vec<Parcel> {
        let mut shared = self.lock();
        let mut parcels = Vec::new();
        if shared.closing {
            return vec![Parcel::Close];
        }
        let Shared { pages, scene, state, shots, history, .. } = &mut *shared;
        let Some(page) = pages.get_mut(&client) else { return vec![Parcel::Close] };
        if scene.version > told.scene {
            parcels.push(Parcel::Text(scene.value.text.clone()));
            parcels.push(Parcel::Binary(scene.value.topology.clone()));
            if told.generation != scene.value.generation {
                told.rows = None;
            }
            (told.scene, told.generation) = (scene.version, scene.value.generation);
        }
        parcels.extend(page.letters.drain(..).map(Parcel::Text));
        if scene.version == 0 {
            return parcels;
        }
        let mut rows = Vec::new();
        if state.version > told.state {
            parcels.push(Parcel::Text(state.value.clone()));
            told.state = state.version;
            let (new, count) = history.since(told.rows);
            (rows, told.rows) = (new, Some(count));
        }
        let index = place(page.colour);
        if let Some(shot) = shots[index].as_ref().filter(|shot| page.ready && shot.moment > page.sent) {
            let seq = shot.seqs.iter().find(|(of, _)| *of == client).map_or(0, |(_, seq)| *seq);
            (page.ready, page.sent) = (false, shot.moment);
            parcels.push(Parcel::Binary(wire::with_seq(&shot.bytes, seq)));
        }
        drop(shared);
        if !rows.is_empty() {
            let message = Message::Rows { generation: told.generation, rows: &rows };
            parcels.push(Parcel::Text(message.to_json()));
        }
        parcels
    }
}

/// The side of the simulation.
impl Hub {
    /// Takes the orders that wait.
    pub(crate) fn orders(&self) -> VecDeque<(Client, Order)> {
        let mut shared = self.lock();
        shared.called = false;
        std::mem::take(&mut shared.orders)
    }

    /// Whether an order waits that makes the step under way pointless.
    pub(crate) fn is_urgent(&self) -> bool {
        let urgent = |order: &Order| matches!(order, Order::Request(request) if request.starts_over());
        self.lock().orders.iter().any(|(_, order)| urgent(order))
    }

    /// Waits for an order, a page that is ready, or a time.
    pub(crate) fn wait(&self, until: Instant) {
        let shared = self.lock();
        let rest = until.saturating_duration_since(Instant::now());
        drop(self.call.wait_timeout_while(shared, rest, |shared| !shared.called));
    }

    /// Pages there are.
    pub(crate) fn pages(&self) -> usize {
        self.lock().pages.len()
    }

    /// Whether the processor computes the pictures of some page.
    pub(crate) fn draws(&self) -> bool {
        self.lock().pages.values().any(|page| page.processor)
    }

    /// The colours in which somebody waits for this moment.
    pub(crate) fn wanted(&self, moment: u64) -> Vec<Colour> {
        let shared = self.lock();
        let missing =
            |colour: Colour| shared.shots[place(colour)].as_ref().is_none_or(|shot| shot.moment < moment);
        let asked = |colour: Colour| shared.pages.values().any(|page| page.ready && page.colour == colour);
        Colour::ALL.into_iter().filter(|&colour| asked(colour) && missing(colour)).collect()
    }

    /// Shows a moment.
    pub(crate) fn show(&self, moment: u64, colour: Colour, bytes: Bytes, seqs: Vec<(Client, u32)>) {
        self.lock().shots[place(colour)] = Some(Shot { moment, bytes, seqs });
        self.tell();
    }

    /// Tells what there is to see, and what can be changed. A new generation starts with an empty table.
    pub(crate) fn announce(&self, scene: &SceneNews, topology: Bytes) {
        let text = Message::Scene(scene).to_json();
        let mut shared = self.lock();
        if shared.scene.value.generation != scene.generation {
            shared.history = History::default();
        }
        shared.scene.set(SceneMessage { generation: scene.generation, text, topology });
        shared.shots = Default::default();
        shared.pages.values_mut().for_each(|page| page.sent = 0);
        drop(shared);
        self.tell();
    }

    /// Replaces the table of steps.
    pub(crate) fn recall(&self, history: History) {
        self.lock().history = history;
    }

    /// Adds a step to the table; told with the next state.
    pub(crate) fn row(&self, row: Row) {
        self.lock().history.push(row);
    }

    /// Tells what is going on.
    pub(crate) fn state(&self, state: &State) {
        self.lock().state.set(Message::State(state).to_json());
        self.tell();
    }

    /// Tells a page why not.
    pub(crate) fn refuse(&self, client: Client, request: &str, reason: &str) {
        refuse(&mut self.lock(), client, request, reason);
        self.tell();
    }

    /// Tells all pages something.
    pub(crate) fn note(&self, text: &str) {
        let letter = Message::Note { text }.to_json();
        let mut shared = self.lock();
        shared.pages.values_mut().for_each(|page| send(page, letter.clone()));
        drop(shared);
        self.tell();
    }

    /// Sends all pages away.
    pub(crate) fn close(&self) {
        self.lock().closing = true;
        self.tell();
    }
}

fn place(colour: Colour) -> usize {
    Colour::ALL.iter().position(|c| *c == colour).unwrap_or(0)
}

fn refuse(shared: &mut Shared, client: Client, request: &str, reason: &str) {
    if let Some(page) = shared.pages.get_mut(&client) {
        send(page, Message::Refused { request, reason }.to_json());
    }
}

/// The oldest letter goes where there are too many.
fn send(page: &mut Page, letter: String) {
    if page.letters.len() == MAX_LETTERS {
        page.letters.pop_front();
    }
    page.letters.push_back(letter);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hub() -> Hub {
        Hub::new(Welcome { mode: Mode::Live, scenes: Vec::new(), record: None })
    }

    #[test]
    fn knows_whether_the_processor_draws() {
        let hub = hub();
        let (a, b) = (hub.join().unwrap(), hub.join().unwrap());
        assert!(!hub.draws());
        hub.request(a, Request::Drawing { processor: true });
        hub.request(b, Request::Drawing { processor: false });
        assert!(hub.draws());
        hub.leave(a);
        assert!(!hub.draws());
    }

    #[test]
    fn drags_replace_each_other_and_steps_pile_up_to_a_bound() {
        let hub = hub();
        let page = hub.join().unwrap();
        for seq in 0..1000 {
            hub.request(page, Request::Drag { target: [0.0; 3], seq });
        }
        let drag = Order::Request(Request::Drag { target: [0.0; 3], seq: 999 });
        assert_eq!(hub.orders(), [(page, drag)]);
        for _ in 0..1000 {
            hub.request(page, Request::Step);
        }
        assert_eq!(hub.orders().len(), MAX_ORDERS);
        assert!(hub.lock().pages[&page].letters.len() <= MAX_LETTERS);
    }

    #[test]
    fn pages_are_counted_and_those_that_leave_are_reported() {
        let hub = hub();
        let pages: Vec<Client> = (0..MAX_PAGES).filter_map(|_| hub.join()).collect();
        assert_eq!(pages.len(), MAX_PAGES);
        assert_eq!(hub.join(), None);
        hub.leave(pages[3]);
        assert_eq!(hub.orders(), [(pages[3], Order::Left)]);
        assert!(hub.join().is_some());
    }

    #[test]
    fn a_frame_goes_only_to_those_who_are_ready() {
        let hub = hub();
        let (a, mut told) = (hub.join().unwrap(), Told::default());
        hub.lock().scene.set(SceneMessage::default());
        hub.collect(a, &mut told);
        assert_eq!(hub.wanted(1), [Colour::Body]);
        let frames = |told: &mut Told| hub.collect(a, told).len();
        hub.show(1, Colour::Body, Bytes::from_static(b"one"), Vec::new());
        assert!(hub.wanted(1).is_empty());
        assert_eq!(frames(&mut told), 1);
        hub.show(2, Colour::Body, Bytes::from_static(b"two"), Vec::new());
        assert_eq!(frames(&mut told), 0, "not asked for");
        assert!(hub.wanted(3).is_empty(), "nobody waits");
        hub.request(a, Request::Ready);
        assert_eq!(frames(&mut told), 1);
        hub.request(a, Request::Ready);
        assert_eq!(frames(&mut told), 0, "has it already");
        hub.request(a, Request::Colour { mode: "det".into() });
        assert_eq!(hub.wanted(2), [Colour::Det]);
    }
}
