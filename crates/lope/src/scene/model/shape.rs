//! `shape = …`: solids as expressions, and the pieces they are put together from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::Rotation;
use super::mesh::Complaint;
use super::names::names;
use super::number::{Number, Scale, Vec3, array};
use crate::geometry::sdf::Sdf;
use crate::geometry::{Transform, zoo};

names! {
    /// Shapes that can be built, all centred at the origin, their axis of symmetry y (up).
    Shape {
        /// A cuboid: `size`.
        Box = "box",
        /// A ball: `radius`.
        Sphere = "sphere",
        /// An ellipsoid: `radii` along the axes.
        Ellipsoid = "ellipsoid",
        /// A ring in the xz plane: `radius` of its middle circle, `tube` radius.
        Torus = "torus",
        /// A cylinder along y: `radius`, `height`.
        Cylinder = "cylinder",
        /// A cylinder along y with round ends: `radius`, `height` between the centres of the ends.
        Capsule = "capsule",
        /// A cone along y, its tip up: `radius`, `height`.
        Cone = "cone",
        /// What is in any of the `parts`.
        Union = "union",
        /// What is in all of the `parts`.
        Intersection = "intersection",
        /// What is in the first of the `parts` and in none of the others.
        Difference = "difference",
        /// A union of `parts` with rounded concave edges: `radius` is how near they come before they blend.
        SmoothUnion = "smooth-union",
        /// The one of `parts`, hollow: `thickness` of its wall.
        Shell = "shell",
        /// The one of `parts`, turned about y by `angle` degrees a metre.
        Twist = "twist",
        /// Copies of the one of `parts`: `count` and `spacing` along the axes.
        Repeat = "repeat",
        /// A bear, about 1 m tall, as are all the characters.
        Bear = "bear",
        /// A bunny, with long ears.
        Bunny = "bunny",
        /// A jellyfish, with a bell and tentacles.
        Jellyfish = "jellyfish",
        /// A cactus with arms.
        Cactus = "cactus",
        /// A hippo.
        Hippo = "hippo",
        /// An armadillo with limbs, tail and ears.
        Armadillo = "armadillo",
        /// A skull with eye sockets and a jaw.
        Skull = "skull",
        /// A rectangle in the xy plane, for 2D: `size`.
        Rectangle = "rectangle",
        /// A rectangle of triangles in the xz plane, cloth: `size`, `pattern`, `seed`.
        Sheet = "sheet",
        /// A line of edges along x: `length`.
        Rope = "rope",
    }
}

/// A piece of a shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Part {
    /// The shape of the piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// Edge lengths of a box, m. Default: 1 each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<Vec<Number>>,
    /// Radius, m (see `shape`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Number>,
    /// Half axes of an ellipsoid, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radii: Option<Vec3>,
    /// Radius of the tube of a torus, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tube: Option<Number>,
    /// Height of a cylinder, capsule or cone, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<Number>,
    /// Thickness of the wall of a shell, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thickness: Option<Number>,
    /// Turn of a twist, degrees a metre.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angle: Option<Number>,
    /// Copies along each axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<[u32; 3]>,
    /// Distance between copies along each axis, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spacing: Option<Vec3>,
    /// The pieces it is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Factor of size: a number, or one a direction. Applied first. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    /// A turn about the origin of the piece. Applied after `scale`. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotate: Option<Rotation>,
    /// A shift, m. Applied last. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translate: Option<Vec3>,
}

/// How deep shapes may be put into each other: deeper ones are mistakes, and would exhaust the stack.
const DEEPEST: usize = 32;

impl Shape {
    /// The keys that describe this shape, without those of its resolution.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Box | Self::Rectangle => &["size"],
            Self::Sphere => &["radius"],
            Self::Ellipsoid => &["radii"],
            Self::Torus => &["radius", "tube"],
            Self::Cylinder | Self::Capsule | Self::Cone => &["radius", "height"],
            Self::Union | Self::Intersection | Self::Difference => &["parts"],
            Self::SmoothUnion => &["parts", "radius"],
            Self::Shell => &["parts", "thickness"],
            Self::Twist => &["parts", "angle"],
            Self::Repeat => &["parts", "count", "spacing"],
            Self::Sheet => &["size", "pattern", "seed"],
            Self::Rope => &["length"],
            Self::Bear
            | Self::Bunny
            | Self::Jellyfish
            | Self::Cactus
            | Self::Hippo
            | Self::Armadillo
            | Self::Skull => &[],
        }
    }

    /// The dimension of the scenes it is for.
    pub const fn dimension(self) -> u8 {
        if matches!(self, Self::Rectangle) { 2 } else { 3 }
    }

    /// Whether it has an inside, so that it can be a part of other shapes.
    pub const fn is_solid(self) -> bool {
        !matches!(self, Self::Rectangle | Self::Sheet | Self::Rope)
    }
}

impl Part {
    /// The expression this piece stands for, placed.
    ///
    /// # Errors
    /// Everything that is missing, does not belong, or cannot be: key below this piece and message.
    pub fn sdf(&self) -> Result<Sdf, Vec<Complaint>> {
        let mut wrong = Vec::new();
        match self.read("", 0, &mut wrong) {
            Some(sdf) if wrong.is_empty() => match sdf.check() {
                Ok(()) => Ok(sdf),
                Err(error) => Err(vec![(String::new(), error.to_string())]),
            },
            _ => Err(wrong),
        }
    }

    fn given(&self) -> impl Iterator<Item = &'static str> {
        [
            ("size", self.size.is_some()),
            ("radius", self.radius.is_some()),
            ("radii", self.radii.is_some()),
            ("tube", self.tube.is_some()),
            ("height", self.height.is_some()),
            ("thickness", self.thickness.is_some()),
            ("angle", self.angle.is_some()),
            ("count", self.count.is_some()),
            ("spacing", self.spacing.is_some()),
            ("parts", !self.parts.is_empty()),
        ]
        .into_iter()
        .filter_map(|(key, is)| is.then_some(key))
    }

    fn read(&self, at: &str, depth: usize, wrong: &mut Vec<Complaint>) -> Option<Sdf> {
        let Some(shape) = self.shape.filter(|shape| shape.is_solid()) else {
            let solids = Shape::ALL.iter().filter(|shape| shape.is_solid()).map(|shape| shape.name());
            let list = solids.collect::<Vec<_>>().join(", ");
            wrong.push((format!("{at}shape"), format!("required: a solid, one of {list}")));
            return None;
        };
        if depth > DEEPEST {
            wrong.push((at.trim_end_matches('.').to_owned(), format!("more than {DEEPEST} shapes deep")));
            return None;
        }
        let keys = shape.keys();
        for key in self.given().filter(|key| !keys.contains(key)) {
            let list = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
            let message = format!("does not belong to the shape {shape}; its keys are {list}");
            wrong.push((format!("{at}{key}"), message));
        }
        if keys.contains(&"parts") {
            let one = matches!(shape, Shape::Shell | Shape::Twist | Shape::Repeat);
            if self.parts.is_empty() || (one && self.parts.len() != 1) {
                let many = if one { "one shape" } else { "a list of shapes" };
                wrong.push((format!("{at}parts"), format!("{shape} needs {many} in parts")));
                return None;
            }
        }
        let below = |(i, part): (usize, &Part), wrong: &mut Vec<Complaint>| {
            part.read(&format!("{at}parts.{i}."), depth + 1, wrong)
        };
        let parts: Vec<Option<Sdf>> = self.parts.iter().enumerate().map(|part| below(part, wrong)).collect();
        let parts: Vec<Sdf> = parts.into_iter().collect::<Option<_>>()?;
        let first = || parts.first().cloned().map(Box::new);
        let mut measure = Measure { at, wrong };
        let solid = match shape {
            Shape::Box => Sdf::Box { size: measure.size(self.size.as_deref()) },
            Shape::Sphere => Sdf::Sphere { radius: measure.length("radius", self.radius) },
            Shape::Ellipsoid => Sdf::Ellipsoid { radii: measure.vector("radii", self.radii) },
            Shape::Torus => Sdf::Torus {
                radius: measure.length("radius", self.radius),
                tube: measure.length("tube", self.tube),
            },
            Shape::Cylinder => Sdf::Cylinder {
                radius: measure.length("radius", self.radius),
                height: measure.length("height", self.height),
            },
            Shape::Capsule => Sdf::Capsule {
                radius: measure.length("radius", self.radius),
                height: measure.length("height", self.height),
            },
            Shape::Cone => Sdf::Cone {
                radius: measure.length("radius", self.radius),
                height: measure.length("height", self.height),
            },
            Shape::Union => Sdf::Union(parts),
            Shape::Intersection => Sdf::Intersection(parts),
            Shape::Difference => Sdf::Difference(parts),
            Shape::SmoothUnion => Sdf::SmoothUnion { parts, radius: measure.length("radius", self.radius) },
            Shape::Shell => {
                Sdf::Shell { part: first()?, thickness: measure.length("thickness", self.thickness) }
            }
            Shape::Twist => {
                let Some(angle) = self.angle else {
                    measure.missing("angle");
                    return None;
                };
                Sdf::Twist { part: first()?, rate: angle.get().to_radians() }
            }
            Shape::Repeat => {
                let spacing = measure.vector("spacing", self.spacing);
                let Some(count) = self.count else {
                    measure.missing("count");
                    return None;
                };
                Sdf::Repeat { part: first()?, count, spacing }
            }
            _ => zoo::character(shape.name())?,
        };
        Some(self.placed(solid))
    }

    fn placed(&self, solid: Sdf) -> Sdf {
        if self.scale.is_none() && self.rotate.is_none() && self.translate.is_none() {
            return solid;
        }
        let turn = self.rotate.map_or([0.0; 3], |turn| turn.vector());
        let by = Transform {
            scale: self.scale.map_or([1.0; 3], |scale| array(&scale.0)),
            translation: self.translate.map_or([0.0; 3], |shift| array(&shift)),
            ..Transform::default()
        };
        Sdf::Transform { part: Box::new(solid), by: by.rotated(turn) }
    }
}

/// Reads measures, noting what is wrong with them and going on.
pub(super) struct Measure<'a> {
    /// Prefix of the keys.
    pub(super) at: &'a str,
    /// What was wrong so far.
    pub(super) wrong: &'a mut Vec<Complaint>,
}

impl Measure<'_> {
    pub(super) fn complain(&mut self, key: &str, message: String) {
        self.wrong.push((format!("{}{key}", self.at), message));
    }

    pub(super) fn missing(&mut self, key: &str) {
        self.complain(key, "required by the shape, but missing".into());
    }

    /// A length greater than zero; 1 where it is wrong.
    pub(super) fn length(&mut self, key: &str, value: Option<Number>) -> f64 {
        match value {
            Some(value) if value.get() > 0.0 => return value.get(),
            Some(value) => {
                self.complain(key, format!("{value} is impossible: must be greater than 0 m"));
            }
            None => self.missing(key),
        }
        1.0
    }

    /// A factor greater than zero; 1 where it is wrong.
    pub(super) fn factor(&mut self, key: &str, value: Number) -> f64 {
        if value.get() > 0.0 {
            return value.get();
        }
        self.complain(key, format!("{value} is impossible: must be greater than 0"));
        1.0
    }

    fn vector(&mut self, key: &str, value: Option<Vec3>) -> [f64; 3] {
        let Some(value) = value else {
            self.missing(key);
            return [1.0; 3];
        };
        value.map(|length| self.length(key, Some(length)))
    }

    /// How many times longer inner edges may be: 1 or more.
    pub(super) fn grading(&mut self, value: Number) -> f64 {
        if value.get() >= 1.0 {
            return value.get();
        }
        self.complain("grading", format!("{value} is impossible: 1 for a uniform mesh, or more"));
        1.0
    }

    /// Edge lengths; 1 each where they are not given.
    pub(super) fn size<const N: usize>(&mut self, size: Option<&[Number]>) -> [f64; N] {
        let Some(size) = size else { return [1.0; N] };
        if size.iter().any(|length| length.get() <= 0.0) {
            self.complain("size", "every length must be greater than 0 m".into());
        }
        let lengths: Vec<f64> = size.iter().map(|length| length.get()).collect();
        lengths.try_into().unwrap_or_else(|list: Vec<f64>| {
            self.complain("size", format!("expected {N} lengths, found {}", list.len()));
            [1.0; N]
        })
    }
}
