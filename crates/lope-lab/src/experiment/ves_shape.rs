//! How far shapes and stiffnesses can go: \[Mattos25\] Figures 7, 10, 14 and 17.

use super::film::{Column, Film, Show, Take, mean_of};
use super::ves::{Study, comes_to_its_end, inverted, largest};
use crate::{Asked, Claim};

macro_rules! take {
    ($name:literal, $model:literal, $kappa:literal) => {
        Take {
            name: $name,
            changes: &[concat!("body.0.material={model='", $model, "',kappa=", $kappa, ",density=1000}")],
        }
    };
}

/// \[Mattos25\] Figures 7 and 10.
pub(super) const BEAR: Study = Study(Show {
    name: "ves-bear",
    source: "Mattos Da Silva et al. 2025, Figures 7 and 10",
    summary: "a bear that stands sways: three energies, three stiffnesses",
    scene: include_str!("ves_bear.toml"),
    smaller: &["body.0.mesh.cells=8", "time.duration=0.5"],
    published: "–",
    takes: &[
        take!("ARAP, soft", "arap", "4e4"),
        take!("ARAP", "arap", "2e5"),
        take!("ARAP, stiff", "arap", "1e6"),
        take!("symmetric Dirichlet, soft", "symmetric-dirichlet", "1e4"),
        take!("symmetric Dirichlet", "symmetric-dirichlet", "5e4"),
        take!("symmetric Dirichlet, stiff", "symmetric-dirichlet", "2.5e5"),
        take!("symmetric gradient, soft", "symmetric-gradient", "4e4"),
        take!("symmetric gradient", "symmetric-gradient", "1e5"),
        take!("symmetric gradient, stiff", "symmetric-gradient", "5e5"),
    ],
    columns: &[Column { key: "head", label: "place of the head [m]" }],
    look: |world, start| {
        let top = start.iter().skip(1).step_by(3).copied().fold(f64::NEG_INFINITY, f64::max);
        vec![mean_of(world, &world.state().x, |node| start[3 * node + 1] > top - 0.1)[0]]
    },
    claims: |films| {
        let mut claims: Vec<Claim> = films.iter().map(comes_to_its_end).collect();
        claims.extend(films.iter().map(upright));
        let reach = |film: &Film| film.amplitude(0, 0.0, f64::INFINITY);
        let softer = [0, 3, 6]
            .iter()
            .all(|&i| reach(&films[i]) > reach(&films[i + 1]) && reach(&films[i + 1]) > reach(&films[i + 2]));
        let all: Vec<String> = films.iter().map(|film| format!("{:.3}", reach(film))).collect();
        claims.push(Claim::new("the softer, the farther its head sways [m]", "yes", all.join(", "), softer));
        claims
    },
});

fn upright(film: &Film) -> Claim {
    let least = film.ledgers.iter().filter_map(|ledger| ledger.min_det).fold(f64::INFINITY, f64::min);
    let claim = format!("{}: elements inverted, at most", film.name);
    Claim::number(claim, "none", (inverted(film) as f64, ""), Asked::AtMost(0.0))
        .noting(format!("least det F {least:.3}"))
}

/// \[Mattos25\] Figure 14.
pub(super) const ARM: Study = Study(Show {
    name: "ves-arm",
    source: "Mattos Da Silva et al. 2025, Figure 14",
    summary: "an arm is drawn to three times its length by its weight",
    scene: include_str!("ves_arm.toml"),
    smaller: &["body.0.mesh.cells=[2,10,2]"],
    published: "–",
    takes: &[Take { name: "neo-Hookean, λ = 4κ", changes: &[] }],
    columns: &[Column { key: "length", label: "length, of that at rest" }],
    look: |world, start| {
        let span = |x: &[f64]| {
            let heights = || x.iter().skip(1).step_by(3).copied();
            heights().fold(f64::NEG_INFINITY, f64::max) - heights().fold(f64::INFINITY, f64::min)
        };
        vec![span(&world.state().x) / span(start)]
    },
    claims: |films| {
        let film = &films[0];
        let longest = film.within(0, 0.0, f64::INFINITY).fold(0.0, f64::max);
        vec![
            comes_to_its_end(film),
            upright(film),
            Claim::new(
                "it is drawn to three times its length",
                "up to 3×",
                format!("{longest:.2}×"),
                longest >= 3.0,
            ),
            Claim::beside(
                "energy, of the largest elastic one",
                "–",
                format!(
                    "off by {:.1e}",
                    largest(film, |l| (l.total() - l.books.initial).abs()) / largest(film, |l| l.elastic)
                ),
            ),
        ]
    },
});

/// \[Mattos25\] Figure 17.
pub(super) const BEAM: Study = Study(Show {
    name: "ves-beam",
    source: "Mattos Da Silva et al. 2025, Figure 17",
    summary: "a beam bends under its weight, at three stiffnesses from soft to stiff",
    scene: include_str!("ves_beam.toml"),
    smaller: &["body.0.mesh.cells=[12,2,2]", "time.duration=0.6"],
    published: "–",
    takes: &[
        Take {
            name: "κ = 35",
            changes: &["body.0.material={model='neo-hookean',kappa=35e3,lambda=140e3,density=1000}"],
        },
        Take {
            name: "κ = 350",
            changes: &["body.0.material={model='neo-hookean',kappa=350e3,lambda=1400e3,density=1000}"],
        },
        Take {
            name: "κ = 1400",
            changes: &["body.0.material={model='neo-hookean',kappa=1400e3,lambda=2800e3,density=1000}"],
        },
    ],
    columns: &[Column { key: "tip", label: "height of the tip [m]" }],
    look: |world, start| {
        let far = start.iter().step_by(3).copied().fold(f64::NEG_INFINITY, f64::max);
        vec![mean_of(world, &world.state().x, |node| start[3 * node] > far - 1e-6)[1]]
    },
    claims: |films| {
        let mut claims: Vec<Claim> = films.iter().map(comes_to_its_end).collect();
        claims.extend(films.iter().map(upright));
        claims
    },
});
