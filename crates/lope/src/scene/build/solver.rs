//! The minimizer of a scene.

use crate::assemble::Projection;
use crate::energy::{At, Energy};
use crate::math::Filter;
use crate::minimize::{
    Admm, AdmmSettings, Auto, Backtracking, Forcing, Lbfgs, LbfgsSettings, Limits, LinearMethod,
    LinearSettings, LocalGlobal, LocalGlobalSettings, Minimizer, Newton, Policy, PreconditionerKind,
    ProjectingNewton, ProjectingSettings, StabilizedNewton, StabilizedSettings, Stop, StrongWolfe, Xpbd,
};
use crate::scene::model::{self, Linear, Method, Number, Preconditioner};
use crate::scene::{Kind, Problem};
use crate::world::{Guess, OnFailure};

/// Makes the minimizer; validation lets only available methods through.
pub(super) fn minimizer(solver: &model::Solver) -> Box<dyn Minimizer> {
    let stop = match solver.gradient_tolerance {
        Some(tolerance) => Stop::Gradient(tolerance.get()),
        None => Stop::Speed(solver.tolerance.get()),
    };
    let limits = Limits {
        max_iterations: solver.max_iterations() as usize,
        min_iterations: solver.min_iterations as usize,
    };
    match solver.method {
        Method::Newton => {
            let tolerance = solver.linear_tolerance.map_or(1e-6, model::Number::get);
            Box::new(Newton::minimizer(linear(solver, Linear::Minres), tolerance, stop, limits))
        }
        Method::Auto => {
            let settings = projecting(solver);
            Box::new(Auto::minimizer(settings, linear(solver, Linear::Pcg), search(solver), stop, limits))
        }
        Method::ProjectedNewton | Method::ProjectOnDemand | Method::Progressive => {
            let settings = projecting(solver);
            let search = Backtracking { decrease: solver.wolfe.c1.get(), ..Backtracking::default() };
            Box::new(ProjectingNewton::minimizer(settings, linear(solver, Linear::Pcg), search, stop, limits))
        }
        Method::Lbfgs => {
            let settings = LbfgsSettings {
                history: solver.history.unwrap_or(5) as usize,
                linear_max_iterations: solver.linear_max_iterations as usize,
                stop,
            };
            Box::new(Lbfgs::minimizer(settings, search(solver), limits))
        }
        Method::LocalGlobal => Box::new(LocalGlobal::new(LocalGlobalSettings {
            iterations: solver.iterations.map(|count| count as usize),
            refining_iterations: solver.refining_iterations.unwrap_or(1) as usize,
            linear_max_iterations: solver.linear_max_iterations as usize,
            stop,
            limits,
        })),
        Method::Admm => Box::new(Admm::new(AdmmSettings {
            absolute: solver.admm.absolute.get(),
            relative: solver.admm.relative.get(),
            penalty: solver.admm.penalty.get(),
            rescale: solver.admm.rescale,
            relaxation: solver.admm.relaxation.get(),
            memory: solver.admm.memory as usize,
            finish: solver.admm.finish,
            linear_max_iterations: solver.linear_max_iterations as usize,
            stop,
            limits,
        })),
        Method::Xpbd => Box::new(Xpbd::new(solver.iterations.unwrap_or(model::SWEEPS) as usize)),
        Method::StabilizedNewton => {
            let settings = StabilizedSettings {
                cg_scale: solver.cg_scale.get(),
                downhill: solver.downhill.get(),
                length_clamp: solver.length_clamp.get(),
                stop,
                filter: match solver.filter {
                    None => Filter::Raw,
                    Some(model::Filter::Clamp) => Filter::Clamp(0.0),
                    Some(model::Filter::Mirror) => Filter::Mirror(0.0),
                },
            };
            let linear = linear(solver, Linear::Cg);
            Box::new(StabilizedNewton::minimizer(settings, linear, search(solver), limits))
        }
    }
}

/// Eigenvalues of projected element Hessians are at least this (\[Fernandez26\] §5.1): N/m for a whole element matrix, and
/// Pa for the closed forms, which filter ∂²ψ/∂F².
const FLOOR: f64 = 1e-8;

/// Loosest tolerance of adaptive forcing.
const LOOSEST: f64 = 0.1;

fn projecting(solver: &model::Solver) -> ProjectingSettings {
    let tolerance = solver.linear_tolerance.map_or(1e-4, Number::get);
    ProjectingSettings {
        policy: match solver.method {
            Method::ProjectedNewton => Policy::Always,
            Method::ProjectOnDemand => Policy::OnDemand { countdown: solver.countdown as usize },
            _ => Policy::Progressive {
                tighten: solver.progressive.alpha.get(),
                release: solver.progressive.beta.get(),
                all_below: solver.progressive.epsilon.get(),
            },
        },
        filter: match solver.filter {
            Some(model::Filter::Mirror) => Filter::Mirror(FLOOR),
            _ => Filter::Clamp(FLOOR),
        },
        forcing: match solver.forcing {
            Some(model::Forcing::Adaptive) => {
                Forcing::Adaptive { scale: 1.0, tightest: tolerance.min(LOOSEST), loosest: LOOSEST }
            }
            _ => Forcing::Fixed(tolerance),
        },
    }
}

/// How element Hessians are projected.
pub(super) fn projection(solver: &model::Solver) -> Projection {
    match solver.projection {
        model::Projection::Analytic => Projection::Analytic,
        model::Projection::Numeric => Projection::Numeric,
    }
}

fn search(solver: &model::Solver) -> StrongWolfe {
    StrongWolfe {
        decrease: solver.wolfe.c1.get(),
        curvature: solver.curvature().get(),
        ..StrongWolfe::default()
    }
}

fn linear(solver: &model::Solver, default: Linear) -> LinearSettings {
    let name = solver.linear.unwrap_or(default);
    let suited = if name == Linear::Pcg { Preconditioner::BlockJacobi } else { Preconditioner::None };
    LinearSettings {
        method: match name {
            Linear::Cg | Linear::Pcg => LinearMethod::Cg,
            Linear::Minres => LinearMethod::Minres,
            Linear::Cholesky => LinearMethod::Cholesky,
        },
        preconditioner: match solver.preconditioner.unwrap_or(suited) {
            Preconditioner::None => PreconditionerKind::Identity,
            Preconditioner::Jacobi => PreconditionerKind::Jacobi,
            Preconditioner::BlockJacobi => PreconditionerKind::BlockJacobi,
            Preconditioner::TwoLevel => PreconditionerKind::TwoLevel,
            Preconditioner::Auto => PreconditionerKind::Auto,
        },
        max_iterations: solver.linear_max_iterations as usize,
    }
}

/// Energies that the method cannot deal with and validation could not see.
pub(super) fn unfit(solver: &model::Solver, energies: &[Box<dyn Energy>]) -> Vec<Problem> {
    let method = solver.method;
    let reason = |energy: &dyn Energy| match method {
        Method::LocalGlobal => energy.not_projective(),
        Method::Admm if energy.splitting().is_none() => energy.not_projective(),
        Method::Xpbd => not_compliant(energy),
        _ => None,
    };
    let reasons = energies.iter().filter_map(|energy| Some((energy.name(), reason(energy.as_ref())?)));
    let message = |(name, reason)| format!("{method} does not go with {name}: {reason}; use another method");
    reasons.map(|reason| Problem::new(Kind::Impossible, "solver.method", message(reason))).collect()
}

/// Why an energy is neither a compliant constraint nor something linear that acts on single nodes, if it is neither.
fn not_compliant(energy: &dyn Energy) -> Option<&'static str> {
    let linear = !energy.curved() || energy.at() == At::Velocity && energy.stencils().arity == 1;
    (energy.compliance().is_none() && !linear)
        .then_some("it is no compliant constraint, which is half the square of something")
}

/// Plain Newton starts where the papers start it; the stabilized method picks the better of two. The evaluations that
/// takes would cost a third of a fixed number of local/global iterations, which start where their paper starts them
/// (\[Dinev18\] §4.2).
pub(super) fn guess(solver: &model::Solver) -> Guess {
    match solver.method {
        Method::Newton | Method::Xpbd => Guess::Inertial,
        Method::LocalGlobal if solver.iterations.is_some() => Guess::Inertial,
        _ => Guess::LowestEnergy,
    }
}

pub(super) fn on_failure(solver: &model::Solver) -> OnFailure {
    match solver.on_failure {
        model::OnFailure::Stop => OnFailure::Stop,
        model::OnFailure::Accept => OnFailure::Accept,
        model::OnFailure::HalveStep => OnFailure::HalveStep { max_halvings: solver.max_halvings as usize },
    }
}
