//! The incremental potential of a stage, as minimizers see it.

use rayon::prelude::*;

use super::gather::NODES;
use super::{Arguments, Assembler, Factors};
use crate::energy::{Energy, Want};
use crate::math::Filter;
use crate::minimize::{LaplacianMark, Objective, Split};
use crate::sparse::{Loose, Operator};
use crate::time::Stage;

/// Which coordinates of a node are held: bit 0 is x, bit 1 is y, bit 2 is z.
pub type Held = u8;

/// A stage with everything that acts, on the free coordinates of the nodes.
pub struct StageObjective<'a> {
    /// Slots and matrix.
    pub assembler: &'a mut Assembler,
    /// What acts.
    pub energies: &'a [Box<dyn Energy>],
    /// The stage.
    pub stage: &'a Stage,
    /// Mass of each node, kg.
    pub mass: &'a [f64],
    /// Held coordinates of each node: gradient zero, matrix row and column the identity's.
    pub held: &'a [Held],
    /// How stiffly splitting methods couple what they take apart, as a multiple of its own stiffness.
    pub penalty: f64,
    /// Magnitude of the terms of the last value, for the rounding error.
    pub size: f64,
}

impl<'a> StageObjective<'a> {
    /// The objective of a stage.
    pub fn new(
        assembler: &'a mut Assembler,
        energies: &'a [Box<dyn Energy>],
        stage: &'a Stage,
        mass: &'a [f64],
        held: &'a [Held],
    ) -> Self {
        Self { assembler, energies, stage, mass, held, penalty: 1.0, size: 0.0 }
    }

    fn factors(&self) -> Factors {
        Factors { stage: self.stage.theta, velocity: self.stage.rate }
    }

    /// Calls `act` with the stage's arguments at `x`.
    pub(super) fn at<T>(&mut self, x: &[f64], act: impl FnOnce(&mut Self, Arguments<'_>) -> T) -> T {
        // The scratch vectors leave the assembler while it is borrowed for the evaluation.
        let mut force_point = std::mem::take(&mut self.assembler.force_point);
        let mut velocity = std::mem::take(&mut self.assembler.velocity);
        if !self.stage.force_point_is_end() {
            force_point.resize(x.len(), 0.0);
            self.stage.force_point(x, &mut force_point);
        }
        let dissipates =
            self.stage.rate != 0.0 && self.energies.iter().any(|e| e.at() == crate::energy::At::Velocity);
        velocity.resize(if dissipates { x.len() } else { 0 }, 0.0);
        if dissipates {
            self.stage.velocity(x, &mut velocity);
        }
        let stage = if self.stage.force_point_is_end() { x } else { &force_point };
        let out = act(self, Arguments { stage, end: x, velocity: &velocity });
        self.assembler.force_point = force_point;
        self.assembler.velocity = velocity;
        out
    }

    /// Evaluates all energies at the stage's arguments.
    fn evaluate(&mut self, x: &[f64], want: Want, filter: Filter) {
        self.at(x, |f, at| f.assembler.evaluate(f.energies, at, want, filter));
    }

    /// κ/2 ‖x − x̂‖²_M over the free coordinates, by fixed chunks.
    fn inertia(&mut self, x: &[f64]) -> f64 {
        let kappa = self.stage.kappa;
        if kappa == 0.0 {
            return 0.0;
        }
        let (target, mass, held) = (&self.stage.target, self.mass, self.held);
        self.assembler.partial.par_iter_mut().enumerate().for_each(|(chunk, partial)| {
            let mut sum = 0.0;
            for node in chunk * NODES..((chunk + 1) * NODES).min(mass.len()) {
                for axis in 0..3 {
                    if held[node] & (1 << axis) == 0 {
                        let d = x[3 * node + axis] - target[3 * node + axis];
                        sum += mass[node] * d * d;
                    }
                }
            }
            *partial = sum;
        });
        0.5 * kappa * self.assembler.partial.iter().sum::<f64>()
    }

    fn total(&mut self, x: &[f64]) -> f64 {
        let inertia = self.inertia(x);
        let (total, size) = self.assembler.total(self.factors());
        self.size = size + inertia;
        total + inertia
    }

    /// The matrix of what is in the Hessian slots: with inertia, and with held coordinates masked.
    fn gather_matrix(&mut self) {
        let factors = self.factors();
        let (kappa, mass, held) = (self.stage.kappa, self.mass, self.held);
        let Assembler { gather, hessian_slots, matrix, .. } = &mut *self.assembler;
        matrix.update_rows(|node, columns, diagonal, row| {
            gather.hessian_row(hessian_slots, factors, node, row);
            for axis in 0..3 {
                row[9 * diagonal + 4 * axis] += kappa * mass[node];
            }
            mask(row, node, columns, diagonal, held);
        });
    }

    /// Sets the held coordinates of a gradient to zero.
    pub(super) fn free(&self, g: &mut [f64]) {
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
        self.assembler.gather.gradient(&self.assembler.gradient_slots, g, |node, axis| {
            kappa * mass[node] * (x[3 * node + axis] - target[3 * node + axis])
        });
    }
}

impl Objective for StageObjective<'_> {
    fn len(&self) -> usize {
        3 * self.mass.len()
    }

    fn value(&mut self, x: &[f64]) -> f64 {
        self.evaluate(x, Want::Value, Filter::Raw);
        self.total(x)
    }

    fn gradient(&mut self, x: &[f64], g: &mut [f64]) -> f64 {
        self.reaction(x, g);
        self.free(g);
        self.total(x)
    }

    fn hessian(&mut self, x: &[f64], filter: Filter) {
        self.evaluate(x, Want::Hessian, filter);
        self.gather_matrix();
    }

    fn laplacian(&mut self) -> bool {
        self.assembler.laplacians(self.energies, self.penalty);
        self.gather_matrix();
        true
    }

    fn laplacian_mark(&self) -> Option<LaplacianMark> {
        let Stage { kappa, theta, rate, .. } = *self.stage;
        Some(LaplacianMark { kappa, theta, rate, penalty: self.penalty })
    }

    fn loose(&self, visit: &mut dyn FnMut(Loose)) {
        let (factors, held) = (self.factors(), self.held);
        for energy in self.energies.iter().filter(|energy| energy.is_loose()) {
            let penalty = if energy.splitting().is_some() { self.penalty } else { 1.0 };
            let factor = factors.of(energy.at()) * penalty;
            energy.loose(&mut |mut loose| {
                loose.stiffness *= factor;
                for (axis, part) in loose.normal.iter_mut().enumerate() {
                    if held[loose.node as usize] >> axis & 1 == 1 {
                        *part = 0.0;
                    }
                }
                if loose.stiffness > 0.0 && loose.normal != [0.0; 3] {
                    visit(loose);
                }
            });
        }
    }

    fn refining(&self) -> bool {
        self.stage.refining
    }

    fn split(&mut self) -> Option<&mut dyn Split> {
        Some(self)
    }

    fn project(&mut self, x: &[f64], g: &[f64], above: f64, filter: Filter) -> usize {
        let (factors, held) = (self.factors(), self.held);
        self.at(x, |f, at| f.assembler.project(f.energies, at, factors, held, (g, above), filter))
    }

    fn elements(&self) -> usize {
        self.assembler.elements()
    }

    fn operator(&self) -> &dyn Operator {
        &self.assembler.matrix
    }

    fn held(&self) -> Option<&[Held]> {
        Some(self.held)
    }

    fn max_step(&mut self, x: &[f64], p: &[f64]) -> f64 {
        if self.stage.force_point_is_end() {
            return self.assembler.max_step(self.energies, Arguments::state(x), Arguments::state(p));
        }
        // A force point moves θ times as far as x.
        let mut slower = std::mem::take(&mut self.assembler.direction);
        slower.clear();
        slower.extend(p.iter().map(|p| self.stage.theta * p));
        let along = Arguments { stage: &slower, end: p, velocity: &[] };
        let step = self.at(x, |f, at| f.assembler.max_step(f.energies, at, along));
        self.assembler.direction = slower;
        step
    }

    fn speed(&self, p: &[f64]) -> f64 {
        let fastest = p.chunks_exact(3).map(|p| p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).fold(0.0, f64::max);
        fastest.sqrt() / self.stage.h
    }

    /// The Hessian is at least κM, so ‖p‖ ≤ ‖g‖/(κ min m).
    fn speed_bound(&self, gradient: f64) -> f64 {
        let lightest = self.mass.iter().copied().fold(f64::INFINITY, f64::min);
        gradient / (self.stage.kappa * lightest * self.stage.h)
    }

    /// The energy of a slight strain comes from small differences of large positions: its rounding error is that
    /// of its size divided by the strain, so the bound leaves room for that (\[Hager05\] use 1e-6 of the value).
    fn noise(&self) -> f64 {
        1e-12 * self.size
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
