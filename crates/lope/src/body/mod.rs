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
    /// Its strain energy.
    pub strain: Arc<StrainEnergy>,
    /// A finer surface that rides along and is shown instead of the elements.
    pub skin: Option<Skin>,
}

/// A surface that follows the elements it is embedded in.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// Its triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Where its vertices are held.
    pub embedding: Embedding,
}
