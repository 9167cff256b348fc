//! `[contact]`: how bodies meet each other and themselves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::Number;
use super::obstacle::ContactModel;

/// Contact of bodies with each other and with themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// How it is kept: `penalty`, for solids in space.
    pub model: ContactModel,
    /// Stiffness k of the penalty, N/m²: a vertex at the depth d below the surface of a body costs k d³. Force per depth is
    /// 3 k d: for a depth of a hundredth of the size, about `young` divided by that size.
    pub stiffness: Number,
    /// Coefficient of friction: tangential force over normal force, at most. Default: 0.
    #[serde(default)]
    pub friction: Number,
    /// Whether a body meets itself. Default: true.
    #[serde(default = "yes")]
    pub within: bool,
    /// Whether bodies meet each other. Default: true.
    #[serde(default = "yes")]
    pub between: bool,
}

impl Contact {
    /// Contact of this model, of bodies with each other and themselves, without friction.
    pub fn new(model: ContactModel, stiffness: f64) -> Self {
        let (within, between) = (yes(), yes());
        Self { model, stiffness: Number(stiffness), friction: Number::default(), within, between }
    }
}

fn yes() -> bool {
    true
}
