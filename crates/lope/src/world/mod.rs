//! The world: nodes, what acts on them, and the line of data of one step.
//!
//! ```text
//! energies begin the step → pins → integrator: history → stage → minimizer ⟲ → books → commit → record
//! ```
//!
//! The world is the only writer of the state. A step makes a candidate; only a commit replaces the state.

mod account;
mod after;
mod approach;
mod contacts;
mod grip;
mod locked;
mod query;
mod remake;
mod solve;
mod telling;
#[cfg(test)]
mod tests;
mod trend;
mod valued;

use crate::assemble::{Assembler, Held, Projection};
use crate::body::{Body, Pin};
use crate::clock::Stopwatch;
use crate::energy::{Acts, Energy, Interaction};
use crate::minimize::{Iteration, Memory, Minimizer, Outcome, Report};
use crate::observe::{Books, Event, Ledger, Nobody, Observer, StepRecord};
use crate::time::{Candidate, History, Integrator, Traffic};
pub use after::After;
pub use contacts::Contacts;
pub use grip::{Grip, GripError};
use remake::Remade;
pub use solve::Guess;
use solve::Solver;
use telling::Telling;
pub use telling::{Force, ForceSource, SourceKind};
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
    pub acts: Acts,
    /// What bodies meet beside that.
    pub contacts: Contacts,
    /// What is done once a step is solved.
    pub after: After,
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
    /// The largest part by which something lags at the ends of the parts of this step.
    lag: Option<f64>,
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
    remade: Remade,
    telling: Telling,
}

impl World {
    /// A world at its start.
    pub fn new(parts: Parts) -> Self {
        let mut assembler = Assembler::new(parts.mass.len(), &parts.acts.energies);
        assembler.set_projection(parts.projection);
        let held = parts.held.clone();
        let remade = Remade::beside(parts.mass.len());
        let mut world = Self {
            parts,
            assembler,
            step: 0,
            books: Books::default(),
            traffic: Traffic::default(),
            impact: 0.0,
            mistake: None,
            lag: None,
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
            remade,
            telling: Telling::default(),
        };
        // Scripts stand where they are at the start before the first energy is booked.
        world.begin_here();
        world.books.initial = world.present.tracked();
        world.present.books = world.books;
        world.height = world.present.gravity;
        world
    }

    /// The same before its first step, with something more that acts: an energy of your own.
    pub fn with_energy(mut self, energy: Box<dyn Energy>) -> Self {
        let substeps = self.substeps;
        self.parts.acts.energies.push(energy);
        Self::new(self.into_parts()).with_substeps(substeps)
    }

    /// The same before its first step, with an interaction of your own.
    pub fn with_interaction(mut self, interaction: Box<dyn Interaction>) -> Self {
        let substeps = self.substeps;
        self.parts.acts.interactions.push(interaction);
        Self::new(self.into_parts()).with_substeps(substeps)
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
        let Parts { acts, contacts, state, .. } = &mut self.parts;
        let mut all: Vec<(Option<String>, f64)> = Vec::new();
        for passage in &contacts.passages {
            let depth = passage.deepest(&state.x, state.t).map(|(_, depth)| depth);
            all.extend(depth.map(|depth| (Some(passage.name.clone()), depth)));
        }
        acts.collect(&state.x);
        for interaction in &acts.interactions {
            all.extend(interaction.deepest(&state.x).map(|(_, depth)| (None, depth)));
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
    pub fn memory(&self) -> Memory {
        self.parts.minimizer.memory()
    }

    /// Gives back what a run keeps from step to step beside its state.
    pub fn recall(&mut self, memory: &Memory, trend: Trend) {
        self.parts.minimizer.recall(memory);
        self.trend = trend;
    }

    /// What interactions that adapt from step to step have come to, of each the factor of its stiffness first.
    pub fn adaptation(&self) -> Vec<[f64; 4]> {
        self.parts.acts.interactions.iter().filter_map(|one| one.adaptation()).collect()
    }

    /// Gives it back: to be done before [`restore`](Self::restore), which takes the energies.
    pub fn recall_adaptation(&mut self, numbers: &[[f64; 4]]) {
        let adaptive = self.parts.acts.interactions.iter_mut().filter(|one| one.adaptation().is_some());
        adaptive.zip(numbers).for_each(|(one, numbers)| one.recall(*numbers));
    }

    /// Goes back to a state saved earlier.
    pub fn restore(&mut self, step: u64, state: History, books: Books) {
        self.parts.state = state;
        self.step = step;
        self.books = books;
        self.begin_here();
    }

    /// Lets everything stand where it is at the accepted state, and takes its energies.
    fn begin_here(&mut self) {
        self.remake();
        let Parts { acts, contacts, state, .. } = &mut self.parts;
        acts.begin(&state.x, state.t);
        contacts.begin(&state.x, state.t);
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
        let clock = Stopwatch::start();
        self.trace.clear();
        (self.mistake, self.lag) = (None, None);
        self.telling.start();
        let halvings = match self.parts.on_failure {
            OnFailure::HalveStep { max_halvings } => max_halvings,
            OnFailure::Stop | OnFailure::Accept => 0,
        };
        // A step of several parts must be undone as a whole if one of them fails for good.
        let several = halvings > 0 || self.substeps > 1;
        if several {
            self.undo.copy_from(&self.parts.state);
            self.parts.acts.makers().for_each(|maker| maker.mark());
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
            self.parts.acts.makers().for_each(|maker| maker.rewind());
            self.restore(self.step, state, books);
        }
        if committed {
            self.step += 1;
            report.notes.extend(self.adapt());
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
            lag: self.lag.filter(|_| committed),
            stiffening: self
                .parts
                .acts
                .interactions
                .iter()
                .find_map(|one| one.adaptation())
                .map(|[factor, ..]| factor),
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
            // Where no minimum was found nobody knows.
            let lag = self.parts.acts.lag_left().filter(|_| good);
            self.lag = self.lag.into_iter().chain(lag).reduce(f64::max);
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
        let mut pins = self.parts.pins.iter().filter(|pin| pin.holds_at(end));
        self.mistake = pins.find_map(|pin| pin.mistake(end)).or_else(|| self.no_past());
        if let Some(mistake) = &self.mistake {
            let notes = vec![mistake.clone()];
            return Report { outcome: Outcome::NotFinite, notes, ..Report::default() };
        }
        let lost = self.remake();
        let Self {
            parts,
            assembler,
            held,
            candidate,
            trend,
            scratch,
            trace,
            step,
            books,
            present,
            telling,
            ..
        } = self;
        let Parts { mass, state, pins, acts, contacts, integrator, minimizer, guess, .. } = parts;

        let moved = account::begin(assembler, acts, state, end, scratch.valued.scratch());
        contacts.begin(&state.x, end);
        held.clone_from(&parts.held);
        pins.iter().filter(|p| p.holds_at(end)).for_each(|pin| hold(held, pin));
        telling.begin();
        candidate.alpha = None;
        candidate.momentum.clear();
        candidate.blending = std::time::Duration::ZERO;

        let (number, first) = (*step + 1, trace.len());
        let mut watch = |iteration: &Iteration| {
            trace.push(*iteration);
            observer.on(&Event::Iteration { step: number, iteration })
        };
        scratch.reach(&state.x);
        let mut solver = Solver {
            assembler,
            acts,
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
            telling,
            report: Report::default(),
            end,
            budget: books.target() + moved - lost,
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
        if let Some(note) = locked::note(report.outcome, &trace[first..], acts) {
            report.outcome = Outcome::Locked;
            report.notes.push(note);
        }
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
        self.traffic.dissipated += lost;
        self.impact = 0.0;
        if self.parts.integrator.inertial() {
            self.impact += self.arrest(h, end);
            self.traffic.dissipated += self.impulses(h, end);
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
        assembler.free(&mut parts.acts, &scratch.reached, &candidate.x)
    }

    /// Replaces the state. The length of the step is as it was asked for: `end` less the time before it would be a
    /// rounding error off, and schemes that look back would see steps of changing lengths.
    fn commit(&mut self, h: f64, end: f64) {
        self.tell(h, end);
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
        std::mem::swap(&mut state.impulses, &mut candidate.impulses);
        state.t = end;
        books.added += traffic.added;
        books.dissipated += traffic.dissipated;
        books.impact += *impact;
        // A step cut in parts goes on from here.
        self.present = self.tally();
        self.give_back();
    }
}

/// Marks the coordinates a pin leads.
fn hold(held: &mut [Held], pin: &Pin) {
    let bits = (0..3).filter(|&axis| pin.axes[axis]).fold(0, |bits, axis| bits | 1 << axis);
    pin.nodes.iter().for_each(|&node| held[node as usize] |= bits);
}
