//! The lope command.

fn main() {}
