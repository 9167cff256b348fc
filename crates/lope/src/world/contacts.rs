//! Obstacles that are constraints, and obstacles that were passed through.

use crate::after::StepEnd;
use crate::contact::{Constraints, Passage, Push};
use crate::energy::Confinement;

/// Everything that has to do with contact and is no potential.
#[derive(Default)]
pub struct Contacts {
    /// Obstacles that are constraints.
    pub constraints: Option<Constraints>,
    /// Who tells of obstacles that were passed through.
    pub passages: Vec<Passage>,
    /// How long the pushes of constraints last in the stage they were found in, s.
    pub lasting: f64,
}

impl Contacts {
    /// Told before every step.
    pub(super) fn begin(&mut self, x: &[f64], end: f64) {
        if let Some(constraints) = &mut self.constraints {
            constraints.begin(x, end);
        }
    }

    /// Brings a guess out of obstacles.
    pub(super) fn confine(&mut self, x: &mut [f64], held: &[u8]) {
        if let Some(constraints) = &mut self.constraints {
            constraints.release();
            constraints.confine(x, held);
        }
    }

    /// Whether [`Contacts::impulse`] does anything.
    pub(super) fn impulsive(&self) -> bool {
        self.constraints.as_ref().is_some_and(Constraints::impulsive)
    }

    /// Friction.
    pub(super) fn impulse(&self, end: &StepEnd<'_>, v: &mut [f64], tell: &mut dyn FnMut(&Push, [f64; 3])) {
        if let Some(constraints) = &self.constraints {
            constraints.impulse(end, v, tell);
        }
    }

    /// What a user should know about a step.
    pub(super) fn notes(&self, x: &[f64], y: &[f64], start: f64, end: f64) -> Vec<String> {
        let told = |passage: &Passage| {
            let (count, name) = (passage.count(x, y, start, end), &passage.name);
            let text = || {
                format!(
                    "{count} vertices passed through {name} within a step: it is thinner than the way they go; take shorter steps"
                )
            };
            (count > 0).then(text)
        };
        self.passages.iter().filter_map(told).collect()
    }

    /// What could not be met, in words.
    pub(super) fn violation(&self, x: &[f64]) -> Option<String> {
        let (name, depth, count) = self.constraints.as_ref()?.violation(x)?;
        Some(format!(
            "{count} vertices are inside {name}, the deepest by {depth:.2e} m: there is no room for them"
        ))
    }
}
