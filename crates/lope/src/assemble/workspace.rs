//! What is written in a step: values, slots, the matrix, room for vectors.
//!
//! Nothing in it says where it belongs; that is the [`Layout`]'s. It grows with it and keeps what it has taken.

use std::sync::{Arc, Mutex};

use super::compliant;
use super::drift::Island;
use super::gather::NODES;
use super::interactions::Interactions;
use super::keep::Keep;
use super::layout::Layout;
use super::split;
use super::work::Work;
use crate::math::prefer_huge_pages;
use crate::sparse::{BlockMatrix, ContactBlocks, Pattern, SystemMatrix};

/// Room for the numbers of a layout.
pub(super) struct Workspace {
    /// One of each chunk.
    pub(super) values: Vec<f64>,
    pub(super) gradient_slots: Vec<f64>,
    /// Hessian slots of one wave.
    pub(super) hessian_slots: Vec<f64>,
    /// In which round each element with a Hessian was projected; 0 if it is as it was evaluated.
    pub(super) rounds: Vec<u32>,
    pub(super) round: u32,
    /// The matrix, and what interactions put beside its pattern.
    pub(super) system: SystemMatrix,
    pub(super) interactions: Interactions,
    pub(super) keep: Keep,
    pub(super) islands: Vec<Island>,
    pub(super) split: split::Scratch,
    pub(super) compliant: compliant::Plan,
    /// Room for products that are not assembled: the free part of a vector, and the sum.
    pub(super) products: Mutex<[Vec<f64>; 2]>,
    // Scratch of the objective.
    pub(super) force_point: Vec<f64>,
    pub(super) velocity: Vec<f64>,
    /// The force point that a way leads to.
    pub(super) there: Vec<f64>,
    /// Of chunks of nodes: their part of the inertia, and the largest coordinate.
    pub(super) partial: Vec<[f64; 2]>,
}

impl Workspace {
    /// Room for a matrix; what else a layout needs is taken by [`Workspace::fit`].
    pub(super) fn new(pattern: Arc<Pattern>) -> Self {
        let partial = vec![[0.0; 2]; pattern.rows().div_ceil(NODES)];
        Self {
            values: Vec::new(),
            gradient_slots: Vec::new(),
            hessian_slots: Vec::new(),
            rounds: Vec::new(),
            round: 0,
            system: SystemMatrix { matrix: BlockMatrix::new(pattern), contacts: ContactBlocks::default() },
            interactions: Interactions::default(),
            keep: Keep::default(),
            islands: Vec::new(),
            split: split::Scratch::default(),
            compliant: compliant::Plan::default(),
            products: Mutex::default(),
            force_point: Vec::new(),
            velocity: Vec::new(),
            there: Vec::new(),
            partial,
        }
    }

    /// Room for a layout of the same pattern. Nothing that was written counts any more.
    pub(super) fn fit(&mut self, layout: &Layout) {
        self.values.resize(layout.works.len(), 0.0);
        let slots = layout.works.iter().map(Work::gradient_size).sum();
        self.gradient_slots.resize(slots, 0.0);
        prefer_huge_pages(&self.gradient_slots);
        self.rounds.clear();
        self.rounds.resize(layout.elements, 0);
        self.round = 0;
        self.interactions.clear();
        self.keep = Keep::default();
        self.compliant = compliant::Plan::default();
    }

    /// Room for the Hessian slots of a wave.
    pub(super) fn fit_waves(&mut self, layout: &Layout) {
        if layout.waves.size() > self.hessian_slots.len() {
            self.hessian_slots = vec![0.0; layout.waves.size()];
            prefer_huge_pages(&self.hessian_slots);
        }
    }
}
