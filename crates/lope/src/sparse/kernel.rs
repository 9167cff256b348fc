//! The inner loop of the product of a block matrix and a vector.
//!
//! A block is stored by columns, so that a row of blocks times a vector is a chain of `accumulator += column ·
//! entry of x` on whole columns. With AVX2 a column is one load of four numbers: the fourth belongs to the
//! next column (or to the padding at the end) and its lane is dropped in the end. The choice of instructions is
//! made at run time, so one binary serves every x86-64 machine.

#![allow(unsafe_code)]

use std::ops::Range;

use super::Pattern;

/// Entries after the last block, so that a load of four at the last column stays inside.
pub(super) const PADDING: usize = 1;

/// Bytes ahead of the block being multiplied that are asked for: the processor's own guess stops at the end of a
/// page, and a matrix is many pages.
#[cfg(target_arch = "x86_64")]
const AHEAD: usize = 5120;

/// Bytes in a line of the cache.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// What a matrix may store its values as. Vectors and sums are always `f64`.
pub trait Entry: Copy + Default + Send + Sync + sealed::Sealed + 'static {
    /// The nearest value.
    fn round(value: f64) -> Self;

    /// The value, exactly.
    fn widen(self) -> f64;

    /// Four values from `from` on.
    ///
    /// # Safety
    /// The processor must have AVX2, and the four values must be readable.
    #[cfg(target_arch = "x86_64")]
    #[doc(hidden)]
    unsafe fn load4(from: *const Self) -> std::arch::x86_64::__m256d;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f64 {}
    impl Sealed for f32 {}
}

impl Entry for f64 {
    fn round(value: f64) -> Self {
        value
    }

    fn widen(self) -> f64 {
        self
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    unsafe fn load4(from: *const Self) -> std::arch::x86_64::__m256d {
        // SAFETY: the caller promises four readable values; the load needs no alignment.
        unsafe { std::arch::x86_64::_mm256_loadu_pd(from) }
    }
}

impl Entry for f32 {
    fn round(value: f64) -> Self {
        value as f32
    }

    fn widen(self) -> f64 {
        self.into()
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    unsafe fn load4(from: *const Self) -> std::arch::x86_64::__m256d {
        // SAFETY: the caller promises four readable values; the load needs no alignment.
        unsafe { std::arch::x86_64::_mm256_cvtps_pd(std::arch::x86_64::_mm_loadu_ps(from)) }
    }
}

/// Computes y = Ax in `rows`, where `y` holds those rows only, and returns their part of xᵀAx.
pub(super) fn multiply_rows<T: Entry>(
    pattern: &Pattern,
    values: &[T],
    rows: Range<usize>,
    x: &[f64],
    y: &mut [f64],
) -> f64 {
    assert_eq!(values.len(), 9 * pattern.blocks() + PADDING);
    assert_eq!(x.len(), 3 * pattern.rows());
    assert_eq!(y.len(), 3 * rows.len());
    assert!(rows.end <= pattern.rows());
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        // SAFETY: the features are there, and the lengths were checked above. A pattern's row starts never
        // decrease and end at its number of blocks, and its columns are below its number of rows.
        return unsafe { multiply_rows_avx2(pattern, values, rows, x, y) };
    }
    multiply_rows_portable(pattern, values, rows, x, y)
}

fn multiply_rows_portable<T: Entry>(
    pattern: &Pattern,
    values: &[T],
    rows: Range<usize>,
    x: &[f64],
    y: &mut [f64],
) -> f64 {
    let start = pattern.row_start();
    let mut dot = 0.0;
    for (row, y) in rows.zip(y.chunks_exact_mut(3)) {
        let mut sum = [0.0; 3];
        let blocks = start[row]..start[row + 1];
        let columns = &pattern.columns()[blocks.clone()];
        for (block, &column) in values[9 * blocks.start..9 * blocks.end].chunks_exact(9).zip(columns) {
            let x = &x[3 * column as usize..][..3];
            for c in 0..3 {
                for r in 0..3 {
                    sum[r] += block[3 * c + r].widen() * x[c];
                }
            }
        }
        y.copy_from_slice(&sum);
        let x = &x[3 * row..][..3];
        dot += x[0] * sum[0] + x[1] * sum[1] + x[2] * sum[2];
    }
    dot
}

/// # Safety
/// The processor must have AVX2 and FMA; `values` must hold nine values per block and [`PADDING`] more; `x`
/// must hold three numbers per row of the pattern and `y` three per row of `rows`, which must be in the pattern.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn multiply_rows_avx2<T: Entry>(
    pattern: &Pattern,
    values: &[T],
    rows: Range<usize>,
    x: &[f64],
    y: &mut [f64],
) -> f64 {
    use std::arch::x86_64::*;
    let start = pattern.row_start();
    let columns = pattern.columns().as_ptr();
    let values = values.as_ptr();
    let entries = x.as_ptr();
    let first_three = _mm256_setr_epi64x(-1, -1, -1, 0);
    let mut dot = _mm256_setzero_pd();
    for (row, y) in rows.zip(y.chunks_exact_mut(3)) {
        // Two sets of accumulators, for even and odd blocks, hide the latency of the multiply-adds.
        let mut even = [_mm256_setzero_pd(); 3];
        let mut odd = [_mm256_setzero_pd(); 3];
        let (mut k, end) = (start[row], start[row + 1]);
        // SAFETY: k < end ≤ number of blocks, so the columns and, with the padding, four values from each
        // column of block k on are inside; a column is below the number of rows, so its entries of x are too. A prefetch may have any address.
        unsafe {
            while k + 2 <= end {
                for line in 0..(18 * size_of::<T>()).div_ceil(LINE) {
                    let later = values.wrapping_add(9 * k).wrapping_byte_add(AHEAD + line * LINE);
                    _mm_prefetch::<_MM_HINT_T0>(later.cast());
                }
                add_block(&mut even, values.add(9 * k), entries.add(3 * *columns.add(k) as usize));
                add_block(&mut odd, values.add(9 * k + 9), entries.add(3 * *columns.add(k + 1) as usize));
                k += 2;
            }
            if k < end {
                add_block(&mut even, values.add(9 * k), entries.add(3 * *columns.add(k) as usize));
            }
        }
        let sum = _mm256_add_pd(
            _mm256_add_pd(_mm256_add_pd(even[0], odd[0]), _mm256_add_pd(even[1], odd[1])),
            _mm256_add_pd(even[2], odd[2]),
        );
        // SAFETY: `y` has three entries, and the mask keeps the load of x to the three of this row.
        unsafe {
            let high = _mm256_extractf128_pd::<1>(sum);
            _mm_storeu_pd(y.as_mut_ptr(), _mm256_castpd256_pd128(sum));
            _mm_store_sd(y.as_mut_ptr().add(2), high);
            dot = _mm256_fmadd_pd(_mm256_maskload_pd(entries.add(3 * row), first_three), sum, dot);
        }
    }
    let mut lanes = [0.0; 4];
    // SAFETY: four numbers go to an array of four.
    unsafe { _mm256_storeu_pd(lanes.as_mut_ptr(), dot) };
    lanes[0] + lanes[1] + lanes[2]
}

/// Adds column c of the block times entry c of x to accumulator c.
///
/// # Safety
/// The processor must have AVX2 and FMA; ten values and three entries must be readable.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn add_block<T: Entry>(
    sums: &mut [std::arch::x86_64::__m256d; 3],
    block: *const T,
    entries: *const f64,
) {
    use std::arch::x86_64::*;
    for (c, sum) in sums.iter_mut().enumerate() {
        // SAFETY: the caller promises ten values and three entries.
        unsafe {
            *sum = _mm256_fmadd_pd(T::load4(block.add(3 * c)), _mm256_broadcast_sd(&*entries.add(c)), *sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::{grid, random_vector};

    fn agree<T: Entry>() {
        let pattern = grid(5, 4, 3);
        let mut values: Vec<T> = random_vector(9 * pattern.blocks(), 1).into_iter().map(T::round).collect();
        values.push(T::round(f64::NAN));
        let x = random_vector(3 * pattern.rows(), 2);
        let rows = 3..pattern.rows();
        let (mut y, mut z) = (vec![0.0; 3 * rows.len()], vec![0.0; 3 * rows.len()]);
        let dispatched = multiply_rows(&pattern, &values, rows.clone(), &x, &mut y);
        let portable = multiply_rows_portable(&pattern, &values, rows, &x, &mut z);
        assert!((dispatched - portable).abs() < 1e-12);
        for (y, z) in y.iter().zip(&z) {
            assert!((y - z).abs() < 1e-13, "{y} {z}");
        }
    }

    #[test]
    fn the_fast_and_the_portable_loop_agree_and_never_use_the_padding() {
        agree::<f64>();
        agree::<f32>();
    }
}
