//! What acts between things that meet: a sum over elements that are collected anew at every state.

use std::ops::Range;

use crate::math::Filter;

use super::{At, Points, Slots, StepEnd, Want};

/// Points of an element of an interaction: a point against a triangle, an edge against an edge.
pub const POINTS: usize = 4;

/// A sum over elements that come and go with the state, each a formula of four points. What an [`Energy`](super::Energy)
/// has laid out for good, this has for one evaluation; otherwise `assemble` does the same with both. The value is never
/// negative, is zero where nothing touches, and is booked as contact.
pub trait Interaction: Send + Sync {
    /// Name for logs and reports.
    fn name(&self) -> &str;

    /// Which argument of the stage this is a function of.
    fn at(&self) -> At {
        At::Stage
    }

    /// Told once before every step: the state it starts from and the time it ends at.
    fn begin_step(&mut self, _x: &[f64], _end: f64) {}

    /// Collects the elements at the positions `x`, interleaved xyz of all nodes. They depend on `x` alone, whatever was
    /// collected before: what is remembered may only make the search shorter. Often asked again where it was asked last.
    fn collect(&mut self, x: &[f64]);

    /// The points that elements are made of.
    fn points(&self) -> &Points {
        &Points::Nodes
    }

    /// The points of the elements collected last, in a fixed order. An element that needs fewer than four repeats some,
    /// with derivatives of zero in their places.
    fn stencils(&self) -> &[[u32; POINTS]];

    /// Evaluates some of the elements collected last at the `x` they were collected at; returns the sum of their values and
    /// fills the slots that `want` names (of arity [`POINTS`], by points). A filter other than the raw one is only asked
    /// for if [`Interaction::filters`].
    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64;

    /// Whether [`Interaction::eval`] filters eigenvalues itself, in closed form. If not, element matrices are decomposed
    /// numerically.
    fn filters(&self) -> bool {
        false
    }

    /// How much of the straight way of all nodes `from` one state `to` another is free, as [`Domain`](super::Domain) says it:
    /// what meets must not pass through each other. 1 where nothing forbids it.
    fn reach(&mut self, _from: &[f64], _to: &[f64]) -> f64 {
        1.0
    }

    /// The element that is deepest at `x`: a node of it, and how deep, m.
    fn deepest(&mut self, x: &[f64]) -> Option<(u32, f64)>;

    /// Whether [`Interaction::impulse`] does anything.
    fn impulsive(&self) -> bool {
        false
    }

    /// Friction on the velocities `v` of all nodes once a step is solved. May only take kinetic energy.
    fn impulse(&mut self, _end: &StepEnd<'_>, _v: &mut [f64]) {}
}
