//! Meshes and the shapes they are made from, without any physics.
//!
//! A mesh comes from a shape ([`shape`]) or from a file (the scene room reads those), goes through
//! [`inspect::prepare`] once, and is trusted afterwards: every room below may index and divide without asking.

pub mod bvh;
pub mod closest;
pub mod embed;
pub mod enclosed;
pub mod inspect;
pub mod intersect;
pub mod mesh;
pub mod mesher;
pub mod net;
mod noise;
pub mod orient;
pub mod predicates;
pub mod quality;
pub mod sdf;
pub mod shape;
pub mod sheet;
pub mod surface;
pub mod survey;
mod topology;
mod vec3;
pub mod winding;
mod wrap;
pub mod zoo;

pub use embed::{EmbedError, Embedding};
pub use enclosed::WindingField;
pub use inspect::{Inspection, Note, Problem, inspect, inspect_triangles, prepare, prepare_triangles};
pub use mesh::{Group, TetMesh, Transform, TriMesh};
pub use quality::{Quality, quality};
pub use sdf::Field;
pub use shape::ShapeError;
pub use surface::{Surface, boundary};
pub use survey::{Finding, Severity, Survey};
