//! What a second thread brings.

use std::time::Duration;

use lope::energy::Want;
use lope::math::Filter;
use lope::minimize::Objective;

use super::Session;
use super::clock::{compete_by, pool};
use super::cube::Cube;
use super::row::{Goal, Row};

/// Cells along the edge of the cube: 196,608 tetrahedra, whose Hessians exceed the caches.
const CELLS: u32 = 32;

/// Threads compared with one.
const THREADS: usize = 2;

/// Goal for assembly and element kernels.
const SPEEDUP: Goal = Goal::AtLeast(1.7);

/// Time for each quantity.
const BUDGET: Duration = Duration::from_millis(2000);

/// What is done with one thread and with two.
#[derive(Clone, Copy)]
enum Work {
    Elements(Want),
    Gradient,
    Hessian,
}

/// Measures the speed-up of element kernels and assembly.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    if std::thread::available_parallelism().map_or(1, usize::from) < THREADS {
        (session.say)("threads: left out, this machine has one core");
        return Ok(());
    }
    let mut cube = Cube::new(CELLS)?;
    let mut g = vec![0.0; cube.unknowns()];
    let pools = [pool(1)?, pool(THREADS)?];
    for (quantity, work) in [
        ("element gradients", Work::Elements(Want::Gradient)),
        ("element Hessians", Work::Elements(Want::Hessian)),
        ("element gradients and gather", Work::Gradient),
        ("element Hessians and gather", Work::Hessian),
    ] {
        (session.say)(&format!("threads: {quantity}"));
        let [single, double] = compete_by(BUDGET, |k| pools[k].install(|| work.run(&mut cube, &mut g)));
        let row = Row::new("threads", format!("{quantity}, {THREADS} threads"), 1e3 * double, "ms");
        let against = format!("1 thread, {:.1} ms", 1e3 * single);
        session.rows.push(row.times(single / double, against, Some(SPEEDUP)));
    }
    Ok(())
}

impl Work {
    fn run(self, cube: &mut Cube, g: &mut [f64]) {
        match self {
            Self::Elements(want) => cube.evaluate(want),
            Self::Gradient => {
                let (mut f, x) = cube.objective();
                f.gradient(x, g);
            }
            Self::Hessian => {
                let (mut f, x) = cube.objective();
                f.hessian(x, Filter::Raw);
            }
        }
    }
}
