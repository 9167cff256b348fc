//! Elements as constraints C = √(2E): one each, whatever the element does, so that one of no stress has no gradient.

use std::ops::Range;
use std::sync::Arc;

use super::kernel::{Batch, Eval};
use super::{Shapes, StrainEnergy, cover};
use crate::energy::{Compliance, FILLER, Slots, Want, gradient_slot};
use crate::math::{Filter, Quad, dispatch};

impl Compliance for StrainEnergy {
    fn constrain(&self, x: &[f64], places: Range<usize>, c: &mut [f64], gradient: &mut [f64]) {
        let (material, len) = (&*self.material, places.len());
        let (want, filter) = (Want::Gradient, Filter::Raw);
        let slots = Slots { gradient: &mut *gradient, hessian: &mut [] };
        match &*self.shapes {
            Shapes::Triangles(batches) => {
                let batches = cover(batches, &places);
                dispatch(Eval::<2, 2> { x, batches, len, material, want, filter, slots, each: &mut *c })
            }
            Shapes::Membranes(batches) => {
                let batches = cover(batches, &places);
                dispatch(Eval::<3, 2> { x, batches, len, material, want, filter, slots, each: &mut *c })
            }
            Shapes::Tets(batches) => {
                let batches = cover(batches, &places);
                dispatch(Eval::<3, 3> { x, batches, len, material, want, filter, slots, each: &mut *c })
            }
        };
        for (c, gradient) in c.iter_mut().zip(gradient.chunks_exact_mut(gradient_slot(self.dimension() + 1)))
        {
            *c = (2.0 * *c).max(0.0).sqrt();
            let factor = if *c > 0.0 { 1.0 / *c } else { 0.0 };
            gradient.iter_mut().for_each(|entry| *entry *= factor);
        }
    }

    fn arranged(&self, order: &[u32]) -> Option<Box<dyn Compliance>> {
        let arity = self.dimension() + 1;
        let corners = |&place: &u32| {
            let element = if place == FILLER { 0 } else { place as usize };
            self.nodes[arity * element..][..arity].iter().copied()
        };
        let shapes = match &*self.shapes {
            Shapes::Triangles(batches) => Shapes::Triangles(pick(batches, order)),
            Shapes::Membranes(batches) => Shapes::Membranes(pick(batches, order)),
            Shapes::Tets(batches) => Shapes::Tets(pick(batches, order)),
        };
        let nodes = order.iter().flat_map(corners).collect();
        Some(Box::new(Self { nodes, shapes: Arc::new(shapes), ..self.clone() }))
    }
}

/// The elements in that order; fillers are copies of the first without volume.
fn pick<const D: usize>(batches: &[Batch<D>], order: &[u32]) -> Vec<Batch<D>> {
    let mut picked = vec![Batch::<D>::ZERO; order.len().div_ceil(Quad::LEN)];
    for place in 0..picked.len() * Quad::LEN {
        let (to, lane) = (&mut picked[place / Quad::LEN], place % Quad::LEN);
        let element = order.get(place).copied().filter(|&element| element != FILLER);
        let from = element.unwrap_or(0) as usize;
        let (batch, old) = (&batches[from / Quad::LEN], from % Quad::LEN);
        for a in 0..D {
            for j in 0..D {
                to.g[a][j].0[lane] = batch.g[a][j].0[old];
            }
        }
        for (to, from) in to.nodes.iter_mut().zip(&batch.nodes) {
            to[lane] = from[old];
        }
        to.volume.0[lane] = if element.is_some() { batch.volume.0[old] } else { 0.0 };
    }
    picked
}
