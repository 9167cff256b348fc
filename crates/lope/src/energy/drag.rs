//! Resistance of the surroundings, in proportion to mass and velocity.

use std::ops::Range;
use std::sync::Arc;

use crate::math::Filter;

use super::{Account, At, Energy, Slots, Stencils, Want, enlist, hessian_slot, point, write_isotropic};

/// ½k m|v|² of each of some nodes: a velocity decays like e^(−kt).
#[derive(Clone, Debug)]
pub struct Drag {
    nodes: Arc<[u32]>,
    mass: Vec<f64>,
    rate: f64,
}

impl Drag {
    /// Rate k in 1/s; one mass (kg) per entry of `nodes`, missing ones are zero.
    pub fn new(nodes: Arc<[u32]>, mut mass: Vec<f64>, rate: f64) -> Self {
        mass.resize(nodes.len(), 0.0);
        Self { nodes, mass, rate }
    }
}

enlist!(Drag: Drag);

impl Energy for Drag {
    fn name(&self) -> &str {
        "drag"
    }

    fn at(&self) -> At {
        At::Velocity
    }

    fn account(&self) -> Account {
        Account::Dissipation
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 1, nodes: &self.nodes }
    }

    fn eval(
        &self,
        v: &[f64],
        elements: Range<usize>,
        want: Want,
        filter: Filter,
        mut slots: Slots<'_>,
    ) -> f64 {
        let start = elements.start;
        let mut sum = 0.0;
        for element in elements {
            let at = 3 * self.nodes[element] as usize;
            let k = self.rate * self.mass[element];
            let v = [v[at], v[at + 1], v[at + 2]];
            sum += 0.5 * k * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
            point::write(&mut slots, element - start, want, filter, v.map(|v| k * v), k);
        }
        sum
    }

    /// The Hessian itself, which is constant.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        for (element, block) in elements.zip(hessian.chunks_exact_mut(hessian_slot(1))) {
            write_isotropic(block, self.rate * self.mass[element], 3);
        }
    }
}
