//! Resolution, step and tolerance: \[Fernandez26\] Figure 7, without its contact.

use super::contest::{Contest, PROJECTING};
use super::heat::{Panel, heat_map};
use super::scene_run::Tally;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Sweep;

const SCENE: &str = include_str!("ppn_sweep.toml");

/// Cells across the bar, at each size; three times as many along it. At full size 1.7k, 14.7k and 106k unknowns;
/// published are 2k, 15k and 108k.
const SMOKE: [u32; 3] = [2, 3, 4];
const FULL: [u32; 3] = [5, 11, 22];

/// Steps, ms, and how many of them are made at smoke size.
const STEPS: [(u32, u32); 3] = [(100, 3), (10, 8), (1, 12)];

/// How many are made at full size, whatever their length.
const FULL_STEPS: u32 = 4;

/// Tolerances, m/s.
const TOLERANCES: [f64; 3] = [1e-2, 1e-3, 1e-4];

/// One combination, the tolerance varying fastest, and what the three methods did.
struct Case {
    cells: u32,
    step: u32,
    tallies: [Tally; 3],
}

impl Experiment for Sweep {
    fn name(&self) -> &'static str {
        "ppn-sweep"
    }

    fn source(&self) -> &'static str {
        "Fernández-Fernández et al. 2026, Figure 7"
    }

    fn summary(&self) -> &'static str {
        "a pressed and twisted bar: three meshes, three steps and three tolerances"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let resolutions = match task.size {
            Size::Smoke => SMOKE,
            Size::Full => FULL,
        };
        let mut table = format!("cells,step_ms,tolerance,method,{}\n", Tally::HEAD);
        let mut cases: Vec<Case> = Vec::new();
        for cells in resolutions {
            for (step, few) in STEPS {
                let steps = if task.size == Size::Smoke { few } else { FULL_STEPS };
                for tolerance in TOLERANCES {
                    let done = cases.len();
                    let shared = [
                        format!("body.0.mesh.cells=[{},{cells},{cells}]", 3 * cells),
                        format!("time.step={step}e-3"),
                        format!("time.steps={steps}"),
                        format!("solver.tolerance={tolerance:e}"),
                        "solver.projection=analytic".to_owned(),
                    ];
                    let mut contest = Contest::new(SCENE, &shared, &PROJECTING, task)?;
                    let label = format!("{cells} cells, {step} ms, {tolerance:e} m/s");
                    contest.run(&mut |part, note| {
                        progress((done as f64 + part) / 27.0, &format!("{label}, {note}"))
                    });
                    table += &contest.rows(&format!("{cells},{step},{tolerance:e},"));
                    task.write("cases.csv", &table)?;
                    let tallies = PROJECTING.map(|(name, _)| contest.tally(name));
                    cases.push(Case { cells, step, tallies });
                }
            }
        }
        task.draw("ppn-sweep.png", &picture(&cases))?;
        Ok(claims(&cases, task.size))
    }
}

fn claims(cases: &[Case], size: Size) -> Vec<Claim> {
    let all: [Tally; 3] =
        [0, 1, 2].map(|k| cases.iter().fold(Tally::default(), |sum, case| sum.and(&case.tallies[k])));
    let [pn, pdn, ppn] = &all;
    let failed = pn.failed + pdn.failed + ppn.failed;
    let more = cases
        .iter()
        .filter(|case| case.tallies[2].projected > case.tallies[0].projected.min(case.tallies[1].projected))
        .count();
    let shares: Vec<f64> = cases.iter().map(|case| case.tallies[2].share()).collect();
    let (low, high) = shares.iter().fold((f64::INFINITY, 0.0_f64), |(l, h), &s| (l.min(s), h.max(s)));
    let saved = |tally: &Tally| 100.0 * (1.0 - tally.iterations as f64 / pn.iterations as f64);
    let mut claims = vec![
        Claim::new("every step converges", "yes", format!("{failed} do not"), failed == 0),
        Claim::new(
            "PPN never projects more than PN or PDN",
            "never",
            format!("{more} of {}", cases.len()),
            more == 0,
        ),
        Claim::number(
            "part of the element Hessians PPN projects, at most",
            "30 to 5 %",
            (100.0 * high, "%"),
            Asked::AtMost(30.0),
        )
        .noting(format!("at least {:.1} %", 100.0 * low)),
        Claim::number(
            "iterations that PPN saves on the whole, of PN's",
            "27.3 %",
            (saved(ppn), "%"),
            Asked::AtLeast(27.3),
        ),
        Claim::beside("iterations that PDN saves", "7.7 %", format!("{:.1} %", saved(pdn))),
    ];
    for step in STEPS.map(|(step, _)| step) {
        let of = |k: usize| {
            cases.iter().filter(|c| c.step == step).map(|c| c.tallies[k].iterations).sum::<u64>() as f64
        };
        let shown = format!("{:.2} and {:.2}", of(1) / of(0), of(2) / of(0));
        let claim = format!("{step} ms: iterations of PDN and PPN beside PN's");
        claims.push(match step {
            100 => Claim::beside(claim, "both struggle", shown),
            _ => Claim::new(claim, "PPN fewest", shown, of(2) <= of(0).min(of(1))),
        });
    }
    if size == Size::Full {
        claims.push(
            Claim::number(
                "in closed form, PPN as fast as PN",
                "1.93×",
                (pn.seconds / ppn.seconds, "×"),
                Asked::AtLeast(1.93),
            )
            .noting(format!("PDN {:.2}×, published 1.07×", pn.seconds / pdn.seconds)),
        );
    }
    claims
}

/// Projections and iterations of PDN and PPN relative to PN: a row a mesh and step, a column a tolerance.
fn picture(cases: &[Case]) -> lope_io::plot::Image {
    let columns = TOLERANCES.map(|tolerance| format!("{tolerance:e} m/s"));
    let rows: Vec<String> =
        cases.iter().step_by(3).map(|case| format!("{}: {} ms", case.cells, case.step)).collect();
    let part = |a: u64, b: u64| a as f64 / b.max(1) as f64;
    let panel = |title: &str, k: usize, value: &dyn Fn(&Tally) -> u64| Panel {
        title: title.to_owned(),
        values: cases.iter().map(|c| part(value(&c.tallies[k]), value(&c.tallies[0]))).collect(),
        digits: 3,
    };
    let panels = [
        panel("projected, PDN / PN", 1, &|tally| tally.projected),
        panel("projected, PPN / PN", 2, &|tally| tally.projected),
        panel("iterations, PDN / PN", 1, &|tally| tally.iterations),
        panel("iterations, PPN / PN", 2, &|tally| tally.iterations),
    ];
    heat_map("Pressed and twisted bar: cells across and step", &rows, &columns, &panels)
}
