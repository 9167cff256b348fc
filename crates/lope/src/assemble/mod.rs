//! From element slots to gradient and matrix, in a fixed order.
//!
//! This is the only room that threads an assembly. Energies are evaluated in fixed chunks, each chunk writing
//! to its own slots; then every node gathers its own row from the slots of the elements around it, always in
//! the same order. No two threads write the same number and no sum depends on scheduling, so the result has
//! the same bits for any number of threads. Nothing allocates once the assembler is built and has met its threads.

mod compliant;
mod drift;
mod gather;
mod interactions;
mod keep;
mod layout;
mod objective;
mod operator;
mod project;
mod split;
mod waves;
mod work;
mod workspace;

pub use objective::{Held, StageObjective};
pub use project::Projection;

use crate::energy::{Acts, At, Energy, ROUNDING, Slots, Want};
use crate::math::Filter;
use crate::sparse::BlockMatrix;
use gather::Gather;
use layout::Layout;
use waves::Visit;
use work::{Room, Work, run, span};
use workspace::Workspace;

/// Where each argument of a stage is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    /// Force point θx + b.
    pub stage: &'a [f64],
    /// End x of the step.
    pub end: &'a [f64],
    /// Stage velocity cx + d; empty leaves dissipation out.
    pub velocity: &'a [f64],
}

impl<'a> Arguments<'a> {
    /// All potentials at one state, no dissipation.
    pub fn state(x: &'a [f64]) -> Self {
        Self { stage: x, end: x, velocity: &[] }
    }

    fn of(&self, at: At) -> &'a [f64] {
        match at {
            At::ForcePoint => self.stage,
            At::End => self.end,
            At::Velocity => self.velocity,
        }
    }
}

/// Factors of the three kinds of energy in value and Hessian: (1/θ)Φ(θx + b) has the Hessian θ∇²Φ and
/// (1/c)R(cx + d) has c∇²R; gradients carry no factor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Factors {
    /// θ.
    pub stage: f64,
    /// c.
    pub velocity: f64,
}

impl Factors {
    fn of(&self, at: At) -> f64 {
        match at {
            At::ForcePoint => self.stage,
            At::End => 1.0,
            At::Velocity => self.velocity,
        }
    }
}

/// What evaluates a chunk into its slots.
fn evaluation<'a>(
    energies: &'a [Box<dyn Energy>],
    at: Arguments<'a>,
    want: Want,
    filter: Filter,
    projection: Projection,
) -> impl Fn(&Work, &mut [f64], &mut [f64], &mut [u32]) -> f64 + Sync + 'a {
    move |work, gradient, hessian, _| {
        let energy = &energies[work.energy];
        let x = at.of(energy.at());
        if x.is_empty() {
            gradient.fill(0.0);
            hessian.fill(0.0);
            return 0.0;
        }
        projection.evaluate(energy.as_ref(), x, work.elements.clone(), want, filter, gradient, hessian)
    }
}

/// Adds up a fixed set of energies on a fixed set of nodes, and interactions between them.
pub struct Assembler {
    /// What is where.
    layout: Layout,
    /// What is written in a step.
    workspace: Workspace,
    projection: Projection,
    /// The first of every four nodes in a row that are a rigid body, ascending.
    rigid: Vec<u32>,
}

impl Assembler {
    /// Lays out slots and computes the pattern, once.
    pub fn new(nodes: usize, energies: &[Box<dyn Energy>]) -> Self {
        let layout = Layout::new(Layout::pattern(nodes, energies), energies);
        let mut workspace = Workspace::new(layout.pattern.clone());
        workspace.fit(&layout);
        Self { layout, workspace, projection: Projection::default(), rigid: Vec::new() }
    }

    /// Lays out slots anew after energies came or went that couple no nodes but those the pattern couples: it stays as it is, and
    /// what was prepared for it stays good.
    pub fn lay_out_again(&mut self, energies: &[Box<dyn Energy>]) {
        self.layout = Layout::new(self.layout.pattern.clone(), energies);
        self.workspace.fit(&self.layout);
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.layout.pattern.rows()
    }

    /// Elements with a Hessian, over all energies.
    pub fn elements(&self) -> usize {
        self.layout.elements
    }

    /// The matrix last assembled.
    pub fn matrix(&self) -> &BlockMatrix {
        &self.workspace.system.matrix
    }

    /// Whether the Hessian of an element around a node is projected in the matrix last assembled.
    pub fn projected(&self, node: usize) -> bool {
        self.layout.gather.elements(node).any(|element| self.workspace.rounds[element] != 0)
    }

    /// Chooses how element Hessians are projected from now on.
    pub fn set_projection(&mut self, projection: Projection) {
        self.projection = projection;
    }

    /// Says which nodes are rigid bodies, four in a row from each of these on, ascending: to be solved for together.
    pub fn set_rigid(&mut self, firsts: Vec<u32>) {
        self.rigid = firsts;
    }

    /// Evaluates every energy into the slots: the first half of an assembly, public so that it can be measured.
    pub fn evaluate(&mut self, energies: &[Box<dyn Energy>], at: Arguments<'_>, want: Want, filter: Filter) {
        let evaluation = evaluation(energies, at, want, filter, self.projection);
        if want == Want::Hessian {
            self.begin_hessian(filter);
            return self.in_waves(&evaluation, |_, _, _, _| {});
        }
        let Workspace { values, gradient_slots, .. } = &mut self.workspace;
        let gradient = if want >= Want::Gradient { gradient_slots } else { &mut Vec::new() };
        run(&self.layout.works, Room { values, gradient, ..Room::default() }, &evaluation);
    }

    fn begin_hessian(&mut self, filter: Filter) {
        let Workspace { round, rounds, .. } = &mut self.workspace;
        *round = u32::from(filter != Filter::Raw);
        rounds.fill(*round);
    }

    /// Evaluates chunks into Hessian slots and changes the rows of the matrix by them, wave by wave. What `rows` changes,
    /// it must change in the order of the gather.
    fn in_waves<F>(
        &mut self,
        evaluate: &F,
        rows: impl Fn(&Gather, &[f64], &[u32], (&[Visit], &mut BlockMatrix)),
    ) where
        F: Fn(&Work, &mut [f64], &mut [f64], &mut [u32]) -> f64 + Sync,
    {
        if self.layout.fit() {
            self.workspace.fit_waves(&self.layout);
        }
        let Layout { works, gather, waves, .. } = &self.layout;
        let Workspace { values, gradient_slots, hessian_slots, rounds, system, .. } = &mut self.workspace;
        for (chunks, visits) in waves.each(works) {
            // Nobody wants the gradients: all waves write them to the same place.
            let gradient = span(works, &chunks, |work| work.gradient, gradient_slots.len()).len();
            let flags = span(works, &chunks, |work| work.curved, rounds.len());
            let hessian = works[chunks.clone()].iter().map(Work::hessian_size).sum();
            let room = Room {
                values: &mut values[chunks.clone()],
                gradient: &mut gradient_slots[..gradient],
                hessian: &mut hessian_slots[..hessian],
                rounds: &mut rounds[flags],
            };
            run(&works[chunks], room, evaluate);
            rows(gather, hessian_slots, rounds, (visits, &mut system.matrix));
        }
    }

    /// Evaluates every energy and sums their Hessians into the matrix; `finish` does to each row what is left to do.
    fn assemble(
        &mut self,
        energies: &[Box<dyn Energy>],
        at: Arguments<'_>,
        filter: Filter,
        factors: Factors,
        finish: impl Fn(usize, &[u32], usize, &mut [f64]) + Sync,
    ) {
        self.begin_hessian(filter);
        let evaluation = evaluation(energies, at, Want::Hessian, filter, self.projection);
        self.sum_up(&evaluation, factors, finish);
    }

    /// Sums what `evaluate` writes to the Hessian slots into the matrix; `finish` does to each row what is left to do.
    fn sum_up<F>(
        &mut self,
        evaluate: &F,
        factors: Factors,
        finish: impl Fn(usize, &[u32], usize, &mut [f64]) + Sync,
    ) where
        F: Fn(&Work, &mut [f64], &mut [f64], &mut [u32]) -> f64 + Sync,
    {
        self.in_waves(evaluate, |gather, slots, _, (visits, matrix)| {
            matrix.update_rows_of(visits, Visit::row, |visit, columns, diagonal, row| {
                if gather.add_to_row(slots, factors, visit, row) {
                    finish(visit.row(), columns, diagonal, row);
                }
            });
        });
    }

    /// Sums every energy's stand-in into the matrix; passing ones have none, and what can be split has it times
    /// `penalty`.
    fn stand_ins(
        &mut self,
        energies: &[Box<dyn Energy>],
        penalty: f64,
        factors: Factors,
        finish: impl Fn(usize, &[u32], usize, &mut [f64]) + Sync,
    ) {
        let evaluate = |work: &Work, _: &mut [f64], hessian: &mut [f64], _: &mut [u32]| {
            let energy = &energies[work.energy];
            let abilities = energy.abilities();
            match abilities.passing {
                Some(_) => hessian.fill(0.0),
                None => energy.stand_in(work.elements.clone(), hessian),
            }
            if penalty != 1.0 && abilities.splitting.is_some() {
                hessian.iter_mut().for_each(|entry| *entry *= penalty);
            }
            0.0
        };
        self.sum_up(&evaluate, factors, finish);
    }

    /// The value of everything that acts, unscaled, at a state, by its number.
    pub fn values(&mut self, acts: &mut Acts, at: Arguments<'_>, out: &mut Vec<f64>) {
        self.evaluate(&acts.energies, at, Want::Value, Filter::Raw);
        let Workspace { interactions, values, .. } = &mut self.workspace;
        interactions.evaluate(&mut acts.interactions, at, Want::Value, |_| true);
        out.clear();
        out.resize(acts.len(), 0.0);
        self.layout.works.iter().zip(values).for_each(|(work, value)| out[work.energy] += *value);
        let changing = &mut out[acts.energies.len()..];
        let values = interactions.works.iter().zip(&interactions.values);
        values.for_each(|(work, value)| changing[work.energy] += value);
    }

    /// The gradient of what `keep` picks, summed into `g` without inertia or masks.
    pub fn forces(
        &mut self,
        acts: &mut Acts,
        at: Arguments<'_>,
        keep: impl Fn(&dyn Energy) -> bool + Sync,
        g: &mut [f64],
    ) {
        self.forces_of(&acts.energies, at, &keep, g);
        if !acts.interactions.is_empty() {
            let interactions = &mut self.workspace.interactions;
            interactions.evaluate(&mut acts.interactions, at, Want::Gradient, keep);
            interactions.add_gradient(g);
        }
    }

    /// The same of energies alone.
    fn forces_of(
        &mut self,
        energies: &[Box<dyn Energy>],
        at: Arguments<'_>,
        keep: impl Fn(&dyn Energy) -> bool + Sync,
        g: &mut [f64],
    ) {
        let Workspace { values, gradient_slots: gradient, .. } = &mut self.workspace;
        run(&self.layout.works, Room { values, gradient, ..Room::default() }, &|work, gradient, _, _| {
            let energy = energies[work.energy].as_ref();
            let x = at.of(energy.at());
            if x.is_empty() || !keep(energy) {
                gradient.fill(0.0);
                return 0.0;
            }
            let slots = Slots { gradient, hessian: &mut [] };
            energy.eval(x, work.elements.clone(), Want::Gradient, Filter::Raw, slots)
        });
        self.layout.gather.gradient(&self.workspace.gradient_slots, g, |_, _| 0.0);
    }

    /// The chunks of all elements and their values.
    fn valued(&self) -> impl Iterator<Item = (&Work, f64)> {
        let Workspace { values, interactions, .. } = &self.workspace;
        let changing = interactions.works.iter().zip(&interactions.values);
        self.layout.works.iter().zip(values).chain(changing).map(|(work, value)| (work, *value))
    }

    /// Sum of the values with their factors, and the size of what was summed (for the rounding error).
    fn total(&self, factors: Factors) -> (f64, f64) {
        let (mut total, mut size) = (0.0, 0.0);
        for (work, value) in self.valued() {
            let factor = factors.of(work.at);
            if factor != 0.0 {
                total += value / factor;
                size += value.abs() / factor;
            }
        }
        (total, size)
    }

    /// Rounding error to expect in the last total, as the energies say.
    fn rounding(&self, acts: &Acts, factors: Factors, extent: f64) -> f64 {
        let (fixed, mut number) = (self.layout.works.len(), 0);
        let of = |(work, value): (&Work, f64)| {
            let first = if number < fixed { 0 } else { acts.energies.len() };
            number += 1;
            match (factors.of(work.at), acts.get(first + work.energy).abilities().rounding) {
                (0.0, _) => 0.0,
                (factor, Some(knows)) => knows.rounding(work.elements.clone(), value, extent) / factor,
                (factor, None) => ROUNDING * value.abs() / factor,
            }
        };
        self.valued().map(of).sum()
    }

    /// Whether there is no wall on the straight way between two states.
    pub fn free(&mut self, acts: &mut Acts, from: &[f64], to: &[f64]) -> bool {
        let [from, to] = [from, to].map(Arguments::state);
        self.reach(acts, from, to, true) == 1.0
    }

    /// How much of the way of the arguments is free. Of a `jump` only whether walls are in between counts: 1 if none is.
    fn reach(&mut self, acts: &mut Acts, from: Arguments<'_>, to: Arguments<'_>, jump: bool) -> f64 {
        let Acts { energies, interactions } = acts;
        let domain = |energy: &'_ dyn Energy| energy.at() != At::Velocity && has_domain(energy, jump);
        let mut reach = 1.0_f64;
        if energies.iter().any(|energy| domain(energy.as_ref())) {
            let values = &mut self.workspace.values;
            run(&self.layout.works, Room { values, ..Room::default() }, &|work, _, _, _| {
                let energy = energies[work.energy].as_ref();
                let (from, to) = (from.of(energy.at()), to.of(energy.at()));
                match energy.abilities().domain.filter(|_| domain(energy)) {
                    Some(domain) => domain.reach(from, to, work.elements.clone()),
                    None => 1.0,
                }
            });
            reach = self.workspace.values.iter().copied().fold(1.0, f64::min);
        }
        for interaction in interactions.iter_mut().filter(|one| one.at() != At::Velocity) {
            let at = interaction.at();
            let (from, to) = (from.of(at), to.of(at));
            reach = reach.min(match jump {
                true => f64::from(u8::from(interaction.is_free(from, to))),
                false => interaction.reach(from, to),
            });
        }
        reach
    }
}

/// Whether an energy ends somewhere, for a `jump` at a wall.
fn has_domain(energy: &dyn Energy, jump: bool) -> bool {
    energy.abilities().domain.is_some_and(|domain| !jump || domain.is_wall())
}
