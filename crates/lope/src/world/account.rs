//! Keeping the ledger.

use super::World;
use crate::assemble::{Arguments, Assembler};
use crate::energy::{Account, Energy};
use crate::observe::Ledger;
use crate::time::History;

/// Lets every energy know that a step begins, and returns the energy that moving scripts put in: the change
/// of the potentials at a fixed state.
pub(super) fn begin_step(
    assembler: &mut Assembler,
    energies: &mut [Box<dyn Energy>],
    state: &History,
    end: f64,
    values: &mut Vec<f64>,
) -> f64 {
    let scripted = energies.iter().any(|e| e.scripted());
    // A step that failed left the scripts at its own end: back to where the accepted state has them.
    energies.iter_mut().filter(|e| e.scripted()).for_each(|e| e.begin_step(&state.x, state.t));
    let mut stored = |energies: &[Box<dyn Energy>]| {
        if !scripted {
            return 0.0;
        }
        assembler.values(energies, Arguments::state(&state.x), values);
        energies.iter().zip(values.iter()).filter(|(e, _)| e.scripted()).map(|(_, value)| value).sum::<f64>()
    };
    let before = stored(energies);
    energies.iter_mut().for_each(|e| e.begin_step(&state.x, end));
    stored(energies) - before
}

impl World {
    /// Energies and momenta of the accepted state.
    pub fn ledger(&mut self) -> Ledger {
        let mut ledger = Ledger { books: self.books, ..Ledger::default() };
        let (x, v) = (&self.parts.state.x, &self.parts.state.v);
        for (node, &m) in self.parts.mass.iter().enumerate() {
            let at = |a: &[f64]| [a[3 * node], a[3 * node + 1], a[3 * node + 2]];
            let (x, v) = (at(x), at(v));
            ledger.kinetic += 0.5 * m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                ledger.momentum[i] += m * v[i];
                ledger.angular_momentum[i] += m * (x[j] * v[k] - x[k] * v[j]);
            }
        }

        self.assembler.values(&self.parts.energies, Arguments::state(x), &mut self.scratch.values);
        for (energy, value) in self.parts.energies.iter().zip(&self.scratch.values) {
            match energy.account() {
                Account::Elastic => ledger.elastic += value,
                Account::Gravity => ledger.gravity += value,
                Account::Contact => ledger.contact += value,
                Account::Dissipation => {}
            }
        }

        for body in &self.parts.bodies {
            let deformation = body.strain.deformation(x);
            let smallest = ledger.min_det.unwrap_or(f64::INFINITY).min(deformation.min_det);
            ledger.min_det = Some(smallest);
            ledger.inverted += deformation.inverted;
        }
        ledger
    }
}
