//! lope simulates things that bend, bounce, crumple and collide.
//!
//! One sentence holds the design: *everything that moves is a node in R³ with a mass; everything that acts
//! is an energy on stencils of nodes; an integrator turns the past into a stage; a minimizer sees only an
//! objective.* The rooms below are listed so that each uses only rooms above it; `ARCHITECTURE.md` has the
//! exact table, and a test keeps it true.
//!
//! A world is described, built, and makes its steps:
//!
//! ```
//! use lope::{Body, Material, Mesh, Model, Simulation};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let jelly = Material::new(Model::FixedCorotated).young(1e5).poisson(0.4);
//!     let cube = Body::solid(Mesh::cuboid([1.0, 1.0, 1.0], [3, 3, 3]), jelly).pin(|[_, y, _]| y > 0.49);
//!     let mut world = Simulation::new().gravity([0.0, -9.81, 0.0]).body(cube).build()?;
//!     for _ in 0..24 {
//!         let step = world.advance(1.0 / 24.0);
//!         assert!(step.committed && step.ledger.inverted == 0, "step {}", step.step);
//!     }
//!     let lowest = world.points_of(0).iter().map(|[_, y, _]| *y).fold(f64::INFINITY, f64::min);
//!     println!("after {} s it hangs down to {lowest:.3} m", world.time());
//!     println!("and its total energy is {:.1} J", world.ledger().total());
//!     Ok(())
//! }
//! ```
//!
//! The [`door`] has more of it: meshes in memory, pins that move, obstacles, contact. Or a scene goes in, as text. Files
//! of scenes and meshes, runs, plots and pictures are in `lope-io`; the engine itself reads no files.
//!
//! ```
//! use lope::scene::{Scene, build::build};
//!
//! let text = r#"
//!     [time]
//!     step = "1/24"
//!     steps = 10
//!     [[body]]
//!     mesh = { shape = "box", size = [1, 1, 1], cells = [3, 3, 3] }
//!     material = { model = "fixed-corotated", young = 1e5, poisson = 0.4 }
//!     pin = [{ where = { plane = { point = [0, 0.49, 0], normal = [0, 1, 0] } } }]
//! "#;
//! let scene = Scene::from_text("hanging.toml", text, &[])?;
//! let mut world = build(&scene)?.world;
//! for _ in 0..10 {
//!     assert!(world.advance(scene.time.step.get()).committed);
//! }
//! assert!(world.ledger().gravity < 0.0, "the cube hangs lower than it started");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod clock;

pub mod math;

pub mod sparse;

pub mod minimize;

pub mod time;

pub mod after;

pub mod material;

pub mod energy;

pub mod geometry;

pub mod contact;

pub mod body;

pub mod assemble;

pub mod observe;

pub mod world;

pub mod scene;

pub mod door;

pub use door::{
    Body, Contact, ContactModel, Integrator, Material, Mesh, Method, Model, Motion, Obstacle, Pin, Problems,
    Simulation, Springs, method,
};
