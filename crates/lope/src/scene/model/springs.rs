//! `[body.springs]`: springs along the edges of a mesh, beside a material or instead of one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::names;
use super::number::Number;
use crate::body::Weight;

names! {
    /// How a spring resists.
    SpringLaw {
        /// ½ k (l − L)²: force proportional to the change of length.
        Hookean = "hookean",
        /// k/8 (l² − L²)²/L²: smooth where the length is zero, the same stiffness near rest.
        Squared = "squared",
    }
}

names! {
    /// Which diagonals of the cells of a grid are springs.
    Diagonals {
        /// Both of every cell: no direction is preferred. The default.
        Both = "both",
        /// The one that the two triangles of a cell share; the direction alternates from cell to cell.
        Alternating = "alternating",
    }
}

/// Which edges of a mesh get springs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Edges {
    /// Every edge of every element.
    #[default]
    All,
}

/// Springs along the edges of the mesh: all there is to a body of kind `springs`, which takes exactly one of
/// `density`, `mass` and `vertex_mass`; besides the material of a solid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Springs {
    /// Stiffness of each spring, N/m. Of a grid (a regular sheet or a rectangle) of kind `springs`: of those along its
    /// lines.
    pub stiffness: Number,
    /// Stiffness of the springs along the diagonals of the cells of a grid, N/m. 0: none, cells shear freely.
    /// Default: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shear: Option<Number>,
    /// Which diagonals `shear` is for. Default: both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagonals: Option<Diagonals>,
    /// Stiffness of the springs that resist bending, N/m: between next but one neighbours along the lines of a grid or
    /// a rope, between the vertices opposite of each inner edge of other surfaces. 0: none. Default: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bending: Option<Number>,
    /// Which edges. Default: all.
    #[serde(default)]
    pub edges: Edges,
    /// How a spring resists. Default: hookean.
    #[serde(default = "hookean")]
    pub law: SpringLaw,
    /// Mass per measure of the mesh: kg/m of lines, kg/m² of surfaces, kg/m³ of solids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub density: Option<Number>,
    /// Mass of the whole body, kg, spread evenly over its lines, surface or volume.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<Number>,
    /// Mass of every vertex, kg.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertex_mass: Option<Number>,
}

impl Springs {
    /// Springs of this stiffness, N/m, with the defaults of the format; a body of springs still needs its mass.
    pub fn new(stiffness: f64) -> Self {
        Self {
            stiffness: Number(stiffness),
            shear: None,
            diagonals: None,
            bending: None,
            edges: Edges::default(),
            law: hookean(),
            density: None,
            mass: None,
            vertex_mass: None,
        }
    }

    /// The keys that only a body of kind `springs` has, and which of them are given.
    pub(in crate::scene) fn own_keys(&self) -> impl Iterator<Item = &'static str> {
        [
            ("shear", self.shear.is_some()),
            ("diagonals", self.diagonals.is_some()),
            ("bending", self.bending.is_some()),
            ("density", self.density.is_some()),
            ("mass", self.mass.is_some()),
            ("vertex_mass", self.vertex_mass.is_some()),
        ]
        .into_iter()
        .filter_map(|(key, given)| given.then_some(key))
    }

    /// The mass, if it is given in exactly one way.
    pub fn weight(&self) -> Option<Weight> {
        match (self.density, self.mass, self.vertex_mass) {
            (Some(density), None, None) => Some(Weight::Density(density.get())),
            (None, Some(mass), None) => Some(Weight::Total(mass.get())),
            (None, None, Some(mass)) => Some(Weight::Vertex(mass.get())),
            _ => None,
        }
    }
}

fn hookean() -> SpringLaw {
    SpringLaw::Hookean
}
