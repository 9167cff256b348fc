//! Listening, letting in, and the network thread.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::{Response, StatusCode};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::guard::Guard;
use crate::hub::Hub;
use crate::show::{Finish, Viewer};
use crate::socket::{self, MAX_MESSAGE, Seat};
use crate::{ViewError, page};

/// The port that is tried first.
pub const DEFAULT_PORT: u16 = 7878;

/// Connections at the same time; sockets of pages have limits of their own.
const MAX_CONNECTIONS: usize = 128;
/// A request must be there within.
const HEAD: Duration = Duration::from_secs(10);
/// A connection that has not become a socket ends after.
const CONNECTION: Duration = Duration::from_secs(60);
/// How long pages are given to take their leave.
const FAREWELL: Duration = Duration::from_millis(500);

/// A server that has its address and nothing to show yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    patience: Duration,
}

impl Server {
    /// Listens on `address`, with the port asked for, or else the default one or any that is free.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn bind(address: IpAddr, port: Option<u16>) -> Result<Self, ViewError> {
        let bind = |port: u16| {
            let address = SocketAddr::new(address, port);
            TcpListener::bind(address).map_err(|source| ViewError::Listen { address, source })
        };
        let listener = match port {
            Some(port) => bind(port),
            None => bind(DEFAULT_PORT).or_else(|_| bind(0)),
        }?;
        let prepared = listener.set_nonblocking(true).and_then(|()| listener.local_addr());
        let address = prepared.map_err(ViewError::Start)?;
        Ok(Self { listener, address, patience: socket::PATIENCE })
    }

    /// The same, which lets go of a page that takes nothing or is not heard of for so long (20 s if not said).
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Address and port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to type into the browser.
    pub fn url(&self) -> String {
        let reachable = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from(([127, 0, 0, 1], self.address.port())),
            IpAddr::V6(ip) if ip.is_unspecified() => {
                SocketAddr::from(([0, 0, 0, 0, 0, 0, 0, 1], self.address.port()))
            }
            _ => self.address,
        };
        format!("http://{reachable}/")
    }

    /// Shows something until `stop` is set. The calling thread is that of the simulation; the network has its own.
    ///
    /// # Errors
    /// If the network thread cannot be started, or a recording could not be written.
    pub fn run(self, viewer: Viewer, stop: &Arc<AtomicBool>) -> Result<Finish, ViewError> {
        let hub = Arc::new(Hub::new(viewer.welcome()));
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ViewError::Start)?;
        let (guard, shared, ended) =
            (Guard::new(self.address), hub.clone(), Arc::new(AtomicBool::new(false)));
        let over = ended.clone();
        let (listener, patience) = (self.listener, self.patience);
        let network = std::thread::Builder::new().name("lope-view".into()).spawn(move || {
            runtime.block_on(async move {
                if let Ok(listener) = tokio::net::TcpListener::from_std(listener) {
                    listen(listener, guard, Door { hub: shared, patience }, &over).await;
                }
            });
        });
        let network = network.map_err(ViewError::Start)?;
        let finish = viewer.run(&hub, stop);
        hub.close();
        ended.store(true, Ordering::SeqCst);
        let _ = network.join();
        finish
    }
}

/// Where sockets come in.
#[derive(Clone)]
struct Door {
    hub: Arc<Hub>,
    patience: Duration,
}

/// Accepts connections until it is over.
async fn listen(listener: tokio::net::TcpListener, guard: Guard, door: Door, over: &AtomicBool) {
    let service = TowerToHyperService::new(router(guard, door));
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let ended = async {
        while !over.load(Ordering::SeqCst) {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let accept = async {
        loop {
            let Ok(permit) = room.clone().acquire_owned().await else { return };
            let Ok((stream, _)) = listener.accept().await else {
                // Out of file handles, most likely: some will be free again.
                sleep(Duration::from_millis(50)).await;
                continue;
            };
            let _ = stream.set_nodelay(true);
            let service = service.clone();
            tokio::spawn(async move {
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(HEAD)
                    .max_headers(64)
                    .max_buf_size(32 * 1024)
                    .serve_connection(TokioIo::new(stream), service)
                    .with_upgrades();
                // Ends when the connection becomes a socket.
                let _ = timeout(CONNECTION, connection).await;
                drop(permit);
            });
        }
    };
    tokio::select! {
        () = ended => sleep(FAREWELL).await,
        () = accept => {}
    }
}

fn router(guard: Guard, door: Door) -> Router {
    Router::new()
        .route("/socket", get(open))
        .fallback(get(|request: Request| async move { page::answer(request.uri().path()) }))
        .layer(middleware::from_fn_with_state(guard, check))
        .with_state(door)
}

/// Nothing is answered to those who call us by another name or come from another page.
async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response<Body> {
    if guard.admits(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "this viewer answers only to its own page\n").into_response()
    }
}

async fn open(State(Door { hub, patience }): State<Door>, upgrade: WebSocketUpgrade) -> Response<Body> {
    match Seat::take(&hub) {
        Some(seat) => upgrade
            .max_message_size(MAX_MESSAGE)
            .max_frame_size(MAX_MESSAGE)
            .write_buffer_size(0)
            .on_upgrade(move |socket| socket::serve(socket, seat, patience)),
        None => (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open\n").into_response(),
    }
}
