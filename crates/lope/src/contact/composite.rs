//! Shapes put together: unions, intersections and differences of placed parts.
//!
//! The least of the distances of its parts is not the distance of a union where these overlap, and the greatest not
//! that of an intersection near its edges. A composite of formulas is therefore taken apart into its smooth faces
//! ([`faces`](super::faces)), and its nearest point is one of three kinds: straight above a face, on a crease where
//! two faces meet, or at a corner of three. Out of all parts of a union the least of the distances is the distance, as
//! the greatest is inside of all parts of an intersection, and nothing needs to be looked for. Where nothing is found, and
//! where a part is a grid, the least or greatest of the parts answers elsewhere too: the right sign and the right surface,
//! but only a bound of the distance. Of a union with a grid the depth comes from its outer surface ([`shell`](super::shell)),
//! so that faces of parts within it are none of the whole.

use std::sync::Arc;

use super::faces::Faces;
use super::obstacle::Pose;
use super::shape::{Nearest, Sample, Shape};
use super::shell::Shell;
use crate::math::vec3::{along, norm};

/// A shape somewhere in another.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedShape {
    /// What it is.
    pub shape: Shape,
    /// Where it is.
    pub pose: Pose,
}

impl PlacedShape {
    /// Its level set, in the coordinates of the whole.
    pub(super) fn sample(&self, p: [f64; 3]) -> Sample {
        self.pose.carry(self.shape.sample(self.pose.back(p)))
    }

    /// The value of its level set; a bound of the distance for a composite.
    fn bound(&self, p: [f64; 3]) -> f64 {
        self.shape.bound(self.pose.back(p))
    }
}

/// How parts are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// What is in any part.
    Union,
    /// What is in all parts.
    Intersection,
    /// What is in the first part and in none of the others.
    Difference,
}

/// Parts put together.
#[derive(Clone, Debug, PartialEq)]
pub struct Composite {
    operation: Operation,
    parts: Vec<PlacedShape>,
    /// Its smooth faces, if it has no grid.
    faces: Option<Faces>,
    /// What is outside, if it is a union with a grid.
    shell: Option<Shell>,
}

impl Shape {
    /// Parts put together. Without parts it is everything, or nothing.
    pub fn composed(operation: Operation, parts: Vec<PlacedShape>) -> Self {
        let mut whole = Composite { operation, parts, faces: None, shell: None };
        whole.faces = Faces::of(&whole);
        whole.shell = if operation == Operation::Union { Shell::of(&whole) } else { None };
        Self::Composite(Arc::new(whole))
    }

    /// Zero on the surface and of the right sign elsewhere, without looking for creases.
    pub(super) fn bound(&self, p: [f64; 3]) -> f64 {
        match self {
            Self::Composite(whole) => whole.bound(p),
            Self::Complement(inner) => -inner.bound(p),
            Self::Grid(grid) => grid.sample(p).value,
            simple => simple.nearest(p).distance,
        }
    }

    /// Whether a point is inside.
    pub fn holds(&self, p: [f64; 3]) -> bool {
        match self {
            Self::Grid(grid) => grid.holds(p),
            Self::Composite(whole) => whole.holds(p),
            Self::Complement(inner) if matches!(**inner, Self::Composite(_)) => !inner.holds(p),
            other => other.bound(p) < 0.0,
        }
    }
}

impl Composite {
    /// How the parts are put together.
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// The parts.
    pub fn parts(&self) -> &[PlacedShape] {
        &self.parts
    }

    /// The level set with its derivatives.
    pub fn sample(&self, p: [f64; 3]) -> Sample {
        let faces = self.faces.as_ref().filter(|faces| !self.is_plain(faces, p));
        faces.and_then(|faces| faces.sample(p)).unwrap_or_else(|| self.within(p, self.extreme(p)))
    }

    /// Of a union with a grid, how deep a point is in all parts together, if that is more than in one of them.
    fn within(&self, p: [f64; 3], extreme: Sample) -> Sample {
        let shell = self.shell.as_ref().filter(|shell| shell.may_close(extreme.value));
        let deep = shell.map(|shell| shell.sample(p)).filter(|deep| deep.value < extreme.value);
        deep.unwrap_or(extreme)
    }

    /// Whether the extreme of the parts is the distance of the whole: out of all parts of a union, where the way to the nearest
    /// one leads through none, and likewise inside of all parts of an intersection.
    fn is_plain(&self, faces: &Faces, p: [f64; 3]) -> bool {
        let bound = self.bound(p);
        !faces.is_rounding(p, bound) && (bound > 0.0) == (self.operation == Operation::Union)
    }

    /// The nearest point of the surface.
    pub fn nearest(&self, p: [f64; 3]) -> Nearest {
        let Sample { value, gradient, .. } = self.sample(p);
        let length = norm(gradient);
        // Of grids alone gradients are not of length 1.
        let normal = if length > 0.0 { gradient.map(|g| g / length) } else { [0.0, 1.0, 0.0] };
        let distance = if self.faces.is_some() || length == 0.0 { value } else { value / length };
        Nearest { distance, point: along(p, -distance, normal), normal }
    }

    /// The least or greatest of the parts; of several the first.
    fn extreme(&self, p: [f64; 3]) -> Sample {
        let mut found: Option<Sample> = None;
        for (i, part) in self.parts.iter().enumerate() {
            let sample = part.sample(p);
            let sample =
                if self.operation == Operation::Difference && i > 0 { sample.negated() } else { sample };
            let better = |best: Sample| match self.operation {
                Operation::Union => sample.value < best.value,
                Operation::Intersection | Operation::Difference => sample.value > best.value,
            };
            if found.is_none_or(better) {
                found = Some(sample);
            }
        }
        let nothing = Sample { value: f64::MAX, gradient: [0.0, 1.0, 0.0], hessian: [[0.0; 3]; 3] };
        found.unwrap_or(nothing)
    }

    /// Whether a point is inside; on a face that parts share too, where the bound is zero.
    fn holds(&self, p: [f64; 3]) -> bool {
        let bound = self.bound(p);
        match &self.faces {
            Some(faces) if faces.is_rounding(p, bound) => self.sample(p).value < 0.0,
            None if bound >= 0.0 && self.shell.is_some() => self.sample(p).value < 0.0,
            _ => bound < 0.0,
        }
    }

    /// The value of the least or greatest of the parts.
    pub(super) fn bound(&self, p: [f64; 3]) -> f64 {
        let values = self.parts.iter().map(|part| part.bound(p));
        match self.operation {
            Operation::Union => values.fold(f64::MAX, f64::min),
            Operation::Intersection => values.fold(f64::MIN, f64::max),
            Operation::Difference => {
                let signed = values.enumerate().map(|(i, value)| if i > 0 { -value } else { value });
                signed.fold(f64::MIN, f64::max)
            }
        }
    }
}

#[cfg(test)]
mod tests;
