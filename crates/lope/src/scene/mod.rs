//! The only room that touches files: what users write, and what a run writes.
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
pub mod compare;
mod de;
mod excerpt;
mod input;
pub mod mesh_file;
pub mod mesh_info;
mod mesh_spec;
pub mod model;
mod nearest;
pub mod output;
mod overrides;
mod parse;
pub mod plot;
pub mod preview;
mod problem;
pub mod render;
pub mod run;
pub mod schedule;
pub mod schema;
pub mod show;
mod source;
pub mod validate;

#[cfg(test)]
mod tests;

pub use build::make_mesh;
pub use caution::Caution;
pub use mesh_spec::mesh_spec;
pub use model::Scene;
pub use parse::Loaded;
pub use problem::{Kind, Place, Problem, Problems, SceneError};
