//! The backward differentiation formula of two steps: second order, stable at any step, dissipative.

use super::middle::Middle;
use super::stage::refill;
use super::{
    BackwardEuler, Candidate, Earlier, History, Integrator, Moment, Solved, Stage, StageSolver, Start,
};

/// x′ = a x − b x₋₁ + βh v′ and likewise for v′: the minimizer of ½‖x′ − x̂‖²_M/(βh)² + Φ(x′) with
/// x̂ = a x − b x₋₁ + βh(a v − b v₋₁). For steps of one length a = 4/3, b = 1/3, β = 2/3; with ω the ratio of the step to
/// the one before it, a = (1+ω)²/(1+2ω), b = ω²/(1+2ω), β = (1+ω)/(1+2ω) (\[Hairer93\] §III.5). The first step is one of
/// backward Euler, whose error, made once, is of second order.
#[derive(Debug, Default)]
pub struct Bdf2 {
    start: BackwardEuler,
    stage: Stage,
    mean: Vec<f64>,
    middle: Middle,
}

/// Longest ratio of a step to the one before it for which the formula is stable.
const MOST: f64 = 2.4;

impl Integrator for Bdf2 {
    fn name(&self) -> &'static str {
        "bdf2"
    }

    fn order(&self) -> usize {
        2
    }

    fn looks_back(&self) -> bool {
        true
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        let Some(Earlier { h: last, x: xs, v: vs }) = &past.earlier else {
            return self.start.step(past, h, solver, next);
        };
        let ratio = h / last;
        if ratio > MOST {
            return self.start.step(past, h, solver, next);
        }
        let scale = 1.0 / (1.0 + 2.0 * ratio);
        let (a, b) = ((1.0 + ratio) * (1.0 + ratio) * scale, ratio * ratio * scale);
        let reach = (1.0 + ratio) * scale * h;

        // Forces are those of the end: what is lagged is taken where it should be.
        solver.lag(self.middle.ahead(past, &past.v, h));
        solver.moment(Moment::End, &self.middle.x, &past.v);
        let stage = &mut self.stage;
        stage.kappa = 1.0 / (reach * reach);
        stage.theta = 1.0;
        stage.rate = 1.0 / reach;
        stage.h = h;
        stage.end = past.t + h;
        refill(&mut self.mean, &past.x, xs, |x, earlier| a * x - b * earlier);
        refill(&mut stage.target, &past.v, vs, |v, earlier| reach * (a * v - b * earlier));
        stage.target.iter_mut().zip(&self.mean).for_each(|(target, mean)| *target += mean);
        refill(&mut stage.offset, &self.mean, &self.mean, |mean, _| -mean / reach);

        next.x.resize(past.x.len(), 0.0);
        let solved = solver.solve(stage, Start::Guess, &mut next.x);
        refill(&mut next.v, &next.x, &self.mean, |x, mean| (x - mean) / reach);
        // v' − v = b(v − v₋₁) + M⁻¹ βh f, for a = 1 + b.
        next.impulses.copy_from(&past.impulses);
        next.impulses.scale(b);
        solver.push(reach, [&next.x; 2], &next.v, &mut next.impulses);
        solver.lead(past, h, next);
        // Work by the midpoint rule: with the forces of the end alone it would be of first order.
        self.middle.pass(past, &next.x, h);
        solver.lag(&self.middle.x);
        solver.moment(Moment::Middle, &self.middle.x, &self.middle.v);
        next.traffic = self.middle.traffic(past, next, solver);
        solved
    }
}
