//! The cylinder: a disc swept along its axis.

use super::super::mesh::TetMesh;
use super::super::primitive::Primitive;
use super::disc::{disc, disc_counts, prism, rings};
use super::{ShapeError, check_cells, room};

/// A cylinder about the y axis, centred at the origin. `cells` counts across the diameter (an odd count is
/// rounded up) and along the height. Vertices are numbered disc by disc, upwards.
pub fn cylinder(radius: f64, height: f64, cells: [u32; 2]) -> Result<TetMesh, ShapeError> {
    Primitive::Cylinder { radius, height }.check()?;
    check_cells("cylinder", "across the diameter", cells[0], 1)?;
    check_cells("cylinder", "along the height", cells[1], 1)?;
    let [disc_points, disc_triangles] = disc_counts(rings(cells[0]));
    let layers = f64::from(cells[1]);
    let (mut points, mut tets) =
        room("cylinder", disc_points * (layers + 1.0), 3.0 * disc_triangles * layers)?;
    let disc = disc(rings(cells[0]));
    for layer in 0..=cells[1] {
        let y = height * (f64::from(layer) / layers - 0.5);
        // The disc turns from z to x, counter-clockwise seen from above.
        points.extend(disc.points.iter().map(|[u, v]| [radius * v, y, radius * u]));
    }
    let step = disc.points.len() as u32;
    for layer in 0..cells[1] {
        let (bottom, top) = (layer * step, (layer + 1) * step);
        tets.extend(disc.triangles.iter().flat_map(|triangle| prism(*triangle, bottom, top)));
    }
    Ok(TetMesh { points, tets, ..TetMesh::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_counts_across_are_rounded_up() {
        let odd = cylinder(0.5, 1.0, [5, 4]).unwrap();
        assert_eq!(odd, cylinder(0.5, 1.0, [6, 4]).unwrap());
        assert_eq!((odd.points.len(), odd.tets.len()), (37 * 5, 3 * 54 * 4));
    }
}
