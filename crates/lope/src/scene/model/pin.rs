//! `[[body.pin]]`: vertices that are held or moved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::{Number, Numbers3, array};
use crate::body::motion::{self, MotionError};
use crate::body::select::Region;

/// Which vertices, in the coordinates of the mesh before `scale`, `rotate` and `translate`: moving a body does
/// not change which vertices are meant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Where {
    /// Between two corners: [[x, y, z] least, [x, y, z] greatest], m.
    Box([Numbers3; 2]),
    /// Within a radius of a point.
    Sphere {
        /// The point, m.
        center: Numbers3,
        /// The radius, m.
        radius: Number,
    },
    /// On the side of a plane its normal points to, the plane included.
    Plane {
        /// A point of the plane, m.
        point: Numbers3,
        /// The normal, of any length but zero.
        normal: Numbers3,
    },
    /// By number, from 0.
    Vertices(Vec<u32>),
    /// Every vertex: `{ all = true }`.
    All(bool),
    /// A named group of the mesh file.
    Group(String),
}

impl Where {
    /// The region of space or list of vertices meant.
    pub fn region(&self) -> Region {
        match self {
            Self::Box([min, max]) => Region::Box { min: array(min), max: array(max) },
            Self::Sphere { center, radius } => Region::Sphere { center: array(center), radius: radius.get() },
            Self::Plane { point, normal } => Region::HalfSpace { point: array(point), normal: array(normal) },
            Self::Vertices(list) => Region::Vertices(list.clone()),
            Self::All(true) => Region::All,
            Self::All(false) => Region::Vertices(Vec::new()),
            Self::Group(name) => Region::Group(name.clone()),
        }
    }
}

/// A steady turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spin {
    /// Direction of the axis, of any length but zero.
    pub axis: Numbers3,
    /// A point of the axis, m. Default: the origin.
    #[serde(default)]
    pub center: Numbers3,
    /// Angular velocity, rad/s.
    pub rate: Number,
}

/// A turn by an angle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Direction of the axis, of any length but zero; the same in every keyframe of a motion.
    pub axis: Numbers3,
    /// Angle, degrees; more than 360 is more than one turn.
    pub angle: Number,
    /// A point of the axis, m; the same in every keyframe of a motion. Default: the origin.
    #[serde(default)]
    pub center: Numbers3,
}

/// Where pinned vertices are at one time; linear between keyframes, held before the first and after the last.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Keyframe {
    /// Time after the motion's start, s.
    pub t: Number,
    /// Shift from the start position, m. Default: none.
    #[serde(default)]
    pub translate: Numbers3,
    /// Turn from the start position, before the shift. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotate: Option<Turn>,
}

/// How vertices move, in world coordinates. The parts combine, in this order: `expression`, `keyframes`,
/// `rotation`, `velocity`. Times count from `start`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Motion {
    /// The time the motion begins, s; before it vertices are held. Default: 0.
    pub start: Number,
    /// A steady shift, m/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<Numbers3>,
    /// A steady turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Spin>,
    /// Positions at given times.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keyframes: Vec<Keyframe>,
    /// Position by formula, for example ["x + 0.1*sin(2*pi*t)", "y", "z"]. Names: t (time, s), x, y, z (start
    /// position, m), pi; + - * / ^ and functions like sin, cos, exp, sqrt, abs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expression: Option<[String; 3]>,
}

impl Motion {
    /// The motion ready to be evaluated.
    ///
    /// # Errors
    /// What is wrong first, with the part it is in.
    pub fn compile(&self) -> Result<motion::Motion, MotionError> {
        let mut compiled = motion::Motion::held().starting_at(self.start.get());
        if let Some(formulas) = &self.expression {
            compiled = compiled.with_expression([&formulas[0], &formulas[1], &formulas[2]])?;
        }
        if !self.keyframes.is_empty() {
            compiled = compiled.with_keyframes(self.keyframes.iter().map(|key| motion::Keyframe {
                t: key.t.get(),
                translate: array(&key.translate),
                turn: key.rotate.map(|turn| motion::Turn {
                    axis: array(&turn.axis),
                    center: array(&turn.center),
                    angle: turn.angle.get().to_radians(),
                }),
            }))?;
        }
        if let Some(spin) = self.rotation {
            compiled = compiled.with_rotation(array(&spin.axis), array(&spin.center), spin.rate.get())?;
        }
        if let Some(velocity) = self.velocity {
            compiled = compiled.with_velocity(array(&velocity));
        }
        Ok(compiled)
    }
}

/// Vertices that are held, or moved along a path whatever it takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// Which vertices, in the mesh's own coordinates.
    #[serde(rename = "where")]
    pub region: Where,
    /// How they move. Default: they are held where they start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<Motion>,
    /// The time from which they are free, s. Default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<Number>,
    /// Which of x, y and z are held; the others are free. Default: all three.
    #[serde(default = "all_axes")]
    pub axes: [bool; 3],
}

impl Pin {
    /// Vertices that are held where they start, for good.
    pub fn new(region: Where) -> Self {
        Self { region, motion: None, release: None, axes: all_axes() }
    }
}

fn all_axes() -> [bool; 3] {
    [true; 3]
}
