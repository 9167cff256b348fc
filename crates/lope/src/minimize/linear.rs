//! The linear solve inside a Newton iteration: one interface over the Krylov methods and the factorization.

use std::time::Instant;

use super::Objective;
use super::descent::{Proposal, View};
use crate::math::Filter;
use crate::sparse::vector::scale_into;
use crate::sparse::{
    Answer, BlockJacobi, Cg, Cholesky, Identity, Jacobi, KrylovInfo, KrylovParams, Minres, Operator,
    Preconditioner,
};

/// Which method solves the Newton system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinearMethod {
    /// Conjugate gradients (preconditioned unless the preconditioner is the identity).
    Cg,
    /// MINRES, for indefinite systems.
    Minres,
    /// Sparse Cholesky factorization.
    Cholesky,
}

/// What makes a Krylov method converge faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreconditionerKind {
    /// Nothing.
    Identity,
    /// The inverse of the diagonal.
    Jacobi,
    /// The inverses of the 3×3 diagonal blocks.
    BlockJacobi,
}

/// The linear solver of a minimizer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearSettings {
    /// The method.
    pub method: LinearMethod,
    /// Its preconditioner (Krylov methods only).
    pub preconditioner: PreconditionerKind,
    /// Iterations after which a Krylov solve gives up.
    pub max_iterations: usize,
}

/// What a linear solve did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearSolve {
    /// Solved, indefinite, …
    pub answer: Answer,
    /// Krylov iterations (1 for a factorization).
    pub iterations: usize,
    /// Relative tolerance it was solved to: the one asked for, zero for a factorization.
    pub tolerance: f64,
}

/// A linear solver with its memory, kept from one solve to the next.
pub struct Linear {
    settings: LinearSettings,
    identity: Identity,
    jacobi: Jacobi,
    block_jacobi: BlockJacobi,
    cg: Cg,
    minres: Minres,
    cholesky: Option<Cholesky>,
}

impl Linear {
    /// A solver; memory is taken at the first solve.
    pub fn new(settings: LinearSettings) -> Self {
        Self {
            settings,
            identity: Identity,
            jacobi: Jacobi::default(),
            block_jacobi: BlockJacobi::default(),
            cg: Cg::new(0),
            minres: Minres::new(0),
            cholesky: None,
        }
    }

    /// Solves a·x = b to the relative tolerance, from zero. Where the matrix turns out indefinite, CG leaves
    /// its last iterate in `x`, and a factorization falls back on that: cut short by negative curvature, CG
    /// still yields a direction downhill (\[Gast14\] §3.1).
    pub fn solve(&mut self, a: &dyn Operator, b: &[f64], x: &mut [f64], tolerance: f64) -> LinearSolve {
        let params =
            KrylovParams { relative_tolerance: tolerance, max_iterations: self.settings.max_iterations };
        match self.settings.method {
            LinearMethod::Cg => self.conjugate_gradients(a, b, x, &params),
            LinearMethod::Minres => {
                let (_, minres, preconditioner) = self.krylov(a);
                LinearSolve::new(minres.solve(a, preconditioner, b, x, &params), tolerance)
            }
            LinearMethod::Cholesky => match self.factor_and_solve(a, b, x) {
                Some(answer @ Answer::Solved) => LinearSolve { answer, iterations: 1, tolerance: 0.0 },
                Some(answer) => {
                    let cut = self.conjugate_gradients(a, b, x, &params);
                    LinearSolve { answer, iterations: cut.iterations + 1, tolerance }
                }
                None => self.conjugate_gradients(a, b, x, &params),
            },
        }
    }

    fn conjugate_gradients(
        &mut self,
        a: &dyn Operator,
        b: &[f64],
        x: &mut [f64],
        params: &KrylovParams,
    ) -> LinearSolve {
        let (cg, _, preconditioner) = self.krylov(a);
        LinearSolve::new(cg.solve(a, preconditioner, b, x, params), params.relative_tolerance)
    }

    /// The Krylov solvers, with the preconditioner brought up to date.
    fn krylov(&mut self, a: &dyn Operator) -> (&mut Cg, &mut Minres, &mut dyn Preconditioner) {
        let preconditioner: &mut dyn Preconditioner = match self.settings.preconditioner {
            PreconditionerKind::Identity => &mut self.identity,
            PreconditionerKind::Jacobi => {
                self.jacobi.update(a);
                &mut self.jacobi
            }
            PreconditionerKind::BlockJacobi => {
                self.block_jacobi.update(a);
                &mut self.block_jacobi
            }
        };
        (&mut self.cg, &mut self.minres, preconditioner)
    }

    /// None where there is no assembled matrix to factor, or it could not be analysed (out of memory).
    fn factor_and_solve(&mut self, a: &dyn Operator, b: &[f64], x: &mut [f64]) -> Option<Answer> {
        let matrix = a.blocks()?;
        if self.cholesky.as_ref().is_none_or(|c| !c.fits(matrix)) {
            self.cholesky = Cholesky::new(matrix.pattern()).ok();
        }
        let cholesky = self.cholesky.as_mut()?;
        if let Err(answer) = cholesky.factor(matrix) {
            return Some(answer);
        }
        cholesky.solve(b, x);
        Some(Answer::Solved)
    }
}

impl LinearSolve {
    fn new(info: KrylovInfo, tolerance: f64) -> Self {
        Self { answer: info.answer, iterations: info.iterations, tolerance }
    }
}

/// The Newton system H p = −∇E of an iteration, with its solver and right-hand side: what every method of the
/// family shares.
pub struct NewtonSystem {
    linear: Linear,
    rhs: Vec<f64>,
}

impl NewtonSystem {
    /// A system to be solved as the settings say.
    pub fn new(settings: LinearSettings) -> Self {
        Self { linear: Linear::new(settings), rhs: Vec::new() }
    }

    /// Minus the gradient of the last solve.
    pub fn downhill(&self) -> &[f64] {
        &self.rhs
    }

    /// Evaluates the Hessian with its filter and solves for the step `p`.
    pub fn solve(
        &mut self,
        f: &mut dyn Objective,
        at: View<'_>,
        filter: Filter,
        tolerance: f64,
        p: &mut [f64],
    ) -> Proposal {
        let clock = Instant::now();
        f.hessian(at.x, filter);
        let hessian_time = clock.elapsed();

        let clock = Instant::now();
        self.rhs.resize(at.g.len(), 0.0);
        scale_into(-1.0, at.g, &mut self.rhs);
        let solve = self.linear.solve(f.operator(), &self.rhs, p, tolerance);
        Proposal {
            newton: solve.answer == Answer::Solved,
            tolerance: solve.tolerance,
            indefinite: matches!(solve.answer, Answer::Indefinite { .. }),
            linear_solves: 1,
            linear_iterations: solve.iterations,
            projected: 0,
            hessian_time,
            linear_time: clock.elapsed(),
            failed: solve.answer == Answer::Breakdown,
        }
    }
}
