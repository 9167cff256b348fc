//! Making all the runs of a plan.

use lope::minimize::Control;

use super::instants::{same, shared};
use super::measure::{Measured, finite, measure};
use super::plan::{Case, Entry, Plan};
use super::report::{Comparison, End, Ends, Measures, Row, Series};
use super::trajectory::{self, MOST_BYTES, Trajectory};

/// How far a comparison is.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Number of the run under way, from 1.
    pub run: usize,
    /// Runs in all.
    pub runs: usize,
    /// Name of the run.
    pub label: &'a str,
    /// Steps made in this run.
    pub step: u64,
    /// Steps this run will make.
    pub steps: u64,
    /// Steps made in all runs; those that a failed run did not make count as made.
    pub done: u64,
    /// Steps of all runs.
    pub total: u64,
}

/// A run to compare with.
struct Reference {
    trajectory: Trajectory,
    /// Diagonal of the box around it at the start, m.
    extent: f64,
}

/// A comparison under way.
struct Progress<'a> {
    plan: &'a Plan,
    instants: Vec<f64>,
    rows: Vec<Option<Row>>,
    reference: Option<Reference>,
    /// Runs made before there was a reference, by the number of their row.
    waiting: Vec<(usize, Trajectory)>,
    notes: Vec<String>,
    interrupted: bool,
}

impl Plan {
    /// Makes all runs, one after the other. `watch` is called often; if it asks to stop, what was measured until then
    /// is returned.
    pub fn run(&self, watch: &mut dyn FnMut(&Moment<'_>) -> Control) -> Comparison {
        let schedules: Vec<_> = self.cases().map(|case| case.schedule).collect();
        let total: u64 = schedules.iter().map(|schedule| schedule.steps).sum();
        let mut progress = Progress {
            plan: self,
            instants: shared(&schedules),
            rows: vec![None; self.entries.len()],
            reference: None,
            waiting: Vec::new(),
            notes: Vec::new(),
            interrupted: false,
        };
        let (mut run, mut done) = (0, 0);
        for index in self.order() {
            let entry = &self.entries[index];
            match &entry.case {
                Err(reason) => progress.rows[index] = Some(refused(self, entry, reason.clone())),
                Ok(_) if progress.interrupted => {
                    progress.rows[index] = Some(blank(self, entry, End::NotRun, None));
                }
                Ok(case) => {
                    run += 1;
                    let steps = case.schedule.steps;
                    let mut tell = |step: u64| {
                        let (label, runs) = (entry.label.as_str(), schedules.len());
                        watch(&Moment { run, runs, label, step, steps, done: done + step, total })
                    };
                    progress.one(index, case, &mut tell);
                    done += steps;
                }
            }
        }
        progress.finish()
    }
}

impl Progress<'_> {
    fn one(&mut self, index: usize, case: &Case, watch: &mut dyn FnMut(u64) -> Control) {
        let entry = &self.plan.entries[index];
        let built = match case.loaded.build() {
            Ok(built) => built,
            Err(error) => {
                let reason = entry.reasons(&error).join("; ");
                self.rows[index] = Some(refused(self.plan, entry, reason));
                return;
            }
        };
        for note in built.notes {
            self.note(note);
        }
        let mut world = built.world;
        let start = world.state().x.clone();
        let mut own = match &self.reference {
            Some(_) => Trajectory::default(),
            None => Trajectory::new(&self.instants, start.len(), MOST_BYTES),
        };
        let reference = self.reference.as_ref();
        let limit = self.plan.time_limit;
        let scene = &case.loaded.scene;
        let measured =
            measure(&mut world, scene, &case.schedule, limit, watch, &mut |time, x| match reference {
                Some(reference) => reference.trajectory.distance(time, x),
                None => {
                    own.keep(time, x);
                    None
                }
            });
        let Measured { end, measures, series, ends } = measured;
        self.interrupted |= matches!(end, End::Interrupted { .. });
        self.rows[index] = Some(Row { measures, series, ends, ..blank(self.plan, entry, end, None) });
        if self.reference.is_some() {
            self.settle(index);
        } else if self.plan.reference.map_or(end.finished(), |chosen| chosen == index) {
            self.refer_to(index, own, trajectory::extent(&start));
        } else if own.bytes() + self.waiting.iter().map(|(_, t)| t.bytes()).sum::<usize>() <= MOST_BYTES {
            self.waiting.push((index, own));
        }
    }

    /// Makes a run the reference, and compares those that came before it.
    fn refer_to(&mut self, index: usize, trajectory: Trajectory, extent: f64) {
        if trajectory.instants() < self.instants.len() {
            self.note(format!(
                "positions of the reference take too much memory to be kept at all {} times: distances are measured \
                 at {} of them",
                self.instants.len(),
                trajectory.instants()
            ));
        }
        let mut distances: Vec<_> =
            std::mem::take(&mut self.waiting).iter().map(|(i, t)| (*i, trajectory.distances(t))).collect();
        distances.push((index, trajectory.distances(&trajectory)));
        self.reference = Some(Reference { trajectory, extent });
        if let Some(row) = &mut self.rows[index] {
            row.reference = true;
            if !row.outcome.finished() {
                let note =
                    format!("the reference, {}, did not finish: distances go as far as it went", row.label);
                self.note(note);
            }
        }
        for (index, found) in distances {
            if let Some(Row { series, .. }) = &mut self.rows[index] {
                for (time, distance) in found {
                    if let Some(step) = series.time.iter().position(|&t| same(t, time)) {
                        series.distance[step] = Some(distance);
                    }
                }
            }
            self.settle(index);
        }
    }

    /// The largest distance of a row.
    fn settle(&mut self, index: usize) {
        let extent = self.reference.as_ref().map_or(0.0, |reference| reference.extent);
        if let Some(Row { measures, series, .. }) = &mut self.rows[index] {
            let largest = series.distance.iter().flatten().copied().reduce(f64::max);
            measures.distance = largest.and_then(finite);
            measures.distance_relative = largest.and_then(|distance| finite(distance / extent));
        }
    }

    fn note(&mut self, text: String) {
        if !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }

    fn finish(self) -> Comparison {
        let rows: Vec<Row> = self.rows.into_iter().flatten().collect();
        Comparison {
            version: env!("CARGO_PKG_VERSION").into(),
            scene: self.plan.name.clone(),
            title: self.plan.title.clone(),
            threads: rayon::current_num_threads(),
            keys: self.plan.keys.clone(),
            reference: rows.iter().find(|row| row.reference).map(|row| row.label.clone()),
            compared_times: self.reference.map_or(0, |reference| reference.trajectory.instants()),
            interrupted: self.interrupted,
            notes: self.notes,
            rows,
        }
    }
}

fn refused(plan: &Plan, entry: &Entry, reason: String) -> Row {
    blank(plan, entry, End::Unsupported, Some(reason))
}

/// A row without numbers.
fn blank(plan: &Plan, entry: &Entry, outcome: End, reason: Option<String>) -> Row {
    let value = |(key, choice): (&String, &Option<super::Choice>)| {
        choice.as_ref().map(|choice| (key.clone(), choice.value.clone()))
    };
    Row {
        label: entry.label.clone(),
        values: plan.keys.iter().zip(&entry.choices).filter_map(value).collect(),
        choices: entry.choices.clone(),
        reference: false,
        outcome,
        reason,
        measures: Measures::default(),
        series: Series::default(),
        ends: Ends::default(),
    }
}
