//! `[[joint]]`: what holds two bodies together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::names;
use super::number::{Number, Numbers3};
use super::value::Value;

names! {
    /// Which motions a joint leaves to b as a sees it.
    JointType {
        /// None: both move as one.
        Weld = "weld",
        /// Every rotation about a point.
        Ball = "ball",
        /// The rotation about an axis.
        Hinge = "hinge",
        /// The way along an axis.
        Slider = "slider",
        /// All in which two points keep their distance, or one within limits.
        Distance = "distance",
        /// All, against a spring between two points.
        Spring = "spring",
        /// Rotations about a point that tilt an axis no farther than the second of its limits.
        Cone = "cone",
    }
}

/// A motor of a hinge or a slider.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JointMotor {
    /// How fast b should go relative to a, rad/s about the axis, or m/s along it: a number, or a formula or a table in `t`.
    pub speed: Value,
    /// Greatest torque, N·m, or force, N: a number, or a formula or a table in `t`.
    pub max: Value,
}

/// A joint between two bodies, or a body and the world. Angles and ways are those of b relative to a, right-handed about the axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Joint {
    /// Name in files and messages. Default: `joint`, numbered if there are several.
    #[serde(default)]
    pub name: String,
    /// Which motions it leaves.
    #[serde(rename = "type")]
    pub kind: JointType,
    /// The bodies a and b; "world" for a place in space.
    pub between: [String; 2],
    /// Where it is at the start, m, in the world; of distance and spring the point of a.
    pub at: Numbers3,
    /// distance, spring: the point of b at the start, m. Default: `at`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Numbers3>,
    /// hinge, slider, cone: its axis at the start, of any length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<Numbers3>,
    /// Least and greatest angle of a hinge, degrees, way of a slider, m, or length of a distance, m; of a cone 0 and the greatest tilt,
    /// degrees. The start is 0, but of a distance. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<[Number; 2]>,
    /// hinge, slider: what drives it. Default: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motor: Option<JointMotor>,
    /// spring: its stiffness, N/m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<Number>,
    /// spring: its damping, N·s/m. Default: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damping: Option<Number>,
    /// distance, spring: the length it has without force, m. Default: that at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Number>,
    /// Widest gap that is none, m. Default: a ten thousandth of the smaller body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<Number>,
    /// Force at which it breaks, N. Default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<Number>,
    /// Whether the two bodies meet each other where barriers keep bodies apart. Default: false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub collide: bool,
}

/// What a joint is to where it is no body.
pub const WORLD: &str = "world";

impl Joint {
    /// A joint with the defaults of the format.
    pub fn new(kind: JointType, between: [&str; 2], at: [f64; 3]) -> Self {
        Self {
            name: String::new(),
            kind,
            between: between.map(str::to_owned),
            at: at.map(Number),
            to: None,
            axis: None,
            limits: None,
            motor: None,
            stiffness: None,
            damping: None,
            length: None,
            tolerance: None,
            breaks: None,
            collide: false,
        }
    }
}
