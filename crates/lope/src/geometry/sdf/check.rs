//! Expressions that describe nothing are refused before they are meshed.

use super::super::shape::{ShapeError, check_length};
use super::Sdf;

/// Why an expression describes no solid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SdfError {
    /// A primitive is impossible.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// An operation has nothing to work on.
    #[error("{operation}: there are no parts; give at least one")]
    NoParts {
        /// Name of the operation.
        operation: &'static str,
    },
    /// A number is not finite, or zero or negative where that has no meaning.
    #[error("{operation}: {parameter} is {value}; give {wanted}")]
    Number {
        /// Name of the operation.
        operation: &'static str,
        /// Name of the parameter.
        parameter: &'static str,
        /// Its value.
        value: f64,
        /// What it should be.
        wanted: &'static str,
    },
}

impl Sdf {
    /// Whether every number of the expression has a meaning.
    pub fn check(&self) -> Result<(), SdfError> {
        match self {
            Sdf::Simple(solid) => Ok(solid.check()?),
            Sdf::Ellipsoid { radii } => {
                let names = ["radius along x", "radius along y", "radius along z"];
                Ok((0..3).try_for_each(|k| check_length("ellipsoid", names[k], radii[k]))?)
            }
            Sdf::Union(parts) => all("union", parts),
            Sdf::Intersection(parts) => all("intersection", parts),
            Sdf::Difference(parts) => all("difference", parts),
            Sdf::SmoothUnion { parts, radius } => {
                let wanted = "a finite radius that is not negative";
                number("smooth union", "radius", *radius, *radius >= 0.0, wanted)?;
                all("smooth union", parts)
            }
            Sdf::Shell { part, thickness } => {
                check_length("shell", "thickness", *thickness)?;
                part.check()
            }
            Sdf::Twist { part, rate } => {
                number("twist", "rate", *rate, true, "a finite number of radians per length")?;
                part.check()
            }
            Sdf::Repeat { part, count, spacing } => {
                for k in 0..3 {
                    let copies = ["count along x", "count along y", "count along z"][k];
                    number("repeat", copies, f64::from(count[k]), count[k] > 0, "at least 1")?;
                    let step = ["spacing along x", "spacing along y", "spacing along z"][k];
                    let enough = spacing[k] > 0.0 || count[k] == 1 && spacing[k] == 0.0;
                    number("repeat", step, spacing[k], enough, "a positive, finite length")?;
                }
                part.check()
            }
            Sdf::Transform { part, by } => {
                for k in 0..3 {
                    let factor = by.scale[k];
                    number("transform", "scale", factor, factor != 0.0, "a finite factor other than 0")?;
                    number("transform", "translation", by.translation[k], true, "finite lengths")?;
                    for entry in by.rotation[k] {
                        number("transform", "rotation", entry, true, "a finite rotation")?;
                    }
                }
                part.check()
            }
        }
    }
}

fn number(
    operation: &'static str,
    parameter: &'static str,
    value: f64,
    fits: bool,
    wanted: &'static str,
) -> Result<(), SdfError> {
    if value.is_finite() && fits {
        return Ok(());
    }
    Err(SdfError::Number { operation, parameter, value, wanted })
}

fn all(operation: &'static str, parts: &[Sdf]) -> Result<(), SdfError> {
    if parts.is_empty() {
        return Err(SdfError::NoParts { operation });
    }
    parts.iter().try_for_each(Sdf::check)
}
