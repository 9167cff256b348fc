//! Barriers: contact that nothing passes, \[Li20\].
//!
//! ```text
//! B = Σ w κ d̂ β((d − ξ)/d̂)
//! ```
//!
//! over all that is nearer than ξ + d̂: vertices and the surfaces they meet, pairs of edges. d is the distance, ξ the thickness,
//! w an area of the surfaces at rest, so that two plates of the area A feel the force Aκ|β′| whatever their meshes are. The
//! barrier is infinite where surfaces touch, and every way is cut where they would: who starts apart stays apart.
//!
//! It is taken at the end of the step in every scheme, or, where energy has to be kept, as a secant from its start. Friction is a dissipation of the velocity with normal forces that lag.

mod cage;
mod ccd;
mod closest;
mod element;
mod finder;
mod friction;
mod mesh;
mod own;
mod preflight;
mod profile;
mod search;
mod secant;
mod source;
mod stiffening;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::energy::{
    Abilities, Account, Adaptive, At, Energy, InTheWay, Interaction, Points, ROUNDING, Rounding, Slots,
    Stencils, Want, enlist, gradient_slot, hessian_slot,
};
use crate::math::Filter;
use crate::math::vec3::Vec3;
use element::Contact;
use finder::Finder;
pub use finder::Rules;
pub use friction::{BarrierFriction, Sticking};
pub use mesh::{Collider, CollisionMesh, Plane};
pub use preflight::{Apart, Culprit, Fault, Nearness, Piece, Preflight};
pub use profile::Profile;
use search::Search;
use stiffening::Stiffening;

/// How barriers begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// β.
    pub profile: Profile,
    /// Distance d̂ over which a barrier grows, m.
    pub dhat: f64,
    /// Distance ξ that surfaces keep at least, m.
    pub thickness: f64,
}

/// A vertex and a triangle, or two edges, whose way is looked along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// Corner 0 and the triangle of the others.
    VertexTriangle,
    /// The edge of the corners 0 and 1 and that of 2 and 3.
    EdgeEdge,
}

impl Pair {
    /// How much of the straight way of its corners is free: what steps are cut by. Keeps a share of the gap, from 0 to 1.
    pub fn free(self, [from, to]: [&[Vec3; 4]; 2], thickness: f64, keep: f64) -> f64 {
        match self {
            Self::VertexTriangle => ccd::vertex_triangle(from, to, thickness, keep),
            Self::EdgeEdge => ccd::edge_edge(from, to, thickness, keep),
        }
    }
}

/// Surfaces with what finds their contacts: what barrier and friction share.
#[derive(Clone, Debug)]
pub struct Surfaces {
    mesh: Arc<CollisionMesh>,
    finder: Arc<Mutex<Finder>>,
    /// Time that was spent on finding since it was asked for.
    spent: Arc<Mutex<Duration>>,
    gap: Gap,
    /// Whether forces are secants in schemes that go by the middle of the step.
    secant: bool,
}

impl Surfaces {
    /// Surfaces that meet by these rules.
    pub fn new(mesh: CollisionMesh, rules: Rules, gap: Gap) -> Self {
        let mesh = Arc::new(mesh);
        let finder = Finder::new(Arc::clone(&mesh), rules, gap);
        Self { mesh, finder: Arc::new(Mutex::new(finder)), spent: Arc::default(), gap, secant: false }
    }

    /// The same with the secant of the barrier for its force, wherever a scheme goes by the middle of the step. The profile has to be
    /// [`Profile::Rational`]: the potential of other secants is finite where a gap is closed.
    pub fn by_secant(self) -> Self {
        assert_eq!(self.gap.profile, Profile::Rational, "the secant of no other is a barrier");
        Self { secant: true, ..self }
    }

    /// Nobody waits: what is found is asked for by one after the other.
    fn finder(&self) -> Search<'_> {
        let finder = self.finder.lock().unwrap_or_else(PoisonError::into_inner);
        Search::new(finder, &self.spent)
    }

    /// Time spent on finding contacts and free ways since it was asked for last.
    fn spent(&self) -> Duration {
        std::mem::take(&mut self.spent.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn stencil(&self, contact: &Contact) -> [u32; 4] {
        contact.points.map(|point| self.mesh.numbers[point as usize])
    }
}

/// The barrier between surfaces.
#[derive(Clone, Debug)]
pub struct Barrier {
    surfaces: Surfaces,
    stiffening: Stiffening,
    /// The least gap where the last step ended, m.
    margin: f64,
    /// The state the contacts were found at.
    found_at: Vec<f64>,
    contacts: Vec<Contact>,
    /// Their points, by the numbers of [`Points`], and where these are.
    stencils: Vec<[u32; 4]>,
    corners: Vec<[Vec3; 4]>,
}

impl Barrier {
    /// The barrier between these surfaces, where nothing is found yet.
    pub fn new(surfaces: Surfaces) -> Self {
        Self {
            surfaces,
            stiffening: Stiffening::default(),
            margin: f64::INFINITY,
            found_at: Vec::new(),
            contacts: Vec::new(),
            stencils: Vec::new(),
            corners: Vec::new(),
        }
    }

    /// The smallest gap among the contacts last collected, as a part of d̂; 1 if there is none.
    pub fn least_gap(&self) -> f64 {
        let Gap { thickness, dhat, .. } = self.surfaces.gap;
        let part = |(contact, x): (&Contact, &[Vec3; 4])| (contact.normal(x).1 - thickness) / dhat;
        self.contacts.iter().zip(&self.corners).map(part).fold(1.0, f64::min)
    }

    /// Makes everything as stiff as it is to be.
    fn stiffen(&mut self, stiffening: Stiffening) {
        self.stiffening = stiffening;
        self.surfaces.finder().stiffen(stiffening.factor());
        self.found_at.clear();
    }

    /// How many contacts were collected last.
    pub fn len(&self) -> usize {
        self.contacts.len()
    }

    /// Whether nothing touches.
    pub fn is_empty(&self) -> bool {
        self.contacts.is_empty()
    }
}

enlist!(Barrier: Barrier);

impl Energy for Barrier {
    fn name(&self) -> &str {
        "barrier"
    }

    fn at(&self) -> At {
        At::End
    }

    fn account(&self) -> Account {
        Account::Contact
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 4, nodes: self.stencils.as_flattened() }
    }

    fn eval(&self, _: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        let (per_gradient, per_hessian) = (gradient_slot(4), hessian_slot(4));
        let gap = &self.surfaces.gap;
        let mut sum = 0.0;
        let contacts = self.contacts[elements.clone()].iter().zip(&self.corners[elements]);
        for (place, (contact, x)) in contacts.enumerate() {
            sum += if want == Want::Value {
                contact.value(gap, x)
            } else {
                contact.gradient(gap, x, &mut slots.gradient[place * per_gradient..][..per_gradient])
            };
            if want == Want::Hessian {
                contact.hessian(gap, x, filter, &mut slots.hessian[place * per_hessian..][..per_hessian]);
            }
        }
        sum
    }

    /// Far from each other surfaces do not feel anything.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        hessian[..elements.len() * hessian_slot(4)].fill(0.0);
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            not_projective: Some("a barrier has no quadratic bound"),
            rounding: Some(self),
            source: Some(self),
            adaptive: Some(self),
            ..Abilities::default()
        }
    }
}

/// The distance is a difference of coordinates, and its error times the force that of the energy.
impl Rounding for Barrier {
    fn rounding(&self, elements: Range<usize>, value: f64, extent: f64) -> f64 {
        let gap = &self.surfaces.gap;
        let contacts = self.contacts[elements.clone()].iter().zip(&self.corners[elements]);
        let force: f64 = contacts.map(|(contact, x)| contact.force(gap, x)).sum();
        ROUNDING * value.abs() + 4.0 * f64::EPSILON * extent * force
    }
}

impl Interaction for Barrier {
    fn since(&mut self, start: Option<&[f64]>) {
        if self.surfaces.secant {
            self.surfaces.finder().since(start);
            self.found_at.clear();
        }
    }

    /// Nothing to do where they were found last.
    fn collect(&mut self, x: &[f64]) {
        if self.found_at == x {
            return;
        }
        self.found_at.clear();
        self.found_at.extend_from_slice(x);
        let Self { surfaces, contacts, stencils, corners, .. } = self;
        let mut finder = surfaces.finder();
        finder.find(x, contacts);
        stencils.clear();
        stencils.extend(contacts.iter().map(|contact| surfaces.stencil(contact)));
        corners.clear();
        corners.extend(contacts.iter().map(|contact| finder.corners(contact)));
    }

    fn points(&self) -> &Points {
        &self.surfaces.mesh.points
    }

    fn reach(&mut self, from: &[f64], to: &[f64]) -> f64 {
        self.surfaces.finder().reach(from, to)
    }

    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.surfaces.finder().is_free(from, to)
    }

    fn spent(&mut self) -> Duration {
        self.surfaces.spent()
    }

    fn in_the_way(&mut self) -> Option<InTheWay> {
        let first = self.surfaces.finder().first_met()?;
        let Surfaces { mesh, gap, .. } = &self.surfaces;
        let distance = first.distance - gap.thickness;
        let who = first.pieces.map(|piece| mesh.called(&piece));
        let pieces = first.pieces.map(|piece| mesh.numbered(&piece));
        Some(InTheWay { free: first.free, who, gap: distance, part: distance / gap.dhat, pieces })
    }

    fn adaptive(&mut self) -> Option<&mut dyn Adaptive> {
        Some(self)
    }
}

impl Adaptive for Barrier {
    fn adapt(&mut self, x: &[f64]) -> Option<String> {
        self.collect(x);
        let (s, before, mut stiffening) = (self.least_gap(), self.stiffening.factor(), self.stiffening);
        self.margin = if self.is_empty() { f64::INFINITY } else { s * self.surfaces.gap.dhat };
        let changed = match self.surfaces.secant {
            true => stiffening.after_if_free(s, self.is_empty()),
            false => stiffening.after(s),
        };
        self.stiffening = stiffening;
        changed.then(|| {
            self.stiffen(stiffening);
            let how = if stiffening.factor() > before { "doubled" } else { "halved" };
            let times = stiffening.factor();
            format!("contact: the least gap is d̂ × {s:.3}, and κ is {how}: {times} times that of the start")
        })
    }

    fn adaptation(&self) -> [f64; 4] {
        self.stiffening.numbers()
    }

    fn margin(&self) -> f64 {
        self.margin
    }

    fn recall(&mut self, numbers: [f64; 4]) {
        self.stiffen(Stiffening::of_numbers(numbers));
    }
}
