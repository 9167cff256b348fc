//! Solids as signed functions: negative inside, positive outside.
//!
//! A few primitives and operations make any shape without a file, and the [mesher](super::mesher) fills whatever
//! has a [`Field`] with tetrahedra. Values are bounds of the distance and not always the distance itself: an
//! ellipsoid, a twist or an intersection would need a search to know it, and nobody here needs more than the sign,
//! the zero set and a radius that is surely empty.

mod check;
mod formula;
mod prepared;
mod support;

use super::mesh::Transform;
use super::primitive::Primitive;
pub use check::SdfError;
pub use prepared::Prepared;

/// A solid: negative inside.
pub trait Field: Sync {
    /// The signed value at each point. It has the right sign, changes about as fast as the distance to the
    /// surface, and depends on the point alone, whatever the others in the batch are.
    fn values(&self, points: &[[f64; 3]], out: &mut [f64]);

    /// Least and greatest coordinates of a box that contains the solid.
    fn bounds(&self) -> [[f64; 3]; 2];

    /// Whether |value| ≤ distance to the surface, so that regions far from it can be skipped.
    fn is_distance_bound(&self) -> bool {
        true
    }

    /// Whether the surface may have creases and corners. Without them the mesher need not look for any.
    fn has_features(&self) -> bool {
        true
    }

    /// The same field made ready for many evaluations, if that is something else.
    fn prepared(&self) -> Option<Box<dyn Field + '_>> {
        None
    }
}

/// An expression of signed distance. Primitives are centred at the origin, their axis is y.
#[derive(Clone, Debug, PartialEq)]
pub enum Sdf {
    /// A simple shape.
    Simple(Primitive),
    /// An ellipsoid.
    Ellipsoid {
        /// Half lengths of its axes.
        radii: [f64; 3],
    },
    /// What is in any of the parts.
    Union(Vec<Sdf>),
    /// What is in all parts.
    Intersection(Vec<Sdf>),
    /// What is in the first part and in none of the others.
    Difference(Vec<Sdf>),
    /// A union with rounded concave edges.
    SmoothUnion {
        /// The parts, blended one after the other.
        parts: Vec<Sdf>,
        /// How near two parts come before they blend.
        radius: f64,
    },
    /// A part that is hollow: what is nearer to its surface than the thickness.
    Shell {
        /// The part.
        part: Box<Sdf>,
        /// Thickness of the wall; where values are less than the distance, the wall is thicker.
        thickness: f64,
    },
    /// A part turned about the y axis, the more the higher.
    Twist {
        /// The part.
        part: Box<Sdf>,
        /// Radians per unit of length along y.
        rate: f64,
    },
    /// Copies on a grid that is centred at the origin.
    Repeat {
        /// The part.
        part: Box<Sdf>,
        /// Copies along each axis.
        count: [u32; 3],
        /// Distance between two copies along each axis.
        spacing: [f64; 3],
    },
    /// A part scaled, rotated and moved.
    Transform {
        /// The part.
        part: Box<Sdf>,
        /// How.
        by: Transform,
    },
}

impl From<Primitive> for Sdf {
    fn from(solid: Primitive) -> Self {
        Sdf::Simple(solid)
    }
}

impl Sdf {
    /// The same solid, moved.
    pub fn moved(self, translation: [f64; 3]) -> Sdf {
        Sdf::Transform { part: Box::new(self), by: Transform { translation, ..Transform::default() } }
    }

    /// The same solid turned by the length of `turn`, in radians, about its direction, and then moved.
    pub fn placed(self, turn: [f64; 3], translation: [f64; 3]) -> Sdf {
        let by = Transform { translation, ..Transform::default() }.rotated(turn);
        Sdf::Transform { part: Box::new(self), by }
    }

    /// The same solid made so many times larger along each axis.
    pub fn scaled(self, scale: [f64; 3]) -> Sdf {
        Sdf::Transform { part: Box::new(self), by: Transform { scale, ..Transform::default() } }
    }
}

impl Field for Sdf {
    fn values(&self, points: &[[f64; 3]], out: &mut [f64]) {
        Prepared::new(self).values(points, out);
    }

    fn bounds(&self) -> [[f64; 3]; 2] {
        support::bounds(self)
    }

    fn has_features(&self) -> bool {
        match self {
            Sdf::Simple(solid) => solid.has_features(),
            Sdf::Ellipsoid { .. } => false,
            Sdf::Union(parts) | Sdf::Intersection(parts) | Sdf::Difference(parts) => {
                parts.len() > 1 || parts.iter().any(Field::has_features)
            }
            // Parts within the smallest radius of each other are still joined by a rounded edge.
            Sdf::SmoothUnion { parts, radius } => {
                *radius <= 0.0 && parts.len() > 1 || parts.iter().any(Field::has_features)
            }
            // Copies may cut each other.
            Sdf::Repeat { part, count, .. } => *count != [1; 3] || part.has_features(),
            // Half way between two sides the distance has a crease, and so has a wall of that thickness.
            Sdf::Shell { .. } => true,
            Sdf::Twist { part, .. } | Sdf::Transform { part, .. } => part.has_features(),
        }
    }

    fn prepared(&self) -> Option<Box<dyn Field + '_>> {
        Some(Box::new(Prepared::new(self)))
    }
}
