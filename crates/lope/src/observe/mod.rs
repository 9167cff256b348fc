//! What can be seen of a simulation: events and the ledger. Observers look; they cannot change anything.

mod ledger;

pub use ledger::{Books, Ledger};

use std::time::Duration;

use crate::minimize::{Control, Iteration, Report};

/// A finished step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepRecord {
    /// Number of the step, from 1.
    pub step: u64,
    /// Time at its end, s.
    pub time: f64,
    /// Wall-clock time it took.
    pub wall: Duration,
    /// Parts it was cut into by the policy `halve-step`; 1 if it was not cut, however many substeps it has.
    pub parts: usize,
    /// What the minimizer did.
    pub report: Report,
    /// Elements with a Hessian.
    pub elements: usize,
    /// Energies and momenta at the end.
    pub ledger: Ledger,
    /// How far an integrator that blends went from its starting point, −1 to 1; see [`crate::time::Candidate`].
    pub alpha: Option<f64>,
    /// Time it spent on finding that.
    pub blending: Duration,
    /// By how much forces that lag, those of friction, differ at the end from those it was solved with, as a part of them: the
    /// largest of its parts; none where nothing lags.
    pub lag: Option<f64>,
    /// What the stiffness of barriers is multiplied by from its end on; none without them.
    pub stiffening: Option<f64>,
    /// The least gap of what barriers keep apart at its end, m: infinite where nothing is nearer than they begin, none without
    /// them and where the step was not made.
    pub gap: Option<f64>,
    /// Whether the state was replaced: false for a step that failed for good.
    pub committed: bool,
    /// What is wrong with the scene, if that is why there is no step.
    pub mistake: Option<String>,
}

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// One iteration of a minimization inside the step under way.
    Iteration {
        /// Number of the step, from 1.
        step: u64,
        /// The iteration.
        iteration: &'a Iteration,
    },
    /// A step ended.
    Step(&'a StepRecord),
    /// A frame was written.
    Frame {
        /// Its number, from 0.
        index: u64,
        /// Its time, s.
        time: f64,
    },
    /// A checkpoint was written.
    Checkpoint {
        /// Step it holds the state after.
        step: u64,
    },
    /// Something worth a line in the log.
    Note(&'a str),
}

/// Somebody who watches. The answer to an event may ask for the run to stop, nothing more.
pub trait Observer {
    /// Takes note of an event.
    fn on(&mut self, event: &Event<'_>) -> Control;
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {
    fn on(&mut self, _event: &Event<'_>) -> Control {
        Control::Continue
    }
}
