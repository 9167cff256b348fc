//! Time: how the past becomes the next minimization.
//!
//! An integrator never sees an energy or a solver loop. It turns the history into a [`Stage`], asks a
//! [`StageSolver`] for its minimizer, and says what the new positions and velocities are. Schemes that need
//! more than one solve, or the energy of a state, are recipes over the same few questions.

use std::time::Duration;

mod backward_euler;
mod bdf2;
mod bracket;
mod energy_budget;
mod energy_constraint;
mod explicit;
mod flight;
mod implicit_midpoint;
mod impulses;
mod middle;
mod quasistatic;
mod stabilized;
mod stage;
mod trapezoid;
mod variational_midpoint;

pub use backward_euler::BackwardEuler;
pub use bdf2::Bdf2;
pub use energy_budget::EnergyBudget;
pub use energy_constraint::EnergyConstraint;
pub use explicit::{ForwardEuler, Rk4, SymplecticEuler};
pub use flight::Flight;
pub use implicit_midpoint::ImplicitMidpoint;
pub use impulses::{Impulses, PER_NODE, PER_PIN, PER_SOURCE};
pub use quasistatic::Quasistatic;
pub use stabilized::Stabilized;
pub use stage::Stage;
pub use trapezoid::Trapezoid;
pub use variational_midpoint::VariationalMidpoint;

/// What an integrator may look back on: the last accepted state, and the one before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Time of the last accepted state, s.
    pub t: f64,
    /// Positions, interleaved xyz, m.
    pub x: Vec<f64>,
    /// Velocities, interleaved xyz, m/s.
    pub v: Vec<f64>,
    /// Velocities at the time of the positions, m/s, where `v` are those half a step before (staggered schemes); else
    /// empty. Momenta and kinetic energy are theirs.
    pub momentum: Vec<f64>,
    /// The state before, for schemes of two steps; none at the start.
    pub earlier: Option<Earlier>,
    /// What forces gave in the last step, where somebody asks.
    pub impulses: Impulses,
}

impl History {
    /// A state without a past.
    pub fn new(t: f64, x: Vec<f64>, v: Vec<f64>) -> Self {
        Self { t, x, v, ..Self::default() }
    }

    /// Becomes a copy of another, in the memory it has.
    pub fn copy_from(&mut self, other: &Self) {
        let Self { t, x, v, momentum, earlier, impulses } = self;
        impulses.copy_from(&other.impulses);
        *t = other.t;
        for (mine, theirs) in [(x, &other.x), (v, &other.v), (momentum, &other.momentum)] {
            mine.clone_from(theirs);
        }
        match (earlier, &other.earlier) {
            (Some(mine), Some(theirs)) => {
                mine.h = theirs.h;
                mine.x.clone_from(&theirs.x);
                mine.v.clone_from(&theirs.v);
            }
            (mine, theirs) => mine.clone_from(theirs),
        }
    }

    /// The velocities at the time of the positions.
    pub fn momentum(&self) -> &[f64] {
        if self.momentum.is_empty() { &self.v } else { &self.momentum }
    }
}

/// The state before the last one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Earlier {
    /// Length of the step from this state to the last one, s.
    pub h: f64,
    /// Positions, m.
    pub x: Vec<f64>,
    /// Velocities, m/s.
    pub v: Vec<f64>,
}

/// A candidate for the next state; it replaces the history only if the step is accepted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidate {
    /// Positions, m.
    pub x: Vec<f64>,
    /// Velocities, m/s.
    pub v: Vec<f64>,
    /// As in [`History`].
    pub momentum: Vec<f64>,
    /// Energy that crossed the border of the system during the step.
    pub traffic: Traffic,
    /// What forces gave during the step, where somebody asks.
    pub impulses: Impulses,
    /// How far the scheme had to go from its starting point: 0 not at all, 1 all the way to what damps, −1 all the way
    /// to what excites. None for schemes that do not blend.
    pub alpha: Option<f64>,
    /// Time spent on the search for it.
    pub blending: Duration,
}

impl Candidate {
    /// Whether it is a state at all.
    pub fn is_finite(&self) -> bool {
        self.x.iter().chain(&self.v).chain(&self.momentum).all(|x| x.is_finite())
    }
}

/// What a force does to a mass, m/s²; what an impulse does, m/s. What has no mass is led by a script, and feels nothing.
pub(crate) fn acceleration(force: f64, mass: f64) -> f64 {
    if mass > 0.0 { force / mass } else { 0.0 }
}

/// Energy that crosses the border of the system in a step, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Work of the pins.
    pub added: f64,
    /// Work taken by damping.
    pub dissipated: f64,
}

impl Traffic {
    /// How much went either way.
    fn size(self) -> f64 {
        self.added.abs() + self.dissipated.abs()
    }

    /// Both together.
    fn plus(self, other: Self) -> Self {
        Self { added: self.added + other.added, dissipated: self.dissipated + other.dissipated }
    }

    /// This one `part` of the way to another.
    fn toward(self, other: Self, part: f64) -> Self {
        let mix = |a: f64, b: f64| a + part * (b - a);
        Self { added: mix(self.added, other.added), dissipated: mix(self.dissipated, other.dissipated) }
    }
}

/// Where a minimization starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Wherever the world guesses best.
    Guess,
    /// At the point that was handed in.
    Here,
}

/// What an integrator may ask for while it makes a step.
pub trait StageSolver: Scripts + Books {
    /// Minimizes a stage. On return `x` holds the best point found, with pins in their places.
    fn solve(&mut self, stage: &Stage, start: Start, x: &mut [f64]) -> Solved;

    /// Announces a stage that may have to be solved, now or in later steps; its vectors may be empty.
    fn prepare(&mut self, stage: &Stage);

    /// Mass of each node, kg.
    fn mass(&self) -> &[f64];

    /// The rigid bodies.
    fn flights(&self) -> &[Flight] {
        &[]
    }

    /// The force of everything that acts, N, at positions `x` and velocities `v`.
    fn forces(&mut self, x: &[f64], v: &[f64], out: &mut [f64]);

    /// Takes what is lagged, such as the matrix of Rayleigh damping, at the positions `x`, or at those of the last state
    /// where `x` is outside of the domain. Every scheme says so before it asks for forces, at a place as near to its
    /// force point as its order needs.
    fn lag(&mut self, x: &[f64]);

    /// Forces are taken at this time of the step from now on, near the positions `x` and the velocities `v`: what changes with time
    /// is brought there, and what follows positions is taken there until a solve takes it anew. Every scheme says so before it
    /// asks for forces, for a solve or for work.
    fn moment(&mut self, moment: Moment, x: &[f64], v: &[f64]);

    /// Whether no wall stands between two states: a scheme that goes to a point that no stage led to asks before.
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool;

    /// Writes to `out` the part of the velocities `v` that is settled: the rigid motion that has their momenta, or, if
    /// scripts hold something, what these lead. The rest is orthogonal to it in the norm of kinetic energy.
    fn settled(&mut self, x: &[f64], v: &[f64], out: &mut [f64]);
}

/// What is held, and the scripts that lead it.
pub trait Scripts {
    /// Puts what is held where it is at the time `t`.
    fn place(&self, t: f64, x: &mut [f64]);

    /// Gives what is held the mean velocity of the step: only scripts know what it does, not the scheme.
    fn lead(&self, past: &History, h: f64, next: &mut Candidate);

    /// Gives what is held in a step of length `h` from `t` on the velocity that its scripts have at the start of the step,
    /// in its middle or at its end.
    fn pace(&self, t: f64, h: f64, moment: Moment, v: &mut [f64]);
}

/// Energy, and what crosses the border of the system.
pub trait Books {
    /// Energy of a state that should be kept, J: kinetic and potential, without that of collision springs.
    fn energy(&mut self, x: &[f64], v: &[f64]) -> f64;

    /// The energy there should be at the end of the step if nothing crossed the border of the system during it, J:
    /// that of the start and all that was added and taken since (\[Dinev18\] eq. 37).
    fn budget(&self) -> f64;

    /// The energy that errors are measured against, J: what is in motion and deformation at the start of the step,
    /// and how far the weight has fallen or risen. Unlike the total it does not depend on where heights are measured
    /// from.
    fn scale(&self) -> f64;

    /// What crosses the border along `way`, m, if forces are those at the force point and the end that `at` names, and at
    /// velocities `velocity` (none if empty): the work of pins against them, and what damping takes.
    fn work(&mut self, at: [&[f64]; 2], velocity: &[f64], way: &[f64]) -> Traffic;

    /// What crosses the border between `past` and `next` whatever the forces are: the work of pins against the inertia of
    /// what they hold, and that of constraints that move.
    fn lift(&mut self, past: &History, next: &Candidate) -> Traffic;

    /// Adds the impulses of forces that act for `lasting` seconds to those of a step, if somebody asks: forces at the force point
    /// and the end that `at` names, and at velocities `velocity` (none if empty). To be said right after the stage that took
    /// them was solved, when what lags is as it was there.
    fn push(&mut self, lasting: f64, at: [&[f64]; 2], velocity: &[f64], impulses: &mut Impulses);
}

/// How well a stage was solved, or the stages that a step is made of. Stages that were tried and given up do not count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// Whether to the tolerance asked for. If not, the world's failure policy decides what happens to the candidate.
    pub met: bool,
    /// What is left of the stopping measure, m/s.
    pub residual: f64,
}

impl Solved {
    /// Of a step in which there is nothing to solve.
    const EXACTLY: Self = Self { met: true, residual: 0.0 };

    /// Of a step made of both.
    fn and(self, other: Self) -> Self {
        Self { met: self.met && other.met, residual: self.residual.max(other.residual) }
    }
}

/// A time within a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Its start.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A time-stepping scheme.
pub trait Integrator: Send {
    /// Name as in a scene file.
    fn name(&self) -> &'static str;

    /// Order of accuracy, as the law of convergence tests it; 0 where there is no time.
    fn order(&self) -> usize;

    /// Whether the scheme minimizes nothing.
    fn explicit(&self) -> bool {
        false
    }

    /// Whether there is inertia, and so a velocity that can be stopped.
    fn inertial(&self) -> bool {
        true
    }

    /// Whether it needs [`History::earlier`].
    fn looks_back(&self) -> bool {
        false
    }

    /// Whether it needs more of the past than positions and velocities at its end.
    fn keeps_past(&self) -> bool {
        self.looks_back()
    }

    /// Makes the candidate for the state a time `h` after `past`.
    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved;
}
