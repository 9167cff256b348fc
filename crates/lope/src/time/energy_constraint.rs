//! Exact energy by a Lagrange multiplier.

use super::{Candidate, History, Integrator, Solved, StageSolver, Start, Trapezoid};

/// The trapezoidal rule subject to the energy having its due value, \[Hughes78\].
///
/// With the multiplier λ the step is a stationary point of Ψ(x) + λ(H(x) − H*), where Ψ = ½κ‖x − x̂‖²_M + Φ(x),
/// κ = 4/h², is the trapezoidal stage and H(x) = ½‖v(x)‖²_M + Φ(x) = ½κ‖x − c‖²_M + Φ(x) with c = xₙ + (h/2)vₙ has the same
/// curvature. So the sum is 1 + λ times a trapezoidal stage whose target has moved, x̂ + μ(c − x̂) with μ = λ/(1 + λ), and
/// the step is a search for μ. Each trial starts from the solution of the one before. Momenta are not kept: the
/// multiplier scales the motion of the whole like all other motion. Where scripts put in more than any such step can
/// have (or less), the step that comes nearest is taken, and what is missing is made up for in later steps.
#[derive(Debug, Default)]
pub struct EnergyConstraint {
    rule: Trapezoid,
    target: Vec<f64>,
    best: Candidate,
}

/// Stages solved at most in one step.
const TRIALS: usize = 40;
/// Error of the energy that ends the search, as a part of the scale.
const TIGHT: f64 = 1e-12;
/// First move of the target.
const FIRST: f64 = 1e-2;
/// Furthest that a move may go: towards the least energy the target is reached at 1.
const FURTHEST: f64 = 0.999;

impl Integrator for EnergyConstraint {
    fn name(&self) -> &'static str {
        "energy-constraint"
    }

    fn order(&self) -> usize {
        2
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        let present = solver.scale();
        self.rule.prepare(past, h, solver);
        self.target.clone_from(&self.rule.stage_mut().target);
        let mut error = |rule: &mut Trapezoid, mu: f64, start, next: &mut Candidate| {
            let stage = rule.stage_mut();
            for (i, target) in stage.target.iter_mut().enumerate() {
                let center = past.x[i] + 0.5 * h * past.v[i];
                *target = self.target[i] + mu * (center - self.target[i]);
            }
            let solved = rule.solve(past, h, solver, start, next);
            let due = solver.budget() + next.traffic.added - next.traffic.dissipated;
            (solver.energy(&next.x, &next.v) - due, solved)
        };

        let (first, mut solved) = error(&mut self.rule, 0.0, Start::Guess, next);
        let mut best = first;
        let scale = present + next.traffic.size();
        self.best.clone_from(next);
        // Too much energy: the target moves towards the least energy, and the other way round.
        let mut last = (0.0, first);
        let mut trial = FIRST.copysign(first);
        let mut bracket: Option<((f64, f64), (f64, f64))> = None;
        for _ in 1..TRIALS {
            if best.abs() <= TIGHT * scale || !best.is_finite() {
                break;
            }
            let (value, good) = error(&mut self.rule, trial, Start::Here, next);
            if value.abs() < best.abs() {
                best = value;
                solved = good;
                self.best.clone_from(next);
            }
            let now = (trial, value);
            bracket = match bracket {
                None if value * last.1 < 0.0 => Some((last, now)),
                None => None,
                Some((a, b)) => Some(narrow(a, b, now)),
            };
            let proposal = match bracket {
                Some((a, b)) => between(a, b),
                // Not yet bracketed: along the secant, at most ten times as far.
                None => {
                    let slope = (value - last.1) / (trial - last.0);
                    let secant = trial - value / slope;
                    let ahead = if (secant - trial) * trial > 0.0 { secant } else { 10.0 * trial };
                    let far = 10.0 * trial.abs();
                    ahead.clamp(-far, far.min(FURTHEST))
                }
            };
            if proposal == trial || !proposal.is_finite() {
                break;
            }
            last = now;
            trial = proposal;
        }
        next.clone_from(&self.best);
        // The multiplier is a force that nobody exerts.
        next.impulses.unknown = true;
        solved
    }
}

type Point = (f64, f64);

/// The half of the bracket that still holds the root, its kept end first with its value halved (the Illinois rule), so
/// that no end stays for good.
fn narrow(a: Point, b: Point, now: Point) -> (Point, Point) {
    if now.1 * b.1 < 0.0 { (b, now) } else { ((a.0, 0.5 * a.1), now) }
}

/// Where the line through both ends is zero, kept off them.
fn between(a: Point, b: Point) -> f64 {
    let root = b.0 - b.1 * (b.0 - a.0) / (b.1 - a.1);
    let (low, high) = (a.0.min(b.0), a.0.max(b.0));
    root.clamp(low, high)
}
