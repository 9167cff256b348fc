//! lope simulates things that bend, bounce, crumple and collide.
//!
//! One sentence holds the design: *everything that moves is a node in R³ with a mass; everything that acts
//! is an energy on stencils of nodes; an integrator turns the past into a stage; a minimizer sees only an
//! objective.* The rooms below are listed so that each uses only rooms above it; `ARCHITECTURE.md` has the
//! exact table, and a test keeps it true.

pub mod math;

pub mod sparse;

pub mod minimize;

pub mod time;

pub mod material;

pub mod energy;

pub mod geometry;

pub mod body;

pub mod assemble;

pub mod observe;

pub mod world;

pub mod scene;
