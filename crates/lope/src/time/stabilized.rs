//! The stabilized integrator: a scheme that keeps what should be kept, corrected to the energy there should be.

use super::bracket::Bracket;
use super::explicit::ForwardEuler;
use super::stage::refill;
use super::{BackwardEuler, Candidate, History, Integrator, Solved, StageSolver, Traffic};
use crate::clock::Stopwatch;

/// \[Dinev18\] Algorithm 1. A step of the starting scheme, the implicit midpoint rule unless another is wanted; if it
/// gained energy, a blend with the step of backward Euler that meets the budget; if it lost energy, a blend with the
/// step of forward Euler. Where no blend meets it, the full step of backward Euler is taken: the excess is removed in
/// later steps.
pub struct Stabilized {
    start: Box<dyn Integrator>,
    epsilon: f64,
    backward: BackwardEuler,
    forward: ForwardEuler,
    /// The step to blend with.
    other: Candidate,
    /// A blend on trial.
    x: Vec<f64>,
    v: Vec<f64>,
}

/// Times backward Euler is asked to go on where it has not brought the energy down, and the part of the excess that may be
/// left for it to be asked again.
const REFINEMENTS: usize = 10;
const WORTHWHILE: f64 = 0.9;

/// Blends tried at most: every second one halves the interval, which ends below what could be of interest.
const MOST_BLENDS: usize = 60;

impl Stabilized {
    /// Stabilizes `start` to an energy within the part `epsilon` of what there should be (\[Dinev18\] eq. 24).
    pub fn new(start: Box<dyn Integrator>, epsilon: f64) -> Self {
        Self {
            start,
            epsilon,
            backward: BackwardEuler::default(),
            forward: ForwardEuler::default(),
            other: Candidate::default(),
            x: Vec::new(),
            v: Vec::new(),
        }
    }

    /// e(α), eq. 23: how much more energy than due the blend has.
    fn error(&mut self, alpha: f64, next: &Candidate, solver: &mut dyn StageSolver) -> f64 {
        let mix = |a: f64, b: f64| a + alpha * (b - a);
        refill(&mut self.x, &next.x, &self.other.x, mix);
        refill(&mut self.v, &next.v, &self.other.v, mix);
        excess(&self.x, &self.v, next.traffic.toward(self.other.traffic, alpha), solver)
    }

    /// e(1): that of the other step, exactly there, so that the ledger need not evaluate it again.
    fn end(&self, solver: &mut dyn StageSolver) -> f64 {
        excess(&self.other.x, &self.other.v, self.other.traffic, solver)
    }

    /// The blend between `next` and the other step, whose errors are `from` and `end`, that meets the budget up to
    /// `tolerance`, by a guarded bisection; 1 if there is none.
    fn search(
        &mut self,
        [from, end]: [f64; 2],
        tolerance: f64,
        next: &Candidate,
        solver: &mut dyn StageSolver,
    ) -> f64 {
        if end.abs() <= tolerance || end * from > 0.0 {
            return 1.0;
        }
        let mut bracket = Bracket::new(from, end);
        for _ in 0..MOST_BLENDS {
            let alpha = bracket.guess();
            let error = self.error(alpha, next, solver);
            if error.abs() <= tolerance {
                return alpha;
            }
            bracket.cut(alpha, error);
        }
        // The end with less energy.
        let [low, high] = bracket.ends();
        if from > 0.0 { high } else { low }
    }

    /// Replaces `next` by the blend, or by the `sure` one of both steps (0 is `next`, 1 the other) where a wall stands between it
    /// and the blend. Returns what became of α.
    fn blend(&mut self, alpha: f64, sure: f64, next: &mut Candidate, solver: &mut dyn StageSolver) -> f64 {
        let mut alpha = alpha;
        if alpha != sure {
            refill(&mut self.x, &next.x, &self.other.x, |a, b| a + alpha * (b - a));
            let from = if sure == 0.0 { &next.x } else { &self.other.x };
            if !solver.is_free(from, &self.x) {
                alpha = sure;
            }
        }
        if alpha == 1.0 {
            // Not by arithmetic: the start may not even be finite.
            std::mem::swap(&mut next.x, &mut self.other.x);
            std::mem::swap(&mut next.v, &mut self.other.v);
            next.traffic = self.other.traffic;
            std::mem::swap(&mut next.impulses, &mut self.other.impulses);
            return alpha;
        }
        let mix = |a: &mut Vec<f64>, b: &[f64]| a.iter_mut().zip(b).for_each(|(a, b)| *a += alpha * (b - *a));
        mix(&mut next.x, &self.other.x);
        mix(&mut next.v, &self.other.v);
        next.traffic = next.traffic.toward(self.other.traffic, alpha);
        next.impulses.toward(&self.other.impulses, alpha);
        alpha
    }
}

/// The energy of a state above what is due; infinite for a state that has none.
fn excess(x: &[f64], v: &[f64], traffic: Traffic, solver: &mut dyn StageSolver) -> f64 {
    let excess = solver.energy(x, v) - (solver.budget() + traffic.added - traffic.dissipated);
    if excess.is_nan() { f64::INFINITY } else { excess }
}

impl Integrator for Stabilized {
    fn name(&self) -> &'static str {
        "stabilized"
    }

    /// The blend is as accurate as its start only while it blends little; close to the solution it does not at all.
    fn order(&self) -> usize {
        self.start.order()
    }

    fn looks_back(&self) -> bool {
        self.start.looks_back()
    }

    fn keeps_past(&self) -> bool {
        self.start.keeps_past()
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        self.backward.prepare(past, h, solver);
        let solved = self.start.step(past, h, solver, next);
        next.alpha = Some(0.0);
        let clock = Stopwatch::start();
        let error = excess(&next.x, &next.v, next.traffic, solver);
        let tolerance = self.epsilon * (solver.scale() + next.traffic.size());
        next.blending = clock.elapsed();
        if solved.met && error.abs() <= tolerance {
            return solved;
        }
        let too_low = error < 0.0;
        if solved.met && too_low {
            self.forward.step(past, h, solver, &mut self.other);
            let clock = Stopwatch::start();
            let end = self.end(solver);
            // A full step of forward Euler that still loses energy would not help.
            let lost = end < -tolerance;
            let alpha = if lost { 0.0 } else { self.search([error, end], tolerance, next, solver) };
            let alpha = self.blend(alpha, 0.0, next, solver);
            next.blending += clock.elapsed();
            next.alpha = Some(0.0 - alpha);
            return solved;
        }
        // The start is a good guess, [Dinev18] §4.2, unless it went astray.
        let usable = solved.met && error.is_finite();
        self.other.x.clone_from(&next.x);
        let mut backward = match usable {
            true => self.backward.refine(past, h, solver, &mut self.other),
            false => self.backward.step(past, h, solver, &mut self.other),
        };
        let mut alpha = 1.0;
        let mut clock = Stopwatch::start();
        if usable {
            let mut end = self.end(solver);
            // A method with a fixed number of iterations may not have taken enough energy out yet.
            for _ in 1..REFINEMENTS {
                if end <= tolerance {
                    break;
                }
                next.blending += clock.elapsed();
                backward = self.backward.refine(past, h, solver, &mut self.other);
                clock = Stopwatch::start();
                let before = std::mem::replace(&mut end, self.end(solver));
                if end > WORTHWHILE * before {
                    break;
                }
            }
            alpha = self.search([error, end], tolerance, next, solver);
        }
        let alpha = self.blend(alpha, 1.0, next, solver);
        next.blending += clock.elapsed();
        next.alpha = Some(alpha);
        if alpha < 1.0 { solved.and(backward) } else { backward }
    }
}
