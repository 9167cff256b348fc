//! Solutions with terms that come and go, without factoring again.
//!
//! What comes and goes adds terms k u uᵀ to a matrix that is already factored, each u being zero but at a few nodes. By the
//! identity of Woodbury,
//!
//! ```text
//! (A + UKUᵀ)⁻¹ b = y − A⁻¹U S⁻¹ Uᵀy,   y = A⁻¹b,   S = K⁻¹ + UᵀA⁻¹U,
//! ```
//!
//! the solution with m of them is the one without, corrected by m columns of A⁻¹ and a dense m×m system. A column belongs
//! to a node: it is found when the node is first touched, and kept for when it is touched again.

use rayon::prelude::*;

use super::RankOnes;
use super::vector::dot_chunk;

/// Most terms that are corrected for. With so many on a matrix of 35,000 nodes a correction costs about as much as the
/// solve; but the matrix that holds them couples the axes, and its factor has nine times the entries.
pub const MOST_TERMS: usize = 512;

/// Most columns kept, of nodes that are touched and of nodes that were.
const MOST_COLUMNS: usize = MOST_TERMS + MOST_TERMS / 2;

/// Nodes per task of a correction.
const NODES: usize = 1024;

/// A column of A⁻¹ for each axis.
#[derive(Debug, Default)]
struct Column {
    node: u32,
    /// One number a node if all axes have the same matrix, else three.
    values: Vec<f64>,
    /// When it was last used, as a count of changes.
    used: u64,
}

impl Column {
    /// Entry of `node` for `axis`.
    fn at(&self, node: u32, axis: usize, stride: usize) -> f64 {
        self.values[stride * node as usize + if stride == 3 { axis } else { 0 }]
    }
}

/// Terms on top of a matrix whose inverse is known and does not couple the axes.
#[derive(Debug, Default)]
pub struct Woodbury {
    terms: RankOnes,
    columns: Vec<Column>,
    /// Column of each node, one more than its place; 0 if there is none.
    places: Vec<u32>,
    /// Numbers a node in a column.
    stride: usize,
    /// Lower triangle of the Cholesky factor of S, by rows.
    factor: Vec<f64>,
    /// Uᵀy, then S⁻¹Uᵀy.
    sides: Vec<f64>,
    /// Columns of the terms, and what is to be taken of each.
    parts: Vec<(u32, [f64; 3])>,
    changes: u64,
    /// The nodes of terms, each once.
    touched: Vec<u32>,
    unit: Vec<f64>,
    response: Vec<f64>,
}

impl Woodbury {
    /// Forgets the columns: the matrix is another one.
    pub fn clear(&mut self) {
        self.terms.clear();
        self.columns.clear();
        self.places.fill(0);
        self.stride = 0;
    }

    /// The terms in force.
    pub fn terms(&self) -> &RankOnes {
        &self.terms
    }

    /// Columns kept.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Puts `terms` in force on a matrix of `nodes` nodes; `solve` gives its solutions for new columns. Returns false, and
    /// leaves none in force, if they are too many or S is not positive definite.
    pub fn set(&mut self, terms: &RankOnes, nodes: usize, mut solve: impl FnMut(&[f64], &mut [f64])) -> bool {
        if self.terms == *terms {
            return true;
        }
        self.terms.clear();
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        touched.extend(terms.parts().iter().map(|(node, _)| *node));
        touched.sort_unstable();
        touched.dedup();
        let columns = touched.len();
        self.touched = touched;
        if terms.len() > MOST_TERMS || columns > MOST_COLUMNS {
            return false;
        }
        self.changes += 1;
        self.places.resize(nodes, 0);
        self.parts.clear();
        for (node, _) in terms.parts() {
            let place = self.column(*node, nodes, &mut solve);
            if !self.parts.iter().any(|&(other, _)| other == place) {
                self.parts.push((place, [0.0; 3]));
            }
        }
        self.terms.clone_from(terms);
        self.sides.resize(terms.len(), 0.0);
        let definite = self.factor();
        if !definite {
            self.terms.clear();
        }
        definite
    }

    /// Place of the column of a node, which is found if it is not there.
    fn column(&mut self, node: u32, nodes: usize, solve: &mut impl FnMut(&[f64], &mut [f64])) -> u32 {
        let known = self.places[node as usize];
        if known != 0 {
            self.columns[known as usize - 1].used = self.changes;
            return known - 1;
        }
        self.unit.resize(3 * nodes, 0.0);
        self.response.resize(3 * nodes, 0.0);
        let own = 3 * node as usize..3 * node as usize + 3;
        self.unit[own.clone()].fill(1.0);
        solve(&self.unit, &mut self.response);
        self.unit[own].fill(0.0);
        if self.stride == 0 {
            // Axes with the same matrix have the same bits; that is no accident of one node, since all of them share it.
            let equal = self.response.chunks_exact(3).all(|x| x[0] == x[1] && x[1] == x[2]);
            self.stride = if equal { 1 } else { 3 };
        } else if self.stride == 1 && !self.response.chunks_exact(3).all(|x| x[0] == x[1] && x[1] == x[2]) {
            self.widen();
        }
        let place = self.free_place();
        let column = &mut self.columns[place];
        (column.node, column.used) = (node, self.changes);
        column.values.clear();
        column.values.extend(self.response.iter().step_by(if self.stride == 1 { 3 } else { 1 }));
        self.places[node as usize] = place as u32 + 1;
        place as u32
    }

    /// Three numbers a node in every column.
    fn widen(&mut self) {
        self.stride = 3;
        for column in &mut self.columns {
            column.values = column.values.iter().flat_map(|&value| [value; 3]).collect();
        }
    }

    /// A place for a column: a new one, or that of the one that was not used for longest.
    fn free_place(&mut self) -> usize {
        if self.columns.len() < MOST_COLUMNS {
            self.columns.push(Column::default());
            return self.columns.len() - 1;
        }
        let oldest = (0..self.columns.len()).min_by_key(|&place| self.columns[place].used).unwrap_or(0);
        self.places[self.columns[oldest].node as usize] = 0;
        oldest
    }

    /// Column of a node that has one.
    fn of(&self, node: u32) -> &Column {
        &self.columns[self.places[node as usize] as usize - 1]
    }

    /// S = K⁻¹ + UᵀA⁻¹U and its Cholesky factor; whether there is one.
    fn factor(&mut self) -> bool {
        let m = self.terms.len();
        let mut s = std::mem::take(&mut self.factor);
        s.clear();
        for (i, one) in self.terms.iter().enumerate() {
            for other in self.terms.iter().take(i + 1) {
                let mut sum = 0.0;
                for (node, n) in one.parts {
                    let column = self.of(*node);
                    for (node, m) in other.parts {
                        let entry = |axis: usize| n[axis] * m[axis] * column.at(*node, axis, self.stride);
                        sum += entry(0) + entry(1) + entry(2);
                    }
                }
                s.push(sum);
            }
            s[i * (i + 1) / 2 + i] += 1.0 / one.weight;
        }
        let mut definite = true;
        for i in 0..m {
            let row = i * (i + 1) / 2;
            for j in 0..=i {
                let other = j * (j + 1) / 2;
                let rest = s[row + j] - dot_chunk(&s[row..row + j], &s[other..other + j]);
                if i == j {
                    definite &= rest > 0.0;
                    s[row + j] = rest.sqrt();
                } else {
                    s[row + j] = rest / s[other + j];
                }
            }
        }
        self.factor = s;
        definite
    }

    /// Turns x = A⁻¹b into the solution with the terms in force.
    pub fn correct(&mut self, x: &mut [f64]) {
        let Self { terms, columns, places, stride, factor, sides, parts, .. } = self;
        if terms.is_empty() {
            return;
        }
        let m = terms.len();
        for (side, term) in sides.iter_mut().zip(terms.iter()) {
            *side = 0.0;
            for (node, n) in term.parts {
                let at = &x[3 * *node as usize..][..3];
                *side += n[0] * at[0] + n[1] * at[1] + n[2] * at[2];
            }
        }
        for i in 0..m {
            let row = &factor[i * (i + 1) / 2..][..=i];
            let sum: f64 = row[..i].iter().zip(&*sides).map(|(l, y)| l * y).sum();
            sides[i] = (sides[i] - sum) / row[i];
        }
        for i in (0..m).rev() {
            let row = &factor[i * (i + 1) / 2..][..=i];
            sides[i] /= row[i];
            let (before, own) = sides.split_at_mut(i);
            before.iter_mut().zip(row).for_each(|(y, l)| *y -= l * own[0]);
        }
        for (place, weight) in parts.iter_mut() {
            *weight = [0.0; 3];
            for (term, side) in terms.iter().zip(&*sides) {
                let here = term.parts.iter().filter(|(node, _)| places[*node as usize] == *place + 1);
                here.for_each(|(_, n)| (0..3).for_each(|axis| weight[axis] += side * n[axis]));
            }
        }
        let (columns, parts, stride) = (&*columns, &*parts, *stride);
        x.par_chunks_mut(3 * NODES).enumerate().for_each(|(chunk, x)| {
            for &(place, weight) in parts {
                let values = &columns[place as usize].values[stride * NODES * chunk..];
                if stride == 1 {
                    for (x, value) in x.chunks_exact_mut(3).zip(values) {
                        (0..3).for_each(|axis| x[axis] -= weight[axis] * value);
                    }
                } else {
                    for (x, values) in x.chunks_exact_mut(3).zip(values.chunks_exact(3)) {
                        (0..3).for_each(|axis| x[axis] -= weight[axis] * values[axis]);
                    }
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::sparse::testing::{grid, laplacian, random_vector};
    use crate::sparse::{AxisCholesky, BlockMatrix, Cholesky, Operator, RankOne};

    /// A Laplacian that leaves the axes alone, with the third coordinate of some nodes held if `held`.
    fn matrix(held: bool) -> BlockMatrix {
        let mut a = laplacian(grid(9, 8, 7), 0.05);
        let columns = a.pattern().columns().to_vec();
        let rows: Vec<usize> =
            (0..a.rows()).flat_map(|i| std::iter::repeat_n(i, a.pattern().row(i).len())).collect();
        for (k, block) in a.values_mut().chunks_exact_mut(9).enumerate().take(columns.len()) {
            let (row, column, value) = (rows[k], columns[k] as usize, block[0]);
            block.fill(0.0);
            (0..3).for_each(|axis| block[4 * axis] = value);
            if held && (row.is_multiple_of(5) || column.is_multiple_of(5)) {
                block[8] = f64::from(u8::from(row == column));
            }
        }
        a
    }

    /// Terms at one, two and three nodes.
    fn terms(count: u32, seed: u64, held: bool) -> RankOnes {
        let normals = random_vector(3 * count as usize, seed);
        let mut terms = RankOnes::default();
        for (i, n) in (0..).zip(normals.chunks_exact(3)) {
            let part = |k: u32| {
                let node = (i * 37 + 11 * k + seed as u32) % 250;
                let third = if held && node.is_multiple_of(5) { 0.0 } else { n[2] };
                let share = 1.0 / f64::from(1 + k);
                (node, [share * n[0], -share * n[1], share * third])
            };
            terms.push(10f64.powi(i as i32 % 7 - 2), (0..=i % 3).map(part));
        }
        terms
    }

    #[test]
    fn corrected_solutions_are_those_of_the_matrix_factored_anew() {
        for held in [false, true] {
            let a = matrix(held);
            let mut axes = AxisCholesky::new(a.pattern()).unwrap();
            axes.factor(&a).unwrap();
            let mut woodbury = Woodbury::default();
            for (count, seed) in [(1, 3), (40, 4), (150, 5), (40, 4), (0, 0)] {
                let terms = terms(count, seed, held);
                assert!(woodbury.set(&terms, a.rows(), |b, x| axes.solve(b, x)));
                let mut sum = a.clone();
                let pairs = |term: RankOne<'_>| {
                    let nodes = term.parts.iter().map(|part| part.0).collect::<Vec<_>>();
                    nodes.iter().flat_map(|a| nodes.iter().map(|b| (*a, *b))).collect::<Vec<_>>()
                };
                let pattern = Arc::new(a.pattern().joined(terms.iter().flat_map(pairs)));
                sum = sum.on(pattern.clone());
                for RankOne { parts, weight } in terms.iter() {
                    for ((a, n), (b, m)) in parts.iter().flat_map(|a| parts.iter().map(move |b| (a, b))) {
                        let k = sum.find(*a as usize, *b as usize).unwrap();
                        for (k, entry) in sum.block_mut(k).iter_mut().enumerate() {
                            *entry += weight * n[k % 3] * m[k / 3];
                        }
                    }
                }
                let mut whole = Cholesky::new(&pattern).unwrap();
                whole.factor(&sum).unwrap();
                let b = random_vector(a.len(), 9);
                let (mut x, mut y) = (vec![0.0; a.len()], vec![0.0; a.len()]);
                axes.solve(&b, &mut x);
                woodbury.correct(&mut x);
                whole.solve(&b, &mut y);
                let size = y.iter().fold(0.0, |m: f64, y| m.max(y.abs()));
                let off = x.iter().zip(&y).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()));
                assert!(off < 1e-10 * size, "{count} terms, held {held}: {off} of {size}");
            }
        }
    }

    #[test]
    fn columns_are_found_once_and_too_many_terms_are_refused() {
        let a = matrix(false);
        let mut axes = AxisCholesky::new(a.pattern()).unwrap();
        axes.factor(&a).unwrap();
        let mut woodbury = Woodbury::default();
        let mut solves = 0;
        let mut set = |woodbury: &mut Woodbury, grabbed: &[u32], axes_held: usize| {
            let mut terms = RankOnes::default();
            for (node, axis) in grabbed.iter().flat_map(|node| (0..axes_held).map(move |axis| (node, axis))) {
                terms.push(10.0, [(*node, [0, 1, 2].map(|k| f64::from(u8::from(k == axis))))]);
            }
            let terms = &terms;
            let fine = woodbury.set(terms, a.rows(), |b, x| {
                solves += 1;
                axes.solve(b, x);
            });
            (fine, solves)
        };
        assert_eq!(set(&mut woodbury, &[7], 3), (true, 1));
        assert_eq!(set(&mut woodbury, &[7, 8], 3), (true, 2));
        assert_eq!(set(&mut woodbury, &[8], 3), (true, 2));
        let many: Vec<u32> = (0..=MOST_TERMS as u32).collect();
        assert_eq!(set(&mut woodbury, &many, 1), (false, 2));
        assert!(woodbury.terms().is_empty());
        assert_eq!(set(&mut woodbury, &[7], 3), (true, 2));
        woodbury.clear();
        assert_eq!(set(&mut woodbury, &[7], 3), (true, 3));
        assert_eq!(woodbury.columns(), 1);
    }

    #[test]
    fn terms_at_too_many_nodes_are_refused_before_columns_in_use_are_lost() {
        let a = laplacian(grid(10, 10, 10), 0.05);
        let mut wide = RankOnes::default();
        wide.push(1.0, (0..=MOST_COLUMNS as u32).map(|node| (node, [1.0, 0.0, 0.0])));
        let mut woodbury = Woodbury::default();
        assert!(!woodbury.set(&wide, a.rows(), |_, _| panic!("no column is asked for")));
    }
}
