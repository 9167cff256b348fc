//! How far a solid reaches along a direction, from which follows a box around it.
//!
//! The support function max { d·x : x in the solid } goes through rotations and scales exactly, where boxes of
//! boxes would grow with every turn.

use super::super::mesh::Transform;
use super::Sdf;
use crate::math::vec3::{Vec3, dot, norm};

/// A box that contains the solid; tight for primitives, however transformed, and their unions.
pub(super) fn bounds(solid: &Sdf) -> [Vec3; 2] {
    let axis = |k: usize, sign: f64| {
        let mut direction = [0.0; 3];
        direction[k] = sign;
        direction
    };
    let high = [0, 1, 2].map(|k| support(solid, axis(k, 1.0)));
    let low = [0, 1, 2].map(|k| -support(solid, axis(k, -1.0)));
    [low, high]
}

/// An upper bound of d·x over the solid; −∞ where there is nothing.
fn support(solid: &Sdf, d: Vec3) -> f64 {
    let across = d[0].hypot(d[2]);
    match solid {
        Sdf::Simple(solid) => solid.support(d),
        Sdf::Ellipsoid { radii } => norm([0, 1, 2].map(|k| radii[k] * d[k])),
        Sdf::Union(parts) => farthest(parts, d),
        Sdf::Intersection(parts) => {
            let nearest = parts.iter().map(|part| support(part, d)).fold(f64::INFINITY, f64::min);
            if parts.is_empty() { f64::NEG_INFINITY } else { nearest }
        }
        Sdf::Difference(parts) => parts.first().map_or(f64::NEG_INFINITY, |first| support(first, d)),
        Sdf::SmoothUnion { parts, radius } => {
            // Two equal values blend to a quarter of the radius less, and no number of them to a radius less.
            let swell = radius * (0.25 * (parts.len() as f64 - 1.0)).clamp(0.0, 1.0);
            farthest(parts, d) + swell * norm(d)
        }
        Sdf::Shell { part, .. } => support(part, d),
        Sdf::Twist { part, .. } => {
            let [low, high] = bounds(part);
            reach_from_axis([low, high]) * across + (low[1] * d[1]).max(high[1] * d[1])
        }
        Sdf::Repeat { part, count, spacing } => {
            let half = |k: usize| f64::from(count[k].saturating_sub(1)) / 2.0 * spacing[k];
            support(part, d) + (0..3).map(|k| (half(k) * d[k]).abs()).sum::<f64>()
        }
        Sdf::Transform { part, by } => support(part, pulled_back(by, d)) + dot(d, by.translation),
    }
}

fn farthest(parts: &[Sdf], d: Vec3) -> f64 {
    parts.iter().map(|part| support(part, d)).fold(f64::NEG_INFINITY, f64::max)
}

/// The direction e with d·(R S x) = e·x.
fn pulled_back(by: &Transform, d: Vec3) -> Vec3 {
    [0, 1, 2].map(|k| by.scale[k] * (0..3).map(|row| by.rotation[row][k] * d[row]).sum::<f64>())
}

/// Largest distance of a point of a box from the y axis.
pub(super) fn reach_from_axis([low, high]: [Vec3; 2]) -> f64 {
    low[0].abs().max(high[0].abs()).hypot(low[2].abs().max(high[2].abs()))
}
