//! Matrices and vectors for the tests of this room.

use std::sync::Arc;

use super::{BlockMatrix, Operator, Pattern, vector};

/// Numbers in [−1, 1) from a linear congruential generator.
pub(crate) fn random_vector(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678_9ABC_DEF1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..n).map(|_| next()).collect()
}

/// The pattern of the Kuhn tets (six to a cell) of a grid of `nx`·`ny`·`nz` nodes.
pub(crate) fn grid(nx: usize, ny: usize, nz: usize) -> Arc<Pattern> {
    let node = |i: usize, j: usize, k: usize| ((k * ny + j) * nx + i) as u32;
    let mut tets = Vec::new();
    for k in 0..nz.saturating_sub(1) {
        for j in 0..ny.saturating_sub(1) {
            for i in 0..nx.saturating_sub(1) {
                for path in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                    let mut at = [i, j, k];
                    tets.push(node(i, j, k));
                    for axis in path {
                        at[axis] += 1;
                        tets.push(node(at[0], at[1], at[2]));
                    }
                }
            }
        }
    }
    Arc::new(Pattern::from_stencils(nx * ny * nz, [(4, &tets[..])]))
}

fn set_pair(a: &mut BlockMatrix, i: usize, j: usize, block: &[f64; 9]) {
    let (upper, lower) = (a.find(i, j).unwrap(), a.find(j, i).unwrap());
    a.block_mut(upper).copy_from_slice(block);
    for e in 0..9 {
        a.block_mut(lower)[e] = block[e % 3 * 3 + e / 3];
    }
}

/// A symmetric matrix with random blocks, indefinite if it is not tiny.
pub(crate) fn random_symmetric(pattern: Arc<Pattern>, seed: u64) -> BlockMatrix {
    let mut a = BlockMatrix::new(pattern.clone());
    let mut numbers = random_vector(9 * pattern.blocks(), seed).into_iter();
    for i in 0..pattern.rows() {
        for &j in pattern.row(i) {
            let mut block: [f64; 9] = std::array::from_fn(|_| numbers.next().unwrap());
            if i == j as usize {
                block = std::array::from_fn(|e| block[e] + block[e % 3 * 3 + e / 3]);
            }
            if i <= j as usize {
                set_pair(&mut a, i, j as usize, &block);
            }
        }
    }
    a
}

/// A random matrix made positive definite by its diagonal.
pub(crate) fn random_spd(pattern: Arc<Pattern>, seed: u64) -> BlockMatrix {
    let mut a = random_symmetric(pattern.clone(), seed);
    for i in 0..pattern.rows() {
        let row = pattern.row_start()[i]..pattern.row_start()[i + 1];
        for r in 0..3 {
            let sum: f64 =
                row.clone().map(|k| (0..3).map(|c| a.block(k)[3 * c + r].abs()).sum::<f64>()).sum();
            a.block_mut(pattern.diagonal()[i])[4 * r] += 1.0 + sum;
        }
    }
    a
}

/// The graph Laplacian with coupled components, plus `shift`: positive definite for a positive shift.
pub(crate) fn laplacian(pattern: Arc<Pattern>, shift: f64) -> BlockMatrix {
    let mut a = BlockMatrix::new(pattern.clone());
    let coupling = [2.0, 0.5, 0.25, 0.5, 1.5, 0.125, 0.25, 0.125, 1.0];
    for i in 0..pattern.rows() {
        let neighbours = pattern.row(i).len() as f64 - 1.0;
        for k in pattern.row_start()[i]..pattern.row_start()[i + 1] {
            let factor = if k == pattern.diagonal()[i] { neighbours } else { -1.0 };
            for e in 0..9 {
                a.block_mut(k)[e] = factor * coupling[e];
            }
        }
        for r in 0..3 {
            a.block_mut(pattern.diagonal()[i])[4 * r] += shift;
        }
    }
    a
}

/// The diagonal matrix with these entries.
pub(crate) fn diagonal(entries: &[f64]) -> BlockMatrix {
    let mut a = BlockMatrix::new(Arc::new(Pattern::from_stencils(entries.len() / 3, [])));
    for (i, d) in entries.iter().enumerate() {
        a.block_mut(i / 3)[4 * (i % 3)] = *d;
    }
    a
}

/// The Hilbert matrix of `3·nodes` rows: positive definite and very ill conditioned.
pub(crate) fn hilbert(nodes: u32) -> BlockMatrix {
    let all: Vec<u32> = (0..nodes).collect();
    let mut a = BlockMatrix::new(Arc::new(Pattern::from_stencils(all.len(), [(all.len(), &all[..])])));
    for i in 0..all.len() {
        for j in 0..all.len() {
            let k = a.find(i, j).unwrap();
            for e in 0..9 {
                a.block_mut(k)[e] = 1.0 / ((3 * i + e % 3) + (3 * j + e / 3) + 1) as f64;
            }
        }
    }
    a
}

/// All entries, row by row.
pub(crate) fn dense(a: &BlockMatrix) -> Vec<f64> {
    let n = a.len();
    let mut full = vec![0.0; n * n];
    for i in 0..a.rows() {
        for (k, &j) in (a.pattern().row_start()[i]..).zip(a.pattern().row(i)) {
            for e in 0..9 {
                full[(3 * i + e % 3) * n + 3 * j as usize + e / 3] = a.block(k)[e];
            }
        }
    }
    full
}

/// ‖b − Ax‖₂.
pub(crate) fn residual_norm(a: &dyn Operator, x: &[f64], b: &[f64]) -> f64 {
    let mut r = vec![0.0; b.len()];
    a.apply(x, &mut r);
    vector::axpy(-1.0, b, &mut r);
    vector::norm(&r)
}

/// Runs `f` in a pool of that many threads.
pub(crate) fn on_threads<R: Send>(threads: usize, f: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(f)
}
