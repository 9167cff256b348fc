//! Loads: what pushes bodies from outside, or makes them pull themselves, as a scene or a program says.
//!
//! A load that has a potential is one, with its exact Hessian, and in the ledger. One that has none ([`Follower`], and what wind does)
//! is constant while a minimum is searched and taken anew where it was found, until it changes by less than a hundredth; its work is
//! booked as added. What changes with time is taken at the time at which the scheme takes its forces.

mod clock;
mod dead;
mod face;
mod follower;
mod muscle;
mod pressure;
mod tendon;
mod wind;

pub use clock::{Fill, Window};
pub use dead::DeadLoad;
pub use face::Faces;
pub use follower::Follower;
pub use muscle::{Fibres, Muscle};
pub use pressure::Pressure;
pub use tendon::{Guide, Pull, Tendon};
pub use wind::{Air, Wind};

use super::{Between, Meeting};

/// How much a load that lags may change before it is taken anew, as a part of it.
const SAME: f64 = 0.01;

/// How often it is taken anew in a solve, at most.
const MOST: usize = 30;

/// The meeting of all nodes of a stencil with the load.
const ALL: Meeting = Meeting { between: Between::Outside(0), on: u64::MAX };

/// By how much forces differ, of the larger of both sums.
fn change(before: &[[f64; 3]], after: &[[f64; 3]]) -> f64 {
    let size = |f: &[f64; 3]| f.iter().map(|f| f * f).sum::<f64>().sqrt();
    let apart = before.iter().zip(after).map(|(a, b)| size(&[0, 1, 2].map(|i| a[i] - b[i])));
    let [old, new] = [before, after].map(|list| list.iter().map(size).sum::<f64>());
    let whole = old.max(new);
    if whole > 0.0 { apart.sum::<f64>() / whole } else { 0.0 }
}
