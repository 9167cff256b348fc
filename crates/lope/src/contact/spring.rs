//! Collision springs: the repulsion of \[Dinev18\] §4.3, with friction.
//!
//! When a step begins, every vertex that is inside an obstacle gets a spring to the nearest point x_s of the surface,
//! that acts along the normal n there and only as long as the vertex is inside, with d = x − x_s:
//!
//! ```text
//! E(x) = ½ k (d·n)²  where d·n < 0, and 0 elsewhere                                        (38)
//! ∇E = k (d·n) n,   ∇²E = k n nᵀ,   units: k in N/m
//! ```
//!
//! x_s and n are kept for the whole step, so the energy is convex and smooth but for a kink of its gradient where the
//! vertex comes out.
//!
//! **Friction** acts on the velocities once the step is solved. Equation (39), v ← v − k_f h ∇E_⊥/m, takes the part of
//! ∇E that is tangent to the surface; but ∇E is along n, so as printed nothing is left. What it stands for, and what
//! \[Gast15\] does, is Coulomb's law: the push along the normal sets how much tangential velocity can be taken,
//!
//! ```text
//! v_t ← v_t − min(k_f h |∇E| / m, |v_t|) v_t/|v_t|
//! ```
//!
//! with ∇E at the end of the step and v_t the tangential velocity relative to the surface. It never turns a velocity
//! around, so against an obstacle at rest it only takes energy.

mod compliance;
mod split;

use std::ops::Range;

use super::encounter::{Encounter, Pushing};
use super::friction::Pushed;
use super::obstacle::Obstacle;
use super::vertices::Vertices;
use crate::after::Carrier;
use crate::energy::{
    Abilities, Account, Energy, Interaction, Passing, Points, Slots, Stencils, Want, enlist, hessian_slot,
};
use crate::math::Filter;
use crate::math::vec3::{along, dot, scaled, sub};
use crate::sparse::RankOnes;

/// How an obstacle pushes back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CollisionSpringLaw {
    /// Stiffness k of the spring of each vertex, N/m.
    pub stiffness: f64,
    /// Coefficient k_f of friction, 0 or more.
    pub friction: f64,
    /// Springs are also put where the surface is nearer than this when the step begins, m. They do nothing until the
    /// vertex enters, and save it from being inside for a step before it is noticed. 0 as published.
    pub margin: f64,
}

/// The springs between some vertices and one obstacle.
#[derive(Clone, Debug)]
pub struct CollisionSprings {
    encounter: Encounter,
    law: CollisionSpringLaw,
    /// The contact of each vertex, as found when the step began.
    touches: Vec<Option<Touch>>,
    /// The contacts of those that have one.
    planes: Vec<Touch>,
}

/// The plane that stands for the surface during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Touch {
    point: [f64; 3],
    normal: [f64; 3],
}

impl Touch {
    /// d·n, negative inside.
    fn distance(&self, x: [f64; 3]) -> f64 {
        dot(sub(x, self.point), self.normal)
    }
}

impl CollisionSprings {
    /// Springs for `vertices`, of which none touches before the first step begins.
    pub fn new(
        name: impl Into<String>,
        vertices: Vertices,
        obstacle: Obstacle,
        law: CollisionSpringLaw,
    ) -> Self {
        let encounter = Encounter::new(name.into(), vertices, obstacle, law.friction);
        Self { encounter, law, touches: Vec::new(), planes: Vec::new() }
    }

    /// The springs of this step: vertex, outward normal and stiffness, in the order of the vertices. Each is a term
    /// k n nᵀ of the Hessian while its vertex is inside.
    pub fn active(&self) -> impl Iterator<Item = (u32, [f64; 3], f64)> + '_ {
        let all = self.encounter.touching.iter().zip(&self.planes);
        all.map(|(&vertex, touch)| (vertex, touch.normal, self.law.stiffness))
    }

    /// The distance of the vertex of a spring from its plane, and the normal of that.
    fn apart(&self, x: &[f64], element: usize) -> (f64, [f64; 3]) {
        let touch = self.planes[element];
        (touch.distance(self.encounter.at(x, element)), touch.normal)
    }

    /// The obstacle.
    pub fn obstacle(&self) -> &Obstacle {
        &self.encounter.obstacle
    }
}

enlist!(CollisionSprings: CollisionSprings);

impl Energy for CollisionSprings {
    fn name(&self) -> &str {
        &self.encounter.name
    }

    fn account(&self) -> Account {
        Account::UntrackedContact
    }

    fn stencils(&self) -> Stencils<'_> {
        self.encounter.stencils()
    }

    /// Finds contacts. They are a function of the state the step starts from and the time it ends at, so a step that
    /// is tried again meets the same ones.
    fn begin(&mut self, x: &[f64], end: f64) {
        let Self { encounter, law, touches, planes } = self;
        let pose = encounter.obstacle.pose(end);
        encounter.find(x, touches, |obstacle, at| {
            let near = obstacle.nearest(&pose, at);
            (near.distance <= law.margin).then_some(Touch { point: near.point, normal: near.normal })
        });
        planes.clear();
        planes.extend(touches.iter().flatten());
        encounter.end = end;
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        let k = self.law.stiffness;
        let start = elements.start;
        let mut sum = 0.0;
        for element in elements {
            let place = element - start;
            let (distance, normal) = Some(self.apart(x, element)).filter(|of| of.0 < 0.0).unwrap_or_default();
            sum += 0.5 * k * distance * distance;
            if want >= Want::Gradient {
                let gradient = normal.map(|n| k * distance * n);
                slots.gradient[3 * place..3 * place + 3].copy_from_slice(&gradient);
            }
            if want >= Want::Hessian {
                let rest = filter.apply(0.0);
                let block = &mut slots.hessian[9 * place..9 * place + 9];
                write_rank_one(block, filter.apply(k) - rest, normal, rest);
            }
        }
        sum
    }

    /// k n nᵀ of the springs of this step, whether their vertices are inside or not. It changes from step to step.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        for (element, block) in elements.zip(hessian.chunks_exact_mut(hessian_slot(1))) {
            write_rank_one(block, self.law.stiffness, self.planes[element].normal, 0.0);
        }
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            splitting: Some(self),
            compliance: Some(self),
            passing: Some(self),
            impulse: if self.law.friction > 0.0 { Some(self) } else { None },
            source: Some(&self.encounter),
            carrier: if self.encounter.obstacle.moves() { Some(self) } else { None },
            ..Abilities::default()
        }
    }
}

impl Interaction for CollisionSprings {
    /// They are the same for the whole step.
    fn collect(&mut self, _x: &[f64]) {}

    fn points(&self) -> &Points {
        self.encounter.vertices.points()
    }
}

impl Passing for CollisionSprings {
    fn terms(&self, into: &mut RankOnes) {
        for (vertex, normal, weight) in self.active() {
            let shares = self.points().shares(vertex);
            into.push(weight, shares.map(|(node, share)| (node, scaled(normal, share))));
        }
    }
}

impl Carrier for CollisionSprings {
    /// Push times travel of the surface along its normal. What acts along the surface, friction, is booked with what it
    /// takes.
    fn carried(&self, x: &[f64], h: f64) -> f64 {
        let journey = self.encounter.obstacle.journey(self.encounter.end, h);
        let pushed = (0..self.planes.len()).filter_map(|element| self.pushed(x, element));
        pushed.map(|one| one.force * dot(one.normal, journey.travel(one.at))).sum()
    }
}

impl Pushing for CollisionSprings {
    fn encounter(&self) -> &Encounter {
        &self.encounter
    }

    /// What is inside is pushed from where it would be on its plane.
    fn pushed(&self, x: &[f64], element: usize) -> Option<Pushed> {
        let (distance, normal) = self.apart(x, element);
        let (depth, at) = (-distance, along(self.encounter.at(x, element), -distance, normal));
        (depth > 0.0).then_some(Pushed { at, normal, force: self.law.stiffness * depth })
    }
}

/// a n nᵀ + b I
fn write_rank_one(block: &mut [f64], a: f64, n: [f64; 3], b: f64) {
    for (j, column) in block.chunks_exact_mut(3).enumerate() {
        for (i, entry) in column.iter_mut().enumerate() {
            *entry = a * n[i] * n[j] + if i == j { b } else { 0.0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::after::{Impulse, StepEnd};
    use crate::contact::{Pose, Shape};

    const FLOOR: Shape = Shape::HalfSpace { normal: [0.0, 1.0, 0.0] };

    /// Four vertices: deep, just inside, just outside, far.
    const X: [f64; 12] = [0.0, -0.5, 0.0, 1.0, -0.01, 0.0, 2.0, 0.01, 0.0, 3.0, 2.0, 0.0];

    fn springs(obstacle: Obstacle, law: CollisionSpringLaw) -> CollisionSprings {
        let mut springs = CollisionSprings::new("floor", (0..4).collect(), obstacle, law);
        springs.begin(&X, 0.0);
        springs
    }

    fn value(springs: &CollisionSprings, x: &[f64]) -> f64 {
        let all = 0..springs.stencils().len();
        springs.eval(x, all, Want::Value, Filter::Raw, Slots { gradient: &mut [], hessian: &mut [] })
    }

    const LAW: CollisionSpringLaw = CollisionSpringLaw { stiffness: 100.0, friction: 0.5, margin: 0.0 };

    #[test]
    fn springs_are_where_vertices_were_inside_and_push_only_out() {
        let floor = Obstacle::held(FLOOR, Pose::default());
        let published = springs(floor.clone(), LAW);
        let up = [0.0, 1.0, 0.0];
        assert_eq!(published.active().collect::<Vec<_>>(), [(0, up, 100.0), (1, up, 100.0)]);
        assert!((value(&published, &X) - 50.0 * (0.25 + 1e-4)).abs() < 1e-12);
        let lifted: Vec<f64> =
            X.iter().enumerate().map(|(i, x)| x + f64::from(u8::from(i % 3 == 1))).collect();
        assert_eq!(value(&published, &lifted), 0.0);
        // With a margin the third is there before it enters.
        let early = springs(floor, CollisionSpringLaw { margin: 0.1, ..LAW });
        assert_eq!(early.active().count(), 3);
        assert_eq!(value(&early, &X), value(&published, &X));
        assert_eq!(published.account(), Account::UntrackedContact);
    }

    #[test]
    fn detection_is_a_function_of_state_and_time() {
        let sink = |t: f64| Pose { translation: [0.0, t, 0.0], ..Pose::default() };
        let mut moving = springs(Obstacle::led(FLOOR, sink), LAW);
        let first: Vec<_> = moving.active().collect();
        moving.begin(&X, 0.5);
        assert_eq!(moving.active().count(), 3, "the floor rose to the third");
        moving.begin(&X, 0.0);
        assert_eq!(moving.active().collect::<Vec<_>>(), first);
    }

    /// What is left of the velocities after a step of 0.1 s that ends at `X`.
    fn rubbed(springs: &CollisionSprings, v: [f64; 12]) -> Vec<f64> {
        let mut v = v.to_vec();
        springs.clone().impulse(&StepEnd { x: &X, h: 0.1, mass: &[2.0; 4] }, &mut v);
        v
    }

    #[test]
    fn friction_is_coulombs() {
        let floor = springs(Obstacle::held(FLOOR, Pose::default()), LAW);
        let v = [3.0, -1.0, 4.0, 3.0, -1.0, 4.0, 3.0, -1.0, 4.0, 3.0, -1.0, 4.0];
        let after = rubbed(&floor, v);
        // k_f h k depth / m = 0.5 · 0.1 · 100 · depth / 2 = 2.5 depth, of a speed of 5 along the floor.
        let share = [1.0 - 2.5 * 0.5 / 5.0, 1.0 - 2.5 * 0.01 / 5.0, 1.0, 1.0];
        for (node, share) in share.into_iter().enumerate() {
            let expected = [3.0 * share, -1.0, 4.0 * share];
            assert!((0..3).all(|i| (after[3 * node + i] - expected[i]).abs() < 1e-14), "{node}: {after:?}");
        }
        // It stops what is slow, and turns nothing around.
        let slow = rubbed(&floor, [1.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(&slow[..3], [0.0, 7.0, 0.0]);
        assert!(floor.abilities().impulse.is_some());
        let smooth =
            springs(Obstacle::held(FLOOR, Pose::default()), CollisionSpringLaw { friction: 0.0, ..LAW });
        assert!(smooth.abilities().impulse.is_none());
    }

    #[test]
    fn friction_takes_along_what_lies_on_a_belt() {
        let belt = |t: f64| Pose { translation: [2.0 * t, 0.0, 0.0], ..Pose::default() };
        let belt = springs(Obstacle::led(FLOOR, belt), CollisionSpringLaw { friction: 10.0, ..LAW });
        let after = rubbed(&belt, [0.0; 12]);
        assert!((after[0] - 2.0).abs() < 1e-12, "{after:?}");
        // One that turns takes each point along by its own velocity, ω × r.
        let spin = |t: f64| {
            let (sin, cos) = (1e-3 * t).sin_cos();
            Pose { rotation: [[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]], ..Pose::default() }
        };
        let spin = springs(Obstacle::led(FLOOR, spin), CollisionSpringLaw { friction: 10.0, ..LAW });
        let after = rubbed(&spin, [0.0; 12]);
        assert!((after[5] + 1e-3).abs() < 1e-6 && after[0].abs() < 1e-12, "{after:?}");
    }
}
