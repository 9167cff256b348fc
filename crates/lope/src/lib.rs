//! lope simulates things that bend, bounce, crumple and collide.
//!
//! One sentence holds the design: *everything that moves is a node in R³ with a mass; everything that acts
//! is an energy on stencils of nodes; an integrator turns the past into a stage; a minimizer sees only an
//! objective.* The rooms below are listed so that each uses only rooms above it; `ARCHITECTURE.md` has the
//! exact table, and a test keeps it true.
//!
//! A scene goes in, a world comes out, and the world steps:
//!
//! ```
//! use lope::observe::Nobody;
//! use lope::scene::{Scene, build::build};
//!
//! let text = r#"
//!     gravity = [0, -9.81, 0]
//!     [time]
//!     step = "1/24"
//!     steps = 10
//!     [[body]]
//!     mesh = { shape = "box", size = [1, 1, 1], cells = [3, 3, 3] }
//!     material = { model = "fixed-corotated", young = 1e5, poisson = 0.4 }
//!     pin = [{ where = { plane = { point = [0, 0.49, 0], normal = [0, 1, 0] } } }]
//! "#;
//! let scene = Scene::from_text("hanging.toml", text, &[])?;
//! let mut world = build(&scene, ".".as_ref()).map_err(|problems| problems[0].to_string())?.world;
//! let h = scene.time.step.get();
//! for step in 1..=10 {
//!     let record = world.advance(h, h * step as f64, &mut Nobody);
//!     assert!(record.committed && record.ledger.inverted == 0);
//! }
//! assert!(world.ledger().gravity < 0.0, "the cube hangs lower than it started");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod math;

pub mod sparse;

pub mod minimize;

pub mod time;

pub mod material;

pub mod energy;

pub mod geometry;

pub mod contact;

pub mod body;

pub mod assemble;

pub mod observe;

pub mod world;

pub mod scene;
