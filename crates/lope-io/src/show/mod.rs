//! What there is to look at, whoever draws it.
//!
//! A picture, a film and the page of a viewer show the same things: surfaces of bodies, ropes as lines, particles as
//! points, obstacles, and a quantity on their vertices. [`Live`] takes them from a world as it runs, [`Recording`] from
//! the directory of a run; both give [`ShownPart`]s that stay and a [`Snapshot`] for each moment. Inner nodes of solids are
//! left out, so that a moment is small.

pub mod blocking;
mod colour;
mod compact;
mod gap;
mod live;
pub(crate) mod patch;
mod recording;
pub(crate) mod surface;
pub mod vtu_read;

pub use colour::{Colour, UnknownColour};
pub use live::Live;
pub use recording::Recording;

/// What a part is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Triangles.
    Faces,
    /// Lines.
    Lines,
    /// Points.
    Points,
}

impl Shown {
    /// Corners of one face, line or point.
    pub const fn arity(self) -> usize {
        match self {
            Self::Faces => 3,
            Self::Lines => 2,
            Self::Points => 1,
        }
    }
}

/// Whether a part is moved or in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Simulated.
    Body,
    /// Met by bodies.
    Obstacle,
    /// Only marks something.
    Mark,
}

/// A thing that is shown: everything about it that stays.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownPart {
    /// Name as in the scene.
    pub name: String,
    /// Body or obstacle.
    pub role: Role,
    /// What it is made of.
    pub shown: Shown,
    /// Vertex numbers, [`Shown::arity`] each; faces turn counter-clockwise seen from outside.
    pub corners: Vec<u32>,
    /// How many vertices it has.
    pub vertices: usize,
    /// Whether its vertices may be elsewhere in another moment.
    pub moves: bool,
}

/// A part at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// Positions of the vertices, interleaved xyz, m.
    pub points: Vec<f32>,
    /// The quantity asked for, one number a vertex; empty where the part does not have it.
    pub values: Vec<f32>,
}

/// Everything at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// Time, s.
    pub time: f64,
    /// Steps made.
    pub step: u64,
    /// One for each part.
    pub poses: Vec<Pose>,
}

impl Snapshot {
    /// The least and the largest value that is a number; none if no part has the quantity.
    pub fn range(&self) -> Option<[f32; 2]> {
        let values = self.poses.iter().flat_map(|pose| &pose.values).copied().filter(|v| v.is_finite());
        values.fold(None, |range, v| Some(range.map_or([v, v], |[least, most]| [v.min(least), v.max(most)])))
    }
}

#[cfg(test)]
mod tests;
