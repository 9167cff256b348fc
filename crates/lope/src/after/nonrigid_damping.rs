//! Friction inside of a body, taken from the velocities once a step is solved.
//!
//! Drag slows a body down as a whole. Inner friction does not: it takes only what departs from the motion of a
//! rigid body, and keeps both momenta. \[Dinev18\] §4.3, eqs. 32–36, where eq. 32 must read
//! Δvᵢ = vᵢ − (v_cm + ω × rᵢ): with the printed signs a rigid motion would be damped.

use std::ops::Range;

use crate::math::eigen::eigen;
use crate::math::vec3::{cross, dot};

use super::StepEnd;

/// Takes a part of the velocity that is not that of a rigid body.
#[derive(Clone, Debug)]
pub struct NonrigidDamping {
    nodes: Range<usize>,
    fraction: f64,
    /// Places from the centre of mass, and velocities beyond the rigid motion.
    arms: Vec<[f64; 3]>,
    rest: Vec<[f64; 3]>,
}

/// How near to a line, in parts of the coordinates, nodes are taken to be on it: rounding of positions moves them a
/// thousandth as far. Turns about that line move nothing, and their rate would be 0/0.
const ON_A_LINE: f64 = 1e-13;

/// Rounds of fitting the three turns and the drift one after the other. They are independent but for rounding, which
/// a fast turn of a thin body about its length makes large: later rounds mend what it did to the others.
const ROUNDS: usize = 3;

impl NonrigidDamping {
    /// Takes `fraction` (0 to 1) of the velocity beyond the rigid motion of `nodes`, each step.
    pub fn new(nodes: Range<usize>, fraction: f64) -> Self {
        Self { nodes, fraction, arms: Vec::new(), rest: Vec::new() }
    }

    /// What the velocities have beyond the best rigid motion, node by node; nothing without mass.
    fn beyond(&mut self, end: &StepEnd<'_>, v: &[f64]) -> Option<&[[f64; 3]]> {
        let Self { nodes, arms, rest, .. } = self;
        let at = |list: &[f64], node: usize| [list[3 * node], list[3 * node + 1], list[3 * node + 2]];
        let mass = &end.mass[nodes.clone()];
        let total: f64 = mass.iter().sum();
        if !(total.is_finite() && total > 0.0) {
            return None;
        }
        // [Dinev18] eq. 34.
        let mean = |list: &[f64]| {
            let mut mean = [0.0; 3];
            for (node, m) in nodes.clone().zip(mass) {
                let here = at(list, node);
                (0..3).for_each(|i| mean[i] += m * here[i] / total);
            }
            mean
        };
        let (center, drift) = (mean(end.x), mean(v));
        let from = |list: &[f64], node: usize, origin: [f64; 3]| {
            let here = at(list, node);
            [0, 1, 2].map(|i| here[i] - origin[i])
        };
        arms.clear();
        arms.extend(nodes.clone().map(|node| from(end.x, node, center)));
        rest.clear();
        rest.extend(nodes.clone().map(|node| from(v, node, drift)));

        // Along the axes of inertia the system I ω = L of eqs. 35 and 36 falls apart into three fractions. Their
        // denominators are summed anew about each axis: an eigenvalue of a nearly straight body would be cancelled
        // away.
        let reach = nodes.clone().flat_map(|node| at(end.x, node)).fold(0.0, |a: f64, x| a.max(x.abs()));
        let least = total * (ON_A_LINE * reach).powi(2);
        let mut axes = axes_of_inertia(arms, mass)?.map(|axis| {
            let inertia: f64 = arms.iter().zip(mass).map(|(r, m)| m * square(cross(axis, *r))).sum();
            (axis, inertia)
        });
        axes.sort_by(|a, b| a.1.total_cmp(&b.1));
        for _ in 0..ROUNDS {
            for (axis, inertia) in axes.iter().filter(|(_, i)| *i > least && i.is_finite()) {
                let spin = |((r, w), m): ((&[f64; 3], &[f64; 3]), &f64)| m * dot(cross(*axis, *r), *w);
                let rate = arms.iter().zip(&*rest).zip(mass).map(spin).sum::<f64>() / inertia;
                for (r, w) in arms.iter().zip(&mut *rest) {
                    let turn = cross(*axis, *r);
                    (0..3).for_each(|i| w[i] -= rate * turn[i]);
                }
            }
            let mut drift = [0.0; 3];
            for (w, m) in rest.iter().zip(mass) {
                (0..3).for_each(|i| drift[i] += m * w[i] / total);
            }
            rest.iter_mut().for_each(|w| (0..3).for_each(|i| w[i] -= drift[i]));
        }
        Some(rest)
    }
}

/// The eigenvectors of the tensor of inertia, \[Dinev18\] eq. 36.
fn axes_of_inertia(arms: &[[f64; 3]], mass: &[f64]) -> Option<[[f64; 3]; 3]> {
    let mut tensor = [0.0; 9];
    for (r, m) in arms.iter().zip(mass) {
        for i in 0..3 {
            for j in 0..3 {
                let diagonal = if i == j { square(*r) } else { 0.0 };
                tensor[3 * i + j] += m * (diagonal - r[i] * r[j]);
            }
        }
    }
    eigen(&mut tensor, 3)?;
    Some([0, 1, 2].map(|k| [tensor[k], tensor[3 + k], tensor[6 + k]]))
}

fn square(a: [f64; 3]) -> f64 {
    dot(a, a)
}

impl NonrigidDamping {
    /// \[Dinev18\] eq. 33. The rigid motion is the one nearest in the norm of kinetic energy, so what is left has less
    /// of it, whatever the fraction.
    pub fn impulse(&mut self, end: &StepEnd<'_>, v: &mut [f64]) {
        let (fraction, own) = (self.fraction, 3 * self.nodes.start..3 * self.nodes.end);
        let Some(beyond) = self.beyond(end, v) else { return };
        v[own].iter_mut().zip(beyond.as_flattened()).for_each(|(v, more)| *v -= fraction * more);
    }
}

#[cfg(test)]
mod tests;
