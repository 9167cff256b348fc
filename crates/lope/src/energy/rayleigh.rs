//! Lagged Rayleigh damping \[Gast15\] §4.2: internal friction of elastic bodies.
//!
//! The potential is R(v) = k/2 vᵀDv with D the positive part of the elastic Hessian at a place that the integrator
//! knows before the step: the last state or, for second order, where that leads. Holding D there makes R quadratic,
//! so that its force is a gradient and the step stays a minimization. A rigid motion costs nothing where the body is at rest.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::math::Filter;

use super::{
    Abilities, Account, At, CHUNK, Energy, Slots, Stencils, Want, block_place, enlist, gradient_slot,
    hessian_slot,
};

/// Most nodes an element may have.
const MOST_NODES: usize = 6;

/// The damping of one elastic energy.
#[derive(Clone)]
pub struct Rayleigh {
    elastic: Arc<dyn Energy>,
    arity: usize,
    /// k, seconds.
    coefficient: f64,
    /// Element Hessians times k, in the layout of Hessian slots.
    lagged: Vec<f64>,
}

impl Rayleigh {
    /// Damping with coefficient k (s) of the elements of an elastic energy, which filters its Hessian itself and has six nodes for each
    /// at most; none before it is lagged.
    pub fn new(elastic: Arc<dyn Energy>, coefficient: f64) -> Self {
        let Stencils { arity, nodes } = elastic.stencils();
        let lagged = vec![0.0; nodes.len() / arity * hessian_slot(arity)];
        Self { elastic, arity, coefficient, lagged }
    }

    /// Takes the Hessians anew at `x`; false if one is not finite.
    pub fn relag(&mut self, x: &[f64]) -> bool {
        let Self { elastic, arity, coefficient, lagged } = self;
        let slot = hessian_slot(*arity);
        let finite = |(chunk, hessian): (usize, &mut [f64])| {
            let range = chunk * CHUNK..chunk * CHUNK + hessian.len() / slot;
            let mut gradient = [0.0; CHUNK * gradient_slot(MOST_NODES)];
            let gradient = &mut gradient[..range.len() * gradient_slot(*arity)];
            let slots = Slots { gradient, hessian: &mut *hessian };
            let value = elastic.eval(x, range, Want::Hessian, Filter::Clamp(0.0), slots);
            hessian.iter_mut().for_each(|entry| *entry *= *coefficient);
            value.is_finite() && hessian.iter().all(|entry| entry.is_finite())
        };
        lagged.par_chunks_mut(CHUNK * slot).enumerate().all(finite)
    }
}

enlist!(Rayleigh: Rayleigh);

impl Energy for Rayleigh {
    fn name(&self) -> &str {
        "rayleigh"
    }

    fn at(&self) -> At {
        At::Velocity
    }

    fn account(&self) -> Account {
        Account::Dissipation
    }

    fn stencils(&self) -> Stencils<'_> {
        self.elastic.stencils()
    }

    fn lag(&mut self, x: &[f64]) -> bool {
        self.relag(x)
    }

    /// The Hessian was filtered when it was lagged, so `filter` has nothing left to do.
    fn eval(&self, v: &[f64], elements: Range<usize>, want: Want, _filter: Filter, slots: Slots<'_>) -> f64 {
        let arity = self.arity;
        let (row, slot) = (gradient_slot(arity), hessian_slot(arity));
        let start = elements.start;
        let all = self.elastic.stencils().nodes;
        let mut sum = 0.0;
        for element in elements {
            let d = &self.lagged[element * slot..][..slot];
            let nodes = &all[element * arity..][..arity];
            let mut local = [[0.0; 3]; MOST_NODES];
            for a in 0..arity {
                local[a].copy_from_slice(&v[3 * nodes[a] as usize..][..3]);
            }
            let mut product = [[0.0; 3]; MOST_NODES];
            for a in 0..arity {
                for b in a..arity {
                    let block = &d[9 * block_place(arity, a, b)..][..9];
                    for j in 0..3 {
                        for i in 0..3 {
                            product[a][i] += block[3 * j + i] * local[b][j];
                            if a != b {
                                product[b][j] += block[3 * j + i] * local[a][i];
                            }
                        }
                    }
                }
            }
            for a in 0..arity {
                for i in 0..3 {
                    sum += 0.5 * local[a][i] * product[a][i];
                    if want >= Want::Gradient {
                        slots.gradient[(element - start) * row + 3 * a + i] = product[a][i];
                    }
                }
            }
            if want >= Want::Hessian {
                slots.hessian[(element - start) * slot..][..slot].copy_from_slice(d);
            }
        }
        sum
    }

    /// Quadratic, and where the elastic energy is projective its Hessian and so D is at most the Laplacian.
    fn abilities(&self) -> Abilities<'_> {
        Abilities { not_projective: self.elastic.abilities().not_projective, ..Abilities::default() }
    }

    /// k times that of the elastic energy: unlike the lagged Hessian it stays the same from step to step.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        self.elastic.stand_in(elements, hessian);
        hessian.iter_mut().for_each(|entry| *entry *= self.coefficient);
    }
}
