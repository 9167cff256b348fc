//! Contact: what bodies meet, and how it pushes back.
//!
//! What an obstacle *is* (a shape, placed and perhaps led by a script) and what it *does* to those who enter it are
//! separate: [`Obstacle`] answers where its surface is, a model like [`CollisionSprings`] makes an energy of the
//! answer.

mod obstacle;
pub mod self_collision;
mod shape;
mod spring;
mod surface;

pub use obstacle::{Obstacle, Pose};
pub use shape::{Nearest, Sample, Shape};
pub use spring::{CollisionSprings, Law};
pub use surface::surface;
