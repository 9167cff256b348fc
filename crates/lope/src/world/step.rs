//! One step, from its beginning to its commit.

use std::time::Duration;

use super::solve::Solver;
use super::{OnFailure, Parts, World, account, hold, locked};
use crate::clock::Stopwatch;
use crate::minimize::{Iteration, Outcome, Report};
use crate::observe::{Event, Observer, StepRecord};

/// What the beginning of a step did to the energy, J.
#[derive(Clone, Copy)]
struct Begun {
    /// Put in by what is led.
    moved: f64,
    /// Lost with nodes that were made anew.
    lost: f64,
}

impl World {
    /// The same with a step that ends at the time `end` (= now + h but for rounding), and somebody who watches.
    pub fn advance_to(&mut self, h: f64, end: f64, observer: &mut dyn Observer) -> StepRecord {
        let clock = Stopwatch::start();
        self.parts.acts.spent();
        self.trace.clear();
        (self.mistake, self.lag, self.blocking) = (None, None, None);
        self.telling.start();
        let (committed, parts, mut report) = self.make_parts(h, end, observer);
        report.contact_time = self.parts.acts.spent();
        if committed {
            self.step += 1;
            report.notes.extend(self.adapt());
        }
        let stiffening = self.parts.acts.adaptations().next().map(|[factor, ..]| factor);
        let gap = self.parts.acts.margins().reduce(f64::min).filter(|_| committed);
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
            stiffening,
            gap,
            committed,
            mistake: self.mistake.take(),
        }
    }

    /// Makes the parts of a step one after the other, all or none. Returns whether they were made, how many, and how it went.
    fn make_parts(&mut self, h: f64, end: f64, observer: &mut dyn Observer) -> (bool, usize, Report) {
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
        (committed, parts, report)
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
        self.mistake = self.mistake_at(end);
        if let Some(mistake) = &self.mistake {
            let notes = vec![mistake.clone()];
            return Report { outcome: Outcome::NotFinite, notes, ..Report::default() };
        }
        let begun = self.begin_step(end);
        let mut report = self.integrate(h, end, begun, observer);
        self.mistake = self.parts.acts.mistake();
        if let Some(mistake) = &self.mistake {
            report.outcome = Outcome::NotFinite;
            report.notes.push(mistake.clone());
            return report;
        }
        self.judge_solution(end, &mut report);
        self.open_books(begun);
        self.act_after(h, end);
        self.judge_end(&mut report);
        report
    }

    /// What is wrong with the scene in a step that ends at `end`.
    fn mistake_at(&self, end: f64) -> Option<String> {
        let mut pins = self.parts.pins.iter().filter(|pin| pin.holds_at(end));
        pins.find_map(|pin| pin.mistake(end)).or_else(|| self.no_past())
    }

    /// Makes nodes anew, brings scripts to the end of the step, holds what pins hold, and clears the candidate.
    fn begin_step(&mut self, end: f64) -> Begun {
        let lost = self.remake();
        let Self { parts, assembler, held, candidate, scratch, telling, flights, .. } = self;
        let Parts { state, pins, acts, contacts, .. } = parts;
        let moved = account::begin(assembler, acts, state, end, scratch.valued.scratch());
        contacts.begin(&state.x, end);
        held.clone_from(&parts.held);
        pins.iter().filter(|p| p.holds_at(end)).for_each(|pin| hold(held, pin));
        flights.iter_mut().for_each(|one| one.free = held[one.nodes.clone()].iter().all(|held| *held == 0));
        telling.begin();
        candidate.alpha = None;
        candidate.momentum.clear();
        candidate.blending = Duration::ZERO;
        Begun { moved, lost }
    }

    /// Lets the integrator make the candidate, with a solver for its stages.
    fn integrate(&mut self, h: f64, end: f64, begun: Begun, observer: &mut dyn Observer) -> Report {
        let Self {
            parts,
            assembler,
            held,
            candidate,
            trend,
            scratch,
            trace,
            books,
            present,
            telling,
            blocking,
            flights,
            ..
        } = self;
        let Parts { mass, state, pins, acts, contacts, integrator, minimizer, guess, .. } = parts;
        let (number, first) = (self.step + 1, trace.len());
        let mut watch = |iteration: &Iteration| {
            trace.push(*iteration);
            observer.on(&Event::Iteration { step: number, iteration })
        };
        scratch.reach(&state.x);
        let Begun { moved, lost } = begun;
        let mut solver = Solver {
            assembler,
            acts,
            contacts,
            mass,
            held,
            pins,
            flights,
            past: state,
            trend,
            guess: *guess,
            minimizer: minimizer.as_mut(),
            watch: &mut watch,
            scratch,
            telling,
            report: Report::default(),
            end,
            now: end,
            budget: books.target() + moved - lost,
            scale: present.kinetic + present.elastic + (present.height() - self.height).abs() + moved.abs(),
        };
        let solved = integrator.step(state, h, &mut solver, candidate);
        let mut report = solver.report;
        acts.since(None);
        acts.clock(end);
        report.residual = solved.residual;
        report.outcome = match (solved.met, report.outcome) {
            (_, Outcome::Interrupted) => Outcome::Interrupted,
            (true, _) => Outcome::Converged,
            (false, Outcome::Converged) => Outcome::MaxIterations,
            (false, outcome) => outcome,
        };
        if let Some((pair, note)) = locked::note(report.outcome, &trace[first..], acts) {
            *blocking = Some(pair);
            refuse(&mut report, Outcome::Locked, note);
        }
        report
    }

    /// Whether what was solved may stand: constraints are kept, and nothing has collapsed. Notes what was passed through.
    fn judge_solution(&mut self, end: f64, report: &mut Report) {
        let Self { parts, candidate, scratch, .. } = self;
        let Parts { contacts, state, bodies, .. } = parts;
        if report.outcome != Outcome::Interrupted
            && let Some(violation) = contacts.violation(&candidate.x)
        {
            refuse(report, Outcome::Infeasible, violation);
        }
        if report.outcome == Outcome::Converged
            && let Some(violation) = account::collapse(bodies, &candidate.x, &mut scratch.deformation)
        {
            refuse(report, Outcome::Infeasible, violation);
        }
        report.notes.extend(contacts.notes(&state.x, &candidate.x, state.t, end));
    }

    /// Books what the beginning of the step and its scheme did, and keeps the velocities that a scheme of two steps looks
    /// back at.
    fn open_books(&mut self, begun: Begun) {
        self.remembered.clear();
        if self.parts.integrator.looks_back() {
            self.remembered.extend_from_slice(&self.parts.state.v);
        }
        self.traffic = self.candidate.traffic;
        self.traffic.added += begun.moved;
        self.traffic.dissipated += begun.lost;
        self.impact = 0.0;
    }

    /// What is done to a solved step: impacts, impulses, and what puts out what is inside.
    fn act_after(&mut self, h: f64, end: f64) {
        if self.parts.integrator.inertial() {
            self.impact += self.arrest(h, end);
            self.traffic.dissipated += self.impulses(h, end);
        }
        self.impact += self.mend(h, end);
    }

    /// Whether the candidate may stand as it is now: no wall was passed, and all of it is finite.
    fn judge_end(&mut self, report: &mut Report) {
        if report.outcome != Outcome::Interrupted && self.candidate.is_finite() && !self.has_reached() {
            let note = "the step would lead through a wall; take shorter steps";
            refuse(report, Outcome::Infeasible, note.to_owned());
        }
        if report.outcome == Outcome::Converged
            && let Some(what) = self.not_finite()
        {
            refuse(report, Outcome::NotFinite, what);
        }
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
        let Parts { state, integrator, acts, .. } = parts;
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
        acts.accept(&state.x, end);
        books.added += traffic.added;
        books.dissipated += traffic.dissipated;
        books.impact += *impact;
        // A step cut in parts goes on from here.
        self.present = self.tally();
        self.give_back();
    }
}

/// Turns a report into a failure, with its reason.
fn refuse(report: &mut Report, outcome: Outcome, reason: String) {
    report.outcome = outcome;
    report.notes.push(reason);
}
