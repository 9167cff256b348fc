//! Energies of a state, remembered.

use crate::assemble::{Arguments, Assembler};
use crate::energy::{Account, Acts};

/// What every energy was at the state it was last asked for. A scheme that looks at the energy of its step, and the ledger
/// after it, ask for the same state: it is evaluated once.
#[derive(Default)]
pub(super) struct Valued {
    x: Vec<f64>,
    known: bool,
    values: Vec<f64>,
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

    /// The value of everything that acts at `x`, J, by its number.
    pub(super) fn at(&mut self, assembler: &mut Assembler, acts: &mut Acts, x: &[f64]) -> &[f64] {
        if !(self.known && self.x == x) {
            assembler.values(acts, Arguments::state(x), &mut self.values);
            self.x.clear();
            self.x.extend_from_slice(x);
            self.known = true;
        }
        &self.values
    }

    /// The potential that counts as energy of the system, J.
    pub(super) fn stored(&mut self, assembler: &mut Assembler, acts: &mut Acts, x: &[f64]) -> f64 {
        let all = self.at(assembler, acts, x).iter().zip(acts.iter());
        let counts = |account: Account| account.is_stored() && account != Account::UntrackedContact;
        all.filter(|(_, energy)| counts(energy.account())).map(|(value, _)| value).sum()
    }
}
