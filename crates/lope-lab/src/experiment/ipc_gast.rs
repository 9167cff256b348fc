//! The collisions of \[Gast14\] with barriers, at one step a frame.

use std::time::Instant;

use lope::minimize::Outcome;

use super::crossing::Skin;
use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// Scenes of \[Gast14\] whose penalties and constraints are barriers.
pub(super) struct Frames;

struct Scene {
    name: &'static str,
    text: &'static str,
    /// What makes it small.
    smaller: &'static [&'static str],
    /// Steps a frame that the paper needed.
    published: &'static str,
}

const SCENES: [Scene; 4] = [
    Scene {
        name: "torus",
        text: include_str!("gast_torus.toml"),
        smaller: &["body.0.mesh.cells=[15,6]", "time.duration=1.5"],
        published: "5 steps a frame",
    },
    Scene {
        name: "two spheres",
        text: include_str!("gast_two_spheres.toml"),
        smaller: &["body.0.mesh.cells=6", "body.1.mesh.cells=6", "time.duration=0.75"],
        published: "1 step a frame",
    },
    Scene {
        name: "boxes",
        text: include_str!("gast_boxes.toml"),
        smaller: &[
            "body.0.mesh.cells=[2,2,2]",
            "body.1.mesh.cells=[2,2,2]",
            "body.2.mesh.cells=[2,2,2]",
            "body.3.mesh.cells=[2,2,2]",
            "body.4.mesh.cells=[2,2,2]",
            "body.5.mesh.cells=[2,2,2]",
            "time.duration=0.5",
        ],
        published: "1 step a frame",
    },
    Scene {
        name: "bowl",
        text: include_str!("gast_bowl.toml"),
        // Beside the middle, where the wall is.
        smaller: &[
            "body.0.mesh.cells=[12,4]",
            "body.0.copies.count=[1,2,1]",
            "body.0.translate=[0.8,1.6,0.03]",
            "time.duration=0.5",
        ],
        published: "5 steps a frame",
    },
];

/// The scene with barriers: without the models of obstacles and contact, and without settings of other methods.
fn with_barriers(text: &str) -> String {
    let (mut section, mut out) = (String::new(), String::new());
    // What stands on the ground is a millimetre above it: nothing may touch where a scene begins.
    let text = text.replace("name = \"ground\"", "name = \"ground\"\ntranslate = [0, -0.001, 0]");
    for line in text.lines() {
        if line.starts_with('[') {
            line.clone_into(&mut section);
        }
        let key = line.split('=').next().unwrap_or_default().trim();
        let dropped = match section.as_str() {
            "[solver]" => !line.starts_with('['),
            "[contact]" | "[[obstacle]]" => ["model", "stiffness", "grid", "margin"].contains(&key),
            _ => false,
        };
        if section == "[time]" && key == "step" {
            out += "step = \"1/24\"\n";
        } else if !dropped {
            out += line;
            out.push('\n');
        }
    }
    out
}

impl Experiment for Frames {
    fn name(&self) -> &'static str {
        "ipc-gast"
    }

    fn source(&self) -> &'static str {
        "Gast & Schroeder 2014, Figures 1, 6, 7 and 14, with Li et al. 2020"
    }

    fn summary(&self) -> &'static str {
        "collisions of bodies with barriers at one step a frame: each converges, and nothing crosses"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let (mut claims, mut table) =
            (Vec::new(), String::from("scene,step,outcome,iterations,crossings,wall_s\n"));
        for (number, scene) in SCENES.iter().enumerate() {
            let mut set: Vec<String> = Vec::new();
            if task.size == Size::Smoke {
                set.extend(scene.smaller.iter().map(ToString::to_string));
            }
            set.extend_from_slice(task.overrides);
            let mut stage = SceneRun::new(self.name(), &with_barriers(scene.text), &set)?;
            let skin = Skin::of(&stage.world, &stage.obstacles)?;
            let (mut crossings, mut unsolved, mut steps, mut seconds) = (0, 0, 0, 0.0);
            loop {
                let clock = Instant::now();
                let Some(record) = stage.advance() else { break };
                let wall = clock.elapsed().as_secs_f64();
                let crossed = skin.crossings(stage.world.points());
                (crossings, steps, seconds) = (crossings + crossed, steps + 1, seconds + wall);
                unsolved += usize::from(record.report.outcome != Outcome::Converged);
                let (word, iterations) = (record.report.outcome.word(), record.report.iterations);
                table += &format!("{},{},{word},{iterations},{crossed},{wall:.4}\n", scene.name, record.step);
                task.write("steps.csv", &table)?;
                let part = record.step as f64 / stage.steps() as f64;
                progress((number as f64 + part) / SCENES.len() as f64, scene.name);
                if !record.committed {
                    break;
                }
            }
            let name = scene.name;
            let complete = steps == stage.steps() as usize;
            claims.push(Claim::number(
                format!("{name}: edges through triangles"),
                "none",
                (crossings as f64, ""),
                Asked::AtMost(0.0),
            ));
            claims.push(
                Claim::number(
                    format!("{name}: steps that do not converge at one step a frame"),
                    scene.published,
                    (if complete { unsolved as f64 } else { f64::INFINITY }, ""),
                    Asked::AtMost(0.0),
                )
                .noting(format!("of {steps}, {:.3} s a frame", seconds / f64::from(steps as u32))),
            );
        }
        Ok(claims)
    }
}
