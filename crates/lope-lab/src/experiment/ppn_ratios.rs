//! Large ratios of stiffness and of density in one body: what is elastic in \[Fernandez26\] Figures 9 and 10.

use super::contest::{Contest, PROJECTING};
use super::stage::Tally;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::Claim;

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
    let percent = |a: u64, b: u64| format!("{:.1} %", 100.0 * a as f64 / b.max(1) as f64);
    let failed = pn.failed + pdn.failed + ppn.failed;
    let apart = published.iter().map(|(_, contest)| contest.apart.mean()).fold(0.0, f64::max);
    let most = published.iter().map(|(_, contest)| contest.apart.largest()).fold(0.0, f64::max);
    let mut claims = vec![
        Claim::new("every step converges", "yes", format!("{failed} do not"), failed == 0),
        Claim::new(
            "PPN needs the fewest iterations on average",
            "35.6 % of PN's, 54.5 % of PDN's",
            format!(
                "{} and {}",
                percent(ppn.iterations, pn.iterations),
                percent(ppn.iterations, pdn.iterations)
            ),
            ppn.iterations < pn.iterations.min(pdn.iterations),
        ),
        Claim::beside(
            "part of the element Hessians PPN and PDN project",
            "6.2 % and 88.4 %",
            format!("{:.1} % and {:.1} %", 100.0 * ppn.share(), 100.0 * pdn.share()),
        ),
        Claim::new(
            "mean distance of the surfaces below 0.1 % of the size in every case",
            "0.057 %, at most 1.04 %",
            format!("{:.5} %, at most {:.4} %", 100.0 * apart, 100.0 * most),
            apart < 1e-3,
        ),
    ];
    for (name, contest) in published.iter().chain(in_series) {
        let [pn, pdn, ppn] = PROJECTING.map(|(method, _)| contest.tally(method).iterations_a_step());
        claims.push(Claim::beside(
            format!("{name}: iterations a step of PN, PDN and PPN"),
            "–",
            format!("{pn:.1}, {pdn:.1}, {ppn:.1}"),
        ));
    }
    if size == Size::Full {
        claims.push(Claim::beside(
            "in closed form, PPN as fast as PN and PDN",
            "2.02× and 1.42×",
            format!("{:.2}× and {:.2}×", pn.seconds / ppn.seconds, pdn.seconds / ppn.seconds),
        ));
    }
    claims
}
