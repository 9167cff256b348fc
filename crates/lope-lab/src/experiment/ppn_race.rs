//! Contact-rich scenes of \[Fernandez26\] on which the three methods and `auto` run side by side: Figures 9, 10 and 13.

use super::contest::{Contest, WITH_AUTO};
use super::scene_run::Tally;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// A scene, its variants, and what is claimed of it.
pub(super) struct Race {
    name: &'static str,
    source: &'static str,
    summary: &'static str,
    scene: &'static str,
    /// What makes it small.
    smaller: &'static [&'static str],
    /// Name and overrides of what is varied, and how many of them are run small.
    cases: &'static [(&'static str, &'static [&'static str])],
    few: usize,
    claims: Claims,
}

/// What the paper says of a scene.
enum Claims {
    /// PPN needs the fewest iterations, and all end alike.
    Fewest,
    /// PPN is so many times as fast as PN; asked is less.
    Faster { published: f64, asked: f64 },
}

/// Two cylinders, hooked into each other and turned.
pub(super) const UTURN: Race = Race {
    name: "ppn-uturn",
    source: "Fernández-Fernández et al. 2026, Figure 9",
    summary: "two cylinders interlaced and twisted, with large ratios of stiffness and density",
    scene: include_str!("ppn_uturn.toml"),
    smaller: &["body.0.mesh.cells=[4,12]", "body.1.mesh.cells=[4,12]", "time.steps=30"],
    cases: &[
        ("alike", &[]),
        ("stiffness 1:100", &["body.1.material.young=1e8"]),
        ("stiffness 1:10,000", &["body.1.material.young=1e10"]),
        // Here PN creeps: a thousand iterations are not enough for its second step.
        ("density 1:1000", &["body.0.material.density=10", "body.1.material.density=1e4"]),
    ],
    few: 3,
    claims: Claims::Fewest,
};

/// A heavy ball on a light sheet.
pub(super) const JELLY: Race = Race {
    name: "ppn-jelly",
    source: "Fernández-Fernández et al. 2026, Figure 10",
    summary: "a heavy ball falls on a thin, light sheet that is clamped around",
    scene: include_str!("ppn_jelly.toml"),
    smaller: &["body.0.mesh.cells=[12,1,12]", "body.1.mesh.cells=4", "time.steps=12"],
    cases: &[("jelly", &[])],
    few: 1,
    claims: Claims::Fewest,
};

/// Characters in a box.
pub(super) const DROP: Race = Race {
    name: "ppn-drop",
    source: "Fernández-Fernández et al. 2026, Figure 13",
    summary: "characters dropped into a box",
    scene: include_str!("ppn_drop.toml"),
    smaller: &["body.0.mesh.edge=0.2", "body.0.copies.count=[1,2,1]", "time.steps=30"],
    cases: &[("drop", &[])],
    few: 1,
    claims: Claims::Faster { published: 1.36, asked: 1.2 },
};

impl Experiment for Race {
    fn name(&self) -> &'static str {
        self.name
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let (smaller, cases) = match task.size {
            Size::Smoke => (self.smaller, &self.cases[..self.few]),
            Size::Full => (&[][..], self.cases),
        };
        let mut table = format!("case,method,{},mean_apart\n", Tally::HEAD);
        let mut contests = Vec::new();
        let count = cases.len() as f64;
        for (name, own) in cases {
            let shared: Vec<String> = smaller.iter().chain(*own).map(|&text| text.to_owned()).collect();
            let mut contest = Contest::new(self.scene, &shared, &WITH_AUTO, task)?.watched()?;
            let done = contests.len() as f64;
            contest.run(&mut |part, note| progress((done + part) / count, &format!("{name}, {note}")));
            for lane in &contest.lanes {
                let apart = contest.apart.mean();
                table += &format!("\"{name}\",{},{},{apart:e}\n", lane.name, lane.tally.row());
            }
            task.write("cases.csv", &table)?;
            contests.push((*name, contest));
        }
        Ok(self.claims(&contests, task.size))
    }
}

impl Race {
    fn claims(&self, contests: &[(&str, Contest)], size: Size) -> Vec<Claim> {
        let all = |name: &str| {
            contests.iter().fold(Tally::default(), |sum, (_, contest)| sum.and(&contest.tally(name)))
        };
        let [pn, pdn, ppn, auto] = WITH_AUTO.map(|(name, _)| all(name));
        let failed = pn.failed + pdn.failed + ppn.failed + auto.failed;
        let crossings: usize = contests.iter().map(|(_, contest)| contest.crossings).sum();
        let percent = |a: u64, b: u64| 100.0 * a as f64 / b.max(1) as f64;
        let mut claims = vec![
            Claim::new("every step converges", "yes", format!("{failed} do not"), failed == 0),
            Claim::new("nothing crosses anything", "yes", format!("{crossings} crossings"), crossings == 0),
        ];
        match self.claims {
            Claims::Fewest => {
                let fewest = |other: &Tally| (percent(ppn.iterations, other.iterations), "%");
                claims.extend([
                    Claim::number("PPN's iterations, of PN's", "35.6 %", fewest(&pn), Asked::AtMost(100.0)),
                    Claim::number("PPN's iterations, of PDN's", "54.5 %", fewest(&pdn), Asked::AtMost(100.0)),
                ]);
                let worst = contests.iter().map(|(_, contest)| contest.apart.mean()).fold(0.0, f64::max);
                claims.push(Claim::number(
                    "mean distance of the surfaces, of the size",
                    "0.057 %",
                    (100.0 * worst, "%"),
                    Asked::AtMost(0.1),
                ));
            }
            Claims::Faster { published, asked } if size == Size::Full => {
                let faster = (pn.seconds / ppn.seconds, "×");
                let published = format!("{published}×");
                claims.push(Claim::number("PPN as fast as PN", published, faster, Asked::AtLeast(asked)));
            }
            Claims::Faster { .. } => {}
        }
        for (name, contest) in contests {
            let each = WITH_AUTO.map(|(lane, _)| format!("{:.1}", contest.tally(lane).iterations_a_step()));
            let claim = format!("{name}: iterations a step of PN, PDN, PPN and auto");
            claims.push(Claim::beside(claim, "–", each.join(", ")));
        }
        claims.push(Claim::beside(
            "part of the element Hessians that PDN and PPN project",
            "–",
            format!("{:.1} %, {:.1} %", 100.0 * pdn.share(), 100.0 * ppn.share()),
        ));
        if size == Size::Full {
            let best = pn.seconds.min(pdn.seconds).min(ppn.seconds);
            claims.push(Claim::number(
                "time of auto, of the best of the three",
                "–",
                (100.0 * auto.seconds / best, "%"),
                Asked::AtMost(110.0),
            ));
        }
        claims
    }
}
