//! The integrator of a scene.

use crate::scene::model::{Integrator as Name, Time};
use crate::time::{
    BackwardEuler, Bdf2, EnergyBudget, EnergyConstraint, ForwardEuler, ImplicitMidpoint, Integrator,
    Quasistatic, Rk4, Stabilized, SymplecticEuler, Trapezoid, VariationalMidpoint,
};

/// Makes the integrator of a valid scene.
pub(super) fn integrator(time: &Time) -> Box<dyn Integrator> {
    let start = || simple(time.stabilized());
    match time.integrator {
        Name::Stabilized => Box::new(Stabilized::new(start(), time.energy_error().get())),
        Name::EnergyBudget => Box::new(EnergyBudget::new(start())),
        name => simple(name),
    }
}

/// A scheme that stands alone. Validation lets no scheme that corrects others be corrected itself.
fn simple(name: Name) -> Box<dyn Integrator> {
    match name {
        Name::ForwardEuler => Box::<ForwardEuler>::default(),
        Name::SymplecticEuler => Box::<SymplecticEuler>::default(),
        Name::Rk4 => Box::<Rk4>::default(),
        Name::Trapezoid => Box::<Trapezoid>::default(),
        Name::Bdf2 => Box::<Bdf2>::default(),
        Name::VariationalMidpoint => Box::<VariationalMidpoint>::default(),
        Name::EnergyConstraint => Box::<EnergyConstraint>::default(),
        Name::Quasistatic => Box::<Quasistatic>::default(),
        Name::ImplicitMidpoint | Name::Stabilized | Name::EnergyBudget => Box::<ImplicitMidpoint>::default(),
        Name::BackwardEuler => Box::<BackwardEuler>::default(),
    }
}
