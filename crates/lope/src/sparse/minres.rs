//! Minimal residuals, for matrices that may be indefinite.

use super::{Answer, KrylovInfo, KrylovParams, Operator, Preconditioner, vector};

/// Preconditioned MINRES of Paige and Saunders (1975), started from zero.
///
/// Lanczos vectors reduce the matrix to a tridiagonal one, which is factored by rotations as it grows; each
/// iterate has the least residual in the norm of the preconditioner. The residual itself is carried along by
/// r ← s²r − φ̄c v, so that the stopping test is the same as that of [`Cg`](super::Cg). The solution of an
/// indefinite system is a stationary point, not a minimizer: it need not be a direction of descent.
///
/// It holds the work vectors, so a solve allocates nothing after the first of its size.
#[derive(Clone, Debug, Default)]
pub struct Minres {
    /// Lanczos vectors of this and of the last iteration, not normalized.
    v: Vec<f64>,
    v_old: Vec<f64>,
    /// Product with the matrix, which becomes the next Lanczos vector.
    q: Vec<f64>,
    /// M⁻¹v and M⁻¹q.
    z: Vec<f64>,
    z_next: Vec<f64>,
    /// The last two directions of the iterate.
    w: Vec<f64>,
    w_old: Vec<f64>,
    /// Residual.
    r: Vec<f64>,
}

impl Minres {
    /// Work space for systems of `n` unknowns.
    pub fn new(n: usize) -> Self {
        let mut minres = Self::default();
        minres.resize(n);
        minres
    }

    fn resize(&mut self, n: usize) {
        let Self { v, v_old, q, z, z_next, w, w_old, r } = self;
        for vector in [v, v_old, q, z, z_next, w, w_old, r] {
            vector.resize(n, 0.0);
        }
    }

    /// Solves Ax = b; what `x` held before is ignored. The answer is never [`Answer::Indefinite`].
    /// [`Answer::Breakdown`] includes a singular system without a solution; `x` is then the last iterate.
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
        let Self { v, v_old, q, z, z_next, w, w_old, r } = self;
        for vector in [&mut *x, v_old, w, w_old] {
            vector.fill(0.0);
        }
        v.copy_from_slice(b);
        r.copy_from_slice(b);
        let mut residual_norm = vector::norm(b);
        let tolerance = params.relative_tolerance * residual_norm;
        let end = |iterations, residual_norm, answer| KrylovInfo { iterations, residual_norm, answer };
        if residual_norm == 0.0 {
            return end(0, 0.0, Answer::Solved);
        }

        // β = ‖v‖ in the norm of M⁻¹; entries δ̄, ε of the tridiagonal matrix rotated so far by (c, s); φ̄ is
        // the norm of the residual, in the norm of M⁻¹.
        let mut beta = m.apply_dot(v, z).sqrt();
        let mut beta_old = f64::INFINITY;
        let (mut c, mut s) = (-1.0, 0.0);
        let (mut delta_bar, mut epsilon) = (0.0, 0.0);
        let mut phi_bar = beta;
        let mut size = 0.0_f64;

        for iteration in 0..params.max_iterations {
            if !(residual_norm.is_finite() && beta.is_finite() && beta > 0.0) {
                return end(iteration, residual_norm, Answer::Breakdown);
            }
            // Lanczos: q = A z/β − (β/β_old) v_old − (α/β) v, with α = zᵀAz/β².
            let alpha = a.apply_dot(z, q) / beta / beta;
            next_lanczos_vector(q, 1.0 / beta, v_old, beta / beta_old, v, alpha / beta);
            let beta_next = m.apply_dot(q, z_next).max(0.0).sqrt();

            // The new column of the tridiagonal matrix, turned by the last rotation and then by its own.
            let delta = c * delta_bar + s * alpha;
            let gamma_bar = s * delta_bar - c * alpha;
            let epsilon_old = epsilon;
            epsilon = s * beta_next;
            delta_bar = -c * beta_next;
            let gamma = gamma_bar.hypot(beta_next);
            size = size.max(alpha.abs()).max(beta_next);
            if !gamma.is_finite() || gamma <= f64::EPSILON * size {
                return end(iteration + 1, residual_norm, Answer::Breakdown);
            }
            c = gamma_bar / gamma;
            s = beta_next / gamma;
            let phi = c * phi_bar;
            phi_bar *= s;

            // w = (z/β − δ w − ε w_old)/γ, x ← x + φ w.
            let factors = [1.0 / (beta * gamma), delta / gamma, epsilon_old / gamma, phi];
            next_iterate(factors, z, w, w_old, x);
            std::mem::swap(w, w_old);

            let weight = if beta_next > 0.0 { -phi_bar * c / beta_next } else { 0.0 };
            residual_norm = vector::combine_norm_squared(weight, q, s * s, r).sqrt();
            if residual_norm <= tolerance {
                return end(iteration + 1, residual_norm, Answer::Solved);
            }
            std::mem::swap(v_old, q);
            std::mem::swap(v_old, v);
            std::mem::swap(z, z_next);
            beta_old = beta;
            beta = beta_next;
        }
        end(params.max_iterations, residual_norm, Answer::IterationLimit)
    }
}

/// q ← aq − b v_old − cv.
fn next_lanczos_vector(q: &mut [f64], a: f64, v_old: &[f64], b: f64, v: &[f64], c: f64) {
    vector::chunked(v.len(), [q], |range, [q]| {
        for ((q, v_old), v) in q.iter_mut().zip(&v_old[range.clone()]).zip(&v[range]) {
            *q = a * *q - b * v_old - c * v;
        }
        0.0
    });
}

/// w_old ← az − bw − c w_old, then x ← x + d w_old.
fn next_iterate([a, b, c, d]: [f64; 4], z: &[f64], w: &[f64], w_old: &mut [f64], x: &mut [f64]) {
    vector::chunked(z.len(), [w_old, x], |range, [w_old, x]| {
        for (((w_old, x), z), w) in w_old.iter_mut().zip(x).zip(&z[range.clone()]).zip(&w[range]) {
            *w_old = a * z - b * w - c * *w_old;
            *x += d * *w_old;
        }
        0.0
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::{
        diagonal, grid, laplacian, on_threads, random_spd, random_symmetric, random_vector, residual_norm,
    };
    use crate::sparse::{BlockJacobi, Cg, Identity, Jacobi};

    const TIGHT: KrylovParams = KrylovParams { relative_tolerance: 1e-9, max_iterations: 5000 };

    #[test]
    fn indefinite_systems_are_solved_where_conjugate_gradients_refuse() {
        let a = random_symmetric(grid(4, 4, 3), 21);
        let b = random_vector(a.len(), 22);
        let mut x = vec![0.0; a.len()];
        let refused = Cg::default().solve(&a, &mut Identity, &b, &mut x, &TIGHT);
        assert!(matches!(refused.answer, Answer::Indefinite { .. }));
        let (mut jacobi, mut block) = (Jacobi::default(), BlockJacobi::default());
        jacobi.update(&a);
        block.update(&a);
        let mut minres = Minres::new(a.len());
        let preconditioners: [&mut dyn Preconditioner; 3] = [&mut Identity, &mut jacobi, &mut block];
        for m in preconditioners {
            let info = minres.solve(&a, m, &b, &mut x, &TIGHT);
            assert_eq!(info.answer, Answer::Solved);
            let residual = residual_norm(&a, &x, &b);
            assert!(residual < 2e-9 * vector::norm(&b), "{residual} {info:?}");
        }
    }

    #[test]
    fn the_carried_residual_is_the_residual_and_never_grows_without_preconditioner() {
        let a = random_symmetric(grid(5, 3, 3), 31);
        let b = random_vector(a.len(), 32);
        let mut x = vec![0.0; a.len()];
        let mut last = vector::norm(&b);
        for max_iterations in 1..40 {
            let params = KrylovParams { max_iterations, ..TIGHT };
            let info = Minres::default().solve(&a, &mut Identity, &b, &mut x, &params);
            assert!((residual_norm(&a, &x, &b) - info.residual_norm).abs() < 1e-10);
            assert!(info.residual_norm <= last * (1.0 + 1e-12));
            last = info.residual_norm;
        }
        let mut m = Jacobi::default();
        m.update(&a);
        let params = KrylovParams { max_iterations: 25, ..TIGHT };
        let info = Minres::default().solve(&a, &mut m, &b, &mut x, &params);
        assert_eq!(info.answer, Answer::IterationLimit);
        assert!((residual_norm(&a, &x, &b) - info.residual_norm).abs() < 1e-10);
    }

    #[test]
    fn positive_definite_systems_have_the_solution_of_conjugate_gradients() {
        let a = random_spd(grid(5, 4, 4), 41);
        let b = random_vector(a.len(), 42);
        let (mut x, mut y) = (vec![0.0; a.len()], vec![0.0; a.len()]);
        let params = KrylovParams { relative_tolerance: 1e-12, ..TIGHT };
        Minres::default().solve(&a, &mut Identity, &b, &mut x, &params);
        Cg::default().solve(&a, &mut Identity, &b, &mut y, &params);
        assert!(x.iter().zip(&y).all(|(x, y)| (x - y).abs() < 1e-10));
    }

    #[test]
    fn small_exact_and_singular_cases_have_their_answers() {
        let mut x = [9.0; 3];
        let mut solve = |d: [f64; 3], b: [f64; 3]| {
            let info = Minres::default().solve(&diagonal(&d), &mut Identity, &b, &mut x, &TIGHT);
            (info.answer, info.iterations, x)
        };
        assert_eq!(solve([2.0; 3], [0.0; 3]), (Answer::Solved, 0, [0.0; 3]));
        assert_eq!(solve([-2.0; 3], [2.0, 0.0, 0.0]), (Answer::Solved, 1, [-1.0, 0.0, 0.0]));
        let (answer, _, x) = solve([2.0, -4.0, 0.0], [1.0, 1.0, 0.0]);
        assert_eq!(answer, Answer::Solved);
        assert!((x[0] - 0.5).abs() < 1e-14 && (x[1] + 0.25).abs() < 1e-14 && x[2] == 0.0);
        assert_eq!(solve([0.0; 3], [1.0; 3]).0, Answer::Breakdown);
        assert_ne!(solve([1.0, 1.0, 0.0], [1.0; 3]).0, Answer::Solved);
        assert_eq!(solve([f64::NAN; 3], [1.0; 3]).0, Answer::Breakdown);
        assert_eq!(solve([1.0; 3], [f64::NAN; 3]).0, Answer::Breakdown);
    }

    #[test]
    fn same_bits_for_any_number_of_threads() {
        let a = laplacian(grid(29, 30, 31), -0.05);
        let b = random_vector(a.len(), 3);
        let solve = |threads| {
            on_threads(threads, || {
                let mut x = vec![0.0; a.len()];
                let params = KrylovParams { max_iterations: 50, ..TIGHT };
                (Minres::new(a.len()).solve(&a, &mut Identity, &b, &mut x, &params), x)
            })
        };
        let one = solve(1);
        assert!(one == solve(2) && one == solve(3));
    }
}
