//! Energies as compliant constraints.

use std::ops::Range;

/// Fills an order up to whole fours: an element that is not there, and does nothing.
pub const FILLER: u32 = u32::MAX;

/// An energy Σ ½C(x)² over its elements. That is a constraint C = 0 of compliance one (\[Macklin16\] eq. 1): the stiffness
/// is in C, which is measured in √J.
pub trait Compliance: Send + Sync {
    /// C and ∇C at `x` of the elements in `places` (at most [`CHUNK`](super::CHUNK), starting at a multiple of four); both
    /// zero where an element does nothing. Gradients go to the elements' gradient slots. Elements on points of several nodes are
    /// asked for one by one.
    fn constrain(&self, x: &[f64], places: Range<usize>, c: &mut [f64], gradient: &mut [f64]);

    /// The same elements in another order, in which they are to be asked for; none where every element has one node, and
    /// any order is as good as any other.
    fn arranged(&self, _order: &[u32]) -> Option<Box<dyn Compliance>> {
        None
    }

    /// Whether it only pushes: forces C·∇C act where C is negative, and none where it is positive.
    fn one_sided(&self) -> bool {
        false
    }
}
