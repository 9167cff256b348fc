//! What an obstacle looks like: simple shapes, files, and shapes put together of placed parts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::Rotation;
use super::mesh::Complaint;
use super::names::{names, simple};
use super::number::{Number, Numbers3, array};
use super::shape::{DEEPEST, Measure, Measures};
use crate::contact::{Grid, GridError, Interpolation, Operation, PlacedShape, Pose, Shape};
use crate::geometry::{Primitive, PrimitiveKind, Transform, TriMesh};
use crate::math::vec3::norm;

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
        /// A cylinder along y: `radius`, `height`.
        Cylinder = "cylinder",
        /// A ring in the xz plane: `radius` of its middle circle, `tube` radius.
        Torus = "torus",
        /// A cone along y, its tip up: `radius`, `height`, and `top`, a second radius, where it has no tip.
        Cone = "cone",
        /// An infinite plate across y with a round hole: `thickness`, `radius` of the hole, `rim` to round its edges.
        Plate = "plate",
        /// A rectangle, for 2D: `size`.
        Rectangle = "rectangle",
        /// The solid that a closed surface from a file encloses: `path`, `scale`, `grid`.
        Mesh = "mesh",
        /// What is in any of the `parts`.
        Union = "union",
        /// What is in all of the `parts`.
        Intersection = "intersection",
        /// What is in the first of the `parts` and in none of the others.
        Difference = "difference",
    }
}

simple!(ObstacleShape);

names! {
    /// How values between those of a grid are found.
    GridInterpolation {
        /// Linear along each axis: normals jump from cell to cell.
        Linear = "linear",
        /// Cubic along each axis: normals are continuous.
        Cubic = "cubic",
    }
}

/// Distances kept on a grid instead of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridSpec {
    /// Cells along the longest edge of the shape, 2 to 256. Details smaller than a cell are lost. Default: 64.
    #[serde(default = "sixty_four")]
    pub cells: u32,
    /// How values between those of the grid are found. Default: cubic.
    #[serde(default = "cubic")]
    pub interpolation: GridInterpolation,
}

fn sixty_four() -> u32 {
    64
}

fn cubic() -> GridInterpolation {
    GridInterpolation::Cubic
}

impl Default for GridSpec {
    fn default() -> Self {
        Self { cells: sixty_four(), interpolation: cubic() }
    }
}

/// A part of an obstacle, with the keys of an obstacle's shape and its own place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelSet {
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
    /// The pieces a shape is put together of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<LevelSet>,
    /// Whether everything but the shape is meant. Default: false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inside: bool,
    /// Keeps distances on a grid. Default: a formula; a mesh always has a grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid: Option<GridSpec>,
    /// A turn about the origin. Applied first. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotate: Option<Rotation>,
    /// A shift, m. Applied last. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translate: Option<Numbers3>,
}

impl ObstacleShape {
    /// The keys that describe this shape, beside `inside` and `grid`.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Plane => &["normal"],
            Self::Sphere => PrimitiveKind::Sphere.keys(),
            Self::Box => PrimitiveKind::Box.keys(),
            Self::Capsule => PrimitiveKind::Capsule.keys(),
            Self::Cylinder => PrimitiveKind::Cylinder.keys(),
            Self::Torus => PrimitiveKind::Torus.keys(),
            Self::Cone => PrimitiveKind::Cone.keys(),
            Self::Rectangle => &["size"],
            Self::Plate => &["thickness", "radius", "rim"],
            Self::Mesh => &["path", "scale"],
            Self::Union | Self::Intersection | Self::Difference => &["parts"],
        }
    }
}

/// Reads the surface in a file of a scene, or says why it cannot.
pub type Files<'a> = dyn Fn(&str) -> Result<TriMesh, String> + 'a;

impl LevelSet {
    /// Whether it is a formula: there is no mesh and no grid in it.
    pub fn is_analytic(&self) -> bool {
        let own = self.shape != ObstacleShape::Mesh && self.grid.is_none();
        own && self.parts.iter().all(LevelSet::is_analytic)
    }

    /// Everything that is missing, does not belong, or cannot be, as far as can be said without files: key below this
    /// shape and message.
    pub fn problems(&self) -> Vec<Complaint> {
        let mut wrong = Vec::new();
        self.read("", 0, None, &mut wrong);
        wrong
    }

    /// The shape with its measures, its place apart.
    ///
    /// # Errors
    /// What [`problems`](Self::problems) finds, and what is wrong with files and grids.
    pub fn form(&self, files: &Files<'_>) -> Result<Shape, Vec<Complaint>> {
        let mut wrong = Vec::new();
        match self.read("", 0, Some(files), &mut wrong) {
            Some(shape) if wrong.is_empty() => Ok(shape),
            _ => Err(wrong),
        }
    }

    /// Where it is in what it is a part of.
    pub fn pose(&self) -> Pose {
        let turn = self.rotate.map_or([0.0; 3], |turn| turn.vector());
        let rotation = Transform::default().rotated(turn).rotation;
        Pose { rotation, translation: self.translate.map_or([0.0; 3], |shift| array(&shift)) }
    }

    fn given(&self) -> impl Iterator<Item = &'static str> {
        [
            ("normal", self.normal.is_some()),
            ("size", self.size.is_some()),
            ("radius", self.radius.is_some()),
            ("height", self.height.is_some()),
            ("tube", self.tube.is_some()),
            ("top", self.top.is_some()),
            ("thickness", self.thickness.is_some()),
            ("rim", self.rim.is_some()),
            ("path", self.path.is_some()),
            ("scale", self.scale.is_some()),
            ("parts", !self.parts.is_empty()),
        ]
        .into_iter()
        .filter_map(|(key, is)| is.then_some(key))
    }

    /// Without files there is no shape where one of them or a grid is needed, and none is sampled.
    fn read(
        &self,
        at: &str,
        depth: usize,
        files: Option<&Files<'_>>,
        wrong: &mut Vec<Complaint>,
    ) -> Option<Shape> {
        let keys = self.shape.keys();
        for key in self.given().filter(|key| !keys.contains(key)) {
            let article = if self.shape == ObstacleShape::Intersection { "an" } else { "a" };
            let message =
                format!("does not belong to {article} {}; its keys are {}", self.shape, keys.join(", "));
            wrong.push((format!("{at}{key}"), message));
        }
        if depth > DEEPEST {
            wrong.push((at.trim_end_matches('.').to_owned(), format!("more than {DEEPEST} shapes deep")));
            return None;
        }
        if self.rotate.is_some_and(|turn| turn.axis.iter().all(|x| x.get() == 0.0)) {
            wrong.push((format!("{at}rotate.axis"), "a vector of length 0 has no direction".into()));
        }
        let before = wrong.len();
        let spec = self.grid.unwrap_or_default();
        let cells = spec.cells;
        if !(Grid::LEAST_CELLS..=Grid::MOST_CELLS).contains(&cells) {
            wrong.push((format!("{at}grid.cells"), GridError::Cells { cells }.to_string()));
        }
        let interpolation = match spec.interpolation {
            GridInterpolation::Linear => Interpolation::Linear,
            GridInterpolation::Cubic => Interpolation::Cubic,
        };
        let sampled = if self.shape == ObstacleShape::Mesh {
            let mesh = self.surface(at, files, wrong)?;
            Grid::of_mesh(&mesh, cells, interpolation).map_err(|error| ("path", error))
        } else {
            let shape = self.solid(at, depth, files, wrong)?;
            if self.grid.is_none() {
                return Some(self.sided(shape));
            }
            if files.is_none() || wrong.len() > before {
                return None;
            }
            Grid::of_shape(&shape, cells, interpolation).map_err(|error| ("grid", error))
        };
        match sampled {
            Ok(grid) => Some(self.sided(Shape::Grid(grid.into()))),
            Err((key, error)) => {
                let name = self.path.as_ref().map(|path| format!("{path}: ")).unwrap_or_default();
                wrong.push((format!("{at}{key}"), format!("{name}{error}")));
                None
            }
        }
    }

    fn sided(&self, shape: Shape) -> Shape {
        if self.inside { shape.complement() } else { shape }
    }

    /// The surface from the file; none if there is none, or it is not to be read.
    fn surface(&self, at: &str, files: Option<&Files<'_>>, wrong: &mut Vec<Complaint>) -> Option<TriMesh> {
        let mut measure = Measure { at, wrong };
        let scale = self.scale.map_or(1.0, |scale| measure.factor("scale", scale));
        let Some(path) = &self.path else {
            measure.missing("path");
            return None;
        };
        match files?(path) {
            Ok(mut mesh) => {
                mesh.points.as_flattened_mut().iter_mut().for_each(|x| *x *= scale);
                Some(mesh)
            }
            Err(message) => {
                measure.complain("path", message);
                None
            }
        }
    }

    /// The shape as a formula. Measures that are wrong are noted, and are 1.
    fn solid(
        &self,
        at: &str,
        depth: usize,
        files: Option<&Files<'_>>,
        wrong: &mut Vec<Complaint>,
    ) -> Option<Shape> {
        let mut measure = Measure { at, wrong };
        Some(match self.shape {
            ObstacleShape::Plane => Shape::HalfSpace { normal: self.facing(&mut measure) },
            ObstacleShape::Rectangle => {
                let [x, y] = measure.size(self.size.as_deref());
                Primitive::Box { size: [x, y, f64::INFINITY] }.into()
            }
            ObstacleShape::Plate => {
                let half = 0.5 * measure.length("thickness", self.thickness);
                let hole = measure.length("radius", self.radius);
                let rim = self.rim.map_or(0.0, |rim| rim.get());
                if !(0.0..=half).contains(&rim) {
                    let range = format!("must be 0 m or more and at most half the thickness, {half} m");
                    measure.complain("rim", format!("{rim} is impossible: {range}"));
                }
                Shape::Plate { half, hole, rim }
            }
            ObstacleShape::Mesh => return None,
            ObstacleShape::Union => self.composed(Operation::Union, at, depth, files, wrong)?,
            ObstacleShape::Intersection => self.composed(Operation::Intersection, at, depth, files, wrong)?,
            ObstacleShape::Difference => self.composed(Operation::Difference, at, depth, files, wrong)?,
            ObstacleShape::Sphere
            | ObstacleShape::Box
            | ObstacleShape::Capsule
            | ObstacleShape::Cylinder
            | ObstacleShape::Torus
            | ObstacleShape::Cone => self.simple(self.shape.primitive()?, &mut measure).into(),
        })
    }

    fn simple(&self, kind: PrimitiveKind, measure: &mut Measure<'_>) -> Primitive {
        let Self { size, radius, height, tube, top, .. } = self;
        let given =
            Measures { size: size.as_deref(), radius: *radius, height: *height, tube: *tube, top: *top };
        let solid = measure.simple(kind, &given);
        match solid {
            Primitive::Torus { radius, tube } => {
                if self.radius.is_some() && self.tube.is_some() && tube >= radius {
                    let message = format!("{tube} is impossible: must be less than the radius, {radius} m");
                    measure.complain("tube", message);
                }
            }
            Primitive::Cone { radius, top, .. } => {
                if top < 0.0 || top >= radius {
                    let range = format!("must be 0 m or more and less than the radius, {radius} m");
                    let message = format!("{top} is impossible: {range}; rotate turns a cone over");
                    measure.complain("top", message);
                }
            }
            Primitive::Box { .. }
            | Primitive::Sphere { .. }
            | Primitive::Cylinder { .. }
            | Primitive::Capsule { .. } => {}
        }
        solid
    }

    fn facing(&self, measure: &mut Measure<'_>) -> [f64; 3] {
        let normal = self.normal.map_or([0.0, 1.0, 0.0], |normal| array(&normal));
        // Scaled first: squares of very long or short vectors are not numbers.
        let largest = normal.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        if largest == 0.0 {
            measure.complain("normal", "a vector of length 0 has no direction".into());
        }
        let normal = normal.map(|n| n / largest);
        let length = norm(normal);
        normal.map(|n| n / length)
    }

    fn composed(
        &self,
        operation: Operation,
        at: &str,
        depth: usize,
        files: Option<&Files<'_>>,
        wrong: &mut Vec<Complaint>,
    ) -> Option<Shape> {
        if self.parts.is_empty() {
            wrong.push((format!("{at}parts"), format!("{} needs a list of shapes in parts", self.shape)));
            return None;
        }
        let mut parts = Vec::new();
        for (i, part) in self.parts.iter().enumerate() {
            let shape = part.read(&format!("{at}parts.{i}."), depth + 1, files, wrong);
            parts.push(shape.map(|shape| PlacedShape { shape, pose: part.pose() }));
        }
        // A mistake in a part may be one that makes no shape, like a direction of no length.
        let parts = parts.into_iter().collect::<Option<Vec<PlacedShape>>>()?;
        (files.is_some() && wrong.is_empty()).then(|| Shape::composed(operation, parts))
    }
}
