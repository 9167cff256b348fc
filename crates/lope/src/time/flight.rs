//! Rigid bodies in flight: where inertia alone would take them.
//!
//! A free node goes straight on. Nodes of a rigid body cannot: a step of backward Euler from such a target shortens the arms, the
//! strain energy draws them out again, and of every turn by hω the part (hω)² of the energy is lost. A rigid body that
//! nothing acts on keeps its angular momentum and turns. That turn is the target here, so a body in free flight is
//! at the minimum where the step begins.

use std::ops::Range;

use super::{Candidate, History, Stage, StageSolver};
use crate::math::small::{Matrix, identity, inverse, mul, mul_vector, transposed_mul_vector};
use crate::math::vec3::{Vec3, add, along, cross, dot, norm, scaled, sub};

/// Angle of a part of a step, rad.
const PART: f64 = 0.05;
/// Parts of a step at most.
const MOST_PARTS: f64 = 200.0;
/// Newton iterations of one part: three are usual.
const MOST_ITERATIONS: usize = 30;
/// Relative change of the angular velocity below which it is found.
const FOUND: f64 = 1e-15;

/// The nodes of a rigid body.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    /// Their numbers.
    pub nodes: Range<usize>,
    /// Whether none of them is held in this step.
    pub free: bool,
    /// Rounding error of the torque of what keeps its shape, N m: a smaller one is none.
    pub noise: f64,
}

/// A rigid motion of masses about their centre.
#[derive(Clone, Copy, Debug)]
struct Motion {
    mass: f64,
    center: Vec3,
    velocity: Vec3,
    /// Angular momentum about the centre.
    spin: Vec3,
    inertia: Matrix<f64, 3>,
}

/// The k-th of some 3-vectors.
fn at(x: &[f64], k: usize) -> Vec3 {
    [x[3 * k], x[3 * k + 1], x[3 * k + 2]]
}

fn put(x: &mut [f64], k: usize, value: Vec3) {
    x[3 * k..3 * k + 3].copy_from_slice(&value);
}

/// The matrix of v ↦ a × v.
fn skew(a: Vec3) -> Matrix<f64, 3> {
    [[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]]
}

/// The rotation by a vector, rad (Rodrigues' formula).
fn rotation(turn: Vec3) -> Matrix<f64, 3> {
    let angle = norm(turn);
    // sin φ/φ and (1 − cos φ)/φ², which have limits.
    let half = 0.5 * angle;
    let ratio = if half > 1e-4 { half.sin() / half } else { 1.0 - half * half / 6.0 };
    let a = if angle > 1e-4 { angle.sin() / angle } else { 1.0 - angle * angle / 6.0 };
    let b = 0.5 * ratio * ratio;
    let w = skew(turn);
    let square = mul(&w, &w);
    let mut r = identity::<f64, 3>();
    for i in 0..3 {
        for j in 0..3 {
            r[i][j] += a * w[i][j] + b * square[i][j];
        }
    }
    r
}

/// The inverse of a symmetric positive matrix; zero where it has none.
fn inverted(m: &Matrix<f64, 3>) -> Matrix<f64, 3> {
    inverse(m).unwrap_or([[0.0; 3]; 3])
}

impl Motion {
    /// Of masses at `x` with velocities `v`.
    fn of(mass: &[f64], x: &[f64], v: &[f64]) -> Self {
        let total: f64 = mass.iter().sum();
        let (mut center, mut velocity) = ([0.0; 3], [0.0; 3]);
        for (k, m) in mass.iter().enumerate() {
            center = along(center, m / total, at(x, k));
            velocity = along(velocity, m / total, at(v, k));
        }
        let mut spin = [0.0; 3];
        for (k, m) in mass.iter().enumerate() {
            let arm = sub(at(x, k), center);
            spin = along(spin, *m, cross(arm, sub(at(v, k), velocity)));
        }
        Self { mass: total, center, velocity, spin, inertia: inertia(mass, x, center) }
    }

    /// The rotation that the body makes in a time `h` if nothing acts on it: the Lie midpoint rule for constant angular
    /// momentum (\[Krysl05\]), in parts of small angles. In each exp(τΩ/2) JΩ = QᵀL is solved for the angular velocity Ω in the
    /// frame Q, in which the inertia J stays.
    fn turn(&self, h: f64) -> Matrix<f64, 3> {
        let mut frame = identity::<f64, 3>();
        let mut omega = mul_vector(&inverted(&self.inertia), &self.spin);
        let parts = (h * norm(omega) / PART).ceil().clamp(1.0, MOST_PARTS);
        let tau = h / parts;
        for _ in 0..parts as usize {
            let spin = transposed_mul_vector(&frame, &self.spin);
            for _ in 0..MOST_ITERATIONS {
                let carried = transposed_mul_vector(&rotation(scaled(omega, 0.5 * tau)), &spin);
                let residual = sub(mul_vector(&self.inertia, &omega), carried);
                let (mut slope, curl) = (self.inertia, skew(carried));
                (0..3).for_each(|i| (0..3).for_each(|j| slope[i][j] -= 0.5 * tau * curl[i][j]));
                let change = mul_vector(&inverted(&slope), &residual);
                omega = sub(omega, change);
                if norm(change) <= FOUND * norm(omega) {
                    break;
                }
            }
            frame = mul(&frame, &rotation(scaled(omega, tau)));
        }
        frame
    }
}

/// Σ m(|r|² 1 − rrᵀ) about a centre.
fn inertia(mass: &[f64], x: &[f64], center: Vec3) -> Matrix<f64, 3> {
    let mut inertia = [[0.0; 3]; 3];
    for (k, m) in mass.iter().enumerate() {
        let arm = sub(at(x, k), center);
        for (i, row) in inertia.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry += m * (if i == j { dot(arm, arm) } else { 0.0 } - arm[i] * arm[j]);
            }
        }
    }
    inertia
}

/// Gives masses at `x` the velocities of the rigid motion with this velocity and this spin.
fn set_rigid(mass: &[f64], x: &[f64], velocity: Vec3, spin: Vec3, v: &mut [f64]) {
    let total: f64 = mass.iter().sum();
    let center = (0..mass.len()).fold([0.0; 3], |c, k| along(c, mass[k] / total, at(x, k)));
    let omega = mul_vector(&inverted(&inertia(mass, x, center)), &spin);
    (0..mass.len()).for_each(|k| put(v, k, add(velocity, cross(omega, sub(at(x, k), center)))));
}

impl Flight {
    /// Where the nodes are after a time `h` if nothing acts on them, and their velocities there.
    fn fly(&self, mass: &[f64], past: &History, h: f64, x: &mut [f64], v: &mut [f64]) {
        let mass = &mass[self.nodes.clone()];
        let of = 3 * self.nodes.start..3 * self.nodes.end;
        let (old, speed) = (&past.x[of.clone()], &past.v[of.clone()]);
        let (x, v) = (&mut x[of.clone()], &mut v[of]);
        let motion = Motion::of(mass, old, speed);
        let (frame, center) = (motion.turn(h), along(motion.center, h, motion.velocity));
        for k in 0..mass.len() {
            put(x, k, add(center, mul_vector(&frame, &sub(at(old, k), motion.center))));
        }
        set_rigid(mass, x, motion.velocity, motion.spin, v);
    }
}

/// The targets of rigid bodies in a step of backward Euler.
#[derive(Debug, Default)]
pub(super) struct Flights {
    /// Velocities at the target; those of other nodes mean nothing.
    velocity: Vec<f64>,
}

impl Flights {
    /// Replaces the targets of rigid bodies, and the offsets of their stage velocities: these are v̂ + (x − x̂)/h.
    pub(super) fn begin(&mut self, past: &History, h: f64, solver: &dyn StageSolver, stage: &mut Stage) {
        let Stage { target, offset, .. } = stage;
        for flight in solver.flights().iter().filter(|flight| flight.free) {
            self.velocity.resize(past.x.len(), 0.0);
            flight.fly(solver.mass(), past, h, target, &mut self.velocity);
            for i in 3 * flight.nodes.start..3 * flight.nodes.end {
                offset[i] = self.velocity[i] - target[i] / h;
            }
        }
    }

    /// The velocities of the stage at its minimum.
    pub(super) fn velocities(&self, stage: &Stage, solver: &dyn StageSolver, next: &mut Candidate) {
        for flight in solver.flights().iter().filter(|flight| flight.free) {
            for i in 3 * flight.nodes.start..3 * flight.nodes.end {
                next.v[i] = self.velocity[i] + (next.x[i] - stage.target[i]) * stage.rate;
            }
        }
    }

    /// Makes the velocities of rigid bodies rigid: those of the momentum and the spin that the forces f = M(x − x̂)/h² of
    /// the step leave, P̂ + hΣf and L̂ + hΣ r × f about the centre.
    pub(super) fn end(&self, stage: &Stage, solver: &dyn StageSolver, next: &mut Candidate) {
        for flight in solver.flights().iter().filter(|flight| flight.free) {
            let mass = &solver.mass()[flight.nodes.clone()];
            let of = 3 * flight.nodes.start..3 * flight.nodes.end;
            let (target, x) = (&stage.target[of.clone()], &next.x[of.clone()]);
            let free = Motion::of(mass, target, &self.velocity[of.clone()]);
            let center = (0..mass.len()).fold([0.0; 3], |c, k| along(c, mass[k] / free.mass, at(x, k)));
            let (mut velocity, mut turn) = (free.velocity, [0.0; 3]);
            for (k, m) in mass.iter().enumerate() {
                let impulse = scaled(sub(at(x, k), at(target, k)), m * stage.rate);
                velocity = along(velocity, 1.0 / free.mass, impulse);
                turn = add(turn, cross(sub(at(x, k), center), impulse));
            }
            // In free flight rounding errors of the stiff energy would add up.
            let is_noise = norm(turn) * stage.rate <= flight.noise;
            let spin = if is_noise { free.spin } else { add(free.spin, turn) };
            set_rigid(mass, x, velocity, spin, &mut next.v[of]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box of 0.3 × 0.2 × 0.1 m and 6 kg as four nodes.
    fn top(omega: Vec3) -> (Vec<f64>, History) {
        let arms = [0.3_f64, 0.2, 0.1].map(|size| size / 12.0_f64.sqrt());
        let corners = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
        let x: Vec<f64> = corners.iter().flat_map(|s| [0, 1, 2].map(|i| arms[i] * s[i])).collect();
        let mut v = vec![0.0; 12];
        (0..4).for_each(|k| put(&mut v, k, cross(omega, at(&x, k))));
        (vec![1.5; 4], History::new(0.0, x, v))
    }

    fn flown(h: f64, steps: usize) -> History {
        let (mass, mut state) = top([0.3, std::f64::consts::TAU, 0.3]);
        let flight = Flight { nodes: 0..4, free: true, noise: 0.0 };
        for _ in 0..steps {
            let (mut x, mut v) = (vec![0.0; 12], vec![0.0; 12]);
            flight.fly(&mass, &state, h, &mut x, &mut v);
            (state.x, state.v) = (x, v);
        }
        state
    }

    #[test]
    fn an_asymmetric_top_keeps_its_momenta_and_its_energy_and_turns_as_it_should() {
        let (mass, start) = top([0.3, std::f64::consts::TAU, 0.3]);
        let energy = |v: &[f64]| v.iter().map(|v| 0.75 * v * v).sum::<f64>();
        let before = Motion::of(&mass, &start.x, &start.v);
        let exact = flown(1e-3, 5000);
        for h in [1.0 / 30.0, 1.0 / 240.0] {
            let end = flown(h, (5.0_f64 / h).round() as usize);
            let after = Motion::of(&mass, &end.x, &end.v);
            assert!(norm(sub(after.spin, before.spin)) < 1e-12 * norm(before.spin));
            assert!((energy(&end.v) / energy(&start.v) - 1.0).abs() < 1e-4);
            let off = (0..4).map(|k| norm(sub(at(&end.x, k), at(&exact.x, k))) / norm(at(&exact.x, k)));
            let degrees = off.fold(0.0, f64::max).to_degrees();
            assert!(degrees < 0.2, "{degrees}° at {h}");
        }
    }

    #[test]
    fn rotations_are_rotations_for_every_angle() {
        for angle in [0.0, 1e-9, 1e-4, 1.1e-4, 0.3, 3.0, 40.0] {
            let turn = scaled([2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0], angle);
            let r = rotation(turn);
            let square = mul(&r, &crate::math::small::transpose(&r));
            for i in 0..3 {
                for j in 0..3 {
                    assert!((square[i][j] - f64::from(u8::from(i == j))).abs() < 1e-12, "{angle}");
                }
            }
            let trace = r[0][0] + r[1][1] + r[2][2];
            assert!((trace - 1.0 - 2.0 * angle.cos()).abs() < 1e-12, "{angle}");
        }
    }
}
