//! `[solver]`: how each step is solved.
//!
//! What a method can be told is declared in [`method`](super::method); here are the words and tables that its keys take,
//! and what the methods share.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize};

use super::method::{Keys, Method, Settings, Unfit, default};
use super::names::names;
use super::number::Number;
use crate::minimize::{Policy, StrongWolfe};

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
        /// As pcg, and as cholesky where there are few unknowns and pcg needs many iterations.
        Auto = "auto",
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wolfe {
    /// Sufficient decrease: the part of the decrease promised by the slope that a step must bring.
    pub c1: f64,
    /// Curvature: the part of the slope that may be left. Methods that only shorten their steps do not ask for it.
    pub c2: f64,
}

impl Default for Wolfe {
    fn default() -> Self {
        let StrongWolfe { decrease, curvature, .. } = StrongWolfe::default();
        Self { c1: decrease, c2: curvature }
    }
}

/// Conditions of the line search: 0 < c1 < c2 < 1. What is not given is as the method has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "Wolfe")]
pub struct WolfeKeys {
    /// Sufficient decrease: the part of the decrease promised by the slope that a step must bring. Default: 1e-4.
    pub c1: Option<Number>,
    /// Curvature: the part of the slope that may be left. Default: 0.9, for auto 0.3.
    pub c2: Option<Number>,
}

/// Progressive projection (Fernández-Fernández et al. 2026, Algorithm 1): elements are projected where the residual
/// around them exceeds δ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "Progressive")]
pub struct ProgressiveNumbers {
    /// Factor of δ when the system is still indefinite, between 0 and 1. Default: 0.5.
    #[serde(deserialize_with = "plain")]
    #[schemars(with = "Number")]
    pub alpha: f64,
    /// Factor of δ after a solve, 1 or more. Default: 2.
    #[serde(deserialize_with = "plain")]
    #[schemars(with = "Number")]
    pub beta: f64,
    /// δ below which all elements are projected, N. Default: 1e-12.
    #[serde(deserialize_with = "plain")]
    #[schemars(with = "Number")]
    pub epsilon: f64,
}

impl Default for ProgressiveNumbers {
    fn default() -> Self {
        let (alpha, beta, epsilon) = Policy::PUBLISHED;
        Self { alpha, beta, epsilon }
    }
}

/// The alternating direction method of multipliers (Mattos Da Silva et al. 2025).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AdmmNumbers {
    /// Absolute tolerance of primal and dual residual, as a strain. Default: 1e-6.
    #[serde(deserialize_with = "plain")]
    #[schemars(with = "Number")]
    pub absolute: f64,
    /// Relative tolerance of primal and dual residual. Default: 1e-5.
    #[serde(deserialize_with = "plain")]
    #[schemars(with = "Number")]
    pub relative: f64,
    /// How stiffly elements are coupled to the nodes, as a multiple of their own stiffness: ρ of the paper in units of
    /// volume and stiffness. Default: 0.5.
    #[serde(deserialize_with = "plain")]
    #[schemars(with = "Number")]
    pub penalty: f64,
    /// Whether the penalty follows the residuals in steps that take many iterations. Default: true.
    pub rescale: bool,
    /// Over-relaxation, between 0 and 2; 1 is none. Default: 1.
    #[serde(deserialize_with = "plain")]
    #[schemars(with = "Number")]
    pub relaxation: f64,
    /// Iterations that Anderson acceleration learns from, 0 to 16; 0 is the plain method. Default: 8.
    pub memory: u32,
    /// Whether Newton with projected element Hessians finishes a step in which nothing is gained any more. Default: true.
    pub finish: bool,
}

impl Default for AdmmNumbers {
    fn default() -> Self {
        Self {
            absolute: 1e-6,
            relative: 1e-5,
            penalty: 0.5,
            rescale: true,
            relaxation: 1.0,
            memory: 8,
            finish: true,
        }
    }
}

fn plain<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Number::deserialize(deserializer).map(Number::get)
}

/// How each step is solved. The defaults suit most scenes.
///
/// In a scene all keys stand beside each other, [`Keys`]; which of them there are depends on the method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Keys", into = "Keys")]
pub struct Solver {
    /// The method, with what it can be told.
    pub settings: Settings,
    /// The stopping measure, a velocity, m/s. The same meaning for every method.
    pub tolerance: f64,
    /// What happens when a step does not converge.
    pub on_failure: OnFailure,
    /// How often halve-step may halve one step.
    pub max_halvings: u32,
    /// Keys that were given and that the method does not have. A scene with any is refused.
    pub(in crate::scene) unfit: Vec<Unfit>,
}

impl Default for Solver {
    fn default() -> Self {
        Keys::default().into()
    }
}

impl From<Keys> for Solver {
    fn from(mut keys: Keys) -> Self {
        let settings = Settings::read(&mut keys);
        Self {
            tolerance: keys.tolerance.take().map_or_else(default::tolerance, Number::get),
            on_failure: keys.on_failure.take().unwrap_or_else(default::on_failure),
            max_halvings: keys.max_halvings.take().unwrap_or_else(default::max_halvings),
            unfit: keys.left_for(settings.method()),
            settings,
        }
    }
}

impl From<Solver> for Keys {
    fn from(solver: Solver) -> Self {
        solver.keys()
    }
}

impl JsonSchema for Solver {
    fn schema_name() -> Cow<'static, str> {
        "Solver".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Keys::described(generator)
    }
}

impl Solver {
    /// The name of the method.
    pub fn method(&self) -> Method {
        self.settings.method()
    }

    /// As it is written in a scene: every key that the method has, with its value.
    pub fn keys(&self) -> Keys {
        let mut keys = self.settings.keys();
        keys.tolerance = Some(Number(self.tolerance));
        keys.on_failure = Some(self.on_failure);
        keys.max_halvings = Some(self.max_halvings);
        keys
    }

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

    /// Whether nothing was chosen, as for schemes that solve nothing.
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Fills in what depends on other keys.
    pub(in crate::scene) fn resolve(&mut self) {
        let mut keys = self.keys();
        keys.preconditioner = keys.linear.map(|linear| self.preconditioner(linear, keys.preconditioner));
        if self.method() == Method::LocalGlobal && keys.iterations.is_some() {
            keys.refining_iterations.get_or_insert(REFINING);
        }
        self.settings = Settings::read(&mut keys);
    }

    /// The preconditioner of a linear solver: the given one, or what suits it.
    pub(in crate::scene) fn preconditioner(
        &self,
        linear: Linear,
        given: Option<Preconditioner>,
    ) -> Preconditioner {
        given.unwrap_or(match linear {
            Linear::Pcg if self.method() == Method::Auto => Preconditioner::Auto,
            Linear::Auto => Preconditioner::Auto,
            Linear::Pcg => Preconditioner::BlockJacobi,
            _ => Preconditioner::None,
        })
    }
}

/// Iterations of local-global in a part of a step that starts close to its solution, where their number is fixed.
pub(in crate::scene) const REFINING: u32 = 1;
