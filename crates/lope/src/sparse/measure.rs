//! Measurements, run by hand: `cargo test --release -p lope --lib sparse::measure -- --ignored --nocapture`.

use std::hint::black_box;
use std::time::Instant;

use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{ColMut, ColRef, Par};

use super::testing::{grid, laplacian, on_threads, random_vector};
use super::{BlockMatrix, Cholesky, Operator};

/// Best seconds of a few runs.
fn best(runs: usize, mut f: impl FnMut()) -> f64 {
    let time = |f: &mut dyn FnMut()| {
        let start = Instant::now();
        f();
        start.elapsed().as_secs_f64()
    };
    (0..runs).map(|_| time(&mut f)).fold(f64::INFINITY, f64::min)
}

/// Reads all numbers, as fast as the memory gives them.
fn read_all(values: &[f64]) -> u64 {
    use rayon::prelude::*;
    let parts: Vec<u64> = values
        .par_chunks(values.len().div_ceil(rayon::current_num_threads()))
        .map(|part| {
            let mut lanes = [0u64; 16];
            for line in part.chunks_exact(16) {
                for (lane, value) in lanes.iter_mut().zip(line) {
                    *lane ^= value.to_bits();
                }
            }
            lanes.iter().fold(0, |a, b| a ^ b)
        })
        .collect();
    parts.iter().fold(0, |a, b| a ^ b)
}

/// Bytes a product must move at least: every block, index and vector entry once.
fn bytes(a: &BlockMatrix) -> f64 {
    (a.blocks() * (9 * size_of::<f64>() + 4) + a.rows() * (8 + 2 * 24)) as f64
}

#[test]
#[ignore = "a measurement"]
fn product_against_read_bandwidth_and_faer() {
    for side in [12, 24, 64] {
        let a = laplacian(grid(side, side, side), 0.1);
        let rounded: BlockMatrix<f32> = a.rounded();
        let n = a.len();
        let x = random_vector(n, 1);
        let mut y = vec![0.0; n];
        let runs = 20_000_000 / a.blocks() + 5;
        println!("{} nodes, {} blocks, {:.0} MB", a.rows(), a.blocks(), bytes(&a) / 1e6);
        for threads in [1, 2] {
            on_threads(threads, || {
                let read = best(runs, || {
                    black_box(read_all(black_box(a.values())));
                });
                let product = best(runs, || a.apply(black_box(&x), &mut y));
                let dot = best(runs, || {
                    black_box(a.apply_dot(black_box(&x), &mut y));
                });
                let narrow = best(runs, || rounded.apply(black_box(&x), &mut y));
                let values = 8e-9 * a.values().len() as f64;
                println!(
                    "  {threads} threads: read {:.1} GB/s, product {:.1} GB/s ({:.0} µs), with dot {:.0} µs, f32 {:.0} µs",
                    values / read,
                    1e-9 * bytes(&a) / product,
                    1e6 * product,
                    1e6 * dot,
                    1e6 * narrow
                );
            });
        }
        let (start, rows, values) = columns(&a);
        let symbolic = SymbolicSparseColMatRef::new_checked(n, n, &start, None, &rows);
        let scalar = SparseColMatRef::new(symbolic, &values[..]);
        let time = best(runs, || {
            faer::sparse::linalg::matmul::sparse_dense_matmul(
                ColMut::from_slice_mut(&mut y).as_mat_mut(),
                faer::Accum::Replace,
                scalar,
                ColRef::from_slice(&x).as_mat(),
                1.0,
                Par::Seq,
            );
        });
        println!("  faer, 1 thread: {:.0} µs", 1e6 * time);
    }
}

/// Scalar compressed columns of a symmetric matrix.
fn columns(a: &BlockMatrix) -> (Vec<u32>, Vec<u32>, Vec<f64>) {
    let (mut start, mut rows, mut values) = (vec![0], Vec::new(), Vec::new());
    for i in 0..a.rows() {
        for c in 0..3 {
            for (k, &j) in (a.pattern().row_start()[i]..).zip(a.pattern().row(i)) {
                rows.extend(3 * j..3 * j + 3);
                values.extend((0..3).map(|r| a.block(k)[3 * r + c]));
            }
            start.push(rows.len() as u32);
        }
    }
    (start, rows, values)
}

#[test]
#[ignore = "a measurement"]
fn building_a_pattern() {
    let start = Instant::now();
    let pattern = grid(65, 65, 65);
    println!("grid of {} nodes, {} blocks: {:?}", pattern.rows(), pattern.blocks(), start.elapsed());
}

#[test]
#[ignore = "a measurement"]
fn cholesky() {
    let a = laplacian(grid(25, 25, 25), 0.1);
    for threads in [1, 2] {
        on_threads(threads, || {
            let start = Instant::now();
            let mut cholesky = Cholesky::new(a.pattern()).unwrap();
            let analysis = start.elapsed();
            let factor = best(2, || cholesky.factor(&a).unwrap());
            let b = random_vector(a.len(), 1);
            let mut x = vec![0.0; a.len()];
            let solve = best(3, || cholesky.solve(&b, &mut x));
            println!(
                "{} unknowns, {} entries, {threads} threads: analysis {analysis:?}, factor {factor:.3} s, solve {solve:.4} s",
                a.len(),
                cholesky.entries()
            );
        });
    }
}
