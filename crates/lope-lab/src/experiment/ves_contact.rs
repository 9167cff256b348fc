//! What collisions leave of the energy: \[Mattos25\] Figures 2, 8, 12, 16 and 18.

use lope::body::Cells;
use lope::world::World;

use super::film::{Column, Film, Show, Take, center, percent};
use super::ves::{Study, comes_to_its_end, energy_error, largest};
use crate::Claim;

const ADMM: &[&str] =
    &["time.integrator=variational-midpoint", "solver.method=admm", "solver.tolerance=1e-5"];

/// \[Mattos25\] Figure 2.
pub(super) const BOUNCE: Study = Study(Show {
    name: "ves-bounce",
    source: "Mattos Da Silva et al. 2025, Figure 2",
    summary: "a ball bounces on a floor: who keeps it bouncing, who stops it, who blows it up",
    scene: include_str!("ves_bounce.toml"),
    smaller: &["body.0.mesh.cells=5", "obstacle.0.stiffness=1e5", "time.duration=1.6"],
    published: "–",
    takes: &[
        Take { name: "ADMM", changes: ADMM },
        Take { name: "explicit Euler", changes: &["time.integrator=forward-euler"] },
        Take { name: "RK4", changes: &["time.integrator=rk4"] },
        Take {
            name: "backward Euler",
            changes: &[
                "time.integrator=backward-euler",
                "solver.method=progressive",
                "solver.tolerance=1e-5",
            ],
        },
        Take {
            name: "BDF2",
            changes: &["time.integrator=bdf2", "solver.method=progressive", "solver.tolerance=1e-5"],
        },
    ],
    columns: &[Column { key: "height", label: "height of the centre of mass [m]" }],
    look: |world, _| vec![center(world)[1]],
    claims: |films| {
        let [ours, explicit, rk4, euler, bdf2] = [0, 1, 2, 3, 4].map(|i| &films[i]);
        let ours_error = energy_error(ours);
        let tops: Vec<f64> = tops(ours);
        let lowest = tops.iter().copied().fold(f64::INFINITY, f64::min);
        let mut claims = vec![
            comes_to_its_end(ours),
            Claim::new(
                "ADMM: total energy within 1 %",
                "approximately conserved",
                percent(ours_error),
                ours_error <= 0.01,
            ),
            Claim::new(
                "ADMM: every bounce comes back to 90 % of the height, twice at least",
                "periodic",
                tops.iter().map(|&top| percent(top)).collect::<Vec<_>>().join(", "),
                tops.len() >= 2 && lowest >= 0.9,
            ),
        ];
        for film in [explicit, rk4] {
            let growth = largest(film, |l| l.total() / l.books.initial);
            claims.push(Claim::new(
                format!("{} gains energy or blows up", film.name),
                "blows up",
                if film.complete { format!("energy {growth:.2e}×") } else { "blows up".into() },
                growth > 1.01,
            ));
        }
        for film in [euler, bdf2] {
            let kept = film.ledgers.last().map_or(f64::NAN, |l| l.total() / l.books.initial);
            claims.push(Claim::new(
                format!("{} loses energy, more than ADMM is off by", film.name),
                "damped",
                format!("{} left", percent(kept)),
                film.solved() && kept < 1.0 - ours_error,
            ));
        }
        claims
    },
});

/// The tops after each bounce, of the way from the low before to the start.
fn tops(film: &Film) -> Vec<f64> {
    let heights = &film.values[0];
    let turns = film.turns(0);
    turns.chunks_exact(2).map(|t| (heights[t[1]] - heights[t[0]]) / (heights[0] - heights[t[0]])).collect()
}

/// \[Mattos25\] Figure 12.
pub(super) const XPBD: Study = Study(Show {
    name: "ves-xpbd",
    source: "Mattos Da Silva et al. 2025, Figure 12",
    summary: "a cube bounces on a floor: position-based dynamics loses the energy that ADMM keeps",
    scene: include_str!("ves_xpbd.toml"),
    smaller: &["body.0.mesh.cells=[4,4,4]", "obstacle.0.stiffness=2e3", "time.duration=1.5"],
    published: "–",
    takes: &[
        Take { name: "ADMM", changes: ADMM },
        Take { name: "XPBD, 10 sweeps", changes: &["solver.method=xpbd"] },
        Take { name: "XPBD, 100 sweeps", changes: &["solver.method=xpbd", "solver.iterations=100"] },
        Take {
            name: "XPBD, 10 substeps of 1 sweep",
            changes: &["solver.method=xpbd", "solver.iterations=1", "time.substeps=10"],
        },
        Take {
            name: "backward Euler by Newton",
            changes: &["solver.method=progressive", "solver.tolerance=1e-5"],
        },
    ],
    columns: &[Column { key: "height", label: "height of the centre of mass [m]" }],
    look: |world, _| vec![center(world)[1]],
    claims: |films| {
        let kept = |film: &Film| film.ledgers.last().map_or(f64::NAN, |l| l.total() / l.books.initial);
        let ours = energy_error(&films[0]);
        let mut claims = vec![
            comes_to_its_end(&films[0]),
            comes_to_its_end(&films[4]),
            Claim::new("ADMM: total energy within 1 %", "preserved", percent(ours), ours <= 0.01),
        ];
        for film in &films[1..4] {
            claims.push(Claim::new(
                format!("{}: more energy is missing at the end than ADMM is off by", film.name),
                "numerical dissipation",
                format!("{} left, {:.1} ms a step", percent(kept(film)), 1e3 * film.tally.seconds_a_step()),
                film.solved() && kept(film) < 1.0 - ours,
            ));
        }
        let euler = &films[4];
        claims.push(Claim::beside(
            euler.name,
            "close connection to implicit Euler",
            format!("{} left, {:.1} ms a step", percent(kept(euler)), 1e3 * euler.tally.seconds_a_step()),
        ));
        claims
    },
});

/// Total within 1 % while its parts vary.
fn kept_through_the_bounce(films: &[Film]) -> Vec<Claim> {
    let film = &films[0];
    let error = energy_error(film);
    let start = film.ledgers.first().map_or(f64::NAN, |l| l.books.initial);
    let elastic = largest(film, |l| l.elastic) / start;
    let contact = largest(film, |l| l.contact) / start;
    vec![
        comes_to_its_end(film),
        Claim::new(
            "total energy, that of collisions included, within 1 % through the bounce",
            "approximately constant",
            percent(error),
            error <= 0.01,
        ),
        Claim::new(
            "while the body is deformed: elastic energy of more than 2 % of the total",
            "varies",
            format!("elastic up to {}, collisions up to {}", percent(elastic), percent(contact)),
            elastic > 0.02 && contact > 0.0,
        ),
    ]
}

/// \[Mattos25\] Figure 8.
pub(super) const BUNNY: Study = Study(Show {
    name: "ves-bunny",
    source: "Mattos Da Silva et al. 2025, Figure 8",
    summary: "a bunny bounces off the ground and trembles, with all of its energy",
    scene: include_str!("ves_bunny.toml"),
    smaller: &[
        "body.0.mesh.cells=12",
        "body.0.material.kappa=2e5",
        "obstacle.0.stiffness=2e4",
        "time.step=0.002",
        "time.duration=0.6",
    ],
    published: "–",
    takes: &[Take { name: "ADMM", changes: &[] }],
    columns: &[Column { key: "height", label: "height of the centre of mass [m]" }],
    look: |world, _| vec![center(world)[1]],
    claims: kept_through_the_bounce,
});

/// \[Mattos25\] Figure 18.
pub(super) const SKULL: Study = Study(Show {
    name: "ves-skull",
    source: "Mattos Da Silva et al. 2025, Figure 18",
    summary: "a skull bounces off a wall, with all of its energy",
    scene: include_str!("ves_skull.toml"),
    smaller: &["body.0.mesh.cells=12", "obstacle.0.stiffness=2e4", "time.duration=0.4"],
    published: "–",
    takes: &[Take { name: "ADMM", changes: &[] }],
    columns: &[Column { key: "place", label: "place of the centre of mass [m]" }],
    look: |world, _| vec![center(world)[0]],
    claims: kept_through_the_bounce,
});

/// Volume of a body of tetrahedra, m³.
fn volume(world: &World) -> f64 {
    let x = &world.state().x;
    let at = |node: u32| [0, 1, 2].map(|i| x[3 * node as usize + i]);
    let of = |tet: &[u32; 4]| {
        let o = at(tet[0]);
        let [a, b, c] = [1, 2, 3].map(|k| at(tet[k]).map(|v| v)).map(|p| [0, 1, 2].map(|i| p[i] - o[i]));
        (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0]))
            .abs()
            / 6.0
    };
    match &world.bodies()[0].cells {
        Cells::Tets(tets) => tets.iter().map(of).sum(),
        _ => f64::NAN,
    }
}

/// \[Mattos25\] Figure 16.
pub(super) const MARSHMALLOW: Study = Study(Show {
    name: "ves-marshmallow",
    source: "Mattos Da Silva et al. 2025, Figure 16",
    summary: "two marshmallows fall: neo-Hookean keeps its volume better than symmetric gradient",
    scene: include_str!("ves_marshmallow.toml"),
    smaller: &["body.0.mesh.cells=[4,3]", "obstacle.0.stiffness=2e4", "time.duration=0.6"],
    published: "–",
    takes: &[
        Take {
            name: "neo-Hookean",
            changes: &["body.0.material={model='neo-hookean',kappa=2e4,lambda=8e4,density=500}"],
        },
        Take {
            name: "symmetric gradient",
            changes: &["body.0.material={model='symmetric-gradient',kappa=2e4,density=500}"],
        },
    ],
    columns: &[
        Column { key: "volume", label: "volume, of that at rest" },
        Column { key: "height", label: "height of the centre of mass [m]" },
    ],
    look: |world, start| {
        let _ = start;
        vec![volume(world), center(world)[1]]
    },
    claims: |films| {
        let mut claims: Vec<Claim> = films.iter().map(comes_to_its_end).collect();
        let lost = |film: &Film| {
            let volumes = &film.values[0];
            volumes.iter().map(|v| (v / volumes[0] - 1.0).abs()).fold(0.0, f64::max)
        };
        let [neo, gradient] = [0, 1].map(|i| lost(&films[i]));
        claims.push(Claim::new(
            "neo-Hookean changes its volume by less than half of what symmetric gradient does",
            "better volume preservation",
            format!("{} and {}", percent(neo), percent(gradient)),
            2.0 * neo < gradient,
        ));
        for film in films {
            let error = energy_error(film);
            claims.push(Claim::new(
                format!("{}: total energy within 1 %", film.name),
                "–",
                percent(error),
                error <= 0.01,
            ));
        }
        claims
    },
});
