//! The viewer, spoken to by clients over the loopback address.

#![allow(clippy::unwrap_used, clippy::panic)]

mod client;
mod control;
mod protocol;
mod recording;
mod safety;
mod server;
mod touch;
