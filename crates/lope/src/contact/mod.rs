//! Contact: what bodies meet, and how it pushes back.
//!
//! What an obstacle *is* (a shape, placed and perhaps led by a script) and what it *does* to those who enter it are
//! separate: [`Obstacle`] answers where its surface is, a model like [`CollisionSprings`] makes an energy of the
//! answer.

pub mod barrier;
mod composite;
mod constraint;
mod crease;
mod encounter;
mod extent;
mod faces;
mod friction;
mod grid;
mod march;
mod obstacle;
mod outline;
mod passage;
mod penalty;
mod post;
mod profile;
mod revolve;
pub mod self_collision;
mod shape;
mod shell;
mod spring;
mod surface;
mod vertices;

pub use composite::{Composite, Operation, PlacedShape};
pub use constraint::{Constraint, Constraints, Push};
pub use grid::{Grid, GridError, Interpolation};
pub use obstacle::{Journey, Obstacle, Pose};
pub use outline::{Outline, outline};
pub use passage::Passage;
pub use penalty::Penalty;
pub use post::PostProcess;
pub use shape::{Nearest, Sample, Shape};
pub use spring::{CollisionSpringLaw, CollisionSprings};
pub use surface::surface;
pub use vertices::Vertices;
