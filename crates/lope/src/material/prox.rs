//! Proximal maps: the deformation that weighs its energy against its distance from a given one.
//!
//! For a weight r (Pa) the local step of splitting methods asks for
//!
//! ```text
//! prox(V) = argmin_Z ψ(Z) + r/2 ‖Z − V‖²
//! ```
//!
//! An isotropic ψ is a function of signed singular values, and for given ones ‖Z − V‖ is least where Z has the singular
//! vectors of V (von Neumann's trace inequality). So with V = A diag(s) Bᵀ the answer is A diag(z) Bᵀ, where z
//! minimizes ψ(z) + r/2|z − s|². This is the minimum over rotation and stretch at once, Z = UP, of \[Mattos25\]
//! (10) and (11), which take them in turn; what is a fixed point of theirs is one of this.
//!
//! Models with a closed form have it beside their formula. The others are found by Newton's method here.

use super::{Isotropic, Order};
use crate::math::small::{Matrix, compose};
use crate::math::svd2::svd2;
use crate::math::{Filter, Kernel, Lane, Quad, Real, Spectrum};

/// Quads decomposed at a time: they stay in the first-level cache.
const BLOCK: usize = 16;

/// Newton iterations at most; ten are rare.
const MOST_ITERATIONS: usize = 60;

/// Relative change below which the next iterate would differ by rounding alone: convergence is quadratic.
const FOUND: f64 = 1e-9;

/// Where Newton's method starts in a stretch that is not positive, for models that need it to be.
const INSIDE: f64 = 0.1;

/// Lanes of the widest pack.
const MOST_LANES: usize = 8;

/// prox of many quads of deformations (by rows).
pub(super) struct ProxAll<'a, M, const D: usize> {
    pub(super) material: &'a M,
    pub(super) weight: f64,
    pub(super) v: &'a [[Quad; 9]],
    pub(super) z: &'a mut [[Quad; 9]],
}

impl<M: Isotropic, const D: usize> Kernel for ProxAll<'_, M, D> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { material, weight, v, z } = self;
        if M::DIRECT_PROX {
            for (v, z) in v.iter().zip(z) {
                for part in 0..L::PER_QUAD {
                    store(&material.prox_direct(&load::<L, D>(v, part), weight), z, part);
                }
            }
            return;
        }
        let mut spectra = [Spectrum::ZERO; BLOCK];
        for (v, z) in v.chunks(BLOCK).zip(z.chunks_mut(BLOCK)) {
            if D == 3 {
                L::svd3(v, &mut spectra[..v.len()]);
            }
            for (k, (v, z)) in v.iter().zip(z).enumerate() {
                for part in 0..L::PER_QUAD {
                    let (left, s, right) = if D == 3 {
                        let of = &spectra[k];
                        let s = [0, 1, 2].map(|i| L::load(&of.sigma[i], part));
                        (load::<L, D>(&of.u, part), s, load::<L, D>(&of.v, part))
                    } else {
                        let svd = svd2(&load::<L, 2>(v, part));
                        let s = [svd.sigma[0], svd.sigma[1], L::splat(1.0)];
                        (shrink(&svd.u), s, shrink(&svd.v))
                    };
                    let stretch = material.prox::<L, D>(s, weight);
                    let mut kept = [stretch[0]; D];
                    kept.copy_from_slice(&stretch[..D]);
                    store(&compose(&left, &kept, &right), z, part);
                }
            }
        }
    }
}

/// A plane matrix where the dimension is only known to be two.
#[inline(always)]
fn shrink<L: Lane, const D: usize>(m: &Matrix<L, 2>) -> Matrix<L, D> {
    let mut out = [[L::splat(0.0); D]; D];
    for i in 0..D.min(2) {
        for j in 0..D.min(2) {
            out[i][j] = m[i][j];
        }
    }
    out
}

#[inline(always)]
fn load<L: Lane, const D: usize>(quads: &[Quad; 9], part: usize) -> Matrix<L, D> {
    let mut m = [[L::splat(0.0); D]; D];
    for i in 0..D {
        for j in 0..D {
            m[i][j] = L::load(&quads[D * i + j], part);
        }
    }
    m
}

#[inline(always)]
fn store<L: Lane, const D: usize>(m: &Matrix<L, D>, quads: &mut [Quad; 9], part: usize) {
    for i in 0..D {
        for j in 0..D {
            m[i][j].store(&mut quads[D * i + j], part);
        }
    }
}

/// The lower of `z` and the minimum that Newton's method finds where the least stretch is small: where the volume is far too large,
/// one stretch may pay for all.
#[inline(always)]
pub(super) fn or_with_a_small_stretch<M: Isotropic, R: Real, const D: usize>(
    material: &M,
    s: [R; 3],
    r: f64,
    z: [R; 3],
) -> [R; 3] {
    let mut found = [[0.0; 3]; MOST_LANES];
    for (lane, found) in found.iter_mut().enumerate().take(R::N) {
        let [s, z] = [s, z].map(|of| of.map(|of| of.get(lane)));
        let mut start = s;
        start[D - 1] = start[D - 1].min(INSIDE);
        let other = newton_from::<M, D>(material, s, r, start);
        let lower = weighed(material, s, r, other) < weighed(material, s, r, z);
        *found = if lower { other } else { z };
    }
    [0, 1, 2].map(|i| R::from_fn(|lane| found[lane][i]))
}

/// ψ(z) + r/2|z − s|².
fn weighed<M: Isotropic>(material: &M, s: [f64; 3], r: f64, z: [f64; 3]) -> f64 {
    let distance: f64 = (0..3).map(|i| (z[i] - s[i]) * (z[i] - s[i])).sum();
    material.respond(z, Order::Value).psi + 0.5 * r * distance
}

/// The stretches of the minimum, one lane after the other, by Newton's method.
#[inline(always)]
pub(super) fn by_newton<M: Isotropic, R: Real, const D: usize>(material: &M, s: [R; 3], r: f64) -> [R; 3] {
    let mut found = [[0.0; 3]; MOST_LANES];
    for (lane, found) in found.iter_mut().enumerate().take(R::N) {
        *found = newton::<M, D>(material, s.map(|s| s.get(lane)), r);
    }
    [0, 1, 2].map(|i| R::from_fn(|lane| found[lane][i]))
}

/// The directions a state may move in: how many of these count.
type Basis = ([[f64; 3]; 3], usize);

/// The lowest of the minima that are found from the stretches themselves, from rest, and from the same upright: where ψ is
/// not convex there may be several, and what is crushed to nothing is balanced on top of a hill.
#[inline(never)]
pub(super) fn newton<M: Isotropic, const D: usize>(material: &M, s: [f64; 3], r: f64) -> [f64; 3] {
    let z = newton_from::<M, D>(material, s, r, s);
    if M::MODEL.needs_positive_det() {
        return z;
    }
    let (mut rest, mut upright) = (s, s);
    rest[..D].fill(1.0);
    upright[..D].iter_mut().for_each(|s| *s = s.max(INSIDE));
    let value = |z: [f64; 3]| weighed(material, s, r, z);
    let others = [rest, upright].map(|start| newton_from::<M, D>(material, s, r, start));
    others.into_iter().fold(z, |best, other| if value(other) < value(best) { other } else { best })
}

/// One minimum. Where ψ uses the rotation of F (its first invariant), the formula in σ only holds for σ₂ + σ₃ ≥ 0: the
/// minimum of the formula may lie beyond, and that of ψ is then on the border, a valley in which its gradient jumps.
fn newton_from<M: Isotropic, const D: usize>(
    material: &M,
    s: [f64; 3],
    r: f64,
    mut start: [f64; 3],
) -> [f64; 3] {
    let whole: Basis = ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], D);
    if M::MODEL.needs_positive_det() {
        start.iter_mut().for_each(|s| *s = s.max(INSIDE));
    }
    let z = descend(material, s, r, start, &whole);
    if M::ROTATION_FREE || z[D - 2] + z[D - 1] >= 0.0 {
        return z;
    }
    let mut valley: Basis = ([[0.0; 3]; 3], D - 1);
    valley.0[D - 2][D - 2] = 1.0;
    valley.0[D - 2][D - 1] = -1.0;
    if D == 3 {
        valley.0[0][0] = 1.0;
    }
    let mut start = z;
    start[D - 2] = 0.5 * (z[D - 2] - z[D - 1]);
    start[D - 1] = -start[D - 2];
    let z = descend(material, s, r, start, &valley);
    if D == 2 || z[0] >= z[1] {
        return z;
    }
    // The largest has to stay the largest.
    let size = (z[0] + 2.0 * z[1]) / 3.0;
    descend(material, s, r, [size, size, -size], &([[1.0, 1.0, -1.0], [0.0; 3], [0.0; 3]], 1))
}

/// Newton's method with a line search; negative curvature of ψ is cut off where r does not outweigh it.
fn descend<M: Isotropic>(material: &M, s: [f64; 3], r: f64, start: [f64; 3], basis: &Basis) -> [f64; 3] {
    let (directions, count) = (&basis.0, basis.1);
    let value = |z: [f64; 3]| {
        let distance: f64 = (0..3).map(|i| (z[i] - s[i]) * (z[i] - s[i])).sum();
        material.respond(z, Order::Value).psi + 0.5 * r * distance
    };
    let along = |d: &[f64; 3], v: &[f64; 3]| d[0] * v[0] + d[1] * v[1] + d[2] * v[2];
    let mut z = start;
    let mut lowest = value(z);
    for _ in 0..MOST_ITERATIONS {
        let response = material.respond(z, Order::Second);
        let slope = [0, 1, 2].map(|i| response.d[i] + r * (z[i] - s[i]));
        let mut gradient = [0.0; 3];
        (0..count).for_each(|k| gradient[k] = along(&directions[k], &slope));
        let mut raised = response.a;
        (0..3).for_each(|i| raised[i] += r);
        let step = solve(&reduce(&raised, basis), &gradient, count).unwrap_or_else(|| {
            let mut safe = Filter::Clamp(0.0).apply3(response.a);
            (0..3).for_each(|i| safe[i] += r);
            solve(&reduce(&safe, basis), &gradient, count).unwrap_or(gradient)
        });
        let mut p = [0.0; 3];
        (0..count).for_each(|k| (0..3).for_each(|i| p[i] -= step[k] * directions[k][i]));
        let size = z.iter().fold(1.0, |a: f64, b| a.max(b.abs()));
        let length = p.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        let promised = along(&slope, &p);
        let mut alpha = 1.0;
        let moved = loop {
            let next = [0, 1, 2].map(|i| z[i] + alpha * p[i]);
            let there = value(next);
            // Near the minimum only rounding is left of the decrease: the full step is taken on trust.
            if there <= lowest + 1e-4 * alpha * promised || (length < 1e-6 * size && there.is_finite()) {
                (z, lowest) = (next, there);
                break true;
            }
            alpha *= 0.5;
            if alpha < 1e-12 {
                break false;
            }
        };
        if !moved || length <= FOUND * size {
            break;
        }
    }
    z
}

/// BᵀAB for A stored as (00, 11, 22, 01, 02, 12).
fn reduce(a: &[f64; 6], (directions, count): &Basis) -> [[f64; 3]; 3] {
    let full = [[a[0], a[3], a[4]], [a[3], a[1], a[5]], [a[4], a[5], a[2]]];
    let mut out = [[0.0; 3]; 3];
    for k in 0..*count {
        for l in 0..*count {
            for i in 0..3 {
                for j in 0..3 {
                    out[k][l] += directions[k][i] * full[i][j] * directions[l][j];
                }
            }
        }
    }
    out
}

/// A⁻¹b by Cholesky factors; nothing where A is not positive definite.
fn solve(a: &[[f64; 3]; 3], b: &[f64; 3], count: usize) -> Option<[f64; 3]> {
    let mut l = [[0.0; 3]; 3];
    let mut x = [0.0; 3];
    for i in 0..count {
        for j in 0..=i {
            let sum = a[i][j] - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
            if i != j {
                l[i][j] = sum / l[j][j];
            } else if sum > 1e-12 * a[i][i].abs() {
                l[i][i] = sum.sqrt();
            } else {
                return None;
            }
        }
        x[i] = (b[i] - (0..i).map(|k| l[i][k] * x[k]).sum::<f64>()) / l[i][i];
    }
    for i in (0..count).rev() {
        x[i] = (x[i] - (i + 1..count).map(|k| l[k][i] * x[k]).sum::<f64>()) / l[i][i];
    }
    Some(x)
}

#[cfg(test)]
mod tests;
