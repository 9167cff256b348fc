//! Tests of what all formats share.
