//! The product of the block matrix and a vector: bound by memory, so measured against it.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Accum, ColMut, ColRef, Par};
use lope::sparse::{BlockMatrix, Entry, Operator, Pattern};

use super::clock::{compete, count, one_and_all, pool};
use super::machine::{array, read_all};
use super::row::{Goal, Row};
use super::{Session, cube};

/// Cells along the edge of the cube, and where the matrix is.
const SIZES: [(u32, Place); 3] = [(7, Place::Cache("L2")), (22, Place::Cache("L3")), (64, Place::Memory)];

/// Goal outside the caches: part of the read bandwidth.
const OF_BANDWIDTH: Goal = Goal::AtLeast(0.8);

/// Goal inside the caches: times as fast as faer.
const OF_FAER: Goal = Goal::AtLeast(2.0);

/// Time for each size and number of threads.
const BUDGET: Duration = Duration::from_millis(1500);

/// Where a matrix of this size usually is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Cache(&'static str),
    Memory,
}

/// Measures the product at all sizes.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    for (cells, place) in SIZES {
        let a = laplacian(cells)?;
        let name = match place {
            Place::Cache(level) => format!("{:.2} MB ({level})", 1e-6 * bytes(&a)),
            Place::Memory => format!("{:.0} MB", 1e-6 * bytes(&a)),
        };
        (session.say)(&format!("matrix: {name}"));
        measure_one(session, &name, place, &a)?;
    }
    Ok(())
}

fn measure_one(session: &mut Session<'_>, name: &str, place: Place, a: &BlockMatrix) -> Result<(), String> {
    let rounded: BlockMatrix<f32> = a.rounded();
    let scalar = Scalar::new(a);
    let x = cube::noise(a.len(), 1);
    let (mut y, mut z, mut w) = (vec![0.0; a.len()], vec![0.0; a.len()], vec![0.0; a.len()]);
    let flow = array(bytes(a) as usize);
    for threads in one_and_all(session.machine.threads) {
        let [block, narrow, faer, read] = pool(threads)?.install(|| {
            compete(
                BUDGET,
                [
                    &mut || a.apply(black_box(&x), &mut y),
                    &mut || rounded.apply(black_box(&x), &mut z),
                    &mut || scalar.multiply(black_box(&x), &mut w),
                    &mut || {
                        black_box(read_all(black_box(&flow)));
                    },
                ],
            )
        });
        check(&y, &w, 1e-12)?;
        check(&y, &z, 1e-5)?;
        let row = |what: &str, bytes: f64, seconds: f64| {
            let quantity = format!("{what}, {name}, {}", count(threads));
            Row::new("matrix", quantity, 1e-9 * bytes / seconds, "GB/s")
        };
        if place == Place::Memory {
            // The larger of the two readings is the harder measure.
            let bandwidth = (bytes(a) / read).max(session.machine.read(threads));
            let against = format!("read bandwidth {:.1} GB/s, {}", 1e-9 * bandwidth, count(threads));
            let part = |matrix: f64, seconds: f64| matrix / seconds / bandwidth;
            session.rows.extend([
                row("f64", bytes(a), block).percent(
                    part(bytes(a), block),
                    against.clone(),
                    Some(OF_BANDWIDTH),
                ),
                row("f32 values", bytes(&rounded), narrow).percent(
                    part(bytes(&rounded), narrow),
                    against,
                    None,
                ),
                row("f32 values", bytes(&rounded), narrow).times(block / narrow, "time of f64", None),
            ]);
        }
        if threads == 1 {
            let goal = (place != Place::Memory).then_some(OF_FAER);
            session.rows.extend([
                row("f64", bytes(a), block).times(faer / block, "faer, sparse columns", goal),
                row("f32 values", bytes(&rounded), narrow).times(faer / narrow, "faer, sparse columns", None),
            ]);
        } else if place != Place::Memory {
            session.rows.push(row("f64", bytes(a), block).times(
                faer / block,
                "faer, which has 1 thread",
                None,
            ));
        }
    }
    Ok(())
}

/// Bytes a product must move at least: every value, index, start of a row and entry of the vectors once.
fn bytes<T: Entry>(a: &BlockMatrix<T>) -> f64 {
    let block = 9 * size_of::<T>() + size_of::<u32>();
    let row = size_of::<usize>() + 2 * 3 * size_of::<f64>();
    (a.blocks() * block + a.rows() * row) as f64
}

/// The graph Laplacian of the cube's mesh with coupled components, made definite by its diagonal.
fn laplacian(cells: u32) -> Result<BlockMatrix, String> {
    const COUPLING: [f64; 9] = [2.0, 0.5, 0.25, 0.5, 1.5, 0.125, 0.25, 0.125, 1.0];
    let mesh = cube::mesh(cells)?;
    let tets: Vec<u32> = mesh.tets.iter().flatten().copied().collect();
    let pattern = Pattern::from_stencils(mesh.points.len(), [(4, &tets[..])]);
    let mut a = BlockMatrix::new(Arc::new(pattern));
    a.update_rows(|_, columns, diagonal, row| {
        for (k, block) in row.chunks_exact_mut(9).enumerate() {
            let factor = if k == diagonal { columns.len() as f64 - 0.9 } else { -1.0 };
            for (entry, coupling) in block.iter_mut().zip(COUPLING) {
                *entry = factor * coupling;
            }
        }
    });
    Ok(a)
}

/// Fails if two products differ by more than a part of their size: a fast wrong answer is none.
fn check(a: &[f64], b: &[f64], tolerance: f64) -> Result<(), String> {
    let size = a.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    let error = a.iter().zip(b).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
    if error <= tolerance * size {
        Ok(())
    } else {
        Err(format!("matrix: products differ by {error:e} of {size:e}"))
    }
}

/// The same matrix as faer has it: compressed columns of single numbers.
struct Scalar {
    n: usize,
    start: Vec<u32>,
    rows: Vec<u32>,
    values: Vec<f64>,
}

impl Scalar {
    /// Columns of a symmetric matrix are its rows.
    fn new(a: &BlockMatrix) -> Self {
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
        Self { n: a.len(), start, rows, values }
    }

    fn multiply(&self, x: &[f64], y: &mut [f64]) {
        let symbolic = SymbolicSparseColMatRef::new_checked(self.n, self.n, &self.start, None, &self.rows);
        faer::sparse::linalg::matmul::sparse_dense_matmul(
            ColMut::from_slice_mut(y).as_mat_mut(),
            Accum::Replace,
            SparseColMatRef::new(symbolic, &self.values[..]),
            ColRef::from_slice(x).as_mat(),
            1.0,
            Par::Seq,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_contenders_compute_the_same_product() {
        let a = laplacian(3).unwrap();
        let x = cube::noise(a.len(), 5);
        let (mut y, mut z) = (vec![0.0; a.len()], vec![0.0; a.len()]);
        a.apply(&x, &mut y);
        Scalar::new(&a).multiply(&x, &mut z);
        check(&y, &z, 1e-14).unwrap();
        z[7] += 1e-3;
        assert!(check(&y, &z, 1e-12).is_err());
    }

    #[test]
    fn bytes_count_everything_once() {
        let a = laplacian(1).unwrap();
        let blocks = a.blocks();
        assert_eq!(bytes(&a), (blocks * 76 + 8 * 56) as f64);
        assert_eq!(bytes(&a.rounded::<f32>()), (blocks * 40 + 8 * 56) as f64);
    }
}
