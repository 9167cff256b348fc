//! `[contact]`, and what goes with which model of contact.

use super::Check;
use crate::scene::model::{
    BarrierProfile, BodyKind, Contact, ContactModel, Integrator, Method, ObstacleShape, Scene,
};
use crate::scene::nearest::hint;

/// Methods that follow the curved paths of constraints, and whose linear systems take contacts beside the pattern.
const FOLLOWING: [Method; 6] = [
    Method::Newton,
    Method::StabilizedNewton,
    Method::ProjectedNewton,
    Method::ProjectOnDemand,
    Method::Progressive,
    Method::Auto,
];

impl Check {
    pub(super) fn contact(&mut self, scene: &Scene) {
        let constrained = scene.obstacle.iter().position(|o| o.contact() == ContactModel::Constraint);
        if let Some(index) = constrained {
            self.constraint(&format!("obstacle.{index}.model"), scene);
        }
        let post = scene.obstacle.iter().position(|o| o.contact() == ContactModel::Post);
        if let Some(index) = post.filter(|_| scene.time.integrator == Integrator::Quasistatic) {
            let message = "post does not go with quasistatic: while a step is solved nothing would hold the bodies; use \
                           constraint or penalty";
            self.impossible(format!("obstacle.{index}.model"), message);
        }
        let penalty = scene.obstacle.iter().position(|o| o.contact() == ContactModel::Penalty);
        if let Some(index) = penalty.filter(|_| scene.solver.method() == Method::Xpbd) {
            let message = "penalty does not go with xpbd, which takes constraints; use spring or post";
            self.impossible(format!("obstacle.{index}.model"), message);
        }
        let barrier = scene.obstacle.iter().position(|o| o.contact() == ContactModel::Ipc);
        if let Some(index) = barrier {
            match &scene.contact {
                None => {
                    let message = "ipc needs [contact], which says how barriers are; add an empty one";
                    self.impossible(format!("obstacle.{index}.model"), message);
                }
                Some(contact) if contact.model != ContactModel::Ipc => {
                    let message = format!(
                        "ipc does not go with {} in [contact]; use one of them for both",
                        contact.model
                    );
                    self.impossible(format!("obstacle.{index}.model"), message);
                }
                Some(_) => {}
            }
        }
        let Some(contact) = &scene.contact else { return };
        match contact.model {
            ContactModel::Ipc => self.barriers(contact, scene),
            _ => self.penalties(contact, scene),
        }
        let (method, explicit) = (scene.solver.method(), scene.time.explicit());
        if !explicit && !FOLLOWING.contains(&method) {
            let message = format!(
                "contact between bodies does not go with {method}, which knows everything that acts from the start; use {}",
                following()
            );
            self.impossible("contact.model", message);
        }
    }

    fn barriers(&mut self, contact: &Contact, scene: &Scene) {
        if let Some(stiffness) = contact.stiffness {
            self.positive("contact.stiffness", stiffness, "Pa");
        }
        if let Some(dhat) = contact.dhat {
            self.positive("contact.dhat", dhat, "m");
        }
        if let Some(epsv) = contact.epsv {
            self.positive("contact.epsv", epsv, "m/s");
        }
        if let Some(thickness) = contact.thickness {
            self.not_negative("contact.thickness", thickness, "m");
        }
        self.not_negative("contact.friction", contact.friction, "");
        let obstacles: Vec<&str> = scene.obstacle.iter().map(|obstacle| obstacle.name.as_str()).collect();
        let bodies: Vec<&str> = scene.body.iter().map(|body| body.name.as_str()).collect();
        let known: Vec<&str> = bodies.iter().chain(&obstacles).copied().collect();
        for (index, pair) in contact.pair.iter().enumerate() {
            let at = format!("contact.pair.{index}");
            for (place, name) in pair.bodies.iter().enumerate() {
                if !known.contains(&name.as_str()) {
                    let message = format!("there is no body or obstacle \"{name}\"{}", hint(name, &known));
                    self.impossible(format!("{at}.bodies.{place}"), message);
                }
            }
            if pair.bodies.iter().all(|name| obstacles.contains(&name.as_str())) {
                self.impossible(format!("{at}.bodies"), "obstacles do not meet each other: name a body");
            }
            if let Some(friction) = pair.friction {
                self.not_negative(format!("{at}.friction"), friction, "");
            }
        }
        if contact.by_secant() {
            self.secant(contact, scene);
        }
        let rubs = contact.friction.get() > 0.0
            || scene.obstacle.iter().any(|obstacle| obstacle.friction.get() > 0.0)
            || contact.pair.iter().any(|pair| pair.friction.is_some_and(|friction| friction.get() > 0.0));
        if rubs && scene.time.integrator == Integrator::Quasistatic {
            let message = "friction of barriers goes by velocities, and quasistatic has none; set it to 0, or use \
                           backward-euler";
            self.impossible("contact.friction", message);
        }
        for (index, obstacle) in scene.obstacle.iter().enumerate() {
            let at = format!("obstacle.{index}");
            match obstacle.contact() {
                ContactModel::Ipc => {}
                other => {
                    let message = format!(
                        "{other} does not go with barriers between bodies; remove this key, or [contact]"
                    );
                    self.impossible(format!("{at}.model"), message);
                }
            }
            if obstacle.grid.is_some() {
                let message = "would have no effect: barriers take the surface itself; remove this key";
                self.impossible(format!("{at}.grid"), message);
            }
            let turns = obstacle.motion.as_ref().is_some_and(|motion| {
                motion.rotation.is_some() || motion.keyframes.iter().any(|key| key.rotate.is_some())
            });
            if obstacle.shape == ObstacleShape::Plane && turns {
                let message = "a plane with a barrier can be moved, not turned; turn a box";
                self.impossible(format!("{at}.motion"), message);
            }
        }
    }

    fn secant(&mut self, contact: &Contact, scene: &Scene) {
        let time = &scene.time;
        let scheme = if time.integrator.corrects() { time.stabilized() } else { time.integrator };
        if !scheme.goes_by_middle() {
            let what = if time.integrator.corrects() { "time.stabilize = " } else { "" };
            let message = format!(
                "secant does not go with {what}{scheme}: its work is the change of energy only in a scheme that goes by the middle of \
                 the step; use implicit-midpoint, variational-midpoint or stabilized, or gradient"
            );
            self.impossible("contact.force", message);
        }
        if contact.profile() != BarrierProfile::Rational {
            let message = format!(
                "{} does not go with the force secant, whose potential would be finite where a gap is closed; use rational, or \
                 remove this key",
                contact.profile()
            );
            self.impossible("contact.barrier", message);
        }
    }

    fn penalties(&mut self, contact: &Contact, scene: &Scene) {
        if contact.model != ContactModel::Penalty {
            let message = format!("{} is for obstacles; between bodies use ipc or penalty", contact.model);
            self.found.push(crate::scene::Problem::new(
                crate::scene::Kind::Unsupported,
                "contact.model",
                message,
            ));
        }
        match contact.stiffness {
            Some(stiffness) => self.positive("contact.stiffness", stiffness, "N/m²"),
            None => {
                let message = "required by the model penalty, but missing: N/m², for example 1e8";
                self.found.push(crate::scene::Problem::new(
                    crate::scene::Kind::Missing,
                    "contact.stiffness",
                    message,
                ));
            }
        }
        let Contact { dhat, thickness, epsv, force, barrier, mollifier, friction_iterations, pair, .. } =
            contact;
        let foreign = [
            ("dhat", dhat.is_some()),
            ("thickness", thickness.is_some()),
            ("epsv", epsv.is_some()),
            ("force", force.is_some()),
            ("barrier", barrier.is_some()),
            ("mollifier", mollifier.is_some()),
            ("friction_iterations", friction_iterations.is_some()),
            ("pair", !pair.is_empty()),
        ];
        for (key, _) in foreign.iter().filter(|(_, given)| *given) {
            let message =
                format!("would have no effect on the model {}; remove this key, or use ipc", contact.model);
            self.impossible(format!("contact.{key}"), message);
        }
        self.not_negative("contact.friction", contact.friction, "");
        if !contact.within && !contact.between {
            let message = "with within = false nothing would meet anything; remove [contact]";
            self.impossible("contact.between", message);
        }
        if scene.dimension == 2 {
            self.impossible(
                "contact.model",
                "penalties between bodies need tetrahedra: a scene of dimension 3, or ipc",
            );
        } else if !scene.body.iter().any(|body| body.kind == BodyKind::Solid) {
            let message = "penalties between bodies need the inside of solids, and no body is one; use ipc";
            self.impossible("contact.model", message);
        }
    }

    fn constraint(&mut self, at: &str, scene: &Scene) {
        let (method, integrator) = (scene.solver.method(), scene.time.integrator);
        if scene.time.explicit() {
            let message = format!(
                "constraint needs a step that is solved, and {integrator} is explicit; use penalty, or backward-euler"
            );
            self.impossible(at, message);
        } else if !FOLLOWING.contains(&method) {
            let message = format!(
                "constraint does not go with {method}, which cannot follow the curved paths of gradient projection; use {}, \
                 or another model",
                following()
            );
            self.impossible(at, message);
        } else if integrator == Integrator::Stabilized {
            let message = "constraint does not go with stabilized: its blend of two states that are outside an obstacle can \
                           be inside; use penalty or spring, or another integrator";
            self.impossible(at, message);
        }
    }
}

fn following() -> String {
    FOLLOWING.map(Method::name).join(", ")
}
