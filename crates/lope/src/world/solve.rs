//! Solving a stage: where to start, and what the solution did at the pins.

use super::approach::Carry;
use super::telling::Telling;
use super::valued::Valued;
use super::{Contacts, Pin, Trend};
use crate::after::{NonrigidDamping, StepEnd};
use crate::assemble::{Arguments, Assembler, Held, StageObjective};
use crate::energy::{Account, Acts, At, CHUNK, Confinement, Energy, Reached, Slots, Want};
use crate::math::Filter;
use crate::minimize::{Minimizer, Objective, Outcome, Report, Summed, Watch};
use crate::sparse::vector::dot;
use crate::time::{
    Books, Candidate, Flight, History, Impulses, Moment, Scripts, Solved, Stage, StageSolver, Start, Traffic,
    acceleration,
};

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

/// Vectors kept from one step to the next.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) valued: Valued,
    other: Vec<f64>,
    force: Vec<f64>,
    guesses: [Vec<f64>; 3],
    /// The last point to which a free way led from where the step began.
    pub(super) reached: Vec<f64>,
    /// Smallest det F and inverted elements of parts of a body.
    pub(super) deformation: Vec<(f64, usize)>,
    /// What pins need on their way.
    pub(super) carry: Carry,
    /// Takes from all nodes what is not a rigid motion.
    settling: Option<NonrigidDamping>,
}

impl Scratch {
    /// A free way has led here.
    pub(super) fn reach(&mut self, x: &[f64]) {
        self.reached.clear();
        self.reached.extend_from_slice(x);
    }

    /// A copy of velocities.
    pub(super) fn velocities(&mut self, v: &[f64]) -> &[f64] {
        self.other.clear();
        self.other.extend_from_slice(v);
        &self.other
    }
}

/// Answers an integrator's questions.
pub(super) struct Solver<'a> {
    pub(super) assembler: &'a mut Assembler,
    pub(super) acts: &'a mut Acts,
    pub(super) contacts: &'a mut Contacts,
    pub(super) mass: &'a [f64],
    pub(super) held: &'a [Held],
    pub(super) pins: &'a [Pin],
    pub(super) flights: &'a [Flight],
    pub(super) past: &'a History,
    pub(super) trend: &'a Trend,
    pub(super) guess: Guess,
    pub(super) minimizer: &'a mut dyn Minimizer,
    pub(super) watch: &'a mut Watch<'a>,
    pub(super) scratch: &'a mut Scratch,
    pub(super) telling: &'a mut Telling,
    pub(super) report: Report,
    /// End of the step, s.
    pub(super) end: f64,
    /// The time at which forces are taken, s.
    pub(super) now: f64,
    pub(super) budget: f64,
    pub(super) scale: f64,
}

impl StageSolver for Solver<'_> {
    fn solve(&mut self, stage: &Stage, start: Start, x: &mut [f64]) -> Solved {
        self.acts.since(stage.mean.then_some(&self.past.x[..]));
        let before = self.report.evaluations;
        let mut report = Report { outcome: Outcome::NotFinite, ..Report::default() };
        if start == Start::Here {
            self.place_pins(stage.end, x);
            if self.is_free(stage, x) {
                report = self.minimize(stage, x);
            }
        }
        // Not told where to start, or outside the domain there.
        if report.outcome == Outcome::NotFinite {
            let ready = self.start(stage, x);
            report = if ready { self.minimize(stage, x) } else { self.approach(stage, x) };
        }
        report.evaluations += self.report.evaluations - before;
        self.report.evaluations = before;
        self.report.absorb(&report);
        Solved { met: report.outcome == Outcome::Converged, residual: report.residual }
    }

    fn prepare(&mut self, stage: &Stage) {
        let mut f = objective(self.assembler, self.acts, self.contacts, stage, self.mass, self.held);
        self.minimizer.prepare(&mut f);
    }

    fn mass(&self) -> &[f64] {
        self.mass
    }

    fn flights(&self) -> &[Flight] {
        self.flights
    }

    fn forces(&mut self, x: &[f64], v: &[f64], out: &mut [f64]) {
        self.report.evaluations += 1;
        self.acts.since(None);
        self.assembler.forces(self.acts, Arguments { stage: x, end: x, velocity: v }, |_| true, out);
        out.iter_mut().for_each(|force| *force = -*force);
    }

    fn lag(&mut self, x: &[f64]) {
        for energy in self.acts.iter_mut() {
            if !energy.lag(x) {
                energy.lag(&self.past.x);
            }
        }
    }

    fn moment(&mut self, moment: Moment, x: &[f64], v: &[f64]) {
        let past = self.past.t;
        let t = match moment {
            Moment::Start => past,
            Moment::Middle => 0.5 * (past + self.end),
            Moment::End => self.end,
        };
        self.now = t;
        self.acts.clock(t);
        self.acts.take(x, v);
    }

    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.assembler.free(self.acts, from, to)
    }

    fn settled(&mut self, x: &[f64], v: &[f64], out: &mut [f64]) {
        // Obstacles hold nothing that has a mass.
        let heavy = |pin: &Pin| pin.nodes.iter().any(|node| self.mass[*node as usize] > 0.0);
        if self.pins.iter().any(|pin| heavy(pin) && pin.holds_at(self.end)) {
            out.fill(0.0);
            self.each_held(|i| out[i] = v[i]);
            return;
        }
        out.copy_from_slice(v);
        let nodes = 0..self.mass.len();
        let all = self.scratch.settling.get_or_insert_with(|| NonrigidDamping::new(nodes, 1.0));
        all.impulse(&StepEnd { x, h: 0.0, mass: self.mass }, out);
        self.each_held(|i| out[i] = v[i]);
    }
}

impl Scripts for Solver<'_> {
    fn place(&self, t: f64, x: &mut [f64]) {
        // What no script leads stays where it is.
        self.each_held(|i| x[i] = self.past.x[i]);
        self.place_pins(t, x);
    }

    fn lead(&self, past: &History, h: f64, next: &mut Candidate) {
        let Candidate { x, v, momentum, .. } = next;
        self.each_held(|i| {
            v[i] = (x[i] - past.x[i]) / h;
            if let Some(momentum) = momentum.get_mut(i) {
                *momentum = v[i];
            }
        });
    }

    /// By the derivative of the parabola of fourth degree through five places of the step: it needs no more of a script
    /// than its places, and none beyond the step, where it may begin or end.
    fn pace(&self, t: f64, h: f64, moment: Moment, v: &mut [f64]) {
        let weights = match moment {
            Moment::Start => [-25.0, 48.0, -36.0, 16.0, -3.0],
            Moment::Middle => [1.0, -8.0, 0.0, 8.0, -1.0],
            Moment::End => [3.0, -16.0, 36.0, -48.0, 25.0],
        };
        self.each_held(|i| v[i] = 0.0);
        for pin in self.pins.iter().filter(|pin| pin.holds_at(self.end)) {
            for (&node, &start) in pin.nodes.iter().zip(&pin.start) {
                let places = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| pin.motion.position(t + part * h, start));
                for axis in (0..3).filter(|&axis| pin.axes[axis]) {
                    let sum: f64 =
                        weights.iter().zip(places).map(|(weight, place)| weight * place[axis]).sum();
                    v[3 * node as usize + axis] = sum / (3.0 * h);
                }
            }
        }
    }
}

impl Books for Solver<'_> {
    fn energy(&mut self, x: &[f64], v: &[f64]) -> f64 {
        self.report.evaluations += 1;
        let Self { assembler, acts, scratch, .. } = self;
        acts.since(None);
        acts.clock(self.end);
        let stored = scratch.valued.stored(assembler, acts, x);
        acts.clock(self.now);
        stored + kinetic(self.mass, v)
    }

    fn budget(&self) -> f64 {
        self.budget
    }

    fn scale(&self) -> f64 {
        self.scale
    }

    /// A pin works against all forces where it holds; what is not tracked and moves, with its push; loads that are driven, with their
    /// forces. With that, with what
    /// damping takes along the way, and with [`Solver::lift`], the energy balance of a step has no other error than that
    /// of the scheme.
    fn work(&mut self, [point, end]: [&[f64]; 2], velocity: &[f64], way: &[f64]) -> Traffic {
        let mut traffic = Traffic::default();
        let h = self.end - self.past.t;
        let carriers = self.acts.iter().filter_map(|energy| energy.abilities().carrier);
        traffic.added += carriers.map(|carrier| carrier.carried(point, h)).sum::<f64>();
        let mut moved = false;
        self.each_held(|i| moved |= way[i] != 0.0);
        let is_driven = |e: &dyn Energy| e.abilities().is_driven;
        let damps = |e: &dyn Energy| e.at() == At::Velocity && !is_driven(e);
        let dissipates = !velocity.is_empty() && self.acts.iter().any(damps);
        let mut force = std::mem::take(&mut self.scratch.force);
        force.resize(way.len(), 0.0);
        let at = Arguments { stage: point, end, velocity };
        if moved {
            self.assembler.forces(self.acts, at, |_| true, &mut force);
            self.each_held(|i| traffic.added += force[i] * way[i]);
        }
        if dissipates {
            self.assembler.forces(self.acts, at, damps, &mut force);
            traffic.dissipated += dot(&force, way);
        }
        if self.acts.iter().any(is_driven) {
            self.assembler.forces(self.acts, at, is_driven, &mut force);
            traffic.added -= dot(&force, way);
        }
        self.scratch.force = force;
        traffic
    }

    fn lift(&mut self, past: &History, next: &Candidate) -> Traffic {
        let (mut traffic, mass, h) = (Traffic::default(), self.mass, self.end - past.t);
        self.each_held(|i| {
            traffic.added += 0.5 * mass[i / 3] * (next.v[i] * next.v[i] - past.v[i] * past.v[i]);
        });
        traffic.added += self.contacts.constraints.as_ref().map_or(0.0, |all| all.carried(&next.x, h));
        // The work of a load that is driven is booked, and its potential has gone with it.
        self.acts.clock(self.end);
        traffic.added += driven(self.acts, &next.x) - driven(self.acts, &past.x);
        self.acts.clock(self.now);
        traffic
    }

    fn push(&mut self, lasting: f64, [stage, end]: [&[f64]; 2], velocity: &[f64], impulses: &mut Impulses) {
        if self.telling.is_asked() {
            let at = Arguments { stage, end, velocity };
            let who = (&mut *self.assembler, &mut *self.acts, &*self.contacts);
            self.telling.measure(who, (self.pins, self.end), (lasting, at), impulses);
        }
    }
}

/// The potential of loads that change with time, J.
fn driven(acts: &mut Acts, x: &[f64]) -> f64 {
    let is_driven = |one: &dyn Energy| one.account() == Account::Load && one.abilities().is_driven;
    acts.interactions.iter_mut().filter(|one| is_driven(one.as_ref())).for_each(|one| one.collect(x));
    let value = |one: &dyn Energy| {
        let count = one.stencils().len();
        let chunks = (0..count).step_by(CHUNK).map(|start| start..(start + CHUNK).min(count));
        let none = || Slots { gradient: &mut [], hessian: &mut [] };
        chunks.map(|elements| one.eval(x, elements, Want::Value, Filter::Raw, none())).sum::<f64>()
    };
    acts.iter().filter(|one| is_driven(*one)).map(value).sum()
}

/// ½ Σ m|v|², J.
pub(super) fn kinetic(mass: &[f64], v: &[f64]) -> f64 {
    let of = |(m, v): (&f64, &[f64])| 0.5 * m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    mass.iter().zip(v.chunks_exact(3)).map(of).sum()
}

impl Solver<'_> {
    pub(super) fn minimize(&mut self, stage: &Stage, x: &mut [f64]) -> Report {
        let mut all = Report::default();
        for taken in 0.. {
            let mut f = objective(self.assembler, self.acts, self.contacts, stage, self.mass, self.held);
            let report = self.minimizer.minimize(&mut f, x, self.watch);
            self.scratch.reach(x);
            let (outcome, residual) = (report.outcome, report.residual);
            all.absorb(&report);
            (all.outcome, all.residual) = (outcome, residual);
            // With what lags taken here, the minimum may be elsewhere.
            if outcome != Outcome::Converged || !self.relag(stage, x, taken) {
                break;
            }
        }
        self.settle(stage, x);
        all
    }

    /// Takes what lags anew at a minimum; whether that makes it another one.
    fn relag(&mut self, stage: &Stage, x: &[f64], taken: usize) -> bool {
        if !self.acts.lags() {
            return false;
        }
        let mut point = std::mem::take(&mut self.scratch.other);
        let mut velocity = std::mem::take(&mut self.scratch.force);
        point.resize(x.len(), 0.0);
        stage.force_point(x, &mut point);
        velocity.resize(if stage.rate != 0.0 { x.len() } else { 0 }, 0.0);
        if stage.rate != 0.0 {
            stage.velocity(x, &mut velocity);
        }
        let changed = self.acts.relag(Reached { point: &point, end: x, velocity: &velocity }, taken);
        (self.scratch.other, self.scratch.force) = (point, velocity);
        changed
    }

    /// The value where a minimization may start, infinite where it may not: behind a wall it could be the lowest of all.
    fn value(&mut self, stage: &Stage, x: &[f64]) -> f64 {
        if self.is_free(stage, x) { self.unchecked(stage, x, f64::INFINITY) } else { f64::INFINITY }
    }

    /// The value anywhere. Beyond the ceiling it only says that it is higher.
    fn unchecked(&mut self, stage: &Stage, x: &[f64], ceiling: f64) -> f64 {
        self.report.evaluations += 1;
        let mut f = objective(self.assembler, self.acts, self.contacts, stage, self.mass, self.held);
        f.set_ceiling(ceiling);
        f.value(x)
    }

    /// Whether no wall stands between where the step has got to and a point.
    fn is_free(&mut self, stage: &Stage, x: &[f64]) -> bool {
        objective(self.assembler, self.acts, self.contacts, stage, self.mass, self.held)
            .free(&self.scratch.reached, x)
    }

    /// Finds the pushes of constraints at the minimum: what everything else pulls against them, Δt f_col of \[Gast15\] §5.1
    /// without Δt, because the objective is in joules.
    fn settle(&mut self, stage: &Stage, x: &[f64]) {
        if !self.contacts.constraints.as_ref().is_some_and(|constraints| constraints.touches(x)) {
            return;
        }
        let mut force = std::mem::take(&mut self.scratch.force);
        force.resize(x.len(), 0.0);
        objective(self.assembler, self.acts, self.contacts, stage, self.mass, self.held)
            .reaction(x, &mut force);
        if stage.half_push {
            force.iter_mut().for_each(|force| *force *= 0.5);
        }
        if let Some(constraints) = &mut self.contacts.constraints {
            constraints.settle(x, &force, self.held);
        }
        self.contacts.lasting = stage.lasts() * if stage.half_push { 2.0 } else { 1.0 };
        self.scratch.force = force;
    }

    /// Puts what is led where it should be, and everything else out of obstacles.
    fn place_guess(&mut self, stage: &Stage, x: &mut [f64]) {
        self.place_pins(stage.end, x);
        self.contacts.confine(x, self.held);
    }

    /// Puts a starting point into `x`; false if every candidate lies outside the domain.
    fn start(&mut self, stage: &Stage, x: &mut [f64]) -> bool {
        x.copy_from_slice(&stage.target);
        self.place_guess(stage, x);
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
        self.assembler.forces(self.acts, now, |e| e.at() != At::Velocity, &mut force);
        self.report.evaluations += 1;
        for (i, other) in other.iter_mut().enumerate() {
            *other = stage.target[i] - acceleration(force[i], self.mass[i / 3] * stage.kappa);
        }
        self.place_guess(stage, &mut other);
        let mut guesses = std::mem::take(&mut self.scratch.guesses);
        for (guess, at) in guesses.iter_mut().zip([&*x, &other]) {
            guess.clear();
            guess.extend_from_slice(at);
        }
        guesses[2].clear();
        if self.trend.extrapolate(&self.past.x, stage.h, &mut other) {
            self.place_guess(stage, &mut other);
            guesses[2].extend_from_slice(&other);
        }
        // The lowest of those that no wall is before: to look for walls takes longest, so the lowest is asked about first.
        // The second goes where forces drive it, which may be far: what is met there need not be known if all else is higher already.
        let mut values = [f64::INFINITY; 3];
        for i in [0, 2, 1].into_iter().filter(|&i| !guesses[i].is_empty()) {
            let ceiling = values.into_iter().fold(f64::INFINITY, f64::min);
            values[i] = self.unchecked(stage, &guesses[i], ceiling);
        }
        let mut order = [0, 1, 2];
        order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let found = order.into_iter().find(|&i| values[i].is_finite() && self.is_free(stage, &guesses[i]));
        if let Some(found) = found {
            x.copy_from_slice(&guesses[found]);
        }
        self.scratch.guesses = guesses;
        self.scratch.other = other;
        self.scratch.force = force;
        found.is_some() || self.restart_at_past(stage, x)
    }

    /// Calls `act` with every coordinate that is held in this step.
    pub(super) fn each_held(&self, mut act: impl FnMut(usize)) {
        for (node, &held) in self.held.iter().enumerate().filter(|&(_, &held)| held != 0) {
            (0..3).filter(|axis| held >> axis & 1 == 1).for_each(|axis| act(3 * node + axis));
        }
    }

    /// The last state with the pins where they should be.
    fn restart_at_past(&mut self, stage: &Stage, x: &mut [f64]) -> bool {
        x.copy_from_slice(&self.past.x);
        self.place_guess(stage, x);
        self.value(stage, x).is_finite()
    }

    pub(super) fn place_pins(&self, t: f64, x: &mut [f64]) {
        for pin in self.pins.iter().filter(|p| p.holds_at(t)) {
            for (&node, &start) in pin.nodes.iter().zip(&pin.start) {
                let place = pin.motion.position(t, start);
                for axis in (0..3).filter(|&axis| pin.axes[axis]) {
                    x[3 * node as usize + axis] = place[axis];
                }
            }
        }
    }
}

/// The objective of a stage with everything that is met.
pub(super) fn objective<'a>(
    assembler: &'a mut Assembler,
    acts: &'a mut Acts,
    contacts: &'a mut Contacts,
    stage: &'a Stage,
    mass: &'a [f64],
    held: &'a [Held],
) -> StageObjective<'a> {
    let confinement = contacts.constraints.as_mut().map(|constraints| constraints as &mut dyn Confinement);
    StageObjective::new(assembler, acts, stage, mass, held).confined(confinement)
}
