//! What a world says of itself, at no cost.

use super::World;
use crate::energy::InTheWay;
use crate::minimize::{Outcome, Report};
use crate::observe::{Ledger, StepRecord};

impl World {
    /// The time of the accepted state, s.
    pub fn time(&self) -> f64 {
        self.parts.state.t
    }

    /// Energies and momenta of the accepted state, kept with every change of it.
    pub fn ledger(&self) -> Ledger {
        self.present
    }

    /// Who was in each other's way in the last step attempted, if that was why a solve of it failed.
    pub fn blocking(&self) -> Option<&InTheWay> {
        self.blocking.as_ref()
    }

    /// Where all nodes are, m.
    pub fn points(&self) -> &[[f64; 3]] {
        self.parts.state.x.as_chunks().0
    }

    /// How fast all nodes move, m/s.
    pub fn velocities(&self) -> &[[f64; 3]] {
        self.parts.state.v.as_chunks().0
    }

    /// Where the nodes of a body are, m, in the order of its mesh. Bodies count from 0.
    ///
    /// # Panics
    /// If there is no such body: [`bodies`](Self::bodies) lists them.
    pub fn points_of(&self, body: usize) -> &[[f64; 3]] {
        &self.points()[self.parts.bodies[body].nodes.clone()]
    }

    /// When a step of length `h` ends: at a multiple of it if all before were of that length, so that no rounding adds up.
    pub(super) fn next_time(&self, h: f64) -> f64 {
        let (now, made) = (self.parts.state.t, self.step as f64);
        if now.to_bits() == (made * h).to_bits() { (made + 1.0) * h } else { now + h }
    }

    /// The record of a step of a length that no step has.
    pub(super) fn no_step(&self, h: f64) -> Option<StepRecord> {
        if h > 0.0 && h.is_finite() {
            return None;
        }
        let mistake = format!("a step of {h} s is impossible: its length must be greater than 0 and finite");
        Some(StepRecord {
            step: self.step + 1,
            time: self.parts.state.t,
            ledger: self.present,
            report: Report { outcome: Outcome::NotFinite, notes: vec![mistake.clone()], ..Report::default() },
            mistake: Some(mistake),
            ..StepRecord::default()
        })
    }
}
