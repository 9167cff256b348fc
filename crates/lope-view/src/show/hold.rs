//! Hands: the holds that pages have on bodies.

use std::collections::BTreeMap;

use lope::math::vec3::{add, along, distance_squared, norm, sub};
use lope::world::{Grip, GripError, World};
use lope_io::show::Live;

use crate::hub::Client;

/// Nodes, or vertices of an embedded surface, that a hand holds: a fingertip and not a needle, which would pull a spike out of a soft body.
const MOST: usize = 12;
/// How far they are from the one that was touched at most, as a part of the size of the body.
const RADIUS: f64 = 0.06;
/// Period of the whole body on the spring of the hand, s, ...
const PERIOD: f64 = 0.25;
/// ... and in steps at least: a faster swing would not be seen by an integrator.
const STEPS: f64 = 8.0;
/// How far a hand can be from what it holds, as a multiple of the size of the body.
const REACH: f64 = 2.0;

/// What holds depend on beside the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scheme {
    /// Length of a step, s.
    pub(super) step: f64,
    /// Whether too stiff a spring makes it unstable.
    pub(super) explicit: bool,
}

/// The hands of all pages, one each at most.
#[derive(Default)]
pub(super) struct Hands {
    held: BTreeMap<Client, Hold>,
    /// Number of the last drag that the state contains.
    contained: BTreeMap<Client, u32>,
}

/// What a hand holds, what was touched first.
enum Held {
    Nodes(Vec<u32>),
    /// Vertices of an embedded surface: the nodes of each, and their weights.
    Points(Vec<([u32; 4], [f64; 4])>),
}

impl Held {
    /// What is around a vertex of a part.
    fn around(
        world: &World,
        view: &Live,
        (part, vertex): (usize, usize),
        nodes: std::ops::Range<usize>,
        radius: f64,
    ) -> Option<Self> {
        if let Some(points) = view.points_of(world, part) {
            let points: Vec<_> = points.collect();
            let places: Vec<[f64; 3]> = points.iter().map(|point| point_at(world, point)).collect();
            let near = nearest(&places, vertex, radius);
            return Some(Self::Points(near.into_iter().map(|n| points[n]).collect()));
        }
        let node = view.node_of(part, vertex)? as usize;
        let places: Vec<[f64; 3]> = nodes.clone().map(|node| at(world, node as u32)).collect();
        let near = nearest(&places, node - nodes.start, radius);
        Some(Self::Nodes(near.into_iter().map(|n| (nodes.start + n) as u32).collect()))
    }

    fn places(&self, world: &World) -> Vec<[f64; 3]> {
        match self {
            Self::Nodes(nodes) => nodes.iter().map(|node| at(world, *node)).collect(),
            Self::Points(points) => points.iter().map(|point| point_at(world, point)).collect(),
        }
    }

    /// How heavy each is: what an impulse on it has to move.
    fn masses(&self, world: &World) -> Vec<f64> {
        let mass = |node: u32| world.mass()[node as usize];
        let of_point = |(nodes, weights): &([u32; 4], [f64; 4])| {
            (0..4).map(|k| weights[k] * weights[k] / mass(nodes[k])).sum::<f64>().recip()
        };
        match self {
            Self::Nodes(nodes) => nodes.iter().map(|node| mass(*node)).collect(),
            Self::Points(points) => points.iter().map(of_point).collect(),
        }
    }

    fn grab(&self, world: &mut World, stiffness: f64) -> Result<Grip, GripError> {
        match self {
            Self::Nodes(nodes) => world.grab(nodes, stiffness),
            Self::Points(points) => world.grab_points(points, stiffness),
        }
    }
}

struct Hold {
    grip: Grip,
    held: Held,
    stiffness: f64,
    /// Where what is held is from the hand.
    offsets: Vec<[f64; 3]>,
    target: [f64; 3],
    reach: f64,
    /// Number of the last drag.
    seq: u32,
}

impl Hold {
    fn targets(&self) -> Vec<[f64; 3]> {
        self.offsets.iter().map(|offset| add(self.target, *offset)).collect()
    }
}

impl Hands {
    /// How many hold something.
    pub(super) fn count(&self) -> usize {
        self.held.len()
    }

    /// Number of the last drag that the state contains, of pages that drag.
    pub(super) fn contained(&self) -> Vec<(Client, u32)> {
        self.contained.iter().map(|(&client, &seq)| (client, seq)).collect()
    }

    /// A step was made: the state contains what hands did before.
    pub(super) fn stepped(&mut self) {
        self.contained.extend(self.held.iter().map(|(&client, hold)| (client, hold.seq)));
    }

    /// Takes hold of a vertex; what the page held before is let go.
    pub(super) fn grab(
        &mut self,
        world: &mut World,
        view: &Live,
        client: Client,
        (part, vertex): (u32, u32),
        scheme: Scheme,
        seq: u32,
    ) -> Result<(), String> {
        self.release(world, client);
        let node = view.node_of(part as usize, vertex as usize);
        let node = node.ok_or_else(|| format!("vertex {vertex} of part {part} belongs to no body"))?;
        let body = world.bodies().iter().find(|body| body.nodes.contains(&(node as usize)));
        let range = body.map(|body| body.nodes.clone()).ok_or("that node belongs to no body")?;
        let size = extent(world, range.clone());
        let held = Held::around(world, view, (part as usize, vertex as usize), range.clone(), RADIUS * size);
        let held = held.ok_or("it belongs to no body")?;
        let places = held.places(world);
        let target = places.first().copied().ok_or("there is nothing to hold")?;
        let offsets = places.iter().map(|place| sub(*place, target)).collect();
        let stiffness = stiffness(&world.mass()[range], held.masses(world).into_iter(), scheme);
        let grip = held.grab(world, stiffness).map_err(|e| e.to_string())?;
        let reach = REACH * size.max(f64::MIN_POSITIVE);
        let hold = Hold { grip, held, stiffness, offsets, target, reach, seq };
        self.held.insert(client, hold);
        Ok(())
    }

    /// Moves a hand, but no further than it reaches.
    pub(super) fn drag(
        &mut self,
        world: &mut World,
        client: Client,
        target: [f64; 3],
        seq: u32,
    ) -> Result<(), String> {
        // A drag that comes after a reset is no mistake of the page: nothing is held any more.
        let Some(hold) = self.held.get_mut(&client) else { return Ok(()) };
        if !target.iter().all(|t| t.is_finite()) {
            return Err(GripError::Target.to_string());
        }
        let from = hold.held.places(world).first().copied().unwrap_or(target);
        let way = sub(target, from);
        let length = norm(way);
        let part = if length > hold.reach { hold.reach / length } else { 1.0 };
        hold.target = along(from, part, way);
        hold.seq = seq;
        world.drag(hold.grip, &hold.targets()).map_err(|e| e.to_string())?;
        Ok(())
    }

    /// Opens a hand.
    pub(super) fn release(&mut self, world: &mut World, client: Client) {
        if let Some(hold) = self.held.remove(&client) {
            // It can only be gone already, which is what is wanted.
            let _ = world.let_go(hold.grip);
        }
    }

    /// A page is gone.
    pub(super) fn forget(&mut self, world: &mut World, client: Client) {
        self.release(world, client);
        self.contained.remove(&client);
    }

    /// Holds on, in a world with the same nodes.
    pub(super) fn carry_over(&mut self, world: &mut World) {
        self.held.retain(|_, hold| match hold.held.grab(world, hold.stiffness) {
            Ok(grip) => {
                hold.grip = grip;
                world.drag(grip, &hold.targets()).is_ok()
            }
            Err(_) => false,
        });
    }

    /// Everything was let go: the world is another.
    pub(super) fn clear(&mut self) {
        self.held.clear();
    }
}

/// Stiffness of the spring at each of the nodes held.
///
/// The hand should carry the body, not only the nodes: a body of mass M on springs of k in all swings with the period
/// T = 2π √(M/k), so k = M (2π/T)². With T = ¼ s it hangs 1.6 cm below the hand, and follows it within a tenth of a second;
/// with no fewer than eight steps a period every integrator resolves that. A node by itself is light and swings faster;
/// implicit steps do not mind, and explicit ones blow up only beyond k = 4 m/h², so they are given at most m/h².
fn stiffness(body: &[f64], held: impl ExactSizeIterator<Item = f64>, scheme: Scheme) -> f64 {
    let Scheme { step, explicit } = scheme;
    let count = held.len().max(1) as f64;
    let lightest = held.fold(f64::INFINITY, f64::min);
    let rate = std::f64::consts::TAU / PERIOD.max(STEPS * step);
    let wanted = body.iter().sum::<f64>() * rate * rate / count;
    if explicit { wanted.min(lightest / (step * step)) } else { wanted }
}

fn at(world: &World, node: u32) -> [f64; 3] {
    let start = 3 * node as usize;
    let x = &world.state().x;
    [x[start], x[start + 1], x[start + 2]]
}

/// Diagonal of the box around nodes.
fn extent(world: &World, nodes: std::ops::Range<usize>) -> f64 {
    let points = world.state().x[3 * nodes.start..3 * nodes.end].as_chunks::<3>().0;
    let side = |i: usize| {
        let (low, high) = points
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| (low.min(p[i]), high.max(p[i])));
        (high - low).max(0.0)
    };
    norm([0, 1, 2].map(side))
}

fn point_at(world: &World, (nodes, weights): &([u32; 4], [f64; 4])) -> [f64; 3] {
    (0..4).fold([0.0; 3], |sum, k| along(sum, weights[k], at(world, nodes[k])))
}

/// The places next to one, itself first.
fn nearest(places: &[[f64; 3]], own: usize, radius: f64) -> Vec<usize> {
    let Some(&center) = places.get(own) else { return Vec::new() };
    let distances = places.iter().map(|place| distance_squared(*place, center)).enumerate();
    let mut near: Vec<(f64, usize)> = distances.map(|(n, d)| (d, n)).collect();
    near.retain(|(d, n)| *n == own || *d <= radius * radius);
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1 != own).cmp(&(b.1 != own))).then(a.1.cmp(&b.1)));
    near.truncate(MOST);
    near.into_iter().map(|(_, n)| n).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_carries_the_body_and_no_explicit_step_blows_up() {
        let mass = vec![0.1; 1000];
        let k = |step, explicit| stiffness(&mass, mass[..10].iter().copied(), Scheme { step, explicit });
        let sag = |k: f64| 100.0 * 9.81 / (10.0 * k);
        assert!(sag(k(1.0 / 60.0, false)) < 0.02);
        assert!(k(1.0 / 10.0, false) < k(1.0 / 60.0, false), "no faster than the steps can follow");
        assert!(k(1.0 / 60.0, true) * (1.0_f64 / 60.0).powi(2) <= 0.1 * (1.0 + 1e-12));
    }
}
