//! The state of a world as a checkpoint.

use std::path::Path;

use crate::observe::Books;
use crate::scene::output::checkpoint::Checkpoint;
use crate::scene::output::{OutputError, atomic};
use crate::time::{Earlier, History};
use crate::world::{Trend, World};

/// The world's state, with the resolved scene of the run it belongs to.
pub(super) fn of(world: &World, run: &Path) -> Result<Checkpoint, OutputError> {
    let state = world.state();
    let books = world.books();
    let scene = atomic::read_text(&run.join("scene.toml"))?;
    let meta = [("version", env!("CARGO_PKG_VERSION").to_owned()), ("scene", scene)];
    Ok(Checkpoint {
        sections: vec![
            ("time".into(), vec![state.t]),
            ("positions".into(), state.x.clone()),
            ("velocities".into(), state.v.clone()),
            ("momentum".into(), state.momentum.clone()),
            (
                "earlier".into(),
                state.earlier.iter().flat_map(|e| [&[e.h], &e.x[..], &e.v].concat()).collect(),
            ),
            ("books".into(), vec![books.initial, books.added, books.dissipated, books.impact]),
            ("memory".into(), world.memory()),
            ("rates".into(), world.trend().rates.concat()),
            ("lengths".into(), world.trend().lengths.to_vec()),
        ],
        integers: vec![("step".into(), vec![world.step_number()])],
        meta: meta.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
    })
}

/// Puts the world into the state of the checkpoint below `run`. With a scene given, the checkpoint must be of
/// a run of it (but for its length and its output).
pub(super) fn restore(world: &mut World, run: &Path, scene: Option<&str>) -> Result<(), OutputError> {
    let checkpoint = Checkpoint::load(run)?;
    let path = Checkpoint::path(run);
    if let Some(scene) = scene {
        let theirs = checkpoint.meta.get("scene").map_or("", String::as_str);
        if essence(theirs) != essence(scene) {
            return Err(OutputError::content(
                &path,
                "belongs to a run of another scene, or of this one with other settings",
                "resume with the scene it was started with, or start anew without --resume",
            ));
        }
    }
    let numbers = |name: &str, length: usize| match checkpoint.section(name) {
        Some(values) if values.len() == length => Ok(values),
        _ => Err(OutputError::content(
            &path,
            format!("has no array `{name}` of {length} numbers: it belongs to another scene"),
            "resume with the scene it was started with",
        )),
    };
    let n = world.state().x.len();
    let t = numbers("time", 1)?[0];
    let mut state = History::new(t, numbers("positions", n)?.to_vec(), numbers("velocities", n)?.to_vec());
    let books = numbers("books", 4)?;
    let books = Books { initial: books[0], added: books[1], dissipated: books[2], impact: books[3] };
    let step = checkpoint.integer_section("step").and_then(|s| s.first()).copied().unwrap_or(0);
    let kept = |name: &str| checkpoint.section(name).unwrap_or_default();
    if kept("momentum").len() == n {
        state.momentum = kept("momentum").to_vec();
    }
    if let Some((&h, rest)) = kept("earlier").split_first()
        && rest.len() == 2 * n
    {
        state.earlier = Some(Earlier { h, x: rest[..n].to_vec(), v: rest[n..].to_vec() });
    }
    world.restore(step, state, books);
    // A failed step may be replayed by another method, to which the rest means nothing.
    if scene.is_some() {
        let mut trend = Trend::default();
        let steps = kept("rates").chunks_exact(n.max(1)).zip(kept("lengths"));
        for (k, (rate, &length)) in steps.enumerate().take(trend.rates.len()) {
            trend.rates[k] = rate.to_vec();
            trend.lengths[k] = length;
        }
        world.recall(kept("memory"), trend);
    }
    Ok(())
}

/// A resolved scene without what a resumed run may change.
fn essence(scene: &str) -> Option<toml::Table> {
    let mut table: toml::Table = scene.parse().ok()?;
    for section in ["output", "expect", "title", "view"] {
        table.remove(section);
    }
    if let Some(time) = table.get_mut("time").and_then(toml::Value::as_table_mut) {
        time.remove("duration");
        time.remove("steps");
    }
    Some(table)
}
