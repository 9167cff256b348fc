//! Springs taken apart from the positions.
//!
//! What stands for a spring is its vector d. The copy that weighs the spring's energy against q²/2 ‖z − v‖² has the
//! direction of v, and a length that solves one equation: (kL + q²‖v‖)/(k + q²) by Hooke's law.

use std::ops::Range;

use super::{Form, Springs};
use crate::energy::{Coupling, SplitNorms, Splitting};

/// Springs that lie together in memory, coordinate by coordinate.
const TOGETHER: usize = 4;

/// Newton iterations for the squared form at most.
const MOST_ITERATIONS: usize = 60;

impl Springs {
    fn vector(&self, x: &[f64], spring: usize) -> [f64; 3] {
        let [a, b] = [0, 1].map(|end| 3 * self.nodes[2 * spring + end] as usize);
        [0, 1, 2].map(|i| x[b + i] - x[a + i])
    }

    /// Force of a spring of length `s`, N.
    fn pull(&self, spring: usize, s: f64) -> f64 {
        let (length, stiffness) = (self.length[spring], self.stiffness[spring]);
        match self.form {
            Form::Hookean => stiffness * (s - length),
            Form::Squared => 0.5 * stiffness * s * (s - length) * (s + length) / (length * length),
        }
    }

    /// The length z ≥ 0 that minimizes E(z) + r/2 (z − s)².
    fn settled(&self, spring: usize, r: f64, s: f64) -> f64 {
        let (length, stiffness) = (self.length[spring], self.stiffness[spring]);
        if self.form == Form::Hookean {
            return (stiffness * length + r * s) / (stiffness + r);
        }
        // From beyond the largest root the slope, convex there, brings Newton's method down to it.
        let mut z = s.max(length);
        for _ in 0..MOST_ITERATIONS {
            let excess = self.pull(spring, z) + r * (z - s);
            let slope = 0.5 * stiffness * (3.0 * z * z / (length * length) - 1.0) + r;
            let change = excess / slope;
            z -= change;
            if change.abs() <= 1e-14 * z.abs() {
                break;
            }
        }
        z.max(0.0)
    }
}

fn size(d: [f64; 3]) -> f64 {
    (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt()
}

/// The vector of one spring in split variables.
fn read(of: &[f64], place: usize) -> [f64; 3] {
    let first = place / TOGETHER * 3 * TOGETHER + place % TOGETHER;
    [0, 1, 2].map(|i| of[first + TOGETHER * i])
}

fn write(to: &mut [f64], place: usize, d: [f64; 3]) {
    let first = place / TOGETHER * 3 * TOGETHER + place % TOGETHER;
    (0..3).for_each(|i| to[first + TOGETHER * i] = d[i]);
}

/// Σ of the squares of f(0), f(1), f(2).
fn square(f: impl Fn(usize) -> f64) -> f64 {
    (0..3).map(|i| f(i) * f(i)).sum()
}

impl Splitting for Springs {
    fn width(&self) -> usize {
        3 * TOGETHER
    }

    fn start(&self, x: &[f64], elements: Range<usize>, coupling: Coupling, v: &mut [f64]) {
        v.fill(0.0);
        for (place, spring) in elements.enumerate() {
            let d = self.vector(x, spring);
            let (s, weight) = (size(d), coupling.penalty * self.stiffness[spring]);
            let grown = if weight * s > 0.0 { 1.0 + self.pull(spring, s) / (weight * s) } else { 1.0 };
            write(v, place, d.map(|d| weight.sqrt() * grown * d));
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
        out.fill(0.0);
        for (place, spring) in elements.enumerate() {
            let q = (coupling.penalty * self.stiffness[spring]).sqrt();
            let (d, v, z) = (self.vector(x, spring), read(v, place), read(z, place));
            write(out, place, [0, 1, 2].map(|i| v[i] + coupling.relaxation * (q * d[i] - z[i])));
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
        let mut norms = SplitNorms::default();
        for (place, spring) in elements.enumerate() {
            let weight = coupling.penalty * self.stiffness[spring];
            let q = weight.sqrt();
            let (wanted, before) = (read(v, place), read(z, place));
            let s = size(wanted);
            let shrink = if q * s > 0.0 { q * self.settled(spring, weight, s / q) / s } else { 1.0 };
            let copy = wanted.map(|v| shrink * v);
            let image = self.vector(x, spring).map(|d| q * d);
            norms += SplitNorms {
                primal: square(|i| image[i] - copy[i]),
                dual: square(|i| copy[i] - before[i]),
                image: square(|i| image[i]),
                copy: square(|i| copy[i]),
                multiplier: square(|i| wanted[i] - copy[i]),
                unit: weight * self.length[spring] * self.length[spring],
            };
            write(z, place, copy);
            for i in 0..3 {
                let pull = q * (image[i] - copy[i] + wanted[i] - copy[i]);
                gradient[6 * place + i] = -pull;
                gradient[6 * place + 3 + i] = pull;
            }
        }
        norms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settled_lengths_are_minima() {
        for (form, length) in [(Form::Hookean, 0.7), (Form::Hookean, 0.0), (Form::Squared, 0.7)] {
            let springs = Springs::new([0, 1].into(), vec![length], vec![3.0], form).expect("a spring");
            for s in [0.0, 1e-9, 0.3, 0.7, 2.0, 1e6] {
                for r in [1.5, 3.0, 30.0] {
                    let z = springs.settled(0, r, s);
                    let value = |z: f64| {
                        let energy = match form {
                            Form::Hookean => 1.5 * (z - length) * (z - length),
                            Form::Squared => {
                                0.375 * length * length * (z * z / (length * length) - 1.0).powi(2)
                            }
                        };
                        energy + 0.5 * r * (z - s) * (z - s)
                    };
                    let lowest = (0..=40_000)
                        .map(|k| value(f64::from(k) * 1e-4 * s.max(1.0)))
                        .fold(f64::INFINITY, f64::min);
                    assert!(
                        value(z) <= lowest + 1e-12 * lowest.abs().max(1.0),
                        "{form:?} {length} {s} {r}: {z}"
                    );
                }
            }
        }
    }
}
