//! `mesh = { … }`: the rest shape of a body, built from a formula or read from a file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::names;
use super::number::{Cells, Number};

names! {
    /// Shapes that can be built, all centred at the origin.
    Shape {
        /// A cuboid: `size`, `cells`.
        Box = "box",
        /// A ball: `radius`, `cells` across the diameter.
        Sphere = "sphere",
        /// A ring in the xz plane: `radius` of its middle circle, `tube` radius, `cells` [around, across].
        Torus = "torus",
        /// A cylinder along y: `radius`, `height`, `cells` [across, along].
        Cylinder = "cylinder",
        /// A rectangle in the xy plane, for 2D: `size`, `cells`.
        Rectangle = "rectangle",
    }
}

/// The rest shape: give `shape` with its measures, or `file`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Mesh {
    /// A shape to build.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// A mesh file, relative to the scene file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Edge lengths of a box (3) or rectangle (2), m. Default: 1 each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<Vec<Number>>,
    /// Radius of a sphere, of a cylinder, or of the middle circle of a torus, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Number>,
    /// Radius of the tube of a torus, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tube: Option<Number>,
    /// Height of a cylinder, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<Number>,
    /// How finely the shape is divided: one number for every direction, or one a direction (see `shape`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Cells>,
}

/// A mesh of which everything is known to be there.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// Read from a file, relative to the scene file.
    File(String),
    /// A cuboid centred at the origin.
    Box {
        /// Edge lengths, m.
        size: [f64; 3],
        /// Cells along each edge.
        cells: [u32; 3],
    },
    /// A ball centred at the origin.
    Sphere {
        /// Radius, m.
        radius: f64,
        /// Cells across the diameter.
        cells: u32,
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
}

impl Shape {
    /// The keys of `mesh` that describe this shape.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Box | Self::Rectangle => &["size", "cells"],
            Self::Sphere => &["radius", "cells"],
            Self::Torus => &["radius", "tube", "cells"],
            Self::Cylinder => &["radius", "height", "cells"],
        }
    }

    /// The dimension of the scenes it is for.
    pub const fn dimension(self) -> u8 {
        if matches!(self, Self::Rectangle) { 2 } else { 3 }
    }
}

/// A key of the mesh (empty: the mesh as a whole) and what is wrong with it.
pub type Complaint = (&'static str, String);

impl Mesh {
    /// The mesh as one of the shapes with all its measures.
    ///
    /// # Errors
    /// Everything that is missing, does not belong to the shape, or cannot be: key and message.
    pub fn geometry(&self) -> Result<Geometry, Vec<Complaint>> {
        let given = [
            ("size", self.size.is_some()),
            ("radius", self.radius.is_some()),
            ("tube", self.tube.is_some()),
            ("height", self.height.is_some()),
            ("cells", self.cells.is_some()),
        ];
        let given = given.into_iter().filter_map(|(key, is)| is.then_some(key));
        let shape = match (self.shape, &self.file) {
            (Some(shape), None) => shape,
            (None, Some(file)) => {
                let stray =
                    |key| (key, "belongs to a shape, not to a file; remove it (scale resizes)".to_owned());
                let mut wrong: Vec<Complaint> = given.map(stray).collect();
                if file.is_empty() {
                    wrong.push(("file", "is empty".into()));
                }
                return if wrong.is_empty() { Ok(Geometry::File(file.clone())) } else { Err(wrong) };
            }
            (Some(_), Some(_)) => return Err(vec![("", "has both shape and file; keep one".into())]),
            (None, None) => {
                let shapes = Shape::ALL.iter().map(|shape| shape.name()).collect::<Vec<_>>().join(", ");
                return Err(vec![("", format!("needs shape (one of {shapes}) or file"))]);
            }
        };
        let keys = shape.keys();
        let list = keys.join(", ");
        let mut measures = Measures { mesh: self, wrong: Vec::new() };
        for key in given.filter(|key| !keys.contains(key)) {
            measures.wrong.push((key, format!("does not belong to the shape {shape}; its keys are {list}")));
        }
        let geometry = match shape {
            Shape::Box => Geometry::Box { size: measures.size(), cells: measures.cells() },
            Shape::Rectangle => Geometry::Rectangle { size: measures.size(), cells: measures.cells() },
            Shape::Sphere => {
                let [cells] = measures.cells();
                Geometry::Sphere { radius: measures.length("radius", self.radius), cells }
            }
            Shape::Torus => {
                let radius = measures.length("radius", self.radius);
                let tube = measures.length("tube", self.tube);
                if radius <= tube && measures.wrong.is_empty() {
                    let message = format!("{tube} leaves no hole: must be less than the radius {radius}");
                    measures.wrong.push(("tube", message));
                }
                Geometry::Torus { radius, tube, cells: measures.cells() }
            }
            Shape::Cylinder => Geometry::Cylinder {
                radius: measures.length("radius", self.radius),
                height: measures.length("height", self.height),
                cells: measures.cells(),
            },
        };
        if measures.wrong.is_empty() { Ok(geometry) } else { Err(measures.wrong) }
    }
}

/// Reads measures, noting what is wrong with them and going on.
struct Measures<'a> {
    mesh: &'a Mesh,
    wrong: Vec<Complaint>,
}

impl Measures<'_> {
    fn length(&mut self, key: &'static str, value: Option<Number>) -> f64 {
        match value {
            Some(value) if value.get() > 0.0 => value.get(),
            Some(value) => {
                self.wrong.push((key, format!("{value} is impossible: must be greater than 0 m")));
                1.0
            }
            None => {
                self.wrong.push((key, "required by the shape, but missing".into()));
                1.0
            }
        }
    }

    fn size<const N: usize>(&mut self) -> [f64; N] {
        let Some(size) = &self.mesh.size else { return [1.0; N] };
        if size.iter().any(|length| length.get() <= 0.0) {
            self.wrong.push(("size", "every length must be greater than 0 m".into()));
        }
        let lengths: Vec<f64> = size.iter().map(|length| length.get()).collect();
        lengths.try_into().unwrap_or_else(|list: Vec<f64>| {
            self.wrong.push(("size", format!("expected {N} lengths, found {}", list.len())));
            [1.0; N]
        })
    }

    fn cells<const N: usize>(&mut self) -> [u32; N] {
        let Some(Cells(cells)) = &self.mesh.cells else {
            self.wrong.push(("cells", "required by the shape, but missing: how finely it is divided".into()));
            return [1; N];
        };
        if cells.contains(&0) {
            self.wrong.push(("cells", "every number must be 1 or more".into()));
        }
        match (cells.as_slice(), <[u32; N]>::try_from(cells.as_slice())) {
            (_, Ok(cells)) => cells,
            (&[one], _) => [one; N],
            _ => {
                self.wrong.push(("cells", format!("expected one number or {N}, found {}", cells.len())));
                [1; N]
            }
        }
    }
}
