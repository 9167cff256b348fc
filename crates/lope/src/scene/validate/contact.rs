//! `[contact]`, and what goes with which model of contact.

use super::Check;
use crate::scene::model::{BodyKind, Contact, ContactModel, Integrator, Method, Scene};

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
        let constrained = scene.obstacle.iter().position(|o| o.model == ContactModel::Constraint);
        if let Some(index) = constrained {
            self.constraint(&format!("obstacle.{index}.model"), scene);
        }
        let post = scene.obstacle.iter().position(|o| o.model == ContactModel::Post);
        if let Some(index) = post.filter(|_| scene.time.integrator == Integrator::Quasistatic) {
            let message = "post does not go with quasistatic: while a step is solved nothing would hold the bodies; use \
                           constraint or penalty";
            self.impossible(format!("obstacle.{index}.model"), message);
        }
        let penalty = scene.obstacle.iter().position(|o| o.model == ContactModel::Penalty);
        if let Some(index) = penalty.filter(|_| scene.solver.method == Method::Xpbd) {
            let message = "penalty does not go with xpbd, which takes constraints; use spring or post";
            self.impossible(format!("obstacle.{index}.model"), message);
        }
        let Some(contact) = &scene.contact else { return };
        self.own(contact, scene);
        let (method, explicit) = (scene.solver.method, scene.time.explicit());
        if !explicit && !FOLLOWING.contains(&method) {
            let message = format!(
                "contact between bodies does not go with {method}, which knows everything that acts from the start; use {}",
                following()
            );
            self.impossible("contact.model", message);
        }
    }

    fn own(&mut self, contact: &Contact, scene: &Scene) {
        if contact.model != ContactModel::Penalty {
            let message =
                format!("{} is not available between bodies yet: available is penalty", contact.model);
            self.found.push(crate::scene::Problem::new(
                crate::scene::Kind::Unsupported,
                "contact.model",
                message,
            ));
        }
        self.positive("contact.stiffness", contact.stiffness, "N/m²");
        self.not_negative("contact.friction", contact.friction, "");
        if !contact.within && !contact.between {
            let message = "with within = false nothing would meet anything; remove [contact]";
            self.impossible("contact.between", message);
        }
        if scene.dimension == 2 {
            self.impossible(
                "contact.model",
                "penalties between bodies need tetrahedra: a scene of dimension 3, or obstacles alone",
            );
        } else if !scene.body.iter().any(|body| body.kind == BodyKind::Solid) {
            let message = "penalties between bodies need the inside of solids, and no body is one";
            self.impossible("contact.model", message);
        }
    }

    fn constraint(&mut self, at: &str, scene: &Scene) {
        let (method, integrator) = (scene.solver.method, scene.time.integrator);
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
