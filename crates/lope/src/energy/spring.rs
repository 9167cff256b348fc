//! Springs between pairs of nodes.

mod compliance;
mod kernel;
mod split;

use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use crate::math::{Filter, dispatch};
use kernel::{Batch, Pull, Response, respond};

use super::{
    Abilities, Account, Energy, Rounding, Slots, Stencils, Want, enlist, hessian_slot, rounding_of_strain,
    write_isotropic,
};

/// The energy of a spring of stiffness k (N/m), rest length L and present vector d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// ½k(‖d‖ − L)²: Hooke's law. At zero length the force jumps; it is taken to be zero there.
    Hookean,
    /// ½k·L²/4·(‖d‖²/L² − 1)²: smooth everywhere, and as stiff as Hooke's for small strain. The spring
    /// ½k′(‖d‖² − 1)² of \[Dinev18\] eq. 7 is this one with L = 1 and k = 4k′.
    Squared,
}

/// Why a set of springs makes no sense.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum SpringError {
    /// The lists do not have one entry per spring.
    #[error("{springs} springs, but {lengths} rest lengths and {stiffnesses} stiffnesses")]
    Lengths {
        /// Pairs of nodes.
        springs: usize,
        /// Rest lengths.
        lengths: usize,
        /// Stiffnesses.
        stiffnesses: usize,
    },
    /// The squared form divides by the rest length.
    #[error("spring {spring} has no rest length, which the squared form needs")]
    NoLength {
        /// The spring.
        spring: usize,
    },
}

/// A set of springs.
#[derive(Clone, Debug)]
pub struct Springs {
    nodes: Arc<[u32]>,
    length: Vec<f64>,
    stiffness: Vec<f64>,
    form: Form,
    /// The same in fours.
    batches: Vec<Batch>,
}

/// Part of the rest length below which the length is not let fall in curvature across the spring.
const SHORTEST: f64 = 1e-8;

impl Springs {
    /// Two nodes, one rest length (m) and one stiffness (N/m) per spring.
    pub fn new(
        nodes: Arc<[u32]>,
        length: Vec<f64>,
        stiffness: Vec<f64>,
        form: Form,
    ) -> Result<Self, SpringError> {
        let springs = nodes.len() / 2;
        if length.len() != springs || stiffness.len() != springs || !nodes.len().is_multiple_of(2) {
            let (lengths, stiffnesses) = (length.len(), stiffness.len());
            return Err(SpringError::Lengths { springs, lengths, stiffnesses });
        }
        if form == Form::Squared
            && let Some(spring) = length.iter().position(|&l| l <= 0.0 || l.is_nan())
        {
            return Err(SpringError::NoLength { spring });
        }
        let batches = Batch::all(&nodes, &length, &stiffness);
        Ok(Self { nodes, length, stiffness, form, batches })
    }

    /// Rest lengths, m.
    pub fn lengths(&self) -> &[f64] {
        &self.length
    }

    /// Stiffnesses, N/m.
    pub fn stiffnesses(&self) -> &[f64] {
        &self.stiffness
    }

    /// Which energy.
    pub fn form(&self) -> Form {
        self.form
    }
}

enlist!(Springs: Springs);

impl Energy for Springs {
    fn name(&self) -> &str {
        "springs"
    }

    fn account(&self) -> Account {
        Account::Elastic
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 2, nodes: &self.nodes }
    }

    /// The filter acts on the eigenvalues of ∂²E/∂d², of which those of the element Hessian are twice.
    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        let Self { nodes, length, stiffness, form, batches } = self;
        let form = *form;
        let gradient = (want >= Want::Gradient).then_some(slots.gradient);
        let sum = dispatch(Pull { form, batches, x, elements: elements.clone(), gradient });
        if want < Want::Hessian {
            return sum;
        }
        for (spring, slot) in elements.zip(slots.hessian.chunks_exact_mut(hessian_slot(2))) {
            let [a, b] = [0, 1].map(|end| 3 * nodes[2 * spring + end] as usize);
            let d = [0, 1, 2].map(|i| x[b + i] - x[a + i]);
            let square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            let Response { along, across, .. } = respond(form, length[spring], stiffness[spring], square);
            let (along, across) = (filter.apply(along), filter.apply(across));
            let extra = if square > 0.0 { (along - across) / square } else { 0.0 };
            for j in 0..3 {
                for i in 0..3 {
                    let entry = extra * d[i] * d[j] + if i == j { across } else { 0.0 };
                    slot[3 * j + i] = entry;
                    slot[9 + 3 * j + i] = -entry;
                    slot[18 + 3 * j + i] = entry;
                }
            }
        }
        sum
    }

    fn abilities(&self) -> Abilities<'_> {
        let not_projective = match self.form {
            Form::Hookean => None,
            Form::Squared => Some("the energy of a squared spring grows with the fourth power of its length"),
        };
        Abilities {
            not_projective,
            rounding: Some(self),
            splitting: Some(self),
            compliance: Some(self),
            ..Abilities::default()
        }
    }

    /// Half of k‖d‖²: a spring of no length, as stiff in every direction as the spring is along itself at rest.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        for (spring, slot) in elements.zip(hessian.chunks_exact_mut(hessian_slot(2))) {
            let k = self.stiffness[spring];
            for (block, value) in slot.chunks_exact_mut(9).zip([k, -k, k]) {
                write_isotropic(block, value, 3);
            }
        }
    }
}

impl Rounding for Springs {
    /// The elongation is the difference of two lengths: its error is that of the rest length.
    fn rounding(&self, elements: Range<usize>, value: f64, _extent: f64) -> f64 {
        let unit: f64 = elements.map(|i| self.stiffness[i] * self.length[i] * self.length[i]).sum();
        rounding_of_strain(value, unit)
    }
}
