//! Block Jacobi and a coarse space of rigid motions.
//!
//! Block Jacobi knows nothing beyond a node, so conjugate gradients need as many iterations as there are elements
//! across the body to carry a load from one end to the other. What is missing is smooth: motions under which pieces
//! of the body stay nearly rigid. The nodes are cut into aggregates, each moves by a translation and a rotation,
//! and the small system for these six numbers per aggregate is factored. (Affine motions, twelve numbers, need a tenth
//! fewer iterations with the same aggregates but more with the same number of unknowns.) Both corrections are added:
//!
//! M⁻¹ = D⁻¹ + P (PᵀAP)⁻¹ Pᵀ.
//!
//! Everything is a loop over nodes or aggregates that share nothing, so it is parallel and has the same bits for
//! any number of threads. The factored system may be older than the matrix: M stays positive definite, and only
//! the number of iterations tells the difference.

mod aggregate;
mod coarse;

use super::precondition::BlockJacobi;
use super::single::Levels;
use super::{BlockMatrix, ContactBlocks, Joined, Operator, Preconditioner, vector};
pub(super) use coarse::Coarse;

/// What is known about the nodes behind the unknowns.
#[derive(Clone, Copy, Debug)]
pub struct Nodes<'a> {
    /// Their positions, three numbers each.
    pub positions: &'a [f64],
    /// Coordinates of each that are held: bit 0 is x, bit 1 is y, bit 2 is z. Their rows are the identity's.
    pub held: &'a [u8],
    /// The first of every four nodes in a row that are a rigid body, ascending.
    pub rigid: &'a [u32],
}

/// Block Jacobi with a correction by rigid motions of aggregates.
#[derive(Default)]
pub struct TwoLevel {
    local: BlockJacobi,
    coarse: Option<Coarse>,
    /// Whether the coarse factor may be used.
    factored: bool,
}

impl TwoLevel {
    /// Takes the diagonal blocks of `a`; the coarse system stays as it is.
    pub fn update(&mut self, a: &dyn Operator, rigid: &[u32]) -> bool {
        self.local.update_with(a, rigid)
    }

    /// Brings the coarse system up to date as well, with what is `beside` the pattern of `a`: without it, aggregates that touch
    /// would look as if nailed to space. Returns whether it could be factored; if not, this is block
    /// Jacobi until the next call.
    pub fn refresh(&mut self, a: &BlockMatrix, beside: Option<&ContactBlocks>, nodes: Nodes<'_>) -> bool {
        match beside {
            Some(contacts) => self.local.update_with(&Joined { matrix: a, contacts }, nodes.rigid),
            None => self.local.update_with(a, nodes.rigid),
        };
        if self.coarse.as_ref().is_none_or(|coarse| !coarse.fits(a)) {
            self.coarse = Coarse::new(a);
        }
        self.factored = self.coarse.as_mut().is_some_and(|coarse| coarse.factor(a, beside, nodes));
        self.factored
    }

    /// Whether the coarse correction is at work.
    pub fn is_two_level(&self) -> bool {
        self.factored
    }

    /// Number of aggregates.
    pub fn aggregates(&self) -> usize {
        self.coarse.as_ref().map_or(0, Coarse::aggregates)
    }
}

impl Preconditioner for TwoLevel {
    fn apply_dot(&mut self, r: &[f64], z: &mut [f64]) -> f64 {
        let Some(coarse) = self.coarse.as_mut().filter(|_| self.factored) else {
            return self.local.apply_dot(r, z);
        };
        coarse.solve(|node| [r[3 * node], r[3 * node + 1], r[3 * node + 2]]);
        let (local, coarse) = (&self.local, &*coarse);
        vector::chunked(r.len(), [z], |range, [z]| {
            local.multiply(range.clone(), r, z);
            coarse.add_motion(range.start / 3, z);
            vector::dot_chunk(&r[range], z)
        })
        .sum()
    }

    fn levels(&mut self) -> Option<Levels<'_>> {
        let coarse = self.coarse.as_mut().filter(|_| self.factored);
        Some(Levels { local: self.local.local()?, coarse })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::sparse::testing::{dense, grid, laplacian, on_threads, random_vector, residual_norm};
    use crate::sparse::{Answer, Cg, KrylovParams};
    use crate::sparse::{Cholesky, Pattern};

    const TIGHT: KrylovParams = KrylovParams { relative_tolerance: 1e-8, max_iterations: 5000 };

    fn positions(nx: usize, ny: usize, nz: usize) -> Vec<f64> {
        let node = |n: usize| [(n % nx) as f64, (n / nx % ny) as f64, (n / nx / ny) as f64];
        (0..nx * ny * nz).flat_map(node).collect()
    }

    /// A long bar held at one end: what block Jacobi is worst at.
    fn bar() -> (BlockMatrix, Vec<f64>, Vec<u8>) {
        let mut a = laplacian(grid(60, 6, 6), 1e-5);
        let held: Vec<u8> = (0..a.rows()).map(|n| if n % 60 == 0 { 7 } else { 0 }).collect();
        a.update_rows(|row, columns, diagonal, values| {
            for (block, &column) in values.chunks_exact_mut(9).zip(columns) {
                if held[row] != 0 || held[column as usize] != 0 {
                    block.fill(0.0);
                }
            }
            if held[row] != 0 {
                (0..3).for_each(|c| values[9 * diagonal + 4 * c] = 1.0);
            }
        });
        (a, positions(60, 6, 6), held)
    }

    #[test]
    fn the_coarse_space_saves_most_iterations_and_finds_the_same_solution() {
        let (a, positions, held) = bar();
        let mut b = random_vector(a.len(), 4);
        b.iter_mut().enumerate().for_each(|(i, b)| *b = *b * 0.1 + if held[i / 3] == 0 { 1.0 } else { 0.0 });
        let (mut x, mut y) = (vec![0.0; a.len()], vec![0.0; a.len()]);
        let mut two_level = TwoLevel::default();
        assert!(two_level.refresh(&a, None, Nodes { positions: &positions, held: &held, rigid: &[] }));
        assert_eq!(two_level.aggregates(), (60 * 36usize).div_ceil(128));
        let with = Cg::default().solve(&a, &mut two_level, &b, &mut x, &TIGHT);
        let mut local = BlockJacobi::default();
        local.update(&a);
        let without = Cg::default().solve(&a, &mut local, &b, &mut y, &TIGHT);
        assert_eq!((with.answer, without.answer), (Answer::Solved, Answer::Solved));
        assert!(residual_norm(&a, &x, &b) <= 1.01e-8 * vector::norm(&b));
        assert!(3 * with.iterations < without.iterations, "{} {}", with.iterations, without.iterations);
    }

    #[test]
    fn the_coarse_matrix_is_the_projected_one() {
        // On rigid motions of one aggregate the coarse part alone is exact: z = P c must come back from A z.
        let a = laplacian(grid(3, 3, 3), 0.5);
        let positions = positions(3, 3, 3);
        let held = vec![0; 27];
        let nodes = Nodes { positions: &positions, held: &held, rigid: &[] };
        let mut coarse = Coarse::new(&a).unwrap();
        assert_eq!(coarse.aggregates(), 1);
        assert!(coarse.factor(&a, None, nodes));
        let (t, w) = ([0.3, -0.2, 0.7], [0.5, 0.1, -0.4]);
        let motion: Vec<f64> = (0..27)
            .flat_map(|n| {
                let r: Vec<f64> = (0..3).map(|c| positions[3 * n + c] - 1.0).collect();
                [
                    t[0] + w[1] * r[2] - w[2] * r[1],
                    t[1] + w[2] * r[0] - w[0] * r[2],
                    t[2] + w[0] * r[1] - w[1] * r[0],
                ]
            })
            .collect();
        let full = dense(&a);
        let force: Vec<f64> = (0..81).map(|i| (0..81).map(|j| full[81 * i + j] * motion[j]).sum()).collect();
        let work = coarse.solve(|node| [force[3 * node], force[3 * node + 1], force[3 * node + 2]]);
        assert!((work - vector::dot(&force, &motion)).abs() < 1e-6, "{work}");
        let mut back = vec![0.0; 81];
        coarse.add_motion(0, &mut back);
        for (back, motion) in back.iter().zip(&motion) {
            assert!((back - motion).abs() < 1e-7, "{back} {motion}");
        }
    }

    #[test]
    fn an_indefinite_coarse_matrix_leaves_block_jacobi() {
        let (mut a, positions, held) = bar();
        a.values_mut().iter_mut().for_each(|v| *v = -*v);
        let mut two_level = TwoLevel::default();
        assert!(!two_level.refresh(&a, None, Nodes { positions: &positions, held: &held, rigid: &[] }));
        let r = random_vector(a.len(), 1);
        let mut z = vec![0.0; a.len()];
        assert!(two_level.apply_dot(&r, &mut z) > 0.0, "still positive");
    }

    #[test]
    fn aggregates_that_cannot_turn_do_no_harm() {
        // Single nodes and pairs: rotations that move nothing.
        let a =
            laplacian(std::sync::Arc::new(crate::sparse::Pattern::from_stencils(3, [(2, &[0, 1][..])])), 1.0);
        let positions = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 5.0, 5.0, 5.0];
        let mut two_level = TwoLevel::default();
        assert!(two_level.refresh(&a, None, Nodes { positions: &positions, held: &[0, 0, 5], rigid: &[] }));
        let b = random_vector(9, 3);
        let mut x = vec![0.0; 9];
        let info = Cg::default().solve(&a, &mut two_level, &b, &mut x, &TIGHT);
        assert_eq!(info.answer, Answer::Solved);
    }

    #[test]
    fn same_bits_for_any_number_of_threads() {
        let a = laplacian(grid(40, 20, 20), 1e-3);
        let positions = positions(40, 20, 20);
        let held = vec![0; a.rows()];
        let r = random_vector(a.len(), 2);
        let apply = |threads| {
            on_threads(threads, || {
                let mut two_level = TwoLevel::default();
                assert!(two_level.refresh(
                    &a,
                    None,
                    Nodes { positions: &positions, held: &held, rigid: &[] }
                ));
                let mut z = vec![0.0; a.len()];
                (two_level.apply_dot(&r, &mut z).to_bits(), z)
            })
        };
        let one = apply(1);
        assert!(one == apply(2) && one == apply(3));
    }

    /// Two blocks that are held together by stiff contacts alone, and one of them to space: to the coarse space without the
    /// contacts they look as if each were nailed where it is.
    #[test]
    fn the_coarse_space_sees_what_touches() {
        // The second block is 8 × 8 × 8 nodes as well, and begins where the first ends.
        let (side, gap) = (8, 512);
        let one = laplacian(grid(side, side, side), 1e-6);
        let places: Vec<u32> = (0..one.rows())
            .flat_map(|row| one.pattern().row(row).iter().flat_map(move |&column| [row as u32, column]))
            .collect();
        let shifted: Vec<u32> = places.iter().map(|node| node + gap).collect();
        let pattern = Pattern::from_stencils(2 * gap as usize, [(2, &places[..]), (2, &shifted[..])]);
        let mut a = BlockMatrix::new(Arc::new(pattern));
        for row in 0..one.rows() {
            for &column in one.pattern().row(row) {
                let block = one.block(one.find(row, column as usize).expect("in the pattern")).to_vec();
                a.add(row, column as usize, &block);
                a.add(row + gap as usize, (column + gap) as usize, &block);
            }
        }
        // Nodes of the last layer of one touch those of the first layer of the other.
        let layer = (side * side) as u32;
        let pairs: Vec<(u32, u32)> = (0..layer).map(|k| (gap - layer + k, gap + k)).collect();
        let stiff = [1e3, 0.0, 0.0, 0.0, 1e3, 0.0, 0.0, 0.0, 1e3];
        for &(i, j) in &pairs {
            a.add(i as usize, i as usize, &stiff);
            a.add(j as usize, j as usize, &stiff);
        }
        let mut beside = ContactBlocks::default();
        beside.replace(pairs.iter().copied(), |_| stiff.map(|entry| -entry));
        let positions: Vec<f64> = (0..2 * gap as usize)
            .flat_map(|n| [(n % side) as f64, (n / side % side) as f64, (n / side / side) as f64])
            .collect();
        let (held, b) = (vec![0; 2 * gap as usize], random_vector(6 * gap as usize, 5));
        let nodes = Nodes { positions: &positions, held: &held, rigid: &[] };
        let both = Joined { matrix: &a, contacts: &beside };
        let count = |seen: Option<&ContactBlocks>| {
            let mut two_level = TwoLevel::default();
            assert!(two_level.refresh(&a, seen, nodes));
            let mut x = vec![0.0; b.len()];
            let info = Cg::new(b.len()).solve(&both, &mut two_level, &b, &mut x, &TIGHT);
            assert_eq!(info.answer, Answer::Solved);
            info.iterations
        };
        let (blind, seeing) = (count(None), count(Some(&beside)));
        assert!(3 * seeing < 2 * blind, "{seeing} iterations, {blind} without the contacts");

        // Merged, a factorization solves it at once.
        let merged = beside.merged(&a);
        let mut cholesky = Cholesky::new(merged.pattern()).expect("small");
        cholesky.factor(&merged).expect("positive definite");
        let (mut x, mut product) = (vec![0.0; b.len()], vec![0.0; b.len()]);
        cholesky.solve(&b, &mut x);
        both.apply(&x, &mut product);
        let off = product.iter().zip(&b).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        assert!(off < 1e-6, "{off}");
    }
}
