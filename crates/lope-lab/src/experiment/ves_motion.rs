//! What a body left to itself keeps: \[Mattos25\] Figures 3 to 6.

use super::film::{Column, Film, Show, Take, center, percent};
use super::ves::{Study, comes_to_its_end, energy_error, inverted, vector_error};
use crate::Claim;

/// Momenta over a thousand steps, and what becomes of the same steps under Newton's method.
fn momenta(films: &[Film]) -> Vec<Claim> {
    let mut claims = vec![comes_to_its_end(&films[0])];
    let linear = vector_error(&films[0], |ledger| ledger.momentum);
    let angular = vector_error(&films[0], |ledger| ledger.angular_momentum);
    for (name, error) in [("linear", linear), ("angular", angular)] {
        claims.push(Claim::new(
            format!("ADMM: {name} momentum stays to 1e-6"),
            "exactly preserved",
            format!("{error:.1e}"),
            error <= 1e-6,
        ));
    }
    for film in &films[1..] {
        claims.push(Claim::beside(
            format!("the same integrator, solved by {}", film.name),
            "unstable after a few hundred steps",
            format!(
                "{} after {} steps, energy off by {}, angular momentum by {:.1e}",
                if film.solved() { "stable" } else { "not solved" },
                film.tally.steps,
                percent(energy_error(film)),
                vector_error(film, |ledger| ledger.angular_momentum)
            ),
        ));
    }
    claims
}

const SOLVERS: &[Take] = &[
    Take { name: "ADMM", changes: &[] },
    Take { name: "plain Newton", changes: &["solver.method=newton"] },
    Take { name: "progressive Newton", changes: &["solver.method=progressive"] },
];

/// \[Mattos25\] Figure 3.
pub(super) const BAR: Study = Study(Show {
    name: "ves-bar",
    source: "Mattos Da Silva et al. 2025, Figure 3",
    summary: "a spinning bar keeps its linear and angular momentum",
    scene: include_str!("ves_bar.toml"),
    smaller: &["body.0.mesh.cells=[10,2,2]"],
    published: "–",
    takes: SOLVERS,
    columns: &[Column { key: "x", label: "centre of mass [m]" }],
    look: |world, _| vec![center(world)[0]],
    claims: momenta,
});

/// \[Mattos25\] Figure 6.
pub(super) const JELLY: Study = Study(Show {
    name: "ves-jelly",
    source: "Mattos Da Silva et al. 2025, Figure 6",
    summary: "a jellyfish moves and spins, its momenta exactly preserved",
    scene: include_str!("ves_jelly.toml"),
    smaller: &["body.0.mesh.cells=10", "time.steps=150"],
    published: "–",
    takes: SOLVERS,
    columns: &[Column { key: "x", label: "centre of mass [m]" }],
    look: |world, _| vec![center(world)[0]],
    claims: momenta,
});

/// \[Mattos25\] Figure 4.
pub(super) const CHARACTER: Study = Study(Show {
    name: "ves-character",
    source: "Mattos Da Silva et al. 2025, Figure 4",
    summary: "a character drawn long and let go wobbles for thousands of steps with its energy",
    scene: include_str!("ves_character.toml"),
    smaller: &["body.0.mesh.cells=12", "time.step=0.002", "time.steps=500"],
    published: "–",
    takes: SOLVERS,
    columns: &[Column { key: "elastic", label: "height of the centre of mass [m]" }],
    look: |world, _| vec![center(world)[1]],
    claims: |films| {
        let error = energy_error(&films[0]);
        let mut claims = vec![
            comes_to_its_end(&films[0]),
            Claim::new(
                "ADMM: energy within 1 % all the time",
                "almost exact energy preservation",
                percent(error),
                error <= 0.01,
            ),
            Claim::beside("elements inverted at most", "–", inverted(&films[0]).to_string()),
        ];
        for film in &films[1..] {
            claims.push(Claim::beside(
                format!("the same integrator, solved by {}", film.name),
                "unstable after a few hundred steps",
                format!(
                    "{} of {} steps solved, energy off by {}",
                    film.tally.steps - film.tally.failed,
                    film.tally.steps,
                    percent(energy_error(film))
                ),
            ));
        }
        claims
    },
});

/// \[Mattos25\] Figure 5.
pub(super) const BDF2: Study = Study(Show {
    name: "ves-bdf2",
    source: "Mattos Da Silva et al. 2025, Figure 5",
    summary: "BDF2 loses energy at any step, the variational integrator at none",
    scene: include_str!("ves_bdf2.toml"),
    smaller: &["body.0.mesh.cells=[6,2,2]", "time.duration=0.4"],
    published: "–",
    takes: &[
        Take { name: "ADMM, h = 0.004", changes: &[] },
        Take { name: "BDF2, h", changes: BDF2_TAKE },
        Take { name: "BDF2, h/2", changes: &[BDF2_TAKE[0], BDF2_TAKE[1], "time.step=0.002"] },
        Take { name: "BDF2, h/4", changes: &[BDF2_TAKE[0], BDF2_TAKE[1], "time.step=0.001"] },
        Take { name: "BDF2, h/8", changes: &[BDF2_TAKE[0], BDF2_TAKE[1], "time.step=0.0005"] },
    ],
    columns: &[Column { key: "y", label: "centre of mass [m]" }],
    look: |world, _| vec![center(world)[1]],
    claims: |films| {
        let kept = |film: &Film| film.ledgers.last().map_or(f64::NAN, |l| l.total() / l.books.initial);
        let ours = energy_error(&films[0]);
        let mut claims: Vec<Claim> = films.iter().map(comes_to_its_end).collect();
        claims.push(Claim::new("ADMM at h: energy within 1 %", "preserved", percent(ours), ours <= 0.01));
        for film in &films[1..] {
            claims.push(Claim::new(
                format!("{}: more energy is missing at the end than with ADMM at h", film.name),
                "still includes damping",
                format!("keeps {}, ADMM {}", percent(kept(film)), percent(kept(&films[0]))),
                kept(film) < kept(&films[0]).min(1.0),
            ));
        }
        let falls = films[1..].windows(2).all(|pair| kept(&pair[0]) < kept(&pair[1]));
        let all: Vec<String> = films[1..].iter().map(|film| percent(kept(film))).collect();
        claims.push(Claim::new("BDF2 loses less the shorter its step", "yes", all.join(", "), falls));
        claims
    },
});

const BDF2_TAKE: &[&str] = &["time.integrator=bdf2", "solver.method=progressive"];
