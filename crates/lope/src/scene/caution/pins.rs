//! Pins that contradict each other, and bodies of which nothing is left to move.

use std::collections::BTreeMap;

use super::{Caution, copies};
use crate::body::Pin;
use crate::scene::Scene;
use crate::scene::schedule::Schedule;
use crate::world::World;

/// Times of a run at which two pins are compared.
const TIMES: u32 = 64;
/// Vertices of two pins that are compared; what moves one apart moves most of them.
const VERTICES: usize = 16;

/// What is odd about the pins of a scene.
pub(super) fn cautions(scene: &Scene, world: &World, schedule: &Schedule) -> Vec<Caution> {
    let mut found = Vec::new();
    // Pins of the world are those of the scene, body by body and copy by copy.
    let mut pins = world.pins();
    let mut bodies = world.bodies().iter();
    for body in &scene.body {
        let copies = copies(body);
        let (own, rest) = pins.split_at((copies * body.pin.len()).min(pins.len()));
        pins = rest;
        let first = &own[..body.pin.len().min(own.len())];
        let Some(made) = bodies.by_ref().take(copies).next() else { break };
        let flat = scene.dimension == 2;
        if all_held(first, made.nodes.len(), flat, schedule) {
            let message = "every vertex is pinned: nothing is left for the solver to move; does a `where` select more \
                           than it should?";
            found.push(Caution::warning(&body.name, message.into()));
        }
        found.extend(apart(first, schedule).into_iter().map(|message| Caution::warning(&body.name, message)));
    }
    found
}

/// Whether pins hold all coordinates of so many nodes to the end.
fn all_held(pins: &[Pin], nodes: usize, flat: bool, schedule: &Schedule) -> bool {
    let end = schedule.time(schedule.steps);
    let mut held: BTreeMap<u32, [bool; 3]> = BTreeMap::new();
    for pin in pins.iter().filter(|pin| pin.holds_at(end)) {
        for &node in &pin.nodes {
            let axes = held.entry(node).or_insert([false, false, flat]);
            (0..3).for_each(|axis| axes[axis] |= pin.axes[axis]);
        }
    }
    held.len() == nodes && held.values().all(|axes| *axes == [true; 3])
}

/// Pairs of pins that want one vertex at two places.
fn apart(pins: &[Pin], schedule: &Schedule) -> Vec<String> {
    let mut found = Vec::new();
    for (later, b) in pins.iter().enumerate() {
        let places: BTreeMap<u32, [f64; 3]> = b.nodes.iter().copied().zip(b.start.iter().copied()).collect();
        for (earlier, a) in pins[..later].iter().enumerate() {
            let axes: Vec<usize> = (0..3).filter(|&axis| a.axes[axis] && b.axes[axis]).collect();
            let shared: Vec<[f64; 3]> = a.nodes.iter().filter_map(|node| places.get(node).copied()).collect();
            if axes.is_empty() || shared.is_empty() {
                continue;
            }
            if let Some(t) = (0..=TIMES)
                .map(|k| schedule.time(schedule.steps) * f64::from(k) / f64::from(TIMES))
                .find(|&t| differ(a, b, t, &axes, &shared))
            {
                found.push(format!(
                    "pin.{earlier} and pin.{later} pull {} shared vertices apart (at t = {t:.3} s, for one); pin.{later} \
                     has its way, being the later one: take the vertices out of one `where`, or give the pins different \
                     axes",
                    shared.len()
                ));
            }
        }
    }
    found
}

/// Whether two pins that hold at a time want one of these vertices at different places.
fn differ(a: &Pin, b: &Pin, t: f64, axes: &[usize], starts: &[[f64; 3]]) -> bool {
    let every = starts.len().div_ceil(VERTICES);
    a.holds_at(t)
        && b.holds_at(t)
        && starts.iter().step_by(every).any(|&start| {
            let (p, q) = (a.motion.position(t, start), b.motion.position(t, start));
            let size = |place: [f64; 3]| place.iter().map(|x| x.abs()).fold(0.0, f64::max);
            let rounding = 1e-9 * size(p).max(size(q));
            // What is not a number is nobody's place, and somebody else's complaint.
            axes.iter().any(|&axis| (p[axis] - q[axis]).abs() > rounding)
        })
}
