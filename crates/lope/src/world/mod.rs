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
mod probe;
mod query;
mod remake;
mod solve;
mod step;
mod telling;
#[cfg(test)]
mod tests;
mod trend;
mod valued;

use crate::assemble::{Assembler, Held, Projection};
use crate::body::{Body, Pin};
use crate::energy::{Acts, Energy, InTheWay, Interaction};
use crate::minimize::{Iteration, Memory, Minimizer};
use crate::observe::{Books, Ledger, Nobody, StepRecord};
use crate::time::{Candidate, Flight, History, Integrator, Traffic};
pub use after::After;
pub use contacts::Contacts;
pub use grip::{Grip, GripError};
pub use probe::{Measure, Piece, Probe, Spot};
use remake::Remade;
pub use solve::Guess;
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
    /// Who was in each other's way in this step.
    blocking: Option<InTheWay>,
    /// Energies of the accepted state, and the potential of weight and loads at the start.
    present: Ledger,
    height: f64,
    held: Vec<Held>,
    /// Rigid bodies.
    flights: Vec<Flight>,
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
    /// What is measured, and where nodes are at rest.
    probes: Vec<Probe>,
    rest: Vec<f64>,
}

impl World {
    /// A world at its start.
    pub fn new(parts: Parts) -> Self {
        let mut assembler = Assembler::new(parts.mass.len(), &parts.acts.energies);
        assembler.set_projection(parts.projection);
        let held = parts.held.clone();
        let remade = Remade::beside(parts.mass.len());
        let flight = |body: &Body| {
            let stiffest = body.strain.as_ref().map_or(0.0, |one| one.material().modulus() * one.volume(0));
            Flight { nodes: body.nodes.clone(), free: true, noise: 2.0 * f64::EPSILON * stiffest }
        };
        let flights: Vec<Flight> = parts.bodies.iter().filter(|body| body.rigid).map(flight).collect();
        assembler.set_rigid(flights.iter().map(|flight| flight.nodes.start as u32).collect());
        let mut world = Self {
            parts,
            assembler,
            step: 0,
            books: Books::default(),
            traffic: Traffic::default(),
            impact: 0.0,
            mistake: None,
            lag: None,
            blocking: None,
            present: Ledger::default(),
            height: 0.0,
            held,
            flights,
            candidate: Candidate::default(),
            remembered: Vec::new(),
            trend: Trend::default(),
            scratch: solve::Scratch::default(),
            trace: Vec::with_capacity(TRACE),
            substeps: 1,
            undo: History::default(),
            remade,
            telling: Telling::default(),
            probes: Vec::new(),
            rest: Vec::new(),
        };
        // Scripts stand where they are at the start before the first energy is booked.
        world.begin_here();
        world.books.initial = world.present.tracked();
        world.present.books = world.books;
        world.height = world.present.height();
        world
    }

    /// The same before its first step, with something more that acts: an energy of your own.
    pub fn with_energy(mut self, energy: Box<dyn Energy>) -> Self {
        self.parts.acts.energies.push(energy);
        self.anew()
    }

    /// The same before its first step, with an interaction of your own.
    pub fn with_interaction(mut self, interaction: Box<dyn Interaction>) -> Self {
        self.parts.acts.interactions.push(interaction);
        self.anew()
    }

    /// The same, made again of its parts.
    fn anew(mut self) -> Self {
        let (probes, rest) = (std::mem::take(&mut self.probes), std::mem::take(&mut self.rest));
        let substeps = self.substeps;
        Self::new(self.into_parts()).with_substeps(substeps).with_probes(probes, rest)
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

    /// Measures how deep anything is inside anything else at the accepted state: the obstacle's name, or none for bodies inside
    /// bodies, and the depth, m. A search of its own, in the memory of what acts; results of later steps stay what they are.
    pub fn measure_penetrations(&mut self) -> Vec<(Option<String>, f64)> {
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
        self.parts.acts.adaptations().collect()
    }

    /// Gives it back: to be done before [`restore`](Self::restore), which takes the energies.
    pub fn recall_adaptation(&mut self, numbers: &[[f64; 4]]) {
        self.parts.acts.adaptive().zip(numbers).for_each(|(one, numbers)| one.recall(*numbers));
    }

    /// What acts keeps from step to step beside the state: multipliers of joints.
    pub fn held_forces(&self) -> Vec<f64> {
        self.parts.acts.memory()
    }

    /// Gives it back: to be done before [`restore`](Self::restore).
    pub fn recall_held_forces(&mut self, numbers: &[f64]) {
        self.parts.acts.recall(numbers);
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
        acts.accept(&state.x, state.t);
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
}

/// Marks the coordinates a pin leads.
fn hold(held: &mut [Held], pin: &Pin) {
    let bits = (0..3).filter(|&axis| pin.axes[axis]).fold(0, |bits, axis| bits | 1 << axis);
    pin.nodes.iter().for_each(|&node| held[node as usize] |= bits);
}
