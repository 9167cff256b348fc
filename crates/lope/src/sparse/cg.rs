//! Conjugate gradients.

use super::{Answer, KrylovInfo, KrylovParams, Operator, Preconditioner, vector};

/// Preconditioned conjugate gradients, started from zero.
///
/// It holds the work vectors, so a solve allocates nothing after the first of its size. An iteration is one
/// product with the matrix and three passes over vectors.
#[derive(Clone, Debug, Default)]
pub struct Cg {
    r: Vec<f64>,
    z: Vec<f64>,
    p: Vec<f64>,
    q: Vec<f64>,
}

impl Cg {
    /// Work space for systems of `n` unknowns.
    pub fn new(n: usize) -> Self {
        let mut cg = Self::default();
        cg.resize(n);
        cg
    }

    fn resize(&mut self, n: usize) {
        for vector in [&mut self.r, &mut self.z, &mut self.p, &mut self.q] {
            vector.resize(n, 0.0);
        }
    }

    /// Takes over the last search direction of another solver, of length `n`, from what `write` writes.
    pub fn set_direction(&mut self, n: usize, write: impl FnOnce(&mut [f64])) {
        self.resize(n);
        write(&mut self.p);
    }

    /// pᵀAp for the last search direction: asks whether `a` has the curvature that was met in a matrix near it.
    pub fn curvature(&mut self, a: &dyn Operator) -> f64 {
        a.apply_dot(&self.p, &mut self.q)
    }

    /// ‖b − Ax‖₂, computed anew.
    pub fn true_residual(&mut self, a: &dyn Operator, b: &[f64], x: &[f64]) -> f64 {
        self.resize(a.len());
        a.apply(x, &mut self.q);
        self.r.copy_from_slice(b);
        vector::axpy_norm_squared(-1.0, &self.q, &mut self.r).sqrt()
    }

    /// Solves Ax = b; what `x` held before is ignored.
    ///
    /// When a direction of nonpositive curvature is met, `x` is the last iterate, which has lower energy
    /// ½xᵀAx − bᵀx than every earlier one. If that happens at once, `x` is the preconditioned right-hand side,
    /// which is `b` itself without a preconditioner (\[Gast14\] §3.1): in both cases a direction of descent for
    /// the function whose negative gradient is `b`.
    pub fn solve(
        &mut self,
        a: &dyn Operator,
        m: &mut dyn Preconditioner,
        b: &[f64],
        x: &mut [f64],
        params: &KrylovParams,
    ) -> KrylovInfo {
        let n = a.len();
        assert!(b.len() == n && x.len() == n, "vectors must have the length of the operator");
        self.resize(n);
        let Self { r, z, p, q } = self;

        x.fill(0.0);
        r.copy_from_slice(b);
        let mut residual_norm = vector::norm(b);
        let tolerance = params.relative_tolerance * residual_norm;
        let end = |iterations, residual_norm, answer| KrylovInfo { iterations, residual_norm, answer };
        if !residual_norm.is_finite() {
            return end(0, residual_norm, Answer::Breakdown);
        }
        if residual_norm == 0.0 {
            return end(0, 0.0, Answer::Solved);
        }
        let mut rz = m.apply_dot(r, p);

        for iteration in 0..params.max_iterations {
            let curvature = a.apply_dot(p, q);
            if !curvature.is_finite() || !rz.is_finite() || rz <= 0.0 {
                return end(iteration, residual_norm, Answer::Breakdown);
            }
            if curvature <= 0.0 {
                if iteration == 0 {
                    x.copy_from_slice(p);
                }
                return end(iteration + 1, residual_norm, Answer::Indefinite { at_iteration: iteration });
            }
            let alpha = rz / curvature;
            residual_norm = vector::axpy_norm_squared(-alpha, q, r).sqrt();
            if residual_norm <= tolerance {
                vector::axpy(alpha, p, x);
                return end(iteration + 1, residual_norm, Answer::Solved);
            }
            let previous = rz;
            rz = m.apply_dot(r, z);
            vector::advance(alpha, rz / previous, z, p, x);
        }
        end(params.max_iterations, residual_norm, Answer::IterationLimit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::{
        diagonal, grid, hilbert, laplacian, on_threads, random_spd, random_vector, residual_norm,
    };
    use crate::sparse::{BlockJacobi, Identity, Jacobi};

    const TIGHT: KrylovParams = KrylovParams { relative_tolerance: 1e-10, max_iterations: 5000 };

    #[test]
    fn every_preconditioner_leads_to_the_solution() {
        let a = random_spd(grid(6, 5, 4), 11);
        let b = random_vector(a.len(), 12);
        let (mut jacobi, mut block) = (Jacobi::default(), BlockJacobi::default());
        jacobi.update(&a);
        block.update(&a);
        let mut cg = Cg::new(a.len());
        let preconditioners: [&mut dyn Preconditioner; 3] = [&mut Identity, &mut jacobi, &mut block];
        for m in preconditioners {
            let mut x = random_vector(a.len(), 13);
            let info = cg.solve(&a, m, &b, &mut x, &TIGHT);
            assert_eq!(info.answer, Answer::Solved);
            let residual = residual_norm(&a, &x, &b);
            assert!(residual <= 1.1e-10 * vector::norm(&b), "{residual}");
            assert!((residual - info.residual_norm).abs() < 1e-12 * vector::norm(&b));
        }
    }

    #[test]
    fn a_zero_right_hand_side_has_the_zero_solution() {
        let a = laplacian(grid(3, 3, 3), 0.1);
        let mut x = random_vector(a.len(), 1);
        let info = Cg::default().solve(&a, &mut Identity, &vec![0.0; a.len()], &mut x, &TIGHT);
        assert_eq!((info.answer, info.iterations), (Answer::Solved, 0));
        assert!(x.iter().all(|&x| x == 0.0));
    }

    #[test]
    fn negative_curvature_at_once_returns_the_right_hand_side() {
        let a = diagonal(&[-1.0, -2.0, -3.0, 4.0, 1.0, 1.0]);
        let b = [1.0, 2.0, 3.0, 0.5, 0.0, 0.0];
        let mut x = [9.0; 6];
        let info = Cg::default().solve(&a, &mut Identity, &b, &mut x, &TIGHT);
        assert_eq!(info.answer, Answer::Indefinite { at_iteration: 0 });
        assert_eq!(x, b);
    }

    #[test]
    fn negative_curvature_later_returns_the_last_iterate() {
        let a = diagonal(&[3.0, 2.0, 1.0, -1e-3, 5.0, 7.0]);
        let b = [1.0, 2.0, 3.0, 1.0, 1.0, 1.0];
        let mut x = [0.0; 6];
        let mut cg = Cg::default();
        let info = cg.solve(&a, &mut Identity, &b, &mut x, &TIGHT);
        let Answer::Indefinite { at_iteration } = info.answer else { panic!("{info:?}") };
        assert!(at_iteration > 0 && info.iterations == at_iteration + 1);
        let mut last = [0.0; 6];
        let limited = KrylovParams { max_iterations: at_iteration, ..TIGHT };
        assert_eq!(cg.solve(&a, &mut Identity, &b, &mut last, &limited).answer, Answer::IterationLimit);
        assert_eq!(x, last);
        assert!((residual_norm(&a, &x, &b) - info.residual_norm).abs() < 1e-12);
    }

    #[test]
    fn a_zero_matrix_is_indefinite_and_a_broken_one_breaks_down() {
        let b = [1.0; 3];
        let mut x = [0.0; 3];
        let info = Cg::default().solve(&diagonal(&[0.0; 3]), &mut Identity, &b, &mut x, &TIGHT);
        assert_eq!((info.answer, x), (Answer::Indefinite { at_iteration: 0 }, b));
        let info = Cg::default().solve(&diagonal(&[f64::NAN; 3]), &mut Identity, &b, &mut x, &TIGHT);
        assert_eq!((info.answer, x), (Answer::Breakdown, [0.0; 3]));
        let info = Cg::default().solve(&diagonal(&[1.0; 3]), &mut Identity, &[f64::NAN; 3], &mut x, &TIGHT);
        assert_eq!(info.answer, Answer::Breakdown);
    }

    #[test]
    fn the_hilbert_matrix_is_solved() {
        let a = hilbert(2);
        let b = random_vector(6, 1);
        let mut x = vec![0.0; 6];
        let info = Cg::default().solve(&a, &mut Identity, &b, &mut x, &TIGHT);
        assert_eq!(info.answer, Answer::Solved);
        assert!(residual_norm(&a, &x, &b) < 1e-8 * vector::norm(&b));
    }

    #[test]
    fn an_ill_conditioned_system_is_solved() {
        let entries: Vec<f64> = (0..30).map(|i| 10f64.powf(-f64::from(i) / 5.0)).collect();
        let a = diagonal(&entries);
        let b = vec![1.0; 30];
        let mut x = vec![0.0; 30];
        let info = Cg::default().solve(&a, &mut Identity, &b, &mut x, &TIGHT);
        assert_eq!(info.answer, Answer::Solved);
        let mut jacobi = Jacobi::default();
        jacobi.update(&a);
        let info = Cg::default().solve(&a, &mut jacobi, &b, &mut x, &TIGHT);
        assert_eq!((info.answer, info.iterations), (Answer::Solved, 1));
    }

    #[test]
    fn same_bits_for_any_number_of_threads() {
        let a = laplacian(grid(29, 30, 31), 0.1);
        let b = random_vector(a.len(), 3);
        let mut m = BlockJacobi::default();
        m.update(&a);
        let mut solve = |threads| {
            on_threads(threads, || {
                let mut x = vec![0.0; a.len()];
                let info = Cg::new(a.len()).solve(&a, &mut m, &b, &mut x, &KrylovParams::default());
                (info, x)
            })
        };
        let one = solve(1);
        assert_eq!(one.0.answer, Answer::Solved);
        assert!(one == solve(2) && one == solve(3));
    }
}
