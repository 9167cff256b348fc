//! The minimizer of a scene.

use crate::math::Filter;
use crate::minimize::{
    Limits, LinearMethod, LinearSettings, Minimizer, Newton, PreconditionerKind, StabilizedNewton,
    StabilizedSettings, Stop, StrongWolfe,
};
use crate::scene::model::{self, Linear, Method, Preconditioner};
use crate::world::{Guess, OnFailure};

/// Makes the minimizer; validation lets only available methods through.
pub(super) fn minimizer(solver: &model::Solver) -> Box<dyn Minimizer> {
    let stop = match solver.gradient_tolerance {
        Some(tolerance) => Stop::Gradient(tolerance.get()),
        None => Stop::Speed(solver.tolerance.get()),
    };
    let limits = Limits {
        max_iterations: solver.max_iterations as usize,
        min_iterations: solver.min_iterations as usize,
    };
    match solver.method {
        Method::Newton => {
            let tolerance = solver.linear_tolerance.map_or(1e-6, model::Number::get);
            Box::new(Newton::minimizer(linear(solver, Linear::Minres), tolerance, stop, limits))
        }
        _ => {
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
            let search = StrongWolfe {
                decrease: solver.wolfe.c1.get(),
                curvature: solver.wolfe.c2.get(),
                ..StrongWolfe::default()
            };
            Box::new(StabilizedNewton::minimizer(settings, linear(solver, Linear::Cg), search, limits))
        }
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
        },
        max_iterations: solver.linear_max_iterations as usize,
    }
}

/// Plain Newton starts where the papers start it; the stabilized method picks the better of two.
pub(super) fn guess(solver: &model::Solver) -> Guess {
    match solver.method {
        Method::Newton => Guess::Inertial,
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
