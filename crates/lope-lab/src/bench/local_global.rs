//! Local/global iterations in real time: a body as large as the largest published one, a cloth, and the triangular solves
//! against the memory they read.
//!
//! \[Dinev18\], Table 1, gives 1181 ms for a step of ten iterations with 34,844 vertices and 121,058 tetrahedra: so few
//! tetrahedra for its vertices that most of these lie on its surface. The slab here has about as many of both. The block
//! has as many vertices and half as many tetrahedra again, and a factor as full as any body of that size can have.

use std::hint::black_box;
use std::time::Duration;

use lope::minimize::{Outcome, Report};
use lope::observe::{Nobody, StepRecord};
use lope::scene::{Scene, build};
use lope::sparse::{AxisCholesky, BlockMatrix, Operator};
use lope::world::World;

use super::clock::{compete, count, one_and_all, pool, seconds};
use super::machine::{array, read_all};
use super::row::{Goal, Row};
use super::{Session, cube};

/// A body of about 34,844 vertices, clamped at one end, under its weight.
const BODY: &str = r#"
[time]
step = "1/30"
steps = 1
[solver]
method = "local-global"
iterations = 10
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [32, 32, 31] }
material = { model = "arap", young = 1e5, poisson = 0.3 }
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
"#;

/// Bodies and their cells.
const BODIES: [(&str, [u32; 3]); 2] = [("slab", [107, 107, 2]), ("block", [32, 32, 31])];

const ITERATIONS: f64 = 10.0;

/// Published milliseconds of a step.
const PUBLISHED: f64 = 1181.0;

/// Goal: times as fast as published.
const FASTER: Goal = Goal::AtLeast(6.0);

/// Steps measured after the one that factors.
const STEPS: usize = 12;

/// Goal of the triangular solves: part of the read bandwidth.
const OF_BANDWIDTH: Goal = Goal::AtLeast(0.6);

/// Time for the solves with each number of threads.
const BUDGET: Duration = Duration::from_millis(2500);

/// The cloth of \[Dinev18\], Table 1, let fall from two corners.
const CLOTH: &str = include_str!("../experiment/dinev_tables_cloth.toml");

/// Its step, s, and how many are measured after the one that factors.
const CLOTH_STEP: f64 = 0.033;
const CLOTH_STEPS: u32 = 60;

/// Goal of the cloth, steps a second.
const REAL_TIME: f64 = 60.0;

/// The bodies, the solves of the last of them, the cloth.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    for (name, cells) in BODIES {
        let world = body(session, name, cells)?;
        if name == "block" {
            (session.say)("local-global: triangular solves");
            solves(session, world.assembler().matrix())?;
        }
    }
    (session.say)("local-global: cloth");
    cloth(session)
}

/// Steps of one body.
fn body(session: &mut Session<'_>, kind: &str, cells: [u32; 3]) -> Result<World, String> {
    let mut world = built(BODY, &[format!("body.0.mesh.cells={cells:?}")])?;
    let mut single = None;
    for threads in one_and_all(session.machine.threads) {
        (session.say)(&format!("local-global: {kind}, {}", count(threads)));
        let best = pool(threads)?.install(|| steps(&mut world))?;
        let name = format!(
            "{kind} of {} vertices, {} tetrahedra, {}",
            world.mass().len(),
            world.bodies()[0].cells.len(),
            count(threads)
        );
        let ms = |time: Duration| 1e3 * time.as_secs_f64();
        let whole = ms(best.wall);
        let row = |what: &str, number: f64| Row::new("local-global", format!("{name}: {what}"), number, "ms");
        let step = row("step of 10 iterations", whole);
        let goal = (threads == session.machine.threads).then_some(FASTER);
        session.rows.push(step.times(PUBLISHED / whole, format!("published {PUBLISHED} ms"), goal));
        let phases = [("local", best.report.search_time), ("global", best.report.linear_time)];
        for (what, time) in phases {
            let each = row(&format!("{what}, an iteration"), ms(time) / ITERATIONS);
            session.rows.push(each.percent(ms(time) / whole, "the step", None));
        }
        match single {
            None => single = Some(whole),
            Some(one) => {
                session.rows.push(row("step of 10 iterations", whole).times(one / whole, "1 thread", None))
            }
        }
    }
    Ok(world)
}

fn built(text: &str, set: &[String]) -> Result<World, String> {
    let scene = Scene::from_text("bench.toml", text, set).map_err(|e| e.to_string())?;
    let built = build::build(&scene).map_err(|problems| problems.to_string())?;
    Ok(built.world)
}

/// One step, which must be made.
fn advance(world: &mut World, h: f64) -> Result<StepRecord, String> {
    let record = world.advance_to(h, world.state().t + h, &mut Nobody);
    match record.report.outcome {
        Outcome::Converged => Ok(record),
        outcome => Err(format!("local-global: {}", outcome.word())),
    }
}

/// A step and its time.
struct Step {
    wall: Duration,
    report: Report,
}

/// The quickest of some steps; the first one, which factors, does not count.
fn steps(world: &mut World) -> Result<Step, String> {
    let h = 1.0 / 30.0;
    let mut best: Option<Step> = None;
    for number in 0..=STEPS {
        let record = advance(world, h)?;
        if number > 0 && best.as_ref().is_none_or(|best| record.wall < best.wall) {
            best = Some(Step { wall: record.wall, report: record.report });
        }
    }
    best.ok_or_else(|| "local-global: no step".into())
}

/// The triangular solves of the block's matrix, against bandwidth and faer.
fn solves(session: &mut Session<'_>, a: &BlockMatrix) -> Result<(), String> {
    let mut made = AxisCholesky::new(a.pattern());
    let layout = seconds(|| made = AxisCholesky::new(a.pattern()));
    let mut packed = made.map_err(|e| e.to_string())?;
    let mut plain = AxisCholesky::unpacked(a.pattern()).map_err(|e| e.to_string())?;
    let mut answer = Ok(());
    let factor = seconds(|| answer = packed.factor(a).and_then(|()| plain.factor(a)));
    answer.map_err(|answer| format!("local-global: {answer:?}"))?;
    let b = cube::noise(a.len(), 1);
    let (mut x, mut y) = (vec![0.0; a.len()], vec![0.0; a.len()]);
    let bytes = 2.0 * 8.0 * packed.entries() as f64;
    let flow = array(bytes as usize / 2);
    let name = format!("triangular solves, factor of {:.0} MB", 0.5e-6 * bytes);
    let row =
        |what: &str, number: f64, unit: &str| Row::new("local-global", format!("{name}{what}"), number, unit);
    session.rows.push(row(": ordering", layout, "s"));
    session.rows.push(row(": factorization, twice", factor, "s"));
    for threads in one_and_all(session.machine.threads) {
        let [ours, faer, read] = pool(threads)?.install(|| {
            compete(
                BUDGET,
                [
                    &mut || packed.solve(black_box(&b), &mut x),
                    &mut || plain.solve(black_box(&b), &mut y),
                    &mut || {
                        black_box(read_all(black_box(&flow)));
                    },
                ],
            )
        });
        let size = y.iter().fold(0.0, |m: f64, y| m.max(y.abs()));
        if x.iter().zip(&y).any(|(x, y)| (x - y).abs() > 1e-12 * size) {
            return Err("local-global: the packed solution is not faer's".into());
        }
        let bandwidth = (0.5 * bytes / read).max(session.machine.read(threads));
        let against = format!("read bandwidth {:.1} GB/s, {}", 1e-9 * bandwidth, count(threads));
        let threads = format!(", {}", count(threads));
        let part = bytes / ours / bandwidth;
        session.rows.extend([
            row(&threads, 1e-9 * bytes / ours, "GB/s").percent(part, against, Some(OF_BANDWIDTH)),
            row(&threads, 1e3 * ours, "ms").times(faer / ours, "faer, 1 thread", None),
        ]);
    }
    Ok(())
}

/// Steps of the cloth, all that they take counted: how much the stabilized integrator has to mend differs from step to
/// step.
fn cloth(session: &mut Session<'_>) -> Result<(), String> {
    for threads in one_and_all(session.machine.threads) {
        let mut world = built(CLOTH, &[])?;
        let seconds = pool(threads)?.install(|| -> Result<f64, String> {
            let mut seconds = 0.0;
            for number in 0..=CLOTH_STEPS {
                let record = advance(&mut world, CLOTH_STEP)?;
                if number > 0 {
                    seconds += record.wall.as_secs_f64();
                }
            }
            Ok(seconds)
        })?;
        let (vertices, springs) = (world.mass().len(), world.bodies()[0].springs);
        let threaded = count(threads);
        let quantity = format!("cloth of {vertices} vertices, {springs} springs, stabilized, {threaded}");
        let goal = (threads == session.machine.threads).then_some(Goal::AtLeast(1.0));
        let rate = f64::from(CLOTH_STEPS) / seconds;
        let row = Row::new("local-global", quantity, rate, "steps/s");
        session.rows.push(row.times(rate / REAL_TIME, format!("{REAL_TIME} steps/s"), goal));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cloth_has_as_many_springs_as_the_published_one_and_falls() {
        let mut world = built(CLOTH, &[]).unwrap();
        assert_eq!((world.mass().len(), world.bodies()[0].springs), (10_201, 50_198));
        let weight = world.ledger().gravity;
        for _ in 0..2 {
            assert_eq!(advance(&mut world, CLOTH_STEP).unwrap().report.outcome, Outcome::Converged);
        }
        assert!(world.ledger().gravity < weight);
    }
}
