//! Contact, friction and compression: four boxes under a press that turns, \[Fernandez26\] Figures 1, 4 and 6.
//!
//! At full size 20 of the 150 published steps are made for every method, and six for every pair of parameters.

use super::contest::{Contest, PROJECTING, WITH_AUTO};
use super::ppn_ablation::{self, Grid};
use super::scene_run::Tally;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Press;

pub(super) const SCENE: &str = include_str!("ppn_press.toml");

/// The boxes with so many cells along their sides.
pub(super) fn cells(cells: u32) -> Vec<String> {
    (0..4).map(|body| format!("body.{body}.mesh.cells=[{cells},{cells},{cells}]")).collect()
}

impl Experiment for Press {
    fn name(&self) -> &'static str {
        "ppn-press"
    }

    fn source(&self) -> &'static str {
        "Fernández-Fernández et al. 2026, Figures 1, 4 and 6"
    }

    fn summary(&self) -> &'static str {
        "four boxes fall into a cylinder, are pressed and turned: progressive projection under contact and friction"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let (shared, steps, few) = match task.size {
            // The press is on its way down, and everything touches.
            Size::Smoke => (cells(3), 40, 24),
            Size::Full => (Vec::new(), 20, 6),
        };
        let of = |steps: u32, more: &[&str]| {
            let more = more.iter().map(|&text| text.to_owned()).chain([format!("time.steps={steps}")]);
            shared.iter().cloned().chain(more).collect::<Vec<String>>()
        };
        let mut table = format!("solver,filter,method,{}\n", Tally::HEAD);
        let mut contests = Vec::new();
        let cases = [("pcg", "clamp"), ("pcg", "mirror"), ("llt", "clamp")];
        for (solver, filter) in cases {
            let linear = if solver == "llt" { "solver.linear=cholesky" } else { "solver.linear=pcg" };
            let overrides = of(steps, &[linear, &format!("solver.filter={filter}")]);
            let lanes = if filter == "mirror" { &WITH_AUTO[..3] } else { &WITH_AUTO[..] };
            let mut contest = Contest::new(SCENE, &overrides, lanes, task)?.watched()?;
            let done = contests.len() as f64;
            contest
                .run(&mut |part, note| progress((done + part) / 4.0, &format!("{solver}, {filter}, {note}")));
            table += &contest.rows(&format!("{solver},{filter},"));
            task.write("cases.csv", &table)?;
            contests.push(contest);
        }
        let parameters = match task.size {
            Size::Smoke => ppn_ablation::SMOKE,
            Size::Full => ppn_ablation::FULL,
        };
        let shared = of(few, &["solver.method=progressive"]);
        let mut tell = |part: f64, note: &str| progress((3.0 + part) / 4.0, note);
        let grid = Grid::measure((SCENE, &shared), parameters, task, &mut tell)?;
        task.draw("ppn-press.png", &grid.picture("Progressive projection under the press"))?;
        let [pcg, mirror, llt] = &contests[..] else {
            return Err(ExperimentError::Scene("three cases were run".to_owned()));
        };
        let mut all = claims(pcg, mirror, llt, task.size);
        all.extend(grid.claims(7.0).into_iter().skip(1));
        Ok(all)
    }
}

fn claims(pcg: &Contest, mirror: &Contest, llt: &Contest, size: Size) -> Vec<Claim> {
    let contests = [pcg, mirror, llt];
    let failed: u64 = contests.iter().flat_map(|contest| &contest.lanes).map(|lane| lane.tally.failed).sum();
    let crossings: usize = contests.iter().map(|contest| contest.crossings).sum();
    let [pn, pdn, ppn, auto] = WITH_AUTO.map(|(name, _)| pcg.tally(name));
    let percent = |a: u64, b: u64| 100.0 * a as f64 / b.max(1) as f64;
    let iterations =
        |contest: &Contest| PROJECTING.iter().map(|(name, _)| contest.tally(name).iterations).sum::<u64>();
    let a_step = |contest: &Contest| {
        let each = PROJECTING.map(|(name, _)| format!("{:.1}", contest.tally(name).iterations_a_step()));
        each.join(", ")
    };
    let mut claims = vec![
        Claim::new("every step converges", "yes", format!("{failed} do not"), failed == 0),
        Claim::new("nothing crosses anything", "yes", format!("{crossings} crossings"), crossings == 0),
        Claim::number(
            "part of the element Hessians PPN projects",
            "8 %",
            (100.0 * ppn.share(), "%"),
            Asked::AtMost(10.0),
        )
        .noting(format!("PDN {:.1} %", 100.0 * pdn.share())),
        Claim::number(
            "PPN's iterations, of PN's",
            "86 %",
            (percent(ppn.iterations, pn.iterations), "%"),
            Asked::AtMost(100.0),
        ),
        Claim::number(
            "iterations by mirroring, of those by clamping, all methods",
            "140 %",
            (percent(iterations(mirror), iterations(pcg)), "%"),
            Asked::AtLeast(100.0),
        ),
        Claim::beside("clamped: iterations a step of PN, PDN and PPN", "–", a_step(pcg)),
        Claim::beside("mirrored: iterations a step of PN, PDN and PPN", "51, 52, 45", a_step(mirror)),
        Claim::beside("factored: iterations a step of PN, PDN and PPN", "–", a_step(llt)),
        Claim::beside("auto: iterations a step", "–", format!("{:.1}", auto.iterations_a_step())),
    ];
    if size == Size::Full {
        let faster = |contest: &Contest| contest.tally("PN").seconds / contest.tally("PPN").seconds;
        let best = pn.seconds.min(pdn.seconds).min(ppn.seconds);
        claims.extend([
            Claim::number("PCG: PPN as fast as PN", "1.5×", (faster(pcg), "×"), Asked::AtLeast(1.3)),
            Claim::beside("LLT: PPN as fast as PN", "1.05×", format!("{:.2}×", faster(llt))),
            Claim::number(
                "time of auto, of the best of the three",
                "–",
                (100.0 * auto.seconds / best, "%"),
                Asked::AtMost(110.0),
            ),
        ]);
    }
    claims
}
