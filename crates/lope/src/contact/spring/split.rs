//! Collision springs taken apart from the positions: the proximal step of \[Mattos25\] (32).
//!
//! What stands for a spring is the signed distance s of its vertex from the plane it is pushed out of. The copy that weighs
//! ½k min(0, z)² against q²/2 (z − s)² is s outside and q²s/(k + q²) inside. With the plane z = 0 and forces at midpoints
//! that is the printed formula, but for its slips: the push is that of the midpoint, and so is the test.

use std::ops::Range;

use super::CollisionSprings;
use crate::energy::{Coupling, SplitNorms, Splitting};

/// Elements that lie together in memory.
const TOGETHER: usize = 4;

impl Splitting for CollisionSprings {
    fn width(&self) -> usize {
        TOGETHER
    }

    fn start(&self, x: &[f64], elements: Range<usize>, coupling: Coupling, v: &mut [f64]) {
        let q = (coupling.penalty * self.law.stiffness).sqrt();
        v.fill(0.0);
        for (element, v) in elements.zip(v) {
            let (s, _) = self.apart(x, element);
            *v = q * (s + s.min(0.0) / coupling.penalty);
        }
    }

    fn advance(
        &self,
        x: &[f64],
        elements: Range<usize>,
        coupling: Coupling,
        (v, z): (&[f64], &[f64]),
        out: &mut [f64],
    ) {
        let q = (coupling.penalty * self.law.stiffness).sqrt();
        out.fill(0.0);
        for (place, element) in elements.enumerate() {
            let (s, _) = self.apart(x, element);
            out[place] = v[place] + coupling.relaxation * (q * s - z[place]);
        }
    }

    fn local(
        &self,
        x: &[f64],
        elements: Range<usize>,
        coupling: Coupling,
        v: &[f64],
        z: &mut [f64],
        gradient: &mut [f64],
    ) -> SplitNorms {
        let q = (coupling.penalty * self.law.stiffness).sqrt();
        let inside = coupling.penalty / (1.0 + coupling.penalty);
        let mut norms = SplitNorms::default();
        for (place, element) in elements.enumerate() {
            let slot = &mut gradient[3 * place..3 * place + 3];
            let (s, normal) = self.apart(x, element);
            let copy = if v[place] < 0.0 { inside * v[place] } else { v[place] };
            let (image, multiplier) = (q * s, v[place] - copy);
            norms += SplitNorms {
                primal: (image - copy) * (image - copy),
                dual: (copy - z[place]) * (copy - z[place]),
                image: image * image,
                copy: copy * copy,
                multiplier: multiplier * multiplier,
                unit: 0.0,
            };
            let pull = q * (image - copy + multiplier);
            slot.copy_from_slice(&normal.map(|n| pull * n));
            z[place] = copy;
        }
        norms
    }
}
