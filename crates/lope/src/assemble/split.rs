//! A stage taken apart: local steps in parallel, and the gradient of what couples them to the positions.

use std::ops::Range;

use super::objective::StageObjective;
use super::work::{Room, Work, run};
use super::{Arguments, Assembler};
use crate::energy::{Coupling, Energy, SplitNorms, Splitting, Want};
use crate::math::{Filter, Quad};
use crate::minimize::Split;

/// Chunks of what can be split, and of what cannot.
#[derive(Default)]
pub(super) struct Plan {
    /// Whether the rest is filled in.
    made: bool,
    split: Vec<Part>,
    /// Numbers in the split variables.
    len: usize,
    rest: Vec<Work>,
    values: Vec<f64>,
    norms: Vec<SplitNorms>,
}

/// A chunk of one energy's elements, and where its gradient slots and its split variables start.
#[derive(Clone, Debug)]
struct Part {
    energy: usize,
    elements: Range<usize>,
    gradient: usize,
    split: usize,
}

impl Plan {
    fn make(&mut self, works: &[Work], energies: &[Box<dyn Energy>]) {
        if self.made {
            return;
        }
        self.made = true;
        for work in works {
            let Some(splitting) = energies[work.energy].splitting() else {
                self.rest.push(work.clone());
                continue;
            };
            let (energy, elements, gradient) = (work.energy, work.elements.clone(), work.gradient);
            let size = elements.len().div_ceil(Quad::LEN) * splitting.width();
            self.split.push(Part { energy, elements, gradient, split: self.len });
            self.len += size;
        }
        self.values.resize(self.rest.len(), 0.0);
        self.norms.resize(self.split.len(), SplitNorms::default());
    }
}

/// Calls `body` for every part with its own slots and its own piece of `write`; halved recursively like an assembly.
fn each<const W: usize, F>(
    parts: &[Part],
    norms: &mut [SplitNorms],
    gradient: &mut [f64],
    write: [&mut [f64]; W],
    body: &F,
) where
    F: Fn(&Part, &mut [f64], [&mut [f64]; W]) -> SplitNorms + Sync,
{
    match parts {
        [] => {}
        [part] => norms[0] = body(part, gradient, write),
        _ => {
            let middle = parts.len() / 2;
            let (left, right) = parts.split_at(middle);
            let (norms, later_norms) = norms.split_at_mut(middle);
            let slots = if gradient.is_empty() { 0 } else { right[0].gradient - left[0].gradient };
            let (gradient, later_gradient) = gradient.split_at_mut(slots);
            let mut later: [&mut [f64]; W] = std::array::from_fn(|_| Default::default());
            let mut rest = later.iter_mut();
            let write = write.map(|whole| {
                let (head, tail) = whole.split_at_mut(right[0].split - left[0].split);
                if let Some(slot) = rest.next() {
                    *slot = tail;
                }
                head
            });
            rayon::join(
                || each(left, norms, gradient, write, body),
                || each(right, later_norms, later_gradient, later, body),
            );
        }
    }
}

/// The part's energy, split, and where its variables are.
fn of<'a>(energies: &'a [Box<dyn Energy>], part: &Part) -> Option<(&'a dyn Splitting, Range<usize>)> {
    let splitting = energies[part.energy].splitting()?;
    let size = part.elements.len().div_ceil(Quad::LEN) * splitting.width();
    Some((splitting, part.split..part.split + size))
}

impl Assembler {
    /// Gradients of all that cannot be split, into the slots.
    fn evaluate_rest(&mut self, energies: &[Box<dyn Energy>], at: Arguments<'_>) {
        let Self { split: Plan { rest, values, .. }, gradient_slots, .. } = self;
        let Some(first) = rest.first() else { return };
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
        let Assembler { split, works, .. } = &mut *self.assembler;
        split.make(works, self.energies);
        split.len
    }

    fn set_penalty(&mut self, penalty: f64) {
        self.penalty = penalty;
    }

    fn start(&mut self, x: &[f64], v: &mut [f64]) {
        let coupling = Coupling { penalty: self.penalty, relaxation: 1.0 };
        self.at(x, |f, at| {
            let (plan, energies) = (&mut f.assembler.split, f.energies);
            each(&plan.split, &mut plan.norms, &mut [], [v], &|part, _, [v]| {
                if let Some((splitting, own)) = of(energies, part) {
                    splitting.start(at.stage, part.elements.clone(), coupling, &mut v[..own.len()]);
                }
                SplitNorms::default()
            });
        });
    }

    fn advance(&mut self, x: &[f64], relaxation: f64, (v, z): (&[f64], &[f64]), out: &mut [f64]) {
        let coupling = Coupling { penalty: self.penalty, relaxation };
        self.at(x, |f, at| {
            let (plan, energies) = (&mut f.assembler.split, f.energies);
            each(&plan.split, &mut plan.norms, &mut [], [out], &|part, _, [out]| {
                if let Some((splitting, own)) = of(energies, part) {
                    let (last, out) = ((&v[own.clone()], &z[own.clone()]), &mut out[..own.len()]);
                    splitting.advance(at.stage, part.elements.clone(), coupling, last, out);
                }
                SplitNorms::default()
            });
        });
    }

    fn local(&mut self, x: &[f64], v: &[f64], z: &mut [f64], g: &mut [f64]) -> SplitNorms {
        let coupling = Coupling { penalty: self.penalty, relaxation: 1.0 };
        let norms = self.at(x, |f, at| {
            let energies = f.energies;
            f.assembler.evaluate_rest(energies, at);
            let Assembler { split: plan, gradient_slots, .. } = &mut *f.assembler;
            let first = plan.split.first().map_or(gradient_slots.len(), |part| part.gradient);
            let slots = &mut gradient_slots[first..];
            each(&plan.split, &mut plan.norms, slots, [z], &|part, gradient, [z]| {
                let Some((splitting, own)) = of(energies, part) else { return SplitNorms::default() };
                let (v, z) = (&v[own.clone()], &mut z[..own.len()]);
                splitting.local(at.stage, part.elements.clone(), coupling, v, z, gradient)
            });
            let mut sum = SplitNorms::default();
            plan.norms.iter().for_each(|&norms| sum += norms);
            sum
        });
        let (kappa, mass, target) = (self.stage.kappa, self.mass, &self.stage.target);
        self.assembler.gather.gradient(&self.assembler.gradient_slots, g, |node, axis| {
            kappa * mass[node] * (x[3 * node + axis] - target[3 * node + axis])
        });
        self.mask_gradient(g);
        norms
    }
}
