//! The box (a word Rust keeps for itself).

use super::super::mesh::TetMesh;
use super::{ShapeError, check_cells, check_length, room};

/// The six paths from corner 000 to corner 111 along the axes, each a tetrahedron (Kuhn's subdivision). Corner
/// xyz has number x + 2y + 4z. The diagonals run the same way in every cell, so that neighbours agree.
const PATHS: [[usize; 4]; 6] =
    [[0, 1, 3, 7], [0, 5, 1, 7], [0, 3, 2, 7], [0, 2, 6, 7], [0, 4, 5, 7], [0, 6, 4, 7]];

/// A box of edge lengths `size`, centred at the origin, of `cells` cubes along each axis, six tetrahedra a cube.
/// Vertices are numbered x first, then y, then z.
pub fn cuboid(size: [f64; 3], cells: [u32; 3]) -> Result<TetMesh, ShapeError> {
    for k in 0..3 {
        check_length("box", ["size along x", "size along y", "size along z"][k], size[k])?;
        check_cells("box", ["along x", "along y", "along z"][k], cells[k], 1)?;
    }
    let product = |counts: [f64; 3]| counts[0] * counts[1] * counts[2];
    let point_count = product(cells.map(|n| f64::from(n) + 1.0));
    let (mut points, mut tets) = room("box", point_count, 6.0 * product(cells.map(f64::from)))?;
    let coordinate = |axis: usize, i: u32| size[axis] * (f64::from(i) / f64::from(cells[axis]) - 0.5);
    // The axis with the most cells varies slowest, so that what neighbours need of each other is near in memory.
    let mut order = [0, 1, 2];
    order.sort_by_key(|&axis| cells[axis]);
    let mut stride = [1; 3];
    stride[order[1]] = cells[order[0]] + 1;
    stride[order[2]] = stride[order[1]] * (cells[order[1]] + 1);
    let each = |more: u32, act: &mut dyn FnMut([u32; 3])| {
        for w in 0..cells[order[2]] + more {
            for v in 0..cells[order[1]] + more {
                for u in 0..cells[order[0]] + more {
                    let mut at = [0; 3];
                    (at[order[0]], at[order[1]], at[order[2]]) = (u, v, w);
                    act(at);
                }
            }
        }
    };
    each(1, &mut |at| points.push([0, 1, 2].map(|axis| coordinate(axis, at[axis]))));
    each(0, &mut |at| {
        let first: u32 = (0..3).map(|axis| at[axis] * stride[axis]).sum();
        let corner = |c: usize| first + (0..3).map(|axis| (c >> axis & 1) as u32 * stride[axis]).sum::<u32>();
        tets.extend(PATHS.map(|path| path.map(corner)));
    });
    Ok(TetMesh { points, tets, ..TetMesh::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_volume_and_exact_bounds() {
        let mesh = cuboid([1.0, 2.0, 3.0], [2, 3, 5]).unwrap();
        assert_eq!((mesh.points.len(), mesh.tets.len()), (3 * 4 * 6, 6 * 2 * 3 * 5));
        assert!((mesh.volume() - 6.0).abs() < 1e-13);
        assert_eq!(mesh.bounds(), Some([[-0.5, -1.0, -1.5], [0.5, 1.0, 1.5]]));
    }

    #[test]
    fn every_tet_has_a_sixth_of_a_cell() {
        let mesh = cuboid([2.0; 3], [2; 3]).unwrap();
        for tet in 0..mesh.tets.len() {
            assert!((mesh.tet_volume(tet) - 1.0 / 6.0).abs() < 1e-15);
        }
    }
}
