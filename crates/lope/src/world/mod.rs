//! The world: nodes, what acts on them, and the line of data of one step.
//!
//! ```text
//! energies begin the step → pins → integrator: history → stage → minimizer ⟲ → books → commit → record
//! ```
//!
//! The world is the only writer of the state. A step makes a candidate; only a commit replaces the state.

mod account;
mod contacts;
mod grip;
mod query;
mod solve;
#[cfg(test)]
mod tests;
mod trend;
mod valued;

use std::time::Instant;

use crate::assemble::{Assembler, Held, Projection};
use crate::body::{Body, Pin};
use crate::energy::{Energy, Interaction, StepEnd};
use crate::minimize::{Iteration, Minimizer, Outcome, Report};
use crate::observe::{Books, Event, Ledger, Nobody, Observer, StepRecord};
use crate::time::{Candidate, History, Integrator, Traffic};
pub use contacts::Contacts;
pub use grip::{Grip, GripError};
pub use solve::Guess;
use solve::Solver;
pub use trend::Trend;

/// Iterations of a step there is room for from the start.
const TRACE: usize = 256;

/// What to do with a step that does not converge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// Leave the state as it was before the step and stop.
    Stop,
    /// Take the best point found and go on.
    Accept,
    /// Cut the step in two, again and again up to this many times.
    HalveStep {
        /// How often a step may be halved.
        max_halvings: usize,
    },
}

/// What a world is made of.
pub struct Parts {
    /// Bodies, in the order of their nodes.
    pub bodies: Vec<Body>,
    /// Mass of each node, kg.
    pub mass: Vec<f64>,
    /// State at the start.
    pub state: History,
    /// Coordinates held for good: z in the plane.
    pub held: Vec<Held>,
    /// Nodes led by scripts.
    pub pins: Vec<Pin>,
    /// Everything that acts.
    pub energies: Vec<Box<dyn Energy>>,
    /// What bodies meet beside that.
    pub contacts: Contacts,
    /// The scheme.
    pub integrator: Box<dyn Integrator>,
    /// The method.
    pub minimizer: Box<dyn Minimizer>,
    /// How element Hessians are projected, for methods that do.
    pub projection: Projection,
    /// Where a minimization starts.
    pub guess: Guess,
    /// What to do when it fails.
    pub on_failure: OnFailure,
}

/// Bodies in motion.
pub struct World {
    parts: Parts,
    assembler: Assembler,
    step: u64,
    books: Books,
    /// What the step under way adds to the books, and what impacts took in it.
    traffic: Traffic,
    impact: f64,
    /// What is wrong with the scene, found in this step.
    mistake: Option<String>,
    /// Energies of the accepted state, and the potential of the weight at the start.
    present: Ledger,
    height: f64,
    held: Vec<Held>,
    candidate: Candidate,
    /// Velocities at the start of the step under way as a scheme of two steps should remember them: changed by what was
    /// done to those at its end, or the scheme would take a jump for an acceleration and go on with it. Else empty.
    remembered: Vec<f64>,
    trend: Trend,
    scratch: solve::Scratch,
    trace: Vec<Iteration>,
    /// Parts of equal length that a step is made of.
    substeps: u32,
    /// The state a step of several parts started from.
    undo: History,
}

impl World {
    /// A world at its start.
    pub fn new(parts: Parts) -> Self {
        let mut assembler = Assembler::new(parts.mass.len(), &parts.energies);
        assembler.set_projection(parts.projection);
        let held = parts.held.clone();
        let mut world = Self {
            parts,
            assembler,
            step: 0,
            books: Books::default(),
            traffic: Traffic::default(),
            impact: 0.0,
            mistake: None,
            present: Ledger::default(),
            height: 0.0,
            held,
            candidate: Candidate::default(),
            remembered: Vec::new(),
            trend: Trend::default(),
            scratch: solve::Scratch::default(),
            trace: Vec::with_capacity(TRACE),
            substeps: 1,
            undo: History::default(),
        };
        // Scripts stand where they are at the start before the first energy is booked.
        let Parts { energies, contacts, state, .. } = &mut world.parts;
        energies.iter_mut().for_each(|e| e.begin_step(&state.x, state.t));
        contacts.begin_step(&state.x, state.t);
        world.present = world.audit();
        world.books.initial = world.present.tracked();
        world.present.books = world.books;
        world.height = world.present.gravity;
        world
    }

    /// The same before its first step, with something more that acts: an energy of your own.
    pub fn with_energy(mut self, energy: Box<dyn Energy>) -> Self {
        let substeps = self.substeps;
        self.parts.energies.push(energy);
        Self::new(self.parts).with_substeps(substeps)
    }

    /// The same before its first step, with an interaction of your own.
    pub fn with_interaction(mut self, interaction: Box<dyn Interaction>) -> Self {
        let substeps = self.substeps;
        self.parts.contacts.interactions.push(interaction);
        Self::new(self.parts).with_substeps(substeps)
    }

    /// The same, with every step made of so many parts of equal length, one after the other.
    pub fn with_substeps(mut self, substeps: u32) -> Self {
        self.substeps = substeps.max(1);
        self
    }

    /// The same with another method, made of the present one: to watch what a minimizer is given and what it leaves.
    pub fn with_minimizer(mut self, wrap: impl FnOnce(Box<dyn Minimizer>) -> Box<dyn Minimizer>) -> Self {
        self.parts.minimizer = wrap(self.parts.minimizer);
        self
    }

    /// The accepted state.
    pub fn state(&self) -> &History {
        &self.parts.state
    }

    /// Steps accepted so far.
    pub fn step_number(&self) -> u64 {
        self.step
    }

    /// Energy that crossed the border so far.
    pub fn books(&self) -> Books {
        self.books
    }

    /// The bodies.
    pub fn bodies(&self) -> &[Body] {
        &self.parts.bodies
    }

    /// What holds nodes, in the order of the scene.
    pub fn pins(&self) -> &[Pin] {
        &self.parts.pins
    }

    /// Mass of each node, kg.
    pub fn mass(&self) -> &[f64] {
        &self.parts.mass
    }

    /// How deep anything is inside anything else at the accepted state: the obstacle's name, or none for bodies inside
    /// bodies, and the depth, m.
    pub fn penetrations(&mut self) -> Vec<(Option<String>, f64)> {
        let Parts { contacts, state, .. } = &mut self.parts;
        let mut all: Vec<(Option<String>, f64)> = Vec::new();
        for passage in &contacts.passages {
            let depth = passage.deepest(&state.x, state.t).map(|(_, depth)| depth);
            all.extend(depth.map(|depth| (Some(passage.name.clone()), depth)));
        }
        for interactions in &mut contacts.interactions {
            all.extend(interactions.deepest(&state.x).map(|(_, depth)| (None, depth)));
        }
        all
    }

    /// Coordinates held during the last step, node by node.
    pub fn held(&self) -> &[Held] {
        &self.held
    }

    /// Free coordinates at the start: what is minimized over.
    pub fn unknowns(&self) -> usize {
        let mut held = self.parts.held.clone();
        for pin in self.parts.pins.iter().filter(|p| p.holds_at(self.parts.state.t)) {
            hold(&mut held, pin);
        }
        held.iter().map(|h| 3 - h.count_ones() as usize).sum()
    }

    /// The iterations of the last step attempted.
    pub fn trace(&self) -> &[Iteration] {
        &self.trace
    }

    /// The assembler, for measurements.
    pub fn assembler(&self) -> &Assembler {
        &self.assembler
    }

    /// How the last steps went: a guess at the next one is made from it.
    pub fn trend(&self) -> &Trend {
        &self.trend
    }

    /// What the minimizer keeps from step to step.
    pub fn memory(&self) -> Vec<f64> {
        self.parts.minimizer.memory()
    }

    /// Gives back what a run keeps from step to step beside its state.
    pub fn recall(&mut self, memory: &[f64], trend: Trend) {
        self.parts.minimizer.recall(memory);
        self.trend = trend;
    }

    /// Goes back to a state saved earlier.
    pub fn restore(&mut self, step: u64, state: History, books: Books) {
        self.parts.state = state;
        self.step = step;
        self.books = books;
        let Parts { energies, contacts, state, .. } = &mut self.parts;
        energies.iter_mut().for_each(|e| e.begin_step(&state.x, state.t));
        contacts.begin_step(&state.x, state.t);
        self.present = self.audit();
    }

    /// Makes one step of length `h`, s, and handles a failure as the policy says. Whether it was made is in the record:
    /// `committed`. Steps of one length from the start on end at exact multiples of it.
    pub fn advance(&mut self, h: f64) -> StepRecord {
        match self.no_step(h) {
            Some(record) => record,
            None => self.advance_to(h, self.next_time(h), &mut Nobody),
        }
    }

    /// The same with a step that ends at the time `end` (= now + h but for rounding), and somebody who watches.
    pub fn advance_to(&mut self, h: f64, end: f64, observer: &mut dyn Observer) -> StepRecord {
        let clock = Instant::now();
        self.trace.clear();
        self.mistake = None;
        let halvings = match self.parts.on_failure {
            OnFailure::HalveStep { max_halvings } => max_halvings,
            OnFailure::Stop | OnFailure::Accept => 0,
        };
        // A step of several parts must be undone as a whole if one of them fails for good.
        let several = halvings > 0 || self.substeps > 1;
        if several {
            self.undo.copy_from(&self.parts.state);
        }
        let (books, begin) = (self.books, self.parts.state.t);
        let mut report = Report::default();
        let (mut committed, mut parts) = (true, 1);
        for part in 1..=self.substeps {
            let share = f64::from(part) / f64::from(self.substeps);
            let end = if part == self.substeps { end } else { begin + share * h };
            let length = h / f64::from(self.substeps);
            let (made, within) = self.attempt(length, end, halvings, &mut report, observer);
            (committed, parts) = (made, parts + within - 1);
            if !committed {
                break;
            }
        }
        if several && !committed {
            let state = std::mem::take(&mut self.undo);
            self.restore(self.step, state, books);
        }
        if committed {
            self.step += 1;
        }
        StepRecord {
            step: if committed { self.step } else { self.step + 1 },
            time: if committed { self.parts.state.t } else { end },
            wall: clock.elapsed(),
            parts,
            report,
            elements: self.assembler.elements(),
            ledger: self.present,
            alpha: self.candidate.alpha,
            blending: self.candidate.blending,
            committed,
            mistake: self.mistake.take(),
        }
    }

    /// One try, or two of half the length each. Returns whether the state was replaced and the parts made.
    fn attempt(
        &mut self,
        h: f64,
        end: f64,
        halvings: usize,
        report: &mut Report,
        observer: &mut dyn Observer,
    ) -> (bool, usize) {
        let tried = self.try_step(h, end, observer);
        // No policy mends a mistake of the scene.
        if self.mistake.is_some() {
            report.absorb(&tried);
            return (false, 1);
        }
        let good = tried.outcome == Outcome::Converged;
        let before = report.residual;
        report.absorb(&tried);
        let accept = self.parts.on_failure == OnFailure::Accept;
        if good || (accept && self.candidate.is_finite() && self.has_reached()) {
            if tried.outcome == Outcome::Interrupted {
                return (false, 1);
            }
            self.commit(h, end);
            return (true, 1);
        }
        if halvings == 0 || tried.outcome == Outcome::Interrupted {
            return (false, 1);
        }
        // The failure of the whole is mended by its halves: their outcomes count, and what they leave.
        (report.outcome, report.residual) = (Outcome::Converged, before);
        let middle = self.parts.state.t + 0.5 * h;
        let (first, parts_before) = self.attempt(0.5 * h, middle, halvings - 1, report, observer);
        if !first {
            return (false, parts_before);
        }
        let (second, parts_after) = self.attempt(0.5 * h, end, halvings - 1, report, observer);
        (second, parts_before + parts_after)
    }

    /// Makes a candidate and keeps the books; the state stays as it is.
    fn try_step(&mut self, h: f64, end: f64, observer: &mut dyn Observer) -> Report {
        self.mistake =
            self.parts.pins.iter().filter(|pin| pin.holds_at(end)).find_map(|pin| pin.mistake(end));
        if let Some(mistake) = &self.mistake {
            let notes = vec![mistake.clone()];
            return Report { outcome: Outcome::NotFinite, notes, ..Report::default() };
        }
        let Self { parts, assembler, held, candidate, trend, scratch, trace, step, books, present, .. } =
            self;
        let Parts { mass, state, pins, energies, contacts, integrator, minimizer, guess, .. } = parts;

        let moved = account::begin_step(assembler, energies, state, end, scratch.valued.scratch());
        contacts.begin_step(&state.x, end);
        held.clone_from(&parts.held);
        pins.iter().filter(|p| p.holds_at(end)).for_each(|pin| hold(held, pin));
        candidate.alpha = None;
        candidate.momentum.clear();
        candidate.blending = std::time::Duration::ZERO;

        let number = *step + 1;
        let mut watch = |iteration: &Iteration| {
            trace.push(*iteration);
            observer.on(&Event::Iteration { step: number, iteration })
        };
        scratch.reach(&state.x);
        let mut solver = Solver {
            assembler,
            energies,
            contacts,
            mass,
            held,
            pins,
            past: state,
            trend,
            guess: *guess,
            minimizer: minimizer.as_mut(),
            watch: &mut watch,
            scratch,
            report: Report::default(),
            end,
            budget: books.target() + moved,
            scale: present.kinetic + present.elastic + (present.gravity - self.height).abs() + moved.abs(),
        };
        let solved = integrator.step(state, h, &mut solver, candidate);
        let mut report = solver.report;
        report.residual = solved.residual;
        report.outcome = match (solved.met, report.outcome) {
            (_, Outcome::Interrupted) => Outcome::Interrupted,
            (true, _) => Outcome::Converged,
            (false, Outcome::Converged) => Outcome::MaxIterations,
            (false, outcome) => outcome,
        };
        if report.outcome != Outcome::Interrupted
            && let Some(violation) = contacts.violation(&candidate.x)
        {
            report.outcome = Outcome::Infeasible;
            report.notes.push(violation);
        }
        if report.outcome == Outcome::Converged
            && let Some(violation) = account::collapse(&parts.bodies, &candidate.x, &mut scratch.deformation)
        {
            report.outcome = Outcome::Infeasible;
            report.notes.push(violation);
        }
        report.notes.extend(contacts.notes(&state.x, &candidate.x, state.t, end));
        self.remembered.clear();
        if integrator.looks_back() {
            self.remembered.extend_from_slice(&state.v);
        }
        self.traffic = candidate.traffic;
        self.traffic.added += moved;
        self.impact = 0.0;
        if self.parts.integrator.inertial() {
            self.impact += self.arrest(h);
            self.traffic.dissipated += self.impulses(h);
        }
        self.impact += self.mend(h, end);
        if report.outcome != Outcome::Interrupted && self.candidate.is_finite() && !self.has_reached() {
            report.outcome = Outcome::Infeasible;
            report.notes.push("the step would lead through a wall; take shorter steps".to_owned());
        }
        if report.outcome == Outcome::Converged
            && let Some(what) = self.not_finite()
        {
            report.outcome = Outcome::NotFinite;
            report.notes.push(what);
        }
        report
    }

    /// Whether no wall stands between where the solver has got to and the candidate: schemes without a solver, blends and what
    /// is done after the step end elsewhere.
    fn has_reached(&mut self) -> bool {
        let Self { parts, assembler, candidate, scratch, .. } = self;
        let Parts { energies, contacts, .. } = parts;
        assembler.free(energies, &mut contacts.interactions, &scratch.reached, &candidate.x)
    }

    /// Lets what is pushed by constraints stay on them; returns the energy that stopping there took.
    fn arrest(&mut self, h: f64) -> f64 {
        let Self { parts, candidate, remembered, .. } = self;
        let Parts { mass, contacts, state, .. } = parts;
        let Some(constraints) = contacts.constraints.as_ref().filter(|all| !all.pushes().is_empty()) else {
            return 0.0;
        };
        let Candidate { x, v, momentum, .. } = candidate;
        let end = StepEnd { x, h, mass };
        let arrest =
            |from: &[f64], v: &mut [f64]| constraints.arrest([&state.x, from], &end, contacts.lasting, v);
        let taken = arrest(&state.v, v);
        if !remembered.is_empty() {
            arrest(&state.v, remembered);
        }
        if momentum.is_empty() { taken } else { arrest(state.momentum(), momentum) }
    }

    /// Collisions after the step; returns the energy they took, less than nothing where they deform what they touch.
    fn mend(&mut self, h: f64, end: f64) -> f64 {
        let Self { parts, candidate, assembler, scratch, held, .. } = self;
        let Parts { mass, energies, contacts, .. } = parts;
        if contacts.posts.is_empty() {
            return 0.0;
        }
        let Contacts { interactions, posts, .. } = contacts;
        let mut energy = |candidate: &Candidate| {
            let Candidate { x, v, momentum, .. } = candidate;
            let present = if momentum.is_empty() { v } else { momentum };
            scratch.valued.stored(assembler, energies, interactions, x) + solve::kinetic(mass, present)
        };
        let before = energy(candidate);
        let Candidate { x, v, momentum, .. } = &mut *candidate;
        for post in &*posts {
            if momentum.is_empty() {
                post.mend(x, &mut [v], held, h, end);
            } else {
                post.mend(x, &mut [v, momentum], held, h, end);
            }
        }
        before - energy(candidate)
    }

    /// Damping and friction that come after the solve; returns the energy they took.
    fn impulses(&mut self, h: f64) -> f64 {
        let Self { parts, candidate, held, scratch, remembered, .. } = self;
        let Parts { mass, energies, contacts, .. } = parts;
        if !energies.iter().any(|e| e.impulsive()) && !contacts.impulsive() {
            return 0.0;
        }
        // Velocities that belong to the time of the positions.
        let staggered = !candidate.momentum.is_empty();
        let Candidate { x, v, momentum, .. } = candidate;
        let (present, other) = if staggered { (momentum, v) } else { (v, momentum) };
        let before = solve::kinetic(mass, present);
        let solved = scratch.velocities(present);
        let end = StepEnd { x, h, mass };
        for energy in energies.iter_mut().filter(|e| e.impulsive()) {
            energy.impulse(&end, present);
        }
        contacts.impulse(&end, present);
        for i in 0..present.len() {
            if held[i / 3] >> (i % 3) & 1 == 1 {
                present[i] = solved[i];
            }
            let other = other.get_mut(i).into_iter().chain(remembered.get_mut(i));
            other.for_each(|v| *v += present[i] - solved[i]);
        }
        before - solve::kinetic(mass, present)
    }

    /// Replaces the state. The length of the step is as it was asked for: `end` less the time before it would be a
    /// rounding error off, and schemes that look back would see steps of changing lengths.
    fn commit(&mut self, h: f64, end: f64) {
        let Self { parts, candidate, remembered, trend, traffic, impact, books, .. } = self;
        let Parts { state, integrator, .. } = parts;
        trend.push(&state.x, &candidate.x, h);
        if integrator.looks_back() {
            let earlier = state.earlier.get_or_insert_default();
            earlier.h = h;
            std::mem::swap(&mut earlier.x, &mut state.x);
            std::mem::swap(&mut earlier.v, remembered);
        }
        std::mem::swap(&mut state.x, &mut candidate.x);
        std::mem::swap(&mut state.v, &mut candidate.v);
        std::mem::swap(&mut state.momentum, &mut candidate.momentum);
        state.t = end;
        books.added += traffic.added;
        books.dissipated += traffic.dissipated;
        books.impact += *impact;
        // A step cut in parts goes on from here.
        self.present = self.tally();
    }
}

/// Marks the coordinates a pin leads.
fn hold(held: &mut [Held], pin: &Pin) {
    let bits = (0..3).filter(|&axis| pin.axes[axis]).fold(0, |bits, axis| bits | 1 << axis);
    pin.nodes.iter().for_each(|&node| held[node as usize] |= bits);
}
