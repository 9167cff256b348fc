//! Shapes as level sets: the distance, with the nearest point of the surface, the normal there, and the curvatures.
//!
//! The expressions of `geometry::sdf` answer with bounds of the distance, for many points at once, which is enough to
//! mesh them. Contact needs to know how deep a point is and which way leads out, also where that way is not unique: at
//! the centre of a ball, on the axis of a capsule, along the diagonals of a box. One of the ways is chosen there, always
//! the same, and curvatures that would be infinite there are 0. So simple shapes have formulas of their own here; a test
//! says that both rooms mean the same solid.

use std::sync::Arc;

use super::composite::Composite;
use super::grid::Grid;
use super::revolve;
use crate::geometry::Primitive;
use crate::math::vec3::{along, dot, norm, sub};

/// Below this a direction is not computed from its components: their squares would lose their digits.
pub(super) const NOWHERE: f64 = 1e-100;

/// A solid in its own coordinates, centred at the origin; its axis is y. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// All points with n·x ≤ 0.
    HalfSpace {
        /// The outward normal n, of length 1.
        normal: [f64; 3],
    },
    /// A simple shape. An infinite edge of a box has no faces across: in the plane, the one along z.
    Simple(Primitive),
    /// An infinite plate across y with a round hole.
    Plate {
        /// Half its thickness, m.
        half: f64,
        /// Radius of the hole, m.
        hole: f64,
        /// Radius by which the rim of the hole is rounded, m, at most `half`.
        rim: f64,
    },
    /// Everything but a shape: a container.
    Complement(Arc<Shape>),
    /// Shapes put together.
    Composite(Arc<Composite>),
    /// Values on a grid.
    Grid(Arc<Grid>),
}

/// Where the surface is, seen from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Distance of the point, negative inside, m.
    pub distance: f64,
    /// The nearest point of the surface, m; of a grid, the one along the gradient.
    pub point: [f64; 3],
    /// The outward normal there, of length 1: `distance` = `normal` · (the point − `point`).
    pub normal: [f64; 3],
}

/// A level set at a point: φ < 0 inside, |∇φ| = 1 where it is a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// φ, m.
    pub value: f64,
    /// ∇φ.
    pub gradient: [f64; 3],
    /// ∇²φ, 1/m, rows first: for a distance the curvatures of the parallel surface through the point.
    pub hessian: [[f64; 3]; 3],
}

impl Sample {
    /// The level set of the complement.
    pub(super) fn negated(self) -> Self {
        Self {
            value: -self.value,
            gradient: self.gradient.map(|g| -g),
            hessian: self.hessian.map(|row| row.map(|h| -h)),
        }
    }
}

impl From<Primitive> for Shape {
    fn from(solid: Primitive) -> Self {
        Self::Simple(solid)
    }
}

impl Shape {
    /// Everything but this shape: what bodies in a container meet.
    pub fn complement(self) -> Self {
        match self {
            Self::Complement(inner) => Arc::unwrap_or_clone(inner),
            other => Self::Complement(Arc::new(other)),
        }
    }

    /// Whether its level set is a formula: false if a grid is anywhere in it.
    pub fn is_analytic(&self) -> bool {
        match self {
            Self::Complement(inner) => inner.is_analytic(),
            Self::Composite(whole) => whole.parts().iter().all(|part| part.shape.is_analytic()),
            Self::Grid(_) => false,
            _ => true,
        }
    }

    /// The level set with its derivatives.
    pub fn sample(&self, p: [f64; 3]) -> Sample {
        match self {
            Self::Complement(inner) => return inner.sample(p).negated(),
            Self::Composite(whole) => return whole.sample(p),
            Self::Grid(grid) => return grid.sample(p),
            _ => {}
        }
        if let Some(sample) = self.turned(p) {
            return sample;
        }
        let Nearest { distance, normal, .. } = self.nearest(p);
        // The directions along which a round surface bends, each with its radius.
        let bend = |core: [f64; 3], along: Option<[f64; 3]>| {
            let from = sub(p, core);
            let radius = norm(from);
            bent(normal, along, if radius > NOWHERE { 1.0 / radius } else { 0.0 })
        };
        let hessian = match *self {
            Self::Simple(Primitive::Sphere { .. }) => bend([0.0; 3], None),
            Self::Simple(Primitive::Capsule { height, .. }) => {
                let half = 0.5 * height;
                let side = p[1].abs() < half;
                bend([0.0, p[1].clamp(-half, half), 0.0], side.then_some([0.0, 1.0, 0.0]))
            }
            Self::Simple(Primitive::Box { size }) => around_box(p, halved(size), distance, normal),
            _ => [[0.0; 3]; 3],
        };
        Sample { value: distance, gradient: normal, hessian }
    }

    /// The nearest point of the surface.
    pub fn nearest(&self, p: [f64; 3]) -> Nearest {
        match *self {
            Self::HalfSpace { normal } => {
                let distance = dot(normal, p);
                Nearest { distance, point: along(p, -distance, normal), normal }
            }
            Self::Simple(Primitive::Sphere { radius }) => round(p, [0.0; 3], radius, [0.0, 1.0, 0.0]),
            Self::Simple(Primitive::Box { size }) => cuboid(p, halved(size)),
            Self::Simple(Primitive::Capsule { radius, height }) => {
                let half = 0.5 * height;
                round(p, [0.0, p[1].clamp(-half, half), 0.0], radius, [1.0, 0.0, 0.0])
            }
            Self::Complement(ref inner) => {
                let Nearest { distance, point, normal } = inner.nearest(p);
                Nearest { distance: -distance, point, normal: normal.map(|n| -n) }
            }
            Self::Composite(ref whole) => whole.nearest(p),
            Self::Grid(ref grid) => grid.nearest(p),
            Self::Simple(Primitive::Cylinder { .. } | Primitive::Torus { .. } | Primitive::Cone { .. })
            | Self::Plate { .. } => {
                let Sample { value, gradient, .. } = self.sample(p);
                Nearest { distance: value, point: along(p, -value, gradient), normal: gradient }
            }
        }
    }

    /// The level set of a body of revolution.
    fn turned(&self, p: [f64; 3]) -> Option<Sample> {
        Some(match *self {
            Self::Simple(solid) => match solid {
                Primitive::Cylinder { radius, height } => {
                    revolve::turned(p, |at| revolve::cylinder(at, radius, 0.5 * height))
                }
                Primitive::Torus { radius, tube } => {
                    revolve::turned(p, |at| revolve::torus(at, radius, tube))
                }
                Primitive::Cone { radius, height, top } => {
                    revolve::turned(p, |at| revolve::cone(at, radius, top, 0.5 * height))
                }
                Primitive::Box { .. } | Primitive::Sphere { .. } | Primitive::Capsule { .. } => return None,
            },
            Self::Plate { half, hole, rim } => revolve::turned(p, |at| revolve::plate(at, half, hole, rim)),
            _ => return None,
        })
    }
}

fn halved(size: [f64; 3]) -> [f64; 3] {
    size.map(|length| 0.5 * length)
}

/// The curvatures of the parallel surface of a cuboid: along an edge it is straight, about a corner it is round.
pub(super) fn around_box(p: [f64; 3], half: [f64; 3], distance: f64, normal: [f64; 3]) -> [[f64; 3]; 3] {
    let beyond = [0, 1, 2].map(|i| p[i].abs() > half[i]);
    match beyond.iter().filter(|is| **is).count() {
        2 if distance > NOWHERE => {
            let free = [0, 1, 2].map(|i| f64::from(u8::from(!beyond[i])));
            bent(normal, Some(free), 1.0 / distance)
        }
        3 if distance > NOWHERE => bent(normal, None, 1.0 / distance),
        _ => [[0.0; 3]; 3],
    }
}

/// The surface at a distance `radius` from the nearest point `core` of what is rounded; `otherwise` is the normal
/// where the point lies on it.
fn round(p: [f64; 3], core: [f64; 3], radius: f64, otherwise: [f64; 3]) -> Nearest {
    let from = sub(p, core);
    let length = norm(from);
    let normal = if length > NOWHERE { from.map(|x| x / length) } else { otherwise };
    Nearest { distance: length - radius, point: along(core, radius, normal), normal }
}

/// κ (I − n nᵀ − s sᵀ): curvature κ across n, none along the straight direction s if there is one.
pub(super) fn bent(n: [f64; 3], straight: Option<[f64; 3]>, curvature: f64) -> [[f64; 3]; 3] {
    let s = straight.unwrap_or_default();
    let entry = |i: usize, j: usize| f64::from(u8::from(i == j)) - n[i] * n[j] - s[i] * s[j];
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| curvature * entry(i, j)))
}

fn cuboid(p: [f64; 3], half: [f64; 3]) -> Nearest {
    let point = [0, 1, 2].map(|i| p[i].clamp(-half[i], half[i]));
    let from = sub(p, point);
    let distance = norm(from);
    if distance > NOWHERE {
        return Nearest { distance, point, normal: from.map(|x| x / distance) };
    }
    // Inside: out through the nearest face; of several the first.
    let depth = |i: usize| half[i] - p[i].abs();
    let axis = (1..3).fold(0, |best, i| if depth(i) < depth(best) { i } else { best });
    let (mut point, mut normal) = (p, [0.0; 3]);
    normal[axis] = 1f64.copysign(p[axis]);
    point[axis] = half[axis] * normal[axis];
    Nearest { distance: -depth(axis), point, normal }
}

#[cfg(test)]
mod tests;
