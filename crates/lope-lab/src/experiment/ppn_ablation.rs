//! The two parameters of progressive projection on the slingshot: \[Fernandez26\] Figure 5.
//!
//! Counts and the work made of them are compared, so that projections may be in closed form. At full size all pairs are
//! looked at, with a coarser character than the slingshot's: 36 of its runs would take hours.

use super::contest::Contest;
use super::heat::{Panel, heat_map};
use super::ppn_slingshot::{SCENE, smaller};
use super::scene_run::Tally;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Ablation;

/// The tightening factors α and release factors β looked at, at each size. The last β stands for infinity: δ starts
/// anew whenever a system is found indefinite.
pub(super) const SMOKE: (&[f64], &[f64]) = (&[0.1, 0.25, 0.5, 0.75], &[1.0, 2.0, 4.0]);
pub(super) const FULL: (&[f64], &[f64]) =
    (&[0.01, 0.1, 0.25, 0.5, 0.75, 0.9], &[1.0, 1.5, 2.0, 4.0, 10.0, INFINITE]);
const INFINITE: f64 = 1e300;

/// The defaults of paper and program.
const DEFAULT: (f64, f64) = (0.5, 2.0);

impl Experiment for Ablation {
    fn name(&self) -> &'static str {
        "ppn-ablation"
    }

    fn source(&self) -> &'static str {
        "Fernández-Fernández et al. 2026, Figure 5"
    }

    fn summary(&self) -> &'static str {
        "progressive projection over its two parameters: near the defaults they hardly matter"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let (alphas, betas) = match task.size {
            Size::Smoke => SMOKE,
            Size::Full => FULL,
        };
        let mut shared = smaller(task.size);
        shared.extend(
            match task.size {
                Size::Smoke => ["time.duration=0.7", "body.0.mesh.edge=0.06"],
                Size::Full => ["solver.projection=analytic", "body.0.mesh.edge=0.03"],
            }
            .map(str::to_owned),
        );
        let grid = Grid::measure((SCENE, &shared), (alphas, betas), task, progress)?;
        task.draw("ppn-ablation.png", &grid.picture("Progressive projection on the slingshot"))?;
        Ok(grid.claims(2.0))
    }
}

/// What every pair of parameters did, α by α.
pub(super) struct Grid {
    alphas: &'static [f64],
    betas: &'static [f64],
    cells: Vec<Tally>,
}

impl Grid {
    /// Runs a scene with overrides for every pair of parameters, and writes `grid.csv`.
    pub(super) fn measure(
        (scene, shared): (&str, &[String]),
        (alphas, betas): (&'static [f64], &'static [f64]),
        task: &Task<'_>,
        progress: &mut Progress<'_>,
    ) -> Result<Self, ExperimentError> {
        let mut table = format!("alpha,beta,method,{},work\n", Tally::HEAD);
        let mut grid = Self { alphas, betas, cells: Vec::new() };
        let count = alphas.len() * betas.len();
        for &alpha in alphas {
            for &beta in betas {
                let done = grid.cells.len();
                let own = format!("solver.progressive={{ alpha = {alpha}, beta = {beta:e} }}");
                let mut contest = Contest::new(scene, shared, &[("PPN", &own)], task)?;
                let name = |beta: f64| if beta == INFINITE { "∞".to_owned() } else { beta.to_string() };
                contest.run(&mut |part, note| {
                    let note = format!("α = {alpha}, β = {}: {note}", name(beta));
                    progress((done as f64 + part) / count as f64, &note);
                });
                let tally = contest.tally("PPN");
                table += &format!("{alpha},{beta:e},PPN,{},{:e}\n", tally.row(), tally.work());
                task.write("grid.csv", &table)?;
                grid.cells.push(tally);
            }
        }
        Ok(grid)
    }

    /// What is claimed of it; the most aggressive parameters project less than that, %.
    pub(super) fn claims(&self, aggressive_share: f64) -> Vec<Claim> {
        let place = |list: &[f64], value: f64| list.iter().position(|&v| v == value).unwrap_or(0);
        let center = (place(self.alphas, DEFAULT.0), place(self.betas, DEFAULT.1));
        let at = |(a, b): (usize, usize)| &self.cells[a * self.betas.len() + b];
        let near = |(a, b): (usize, usize)| a.abs_diff(center.0) + b.abs_diff(center.1) == 1;
        let all = || (0..self.alphas.len()).flat_map(|a| (0..self.betas.len()).map(move |b| (a, b)));
        let cost = |cell| at(cell).work() / at(center).work();
        let neighbours: Vec<f64> = all().filter(|&cell| near(cell)).map(cost).collect();
        let (least, most) = range(&neighbours);
        let best = all().map(cost).fold(f64::INFINITY, f64::min);
        let shares: Vec<f64> = all().map(|cell| at(cell).share()).collect();
        let (fewest, largest) = range(&shares);
        let [conservative, aggressive] =
            [(0, 0), (self.alphas.len() - 1, self.betas.len() - 1)].map(|cell| at(cell).share());
        let failed: u64 = self.cells.iter().map(|tally| tally.failed).sum();
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        vec![
            Claim::new(
                "every step converges for all parameters",
                "yes",
                format!("{failed} do not"),
                failed == 0,
            ),
            Claim::new(
                "work of the neighbours of (0.5, 2), within a quarter of its own",
                "low sensitivity",
                format!("{:.2} to {:.2} of it", least, most),
                least >= 0.75 && most <= 1.25,
            ),
            Claim::beside(
                "least work of the table beside that of (0.5, 2)",
                "near-optimal",
                format!("{best:.2}"),
            ),
            Claim::number(
                "what the most conservative ones project, of the most that any do",
                "excessive projection",
                (100.0 * conservative / largest, "%"),
                Asked::AtLeast(100.0),
            )
            .noting(format!("{} of {}", percent(conservative), percent(largest))),
            Claim::number(
                "what the most aggressive ones project, of the most conservative",
                "the least",
                (100.0 * aggressive / conservative, "%"),
                Asked::AtMost(50.0),
            )
            .noting(format!("{}, the least is {}", percent(aggressive), percent(fewest))),
            Claim::number(
                "part that the most aggressive ones project",
                format!("< {aggressive_share} %"),
                (100.0 * aggressive, "%"),
                Asked::AtMost(aggressive_share),
            ),
        ]
    }

    pub(super) fn picture(&self, title: &str) -> lope_io::plot::Image {
        let panel = |title: &str, value: &dyn Fn(&Tally) -> f64, digits| Panel {
            title: title.to_owned(),
            values: self.cells.iter().map(value).collect(),
            digits,
        };
        let label = |prefix: &str, v: f64| {
            if v == INFINITE { format!("{prefix} inf") } else { format!("{prefix} {v}") }
        };
        let rows: Vec<String> = self.alphas.iter().map(|&v| label("a", v)).collect();
        let columns: Vec<String> = self.betas.iter().map(|&v| label("b", v)).collect();
        let panels = [
            panel("projected, %", &|tally| 100.0 * tally.share(), 2),
            panel("iterations a step", &Tally::iterations_a_step, 2),
            panel("work, in thousands", &|tally| tally.work() / 1e3, 0),
        ];
        heat_map(title, &rows, &columns, &panels)
    }
}

fn range(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::INFINITY, 0.0), |(low, high), &v| (v.min(low), v.max(high)))
}
