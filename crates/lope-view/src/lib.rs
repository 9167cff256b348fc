//! Watching a simulation in the browser, and touching it.
//!
//! A [`Server`] listens on the loopback address and hands out one page, which is part of the program. The page opens a
//! WebSocket and is sent what there is to see as binary frames; what its user does comes back as small messages.
//! `docs/view.md` describes both, for those who write a client of their own.
//!
//! Two threads share the work, and meet only in the hub:
//!
//! ```text
//! simulation  owns what is shown; makes steps, obeys orders, encodes frames for those who wait for one
//! network     owns the sockets; checks, limits and passes on
//! ```
//!
//! Nothing waits for a page. A page says when it takes up a frame and then gets the newest, so a slow one misses frames
//! by itself; orders are few and the latest of a kind replaces the one before; tables are thinned. Everything that could
//! grow has a bound.

mod browser;
mod frames;
mod guard;
mod history;
mod hub;
mod page;
mod protocol;
mod server;
mod show;
mod socket;
mod wire;

pub use browser::open_browser;
pub use server::{DEFAULT_PORT, Server};
pub use show::{Finish, Record, Viewer};

use lope::scene::SceneError;
use lope_io::output::OutputError;

/// Why there is nothing to view.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// The scene is wrong.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A recording could not be read or written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}; choose another with --port N or --address A")]
    Listen {
        /// Address and port.
        address: std::net::SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// The network thread could not be started.
    #[error("the server could not be started: {0}")]
    Start(std::io::Error),
}
