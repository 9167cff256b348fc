//! The pair that was in each other's way in a failed step, as marks to be drawn.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Role, Shown, ShownPart};
use crate::output::{OutputError, Result, atomic};

/// Name of the file in the bundle of a failed step.
pub const FILE_NAME: &str = "blocking.json";
/// Where bundles are.
const BUNDLE: &str = "failure";

/// Two pieces of surfaces that were in each other's way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Blocking {
    /// How far they were apart, m.
    pub gap: f64,
    /// The two: a vertex and a triangle, two edges, or a vertex and a plane, which has no corners.
    pub pieces: [Piece; 2],
}

/// A vertex, an edge or a triangle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Name of the body or obstacle.
    pub of: String,
    /// Numbers of its corners in the mesh of the frames.
    pub corners: Vec<u32>,
}

impl Blocking {
    /// Writes it into a bundle.
    ///
    /// # Errors
    /// If that fails.
    pub fn save(&self, bundle: &Path) -> Result<()> {
        let json = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        atomic::write(&bundle.join(FILE_NAME), json.as_bytes())
    }

    /// Reads that of a bundle, or of a run whose last step is `locked`; none if nothing was in the way.
    ///
    /// # Errors
    /// If the file does not read.
    pub fn load(directory: &Path, locked: bool) -> Result<Option<Self>> {
        let below = directory.join(BUNDLE).join(FILE_NAME);
        let places = [Some(directory.join(FILE_NAME)), Some(below).filter(|_| locked)];
        let there = |path: &PathBuf| path.is_file();
        let Some(path) = places.into_iter().flatten().find(there) else { return Ok(None) };
        let text = atomic::read_text(&path)?;
        let bad = |_| OutputError::content(&path, "does not name two pieces", "delete it, or run again");
        serde_json::from_str(&text).map(Some).map_err(bad)
    }
}

impl Piece {
    /// The part that marks it; none where it has no corners.
    pub(super) fn mark(&self) -> Option<ShownPart> {
        let (shown, corners) = match self.corners.len() {
            1 => (Shown::Points, vec![0]),
            2 => (Shown::Lines, vec![0, 1]),
            3 => (Shown::Lines, vec![0, 1, 1, 2, 2, 0]),
            _ => return None,
        };
        let kind = ["vertex", "edge", "triangle"][self.corners.len() - 1];
        Some(ShownPart {
            name: format!("in the way: {kind} of {}", self.of),
            role: Role::Mark,
            shown,
            corners,
            vertices: self.corners.len(),
            moves: true,
        })
    }
}
