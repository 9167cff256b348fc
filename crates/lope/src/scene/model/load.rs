//! `[[body.load]]`, `[[load]]` and `[[tendon]]`: what pushes and pulls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::{Number, Numbers3};
use super::pin::Where;
use super::value::{Value, Value3};

/// A force of some kind. Numbers may be formulas in `t` (time, s) or tables over time; those that are of places also in `x`, `y`, `z`,
/// the rest position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Load {
    /// Which vertices: of a body in the mesh's own coordinates, of all bodies in the world's, at rest. A face or an element is meant
    /// if all of its vertices are. Default: all.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub region: Option<Where>,
    /// It acts in steps that end after this time, s. Default: from the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Number>,
    /// It acts in steps that end no later, s. Default: for good.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Number>,
    /// A force in total, N: spread by area where `where` selects a piece of surface, else by mass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<Value3>,
    /// A force for each square metre of a surface at rest, Pa, of fixed direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub traction: Option<Value3>,
    /// A pressure, Pa, along the normal as it is: against the surface of a solid, from outside or in a cavity; to the side where the
    /// triangles of a sheet turn counter-clockwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressure: Option<Value>,
    /// A torque about the centre of what is selected, N m: along its axis, as long as it is strong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub torque: Option<Value3>,
    /// An acceleration, m/s²: a force for each kilogram.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acceleration: Option<Value3>,
    /// Wind on a surface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wind: Option<Wind>,
    /// Fibres that pull.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub muscle: Option<Muscle>,
}

impl Load {
    /// The keys that say what it is.
    pub const KINDS: [&str; 7] =
        ["force", "traction", "pressure", "torque", "acceleration", "wind", "muscle"];

    /// Those of them that are given.
    pub fn kinds(&self) -> Vec<&'static str> {
        let given = [
            self.force.is_some(),
            self.traction.is_some(),
            self.pressure.is_some(),
            self.torque.is_some(),
            self.acceleration.is_some(),
            self.wind.is_some(),
            self.muscle.is_some(),
        ];
        Self::KINDS.into_iter().zip(given).filter(|(_, given)| *given).map(|(kind, _)| kind).collect()
    }
}

/// Wind on a surface: drag and lift of thin plates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wind {
    /// Velocity of the air, m/s; gusts by formula.
    pub speed: Value3,
    /// Coefficient of drag of a plate across the wind. Default: 1.
    #[serde(default = "one")]
    pub drag: Number,
    /// Coefficient of lift of a plate in the wind. Default: 0.
    #[serde(default)]
    pub lift: Number,
    /// Density of the air, kg/m³. Default: 1.2.
    #[serde(default = "air")]
    pub density: Number,
}

/// Active stress along fibres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Muscle {
    /// Direction of the fibres at rest, of any length but zero, in world coordinates; formulas in x, y, z.
    pub direction: Value3,
    /// What a fibre of rest length pulls with, Pa; a shorter one pulls less, in proportion.
    pub stress: Value,
}

/// A cable that runs through bodies without friction, and pulls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tendon {
    /// Name in files and messages. Default: `tendon`, numbered if there are several.
    #[serde(default)]
    pub name: String,
    /// The places it runs through, two at least.
    pub path: Vec<Guide>,
    /// Force with which it pulls, N, whatever its length is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pull: Option<Value>,
    /// Length to which it is wound up, m: it pulls where it is longer, as an elastic cable of some `stiffness`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Value>,
    /// With `length`: its stiffness, N/m. Default: ten times the modulus 2μ + λ of the stiffest body it runs through times its length
    /// at rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<Number>,
    /// It acts in steps that end after this time, s. Default: from the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Number>,
    /// It acts in steps that end no later, s. Default: for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Number>,
}

/// A place that a tendon runs through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// Name of the body it is in. Default: none, a place in the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The place, m: in the coordinates of the body's mesh, or of the world.
    pub point: Numbers3,
}

fn one() -> Number {
    Number(1.0)
}

fn air() -> Number {
    Number(1.2)
}
