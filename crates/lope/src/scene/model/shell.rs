//! `[body.shell]`: how thick a surface is, and how it bends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::material::Constants;
use super::names::names;
use super::number::Number;

names! {
    /// How bending is measured.
    ShellModel {
        /// By the angle at every edge, for any rest shape. The default.
        Hinge = "hinge",
        /// By a quadratic energy of edges, for what is flat at rest: the fastest, and the one local-global and admm know.
        Quadratic = "quadratic",
        /// By the curvature of every triangle: knows Poisson's ratio, and depends least on the mesh.
        Triangle = "triangle",
    }
}

names! {
    /// The shape in which nothing is bent.
    ShellRest {
        /// That of the mesh. The default.
        Mesh = "mesh",
        /// A flat one, whatever the mesh.
        Flat = "flat",
    }
}

/// What makes a surface a shell: its thickness and its bending.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shell {
    /// Thickness, m. Cotton 0.5e-3, paper 0.1e-3.
    pub thickness: Number,
    /// Bending stiffness D, N·m. 0: none. Default: that of a plate of the material, E t³/12(1−ν²); woven cloth has less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bending: Option<Number>,
    /// How bending is measured. Default: hinge.
    #[serde(default = "hinge")]
    pub model: ShellModel,
    /// The shape in which nothing is bent. Default: mesh.
    #[serde(default = "mesh")]
    pub rest: ShellRest,
}

fn hinge() -> ShellModel {
    ShellModel::Hinge
}

fn mesh() -> ShellRest {
    ShellRest::Mesh
}

impl Shell {
    /// A shell of this thickness, m, with the defaults of the format.
    pub fn new(thickness: f64) -> Self {
        Self { thickness: Number(thickness), bending: None, model: hinge(), rest: mesh() }
    }

    /// Bending stiffness D, N·m, of a shell of this material.
    pub fn stiffness(&self, material: &Constants) -> f64 {
        let (young, poisson) = (material.young(), material.poisson());
        let plate = || young * self.thickness.get().powi(3) / (12.0 * (1.0 - poisson * poisson));
        self.bending.map_or_else(plate, Number::get)
    }
}
