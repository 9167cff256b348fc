//! `rigid = { … }`: how a rigid body is held together, and how its mass is spread.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::Number;
use crate::math::small::Matrix;

/// Stiffness of a rigid body unless the scene says otherwise, Pa.
const STIFFNESS: Number = Number(1e9);

/// What a rigid body is beside its surface and its mass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rigid {
    /// How stiffly it keeps its shape, Pa: forces of 1e5 N on a body of 1 m strain it by 1e-4. Default: 1e9. Smaller is quicker to
    /// solve where things hit hard, larger gives way less.
    #[serde(default = "stiffness")]
    pub stiffness: Number,
    /// Inertia about its centre along the axes of the mesh, kg·m²: [xx, yy, zz], or [xx, yy, zz, xy, xz, yz] with the entries of the
    /// tensor, negative sums of products. Default: that of a body of one density.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Vec<Number>>,
}

fn stiffness() -> Number {
    STIFFNESS
}

impl Default for Rigid {
    fn default() -> Self {
        Self { stiffness: STIFFNESS, inertia: None }
    }
}

impl Rigid {
    /// The tensor of inertia; none if it is not given.
    ///
    /// # Errors
    /// If it has another number of entries.
    pub fn tensor(&self) -> Result<Option<Matrix<f64, 3>>, String> {
        let Some(entries) = &self.inertia else { return Ok(None) };
        let entry = |k: usize| entries.get(k).map_or(0.0, |entry| entry.get());
        match entries.len() {
            3 | 6 => {
                let (xy, xz, yz) = (entry(3), entry(4), entry(5));
                Ok(Some([[entry(0), xy, xz], [xy, entry(1), yz], [xz, yz, entry(2)]]))
            }
            other => Err(format!("has {other} entries: give 3, xx, yy, zz, or 6, with xy, xz, yz")),
        }
    }
}
