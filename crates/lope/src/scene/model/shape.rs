//! `shape = …`: solids as expressions, and the pieces they are put together from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::Rotation;
use super::mesh::Complaint;
use super::names::{names, simple};
use super::number::{Number, Numbers3, Scale, array};
use crate::geometry::sdf::Sdf;
use crate::geometry::{Primitive, PrimitiveKind, Transform, zoo};

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
        /// An open tube of triangles along y, sleeves and hoses: `radius`, `height`.
        Tube = "tube",
        /// A line of edges along x: `length`.
        Rope = "rope",
    }
}

simple!(Shape);

/// A piece of a shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "Part")]
pub struct ShapePart {
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
    pub radii: Option<Numbers3>,
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
    pub spacing: Option<Numbers3>,
    /// The pieces it is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<ShapePart>,
    /// Factor of size: a number, or one a direction. Applied first. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    /// A turn about the origin of the piece. Applied after `scale`. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotate: Option<Rotation>,
    /// A shift, m. Applied last. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translate: Option<Numbers3>,
}

/// How deep shapes may be put into each other: deeper ones are mistakes, and would exhaust the stack.
pub(super) const DEEPEST: usize = 32;

impl Shape {
    /// The keys that describe this shape, without those of its resolution.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Box => PrimitiveKind::Box.keys(),
            Self::Sphere => PrimitiveKind::Sphere.keys(),
            Self::Torus => PrimitiveKind::Torus.keys(),
            Self::Cylinder => PrimitiveKind::Cylinder.keys(),
            Self::Capsule => PrimitiveKind::Capsule.keys(),
            // Cones of bodies have a tip.
            Self::Cone => &["radius", "height"],
            Self::Ellipsoid => &["radii"],
            Self::Rectangle => &["size"],
            Self::Union | Self::Intersection | Self::Difference => &["parts"],
            Self::SmoothUnion => &["parts", "radius"],
            Self::Shell => &["parts", "thickness"],
            Self::Twist => &["parts", "angle"],
            Self::Repeat => &["parts", "count", "spacing"],
            Self::Sheet => &["size", "pattern", "seed"],
            Self::Tube => &["radius", "height"],
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
        !matches!(self, Self::Rectangle | Self::Sheet | Self::Tube | Self::Rope)
    }
}

impl ShapePart {
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
        let below = |(i, part): (usize, &ShapePart), wrong: &mut Vec<Complaint>| {
            part.read(&format!("{at}parts.{i}."), depth + 1, wrong)
        };
        let parts: Vec<Option<Sdf>> = self.parts.iter().enumerate().map(|part| below(part, wrong)).collect();
        let parts: Vec<Sdf> = parts.into_iter().collect::<Option<_>>()?;
        let first = || parts.first().cloned().map(Box::new);
        let mut measure = Measure { at, wrong };
        let solid = match shape {
            Shape::Ellipsoid => Sdf::Ellipsoid { radii: measure.vector("radii", self.radii) },
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
            _ => match shape.primitive() {
                Some(kind) => measure.simple(kind, &self.measures()).into(),
                None => zoo::character(shape.name())?,
            },
        };
        Some(self.placed(solid))
    }

    fn measures(&self) -> Measures<'_> {
        let Self { size, radius, height, tube, .. } = self;
        Measures { size: size.as_deref(), radius: *radius, height: *height, tube: *tube, top: None }
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

/// What a table says about the measures of a simple shape.
pub(super) struct Measures<'a> {
    pub(super) size: Option<&'a [Number]>,
    pub(super) radius: Option<Number>,
    pub(super) height: Option<Number>,
    pub(super) tube: Option<Number>,
    pub(super) top: Option<Number>,
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

    /// A simple shape; measures that are wrong by themselves are 1.
    pub(super) fn simple(&mut self, kind: PrimitiveKind, given: &Measures<'_>) -> Primitive {
        let mut length = |key: &str, value: Option<Number>| self.length(key, value);
        match kind {
            PrimitiveKind::Box => Primitive::Box { size: self.size(given.size) },
            PrimitiveKind::Sphere => Primitive::Sphere { radius: length("radius", given.radius) },
            PrimitiveKind::Torus => {
                Primitive::Torus { radius: length("radius", given.radius), tube: length("tube", given.tube) }
            }
            PrimitiveKind::Cylinder => Primitive::Cylinder {
                radius: length("radius", given.radius),
                height: length("height", given.height),
            },
            PrimitiveKind::Capsule => Primitive::Capsule {
                radius: length("radius", given.radius),
                height: length("height", given.height),
            },
            PrimitiveKind::Cone => Primitive::Cone {
                radius: length("radius", given.radius),
                height: length("height", given.height),
                top: given.top.map_or(0.0, Number::get),
            },
        }
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

    fn vector(&mut self, key: &str, value: Option<Numbers3>) -> [f64; 3] {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::model::{LevelSet, ObstacleShape};

    /// The law of simple shapes: bodies and obstacles have every one, by its name, with its keys, and read it from them.
    #[test]
    fn scenes_have_every_simple_shape_by_its_name_and_keys() {
        for &kind in PrimitiveKind::ALL {
            let (shape, obstacle) = (Shape::from(kind), ObstacleShape::from(kind));
            assert_eq!((shape.name(), obstacle.name()), (kind.name(), kind.name()));
            assert_eq!((shape.primitive(), obstacle.primitive()), (Some(kind), Some(kind)));
            let keys: Vec<&str> = kind.keys().iter().copied().filter(|key| *key != "top").collect();
            assert_eq!((shape.keys(), obstacle.keys()), (keys.as_slice(), kind.keys()));
            let table = |keys: &[&str]| {
                let value = |key: &&str| match *key {
                    "size" => "size = [0.8, 0.6, 0.4]".to_owned(),
                    "tube" | "top" => format!("{key} = 0.125"),
                    key => format!("{key} = 0.25"),
                };
                let lines: Vec<String> = keys.iter().map(value).collect();
                format!("shape = \"{}\"\n{}", kind.name(), lines.join("\n"))
            };
            let part: ShapePart = toml::from_str(&table(shape.keys())).unwrap();
            let Ok(Sdf::Simple(solid)) = part.sdf() else { panic!("{kind:?}: {:?}", part.sdf()) };
            let level_set: LevelSet = toml::from_str(&table(obstacle.keys())).unwrap();
            let form = level_set.form(&|_| Err("no files".into()));
            let Ok(crate::contact::Shape::Simple(met)) = form else { panic!("{kind:?}: {form:?}") };
            assert_eq!((solid.kind(), met.kind(), solid.check(), met.check()), (kind, kind, Ok(()), Ok(())));
            assert_eq!(solid.reach(), met.reach());
        }
    }
}
