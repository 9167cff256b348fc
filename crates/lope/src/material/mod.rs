//! The material room.
