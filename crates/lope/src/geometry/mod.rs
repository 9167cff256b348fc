//! Meshes and the shapes they are made from, without any physics.
//!
//! A mesh comes from a shape ([`shape`]) or from a file ([`FileMesh`]), goes through
//! [`inspect::prepare`] once, and is trusted afterwards: every room below may index and divide without asking.

pub mod bvh;
pub mod closest;
pub mod embed;
pub mod enclosed;
mod file_mesh;
pub mod hinge;
pub mod inertia;
pub mod inspect;
pub mod intersect;
mod merge;
pub mod mesh;
pub mod mesher;
pub mod net;
mod noise;
pub mod orient;
pub mod predicates;
mod primitive;
pub mod quality;
pub mod sdf;
pub mod shape;
pub mod sheet;
pub mod surface;
pub mod survey;
mod topology;
pub mod wide_bvh;
pub mod winding;
mod wrap;
pub mod zoo;

pub use embed::{EmbedError, Embedding};
pub use enclosed::WindingField;
pub use file_mesh::FileMesh;
pub use inspect::{
    Inspection, Note, Problem, inspect, inspect_triangles, prepare, prepare_surface, prepare_triangles,
};
pub use merge::merge_duplicates;
pub use mesh::{Group, TetMesh, Transform, TriMesh};
pub use primitive::{Primitive, PrimitiveKind};
pub use quality::{Quality, quality};
pub use sdf::Field;
pub use shape::ShapeError;
pub use surface::{Surface, boundary};
pub use survey::{Finding, Severity, Survey};
