//! Hyperelastic densities ψ(F), joules per cubic metre of rest volume.
//!
//! Every model here is isotropic: a function of the three signed singular values of F. A model is one file
//! with its formula and derivatives in those values ([`Isotropic`]); stress, tangent and its filtered forms
//! follow for all of them at once from the twist/flip/scale eigensystem. Two dimensions are plane strain: the
//! same function with the third stretch held at one, so there is no second set of formulas.

mod arap;
mod corotated;
mod density;
mod domain;
mod fixed_corotated;
mod invariants;
mod isotropic;
mod model;
mod neo_hookean;
mod prox;
mod stable_neo_hookean;
mod stvk;
mod symmetric_dirichlet;
mod symmetric_gradient;

pub use arap::Arap;
pub use corotated::Corotated;
pub use density::{Curvature, Material, Stress, Ways};
pub use domain::first_collapse;
pub use fixed_corotated::FixedCorotated;
pub use invariants::{Invariants, Partials, RIDGE};
pub use isotropic::{Isotropic, Order, Response, pair};
pub use model::{Model, Parameters, build};
pub use neo_hookean::NeoHookean;
pub use stable_neo_hookean::{LogStableNeoHookean, StableNeoHookean};
pub use stvk::Stvk;
pub use symmetric_dirichlet::SymmetricDirichlet;
pub use symmetric_gradient::SymmetricGradient;
