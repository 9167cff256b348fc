//! Collisions of bodies with themselves and with each other by penalties, \[Gast15\] §5.3.
//!
//! A node on a surface is inside of a body if more of its tetrahedra contain it that are the right way out than are turned
//! inside out. That is how often the body's surface winds around the node, so it changes only where the node crosses the
//! surface. (The paper asks for any tetrahedron; next to an inverted one that sticks out of the body, the energy jumps there.)
//! The node is pushed towards the nearest point of that body's surface, with d the square of the distance. In its own body what
//! is near does not count: tetrahedra and triangles with a corner that shares a tetrahedron with the node. (The paper leaves
//! out those that meet at the node; then a node that is pressed past one of its own tetrahedra is inside at once.)
//!
//! ```text
//! Φ = k d √(d + ε),   k in N/m²: about k·depth³
//! ```
//!
//! Φ is continuous where a node enters or leaves a body through its surface, for d is zero there, and where the nearest
//! triangle, edge or corner changes, for d is the least of several distances: such kinks are ridges, which a line search
//! can live with (§3.3). It jumps only where a node gets into its own body without crossing the surface: past its own
//! tetrahedra and the next, by turning them inside out. Elasticity guards that way.
//!
//! The forces of an element add up to nothing and have no torque, so the penalty keeps momentum and angular momentum.
//! So does friction, an impulse once a step is solved.

mod detect;
mod distance;
mod flesh;
mod friction;
mod law;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::after::{Impulse, StepEnd};
use crate::energy::{
    Abilities, Account, Between, Energy, Interaction, Meeting, Part, Slots, Source, Stencils, Want, enlist,
    gradient_slot, hessian_slot,
};
use crate::math::Filter;
use detect::{Detector, Touch};
pub(super) use distance::{Closest, Feature};
pub use flesh::Flesh;
use flesh::at;
pub use law::PenaltyLaw;

/// Who collides with whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Each body with itself.
    Within,
    /// Each body with all others.
    Between,
    /// Each body with itself and all others.
    All,
}

impl Scope {
    fn allows(self, one: usize, other: usize) -> bool {
        match self {
            Self::Within => one == other,
            Self::Between => one != other,
            Self::All => true,
        }
    }
}

/// A node inside of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration {
    /// The node.
    pub node: u32,
    /// Where it is, m.
    pub position: [f64; 3],
    /// How far from the surface, m.
    pub depth: f64,
    /// The body it belongs to: its place among those given.
    pub body_of_node: usize,
    /// The body it is inside of.
    pub body_entered: usize,
}

/// The penalties between some bodies.
#[derive(Clone, Debug)]
pub struct SelfCollision {
    name: String,
    law: PenaltyLaw,
    detector: Detector,
    /// The positions the elements were found at.
    found_at: Vec<f64>,
    stencils: Vec<[u32; 4]>,
    /// The body of the node and the one entered, for each element.
    bodies: Vec<[u32; 2]>,
    /// The number of each body in the world.
    numbers: Vec<u32>,
}

impl SelfCollision {
    /// Penalties between bodies, of which nothing is found yet. Takes a while for large ones: hierarchies are built.
    pub fn new(name: impl Into<String>, law: PenaltyLaw, bodies: Vec<Flesh>, scope: Scope) -> Self {
        Self {
            name: name.into(),
            law,
            numbers: (0..bodies.len() as u32).collect(),
            detector: Detector::new(bodies, scope),
            found_at: Vec::new(),
            stencils: Vec::new(),
            bodies: Vec::new(),
        }
    }

    /// The same with the numbers that the bodies have in the world, where not all of them collide.
    pub fn numbered(mut self, numbers: Vec<u32>) -> Self {
        debug_assert_eq!(numbers.len(), self.numbers.len(), "a number for each body");
        self.numbers = numbers;
        self
    }

    /// The law.
    pub fn law(&self) -> PenaltyLaw {
        self.law
    }

    /// All nodes that are inside of a body at `x`. Finds the elements there, like [`Interaction::collect`].
    pub fn penetrations(&mut self, x: &[f64]) -> Vec<Penetration> {
        self.collect(x);
        self.stencils.iter().zip(&self.bodies).map(|found| penetration(x, found)).filter(is_deep).collect()
    }

    /// The deepest of [`SelfCollision::penetrations`] among what was last collected; of several, the first.
    pub fn deepest(&self, x: &[f64]) -> Option<Penetration> {
        let all = self.stencils.iter().zip(&self.bodies).map(|found| penetration(x, found)).filter(is_deep);
        all.reduce(|deepest, next| if next.depth > deepest.depth { next } else { deepest })
    }
}

/// One that is on the surface is not inside.
fn is_deep(one: &Penetration) -> bool {
    one.depth > 0.0
}

fn penetration(x: &[f64], (stencil, bodies): (&[u32; 4], &[u32; 2])) -> Penetration {
    let [body_of_node, body_entered] = bodies.map(|body| body as usize);
    let depth = closest(x, stencil).0.squared.sqrt();
    Penetration { node: stencil[0], position: at(x, stencil[0]), depth, body_of_node, body_entered }
}

/// The nearest point of an element's triangle, and the triangle.
fn closest(x: &[f64], &[node, a, b, c]: &[u32; 4]) -> (Closest, [[f64; 3]; 3]) {
    let corners = [a, b, c].map(|corner| at(x, corner));
    (Closest::on_triangle(at(x, node), &corners), corners)
}

enlist!(SelfCollision: SelfCollision);

impl Energy for SelfCollision {
    fn name(&self) -> &str {
        &self.name
    }

    fn account(&self) -> Account {
        Account::Contact
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 4, nodes: self.stencils.as_flattened() }
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, _: Filter, slots: Slots<'_>) -> f64 {
        let (per_gradient, per_hessian) = (gradient_slot(4), hessian_slot(4));
        let mut sum = 0.0;
        for (place, stencil) in self.stencils[elements].iter().enumerate() {
            let (closest, corners) = closest(x, stencil);
            sum += self.law.value(&closest);
            if want >= Want::Gradient {
                let slot = place * per_gradient..(place + 1) * per_gradient;
                self.law.gradient(&closest, &mut slots.gradient[slot]);
            }
            if want >= Want::Hessian {
                let slot = place * per_hessian..(place + 1) * per_hessian;
                self.law.hessian(&closest, &corners, &mut slots.hessian[slot]);
            }
        }
        sum
    }

    /// Near the surface contacts are as soft as nothing.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        hessian[..elements.len() * hessian_slot(4)].fill(0.0);
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            filters: false,
            not_projective: Some("a cubic penalty has no quadratic bound"),
            impulse: if self.law.friction > 0.0 { Some(self) } else { None },
            source: Some(self),
            ..Abilities::default()
        }
    }
}

impl Interaction for SelfCollision {
    /// Nothing to do where they were found last.
    fn collect(&mut self, x: &[f64]) {
        if self.found_at == x {
            return;
        }
        self.found_at.clear();
        self.found_at.extend_from_slice(x);
        self.stencils.clear();
        self.bodies.clear();
        for Touch { stencil, bodies } in self.detector.find(x) {
            self.stencils.push(stencil);
            self.bodies.push(bodies);
        }
    }

    fn deepest(&self, x: &[f64]) -> Option<(u32, f64)> {
        Self::deepest(self, x).map(|one| (one.node, one.depth))
    }
}

impl Source for SelfCollision {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn part(&self) -> Part {
        Part::Normal
    }

    fn meeting(&self, element: usize) -> Meeting {
        let [one, other] = self.bodies[element].map(|body| self.numbers[body as usize]);
        if one == other {
            return Meeting { between: Between::Within, on: 0 };
        }
        // The node is the first corner, the triangle that it meets the others.
        let on = if one < other { 0b0001 } else { 0b1110 };
        Meeting { between: Between::Bodies([one.min(other), one.max(other)]), on }
    }
}

impl Impulse for SelfCollision {
    fn elements(&self) -> usize {
        self.stencils.len()
    }

    /// One element after the other, each at the velocities that the ones before left.
    fn impulse_of(&self, elements: Range<usize>, end: &StepEnd<'_>, v: &mut [f64]) {
        for stencil in &self.stencils[elements] {
            let (closest, corners) = closest(end.x, stencil);
            let limit = self.law.friction * end.h * self.law.push(&closest);
            friction::rub(&closest, &corners, *stencil, limit, end.mass, v);
        }
    }
}
