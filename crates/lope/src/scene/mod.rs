//! The scene room.
pub mod output;
pub mod plot;
