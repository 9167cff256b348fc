//! Solving a stage: where to start, and what the solution did at the pins.

use super::{Pin, Trend};
use crate::assemble::{Arguments, Assembler, Held, StageObjective};
use crate::energy::{At, Energy};
use crate::minimize::{Minimizer, Objective, Outcome, Report, Watch};
use crate::time::{History, Solved, Stage, StageSolver};

/// Where a minimization starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// At x̂, where inertia alone would take the nodes.
    Inertial,
    /// At x̂, at x̂ + M⁻¹f(xₙ)/κ, or where the last two steps point to, whichever has the lowest value. The first
    /// two are those of \[Gast14\] §3.1: one is safe under stress, the other exact in free fall. The third is near
    /// where the motion is smooth.
    LowestEnergy,
}

/// Steps in which pins may be brought to their places where one would invert elements that must not invert.
const MAX_APPROACHES: usize = 100;

/// Vectors kept from one step to the next.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) values: Vec<f64>,
    pub(super) added: f64,
    pub(super) dissipated: f64,
    other: Vec<f64>,
    force: Vec<f64>,
}

/// Answers an integrator's questions.
pub(super) struct Solver<'a> {
    pub(super) assembler: &'a mut Assembler,
    pub(super) energies: &'a [Box<dyn Energy>],
    pub(super) mass: &'a [f64],
    pub(super) held: &'a [Held],
    pub(super) pins: &'a [Pin],
    pub(super) past: &'a History,
    pub(super) trend: &'a Trend,
    pub(super) guess: Guess,
    pub(super) minimizer: &'a mut dyn Minimizer,
    pub(super) watch: &'a mut Watch<'a>,
    pub(super) scratch: &'a mut Scratch,
    pub(super) report: Report,
}

impl StageSolver for Solver<'_> {
    fn solve(&mut self, stage: &Stage, x: &mut [f64]) -> Solved {
        let before = self.report.evaluations;
        let mut report = if self.start(stage, x) { self.minimize(stage, x) } else { self.approach(stage, x) };
        report.evaluations += self.report.evaluations - before;
        self.report.evaluations = before;
        self.book(stage, x);
        let outcome = report.outcome;
        self.report.absorb(&report);
        if outcome == Outcome::Converged { Solved::Yes } else { Solved::No }
    }
}

impl Solver<'_> {
    fn minimize(&mut self, stage: &Stage, x: &mut [f64]) -> Report {
        let mut f = StageObjective::new(self.assembler, self.energies, stage, self.mass, self.held);
        self.minimizer.minimize(&mut f, x, self.watch)
    }

    fn value(&mut self, stage: &Stage, x: &[f64]) -> f64 {
        self.report.evaluations += 1;
        StageObjective::new(self.assembler, self.energies, stage, self.mass, self.held).value(x)
    }

    /// Puts a starting point into `x`; false if every candidate lies outside the domain.
    fn start(&mut self, stage: &Stage, x: &mut [f64]) -> bool {
        x.copy_from_slice(&stage.target);
        self.place_pins(stage.end, x);
        if stage.kappa == 0.0 {
            return self.value(stage, x).is_finite();
        }
        if self.guess == Guess::Inertial {
            return self.value(stage, x).is_finite() || self.restart_at_past(stage, x);
        }
        let mut other = std::mem::take(&mut self.scratch.other);
        let mut force = std::mem::take(&mut self.scratch.force);
        other.resize(x.len(), 0.0);
        force.resize(x.len(), 0.0);
        let now = Arguments::state(&self.past.x);
        self.assembler.forces(self.energies, now, |e| e.at() != At::Velocity, &mut force);
        self.report.evaluations += 1;
        for (i, other) in other.iter_mut().enumerate() {
            *other = stage.target[i] - force[i] / (self.mass[i / 3] * stage.kappa);
        }
        self.place_pins(stage.end, &mut other);
        let mut lowest = self.value(stage, x);
        let mut try_lower = |solver: &mut Self, candidate: &[f64], x: &mut [f64]| {
            let value = solver.value(stage, candidate);
            if value < lowest || (lowest.is_nan() && value.is_finite()) {
                x.copy_from_slice(candidate);
                lowest = value;
            }
        };
        try_lower(self, &other, x);
        if self.trend.extrapolate(&self.past.x, stage.h, &mut other) {
            self.place_pins(stage.end, &mut other);
            try_lower(self, &other, x);
        }
        self.scratch.other = other;
        self.scratch.force = force;
        lowest.is_finite() || self.restart_at_past(stage, x)
    }

    /// The last state with the pins where they should be.
    fn restart_at_past(&mut self, stage: &Stage, x: &mut [f64]) -> bool {
        x.copy_from_slice(&self.past.x);
        self.place_pins(stage.end, x);
        self.value(stage, x).is_finite()
    }

    /// Brings the pins to their places bit by bit from the last state, minimizing in between, for materials
    /// that have no energy once inverted.
    fn approach(&mut self, stage: &Stage, x: &mut [f64]) -> Report {
        let mut all = Report::default();
        x.copy_from_slice(&self.past.x);
        let mut goal = vec![0.0; x.len()];
        for _ in 0..MAX_APPROACHES {
            goal.copy_from_slice(x);
            self.place_pins(stage.end, &mut goal);
            goal.iter_mut().zip(&*x).for_each(|(goal, x)| *goal -= x);
            let mut f = StageObjective::new(self.assembler, self.energies, stage, self.mass, self.held);
            let step = f.max_step(x, &goal);
            x.iter_mut().zip(&goal).for_each(|(x, p)| *x += step * p);
            if step == 1.0 {
                // Exactly there, not a rounding error away.
                self.place_pins(stage.end, x);
            }
            let report = self.minimize(stage, x);
            let outcome = report.outcome;
            all.absorb(&report);
            all.outcome = outcome;
            all.residual = report.residual;
            if step == 1.0 || outcome != Outcome::Converged {
                return all;
            }
        }
        all.outcome = Outcome::MaxIterations;
        all
    }

    fn place_pins(&self, t: f64, x: &mut [f64]) {
        for pin in self.pins.iter().filter(|p| p.holds_at(t)) {
            for (&node, &start) in pin.nodes.iter().zip(&pin.start) {
                let place = pin.motion.position(t, start);
                for axis in (0..3).filter(|&axis| pin.axes[axis]) {
                    x[3 * node as usize + axis] = place[axis];
                }
            }
        }
    }

    /// Work of the pins, and of what dissipates, over the displacement of this step: the terms that make the
    /// energy balance exact.
    fn book(&mut self, stage: &Stage, x: &[f64]) {
        let displacement = |i: usize| x[i] - self.past.x[i];
        let is_held = |i: usize| self.held[i / 3] >> (i % 3) & 1 == 1;
        let moved = (0..x.len()).any(|i| is_held(i) && displacement(i) != 0.0);
        let dissipates = stage.rate != 0.0 && self.energies.iter().any(|e| e.at() == At::Velocity);
        if !(moved || dissipates) {
            return;
        }
        let mut force = std::mem::take(&mut self.scratch.force);
        force.resize(x.len(), 0.0);
        if moved {
            StageObjective::new(self.assembler, self.energies, stage, self.mass, self.held)
                .reaction(x, &mut force);
            let work: f64 = (0..x.len()).filter(|&i| is_held(i)).map(|i| force[i] * displacement(i)).sum();
            self.scratch.added += work;
        }
        if dissipates {
            let mut velocity = std::mem::take(&mut self.scratch.other);
            velocity.resize(x.len(), 0.0);
            stage.velocity(x, &mut velocity);
            let at = Arguments { stage: x, end: x, velocity: &velocity };
            self.assembler.forces(self.energies, at, |e| e.at() == At::Velocity, &mut force);
            let work: f64 = (0..x.len()).map(|i| force[i] * displacement(i)).sum();
            self.scratch.dissipated += work;
            self.scratch.other = velocity;
        }
        self.scratch.force = force;
    }
}
