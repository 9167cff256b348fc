//! What is kept from step to step beside the state: multipliers of joints.

/// Something that remembers.
pub trait Remembering {
    /// Told of every state that is accepted, and when that is: at the start, and after a step was made.
    fn accept(&mut self, x: &[f64], t: f64);

    /// What it keeps, as numbers, always as many: those of the state accepted last.
    fn memory(&self) -> &[f64];

    /// Takes up what [`memory`](Self::memory) gave.
    fn recall(&mut self, numbers: &[f64]);
}
