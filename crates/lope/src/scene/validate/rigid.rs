//! Bodies of kind `rigid`.

use super::Check;
use crate::scene::model::{Body, BodyKind, ContactModel, Integrator, Scene};
use crate::scene::problem::{Kind, Problem};

/// Schemes that rigid bodies go with.
const FIT: [Integrator; 3] = [Integrator::BackwardEuler, Integrator::Bdf2, Integrator::Quasistatic];

impl Check {
    /// What rigid bodies ask of the scene as a whole.
    pub(super) fn rigid_bodies(&mut self, scene: &Scene) {
        let Some(number) = scene.body.iter().position(|body| body.kind == BodyKind::Rigid) else { return };
        let name = &scene.body[number].name;
        if scene.dimension == 2 {
            let message = "rigid bodies are in space; set dimension = 3, or use a stiff solid";
            self.impossible(format!("body.{number}.kind"), message);
        }
        let integrator = scene.time.integrator;
        if !FIT.contains(&integrator) {
            let list = FIT.map(Integrator::name).join(", ");
            let message = format!(
                "{integrator} does not go with the rigid body {name}: what is stiff and turns gains energy under it at long steps; \
                 use one of {list}"
            );
            self.impossible("time.integrator", message);
        }
        for (index, obstacle) in scene.obstacle.iter().enumerate() {
            let model = obstacle.contact();
            if matches!(model, ContactModel::Constraint | ContactModel::Post) {
                let message = format!(
                    "{model} puts vertices in their places, and those of the rigid body {name} have none of their own; use ipc"
                );
                self.impossible(format!("obstacle.{index}.model"), message);
            }
        }
        if scene.contact.as_ref().is_some_and(|contact| contact.model == ContactModel::Penalty) {
            let message = format!(
                "penalty needs the inside of solids, and the rigid body {name} is a surface; use ipc"
            );
            self.impossible("contact.model", message);
        }
    }

    /// Mass, stiffness and inertia, and what a rigid body has not.
    pub(super) fn rigid(&mut self, at: &str, body: &Body) {
        match (&body.mass, &body.material) {
            (None, None) => {
                let message = "a rigid body needs mass (kg), or material.density (kg/m³)";
                self.found.push(Problem::new(Kind::Missing, format!("{at}.mass"), message));
            }
            (Some(mass), None) => self.positive(format!("{at}.mass"), *mass, "kg"),
            (None, Some(material)) => {
                self.positive(format!("{at}.material.density"), material.mass_per_volume(), "kg/m³");
            }
            (Some(_), Some(_)) => {
                self.impossible(format!("{at}.mass"), "given together with material; keep one of them");
            }
        }
        if let Some(rigid) = &body.rigid {
            self.positive(format!("{at}.rigid.stiffness"), rigid.stiffness, "Pa");
            if let Err(message) = rigid.tensor() {
                self.impossible(format!("{at}.rigid.inertia"), message);
            }
        }
        let keeps = "a rigid body keeps its shape";
        let foreign = [
            ("springs", body.springs.is_some(), "it has no springs"),
            ("inclusion", !body.inclusion.is_empty(), "parts of it cannot differ; give rigid.inertia"),
            ("start", body.start.is_some(), "use translate and rotate"),
            ("damping.rayleigh", body.damping.rayleigh.get() != 0.0, "use damping.drag"),
            ("damping.nonrigid", body.damping.nonrigid.get() != 0.0, "use damping.drag"),
        ];
        for (key, _, remedy) in foreign.iter().filter(|(_, given, _)| *given) {
            self.impossible(format!("{at}.{key}"), format!("{keeps}: {remedy}. Remove this key"));
        }
        for (number, pin) in body.pin.iter().enumerate() {
            if pin.axes != [true; 3] {
                let message = "a rigid body is held as a whole; hold points of it by joints";
                self.impossible(format!("{at}.pin.{number}.axes"), message);
            }
        }
        for (number, load) in body.load.iter().enumerate() {
            let kinds = [
                ("traction", load.traction.is_some()),
                ("pressure", load.pressure.is_some()),
                ("wind", load.wind.is_some()),
                ("muscle", load.muscle.is_some()),
            ];
            for (key, _) in kinds.iter().filter(|(_, given)| *given) {
                let message = "acts on a surface or a volume that gives way, and a rigid body is moved as a whole; use force, torque or acceleration";
                self.impossible(format!("{at}.load.{number}.{key}"), message);
            }
        }
    }

    /// Keys that only rigid bodies have.
    pub(super) fn not_rigid(&mut self, at: &str, body: &Body) {
        for (key, given) in [("mass", body.mass.is_some()), ("rigid", body.rigid.is_some())] {
            if given {
                let message = "belongs to a body of kind = \"rigid\"; remove this key";
                self.impossible(format!("{at}.{key}"), message);
            }
        }
    }
}
