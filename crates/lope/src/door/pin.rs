//! Vertices that are held or moved.

use std::fmt;
use std::sync::Arc;

use super::{Mesh, Motion, Where, model};
use crate::scene::build::MeshSource;
use crate::scene::make_mesh;
use crate::scene::model::Number;

/// Says whether a vertex at this place is meant.
type Choice = Arc<dyn Fn([f64; 3]) -> bool + Send + Sync>;

/// Vertices that are held, or moved along a path whatever it takes.
#[derive(Clone)]
pub struct Pin {
    pin: model::Pin,
    /// Chooses the vertices, if the pin does not name them.
    choice: Option<Choice>,
}

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by: &dyn fmt::Debug = if self.choice.is_some() { &"a function" } else { &self.pin.region };
        let model::Pin { motion, release, axes, .. } = &self.pin;
        let mut shown = f.debug_struct("Pin");
        shown
            .field("region", by)
            .field("motion", motion)
            .field("release", release)
            .field("axes", axes)
            .finish()
    }
}

impl Pin {
    /// The vertices that are chosen by their place in the mesh's own coordinates, held where they start.
    pub fn new(chosen: impl Fn([f64; 3]) -> bool + Send + Sync + 'static) -> Self {
        // Until the mesh is there, every vertex might be meant.
        Self { choice: Some(Arc::new(chosen)), ..Self::region(Where::All(true)) }
    }

    /// Vertices by number, from 0, held where they start.
    pub fn vertices(vertices: impl Into<Vec<u32>>) -> Self {
        Self::region(Where::Vertices(vertices.into()))
    }

    /// The vertices of a region or a group of the mesh, held where they start.
    pub fn region(region: Where) -> Self {
        Self { pin: model::Pin::new(region), choice: None }
    }

    /// How they move. Default: they are held where they start.
    #[must_use]
    pub fn motion(mut self, motion: Motion) -> Self {
        self.pin.motion = Some(motion);
        self
    }

    /// The time from which they are free, s. Default: never.
    #[must_use]
    pub fn release(mut self, release: f64) -> Self {
        self.pin.release = Some(Number(release));
        self
    }

    /// Which of x, y and z are held. Default: all three.
    #[must_use]
    pub fn axes(mut self, axes: [bool; 3]) -> Self {
        self.pin.axes = axes;
        self
    }

    /// The pin in the words of a scene.
    pub(super) fn described(&self, points: &[[f64; 3]]) -> model::Pin {
        let mut pin = self.pin.clone();
        if let Some(choice) = self.choice.as_ref().filter(|_| !points.is_empty()) {
            let chosen = (0..).zip(points).filter(|(_, point)| choice(**point)).map(|(vertex, _)| vertex);
            pin.region = Where::Vertices(chosen.collect());
        }
        pin
    }
}

/// The vertices that functions choose from; none where no function asks, or the mesh cannot be made.
pub(super) fn points(mesh: &Mesh, source: &dyn MeshSource, pins: &[Pin]) -> Vec<[f64; 3]> {
    if pins.iter().all(|pin| pin.choice.is_none()) {
        return Vec::new();
    }
    make_mesh(mesh, source, &mut |_| {}).map(|mesh| mesh.points).unwrap_or_default()
}
