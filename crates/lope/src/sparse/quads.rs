//! Diagonal blocks of four nodes in a row: those of rigid bodies.
//!
//! All that keeps the shape of a rigid body is within its four nodes, and stiffer than anything else by orders. To blocks of single
//! nodes it looks as if each were nailed; blocks of order twelve know that the body moves as one.

use rayon::prelude::*;

use super::Operator;

/// Nodes and unknowns of a block.
const NODES: usize = 4;
const ORDER: usize = 3 * NODES;

/// A pivot below this part of its diagonal entry is rounding error.
const NEGLIGIBLE: f64 = 1e-14;

/// A symmetric matrix of order twelve.
type Block = [[f64; ORDER]; ORDER];

/// Inverses of blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Quads {
    /// The first node of each, ascending, and its inverse.
    inverses: Vec<(u32, Block)>,
    /// Those that were read, before what is not positive definite is left out.
    read: Vec<(u32, Option<Block>)>,
}

impl Quads {
    pub(super) fn is_empty(&self) -> bool {
        self.inverses.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.inverses.clear();
    }

    /// Takes the blocks of nodes from each of `firsts` on, where the matrix is assembled. Those that are not positive definite are
    /// left out.
    pub(super) fn update(&mut self, a: &dyn Operator, firsts: &[u32]) {
        let Self { inverses, read, .. } = self;
        inverses.clear();
        let (matrix, contacts) = match (a.core(), a.blocks()) {
            (Some((matrix, contacts)), _) => (matrix, Some(contacts)),
            (None, Some(matrix)) => (matrix, None),
            (None, None) => return,
        };
        let block = |&first: &u32| {
            let mut block = [[0.0; ORDER]; ORDER];
            for (p, q) in (0..NODES).flat_map(|p| (0..NODES).map(move |q| (p, q))) {
                let (row, column) = (first + p as u32, first + q as u32);
                let own = matrix.find(row as usize, column as usize).map(|k| matrix.block(k));
                let beside = contacts.and_then(|contacts| contacts.find(row, column));
                for values in [own, beside].into_iter().flatten() {
                    values
                        .iter()
                        .enumerate()
                        .for_each(|(k, value)| block[3 * p + k % 3][3 * q + k / 3] += value);
                }
            }
            (first, inverse(&block))
        };
        firsts.par_iter().with_min_len(16).map(block).collect_into_vec(read);
        inverses.extend(read.iter().filter_map(|(first, block)| Some((*first, (*block)?))));
    }

    /// Overwrites the nodes from `start` on that are in a block with the product of its inverse with `r`.
    #[inline]
    pub(super) fn multiply(&self, start: usize, r: &[f64], z: &mut [f64]) {
        let end = start + z.len() / 3;
        let from = self.inverses.partition_point(|(first, _)| *first as usize + NODES <= start);
        for (first, inverse) in self.inverses[from..].iter().take_while(|(first, _)| (*first as usize) < end)
        {
            let first = *first as usize;
            let r = &r[3 * first..3 * (first + NODES)];
            for node in (first..first + NODES).filter(|node| (start..end).contains(node)) {
                for i in 0..3 {
                    let row = &inverse[3 * (node - first) + i];
                    z[3 * (node - start) + i] = row.iter().zip(r).map(|(a, r)| a * r).sum();
                }
            }
        }
    }
}

/// The inverse of a positive definite matrix by its Cholesky factor; none of another.
fn inverse(a: &Block) -> Option<Block> {
    let mut l = [[0.0; ORDER]; ORDER];
    for j in 0..ORDER {
        let pivot = a[j][j] - (0..j).map(|k| l[j][k] * l[j][k]).sum::<f64>();
        if !(pivot > NEGLIGIBLE * a[j][j] && pivot.is_finite()) {
            return None;
        }
        l[j][j] = pivot.sqrt();
        for i in j + 1..ORDER {
            l[i][j] = (a[i][j] - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>()) / l[j][j];
        }
    }
    // Columns of L⁻¹, then L⁻ᵀL⁻¹.
    let mut m = [[0.0; ORDER]; ORDER];
    for j in 0..ORDER {
        m[j][j] = 1.0 / l[j][j];
        for i in j + 1..ORDER {
            m[i][j] = -(j..i).map(|k| l[i][k] * m[k][j]).sum::<f64>() / l[i][i];
        }
    }
    let entry = |i: usize, j: usize| (i.max(j)..ORDER).map(|k| m[k][i] * m[k][j]).sum();
    let inverse: Block = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
    inverse.iter().flatten().all(|x| x.is_finite()).then_some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::{dense, grid, laplacian, random_vector};
    use crate::sparse::{BlockJacobi, Preconditioner};

    #[test]
    fn four_nodes_in_a_row_are_solved_for_together() {
        let a = laplacian(grid(13, 1, 1), 0.5);
        let (full, n) = (dense(&a), a.len());
        let mut block = BlockJacobi::default();
        block.update_with(&a, &[2, 8]);
        let r = random_vector(n, 5);
        let mut z = vec![0.0; n];
        block.apply_dot(&r, &mut z);
        let is_in = |i: usize, first: usize| (3 * first..3 * first + ORDER).contains(&i);
        for i in 0..n {
            // What four nodes make of z among themselves is r.
            let first = [2, 8].into_iter().find(|first| is_in(i, *first));
            let near = |j: usize| first.map_or(i / 3 == j / 3, |first| is_in(j, first));
            let back: f64 = (0..n).filter(|j| near(*j)).map(|j| full[i * n + j] * z[j]).sum();
            assert!((back - r[i]).abs() < 1e-12, "{i}: {back} {}", r[i]);
        }
    }

    #[test]
    fn what_is_not_positive_definite_is_left_to_small_blocks() {
        let mut a = laplacian(grid(4, 1, 1), 0.5);
        a.values_mut().iter_mut().for_each(|x| *x = -*x);
        let mut block = BlockJacobi::default();
        block.update_with(&a, &[0]);
        assert!(block.local().is_some());
        let r = random_vector(a.len(), 2);
        let mut z = vec![0.0; a.len()];
        assert!(block.apply_dot(&r, &mut z) > 0.0);
    }
}
