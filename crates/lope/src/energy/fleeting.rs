//! Energies whose elements come and go with the state: bodies that collide with each other.

use std::ops::Range;

use super::{Slots, StepEnd, Want};

/// A sum over elements that are found anew at every state, each a point against a triangle: four nodes. What an
/// [`Energy`](super::Energy) has laid out for good, this has for one evaluation; `assemble` keeps its part of the Hessian
/// beside the matrix. The value is never negative, and is zero where nothing touches.
pub trait Fleeting: Send + Sync {
    /// Name for logs and reports.
    fn name(&self) -> &str;

    /// Finds the elements at the positions `x`, interleaved xyz of all nodes. They depend on `x` alone, whatever was
    /// found before: what is remembered may only make the search shorter. Often asked again where it was asked last.
    fn find(&mut self, x: &[f64]);

    /// The nodes of the elements found last, in a fixed order. An element that needs fewer than four nodes repeats
    /// some, with derivatives of zero in their places.
    fn stencils(&self) -> &[[u32; 4]];

    /// Evaluates some of the elements found last at the `x` they were found at; returns the sum of their values and fills
    /// the slots that `want` names (of arity 4), with the exact Hessian.
    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, slots: Slots<'_>) -> f64;

    /// The element that is deepest at `x`: its first node, and how deep, m.
    fn deepest(&mut self, x: &[f64]) -> Option<(u32, f64)>;

    /// Whether [`Fleeting::impulse`] does anything.
    fn impulsive(&self) -> bool;

    /// Friction on the velocities `v` of all nodes once a step is solved. May only take kinetic energy.
    fn impulse(&mut self, end: &StepEnd<'_>, v: &mut [f64]);
}
