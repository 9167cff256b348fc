//! `[contact]`: how bodies meet each other, themselves and obstacles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::names;
use super::number::Number;
use super::obstacle::ContactModel;

names! {
    /// How a barrier grows as a gap closes.
    BarrierProfile {
        /// −(1 − s)² ln s.
        Log = "log",
        /// (1 − s)³/s.
        Rational = "rational",
        /// −¼(1 − s²)² ln s: the logarithm on squared distances, as first published.
        LogSquared = "log-squared",
    }
}

names! {
    /// What of a barrier its force is.
    ContactForce {
        /// Its slope at the end of the step.
        Gradient = "gradient",
        /// Its change over the step by that of the gap: what takes as much energy as it stores.
        Secant = "secant",
    }
}

names! {
    /// How friction grows with the velocity before things slide.
    Mollifier {
        /// Without a kink where they begin to slide.
        C1 = "c1",
        /// In proportion to the velocity.
        C0 = "c0",
    }
}

/// Contact of bodies with each other, with themselves and with obstacles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// How it is kept: `ipc`, a barrier that nothing passes, for every body and obstacle; or `penalty`, for solids in space.
    /// Default: ipc.
    #[serde(default = "ipc")]
    pub model: ContactModel,
    /// Of ipc the stiffness κ of the barrier, Pa: a pressure of κ/10 closes the gap to about 0.83 d̂. Default: a tenth of the
    /// Young's modulus of the softer partner. Of penalty the stiffness k, N/m², which is required: a vertex at the depth d costs k d³.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<Number>,
    /// Coefficient of friction: tangential force over normal force, at most. Default: 0.
    #[serde(default)]
    pub friction: Number,
    /// Distance d̂ below which surfaces feel each other, m. Larger is smoother, smaller is sharper. Default: a thousandth of the
    /// diagonal of the scene, less where meshes are fine or surfaces start close to each other; `lope check` tells. For ipc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dhat: Option<Number>,
    /// Distance that surfaces keep at least, m. Default: 0. For ipc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thickness: Option<Number>,
    /// Speed below which friction sticks, m/s. Default: 1e-3. For ipc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsv: Option<Number>,
    /// What the force of the barrier is: its slope at the end of the step, or the secant over the step, which conserves energy in
    /// impacts at long steps. The secant is for implicit-midpoint, variational-midpoint and what corrects them. Default: gradient.
    /// For ipc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force: Option<ContactForce>,
    /// How the barrier grows as a gap closes. Default: log; rational with the force secant. For ipc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barrier: Option<BarrierProfile>,
    /// How friction grows with the velocity before things slide. Default: c1. For ipc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mollifier: Option<Mollifier>,
    /// How often the normal forces that friction goes by are taken anew in a step, at most; they are until they change by less
    /// than a hundredth. Default: 2. For ipc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction_iterations: Option<u32>,
    /// Whether a body meets itself. Default: true.
    #[serde(default = "yes")]
    pub within: bool,
    /// Whether bodies meet each other. Default: true.
    #[serde(default = "yes")]
    pub between: bool,
    /// What is different for some pairs. For ipc.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pair: Vec<ContactPair>,
}

/// How two bodies, or a body and an obstacle, meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactPair {
    /// The names of both; the same name twice is a body with itself.
    pub bodies: [String; 2],
    /// Coefficient of friction of this pair. Default: that of `[contact]`, or of the obstacle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<Number>,
    /// Whether they meet at all. Default: true.
    #[serde(default = "yes")]
    pub collide: bool,
}

impl Contact {
    /// Whether forces are secants.
    pub fn by_secant(&self) -> bool {
        self.force == Some(ContactForce::Secant)
    }

    /// How the barrier grows.
    pub fn profile(&self) -> BarrierProfile {
        let default = if self.by_secant() { BarrierProfile::Rational } else { BarrierProfile::Log };
        self.barrier.unwrap_or(default)
    }

    /// Contact of this model, of bodies with each other and themselves, with the defaults of the format.
    pub fn new(model: ContactModel) -> Self {
        Self {
            model,
            stiffness: None,
            friction: Number::default(),
            dhat: None,
            thickness: None,
            epsv: None,
            force: None,
            barrier: None,
            mollifier: None,
            friction_iterations: None,
            within: yes(),
            between: yes(),
            pair: Vec::new(),
        }
    }
}

fn ipc() -> ContactModel {
    ContactModel::Ipc
}

fn yes() -> bool {
    true
}
