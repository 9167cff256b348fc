//! Tori that meet themselves and narrow places: \[Gast14\] Figures 6 and 12.

use super::crash::{Collision, Take};
use crate::Claim;

const ONE: &[Take] = &[Take { name: "stabilized", changes: &[], to_failure: false }];

/// \[Gast14\] Figure 6.
pub(super) const TORUS: Collision = Collision {
    name: "gast-torus",
    source: "Gast & Schroeder 2014, Figure 6",
    summary: "a torus falls on the ground and folds onto itself: penalties hold its hole",
    scene: || include_str!("gast_torus.toml").to_owned(),
    smaller: &[
        "body.0.mesh.cells=[15,6]",
        "body.0.material.young=3e4",
        "body.0.damping.nonrigid=0.2",
        "contact.stiffness=1e7",
    ],
    unknowns: "7.9k",
    takes: ONE,
    claims: |takes, size| {
        let ours = &takes[0];
        // The last half second.
        let rest = ours.finally_inside_bodies(60);
        let (tube, kinetic) = (0.2, ours.ledger.map_or(f64::NAN, |ledger| ledger.kinetic));
        vec![
            ours.converges(),
            ours.clear(&["ground", "front", "back"], 1.4),
            Claim::new(
                "at rest no point is deeper inside the torus than 2 % of its tube",
                "effective at stopping collisions at the hole",
                format!(
                    "{:.2} % (at most {:.2} % before)",
                    100.0 * rest / tube,
                    100.0 * ours.inside_bodies() / tube
                ),
                rest <= 0.02 * tube,
            ),
            Claim::new(
                "at rest it lies on itself",
                "yes",
                format!("{:.2} mm deep, {kinetic:.2} J of motion", 1e3 * rest),
                rest > 0.0 && kinetic < 1.0,
            ),
            Claim::beside("inverted elements, at most", "–", format!("{}", ours.inverted)),
            ours.solves(2.1),
            ours.pace(5, 1.13, size),
        ]
    },
};

/// \[Gast14\] Figure 12.
pub(super) const HOLE: Collision = Collision {
    name: "gast-hole",
    source: "Gast & Schroeder 2014, Figure 12",
    summary: "a torus is pushed through a narrower hole: constraints on convex and concave surfaces",
    scene: || include_str!("gast_hole.toml").to_owned(),
    smaller: &["body.0.mesh.cells=[15,6]"],
    unknowns: "7.9k",
    takes: ONE,
    claims: |takes, size| {
        let ours = &takes[0];
        let top = ours.top(0);
        vec![
            ours.converges(),
            ours.clear(&["plate", "plunger", "floor"], 1.34),
            Claim::new(
                "it is through: all of it is below the plate",
                "pushed through",
                format!("highest at {top:.2} m"),
                top < -0.2,
            ),
            Claim::new(
                "no vertex passes through an obstacle within a step",
                "–",
                ours.notes.first().cloned().unwrap_or("none".into()),
                ours.notes.is_empty(),
            ),
            Claim::beside("inverted elements, at most", "–", format!("{}", ours.inverted)),
            ours.solves(8.6),
            ours.pace(1, 0.45, size),
        ]
    },
};
