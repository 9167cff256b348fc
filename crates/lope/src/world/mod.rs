//! The world room.
