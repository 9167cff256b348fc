//! Springs as constraints: C = √k (‖d‖ − L), and √k L/2 (‖d‖²/L² − 1) for the squared form. C has a sign, which √(2E) has
//! not: a multiplier gathered while a spring was long must not push when it is short.

use std::ops::Range;

use super::kernel::Batch;
use super::{Form, Springs};
use crate::energy::{Compliance, FILLER, gradient_slot};
use crate::math::{Kernel, Lane, Quad, dispatch};

struct Constrain<'a> {
    form: Form,
    batches: &'a [Batch],
    x: &'a [f64],
    c: &'a mut [f64],
    gradient: &'a mut [f64],
}

impl Kernel for Constrain<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        const STRIDE: usize = gradient_slot(2);
        let (zero, one, half) = (L::splat(0.0), L::splat(1.0), L::splat(0.5));
        let slots = self.c.chunks_mut(Quad::LEN).zip(self.gradient.chunks_mut(STRIDE * Quad::LEN));
        for (batch, (c, gradient)) in self.batches.iter().zip(slots) {
            let mut values = Quad::ZERO;
            for part in 0..L::PER_QUAD {
                let lanes = part * L::N;
                let a = L::gather3(self.x, &batch.nodes[0][lanes..]);
                let b = L::gather3(self.x, &batch.nodes[1][lanes..]);
                let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
                let square = d[2].mul_add(d[2], d[1].mul_add(d[1], d[0] * d[0]));
                let (rest, root) = (L::load(&batch.length, part), L::load(&batch.stiffness, part).sqrt());
                // ∇C = along · d at the second end.
                let (value, along) = match self.form {
                    Form::Hookean => {
                        let length = square.sqrt();
                        let there = L::lt(zero, length);
                        let along = L::select(there, root / L::select(there, length, one), zero);
                        (root * (length - rest), along)
                    }
                    Form::Squared => (half * root * rest * (square / (rest * rest) - one), root / rest),
                };
                value.store(&mut values, part);
                let [x, y, z] = d.map(|d| along * d);
                let count = c.len().saturating_sub(lanes).min(L::N);
                if count > 0 {
                    L::store_transposed(
                        &[-x, -y, -z, x, y, z],
                        &mut gradient[STRIDE * lanes..],
                        STRIDE,
                        count,
                    );
                }
            }
            c.copy_from_slice(&values.0[..c.len()]);
        }
    }
}

impl Compliance for Springs {
    fn constrain(&self, x: &[f64], places: Range<usize>, c: &mut [f64], gradient: &mut [f64]) {
        let batches = &self.batches[places.start / Quad::LEN..places.end.div_ceil(Quad::LEN)];
        dispatch(Constrain { form: self.form, batches, x, c, gradient });
    }

    fn arranged(&self, order: &[u32]) -> Option<Box<dyn Compliance>> {
        let pick = |place: &u32| (*place != FILLER).then_some(*place as usize);
        let nodes = |place: &u32| pick(place).map_or([0, 0], |i| [self.nodes[2 * i], self.nodes[2 * i + 1]]);
        let length = order.iter().map(|place| pick(place).map_or(1.0, |i| self.length[i]));
        let stiffness = order.iter().map(|place| pick(place).map_or(0.0, |i| self.stiffness[i]));
        let springs = Self::new(
            order.iter().flat_map(nodes).collect(),
            length.collect(),
            stiffness.collect(),
            self.form,
        );
        springs.ok().map(|springs| Box::new(springs) as Box<dyn Compliance>)
    }
}
