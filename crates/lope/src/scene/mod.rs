//! What users write: the scene format, and building a world from it.
//!
//! A scene is one serde model ([`Scene`] and the types below it), and that model is also the JSON Schema, the
//! documentation of every key and the resolved `scene.toml` of a run. Reading one goes through four steps:
//!
//! 1. `source`: TOML or JSON text becomes one tree of values, with the line of every key;
//! 2. `overrides`: `--set KEY=VALUE` edits that tree;
//! 3. `de`: the tree becomes a [`Scene`], strictly: an unknown key is an error that names the nearest one;
//! 4. [`validate`]: impossible values and combinations, all of them, each with its key and a remedy.

pub mod build;
pub mod builtin;
mod caution;
mod choice;
mod de;
pub mod excerpt;
mod mesh_spec;
pub mod model;
pub mod nearest;
pub mod overrides;
mod parse;
mod problem;
pub mod schedule;
pub mod schema;
mod source;
pub mod validate;

#[cfg(test)]
mod tests;

pub use build::make_mesh;
pub use caution::Caution;
pub use choice::Choice;
pub use mesh_spec::mesh_spec;
pub use model::Scene;
pub use problem::{Kind, Place, Problem, Problems, SceneError};
pub use source::Source;
