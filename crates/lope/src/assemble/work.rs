//! Chunks of elements, evaluated in parallel without a shared write.

use std::ops::Range;

use crate::energy::{At, CHUNK, Energy, gradient_slot, hessian_slot};

/// A chunk of one energy's elements, and where what belongs to it starts.
#[derive(Clone, Debug)]
pub(super) struct Work {
    pub(super) energy: usize,
    pub(super) at: At,
    pub(super) elements: Range<usize>,
    pub(super) arity: usize,
    is_curved: bool,
    /// Lowest and highest node.
    pub(super) nodes: (u32, u32),
    pub(super) gradient: usize,
    /// Where its Hessian slots start in those of its wave.
    pub(super) hessian: usize,
    /// Number of its first element among all that have a Hessian.
    pub(super) curved: usize,
}

impl Work {
    /// The chunks of all energies, in the order of their lowest nodes.
    pub(super) fn all(energies: &[Box<dyn Energy>]) -> Vec<Self> {
        let each = energies.iter().enumerate();
        let mut all: Vec<Self> =
            each.flat_map(|(number, energy)| Self::of(number, energy.as_ref())).collect();
        all.sort_by_key(|work| work.nodes.0);
        Self::lay_out(&mut all);
        all
    }

    /// The chunks of one energy, of which only the elements are known.
    pub(super) fn of(number: usize, energy: &dyn Energy) -> impl Iterator<Item = Self> {
        let (stencils, at, abilities) = (energy.stencils(), energy.at(), energy.abilities());
        let is_curved = !abilities.is_linear && abilities.matrix_free.is_none();
        (0..stencils.len()).step_by(CHUNK).map(move |start| {
            let elements = start..(start + CHUNK).min(stencils.len());
            let nodes = &stencils.nodes[stencils.arity * start..stencils.arity * elements.end];
            let nodes = nodes.iter().fold((u32::MAX, 0), |(low, high), &n| (low.min(n), high.max(n)));
            let arity = stencils.arity;
            Self { energy: number, at, elements, arity, is_curved, nodes, gradient: 0, hessian: 0, curved: 0 }
        })
    }

    /// Gives each chunk its place after the ones before it.
    pub(super) fn lay_out(all: &mut [Self]) {
        let (mut gradient, mut hessian, mut curved) = (0, 0, 0);
        for work in all {
            (work.gradient, work.hessian, work.curved) = (gradient, hessian, curved);
            gradient += work.gradient_size();
            hessian += work.hessian_size();
            curved += work.curved_elements();
        }
    }

    /// Numbers in its gradient slots.
    pub(super) fn gradient_size(&self) -> usize {
        self.elements.len() * gradient_slot(self.arity)
    }

    /// Numbers in its Hessian slots.
    pub(super) fn hessian_size(&self) -> usize {
        self.curved_elements() * hessian_slot(self.arity)
    }

    /// Elements with a Hessian.
    pub(super) fn curved_elements(&self) -> usize {
        if self.is_curved { self.elements.len() } else { 0 }
    }
}

/// What chunks write to; slices that are not wanted are empty, and stay so when they are split.
#[derive(Default)]
pub(super) struct Room<'a> {
    /// One value per chunk.
    pub(super) values: &'a mut [f64],
    /// Gradient slots.
    pub(super) gradient: &'a mut [f64],
    /// Hessian slots.
    pub(super) hessian: &'a mut [f64],
    /// In which round each element with a Hessian was projected.
    pub(super) rounds: &'a mut [u32],
}

impl<'a> Room<'a> {
    /// What belongs to the chunks from `left` up to `right`, and the rest.
    fn split(self, left: &Work, right: &Work, chunks: usize) -> (Self, Self) {
        // Where nobody wants slots, their places may be those of several waves.
        fn cut<T>(slots: &mut [T], [left, right]: [usize; 2]) -> (&mut [T], &mut [T]) {
            if slots.is_empty() { (&mut [], slots) } else { slots.split_at_mut(right - left) }
        }
        let (values, later_values) = self.values.split_at_mut(chunks);
        let (gradient, later_gradient) = cut(self.gradient, [left.gradient, right.gradient]);
        let (hessian, later_hessian) = cut(self.hessian, [left.hessian, right.hessian]);
        let (rounds, later_rounds) = cut(self.rounds, [left.curved, right.curved]);
        let later = Room {
            values: later_values,
            gradient: later_gradient,
            hessian: later_hessian,
            rounds: later_rounds,
        };
        (Room { values, gradient, hessian, rounds }, later)
    }
}

/// A number that counts through the chunks, where those of `works` start and where they end; `all` is where the last ends.
pub(super) fn span(
    works: &[Work],
    range: &Range<usize>,
    of: impl Fn(&Work) -> usize,
    all: usize,
) -> Range<usize> {
    let at = |number: usize| works.get(number).map_or(all, &of);
    at(range.start)..at(range.end)
}

/// Calls `evaluate` for every chunk with the room that is its own; `values` gets what it returns. The list is
/// halved recursively, and the room with it, so threads share work and nothing else.
pub(super) fn run<F>(works: &[Work], room: Room<'_>, evaluate: &F)
where
    F: Fn(&Work, &mut [f64], &mut [f64], &mut [u32]) -> f64 + Sync,
{
    match works {
        [] => {}
        [work] => room.values[0] = evaluate(work, room.gradient, room.hessian, room.rounds),
        _ => {
            let middle = works.len() / 2;
            let (left, right) = works.split_at(middle);
            let (room_left, room_right) = room.split(&left[0], &right[0], middle);
            rayon::join(|| run(left, room_left, evaluate), || run(right, room_right, evaluate));
        }
    }
}
