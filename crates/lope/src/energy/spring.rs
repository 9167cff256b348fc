//! Springs between pairs of nodes.

use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use crate::math::Filter;

use super::{Account, Energy, Slots, Stencils, Want, gradient_slot, hessian_slot, write_isotropic};

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
        Ok(Self { nodes, length, stiffness, form })
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

    /// Value, force per length along d (so that ∂E/∂d = pull·d), and the two eigenvalues of ∂²E/∂d²: along d
    /// and across it.
    fn respond(&self, spring: usize, square: f64) -> (f64, f64, f64, f64) {
        let (rest, k) = (self.length[spring], self.stiffness[spring]);
        match self.form {
            Form::Hookean => {
                let length = square.sqrt();
                let stretch = length - rest;
                let shortest = (SHORTEST * rest).max(f64::MIN_POSITIVE);
                let pull = if length > 0.0 { k * stretch / length } else { 0.0 };
                let across = if length < shortest { k * (1.0 - rest / shortest) } else { pull };
                (0.5 * k * stretch * stretch, pull, k, across)
            }
            Form::Squared => {
                let ratio = square / (rest * rest);
                let strain = ratio - 1.0;
                let pull = 0.5 * k * strain;
                (0.125 * k * rest * rest * strain * strain, pull, pull + k * ratio, pull)
            }
        }
    }
}

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
        let start = elements.start;
        let mut sum = 0.0;
        for spring in elements {
            let (a, b) = (3 * self.nodes[2 * spring] as usize, 3 * self.nodes[2 * spring + 1] as usize);
            let d = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
            let square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            let (value, pull, along, across) = self.respond(spring, square);
            sum += value;
            if want < Want::Gradient {
                continue;
            }
            let at = (spring - start) * gradient_slot(2);
            let gradient = &mut slots.gradient[at..at + gradient_slot(2)];
            for i in 0..3 {
                gradient[i] = -pull * d[i];
                gradient[3 + i] = pull * d[i];
            }
            if want < Want::Hessian {
                continue;
            }
            let at = (spring - start) * hessian_slot(2);
            let hessian = &mut slots.hessian[at..at + hessian_slot(2)];
            let (along, across) = (filter.apply(along), filter.apply(across));
            let extra = if square > 0.0 { (along - across) / square } else { 0.0 };
            for j in 0..3 {
                for i in 0..3 {
                    let entry = extra * d[i] * d[j] + if i == j { across } else { 0.0 };
                    hessian[3 * j + i] = entry;
                    hessian[9 + 3 * j + i] = -entry;
                    hessian[18 + 3 * j + i] = entry;
                }
            }
        }
        sum
    }

    fn not_projective(&self) -> Option<&'static str> {
        match self.form {
            Form::Hookean => None,
            Form::Squared => Some("the energy of a squared spring grows with the fourth power of its length"),
        }
    }

    /// Half of k‖d‖²: a spring of no length, as stiff in every direction as the spring is along itself at rest.
    fn laplacian(&self, elements: Range<usize>, hessian: &mut [f64]) {
        for (spring, slot) in elements.zip(hessian.chunks_exact_mut(hessian_slot(2))) {
            let k = self.stiffness[spring];
            for (block, value) in slot.chunks_exact_mut(9).zip([k, -k, k]) {
                write_isotropic(block, value, 3);
            }
        }
    }
}
