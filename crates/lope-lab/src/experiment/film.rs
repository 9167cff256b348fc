//! Scenes filmed several times: one quantity over time for each integrator, as table, chart and claims.
//!
//! The experiments of \[Dinev18\] all ask the same question: what is left of a motion after a while? So each is a row of
//! a table: a scene, the takes to make of it, what to look at after every step, and what is claimed about it.

use lope::minimize::Outcome;
use lope::observe::Ledger;
use lope::world::World;
use lope_io::plot::Chart;

use super::scene_run::{SceneRun, Tally};
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::Claim;

/// One run of the scene.
pub(super) struct Take {
    /// What it is called.
    pub(super) name: &'static str,
    /// Its changes to the scene.
    pub(super) changes: &'static [&'static str],
}

/// The integrators that most experiments compare, the stabilized one first.
pub(super) const INTEGRATORS: &[Take] = &[
    Take { name: "stabilized", changes: &["time.integrator=stabilized"] },
    Take { name: "backward Euler", changes: &["time.integrator=backward-euler"] },
    Take { name: "BDF2", changes: &["time.integrator=bdf2"] },
];

/// A quantity that is looked at, with its unit.
pub(super) struct Column {
    /// Name in tables.
    pub(super) key: &'static str,
    /// Name in charts.
    pub(super) label: &'static str,
}

/// An experiment that films a scene.
pub(super) struct Show {
    /// Name to type.
    pub(super) name: &'static str,
    /// The figure of \[Dinev18\].
    pub(super) source: &'static str,
    /// One line on what it shows.
    pub(super) summary: &'static str,
    /// The scene at full size.
    pub(super) scene: &'static str,
    /// What makes it small.
    pub(super) smaller: &'static [&'static str],
    /// Published vertices and elements.
    pub(super) published: &'static str,
    /// The runs.
    pub(super) takes: &'static [Take],
    /// What [`Show::look`] gives.
    pub(super) columns: &'static [Column],
    /// Looks at a world, of which it also gets the positions at the start.
    pub(super) look: fn(&World, &[f64]) -> Vec<f64>,
    /// What is claimed about the films, in the order of the takes.
    pub(super) claims: fn(&[Film]) -> Vec<Claim>,
}

/// What was seen of one take.
pub(super) struct Film {
    /// The take.
    pub(super) name: &'static str,
    /// Times, from the start on.
    pub(super) times: Vec<f64>,
    /// Each column at these times.
    pub(super) values: Vec<Vec<f64>>,
    /// The ledgers after each step: one fewer.
    pub(super) ledgers: Vec<Ledger>,
    /// Blends of the steps, where the integrator has them.
    alphas: Vec<Option<f64>>,
    /// Whether all steps were made, and all numbers are.
    pub(super) complete: bool,
    /// How the step ended that the film ended with, if it was not made.
    pub(super) end: Option<Outcome>,
    pub(super) tally: Tally,
    pub(super) size: [usize; 2],
}

impl Film {
    fn row(&self, step: usize) -> String {
        let number = |v: f64| format!(",{v:e}");
        let mut row = format!("{},{:.4}", self.name, self.times[step]);
        self.values.iter().for_each(|column| row += &number(column[step]));
        if let Some(ledger) = step.checked_sub(1).map(|k| &self.ledgers[k]) {
            let Ledger { kinetic, elastic, gravity, contact, .. } = *ledger;
            let energies = [kinetic, elastic, gravity, contact, ledger.tracked(), ledger.target()];
            energies.into_iter().for_each(|v| row += &number(v));
            row += &self.alphas[step - 1].map_or(",".to_owned(), number);
        } else {
            row += &",".repeat(ENERGIES.len() + 1);
        }
        row + "\n"
    }

    /// Whether all steps were made, and each was solved.
    pub(super) fn solved(&self) -> bool {
        self.complete && self.tally.failed == 0
    }

    /// The values of a column within an interval of time.
    pub(super) fn within(&self, column: usize, from: f64, to: f64) -> impl Iterator<Item = f64> + '_ {
        let inside = move |t: f64| (from..=to).contains(&t);
        self.times.iter().zip(&self.values[column]).filter(move |&(&t, _)| inside(t)).map(|(_, &v)| v)
    }

    /// Half the way from the least to the greatest value of a column within an interval of time.
    pub(super) fn amplitude(&self, column: usize, from: f64, to: f64) -> f64 {
        let low = self.within(column, from, to).fold(f64::INFINITY, f64::min);
        let high = self.within(column, from, to).fold(f64::NEG_INFINITY, f64::max);
        0.5 * (high - low)
    }

    /// The mean of a column within an interval of time.
    pub(super) fn mean(&self, column: usize, from: f64, to: f64) -> f64 {
        let (count, sum) = self.within(column, from, to).fold((0.0, 0.0), |(n, sum), v| (n + 1.0, sum + v));
        sum / count
    }

    /// The lows and highs of a column in turn, beginning with the first low: places in the film.
    pub(super) fn turns(&self, column: usize) -> Vec<usize> {
        let v = &self.values[column];
        let mut sought = -1.0;
        let mut turns = Vec::new();
        for i in 1..v.len().saturating_sub(1) {
            if sought * (v[i] - v[i - 1]) >= 0.0 && sought * (v[i] - v[i + 1]) > 0.0 {
                turns.push(i);
                sought = -sought;
            }
        }
        turns
    }
}

const ENERGIES: [&str; 6] = ["kinetic", "elastic", "gravity", "contact", "tracked", "target"];

impl Show {
    pub(super) fn film(
        &self,
        take: &Take,
        task: &Task<'_>,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Film, ExperimentError> {
        let smaller = match task.size {
            Size::Smoke => self.smaller,
            Size::Full => &[],
        };
        let mut overrides: Vec<String> = smaller.iter().chain(take.changes).map(|&s| s.to_owned()).collect();
        overrides.extend_from_slice(task.overrides);
        let mut run = SceneRun::new(self.name, self.scene, &overrides)?;
        let start = run.world.state().x.clone();
        let elements = run.world.bodies().iter().map(lope::body::Body::elements).sum();
        let mut film = Film {
            name: take.name,
            times: vec![0.0],
            values: (self.look)(&run.world, &start).into_iter().map(|v| vec![v]).collect(),
            ledgers: Vec::new(),
            alphas: Vec::new(),
            complete: false,
            end: None,
            tally: Tally::default(),
            size: [run.world.mass().len(), elements],
        };
        while let Some(record) = run.advance() {
            if !record.committed {
                film.end = Some(record.report.outcome);
                return Ok(film);
            }
            film.tally.add(&record);
            film.times.push(record.time);
            film.ledgers.push(record.ledger);
            film.alphas.push(record.alpha);
            let seen = (self.look)(&run.world, &start);
            film.values.iter_mut().zip(seen).for_each(|(column, v)| column.push(v));
            tell(record.step as f64 / run.steps() as f64);
        }
        let finite = |ledger: &Ledger| ledger.total().is_finite();
        film.complete =
            film.ledgers.iter().all(finite) && film.values.iter().flatten().all(|v| v.is_finite());
        Ok(film)
    }

    pub(super) fn table(&self, films: &[Film]) -> String {
        let mut table = String::from("take,time");
        self.columns.iter().map(|c| c.key).chain(ENERGIES).for_each(|key| table += &format!(",{key}"));
        table += ",alpha\n";
        films.iter().for_each(|film| (0..film.times.len()).for_each(|step| table += &film.row(step)));
        table
    }

    pub(super) fn draw(&self, films: &[Film], task: &Task<'_>) -> Result<(), ExperimentError> {
        for (number, column) in self.columns.iter().enumerate() {
            let mut chart = Chart::new(self.summary).x_label("time [s]").y_label(column.label);
            for film in films {
                chart = chart.series(film.name, &film.times, &film.values[number]);
            }
            task.draw(&format!("{}-{}.png", self.name, column.key), &chart.to_image())?;
        }
        let mut chart = Chart::new(format!("{}: energy that should be kept", self.name))
            .x_label("time [s]")
            .y_label("energy [J]");
        for film in films {
            let kept: Vec<f64> = film.ledgers.iter().map(Ledger::tracked).collect();
            chart = chart.series(film.name, &film.times[1..], &kept);
        }
        task.draw(&format!("{}-energy.png", self.name), &chart.to_image())
    }
}

impl Experiment for Show {
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
        let mut films = Vec::new();
        let mut runs = format!("take,{}\n", Tally::HEAD);
        for (done, take) in self.takes.iter().enumerate() {
            let mut tell = |part: f64| progress((done as f64 + part) / self.takes.len() as f64, take.name);
            let film = self.film(take, task, &mut tell)?;
            runs += &format!("{},{}\n", film.name, film.tally.row());
            task.write("runs.csv", &runs)?;
            films.push(film);
            task.write("steps.csv", &self.table(&films))?;
        }
        self.draw(&films, task)?;
        let [vertices, elements] = films[0].size;
        let mut claims = vec![Claim::beside(
            "vertices and elements",
            self.published,
            format!("{vertices} and {elements} ({:.1} ms a step)", 1e3 * films[0].tally.seconds_a_step()),
        )];
        let ended: Vec<&str> = films.iter().filter(|f| !f.solved()).map(|f| f.name).collect();
        claims.push(Claim::new(
            "every run comes to its end, with every step solved and finite numbers",
            "yes",
            if ended.is_empty() { "yes".into() } else { format!("not {}", ended.join(", ")) },
            ended.is_empty(),
        ));
        if films.iter().all(|film| film.complete) {
            claims.extend((self.claims)(&films));
        }
        Ok(claims)
    }
}

/// The centre of mass.
pub(super) fn center(world: &World) -> [f64; 3] {
    mean_of(world, &world.state().x, |_| true)
}

/// The mean of a field over the nodes chosen, weighted by mass.
pub(super) fn mean_of(world: &World, field: &[f64], chosen: impl Fn(usize) -> bool) -> [f64; 3] {
    let mut sum = [0.0; 3];
    let mut total = 0.0;
    for (node, (&m, value)) in world.mass().iter().zip(field.chunks_exact(3)).enumerate() {
        if chosen(node) {
            total += m;
            (0..3).for_each(|k| sum[k] += m * value[k]);
        }
    }
    sum.map(|s| s / total)
}

/// A part as per cent.
pub(super) fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}
