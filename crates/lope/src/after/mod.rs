//! What happens once a step is solved: to the velocities, and in the books.

mod nonrigid_damping;

use std::ops::Range;

pub use nonrigid_damping::NonrigidDamping;

/// A step once it is solved.
#[derive(Clone, Copy, Debug)]
pub struct StepEnd<'a> {
    /// Positions at its end, interleaved xyz of all nodes, m.
    pub x: &'a [f64],
    /// Its length, s.
    pub h: f64,
    /// Mass of each node, kg.
    pub mass: &'a [f64],
}

/// Damping and friction that come after the integration (\[Dinev18\] §4.3).
pub trait Impulse: Send + Sync {
    /// How many elements it has.
    fn elements(&self) -> usize;

    /// Changes the velocities `v` of all nodes by some of its elements, one after the other. It may only take kinetic energy;
    /// the world books what it took. Interactions are asked after they were collected at the end of the step.
    fn impulse_of(&self, elements: Range<usize>, end: &StepEnd<'_>, v: &mut [f64]);

    /// The same by all.
    fn impulse(&self, end: &StepEnd<'_>, v: &mut [f64]) {
        self.impulse_of(0..self.elements(), end, v);
    }
}

/// Something that a script leads.
pub trait Carrier: Send + Sync {
    /// The work that it does on the bodies while it moves, in a step of length `h` with forces taken at `x`, J.
    fn carried(&self, x: &[f64], h: f64) -> f64;
}
