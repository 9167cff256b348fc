//! The front door: worlds written in Rust instead of a scene file.
//!
//! A [`Simulation`] is filled with [`Body`]s, [`Obstacle`]s and settings, and built. It writes the same model that a scene
//! file is read into, so that defaults, checks and messages are those of the format, and every method has the name of
//! its key there. What has no method is within reach by [`Simulation::with`] and [`Body::with`].
//!
//! Meshes come from memory or from shapes; files are read by `lope-io`, and `build_with(&lope_io::Directory::new("meshes"))`
//! looks for them there:
//!
//! ```
//! use lope::{Body, ContactModel, Material, Mesh, Model, Motion, Obstacle, Pin, Simulation};
//!
//! let rubber = Material::new(Model::StableNeoHookean).young(1e5).poisson(0.4);
//! let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let tetrahedron = Body::solid(Mesh::tets(points, vec![[0, 1, 2, 3]]), rubber.clone()).translate([0.0, 0.1, 0.0]);
//! let bar = Body::solid(Mesh::cuboid([2.0, 0.5, 0.5], [8, 2, 2]), rubber)
//!     .translate([0.0, 2.0, 0.0])
//!     .pin(|[x, _, _]| x < -0.99)
//!     .pin_with(Pin::new(|[x, _, _]| x > 0.99).motion(Motion::new().velocity([0.5, 0.0, 0.0])).release(0.2));
//! let floor = Obstacle::plane([0.0; 3], [0.0, 1.0, 0.0]).model(ContactModel::Constraint).friction(0.3);
//! let mut world = Simulation::new().body(tetrahedron).body(bar).obstacle(floor).build()?;
//! for _ in 0..12 {
//!     assert!(world.advance(1.0 / 24.0).committed);
//! }
//! assert!(world.points_of(0).iter().all(|[_, y, _]| *y > -1e-9), "the floor is a constraint");
//! # Ok::<(), lope::Problems>(())
//! ```
//!
//! A method is told by its name, or with its settings, each of which has a default:
//!
//! ```
//! use lope::method::ProjectedNewton;
//! use lope::scene::model::Linear;
//! use lope::{Method, Simulation};
//!
//! let plain = Simulation::new().method(Method::LocalGlobal);
//! let told = Simulation::new()
//!     .method(ProjectedNewton { linear: Linear::Cholesky, max_iterations: 50, ..Default::default() })
//!     .tolerance(1e-4);
//! ```
//!
//! What is wrong is said as it would be of a scene file, by key, all at once:
//!
//! ```
//! use lope::{Body, Material, Mesh, Model, Simulation};
//!
//! let jelly = Material::new(Model::FixedCorotated).young(-1e5).poisson(0.5);
//! let refused = Simulation::new().body(Body::solid(Mesh::cuboid([1.0; 3], [2; 3]), jelly)).build();
//! let problems = refused.err().expect("two numbers are impossible");
//! assert_eq!(problems[0].key, "body.0.material.young");
//! assert_eq!(problems.to_string().lines().count(), 2);
//! ```

mod body;
mod pin;

pub use body::Body;
pub use pin::Pin;

pub use crate::scene::Problems;
pub use crate::scene::model::method;
pub use crate::scene::model::{
    Contact, ContactModel, Integrator, Material, Mesh, Method, Model, Motion, Obstacle, OnFailure, Rotation,
    Shape, Shell, Springs, Where,
};

use crate::scene::Scene;
use crate::scene::build::{MeshSource, NoFiles, build_with};
use crate::scene::model::{self, Settings, Time, vector};
use crate::world::World;

/// A world to be: what is there, what happens to it, and how it is computed. SI units throughout.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// All but the bodies.
    scene: Scene,
    bodies: Vec<Body>,
}

impl Default for Simulation {
    fn default() -> Self {
        Self::new()
    }
}

impl Simulation {
    /// Nothing yet, with the defaults of the scene format: gravity of 9.81 m/s² down y, backward Euler,
    /// the method `auto`.
    pub fn new() -> Self {
        // A world is told the length of every step; a scene has one. It is that of a film frame.
        Self { scene: Scene::new(Time::new(1.0 / 24.0, 24)), bodies: Vec::new() }
    }

    /// Acceleration of free fall, m/s². Default: [0, -9.81, 0].
    #[must_use]
    pub fn gravity(self, gravity: [f64; 3]) -> Self {
        self.with(|scene| scene.gravity = vector(gravity))
    }

    /// 3 for solids in space, 2 for plane strain in the xy plane. Default: 3.
    #[must_use]
    pub fn dimension(self, dimension: u8) -> Self {
        self.with(|scene| scene.dimension = dimension)
    }

    /// How time is discretized. Default: backward Euler.
    #[must_use]
    pub fn integrator(self, integrator: Integrator) -> Self {
        self.with(|scene| scene.time.integrator = integrator)
    }

    /// Parts of equal length that every step is made of. Default: 1.
    #[must_use]
    pub fn substeps(self, substeps: u32) -> Self {
        self.with(|scene| scene.time.substeps = Some(substeps))
    }

    /// How the minimum of a step is found: a [`Method`] by its name, or with [its settings](crate::method). Default:
    /// [`Auto`](crate::method::Auto).
    #[must_use]
    pub fn method(self, method: impl Into<Settings>) -> Self {
        self.with(|scene| scene.solver.settings = method.into())
    }

    /// The stopping measure, a velocity, m/s. Default: 1e-3.
    #[must_use]
    pub fn tolerance(self, tolerance: f64) -> Self {
        self.with(|scene| scene.solver.tolerance = tolerance)
    }

    /// What happens when a step does not converge. Default: it is not made.
    #[must_use]
    pub fn on_failure(self, on_failure: OnFailure) -> Self {
        self.with(|scene| scene.solver.on_failure = on_failure)
    }

    /// One more thing that moves. Bodies count from 0 in the order in which they are given.
    #[must_use]
    pub fn body(mut self, body: Body) -> Self {
        self.bodies.push(body);
        self
    }

    /// One more thing that bodies meet.
    #[must_use]
    pub fn obstacle(self, obstacle: Obstacle) -> Self {
        self.with(|scene| scene.obstacle.push(obstacle))
    }

    /// How bodies meet each other and themselves. Default: they pass through each other.
    #[must_use]
    pub fn contact(self, contact: Contact) -> Self {
        self.with(|scene| scene.contact = Some(contact))
    }

    /// Anything else that a scene has; bodies have a [`with`](Body::with) of their own. The length and number of steps
    /// are for those who run the [`scene`](Self::scene): [`World::advance`] is told its length.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Scene)) -> Self {
        change(&mut self.scene);
        self
    }

    /// The scene, checked, as if it had been read from text: to be built with the notes of its maker, asked for cautions,
    /// run, recorded or rendered as one.
    ///
    /// # Errors
    /// Everything that is wrong with it, as far as can be said without building it.
    pub fn scene(&self) -> Result<Scene, Problems> {
        self.scene_with(&NoFiles)
    }

    /// As [`scene`](Self::scene), with the meshes of files from a source: functions choose pins from their vertices.
    ///
    /// # Errors
    /// As [`scene`](Self::scene).
    pub fn scene_with(&self, source: &dyn MeshSource) -> Result<Scene, Problems> {
        let mut scene = self.scene.clone();
        scene.body.extend(self.bodies.iter().map(|body| body.described(source)));
        scene.resolve();
        scene.validate()?;
        Ok(scene)
    }

    /// Makes the world, of meshes in memory and shapes.
    ///
    /// # Errors
    /// Everything that is wrong, each with the key it would have in a scene file.
    pub fn build(&self) -> Result<World, Problems> {
        self.build_with(&NoFiles)
    }

    /// As [`build`](Self::build), with the meshes of files from a source: `lope_io::Directory` is one.
    ///
    /// # Errors
    /// As [`build`](Self::build), and what the source says.
    pub fn build_with(&self, source: &dyn MeshSource) -> Result<World, Problems> {
        build_with(&self.scene_with(source)?, source).map(|built| built.world)
    }
}
