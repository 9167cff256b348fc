//! Explicit schemes: no minimization, and no stability beyond a step that the stiffest element dictates.

use super::acceleration;
use super::stage::refill;
use super::{Candidate, History, Integrator, Moment, Solved, StageSolver, Traffic};

/// v + hM⁻¹f for the coordinates of all nodes.
fn kicked(v: &[f64], h: f64, force: &[f64], mass: &[f64], out: &mut Vec<f64>) {
    out.clear();
    out.extend(v.iter().zip(force).enumerate().map(|(i, (v, f))| v + acceleration(h * f, mass[i / 3])));
}

/// x + hv.
fn moved(x: &[f64], h: f64, v: &[f64], out: &mut Vec<f64>) {
    out.clear();
    out.extend(x.iter().zip(v).map(|(x, v)| x + h * v));
}

/// One kick by the forces at the start and one move, by the velocities before the kick or after it.
fn euler(
    [force, way]: &mut [Vec<f64>; 2],
    past: &History,
    h: f64,
    solver: &mut dyn StageSolver,
    next: &mut Candidate,
    after: bool,
) -> Solved {
    solver.lag(&past.x);
    solver.moment(Moment::Start, &past.x, &past.v);
    force.resize(past.x.len(), 0.0);
    solver.forces(&past.x, &past.v, force);
    next.impulses.clear();
    solver.push(h, [&past.x; 2], &past.v, &mut next.impulses);
    kicked(&past.v, h, force, solver.mass(), &mut next.v);
    moved(&past.x, h, if after { &next.v } else { &past.v }, &mut next.x);
    solver.place(past.t + h, &mut next.x);
    solver.lead(past, h, next);
    refill(way, &next.x, &past.x, |x, old| x - old);
    next.traffic = solver.lift(past, next).plus(solver.work([&past.x; 2], &past.v, way));
    Solved::EXACTLY
}

/// x′ = x + hv and v′ = v + hM⁻¹f(x), \[Dinev18\] eqs. 1 and 2: gains energy wherever the potential is convex.
#[derive(Debug, Default)]
pub struct ForwardEuler {
    /// Forces at the start, and the way of the step.
    room: [Vec<f64>; 2],
}

impl Integrator for ForwardEuler {
    fn name(&self) -> &'static str {
        "forward-euler"
    }

    fn order(&self) -> usize {
        1
    }

    fn explicit(&self) -> bool {
        true
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        euler(&mut self.room, past, h, solver, next, false)
    }
}

/// v′ = v + hM⁻¹f(x) and x′ = x + hv′: symplectic, keeps momenta, good while the step is short.
#[derive(Debug, Default)]
pub struct SymplecticEuler {
    room: [Vec<f64>; 2],
}

impl Integrator for SymplecticEuler {
    fn name(&self) -> &'static str {
        "symplectic-euler"
    }

    fn order(&self) -> usize {
        1
    }

    fn explicit(&self) -> bool {
        true
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        euler(&mut self.room, past, h, solver, next, true)
    }
}

/// The classical Runge–Kutta method of fourth order.
#[derive(Debug, Default)]
pub struct Rk4 {
    /// Positions, velocities and forces of the four stages.
    x: [Vec<f64>; 4],
    v: [Vec<f64>; 4],
    force: [Vec<f64>; 4],
    way: Vec<f64>,
}

/// Where in the step each stage is, and its weight.
const REACH: [f64; 4] = [0.0, 0.5, 0.5, 1.0];
const MOMENT: [Moment; 4] = [Moment::Start, Moment::Middle, Moment::Middle, Moment::End];
const WEIGHT: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

impl Integrator for Rk4 {
    fn name(&self) -> &'static str {
        "rk4"
    }

    fn order(&self) -> usize {
        4
    }

    fn explicit(&self) -> bool {
        true
    }

    fn step(&mut self, past: &History, h: f64, solver: &mut dyn StageSolver, next: &mut Candidate) -> Solved {
        let n = past.x.len();
        next.traffic = Traffic::default();
        next.impulses.clear();
        for stage in 0..4 {
            let reach = REACH[stage] * h;
            let (mut x, mut v) = (std::mem::take(&mut self.x[stage]), std::mem::take(&mut self.v[stage]));
            if stage == 0 {
                x.clone_from(&past.x);
                v.clone_from(&past.v);
            } else {
                moved(&past.x, reach, &self.v[stage - 1], &mut x);
                kicked(&past.v, reach, &self.force[stage - 1], solver.mass(), &mut v);
                solver.place(past.t + reach, &mut x);
            }
            // What is held does not heed forces.
            solver.pace(past.t, h, MOMENT[stage], &mut v);
            solver.lag(&x);
            solver.moment(MOMENT[stage], &x, &v);
            self.force[stage].resize(n, 0.0);
            solver.forces(&x, &v, &mut self.force[stage]);
            solver.push(WEIGHT[stage] * h, [&x; 2], &v, &mut next.impulses);
            // Work is integrated as the state is: its rate is force times velocity.
            refill(&mut self.way, &v, &v, |v, _| h * v);
            let part = solver.work([&x; 2], &v, &self.way);
            next.traffic.added += WEIGHT[stage] * part.added;
            next.traffic.dissipated += WEIGHT[stage] * part.dissipated;
            (self.x[stage], self.v[stage]) = (x, v);
        }
        let mean =
            |stages: &[Vec<f64>; 4], i: usize| -> f64 { (0..4).map(|s| WEIGHT[s] * stages[s][i]).sum() };
        next.x.clear();
        next.x.extend((0..n).map(|i| past.x[i] + h * mean(&self.v, i)));
        next.v.clear();
        let mass = solver.mass();
        next.v.extend((0..n).map(|i| past.v[i] + acceleration(h * mean(&self.force, i), mass[i / 3])));
        solver.place(past.t + h, &mut next.x);
        solver.lead(past, h, next);
        next.traffic = next.traffic.plus(solver.lift(past, next));
        Solved::EXACTLY
    }
}
