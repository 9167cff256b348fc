//! The minimizer of a scene.

use crate::assemble::Projection;
use crate::energy::{Acts, At, Energy};
use crate::math::Filter;
use crate::minimize::{
    Admm, AdmmSettings, Auto, Backtracking, FLOOR, Forcing, LOOSEST, Lbfgs, LbfgsSettings, Limits,
    LinearMethod, LinearSettings, LocalGlobal, LocalGlobalSettings, Minimizer, Newton, Policy,
    PreconditionerKind, ProjectingNewton, ProjectingSettings, StabilizedNewton, StabilizedSettings, Stop,
    StrongWolfe, Xpbd,
};
use crate::scene::model::solver::REFINING;
use crate::scene::model::{self, Linear, Method, Preconditioner, ProgressiveNumbers, Settings, Wolfe};
use crate::scene::{Kind, Problem};
use crate::world::{Guess, OnFailure};

/// Makes the minimizer; validation lets only available methods through.
pub(super) fn minimizer(solver: &model::Solver) -> Box<dyn Minimizer> {
    let stop = |gradient: Option<f64>| gradient.map_or(Stop::Step(solver.tolerance), Stop::Gradient);
    let linear = |linear: Linear, preconditioner: Option<Preconditioner>, most: u32| {
        linear_settings(linear, solver.preconditioner(linear, preconditioner), most)
    };
    // Settings of different types, which have these in common.
    macro_rules! projecting {
        ($Method:ident, $m:ident, $policy:expr, $search:ident) => {
            Box::new($Method::minimizer(
                ProjectingSettings {
                    policy: $policy,
                    filter: projected($m.filter, FLOOR),
                    forcing: forcing($m.forcing, $m.linear_tolerance),
                },
                linear($m.linear, $m.preconditioner, $m.linear_max_iterations),
                $search($m.wolfe),
                stop($m.gradient_tolerance),
                limits($m.max_iterations, $m.min_iterations),
            ))
        };
    }
    match solver.settings {
        Settings::Newton(m) => Box::new(Newton::minimizer(
            linear(m.linear, m.preconditioner, m.linear_max_iterations),
            m.linear_tolerance,
            stop(m.gradient_tolerance),
            limits(m.max_iterations, m.min_iterations),
        )),
        Settings::StabilizedNewton(m) => {
            let stop = stop(m.gradient_tolerance);
            let settings = StabilizedSettings {
                cg_scale: m.cg_scale,
                downhill: m.downhill,
                length_clamp: m.length_clamp,
                stop,
                filter: m.filter.map_or(Filter::Raw, |filter| projected(filter, 0.0)),
            };
            Box::new(StabilizedNewton::minimizer(
                settings,
                linear(m.linear, m.preconditioner, m.linear_max_iterations),
                search(m.wolfe),
                limits(m.max_iterations, m.min_iterations),
            ))
        }
        Settings::ProjectedNewton(m) => projecting!(ProjectingNewton, m, Policy::Always, backtracking),
        Settings::ProjectOnDemand(m) => {
            let policy = Policy::OnDemand { countdown: m.countdown as usize };
            projecting!(ProjectingNewton, m, policy, backtracking)
        }
        Settings::Progressive(m) => {
            projecting!(ProjectingNewton, m, progressive(m.progressive), backtracking)
        }
        Settings::Auto(m) => projecting!(Auto, m, progressive(m.progressive), search),
        Settings::Lbfgs(m) => {
            let settings = LbfgsSettings {
                history: m.history as usize,
                linear_max_iterations: m.linear_max_iterations as usize,
                stop: stop(m.gradient_tolerance),
            };
            Box::new(Lbfgs::minimizer(settings, search(m.wolfe), limits(m.max_iterations, m.min_iterations)))
        }
        Settings::LocalGlobal(m) => Box::new(LocalGlobal::new(LocalGlobalSettings {
            iterations: m.iterations.map(|count| count as usize),
            refining_iterations: m.refining_iterations.unwrap_or(REFINING) as usize,
            linear_max_iterations: m.linear_max_iterations as usize,
            stop: stop(m.gradient_tolerance),
            limits: limits(m.max_iterations, m.min_iterations),
        })),
        Settings::Admm(m) => Box::new(Admm::new(AdmmSettings {
            absolute: m.admm.absolute,
            relative: m.admm.relative,
            penalty: m.admm.penalty,
            rescale: m.admm.rescale,
            relaxation: m.admm.relaxation,
            memory: m.admm.memory as usize,
            finish: m.admm.finish,
            linear_max_iterations: m.linear_max_iterations as usize,
            stop: stop(m.gradient_tolerance),
            limits: limits(m.max_iterations, m.min_iterations),
        })),
        Settings::Xpbd(m) => Box::new(Xpbd::new(m.iterations as usize)),
    }
}

const fn limits(most: u32, least: u32) -> Limits {
    Limits { max_iterations: most as usize, min_iterations: least as usize }
}

fn projected(filter: model::Filter, floor: f64) -> Filter {
    match filter {
        model::Filter::Clamp => Filter::Clamp(floor),
        model::Filter::Mirror => Filter::Mirror(floor),
    }
}

fn progressive(numbers: ProgressiveNumbers) -> Policy {
    Policy::Progressive { tighten: numbers.alpha, release: numbers.beta, all_below: numbers.epsilon }
}

fn forcing(forcing: model::Forcing, tolerance: f64) -> Forcing {
    match forcing {
        model::Forcing::Fixed => Forcing::Fixed(tolerance),
        model::Forcing::Adaptive => {
            Forcing::Adaptive { scale: 1.0, tightest: tolerance.min(LOOSEST), loosest: LOOSEST }
        }
    }
}

fn search(wolfe: Wolfe) -> StrongWolfe {
    StrongWolfe { decrease: wolfe.c1, curvature: wolfe.c2, ..StrongWolfe::default() }
}

fn backtracking(wolfe: Wolfe) -> Backtracking {
    Backtracking { decrease: wolfe.c1, ..Backtracking::default() }
}

fn linear_settings(linear: Linear, preconditioner: Preconditioner, most: u32) -> LinearSettings {
    LinearSettings {
        method: match linear {
            Linear::Cg | Linear::Pcg => LinearMethod::Cg,
            Linear::Auto => LinearMethod::Auto,
            Linear::Minres => LinearMethod::Minres,
            Linear::Cholesky => LinearMethod::Cholesky,
        },
        preconditioner: match preconditioner {
            Preconditioner::None => PreconditionerKind::Identity,
            Preconditioner::Jacobi => PreconditionerKind::Jacobi,
            Preconditioner::BlockJacobi => PreconditionerKind::BlockJacobi,
            Preconditioner::TwoLevel => PreconditionerKind::TwoLevel,
            Preconditioner::Auto => PreconditionerKind::Auto,
        },
        max_iterations: most as usize,
    }
}

/// How element Hessians are projected.
pub(super) fn projection(solver: &model::Solver) -> Projection {
    match solver.keys().projection {
        Some(model::Projection::Numeric) => Projection::Numeric,
        _ => Projection::Analytic,
    }
}

/// Energies that the method cannot deal with and validation could not see.
pub(super) fn unfit(solver: &model::Solver, acts: &Acts) -> Vec<Problem> {
    let method = solver.method();
    let reason = |energy: &dyn Energy| match method {
        Method::LocalGlobal => energy.abilities().not_projective,
        Method::Admm if energy.abilities().splitting.is_none() => energy.abilities().not_projective,
        Method::Xpbd => not_compliant(energy),
        _ => None,
    };
    let reasons = acts.iter().filter_map(|energy| Some((energy.name(), reason(energy)?)));
    let message = |(name, reason)| format!("{method} does not go with {name}: {reason}; use another method");
    reasons.map(|reason| Problem::new(Kind::Impossible, "solver.method", message(reason))).collect()
}

/// Why an energy is neither a compliant constraint nor something linear that acts on single nodes, if it is neither.
fn not_compliant(energy: &dyn Energy) -> Option<&'static str> {
    let abilities = energy.abilities();
    let linear = abilities.is_linear || energy.at() == At::Velocity && energy.stencils().arity == 1;
    (abilities.compliance.is_none() && !linear)
        .then_some("it is no compliant constraint, which is half the square of something")
}

/// Plain Newton starts where the papers start it; the stabilized method picks the better of two. The evaluations that
/// takes would cost a third of a fixed number of local/global iterations, which start where their paper starts them
/// (\[Dinev18\] §4.2).
pub(super) fn guess(solver: &model::Solver) -> Guess {
    match solver.settings {
        Settings::Newton(_) | Settings::Xpbd(_) => Guess::Inertial,
        Settings::LocalGlobal(method) if method.iterations.is_some() => Guess::Inertial,
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
