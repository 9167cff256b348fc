//! Bodies: what owns nodes.
//!
//! A body turns a shape and a material into nodes with masses and energies on them, and says which of its
//! nodes are led by a script. Where the shape comes from is not its business.

pub mod motion;
mod pin;
pub mod select;
mod solid;

pub use pin::Pin;
pub use solid::{Cells, Solid};

use std::ops::Range;
use std::sync::Arc;

use crate::energy::strain::StrainEnergy;
use crate::geometry::Embedding;

/// A body placed among the nodes of a world.
pub struct Body {
    /// Name as in the scene.
    pub name: String,
    /// Its nodes.
    pub nodes: Range<usize>,
    /// Its elements, numbered within the body.
    pub cells: Cells,
    /// The strain energy its elements would have if all were of its own material.
    pub strain: Arc<StrainEnergy>,
    /// Its elements of other materials.
    pub inclusions: Vec<Inclusion>,
    /// A finer surface that rides along and is shown instead of the elements.
    pub skin: Option<Skin>,
}

/// Elements of a body that are of another material.
pub struct Inclusion {
    /// Their strain energy.
    pub strain: Arc<StrainEnergy>,
    /// Their numbers within the body, in the order of that energy.
    pub elements: Vec<u32>,
}

impl Body {
    /// Writes the density of strain energy, J/m³, of every element to `out`.
    pub fn densities(&self, x: &[f64], out: &mut [f64]) {
        self.strain.densities(x, 0..self.cells.len(), out);
        for Inclusion { strain, elements } in &self.inclusions {
            let mut own = vec![0.0; elements.len()];
            strain.densities(x, 0..elements.len(), &mut own);
            elements.iter().zip(own).for_each(|(&element, density)| out[element as usize] = density);
        }
    }
}

/// A surface that follows the elements it is embedded in.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// Its triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Where its vertices are held.
    pub embedding: Embedding,
}
