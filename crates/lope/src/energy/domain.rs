//! Energies that end somewhere.

use std::ops::Range;

/// An energy that is +∞ beyond a border.
pub trait Domain: Send + Sync {
    /// How much of the straight way of all nodes `from` one state `to` another is free for `elements`: 1 if no point of it is
    /// beyond the border, else less than the way to the first that is, so that where it ends is inside.
    fn reach(&self, from: &[f64], to: &[f64], elements: Range<usize>) -> f64;

    /// Whether the border may not be passed even if the far side of it is inside again: that of a wall may not; an element that
    /// was turned around need not have been flat on the way.
    fn is_wall(&self) -> bool;
}
