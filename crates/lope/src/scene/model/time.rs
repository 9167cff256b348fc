//! `[time]`: steps, length and integrator.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::names;
use super::number::Number;

names! {
    /// How time is discretized.
    Integrator {
        /// Explicit, first order; unstable unless steps are tiny. For comparison.
        ForwardEuler = "forward-euler",
        /// Explicit, velocity first: keeps energy on average while steps are small enough to be stable.
        SymplecticEuler = "symplectic-euler",
        /// Explicit, fourth order (Runge–Kutta): a reference with small steps.
        Rk4 = "rk4",
        /// Implicit, first order: never blows up, damps motion. The default.
        BackwardEuler = "backward-euler",
        /// Implicit, second order: forces at the middle of the step; keeps quadratic invariants.
        ImplicitMidpoint = "implicit-midpoint",
        /// Implicit, second order: mean of the forces at both ends (Newmark β = 1/4, γ = 1/2).
        Trapezoid = "trapezoid",
        /// Implicit, second order, two steps of history: damps less than backward-euler.
        Bdf2 = "bdf2",
        /// Implicit, variational: the same positions as implicit-midpoint, with velocities between the steps; keeps
        /// momenta exactly and energy over long times.
        VariationalMidpoint = "variational-midpoint",
        /// Blend of schemes that meets an energy target (Dinev, Liu, Kavan 2018).
        Stabilized = "stabilized",
        /// Another scheme with velocities rescaled to the energy budget (Su, Sheth, Fedkiw 2013).
        EnergyBudget = "energy-budget",
        /// Energy held exactly by a Lagrange multiplier (Hughes, Caughey, Liu 1978).
        EnergyConstraint = "energy-constraint",
        /// No inertia: each step is a static equilibrium.
        Quasistatic = "quasistatic",
    }
}

/// Steps, length and integrator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Time {
    /// Length of a step, s. Shorter steps are more accurate and easier to solve; `"1/24"` is one a film frame.
    pub step: Number,
    /// Length of the simulation, s. Give this or `steps`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<Number>,
    /// Parts of equal length that every step is made of: each is a step of its own to the scheme, and only the last is
    /// recorded. Default: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substeps: Option<u32>,
    /// Number of steps. Give this or `duration`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// How time is discretized. Default: backward-euler.
    #[serde(default = "backward_euler")]
    pub integrator: Integrator,
    /// stabilized, energy-budget: the scheme that is corrected. Default: implicit-midpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stabilize: Option<Integrator>,
    /// stabilized: how far the energy may be from what it should be, as a part of it, between 0 and 1. Default: 0.01.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<Number>,
    /// Frames written per second of simulated time, at exact frame times. Default: a frame a step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame_rate: Option<Number>,
}

/// Scheme that is corrected unless the scene says otherwise.
const STABILIZE: Integrator = Integrator::ImplicitMidpoint;

/// Energy error of the stabilized integrator unless the scene says otherwise (\[Dinev18\] §4.1).
const EPSILON: Number = Number(0.01);

fn backward_euler() -> Integrator {
    Integrator::BackwardEuler
}

impl Integrator {
    /// Whether the scheme minimizes nothing, so that `[solver]` means nothing to it.
    pub const fn explicit(self) -> bool {
        matches!(self, Self::ForwardEuler | Self::SymplecticEuler | Self::Rk4)
    }

    /// Whether it corrects the steps of another scheme.
    pub const fn corrects(self) -> bool {
        matches!(self, Self::Stabilized | Self::EnergyBudget)
    }

    /// Whether it goes by the middle of the step, where the work of a mean force is exact.
    pub const fn goes_by_middle(self) -> bool {
        matches!(self, Self::ImplicitMidpoint | Self::VariationalMidpoint)
    }
}

impl Time {
    /// So many steps of this length, s, with the defaults of the format.
    pub fn new(step: f64, steps: u64) -> Self {
        Self {
            step: Number(step),
            duration: None,
            substeps: None,
            steps: Some(steps),
            integrator: backward_euler(),
            stabilize: None,
            epsilon: None,
            frame_rate: None,
        }
    }

    /// Fills in what depends on the integrator.
    pub(super) fn resolve(&mut self) {
        if self.integrator.corrects() {
            self.stabilize = Some(self.stabilized());
        }
        if self.integrator == Integrator::Stabilized {
            self.epsilon = Some(self.energy_error());
        }
    }

    /// The scheme that is corrected, by those that correct one.
    pub fn stabilized(&self) -> Integrator {
        self.stabilize.unwrap_or(STABILIZE)
    }

    /// How far the energy may be from what it should be, as a part of it.
    pub fn energy_error(&self) -> Number {
        self.epsilon.unwrap_or(EPSILON)
    }

    /// Whether the scheme minimizes nothing.
    pub fn explicit(&self) -> bool {
        match (self.integrator, self.stabilize) {
            (Integrator::EnergyBudget, Some(start)) => start.explicit(),
            (integrator, _) => integrator.explicit(),
        }
    }

    /// The length of the simulation, s.
    #[allow(clippy::cast_precision_loss)]
    pub fn end(&self) -> f64 {
        match (self.duration, self.steps) {
            (Some(duration), _) => duration.get(),
            (None, steps) => steps.unwrap_or(0) as f64 * self.step.get(),
        }
    }

    /// The number of steps of length `step` that cover the duration, the last one possibly reaching past its
    /// end; a duration within one part in 10⁹ of a whole number of steps is that number.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn step_count(&self) -> u64 {
        match (self.duration, self.steps) {
            (Some(duration), _) => {
                let ratio = (duration.get() / self.step.get()).max(0.0);
                let whole = ratio.round();
                if (ratio - whole).abs() <= 1e-9 * whole.max(1.0) {
                    whole as u64
                } else {
                    ratio.ceil() as u64
                }
            }
            (None, steps) => steps.unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_cover_the_duration() {
        let count = |step: f64, duration: f64| {
            Time { duration: Some(Number(duration)), steps: None, ..Time::new(step, 0) }.step_count()
        };
        assert_eq!(count(1.0 / 24.0, 2.0), 48);
        assert_eq!(count(0.1, 0.3), 3);
        assert_eq!(count(0.1, 0.31), 4);
        assert_eq!(count(0.1, 0.0), 0);
    }
}
