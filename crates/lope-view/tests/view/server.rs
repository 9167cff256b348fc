//! A viewer in a thread of its own, on a port of its own.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use lope_io::Loaded;
use lope_view::{Finish, Record, Server, ViewError, Viewer};

pub(crate) const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A cube of jelly that hangs by its upper side.
pub(crate) const CUBE: &str = r#"
    title = "A cube"
    [time]
    step = "1/60"
    steps = 12
    frame_rate = 30
    [[body]]
    name = "cube"
    mesh = { shape = "box", size = [1, 1, 1], cells = [3, 3, 3] }
    material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.4, density = 1000 }
    [[body.pin]]
    where = { box = [[-1, 0.49, -1], [1, 1, 1]] }
    [[obstacle]]
    name = "floor"
    shape = "plane"
    translate = [0, -1.5, 0]
    stiffness = 1e4
    [[probe]]
    name = "low"
    point = [0, -0.4, 0]
    record = ["displacement", "velocity"]
"#;

/// A directory that goes away with the test.
pub(crate) struct Place(pub(crate) PathBuf);

impl Place {
    pub(crate) fn new(name: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let path = std::env::temp_dir().join(format!("lope-view-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A viewer that runs.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    /// What its user types into the browser.
    pub(crate) url: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Result<Finish, ViewError>>>,
}

impl Running {
    /// A scene, waiting for `play`.
    pub(crate) fn paused(text: &str) -> Self {
        Self::live(text, None, true)
    }

    /// The same, which soon lets go of those who are not heard of.
    pub(crate) fn impatient(text: &str, patience: Duration) -> Self {
        Self::show(text, None, true, LOCALHOST, |server| server.with_patience(patience))
    }

    /// A scene on all addresses of this machine.
    pub(crate) fn everywhere(text: &str) -> Self {
        let mut running = Self::show(text, None, true, Ipv4Addr::UNSPECIFIED.into(), |server| server);
        running.address.set_ip(LOCALHOST);
        running
    }

    pub(crate) fn live(text: &str, record: Option<&Path>, paused: bool) -> Self {
        Self::show(text, record, paused, LOCALHOST, |server| server)
    }

    fn show(
        text: &str,
        record: Option<&Path>,
        paused: bool,
        address: IpAddr,
        change: impl FnOnce(Server) -> Server,
    ) -> Self {
        let place = Place::new("scene");
        let file = place.0.join("scene.toml");
        std::fs::write(&file, text).unwrap();
        let record = record.map(Path::to_path_buf);
        let server = change(Server::bind(address, Some(0)).unwrap());
        Self::start(server, move || {
            let scene = Loaded::load(&file, &[])?;
            drop(place);
            let record = record.as_deref().map(|directory| Record { directory, overwrite: false });
            Viewer::live(scene, record, paused)
        })
    }

    pub(crate) fn recording(directory: &Path) -> Self {
        let directory = directory.to_path_buf();
        let server = Server::bind(LOCALHOST, Some(0)).unwrap();
        Self::start(server, move || Viewer::recording(&directory))
    }

    fn start(server: Server, make: impl FnOnce() -> Result<Viewer, ViewError> + Send + 'static) -> Self {
        let (address, url) = (server.address(), server.url());
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let thread = std::thread::spawn(move || server.run(make()?, &flag));
        Self { address, url, stop, thread: Some(thread) }
    }

    /// Ends it as Ctrl-C does.
    pub(crate) fn end(mut self) -> Finish {
        self.stop.store(true, Ordering::SeqCst);
        self.thread.take().unwrap().join().unwrap().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
