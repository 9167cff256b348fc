//! Friction of surfaces that are kept apart by barriers.
//!
//! ```text
//! R(v) = Σ μ λ f₀(|T v|)
//! ```
//!
//! over the contacts: λ is the force of the barrier, T v the velocity at which its two points slide. Both are taken where the step
//! begins, and again where it was solved until they hardly change: so R is a potential of the velocity alone, and what slides
//! feels μλ whatever the scheme and the step are. Slower than `epsv` it sticks: there f₀ is smooth, and the force grows from
//! zero.

use std::ops::Range;

use super::Surfaces;
use super::element::Contact;
use crate::energy::{
    Abilities, Account, At, Energy, Interaction, Lagging, Points, Reached, Slots, Stencils, Want,
    block_place, enlist, gradient_slot, hessian_slot,
};
use crate::math::Filter;
use crate::math::vec3::{Vec3, along, dot, norm, scaled, sub};

/// How the force grows with the velocity before it slides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sticking {
    /// f₀′ = 2y − y² with y = |v|/ε: no kink where it begins to slide, \[Li20\] eq. 14.
    #[default]
    C1,
    /// f₀′ = y: a kink there.
    C0,
}

impl Sticking {
    /// f₀, f₀′/|v| and f₀″ at the speed v.
    fn at(self, v: f64, epsv: f64) -> [f64; 3] {
        let y = v / epsv;
        if y >= 1.0 {
            return [v, 1.0 / v, 0.0];
        }
        match self {
            Self::C1 => {
                [epsv * (y * y - y * y * y / 3.0 + 1.0 / 3.0), (2.0 - y) / epsv, (2.0 - 2.0 * y) / epsv]
            }
            Self::C0 => [0.5 * epsv * (y * y + 1.0), 1.0 / epsv, 1.0 / epsv],
        }
    }
}

/// A contact with its force, as it was when it was taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lagged {
    /// Numbers of its points among all of the mesh.
    pub(super) points: [u32; 4],
    weights: [f64; 4],
    normal: Vec3,
    /// Normal force λ, N, and coefficient μ.
    force: f64,
    friction: f64,
}

/// Friction between surfaces.
#[derive(Clone, Debug)]
pub struct BarrierFriction {
    pub(super) surfaces: Surfaces,
    epsv: f64,
    sticking: Sticking,
    /// How often forces are taken anew in a solve, at most.
    most: usize,
    /// By how much they differed when they were last taken anew.
    lag: Option<f64>,
    contacts: Vec<Contact>,
    pub(super) lagged: Vec<Lagged>,
    stencils: Vec<[u32; 4]>,
    before: Vec<([u32; 4], Vec3)>,
    after: Vec<([u32; 4], Vec3)>,
    /// What was taken before, and goes on if it hardly changes: then the minimum was found with it.
    former: (Vec<Lagged>, Vec<[u32; 4]>),
}

/// Forces that change by less than this are not taken anew.
const SAME: f64 = 0.01;
/// What is left of a force that is taken back when all of it is.
const ENOUGH: f64 = 1e-4;

impl BarrierFriction {
    /// Friction between these surfaces: sliding begins at the speed `epsv`, m/s; forces are taken anew `most` times in a solve.
    pub fn new(surfaces: Surfaces, epsv: f64, sticking: Sticking, most: usize) -> Self {
        Self {
            surfaces,
            epsv,
            sticking,
            most,
            lag: None,
            contacts: Vec::new(),
            lagged: Vec::new(),
            stencils: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            former: (Vec::new(), Vec::new()),
        }
    }

    fn find(&mut self, x: &[f64]) {
        let Self { surfaces, contacts, lagged, stencils, .. } = self;
        let mut finder = surfaces.finder();
        finder.find(x, contacts);
        lagged.clear();
        stencils.clear();
        let force_of = |contact: &Contact| {
            let corners = finder.corners(contact);
            (contact.normal(&corners).0, contact.force(&surfaces.gap, &corners))
        };
        let member = |points: &[u32; 4]| surfaces.mesh.member.get(points[1] as usize);
        // The contacts of a vertex follow each other.
        let is_vertex = |contact: &Contact| contact.closest.weights[0] == 1.0;
        let together = |a: &Contact, b: &Contact| a.points[0] == b.points[0] && is_vertex(a) && is_vertex(b);
        for all in contacts.chunk_by(together) {
            let rubbing = || all.iter().filter(|contact| contact.friction > 0.0);
            let first = lagged.len();
            for contact in rubbing().filter(|contact| contact.scale > 0.0) {
                let (normal, force) = force_of(contact);
                if force > 0.0 {
                    let (weights, friction) = (contact.closest.weights, contact.friction);
                    lagged.push(Lagged { points: contact.points, weights, normal, force, friction });
                    stencils.push(surfaces.stencil(contact));
                }
            }
            for contact in rubbing().filter(|contact| contact.scale < 0.0) {
                let (normal, force) = force_of(contact);
                let same = |one: &Lagged| member(&one.points) == member(&contact.points);
                take_back(scaled(normal, force), &mut lagged[first..], same);
            }
        }
    }

    /// The velocity at which the points of a contact slide, if the nodes have the velocities `v`.
    fn slide(&self, element: usize, v: &[f64]) -> Vec3 {
        let Lagged { weights, normal, .. } = &self.lagged[element];
        let points = &self.surfaces.mesh.points;
        let mut u = [0.0; 3];
        for (weight, point) in weights.iter().zip(self.stencils[element]) {
            if *weight != 0.0 {
                u = along(u, *weight, points.position(point, v));
            }
        }
        along(u, -dot(u, *normal), *normal)
    }

    fn remember(lagged: &[Lagged], stencils: &[[u32; 4]], out: &mut Vec<([u32; 4], Vec3)>) {
        out.clear();
        out.extend(
            stencils.iter().zip(lagged).map(|(stencil, one)| (*stencil, scaled(one.normal, one.force))),
        );
        out.sort_unstable_by_key(|(stencil, _)| *stencil);
    }
}

/// Takes a force back from the pushes that a vertex has from the parts of a surface: what they count twice, see [`super::finder`].
/// With friction of its own it would make a potential that is not convex, so the others have it less: those that give it, as
/// multiples of their normals, the one that has most of it first. On a flat mesh the normal force is left, and between the two
/// sides of a groove what each of them gives.
fn take_back(mut force: Vec3, from: &mut [Lagged], is_met: impl Fn(&Lagged) -> bool) {
    let (whole, enough) = (force, ENOUGH * norm(force));
    for _ in 0..4 * from.len() {
        let part = |one: &Lagged| dot(one.normal, force).min(one.force);
        // What pushes the other way has no part in it.
        let met = from.iter_mut().filter(|one| is_met(one) && dot(one.normal, whole) > 0.0);
        let most = met.max_by(|a, b| part(a).abs().total_cmp(&part(b).abs()));
        let Some(most) = most.filter(|most| part(most).abs() > enough) else { return };
        let part = part(most);
        most.force -= part;
        force = along(force, -part, most.normal);
    }
}

/// How much forces differ, of the larger of both sums.
fn change(before: &[([u32; 4], Vec3)], after: &[([u32; 4], Vec3)]) -> f64 {
    let (mut i, mut j, mut apart) = (0, 0, 0.0);
    while i < before.len() || j < after.len() {
        let order = match (before.get(i), after.get(j)) {
            (Some(old), Some(new)) => old.0.cmp(&new.0),
            (Some(_), None) => std::cmp::Ordering::Less,
            _ => std::cmp::Ordering::Greater,
        };
        apart += match order {
            std::cmp::Ordering::Less => norm(before[i].1),
            std::cmp::Ordering::Greater => norm(after[j].1),
            std::cmp::Ordering::Equal => norm(sub(before[i].1, after[j].1)),
        };
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
    }
    let sum = |all: &[([u32; 4], Vec3)]| all.iter().map(|(_, force)| norm(*force)).sum::<f64>();
    let whole = sum(before).max(sum(after));
    if whole > 0.0 { apart / whole } else { 0.0 }
}

enlist!(BarrierFriction: BarrierFriction);

impl Energy for BarrierFriction {
    fn name(&self) -> &str {
        "friction"
    }

    fn at(&self) -> At {
        At::Velocity
    }

    fn account(&self) -> Account {
        Account::Dissipation
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 4, nodes: self.stencils.as_flattened() }
    }

    fn begin(&mut self, x: &[f64], _: f64) {
        self.lag = None;
        self.find(x);
    }

    fn lagging(&mut self) -> Option<&mut dyn Lagging> {
        Some(self)
    }

    /// Its Hessian is positive semidefinite as it is: f₀ is convex.
    fn eval(&self, v: &[f64], elements: Range<usize>, want: Want, _: Filter, slots: Slots<'_>) -> f64 {
        let (per_gradient, per_hessian) = (gradient_slot(4), hessian_slot(4));
        let mut sum = 0.0;
        for (place, element) in elements.enumerate() {
            let Lagged { weights, normal, force, friction, .. } = &self.lagged[element];
            let u = self.slide(element, v);
            let speed = norm(u);
            let [value, per_speed, bend] = self.sticking.at(speed, self.epsv);
            let limit = force * friction;
            sum += limit * value;
            if want >= Want::Gradient {
                let slot = &mut slots.gradient[place * per_gradient..][..per_gradient];
                for (g, c) in slot.chunks_exact_mut(3).zip(weights) {
                    (0..3).for_each(|i| g[i] = limit * per_speed * c * u[i]);
                }
            }
            if want >= Want::Hessian {
                let slot = &mut slots.hessian[place * per_hessian..][..per_hessian];
                // f₀′/|u| across the way, f₀″ along it, nothing along the normal.
                let ahead = if speed > 0.0 { scaled(u, 1.0 / speed) } else { [0.0; 3] };
                let tangent = |i: usize, j: usize| {
                    let one = f64::from(u8::from(i == j)) - normal[i] * normal[j];
                    limit * (per_speed * one + (bend - per_speed) * ahead[i] * ahead[j])
                };
                for (a, b) in (0..4).flat_map(|a| (a..4).map(move |b| (a, b))) {
                    let block = &mut slot[9 * block_place(4, a, b)..][..9];
                    for k in 0..9 {
                        block[k] = weights[a] * weights[b] * tangent(k % 3, k / 3);
                    }
                }
            }
        }
        sum
    }

    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        hessian[..elements.len() * hessian_slot(4)].fill(0.0);
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            not_projective: Some("friction that lags changes within a step"),
            source: Some(self),
            ..Abilities::default()
        }
    }
}

impl Interaction for BarrierFriction {
    /// Its forces are those of the barrier.
    fn since(&mut self, start: Option<&[f64]>) {
        if self.surfaces.secant {
            self.surfaces.finder().since(start);
        }
    }

    /// They are those that were taken, whatever the velocities are.
    fn collect(&mut self, _: &[f64]) {}

    fn points(&self) -> &Points {
        &self.surfaces.mesh.points
    }
}

impl Lagging for BarrierFriction {
    /// The last time forces are only compared.
    fn relag(&mut self, at: Reached<'_>, taken: usize) -> bool {
        Self::remember(&self.lagged, &self.stencils, &mut self.before);
        std::mem::swap(&mut self.lagged, &mut self.former.0);
        std::mem::swap(&mut self.stencils, &mut self.former.1);
        self.find(at.end);
        Self::remember(&self.lagged, &self.stencils, &mut self.after);
        let lag = change(&self.before, &self.after);
        self.lag = Some(lag);
        let anew = lag > SAME && taken < self.most;
        if !anew {
            std::mem::swap(&mut self.lagged, &mut self.former.0);
            std::mem::swap(&mut self.stencils, &mut self.former.1);
        }
        anew
    }

    fn lag_left(&self) -> Option<f64> {
        self.lag
    }
}
