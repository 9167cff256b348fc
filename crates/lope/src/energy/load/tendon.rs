//! Tendons: cables that run through bodies without friction and pull.

use std::ops::Range;

use super::ALL;
use super::clock::{Clock, Fill, Window};
use crate::energy::{
    Abilities, Account, Energy, Interaction, Meeting, Part, Points, Slots, Source, Stencils, Timed, Want,
    Weighted, block_place, enlist,
};
use crate::math::Filter;
use crate::math::vec3::{Vec3, along, norm, sub};

/// What a tendon does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pull {
    /// It pulls with a force, N, whatever its length is.
    Force,
    /// It is elastic, N/m, and pulls where it is longer than a length, m.
    Length {
        /// Its stiffness, N/m.
        stiffness: f64,
    },
}

/// A place that a tendon runs through.
#[derive(Clone, Debug, PartialEq)]
pub enum Guide {
    /// A place in space, m.
    Fixed(Vec3),
    /// A mean of nodes, with weights that sum to one.
    Point(Vec<(u32, f64)>),
}

/// T L, or k/2 (L − ℓ)² where the length L of the path is more than ℓ.
#[derive(Clone)]
pub struct Tendon {
    called: String,
    /// Of every guide its number among the points, or its place.
    path: Vec<Result<u32, Vec3>>,
    points: Points,
    numbers: Vec<u32>,
    pull: Pull,
    clock: Clock<f64>,
    /// Length at rest of the pieces of the path, m.
    rest: Vec<f64>,
}

impl Tendon {
    /// The most places that a tendon runs through.
    pub const MOST: usize = 64;

    /// A tendon through some places, by a law of one value: its force or its length. The key names it in messages, `called` where
    /// its force is told. `changes` says whether the law depends on time. `rest` is where all nodes are at rest.
    pub fn new(
        [called, key]: [&str; 2],
        guides: &[Guide],
        pull: Pull,
        rest: &[f64],
        window: Window,
        changes: bool,
        law: Fill<f64>,
    ) -> Self {
        let mut points = Weighted::default();
        let path: Vec<_> = guides
            .iter()
            .map(|guide| match guide {
                Guide::Fixed(place) => Err(*place),
                Guide::Point(shares) => Ok(points.push(shares.iter().copied())),
            })
            .collect();
        let numbers = (0..points.len() as u32).collect();
        let clock = Clock::new(key, window, changes, 1, law);
        let (called, points) = (called.to_owned(), Points::Weighted(points));
        let mut this = Self { called, path, points, numbers, pull, clock, rest: Vec::new() };
        let places = this.places(rest);
        this.rest = places.windows(2).map(|pair| norm(sub(pair[1], pair[0]))).collect();
        this
    }

    fn places(&self, x: &[f64]) -> Vec<Vec3> {
        self.path
            .iter()
            .map(|guide| match guide {
                Ok(point) => self.points.position(*point, x),
                Err(place) => *place,
            })
            .collect()
    }

    /// Energy, force and stiffness at a length.
    fn answer(&self, length: f64) -> [f64; 3] {
        let value = self.clock.values()[0].max(0.0);
        match self.pull {
            Pull::Force => [value * length, value, 0.0],
            // Out of its window it has no length to keep.
            Pull::Length { stiffness } if value > 0.0 && length > value => {
                let more = length - value;
                [0.5 * stiffness * more * more, stiffness * more, stiffness]
            }
            Pull::Length { .. } => [0.0; 3],
        }
    }
}

enlist!(Tendon: Tendon);

impl Energy for Tendon {
    fn name(&self) -> &str {
        &self.called
    }

    fn account(&self) -> Account {
        Account::Load
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: self.numbers.len(), nodes: &self.numbers }
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
            is_scripted: driven,
            is_driven: driven,
            not_projective: Some("the length of a path is no distance from a set"),
            source: Some(self),
            ..Abilities::default()
        }
    }

    /// Its Hessian is positive semidefinite as it is: lengths are convex, and it only pulls.
    fn eval(&self, x: &[f64], _elements: Range<usize>, want: Want, _filter: Filter, slots: Slots<'_>) -> f64 {
        let places = self.places(x);
        let ways: Vec<Vec3> = places.windows(2).map(|pair| sub(pair[1], pair[0])).collect();
        let lengths: Vec<f64> = ways.iter().map(|way| norm(*way)).collect();
        let [energy, force, stiffness] = self.answer(lengths.iter().sum());
        if want == Want::Value {
            return energy;
        }
        let arity = self.numbers.len();
        let mut slope = vec![[0.0; 3]; arity];
        let ahead = |k: usize| ways[k].map(|d| if lengths[k] > 0.0 { d / lengths[k] } else { 0.0 });
        for k in 0..ways.len() {
            for (end, sign) in [(k, -1.0), (k + 1, 1.0)] {
                if let Ok(point) = self.path[end] {
                    slope[point as usize] = along(slope[point as usize], sign, ahead(k));
                }
            }
        }
        for (corner, slope) in slots.gradient.chunks_exact_mut(3).zip(&slope) {
            corner.copy_from_slice(&slope.map(|s| force * s));
        }
        if want < Want::Hessian {
            return energy;
        }
        for (a, b) in (0..arity).flat_map(|a| (a..arity).map(move |b| (a, b))) {
            let block = &mut slots.hessian[9 * block_place(arity, a, b)..][..9];
            for (at, entry) in block.iter_mut().enumerate() {
                *entry = stiffness * slope[a][at % 3] * slope[b][at / 3];
            }
        }
        for k in (0..ways.len()).filter(|&k| lengths[k] > 0.0) {
            let (d, bend) = (ahead(k), force / lengths[k]);
            let ends = [(k, -1.0), (k + 1, 1.0)];
            for ((one, s), (other, r)) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
                let (Ok(a), Ok(b)) = (self.path[one], self.path[other]) else { continue };
                if a > b {
                    continue;
                }
                let block = &mut slots.hessian[9 * block_place(arity, a as usize, b as usize)..][..9];
                for (at, entry) in block.iter_mut().enumerate() {
                    let (i, j) = (at % 3, at / 3);
                    *entry += s * r * bend * (f64::from(u8::from(i == j)) - d[i] * d[j]);
                }
            }
        }
        energy
    }

    /// Springs along the path, as stiff as it is across its pieces at rest.
    fn stand_in(&self, _elements: Range<usize>, hessian: &mut [f64]) {
        hessian.fill(0.0);
        let arity = self.numbers.len();
        let force = if self.clock.is_driven() { 0.0 } else { self.clock.values()[0].max(0.0) };
        for (k, length) in self.rest.iter().enumerate().filter(|(_, length)| **length > 0.0) {
            let value = match self.pull {
                Pull::Force => force / length,
                Pull::Length { stiffness } => stiffness,
            };
            let ends = [(k, -1.0), (k + 1, 1.0)];
            for ((one, s), (other, r)) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
                let (Ok(a), Ok(b)) = (self.path[one], self.path[other]) else { continue };
                if a <= b {
                    let block = &mut hessian[9 * block_place(arity, a as usize, b as usize)..][..9];
                    (0..3).for_each(|i| block[4 * i] += s * r * value);
                }
            }
        }
    }
}

impl Timed for Tendon {
    fn clock(&mut self, t: f64) {
        self.clock.set(t);
    }

    fn mistake(&self) -> Option<String> {
        if let Some(wrong) = self.clock.wrong() {
            return Some(wrong.to_owned());
        }
        let value = self.clock.values()[0];
        let message = format!("it is {value}, and a tendon only pulls: give 0 or more");
        (value < 0.0).then(|| self.clock.mistake(&message))
    }
}

impl Interaction for Tendon {
    /// It is where it is.
    fn collect(&mut self, _x: &[f64]) {}

    fn points(&self) -> &Points {
        &self.points
    }
}

impl Source for Tendon {
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
