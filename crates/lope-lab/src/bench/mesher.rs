//! Tetrahedra a second, and how good they are.

use lope::geometry::mesher::{MesherSettings, tetrahedralize};
use lope::geometry::sdf::Sdf;
use lope::geometry::{Primitive, quality, zoo};

use super::Session;
use super::clock::seconds;
use super::row::{Goal, Row};

/// What meshing should reach on two cores.
const TETS_A_SECOND: f64 = 500e3;

/// Edge lengths of the characters, which are about a metre tall.
const EDGES: [f64; 3] = [0.04, 0.02, 0.012];

/// Edge length that gives a ball of radius 1 about a million tetrahedra.
const BALL_EDGE: f64 = 0.0343;

/// Runs of each mesh, of which the best counts.
const RUNS: usize = 3;

/// Measures a ball of a million tetrahedra, and the zoo at three resolutions.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    (session.say)("mesher: a ball, and the zoo at three resolutions");
    one(session, "ball", &Sdf::Simple(Primitive::Sphere { radius: 1.0 }), BALL_EDGE, true)?;
    for name in zoo::names() {
        let solid = zoo::character(name).ok_or("a character is missing")?;
        for (k, edge) in EDGES.into_iter().enumerate() {
            one(session, name, &solid, edge, k + 1 == EDGES.len())?;
        }
    }
    Ok(())
}

/// One row; small meshes are over before the threads are awake, and have no goal.
fn one(session: &mut Session<'_>, name: &str, solid: &Sdf, edge: f64, has_goal: bool) -> Result<(), String> {
    let settings = MesherSettings::new(edge);
    let (mut best, mut mesh) = (f64::INFINITY, None);
    for _ in 0..RUNS {
        best = best.min(seconds(|| mesh = Some(tetrahedralize(solid, &settings, &mut |_| {}))));
    }
    let mesh = mesh.ok_or("nothing was meshed")?.map_err(|e| e.to_string())?;
    let measured = quality(&mesh).ok_or("the mesh is empty")?;
    let tets = mesh.tets.len() as f64;
    let quantity = format!(
        "{name}, edge {edge}: {} tets, dihedral angles {:.1}° to {:.1}°, volume {:.5}",
        mesh.tets.len(),
        measured.min_dihedral,
        measured.max_dihedral,
        mesh.volume()
    );
    let row = Row::new("mesher", quantity, tets / best / 1e3, "thousand tets/s");
    let goal = has_goal.then_some(Goal::AtLeast(1.0));
    session.rows.push(row.times(tets / best / TETS_A_SECOND, "500 thousand tets/s", goal));
    Ok(())
}
