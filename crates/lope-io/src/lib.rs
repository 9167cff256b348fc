//! What surrounds the simulator [`lope`]: files, runs on disk, plots, pictures and films.
//!
//! The engine reads no files, asks no clock and draws nothing. Here a scene is opened, its meshes are read, and a run
//! leaves its frames and tables behind. As there, every room uses only rooms above it, by the table of `ARCHITECTURE.md`.
//!
//! ```
//! let mut world = lope_io::Loaded::open("stretch", &["time.steps=2".into()])?.build()?.world;
//! assert!(world.advance(0.01).committed);
//! # Ok::<(), lope::scene::SceneError>(())
//! ```
//!
//! A [`Directory`] gives a [`Simulation`](lope::Simulation) written in Rust its meshes from files:
//!
//! ```
//! use lope::{Body, Material, Mesh, Model, Simulation};
//! use lope_io::Directory;
//!
//! let bunny = Body::solid(Mesh::file("bunny.msh"), Material::new(Model::StableNeoHookean).young(1e5).poisson(0.4));
//! let refused = Simulation::new().body(bunny).build_with(&Directory::new("meshes"));
//! assert!(refused.err().expect("there is no such file").to_string().contains("bunny.msh: no such file"));
//! ```

pub mod clock;

mod input;

pub mod output;

pub mod mesh_file;

pub mod mesh_info;

pub mod scene_file;

pub mod plot;

pub mod preview;

pub mod culprit;

pub mod show;

pub mod run;

pub mod audit;

pub mod render;

pub mod compare;

pub use scene_file::{Directory, Loaded, build, make_mesh};
