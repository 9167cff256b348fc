//! What acts between things that meet.

use std::time::Duration;

use super::{Energy, NodeMaker, Points};
use crate::math::Filter;

/// Two that would meet on a way.
#[derive(Clone, Debug, PartialEq)]
pub struct InTheWay {
    /// How much of the way is free for them.
    pub free: f64,
    /// What they are called.
    pub who: [String; 2],
    /// How far they are apart where the way begins, m.
    pub gap: f64,
    /// The same as a part of the distance at which they begin to push.
    pub part: f64,
    /// The name of each, and the numbers of its corners in the mesh it is made of; a plane has none.
    pub pieces: [(String, Vec<u32>); 2],
}

/// An energy whose elements come and go with the state: what others have laid out for good, this has for one evaluation. Its
/// stencils are made of points. The value is never negative, and zero where nothing touches.
pub trait Interaction: Energy {
    /// Collects the elements at the positions `x`, interleaved xyz of all nodes. They depend on `x` and on the state at which
    /// the step began, whatever was collected before: what is remembered may only make the search shorter. Often asked again
    /// where it was asked last.
    fn collect(&mut self, x: &[f64]);

    /// From now on its forces are means over the step that began at `start`: those whose work over the step is the change of its
    /// energy. With none they are those at a state, which is where it begins. Without effect on what knows no such mean.
    fn since(&mut self, _start: Option<&[f64]>) {}

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

    /// Who is first in the way that was last asked about by [`reach`](Self::reach), if anybody is.
    fn in_the_way(&mut self) -> Option<InTheWay> {
        None
    }

    /// Whether all of the way is: often told sooner.
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.reach(from, to) == 1.0
    }

    /// What of it adapts from step to step, if something does; to be read among its [abilities](super::Abilities).
    fn adaptive(&mut self) -> Option<&mut dyn Adaptive> {
        None
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

/// A minimum of a stage, as what acts sees it.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    /// The force point.
    pub point: &'a [f64],
    /// The end of the step.
    pub end: &'a [f64],
    /// The velocity of the stage; empty without one.
    pub velocity: &'a [f64],
}

/// Something that is constant in a minimization and taken anew at its minimum.
pub trait Lagging {
    /// Takes it anew where the minimum was with what lagged before, after it was so often `taken` anew in this solve. True if that
    /// made a difference: the minimum is another one then.
    fn relag(&mut self, at: Reached<'_>, taken: usize) -> bool;

    /// By how much what lagged in the last solve of a step differs from what it is at the minimum, as a part of it; none where
    /// nothing was solved.
    fn lag_left(&self) -> Option<f64>;
}

/// Something that is constant in a step and changes from one to the next by what is found there.
pub trait Adaptive {
    /// A step was made that ends at `x`: what it is from the next one on. If that is something else, a line for the log; its energy
    /// at `x` is another one then.
    fn adapt(&mut self, x: &[f64]) -> Option<String>;

    /// What it has come to: what its stiffness is multiplied by, and what it remembers beside that.
    fn adaptation(&self) -> [f64; 4];

    /// The least gap where the last step ended, m; infinite where nothing is near enough to feel anything.
    fn margin(&self) -> f64;

    /// Takes up what [`adaptation`](Self::adaptation) gave.
    fn recall(&mut self, numbers: [f64; 4]);
}
