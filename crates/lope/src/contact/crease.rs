//! Where two or three smooth faces meet: the nearest point there, and the distance from it.
//!
//! The nearest point q of the crease φ_a = φ_b = 0 to p satisfies p − q = λ_a n_a + λ_b n_b. Newton's method on it:
//! back to both surfaces within the span of the normals, and along the tangent t = n_a × n_b by
//!
//! ```text
//! t·(p − q) / s,   s = 1 + λ_a tᵀ∇²φ_a t + λ_b tᵀ∇²φ_b t = 1 − (p − q)·κ
//! ```
//!
//! with the curvature vector κ of the crease; s > 0 at a nearest point. The distance d of a curve bends around it, and
//! along it by as much as the curve does, the distance of a point in all directions:
//!
//! ```text
//! ∇²d = (I − n nᵀ − t tᵀ/s) / d,   ∇²d = (I − n nᵀ) / d
//! ```

use super::faces::Face;
use super::shape::Sample;
use crate::math::vec3::{along, cross, dot, norm, sub};

/// Newton steps, at most.
const STEPS: usize = 60;
/// Faces whose normals enclose less (the square of the sine) touch without a crease.
const PARALLEL: f64 = 1e-10;
/// A step along the crease is that of at least this curvature, so that it does not run away.
const LEAST_STRETCH: f64 = 0.05;
/// A crease bent around p more than this has no nearest point near by.
const FOCAL: f64 = 1e-6;

/// A point where two faces meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crease {
    /// q.
    pub(super) point: [f64; 3],
    /// |p − q|.
    pub(super) distance: f64,
    /// n_a, n_b.
    normals: [[f64; 3]; 2],
    /// t, of length 1.
    tangent: [f64; 3],
    /// s.
    stretch: f64,
}

/// A point of the crease of two faces, locally nearest to p, found from a start. None if Newton's method finds none.
pub(super) fn crease(p: [f64; 3], faces: [&Face; 2], start: [f64; 3], scale: f64) -> Option<Crease> {
    let mut q = start;
    let mut kicks = 0;
    for _ in 0..STEPS {
        let [a, b] = faces.map(|face| face.sample(q));
        let (na, nb) = (a.gradient, b.gradient);
        let cosine = dot(na, nb);
        let det = 1.0 - cosine * cosine;
        if det.is_nan() || det < PARALLEL {
            return None;
        }
        // The x na + y nb with the given products with both normals.
        let span = |u: f64, v: f64| [(u - cosine * v) / det, (v - cosine * u) / det];
        let tangent = cross(na, nb).map(|x| x / det.sqrt());
        let from = sub(p, q);
        let multipliers = span(dot(from, na), dot(from, nb));
        let bend = |h: &[[f64; 3]; 3]| dot(tangent, h.map(|row| dot(row, tangent)));
        let stretch = 1.0 + multipliers[0] * bend(&a.hessian) + multipliers[1] * bend(&b.hessian);
        let back = span(-a.value, -b.value);
        let mut way = dot(from, tangent);
        let arrived = a.value.abs().max(b.value.abs()) < 1e-13 * scale && way.abs() < 1e-12 * scale;
        if arrived && (stretch > -FOCAL || kicks == 2) {
            let distance = norm(from);
            return Some(Crease { point: q, distance, normals: [na, nb], tangent, stretch });
        }
        if arrived {
            // Farthest instead of nearest: on to either side.
            kicks += 1;
            way = 0.1 * scale;
        } else if stretch > 0.0 {
            way /= stretch.max(LEAST_STRETCH);
        }
        let way = way.clamp(-0.5 * scale, 0.5 * scale);
        q = along(along(along(q, back[0], na), back[1], nb), way, tangent);
    }
    None
}

impl Crease {
    /// A direction into each of the four sectors that the two faces cut.
    pub(super) fn sectors(&self) -> [[f64; 3]; 4] {
        let [a, b] = self.normals;
        let cosine = dot(a, b);
        [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]].map(|[u, v]: [f64; 2]| {
            let d = along(a.map(|a| (u - cosine * v) * a), v - cosine * u, b);
            let length = norm(d);
            d.map(|d| d / length)
        })
    }

    /// What a distance from here needs to know; `out` is the way out of the solid.
    pub(super) fn root(&self, out: [f64; 3]) -> Root {
        let along = if self.stretch > FOCAL { 1.0 / self.stretch } else { 1.0 };
        Root { point: self.point, out, tangent: self.tangent, along }
    }
}

/// The corner of three faces that Newton's method finds from a start, with a direction into each of its eight sectors.
pub(super) fn corner(faces: [&Face; 3], start: [f64; 3], scale: f64) -> Option<([f64; 3], [[f64; 3]; 8])> {
    let mut q = start;
    for _ in 0..STEPS {
        let samples = faces.map(|face| face.sample(q));
        let [a, b, c] = samples.map(|sample| sample.gradient);
        let det = dot(a, cross(b, c));
        if det.is_nan() || det * det < PARALLEL {
            return None;
        }
        let solve = |u: [f64; 3]| {
            let sum = along(cross(b, c).map(|x| x * u[0]), u[1], cross(c, a));
            along(sum, u[2], cross(a, b)).map(|x| x / det)
        };
        let values = samples.map(|sample| sample.value);
        if values.iter().all(|value| value.abs() < 1e-13 * scale) {
            let mut number = 0u8;
            let sectors = [(); 8].map(|()| {
                let sides = [0, 1, 2].map(|bit| if number >> bit & 1 == 0 { 1.0 } else { -1.0 });
                number += 1;
                let d = solve(sides);
                let length = norm(d);
                d.map(|d| d / length)
            });
            return Some((q, sectors));
        }
        q = along(q, 1.0, solve(values.map(|value| -value)));
    }
    None
}

/// A point of a crease or a corner that something is measured from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    /// The point.
    pub(super) point: [f64; 3],
    /// The normal for one who is there.
    pub(super) out: [f64; 3],
    /// Direction of the crease; 0 of a corner.
    pub(super) tangent: [f64; 3],
    /// By how much the nearest point follows along the crease.
    pub(super) along: f64,
}

impl Root {
    /// The distance from here, signed; nearer than `touching` the direction is that of `out`.
    pub(super) fn sample(&self, p: [f64; 3], inside: bool, touching: f64) -> Sample {
        let from = sub(p, self.point);
        let distance = norm(from);
        let sign = if inside { -1.0 } else { 1.0 };
        if distance <= touching {
            return Sample { value: sign * distance, gradient: self.out, hessian: [[0.0; 3]; 3] };
        }
        let (n, t) = (from.map(|x| x / distance), self.tangent);
        let entry = |i: usize, j: usize| {
            let one = if i == j { 1.0 } else { 0.0 };
            sign * (one - n[i] * n[j] - self.along * t[i] * t[j]) / distance
        };
        let hessian = [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)));
        Sample { value: sign * distance, gradient: n.map(|n| sign * n), hessian }
    }
}
