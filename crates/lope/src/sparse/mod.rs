//! The sparse room.
