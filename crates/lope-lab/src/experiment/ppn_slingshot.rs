//! A character pulled and let go: \[Fernandez26\] Figure 11.

use super::contest::{Contest, PROJECTING};
use super::stage::Tally;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::Claim;

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
    let of = |a: u64, b: u64| a as f64 / b.max(1) as f64;
    let failed = pn.failed + pdn.failed + ppn.failed;
    let mut claims = vec![
        Claim::beside("unknowns", "71k", format!("{}", contest.unknowns())),
        Claim::new("every step of every method converges", "yes", format!("{failed} do not"), failed == 0),
        Claim::new("PDN projects more than half", "> 50 %", percent(pdn.share()), pdn.share() > 0.5),
        Claim::new(
            "PPN projects less than 5 % of the element Hessians",
            "< 3 %",
            percent(ppn.share()),
            ppn.share() < 0.05,
        ),
        Claim::new(
            "PPN projects less than 5 % as many as PN",
            "< 1.5 %",
            percent(of(ppn.projected, pn.projected)),
            of(ppn.projected, pn.projected) < 0.05,
        ),
        Claim::new(
            "PPN needs at most 60 % of PN's iterations",
            "47 %",
            format!(
                "{} ({:.1} and {:.1} a step)",
                percent(of(ppn.iterations, pn.iterations)),
                ppn.iterations_a_step(),
                pn.iterations_a_step()
            ),
            of(ppn.iterations, pn.iterations) <= 0.6,
        ),
        Claim::new(
            "PPN needs fewer iterations than PDN",
            "80 %",
            format!(
                "{} ({:.1} a step)",
                percent(of(ppn.iterations, pdn.iterations)),
                pdn.iterations_a_step()
            ),
            ppn.iterations < pdn.iterations,
        ),
    ];
    for (other, name, published, least) in [(&pn, "PN", 2.5, 2.0), (&pdn, "PDN", 1.34, 1.2)] {
        let faster = other.seconds / ppn.seconds;
        let (published, measured) = (format!("{published}×"), format!("{faster:.2}×"));
        claims.push(match size {
            Size::Full => {
                Claim::new(format!("PPN is {least}× as fast as {name}"), published, measured, faster >= least)
            }
            Size::Smoke => Claim::beside(format!("PPN as fast as {name}"), published, measured),
        });
    }
    let mean = contest.apart.mean();
    claims.push(Claim::new(
        "the surfaces are less than 0.1 % of the size apart on average",
        "0.057 % (Figure 10)",
        format!("{:.4} %, at most {:.2} %", 100.0 * mean, 100.0 * contest.apart.largest()),
        mean < 1e-3,
    ));
    claims
}
