//! `[solver]`: how each step is solved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::names;
use super::number::Number;

names! {
    /// How the minimum of a step is found.
    Method {
        /// Plain Newton without line search: fast when it converges, which nothing guarantees.
        Newton = "newton",
        /// Newton with conjugate gradients stopped at indefiniteness, downhill directions and a Wolfe line
        /// search (Gast et al. 2015). The default.
        StabilizedNewton = "stabilized-newton",
        /// Newton with every element Hessian projected to positive semidefinite.
        ProjectedNewton = "projected-newton",
        /// Newton that projects only when the Hessian was found indefinite (Longva et al. 2023).
        ProjectOnDemand = "project-on-demand",
        /// Newton that projects only elements that need it, progressively (Fernández-Fernández et al. 2026).
        Progressive = "progressive",
        /// Chosen for the scene.
        Auto = "auto",
        /// Local/global steps with one constant matrix (projective dynamics).
        LocalGlobal = "local-global",
        /// Alternating direction method of multipliers (Mattos Da Silva et al. 2025).
        Admm = "admm",
        /// Limited-memory quasi-Newton on a prefactored constant matrix (Liu et al. 2017).
        Lbfgs = "lbfgs",
        /// Extended position-based dynamics: fast and approximate (Macklin et al. 2016).
        Xpbd = "xpbd",
    }
}

names! {
    /// How the linear systems are solved.
    Linear {
        /// Conjugate gradients; stops at indefiniteness and says so.
        Cg = "cg",
        /// Conjugate gradients with a preconditioner.
        Pcg = "pcg",
        /// Minimal residuals: also for indefinite systems.
        Minres = "minres",
        /// Sparse direct factorization; needs a positive definite system.
        Cholesky = "cholesky",
    }
}

names! {
    /// What the Krylov solvers are preconditioned with.
    Preconditioner {
        /// Nothing.
        None = "none",
        /// The diagonal.
        Jacobi = "jacobi",
        /// The 3×3 diagonal blocks.
        BlockJacobi = "block-jacobi",
        /// The same with a coarse space of rigid motions: for stiff, long or large bodies.
        TwoLevel = "two-level",
        /// Block-jacobi as long as that is quick, then two-level.
        Auto = "auto",
    }
}

names! {
    /// What a projection does to negative eigenvalues.
    Filter {
        /// Sets them to a small positive value.
        Clamp = "clamp",
        /// Takes their absolute value.
        Mirror = "mirror",
    }
}

names! {
    /// How the eigenvalues of element Hessians are found.
    Projection {
        /// In closed form. The default.
        Analytic = "analytic",
        /// By decomposing every element matrix: slower, what systems with generated derivatives do.
        Numeric = "numeric",
    }
}

names! {
    /// How accurately the linear systems are solved.
    Forcing {
        /// Always to `linear_tolerance`.
        Fixed = "fixed",
        /// Loosely far from the solution, tightly near it, never tighter than `linear_tolerance`.
        Adaptive = "adaptive",
    }
}

names! {
    /// What happens when a step does not converge.
    OnFailure {
        /// The run ends, the failing step is written out. The default.
        Stop = "stop",
        /// The last iterate is taken as it is.
        Accept = "accept",
        /// The step is tried again as two halves, and so on.
        HalveStep = "halve-step",
    }
}

/// Conditions of the line search: 0 < c1 < c2 < 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Wolfe {
    /// Sufficient decrease: the part of the decrease promised by the slope that a step must bring. Default: 1e-4.
    pub c1: Number,
    /// Curvature: the part of the slope that may be left. Default: 0.9, for auto 0.3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub c2: Option<Number>,
}

impl Default for Wolfe {
    fn default() -> Self {
        Self { c1: Number(1e-4), c2: None }
    }
}

/// Progressive projection (Fernández-Fernández et al. 2026, Algorithm 1): elements are projected where the residual
/// around them exceeds δ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Progressive {
    /// Factor of δ when the system is still indefinite, between 0 and 1. Default: 0.5.
    pub alpha: Number,
    /// Factor of δ after a solve, 1 or more. Default: 2.
    pub beta: Number,
    /// δ below which all elements are projected, N. Default: 1e-12.
    pub epsilon: Number,
}

/// The alternating direction method of multipliers (Mattos Da Silva et al. 2025).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AdmmNumbers {
    /// Absolute tolerance of primal and dual residual, as a strain. Default: 1e-6.
    pub absolute: Number,
    /// Relative tolerance of primal and dual residual. Default: 1e-5.
    pub relative: Number,
    /// How stiffly elements are coupled to the nodes, as a multiple of their own stiffness: ρ of the paper in units of
    /// volume and stiffness. Default: 0.5.
    pub penalty: Number,
    /// Whether the penalty follows the residuals in steps that take many iterations. Default: true.
    pub rescale: bool,
    /// Over-relaxation, between 0 and 2; 1 is none. Default: 1.
    pub relaxation: Number,
    /// Iterations that Anderson acceleration learns from, 0 to 16; 0 is the plain method. Default: 8.
    pub memory: u32,
    /// Whether Newton with projected element Hessians finishes a step in which nothing is gained any more. Default: true.
    pub finish: bool,
}

impl Default for AdmmNumbers {
    fn default() -> Self {
        Self {
            absolute: Number(1e-6),
            relative: Number(1e-5),
            penalty: Number(0.5),
            rescale: true,
            relaxation: Number(1.0),
            memory: 8,
            finish: true,
        }
    }
}

impl Default for Progressive {
    fn default() -> Self {
        Self { alpha: Number(0.5), beta: Number(2.0), epsilon: Number(1e-12) }
    }
}

/// How each step is solved. The defaults suit most scenes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Solver {
    /// How the minimum of a step is found. Default: stabilized-newton.
    pub method: Method,
    /// How the linear systems are solved. Default: by method (cg for stabilized-newton, minres for newton, pcg
    /// for the projecting methods).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linear: Option<Linear>,
    /// Preconditioner of pcg or minres. Default: block-jacobi for pcg (auto with method = "auto"), else none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preconditioner: Option<Preconditioner>,
    /// What projection does to negative eigenvalues. Default: clamp for the methods that project. With
    /// stabilized-newton, which does not project unless asked: solve again with projected element Hessians where
    /// conjugate gradients meet negative curvature, instead of taking their last iterate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Filter>,
    /// How projection finds eigenvalues. Default: analytic.
    pub projection: Projection,
    /// progressive: its numbers.
    pub progressive: Progressive,
    /// admm: its numbers.
    pub admm: AdmmNumbers,
    /// project-on-demand: iterations that go on projecting after one that had to. Default: 4.
    pub countdown: u32,
    /// How accurately linear systems are solved, for the methods that project. Default: fixed, but adaptive with
    /// method = "auto".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forcing: Option<Forcing>,
    /// The stopping measure, a velocity, m/s: a step has converged when the iterates move by less than this per
    /// step length. The same meaning for every method. Default: 1e-3; lower it for accuracy.
    pub tolerance: Number,
    /// If given, a step has converged when the norm of the gradient of the step's energy is below this, N,
    /// instead of by `tolerance`. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gradient_tolerance: Option<Number>,
    /// Iterations after which a step counts as failed. Default: 200; 1000 for lbfgs, local-global and admm, whose
    /// iterations are many and cheap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_iterations: Option<u32>,
    /// Iterations taken in any case. Default: 0.
    pub min_iterations: u32,
    /// What happens when a step does not converge. Default: stop.
    pub on_failure: OnFailure,
    /// How often halve-step may halve one step. Default: 8.
    pub max_halvings: u32,
    /// Relative tolerance of the linear solves; stabilized-newton sets its own (see `cg_scale`). Default: 1e-6 for
    /// newton, 1e-4 for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linear_tolerance: Option<Number>,
    /// Iterations of one linear solve at most. Default: 10000.
    pub linear_max_iterations: u32,
    /// stabilized-newton: σ of the relative tolerance min(1/2, σ √max(‖∇E‖, τ)) of a linear solve. Default: 1.
    pub cg_scale: Number,
    /// stabilized-newton: κ, the least cosine between a direction and the downhill one. Default: 1e-2.
    pub downhill: Number,
    /// stabilized-newton: the longest step of the search, m. Default: 1e3.
    pub length_clamp: Number,
    /// stabilized-newton, lbfgs, auto: conditions of the line search.
    pub wolfe: Wolfe,
    /// lbfgs: how many of the last iterations it learns from, 1 to 50. Default: 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<u32>,
    /// local-global, xpbd: so many iterations a step, neither more nor fewer, and no tolerance: the same time for every
    /// step. 10 are usual. Default: none for local-global, which goes on until the tolerance is met; 10 for xpbd.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u32>,
    /// local-global with `iterations`: so many in a part of a step that starts close to its solution, such as the backward
    /// Euler step that stabilizes another integrator. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refining_iterations: Option<u32>,
}

/// Sweeps of xpbd over all constraints unless the scene says otherwise.
pub const SWEEPS: u32 = 10;

impl Solver {
    /// Why a step that did not converge ended the run, to go after what is said of the step.
    pub fn gave_up(&self) -> String {
        match self.on_failure {
            OnFailure::Stop => " and solver.on_failure = \"stop\"".into(),
            OnFailure::Accept => ", and what it found is not finite, so that it could not be accepted".into(),
            OnFailure::HalveStep => {
                format!(", not even halved {} times (solver.max_halvings)", self.max_halvings)
            }
        }
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self {
            method: Method::StabilizedNewton,
            linear: None,
            preconditioner: None,
            filter: None,
            projection: Projection::Analytic,
            progressive: Progressive::default(),
            admm: AdmmNumbers::default(),
            countdown: 4,
            forcing: None,
            tolerance: Number(1e-3),
            gradient_tolerance: None,
            max_iterations: None,
            min_iterations: 0,
            on_failure: OnFailure::Stop,
            max_halvings: 8,
            linear_tolerance: None,
            linear_max_iterations: 10_000,
            cg_scale: Number(1.0),
            downhill: Number(1e-2),
            length_clamp: Number(1e3),
            wolfe: Wolfe::default(),
            history: None,
            iterations: None,
            refining_iterations: None,
        }
    }
}

impl Method {
    /// The linear solvers the method can use, its default first; none for methods that solve no system chosen here.
    pub const fn linear_solvers(self) -> &'static [Linear] {
        match self {
            // [Gast15] §3.1: indefinite systems are met, and conjugate gradients stop at them in time.
            // A factorization that meets a pivot that is not positive leaves the solve to them.
            Self::StabilizedNewton => &[Linear::Cg, Linear::Pcg, Linear::Minres, Linear::Cholesky],
            // Without a line search nothing keeps the iterates where the Hessian is positive definite.
            Self::Newton => &[Linear::Minres, Linear::Cholesky],
            Self::ProjectedNewton | Self::ProjectOnDemand | Self::Progressive | Self::Auto => {
                &[Linear::Pcg, Linear::Cg, Linear::Cholesky]
            }
            // A prefactored matrix is the point of it.
            Self::LocalGlobal | Self::Admm => &[Linear::Cholesky],
            Self::Lbfgs | Self::Xpbd => &[],
        }
    }

    /// Whether the method projects element Hessians.
    pub const fn projects(self) -> bool {
        matches!(self, Self::ProjectedNewton | Self::ProjectOnDemand | Self::Progressive | Self::Auto)
    }
}

impl Solver {
    /// Whether nothing was chosen, as for schemes that solve nothing.
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Iterations after which a step counts as failed.
    pub fn max_iterations(&self) -> u32 {
        let many = matches!(self.method, Method::Lbfgs | Method::LocalGlobal | Method::Admm);
        self.max_iterations.unwrap_or(if many { 1000 } else { 200 })
    }

    /// The part of the slope that the line search may leave. With bent Hessians the full step means less than with exact
    /// ones, so that `auto` looks where along it the minimum is.
    pub fn curvature(&self) -> Number {
        self.wolfe.c2.unwrap_or(Number(if self.method == Method::Auto { 0.3 } else { 0.9 }))
    }

    /// Fills in what depends on the method.
    pub(super) fn resolve(&mut self) {
        self.wolfe.c2 = Some(self.curvature());
        self.linear = self.linear.or(self.method.linear_solvers().first().copied());
        if let Some(linear) = self.linear {
            let suited = match linear {
                Linear::Pcg if self.method == Method::Auto => Preconditioner::Auto,
                Linear::Pcg => Preconditioner::BlockJacobi,
                _ => Preconditioner::None,
            };
            self.preconditioner.get_or_insert(suited);
            match self.method {
                Method::StabilizedNewton | Method::LocalGlobal | Method::Admm => {}
                Method::Newton => _ = self.linear_tolerance.get_or_insert(Number(1e-6)),
                _ => _ = self.linear_tolerance.get_or_insert(Number(1e-4)),
            }
        }
        if self.method.projects() {
            self.filter.get_or_insert(Filter::Clamp);
            let suited = if self.method == Method::Auto { Forcing::Adaptive } else { Forcing::Fixed };
            self.forcing.get_or_insert(suited);
        }
        if self.method == Method::Lbfgs {
            self.history.get_or_insert(5);
        }
        if self.method == Method::LocalGlobal && self.iterations.is_some() {
            self.refining_iterations.get_or_insert(1);
        }
        if self.method == Method::Xpbd {
            self.iterations.get_or_insert(SWEEPS);
        } else {
            self.max_iterations = Some(self.max_iterations());
        }
    }
}
