//! The loop of the simulation thread, with something to show that breaks.

use super::*;
use crate::hub::{Parcel, Told};
use crate::protocol::SceneNews;

/// Panics when it is to go on, until it starts anew.
struct Fragile {
    playing: bool,
    broken: Option<String>,
    moment: u64,
    stop: Arc<AtomicBool>,
}

impl Show for Fragile {
    fn obey(&mut self, _: &Hub, _: Client, request: Request) -> Result<(), String> {
        match request {
            Request::Play => self.playing = true,
            Request::Reset => self.broken = None,
            Request::Step => self.stop.store(true, Ordering::SeqCst),
            _ => return Err("no".into()),
        }
        Ok(())
    }
    fn forget(&mut self, _: Client) {}
    fn due(&mut self, now: Instant, _: bool) -> Option<Instant> {
        self.playing.then_some(now)
    }
    fn act(&mut self, _: &Hub, _: &AtomicBool) {
        panic!("a broken invariant");
    }
    fn moment(&self) -> u64 {
        self.moment
    }
    fn generation(&self) -> u32 {
        1
    }
    fn encode(&mut self, _: Stamp) -> Bytes {
        Bytes::new()
    }
    fn seqs(&self) -> Vec<(Client, u32)> {
        Vec::new()
    }
    fn state(&mut self, _: Instant) -> State {
        State { playing: self.playing, failed: self.broken.clone(), ..State::default() }
    }
    fn introduce(&mut self, hub: &Hub) {
        let news = SceneNews {
            generation: 1,
            name: String::new(),
            title: String::new(),
            dimension: 3,
            parts: Vec::new(),
            colours: Vec::new(),
            bounds: [[0.0; 3]; 2],
            up: [0.0; 3],
            settings: None,
            choices: None,
            recording: None,
            steps: None,
            probes: Vec::new(),
        };
        hub.announce(&news, Bytes::new());
    }
    fn broke(&mut self, what: String) {
        (self.playing, self.broken) = (false, Some(what));
    }
    fn end(&mut self) -> Result<Option<Finished>, ViewError> {
        Ok(None)
    }
}

#[test]
fn a_mistake_in_the_program_is_told_and_the_thread_lives_on() {
    let welcome = Welcome { mode: Mode::Live, scenes: Vec::new(), record: None };
    let (hub, stop) = (Arc::new(Hub::new(welcome.clone())), Arc::new(AtomicBool::new(false)));
    let page = hub.join().unwrap();
    let thread = {
        let (hub, stop) = (hub.clone(), stop.clone());
        std::thread::spawn(move || {
            let show = Fragile { playing: false, broken: None, moment: 1, stop: stop.clone() };
            Viewer { show: Box::new(show), welcome }.run(&hub, &stop).map(|_| ())
        })
    };
    let mut told = Told::default();
    let mut wait = |what: &str| {
        for _ in 0..3000 {
            let parcels = hub.collect(page, &mut told);
            if parcels.iter().any(|parcel| matches!(parcel, Parcel::Text(text) if text.contains(what))) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    };
    for _ in 0..2 {
        hub.request(page, Request::Play);
        assert!(wait("a mistake in the program: a broken invariant"));
        hub.request(page, Request::Reset);
        assert!(wait(r#""failed":null"#), "it obeys");
    }
    hub.request(page, Request::Step);
    assert!(thread.join().is_ok());
}
