//! The time room.
