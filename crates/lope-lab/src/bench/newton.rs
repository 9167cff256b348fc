//! One Newton iteration, by phase and size.
//!
//! Both sizes make the same iteration: the Hessian, a fixed number of conjugate gradient iterations, one
//! evaluation of the line search. Whatever grows faster than the number of unknowns shows as a ratio above one
//! of the times per unknown.
//!
//! A small matrix lies in caches that a large one does not fit into, and that shows as well. So the large cube is also compared
//! with as many unknowns in small cubes, in one system: the same bytes, and what then grows is the method's.

use std::time::Duration;

use lope::energy::Want;
use lope::math::Filter;
use lope::minimize::{
    Control, Descent, Limits, LinearMethod, LinearSettings, Minimizer, Objective, Outcome,
    PreconditionerKind, Report, StabilizedNewton, StabilizedSettings, Stop, StrongWolfe,
};
use lope::sparse::vector::{add_scaled, dot};

use super::clock::{compete_by, seconds};
use super::cube::Cube;
use super::row::{Goal, Row};
use super::{Session, memory};

/// Cells along the edge of the cubes, and how many of them: 107,811, 862,488 and 823,875 unknowns.
const CUBES: [(u32, u32); 3] = [(32, 1), (32, 8), (64, 1)];

/// Iterations of the linear solver, the same at both sizes.
const LINEAR_ITERATIONS: usize = 30;

/// Goal for every phase: time per unknown, large over small. Linear growth is 1; the rest is for noise.
const GROWTH: Goal = Goal::AtMost(1.15);

/// Goal for the memory of the large one, relative to 4 GB.
const MEMORY: Goal = Goal::AtMost(1.0);

/// Bytes that the memory is compared with.
const MEMORY_LIMIT: f64 = 4e9;

/// Time for the phases of each size.
const BUDGET: [Duration; 3] =
    [Duration::from_millis(1500), Duration::from_millis(3500), Duration::from_millis(3500)];

/// The phases.
const NAMES: [&str; 8] = [
    "set-up (once a run)",
    "element Hessians",
    "Hessian, evaluated and summed",
    "matrix product, each",
    "vectors of CG, each iteration",
    "CG iteration, product and vectors",
    "line-search evaluation",
    "whole iteration",
];

/// Seconds of each phase.
type Phases = [f64; NAMES.len()];

/// Measures all of them and compares the last with the others.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    let fresh = memory::forget_peak();
    let mut sizes = Vec::new();
    for ((cells, count), budget) in CUBES.into_iter().zip(BUDGET) {
        (session.say)(&format!("newton: {} unknowns", u64::from(3 * count) * (u64::from(cells) + 1).pow(3)));
        sizes.push(one(cells, count, budget)?);
    }
    let peak = memory::peak();
    let [(small, small_phases), (crowd, crowd_phases), (large, large_phases)] = sizes[..] else {
        return Ok(());
    };
    for (k, name) in NAMES.iter().enumerate() {
        let per = |phases: &Phases, unknowns: usize| 1e9 * phases[k] / unknowns as f64;
        let row = |unknowns: usize, time| {
            Row::new("newton", format!("{name}, {unknowns} unknowns"), time, "ns/unknown")
        };
        let (alone, among) = (per(&small_phases, small), per(&crowd_phases, crowd));
        let after = per(&large_phases, large);
        let against = format!("{small} unknowns; {:.0} ms", 1e3 * large_phases[k]);
        session.rows.extend([
            row(small, alone),
            row(large, after).times(after / alone, against, Some(GROWTH)),
            row(large, after).times(after / among, "the same in 8 small cubes", Some(GROWTH)),
        ]);
    }
    if let Some(peak) = peak {
        let quantity = if fresh { "peak memory" } else { "peak memory, earlier benchmarks included" };
        let row = Row::new("newton", format!("{quantity}, {large} unknowns"), 1e-9 * peak, "GB");
        session.rows.push(row.percent(peak / MEMORY_LIMIT, "4 GB", Some(MEMORY)));
    }
    Ok(())
}

/// Unknowns and phases of so many cubes in one system.
fn one(cells: u32, count: u32, budget: Duration) -> Result<(usize, Phases), String> {
    let mut made = Err(String::new());
    let setup = seconds(|| made = Cube::crowd(cells, count));
    let mut bench = Iteration::new(made?);
    let [elements, hessian, product, search, whole] = compete_by(budget, |k| match k {
        0 => bench.cube.evaluate(Want::Hessian),
        1 => bench.hessian(),
        2 => bench.product(),
        3 => bench.search(),
        _ => bench.whole(),
    });
    let Report { outcome, linear_iterations, .. } = bench.report;
    if outcome != Outcome::MaxIterations || linear_iterations != LINEAR_ITERATIONS {
        return Err(format!("newton: {} after {linear_iterations} linear iterations", outcome.word()));
    }
    let cg = bench.linear.as_secs_f64() / LINEAR_ITERATIONS as f64;
    Ok((bench.g.len(), [setup, elements, hessian, product, cg - product, cg, search, whole]))
}

/// A cube, and the vectors of the phases.
struct Iteration {
    cube: Cube,
    g: Vec<f64>,
    p: Vec<f64>,
    x_new: Vec<f64>,
    method: Descent<StabilizedNewton, StrongWolfe>,
    report: Report,
    /// Shortest linear solve.
    linear: Duration,
}

impl Iteration {
    fn new(cube: Cube) -> Self {
        let zeros = vec![0.0; cube.unknowns()];
        let (g, p, x_new) = (zeros.clone(), zeros.clone(), zeros);
        let mut made =
            Self { cube, g, p, x_new, method: method(), report: Report::default(), linear: Duration::MAX };
        made.hessian();
        made.search();
        made
    }

    fn hessian(&mut self) {
        let (mut f, x) = self.cube.objective();
        f.hessian(x, Filter::Raw);
    }

    fn product(&mut self) {
        let (f, _) = self.cube.objective();
        f.operator().apply_dot(&self.g, &mut self.p);
    }

    /// What the line search does at each point it tries. The step is too short to change anything.
    fn search(&mut self) {
        let (mut f, x) = self.cube.objective();
        add_scaled(x, -1e-15, &self.p, &mut self.x_new);
        let value = f.gradient(&self.x_new, &mut self.g);
        std::hint::black_box(value + dot(&self.g, &self.p));
    }

    fn whole(&mut self) {
        let (mut f, x) = self.cube.objective();
        self.x_new.copy_from_slice(x);
        self.report = self.method.minimize(&mut f, &mut self.x_new, &mut |_| Control::Continue);
        self.linear = self.linear.min(self.report.linear_time);
    }
}

/// One iteration of stabilized Newton whose linear solve never converges before its limit.
fn method() -> Descent<StabilizedNewton, StrongWolfe> {
    let settings = StabilizedSettings {
        cg_scale: 0.0,
        downhill: 1e-2,
        length_clamp: f64::INFINITY,
        stop: Stop::Gradient(0.0),
        filter: Filter::Raw,
    };
    let linear = LinearSettings {
        method: LinearMethod::Cg,
        preconditioner: PreconditionerKind::BlockJacobi,
        max_iterations: LINEAR_ITERATIONS,
    };
    let limits = Limits { max_iterations: 1, min_iterations: 0 };
    StabilizedNewton::minimizer(settings, linear, StrongWolfe::default(), limits)
}
