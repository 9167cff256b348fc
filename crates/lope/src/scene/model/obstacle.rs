//! `[[obstacle]]`: what bodies fall on, and how it pushes back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::Rotation;
use super::mesh::Complaint;
use super::names::names;
use super::number::{Number, Vec3, array};
use super::pin::Motion;
use super::shape::Measure;
use crate::contact::Shape;

names! {
    /// Shapes of obstacles, all centred at the origin, their axis of symmetry y (up).
    ObstacleShape {
        /// All of space below a plane through the origin: `normal`.
        Plane = "plane",
        /// A ball, or a disc in 2D: `radius`.
        Sphere = "sphere",
        /// A cuboid: `size`.
        Box = "box",
        /// A cylinder along y with round ends: `radius`, `height` between the centres of the ends.
        Capsule = "capsule",
        /// A rectangle, for 2D: `size`.
        Rectangle = "rectangle",
    }
}

names! {
    /// How contact is kept.
    ContactModel {
        /// Constraints of the minimization: at the end of a step no vertex is inside. For shapes with an exact distance.
        Constraint = "constraint",
        /// A penalty k d³ of the depth d of each vertex: `stiffness`, N/m². For every shape.
        Penalty = "penalty",
        /// Springs for vertices that are inside when a step begins: `stiffness`, `friction`, `margin`.
        Spring = "spring",
        /// Positions and velocities are corrected after the step: what not to do with long ones.
        Post = "post",
        /// A barrier that nothing passes.
        Ipc = "ipc",
    }
}

/// Something that bodies meet, and that no body moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Obstacle {
    /// Name in files and messages, of letters, digits, - _ and points. Default: `obstacle`, numbered if there are
    /// several.
    #[serde(default)]
    pub name: String,
    /// What it looks like.
    pub shape: ObstacleShape,
    /// Where a plane faces: the side that is free. Of any length but zero. Default: [0, 1, 0].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal: Option<Vec3>,
    /// Edge lengths of a box or rectangle, m. Default: 1 each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Vec<Number>>,
    /// Radius of a sphere or capsule, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<Number>,
    /// Distance between the centres of the ends of a capsule, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<Number>,
    /// A turn about the origin. Applied first. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotate: Option<Rotation>,
    /// A shift, m. Applied last. Default: none.
    #[serde(default)]
    pub translate: Vec3,
    /// How it moves, with the keys of a pin's motion. An `expression` is the path of its origin. Default: it rests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<Motion>,
    /// How it pushes back. Default: spring.
    #[serde(default = "spring")]
    pub model: ContactModel,
    /// Stiffness: of each vertex's collision spring, N/m (weight over stiffness is how deep things sink in), or of the
    /// penalty, N/m². For the models spring and penalty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<Number>,
    /// Coefficient of friction: tangential force over normal force, at most. Default: 0.
    #[serde(default)]
    pub friction: Number,
    /// For the model spring: distance below which a vertex gets its spring before it is inside, m. Raise it to the distance things move in
    /// a step if they enter too deep. Default: 0, vertices inside only.
    #[serde(default)]
    pub margin: Number,
    /// Names of the bodies that meet it. Default: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<String>,
}

fn spring() -> ContactModel {
    ContactModel::Spring
}

impl ObstacleShape {
    /// The keys that describe this shape.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Plane => &["normal"],
            Self::Sphere => &["radius"],
            Self::Box | Self::Rectangle => &["size"],
            Self::Capsule => &["radius", "height"],
        }
    }
}

impl Obstacle {
    /// The shape with its measures.
    ///
    /// # Errors
    /// Everything that is missing, does not belong, or cannot be: key below this obstacle and message.
    pub fn form(&self) -> Result<Shape, Vec<Complaint>> {
        let mut wrong = Vec::new();
        let given = [
            ("normal", self.normal.is_some()),
            ("size", self.size.is_some()),
            ("radius", self.radius.is_some()),
            ("height", self.height.is_some()),
        ];
        let keys = self.shape.keys();
        for (key, _) in given.into_iter().filter(|(key, is)| *is && !keys.contains(key)) {
            let message = format!("does not belong to a {}; its keys are {}", self.shape, keys.join(", "));
            wrong.push((key.to_owned(), message));
        }
        let mut measure = Measure { at: "", wrong: &mut wrong };
        let shape = match self.shape {
            ObstacleShape::Plane => {
                let normal = self.normal.map_or([0.0, 1.0, 0.0], |normal| array(&normal));
                // Scaled first: squares of very long or short vectors are not numbers.
                let largest = normal.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
                let normal = normal.map(|n| n / largest);
                let length = normal.iter().map(|n| n * n).sum::<f64>().sqrt();
                if largest == 0.0 {
                    wrong.push(("normal".into(), "a vector of length 0 has no direction".into()));
                }
                Shape::HalfSpace { normal: normal.map(|n| n / length) }
            }
            ObstacleShape::Sphere => Shape::Ball { radius: measure.length("radius", self.radius) },
            ObstacleShape::Box => {
                Shape::Cuboid { half: measure.size::<3>(self.size.as_deref()).map(|length| 0.5 * length) }
            }
            ObstacleShape::Rectangle => {
                let [x, y] = measure.size::<2>(self.size.as_deref()).map(|length| 0.5 * length);
                Shape::Cuboid { half: [x, y, f64::INFINITY] }
            }
            ObstacleShape::Capsule => Shape::Capsule {
                radius: measure.length("radius", self.radius),
                half: 0.5 * measure.length("height", self.height),
            },
        };
        if wrong.is_empty() { Ok(shape) } else { Err(wrong) }
    }
}
