//! Energies of a state, remembered.

use crate::assemble::{Arguments, Assembler};
use crate::energy::{Account, Energy, Interaction};

/// What every energy was at the state it was last asked for. A scheme that looks at the energy of its step, and the ledger
/// after it, ask for the same state: it is evaluated once.
#[derive(Default)]
pub(super) struct Valued {
    x: Vec<f64>,
    known: bool,
    values: Vec<f64>,
    contact: f64,
}

impl Valued {
    /// To be said whenever the energies themselves change: when a step begins, or something takes hold.
    pub(super) fn forget(&mut self) {
        self.known = false;
    }

    /// Room for values that are not to be remembered.
    pub(super) fn scratch(&mut self) -> &mut Vec<f64> {
        self.forget();
        &mut self.values
    }

    /// The value of each energy at `x`, J, and that of what comes and goes.
    pub(super) fn at(
        &mut self,
        assembler: &mut Assembler,
        energies: &[Box<dyn Energy>],
        interactions: &mut [Box<dyn Interaction>],
        x: &[f64],
    ) -> (&[f64], f64) {
        if !(self.known && self.x == x) {
            assembler.values(energies, Arguments::state(x), &mut self.values);
            self.contact = assembler.value_of_interactions(interactions, x);
            self.x.clear();
            self.x.extend_from_slice(x);
            self.known = true;
        }
        (&self.values, self.contact)
    }

    /// The potential that counts as energy of the system, J.
    pub(super) fn stored(
        &mut self,
        assembler: &mut Assembler,
        energies: &[Box<dyn Energy>],
        interactions: &mut [Box<dyn Interaction>],
        x: &[f64],
    ) -> f64 {
        let (values, contact) = self.at(assembler, energies, interactions, x);
        let all = energies.iter().zip(values);
        let kept = all.filter(|(e, _)| e.tracked() && e.account() != Account::Dissipation);
        kept.map(|(_, value)| value).sum::<f64>() + contact
    }
}
