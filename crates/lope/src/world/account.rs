//! Keeping the ledger.

use rayon::prelude::*;

use super::solve::kinetic;
use super::{Parts, World};
use crate::assemble::{Arguments, Assembler};
use crate::body::Body;
use crate::energy::strain::StrainEnergy;
use crate::energy::{Account, Acts, CHUNK, Energy};
use crate::observe::Ledger;
use crate::time::{Candidate, History};

/// Elements looked at by one task of the deformation pass.
const PART: usize = 16 * CHUNK;

/// Lets every energy know that a step begins, and returns the energy that moving scripts put in: the change
/// of the potentials at a fixed state.
pub(super) fn begin(
    assembler: &mut Assembler,
    acts: &mut Acts,
    state: &History,
    end: f64,
    values: &mut Vec<f64>,
) -> f64 {
    let is_scripted = |energy: &dyn Energy| energy.abilities().is_scripted;
    let scripted = acts.iter().any(is_scripted);
    // A step that failed left the scripts at its own end: back to where the accepted state has them.
    acts.iter_mut().filter(|one| is_scripted(*one)).for_each(|one| one.begin(&state.x, state.t));
    let mut stored = |acts: &mut Acts| {
        if !scripted {
            return 0.0;
        }
        assembler.values(acts, Arguments::state(&state.x), values);
        acts.iter().zip(&*values).filter(|(one, _)| is_scripted(*one)).map(|(_, value)| value).sum::<f64>()
    };
    let before = stored(acts);
    acts.begin(&state.x, end);
    stored(acts) - before
}

impl World {
    /// Energies and momenta of the accepted state, evaluated anew: the [`ledger`](Self::ledger), if the books are right.
    /// A measurement, in the memory of the assembler; the question without one is the ledger.
    pub fn audit(&mut self) -> Ledger {
        self.scratch.valued.forget();
        self.tally()
    }

    /// The same, where energies of this state may have been asked for since they last changed.
    pub(super) fn tally(&mut self) -> Ledger {
        let mut ledger = Ledger { books: self.books, ..Ledger::default() };
        let (x, momentum) = (&self.parts.state.x, self.parts.state.momentum());
        ledger.kinetic = kinetic(&self.parts.mass, momentum);
        for (node, &m) in self.parts.mass.iter().enumerate() {
            let at = |a: &[f64]| [a[3 * node], a[3 * node + 1], a[3 * node + 2]];
            let (x, v) = (at(x), at(momentum));
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                ledger.momentum[i] += m * v[i];
                ledger.angular_momentum[i] += m * (x[j] * v[k] - x[k] * v[j]);
            }
        }

        let Parts { acts, state, bodies, .. } = &mut self.parts;
        let values = self.scratch.valued.at(&mut self.assembler, acts, &state.x);
        for (energy, value) in acts.iter().zip(values) {
            match energy.account() {
                Account::Elastic => ledger.elastic += value,
                Account::Gravity => ledger.gravity += value,
                Account::Contact => ledger.contact += value,
                Account::UntrackedContact => {
                    ledger.contact += value;
                    ledger.untracked += value;
                }
                Account::Load => ledger.load += value,
                Account::Work | Account::Dissipation => {}
            }
        }

        let strains = bodies.iter().filter_map(|body| body.strain.as_ref());
        // A triangle in space has no inside that could be out.
        for strain in strains.filter(|strain| !strain.is_membrane()) {
            let (smallest, inverted) = deformation(strain, &state.x, &mut self.scratch.deformation);
            ledger.min_det = Some(ledger.min_det.unwrap_or(f64::INFINITY).min(smallest));
            ledger.inverted += inverted;
        }
        ledger
    }
}

impl World {
    /// Lets what acts adapt to the step that was made. What that changes at the state is energy from outside; returns lines for
    /// the log.
    pub(super) fn adapt(&mut self) -> Vec<String> {
        let Parts { acts, state, .. } = &mut self.parts;
        let mut notes: Vec<String> = acts.adaptive().filter_map(|one| one.adapt(&state.x)).collect();
        if !notes.is_empty() {
            let before = self.present.contact;
            self.present = self.audit();
            let change = self.present.contact - before;
            self.books.added += change;
            self.present.books = self.books;
            notes.push(format!("contact: {change:.3e} J are booked as added with that"));
        }
        notes
    }

    /// What is not finite at the end of the step under way, in words. The energies of a good one are asked for by its ledger
    /// anyway.
    pub(super) fn not_finite(&mut self) -> Option<String> {
        let Self { parts, candidate, assembler, scratch, traffic, impact, .. } = self;
        let too_long = "shorten the step or take an integrator that is stable at it";
        if !candidate.is_finite() {
            return Some(format!(
                "positions or velocities at the end of the step are not finite: {too_long}"
            ));
        }
        let Candidate { x, v, momentum, .. } = candidate;
        let Parts { acts, mass, .. } = parts;
        let values = scratch.valued.at(assembler, acts, x);
        let stored = acts.iter().zip(values).filter(|(energy, _)| energy.account().is_stored());
        let mut named = stored.map(|(energy, &value)| (energy.name(), value)).chain([
            ("motion", kinetic(mass, if momentum.is_empty() { v } else { momentum })),
            ("work of pins", traffic.added),
            ("work of damping and friction", traffic.dissipated + *impact),
        ]);
        let (name, value) = named.find(|(_, value)| !value.is_finite())?;
        Some(format!("the energy of {name} at the end of the step is {value} J: {too_long}"))
    }
}

/// What is wrong with a state in which elements are inverted whose material forbids it: its energy is infinite. Schemes that
/// take forces within a step do not see its end.
pub(super) fn collapse(bodies: &[Body], x: &[f64], parts: &mut Vec<(f64, usize)>) -> Option<String> {
    let strains = bodies.iter().filter_map(|body| body.strain.as_ref());
    for strain in strains.filter(|strain| strain.material().needs_positive_det()) {
        let (_, inverted) = deformation(strain, x, parts);
        if inverted > 0 {
            return Some(format!(
                "elements of {} turned inside out at the end of the step, where {} has no energy: {inverted}; shorten the step, \
                 by on_failure = \"halve-step\" where it is needed",
                strain.name(),
                strain.material().name()
            ));
        }
    }
    None
}

/// Smallest det F and number of inverted elements, in parallel; neither depends on the order.
fn deformation(strain: &StrainEnergy, x: &[f64], parts: &mut Vec<(f64, usize)>) -> (f64, usize) {
    let elements = strain.stencils().len();
    parts.resize(elements.div_ceil(PART), (0.0, 0));
    parts.par_iter_mut().enumerate().for_each(|(number, part)| {
        *part = strain.deformation(x, number * PART..((number + 1) * PART).min(elements));
    });
    parts.iter().fold((f64::INFINITY, 0), |a, b| (a.0.min(b.0), a.1 + b.1))
}
