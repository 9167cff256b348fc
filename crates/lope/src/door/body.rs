//! A thing that moves.

use super::{Material, Mesh, Pin, Rotation, Shell, Springs, model, pin};
use crate::scene::build::MeshSource;
use crate::scene::model::{BodyKind, Number, Scale, vector};

/// A thing that moves: a rest shape and what it is made of, in its place, with what holds it.
/// The body of a scene with its pins beside it: the same thing, written in Rust.
#[derive(Clone, Debug)]
pub struct Body {
    /// All but the pins.
    body: model::Body,
    pins: Vec<Pin>,
}

impl Body {
    /// An elastic solid of tetrahedra, or of triangles in 2D.
    pub fn solid(mesh: impl Into<Mesh>, material: Material) -> Self {
        Self { body: model::Body::new(mesh.into()), pins: Vec::new() }
            .with(|body| body.material = Some(material))
    }

    /// Cloth, a rope or a net: masses joined by springs along the edges of a mesh.
    pub fn springs(mesh: impl Into<Mesh>, springs: Springs) -> Self {
        Self { body: model::Body::new(mesh.into()), pins: Vec::new() }
            .with(|body| (body.kind, body.springs) = (BodyKind::Springs, Some(springs)))
    }

    /// A thin surface: cloth, paper, a balloon.
    pub fn shell(mesh: impl Into<Mesh>, shell: Shell, material: Material) -> Self {
        let kind = BodyKind::Shell;
        Self::solid(mesh, material).with(|body| (body.kind, body.shell) = (kind, Some(shell)))
    }

    /// Name in messages and files. Default: `body`, numbered if there are several.
    #[must_use]
    pub fn name(self, name: &str) -> Self {
        self.with(|body| body.name = name.to_owned())
    }

    /// Factors of size in x, y and z, applied first.
    #[must_use]
    pub fn scale(self, scale: [f64; 3]) -> Self {
        self.with(|body| body.scale = Scale(vector(scale)))
    }

    /// A turn about the mesh's origin by an angle, degrees, applied after `scale`.
    #[must_use]
    pub fn rotate(self, axis: [f64; 3], angle: f64) -> Self {
        self.with(|body| body.rotate = Some(Rotation::new(axis, angle)))
    }

    /// A shift, m, applied last.
    #[must_use]
    pub fn translate(self, translate: [f64; 3]) -> Self {
        self.with(|body| body.translate = vector(translate))
    }

    /// Velocity at the start, m/s.
    #[must_use]
    pub fn velocity(self, velocity: [f64; 3]) -> Self {
        self.with(|body| body.velocity = vector(velocity))
    }

    /// Angular velocity at the start about the centre of mass, rad/s.
    #[must_use]
    pub fn angular_velocity(self, angular_velocity: [f64; 3]) -> Self {
        self.with(|body| body.angular_velocity = vector(angular_velocity))
    }

    /// Damping against motion through space, 1/s.
    #[must_use]
    pub fn drag(self, drag: f64) -> Self {
        self.with(|body| body.damping.drag = Number(drag))
    }

    /// Stiffness-proportional damping, s.
    #[must_use]
    pub fn rayleigh(self, rayleigh: f64) -> Self {
        self.with(|body| body.damping.rayleigh = Number(rayleigh))
    }

    /// Holds the vertices that are chosen by their place in the mesh's own coordinates, before it is scaled, turned and
    /// shifted: moving a body does not change which vertices are meant.
    #[must_use]
    pub fn pin(self, chosen: impl Fn([f64; 3]) -> bool + Send + Sync + 'static) -> Self {
        self.pin_with(Pin::new(chosen))
    }

    /// Holds vertices by number, from 0.
    #[must_use]
    pub fn pin_vertices(self, vertices: impl Into<Vec<u32>>) -> Self {
        self.pin_with(Pin::vertices(vertices))
    }

    /// Holds or moves vertices as the pin says.
    #[must_use]
    pub fn pin_with(mut self, pin: Pin) -> Self {
        self.pins.push(pin);
        self
    }

    /// Anything else that a body of a scene has.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut model::Body)) -> Self {
        change(&mut self.body);
        self
    }

    /// The body in the words of a scene, with its vertices chosen.
    pub(super) fn described(&self, source: &dyn MeshSource) -> model::Body {
        let mut body = self.body.clone();
        if self.pins.is_empty() {
            return body;
        }
        // A mesh that cannot be made is refused by who checks or builds the scene.
        let points = pin::points(&body.mesh, source, &self.pins);
        body.pin.extend(self.pins.iter().map(|pin| pin.described(&points)));
        body
    }
}
