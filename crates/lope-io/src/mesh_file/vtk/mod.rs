//! VTK's two formats for unstructured grids: the old one (`.vtk`) and the one in XML (`.vtu`). Both have the same
//! kinds of cells and lay them out in the same arrays.

mod cells;
pub(crate) mod document;
mod kinds;
mod legacy;
mod legacy_data;
mod stored;
mod vtu;
mod xml;

pub(super) use legacy::Legacy;
pub(super) use vtu::Vtu;
