//! What a scene may be, and was probably not meant to be: said before it runs, by every command that runs it.
//!
//! Nothing here stops a run. What cannot be simulated is refused by `validate` and `build`; this is what can be, and
//! what its author would want to know first.

mod pins;
mod shells;

use std::fmt;

use super::build::Built;
use super::model::{self, BodyKind, Scene, Shape, array};
use super::schedule::Schedule;
use crate::geometry::{Finding, Severity};
use crate::math::vec3::norm;

/// More steps than this are asked about: at a thousand a second they take three hours.
const MANY_STEPS: u64 = 10_000_000;

/// Something to know about a scene before it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caution {
    /// What it is about: a body, or a table of the scene.
    pub subject: String,
    /// What there is to know, and how bad it is.
    pub finding: Finding,
}

impl Caution {
    fn warning(subject: &str, message: String) -> Self {
        Self { subject: subject.into(), finding: Finding { severity: Severity::Warning, message } }
    }
}

impl fmt::Display for Caution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.subject, self.finding)
    }
}

impl Scene {
    /// Everything worth knowing before the world that was built of this scene makes the steps of a schedule.
    pub fn cautions(&self, built: &Built, schedule: &Schedule) -> Vec<Caution> {
        let mut found = Vec::new();
        let bodies = self.body.iter().zip(&built.meshes);
        for (body, mesh) in bodies {
            let mut survey = mesh.survey();
            let is_thin = body.kind == BodyKind::Springs || body.kind == BodyKind::Shell;
            if is_thin && mesh.tets.is_empty() {
                if mesh.triangles.is_empty() {
                    continue; // what is surveyed are surfaces and solids
                }
                survey.skin.boundary.clear(); // cloth has borders
            }
            if survey.components > 1 && !mesh.tets.is_empty() && body.mesh.shape != Some(Shape::Repeat) {
                found.push(Caution::warning(
                    &body.name,
                    format!(
                        "it is {} parts that share no vertex, and nothing holds them together; if they belong together, \
                         a shorter edge keeps what joins them",
                        survey.components
                    ),
                ));
            }
            let told = |finding| Caution { subject: body.name.clone(), finding };
            found.extend(survey.findings().into_iter().map(told));
        }
        found.extend(pins::cautions(self, &built.world, schedule));
        found.extend(shells::cautions(self));
        found.extend(self.heavy(built));
        found.extend(many(schedule));
        found
    }

    /// Bodies that cannot bear their own weight. A column of height L presses on its foot with ρ g L; where that
    /// is more than Young's modulus, there is no shape near the one at rest in which it could stand or hang.
    fn heavy(&self, built: &Built) -> Vec<Caution> {
        let gravity = array(&self.gravity);
        let strength = norm(gravity);
        let mut found = Vec::new();
        let mut worlds = built.world.bodies().iter();
        for body in &self.body {
            let Some(first) = worlds.by_ref().take(copies(body)).next() else { break };
            let stiffness = body.material.as_ref().and_then(|material| Some((material, young(material)?)));
            let Some((material, young)) = stiffness.filter(|_| strength > 0.0) else { continue };
            let x = &built.world.state().x[3 * first.nodes.start..3 * first.nodes.end];
            let along = |p: &[f64]| (0..3).map(|k| p[k] * gravity[k] / strength).sum::<f64>();
            let (low, high) = x
                .chunks_exact(3)
                .map(along)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| (low.min(h), high.max(h)));
            let height = high - low;
            let ratio = material.mass_per_volume().get() * strength * height / young;
            if ratio > 1.0 {
                found.push(Caution::warning(
                    &body.name,
                    format!(
                        "{height:.3e} m of it collapse under their own weight: density × gravity × height is \
                         {ratio:.1e} times young; lengths are in metres and stiffness in pascals, did you mean others?"
                    ),
                ));
            }
        }
        found
    }
}

/// Bodies of the world that one of the scene becomes.
fn copies(body: &model::Body) -> usize {
    body.copies.map_or(1, |copies| copies.count.iter().product::<u32>()).max(1) as usize
}

/// Young's modulus of a material, however its constants are given, Pa.
fn young(material: &model::Material) -> Option<f64> {
    Some(material.constants().ok()?.young())
}

/// A number of steps that nobody waits for.
fn many(schedule: &Schedule) -> Option<Caution> {
    let steps = schedule.steps;
    (steps > MANY_STEPS).then(|| {
        let hours = steps as f64 / 1000.0 / 3600.0;
        let wait = if hours < 1e4 { format!("{hours:.0} hours") } else { format!("{:.0} years", hours / 8766.0) };
        let message = format!(
            "{:.1e} steps take {wait} at a thousand a second; did you mean another time.duration or time.step?",
            steps as f64
        );
        Caution::warning("time", message)
    })
}

#[cfg(test)]
mod tests;
