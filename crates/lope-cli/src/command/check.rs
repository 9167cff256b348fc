//! `lope check`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use lope::geometry::Severity;
use lope::math::vec3::norm;
use lope::scene::Scene;
use lope::scene::build::{Built, Start};
use lope::scene::model::{Body, Material, Shell, array};
use lope::scene::schedule::Schedule;
use lope::world::World;
use lope_io::{Loaded, culprit};

use crate::failure::{Done, Failure};
use crate::terminal::{line, print};

#[derive(Args)]
pub(crate) struct Arguments {
    /// A scene file or the name of a built-in scene
    scene: String,
    /// Override a scene key by its dotted path
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Write what crosses or touches at the start, as meshes and a picture, into this directory
    #[arg(long, value_name = "DIR")]
    culprits: Option<PathBuf>,
}

pub(crate) fn check(arguments: &Arguments) -> Done {
    let loaded = Loaded::open(&arguments.scene, &arguments.set)?;
    if let Some(directory) = &arguments.culprits {
        culprit::check_directory(directory).map_err(Failure::input)?;
    }
    let built = match loaded.build() {
        Ok(built) => built,
        Err(refused) => {
            if let Some(directory) = &arguments.culprits {
                show(&loaded, directory)?;
            }
            return Err(refused.into());
        }
    };
    let schedule = Schedule::new(&loaded.scene.time);
    print(&format!("{}: {}\n", loaded.name, line(&loaded.scene.title)));
    print(&format!("  {}\n", description(&loaded, &built.world, &schedule)));
    let mut worlds = built.world.bodies().iter();
    for body in &loaded.scene.body {
        let copies = body.copies.map_or(1, |copies| copies.count.iter().product());
        let Some(first) = worlds.nth(copies.max(1) as usize - 1) else { break };
        let times = if copies > 1 { format!("{copies} × ") } else { String::new() };
        let made_of = match (&body.material, &body.springs) {
            _ if first.rigid => {
                let mass: f64 = built.world.mass()[first.nodes.clone()].iter().sum();
                let vertices = first.skin.as_ref().map_or(0, |skin| skin.embedding.len());
                format!("rigid, {mass:.3} kg, {vertices} on its surface")
            }
            (Some(material), _) => format!("{} elements, {}", first.cells.len(), stuff(material)),
            (None, Some(springs)) => format!("{} {} springs", first.springs, springs.law),
            (None, None) => String::new(),
        };
        let (vertices, pins) = (first.nodes.len(), body.pin.len());
        print(&format!("  {}: {times}{vertices} vertices, {made_of}, {pins} pins\n", line(&body.name)));
        if let Some(shell) = &body.shell {
            let mass = built.world.mass()[first.nodes.clone()].iter().sum::<f64>();
            print(&format!("  {}: {}\n", line(&body.name), thin(&loaded.scene, body, shell, mass)));
        }
    }
    for obstacle in &loaded.scene.obstacle {
        print(&format!("  {}: {}, {}\n", line(&obstacle.name), obstacle.shape, obstacle.contact()));
    }
    for choice in loaded.scene.choices() {
        print(&format!("  solver.{}\n", line(&choice.to_string())));
    }
    for fact in built.start.iter().flat_map(Start::report) {
        print(&format!("  contact: {}\n", line(&fact)));
    }
    if (schedule.step_length() - loaded.scene.time.step.get()).abs() > 1e-12 {
        print(&format!(
            "note: steps of {} s, so that frames lie at exact frame times\n",
            schedule.step_length()
        ));
    }
    for caution in loaded.scene.cautions(&built, &schedule) {
        print(&format!("{}\n", line(&caution.to_string())));
    }
    print(&notes(&built));
    if arguments.culprits.is_some() {
        print("note: nothing crosses or touches, so no culprits were written\n");
    }
    print("ok\n");
    Ok(ExitCode::SUCCESS)
}

/// A material with its numbers.
fn stuff(material: &Material) -> String {
    let constants = [
        ("young", material.young, " Pa"),
        ("poisson", material.poisson, ""),
        ("mu", material.mu, " Pa"),
        ("lambda", material.lambda, " Pa"),
        ("kappa", material.kappa, " Pa"),
        ("density", Some(material.mass_per_volume()), " kg/m³"),
    ];
    let told =
        constants.into_iter().filter_map(|(key, value, unit)| Some(format!(", {key} {}{unit}", value?)));
    format!("{}{}", material.model(), told.collect::<String>())
}

/// What there is to know of a shell before it runs.
fn thin(scene: &Scene, body: &Body, shell: &Shell, mass: f64) -> String {
    let Some(material) = &body.material else { return String::new() };
    let stiffness = material.constants().map_or(0.0, |constants| shell.stiffness(&constants));
    let pull = norm(array(&scene.gravity)) * material.mass_per_volume().get() * shell.thickness.get();
    let length = (stiffness / pull).cbrt();
    let bends = match length {
        length if length.is_finite() && length > 0.0 => {
            format!(", bends under its weight over {length:.3e} m")
        }
        _ => String::new(),
    };
    format!("shell of {mass:.4e} kg, D {stiffness:.3e} N·m by {}{bends}", shell.model)
}

/// Writes what crosses or touches, if that is why the scene is refused.
fn show(loaded: &Loaded, directory: &Path) -> Result<(), Failure> {
    // What else is wrong is told by who asked.
    let Ok(Some(start)) = loaded.start() else { return Ok(()) };
    if start.is_blocked() {
        for file in culprit::write(directory, &start.suspects())? {
            print(&format!("{}\n", line(&file.display().to_string())));
        }
    }
    Ok(())
}

/// What there is to know before a run: what its author may not have meant, and what building it noticed.
pub(crate) fn before(loaded: &Loaded, built: &Built, schedule: &Schedule) -> String {
    let mut text = String::new();
    for caution in loaded.scene.cautions(built, schedule) {
        if caution.finding.severity >= Severity::Warning {
            text += &format!("{}\n", line(&caution.to_string()));
        }
    }
    text + &notes(built)
}

fn notes(built: &Built) -> String {
    built.notes.iter().map(|note| format!("note: {}\n", line(note))).collect()
}

/// One line on what runs.
pub(crate) fn description(loaded: &Loaded, world: &World, schedule: &Schedule) -> String {
    let (time, solver) = (&loaded.scene.time, &loaded.scene.solver);
    let method = if time.explicit() { String::new() } else { format!(" by {}", solver.method()) };
    format!(
        "{} unknowns, {} steps of {:.5} s, {}{method}",
        world.unknowns(),
        schedule.steps,
        schedule.step_length(),
        time.integrator,
    )
}
