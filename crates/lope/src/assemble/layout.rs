//! What is where: chunks and their slots, the pattern, and who gathers what.
//!
//! It depends on the energies and on the number of threads, and on no state. What is written in a step is in the
//! [`Workspace`](super::workspace::Workspace).

use std::sync::Arc;

use super::drift::Islands;
use super::gather::Gather;
use super::split;
use super::waves::Waves;
use super::work::Work;
use crate::energy::Energy;
use crate::sparse::Pattern;

/// Places for a fixed set of energies on a fixed set of nodes.
pub(super) struct Layout {
    pub(super) pattern: Arc<Pattern>,
    /// Elements with a Hessian.
    pub(super) elements: usize,
    /// All chunks, in the order of their first nodes, so that few rows are under way at a time.
    pub(super) works: Vec<Work>,
    pub(super) gather: Gather,
    /// Which chunks have Hessian slots at a time.
    pub(super) waves: Waves,
    /// The connected parts; found when they are first asked for.
    islands: Option<Islands>,
    /// The chunks that can be split; found when they are first asked for.
    split: Option<split::Chunks>,
}

impl Layout {
    /// The couplings of energies.
    pub(super) fn pattern(nodes: usize, energies: &[Box<dyn Energy>]) -> Arc<Pattern> {
        let curved = energies.iter().filter(|energy| !energy.abilities().is_linear);
        Pattern::from_stencils(nodes, curved.map(|e| (e.stencils().arity, e.stencils().nodes))).into()
    }

    /// Gives everything its place.
    pub(super) fn new(pattern: Arc<Pattern>, energies: &[Box<dyn Energy>]) -> Self {
        let works = Work::all(energies);
        let gather = Gather::new(pattern.rows(), &works, energies, &pattern);
        let elements = works.iter().map(Work::curved_elements).sum();
        Self { pattern, elements, works, gather, waves: Waves::default(), islands: None, split: None }
    }

    /// Lays out waves for the threads there are. Whether they had to be changed.
    pub(super) fn fit(&mut self) -> bool {
        let threads = rayon::current_num_threads();
        let changes = !self.waves.is_for(threads);
        if changes {
            self.waves = Waves::new(&mut self.works, &self.gather, threads);
            self.gather.place_blocks(&self.works);
        }
        changes
    }

    /// The connected parts.
    pub(super) fn islands(&mut self) -> &Islands {
        self.islands.get_or_insert_with(|| Islands::new(&self.pattern))
    }

    /// The chunks that can be split, and the others.
    pub(super) fn split(&mut self, energies: &[Box<dyn Energy>]) -> &split::Chunks {
        self.split.get_or_insert_with(|| split::Chunks::new(&self.works, energies))
    }
}
