//! What acts between things that meet.

use std::time::Duration;

use super::{Energy, NodeMaker, Points};
use crate::math::Filter;

/// An energy whose elements come and go with the state: what others have laid out for good, this has for one evaluation. Its
/// stencils are made of points. The value is never negative, and zero where nothing touches.
pub trait Interaction: Energy {
    /// Collects the elements at the positions `x`, interleaved xyz of all nodes. They depend on `x` and on the state at which
    /// the step began, whatever was collected before: what is remembered may only make the search shorter. Often asked again
    /// where it was asked last.
    fn collect(&mut self, x: &[f64]);

    /// The points that elements are made of. An element that needs fewer than its stencil has repeats some, with derivatives of
    /// zero in their places.
    fn points(&self) -> &Points {
        &Points::Nodes
    }

    /// How much of the straight way of all nodes `from` one state `to` another is free, as [`Domain`](super::Domain) says it:
    /// what meets must not pass through each other. 1 where nothing forbids it.
    fn reach(&mut self, _from: &[f64], _to: &[f64]) -> f64 {
        1.0
    }

    /// Whether all of the way is: often told sooner.
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.reach(from, to) == 1.0
    }

    /// Takes what lags anew at `x`, which was the minimum with what lagged before. True if that made a difference: the minimum is
    /// another one then.
    fn relag(&mut self, _x: &[f64]) -> bool {
        false
    }

    /// Takes its Hessian at `x`, filtered, for one that is [matrix-free](super::MatrixFree); others have it in their slots.
    fn linearize(&mut self, _x: &[f64], _filter: Filter) {}

    /// The nodes it makes for every step, if it does.
    fn maker(&mut self) -> Option<&mut dyn NodeMaker> {
        None
    }

    /// Time spent on finding elements and free ways since it was asked for last; zero if nobody takes it.
    fn spent(&mut self) -> Duration {
        Duration::ZERO
    }

    /// Of the elements last collected, at `x`, the deepest: a node of it, and how deep, m.
    fn deepest(&self, _x: &[f64]) -> Option<(u32, f64)> {
        None
    }
}
