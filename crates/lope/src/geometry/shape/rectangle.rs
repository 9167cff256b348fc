//! The rectangle, for solids under plane strain.

use super::super::mesh::TriMesh;
use super::{ShapeError, check_cells, check_length, room};

/// A rectangle of edge lengths `size` in the plane z = 0, centred at the origin, of `cells` squares along each
/// axis, two triangles a square. Vertices are numbered x first. The diagonals alternate, so that the mesh has
/// no preferred direction.
pub fn rectangle(size: [f64; 2], cells: [u32; 2]) -> Result<TriMesh, ShapeError> {
    for k in 0..2 {
        check_length("rectangle", ["size along x", "size along y"][k], size[k])?;
        check_cells("rectangle", ["along x", "along y"][k], cells[k], 1)?;
    }
    let [nx, ny] = cells.map(f64::from);
    let (mut points, mut triangles) = room("rectangle", (nx + 1.0) * (ny + 1.0), 2.0 * nx * ny)?;
    let coordinate = |axis: usize, i: u32| size[axis] * (f64::from(i) / f64::from(cells[axis]) - 0.5);
    for j in 0..=cells[1] {
        points.extend((0..=cells[0]).map(|i| [coordinate(0, i), coordinate(1, j), 0.0]));
    }
    let row = cells[0] + 1;
    for j in 0..cells[1] {
        for i in 0..cells[0] {
            let a = i + j * row;
            let [b, c, d] = [a + 1, a + row + 1, a + row];
            triangles.extend(if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
        }
    }
    Ok(TriMesh { points, triangles, ..TriMesh::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_area_and_exact_bounds() {
        let mesh = rectangle([3.0, 1.0], [6, 2]).unwrap();
        assert_eq!((mesh.points.len(), mesh.triangles.len()), (7 * 3, 2 * 6 * 2));
        assert!((mesh.plane_area() - 3.0).abs() < 1e-14);
        assert_eq!(mesh.bounds(), Some([[-1.5, -0.5, 0.0], [1.5, 0.5, 0.0]]));
        // Interior edges are shared by two triangles: 3 F = 2 E − boundary.
        assert_eq!(3 * mesh.triangles.len(), 2 * mesh.edges().len() - 2 * (6 + 2));
    }
}
