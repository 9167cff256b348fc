//! What goes by the time within a step, or by motion: loads.

/// Something whose forces are told when they are taken.
pub trait Timed {
    /// Forces are taken at the time `t` from now on: what changes with time within a step is brought there. A step begins at its
    /// end.
    fn clock(&mut self, t: f64);

    /// Takes forces that follow positions and velocities there, until [lagging](super::Energy::lagging) says other ones.
    fn take(&mut self, _x: &[f64], _v: &[f64]) {}

    /// What is wrong with its script at the time that was said last, if something is.
    fn mistake(&self) -> Option<String>;
}
