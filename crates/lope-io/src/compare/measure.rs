//! One run, and what it took.

use std::time::{Duration, Instant};

use lope::minimize::{Control, Outcome};
use lope::observe::{Event, Observer, StepRecord};
use lope::scene::Scene;
use lope::scene::model::Evidence;
use lope::scene::schedule::Schedule;
use lope::world::World;

use super::report::{End, Ends, Judged, Measures, Series};
use crate::clock;
use crate::run::evidence::Witness;
use crate::run::frames;

/// A run that was made.
pub(super) struct Measured {
    pub(super) end: End,
    pub(super) measures: Measures,
    pub(super) series: Series,
    pub(super) ends: Ends,
}

/// Passes on that something happened in a step, and stops a run whose time is over.
struct Watcher<'a> {
    step: u64,
    watch: &'a mut dyn FnMut(u64) -> Control,
    /// When the run is to be stopped.
    deadline: Option<Instant>,
    /// Whether that, and not the user, stopped it.
    late: bool,
}

impl Watcher<'_> {
    fn ask(&mut self) -> Control {
        let control = (self.watch)(self.step);
        self.late = control == Control::Continue && self.deadline.is_some_and(|end| Instant::now() >= end);
        if self.late { Control::Stop } else { control }
    }
}

impl Observer for Watcher<'_> {
    fn on(&mut self, _event: &Event<'_>) -> Control {
        self.ask()
    }
}

/// Makes all steps. `watch` is told the steps made so far, at least once an iteration, and may ask to stop; so does the
/// end of the time `limit`. `compare`
/// gets the time and the positions after every step, and may answer with a distance; what it does is not timed.
pub(super) fn measure(
    world: &mut World,
    scene: &Scene,
    schedule: &Schedule,
    limit: Option<Duration>,
    watch: &mut dyn FnMut(u64) -> Control,
    compare: &mut dyn FnMut(f64, &[f64]) -> Option<f64>,
) -> Measured {
    clock::set();
    // As a run does that is written down.
    frames::ask(scene, world);
    let mut witness = Witness::new(&world.ledger());
    let mut sums = Sums::default();
    let mut series = Series::default();
    let mut unconverged = 0;
    let mut end = None;
    // A limit beyond what a clock can say is none.
    let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    let mut watcher = Watcher { step: 0, watch, deadline, late: false };
    while world.step_number() < schedule.steps && end.is_none() {
        let made = world.step_number();
        let step = made + 1;
        watcher.step = made;
        let record = match watcher.ask() {
            Control::Stop => None,
            Control::Continue => {
                Some(world.advance_to(schedule.length(step), schedule.time(step), &mut watcher))
            }
        };
        let Some(record) = record.filter(|record| record.report.outcome != Outcome::Interrupted) else {
            end = Some(if watcher.late { End::TimedOut { step } } else { End::Interrupted { step } });
            continue;
        };
        sums.add(&record);
        series.push(&record);
        if !record.committed {
            end = Some(End::Failed { outcome: record.report.outcome, step });
            continue;
        }
        witness.step(&record);
        unconverged += u64::from(record.report.outcome != Outcome::Converged);
        if let Some(distance) = series.distance.last_mut() {
            *distance = compare(record.time, &world.state().x);
        }
    }
    let evidence = witness.testify(world, &scene.expect);
    let energy = evidence.energy;
    let departure = energy.end - energy.start;
    let drift = if departure == 0.0 { 0.0 } else { departure / energy.scale };
    let measures = Measures {
        steps: Some(world.step_number()),
        energy_drift: finite(drift).filter(|_| world.step_number() > 0),
        final_energy: finite(world.ledger().total()),
        ..sums.measures()
    };
    let end = end.unwrap_or(End::Finished { unconverged });
    // What the end of a run shows, only its end does.
    let verdicts = if end.finished() { scene.expect.judge(&evidence) } else { Vec::new() };
    let Evidence { probes, forces, .. } = evidence;
    let expectations = verdicts.into_iter().map(Judged::from).collect();
    Measured { end, measures, series, ends: Ends { probes, forces, expectations } }
}

/// A number that can be told.
pub(super) fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[derive(Default)]
struct Sums {
    iterations: u64,
    linear_solves: u64,
    linear_iterations: u64,
    evaluations: u64,
    projected: u64,
    hessians: u64,
    wall: Duration,
    hessian: Duration,
    linear: Duration,
    search: Duration,
}

impl Sums {
    fn add(&mut self, record: &StepRecord) {
        let report = &record.report;
        self.iterations += report.iterations as u64;
        self.linear_solves += report.linear_solves as u64;
        self.linear_iterations += report.linear_iterations as u64;
        self.evaluations += report.evaluations as u64;
        self.projected += report.projected as u64;
        self.hessians += report.elements as u64;
        self.wall += record.wall;
        self.hessian += report.hessian_time;
        self.linear += report.linear_time;
        self.search += report.search_time;
    }

    fn measures(&self) -> Measures {
        let Self { wall, hessian, linear, search, .. } = *self;
        let seconds = |time: Duration| Some(time.as_secs_f64());
        Measures {
            iterations: Some(self.iterations),
            linear_solves: Some(self.linear_solves),
            linear_iterations: Some(self.linear_iterations),
            evaluations: Some(self.evaluations),
            projected: Some(self.projected),
            projected_percent: (self.hessians > 0)
                .then(|| 100.0 * self.projected as f64 / self.hessians as f64),
            wall_s: seconds(wall),
            hessian_s: seconds(hessian),
            linear_s: seconds(linear),
            search_s: seconds(search),
            other_s: seconds(wall.saturating_sub(hessian + linear + search)),
            ..Measures::default()
        }
    }
}

impl Series {
    fn push(&mut self, record: &StepRecord) {
        let report = &record.report;
        self.time.push(record.time);
        self.wall_s.push(record.wall.as_secs_f64());
        self.iterations.push(report.iterations as u64);
        self.linear_solves.push(report.linear_solves as u64);
        self.linear_iterations.push(report.linear_iterations as u64);
        self.projected.push(report.projected as u64);
        self.total.push(record.ledger.total());
        self.distance.push(None);
    }
}
