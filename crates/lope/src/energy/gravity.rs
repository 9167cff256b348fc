//! Weight.

use std::ops::Range;
use std::sync::Arc;

use crate::math::Filter;

use super::{Abilities, Account, Energy, ROUNDING, Rounding, Slots, Stencils, Want, enlist};

/// −m g·x of each of some nodes: linear, so it has no Hessian.
#[derive(Clone, Debug)]
pub struct Gravity {
    nodes: Arc<[u32]>,
    mass: Vec<f64>,
    acceleration: [f64; 3],
}

impl Gravity {
    /// Acceleration in m/s²; one mass (kg) per entry of `nodes`, missing ones are zero.
    pub fn new(nodes: Arc<[u32]>, mut mass: Vec<f64>, acceleration: [f64; 3]) -> Self {
        mass.resize(nodes.len(), 0.0);
        Self { nodes, mass, acceleration }
    }

    /// The acceleration, m/s².
    pub fn acceleration(&self) -> [f64; 3] {
        self.acceleration
    }
}

enlist!(Gravity: Gravity);

impl Energy for Gravity {
    fn name(&self) -> &str {
        "gravity"
    }

    fn account(&self) -> Account {
        Account::Gravity
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 1, nodes: &self.nodes }
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities { is_linear: true, rounding: Some(self), ..Abilities::default() }
    }

    fn stand_in(&self, _elements: Range<usize>, _hessian: &mut [f64]) {
        // Linear: no slots.
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, _filter: Filter, slots: Slots<'_>) -> f64 {
        let start = elements.start;
        let g = self.acceleration;
        let mut sum = 0.0;
        for element in elements {
            let (at, m) = (3 * self.nodes[element] as usize, self.mass[element]);
            sum -= m * (g[0] * x[at] + g[1] * x[at + 1] + g[2] * x[at + 2]);
            if want >= Want::Gradient {
                let place = 3 * (element - start);
                slots.gradient[place..place + 3].copy_from_slice(&g.map(|g| -m * g));
            }
        }
        sum
    }
}

impl Rounding for Gravity {
    /// The terms may cancel, but not their errors.
    fn rounding(&self, elements: Range<usize>, _value: f64, extent: f64) -> f64 {
        let weight: f64 = self.mass[elements].iter().sum();
        ROUNDING * weight * extent * self.acceleration.iter().map(|g| g.abs()).sum::<f64>()
    }
}
