//! `mesh = { … }`: the rest shape of a body, built from a formula or read from a file.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::names;
use super::number::{Cells, Number, Numbers3};
use super::shape::{Measure, Shape, ShapePart};
use crate::geometry::FileMesh;
use crate::geometry::sdf::{Field, Sdf};

names! {
    /// How a sheet is cut into triangles.
    SheetPattern {
        /// Two triangles a cell, with diagonals that alternate. The default.
        Regular = "regular",
        /// Two triangles a cell, with diagonals that are all parallel.
        Diagonal = "diagonal",
        /// Four triangles a cell, around its middle.
        Crossed = "crossed",
        /// Vertices moved at random: no direction is preferred.
        Random = "random",
    }
}

/// How a surface is filled with tetrahedra.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tetrahedralize {
    /// Mean length of an edge, m (in the units of the file before `scale`).
    pub edge: Number,
    /// How many times longer edges may become far inside. Default: 1, a uniform mesh.
    #[serde(default = "one")]
    pub grading: Number,
}

/// The rest shape: give `shape` with its measures and its resolution, or `file`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Mesh {
    /// A shape to build.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// A mesh file, relative to the scene file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Edge lengths of a box (3), rectangle or sheet (2), m. Default: 1 each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<Vec<Number>>,
    /// Radius of a sphere, cylinder, capsule, cone, of the middle circle of a torus, of blending, m.
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
    /// Length of a rope, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Number>,
    /// Thickness of the wall of a shell, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thickness: Option<Number>,
    /// Turn of a twist, degrees a metre.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angle: Option<Number>,
    /// Copies along each axis, of a repeat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<[u32; 3]>,
    /// Distance between copies along each axis, of a repeat, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spacing: Option<Numbers3>,
    /// How a sheet is cut into triangles. Default: regular.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<SheetPattern>,
    /// Seed of a random sheet. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The pieces a shape is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<ShapePart>,
    /// How finely the shape is divided: one number for every direction, or one a direction (box and sheet: along
    /// the axes; cylinder: across, along; torus: around, across). Of other shapes: along their longest side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Cells>,
    /// Length of an edge, m: the resolution, instead of `cells`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<Number>,
    /// How many times longer edges may become far inside. Default: 1, a uniform mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grading: Option<Number>,
    /// Whether a box has vertices inside; if not, tetrahedra cross it from side to side: as detailed outside with far fewer
    /// unknowns. Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inner: Option<bool>,
    /// Whether a sphere is a cube of cells bent round, in place of layers around a centre. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cube: Option<bool>,
    /// Fills the surface of a file with tetrahedra.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tetrahedralize: Option<Tetrahedralize>,
    /// Whether the surface of a file that is tetrahedralized rides along: simulated coarse, written fine.
    /// Default: false.
    #[serde(skip_serializing_if = "is_false")]
    pub embed: bool,
    /// Factor for the coordinates of a file, for its units: 0.001 reads millimetres. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<Number>,
    /// Vertices of a file at most so far apart become one, in the units of the file; 0: those at one place.
    /// Default: they are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merge: Option<Number>,
    /// A mesh in memory, given by a program instead of `shape` or `file`: no key of the format.
    #[serde(skip)]
    pub memory: Option<Arc<FileMesh>>,
}

fn one() -> Number {
    Number(1.0)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A mesh of which everything is known to be there.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// Given by a program.
    Memory(Arc<FileMesh>),
    /// Read from a file, relative to the scene file.
    File(File),
    /// A cuboid centred at the origin.
    Box {
        /// Edge lengths, m.
        size: [f64; 3],
        /// Cells along each edge.
        cells: [u32; 3],
        /// Whether it has vertices inside.
        inner: bool,
    },
    /// A ball centred at the origin.
    Sphere {
        /// Radius, m.
        radius: f64,
        /// Cells across the diameter.
        cells: u32,
        /// Whether it is a cube of cells bent round.
        cube: bool,
    },
    /// A ring in the xz plane centred at the origin.
    Torus {
        /// Radius of the middle circle, m.
        radius: f64,
        /// Radius of the tube, m.
        tube: f64,
        /// Cells around the ring, and across the tube.
        cells: [u32; 2],
    },
    /// A cylinder along y centred at the origin.
    Cylinder {
        /// Radius, m.
        radius: f64,
        /// Height, m.
        height: f64,
        /// Cells across the diameter, and along the height.
        cells: [u32; 2],
    },
    /// A rectangle in the xy plane centred at the origin.
    Rectangle {
        /// Edge lengths, m.
        size: [f64; 2],
        /// Cells along each edge.
        cells: [u32; 2],
    },
    /// Any solid, filled by the mesher.
    Solid {
        /// What it is.
        solid: Sdf,
        /// Mean length of an edge, m.
        edge: f64,
        /// How many times longer inner edges may be.
        grading: f64,
    },
    /// A sheet in the xz plane.
    Sheet {
        /// Edge lengths, m.
        size: [f64; 2],
        /// Cells along each edge.
        cells: [u32; 2],
        /// How it is cut.
        pattern: SheetPattern,
        /// Seed of a random pattern.
        seed: u32,
    },
    /// An open tube along y.
    Tube {
        /// Radius, m.
        radius: f64,
        /// Height, m.
        height: f64,
        /// Cells around, and along the height.
        cells: [u32; 2],
    },
    /// A line along x.
    Rope {
        /// Length, m.
        length: f64,
        /// Edges.
        cells: u32,
    },
}

/// A mesh file and what is done to it.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Its path, relative to the scene file.
    pub path: String,
    /// Factor of its coordinates.
    pub scale: f64,
    /// Distance within which vertices become one.
    pub merge: Option<f64>,
    /// Edge length and grading, where its surface is to be filled.
    pub tetrahedralize: Option<(f64, f64)>,
    /// Whether the surface rides along.
    pub embed: bool,
}

/// A key of the mesh (empty: the mesh as a whole) and what is wrong with it.
pub type Complaint = (String, String);

/// Keys of resolution.
const RESOLUTION: [&str; 3] = ["cells", "edge", "grading"];

/// Keys of a box and of a sphere that are not part of another shape.
const OF_BOXES: [&str; 1] = ["inner"];
const OF_SPHERES: [&str; 1] = ["cube"];

/// Keys of files.
const OF_FILES: [&str; 4] = ["tetrahedralize", "embed", "scale", "merge"];

impl Mesh {
    /// The keys that are given, `shape` and `file` apart.
    pub(super) fn given(&self) -> Vec<&'static str> {
        let all = [
            ("size", self.size.is_some()),
            ("radius", self.radius.is_some()),
            ("radii", self.radii.is_some()),
            ("tube", self.tube.is_some()),
            ("height", self.height.is_some()),
            ("length", self.length.is_some()),
            ("thickness", self.thickness.is_some()),
            ("angle", self.angle.is_some()),
            ("count", self.count.is_some()),
            ("spacing", self.spacing.is_some()),
            ("pattern", self.pattern.is_some()),
            ("seed", self.seed.is_some()),
            ("parts", !self.parts.is_empty()),
            ("cells", self.cells.is_some()),
            ("edge", self.edge.is_some()),
            ("grading", self.grading.is_some()),
            ("inner", self.inner.is_some()),
            ("cube", self.cube.is_some()),
            ("tetrahedralize", self.tetrahedralize.is_some()),
            ("embed", self.embed),
            ("scale", self.scale.is_some()),
            ("merge", self.merge.is_some()),
        ];
        all.into_iter().filter_map(|(key, is)| is.then_some(key)).collect()
    }

    /// The mesh as one of the shapes with all its measures.
    ///
    /// # Errors
    /// Everything that is missing, does not belong to the shape, or cannot be: key and message.
    pub fn geometry(&self) -> Result<Geometry, Vec<Complaint>> {
        let whole = |message: String| Err(vec![(String::new(), message)]);
        match (self.shape, &self.file) {
            (None, None) if self.memory.is_some() => self.remembered(),
            _ if self.memory.is_some() => {
                whole("is in memory, and has shape or file as well; keep one".into())
            }
            (Some(shape), None) => self.shaped(shape),
            (None, Some(path)) => self.filed(path),
            (Some(_), Some(_)) => whole("has both shape and file; keep one".into()),
            (None, None) => {
                let shapes = Shape::ALL.iter().map(|shape| shape.name()).collect::<Vec<_>>().join(", ");
                whole(format!("needs shape (one of {shapes}) or file"))
            }
        }
    }

    fn filed(&self, path: &str) -> Result<Geometry, Vec<Complaint>> {
        let stray = self.given().into_iter().filter(|key| !OF_FILES.contains(key)).map(|key| {
            let remedy = match key {
                "edge" | "grading" | "cells" => "write tetrahedralize = { edge = … } to fill a surface",
                "inner" | "cube" => "remove it",
                _ => "remove it (scale resizes)",
            };
            (key.to_owned(), format!("belongs to a shape, not to a file; {remedy}"))
        });
        let mut wrong: Vec<Complaint> = stray.collect();
        if path.is_empty() {
            wrong.push(("file".into(), "is empty".into()));
        }
        let mut measure = Measure { at: "", wrong: &mut wrong };
        let scale = self.scale.map_or(1.0, |scale| measure.length("scale", Some(scale)));
        let tetrahedralize = self.tetrahedralize.map(|how| {
            let mut measure = Measure { at: "tetrahedralize.", wrong: &mut wrong };
            (measure.length("edge", Some(how.edge)), measure.grading(how.grading))
        });
        if let Some(merge) = self.merge.filter(|merge| merge.get() < 0.0) {
            wrong.push(("merge".into(), format!("{merge} is impossible: a distance, 0 or more")));
        }
        if self.embed && self.tetrahedralize.is_none() {
            let message = "needs tetrahedralize = { edge = … }: the fine surface rides in that coarse solid";
            wrong.push(("embed".into(), message.into()));
        }
        let merge = self.merge.map(Number::get);
        let file = File { path: path.to_owned(), scale, merge, tetrahedralize, embed: self.embed };
        if wrong.is_empty() { Ok(Geometry::File(file)) } else { Err(wrong) }
    }

    fn shaped(&self, shape: Shape) -> Result<Geometry, Vec<Complaint>> {
        let own: &[&str] = match shape {
            Shape::Box => &OF_BOXES,
            Shape::Sphere => &OF_SPHERES,
            _ => &[],
        };
        let keys = [shape.keys(), &RESOLUTION, own].concat();
        let list = keys.join(", ");
        let mut wrong: Vec<Complaint> = Vec::new();
        for key in self.given().into_iter().filter(|key| !keys.contains(key)) {
            let whose =
                if OF_FILES.contains(&key) { "belongs to a file, not to" } else { "does not belong to" };
            wrong.push((key.to_owned(), format!("{whose} the shape {shape}; its keys are {list}")));
        }
        let mut measure = Measure { at: "", wrong: &mut wrong };
        let grading = self.grading.map(|grading| measure.grading(grading));
        let edge = self.edge.map(|edge| measure.length("edge", Some(edge)));
        if edge.is_some() && self.cells.is_some() {
            wrong.push(("edge".into(), "given together with cells; keep one".into()));
        }
        for (key, given) in [("inner", self.inner.is_some()), ("cube", self.cube.is_some())] {
            if given && grading.is_some() {
                wrong.push((key.into(), "given together with grading; keep one".into()));
            }
        }
        let geometry = if grading.is_none() { self.regular(shape, edge, &mut wrong) } else { None };
        let geometry = match geometry {
            Some(geometry) => geometry,
            None if !shape.is_solid() => {
                wrong.push(("grading".into(), format!("the shape {shape} has no inside to be graded")));
                return Err(wrong);
            }
            None => match self.part(shape).sdf() {
                Err(complaints) => {
                    wrong.extend(complaints);
                    return Err(wrong);
                }
                Ok(solid) => {
                    let [low, high] = solid.bounds();
                    let longest = (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
                    let edge = edge.unwrap_or_else(|| {
                        let [cells] = self.cells([longest], None, [1], &mut wrong);
                        longest / f64::from(cells.max(1))
                    });
                    Geometry::Solid { solid, edge, grading: grading.unwrap_or(1.0) }
                }
            },
        };
        if wrong.is_empty() { Ok(geometry) } else { Err(wrong) }
    }

    /// The shapes that are made of regular pieces.
    fn regular(&self, shape: Shape, edge: Option<f64>, wrong: &mut Vec<Complaint>) -> Option<Geometry> {
        let mut measure = Measure { at: "", wrong };
        Some(match shape {
            Shape::Box => {
                let size = measure.size(self.size.as_deref());
                Geometry::Box {
                    size,
                    cells: self.cells(size, edge, [1; 3], wrong),
                    inner: self.inner.unwrap_or(true),
                }
            }
            Shape::Rectangle => {
                let size = measure.size(self.size.as_deref());
                Geometry::Rectangle { size, cells: self.cells(size, edge, [1; 2], wrong) }
            }
            Shape::Sheet => {
                let size = measure.size(self.size.as_deref());
                Geometry::Sheet {
                    size,
                    cells: self.cells(size, edge, [1; 2], wrong),
                    pattern: self.pattern.unwrap_or(SheetPattern::Regular),
                    seed: self.seed.unwrap_or(0),
                }
            }
            Shape::Tube => {
                let radius = measure.length("radius", self.radius);
                let height = measure.length("height", self.height);
                let around = std::f64::consts::TAU * radius;
                let cells = self.cells([around, height], edge, [3, 1], wrong);
                Geometry::Tube { radius, height, cells }
            }
            Shape::Rope => {
                let length = measure.length("length", self.length);
                let [cells] = self.cells([length], edge, [1], wrong);
                Geometry::Rope { length, cells }
            }
            Shape::Sphere => {
                let radius = measure.length("radius", self.radius);
                let [cells] = self.cells([2.0 * radius], edge, [1], wrong);
                Geometry::Sphere { radius, cells, cube: self.cube.unwrap_or(false) }
            }
            Shape::Torus => {
                let radius = measure.length("radius", self.radius);
                let tube = measure.length("tube", self.tube);
                if radius <= tube && wrong.is_empty() {
                    let message = format!("{tube} leaves no hole: must be less than the radius {radius}");
                    wrong.push(("tube".into(), message));
                }
                let around = std::f64::consts::TAU * radius;
                Geometry::Torus { radius, tube, cells: self.cells([around, 2.0 * tube], edge, [3, 1], wrong) }
            }
            Shape::Cylinder => {
                let radius = measure.length("radius", self.radius);
                let height = measure.length("height", self.height);
                let cells = self.cells([2.0 * radius, height], edge, [1; 2], wrong);
                Geometry::Cylinder { radius, height, cells }
            }
            _ => return None,
        })
    }

    /// Cells along each of these lengths, as given or by the edge length.
    fn cells<const N: usize>(
        &self,
        lengths: [f64; N],
        edge: Option<f64>,
        least: [u32; N],
        wrong: &mut Vec<Complaint>,
    ) -> [u32; N] {
        if let Some(edge) = edge {
            // A number too large to count stays too large, and is refused where the mesh is made.
            return std::array::from_fn(|k| ((lengths[k] / edge - 1e-9).ceil() as u32).max(least[k]));
        }
        let Some(Cells(cells)) = &self.cells else {
            let message = "required by the shape, but missing: how finely it is divided (or give edge)";
            wrong.push(("cells".into(), message.into()));
            return [1; N];
        };
        if cells.contains(&0) {
            wrong.push(("cells".into(), "every number must be 1 or more".into()));
        }
        match (cells.as_slice(), <[u32; N]>::try_from(cells.as_slice())) {
            (_, Ok(cells)) => cells,
            (&[one], _) => [one; N],
            _ => {
                let wanted = if N == 1 { "one number".to_owned() } else { format!("one number or {N}") };
                wrong.push(("cells".into(), format!("expected {wanted}, found {}", cells.len())));
                [1; N]
            }
        }
    }

    /// The same shape as a piece of another.
    fn part(&self, shape: Shape) -> ShapePart {
        ShapePart {
            shape: Some(shape),
            size: self.size.clone(),
            radius: self.radius,
            radii: self.radii,
            tube: self.tube,
            height: self.height,
            thickness: self.thickness,
            angle: self.angle,
            count: self.count,
            spacing: self.spacing,
            parts: self.parts.clone(),
            ..ShapePart::default()
        }
    }
}
