//! The minimize room.
