//! A character pulled and let go: \[Fernandez26\] Figure 11.

use super::contest::{Contest, PROJECTING};
use super::scene_run::Tally;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Slingshot;

/// The scene, at full size.
pub(super) const SCENE: &str = include_str!("ppn_slingshot.toml");

/// What makes it small. Projections in closed form give nearly the same counts, and nothing is timed at this size.
pub(super) fn smaller(size: Size) -> Vec<String> {
    match size {
        Size::Smoke => ["body.0.mesh.edge=0.055", "solver.projection=analytic", "time.duration=1.1"]
            .map(str::to_owned)
            .to_vec(),
        Size::Full => Vec::new(),
    }
}

impl Experiment for Slingshot {
    fn name(&self) -> &'static str {
        "ppn-slingshot"
    }

    fn source(&self) -> &'static str {
        "Fernández-Fernández et al. 2026, Figure 11"
    }

    fn summary(&self) -> &'static str {
        "a character pulled and let go: progressive projection projects little and needs the fewest iterations"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let mut contest = Contest::new(SCENE, &smaller(task.size), &PROJECTING, task)?;
        while contest.advance(progress) {
            task.write("methods.csv", &format!("method,{}\n{}", Tally::HEAD, contest.rows("")))?;
            task.write("steps.csv", &contest.steps)?;
        }
        Ok(claims(&contest, task.size))
    }
}

fn claims(contest: &Contest, size: Size) -> Vec<Claim> {
    let [pn, pdn, ppn] = PROJECTING.map(|(name, _)| contest.tally(name));
    let percent = |part: f64| format!("{:.1} %", 100.0 * part);
    let of = |a: u64, b: u64| 100.0 * a as f64 / b.max(1) as f64;
    let failed = pn.failed + pdn.failed + ppn.failed;
    let mut claims = vec![
        Claim::beside("unknowns", "71k", format!("{}", contest.unknowns())),
        Claim::new("every step of every method converges", "yes", format!("{failed} do not"), failed == 0),
        Claim::new("PDN projects more than half", "> 50 %", percent(pdn.share()), pdn.share() > 0.5),
        Claim::number(
            "part of the element Hessians PPN projects",
            "< 3 %",
            (100.0 * ppn.share(), "%"),
            Asked::AtMost(3.0),
        ),
        // Less than 3 % of what 47 % of the iterations see.
        Claim::number(
            "projected by PPN, of what PN projects",
            "< 1.5 %",
            (of(ppn.projected, pn.projected), "%"),
            Asked::AtMost(1.5),
        ),
        Claim::number(
            "PPN's iterations, of PN's",
            "47 %",
            (of(ppn.iterations, pn.iterations), "%"),
            Asked::AtMost(47.0),
        )
        .noting(format!("{:.1} and {:.1} a step", ppn.iterations_a_step(), pn.iterations_a_step())),
        Claim::number(
            "PPN's iterations, of PDN's",
            "80 %",
            (of(ppn.iterations, pdn.iterations), "%"),
            Asked::AtMost(80.0),
        )
        .noting(format!("{:.1} a step", pdn.iterations_a_step())),
    ];
    for (other, name, published) in [(&pn, "PN", 2.5), (&pdn, "PDN", 1.34)] {
        let faster = (other.seconds / ppn.seconds, "×");
        let claim = format!("PPN as fast as {name}");
        let claim = Claim::number(claim, format!("{published}×"), faster, Asked::AtLeast(published));
        claims.push(claim.judged(size == Size::Full));
    }
    claims.extend(contest.apart.claims("of Figure 10"));
    claims
}
