//! What is left of free motions: \[Dinev18\] Figures 8 to 11.

use lope::observe::Ledger;
use lope::world::World;

use super::film::{Column, Film, INTEGRATORS, Show, center, mean_of, percent};
use crate::Claim;

/// \[Dinev18\] Figure 8.
pub(super) const BAR: Show = Show {
    name: "dinev-bar",
    source: "Dinev et al. 2018, Figure 8",
    summary: "a bar that stretches under its weight comes back to where it was",
    scene: include_str!("dinev_bar.toml"),
    smaller: &[],
    published: "290 and 716",
    takes: INTEGRATORS,
    columns: &[Column { key: "height", label: "height of the lower end [m]" }],
    look: |world, start| {
        let low = start.iter().skip(1).step_by(3).copied().fold(f64::INFINITY, f64::min);
        vec![mean_of(world, &world.state().x, |node| start[3 * node + 1] < low + 1e-6)[1]]
    },
    claims: |films| {
        let [ours, backward, bdf2] = [0, 1, 2].map(|i| bounce(&films[i]));
        let text = |b: &Bounce| format!("{} in frame {}", percent(b.regained), b.top);
        vec![
            Claim::beside("frame of the first low", "30", format!("{}", ours.low)),
            Claim::new(
                "of its first drop, stabilized has regained 97 % at the top of the second bounce",
                "back at the start, frame 122",
                text(&ours),
                ours.regained >= 0.97,
            ),
            Claim::new(
                "backward Euler has regained less than 80 %",
                "fails to return, frame 122",
                text(&backward),
                backward.regained < 0.8,
            ),
            Claim::beside("BDF2", "–", text(&bdf2)),
        ]
    },
};

struct Bounce {
    /// Frame of the first low.
    low: usize,
    /// Frame of the top of the second bounce.
    top: usize,
    /// How high that is, of the way from the first low to the start.
    regained: f64,
}

fn bounce(film: &Film) -> Bounce {
    let heights = &film.values[0];
    match film.turns(0)[..] {
        [low, _, _, top, ..] => {
            Bounce { low, top, regained: (heights[top] - heights[low]) / (heights[0] - heights[low]) }
        }
        _ => Bounce { low: 0, top: 0, regained: f64::NAN },
    }
}

/// \[Dinev18\] Figure 9.
pub(super) const SWING: Show = Show {
    name: "dinev-swing",
    source: "Dinev et al. 2018, Figure 9",
    summary: "a creature held by its ears goes on swinging",
    scene: include_str!("dinev_swing.toml"),
    smaller: &["body.0.mesh.edge=0.08", "solver.iterations=10"],
    published: "34,844 and 121,058",
    takes: INTEGRATORS,
    columns: &[Column { key: "place", label: "centre of mass, horizontally [m]" }],
    look: |world, _| vec![center(world)[2]],
    claims: |films| {
        // A swing takes about 1.7 s: each window holds one.
        let kept = |film: &Film| film.amplitude(0, 5.0, 7.0) / film.amplitude(0, 0.0, 2.0);
        let [ours, backward, bdf2] = [0, 1, 2].map(|i| kept(&films[i]));
        vec![
            Claim::new(
                "after 5 s stabilized swings by 90 % of the first swing",
                "swings vividly",
                percent(ours),
                ours >= 0.9,
            ),
            Claim::new("backward Euler by less than half", "damps out", percent(backward), backward < 0.5),
            // Of a swing of 50 steps the theory of BDF2 lets 1 % go in 5 s: what it loses is vibration.
            Claim::beside("BDF2 by", "–", percent(bdf2)),
            Claim::new(
                "of the energy in motion stabilized has lost less than a twentieth in the end, BDF2 at least twice as much",
                "–",
                format!("{} and {}", percent(lost(&films[0])), percent(lost(&films[2]))),
                lost(&films[0]).abs() < 0.05 && lost(&films[2]) > 2.0 * lost(&films[0]).abs(),
            ),
        ]
    },
};

/// Energy lost from beginning to end, as a part of the most that was in motion at any time.
fn lost(film: &Film) -> f64 {
    let total = |ledger: Option<&Ledger>| ledger.map_or(f64::NAN, Ledger::total);
    let moving = film.ledgers.iter().map(|ledger| ledger.kinetic).fold(0.0, f64::max);
    (total(film.ledgers.first()) - total(film.ledgers.last())) / moving
}

/// \[Dinev18\] Figure 10.
pub(super) const CLOTH: Show = Show {
    name: "dinev-cloth",
    source: "Dinev et al. 2018, Figure 10",
    summary: "waves and wrinkles of a cloth shaken by a corner last",
    scene: include_str!("dinev_cloth.toml"),
    smaller: &["body.0.mesh.cells=[30,30]"],
    published: "10,201 and 50,200",
    takes: INTEGRATORS,
    columns: &[
        Column { key: "ripple", label: "kinetic energy of ripples [mJ]" },
        Column { key: "wrinkle", label: "depth of wrinkles [mm]" },
    ],
    look: |world, _| {
        let (ripple, wrinkle) = (rough(world, &world.state().v), rough(world, &world.state().x));
        vec![500.0 * ripple, 1e3 * (wrinkle / world.mass().iter().sum::<f64>()).sqrt()]
    },
    claims: |films| {
        let mean = |column: usize| [0, 1, 2].map(|i| films[i].mean(column, 3.0, 5.0));
        let mut claims = Vec::new();
        for (column, what, unit, times) in
            // Folds that hang at rest are wrinkles too: of their depth no more is claimed than that it is greater.
            [(0, "energy of ripples", "mJ", 5.0), (1, "depth of wrinkles", "mm", 1.0)]
        {
            let [ours, backward, bdf2] = mean(column);
            for (other, value) in [("backward Euler", backward), ("BDF2", bdf2)] {
                claims.push(Claim::new(
                    format!("{what}, 3 to 5 s: {times} times that of {other} with stabilized"),
                    "more vivid wrinkles",
                    format!("{ours:.2} and {value:.2} {unit}"),
                    ours >= times * value,
                ));
            }
        }
        claims
    },
};

/// Σ m |u − ū|² of a field on a square cloth, where ū is its mean over the square around each vertex whose side is a
/// tenth of the cloth's; vertices nearer to the border than half of that are left
/// out. Not a number where the cloth is no such square.
fn rough(world: &World, field: &[f64]) -> f64 {
    let n = (world.mass().len() as f64).sqrt().round() as usize;
    if n * n != world.mass().len() {
        return f64::NAN;
    }
    let reach = (n / 20).max(1);
    let mut sum = 0.0;
    for row in reach..n - reach {
        for column in reach..n - reach {
            let mut mean = [0.0; 3];
            for r in row - reach..=row + reach {
                let line = &field[3 * (r * n + column - reach)..3 * (r * n + column + reach + 1)];
                line.chunks_exact(3).for_each(|u| (0..3).for_each(|k| mean[k] += u[k]));
            }
            let count = ((2 * reach + 1) * (2 * reach + 1)) as f64;
            let node = row * n + column;
            let square: f64 = (0..3).map(|k| (field[3 * node + k] - mean[k] / count).powi(2)).sum();
            sum += world.mass()[node] * square;
        }
    }
    sum
}

/// \[Dinev18\] Figure 11.
pub(super) const NOSE: Show = Show {
    name: "dinev-nose",
    source: "Dinev et al. 2018, Figure 11",
    summary: "a nose that was drawn out and let go goes on jiggling",
    scene: include_str!("dinev_nose.toml"),
    smaller: &["body.0.mesh.edge=0.1"],
    published: "28,390 and 117,423",
    takes: INTEGRATORS,
    columns: &[Column { key: "nose", label: "place of the nose [m]" }],
    look: |world, start| {
        let tip = start.iter().skip(2).step_by(3).copied().fold(f64::NEG_INFINITY, f64::max);
        let nose = |node: usize| start[3 * node + 2] > tip - 0.1;
        vec![mean_of(world, &world.state().x, nose)[2] - mean_of(world, start, nose)[2]]
    },
    claims: |films| {
        let step =
            |film: &Film, time: f64| film.times.iter().rposition(|&t| t < time + 1e-9).unwrap_or(0).max(1);
        let energy = |film: &Film, time: f64| film.ledgers[step(film, time) - 1].tracked();
        let mut claims = Vec::new();
        let limits =
            [(0.9..=1.1, "90 to 110 %"), (0.0..=0.1, "less than 10 %"), (0.0..=0.5, "less than half")];
        for (film, (limits, what)) in films.iter().zip(limits) {
            let kept = energy(film, 5.0) / energy(film, 1.0);
            let shakes = film.amplitude(0, 4.0, 5.0) / film.values[0][step(film, 1.0)];
            claims.push(Claim::new(
                format!("of the energy at the release, {} has {what} after 4 s", film.name),
                if claims.is_empty() { "keeps the oscillations" } else { "damps out the motion" },
                format!("{}; the nose still shakes by {} of the pull", percent(kept), percent(shakes)),
                limits.contains(&kept),
            ));
        }
        claims
    },
};
