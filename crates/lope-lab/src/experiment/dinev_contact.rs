//! What collisions leave of motions: \[Dinev18\] Figures 13 to 15.

use lope::world::World;

use super::film::{Column, Film, INTEGRATORS, Show, Take, center, mean_of, percent};
use crate::{Asked, Claim};

/// \[Dinev18\] Figure 15.
pub(super) const SPHERES: Show = Show {
    name: "dinev-spheres",
    source: "Dinev et al. 2018, Figure 15",
    summary: "a cube that falls on spheres bounces back",
    scene: include_str!("dinev_spheres.toml"),
    smaller: &[],
    published: "386 and 996",
    takes: INTEGRATORS,
    columns: &[Column { key: "height", label: "height of the centre of mass [m]" }],
    look: |world, _| vec![center(world)[1]],
    claims: |films| {
        let [ours, backward, bdf2] = [0, 1, 2].map(|i| regained(&films[i]));
        vec![
            Claim::new(
                "stabilized regains 95 % of its fall in the first bounce",
                "back at its height",
                percent(ours),
                ours >= 0.95,
            ),
            Claim::new("backward Euler less than 80 %", "is not", percent(backward), backward < 0.8),
            Claim::beside("BDF2", "–", percent(bdf2)),
            within_budget(&films[0]),
        ]
    },
};

/// How high the first bounce goes, of the way from the low to the start.
fn regained(film: &Film) -> f64 {
    let heights = &film.values[0];
    match film.turns(0)[..] {
        [low, top, ..] => (heights[top] - heights[low]) / (heights[0] - heights[low]),
        _ => f64::NAN,
    }
}

/// How far the energy that should be kept exceeded its budget at most, of the largest motion and deformation until then.
fn overdraft(film: &Film) -> f64 {
    let mut scale = 0.0;
    let mut most = 0.0;
    for ledger in &film.ledgers {
        scale = f64::max(scale, ledger.kinetic + ledger.elastic);
        most = f64::max(most, (ledger.tracked() - ledger.target()) / scale);
    }
    most
}

fn within_budget(film: &Film) -> Claim {
    Claim::number(
        format!("{}: most that the energy exceeds its budget", film.name),
        "1 %",
        (100.0 * overdraft(film), "%"),
        Asked::AtMost(1.0),
    )
}

/// \[Dinev18\] Figure 13.
pub(super) const HIPPO: Show = Show {
    name: "dinev-hippo",
    source: "Dinev et al. 2018, Figure 13",
    summary: "a hippo that falls among four spheres keeps its energy within its budget",
    scene: include_str!("dinev_hippo.toml"),
    smaller: &["body.0.mesh.edge=0.12"],
    published: "2,387 and 8,406",
    takes: &[
        Take { name: "stabilized", changes: &["time.integrator=stabilized"] },
        Take { name: "backward Euler", changes: &["time.integrator=backward-euler"] },
        Take { name: "implicit midpoint", changes: &["time.integrator=implicit-midpoint"] },
    ],
    columns: &[Column { key: "height", label: "height of the centre of mass [m]" }],
    look: |world, _| vec![center(world)[1]],
    claims: |films| {
        let [ours, backward, midpoint] = [&films[0], &films[1], &films[2]];
        let end = ours.values[0][ours.ledgers.len()];
        let touched = ours.ledgers.iter().filter(|l| l.contact > 0.0).count();
        let last = |film: &Film| film.ledgers[film.ledgers.len() - 1];
        let elastic = format!("{:.0} and {:.0} J", last(ours).elastic, last(backward).elastic);
        vec![
            within_budget(ours),
            Claim::beside(
                "implicit midpoint exceeds it by",
                "not stable (Table 2)",
                percent(overdraft(midpoint)),
            ),
            Claim::new(
                "it falls through: no sphere keeps it",
                "falls on",
                format!("ends at {end:.2} m"),
                end < -2.0,
            ),
            Claim::beside("steps in contact", "–", format!("{touched} of {}", ours.ledgers.len())),
            Claim::beside("deformation left, stabilized and backward Euler", "–", elastic),
            Claim::beside("inverted elements at the end", "–", format!("{}", last(ours).inverted)),
        ]
    },
};

/// \[Dinev18\] Figure 14.
pub(super) const SLIDE: Show = Show {
    name: "dinev-slide",
    source: "Dinev et al. 2018, Figure 14",
    summary: "a bunny slides on without friction; with it, it slows down and turns",
    scene: include_str!("dinev_slide.toml"),
    smaller: &["body.0.mesh.edge=0.055"],
    published: "4,497 and 15,408",
    takes: &[
        Take { name: "no friction", changes: &["obstacle.0.friction=0"] },
        Take { name: "friction 0.8", changes: &["obstacle.0.friction=0.8"] },
        Take {
            name: "friction 0.8, steps of 2 ms",
            changes: &["obstacle.0.friction=0.8", "time.step=0.002", "time.duration=0.2"],
        },
    ],
    columns: &[
        Column { key: "speed", label: "speed of the centre of mass [m/s]" },
        Column { key: "lead", label: "how far the ears are ahead of the base [m]" },
        Column { key: "spin", label: "spin about the vertical [kg m²/s]" },
        Column { key: "rise", label: "speed upwards [m/s]" },
    ],
    look: |world, start| {
        let (x, v) = (&world.state().x, &world.state().v);
        let ears = |node: usize| start[3 * node + 1] > 0.75;
        let base = |node: usize| start[3 * node + 1] < 0.1;
        let ahead = |x: &[f64]| mean_of(world, x, ears)[0] - mean_of(world, x, base)[0];
        let [speed, rise, _] = mean_of(world, v, |_| true);
        vec![speed, ahead(x) - ahead(start), spin(world), rise]
    },
    claims: |films| {
        let [free, rough, fine] = [&films[0], &films[1], &films[2]];
        let first = free.values[0][0];
        let kept = free.within(0, 0.0, f64::INFINITY).fold(f64::INFINITY, f64::min) / first;
        // The plane has pushed upwards by what fell less than freely; Coulomb's law allows 0.8 of that.
        let lost = |film: &Film, until: f64| {
            let step = film.times.iter().rposition(|&t| t < until + 1e-9).unwrap_or(0);
            (first - film.values[0][step], 0.8 * (9.81 * film.times[step] + film.values[3][step]))
        };
        let coulomb = |(lost, due): (f64, f64)| format!("{lost:.2} of {due:.2} m/s");
        let (slowed, early, law) = (lost(rough, 2.0).0 / first, lost(rough, 0.2), lost(fine, 0.2));
        let greatest =
            |film: &Film, column: usize| film.within(column, 0.0, 2.0).map(f64::abs).fold(0.0, f64::max);
        let lead = greatest(rough, 1) - greatest(free, 1);
        let [turn, still] = [greatest(rough, 2), greatest(free, 2)];
        vec![
            Claim::new(
                "without friction 99 % of the speed is kept",
                "slides on",
                percent(kept),
                kept >= 0.99,
            ),
            Claim::new(
                "with friction it loses a fifth within 2 s",
                "slows down",
                percent(slowed),
                slowed >= 0.2,
            ),
            Claim::new(
                "its base is held back: the ears get ahead of it",
                "the ears start moving",
                format!("by {lead:.2} m more than without"),
                lead > 0.02,
            ),
            Claim::new(
                "it turns at least ten times as much as without",
                "begins rotating",
                format!("spin up to {turn:.2} and {still:.3} kg m²/s"),
                turn >= 10.0 * still,
            ),
            Claim::new(
                "it loses no more speed in 0.2 s than Coulomb's law allows",
                "–",
                format!("{}, with steps of 2 ms {}", coulomb(early), coulomb(law)),
                [early, law].into_iter().all(|(lost, allowed)| lost <= allowed),
            ),
        ]
    },
};

/// Angular momentum about the vertical through the centre of mass.
fn spin(world: &World) -> f64 {
    let (x, v) = (&world.state().x, &world.state().v);
    let c = center(world);
    let node =
        |(i, m): (usize, &f64)| m * ((x[3 * i + 2] - c[2]) * v[3 * i] - (x[3 * i] - c[0]) * v[3 * i + 2]);
    world.mass().iter().enumerate().map(node).sum()
}
