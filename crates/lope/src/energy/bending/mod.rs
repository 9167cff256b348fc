//! Bending of surfaces: what resists a change of the angles between neighbouring triangles.
//!
//! Everything is measured against the plate of thickness t, whose stiffness is D = Et³/12(1−ν²) and whose energy is
//! D/2 ((tr b)² − 2(1−ν) det b) for each area of curvature b. [`docs/shells.md`](https://docs.rs/lope) has the derivations.

mod angle;
mod hinge;
mod quadratic;

pub use angle::Bending;
pub use quadratic::QuadraticBending;

use hinge::{heights, laplacian};

use crate::math::vec3::{Vec3, distance};

/// Where angles are at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestAngle {
    /// Where they are in the mesh.
    Mesh,
    /// Where the surface is flat.
    Flat,
}

/// Nodes of an element: the corners of a triangle, then the corner beyond each of its first edges, which are opposite of its first
/// corners. The ends of such an edge, the corner opposite and the one beyond:
const HINGES: [[usize; 4]; 3] = [[1, 2, 0, 3], [2, 0, 1, 4], [0, 1, 2, 5]];

/// Most nodes an element has.
const MOST_NODES: usize = 6;

fn place(x: &[f64], node: u32) -> Vec3 {
    let at = 3 * node as usize;
    [x[at], x[at + 1], x[at + 2]]
}

/// The four corners of a hinge of an element.
fn corners(x: &[f64], nodes: &[u32], hinge: usize) -> [Vec3; 4] {
    HINGES[hinge].map(|k| place(x, nodes[k]))
}

/// What is to be multiplied by ½θ² for the bending energy at an edge, J: D|e|/h̄ with h̄ the mean of the two heights. A cylinder
/// over edges that are a distance h̄ apart bends by θ = h̄/R at each and has the energy ½D/R² for each area.
fn edge_stiffness(stiffness: f64, corners: [Vec3; 4]) -> f64 {
    let [one, other] = heights(corners);
    let length = distance(corners[0], corners[1]);
    stiffness * length / (0.5 * (one + other))
}
