//! Cloth that is twisted until it is a rope: \[Fernandez26\] Figure 12.

use super::contest::{Contest, PROJECTING};
use super::scene_run::Tally;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Cloth;

const SCENE: &str = include_str!("ppn_cloth.toml");

/// Vertices around and along, and seconds, at each size.
const SMOKE: &[(u32, f64)] = &[(16, 0.5)];
const FULL: &[(u32, f64)] = &[(64, 20.0), (128, 20.0), (256, 20.0)];

impl Experiment for Cloth {
    fn name(&self) -> &'static str {
        "ppn-cloth"
    }

    fn source(&self) -> &'static str {
        "Fernández-Fernández et al. 2026, Figure 12"
    }

    fn summary(&self) -> &'static str {
        "a cylinder of cloth twisted into a rope, with contact and friction with itself"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let cases = match task.size {
            Size::Smoke => SMOKE,
            Size::Full => FULL,
        };
        let mut table = format!("vertices,method,{}\n", Tally::HEAD);
        let mut contests = Vec::new();
        for (number, (vertices, seconds)) in cases.iter().enumerate() {
            let shared = [
                format!("body.0.mesh.cells=[{vertices},{}]", vertices - 1),
                format!("time.duration={seconds}"),
            ];
            let mut contest = Contest::new(SCENE, &shared, &PROJECTING, task)?.watched()?;
            let of = |part: f64| (number as f64 + part) / cases.len() as f64;
            contest.run(&mut |part, note| progress(of(part), &format!("{vertices}², {note}")));
            table += &contest.rows(&format!("{vertices},"));
            task.write("cases.csv", &table)?;
            task.write(&format!("steps-{vertices}.csv"), &contest.steps)?;
            contests.push((*vertices, contest));
        }
        Ok(claims(&contests, task.size))
    }
}

fn claims(contests: &[(u32, Contest)], size: Size) -> Vec<Claim> {
    let crossings: usize = contests.iter().map(|(_, contest)| contest.crossings).sum();
    let failed: u64 = contests.iter().flat_map(|(_, c)| &c.lanes).map(|lane| lane.tally.failed).sum();
    let mut claims = vec![
        Claim::number(
            "edges through triangles after any step",
            "none",
            (crossings as f64, ""),
            Asked::AtMost(0.0),
        ),
        Claim::number("steps that do not converge", "none", (failed as f64, ""), Asked::AtMost(0.0)),
    ];
    for (vertices, contest) in contests {
        let [pn, pdn, ppn] = PROJECTING.map(|(name, _)| contest.tally(name));
        let part = 100.0 * ppn.iterations as f64 / pn.iterations.max(1) as f64;
        let claim = format!("{vertices}²: PPN's iterations, of PN's");
        claims.push(match size {
            Size::Smoke => Claim::number(claim, "54 %", (part, "%"), Asked::AtMost(100.0)),
            Size::Full => Claim::number(claim, "54 %", (part, "%"), Asked::AtMost(65.0)),
        });
        if size == Size::Full {
            let faster = (pn.seconds / ppn.seconds, "×");
            let claim = format!("{vertices}²: PPN as fast as PN");
            claims.push(Claim::number(claim, "2.2×", faster, Asked::AtLeast(1.7)));
        }
        let each = [pn, pdn, ppn].map(|tally| format!("{:.1}", tally.iterations_a_step()));
        claims.push(Claim::beside(
            format!("{vertices}²: iterations a step of PN, PDN and PPN"),
            "–",
            each.join(", "),
        ));
        let share = format!("{:.1} %, {:.1} %", 100.0 * pdn.share(), 100.0 * ppn.share());
        claims.push(Claim::beside(
            format!("{vertices}²: element Hessians that PDN and PPN project"),
            "–",
            share,
        ));
    }
    claims
}
