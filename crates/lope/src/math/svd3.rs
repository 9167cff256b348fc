//! Singular value decomposition of 3×3 matrices, F = U·diag(σ)·Vᵀ with U, V ∈ SO(3).
//!
//! One-sided Jacobi (Hestenes): columns are rotated until they are orthogonal. It works on F itself, never on
//! FᵀF, so it keeps the small singular values that squaring would drown, and it does not care about repeated
//! or zero ones. The values are sorted by size; only the last may be negative, with the sign of det F.

use super::lane::{Lane, Quad, Real};
use super::pair::Pair;
use super::small::{Matrix, cross, dot, identity};

/// The decomposition of one matrix (or one pack of matrices).
#[derive(Clone, Copy, Debug)]
pub struct Svd<R, const D: usize> {
    /// Left singular vectors in the columns; a rotation.
    pub u: Matrix<R, D>,
    /// Singular values, largest first by size; only the last may be negative.
    pub sigma: [R; D],
    /// Right singular vectors in the columns; a rotation.
    pub v: Matrix<R, D>,
}

/// The decompositions of four matrices in memory. For 2×2 matrices the first four of `u` and `v` are used,
/// and the third of `sigma` is the stretch out of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spectrum {
    /// Left singular vectors, by rows.
    pub u: [Quad; 9],
    /// Signed singular values.
    pub sigma: [Quad; 3],
    /// Right singular vectors, by rows.
    pub v: [Quad; 9],
}

impl Spectrum {
    /// All zeros: a place to write to.
    pub const ZERO: Spectrum = Spectrum { u: [Quad::ZERO; 9], sigma: [Quad::ZERO; 3], v: [Quad::ZERO; 9] };
}

/// Squared cosine of two columns below which they count as orthogonal: rounding of the product itself.
const ORTHOGONAL: f64 = 2.5e-31;
/// Squares of sines and cosines below this are gone after one more quadratic step, so the sweep that sees
/// nothing larger is the last.
const LAST_SWEEP: f64 = 1e-17;
/// Squared length below which a column counts as zero. The matrix is scaled to entries of size one.
const NOTHING: f64 = 1e-140;
/// Sweeps at most. Three or four are usual; the bound is for input that is not a number.
const MAX_SWEEPS: usize = 16;

/// Decomposes one pack of matrices. With `VECTORS` false `v` is left the identity, and `u` belongs to it.
#[inline(always)]
pub fn svd3<R: Real, const VECTORS: bool>(f: &Matrix<R, 3>) -> Svd<R, 3> {
    let zero = R::splat(0.0);
    let one = R::splat(1.0);
    let mut largest = zero;
    for row in f {
        for entry in row {
            largest = entry.abs().max(largest);
        }
    }
    // Products of entries must neither overflow nor vanish; the floor keeps the reciprocal finite.
    let scale = R::select(R::lt(zero, largest), largest.max(R::splat(1e-290)), one);
    let shrink = one / scale;
    let mut b = columns(f);
    for column in &mut b {
        for entry in column {
            *entry = *entry * shrink;
        }
    }
    let mut v = identity::<R, 3>();

    for _ in 0..MAX_SWEEPS {
        let mut busy = R::lt(zero, zero);
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            busy = R::or(busy, rotate::<R, VECTORS>(&mut b, &mut v, p, q));
        }
        if !R::any(busy) {
            break;
        }
    }

    let mut length = [dot(&b[0], &b[0]), dot(&b[1], &b[1]), dot(&b[2], &b[2])];
    for (p, q) in [(0, 1), (0, 2), (1, 2)] {
        let swap = R::lt(length[p], length[q]);
        (length[p], length[q]) =
            (R::select(swap, length[q], length[p]), R::select(swap, length[p], length[q]));
        exchange(&mut b, p, q, swap);
        if VECTORS {
            exchange(&mut v, p, q, swap);
        }
    }

    let (u0, size0) = first_axis(&b[0], length[0]);
    let (u1, size1) = second_axis(&u0, &b[1]);
    let u2 = cross(&u0, &u1);
    let sigma = [size0 * scale, size1 * scale, dot(&u2, &b[2]) * scale];
    Svd { u: columns(&[u0, u1, u2]), sigma, v: if VECTORS { columns(&v) } else { v } }
}

/// Rotates columns p and q of B (and of V) so that those of B are orthogonal; tells where another sweep is
/// needed.
#[inline(always)]
fn rotate<R: Real, const VECTORS: bool>(
    b: &mut [[R; 3]; 3],
    v: &mut [[R; 3]; 3],
    p: usize,
    q: usize,
) -> R::Mask {
    let one = R::splat(1.0);
    let (bp, bq) = (b[p], b[q]);
    let (alpha, beta, gamma) = (dot(&bp, &bp), dot(&bq, &bq), dot(&bp, &bq));
    let (square, product) = (gamma * gamma, alpha * beta);
    let skewed = R::lt(product.mul_add(R::splat(ORTHOGONAL), R::splat(1e-300)), square);
    // tan 2θ = 2γ/(β − α), the smaller angle, without a division before the last.
    let d = beta - alpha;
    let g = gamma + gamma;
    let r = d.abs() + d.mul_add(d, g * g).sqrt();
    let inverse = one / R::select(skewed, r.mul_add(r, g * g), one).sqrt();
    let c = R::select(skewed, r * inverse, one);
    let sine = R::select(R::lt(d, R::splat(0.0)), -g, g) * inverse;
    let s = R::select(skewed, sine, R::splat(0.0));
    turn(b, p, q, c, s);
    if VECTORS {
        turn(v, p, q, c, s);
    }
    let limit = R::splat(LAST_SWEEP);
    R::and(skewed, R::or(R::lt(limit, s * s), R::lt(limit * product, square)))
}

/// (p, q) ← (c·p − s·q, s·p + c·q).
#[inline(always)]
fn turn<R: Real>(columns: &mut [[R; 3]; 3], p: usize, q: usize, c: R, s: R) {
    for i in 0..3 {
        let (x, y) = (columns[p][i], columns[q][i]);
        columns[p][i] = R::neg_mul_add(s, y, c * x);
        columns[q][i] = s.mul_add(x, c * y);
    }
}

/// (p, q) ← (q, −p) where `swap`: the determinant stays.
#[inline(always)]
fn exchange<R: Real>(columns: &mut [[R; 3]; 3], p: usize, q: usize, swap: R::Mask) {
    for i in 0..3 {
        let (x, y) = (columns[p][i], columns[q][i]);
        columns[p][i] = R::select(swap, y, x);
        columns[q][i] = R::select(swap, -x, y);
    }
}

/// b/|b| and |b|, or the first coordinate axis and 0.
#[inline(always)]
fn first_axis<R: Real>(b: &[R; 3], square: R) -> ([R; 3], R) {
    let (zero, one) = (R::splat(0.0), R::splat(1.0));
    let gone = R::le(square, R::splat(NOTHING));
    let size = R::select(gone, zero, square.sqrt());
    let inverse = one / R::select(gone, one, size);
    let u = [
        R::select(gone, one, b[0] * inverse),
        R::select(gone, zero, b[1] * inverse),
        R::select(gone, zero, b[2] * inverse),
    ];
    (u, size)
}

/// The direction of b perpendicular to the unit vector u, and the extent of b along it; any perpendicular
/// direction where b is nothing.
#[inline(always)]
fn second_axis<R: Real>(u: &[R; 3], b: &[R; 3]) -> ([R; 3], R) {
    let one = R::splat(1.0);
    let along = dot(u, b);
    let mut w = [
        R::neg_mul_add(along, u[0], b[0]),
        R::neg_mul_add(along, u[1], b[1]),
        R::neg_mul_add(along, u[2], b[2]),
    ];
    let gone = R::le(dot(&w, &w), R::splat(NOTHING));
    if R::any(gone) {
        // u × e for the coordinate axis e least aligned with u.
        let (x, y, z) = (u[0].abs(), u[1].abs(), u[2].abs());
        let zero = R::splat(0.0);
        let use_x = R::and(R::le(x, y), R::le(x, z));
        let use_y = R::le(y, z);
        let other = [
            R::select(use_x, zero, R::select(use_y, -u[2], u[1])),
            R::select(use_x, u[2], R::select(use_y, zero, -u[0])),
            R::select(use_x, -u[1], R::select(use_y, u[0], zero)),
        ];
        for i in 0..3 {
            w[i] = R::select(gone, other[i], w[i]);
        }
    }
    let inverse = one / dot(&w, &w).sqrt();
    let axis = [w[0] * inverse, w[1] * inverse, w[2] * inverse];
    (axis, dot(&axis, b))
}

/// Columns of a matrix given by rows (and the other way round).
#[inline(always)]
fn columns<R: Real>(m: &Matrix<R, 3>) -> Matrix<R, 3> {
    [[m[0][0], m[1][0], m[2][0]], [m[0][1], m[1][1], m[2][1]], [m[0][2], m[1][2], m[2][2]]]
}

/// Body of [`Lane::svd3`]: every matrix with lanes `L`.
#[inline(always)]
pub(super) fn each<L: Lane, const VECTORS: bool>(matrices: &[[Quad; 9]], out: &mut [Spectrum]) {
    for (matrix, out) in matrices.iter().zip(out) {
        for part in 0..L::PER_QUAD {
            let svd = svd3::<L, VECTORS>(&load::<L>(matrix, part));
            for i in 0..3 {
                svd.sigma[i].store(&mut out.sigma[i], part);
                if VECTORS {
                    for j in 0..3 {
                        svd.u[i][j].store(&mut out.u[3 * i + j], part);
                        svd.v[i][j].store(&mut out.v[3 * i + j], part);
                    }
                }
            }
        }
    }
}

/// Body of [`Lane::svd3`] for lanes of a whole quad: two quads interleaved.
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "its lanes are narrower"))]
#[inline(always)]
pub(super) fn each_pair<L: Lane, const VECTORS: bool>(matrices: &[[Quad; 9]], out: &mut [Spectrum]) {
    for (two, out) in matrices.chunks(2).zip(out.chunks_mut(2)) {
        // An odd one at the end is computed twice.
        let last = two.len() - 1;
        let (first, second) = (load::<L>(&two[0], 0), load::<L>(&two[last], 0));
        let mut f = identity::<Pair<L>, 3>();
        for i in 0..3 {
            for j in 0..3 {
                f[i][j] = Pair(first[i][j], second[i][j]);
            }
        }
        let svd = svd3::<Pair<L>, VECTORS>(&f);
        for i in 0..3 {
            svd.sigma[i].1.store(&mut out[last].sigma[i], 0);
            svd.sigma[i].0.store(&mut out[0].sigma[i], 0);
            if VECTORS {
                for j in 0..3 {
                    svd.u[i][j].1.store(&mut out[last].u[3 * i + j], 0);
                    svd.u[i][j].0.store(&mut out[0].u[3 * i + j], 0);
                    svd.v[i][j].1.store(&mut out[last].v[3 * i + j], 0);
                    svd.v[i][j].0.store(&mut out[0].v[3 * i + j], 0);
                }
            }
        }
    }
}

#[inline(always)]
fn load<L: Lane>(matrix: &[Quad; 9], part: usize) -> Matrix<L, 3> {
    let mut m = identity();
    for i in 0..3 {
        for j in 0..3 {
            m[i][j] = L::load(&matrix[3 * i + j], part);
        }
    }
    m
}

#[cfg(test)]
mod tests;
