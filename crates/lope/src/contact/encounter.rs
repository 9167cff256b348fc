//! What energies of one obstacle and some vertices share.

use std::ops::Range;

use rayon::prelude::*;

use super::friction::Pushed;
use super::obstacle::Obstacle;
use super::vertices::Vertices;
use crate::after::{Impulse, StepEnd};
use crate::energy::{ALONE, CHUNK, Meeting, Part, Source, Stencils};

/// An obstacle, the vertices that may meet it, and those that do.
#[derive(Clone, Debug)]
pub(super) struct Encounter {
    pub(super) name: String,
    pub(super) vertices: Vertices,
    pub(super) obstacle: Obstacle,
    /// Coefficient of friction.
    pub(super) friction: f64,
    /// When the step ends, s.
    pub(super) end: f64,
    /// The vertices last found.
    pub(super) touching: Vec<u32>,
}

impl Encounter {
    pub(super) fn new(name: String, vertices: Vertices, obstacle: Obstacle, friction: f64) -> Self {
        Self { name, vertices, obstacle, friction, end: 0.0, touching: Vec::new() }
    }

    /// Finds the vertices for which `test` has something to say of where they are, and what.
    pub(super) fn find<T: Copy + Send>(
        &mut self,
        x: &[f64],
        found: &mut Vec<Option<T>>,
        test: impl Fn(&Obstacle, [f64; 3]) -> Option<T> + Sync,
    ) {
        let Self { vertices, obstacle, touching, .. } = self;
        found.resize(vertices.len(), None);
        let numbers = vertices.numbers();
        // Every vertex for itself: the chunks have no influence on the result.
        numbers.par_chunks(CHUNK).zip(found.par_chunks_mut(CHUNK)).for_each(|(numbers, found)| {
            let all = numbers.iter().zip(found);
            all.for_each(|(&point, found)| *found = test(obstacle, vertices.at(x, point)));
        });
        touching.clear();
        touching.extend(numbers.iter().zip(&*found).filter_map(|(point, found)| found.map(|_| *point)));
    }

    /// Where a vertex that was found is.
    pub(super) fn at(&self, x: &[f64], element: usize) -> [f64; 3] {
        self.vertices.at(x, self.touching[element])
    }

    pub(super) fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 1, nodes: &self.touching }
    }
}

impl Source for Encounter {
    fn names(&self) -> Vec<String> {
        vec![self.name.clone()]
    }

    fn part(&self) -> Part {
        Part::Normal
    }

    fn meeting(&self, _: usize) -> Meeting {
        ALONE
    }
}

/// An energy that pushes vertices out of an obstacle.
pub(super) trait Pushing: Send + Sync {
    fn encounter(&self) -> &Encounter;

    /// The push on a vertex that was found, with the nodes at `x`; none if it is not inside.
    fn pushed(&self, x: &[f64], element: usize) -> Option<Pushed>;
}

/// Friction: the push at the end of the step limits what it takes.
impl<T: Pushing> Impulse for T {
    fn elements(&self) -> usize {
        self.encounter().touching.len()
    }

    fn impulse_of(&self, elements: Range<usize>, end: &StepEnd<'_>, v: &mut [f64]) {
        let Encounter { obstacle, vertices, touching, friction, .. } = self.encounter();
        let journey = obstacle.journey(self.encounter().end, end.h);
        for element in elements {
            if let Some(push) = self.pushed(end.x, element) {
                push.rub((vertices.points(), touching[element]), *friction, &journey, end, v);
            }
        }
    }
}
