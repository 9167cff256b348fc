//! The torus: a disc swept around the y axis.

use std::f64::consts::TAU;

use super::super::mesh::TetMesh;
use super::super::primitive::Primitive;
use super::disc::{disc, disc_counts, prism, rings};
use super::{ShapeError, check_cells, room};

/// A torus about the y axis, centred at the origin: a tube of radius `tube` whose middle runs at distance
/// `radius` from the axis. `cells` counts around the ring (at least 3) and across the diameter of the tube (an
/// odd count is rounded up). Vertices are numbered disc by disc, around the ring.
pub fn torus(radius: f64, tube: f64, cells: [u32; 2]) -> Result<TetMesh, ShapeError> {
    Primitive::Torus { radius, tube }.check()?;
    check_cells("torus", "around the ring", cells[0], 3)?;
    check_cells("torus", "across the tube", cells[1], 1)?;
    let [disc_points, disc_triangles] = disc_counts(rings(cells[1]));
    let sections = f64::from(cells[0]);
    let (mut points, mut tets) = room("torus", disc_points * sections, 3.0 * disc_triangles * sections)?;
    let disc = disc(rings(cells[1]));
    for section in 0..cells[0] {
        let (sin, cos) = (TAU * f64::from(section) / sections).sin_cos();
        points.extend(disc.points.iter().map(|[u, v]| {
            let from_axis = radius + tube * v;
            [from_axis * sin, tube * u, from_axis * cos]
        }));
    }
    let step = disc.points.len() as u32;
    for section in 0..cells[0] {
        let (here, next) = (section * step, (section + 1) % cells[0] * step);
        tets.extend(disc.triangles.iter().flat_map(|triangle| prism(*triangle, here, next)));
    }
    Ok(TetMesh { points, tets, ..TetMesh::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_extent() {
        let mesh = torus(1.0, 0.25, [12, 4]).unwrap();
        assert_eq!((mesh.points.len(), mesh.tets.len()), (19 * 12, 3 * 24 * 12));
        let [low, high] = mesh.bounds().unwrap();
        assert!((high[1] - 0.25).abs() < 1e-15 && (low[1] + 0.25).abs() < 1e-15);
        assert!(high[2] <= 1.25 && high[2] > 1.2);
    }
}
