//! Balls that hit the ground and each other at the frame rate: \[Gast14\] Figures 7 and 10.

use super::Size;
use super::crash::{Collision, Crash, Take};
use crate::Claim;

/// \[Gast14\] Figure 10.
pub(super) const SPHERE: Collision = Collision {
    name: "gast-sphere",
    source: "Gast & Schroeder 2014, Figure 10",
    summary: "a ball dropped hard on the ground: as constraint, by penalty, and corrected after the step",
    scene: || include_str!("gast_sphere.toml").to_owned(),
    smaller: &["body.0.mesh.cells=8"],
    unknowns: "14.0k",
    takes: &[
        Take { name: "constraint", changes: &["obstacle.0.model=constraint"], to_failure: false },
        Take {
            name: "penalty",
            changes: &["obstacle.0.model=penalty", "obstacle.0.stiffness=1e7"],
            to_failure: false,
        },
        Take { name: "post", changes: &["obstacle.0.model=post"], to_failure: false },
    ],
    claims: |takes, size| {
        let [constraint, penalty, post] = [&takes[0], &takes[1], &takes[2]];
        let depth = penalty.inside("ground") / RADIUS;
        let mut claims: Vec<Claim> = takes.iter().map(Crash::converges).collect();
        claims.extend([
            constraint.clear(&["ground"], 2.0 * RADIUS),
            constraint.solves(3.8),
            Claim::new(
                "penalty: less than 5 % of the radius below the ground",
                "some penetration",
                format!("{:.2} %", 100.0 * depth),
                depth < 0.05,
            ),
            Claim::new(
                "post: inverted elements appear",
                "inversion during recovery",
                format!(
                    "up to {} (constraint {}, penalty {})",
                    post.inverted, constraint.inverted, penalty.inverted
                ),
                post.inverted > 0,
            ),
            post.solves(9.8).judged(false),
            constraint.pace(1, 0.42, size),
            post.pace(1, 1.13, size),
            ratio(constraint, penalty, size),
        ]);
        claims
    },
};

/// Radius of the balls, m.
const RADIUS: f64 = 0.5;

/// What the same steps cost as constraints and by penalties.
fn ratio(constraint: &Crash, penalty: &Crash, size: Size) -> Claim {
    let ratio = constraint.tally.seconds / penalty.tally.seconds;
    let solves = [constraint, penalty].map(|take| take.tally.solves_a_step());
    let measured = format!("{ratio:.2} ({:.2} and {:.2} solves a step)", solves[0], solves[1]);
    let published = "about the same speed";
    match size {
        Size::Smoke => Claim::beside("time as constraint, of that by penalty", published, measured),
        Size::Full => {
            Claim::new("constraint: at most 1.3 of the time by penalty", published, measured, ratio <= 1.3)
        }
    }
}

/// \[Gast14\] Figure 7.
pub(super) const TWO: Collision = Collision {
    name: "gast-two-spheres",
    source: "Gast & Schroeder 2014, Figure 7",
    summary: "two balls fall and collide at the frame rate: stabilized Newton converges, plain Newton does not",
    scene: || include_str!("gast_two_spheres.toml").to_owned(),
    smaller: &["body.0.mesh.cells=8", "body.1.mesh.cells=8"],
    unknowns: "28.0k",
    takes: &[
        Take { name: "stabilized", changes: &[], to_failure: false },
        Take {
            name: "plain Newton",
            changes: &[
                "solver.method=newton",
                "solver.max_iterations=100",
                "solver.linear_max_iterations=1000",
                "obstacle.0.model=penalty",
                "obstacle.0.stiffness=1e7",
            ],
            to_failure: true,
        },
    ],
    claims: |takes, size| {
        let [ours, newton] = [&takes[0], &takes[1]];
        let tally = &newton.tally;
        let outcome = if tally.failed > 0 { "fails in" } else { "converges up to" };
        vec![
            ours.converges(),
            ours.solves(8.1),
            ours.clear(&["ground"], 2.0 * RADIUS),
            Claim::beside(
                "stabilized: balls inside each other",
                "–",
                format!("{:.2} % of the radius", 100.0 * ours.inside_bodies() / RADIUS),
            ),
            Claim::beside("stabilized: inverted elements", "none to see", format!("{}", ours.inverted)),
            Claim::new(
                "plain Newton does not converge at 1 step a frame",
                "does not",
                format!("{outcome} step {}", tally.steps),
                tally.failed > 0,
            ),
            ours.pace(1, 4.25, size),
        ]
    },
};
