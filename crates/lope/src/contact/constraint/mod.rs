//! Obstacles as constraints of the minimization, \[Gast15\] §§3.2 and 5.1.
//!
//! A node must not be inside an obstacle at the end of a step: φ_b(x_p) ≥ 0. Instead of E′ the step minimizes
//! E(x) = E′(P(x)), where P takes every node that is inside, or pressed against the surface, to the nearest point of it:
//!
//! ```text
//! P_b(x) = x − φ_b(x) ∇φ_b(x)
//! ∇E = DPᵀ ∇E′,   ∇²E = DPᵀ ∇²E′ DP + Σ ∂E′/∂P_i ∇²P_i
//! ```
//!
//! On the surface, with n = ∇φ and Q = I − n nᵀ, that is Q∇E′ and Q∇²E′Q − (n·∇E′)∇²φ − (sym. terms with ∇²φ∇E′ nᵀ). Along n
//! the function is constant, so only the part within the tangent plane is kept: Q(∇²E′ − (n·∇E′)∇²φ)Q, the exact second
//! derivative along the surface, and nothing moves across it. The third derivative of φ is multiplied by φ = 0.
//!
//! *Active* are the constraints that a node touches and that ∇E′ presses it against, which for several surfaces at once
//! means those with positive multipliers in the nearest point to −∇E′ among the directions that lead into none of them.
//! Active ones hold during the iteration even if the node would leave; inactive ones act only where they are violated. So
//! paths of line searches are curved. Where P jumps, on the medial axis of an obstacle, so does the path: the search sees a
//! higher value and stays on this side, or lands beyond and goes on from there.

mod cone;
mod project;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use rayon::prelude::*;

use super::friction::{Pushed, at};
use super::obstacle::{Journey, Obstacle, Pose};
use crate::after::StepEnd;
use crate::energy::{Confinement, Kept, Points};
use crate::math::vec3::{along, dot, norm, sub};
use crate::sparse::vector;
use cone::{Cone, Pressed, press};
use project::{Moved, Path};

/// Nodes looked at by one task.
const CHUNK: usize = 256;

/// Nodes are on a surface if they are nearer than this part of the size of the scene.
const TOUCHING: f64 = 1e-10;

/// Curvatures are taken this part of the size inside a surface, where an edge has the curvature of its faces.
const INSIDE: f64 = 1e-7;

/// Normals that differ by less are of the same face, whose bending is between them.
const SAME: f64 = 1e-4;

/// An obstacle that is a constraint.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its name.
    pub name: String,
    /// The nodes that must stay out.
    pub nodes: Arc<[u32]>,
    /// Where they must not be.
    pub obstacle: Obstacle,
    /// Coefficient of friction, 0 or more.
    pub friction: f64,
}

/// A node pressed against an obstacle at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// The node.
    pub node: u32,
    /// The number of the constraint.
    pub constraint: u16,
    /// Outward normal of the surface.
    pub normal: [f64; 3],
    /// The push, along the normal, N.
    pub force: f64,
}

/// A node that may touch something, and what is known of it.
#[derive(Clone, Copy, Debug)]
struct WatchedNode {
    node: u32,
    /// Its constraints: `of[first..last]`.
    first: u32,
    last: u32,
    /// Active constraints, of which there are `count`.
    active: [u16; 3],
    count: u8,
    /// Where it was when the step began, and how far it can go from there without meeting anything.
    home: [f64; 3],
    free: f64,
}

impl WatchedNode {
    fn active(&self) -> &[u16] {
        &self.active[..self.count as usize]
    }
}

/// All obstacles that are constraints.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    list: Vec<Constraint>,
    poses: Vec<Pose>,
    nodes: Vec<WatchedNode>,
    of: Vec<u16>,
    /// End of the step, s.
    end: f64,
    /// Lengths below this are rounding errors, m.
    touching: f64,
    inside: f64,
    /// What P did to nodes in the last projection, task by task.
    moved: Vec<Vec<Moved>>,
    kept: Vec<Kept>,
    pushes: Vec<Push>,
}

impl Constraints {
    /// Constraints in a scene of the given size, m.
    pub fn new(list: Vec<Constraint>, size: f64) -> Self {
        let mut pairs: Vec<(u32, u16)> = Vec::new();
        for (number, constraint) in list.iter().enumerate() {
            pairs.extend(constraint.nodes.iter().map(|&node| (node, number as u16)));
        }
        pairs.sort_unstable();
        let mut nodes: Vec<WatchedNode> = Vec::new();
        for (place, &(node, _)) in pairs.iter().enumerate() {
            match nodes.last_mut() {
                Some(last) if last.node == node => last.last += 1,
                _ => nodes.push(WatchedNode {
                    node,
                    first: place as u32,
                    last: place as u32 + 1,
                    active: [0; 3],
                    count: 0,
                    home: [0.0; 3],
                    free: 0.0,
                }),
            }
        }
        let moved = vec![Vec::new(); nodes.len().div_ceil(CHUNK)];
        Self {
            poses: list.iter().map(|constraint| constraint.obstacle.pose(0.0)).collect(),
            list,
            nodes,
            of: pairs.into_iter().map(|(_, number)| number).collect(),
            end: 0.0,
            touching: TOUCHING * size,
            inside: INSIDE * size,
            moved,
            kept: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// The obstacles.
    pub fn list(&self) -> &[Constraint] {
        &self.list
    }

    /// Told before every step: the state it starts from and the time it ends at.
    pub fn begin(&mut self, x: &[f64], end: f64) {
        self.end = end;
        self.pushes.clear();
        let Self { list, poses, nodes, of, .. } = self;
        poses.clear();
        poses.extend(list.iter().map(|constraint| constraint.obstacle.pose(end)));
        let look = |watched: &mut WatchedNode| {
            watched.count = 0;
            watched.home = at(x, watched.node);
            let distance = |&number: &u16| {
                let number = number as usize;
                list[number].obstacle.nearest(&poses[number], watched.home).distance
            };
            let mine = &of[watched.first as usize..watched.last as usize];
            watched.free = mine.iter().map(distance).fold(f64::INFINITY, f64::min);
        };
        nodes.par_chunks_mut(CHUNK).for_each(|some| some.iter_mut().for_each(look));
    }

    /// What pushes on nodes at the end of a step, where the gradient of everything else is `g`, N.
    pub fn settle(&mut self, x: &[f64], g: &[f64], held: &[u8]) {
        let mut pushes = std::mem::take(&mut self.pushes);
        pushes.clear();
        for watched in &self.nodes {
            let Some(pressed) = self.pressed(watched, x, g, held) else { continue };
            pushes.extend(pressed.pushing().map(|(constraint, normal, force)| Push {
                node: watched.node,
                constraint,
                normal,
                force,
            }));
        }
        self.pushes = pushes;
    }

    /// The pushes at the end of the last step, by nodes.
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// Whether a node touches anything at `x`.
    pub fn touches(&self, x: &[f64]) -> bool {
        let near = |watched: &WatchedNode| {
            let x = at(x, watched.node);
            !self.is_free(watched, x)
                && self.mine(watched).any(|number| self.distance(number, x) <= self.touching)
        };
        self.nodes.iter().any(near)
    }

    /// The constraint that is violated most at `x`, how deep, m, and how many nodes are inside any; none if there is none
    /// but rounding.
    pub fn violation(&self, x: &[f64]) -> Option<(&str, f64, usize)> {
        let (mut deepest, mut worst, mut count) = (0.0, None, 0);
        for watched in &self.nodes {
            let here = at(x, watched.node);
            if self.is_free(watched, here) {
                continue;
            }
            let mut inside = false;
            for number in self.mine(watched) {
                let depth = -self.distance(number, here);
                inside |= depth > 10.0 * self.touching;
                if depth > 10.0 * self.touching && depth > deepest {
                    (deepest, worst) = (depth, Some(self.list[number as usize].name.as_str()));
                }
            }
            count += usize::from(inside);
        }
        worst.map(|name| (name, deepest, count))
    }

    /// Work of the obstacles that move, in a step of length `h`, J: push times travel of the surface along its normal.
    pub fn carried(&self, x: &[f64], h: f64) -> f64 {
        let mut journeys = Journeys { constraints: self, h, last: None };
        let mut travel = |push: &Push| journeys.of(push.constraint).travel(at(x, push.node));
        self.pushes.iter().map(|push| push.force * dot(push.normal, travel(push))).sum()
    }

    /// Gives the nodes that are pushed the velocity across the surface with which they came to it in a step from `x` on,
    /// where velocities were `v`. Rules such as 2(x − x_n)/h − v_n would have them rattle between the surface and nothing.
    ///
    /// Returns the energy that stopping them took: the impulse of each push, which lasts `lasting` seconds, and of this,
    /// times the mean velocity against the surface.
    /// `tell` is told of the impulse that stopped each.
    pub fn arrest(
        &self,
        [x, v]: [&[f64]; 2],
        end: &StepEnd<'_>,
        lasting: f64,
        next: &mut [f64],
        tell: &mut dyn FnMut(&Push, [f64; 3]),
    ) -> f64 {
        let mut journeys = Journeys { constraints: self, h: end.h, last: None };
        let mut taken = 0.0;
        for push in &self.pushes {
            let &Push { node, constraint, normal, force } = push;
            let along = |v: [f64; 3]| dot(normal, v);
            let arrival = along(sub(at(end.x, node), at(x, node))) / end.h;
            let excess = arrival - along(at(next, node));
            (0..3).for_each(|i| next[3 * node as usize + i] += excess * normal[i]);
            tell(push, normal.map(|n| end.mass[node as usize] * excess * n));
            let surface = along(journeys.of(constraint).travel(at(end.x, node))) / end.h;
            let impulse = force * lasting + end.mass[node as usize] * excess;
            taken -= impulse * (0.5 * (along(at(v, node)) + arrival) - surface);
        }
        taken
    }

    /// Whether [`Constraints::impulse`] does anything.
    pub fn impulsive(&self) -> bool {
        self.list.iter().any(|constraint| constraint.friction > 0.0)
    }

    /// Friction, \[Gast15\] §5.1: of the velocity along the surface as much is taken as Coulomb's law allows, at most all.
    /// `tell` is told of the impulse of each.
    pub fn impulse(&self, end: &StepEnd<'_>, v: &mut [f64], tell: &mut dyn FnMut(&Push, [f64; 3])) {
        let mut journeys = Journeys { constraints: self, h: end.h, last: None };
        for push in &self.pushes {
            let number = push.constraint as usize;
            let &Push { node, normal, force, .. } = push;
            let pushed = Pushed { at: at(end.x, node), normal, force };
            let before = at(v, node);
            let journey = journeys.of(push.constraint);
            pushed.rub((&Points::Nodes, node), self.list[number].friction, &journey, end, v);
            tell(push, sub(at(v, node), before).map(|change| end.mass[node as usize] * change));
        }
    }

    fn mine(&self, watched: &WatchedNode) -> impl Iterator<Item = u16> + '_ {
        self.of[watched.first as usize..watched.last as usize].iter().copied()
    }

    fn distance(&self, number: u16, x: [f64; 3]) -> f64 {
        let number = number as usize;
        self.list[number].obstacle.nearest(&self.poses[number], x).distance
    }

    /// Whether nothing is near enough to be met: distances change by at most as much as the node moves.
    fn is_free(&self, watched: &WatchedNode, x: [f64; 3]) -> bool {
        let away = sub(x, watched.home);
        let free = watched.free - self.touching;
        watched.count == 0 && free > 0.0 && dot(away, away) < free * free
    }

    /// What the surfaces that a node touches leave of the gradient `g` there; none if nothing is in its way.
    ///
    /// Where the node is on an edge or in a corner of an obstacle, which of its faces are in the way depends on where the node
    /// wants to go. So a point a little ahead is asked, along −g and then along what the faces found so far leave of it: if P
    /// would take it out through a face, that one is in the way. Around an edge that sticks out this is the face that hinders least;
    /// in a groove it is both, one after the other.
    fn pressed(&self, watched: &WatchedNode, x: &[f64], g: &[f64], held: &[u8]) -> Option<Pressed> {
        let (here, held) = (at(x, watched.node), held[watched.node as usize]);
        if self.is_free(watched, here) {
            return None;
        }
        let g = at(g, watched.node);
        let mut cone = Cone::default();
        let mut pressed = press(&cone, g);
        while let Some((number, normal)) = self.in_the_way(watched, here, pressed.way(held), &cone) {
            let (obstacle, pose) = (&self.list[number as usize].obstacle, &self.poses[number as usize]);
            let hessian = obstacle.sample(pose, along(here, -self.inside, normal)).hessian;
            if !cone.add(number, normal, hessian, held) {
                break;
            }
            pressed = press(&cone, g);
        }
        (!cone.is_empty()).then_some(pressed)
    }

    /// A surface that a node touches and that is in its way in direction `way`, with its normal; none of those in `cone`.
    fn in_the_way(
        &self,
        watched: &WatchedNode,
        here: [f64; 3],
        way: [f64; 3],
        cone: &Cone,
    ) -> Option<(u16, [f64; 3])> {
        let length = norm(way);
        if length == 0.0 {
            return None;
        }
        let ahead = along(here, self.inside / length, way);
        self.mine(watched).find_map(|number| {
            let (obstacle, pose) = (&self.list[number as usize].obstacle, &self.poses[number as usize]);
            let (at_foot, next) = (obstacle.nearest(pose, here), obstacle.nearest(pose, ahead));
            if at_foot.distance.abs() > self.touching || next.distance > self.touching {
                return None;
            }
            let same = |a: [f64; 3], b: [f64; 3]| dot(sub(a, b), sub(a, b)) < SAME * SAME;
            let normal = if same(at_foot.normal, next.normal) { at_foot.normal } else { next.normal };
            let blocks = dot(normal, way) < -1e-12 * length;
            (blocks && !cone.normals(number).any(|known| same(known, normal))).then_some((number, normal))
        })
    }
}

/// The ways of obstacles in a step of length `h`. The last one is remembered: nodes that are next to each other touch the same.
struct Journeys<'a> {
    constraints: &'a Constraints,
    h: f64,
    last: Option<(u16, Journey)>,
}

impl Journeys<'_> {
    fn of(&mut self, number: u16) -> Journey {
        match self.last {
            Some((last, journey)) if last == number => journey,
            _ => {
                let obstacle = &self.constraints.list[number as usize].obstacle;
                let journey = obstacle.journey(self.constraints.end, self.h);
                self.last = Some((number, journey));
                journey
            }
        }
    }
}

impl Confinement for Constraints {
    fn release(&mut self) {
        self.nodes.iter_mut().for_each(|watched| watched.count = 0);
        self.kept.clear();
        self.moved.iter_mut().for_each(Vec::clear);
    }

    fn confine(&mut self, x: &mut [f64], held: &[u8]) {
        let mut moved = std::mem::take(&mut self.moved);
        let this = &*self;
        let chunks = this.nodes.par_chunks(CHUNK).zip(moved.par_iter_mut());
        chunks.for_each(|(nodes, moved)| {
            moved.clear();
            for watched in nodes {
                let here = at(x, watched.node);
                if this.is_free(watched, here) {
                    continue;
                }
                let path = Path { constraints: this, watched, held: held[watched.node as usize] };
                moved.extend(path.project(here));
            }
        });
        for one in moved.iter().flatten() {
            x[3 * one.node as usize..][..3].copy_from_slice(&one.to);
        }
        self.moved = moved;
    }

    fn slope(&self, g: &[f64], p: &[f64]) -> f64 {
        let lost = |moved: &Moved| {
            let (g, p) = (at(g, moved.node), at(p, moved.node));
            let along = moved.derivative.map(|row| dot(row, p));
            dot(g, along) - dot(g, p)
        };
        vector::dot(g, p) + self.moved.iter().flatten().map(lost).sum::<f64>()
    }

    fn register(&mut self, x: &[f64], g: &mut [f64], held: &[u8]) {
        let mut kept = std::mem::take(&mut self.kept);
        let mut nodes = std::mem::take(&mut self.nodes);
        kept.clear();
        for watched in &mut nodes {
            watched.count = 0;
            let Some(pressed) = self.pressed(watched, x, g, held) else { continue };
            for (constraint, ..) in pressed.pushing() {
                watched.active[watched.count as usize] = constraint;
                watched.count += 1;
            }
            if watched.count > 0 {
                let node = watched.node;
                kept.push(Kept { node, tangent: pressed.tangent(), curvature: pressed.curvature() });
                g[3 * node as usize..][..3].copy_from_slice(&pressed.free);
            }
        }
        self.kept = kept;
        self.nodes = nodes;
    }

    fn kept(&self) -> &[Kept] {
        &self.kept
    }
}
