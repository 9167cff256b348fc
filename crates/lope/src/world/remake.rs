//! Nodes that are made anew for every step.
//!
//! They have the numbers after those that stay. There is room for as many as there ever were: spare ones are held, weigh
//! something and do nothing, so that nothing is laid out again until there are more than ever before.

use super::{Parts, Trend, World};
use crate::assemble::Assembler;
use crate::energy::Nodes;

/// Mass of a node that nobody uses, kg.
const SPARE: f64 = 1.0;

/// What is made, and where.
#[derive(Default)]
pub(super) struct Remade {
    /// Nodes that stay.
    staying: usize,
    /// How many nodes each maker has made.
    counts: Vec<usize>,
    nodes: Nodes,
}

impl Remade {
    /// Beside so many nodes that stay.
    pub(super) fn beside(staying: usize) -> Self {
        Self { staying, ..Self::default() }
    }
}

impl World {
    /// Lets all makers make their nodes. Returns the energy that was lost by it, J: what particles have and a grid has not.
    pub(super) fn remake(&mut self) -> f64 {
        let Self { parts, remade, assembler, trend, flights, .. } = self;
        let Parts { acts, state, mass, held, projection, .. } = parts;
        let Remade { staying, counts, nodes } = remade;
        if acts.makers().next().is_none() {
            return 0.0;
        }
        nodes.clear();
        counts.clear();
        for maker in acts.makers() {
            let before = nodes.len();
            maker.make((*staying + before) as u32, nodes);
            counts.push(nodes.len() - before);
        }
        while nodes.len() < assembler.nodes() - *staying {
            nodes.push([0.0; 3], [0.0; 3], SPARE, 0b111);
        }
        let put = |list: &mut Vec<f64>, per: usize, made: &[f64]| {
            list.truncate(per * *staying);
            list.extend_from_slice(made);
        };
        put(&mut state.x, 3, &nodes.x);
        put(&mut state.v, 3, &nodes.v);
        put(mass, 1, &nodes.mass);
        held.truncate(*staying);
        held.extend_from_slice(&nodes.held);
        if mass.len() > assembler.nodes() {
            *assembler = Assembler::new(mass.len(), &acts.energies);
            assembler.set_rigid(flights.iter().map(|flight| flight.nodes.start as u32).collect());
            assembler.set_projection(*projection);
        }
        // Where nodes went in the last step says nothing about these.
        trend.forget();
        let before = self.present.tracked();
        self.scratch.valued.forget();
        before - self.tally().tracked()
    }

    /// What it is made of, without nodes that come and go.
    pub(super) fn into_parts(mut self) -> Parts {
        let Self { parts: Parts { state, mass, held, .. }, remade: Remade { staying, .. }, .. } = &mut self;
        state.x.truncate(3 * *staying);
        state.v.truncate(3 * *staying);
        mass.truncate(*staying);
        held.truncate(*staying);
        self.parts
    }

    /// Gives the nodes at the end of a step back to their makers.
    pub(super) fn give_back(&mut self) {
        let Self { parts: Parts { acts, state, .. }, remade: Remade { staying, counts, .. }, .. } = self;
        let mut first = *staying;
        for (maker, count) in acts.makers().zip(counts) {
            let own = 3 * first..3 * (first + *count);
            maker.take_back(&state.x[own.clone()], &state.v[own]);
            first += *count;
        }
    }

    /// Why the scheme cannot go with nodes that are made anew, if it cannot.
    pub(super) fn no_past(&self) -> Option<String> {
        let integrator = &self.parts.integrator;
        let name = integrator.name();
        let says =
            || format!("{name} needs the past of nodes that are made anew in every step; use backward-euler");
        (integrator.keeps_past() && !self.remade.counts.is_empty()).then(says)
    }
}

impl Trend {
    /// Nothing is known of the last steps.
    fn forget(&mut self) {
        self.lengths = [0.0; 2];
    }
}
