//! `[[obstacle]]`: what bodies fall on, and how it pushes back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::Rotation;
use super::level_set::{GridSpec, LevelSet, ObstacleShape};
use super::names::names;
use super::number::{Number, Numbers3};
use super::pin::Motion;

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
    pub normal: Option<Numbers3>,
    /// Edge lengths of a box or rectangle, m. Default: 1 each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Vec<Number>>,
    /// Radius of what is round, of the middle circle of a torus, of the hole of a plate, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<Number>,
    /// Height of a cylinder or cone; of a capsule between the centres of its ends, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<Number>,
    /// Radius of the tube of a torus, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tube: Option<Number>,
    /// Radius of a cone at its upper end, m, less than `radius`. Default: 0, a tip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<Number>,
    /// Thickness of a plate, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thickness: Option<Number>,
    /// Radius by which the edges of the hole of a plate are rounded, m, at most half its thickness. Default: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rim: Option<Number>,
    /// File with a closed surface (OBJ, STL, PLY and others), relative to the scene file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Factor for the coordinates of a file, for its units: 0.001 reads millimetres. Default: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<Number>,
    /// The pieces a union, intersection or difference is put together of, each with the keys of a shape, `rotate` and
    /// `translate`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<LevelSet>,
    /// Whether bodies live inside the shape, which is a container then. Default: false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inside: bool,
    /// Keeps distances on a grid. Default: a formula; a mesh always has a grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid: Option<GridSpec>,
    /// A turn about the origin. Applied first. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotate: Option<Rotation>,
    /// A shift, m. Applied last. Default: none.
    #[serde(default)]
    pub translate: Numbers3,
    /// How it moves, with the keys of a pin's motion. An `expression` is the path of its origin. Default: it rests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<Motion>,
    /// How it pushes back. Default: ipc where `[contact]` has that model, else spring.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<ContactModel>,
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

impl Obstacle {
    /// An obstacle of this shape with the defaults of the format; its measures are still to be given.
    pub fn new(shape: ObstacleShape) -> Self {
        Self {
            name: String::new(),
            shape,
            normal: None,
            size: None,
            radius: None,
            height: None,
            tube: None,
            top: None,
            thickness: None,
            rim: None,
            path: None,
            scale: None,
            parts: Vec::new(),
            inside: false,
            grid: None,
            rotate: None,
            translate: Numbers3::default(),
            motion: None,
            model: None,
            stiffness: None,
            friction: Number::default(),
            margin: Number::default(),
            bodies: Vec::new(),
        }
    }

    /// How it pushes back; of one that says nothing and is not resolved, springs.
    pub fn contact(&self) -> ContactModel {
        self.model.unwrap_or(ContactModel::Spring)
    }

    /// Its shape, apart from where it is.
    pub fn level_set(&self) -> LevelSet {
        LevelSet {
            shape: self.shape,
            normal: self.normal,
            size: self.size.clone(),
            radius: self.radius,
            height: self.height,
            tube: self.tube,
            top: self.top,
            thickness: self.thickness,
            rim: self.rim,
            path: self.path.clone(),
            scale: self.scale,
            parts: self.parts.clone(),
            inside: self.inside,
            grid: self.grid,
            rotate: None,
            translate: None,
        }
    }
}
