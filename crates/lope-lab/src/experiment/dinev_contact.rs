//! What collisions leave of motions: \[Dinev18\] Figures 13 to 15.

use lope::observe::Ledger;
use lope::world::World;

use super::film::{Column, Film, INTEGRATORS, Show, Take, center, mean_of, percent};
use crate::Claim;

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

/// That the energy which should be kept never exceeds its budget by more than 2 %, of the largest motion and deformation so far.
fn within_budget(film: &Film) -> Claim {
    let mut scale = 0.0;
    let mut most = 0.0;
    for ledger in &film.ledgers {
        scale = f64::max(scale, ledger.kinetic + ledger.elastic);
        most = f64::max(most, (ledger.tracked() - ledger.target()) / scale);
    }
    Claim::new(
        format!("{}: the energy never exceeds its budget by more than 2 %", film.name),
        "stable; 1 % is tolerated",
        percent(most),
        most <= 0.02,
    )
}

/// \[Dinev18\] Figure 13.
pub(super) const HIPPO: Show = Show {
    name: "dinev-hippo",
    source: "Dinev et al. 2018, Figure 13",
    summary: "a hippo that falls among four spheres stays whole",
    scene: include_str!("dinev_hippo.toml"),
    smaller: &["body.0.mesh.edge=0.12"],
    published: "2,387 and 8,406",
    takes: INTEGRATORS,
    columns: &[Column { key: "height", label: "height of the centre of mass [m]" }],
    look: |world, _| vec![center(world)[1]],
    claims: |films| {
        let heights = &films[0].values[0];
        let end = heights[heights.len() - 1];
        let touched = films[0].ledgers.iter().filter(|l| l.contact > 0.0).count();
        let inverted = films[0].ledgers.last().map_or(0, |l| l.inverted);
        vec![
            Claim::beside("steps in contact", "–", format!("{touched} of {}", films[0].ledgers.len())),
            within_budget(&films[0]),
            Claim::new("it comes out below the spheres", "falls on", format!("{end:.2} m"), end < -2.5),
            Claim::new("no element is inverted at the end", "–", format!("{inverted}"), inverted == 0),
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
    ],
    columns: &[
        Column { key: "speed", label: "speed of the centre of mass [m/s]" },
        Column { key: "lead", label: "how far the ears are ahead of the base [m]" },
        Column { key: "spin", label: "spin about the vertical [kg m²/s]" },
    ],
    look: |world, start| {
        let (x, v) = (&world.state().x, &world.state().v);
        let ears = |node: usize| start[3 * node + 1] > 0.75;
        let base = |node: usize| start[3 * node + 1] < 0.1;
        let ahead = |x: &[f64]| mean_of(world, x, ears)[0] - mean_of(world, x, base)[0];
        vec![mean_of(world, v, |_| true)[0], ahead(x) - ahead(start), spin(world)]
    },
    claims: |films| {
        let [free, rough] = [&films[0], &films[1]];
        let first = free.values[0][0];
        let kept = free.within(0, 0.0, f64::INFINITY).fold(f64::INFINITY, f64::min) / first;
        // Half of the time in which Coulomb's friction stops what it slows evenly.
        let half = rough.times.iter().position(|&t| t >= 0.5 * first / (0.8 * 9.81)).unwrap_or(0);
        let due = 0.8 * 9.81 * rough.times[half];
        let lost = first - rough.values[0][half];
        let end = rough.mean(0, 1.5, 2.0);
        let lead =
            rough.within(1, 0.0, 2.0).fold(0.0, f64::max) - free.within(1, 0.0, 2.0).fold(0.0, f64::max);
        let turn = |film: &Film| film.within(2, 0.0, 2.0).fold(0.0, |m: f64, s| m.max(s.abs()));
        let taken = rough.ledgers.last().map_or(0.0, |l| l.books.dissipated);
        vec![
            Claim::new(
                "without friction 99 % of the speed is kept",
                "slides indefinitely",
                percent(kept),
                kept >= 0.99,
            ),
            Claim::new(
                "with friction it loses speed as Coulomb's law says, within a fifth",
                "slows down",
                format!("{lost:.2} of {due:.2} m/s in {:.2} s", rough.times[half]),
                (0.8..=1.2).contains(&(lost / due)),
            ),
            Claim::new(
                "and has stopped after 1.5 s",
                "slows down",
                format!("{end:.2} m/s"),
                end.abs() < 0.05 * first,
            ),
            Claim::new(
                "its base is held back: the ears get ahead of it",
                "the ears start moving",
                format!("by {lead:.3} m more than without"),
                lead > 0.02,
            ),
            Claim::new(
                "it begins to turn",
                "begins rotating",
                format!("spin up to {:.2} kg m²/s, without friction {:.3}", turn(rough), turn(free)),
                turn(rough) > 10.0 * turn(free),
            ),
            Claim::beside("energy taken by friction", "–", format!("{taken:.0} of {:.0} J", initial(free))),
        ]
    },
};

/// The kinetic energy of a film's first step.
fn initial(film: &Film) -> f64 {
    film.ledgers.first().map_or(0.0, |l: &Ledger| l.kinetic)
}

/// Angular momentum about the vertical through the centre of mass.
fn spin(world: &World) -> f64 {
    let (x, v) = (&world.state().x, &world.state().v);
    let c = center(world);
    let node =
        |(i, m): (usize, &f64)| m * ((x[3 * i + 2] - c[2]) * v[3 * i] - (x[3 * i] - c[0]) * v[3 * i + 2]);
    world.mass().iter().enumerate().map(node).sum()
}
