//! The observe room.
