//! Pressure inside a surface: the potential −p V.

use std::ops::Range;

use super::ALL;
use super::clock::{Clock, Fill, Window};
use super::face::{Faces, place};
use crate::energy::{
    Abilities, Account, Energy, Meeting, Part, Slots, Source, Stencils, Timed, Want, block_place, enlist,
    gradient_slot, hessian_slot,
};
use crate::math::Filter;
use crate::math::vec3::{Vec3, norm, sub};

/// −p (V − V₀) of the volume V that faces enclose, so that a positive pressure pushes them to the side they point to. Every corner of a
/// face of the area A and the normal n gets p A n/3: that is the gradient wherever faces go all round a node, and what a
/// pressure does at a rim, where it is none ([`Faces::rim`]). So nodes of a rim have to be held, or the pressure is a
/// [`Follower`](super::Follower).
#[derive(Clone)]
pub struct Pressure {
    called: String,
    faces: Faces,
    /// Where volumes are measured from: no force depends on it.
    tip: Vec3,
    /// Volumes below the faces at rest.
    rest: Vec<f64>,
    /// Mean length of the sides of each face at rest, m.
    sides: Vec<f64>,
    clock: Clock<f64>,
}

impl Pressure {
    /// A pressure on faces, Pa, by a law of one value; `rest` is where all nodes are at rest. The key names it in messages,
    /// `called` where its force is told. `changes` says whether the law depends on time.
    pub fn new(
        [called, key]: [&str; 2],
        faces: Faces,
        rest: &[f64],
        window: Window,
        changes: bool,
        law: Fill<f64>,
    ) -> Self {
        let count = faces.nodes().len().max(1) as f64;
        let sum = faces.nodes().iter().fold([0.0; 3], |sum, node| {
            let x = place(rest, *node);
            [0, 1, 2].map(|i| sum[i] + x[i])
        });
        let tip = sum.map(|sum| sum / count);
        let volumes = (0..faces.len()).map(|face| faces.cone(rest, tip, face)).collect();
        let side = |face: usize| {
            let nodes = faces.face(face);
            let next = nodes.iter().cycle().skip(1);
            let around = nodes.iter().zip(next).map(|(a, b)| norm(sub(place(rest, *a), place(rest, *b))));
            around.sum::<f64>() / nodes.len() as f64
        };
        let sides = (0..faces.len()).map(side).collect();
        let clock = Clock::new(key, window, changes, 1, law);
        Self { called: called.to_owned(), faces, tip, rest: volumes, sides, clock }
    }
}

enlist!(Pressure: Pressure);

/// Writes `factor` times the matrix of a cross product, [v]×, by columns, to the block (a, b) of an element.
fn write_cross(slot: &mut [f64], [arity, a, b]: [usize; 3], factor: f64, v: Vec3) {
    let [x, y, z] = v.map(|v| factor * v);
    slot[9 * block_place(arity, a, b)..][..9].copy_from_slice(&[0.0, z, -y, -z, 0.0, x, y, -x, 0.0]);
}

impl Energy for Pressure {
    fn name(&self) -> &str {
        &self.called
    }

    fn account(&self) -> Account {
        Account::Load
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: self.faces.arity(), nodes: self.faces.nodes() }
    }

    fn begin(&mut self, _x: &[f64], end: f64) {
        self.clock.begin(end);
    }

    fn timed(&mut self) -> Option<&mut dyn Timed> {
        Some(self)
    }

    fn abilities(&self) -> Abilities<'_> {
        let driven = self.clock.is_driven();
        Abilities {
            filters: false,
            is_scripted: driven,
            is_driven: driven,
            not_projective: Some("a volume is no distance from a set"),
            source: Some(self),
            ..Abilities::default()
        }
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, _filter: Filter, slots: Slots<'_>) -> f64 {
        let (start, p, arity) = (elements.start, self.clock.values()[0], self.faces.arity());
        let (row, slot) = (gradient_slot(arity), hessian_slot(arity));
        let mut sum = 0.0;
        for element in elements {
            sum -= p * (self.faces.cone(x, self.tip, element) - self.rest[element]);
            let place_of = element - start;
            if want >= Want::Gradient {
                let push = self.faces.area_normal(x, element).map(|n| -p * n / arity as f64);
                let own = &mut slots.gradient[place_of * row..][..row];
                own.chunks_exact_mut(3).for_each(|corner| corner.copy_from_slice(&push));
            }
            if want >= Want::Hessian {
                let own = &mut slots.hessian[place_of * slot..][..slot];
                own.fill(0.0);
                let nodes = self.faces.face(element);
                let at = |k: usize| sub(place(x, nodes[k]), self.tip);
                if arity == 3 {
                    // V = a·(b × c)/6.
                    write_cross(own, [3, 0, 1], p / 6.0, at(2));
                    write_cross(own, [3, 0, 2], -p / 6.0, at(1));
                    write_cross(own, [3, 1, 2], p / 6.0, at(0));
                } else {
                    // A = (aₓ b_y − a_y bₓ)/2.
                    write_cross(own, [2, 0, 1], p / 2.0, [0.0, 0.0, 1.0]);
                }
            }
        }
        sum
    }

    /// Springs along the sides, as stiff as the Hessian at rest; nothing of a pressure that changes with time, of which nobody
    /// knows how large it will be.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        let arity = self.faces.arity();
        let p = if self.clock.is_driven() { 0.0 } else { self.clock.values()[0].abs() };
        for (element, slot) in elements.zip(hessian.chunks_exact_mut(hessian_slot(arity))) {
            let k = p * if arity == 3 { self.sides[element] / 6.0 } else { 0.5 };
            for (a, b) in (0..arity).flat_map(|a| (a..arity).map(move |b| (a, b))) {
                let value = if a == b { k * (arity - 1) as f64 } else { -k };
                let block = &mut slot[9 * block_place(arity, a, b)..][..9];
                block.copy_from_slice(&[value, 0.0, 0.0, 0.0, value, 0.0, 0.0, 0.0, value]);
            }
        }
    }
}

impl Timed for Pressure {
    fn clock(&mut self, t: f64) {
        self.clock.set(t);
    }

    fn mistake(&self) -> Option<String> {
        self.clock.wrong().map(str::to_owned)
    }
}

impl Source for Pressure {
    fn names(&self) -> Vec<String> {
        vec![self.called.clone()]
    }

    fn part(&self) -> Part {
        Part::Load
    }

    fn meeting(&self, _: usize) -> Meeting {
        ALL
    }
}
