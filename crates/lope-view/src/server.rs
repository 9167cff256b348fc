//! Listening, letting in, and the network thread.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Response, StatusCode};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use crate::guard::{Guard, Token};
use crate::hub::Hub;
use crate::show::{Finish, Viewer};
use crate::socket::{self, Seat};
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
    token: Option<Token>,
    patience: Duration,
}

impl Server {
    /// Listens on `address`, with the port asked for, or else the default one or any that is free. Where other machines
    /// can reach it, only those are answered who know the token in [`Server::url`].
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
        let token = match address.ip().to_canonical().is_loopback() {
            true => None,
            false => Some(Token::random().map_err(ViewError::Start)?),
        };
        Ok(Self { listener, address, token, patience: socket::PATIENCE })
    }

    /// The same, which lets go of a page that takes nothing or is not heard of for so long (20 s if not said).
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Address and port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to type into the browser, with the token if there is one.
    pub fn url(&self) -> String {
        let reachable = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from(([127, 0, 0, 1], self.address.port())),
            IpAddr::V6(ip) if ip.is_unspecified() => {
                SocketAddr::from(([0, 0, 0, 0, 0, 0, 0, 1], self.address.port()))
            }
            _ => self.address,
        };
        let token = self.token.as_ref().map_or(String::new(), |token| format!("{}/", token.text()));
        format!("http://{reachable}/{token}")
    }

    /// Shows something until `stop` is set. The calling thread is that of the simulation; the network has its own.
    ///
    /// # Errors
    /// If the network thread cannot be started, or a recording could not be written.
    pub fn run(self, viewer: Viewer, stop: &Arc<AtomicBool>) -> Result<Finish, ViewError> {
        let hub = Arc::new(Hub::new(viewer.welcome()));
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ViewError::Start)?;
        let ended = Arc::new(AtomicBool::new(false));
        let over = ended.clone();
        let guard = Arc::new(Guard::new(self.address, self.token));
        let door = Door { guard, hub: hub.clone(), patience: self.patience };
        let listener = self.listener;
        let network = std::thread::Builder::new().name("lope-view".into()).spawn(move || {
            runtime.block_on(async move {
                if let Ok(listener) = tokio::net::TcpListener::from_std(listener) {
                    listen(listener, door, &over).await;
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

/// Where requests come in.
#[derive(Clone)]
struct Door {
    guard: Arc<Guard>,
    hub: Arc<Hub>,
    patience: Duration,
}

/// Accepts connections until it is over.
async fn listen(listener: tokio::net::TcpListener, door: Door, over: &AtomicBool) {
    let service = TowerToHyperService::new(Router::new().fallback(get(answer)).with_state(door));
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

/// Nothing is answered to those who call us by another name, come from another page or do not know the token.
async fn answer(State(door): State<Door>, request: Request) -> Response<Body> {
    match door.guard.admits(request.uri().path(), request.headers()) {
        None => (StatusCode::FORBIDDEN, "this viewer answers only at the address that `lope view` printed\n")
            .into_response(),
        // Without the slash at its end the page would look for its files one level too high.
        Some("") => Redirect::temporary(&format!("{}/", request.uri().path())).into_response(),
        Some("/socket") => open(door, request),
        Some(path) => page::answer(path),
    }
}

/// Makes a socket of a request, if there is room.
fn open(Door { hub, patience, .. }: Door, request: Request) -> Response<Body> {
    let Ok(accepted) = create_response_with_body(&request, Body::empty) else {
        return (StatusCode::BAD_REQUEST, "this is the address of a WebSocket\n").into_response();
    };
    let Some(seat) = Seat::take(&hub) else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open\n").into_response();
    };
    tokio::spawn(async move {
        if let Ok(stream) = hyper::upgrade::on(request).await {
            socket::serve(stream, seat, patience).await;
        }
    });
    accepted
}
