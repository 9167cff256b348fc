//! A stage taken apart: local steps in parallel, and the gradient of what couples them to the positions.

use std::ops::Range;

use super::interactions::Interactions;
use super::objective::StageObjective;
use super::work::{Room, Work, run};
use super::{Arguments, Assembler, Workspace};
use crate::energy::{Acts, Coupling, Energy, SplitNorms, Splitting, Want};
use crate::math::{Filter, Quad};
use crate::minimize::Split;

/// Chunks of energies that can be split, and of those that cannot.
pub(super) struct Chunks {
    fixed: Vec<SplitChunk>,
    rest: Vec<Work>,
}

/// What is written while a stage is taken apart.
#[derive(Default)]
pub(super) struct Scratch {
    values: Vec<f64>,
    /// The elements of interactions that can be split, as they are in this minimization.
    met: Interactions,
    changing: Vec<SplitChunk>,
    norms: Vec<SplitNorms>,
}

/// A chunk of elements, and where its gradient slots and its split variables start.
#[derive(Clone, Debug)]
struct SplitChunk {
    /// Its number among all that acts.
    number: usize,
    elements: Range<usize>,
    gradient: usize,
    split: Range<usize>,
}

impl SplitChunk {
    fn new(work: &Work, number: usize, splitting: &dyn Splitting, start: usize) -> Self {
        let size = work.elements.len().div_ceil(Quad::LEN) * splitting.width();
        let (elements, gradient) = (work.elements.clone(), work.gradient);
        Self { number, elements, gradient, split: start..start + size }
    }
}

impl Chunks {
    /// Tells them apart.
    pub(super) fn new(works: &[Work], energies: &[Box<dyn Energy>]) -> Self {
        let mut this = Self { fixed: Vec::new(), rest: Vec::new() };
        for work in works {
            match energies[work.energy].abilities().splitting {
                Some(splitting) => {
                    this.fixed.push(SplitChunk::new(work, work.energy, splitting, this.end()));
                }
                None => this.rest.push(work.clone()),
            }
        }
        this
    }

    /// Where the split variables of energies end.
    fn end(&self) -> usize {
        self.fixed.last().map_or(0, |chunk| chunk.split.end)
    }
}

impl Scratch {
    /// Takes the elements of interactions as they stand; returns the numbers in the split variables.
    fn begin(&mut self, chunks: &Chunks, acts: &Acts) -> usize {
        let Self { values, met, changing, norms } = self;
        let mut end = chunks.end();
        values.resize(chunks.rest.len(), 0.0);
        met.lay_out(&acts.interactions, |one| one.abilities().splitting.is_some());
        met.share_out(&acts.interactions);
        changing.clear();
        for work in &met.works {
            let number = acts.energies.len() + work.energy;
            if let Some(splitting) = acts.get(number).abilities().splitting {
                changing.push(SplitChunk::new(work, number, splitting, end));
                end = changing.last().map_or(end, |chunk| chunk.split.end);
            }
        }
        norms.resize(chunks.fixed.len() + changing.len(), SplitNorms::default());
        end
    }

    /// Calls `body` for every chunk, with its piece of `write` and, if `gradients` are given, with its slots among them or among
    /// those of interactions. Returns the sum of what it returns.
    fn each<const W: usize, F>(
        &mut self,
        chunks: &Chunks,
        acts: &Acts,
        gradients: &mut [f64],
        write: [&mut [f64]; W],
        body: &F,
    ) -> SplitNorms
    where
        F: Fn(&dyn Splitting, &SplitChunk, &mut [f64], [&mut [f64]; W]) -> SplitNorms + Sync,
    {
        let (Self { changing, met, norms, .. }, fixed) = (self, &chunks.fixed);
        let wants = !gradients.is_empty() || fixed.is_empty();
        let border = chunks.end();
        let (head, tail) = cut(write, border);
        let (first, later) = norms.split_at_mut(fixed.len());
        let with = |chunk: &SplitChunk, gradient: &mut [f64], write: [&mut [f64]; W]| {
            let splitting = acts.get(chunk.number).abilities().splitting;
            splitting.map_or_else(SplitNorms::default, |splitting| body(splitting, chunk, gradient, write))
        };
        let start = fixed.first().map_or(0, |chunk| chunk.gradient.min(gradients.len()));
        each(fixed, first, &mut gradients[start..], head, &with);
        each(changing, later, if wants { &mut met.gradient } else { &mut [] }, tail, &with);
        let mut sum = SplitNorms::default();
        norms.iter().for_each(|&norms| sum += norms);
        sum
    }
}

/// Two pieces of each of some slices.
fn cut<const W: usize>(whole: [&mut [f64]; W], at: usize) -> ([&mut [f64]; W], [&mut [f64]; W]) {
    let mut tails: [&mut [f64]; W] = std::array::from_fn(|_| Default::default());
    let mut next = tails.iter_mut();
    let heads = whole.map(|whole| {
        let (head, tail) = whole.split_at_mut(at);
        if let Some(slot) = next.next() {
            *slot = tail;
        }
        head
    });
    (heads, tails)
}

/// Calls `body` for every chunk with its own slots and its own piece of `write`; halved recursively like an assembly.
fn each<const W: usize, F>(
    chunks: &[SplitChunk],
    norms: &mut [SplitNorms],
    gradient: &mut [f64],
    write: [&mut [f64]; W],
    body: &F,
) where
    F: Fn(&SplitChunk, &mut [f64], [&mut [f64]; W]) -> SplitNorms + Sync,
{
    match chunks {
        [] => {}
        [chunk] => norms[0] = body(chunk, gradient, write),
        _ => {
            let middle = chunks.len() / 2;
            let (left, right) = chunks.split_at(middle);
            let (norms, later_norms) = norms.split_at_mut(middle);
            let slots = if gradient.is_empty() { 0 } else { right[0].gradient - left[0].gradient };
            let (gradient, later_gradient) = gradient.split_at_mut(slots);
            let (write, later) = cut(write, right[0].split.start - left[0].split.start);
            rayon::join(
                || each(left, norms, gradient, write, body),
                || each(right, later_norms, later_gradient, later, body),
            );
        }
    }
}

impl Assembler {
    /// Gradients of all that cannot be split, into the slots.
    fn evaluate_rest(&mut self, energies: &[Box<dyn Energy>], at: Arguments<'_>) {
        let rest = &self.layout.split(energies).rest;
        let Some(first) = rest.first() else { return };
        let Workspace { split: Scratch { values, .. }, gradient_slots, .. } = &mut self.workspace;
        let gradient = &mut gradient_slots[first.gradient..];
        let room = Room { values, gradient, ..Room::default() };
        run(rest, room, &|work, gradient, _, _| {
            let energy = &energies[work.energy];
            let x = at.of(energy.at());
            let count = work.elements.len() * crate::energy::gradient_slot(energy.stencils().arity);
            let gradient = &mut gradient[..count];
            if x.is_empty() {
                gradient.fill(0.0);
                return 0.0;
            }
            let slots = crate::energy::Slots { gradient, hessian: &mut [] };
            energy.eval(x, work.elements.clone(), Want::Gradient, Filter::Raw, slots)
        });
    }
}

impl Split for StageObjective<'_> {
    fn split_len(&mut self) -> usize {
        let Assembler { layout, workspace, .. } = &mut *self.assembler;
        workspace.split.begin(layout.split(&self.acts.energies), self.acts)
    }

    fn set_penalty(&mut self, penalty: f64) {
        self.penalty = penalty;
    }

    fn start(&mut self, x: &[f64], v: &mut [f64]) {
        let coupling = Coupling { penalty: self.penalty, relaxation: 1.0 };
        self.at(x, |f, at| {
            let Assembler { layout, workspace, .. } = &mut *f.assembler;
            let chunks = layout.split(&f.acts.energies);
            workspace.split.each(chunks, f.acts, &mut [], [v], &|splitting, chunk, _, [v]| {
                splitting.start(at.stage, chunk.elements.clone(), coupling, &mut v[..chunk.split.len()]);
                SplitNorms::default()
            });
        });
    }

    fn advance(&mut self, x: &[f64], relaxation: f64, (v, z): (&[f64], &[f64]), out: &mut [f64]) {
        let coupling = Coupling { penalty: self.penalty, relaxation };
        self.at(x, |f, at| {
            let Assembler { layout, workspace, .. } = &mut *f.assembler;
            let chunks = layout.split(&f.acts.energies);
            workspace.split.each(chunks, f.acts, &mut [], [out], &|splitting, chunk, _, [out]| {
                let own = chunk.split.clone();
                let (last, out) = ((&v[own.clone()], &z[own.clone()]), &mut out[..own.len()]);
                splitting.advance(at.stage, chunk.elements.clone(), coupling, last, out);
                SplitNorms::default()
            });
        });
    }

    fn local(&mut self, x: &[f64], v: &[f64], z: &mut [f64], g: &mut [f64]) -> SplitNorms {
        let coupling = Coupling { penalty: self.penalty, relaxation: 1.0 };
        let norms = self.at(x, |f, at| {
            f.assembler.evaluate_rest(&f.acts.energies, at);
            let Assembler { layout, workspace: Workspace { split, gradient_slots, .. }, .. } =
                &mut *f.assembler;
            let chunks = layout.split(&f.acts.energies);
            split.each(chunks, f.acts, gradient_slots, [z], &|splitting, chunk, gradient, [z]| {
                let (v, z) = (&v[chunk.split.clone()], &mut z[..chunk.split.len()]);
                splitting.local(at.stage, chunk.elements.clone(), coupling, v, z, gradient)
            })
        });
        let (kappa, mass, target) = (self.stage.kappa, self.mass, &self.stage.target);
        let Assembler { layout, workspace: Workspace { split, gradient_slots, .. }, .. } =
            &mut *self.assembler;
        layout.gather.gradient(gradient_slots, g, |node, axis| {
            kappa * mass[node] * (x[3 * node + axis] - target[3 * node + axis])
        });
        split.met.add_gradient(g);
        self.mask_gradient(g);
        norms
    }
}
