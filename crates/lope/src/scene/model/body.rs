//! `[[body]]`: the things that move.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::load::Load;
use super::material::Material;
use super::mesh::Mesh;
use super::names::names;
use super::number::{Number, Numbers3, Scale, array};
use super::pin::{Motion, Pin, Where};
use super::rigid::Rigid;
use super::shell::Shell;
use super::springs::Springs;
use super::state::State;
use crate::math::vec3::norm;

names! {
    /// What a body is made of.
    BodyKind {
        /// A volume of tetrahedra, or of triangles in 2D. The default.
        Solid = "solid",
        /// A thin surface.
        Shell = "shell",
        /// Cloth, ropes and nets: masses joined by springs.
        Springs = "springs",
        /// A thing that keeps its shape: a closed surface, or a solid.
        Rigid = "rigid",
        /// Snow: a material point method.
        Snow = "snow",
    }
}

/// A turn about an axis through the origin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rotation {
    /// Direction of the axis, of any length but zero.
    pub axis: Numbers3,
    /// Angle, degrees, counter-clockwise seen from the tip of the axis.
    pub angle: Number,
}

impl Rotation {
    /// Axis times angle, rad.
    pub fn vector(&self) -> [f64; 3] {
        let axis = array(&self.axis);
        let length = norm(axis);
        axis.map(|a| a / length * self.angle.get().to_radians())
    }
}

/// Copies of a body on a grid, each a body of its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Copies {
    /// How many along each axis; [1, 5, 1] is a stack.
    pub count: [u32; 3],
    /// Distance between them along each axis, m. The grid is centred where the body would be.
    pub spacing: Numbers3,
}

/// The shape a body starts in, if it is not its rest shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Start {
    /// Every vertex anywhere in the body's bounding box, uniformly.
    Random {
        /// Seed of the random numbers: the same seed gives the same start.
        seed: u32,
    },
    /// Every vertex at this one point, m.
    Point(Numbers3),
    /// Stretched by these factors in x, y and z about the middle of the bounding box.
    Stretch(Numbers3),
    /// Every vertex at its own place, m: one for each, in the order of the mesh.
    Positions(Vec<Numbers3>),
}

/// Loss of energy beyond what the integrator takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Damping {
    /// Drag against motion through space: force per mass and velocity, 1/s. Default: 0.
    pub drag: Number,
    /// Stiffness-proportional damping: the time by which the rate of strain acts like strain, s. Default: 0.
    pub rayleigh: Number,
    /// The part, 0 to 1, that every step takes of the velocity beyond that of a rigid body: slows deformation and keeps
    /// both momenta. Default: 0.
    pub nonrigid: Number,
}

/// Springs from vertices to places in space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// Which vertices, in the mesh's own coordinates.
    #[serde(rename = "where")]
    pub region: Where,
    /// Stiffness of each vertex's spring, N/m.
    pub stiffness: Number,
    /// How the places move. Default: they rest where the vertices start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<Motion>,
    /// Whether vertices of the embedded surface are meant (`mesh.embed`), and not those of the solid around it. Default: false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub embedded: bool,
}

/// A part of a body that is of another material.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inclusion {
    /// Where, in the mesh's own coordinates: the elements all of whose vertices are meant.
    #[serde(rename = "where")]
    pub region: Where,
    /// How these elements resist deformation, and their density.
    pub material: Material,
}

/// A thing that moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Name in files and messages, of letters, digits, - _ and points. Default: `body`, numbered if there are
    /// several.
    #[serde(default)]
    pub name: String,
    /// What the body is made of. Default: solid.
    #[serde(default = "solid")]
    pub kind: BodyKind,
    /// The rest shape.
    pub mesh: Mesh,
    /// Factor of size: a number, or one a direction. Applied first. Default: 1.
    #[serde(default)]
    pub scale: Scale,
    /// A turn about the mesh's origin. Applied after `scale`. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotate: Option<Rotation>,
    /// A shift, m. Applied last. Default: none.
    #[serde(default)]
    pub translate: Numbers3,
    /// Copies on a grid, numbered behind the name. Default: none, the body alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copies: Option<Copies>,
    /// Velocity at the start, m/s. Default: at rest.
    #[serde(default)]
    pub velocity: Numbers3,
    /// Angular velocity at the start about the centre of mass, rad/s. Default: none.
    #[serde(default)]
    pub angular_velocity: Numbers3,
    /// How the body resists deformation, and its density. Required by solids and shells; bodies of springs have none, of rigid ones only the
    /// density counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<Material>,
    /// Mass of a rigid body, kg, if its material has no density to give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<Number>,
    /// How a rigid body is held together, and its inertia.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rigid: Option<Rigid>,
    /// Parts of other materials; where they overlap the last one counts. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inclusion: Vec<Inclusion>,
    /// The shape the body starts in. Default: its rest shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// A run to go on from, in place of `start`, `velocity` and `angular_velocity`. Default: that of the scene, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// Loss of energy beyond what the integrator takes. Default: none.
    #[serde(default)]
    pub damping: Damping,
    /// Springs along the edges of the mesh. Required by bodies of springs; solids have none by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub springs: Option<Springs>,
    /// Thickness and bending. Required by shells, and theirs alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell: Option<Shell>,
    /// Vertices that are held or moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pin: Vec<Pin>,
    /// Vertices drawn to places by springs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attach: Vec<Attachment>,
    /// Forces on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub load: Vec<Load>,
}

impl Body {
    /// A body of this rest shape with the defaults of the format: what it is made of is still to be given.
    pub fn new(mesh: Mesh) -> Self {
        Self {
            name: String::new(),
            kind: solid(),
            mesh,
            scale: Scale::default(),
            rotate: None,
            translate: Numbers3::default(),
            copies: None,
            velocity: Numbers3::default(),
            angular_velocity: Numbers3::default(),
            material: None,
            mass: None,
            rigid: None,
            inclusion: Vec::new(),
            start: None,
            state: None,
            damping: Damping::default(),
            springs: None,
            shell: None,
            pin: Vec::new(),
            attach: Vec::new(),
            load: Vec::new(),
        }
    }
}

fn solid() -> BodyKind {
    BodyKind::Solid
}
