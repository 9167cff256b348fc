//! Time: how the past becomes the next minimization.
//!
//! An integrator never sees an energy or a solver loop. It turns the history into a [`Stage`], asks a
//! [`StageSolver`] for its minimizer, and says what the new positions and velocities are. Schemes that need
//! more than one solve, or the energy of a state, are recipes over the same two questions.

mod backward_euler;
mod quasistatic;
mod stage;

pub use backward_euler::BackwardEuler;
pub use quasistatic::Quasistatic;
pub use stage::Stage;

/// What an integrator may look back on: the last accepted state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Time of the last accepted state, s.
    pub t: f64,
    /// Positions, interleaved xyz, m.
    pub x: Vec<f64>,
    /// Velocities, interleaved xyz, m/s.
    pub v: Vec<f64>,
}

/// A candidate for the next state; it replaces the history only if the step is accepted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidate {
    /// Positions, m.
    pub x: Vec<f64>,
    /// Velocities, m/s.
    pub v: Vec<f64>,
}

/// What an integrator may ask for while it makes a step.
pub trait StageSolver {
    /// Minimizes a stage. On return `x` holds the best point found.
    fn solve(&mut self, stage: &Stage, x: &mut [f64]) -> Solved;
}

/// Whether a stage was solved to its tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// To the tolerance asked for.
    Yes,
    /// Not to the tolerance; the world's failure policy decides what happens to the candidate.
    No,
}

/// A time-stepping scheme.
pub trait Integrator: Send {
    /// Name as in a scene file.
    fn name(&self) -> &'static str;

    /// Order of accuracy, as the law of convergence tests it; 0 where there is no time.
    fn order(&self) -> usize;

    /// Makes the candidate for the state a time `h` after `past`.
    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved;
}
