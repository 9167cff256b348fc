//! Resolution, step and tolerance under the press: \[Fernandez26\] Figure 7.
//!
//! Every case sees the boxes land.

use super::contest::{Contest, PROJECTING};
use super::ppn_press::{SCENE, cells};
use super::scene_run::Tally;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Sweep;

/// Cells along the sides of the boxes: at full size 2.1k, 16k and 111k unknowns; published are 2k, 15k and 108k.
const SMOKE: [u32; 3] = [1, 2, 3];
const FULL: [u32; 3] = [5, 10, 20];

/// Steps, ms, and how many of them are made at each size. At 1 ms the boxes begin at 2 m/s, or they
/// would not land.
const STEPS: [(u32, u32, u32); 3] = [(100, 4, 4), (10, 20, 16), (1, 12, 8)];

/// Tolerances, m/s.
const TOLERANCES: [f64; 3] = [1e-2, 1e-3, 1e-4];

impl Experiment for Sweep {
    fn name(&self) -> &'static str {
        "ppn-press-sweep"
    }

    fn source(&self) -> &'static str {
        "Fernández-Fernández et al. 2026, Figure 7"
    }

    fn summary(&self) -> &'static str {
        "the press with three meshes, three steps and three tolerances"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let resolutions = match task.size {
            Size::Smoke => SMOKE,
            Size::Full => FULL,
        };
        let mut table = format!("cells,step_ms,tolerance,method,{}\n", Tally::HEAD);
        let (mut all, mut crossings, mut done) = ([Tally::default(); 3], 0, 0);
        let mut lines = Vec::new();
        for number in resolutions {
            for (step, few, many) in STEPS {
                let mut of_step = [Tally::default(); 3];
                for tolerance in TOLERANCES {
                    let mut shared = cells(number);
                    shared.extend([
                        format!("time.step={step}e-3"),
                        format!("time.steps={}", if task.size == Size::Smoke { few } else { many }),
                        format!("solver.tolerance={tolerance:e}"),
                    ]);
                    if step == 1 {
                        shared.extend((0..4).map(|body| format!("body.{body}.velocity=[0,-2,0]")));
                    }
                    let mut contest = Contest::new(SCENE, &shared, &PROJECTING, task)?.watched()?;
                    let label = format!("{number} cells, {step} ms, {tolerance:e} m/s");
                    contest.run(&mut |part, note| {
                        progress((f64::from(done) + part) / 27.0, &format!("{label}, {note}"));
                    });
                    table += &contest.rows(&format!("{number},{step},{tolerance:e},"));
                    task.write("cases.csv", &table)?;
                    for (k, (name, _)) in PROJECTING.iter().enumerate() {
                        of_step[k] = of_step[k].and(&contest.tally(name));
                    }
                    crossings += contest.crossings;
                    done += 1;
                }
                lines.push((number, step, of_step));
                for (sum, one) in all.iter_mut().zip(&of_step) {
                    *sum = sum.and(one);
                }
            }
        }
        Ok(claims(&all, &lines, crossings, task.size))
    }
}

fn claims(all: &[Tally; 3], lines: &[(u32, u32, [Tally; 3])], crossings: usize, size: Size) -> Vec<Claim> {
    let [pn, pdn, ppn] = all;
    let failed = pn.failed + pdn.failed + ppn.failed;
    let saved = |tally: &Tally| 100.0 * (1.0 - tally.iterations as f64 / pn.iterations.max(1) as f64);
    let mut claims = vec![
        Claim::new("every step converges", "yes", format!("{failed} do not"), failed == 0),
        Claim::new("nothing crosses anything", "yes", format!("{crossings} crossings"), crossings == 0),
        Claim::number(
            "iterations that PPN saves on the whole, of PN's",
            "27.3 %",
            (saved(ppn), "%"),
            Asked::AtLeast(15.0),
        ),
        Claim::beside("iterations that PDN saves", "7.7 %", format!("{:.1} %", saved(pdn))),
        Claim::number(
            "part of the element Hessians PPN projects",
            "5 to 30 %",
            (100.0 * ppn.share(), "%"),
            Asked::AtMost(30.0),
        ),
    ];
    for (cells, step, tallies) in lines {
        let [pn, pdn, ppn] = tallies.each_ref().map(Tally::iterations_a_step);
        claims.push(Claim::beside(
            format!("{cells} cells, {step} ms: iterations a step of PN, PDN and PPN"),
            "–",
            format!("{pn:.1}, {pdn:.1}, {ppn:.1}"),
        ));
    }
    if size == Size::Full {
        claims.push(
            Claim::number("PPN as fast as PN", "1.93×", (pn.seconds / ppn.seconds, "×"), Asked::AtLeast(1.5))
                .noting(format!("PDN {:.2}×, published 1.07×", pn.seconds / pdn.seconds)),
        );
    }
    claims
}
