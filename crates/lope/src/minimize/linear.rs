//! The linear solve inside a Newton iteration: one interface over the Krylov methods and the factorization.

use super::Objective;
use super::descent::{CREDIBLE, Proposal, View};
use crate::clock::Stopwatch;
use crate::math::Filter;
use crate::sparse::vector::{norm, scale_into};
use crate::sparse::{
    Answer, BlockJacobi, BlockMatrix, Cg, Cholesky, Identity, Jacobi, Joined, KrylovInfo, KrylovParams,
    Minres, Nodes, Operator, Preconditioner, SingleCg, TwoLevel,
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
    /// Conjugate gradients, and a factorization where there are few nodes and even the coarse space leaves many iterations.
    Auto,
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
    /// The same with a coarse space of rigid motions: see [`TwoLevel`].
    TwoLevel,
    /// Block Jacobi as long as it is quick, then the coarse space as well.
    Auto,
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

/// Iterations of block Jacobi after which [`PreconditionerKind::Auto`] sets the coarse space up: about what the
/// set-up costs.
pub const PROBE: usize = 30;

/// Iterations per digit, as a multiple of those with a fresh coarse system, from which it is computed anew.
const WORN: f64 = 1.4;

/// Nodes up to which [`LinearMethod::Auto`] may factor, and iterations with the coarse space from which that pays if solves take so
/// many on average: a factorization cost as much as some 50 with 256 nodes of a bar, and as some 90 with 576.
const FEW: usize = 400;
const TEDIOUS: f64 = 60.0;

/// Part of the last solve in that average, which begins at nothing: one hard step says little about the others.
const NEWS: f64 = 0.125;

/// When the coarse system was last computed, and how well it still does.
#[derive(Clone, Copy, Debug, Default)]
struct Wear {
    /// Computed in this minimization.
    fresh: bool,
    /// Iterations per digit right after it was computed, and in the last solve.
    first: f64,
    last: f64,
}

/// Blocks from which products are bound by memory, so that half the bytes are worth a copy.
const LARGE: usize = 16_384;

/// Tightest tolerances to which the rounded matrix is tried, and vectors in single precision as well. Of these the errors of
/// hundreds of iterations add up: to 1e-4 with block Jacobi so many solves had to be repeated that they took 550 ms in place
/// of 300 (`lope bench bars`).
const COARSE: f64 = 1e-5;
const COARSER: f64 = 1e-3;

/// Conjugate gradients on the matrix rounded to single precision, half the memory to read in every iteration, or in single
/// precision throughout. What comes out is checked with the matrix itself, so nothing is lost but the time of an
/// attempt, once a minimization.
#[derive(Default)]
struct Rounded {
    single: SingleCg,
    matrix: Option<BlockMatrix<f32>>,
    failed: bool,
}

impl Rounded {
    fn solve(
        &mut self,
        cg: &mut Cg,
        a: &dyn Operator,
        m: &mut dyn Preconditioner,
        b: &[f64],
        x: &mut [f64],
        params: &KrylovParams,
    ) -> KrylovInfo {
        let suited = |blocks: &&BlockMatrix| {
            !self.failed && blocks.blocks() >= LARGE && params.relative_tolerance >= COARSE
        };
        let contacts = a.core().map(|(_, contacts)| contacts).filter(|contacts| !contacts.is_empty());
        let Some(blocks) = assembled(a).filter(suited) else { return cg.solve(a, m, b, x, params) };
        // One triangle pays beside a coarse space only: with block Jacobi an iteration took 1.4 ms in place of 1.0 (55k unknowns).
        let single = params.relative_tolerance >= COARSER;
        let info = match m.levels().filter(|levels| single && levels.is_coarse()) {
            Some(levels) => {
                let info = self.single.solve((blocks, contacts), levels, b, x, params);
                cg.set_direction(a.len(), |p| self.single.direction(p));
                info
            }
            None => {
                match &mut self.matrix {
                    Some(matrix) if blocks.is_on(matrix.pattern()) => matrix.round_from(blocks),
                    matrix => *matrix = Some(blocks.rounded()),
                }
                let Some(matrix) = &self.matrix else { return cg.solve(a, m, b, x, params) };
                match contacts {
                    Some(contacts) => cg.solve(&Joined { matrix, contacts }, m, b, x, params),
                    None => cg.solve(matrix, m, b, x, params),
                }
            }
        };
        let holds = match info.answer {
            Answer::Solved => cg.true_residual(a, b, x) <= 1.5 * params.relative_tolerance * norm(b),
            Answer::Indefinite { .. } => cg.curvature(a) <= 0.0,
            // Too few iterations are too few for either precision.
            Answer::IterationLimit => true,
            Answer::Breakdown => false,
        };
        if holds {
            return info;
        }
        self.failed = true;
        let again = cg.solve(a, m, b, x, params);
        KrylovInfo { iterations: info.iterations + again.iterations, ..again }
    }
}

/// The assembled matrix, perhaps without what is beside its pattern: enough to precondition.
fn assembled(a: &dyn Operator) -> Option<&BlockMatrix> {
    a.core().map(|(matrix, _)| matrix).or_else(|| a.blocks())
}

/// A linear solver with its memory, kept from one solve to the next.
pub struct Linear {
    settings: LinearSettings,
    identity: Identity,
    jacobi: Jacobi,
    block_jacobi: BlockJacobi,
    two_level: TwoLevel,
    wear: Wear,
    /// Whether the coarse space was found to pay.
    pays: bool,
    /// Iterations of the last solves with it, on average.
    tedium: f64,
    rounded: Rounded,
    cg: Cg,
    minres: Minres,
    cholesky: Option<Cholesky>,
    /// Why a factorization that was asked for was not to be had.
    unfactored: Option<&'static str>,
}

impl Linear {
    /// A solver; memory is taken at the first solve.
    pub fn new(settings: LinearSettings) -> Self {
        Self {
            settings,
            identity: Identity,
            jacobi: Jacobi::default(),
            block_jacobi: BlockJacobi::default(),
            two_level: TwoLevel::default(),
            wear: Wear::default(),
            pays: false,
            tedium: 0.0,
            rounded: Rounded::default(),
            cg: Cg::new(0),
            minres: Minres::new(0),
            cholesky: None,
            unfactored: None,
        }
    }

    /// Forgets what the last minimization left: a run that is resumed must find what one that went on finds.
    pub fn begin(&mut self) {
        self.wear = Wear::default();
        self.rounded.failed = false;
    }

    /// Whether the coarse space was found to pay: what [`PreconditionerKind::Auto`] keeps from step to step.
    pub fn pays(&self) -> bool {
        self.pays
    }

    /// How many iterations solves take where a factorization may be had: what [`LinearMethod::Auto`] keeps.
    pub fn tedium(&self) -> f64 {
        self.tedium
    }

    /// Whether that is so many that matrices are factored.
    pub fn factors(&self) -> bool {
        self.tedium > TEDIOUS
    }

    /// Takes up what [`Linear::pays`] and [`Linear::tedium`] said.
    pub fn recall(&mut self, pays: bool, tedium: f64) {
        (self.pays, self.tedium) = (pays, tedium);
    }

    /// Solves a·x = b to the relative tolerance, from zero. Where the matrix turns out indefinite, the answer says
    /// so; CG then leaves its last iterate in `x`, a factorization nothing of use.
    pub fn solve(
        &mut self,
        a: &dyn Operator,
        nodes: Option<Nodes<'_>>,
        b: &[f64],
        x: &mut [f64],
        tolerance: f64,
    ) -> LinearSolve {
        // Where something touches the factor would have to be laid out anew.
        let may = self.settings.method == LinearMethod::Auto && a.blocks().is_some_and(|a| a.rows() <= FEW);
        if self.settings.method == LinearMethod::Cholesky || (may && self.factors()) {
            match self.factor_and_solve(a, b, x) {
                Ok(answer) => {
                    let tolerance = if answer == Answer::Solved { 0.0 } else { tolerance };
                    return LinearSolve { answer, iterations: 1, tolerance };
                }
                Err(reason) => self.unfactored = Some(reason),
            }
        }
        let probed = if self.pays { 0 } else { PROBE };
        let solve = self.iterate(a, nodes, b, x, tolerance);
        // A solve that ended at negative curvature says nothing.
        if may && self.pays && solve.answer == Answer::Solved {
            self.tedium += NEWS * (solve.iterations.saturating_sub(probed) as f64 - self.tedium);
        }
        solve
    }

    /// Solves by a Krylov method, whatever the settings say. Cut short by negative curvature, CG still yields a
    /// direction downhill (\[Gast14\] §3.1), which a factorization that meets a negative pivot does not.
    pub fn iterate(
        &mut self,
        a: &dyn Operator,
        nodes: Option<Nodes<'_>>,
        b: &[f64],
        x: &mut [f64],
        tolerance: f64,
    ) -> LinearSolve {
        let (auto, limit) =
            (self.settings.preconditioner == PreconditionerKind::Auto, self.settings.max_iterations);
        let two_level = self.settings.preconditioner == PreconditionerKind::TwoLevel || (auto && self.pays);
        let b = (b, nodes.map_or(&[][..], |nodes| nodes.rigid));
        let Some(nodes) = nodes.filter(|_| auto || two_level) else {
            return self.krylov(a, b, x, tolerance, limit, None);
        };
        if two_level {
            return self.krylov(a, b, x, tolerance, limit, Some(nodes));
        }
        let mut solve = self.krylov(a, b, x, tolerance, PROBE.min(limit), None);
        if solve.answer == Answer::IterationLimit && PROBE < limit {
            self.pays = true;
            let spent = solve.iterations;
            solve = self.krylov(a, b, x, tolerance, limit, Some(nodes));
            solve.iterations += spent;
        }
        solve
    }

    /// One Krylov solve, with the coarse space where `nodes` are given; `rigid` bodies have blocks of their own.
    fn krylov(
        &mut self,
        a: &dyn Operator,
        (b, rigid): (&[f64], &[u32]),
        x: &mut [f64],
        tolerance: f64,
        max_iterations: usize,
        nodes: Option<Nodes<'_>>,
    ) -> LinearSolve {
        let worn = !self.wear.fresh || self.wear.last > WORN * self.wear.first;
        let preconditioner: &mut dyn Preconditioner = match (nodes, self.settings.preconditioner) {
            (Some(nodes), _) => {
                match assembled(a).filter(|_| worn) {
                    Some(blocks) => {
                        let beside =
                            a.core().map(|(_, contacts)| contacts).filter(|contacts| !contacts.is_empty());
                        self.wear.fresh = self.two_level.refresh(blocks, beside, nodes);
                    }
                    None => _ = self.two_level.update(a, rigid),
                }
                &mut self.two_level
            }
            (None, PreconditionerKind::Identity) => &mut self.identity,
            (None, PreconditionerKind::Jacobi) => {
                self.jacobi.update(a);
                &mut self.jacobi
            }
            (None, _) => {
                self.block_jacobi.update_with(a, rigid);
                &mut self.block_jacobi
            }
        };
        let params = KrylovParams { relative_tolerance: tolerance, max_iterations };
        let info = match self.settings.method {
            LinearMethod::Minres => self.minres.solve(a, preconditioner, b, x, &params),
            LinearMethod::Cg | LinearMethod::Cholesky | LinearMethod::Auto => {
                self.rounded.solve(&mut self.cg, a, preconditioner, b, x, &params)
            }
        };
        if nodes.is_some() && info.answer == Answer::Solved {
            // A few iterations more or less say nothing.
            self.wear.last = (info.iterations as f64).max(5.0) / -tolerance.min(0.5).log10();
            if worn {
                self.wear.first = self.wear.last;
            }
        }
        LinearSolve::new(info, tolerance)
    }

    /// An error where there is no assembled matrix to factor, or it could not be analysed (out of memory).
    fn factor_and_solve(
        &mut self,
        a: &dyn Operator,
        b: &[f64],
        x: &mut [f64],
    ) -> Result<Answer, &'static str> {
        let merged;
        let matrix = match a.blocks() {
            Some(matrix) => matrix,
            // What is beside the pattern changes it: the factor is laid out anew where other nodes touch than before.
            None => {
                let (matrix, beside) = a.core().ok_or("a part of the matrix is not assembled")?;
                merged = beside.merged(matrix);
                &merged
            }
        };
        if self.cholesky.as_ref().is_none_or(|c| !c.fits(matrix)) {
            self.cholesky = Cholesky::new(matrix.pattern()).ok();
        }
        let cholesky = self.cholesky.as_mut().ok_or("there is no memory for the factor")?;
        if let Err(answer) = cholesky.factor(matrix) {
            return Ok(answer);
        }
        cholesky.solve(b, x);
        Ok(Answer::Solved)
    }
}

impl LinearSolve {
    fn new(info: KrylovInfo, tolerance: f64) -> Self {
        Self { answer: info.answer, iterations: info.iterations, tolerance }
    }
}

/// Loosest relative tolerance of [`Forcing::Adaptive`]. With the ½ of \[Gast15\] most solves end after one to four iterations,
/// which move nothing that is smooth.
pub const LOOSEST: f64 = 0.1;

/// How accurately the linear system of an iteration is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Forcing {
    /// To this relative tolerance.
    Fixed(f64),
    /// As accurately as the state of convergence deserves, between the two bounds: σ·0.9 (‖∇E‖/‖∇E before‖)²
    /// (\[Eisenstat96\] choice 2), but by the rule of steps not more accurately than to leave a tenth of its tolerance.
    Adaptive {
        /// σ.
        scale: f64,
        /// Bound from below.
        tightest: f64,
        /// Bound from above, and the tolerance of the first iteration.
        loosest: f64,
    },
}

impl Forcing {
    /// The relative tolerance of the solve at `at`.
    pub fn tolerance(self, at: View<'_>) -> f64 {
        let chosen = match self {
            Self::Fixed(tolerance) => tolerance,
            Self::Adaptive { scale, tightest, loosest } => {
                let wanted = match at.g_before {
                    _ if at.confirm() => CREDIBLE,
                    Some(before) => {
                        let enough = at.expected_excess().map_or(0.0, |excess| (0.1 / excess).min(CREDIBLE));
                        enough.max(scale * 0.9 * (at.g_norm / before).powi(2))
                    }
                    None => loosest,
                };
                wanted.clamp(tightest, loosest)
            }
        };
        chosen.min(at.accuracy)
    }
}

/// The Newton system H p = −∇E of an iteration, with its solver and right-hand side: what every method of the
/// family shares. Its parts add up to one [`Proposal`].
pub struct NewtonSystem {
    linear: Linear,
    rhs: Vec<f64>,
    /// Whether the choice of the coarse space has been told.
    told: bool,
    /// Whether it has been told that matrices are factored.
    told_factors: bool,
    /// Whether it has been told that nothing is factored.
    told_unfactored: bool,
}

impl NewtonSystem {
    /// A system to be solved as the settings say.
    pub fn new(settings: LinearSettings) -> Self {
        Self {
            linear: Linear::new(settings),
            rhs: Vec::new(),
            told: false,
            told_factors: false,
            told_unfactored: false,
        }
    }

    /// To be called at the start of every minimization.
    pub fn begin(&mut self) {
        self.linear.begin();
    }

    /// Whether the two-level preconditioner pays.
    pub fn pays(&self) -> bool {
        self.linear.pays()
    }

    /// [`Linear::tedium`].
    pub fn tedium(&self) -> f64 {
        self.linear.tedium()
    }

    /// Takes up what [`NewtonSystem::pays`] and [`NewtonSystem::tedium`] gave.
    pub fn recall(&mut self, pays: bool, tedium: f64) {
        self.linear.recall(pays, tedium);
        (self.told, self.told_factors) = (pays, self.linear.factors());
    }

    /// Choices made since the last call.
    pub fn notes(&mut self) -> Vec<String> {
        let news = self.linear.pays() && !std::mem::replace(&mut self.told, self.linear.pays());
        let note = || format!("two-level preconditioner: block-jacobi did not do with {PROBE} iterations");
        let mut notes: Vec<String> = news.then(note).into_iter().collect();
        if self.linear.factors() && !std::mem::replace(&mut self.told_factors, true) {
            notes.push(format!(
                "factorization in place of conjugate gradients: they take more than {TEDIOUS} iterations a solve for a matrix of at \
                 most {FEW} nodes"
            ));
        }
        if let Some(reason) = self.linear.unfactored.filter(|_| !self.told_unfactored) {
            self.told_unfactored = true;
            notes.push(format!("conjugate gradients in place of cholesky: {reason}"));
        }
        notes
    }

    /// Minus the gradient of the last solve.
    pub fn downhill(&self) -> &[f64] {
        &self.rhs
    }

    /// Evaluates the Hessian, all of it filtered or none.
    fn evaluate(&mut self, f: &mut dyn Objective, at: View<'_>, filter: Filter) -> Proposal {
        let clock = Stopwatch::start();
        f.hessian(at.x, filter);
        let projected = if filter == Filter::Raw { 0 } else { f.elements() };
        Proposal { projected, hessian_time: clock.elapsed(), ..Proposal::default() }
    }

    /// Filters the elements of the evaluated Hessian where the gradient exceeds a bound.
    pub fn project(&mut self, f: &mut dyn Objective, at: View<'_>, above: f64, filter: Filter) -> Proposal {
        let clock = Stopwatch::start();
        let projected = f.project(at.x, at.g, above, filter);
        Proposal { projected, hessian_time: clock.elapsed(), ..Proposal::default() }
    }

    /// Evaluates the Hessian and solves with it.
    pub fn evaluate_and_solve(
        &mut self,
        f: &mut dyn Objective,
        at: View<'_>,
        filter: Filter,
        tolerance: f64,
        p: &mut [f64],
    ) -> Proposal {
        let mut proposal = self.evaluate(f, at, filter);
        proposal += self.solve(f, at, tolerance, p);
        proposal
    }

    /// Solves for the step `p` with the Hessian as it is. Of an indefinite one CG leaves its last iterate in `p`.
    pub fn solve(&mut self, f: &dyn Objective, at: View<'_>, tolerance: f64, p: &mut [f64]) -> Proposal {
        self.solve_by(f, at, p, |linear, a, nodes, rhs, p| linear.solve(a, nodes, rhs, p, tolerance))
    }

    /// As [`NewtonSystem::solve`], by a Krylov method.
    pub fn iterate(&mut self, f: &dyn Objective, at: View<'_>, tolerance: f64, p: &mut [f64]) -> Proposal {
        self.solve_by(f, at, p, |linear, a, nodes, rhs, p| linear.iterate(a, nodes, rhs, p, tolerance))
    }

    fn solve_by(
        &mut self,
        f: &dyn Objective,
        at: View<'_>,
        p: &mut [f64],
        how: impl FnOnce(&mut Linear, &dyn Operator, Option<Nodes<'_>>, &[f64], &mut [f64]) -> LinearSolve,
    ) -> Proposal {
        let clock = Stopwatch::start();
        self.rhs.resize(at.g.len(), 0.0);
        scale_into(-1.0, at.g, &mut self.rhs);
        let nodes = f.held().map(|held| Nodes { positions: at.x, held, rigid: f.rigid() });
        let mut solve = how(&mut self.linear, f.operator(), nodes, &self.rhs, p);
        if solve.answer == Answer::IterationLimit {
            // Not as accurate as was asked for, which may be more than rounding errors allow: as accurate as it is.
            solve.tolerance = self.linear.cg.true_residual(f.operator(), &self.rhs, p) / norm(&self.rhs);
        }
        let credible = solve.answer == Answer::IterationLimit && solve.tolerance <= CREDIBLE;
        Proposal {
            newton: solve.answer == Answer::Solved || credible,
            tolerance: solve.tolerance,
            indefinite: matches!(solve.answer, Answer::Indefinite { .. }),
            still_indefinite: matches!(solve.answer, Answer::Indefinite { .. }),
            linear_solves: 1,
            linear_iterations: solve.iterations,
            linear_time: clock.elapsed(),
            failed: solve.answer == Answer::Breakdown,
            ..Proposal::default()
        }
    }
}

#[cfg(test)]
mod tests;
