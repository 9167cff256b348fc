//! Forces of fixed direction on nodes: what pulls, what presses from a fixed side, what accelerates.

use std::ops::Range;
use std::sync::Arc;

use super::ALL;
use super::clock::{Clock, Fill, Window};
use crate::energy::{
    Abilities, Account, Energy, Meeting, Part, ROUNDING, Rounding, Slots, Source, Stencils, Timed, Want,
    enlist,
};
use crate::math::Filter;

/// −f·(x − X) of each of some nodes that are at X at rest: linear, so it has no Hessian. The force f may change with time.
#[derive(Clone)]
pub struct DeadLoad {
    called: String,
    nodes: Arc<[u32]>,
    rest: Vec<[f64; 3]>,
    clock: Clock<[f64; 3]>,
}

impl DeadLoad {
    /// Forces on `nodes`, N, by a law that gives one for each; `rest` is where nodes are at rest, and missing places are the origin.
    /// The key names it in messages, `called` where its force is told. `changes` says whether the law depends on time.
    pub fn new(
        [called, key]: [&str; 2],
        nodes: Arc<[u32]>,
        mut rest: Vec<[f64; 3]>,
        window: Window,
        changes: bool,
        law: Fill<[f64; 3]>,
    ) -> Self {
        rest.resize(nodes.len(), [0.0; 3]);
        let clock = Clock::new(key, window, changes, nodes.len(), law);
        Self { called: called.to_owned(), nodes, rest, clock }
    }
}

enlist!(DeadLoad: DeadLoad);

impl Energy for DeadLoad {
    fn name(&self) -> &str {
        &self.called
    }

    fn account(&self) -> Account {
        Account::Load
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 1, nodes: &self.nodes }
    }

    fn begin(&mut self, _x: &[f64], end: f64) {
        self.clock.begin(end);
    }

    fn timed(&mut self) -> Option<&mut dyn Timed> {
        Some(self)
    }

    fn abilities(&self) -> Abilities<'_> {
        let driven = self.clock.is_driven();
        Abilities {
            is_linear: true,
            is_scripted: driven,
            is_driven: driven,
            rounding: Some(self),
            source: Some(self),
            ..Abilities::default()
        }
    }

    fn stand_in(&self, _elements: Range<usize>, _hessian: &mut [f64]) {
        // Linear: no slots.
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, _filter: Filter, slots: Slots<'_>) -> f64 {
        let (start, forces) = (elements.start, self.clock.values());
        let mut sum = 0.0;
        for element in elements {
            let (at, rest, f) = (3 * self.nodes[element] as usize, self.rest[element], forces[element]);
            sum -= f[0] * (x[at] - rest[0]) + f[1] * (x[at + 1] - rest[1]) + f[2] * (x[at + 2] - rest[2]);
            if want >= Want::Gradient {
                slots.gradient[3 * (element - start)..][..3].copy_from_slice(&f.map(|f| -f));
            }
        }
        sum
    }
}

impl Timed for DeadLoad {
    fn clock(&mut self, t: f64) {
        self.clock.set(t);
    }

    fn mistake(&self) -> Option<String> {
        self.clock.wrong().map(str::to_owned)
    }
}

impl Rounding for DeadLoad {
    /// The terms may cancel, but not their errors.
    fn rounding(&self, elements: Range<usize>, _value: f64, extent: f64) -> f64 {
        let forces = self.clock.values()[elements].iter().flatten();
        ROUNDING * extent * forces.map(|f| f.abs()).sum::<f64>()
    }
}

impl Source for DeadLoad {
    fn names(&self) -> Vec<String> {
        vec![self.called.clone()]
    }

    fn part(&self) -> Part {
        Part::Load
    }

    fn meeting(&self, _: usize) -> Meeting {
        ALL
    }
}
