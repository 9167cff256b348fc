//! Tetrahedra for any solid that can say what is inside: isosurface stuffing.
//!
//! A lattice of good tetrahedra is laid over the solid, its points near the surface move onto it, and what sticks
//! out is cut off (\[Labelle07\]). Few shapes of tetrahedra can arise, and none of them is bad: dihedral angles stay
//! between 10° and 165° whatever the solid is. Creases and corners are sought afterwards and the vertices next to
//! them moved there, as far as those limits allow.

mod angle;
mod cut;
mod feature;
mod grade;
mod label;
mod lattice;
mod stencil;
mod stuff;
mod topology;
mod warp;

use super::mesh::{LENGTHS, TetMesh};
use super::sdf::Field;
use crate::math::vec3::sub;
use grade::Levels;
use lattice::Lattice;
use stuff::Stuffing;

/// How to mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MesherSettings {
    /// Mean length of an edge, in units of length.
    pub edge: f64,
    /// How many times longer edges may become far inside, at least 1. Sizes double from layer to layer, so the
    /// largest power of two that is not larger counts; 1 is a uniform mesh.
    pub grading: f64,
    /// Whether creases and corners are sought and kept.
    pub keep_features: bool,
}

impl MesherSettings {
    /// A uniform mesh of this edge length that keeps creases and corners.
    pub fn new(edge: f64) -> Self {
        MesherSettings { edge, grading: 1.0, keep_features: true }
    }
}

/// Why a solid was not meshed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MesherError {
    /// The edge length is zero, negative or not finite.
    #[error("edge is {edge}; give a positive, finite length")]
    Edge {
        /// As given.
        edge: f64,
    },
    /// The grading is less than one or not finite.
    #[error("grading is {grading}; give 1 for a uniform mesh, or how many times longer inner edges may be")]
    Grading {
        /// As given.
        grading: f64,
    },
    /// The solid has no extent or an infinite one.
    #[error(
        "the solid reaches from {low:?} to {high:?}; check its parts for overlap and its numbers for sense"
    )]
    Bounds {
        /// Least coordinates.
        low: [f64; 3],
        /// Greatest coordinates.
        high: [f64; 3],
    },
    /// Lengths whose products are not numbers any more.
    #[error(
        "the solid is {size:e} long; lengths from {:e} to {:e} can be computed with: choose another unit of length",
        LENGTHS.start(),
        LENGTHS.end()
    )]
    Extreme {
        /// Its largest extent.
        size: f64,
    },
    /// The lattice would not fit into memory or 32-bit numbers.
    #[error("edges of {edge} make a lattice of about {points:e} points, too many; give at least {least:.3e}")]
    TooMany {
        /// The edge length asked for.
        edge: f64,
        /// Points of the lattice.
        points: f64,
        /// An edge length that fits.
        least: f64,
    },
    /// No lattice point is inside.
    #[error(
        "edges of {edge} are too coarse to find anything of a solid of size {size:?}, or it is empty; \
             give a shorter edge"
    )]
    Empty {
        /// The edge length asked for.
        edge: f64,
        /// Size of the box around the solid.
        size: [f64; 3],
    },
}

/// Mean edge of the lattice in edges of its cubes: six long edges and eight of √3/2 for each cube.
const MEAN_EDGE: f64 = 0.923_442_307_705_946_6;
/// Most lattice points: five bytes each.
const MOST_POINTS: f64 = 4e8;

/// Fills a solid with tetrahedra. Parts thinner than the edge length can be lost; everything found is kept, in
/// one piece or many. `progress` hears the done fraction.
pub fn tetrahedralize(
    field: &dyn Field,
    settings: &MesherSettings,
    progress: &mut dyn FnMut(f64),
) -> Result<TetMesh, MesherError> {
    let prepared = field.prepared();
    let field = prepared.as_deref().unwrap_or(field);
    let lattice = lattice_around(field, settings)?;
    progress(0.0);
    let mut labels = label::labels(&lattice, field);
    progress(0.3);
    let (mut cuts, row_starts) = cut::cuts(&lattice, field, &labels);
    progress(0.5);
    let mut warped = warp::warp(&mut labels, &mut cuts);
    topology::unpinch(&lattice, &mut labels, &mut cuts, &mut warped);
    let most = settings.grading.log2().floor().clamp(0.0, 6.0) as u8;
    let levels = (most > 0).then(|| Levels::new(&lattice, &labels, most));
    let stuffing = Stuffing {
        lattice: &lattice,
        labels: &labels,
        cuts: &cuts,
        row_starts: &row_starts,
        warped: &warped,
        levels: levels.as_ref(),
    };
    let [low, high] = field.bounds();
    let points = lattice.len() as f64;
    let (mut mesh, mut on_surface) = stuffing.mesh().ok_or(MesherError::TooMany {
        edge: settings.edge,
        points,
        least: 1.3 * settings.edge,
    })?;
    if mesh.tets.is_empty() {
        return Err(MesherError::Empty { edge: settings.edge, size: sub(high, low) });
    }
    progress(0.7);
    if settings.keep_features && field.has_features() {
        feature::keep(&mut mesh, &mut on_surface, field, lattice.h);
    }
    feature::polish(&mut mesh, &on_surface, field, lattice.h);
    progress(1.0);
    Ok(mesh)
}

/// The lattice over the box around the solid, with a margin of a cube and a half on every side.
fn lattice_around(field: &dyn Field, settings: &MesherSettings) -> Result<Lattice, MesherError> {
    let edge = settings.edge;
    if !(edge.is_finite() && edge > 0.0) {
        return Err(MesherError::Edge { edge });
    }
    if !(settings.grading.is_finite() && settings.grading >= 1.0) {
        return Err(MesherError::Grading { grading: settings.grading });
    }
    let [low, high] = field.bounds();
    let size = sub(high, low);
    if !size.iter().all(|length| length.is_finite() && *length > 0.0) {
        return Err(MesherError::Bounds { low, high });
    }
    let longest = size.into_iter().fold(0.0, f64::max);
    if !LENGTHS.contains(&longest) || !LENGTHS.contains(&edge) {
        return Err(MesherError::Extreme { size: longest });
    }
    let h = edge / MEAN_EDGE;
    let cubes = size.map(|length| (length / h).ceil() + 3.0);
    let points = 2.0 * cubes.iter().map(|n| n + 1.0).product::<f64>();
    if points > MOST_POINTS {
        return Err(MesherError::TooMany {
            edge,
            points,
            least: 1.05 * edge * (points / MOST_POINTS).cbrt(),
        });
    }
    // Centred, and multiples of the largest joined cubes count from the same corner.
    let origin = [0, 1, 2].map(|k| (low[k] + high[k]) / 2.0 - h * cubes[k] / 2.0);
    Ok(Lattice { origin, h, counts: cubes.map(|n| n as usize + 1) })
}
