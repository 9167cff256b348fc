//! Large ratios of stiffness and of density in one body: what is elastic in \[Fernandez26\] Figures 9 and 10.

use super::contest::{Contest, PROJECTING};
use super::scene_run::Tally;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Ratios;

const SCENE: &str = include_str!("ppn_ratios.toml");

/// The halves of the bar: Young's modulus, Pa, and density, kg/m³.
type Half = (f64, f64);

/// Name, upper and lower half.
const CASES: [(&str, Half, Half); 6] = [
    ("alike", (1e6, 1e3), (1e6, 1e3)),
    ("stiffness 1:100", (1e6, 1e3), (1e8, 1e3)),
    ("stiffness 1:10,000", (1e6, 1e3), (1e10, 1e3)),
    ("density 1:1000", (1e6, 1e1), (1e6, 1e4)),
    ("soft and light, hard and heavy", (1e6, 1e1), (1e10, 1e4)),
    ("soft and heavy, hard and light", (1e6, 1e4), (1e10, 1e1)),
];

/// The hard half cut across instead of along: between soft pieces, it can turn as a whole.
const IN_SERIES: [&str; 2] = [
    "body.0.inclusion.0.where={ box = [[-0.2501, -1, -1], [0.2501, 1, 1]] }",
    "body.0.inclusion.0.material.young=1e10",
];

impl Experiment for Ratios {
    fn name(&self) -> &'static str {
        "ppn-ratios"
    }

    fn source(&self) -> &'static str {
        "Fernández-Fernández et al. 2026, Figures 9 and 10"
    }

    fn summary(&self) -> &'static str {
        "a bar of two materials bent to a U: progressive projection bears large ratios of stiffness and density"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let shared = match task.size {
            // An even number of cells across, so that the halves are the halves.
            Size::Smoke => vec!["body.0.mesh.cells=[10,2,2]".to_owned()],
            Size::Full => Vec::new(),
        };
        let mut settings: Vec<(&str, Vec<String>)> =
            CASES.iter().map(|&(name, upper, lower)| (name, halves(upper, lower))).collect();
        settings.push(("stiffness 1:10,000, in series", IN_SERIES.map(str::to_owned).to_vec()));
        let mut table = format!("case,method,{},mean_apart\n", Tally::HEAD);
        let mut contests = Vec::new();
        let count = settings.len() as f64;
        for (name, own) in settings {
            let done = contests.len() as f64;
            let mut contest = Contest::new(SCENE, &[&shared[..], &own].concat(), &PROJECTING, task)?;
            contest.run(&mut |part, note| progress((done + part) / count, &format!("{name}, {note}")));
            for lane in &contest.lanes {
                let apart = contest.apart.mean();
                table += &format!("\"{name}\",{},{},{apart:e}\n", lane.name, lane.tally.row());
            }
            task.write("cases.csv", &table)?;
            contests.push((name, contest));
        }
        Ok(claims(&contests, task.size))
    }
}

fn halves(upper: Half, lower: Half) -> Vec<String> {
    let half = |key: &str, (young, density): Half| {
        [format!("body.0.{key}.young={young:e}"), format!("body.0.{key}.density={density:e}")]
    };
    [half("material", upper), half("inclusion.0.material", lower)].concat()
}

fn claims(contests: &[(&str, Contest)], size: Size) -> Vec<Claim> {
    let (published, in_series) = contests.split_at(CASES.len());
    let [pn, pdn, ppn] = PROJECTING.map(|(name, _)| {
        published.iter().fold(Tally::default(), |sum, (_, contest)| sum.and(&contest.tally(name)))
    });
    let percent = |a: u64, b: u64| 100.0 * a as f64 / b.max(1) as f64;
    let failed: u64 =
        contests.iter().flat_map(|(_, contest)| PROJECTING.map(|(name, _)| contest.tally(name).failed)).sum();
    let iterations = |contest: &Contest| PROJECTING.map(|(name, _)| contest.tally(name).iterations);
    let more = published.iter().filter(|(_, contest)| {
        let [pn, pdn, ppn] = iterations(contest);
        ppn > pn.min(pdn)
    });
    let worst =
        published.iter().map(|(_, contest)| contest.apart).reduce(|a, b| a.worst(&b)).unwrap_or_default();
    let mut claims = vec![
        Claim::new("every step converges", "yes", format!("{failed} do not"), failed == 0),
        Claim::number(
            "PPN's iterations, of PN's, all cases",
            "35.6 %",
            (percent(ppn.iterations, pn.iterations), "%"),
            Asked::AtMost(35.6),
        ),
        Claim::number(
            "PPN's iterations, of PDN's, all cases",
            "54.5 %",
            (percent(ppn.iterations, pdn.iterations), "%"),
            Asked::AtMost(54.5),
        ),
        Claim::number(
            "cases in which PPN needs more iterations than another",
            "none",
            (more.count() as f64, ""),
            Asked::AtMost(0.0),
        ),
        Claim::number(
            "part of the element Hessians PPN projects",
            "6.2 %",
            (100.0 * ppn.share(), "%"),
            Asked::AtMost(6.2),
        ),
        Claim::beside("part that PDN projects", "88.4 %", format!("{:.1} %", 100.0 * pdn.share())),
    ];
    claims.extend(worst.claims("the worst case"));
    for (name, contest) in published.iter().chain(in_series) {
        let [pn, pdn, ppn] = PROJECTING.map(|(method, _)| contest.tally(method).iterations_a_step());
        claims.push(Claim::beside(
            format!("{name}: iterations a step of PN, PDN and PPN"),
            "–",
            format!("{pn:.1}, {pdn:.1}, {ppn:.1}"),
        ));
    }
    if size == Size::Full {
        for (other, name, published) in [(&pn, "PN", 2.02), (&pdn, "PDN", 1.42)] {
            let faster = (other.seconds / ppn.seconds, "×");
            let claim = format!("in closed form, PPN as fast as {name}");
            claims.push(Claim::number(claim, format!("{published}×"), faster, Asked::AtLeast(published)));
        }
    }
    claims
}
