//! Bodies: what owns nodes.
//!
//! A body turns a shape and a material into nodes with masses and energies on them, and says which of its
//! nodes are led by a script. Where the shape comes from is not its business.

pub mod formula;
pub mod motion;
mod net;
mod pin;
mod rigid;
pub mod select;
mod shell;
mod solid;
pub(crate) mod strained;
pub mod value;

pub use net::{NoMass, Weight, extent};
pub use pin::Pin;
pub use rigid::Heft;
pub use shell::Bends;
pub use solid::{Cells, Solid};
pub use strained::Strained;

use std::ops::Range;
use std::sync::Arc;

use crate::energy::strain::StrainEnergy;
use crate::geometry::Embedding;

/// A body placed among the nodes of a world: what is made of the body that a scene (`scene::model`) or a program (`door`)
/// describes.
pub struct Body {
    /// Name as in the scene.
    pub name: String,
    /// Its nodes.
    pub nodes: Range<usize>,
    /// Its elements, numbered within the body.
    pub cells: Cells,
    /// The strain energy its elements would have if all were of its own material; none of bodies of springs.
    pub strain: Option<Arc<StrainEnergy>>,
    /// How many springs join its nodes.
    pub springs: usize,
    /// Its elements of other materials.
    pub inclusions: Vec<Inclusion>,
    /// A finer surface that rides along and is shown instead of the elements.
    pub skin: Option<Skin>,
    /// Whether it is rigid: its nodes stand for it, and its skin is its surface.
    pub rigid: bool,
}

/// Elements of a body that are of another material.
pub struct Inclusion {
    /// Their strain energy.
    pub strain: Arc<StrainEnergy>,
    /// Their numbers within the body, in the order of that energy.
    pub elements: Vec<u32>,
}

impl Body {
    /// What it is computed from: elements that resist strain, or else springs.
    pub fn elements(&self) -> usize {
        if self.strain.is_some() { self.cells.len() } else { self.springs }
    }

    /// det F of every element; none where nothing resists strain.
    pub fn dets(&self, x: &[f64]) -> Option<Vec<f64>> {
        let mut out = vec![0.0; self.cells.len()];
        self.strain.as_ref()?.dets(x, 0..self.cells.len(), &mut out);
        Some(out)
    }

    /// The density of strain energy, J/m³, of every element; none where nothing resists strain.
    pub fn densities(&self, x: &[f64]) -> Option<Vec<f64>> {
        let mut out = vec![0.0; self.cells.len()];
        self.strain.as_ref()?.densities(x, 0..self.cells.len(), &mut out);
        for Inclusion { strain, elements } in &self.inclusions {
            let mut own = vec![0.0; elements.len()];
            strain.densities(x, 0..elements.len(), &mut own);
            elements.iter().zip(own).for_each(|(&element, density)| out[element as usize] = density);
        }
        Some(out)
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
