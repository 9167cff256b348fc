//! The inner loops of the product: rows of blocks times a vector, and their transposes as well.
//!
//! A block is stored by columns, three numbers each. It is loaded as three registers of four, the last number of which
//! belongs to the next column: it meets the zero of a node, or is dropped in the end. The choice of
//! instructions is made at run time.

#![allow(unsafe_code)]

use super::Node;

/// Entries after the last block, so that a load of four at the last column stays inside.
pub(super) const PADDING: usize = 1;

/// Bytes ahead of the block being multiplied that are asked for.
#[cfg(target_arch = "x86_64")]
const AHEAD: usize = 6144;

/// Rows of blocks, and the vector they are multiplied by.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    /// First block of each row, and the number of blocks.
    pub start: &'a [usize],
    /// Where the numbers of each block's node begin in a vector.
    pub places: &'a [u32],
    /// Nine values a block, and [`PADDING`] more.
    pub values: &'a [f32],
    pub x: &'a [Node],
}

impl Rows<'_> {
    /// What all loads rely on.
    fn check(&self) {
        let rows = self.start.len() - 1;
        assert_eq!(self.x.len(), rows);
        assert!(4 * rows <= u32::MAX as usize, "places are counted in 32 bits");
        assert_eq!(self.places.len(), self.start[rows]);
        assert_eq!(self.values.len(), 9 * self.places.len() + PADDING);
    }

    /// y = Ax for the rows from `first` on, all blocks of which are there; returns their part of xᵀAx.
    pub(super) fn multiply(&self, first: usize, y: &mut [Node]) -> f64 {
        self.check();
        let mut dot = 0.0;
        for (row, y) in (first..).zip(y) {
            let mut sum = [0.0; 4];
            for k in self.start[row]..self.start[row + 1] {
                let (block, x) = (&self.values[9 * k..9 * k + 10], self.x[self.places[k] as usize / 4].0);
                for c in 0..3 {
                    (0..4).for_each(|r| sum[r] += block[3 * c + r] * x[c]);
                }
            }
            sum[3] = 0.0;
            *y = Node(sum);
            (0..3).for_each(|c| dot += f64::from(self.x[row].0[c]) * f64::from(sum[c]));
        }
        dot
    }

    /// y = Ax for the rows from `first` on, of which the blocks from the diagonal on are there: each also stands for its
    /// transpose. What that gives to nodes after those of `y` goes to `beyond`. Returns the part of xᵀAx.
    ///
    /// # Safety
    /// The first block of each row must be that of the diagonal, none may reach farther than `beyond` is long, and the columns of
    /// these rows must be nodes of `y` or `beyond`.
    pub(super) unsafe fn multiply_both_ways(&self, first: usize, y: &mut [Node], beyond: &mut [Node]) -> f64 {
        self.check();
        assert!(first + y.len() < self.start.len());
        y.fill(Node::default());
        beyond.fill(Node::default());
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
            // SAFETY: the features are there, the lengths were checked, and the caller promises the rest.
            return unsafe {
                let near = y.len().saturating_sub(beyond.len());
                self.both_ways_avx2::<false>(first, 0..near, y, beyond)
                    + self.both_ways_avx2::<true>(first, near..y.len(), y, beyond)
            };
        }
        self.both_ways_portable(first, y, beyond)
    }

    fn both_ways_portable(&self, first: usize, y: &mut [Node], beyond: &mut [Node]) -> f64 {
        let mut dot = 0.0;
        for offset in 0..y.len() {
            let row = first + offset;
            let (mut sum, mut later, own) = ([0.0; 3], [0.0; 3], self.x[row].0);
            for k in self.start[row]..self.start[row + 1] {
                let (block, column) = (&self.values[9 * k..9 * k + 9], self.places[k] as usize / 4);
                let (x, diagonal) = (self.x[column].0, column == row);
                let sum = if diagonal { &mut sum } else { &mut later };
                for c in 0..3 {
                    (0..3).for_each(|r| sum[r] += block[3 * c + r] * x[c]);
                }
                if !diagonal {
                    let at = column - first;
                    let length = y.len();
                    let other = if at < length { &mut y[at] } else { &mut beyond[at - length] };
                    for c in 0..3 {
                        (0..3).for_each(|r| other.0[c] += block[3 * c + r] * own[r]);
                    }
                }
            }
            for c in 0..3 {
                y[offset].0[c] += sum[c] + later[c];
                dot += f64::from(own[c]) * (f64::from(sum[c]) + 2.0 * f64::from(later[c]));
            }
        }
        dot
    }

    /// # Safety
    /// The processor must have AVX2 and FMA, [`Rows::check`] must have passed for rows that include those of `y`, `range` must
    /// be among these, each row must have its diagonal block first, and its columns must be nodes of `y` or, with `FAR`, of
    /// `beyond`.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    unsafe fn both_ways_avx2<const FAR: bool>(
        &self,
        first: usize,
        range: std::ops::Range<usize>,
        y: &mut [Node],
        beyond: &mut [Node],
    ) -> f64 {
        use std::arch::x86_64::*;
        let (values, places) = (self.values.as_ptr(), self.places.as_ptr());
        let x = self.x.as_ptr().cast::<f32>();
        let (own, others) = (y.as_mut_ptr().cast::<f32>(), beyond.as_mut_ptr().cast::<f32>());
        let (length, before) = (4 * y.len(), 4 * first);
        let first_three = _mm_castsi128_ps(_mm_setr_epi32(-1, -1, -1, 0));
        let mut dot = _mm256_setzero_pd();
        // Where a node takes what transposed blocks give it.
        let taker = |place: usize| {
            let at = place - before;
            debug_assert!(at < length + if FAR { 4 * beyond.len() } else { 0 });
            // SAFETY: the caller promises that the column is a node of `y` or `beyond`.
            unsafe { if !FAR || at < length { own.add(at) } else { others.add(at - length) } }
        };
        for offset in range {
            let row = first + offset;
            let (start, end) = (self.start[row], self.start[row + 1]);
            assert!(start < end && end <= self.places.len(), "rows have a diagonal");
            // SAFETY: start < end ≤ number of blocks, so with the padding four values from each column of a block on are
            // inside; `row` is below the number of nodes, and a node is four aligned numbers.
            let (sum, at_row) = unsafe {
                let at = values.add(9 * start);
                let x = x.add(4 * row);
                let sum = _mm_mul_ps(_mm_loadu_ps(at), _mm_broadcast_ss(&*x));
                let sum = _mm_fmadd_ps(_mm_loadu_ps(at.add(3)), _mm_broadcast_ss(&*x.add(1)), sum);
                (_mm_fmadd_ps(_mm_loadu_ps(at.add(6)), _mm_broadcast_ss(&*x.add(2)), sum), _mm_load_ps(x))
            };
            // Two blocks side by side, one in each half of the registers.
            let twice_row = _mm256_set_m128(at_row, at_row);
            let mut later = _mm256_setzero_ps();
            let mut k = start + 1;
            while k < end {
                // SAFETY: k < end; a block that has no neighbour stands beside zeros, which are given to its own node. The
                // prefetch may have any address.
                unsafe {
                    let at = values.add(9 * k);
                    _mm_prefetch::<_MM_HINT_T0>(at.wrapping_byte_add(AHEAD).cast());
                    let left = *places.add(k) as usize;
                    let (c0, c1, c2, right) = if k + 1 < end {
                        (
                            _mm256_loadu2_m128(at.add(9), at),
                            _mm256_loadu2_m128(at.add(12), at.add(3)),
                            _mm256_loadu2_m128(at.add(15), at.add(6)),
                            *places.add(k + 1) as usize,
                        )
                    } else {
                        let alone = |c: usize| _mm256_set_m128(_mm_setzero_ps(), _mm_loadu_ps(at.add(c)));
                        (alone(0), alone(3), alone(6), left)
                    };
                    let both = _mm256_set_m128(_mm_load_ps(x.add(right)), _mm_load_ps(x.add(left)));
                    later = _mm256_fmadd_ps(c0, _mm256_permute_ps::<0b00_00_00_00>(both), later);
                    later = _mm256_fmadd_ps(c1, _mm256_permute_ps::<0b01_01_01_01>(both), later);
                    later = _mm256_fmadd_ps(c2, _mm256_permute_ps::<0b10_10_10_10>(both), later);
                    // Bᵀ times the node of the row: sums of three products, turned into one register.
                    let [t0, t1, t2] = [c0, c1, c2].map(|c| _mm256_mul_ps(c, twice_row));
                    let (low, high) = (_mm256_unpacklo_ps(t0, t1), _mm256_unpackhi_ps(t0, t1));
                    let turned = _mm256_add_ps(
                        _mm256_add_ps(
                            _mm256_shuffle_ps::<0b11_00_01_00>(low, t2),
                            _mm256_shuffle_ps::<0b11_01_11_10>(low, t2),
                        ),
                        _mm256_shuffle_ps::<0b11_10_01_00>(high, t2),
                    );
                    let to = taker(left);
                    _mm_store_ps(to, _mm_add_ps(_mm_load_ps(to), _mm256_castps256_ps128(turned)));
                    let to = taker(right);
                    _mm_store_ps(to, _mm_add_ps(_mm_load_ps(to), _mm256_extractf128_ps::<1>(turned)));
                }
                k += 2;
            }
            let later = _mm_add_ps(_mm256_castps256_ps128(later), _mm256_extractf128_ps::<1>(later));
            let (sum, later) = (_mm_and_ps(sum, first_three), _mm_and_ps(later, first_three));
            // SAFETY: `offset` is below the number of nodes of `y`.
            unsafe {
                let to = own.add(4 * offset);
                _mm_store_ps(to, _mm_add_ps(_mm_load_ps(to), _mm_add_ps(sum, later)));
            }
            let twice = _mm_add_ps(sum, _mm_add_ps(later, later));
            dot = _mm256_fmadd_pd(_mm256_cvtps_pd(at_row), _mm256_cvtps_pd(twice), dot);
        }
        let mut lanes = [0.0; 4];
        // SAFETY: four numbers go to an array of four.
        unsafe { _mm256_storeu_pd(lanes.as_mut_ptr(), dot) };
        lanes[0] + lanes[1] + lanes[2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::{grid, random_vector};

    #[test]
    fn the_fast_and_the_portable_loop_agree() {
        let pattern = grid(7, 5, 4);
        let rows = pattern.rows();
        let (mut start, mut columns) = (vec![0], Vec::new());
        for row in 0..rows {
            columns.extend(pattern.row(row).iter().filter(|&&column| column as usize >= row).map(|&c| 4 * c));
            start.push(columns.len());
        }
        let values: Vec<f32> =
            random_vector(9 * columns.len() + 1, 1).into_iter().map(|v| v as f32).collect();
        let entry = random_vector(3 * rows, 2);
        let x: Vec<Node> =
            entry.chunks_exact(3).map(|e| Node([e[0], e[1], e[2], 0.0].map(|e| e as f32))).collect();
        let own = Rows { start: &start, places: &columns, values: &values, x: &x };
        let (first, length) = (11, 60);
        let product = |portable: bool| {
            let (mut y, mut beyond) =
                (vec![Node::default(); length], vec![Node::default(); rows - first - length]);
            let dot = if portable {
                own.both_ways_portable(first, &mut y, &mut beyond)
            } else {
                // SAFETY: the columns are those of an upper triangle, and all nodes after `y` are in `beyond`.
                unsafe { own.multiply_both_ways(first, &mut y, &mut beyond) }
            };
            (dot, [y, beyond].concat())
        };
        let ((a, fast), (b, plain)) = (product(false), product(true));
        assert!((a - b).abs() < 1e-4 * b.abs().max(1.0), "{a} {b}");
        for (fast, plain) in fast.iter().zip(&plain) {
            assert_eq!(fast.0[3], 0.0);
            (0..3).for_each(|c| assert!((fast.0[c] - plain.0[c]).abs() < 1e-5, "{fast:?} {plain:?}"));
        }
    }
}
