//! `[[obstacle]]`: shape, placement and model.

use super::{Check, MODELS};
use crate::scene::model::{ContactModel, LevelSet, Obstacle, ObstacleShape, Scene};
use crate::scene::nearest::hint;
use crate::scene::problem::{Kind, Problem};

impl Check {
    pub(super) fn obstacles(&mut self, scene: &Scene) {
        for (index, obstacle) in scene.obstacle.iter().enumerate() {
            let at = format!("obstacle.{index}");
            let before = &scene.obstacle[..index];
            if let Some(first) = before.iter().position(|other| other.name == obstacle.name) {
                let message = format!("\"{}\" is already the name of obstacle.{first}", obstacle.name);
                self.impossible(format!("{at}.name"), message);
            }
            self.obstacle(&at, obstacle, scene);
        }
    }

    fn obstacle(&mut self, at: &str, obstacle: &Obstacle, scene: &Scene) {
        self.name(at, &obstacle.name);
        let shape = obstacle.level_set();
        self.complain(at, shape.problems());
        if let Some(rotation) = &obstacle.rotate {
            self.direction(format!("{at}.rotate.axis"), &rotation.axis);
        }
        self.motion(at, obstacle.motion.as_ref());
        let placed = LevelSet { rotate: obstacle.rotate, translate: Some(obstacle.translate), ..shape };
        self.flat(at, &placed, scene.dimension);
        self.available(format!("{at}.model"), obstacle.contact(), MODELS);
        let (model, unit) = match obstacle.contact() {
            ContactModel::Spring => (obstacle.contact(), Some("N/m")),
            ContactModel::Penalty => (obstacle.contact(), Some("N/m²")),
            model => (model, None),
        };
        match (obstacle.stiffness, unit) {
            (Some(stiffness), Some(unit)) => self.positive(format!("{at}.stiffness"), stiffness, unit),
            (None, Some(unit)) => {
                let example = if model == ContactModel::Spring { "1e4" } else { "1e8" };
                let message =
                    format!("required by the model {model}, but missing: {unit}, for example {example}");
                self.found.push(Problem::new(Kind::Missing, format!("{at}.stiffness"), message));
            }
            (Some(_), None) => {
                let message =
                    format!("would have no effect: the model {model} has no stiffness; remove this key");
                self.impossible(format!("{at}.stiffness"), message);
            }
            (None, None) => {}
        }
        if obstacle.margin.get() != 0.0 && model != ContactModel::Spring {
            let message = format!("would have no effect on the model {model}; remove this key");
            self.impossible(format!("{at}.margin"), message);
        }
        self.not_negative(format!("{at}.friction"), obstacle.friction, "");
        self.not_negative(format!("{at}.margin"), obstacle.margin, "m");
        let known: Vec<&str> = scene.body.iter().map(|body| body.name.as_str()).collect();
        for (index, name) in obstacle.bodies.iter().enumerate() {
            if !known.contains(&name.as_str()) {
                let message = format!("there is no body \"{name}\"{}", hint(name, &known));
                self.impossible(format!("{at}.bodies.{index}"), message);
            }
        }
    }

    /// What fits the dimension of the scene, parts included.
    fn flat(&mut self, at: &str, described: &LevelSet, dimension: u8) {
        let shape = described.shape;
        match (shape, dimension) {
            (ObstacleShape::Rectangle, 3) => self.impossible(
                format!("{at}.shape"),
                "rectangle does not fit a scene of dimension 3; set dimension = 2, or use box",
            ),
            (ObstacleShape::Box, 2) => self
                .impossible(format!("{at}.shape"), "box does not fit a scene of dimension 2; use rectangle"),
            (ObstacleShape::Mesh, 2) => self.impossible(
                format!("{at}.shape"),
                "mesh does not fit a scene of dimension 2; put the outline together of rectangle, sphere and others",
            ),
            _ => {}
        }
        for (index, part) in described.parts.iter().enumerate() {
            self.flat(&format!("{at}.parts.{index}"), part, dimension);
        }
        if dimension != 2 {
            return;
        }
        let off_plane = "in 2D everything stays in the xy plane";
        if described.grid.is_some() {
            let message = format!("{off_plane}, and a grid would push out of it; remove this key");
            self.impossible(format!("{at}.grid"), message);
        }
        for (key, vector) in [("translate", described.translate), ("normal", described.normal)] {
            if vector.is_some_and(|vector| vector[2].get() != 0.0) {
                self.impossible(format!("{at}.{key}"), format!("{off_plane}: the third number must be 0"));
            }
        }
        if described.rotate.is_some_and(|turn| turn.axis[0].get() != 0.0 || turn.axis[1].get() != 0.0) {
            let message = format!("{off_plane}: the first two numbers must be 0");
            self.impossible(format!("{at}.rotate.axis"), message);
        }
    }
}
