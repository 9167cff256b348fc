//! Particles with springs between them, whose motion is found on a grid that is made anew in every step.
//!
//! Every particle gives mass and momentum to the corners of the cell it is in and goes where these take it. It is the smallest
//! body that has no nodes of its own: enough to prove that nodes can come and go.

#![allow(dead_code, reason = "each law uses a part")]

use std::ops::Range;
use std::sync::{Arc, Mutex};

use lope::energy::{
    Abilities, Account, Energy, Interaction, Kind, MatrixFree, Member, NodeMaker, Nodes, Points, Slots,
    Stencils, Want, Weighted,
};
use lope::math::Filter;

/// Where particles are and how they move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Swarm {
    pub(crate) x: Vec<[f64; 3]>,
    pub(crate) v: Vec<[f64; 3]>,
}

impl Swarm {
    /// Becomes a copy of another, in the memory it has.
    fn copy_from(&mut self, other: &Self) {
        self.x.clone_from(&other.x);
        self.v.clone_from(&other.v);
    }

    /// Momentum of particles of one mass, kg m/s.
    pub(crate) fn momentum(&self) -> [f64; 3] {
        [0, 1, 2].map(|i| self.v.iter().map(|v| MASS * v[i]).sum())
    }
}

/// Mass of a particle, kg.
pub(crate) const MASS: f64 = 0.3;

/// Width of a cell, m.
const CELL: f64 = 0.4;

pub(crate) struct Particles {
    swarm: Swarm,
    marked: Swarm,
    /// What others see of it.
    pub(crate) seen: Arc<Mutex<Swarm>>,
    /// Pairs of particles, and the rest lengths of their springs.
    pairs: Vec<u32>,
    lengths: Vec<f64>,
    stiffness: f64,
    /// Whether the Hessian is assembled.
    assembled: bool,
    /// Corners of cells in use, sorted; their masses and momenta.
    corners: Vec<[i32; 3]>,
    mass: Vec<f64>,
    push: Vec<[f64; 3]>,
    points: Points,
    first: u32,
    tangents: Vec<[f64; 9]>,
}

impl Particles {
    /// A block of three by three by three, thrown and shaken.
    pub(crate) fn block(stiffness: f64, assembled: bool) -> Self {
        let mut swarm = Swarm::default();
        for k in 0..27 {
            let place = [k % 3, k / 3 % 3, k / 9].map(|i| f64::from(i) * 0.25 + 0.07);
            let shake = |n: i32| 0.3 * f64::from((k * n) % 7 - 3);
            swarm.x.push(place);
            swarm.v.push([1.0 + shake(2), shake(3), 0.5 + shake(5)]);
        }
        let (mut pairs, mut lengths) = (Vec::new(), Vec::new());
        for a in 0..27 {
            for b in 0..a {
                let d = [0, 1, 2].map(|i| swarm.x[a][i] - swarm.x[b][i]);
                let length = length(d);
                if length < 0.4 && stiffness > 0.0 {
                    pairs.extend([a as u32, b as u32]);
                    lengths.push(length);
                }
            }
        }
        Self {
            seen: Arc::new(Mutex::new(swarm.clone())),
            marked: swarm.clone(),
            swarm,
            tangents: vec![[0.0; 9]; lengths.len()],
            pairs,
            lengths,
            stiffness,
            assembled,
            corners: Vec::new(),
            mass: Vec::new(),
            push: Vec::new(),
            points: Points::Weighted(Weighted::default()),
            first: 0,
        }
    }

    /// The same with velocities of another size.
    pub(crate) fn faster(mut self, times: f64) -> Self {
        self.swarm.v.iter_mut().for_each(|v| *v = v.map(|v| times * v));
        self.show();
        self
    }

    /// The same without a common velocity.
    pub(crate) fn at_rest(mut self) -> Self {
        self.swarm.v.iter_mut().for_each(|v| *v = [v[0] - 1.0, v[1], v[2] - 0.5].map(|v| 0.05 * v));
        self.show();
        self
    }

    fn show(&self) {
        self.seen.lock().expect("nobody fails").copy_from(&self.swarm);
    }

    /// Corners of the cell of a particle with their weights.
    fn shares(x: [f64; 3]) -> impl Iterator<Item = ([i32; 3], f64)> {
        let base = x.map(|x| (x / CELL).floor());
        (0..8).map(move |k| {
            let side = [k & 1, k >> 1 & 1, k >> 2 & 1];
            let weight = |i: usize| {
                let part = x[i] / CELL - base[i];
                if side[i] == 1 { part } else { 1.0 - part }
            };
            ([0, 1, 2].map(|i| base[i] as i32 + side[i]), weight(0) * weight(1) * weight(2))
        })
    }

    /// From the second particle of a spring to the first.
    fn apart(&self, spring: usize, x: &[f64]) -> [f64; 3] {
        let [a, b] = [0, 1].map(|end| self.points.position(self.pairs[2 * spring + end], x));
        [0, 1, 2].map(|i| a[i] - b[i])
    }

    /// ∂²E/∂d², its eigenvalues filtered.
    fn tangent(&self, spring: usize, d: [f64; 3], filter: Filter) -> [f64; 9] {
        let r = length(d);
        let across = filter.apply(self.stiffness * (1.0 - self.lengths[spring] / r));
        let extra = (filter.apply(self.stiffness) - across) / (r * r);
        std::array::from_fn(|k| extra * d[k % 3] * d[k / 3] + if k % 4 == 0 { across } else { 0.0 })
    }
}

fn length(d: [f64; 3]) -> f64 {
    (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt()
}

impl NodeMaker for Particles {
    fn make(&mut self, first: u32, nodes: &mut Nodes) {
        self.first = first;
        let Self { swarm, corners, mass, push, points, .. } = self;
        corners.clear();
        for &x in &swarm.x {
            corners.extend(Self::shares(x).filter(|(_, weight)| *weight > 0.0).map(|(corner, _)| corner));
        }
        corners.sort_unstable();
        corners.dedup();
        mass.clear();
        mass.resize(corners.len(), 0.0);
        push.clear();
        push.resize(corners.len(), [0.0; 3]);
        let Points::Weighted(weighted) = points else { unreachable!("points of particles are weighted") };
        weighted.clear();
        for (&x, v) in swarm.x.iter().zip(&swarm.v) {
            let shares = || Self::shares(x).filter(|(_, weight)| *weight > 0.0);
            let place = |corner: &[i32; 3]| corners.binary_search(corner).expect("it is among them");
            for (corner, weight) in shares() {
                let place = place(&corner);
                mass[place] += MASS * weight;
                (0..3).for_each(|i| push[place][i] += MASS * weight * v[i]);
            }
            weighted.push(shares().map(|(corner, weight)| (first + place(&corner) as u32, weight)));
        }
        for ((corner, &mass), push) in corners.iter().zip(&*mass).zip(&*push) {
            nodes.push(corner.map(|i| CELL * f64::from(i)), push.map(|push| push / mass), mass, 0);
        }
    }

    fn take_back(&mut self, x: &[f64], v: &[f64]) {
        let own = |list: &[f64], node: u32, i: usize| list[3 * (node - self.first) as usize + i];
        for particle in 0..self.swarm.x.len() {
            let (mut place, mut velocity) = ([0.0; 3], [0.0; 3]);
            self.points.each(particle as u32, |node, weight| {
                (0..3).for_each(|i| place[i] += weight * own(x, node, i));
                (0..3).for_each(|i| velocity[i] += weight * own(v, node, i));
            });
            (self.swarm.x[particle], self.swarm.v[particle]) = (place, velocity);
        }
        self.show();
    }

    fn mark(&mut self) {
        self.marked.copy_from(&self.swarm);
    }

    fn rewind(&mut self) {
        self.swarm.copy_from(&self.marked);
        self.show();
    }
}

impl Member for Particles {
    fn kind(&self) -> Kind {
        Kind::Foreign
    }
}

impl Energy for Particles {
    fn name(&self) -> &str {
        "particles"
    }

    fn account(&self) -> Account {
        Account::Elastic
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 2, nodes: &self.pairs }
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        let (start, mut sum) = (elements.start, 0.0);
        for spring in elements {
            let (place, d) = (spring - start, self.apart(spring, x));
            let (r, rest) = (length(d), self.lengths[spring]);
            sum += 0.5 * self.stiffness * (r - rest) * (r - rest);
            if want >= Want::Gradient {
                for i in 0..3 {
                    let force = self.stiffness * (1.0 - rest / r) * d[i];
                    (slots.gradient[6 * place + i], slots.gradient[6 * place + 3 + i]) = (force, -force);
                }
            }
            if want >= Want::Hessian {
                let slot = &mut slots.hessian[27 * place..][..27];
                for (k, entry) in self.tangent(spring, d, filter).into_iter().enumerate() {
                    (slot[k], slot[9 + k], slot[18 + k]) = (entry, -entry, entry);
                }
            }
        }
        sum
    }

    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        hessian[..27 * elements.len()].fill(0.0);
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities { matrix_free: if self.assembled { None } else { Some(self) }, ..Abilities::default() }
    }
}

impl Interaction for Particles {
    /// The springs are always the same; their points are not.
    fn collect(&mut self, _x: &[f64]) {}

    fn points(&self) -> &Points {
        &self.points
    }

    fn linearize(&mut self, x: &[f64], filter: Filter) {
        for spring in 0..self.lengths.len() {
            self.tangents[spring] = self.tangent(spring, self.apart(spring, x), filter);
        }
    }

    fn maker(&mut self) -> Option<&mut dyn NodeMaker> {
        Some(self)
    }
}

impl MatrixFree for Particles {
    fn add_product(&self, p: &[f64], factor: f64, y: &mut [f64]) {
        for (spring, k) in self.tangents.iter().enumerate() {
            let d = self.apart(spring, p);
            let pull: [f64; 3] =
                std::array::from_fn(|i| factor * (k[i] * d[0] + k[3 + i] * d[1] + k[6 + i] * d[2]));
            for (end, sign) in [(0, 1.0), (1, -1.0)] {
                self.points.each(self.pairs[2 * spring + end], |node, weight| {
                    (0..3).for_each(|i| y[3 * node as usize + i] += sign * weight * pull[i]);
                });
            }
        }
    }

    fn add_diagonal(&self, factor: f64, blocks: &mut [[f64; 9]]) {
        for (spring, k) in self.tangents.iter().enumerate() {
            let [a, b] = [0, 1].map(|end| self.pairs[2 * spring + end]);
            // (w_a − w_b)² K for every node of either: the square of one, and twice the product once.
            for (one, other) in [(a, b), (b, a)] {
                self.points.each(one, |node, mine| {
                    let mut weight = mine * mine;
                    self.points.each(other, |same, theirs| {
                        weight -= if same == node { mine * theirs } else { 0.0 };
                    });
                    let block = &mut blocks[node as usize];
                    block.iter_mut().zip(k).for_each(|(entry, k)| *entry += factor * weight * k);
                });
            }
        }
    }
}
