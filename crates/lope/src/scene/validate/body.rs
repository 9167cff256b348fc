//! `[[body]]`: mesh, material, placement and start.

use std::sync::Arc;

use super::{Check, KINDS};
use crate::material::{self, Parameters};
use crate::scene::model::{
    Body, BodyKind, Constants, Material, Mesh, Method, Model, Shape, SpringLaw, Start,
};

/// Copies of a body: each is a body with files of its own.
const MOST_COPIES: u64 = 10_000;

/// Bytes of a name: with the number of a copy, of a frame and an ending it is still a name for a file.
const LONGEST_NAME: usize = 200;

impl Check {
    pub(super) fn body(&mut self, at: &str, body: &Body, dimension: u8) {
        self.name(at, &body.name);
        self.available(format!("{at}.kind"), body.kind, KINDS);
        self.mesh(&format!("{at}.mesh"), &body.mesh, dimension);
        self.made_of(at, body);
        self.shell(at, body, dimension);
        self.placement(at, body, dimension);
        self.not_negative(format!("{at}.damping.drag"), body.damping.drag, "1/s");
        self.not_negative(format!("{at}.damping.rayleigh"), body.damping.rayleigh, "s");
        if !(0.0..=1.0).contains(&body.damping.nonrigid.get()) {
            let message = format!("{} is impossible: a part of the velocity, 0 to 1", body.damping.nonrigid);
            self.impossible(format!("{at}.damping.nonrigid"), message);
        }
        if let Some(start) = &body.start {
            let others = body.inclusion.iter().map(|inclusion| &inclusion.material);
            for material in body.material.iter().chain(others) {
                self.start(at, start, material);
            }
        }
        for (index, inclusion) in body.inclusion.iter().enumerate() {
            let at = format!("{at}.inclusion.{index}");
            self.region(&format!("{at}.where"), &inclusion.region);
            self.material(&format!("{at}.material"), &inclusion.material);
        }
        for (index, pin) in body.pin.iter().enumerate() {
            self.pin(&format!("{at}.pin.{index}"), pin);
        }
        for (index, attachment) in body.attach.iter().enumerate() {
            self.attachment(&format!("{at}.attach.{index}"), attachment, body.mesh.embed);
        }
    }

    /// Energies that the method cannot deal with: local/global iterations need projective ones, position-based dynamics
    /// constraints.
    pub(super) fn energies(&mut self, at: &str, body: &Body, method: Method) {
        let others = body.inclusion.iter().enumerate();
        let others = others.map(|(index, other)| (format!("{at}.inclusion.{index}"), &other.material));
        // A rigid body keeps its shape by an energy that all methods know.
        let own = body
            .material
            .iter()
            .filter(|_| body.kind != BodyKind::Rigid)
            .map(|material| (at.to_owned(), material));
        for (at, own) in own.chain(others) {
            let reason = built(own).and_then(|material| match method {
                Method::LocalGlobal => material.not_projective(),
                Method::Xpbd => {
                    (!material.square()).then_some("its energy is infinite or negative somewhere")
                }
                _ => None,
            });
            if let Some(reason) = reason {
                let model = own.model();
                let message = format!(
                    "{model} does not go with {method}: {reason}; use arap, or another solver.method"
                );
                self.impossible(format!("{at}.material.model"), message);
            }
        }
        if method == Method::Xpbd && body.damping.rayleigh.get() != 0.0 {
            let message = "would have no effect on xpbd; use nonrigid or drag, or another solver.method";
            self.impossible(format!("{at}.damping.rayleigh"), message);
        }
        let squared = body.springs.is_some_and(|springs| springs.law == SpringLaw::Squared);
        if method == Method::LocalGlobal && squared {
            let message = format!(
                "squared does not go with {method}: their energy grows with the fourth power of the length; use \
                 hookean, or another solver.method"
            );
            self.impossible(format!("{at}.springs.law"), message);
        }
    }

    /// Names become file names.
    pub(super) fn name(&mut self, at: &str, name: &str) {
        let fine = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if name.len() > LONGEST_NAME {
            let length = name.len();
            let message = format!("is part of file names and has {length} bytes: use at most {LONGEST_NAME}");
            self.impossible(format!("{at}.name"), message);
        } else if !name.chars().all(fine) || name.starts_with('.') {
            let message = format!("\"{name}\" is part of file names: use letters, digits, - and _");
            self.impossible(format!("{at}.name"), message);
        }
    }

    /// A complaint about a key below `at`, or about `at` itself.
    pub(super) fn complain(&mut self, at: &str, complaints: Vec<(impl AsRef<str>, String)>) {
        for (key, message) in complaints {
            let key = key.as_ref();
            let key = if key.is_empty() { at.to_owned() } else { format!("{at}.{key}") };
            self.impossible(key, message);
        }
    }

    fn mesh(&mut self, at: &str, mesh: &Mesh, dimension: u8) {
        if let Err(complaints) = mesh.geometry() {
            self.complain(at, complaints);
        }
        if let Some(shape) = mesh.shape
            && (2..=3).contains(&dimension)
            && shape.dimension() != dimension
            && shape != Shape::Rope
        {
            let remedy = if dimension == 2 { "use rectangle" } else { "set dimension = 2, or use box" };
            let message = format!("{shape} does not fit a scene of dimension {dimension}; {remedy}");
            self.impossible(format!("{at}.shape"), message);
        }
    }

    pub(super) fn material(&mut self, at: &str, material: &Material) {
        if let Err(complaints) = material.constants() {
            self.complain(at, complaints);
        }
        self.positive(format!("{at}.density"), material.mass_per_volume(), "kg/m³");
        if let Some(preset) = material.preset.filter(|_| material.preset_says_nothing()) {
            let message = format!(
                "{preset} would have no effect: model, stiffness and density are all given beside it; remove those that \
                 it is to say"
            );
            self.impossible(format!("{at}.preset"), message);
        }
        if material.log && material.model() != Model::StableNeoHookean {
            let message =
                format!("only stable-neo-hookean has it, not {}; remove this key", material.model());
            self.impossible(format!("{at}.log"), message);
        }
    }

    fn placement(&mut self, at: &str, body: &Body, dimension: u8) {
        if body.scale.0.iter().any(|factor| factor.get() <= 0.0) {
            self.impossible(format!("{at}.scale"), "every factor must be greater than 0");
        }
        if let Some(rotation) = &body.rotate {
            self.direction(format!("{at}.rotate.axis"), &rotation.axis);
        }
        if let Some(copies) = &body.copies {
            let count = copies.count.iter().map(|&n| u64::from(n)).fold(1, u64::saturating_mul);
            if !(1..=MOST_COPIES).contains(&count) {
                let message =
                    format!("{count} copies are impossible: 1 to {MOST_COPIES}, 1 or more along each axis");
                self.impossible(format!("{at}.copies.count"), message);
            }
        }
        if dimension != 2 {
            return;
        }
        let off_plane = "in 2D everything stays in the xy plane";
        if let Some(Start::Positions(places)) = &body.start
            && let Some(vertex) = places.iter().position(|place| place[2].get() != 0.0)
        {
            let message = format!("{off_plane}: the third number must be 0");
            self.impossible(format!("{at}.start.positions.{vertex}"), message);
        }
        for (key, vector) in [("translate", &body.translate), ("velocity", &body.velocity)] {
            if vector[2].get() != 0.0 {
                self.impossible(format!("{at}.{key}"), format!("{off_plane}: the third number must be 0"));
            }
        }
        let turns = [
            ("rotate.axis", body.rotate.as_ref().map(|rotation| &rotation.axis)),
            ("angular_velocity", Some(&body.angular_velocity)),
        ];
        for (key, axis) in turns {
            if axis.is_some_and(|axis| axis[0].get() != 0.0 || axis[1].get() != 0.0) {
                let message = format!("{off_plane}: the first two numbers must be 0");
                self.impossible(format!("{at}.{key}"), message);
            }
        }
    }

    fn start(&mut self, at: &str, start: &Start, material: &Material) {
        let crushing = match start {
            Start::Stretch(factors) => {
                let volume: f64 = factors.iter().map(|factor| factor.get()).product();
                (volume <= 0.0).then_some("stretch")
            }
            Start::Random { .. } => Some("random"),
            Start::Point(_) => Some("point"),
            Start::Positions(_) => Some("positions"),
        };
        let model = material.model();
        let barrier =
            matches!(model, Model::NeoHookean | Model::SymmetricDirichlet | Model::SymmetricGradient);
        if let Some(key) = crushing
            && barrier
        {
            let message =
                format!("{model} has infinite energy where an element is flat or inverted; use a model");
            self.impossible(format!("{at}.start.{key}"), message + " that survives it, like fixed-corotated");
        }
    }
}

/// The material as it will be made; nothing of one that is wrong anyway.
fn built(material: &Material) -> Option<Arc<dyn material::Material>> {
    let Constants { mu, lambda, kappa } = material.constants().ok()?;
    let model: material::Model = material.model().name().parse().ok()?;
    Some(material::build(model, Parameters { mu, lambda, kappa }, material.log))
}
