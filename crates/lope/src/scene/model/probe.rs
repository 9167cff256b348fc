//! `[[probe]]`: what is measured in every step.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::names;
use super::number::Numbers3;
use super::pin::Where;

names! {
    /// What a probe records.
    Quantity {
        /// Where it is, m: of a region the centre of its mass.
        Position = "position",
        /// How far it is from where it is at rest, m.
        Displacement = "displacement",
        /// How fast it is, m/s.
        Velocity = "velocity",
        /// Mean Cauchy stress, Pa: xx, yy, zz, yz, xz, xy.
        Stress = "stress",
        /// Volume, m³, of the elements there; or of what a closed surface encloses that is all that is selected, such as the wall of a
        /// cavity.
        Volume = "volume",
        /// Area of the surface there, m².
        Area = "area",
        /// Length of the way through `points`, m.
        Distance = "distance",
        /// Angle at the second of three `points`, degrees.
        Angle = "angle",
    }
}

/// Something that is measured of a body in every step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    /// Name in files and messages. Default: `probe`, numbered if there are several.
    #[serde(default)]
    pub name: String,
    /// Name of the body. Default: the only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// A region, in the mesh's own coordinates.
    #[serde(rename = "where", default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Where>,
    /// A point of the body, in the mesh's own coordinates, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<Numbers3>,
    /// Several points of the body, for `distance` (2 or more) and `angle` (3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<Numbers3>>,
    /// What is recorded. Default: position.
    #[serde(default = "position")]
    pub record: Vec<Quantity>,
}

fn position() -> Vec<Quantity> {
    vec![Quantity::Position]
}
