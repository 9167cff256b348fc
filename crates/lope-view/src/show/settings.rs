//! What can be changed while a scene runs.
//!
//! A change is kept as a wish over the scene as it was opened, and the scene that runs is made from both. So whatever
//! was written for one integrator or method alone is left out while another is chosen, and is there again afterwards.

use std::collections::BTreeMap;

use lope::method::LocalGlobal;
use lope::scene::Scene;
use lope::scene::model::{Integrator, Method, Number, Solver, array};
use lope::scene::validate::{INTEGRATORS, METHODS};
use serde_json::Value;

use crate::protocol::{Choices, SettingsNews};

/// Iterations of local/global where the scene says nothing of it: the usual number, for real time.
const LOCAL_GLOBAL_ITERATIONS: u32 = 10;

/// What was changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Changes {
    integrator: Option<Integrator>,
    method: Option<Method>,
    step: Option<f64>,
    gravity: Option<[f64; 3]>,
    damping: Option<f64>,
    young: BTreeMap<usize, f64>,
}

impl Changes {
    /// These changes and another one. `scene` is the scene as opened.
    pub(super) fn with(&self, scene: &Scene, key: &str, value: &Value) -> Result<Self, String> {
        let mut changes = self.clone();
        match key {
            "time.integrator" => {
                changes.integrator = Some(one_of(key, value, INTEGRATORS, Integrator::name)?)
            }
            "solver.method" => {
                let method = one_of(key, value, METHODS, Method::name)?;
                let now = self.applied(scene).time;
                if now.explicit() {
                    return Err(format!(
                        "{key}: would have no effect: {} is explicit and minimizes nothing",
                        now.integrator
                    ));
                }
                changes.method = Some(method);
            }
            "time.step" => changes.step = Some(number(key, value)?),
            "gravity" => {
                let list = value.as_array().filter(|list| list.len() == 3);
                let list =
                    list.ok_or_else(|| format!("{key}: expected a list of 3 numbers, found {value}"))?;
                let mut gravity = [0.0; 3];
                for (to, value) in gravity.iter_mut().zip(list) {
                    *to = number(key, value)?;
                }
                changes.gravity = Some(gravity);
            }
            "damping" => changes.damping = Some(number(key, value)?),
            _ => {
                let body = key.strip_prefix("young.").and_then(|n| n.parse::<usize>().ok());
                let Some(body) = body else { return Err(format!("{key}: cannot be changed while running")) };
                if young(scene).get(body).copied().flatten().is_none() {
                    return Err(format!("{key}: body {body} has no single stiffness that could be changed"));
                }
                changes.young.insert(body, number(key, value)?);
            }
        }
        Ok(changes)
    }

    /// The scene with the changes, resolved but not validated.
    pub(super) fn applied(&self, opened: &Scene) -> Scene {
        let mut scene = opened.clone();
        if let Some(integrator) = self.integrator.filter(|other| *other != opened.time.integrator) {
            scene.time.integrator = integrator;
            (scene.time.stabilize, scene.time.epsilon) = (None, None);
        }
        if let Some(method) = self.method.filter(|other| *other != opened.solver.method()) {
            scene.solver.settings = match method {
                Method::LocalGlobal => {
                    LocalGlobal { iterations: Some(LOCAL_GLOBAL_ITERATIONS), ..Default::default() }.into()
                }
                other => other.into(),
            };
        }
        scene.resolve();
        if scene.time.explicit() {
            scene.solver = Solver::default();
        }
        if let Some(step) = self.step {
            scene.time.step = Number(step);
        }
        if let Some(gravity) = self.gravity {
            scene.gravity = gravity.map(Number);
        }
        for (number, body) in scene.body.iter_mut().enumerate() {
            if let Some(drag) = self.damping {
                body.damping.drag = Number(drag);
            }
            let Some(&young) = self.young.get(&number) else { continue };
            if let Some(own) = body.material.as_mut().and_then(|material| material.young.as_mut()) {
                *own = Number(young);
            } else if let Some(springs) = &mut body.springs {
                // All springs of a cloth get stiffer together.
                let factor = young / springs.stiffness.get();
                springs.stiffness = Number(young);
                for other in [&mut springs.shear, &mut springs.bending].into_iter().flatten() {
                    *other = Number(factor * other.get());
                }
            }
        }
        scene
    }

    /// The settings of a scene, for the page.
    pub(super) fn news(&self, opened: &Scene, now: &Scene) -> SettingsNews {
        SettingsNews {
            integrator: now.time.integrator.name(),
            method: self.method.unwrap_or(opened.solver.method()).name(),
            step: now.time.step.get(),
            gravity: array(&now.gravity),
            damping: now.body.iter().map(|body| body.damping.drag.get()).fold(0.0, f64::max),
            young: young(now),
            young_units: now
                .body
                .iter()
                .map(|body| if body.material.is_some() { "Pa" } else { "N/m" })
                .collect(),
        }
    }
}

/// The words that settings take.
pub(super) fn choices() -> Choices {
    Choices {
        integrator: INTEGRATORS.iter().map(|i| i.name()).collect(),
        method: METHODS.iter().map(|m| m.name()).collect(),
    }
}

/// The stiffness of each body of a scene: Young's modulus, Pa, or that of its springs, N/m.
fn young(scene: &Scene) -> Vec<Option<f64>> {
    let of = |body: &lope::scene::model::Body| match &body.material {
        Some(material) => material.young.map(Number::get),
        None => body.springs.as_ref().map(|springs| springs.stiffness.get()),
    };
    scene.body.iter().map(of).collect()
}

fn number(key: &str, value: &Value) -> Result<f64, String> {
    value.as_f64().filter(|x| x.is_finite()).ok_or_else(|| format!("{key}: expected a number, found {value}"))
}

fn one_of<T: Copy>(key: &str, value: &Value, all: &[T], name: fn(T) -> &'static str) -> Result<T, String> {
    let found = value.as_str().and_then(|word| all.iter().find(|choice| name(**choice) == word));
    found.copied().ok_or_else(|| {
        let list = all.iter().map(|choice| name(*choice)).collect::<Vec<_>>().join(", ");
        format!("{key}: there is no {value}; known: {list}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r#"
        [time]
        step = "1/60"
        steps = 10
        integrator = "stabilized"
        epsilon = 0.02
        [solver]
        method = "local-global"
        iterations = 5
        [[body]]
        mesh = { shape = "box", size = [1, 1, 1], cells = [1, 1, 1] }
        material = { model = "arap", young = 1e5, poisson = 0.3 }
        [[body]]
        name = "cloth"
        kind = "springs"
        mesh = { shape = "sheet", size = [1, 1], cells = [2, 2] }
        springs = { density = 0.2, stiffness = 200, shear = 100 }
    "#;

    fn scene() -> Scene {
        Scene::from_text("s.toml", SCENE, &[]).unwrap()
    }

    #[test]
    fn what_belongs_to_another_choice_is_left_out_and_comes_back() {
        let opened = scene();
        let there = Changes::default().with(&opened, "time.integrator", &"backward-euler".into()).unwrap();
        let there = there.with(&opened, "solver.method", &"projected-newton".into()).unwrap();
        let changed = there.applied(&opened);
        assert_eq!(changed.validate(), Ok(()));
        assert_eq!((changed.time.epsilon, changed.solver.keys().iterations), (None, None));
        let back = there.with(&opened, "time.integrator", &"stabilized".into()).unwrap();
        let back = back.with(&opened, "solver.method", &"local-global".into()).unwrap();
        assert_eq!(back.applied(&opened), opened);
        let explicit = there.with(&opened, "time.integrator", &"symplectic-euler".into()).unwrap();
        assert_eq!(explicit.applied(&opened).validate(), Ok(()));
        let refused = explicit.with(&opened, "solver.method", &"newton".into()).unwrap_err();
        assert!(refused.contains("symplectic-euler is explicit"), "{refused}");
    }

    #[test]
    fn numbers_go_where_they_belong() {
        let opened = scene();
        let mut changes = Changes::default();
        let sets = [
            ("time.step", 0.01.into()),
            ("gravity", serde_json::json!([0, -1.5, 0])),
            ("damping", 0.5.into()),
            ("young.0", 2e4.into()),
            ("young.1", 400.into()),
        ];
        for (key, value) in &sets {
            changes = changes.with(&opened, key, value).unwrap();
        }
        let scene = changes.applied(&opened);
        assert_eq!(scene.validate(), Ok(()));
        let news = changes.news(&opened, &scene);
        assert_eq!((news.step, news.gravity, news.damping), (0.01, [0.0, -1.5, 0.0], 0.5));
        assert_eq!(news.young, [Some(2e4), Some(400.0)]);
        assert_eq!(news.young_units, ["Pa", "N/m"]);
        assert_eq!(scene.body[1].springs.as_ref().unwrap().shear, Some(Number(200.0)));
    }

    #[test]
    fn wrong_wishes_are_explained() {
        let wrong = |key: &str, value: Value| Changes::default().with(&scene(), key, &value).unwrap_err();
        assert!(wrong("time.integrator", "euler".into()).contains("known: "));
        assert!(wrong("time.step", "fast".into()).contains("expected a number"));
        assert!(wrong("gravity", 3.into()).contains("list of 3"));
        assert!(wrong("young.7", 1.into()).contains("body 7"));
        assert!(wrong("output.directory", "/tmp".into()).contains("cannot be changed"));
    }
}
