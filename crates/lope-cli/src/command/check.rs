//! `lope check`.

use std::process::ExitCode;

use clap::Args;
use lope::geometry::Severity;
use lope::scene::build::Built;
use lope::scene::schedule::Schedule;
use lope::scene::{Loaded, Scene};
use lope::world::World;

use crate::failure::Done;
use crate::terminal::{line, print};

#[derive(Args)]
pub(crate) struct Arguments {
    /// A scene file or the name of a built-in scene
    scene: String,
    /// Override a scene key by its dotted path
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

pub(crate) fn check(arguments: &Arguments) -> Done {
    let loaded = Scene::open(&arguments.scene, &arguments.set)?;
    let built = loaded.build()?;
    let schedule = Schedule::new(&loaded.scene.time);
    print(&format!("{}: {}\n", loaded.name, line(&loaded.scene.title)));
    print(&format!("  {}\n", description(&loaded, &built.world, &schedule)));
    let mut worlds = built.world.bodies().iter();
    for body in &loaded.scene.body {
        let copies = body.copies.map_or(1, |copies| copies.count.iter().product());
        let Some(first) = worlds.nth(copies.max(1) as usize - 1) else { break };
        let times = if copies > 1 { format!("{copies} × ") } else { String::new() };
        let made_of = match (&body.material, &body.springs) {
            (Some(material), _) => format!("{} elements, {}", first.cells.len(), material.model),
            (None, Some(springs)) => format!("{} {} springs", first.springs, springs.law),
            (None, None) => String::new(),
        };
        let (vertices, pins) = (first.nodes.len(), body.pin.len());
        print(&format!("  {}: {times}{vertices} vertices, {made_of}, {pins} pins\n", line(&body.name)));
    }
    for obstacle in &loaded.scene.obstacle {
        print(&format!("  {}: {}, {}\n", line(&obstacle.name), obstacle.shape, obstacle.model));
    }
    if (schedule.step_length() - loaded.scene.time.step.get()).abs() > 1e-12 {
        print(&format!(
            "note: steps of {} s, so that frames lie at exact frame times\n",
            schedule.step_length()
        ));
    }
    for caution in loaded.cautions(&built, &schedule) {
        print(&format!("{}\n", line(&caution.to_string())));
    }
    print(&notes(&built));
    print("ok\n");
    Ok(ExitCode::SUCCESS)
}

/// What there is to know before a run: what its author may not have meant, and what building it noticed.
pub(crate) fn before(loaded: &Loaded, built: &Built, schedule: &Schedule) -> String {
    let mut text = String::new();
    for caution in loaded.cautions(built, schedule) {
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
    let method = if time.explicit() { String::new() } else { format!(" by {}", solver.method) };
    format!(
        "{} unknowns, {} steps of {:.5} s, {}{method}",
        world.unknowns(),
        schedule.steps,
        schedule.step_length(),
        time.integrator,
    )
}
