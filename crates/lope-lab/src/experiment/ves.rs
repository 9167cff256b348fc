//! What the experiments of \[Mattos25\] share: scenes filmed several times, of which some runs are meant to fail.

use lope::math::vec3::{distance, norm};
use lope::observe::Ledger;

use super::film::{Film, Show};
use super::scene_run::Tally;
use super::{Experiment, ExperimentError, Progress, Task};
use crate::Claim;

/// An experiment whose claims also say what becomes of runs that do not come to their end.
pub(super) struct Study(pub(super) Show);

impl Experiment for Study {
    fn name(&self) -> &'static str {
        self.0.name
    }

    fn source(&self) -> &'static str {
        self.0.source
    }

    fn summary(&self) -> &'static str {
        self.0.summary
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let show = &self.0;
        let mut films = Vec::new();
        let mut runs = format!("take,{}\n", Tally::HEAD);
        for (done, take) in show.takes.iter().enumerate() {
            let mut tell = |part: f64| progress((done as f64 + part) / show.takes.len() as f64, take.name);
            let film = show.film(take, task, &mut tell)?;
            runs += &format!("{},{}\n", film.name, film.tally.row());
            task.write("runs.csv", &runs)?;
            films.push(film);
            task.write("steps.csv", &show.table(&films))?;
        }
        show.draw(&films, task)?;
        let [vertices, elements] = films[0].size;
        let tally = &films[0].tally;
        let mut claims = vec![Claim::beside(
            "vertices and elements",
            show.published,
            format!(
                "{vertices} and {elements} ({:.1} iterations and {:.1} ms a step)",
                tally.iterations_a_step(),
                1e3 * tally.seconds_a_step()
            ),
        )];
        claims.extend((show.claims)(&films));
        Ok(claims)
    }
}

/// A claim that a run comes to its end with every step solved.
pub(super) fn comes_to_its_end(film: &Film) -> Claim {
    let (steps, failed) = (film.tally.steps, film.tally.failed);
    let end = film.end.map_or(String::new(), |outcome| format!(", then {}", outcome.word()));
    Claim::new(
        format!("{}: every step is solved", film.name),
        "stable",
        format!("{failed} of {steps} not{end}, {:.1} iterations a step", film.tally.iterations_a_step()),
        film.solved(),
    )
}

/// How far the total energy, that of collisions included, was from its start at most, relative to that.
pub(super) fn energy_error(film: &Film) -> f64 {
    largest(film, |ledger| (ledger.total() / ledger.books.initial - 1.0).abs())
}

/// The largest of a quantity over the steps; infinite if it is not a number once, or the run did not end.
pub(super) fn largest(film: &Film, of: impl Fn(&Ledger) -> f64) -> f64 {
    let of = |ledger: &Ledger| if of(ledger).is_nan() { f64::INFINITY } else { of(ledger) };
    let end = if film.complete { 0.0 } else { f64::INFINITY };
    film.ledgers.iter().map(of).fold(end, f64::max)
}

/// How far a vector of the ledger was from that after the first step at most, relative to its size then.
pub(super) fn vector_error(film: &Film, of: impl Fn(&Ledger) -> [f64; 3]) -> f64 {
    let Some(first) = film.ledgers.first().map(&of) else { return f64::INFINITY };
    largest(film, |ledger| distance(of(ledger), first) / norm(first))
}

/// Elements inverted in any state.
pub(super) fn inverted(film: &Film) -> usize {
    film.ledgers.iter().map(|ledger| ledger.inverted).max().unwrap_or(0)
}
