//! The assemble room.
