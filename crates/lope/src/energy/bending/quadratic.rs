//! Bending of surfaces that are flat at rest and hardly stretch: a quadratic energy with a constant Hessian (\[Bergou06\]).
//!
//! In place of the angle at an edge it takes the length of the sum of the two unit vectors from the edge to the apexes, with the heights
//! at rest: 2 sin θ/2 where nothing is stretched, and linear in the positions.

use std::ops::Range;
use std::sync::Arc;

use super::{HINGES, corners, edge_stiffness, laplacian};
use crate::energy::{
    Abilities, Account, Compliance, Energy, FILLER, Slots, Stencils, Want, block_place, enlist,
    gradient_slot, hessian_slot, write_isotropic,
};
use crate::math::Filter;

/// Nodes of an element.
const ARITY: usize = 4;

/// ½ Σ k |Σ wᵢ xᵢ|² over the inner edges.
#[derive(Clone, Debug)]
pub struct QuadraticBending {
    name: String,
    nodes: Arc<[u32]>,
    /// √k wᵢ of each node, √J/m.
    weights: Arc<[[f64; ARITY]]>,
}

impl QuadraticBending {
    /// Edges, with ½ D |e|/h̄ |Σ wx|². `x` are the rest positions of all nodes; an element has the apex of a triangle, the ends of the
    /// edge and the apex of the other triangle.
    pub fn of_edges(x: &[f64], nodes: Vec<u32>, stiffness: f64) -> Self {
        let of = |nodes: &[u32]| {
            let corners = corners(x, nodes, 0);
            let root = edge_stiffness(stiffness, corners).sqrt();
            let mut weights = [0.0; ARITY];
            HINGES[0]
                .iter()
                .zip(laplacian(corners))
                .for_each(|(&node, weight)| weights[node] = root * weight);
            weights
        };
        let weights = nodes.chunks_exact(ARITY).map(of).collect();
        Self { name: "bending".into(), nodes: nodes.into(), weights }
    }

    /// Gives it another name for logs.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Σ wᵢ xᵢ: from the first node, so that rounding errors are those of edges.
    fn sum(&self, x: &[f64], element: usize) -> [f64; 3] {
        let nodes = &self.nodes[ARITY * element..][..ARITY];
        let weights = &self.weights[element];
        let at = |k: usize, i: usize| x[3 * nodes[k] as usize + i];
        [0, 1, 2].map(|i| (1..ARITY).map(|k| weights[k] * (at(k, i) - at(0, i))).sum())
    }
}

enlist!(QuadraticBending: QuadraticBending);

impl Energy for QuadraticBending {
    fn name(&self) -> &str {
        &self.name
    }

    fn account(&self) -> Account {
        Account::Elastic
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: ARITY, nodes: &self.nodes }
    }

    /// Its Hessian is positive: `filter` has nothing to do.
    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, _filter: Filter, slots: Slots<'_>) -> f64 {
        let (mut sum, start) = (0.0, elements.start);
        for element in elements.clone() {
            let vector = self.sum(x, element);
            sum += 0.5 * vector.iter().map(|v| v * v).sum::<f64>();
            if want >= Want::Gradient {
                let slot =
                    &mut slots.gradient[(element - start) * gradient_slot(ARITY)..][..gradient_slot(ARITY)];
                for (out, weight) in slot.chunks_exact_mut(3).zip(&self.weights[element]) {
                    (0..3).for_each(|i| out[i] = weight * vector[i]);
                }
            }
        }
        if want >= Want::Hessian {
            self.stand_in(elements, slots.hessian);
        }
        sum
    }

    /// The Hessian itself.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        for (element, slot) in elements.zip(hessian.chunks_exact_mut(hessian_slot(ARITY))) {
            let weights = &self.weights[element];
            for a in 0..ARITY {
                for b in a..ARITY {
                    let block = &mut slot[9 * block_place(ARITY, a, b)..][..9];
                    write_isotropic(block, weights[a] * weights[b], 3);
                }
            }
        }
    }

    /// Quadratic, and so projective.
    fn abilities(&self) -> Abilities<'_> {
        Abilities { compliance: Some(self), ..Abilities::default() }
    }
}

/// One constraint each: the length of the vector.
impl Compliance for QuadraticBending {
    fn constrain(&self, x: &[f64], places: Range<usize>, c: &mut [f64], gradient: &mut [f64]) {
        let slots = gradient.chunks_exact_mut(gradient_slot(ARITY));
        for ((element, c), slot) in places.zip(c).zip(slots) {
            let vector = self.sum(x, element);
            *c = vector.iter().map(|v| v * v).sum::<f64>().sqrt();
            let over = if *c > 0.0 { 1.0 / *c } else { 0.0 };
            for (out, weight) in slot.chunks_exact_mut(3).zip(&self.weights[element]) {
                (0..3).for_each(|i| out[i] = weight * vector[i] * over);
            }
        }
    }

    fn arranged(&self, order: &[u32]) -> Option<Box<dyn Compliance>> {
        let element = |place: u32| if place == FILLER { 0 } else { place as usize };
        let nodes =
            order.iter().flat_map(|&place| self.nodes[ARITY * element(place)..][..ARITY].iter().copied());
        let weights = order
            .iter()
            .map(|&place| if place == FILLER { [0.0; ARITY] } else { self.weights[place as usize] });
        Some(Box::new(Self { name: self.name.clone(), nodes: nodes.collect(), weights: weights.collect() }))
    }
}
