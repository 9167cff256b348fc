//! Which vertices of a mesh springs join: along its edges, across its cells, past a neighbour.

/// Pairs of vertices, each once, the lower number first.
pub type Pairs = Vec<[u32; 2]>;

/// The lines of a grid of `cells` cells whose vertices are numbered along its first direction first.
pub fn grid_lines(cells: [u32; 2]) -> Pairs {
    grid_steps(cells, 1)
}

/// Next but one neighbours along the lines of a grid.
pub fn grid_bends(cells: [u32; 2]) -> Pairs {
    grid_steps(cells, 2)
}

/// Pairs `step` apart along the first direction, then along the second.
fn grid_steps(cells: [u32; 2], step: u32) -> Pairs {
    let [nx, ny] = cells;
    let row = nx + 1;
    let across = (0..=ny).flat_map(|j| (step..=nx).map(move |i| [j * row + i - step, j * row + i]));
    let along = (step..=ny).flat_map(|j| (0..=nx).map(move |i| [(j - step) * row + i, j * row + i]));
    across.chain(along).collect()
}

/// Both diagonals of the cells of a grid, or (`alternating`) the one that a regular sheet or rectangle has as an edge.
pub fn grid_diagonals(cells: [u32; 2], alternating: bool) -> Pairs {
    let [nx, ny] = cells;
    let row = nx + 1;
    let mut pairs = Vec::new();
    for j in 0..ny {
        for i in 0..nx {
            let a = i + j * row;
            let rising = (i + j) % 2 == 0;
            if rising || !alternating {
                pairs.push([a, a + row + 1]);
            }
            if !rising || !alternating {
                pairs.push([a + 1, a + row]);
            }
        }
    }
    pairs
}

/// The two vertices opposite of every edge that exactly two triangles share.
pub fn triangle_bends(triangles: &[[u32; 3]]) -> Pairs {
    let mut sides: Vec<([u32; 2], u32)> = Vec::with_capacity(3 * triangles.len());
    for &[a, b, c] in triangles {
        sides.extend([(a, b, c), (b, c, a), (c, a, b)].map(|(p, q, apex)| ([p.min(q), p.max(q)], apex)));
    }
    sides.sort_unstable();
    let shared = sides.chunk_by(|a, b| a.0 == b.0).filter(|edge| edge.len() == 2);
    unique(shared.map(|edge| [edge[0].1, edge[1].1]))
}

/// The two neighbours of every vertex at which exactly two lines meet.
pub fn line_bends(lines: &[[u32; 2]]) -> Pairs {
    let lines = unique(lines.iter().copied());
    let mut ends: Pairs = lines.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
    ends.sort_unstable();
    let meets = ends.chunk_by(|a, b| a[0] == b[0]).filter(|star| star.len() == 2);
    unique(meets.map(|star| [star[0][1], star[1][1]]))
}

/// Each pair once, ordered; those of one vertex with itself are left out.
pub fn unique(pairs: impl Iterator<Item = [u32; 2]>) -> Pairs {
    let mut pairs: Pairs = pairs.map(|[a, b]| [a.min(b), a.max(b)]).filter(|[a, b]| a != b).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::sheet::{Pattern, sheet};

    #[test]
    fn a_cloth_of_101_by_101_vertices_has_the_springs_of_the_book() {
        let cells = [100, 100];
        assert_eq!(grid_lines(cells).len(), 20_200);
        assert_eq!(grid_diagonals(cells, false).len(), 20_000);
        assert_eq!(grid_bends(cells).len(), 2 * 99 * 101);
        // [Dinev18] table 1: 50,200, if two of them hold it by its corners.
        let one_diagonal = grid_diagonals(cells, true);
        assert_eq!(20_200 + one_diagonal.len() + grid_bends(cells).len() + 2, 50_200);
    }

    #[test]
    fn lines_and_alternating_diagonals_are_the_edges_of_the_sheet() {
        let cells = [5, 3];
        let made = sheet([1.0, 1.0], cells, Pattern::Regular).unwrap();
        let all = grid_lines(cells).into_iter().chain(grid_diagonals(cells, true));
        assert_eq!(unique(all), made.edges());
    }

    #[test]
    fn pairs_of_a_grid_are_as_far_apart_as_they_should_be() {
        let cells = [4, 3];
        let made = sheet([4.0, 3.0], cells, Pattern::Regular).unwrap();
        let lengths = |pairs: Pairs| -> Vec<f64> {
            let at = |v: u32| made.points[v as usize];
            pairs.iter().map(|&[a, b]| (at(a)[0] - at(b)[0]).hypot(at(a)[2] - at(b)[2])).collect()
        };
        for (pairs, length) in [
            (grid_lines(cells), 1.0),
            (grid_bends(cells), 2.0),
            (grid_diagonals(cells, false), 2_f64.sqrt()),
            (grid_diagonals(cells, true), 2_f64.sqrt()),
        ] {
            assert_eq!(unique(pairs.iter().copied()).len(), pairs.len());
            assert!(lengths(pairs).iter().all(|l| (l - length).abs() < 1e-12));
        }
        assert!(grid_bends([1, 1]).is_empty());
    }

    #[test]
    fn bends_of_triangles_cross_inner_edges() {
        assert_eq!(triangle_bends(&[[0, 1, 2], [1, 3, 2]]), [[0, 3]]);
        let cells = [6, 4];
        let made = sheet([1.0, 1.0], cells, Pattern::Crossed).unwrap();
        let inner = made.edges().len() - 2 * (6 + 4);
        // The two ends of a spoke of a cell are opposite of the same two corners.
        assert!(triangle_bends(&made.triangles).len() <= inner);
        // Three triangles at one edge are no surface that could bend there.
        assert!(triangle_bends(&[[0, 1, 2], [0, 1, 3], [0, 1, 4]]).is_empty());
    }

    #[test]
    fn bends_of_lines_skip_a_vertex() {
        assert_eq!(line_bends(&[[0, 1], [1, 2], [3, 2]]), [[0, 2], [1, 3]]);
        assert!(line_bends(&[[0, 1], [1, 0]]).is_empty());
        assert_eq!(line_bends(&[[0, 1], [0, 2], [0, 3], [3, 4]]), [[0, 4]], "a star has no line to bend");
    }
}
