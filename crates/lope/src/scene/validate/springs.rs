//! What a body is made of: a material, or springs.

use super::Check;
use crate::scene::model::{Body, BodyKind, Springs};
use crate::scene::problem::{Kind, Problem};

impl Check {
    pub(super) fn made_of(&mut self, at: &str, body: &Body) {
        if let Some(material) = body.material.as_ref().filter(|_| body.kind == BodyKind::Solid) {
            self.material(&format!("{at}.material"), material);
        }
        if let Some(springs) = &body.springs {
            self.positive(format!("{at}.springs.stiffness"), springs.stiffness, "N/m");
        }
        if body.kind != BodyKind::Rigid {
            self.not_rigid(at, body);
        }
        match body.kind {
            BodyKind::Solid => self.solid(at, body),
            BodyKind::Springs => self.net(at, body),
            BodyKind::Rigid => self.rigid(at, body),
            _ => {}
        }
    }

    pub(super) fn missing(&mut self, key: String, message: &str) {
        self.found.push(Problem::new(Kind::Missing, key, message));
    }

    fn solid(&mut self, at: &str, body: &Body) {
        if body.material.is_none() {
            self.missing(format!("{at}.material"), "required, but missing");
        }
        for key in body.springs.iter().flat_map(Springs::own_keys) {
            let why = match key {
                "density" | "mass" | "vertex_mass" => "a solid has the mass of its material",
                _ => "a solid has springs along its edges only",
            };
            let message = format!("belongs to a body of kind = \"springs\"; {why}. Remove this key");
            self.impossible(format!("{at}.springs.{key}"), message);
        }
    }

    fn net(&mut self, at: &str, body: &Body) {
        let none = "a body of springs has no material";
        if body.material.is_some() {
            let message = format!("{none}: remove it; stiffness and mass are given by springs");
            self.impossible(format!("{at}.material"), message);
        }
        if !body.inclusion.is_empty() {
            self.impossible(format!("{at}.inclusion"), format!("{none} that parts could differ in"));
        }
        if body.damping.rayleigh.get() > 0.0 {
            let message = format!("{none} to be damped; use damping.nonrigid or damping.drag");
            self.impossible(format!("{at}.damping.rayleigh"), message);
        }
        let Some(springs) = &body.springs else {
            let message = "required by kind = \"springs\", but missing: needs stiffness, and density, mass or vertex_mass";
            return self.missing(format!("{at}.springs"), message);
        };
        self.weight(&format!("{at}.springs"), springs);
        for (key, stiffness) in [("shear", springs.shear), ("bending", springs.bending)] {
            if let Some(stiffness) = stiffness {
                self.not_negative(format!("{at}.springs.{key}"), stiffness, "N/m");
            }
        }
        if springs.diagonals.is_some() && springs.shear.is_none_or(|shear| shear.get() == 0.0) {
            let message = "there are none without springs.shear; give it, or remove this key";
            self.impossible(format!("{at}.springs.diagonals"), message);
        }
    }

    /// The mass, given in exactly one way.
    fn weight(&mut self, at: &str, springs: &Springs) {
        let given = [
            ("density", springs.density, "kg a metre, square metre or cubic metre"),
            ("mass", springs.mass, "kg"),
            ("vertex_mass", springs.vertex_mass, "kg"),
        ];
        let mut given = given.into_iter().filter_map(|(key, value, unit)| Some((key, value?, unit)));
        let Some((first, value, unit)) = given.next() else {
            let message =
                "needs density (kg/m of lines, kg/m² of surfaces, kg/m³ of solids), mass or vertex_mass (kg)";
            return self.missing(at.to_owned(), message);
        };
        self.positive(format!("{at}.{first}"), value, unit);
        for (key, ..) in given {
            self.impossible(format!("{at}.{key}"), format!("given together with {first}; keep one of them"));
        }
    }
}
