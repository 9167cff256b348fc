//! Vector kernels whose bits do not depend on the number of threads.
//!
//! The length of a chunk depends on the length of the vector alone. Inside a chunk a sum runs in eight lanes.
//! Where a solver updates two vectors or needs a norm of what it writes, one pass does both.

use super::chunk::{MAX_CHUNKS, Partials, for_chunks};

/// Numbers in a chunk at least: whole nodes, and whole lanes.
const CHUNK: usize = 24 * 256;

/// Length below which the work stays on the calling thread.
const PARALLEL_LENGTH: usize = 6 * CHUNK;

/// Chunks the vectors `write` of common length and calls `body` with each chunk's range.
pub(super) fn chunked<const W: usize>(
    length: usize,
    write: [&mut [f64]; W],
    body: impl Fn(std::ops::Range<usize>, [&mut [f64]; W]) -> f64 + Sync,
) -> Partials {
    let size = length.div_ceil(MAX_CHUNKS).next_multiple_of(24).max(CHUNK);
    let bound = |k: usize| (k * size).min(length);
    for_chunks(length.div_ceil(size), bound, length >= PARALLEL_LENGTH, write, body)
}

/// Σ f(i) over a chunk in eight lanes.
#[inline(always)]
fn lanes(length: usize, f: impl Fn(usize) -> f64) -> f64 {
    let mut sums = [0.0; 8];
    let whole = length / 8 * 8;
    let mut i = 0;
    while i < whole {
        for lane in 0..8 {
            sums[lane] += f(i + lane);
        }
        i += 8;
    }
    for i in whole..length {
        sums[i - whole] += f(i);
    }
    ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]))
}

/// xᵀy of one chunk.
#[inline]
pub(super) fn dot_chunk(x: &[f64], y: &[f64]) -> f64 {
    let x = &x[..y.len()];
    lanes(y.len(), |i| x[i] * y[i])
}

/// xᵀy.
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    assert_eq!(x.len(), y.len());
    chunked(x.len(), [], |range, []| dot_chunk(&x[range.clone()], &y[range])).sum()
}

/// ‖x‖₂.
pub fn norm(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}

/// max |xᵢ|; NaN if an entry is NaN.
pub fn max_abs(x: &[f64]) -> f64 {
    let largest = |m: f64, v: &f64| if v.abs() > m || v.is_nan() { v.abs() } else { m };
    chunked(x.len(), [], |range, []| x[range].iter().fold(0.0, largest)).max()
}

/// y ← y + ax.
pub fn axpy(a: f64, x: &[f64], y: &mut [f64]) {
    chunked(x.len(), [y], |range, [y]| {
        for (y, x) in y.iter_mut().zip(&x[range]) {
            *y += a * x;
        }
        0.0
    });
}

/// y ← y + ax; returns ‖y‖₂².
pub fn axpy_norm_squared(a: f64, x: &[f64], y: &mut [f64]) -> f64 {
    chunked(x.len(), [y], |range, [y]| {
        for (y, x) in y.iter_mut().zip(&x[range]) {
            *y += a * x;
        }
        dot_chunk(y, y)
    })
    .sum()
}

/// y ← y + ax; returns yᵀz.
pub fn axpy_dot(a: f64, x: &[f64], y: &mut [f64], z: &[f64]) -> f64 {
    chunked(x.len(), [y], |range, [y]| {
        for (y, x) in y.iter_mut().zip(&x[range.clone()]) {
            *y += a * x;
        }
        dot_chunk(&z[range], y)
    })
    .sum()
}

/// y ← ax + by; returns ‖y‖₂².
pub fn combine_norm_squared(a: f64, x: &[f64], b: f64, y: &mut [f64]) -> f64 {
    chunked(x.len(), [y], |range, [y]| {
        for (y, x) in y.iter_mut().zip(&x[range]) {
            *y = a * x + b * *y;
        }
        dot_chunk(y, y)
    })
    .sum()
}

/// y ← ax.
pub fn scale_into(a: f64, x: &[f64], y: &mut [f64]) {
    chunked(x.len(), [y], |range, [y]| {
        for (y, x) in y.iter_mut().zip(&x[range]) {
            *y = a * x;
        }
        0.0
    });
}

/// y ← x + ap.
pub fn add_scaled(x: &[f64], a: f64, p: &[f64], y: &mut [f64]) {
    chunked(x.len(), [y], |range, [y]| {
        for ((y, x), p) in y.iter_mut().zip(&x[range.clone()]).zip(&p[range]) {
            *y = x + a * p;
        }
        0.0
    });
}

/// x ← ax.
pub fn scale(x: &mut [f64], a: f64) {
    let length = x.len();
    chunked(length, [x], |_, [x]| {
        x.iter_mut().for_each(|x| *x *= a);
        0.0
    });
}

/// The two updates of conjugate gradients that read the search direction, in one pass: x ← x + ap, then
/// p ← z + bp.
pub fn advance(a: f64, b: f64, z: &[f64], p: &mut [f64], x: &mut [f64]) {
    chunked(z.len(), [p, x], |range, [p, x]| {
        for ((p, x), z) in p.iter_mut().zip(x).zip(&z[range]) {
            *x += a * *p;
            *p = z + b * *p;
        }
        0.0
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::{on_threads, random_vector};

    #[test]
    fn kernels_compute_their_formulas_at_any_length() {
        for n in [0, 1, 7, 8, 100, CHUNK, CHUNK + 1, PARALLEL_LENGTH + 5, 3 * PARALLEL_LENGTH + 13] {
            let (x, y, z) = (random_vector(n, 1), random_vector(n, 2), random_vector(n, 3));
            let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-12 * (n as f64 + 1.0), "{n}: {a} {b}");
            close(dot(&x, &y), x.iter().zip(&y).map(|(x, y)| x * y).sum());
            assert_eq!(max_abs(&x), x.iter().fold(0.0, |m, v| v.abs().max(m)));
            let mut w = y.clone();
            axpy(0.5, &x, &mut w);
            let sum: Vec<f64> = x.iter().zip(&y).map(|(x, y)| y + 0.5 * x).collect();
            assert_eq!(w, sum);
            let mut w = y.clone();
            close(axpy_norm_squared(0.5, &x, &mut w), dot(&sum, &sum));
            assert_eq!(w, sum);
            let mut w = y.clone();
            close(axpy_dot(0.5, &x, &mut w, &z), dot(&sum, &z));
            let mut w = y.clone();
            close(combine_norm_squared(0.5, &x, 1.0, &mut w), dot(&sum, &sum));
            let (mut p, mut w) = (x.clone(), y.clone());
            advance(0.5, 2.0, &z, &mut p, &mut w);
            assert_eq!(w, sum);
            assert!(p.iter().zip(&z).zip(&x).all(|((p, z), x)| *p == z + 2.0 * x));
            add_scaled(&y, 0.5, &x, &mut w);
            assert_eq!(w, sum);
            scale(&mut w, 2.0);
            assert!(w.iter().zip(&sum).all(|(w, sum)| *w == 2.0 * sum));
            scale_into(3.0, &x, &mut w);
            assert!(w.iter().zip(&x).all(|(w, x)| *w == 3.0 * x));
        }
    }

    #[test]
    fn sums_have_the_same_bits_for_any_number_of_threads() {
        let x = random_vector(500_003, 1);
        let y = random_vector(500_003, 2);
        let bits = |threads| on_threads(threads, || dot(&x, &y).to_bits());
        assert_eq!(bits(1), bits(2));
        assert_eq!(bits(1), bits(3));
    }

    #[test]
    fn a_nan_is_not_lost() {
        let mut x = random_vector(100_000, 1);
        x[77_777] = f64::NAN;
        assert!(max_abs(&x).is_nan() && norm(&x).is_nan());
    }
}
