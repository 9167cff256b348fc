//! The box (a word Rust keeps for itself).

use super::super::mesh::TetMesh;
use super::super::primitive::Primitive;
use super::super::wrap::delaunay;
use super::{ShapeError, check_cells, room};

/// The six paths from corner 000 to corner 111 along the axes, each a tetrahedron (Kuhn's subdivision). Corner
/// xyz has number x + 2y + 4z. The diagonals run the same way in every cell, so that neighbours agree.
const PATHS: [[usize; 4]; 6] =
    [[0, 1, 3, 7], [0, 5, 1, 7], [0, 3, 2, 7], [0, 2, 6, 7], [0, 4, 5, 7], [0, 6, 4, 7]];

/// Vertices of a box without inner ones at most: the time to connect them grows with their square.
const MOST_ON_THE_SURFACE: f64 = 2.5e4;

/// A box of edge lengths `size`, centred at the origin, of `cells` cubes along each axis, six tetrahedra a cube.
/// Vertices are numbered along the axis with the fewest cells first, along that with the most last.
pub fn cuboid(size: [f64; 3], cells: [u32; 3]) -> Result<TetMesh, ShapeError> {
    check(size, cells)?;
    let point_count = product(cells.map(|n| f64::from(n) + 1.0));
    let (mut points, mut tets) = room("box", point_count, 6.0 * product(cells.map(f64::from)))?;
    let order = slowest_last(cells);
    let mut stride = [1; 3];
    stride[order[1]] = cells[order[0]] + 1;
    stride[order[2]] = stride[order[1]] * (cells[order[1]] + 1);
    each(cells.map(|n| n + 1), &mut |at| points.push(place(size, cells, at)));
    each(cells, &mut |at| {
        let first: u32 = (0..3).map(|axis| at[axis] * stride[axis]).sum();
        let corner = |c: usize| first + (0..3).map(|axis| (c >> axis & 1) as u32 * stride[axis]).sum::<u32>();
        tets.extend(PATHS.map(|path| path.map(corner)));
    });
    Ok(TetMesh { points, tets, ..TetMesh::default() })
}

/// The box of [`cuboid`] with the vertices of its surface alone: as detailed outside, with a fraction of the unknowns. They
/// are connected by Delaunay tetrahedra, which cross the box from side to side.
pub fn cuboid_of_surface(size: [f64; 3], cells: [u32; 3]) -> Result<TetMesh, ShapeError> {
    check(size, cells)?;
    let inner = product(cells.map(|n| f64::from(n) - 1.0));
    let count = product(cells.map(|n| f64::from(n) + 1.0)) - inner;
    if count > MOST_ON_THE_SURFACE {
        return Err(ShapeError::Surface { count, most: MOST_ON_THE_SURFACE });
    }
    let (mut points, mut grid) = (Vec::new(), Vec::new());
    each(cells.map(|n| n + 1), &mut |at| {
        if (0..3).any(|axis| at[axis] == 0 || at[axis] == cells[axis]) {
            points.push(place(size, cells, at));
            grid.push(at.map(i64::from));
        }
    });
    Ok(TetMesh { points, tets: delaunay(&grid, cells.map(i64::from)), ..TetMesh::default() })
}

fn check(size: [f64; 3], cells: [u32; 3]) -> Result<(), ShapeError> {
    Primitive::Box { size }.check()?;
    (0..3).try_for_each(|k| check_cells("box", ["along x", "along y", "along z"][k], cells[k], 1))
}

fn product(counts: [f64; 3]) -> f64 {
    counts[0] * counts[1] * counts[2]
}

/// The axes by their numbers of cells: the one with the most varies slowest, so that what neighbours need of each other is
/// near in memory.
fn slowest_last(cells: [u32; 3]) -> [usize; 3] {
    let mut order = [0, 1, 2];
    order.sort_by_key(|&axis| cells[axis]);
    order
}

/// Every place of a grid of so many.
fn each(counts: [u32; 3], act: &mut dyn FnMut([u32; 3])) {
    let order = slowest_last(counts);
    for w in 0..counts[order[2]] {
        for v in 0..counts[order[1]] {
            for u in 0..counts[order[0]] {
                let mut at = [0; 3];
                (at[order[0]], at[order[1]], at[order[2]]) = (u, v, w);
                act(at);
            }
        }
    }
}

fn place(size: [f64; 3], cells: [u32; 3], at: [u32; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| size[axis] * (f64::from(at[axis]) / f64::from(cells[axis]) - 0.5))
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

    #[test]
    fn without_inner_vertices_the_surface_is_the_same() {
        for cells in [[1, 1, 1], [2, 2, 2], [8, 8, 8], [3, 5, 9], [1, 4, 7], [20, 2, 2]] {
            let [full, bare] = [cuboid, cuboid_of_surface].map(|make| make([1.0, 2.0, 3.0], cells).unwrap());
            assert!((bare.volume() - 6.0).abs() < 1e-12, "{cells:?}: {}", bare.volume());
            let on_surface = |p: &&[f64; 3]| (0..3).any(|k| p[k].abs() == 0.5 * [1.0, 2.0, 3.0][k]);
            let expected: Vec<_> = full.points.iter().filter(on_surface).copied().collect();
            assert_eq!(bare.points, expected);
            // Two triangles a square; and each of the points is a corner of some.
            let surface = crate::geometry::boundary(&bare);
            let squares = [[0, 1], [1, 2], [2, 0]].map(|[i, j]| 2 * cells[i] * cells[j]).iter().sum::<u32>();
            assert_eq!(surface.triangles.len(), 2 * squares as usize, "{cells:?}");
            assert_eq!(surface.vertices().len(), bare.points.len());
        }
        assert_eq!(cuboid_of_surface([1.0; 3], [8; 3]).unwrap().points.len(), 386);
    }
}
