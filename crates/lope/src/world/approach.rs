//! Pins on their way: where they cannot be put into their places at once, they take the bodies with them.
//!
//! With pins that move by Δ, Newton's step of the free nodes is −H⁻¹(g + CΔ), C being what couples them to the pins. So all
//! move together, as far as is free, and again from there. Nobody is pushed ahead before he can give way: pins that press on a
//! body come far closer to their places than by moving alone.

use super::solve::{Solver, objective};
use crate::assemble::StageObjective;
use crate::math::Filter;
use crate::minimize::{
    Control, Iteration, Linear, LinearMethod, LinearSettings, Objective, Outcome, PreconditionerKind, Report,
};
use crate::sparse::Nodes;
use crate::sparse::vector::norm;
use crate::time::Stage;

/// Ways that pins may need to their places.
const MAX_WAYS: usize = 100;
/// A way that is free for less than this is none: then bodies come to rest before the next.
const SHORT: f64 = 0.05;
/// Times that bodies may come to rest on the way.
const MAX_RESTS: usize = 10;
/// Part of the free way of pins over which forces are compared.
const DIFFERENCE: f64 = 1e-4;
/// How the step that takes bodies along is solved: what presses on them from afar must be felt, so with a coarse space.
const SOLVE: LinearSettings = LinearSettings {
    method: LinearMethod::Cg,
    preconditioner: PreconditionerKind::TwoLevel,
    max_iterations: 2000,
};
const TOLERANCE: f64 = 1e-3;

/// Vectors for it.
pub(super) struct Carry {
    goal: Vec<f64>,
    gradient: Vec<f64>,
    ahead: Vec<f64>,
    way: Vec<f64>,
    linear: Linear,
}

impl Default for Carry {
    fn default() -> Self {
        let empty = Vec::new;
        Self { goal: empty(), gradient: empty(), ahead: empty(), way: empty(), linear: Linear::new(SOLVE) }
    }
}

impl Solver<'_> {
    /// Brings pins from the last state to their places and finds the minimum there.
    pub(super) fn approach(&mut self, stage: &Stage, x: &mut [f64]) -> Report {
        let mut all = Report::default();
        x.copy_from_slice(&self.past.x);
        let mut carry = std::mem::take(&mut self.scratch.carry);
        let (mut rests, mut arrived, mut restless) = (0, false, None);
        for _ in 0..MAX_WAYS {
            carry.goal.clear();
            carry.goal.extend_from_slice(x);
            self.place_pins(stage.end, &mut carry.goal);
            let mut held = Vec::new();
            self.each_held(|i| held.push(i));
            let mut f = objective(self.assembler, self.acts, self.contacts, stage, self.mass, self.held);
            let alone = f.reach(x, &carry.goal);
            if alone == 1.0 {
                x.copy_from_slice(&carry.goal);
                arrived = true;
                break;
            }
            let told = carry.together(&mut f, x, &held, alone, &mut all);
            let free = told.alpha;
            if (self.watch)(&told) == Control::Stop {
                all.outcome = Outcome::Interrupted;
                break;
            }
            if free == 1.0 {
                arrived = true;
                break;
            }
            if free < SHORT {
                if rests == MAX_RESTS || restless.is_some() {
                    break;
                }
                rests += 1;
                let report = self.minimize(stage, x);
                let (outcome, before) = (report.outcome, all.outcome);
                all.absorb(&report);
                match outcome {
                    Outcome::Converged => {}
                    // They may have given way all the same: the way is tried once more.
                    Outcome::MaxIterations | Outcome::LineSearchFailed => {
                        all.outcome = before;
                        restless = Some(outcome);
                    }
                    _ => break,
                }
            }
            self.scratch.reach(x);
        }
        self.scratch.carry = carry;
        if arrived {
            self.scratch.reach(x);
            let report = self.minimize(stage, x);
            let (outcome, residual) = (report.outcome, report.residual);
            all.absorb(&report);
            (all.outcome, all.residual) = (outcome, residual);
        } else if all.outcome == Outcome::Converged {
            all.outcome = Outcome::Infeasible;
            let how = restless.map_or(String::new(), |outcome| {
                format!(" and does not come to rest (`{}`)", outcome.word())
            });
            all.notes
                .push(format!("pins or obstacles cannot get to their places: something is in the way{how}"));
        }
        all
    }
}

impl Carry {
    /// Moves everything along by one Newton step with the pins on their way to the goal, as far as is free: the step length. `alone` is how far pins could go alone.
    fn together(
        &mut self,
        f: &mut StageObjective<'_>,
        x: &mut [f64],
        held: &[usize],
        alone: f64,
        report: &mut Report,
    ) -> Iteration {
        let Self { goal, gradient, ahead, way, linear } = self;
        for vector in [&mut *gradient, &mut *ahead, &mut *way] {
            vector.resize(x.len(), 0.0);
        }
        let here = f.gradient(x, gradient);
        let bit = DIFFERENCE * alone.max(1e-3);
        way.copy_from_slice(x);
        held.iter().for_each(|&i| way[i] += bit * (goal[i] - x[i]));
        let value = f.gradient(way, ahead);
        report.evaluations += 2;
        // Without a difference the pins push nobody.
        let coupled = value.is_finite() && ahead.iter().all(|g| g.is_finite());
        for (ahead, g) in ahead.iter_mut().zip(&*gradient) {
            *ahead = -g - if coupled { (*ahead - g) / bit } else { 0.0 };
        }
        held.iter().for_each(|&i| ahead[i] = 0.0);
        f.hessian(x, Filter::Clamp(0.0));
        let nodes = f.held().map(|held| Nodes { positions: x, held, rigid: f.rigid() });
        linear.begin();
        let info = linear.iterate(f.operator(), nodes, ahead, way, TOLERANCE);
        report.iterations += 1;
        report.linear_solves += 1;
        report.linear_iterations += info.iterations;
        for (i, way) in way.iter_mut().enumerate() {
            *way = if way.is_finite() { x[i] + *way } else { x[i] };
        }
        held.iter().for_each(|&i| way[i] = goal[i]);
        // What is left of the difference is no longer needed.
        ahead.iter_mut().zip(&*way).zip(&*x).for_each(|((ahead, way), x)| *ahead = way - x);
        let free = f.reach(x, way);
        if free == 1.0 {
            x.copy_from_slice(way);
        } else {
            x.iter_mut().zip(&*way).for_each(|(x, there)| *x += free * (there - *x));
        }
        Iteration {
            number: report.iterations - 1,
            value: here,
            gradient: norm(gradient),
            size: f.size(ahead),
            linear_iterations: info.iterations,
            indefinite: false,
            alpha: free,
            evaluations: 2,
        }
    }
}
