//! The body room.
