//! The incremental potential of a stage, as minimizers see it.

use rayon::prelude::*;

use super::gather::NODES;
use super::interactions::Place;
use super::{Arguments, Assembler, Factors, Workspace, has_domain};
use crate::energy::{Acts, At, Confinement, Want};
use crate::math::Filter;
use crate::minimize::{
    Abilities, Bounded, Compliant, ConstantMatrix, Constrained, Mark, Objective, Split, Summed,
};
use crate::sparse::vector::{dot, max_abs};
use crate::sparse::{Operator, RankOnes};
use crate::time::Stage;

/// Which coordinates of a node are held: bit 0 is x, bit 1 is y, bit 2 is z.
pub type Held = u8;

/// A stage with everything that acts, on the free coordinates of the nodes.
pub struct StageObjective<'a> {
    /// Slots and matrix.
    pub assembler: &'a mut Assembler,
    /// What acts.
    pub acts: &'a mut Acts,
    /// The stage.
    pub stage: &'a Stage,
    /// Mass of each node, kg.
    pub mass: &'a [f64],
    /// Held coordinates of each node: gradient zero, matrix row and column the identity's.
    pub held: &'a [Held],
    /// Where nodes must not be at the end of the step.
    pub confinement: Option<&'a mut (dyn Confinement + 'a)>,
    /// How stiffly splitting methods couple what they take apart, as a multiple of its own stiffness.
    pub penalty: f64,
    /// Magnitude of the terms of the last value and of the coordinates there, for the rounding error.
    size: f64,
    extent: f64,
    /// Values above this are of no interest.
    ceiling: f64,
}

impl<'a> StageObjective<'a> {
    /// The objective of a stage.
    pub fn new(
        assembler: &'a mut Assembler,
        acts: &'a mut Acts,
        stage: &'a Stage,
        mass: &'a [f64],
        held: &'a [Held],
    ) -> Self {
        let ceiling = f64::INFINITY;
        Self {
            assembler,
            acts,
            stage,
            mass,
            held,
            confinement: None,
            penalty: 1.0,
            size: 0.0,
            extent: 0.0,
            ceiling,
        }
    }

    /// The same with regions that nodes must not enter.
    pub fn confined(self, confinement: Option<&'a mut (dyn Confinement + 'a)>) -> Self {
        Self { confinement, ..self }
    }

    pub(super) fn factors(&self) -> Factors {
        Factors { stage: self.stage.theta, velocity: self.stage.rate }
    }

    /// Calls `act` with the stage's arguments at `x`.
    pub(super) fn at<T>(&mut self, x: &[f64], act: impl FnOnce(&mut Self, Arguments<'_>) -> T) -> T {
        // The scratch vectors leave the assembler while it is borrowed for the evaluation.
        let mut force_point = std::mem::take(&mut self.assembler.workspace.force_point);
        let mut velocity = std::mem::take(&mut self.assembler.workspace.velocity);
        if !self.stage.force_point_is_end() {
            force_point.resize(x.len(), 0.0);
            self.stage.force_point(x, &mut force_point);
        }
        let dissipates = self.stage.rate != 0.0 && self.acts.iter().any(|e| e.at() == At::Velocity);
        velocity.resize(if dissipates { x.len() } else { 0 }, 0.0);
        if dissipates {
            self.stage.velocity(x, &mut velocity);
        }
        let stage = if self.stage.force_point_is_end() { x } else { &force_point };
        let out = act(self, Arguments { stage, end: x, velocity: &velocity });
        self.assembler.workspace.force_point = force_point;
        self.assembler.workspace.velocity = velocity;
        out
    }

    /// Evaluates all energies at the stage's arguments. Interactions come last, and only where the rest is not already higher
    /// than is of interest: they are never negative, and far from rest finding them is expensive (\[Gast15\] §3.3).
    fn evaluate(&mut self, x: &[f64], want: Want, filter: Filter) {
        self.at(x, |f, at| {
            f.assembler.evaluate(&f.acts.energies, at, want, filter);
            if f.acts.interactions.is_empty() {
                return;
            }
            f.assembler.workspace.interactions.clear();
            if !(f.ceiling.is_finite() && f.total(x) > f.ceiling) {
                f.assembler.workspace.interactions.evaluate(&mut f.acts.interactions, at, want, |_| true);
            }
        });
    }

    /// κ/2 ‖x − x̂‖²_M over the free coordinates, by fixed chunks. Notes the largest coordinate on the way.
    fn inertia(&mut self, x: &[f64]) -> f64 {
        let kappa = self.stage.kappa;
        if kappa == 0.0 {
            self.extent = max_abs(x);
            return 0.0;
        }
        let (target, mass, held) = (&self.stage.target, self.mass, self.held);
        self.assembler.workspace.partial.par_iter_mut().enumerate().for_each(|(chunk, partial)| {
            let (mut sum, mut extent) = (0.0, 0.0_f64);
            for node in chunk * NODES..((chunk + 1) * NODES).min(mass.len()) {
                for axis in 0..3 {
                    let x = x[3 * node + axis];
                    extent = extent.max(x.abs());
                    if held[node] & (1 << axis) == 0 {
                        let d = x - target[3 * node + axis];
                        sum += mass[node] * d * d;
                    }
                }
            }
            *partial = [sum, extent];
        });
        let partial = &self.assembler.workspace.partial;
        self.extent = partial.iter().fold(0.0, |most, &[_, extent]| most.max(extent));
        0.5 * kappa * partial.iter().map(|[sum, _]| sum).sum::<f64>()
    }

    fn total(&mut self, x: &[f64]) -> f64 {
        let inertia = self.inertia(x);
        let (total, size) = self.assembler.total(self.factors());
        self.size = size + inertia;
        total + inertia
    }

    /// Fills the matrix: `sum` sums the element Hessians into its rows, each of which is then finished with inertia and
    /// interactions, and held coordinates masked.
    fn fill_matrix(
        &mut self,
        sum: impl FnOnce(&mut Assembler, &Acts, &(dyn Fn(usize, &[u32], usize, &mut [f64]) + Sync)),
    ) {
        let (kappa, mass, held) = (self.stage.kappa, self.mass, self.held);
        let factors = self.factors();
        self.assembler.workspace.interactions.sum_diagonal(factors);
        let touching = std::mem::take(&mut self.assembler.workspace.interactions.diagonal);
        let keep = std::mem::take(&mut self.assembler.workspace.keep);
        sum(self.assembler, self.acts, &|node, columns, diagonal, row| {
            for axis in 0..3 {
                row[9 * diagonal + 4 * axis] += kappa * mass[node];
            }
            add_to_diagonal(row, diagonal, 1.0, entry_of(&touching, node));
            mask(row, node, columns, diagonal, held);
            keep.confine_row(node as u32, columns, diagonal, row, true);
        });
        self.assembler.workspace.keep = keep;
        self.assembler.workspace.interactions.diagonal = touching;
        self.gather_contacts();
    }

    /// What interactions put beside the pattern of the matrix.
    fn gather_contacts(&mut self) {
        let (factors, held) = (self.factors(), self.held);
        let Workspace { system, interactions, keep, .. } = &mut self.assembler.workspace;
        if interactions.is_empty() {
            return system.contacts.clear();
        }
        let places = interactions.places();
        // What does not move at all has no part in the system.
        let moves = |node: u32| held[node as usize] != 0b111;
        let beside = |place: &Place| {
            let both = moves(place.row) && moves(place.column);
            (place.row, if both { place.column } else { place.row })
        };
        system.contacts.replace(places.iter().map(beside), |number| {
            let place = &places[number];
            keep.between(interactions.block(place, factors), place.row, place.column, held)
        });
    }

    /// Projects what is not an element of an energy: interactions and the curvature of surfaces.
    fn project_met(&mut self, at: Arguments<'_>, g: &[f64], above: f64, filter: Filter) -> usize {
        let (factors, held) = (self.factors(), self.held);
        let how = (filter, self.assembler.projection);
        let Workspace { system, interactions, keep, .. } = &mut self.assembler.workspace;
        let count = interactions.project(&mut self.acts.interactions, at, Some((g, above)), how)
            + keep.project(Some((g, above)), filter);
        // Whatever was added to the rows of kept nodes must leave them where they are, projected elements too.
        if count == 0 && keep.is_empty() {
            return 0;
        }
        interactions.sum_diagonal(factors);
        system.matrix.update_rows(|node, columns, diagonal, row| {
            add_to_diagonal(row, diagonal, 1.0, entry_of(&interactions.diagonal, node));
            add_to_diagonal(row, diagonal, -1.0, entry_of(&interactions.former, node));
            mask_diagonal(row, diagonal, held[node]);
            let [now, before] = keep.curvatures(node as u32);
            add_to_diagonal(row, diagonal, 1.0, now.as_ref());
            add_to_diagonal(row, diagonal, -1.0, before.as_ref());
            keep.confine_row(node as u32, columns, diagonal, row, false);
        });
        self.gather_contacts();
        count
    }

    /// How much of the way between two points is free; of a `jump` whether all is.
    fn reach_of(&mut self, from: &[f64], to: &[f64], jump: bool) -> f64 {
        let acts = &self.acts;
        if acts.interactions.is_empty() && !acts.energies.iter().any(|one| has_domain(one.as_ref(), jump)) {
            return 1.0;
        }
        let mut there = std::mem::take(&mut self.assembler.workspace.there);
        there.resize(to.len(), 0.0);
        self.stage.force_point(to, &mut there);
        let end = Arguments { stage: &there, end: to, velocity: &[] };
        let reach = self.at(from, |f, start| f.assembler.reach(f.acts, start, end, jump));
        self.assembler.workspace.there = there;
        reach
    }

    /// Sets the held coordinates of a gradient to zero.
    pub(super) fn mask_gradient(&self, g: &mut [f64]) {
        g.par_chunks_mut(3 * NODES).zip(self.held.par_chunks(NODES)).for_each(|(g, held)| {
            for (g, &held) in g.chunks_exact_mut(3).zip(held) {
                for (axis, g) in g.iter_mut().enumerate() {
                    if held & (1 << axis) != 0 {
                        *g = 0.0;
                    }
                }
            }
        });
    }

    /// The gradient with the held coordinates left in: there it is the force the holder exerts, N.
    pub fn reaction(&mut self, x: &[f64], g: &mut [f64]) {
        self.evaluate(x, Want::Gradient, Filter::Raw);
        let (kappa, mass, target) = (self.stage.kappa, self.mass, &self.stage.target);
        self.assembler.layout.gather.gradient(&self.assembler.workspace.gradient_slots, g, |node, axis| {
            kappa * mass[node] * (x[3 * node + axis] - target[3 * node + axis])
        });
        if !self.acts.interactions.is_empty() {
            self.assembler.workspace.interactions.add_gradient(g);
        }
    }
}

impl Objective for StageObjective<'_> {
    fn unknowns(&self) -> usize {
        3 * self.mass.len()
    }

    fn value(&mut self, x: &[f64]) -> f64 {
        self.evaluate(x, Want::Value, Filter::Raw);
        self.total(x)
    }

    fn gradient(&mut self, x: &[f64], g: &mut [f64]) -> f64 {
        self.reaction(x, g);
        self.mask_gradient(g);
        self.total(x)
    }

    fn hessian(&mut self, x: &[f64], filter: Filter) {
        let factors = self.factors();
        self.at(x, |f, at| {
            let Assembler { workspace: Workspace { interactions, keep, .. }, projection, .. } =
                &mut *f.assembler;
            let changing = &mut f.acts.interactions;
            if !changing.is_empty() {
                interactions.evaluate(changing, at, Want::Hessian, |_| true);
            }
            if filter != Filter::Raw {
                interactions.project(changing, at, None, (filter, *projection));
                keep.project(None, filter);
            }
            f.fill_matrix(|assembler, acts, finish| {
                assembler.assemble(&acts.energies, at, filter, factors, finish);
            });
        });
    }

    fn operator(&self) -> &dyn Operator {
        if self.summands().next().is_some() { self } else { &self.assembler.workspace.system }
    }

    fn held(&self) -> Option<&[Held]> {
        Some(self.held)
    }

    fn rigid(&self) -> &[u32] {
        &self.assembler.rigid
    }

    fn reach(&mut self, from: &[f64], to: &[f64]) -> f64 {
        self.reach_of(from, to, false)
    }

    fn free(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.reach_of(from, to, true) == 1.0
    }

    fn size(&self, p: &[f64]) -> f64 {
        let fastest = p.chunks_exact(3).map(|p| p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).fold(0.0, f64::max);
        fastest.sqrt() / self.stage.h
    }

    /// What the energies say, and some digits of the whole for the sums (\[Hager05\] use 1e-6 of the value).
    fn noise(&self) -> f64 {
        1e-12 * self.size + self.assembler.rounding(self.acts, self.factors(), self.extent)
    }

    fn abilities(&mut self) -> Option<&mut dyn Abilities> {
        Some(self)
    }
}

impl Abilities for StageObjective<'_> {
    fn split(&mut self) -> Option<&mut dyn Split> {
        Some(self)
    }

    fn compliant(&mut self) -> Option<&mut dyn Compliant> {
        (self.stage.kappa > 0.0).then_some(self)
    }

    fn bounded(&mut self) -> Option<&mut dyn Bounded> {
        (self.stage.kappa > 0.0).then_some(self)
    }

    fn summed(&mut self) -> Option<&mut dyn Summed> {
        Some(self)
    }

    fn constrained(&mut self) -> Option<&mut dyn Constrained> {
        self.confinement.is_some().then_some(self)
    }

    fn constant(&mut self) -> Option<&mut dyn ConstantMatrix> {
        Some(self)
    }
}

impl Bounded for StageObjective<'_> {
    /// The Hessian is at least κM, so ‖p‖ ≤ ‖g‖/(κ min m).
    fn size_bound(&self, gradient: f64) -> f64 {
        let lightest = self.mass.iter().copied().filter(|mass| *mass > 0.0).fold(f64::INFINITY, f64::min);
        gradient / (self.stage.kappa * lightest * self.stage.h)
    }

    fn drift(&mut self, x: &[f64], r: &[f64]) -> f64 {
        let Stage { kappa, h, .. } = *self.stage;
        let Assembler { layout, workspace, .. } = &mut *self.assembler;
        layout.islands().acceleration(&mut workspace.islands, [x, r], self.mass, self.held) / (kappa * h)
    }
}

impl Summed for StageObjective<'_> {
    fn project(&mut self, x: &[f64], g: &[f64], above: f64, filter: Filter) -> usize {
        let (factors, held) = (self.factors(), self.held);
        self.at(x, |f, at| {
            f.assembler.project(&f.acts.energies, at, factors, held, (g, above), filter)
                + f.project_met(at, g, above, filter)
        })
    }

    /// Those that are projected or not: interactions too.
    fn elements(&self) -> usize {
        self.assembler.elements() + self.assembler.workspace.interactions.len()
    }

    /// Where nodes may touch something the matrix changes at once.
    fn are_lasting(&self) -> bool {
        self.acts.interactions.is_empty() && self.confinement.is_none()
    }

    fn set_ceiling(&mut self, ceiling: f64) {
        self.ceiling = ceiling;
    }
}

impl Constrained for StageObjective<'_> {
    fn release(&mut self) {
        if let Some(confinement) = &mut self.confinement {
            confinement.release();
        }
        self.assembler.workspace.keep.take(&[], self.mass.len());
    }

    fn confine(&mut self, x: &mut [f64]) {
        if let Some(confinement) = &mut self.confinement {
            confinement.confine(x, self.held);
        }
    }

    fn register(&mut self, x: &[f64], g: &mut [f64]) -> bool {
        let Some(confinement) = &mut self.confinement else { return false };
        confinement.register(x, g, self.held);
        self.assembler.workspace.keep.take(confinement.kept(), self.mass.len());
        !confinement.kept().is_empty()
    }

    fn slope(&self, g: &[f64], p: &[f64]) -> f64 {
        self.confinement.as_ref().map_or_else(|| dot(g, p), |confinement| confinement.slope(g, p))
    }
}

impl ConstantMatrix for StageObjective<'_> {
    fn assemble(&mut self) {
        let (penalty, factors) = (self.penalty, self.factors());
        self.assembler.workspace.interactions.clear();
        self.fill_matrix(|assembler, acts, finish| {
            assembler.stand_ins(&acts.energies, penalty, factors, finish);
        });
    }

    fn mark(&self) -> Option<Mark> {
        let Stage { kappa, theta, rate, .. } = *self.stage;
        Some(Mark([kappa, theta, rate, self.penalty]))
    }

    fn passing(&self, into: &mut RankOnes) {
        let (factors, held) = (self.factors(), self.held);
        for energy in self.acts.iter() {
            let abilities = energy.abilities();
            let Some(passing) = abilities.passing else { continue };
            let penalty = if abilities.splitting.is_some() { self.penalty } else { 1.0 };
            let factor = factors.of(energy.at()) * penalty;
            let first = into.len();
            passing.terms(into);
            into.amend(first, factor, |node, part| {
                for (axis, part) in part.iter_mut().enumerate() {
                    if held[node as usize] >> axis & 1 == 1 {
                        *part = 0.0;
                    }
                }
            });
        }
    }

    fn is_near(&self) -> bool {
        self.stage.refining
    }
}

/// The entry of a node in a list that is ascending by nodes.
fn entry_of(list: &[(u32, [f64; 9])], node: usize) -> Option<&[f64; 9]> {
    let place = list.binary_search_by_key(&(node as u32), |(node, _)| *node).ok()?;
    Some(&list[place].1)
}

fn add_to_diagonal(row: &mut [f64], diagonal: usize, factor: f64, block: Option<&[f64; 9]>) {
    for (entry, value) in row[9 * diagonal..][..9].iter_mut().zip(block.into_iter().flatten()) {
        *entry += factor * value;
    }
}

/// Makes the held coordinates' part of a diagonal block the identity's again.
fn mask_diagonal(row: &mut [f64], diagonal: usize, held: Held) {
    for (k, entry) in row[9 * diagonal..][..9].iter_mut().enumerate() {
        let (i, j) = (k % 3, k / 3);
        if (held >> i | held >> j) & 1 == 1 {
            *entry = f64::from(u8::from(i == j));
        }
    }
}

/// Makes the held coordinates' rows and columns the identity's.
fn mask(row: &mut [f64], node: usize, columns: &[u32], diagonal: usize, held: &[Held]) {
    let mine = held[node];
    for (block, &column) in row.chunks_exact_mut(9).zip(columns) {
        let theirs = held[column as usize];
        if mine | theirs == 0 {
            continue;
        }
        for j in 0..3 {
            for i in 0..3 {
                if (mine >> i | theirs >> j) & 1 == 1 {
                    block[3 * j + i] = 0.0;
                }
            }
        }
    }
    for axis in 0..3 {
        if mine >> axis & 1 == 1 {
            row[9 * diagonal + 4 * axis] = 1.0;
        }
    }
}
