//! The clamped bars `bar-20k` and `bar-70k`: the projecting methods by phase, and what each idea gains.
//!
//! The published system takes 0.33 and 1.84 CPU seconds a step on one core of about 20 GB/s and 50 GFlop/s, at the
//! same stopping rule. Every row here runs on one thread unless it says otherwise, so wall time is CPU time.

use std::time::Duration;

use lope::assemble::{Arguments, Projection};
use lope::energy::Want;
use lope::math::Filter;
use lope::minimize::Report;
use lope::scene::builtin;

use super::Session;
use super::clock::compete_by;
use super::cube::Cube;
use super::row::{Goal, Row};
use super::timed::Timed;

/// The scenes, and the published CPU seconds a step.
const BARS: [(&str, f64); 2] = [("bar-20k", 0.33), ("bar-70k", 1.84)];

/// From the published method to `auto`, one idea after the other.
const LADDER: [(&str, &[&str]); 4] = [
    ("progressive, as published", &["solver.method=progressive"]),
    ("… adaptive tolerances", &["solver.method=progressive", "solver.forcing=adaptive"]),
    (
        "… two-level preconditioner",
        &["solver.method=progressive", "solver.forcing=adaptive", "solver.preconditioner=two-level"],
    ),
    ("auto", &["solver.method=auto"]),
];

/// Steps by which the methods are compared by phase: before the bar buckles at its clamp.
const PHASE_STEPS: u64 = 3;

/// How far the mean height may be from that of a tight run, as a part of the bar's length.
const SAME_END: f64 = 1e-3;

/// A run of a bar; the mean height in the end is in m.
fn run_bar(name: &str, set: &[&str], steps: Option<u64>, threads: usize) -> Result<Timed, String> {
    let overrides: Vec<String> = set.iter().map(ToString::to_string).collect();
    let builtin = builtin::find(name).ok_or_else(|| format!("no scene {name}"))?;
    let scene = builtin.scene(&overrides).map_err(|e| e.to_string())?;
    Timed::run(&format!("{name} with {set:?}"), &scene, steps, threads)
}

/// Filters, methods by phase, the ladder, threads.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    filters(session)?;
    phases(session)?;
    for (name, published) in BARS {
        ladder(session, name, published)?;
    }
    Ok(())
}

/// The closed-form filter against the numeric one, on elements of which many are indefinite.
fn filters(session: &mut Session<'_>) -> Result<(), String> {
    (session.say)("bars: filters");
    let mut cube = Cube::shaken(16, 0.6)?;
    let elements = cube.elements() as f64;
    let names = ["exact", "analytic filter", "numeric filter"];
    let [exact, analytic, numeric] = compete_by(Duration::from_millis(1500), |k| {
        let (filter, projection) = match k {
            0 => (Filter::Raw, Projection::Analytic),
            1 => (Filter::Clamp(1e-8), Projection::Analytic),
            _ => (Filter::Clamp(1e-8), Projection::Numeric),
        };
        cube.evaluate_with(Want::Hessian, filter, projection);
    });
    let ns = |seconds: f64| 1e9 * seconds / elements;
    session.rows.extend([
        Row::new("bars", format!("element Hessians, {}", names[0]), ns(exact), "ns/tet"),
        Row::new("bars", format!("element Hessians, {}", names[1]), ns(analytic), "ns/tet"),
        Row::new("bars", format!("element Hessians, {}", names[2]), ns(numeric), "ns/tet").times(
            numeric / analytic,
            names[1],
            Some(Goal::AtLeast(5.0)),
        ),
    ]);
    Ok(())
}

/// Time per Newton iteration by phase.
fn phases(session: &mut Session<'_>) -> Result<(), String> {
    for method in ["projected-newton", "project-on-demand", "progressive"] {
        (session.say)(&format!("bars: {method} by phase"));
        let set = format!("solver.method={method}");
        let bar = run_bar("bar-70k", &[&set], Some(PHASE_STEPS), 1)?;
        let each = |time: Duration| 1e3 * time.as_secs_f64() / bar.report.iterations as f64;
        let Report { hessian_time, linear_time, search_time, .. } = bar.report;
        let whole = 1e3 * bar.seconds / bar.report.iterations as f64;
        let row = |what: &str, time: f64| {
            Row::new("bars", format!("{method}: {what}, an iteration"), time, "ms").percent(
                time / whole,
                "the iteration",
                None,
            )
        };
        let assembly = Row::new("bars", format!("{method}: assembly, projection"), each(hessian_time), "ms");
        let goal = (method == "progressive").then_some(Goal::AtMost(0.25));
        session.rows.extend([
            assembly.percent(each(hessian_time) / whole, "the iteration", goal),
            row("linear solves", each(linear_time)),
            row("line search", each(search_time)),
        ]);
    }
    Ok(())
}

/// Seconds a step, one idea after the other, with the end state checked.
fn ladder(session: &mut Session<'_>, name: &str, published: f64) -> Result<(), String> {
    let tight = ["solver.method=auto", "solver.tolerance=1e-6"];
    (session.say)(&format!("bars: {name}, tight"));
    let reference = run_bar(name, &tight, None, rayon::current_num_threads())?;
    let mut last = None;
    for (what, set) in LADDER {
        (session.say)(&format!("bars: {name}, {what}"));
        let bar = run_bar(name, set, None, 1)?;
        let off = (bar.mean[2] - reference.mean[2]).abs();
        if off > SAME_END {
            return Err(format!("{name}, {what}: mean height {off} m from that of a tight run"));
        }
        let Report { iterations, linear_solves, linear_iterations, .. } = bar.report;
        let steps = bar.steps as f64;
        let quantity = format!(
            "{name}, {what} ({:.1} iterations, {:.1} solves of {:.0})",
            iterations as f64 / steps,
            linear_solves as f64 / steps,
            linear_iterations as f64 / linear_solves as f64
        );
        let goal = (what == "auto").then_some(Goal::AtLeast(6.0));
        let row = Row::new("bars", quantity, bar.per_step(), "s/step");
        session.rows.push(row.times(published / bar.per_step(), format!("published {published} s"), goal));
        last = Some(bar);
    }
    let threads = rayon::current_num_threads();
    if let (Some(one), true) = (last, threads > 1) {
        let all = run_bar(name, LADDER[LADDER.len() - 1].1, None, threads)?;
        let row = Row::new("bars", format!("{name}, auto, {threads} threads"), all.per_step(), "s/step");
        session.rows.push(row.times(one.seconds / all.seconds, "1 thread", None));
    }
    Ok(())
}

impl Cube {
    /// The element kernels alone, with a filter.
    fn evaluate_with(&mut self, want: Want, filter: Filter, projection: Projection) {
        let (energies, assembler, x) = self.parts();
        assembler.set_projection(projection);
        assembler.evaluate(energies, Arguments::state(x), want, filter);
    }
}
