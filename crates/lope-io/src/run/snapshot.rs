//! The state of a world as a checkpoint.

use std::path::Path;

use lope::minimize::Memory;
use lope::observe::Books;
use lope::time::{Earlier, History, PER_NODE};
use lope::world::{Trend, World};

use super::identity::Identity;
use crate::output::checkpoint::Checkpoint;
use crate::output::{OutputError, atomic};

/// Versions differ in the bits they compute.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a run was started with, beside its scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Origin {
    /// A word for the content of each file of the scene.
    pub(super) inputs: Vec<String>,
    /// The step it was started at: 0, or that of a state from elsewhere.
    pub(super) begun: u64,
}

/// The world's state, with the resolved scene of the run it belongs to.
pub(super) fn of(world: &World, run: &Path, origin: &Origin) -> Result<Checkpoint, OutputError> {
    let state = world.state();
    let books = world.books();
    let scene = atomic::read_text(&run.join("scene.toml"))?;
    let inputs = origin.inputs.join("\n");
    let meta = [("version", VERSION.to_owned()), ("scene", scene), ("inputs", inputs)];
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
            ("memory".into(), world.memory().numbers().to_vec()),
            ("rates".into(), world.trend().rates.concat()),
            ("lengths".into(), world.trend().lengths.to_vec()),
            ("stiffening".into(), world.adaptation().into_flattened()),
            ("joints".into(), world.held_forces()),
            ("impulses".into(), state.impulses.sources.clone()),
            ("impulses of pins".into(), state.impulses.pins.clone()),
            ("impulses of nodes".into(), state.impulses.nodes.concat()),
        ],
        integers: vec![
            ("step".into(), vec![world.step_number()]),
            ("begun".into(), vec![origin.begun]),
            ("touched".into(), world.touched().as_flattened().iter().map(|body| u64::from(*body)).collect()),
        ],
        meta: meta.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
    })
}

/// Puts the world into the state of the checkpoint below `run`, and says at which step its run was started. With an
/// identity given, the checkpoint must be of a run of it, made by this version of lope.
pub(super) fn restore(
    world: &mut World,
    run: &Path,
    identity: Option<Identity<'_>>,
) -> Result<u64, OutputError> {
    let checkpoint = Checkpoint::load(run)?;
    let path = Checkpoint::path(run);
    if let Some(now) = identity {
        let meta = |name: &str| checkpoint.meta.get(name).map_or("", String::as_str);
        if meta("version") != VERSION {
            return Err(OutputError::content(
                &path,
                format!(
                    "was written by lope {}, and this is lope {VERSION}: it would go on to other bits",
                    meta("version")
                ),
                "go on with that version, or start anew without --resume",
            ));
        }
        let inputs: Vec<String> = meta("inputs").lines().map(str::to_owned).collect();
        same_run(&path, &Identity { scene: meta("scene"), inputs: &inputs }, &now)?;
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
    let whole = |name: &str| checkpoint.integer_section(name).and_then(|s| s.first()).copied().unwrap_or(0);
    let step = whole("step");
    let kept = |name: &str| checkpoint.section(name).unwrap_or_default();
    if kept("momentum").len() == n {
        state.momentum = kept("momentum").to_vec();
    }
    if let Some((&h, rest)) = kept("earlier").split_first()
        && rest.len() == 2 * n
    {
        state.earlier = Some(Earlier { h, x: rest[..n].to_vec(), v: rest[n..].to_vec() });
    }
    // Whoever asks for other forces than before goes on without them.
    if kept("impulses of nodes").len() == PER_NODE * n {
        let lists = state.impulses.nodes.iter_mut().zip(kept("impulses of nodes").chunks_exact(n.max(1)));
        lists.for_each(|(list, kept)| *list = kept.to_vec());
    }
    state.impulses.sources = kept("impulses").to_vec();
    state.impulses.pins = kept("impulses of pins").to_vec();
    let bodies = world.bodies().len() as u64;
    let touched = checkpoint.integer_section("touched").unwrap_or_default().as_chunks::<2>().0;
    let known = touched.iter().filter(|pair| pair.iter().all(|body| *body < bodies));
    let touched: Vec<[u32; 2]> = known.map(|pair| pair.map(|body| body as u32)).collect();
    world.recall_touched(&touched);
    world.recall_adaptation(kept("stiffening").as_chunks().0);
    world.recall_held_forces(kept("joints"));
    world.restore(step, state, books);
    // A failed step may be replayed by another method, to which the rest means nothing.
    if identity.is_some() {
        let mut trend = Trend::default();
        let steps = kept("rates").chunks_exact(n.max(1)).zip(kept("lengths"));
        for (k, (rate, &length)) in steps.enumerate().take(trend.rates.len()) {
            trend.rates[k] = rate.to_vec();
            trend.lengths[k] = length;
        }
        world.recall(&Memory::from_numbers(kept("memory")).unwrap_or_default(), trend);
    }
    Ok(whole("begun"))
}

/// Refuses to go on with a run that `path` describes with anything else than it was started with.
pub(super) fn same_run(path: &Path, then: &Identity<'_>, now: &Identity<'_>) -> Result<(), OutputError> {
    match now.differences(then).join("; ") {
        same if same.is_empty() => Ok(()),
        different => Err(OutputError::content(
            path,
            format!(
                "belongs to a run of another scene, or of this one with other settings or files: {different}"
            ),
            "resume with what it was started with, or start anew without --resume, into another directory or with \
             --overwrite",
        )),
    }
}
